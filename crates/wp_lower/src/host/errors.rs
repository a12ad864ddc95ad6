//! Functions with errors: the compiler leaves code that it does not understand out of its tree, assignments included.
//!
//! In such functions only variables are followed whose every mention in the text is in the tree. Comments and literals
//! do not count; a mention inside a macro does not match and excludes the variable, as does one in the definition of
//! any macro of the files.

use crate::text::words;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::{ClangSeverity, Node, NodeId, TranslationUnit};

/// True if the compiler reports an error inside of the function.
pub(crate) fn has_errors(unit: &TranslationUnit, function: &Node) -> bool {
    let s = function.span;
    unit.messages.iter().any(|m| {
        m.severity != ClangSeverity::Warning
            && (m.span.is_none() || (m.span.file == s.file && s.start <= m.span.start && m.span.start <= s.end))
    })
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

/// Variables of the function that are mentioned where the tree has nothing; `None` when its flow cannot be followed at
/// all.
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
}
