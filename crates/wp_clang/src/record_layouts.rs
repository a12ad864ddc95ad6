//! Sizes and offsets of records as Clang states them.
//!
//! Input: what `-fdump-record-layouts` prints on the standard output, in front of the tree: a block for each record
//! whose layout the compilation needed. Output: the layouts by the printed name of the record, and those of probes
//! (see `probes`) by the node of the record. Types of function bodies print alike in all functions, so that one name
//! can have several layouts. A block in a form that Clang does not print is left out.

use crate::ast::NodeId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The first line of a block.
const HEAD: &[u8] = b"*** Dumping AST Record Layout\n";

/// A base class or field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedMember {
    /// The name of a field, empty where it has none; the printed type of a base class.
    pub name: String,
    /// True for a base class.
    pub is_base: bool,
    /// The byte in which it begins.
    pub offset: u64,
    /// The first bit from the start of the record, and the width, of a bit-field.
    pub bits: Option<(u64, u64)>,
}

/// The layout of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedLayout {
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The base classes and fields, in the order of their declarations. Parts that no declaration names (pointers to
    /// tables of virtual functions, virtual base classes) are members with a name that no field can have.
    pub members: Vec<StatedMember>,
}

/// The layouts of a unit.
#[derive(Clone, Default, Debug)]
pub struct StatedLayouts {
    by_name: BTreeMap<String, Vec<StatedLayout>>,
    by_node: FxHashMap<NodeId, StatedLayout>,
}

impl StatedLayouts {
    /// The printed names of records, without `struct`, `class` and `union` in front, and the different layouts under
    /// each.
    pub fn by_name(&self) -> impl Iterator<Item = (&str, &[StatedLayout])> {
        self.by_name.iter().map(|(name, layouts)| (&**name, &layouts[..]))
    }

    /// The layout of the record that a node declares.
    pub fn of_node(&self, node: NodeId) -> Option<&StatedLayout> {
        self.by_node.get(&node)
    }

    /// True if exactly one layout has been printed under a name.
    pub(crate) fn states_one(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|layouts| layouts.len() == 1)
    }

    /// Adds the layout of a record that a probe has as its only member, by the node of the record.
    pub(crate) fn add_of_probe(&mut self, node: NodeId, block: &Block<'_>) {
        let inner = block.lines.get(2..).unwrap_or(&[]);
        if let Some(members) = members(inner, 2) {
            self.by_node.insert(node, StatedLayout { size: block.size, align: block.align, members });
        }
    }

    /// Adds the layout of a record by its name.
    pub(crate) fn add(&mut self, block: &Block<'_>) {
        let Some(members) = members(block.lines.get(1..).unwrap_or(&[]), 1) else { return };
        let layout = StatedLayout { size: block.size, align: block.align, members };
        let known = self.by_name.entry(block.name.to_owned()).or_default();
        if !known.contains(&layout) {
            known.push(layout);
        }
    }
}

/// A printed block.
pub(crate) struct Block<'t> {
    /// The name of the record.
    pub(crate) name: &'t str,
    size: u64,
    align: u64,
    lines: Vec<Line<'t>>,
}

impl Block<'_> {
    /// True if the record of a probe stands in a namespace without a name.
    pub(crate) fn is_of_unnamed(&self) -> bool {
        let scope = self.lines.get(1).map_or("", |line| line.text.split('<').next().unwrap_or(""));
        scope.contains("(anonymous namespace)::")
    }
}

/// A line of a block: `   16:0-4 |   int b`.
struct Line<'t> {
    place: &'t str,
    depth: usize,
    text: &'t str,
}

/// The blocks in front of the tree, and the tree.
pub(crate) fn split(output: &[u8]) -> (String, &[u8]) {
    let (mut blocks, mut rest) = (String::new(), output);
    while let Some(end) = rest.strip_prefix(b"\n").filter(|text| text.starts_with(HEAD)).and_then(end_of_block) {
        let (block, behind) = rest.split_at(end + 1);
        blocks.push_str(&String::from_utf8_lossy(block));
        rest = behind;
    }
    (blocks, rest)
}

