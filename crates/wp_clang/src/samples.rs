//! Functions of the samples' helper headers (`helper_math.h`), which the prelude declares although no header is included:
//! many kernels are given without the headers that they need.
//!
//! A function of the file with such a name may lose against the prelude's in overload resolution. So a file that declares
//! one is parsed without the samples' functions, too, and that tree counts unless it has more errors.

use crate::ast::{Node, TranslationUnit};
use std::collections::BTreeSet;

/// The header of the prelude that declares them.
const HEADER: &str = "cuda_vector_math.h";

/// True if the file declares functions with names of the samples' functions.
pub(crate) fn are_overloaded(unit: &TranslationUnit) -> bool {
    let is_header = |file| unit.sources.file(file).is_some_and(|f| f.path.ends_with(HEADER));
    let mut names = BTreeSet::new();
    functions(&unit.prelude, &mut |function| {
        if is_header(function.loc.file) {
            names.extend(function.name.clone());
        }
    });
    let mut found = false;
    functions(&unit.root, &mut |function| found |= function.name.as_ref().is_some_and(|name| names.contains(name)));
    found
}

/// Calls `f` for the functions and templates of functions in namespaces.
fn functions<'n>(node: &'n Node, f: &mut dyn FnMut(&'n Node)) {
    for child in &node.inner {
        match &*child.kind {
            "FunctionDecl" | "FunctionTemplateDecl" => f(child),
            "NamespaceDecl" | "LinkageSpecDecl" => functions(child, f),
            _ => {}
        }
    }
}
