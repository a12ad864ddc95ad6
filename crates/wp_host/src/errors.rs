//! Functions with errors: the compiler leaves code that it does not understand out of its tree, assignments included.
//!
//! In such functions only variables are followed whose every mention in the text is in the tree. Comments and literals
//! do not count; a mention inside a macro does not match and excludes the variable, as does one in the definition of
//! any macro of the files.

use crate::macros::definitions;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::{Node, NodeId, TranslationUnit};
use wp_decls::text::words;

/// True if the compiler reports an error inside of the function.
pub(crate) fn has_errors(unit: &TranslationUnit, function: &Node) -> bool {
    let s = function.span;
    unit.messages.iter().any(|m| {
        m.drops_code()
            && (m.span.is_none() || (m.span.file == s.file && s.start <= m.span.start && m.span.start <= s.end))
    })
}

/// Variables of the function that are mentioned where the tree has nothing; `None` when its flow cannot be followed at
/// all.
pub(crate) fn mentioned_outside_tree(unit: &TranslationUnit, function: &Node) -> Option<FxHashSet<NodeId>> {
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
    let definitions: Vec<(String, String)> = unit.sources.files().flat_map(|f| definitions(&f.text)).collect();
    missing.extend(definitions.iter().flat_map(|(_, body)| words(body)).map(|(_, word)| word));
    Some(variables.into_iter().filter(|(name, _)| missing.contains(name)).map(|(_, id)| id).collect())
}
