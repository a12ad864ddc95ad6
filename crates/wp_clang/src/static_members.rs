//! Static data members of the prelude's classes (`std::is_same<T, U>::value`) and its templates of variables.
//!
//! Clang prints an instance beside its template, and the tree of a file does not contain the prelude. So a reference to
//! such a variable names a declaration that is not in the tree, and the name alone does not tell the class. A file with
//! such a reference is parsed again with these classes as text of its own (`prelude/cuda_traits.h`). So is a file with
//! objects of an instance of a class of [`CLASSES`], whose layout and functions the tree has to show.

use crate::ast::{Node, NodeId, TranslationUnit};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Templates of classes with members, in the part of the prelude that may be text of the file.
const CLASSES: [&str; 1] = ["pair"];

const VARIABLES: [&str; 2] = ["VarDecl", "VarTemplateSpecializationDecl"];

/// True if the file names a variable of a class or a template of the prelude whose declaration the tree lacks.
pub(crate) fn are_named(unit: &TranslationUnit) -> bool {
    let mut names = FxHashSet::default();
    note_names(&unit.prelude, false, &mut names);
    if names.is_empty() {
        return false;
    }
    if has_object(&unit.root) {
        return true;
    }
    let mut found = Found { names: &names, declared: FxHashSet::default(), named: Vec::new() };
    found.note(&unit.root);
    found.named.iter().any(|id| !found.declared.contains(id))
}

/// The names of variables in classes, and of templates of variables.
fn note_names(node: &Node, inside: bool, names: &mut FxHashSet<Arc<str>>) {
    for child in &node.inner {
        match &*child.kind {
            "VarDecl" if inside => names.extend(child.name.clone()),
            "NamespaceDecl" | "LinkageSpecDecl" => note_names(child, false, names),
            "ClassTemplateDecl"
            | "CXXRecordDecl"
            | "ClassTemplateSpecializationDecl"
            | "ClassTemplatePartialSpecializationDecl"
            | "VarTemplateDecl" => note_names(child, true, names),
            _ => {}
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True if a declaration has the type of an instance of one of the classes.
fn has_object(node: &Node) -> bool {
    let ty = node.type_str();
    let names = |class: &&str| ty.match_indices(&format!("{class}<")).any(|(at, _)| !ty[..at].ends_with(is_word));
    let is_object = matches!(&*node.kind, "VarDecl" | "ParmVarDecl" | "FieldDecl") && CLASSES.iter().any(names);
    is_object || node.inner.iter().any(has_object)
}

struct Found<'a> {
    names: &'a FxHashSet<Arc<str>>,
    declared: FxHashSet<NodeId>,
    named: Vec<NodeId>,
}

impl Found<'_> {
    fn note(&mut self, node: &Node) {
        if VARIABLES.contains(&&*node.kind) && node.name.as_ref().is_some_and(|name| self.names.contains(name)) {
            self.declared.insert(node.id);
        }
        let target = node.referenced.as_ref().filter(|t| VARIABLES.contains(&&*t.kind) && self.names.contains(&t.name));
        self.named.extend(target.map(|t| t.id));
        node.inner.iter().for_each(|child| self.note(child));
    }
}