/// Takes blocks out that Clang printed in the middle of the tree, into `blocks`.
pub(crate) fn take_from_middle(tree: &[u8], blocks: &mut String) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), tree);
    while let Some(at) = rest.windows(HEAD.len()).position(|window| window == HEAD) {
        let Some(end) = end_of_block(&rest[at..]) else { break };
        out.extend_from_slice(rest[..at].strip_suffix(b"\n").unwrap_or(&rest[..at]));
        blocks.push('\n');
        blocks.push_str(&String::from_utf8_lossy(&rest[at..at + end]));
        rest = &rest[at + end..];
    }
    out.extend_from_slice(rest);
    out
}

/// The number of bytes of the block at the start of a text: its last line ends in `]`.
fn end_of_block(text: &[u8]) -> Option<usize> {
    let (mut at, mut sizes) = (0, false);
    for line in text.split_inclusive(|b| *b == b'\n') {
        at += line.len();
        let line = line.strip_suffix(b"\n")?;
        if line.is_empty() {
            return None;
        }
        sizes |= line.trim_ascii_start().starts_with(b"| [sizeof=");
        if sizes && line.ends_with(b"]") {
            return Some(at);
        }
    }
    None
}

/// The blocks of a text.
pub(crate) fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    text.split("*** Dumping AST Record Layout\n").skip(1).filter_map(block)
}

fn block(text: &str) -> Option<Block<'_>> {
    let (parts, sizes) = text.split_once("| [sizeof=")?;
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    let (size, align) = (number(sizes)?, number(sizes.split_once(" align=")?.1)?);
    let mut lines = Vec::new();
    for line in parts.lines() {
        let Some((place, text)) = line.split_once('|').filter(|(place, _)| !place.trim().is_empty()) else { continue };
        let text = text.strip_prefix(' ')?;
        let bare = text.trim_start_matches(' ');
        lines.push(Line { place: place.trim(), depth: (text.len() - bare.len()) / 2, text: bare });
    }
    let head = lines.first().filter(|line| line.depth == 0)?.text;
    let head = head.strip_suffix(" (empty)").unwrap_or(head);
    let name = ["struct ", "class ", "union "].iter().find_map(|tag| head.strip_prefix(tag)).unwrap_or(head);
    Some(Block { name, size, align, lines })
}

