//! Functions with errors: the compiler leaves out of its tree what it does not understand, assignments included.
//!
//! Then flow tells only of variables whose every mention in the text of the function is in the tree. Comments and literals
//! do not count; a mention inside of a macro does not match and makes the variable untold, as does one in the definition of any
//! macro of the files.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::{ClangSeverity, Node, NodeId, TranslationUnit};

/// Whether the compiler reports an error inside of the function.
pub(crate) fn has_errors(unit: &TranslationUnit, function: &Node) -> bool {
    let s = function.span;
    unit.messages.iter().any(|m| {
        m.severity != ClangSeverity::Warning
            && (m.span.is_none() || (m.span.file == s.file && s.start <= m.span.start && m.span.start <= s.end))
    })
}

/// Names of words in a text with their positions, without comments and literals.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let b = bytes[at];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |n| n + 2);
        } else if b == b'"' || b == b'\'' {
            at += 1;
            while at < bytes.len() && bytes[at] != b && bytes[at] != b'\n' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if b.is_ascii_alphanumeric() || b == b'_' {
            let end = rest.bytes().position(|c| !(c.is_ascii_alphanumeric() || c == b'_')).unwrap_or(rest.len());
            out.push((at, &rest[..end]));
            at += end;
        } else {
            at += 1;
            while at < bytes.len() && !text.is_char_boundary(at) {
                at += 1;
            }
        }
        at = at.min(bytes.len());
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    out
}

/// The lines of a text that define macros.
fn macro_bodies(text: &str) -> String {
    let mut continued = false;
    let mut out = String::new();
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("define"));
        if directive || continued {
            out.push_str(line.trim_end_matches('\\'));
            out.push('\n');
            continued = line.ends_with('\\');
        }
    }
    out
}

/// Variables of the function that are mentioned where the tree has nothing; `None` when its flow cannot be followed at all.
pub(crate) fn untold(unit: &TranslationUnit, function: &Node) -> Option<FxHashSet<NodeId>> {
    let s = function.span;
    let text = &unit.sources.file(s.file)?.text;
    let text = text.get(s.start as usize..s.end as usize)?;
    let mut mentioned: FxHashMap<&str, FxHashSet<u32>> = FxHashMap::default();
    let mut variables: Vec<(&str, NodeId)> = Vec::new();
    let mut todo = vec![function];
    while let Some(node) = todo.pop() {
        match (&*node.kind, &node.name, &node.referenced) {
            ("RecoveryExpr", ..) => continue,
            ("VarDecl" | "ParmVarDecl", Some(name), _) => {
                mentioned.entry(name).or_default().insert(node.loc.start);
                variables.push((name, node.id));
            }
            ("DeclRefExpr", _, Some(target)) => {
                mentioned.entry(&target.name).or_default().insert(node.span.start);
            }
            _ => {}
        }
        todo.extend(&node.inner);
    }
    let mut missing: FxHashSet<&str> = FxHashSet::default();
    for (at, word) in words(text) {
        if matches!(word, "goto" | "asm" | "__asm__") {
            return None;
        }
        let position = s.start + at as u32;
        if !mentioned.get(word).is_some_and(|places| places.contains(&position)) {
            missing.insert(word);
        }
    }
    let definitions: Vec<String> = unit.sources.files().map(|f| macro_bodies(&f.text)).collect();
    missing.extend(definitions.iter().flat_map(|text| words(text)).map(|(_, word)| word));
    Some(variables.into_iter().filter(|(name, _)| missing.contains(name)).map(|(_, id)| id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_their_definitions() {
        let text = "int a;\n#define BUMP(x) \\\n  x, n++\nint b;\n # define M m\n";
        assert_eq!(macro_bodies(text), "#define BUMP(x) \n  x, n++\n # define M m\n");
    }

    #[test]
    fn words_of_a_text() {
        let text = "int n = 'x'; // n\n/* m */ k(\"n\\\"m\", n2); é n";
        let found: Vec<&str> = words(text).into_iter().map(|(_, w)| w).collect();
        assert_eq!(found, ["int", "n", "k", "n2", "n"]);
    }
}
