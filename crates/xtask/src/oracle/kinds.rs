//! Makes the page `docs/node-kinds.md`: the lowering's table of Clang's node kinds, with the tests that contain each
//! kind.
//!
//! The tests are the fragments of the generator of language features that the lowering accepts, the kernels that are
//! compared with host execution, and the kernels whose printed form is compared. The kinds in a test are read from
//! Clang's syntax tree, so the page holds for one version of Clang.

use super::program::Program;
use super::{features, reading};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use wp_clang::{Language, Node, ParseOptions};
use wp_lower::nodes::{Class, Handling, Row, ROWS};

/// The kinds that are lowered and that no test contains, in the order of the table. `CXXRewrittenBinaryOperator` needs
/// C++20, `FullExpr` a newer version of Clang, `CXXAddrspaceCastExpr` C++ for OpenCL, and the conversions of address
/// spaces and atomics need OpenCL 2. The lowering rejects every use of a `std::initializer_list` or of a pointer to a
/// member.
pub const WITHOUT_TEST: &[&str] = &[
    "CXXRewrittenBinaryOperator",
    "FullExpr",
    "CXXAddrspaceCastExpr",
    "CXXStdInitializerListExpr",
    "AddressSpaceConversion",
    "IntToOCLSampler",
    "MemberPointerToBoolean",
];

/// The rows of the kinds that are lowered, or that are wrappers of lowered operands.
pub fn lowered() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| matches!(row.handling, Handling::Lowered | Handling::Wrapper))
}

/// True if Clang has the version that the page was made with.
pub fn is_clang_14() -> bool {
    let run = std::process::Command::new(super::native::clang()).arg("--version").output();
    run.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 14."))
}

/// The tests of each kind.
#[derive(Default)]
pub struct Tests {
    /// Fragments by kind.
    fragments: BTreeMap<(Class, String), BTreeSet<&'static str>>,
    /// Files of `crates/wp_lower/tests` by kind.
    files: BTreeMap<(Class, String), BTreeSet<String>>,
}

impl Tests {
    /// True if no test contains the kind.
    pub fn is_untested(&self, row: &Row) -> bool {
        let key = (row.class, row.kind.to_owned());
        !self.fragments.contains_key(&key) && !self.files.contains_key(&key)
    }

    /// The tests of a kind, as a cell of the table.
    fn cell(&self, row: &Row) -> String {
        let key = (row.class, row.kind.to_owned());
        let mut parts = Vec::new();
        if let Some(fragments) = self.fragments.get(&key) {
            let first: Vec<&str> = fragments.iter().take(3).copied().collect();
            let more = if fragments.len() > first.len() { ", ..." } else { "" };
            parts.push(format!("{} fragments ({}{more})", fragments.len(), first.join(", ")));
        }
        if let Some(files) = self.files.get(&key) {
            let first: Vec<&str> = files.iter().take(3).map(String::as_str).collect();
            let more = if files.len() > first.len() { ", ..." } else { "" };
            parts.push(format!("{}{more}", first.join(", ")));
        }
        parts.join("; ")
    }
}

/// Reads which kinds each test contains. `root` is the folder of the workspace.
pub fn tests(root: &Path) -> Result<Tests> {
    let mut tests = Tests::default();
    let scratch = tempfile::tempdir()?;
    let rejected = features::rejected_kinds();
    let all: Vec<(&str, Program)> =
        features::kinds().into_iter().enumerate().map(|(i, kind)| (kind, features::program(i as u64))).collect();
    for batch in all.chunks(64) {
        let programs: Vec<Program> = batch.iter().map(|(_, program)| program.clone()).collect();
        let unit = reading::parse(&programs, scratch.path())?;
        for space in &unit.root.inner {
            let name =
                space.name.as_deref().and_then(|n| n.strip_prefix("program_")).and_then(|n| n.parse::<usize>().ok());
            let Some((fragment, _)) = name.and_then(|i| batch.get(i)) else { continue };
            if !rejected.contains(fragment) {
                visit_kinds(space, &mut |key| {
                    tests.fragments.entry(key).or_default().insert(*fragment);
                });
            }
        }
    }
    for folder in ["host_oracle", "golden"] {
        let path = root.join("crates/wp_lower/tests").join(folder);
        let entries = std::fs::read_dir(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        for entry in entries {
            let file = entry?.path();
            let language = match file.extension().and_then(|e| e.to_str()) {
                Some("cu") => Language::Cuda,
                Some("cl") => Language::OpenCl,
                _ => continue,
            };
            let unit = wp_clang::parse(&file, language, &ParseOptions::default())?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            visit_kinds(&unit.root, &mut |key| {
                tests.files.entry(key).or_default().insert(format!("{folder}/{name}"));
            });
        }
    }
    Ok(tests)
}

/// Calls `found` for the kinds of the nodes at and below a node.
fn visit_kinds(node: &Node, found: &mut impl FnMut((Class, String))) {
    let classes = [Class::Statement, Class::Expression, Class::Declaration, Class::Attribute];
    classes.into_iter().for_each(|class| found((class, node.kind.to_string())));
    match (&node.cast_kind, &node.opcode) {
        (Some(cast), _) => found((Class::Cast, cast.to_string())),
        (None, Some(opcode)) if &*node.kind == "UnaryOperator" => found((Class::Unary, opcode.to_string())),
        (None, Some(opcode)) => found((Class::Binary, opcode.to_string())),
        (None, None) => {}
    }
    node.inner.iter().for_each(|child| visit_kinds(child, found));
}

/// The page.
pub fn markdown(tests: &Tests) -> String {
    let mut text = String::from(
        "# Node kinds\n\n\
         This table shows how the lowering treats each kind of node of Clang's syntax tree, and which tests contain\n\
         the kind. A kernel is unsupported if it reaches a node of a kind that is not listed, of a newer Clang for\n\
         example, even in dead code; the message names the kind. `cargo xtask node-kinds` makes this page with\n\
         Clang 14.\n\n\
         - *lowered*: the node has a meaning in KIR.\n\
         - *wrapper*: the node has no meaning of its own; its operand is lowered in its place.\n\
         - *inert*: the node does not change what an execution does.\n\
         - *rejected*: the kernel is unsupported, and the message names the construct.\n\n\
         Fragments are those of `crates/xtask/src/oracle/features.txt`, which `cargo xtask oracle --features N`\n\
         compares with native execution. Files are in `crates/wp_lower/tests`: those in `host_oracle` are compared\n\
         with native execution, those in `golden` by their printed form.\n",
    );
    for class in Class::ALL {
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n## {}\n\n| kind | handling | | tests |\n|---|---|---|---|", class.title());
        let mut rows: Vec<&Row> = ROWS.iter().filter(|row| row.class == class).collect();
        rows.sort_by_key(|row| row.kind);
        for row in rows {
            let kind = row.kind.replace('|', "\\|");
            let (handling, note) = match row.handling {
                Handling::Lowered => ("lowered", ""),
                Handling::Wrapper => ("wrapper", ""),
                Handling::Inert(why) => ("inert", why),
                Handling::Rejected(what) => ("rejected", what),
            };
            let cell = if matches!(row.handling, Handling::Rejected(_)) { String::new() } else { tests.cell(row) };
            let _ = writeln!(text, "| `{kind}` | {handling} | {note} | {cell} |");
        }
    }
    text
}