/// The members of a depth.
fn members(lines: &[Line<'_>], depth: usize) -> Option<Vec<StatedMember>> {
    lines.iter().filter(|line| line.depth == depth).map(member).collect()
}

fn member(line: &Line<'_>) -> Option<StatedMember> {
    let text = line.text.strip_suffix(" (empty)").unwrap_or(line.text);
    let is_base = text.ends_with(" (base)") || text.ends_with(" (primary base)");
    let name = match text.ends_with(')') {
        _ if is_base => {
            let name = text.rsplit_once(" (").map_or(text, |(name, _)| name);
            ["struct ", "class "].iter().find_map(|tag| name.strip_prefix(tag)).unwrap_or(name)
        }
        // `(V vtable pointer)`, `struct V (virtual base)`
        true => text,
        false => text.rsplit(' ').next()?,
    };
    let name = name.to_owned();
    let Some((byte, range)) = line.place.split_once(':') else {
        return Some(StatedMember { name, is_base, offset: line.place.parse().ok()?, bits: None });
    };
    let offset: u64 = byte.parse().ok()?;
    let start = offset.checked_mul(8)?;
    let bits = match range.split_once('-')? {
        ("", "") => (start, 0),
        (first, last) => {
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            (start.checked_add(first)?, last.checked_sub(first)?.checked_add(1)?)
        }
    };
    Some(StatedMember { name, is_base, offset, bits: Some(bits) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "
*** Dumping AST Record Layout
         0 | struct n::S<struct E, 3>
         0 |   struct E (base) (empty)
         1 |   struct E e (empty)
     4:0-2 |   unsigned int b
     4:3-7 |   unsigned int \n       8:- |   unsigned int \n\
\x20       12 |   union n::S<struct E, 3>::(anonymous at a b.cu:9:139) \n        12 |     int i
        16 |   void (*)(int) fp
           | [sizeof=24, dsize=24, align=8,
           |  nvsize=24, nvalign=8]

*** Dumping AST Record Layout
         0 | Td
         0 |   (Td vtable pointer)
         8 |   int a
           | [sizeof=16, align=4]
";

    fn read(text: &str) -> StatedLayouts {
        let mut found = StatedLayouts::default();
        blocks(text).for_each(|block| found.add(&block));
        found
    }

    fn field(name: &str, offset: u64, bits: Option<(u64, u64)>) -> StatedMember {
        StatedMember { name: name.to_owned(), is_base: false, offset, bits }
    }

    #[test]
    fn blocks_stand_in_front_of_the_tree() {
        let output = format!("{TWO}{{\n\"id\": 1}}");
        let (text, tree) = split(output.as_bytes());
        assert_eq!(tree, b"{\n\"id\": 1}");
        assert_eq!(blocks(&text).count(), 2);
        assert_eq!(split(b"{}"), (String::new(), &b"{}"[..]));
    }

    #[test]
    fn members_have_offsets() {
        let found = read(TWO);
        let all: Vec<_> = found.by_name().collect();
        let [("Td", [td]), ("n::S<struct E, 3>", [s])] = all[..] else { panic!("{all:?}") };
        assert_eq!((s.size, s.align), (24, 8));
        assert!(s.members[0].is_base && s.members[0].offset == 0);
        let rest = [
            field("e", 1, None),
            field("b", 4, Some((32, 3))),
            field("", 4, Some((35, 5))),
            field("", 8, Some((64, 0))),
            field("", 12, None),
            field("fp", 16, None),
        ];
        assert_eq!(s.members[1..], rest);
        assert_eq!(td.members[0].name, "(Td vtable pointer)");
        assert_eq!((td.size, td.align), (16, 4));
    }

    #[test]
    fn a_probe_tells_the_layout_of_its_member() {
        let probe = "*** Dumping AST Record Layout
         0 | struct __wp_probe_0
         0 |   struct n::V x
         0 |     struct B (base)
         0 |       int q
         4 |     char c
           | [sizeof=8, dsize=5, align=4,
";
        let (mut found, node) = (StatedLayouts::default(), wp_base::Id::from_index(7));
        blocks(probe).for_each(|block| found.add_of_probe(node, &block));
        let layout = found.of_node(node).map(|l| (l.size, l.align, l.members.len(), l.members[1].clone()));
        assert_eq!(layout, Some((8, 4, 2, field("c", 4, None))));
    }

    #[test]
    fn one_name_has_several_layouts() {
        let text = TWO.replace("16, align=4", "32, align=4");
        let found = read(&format!("{TWO}{TWO}{text}"));
        assert!(found.states_one("n::S<struct E, 3>") && !found.states_one("Td") && !found.states_one("other"));
    }

    #[test]
    fn blocks_in_the_middle_are_taken_out() {
        let mut text = String::new();
        assert_eq!(take_from_middle(format!("{{\"a\": {TWO}1}}").as_bytes(), &mut text), b"{\"a\": 1}");
        assert_eq!(read(&text).by_name().count(), 2);
    }

    #[test]
    fn other_texts_are_no_blocks() {
        let whole = TWO.as_bytes();
        for end in 0..whole.len() {
            let (text, _) = split(&whole[..end]);
            read(&text);
            read(&TWO[..end]);
            read(&TWO[end..]);
            take_from_middle(&whole[end..], &mut String::new());
        }
        for place in ["", "-", "9:9-1", "99999999999999999999", "18446744073709551615:0-1", "4:", ":", "x:1-2"] {
            let line = Line { place, depth: 1, text: "int a" };
            assert_eq!(member(&line), None, "{place}");
        }
    }
}
