//! The sizes of `reqd_work_group_size`, `work_group_size_hint` and `intel_reqd_sub_group_size`, which Clang's JSON dump of
//! the tree leaves out.
//!
//! Input: the tree, and Clang's other dump of the same tree, in text, which has the evaluated sizes behind the place of
//! the attribute. Output: the tree with the sizes as values of the attributes. Both dumps visit the same nodes in the
//! same order. Exact: if they do not have the same number of attributes, no attribute gets a value.

use crate::ast::Node;

/// The attributes by kind.
const KINDS: [&str; 3] = ["ReqdWorkGroupSizeAttr", "WorkGroupSizeHintAttr", "OpenCLIntelReqdSubGroupSizeAttr"];

/// True if the tree has an attribute whose sizes are only in the dump in text.
pub(crate) fn lacks_sizes(node: &Node) -> bool {
    KINDS.contains(&&*node.kind) && node.inner.is_empty() || node.inner.iter().any(lacks_sizes)
}

/// Gives the attributes of a tree their sizes.
pub(crate) fn add_sizes(root: &mut Node, dump: &str) {
    let sizes: Vec<Option<&str>> = dump.lines().filter(|line| names_attribute(line)).map(sizes_in).collect();
    if count(root) == sizes.len() {
        set(root, &mut sizes.into_iter());
    }
}

/// The three sizes of an attribute of a tree from [`crate::parse`], by axis.
pub fn work_group_size(attribute: &Node) -> Option<[u64; 3]> {
    let sizes: Vec<u64> =
        attribute.value.as_deref()?.split(' ').map(|n| n.parse().ok()).collect::<Option<Vec<u64>>>()?;
    sizes.try_into().ok()
}

/// The size of an `OpenCLIntelReqdSubGroupSizeAttr` of a tree from [`crate::parse`].
pub fn sub_group_size(attribute: &Node) -> Option<u64> {
    attribute.value.as_deref()?.parse().ok()
}

fn count(node: &Node) -> usize {
    usize::from(KINDS.contains(&&*node.kind)) + node.inner.iter().map(count).sum::<usize>()
}

fn set<'d>(node: &mut Node, sizes: &mut impl Iterator<Item = Option<&'d str>>) {
    if KINDS.contains(&&*node.kind) {
        node.value = sizes.next().flatten().map(Into::into);
    }
    node.inner.iter_mut().for_each(|child| set(child, sizes));
}

/// True for a line such as `| |-ReqdWorkGroupSizeAttr 0x12b06ec0 <col:25, col:53> 8 8 1`. The text of a string or a
/// comment stands behind a name of its own in its line.
fn names_attribute(line: &str) -> bool {
    let name = line.trim_start_matches([' ', '|', '-', '`']).split(' ').next();
    name.is_some_and(|name| KINDS.contains(&name))
}

/// The numbers at the end of the line of an attribute.
fn sizes_in(line: &str) -> Option<&str> {
    let at = line.rfind(|c: char| !(c.is_ascii_digit() || c == ' '))?;
    Some(line[at + 1..].trim()).filter(|sizes| !sizes.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stand_at_the_end_of_the_line() {
        let line = "| |-ReqdWorkGroupSizeAttr 0x12b06ec0 <line:6:29, col:58> 64 1 1";
        assert!(names_attribute(line));
        assert_eq!(sizes_in(line), Some("64 1 1"));
        assert_eq!(sizes_in("`-WorkGroupSizeHintAttr 0x12 <col:25, col:53> Inherited 8 4 2"), Some("8 4 2"));
        assert_eq!(sizes_in("`-ReqdWorkGroupSizeAttr 0x12 <col:25, col:53>"), None);
        assert!(!names_attribute("|-StringLiteral 0x12 <col:3> 'ReqdWorkGroupSizeAttr 1 1 1'"));
    }
}
