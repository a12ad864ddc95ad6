//! Functions with errors: the compiler leaves code that it does not understand out of its tree, assignments included.
//!
//! In such functions only variables are followed whose every mention in the text is in the tree. Comments and literals
//! do not count; a mention inside a macro does not match and excludes the variable, as does one in the definition of
//! a macro that the function uses. The same holds for functions of which all calls are to be known
//! ([`named_outside_tree`]).

use crate::macros::{definitions, Macros};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_base::FileId;
use wp_clang::{ClangMessage, Node, NodeId, TranslationUnit};
use wp_decls::text::words;
use wp_decls::{is_function, Decls, Layouts};

/// True if the compiler may have left code of a function out: it reports an error inside of the function, or the
/// function names an invalid declaration, whose uses it leaves out without a message.
pub(crate) fn has_errors(decls: &Decls<'_>, layouts: &Layouts, function: &Node) -> bool {
    let s = function.span;
    let is_inside = |m: &ClangMessage| {
        m.span.is_none() || (m.span.file == s.file && s.start <= m.span.start && m.span.start <= s.end)
    };
    decls.unit.messages.iter().any(|m| m.drops_code() && is_inside(m))
        || layouts.invalid.mention(function, &decls.unit.sources).is_some()
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
            // Clang reads `unknown::f(n);` as an invalid declaration of `n`.
            ("VarDecl", ..) if node.flag("isInvalid") => continue,
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
    let macros = Macros::of(unit);
    for (_, word) in words(text).into_iter().filter(|(_, word)| macros.defines(word)) {
        let (inside, pastes) = macros.expansion(word);
        if pastes {
            return None;
        }
        missing.extend(inside);
    }
    Some(variables.into_iter().filter(|(name, _)| missing.contains(name)).map(|(_, id)| id).collect())
}

/// The words of the files that the tree does not account for as a declaration of a function or a name in code that is
/// no template, so that code which was left out may name a function so; `None` where it may have put names together.
/// The instances of a template in the tree do not account for the names in it: another instance may have been left out.
pub(crate) fn named_outside_tree<'u>(decls: &Decls<'u>) -> Option<FxHashSet<&'u str>> {
    let mut places: FxHashSet<(FileId, u32, &str)> = FxHashSet::default();
    named_in(decls, &decls.unit.root, &mut places);
    let mut missing = FxHashSet::default();
    for (id, file) in decls.unit.own_files() {
        let is_missing = |(at, word): &(usize, &'u str)| !places.contains(&(id, *at as u32, *word));
        missing.extend(words(&file.text).into_iter().filter(is_missing).map(|(_, word)| word));
        if definitions(&file.text).iter().any(|(_, body)| body.contains("##")) {
            return None;
        }
    }
    Some(missing)
}

/// The places of names of functions, and of other names, in code of a tree that is no template.
fn named_in<'u>(decls: &Decls<'u>, node: &'u Node, places: &mut FxHashSet<(FileId, u32, &'u str)>) {
    let is_template = node.kind.ends_with("TemplateDecl") || &*node.kind == "ClassTemplatePartialSpecializationDecl";
    let is_invalid = &*node.kind == "VarDecl" && node.flag("isInvalid");
    if is_template
        || is_invalid
        || &*node.kind == "RecoveryExpr"
        || is_function(&node.kind) && decls.is_outside_of_its_template(node)
    {
        return;
    }
    match (&*node.kind, &node.name, &node.referenced) {
        (kind, Some(name), _) if is_function(kind) => _ = places.insert((node.loc.file, node.loc.start, name)),
        ("DeclRefExpr", _, Some(target)) => _ = places.insert((node.span.file, node.span.start, &target.name)),
        _ => {}
    }
    node.inner.iter().for_each(|c| named_in(decls, c, places));
}
