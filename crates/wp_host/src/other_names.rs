//! Names by which code reaches functions and variables in other ways than the tree shows.
//!
//! Over-approximate: every word of assembler code of the host counts, and every name where a macro may give its text.

use crate::macros::Macros;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::text::words;
use wp_decls::{is_function, is_of_device, Decls};

/// Names for the linker that several functions of the tree have, by their assembler names, and the words of assembler
/// code.
pub(crate) struct OtherNames {
    /// True if assembler code may hold any name.
    any: bool,
    names: FxHashSet<Arc<str>>,
}

/// The string literals of a text, joined where they follow each other; escape sequences are blanks.
fn literals(text: &str) -> String {
    let mut found = String::new();
    let (mut is_inside, mut chars) = (false, text.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' => is_inside = !is_inside,
            '\\' if is_inside => {
                chars.next();
                found.push(' ');
            }
            _ if is_inside => found.push(c),
            _ if c.is_whitespace() => {}
            _ => found.push(' '),
        }
    }
    found
}

impl OtherNames {
    /// The names in the code of a file.
    pub fn of(decls: &Decls<'_>) -> Self {
        let mut first: FxHashMap<Arc<str>, NodeId> = FxHashMap::default();
        let mut found = Self { any: false, names: FxHashSet::default() };
        let macros = Macros::of(decls.unit);
        let mut open = vec![&decls.unit.root];
        while let Some(node) = open.pop() {
            let name = node.extra.get("mangledName").filter(|_| is_function(&node.kind));
            if let Some(name) = name {
                let id = decls.first(node.id);
                if *first.entry(name.clone()).or_insert(id) != id {
                    found.names.insert(name.clone());
                }
            }
            if matches!(&*node.kind, "GCCAsmStmt" | "MSAsmStmt" | "FileScopeAsmDecl") {
                let text = decls.unit.sources.text(node.span);
                let is_plain = text.contains('"') && !text.contains("R\"");
                found.any |= !is_plain || words(text).into_iter().any(|(_, word)| macros.defines(word));
                let code = literals(text);
                let names = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
                found.names.extend(names.map(Arc::from));
            }
            // Code of the device alone reaches nothing of the host.
            let is_of_host = !is_of_device(node) || node.inner.iter().any(|a| &*a.kind == "CUDAHostAttr");
            open.extend(node.inner.iter().filter(|_| is_of_host));
        }
        found
    }

    /// True if a function or variable may be reached by such a name.
    pub fn include(&self, declaration: &Node) -> bool {
        let mut names = declaration.name.iter().chain(declaration.extra.get("mangledName"));
        self.any || names.any(|name| self.names.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_that_follow_each_other_are_one() {
        assert_eq!(
            literals(r#"asm("set:\n\tmovl $5, bo" "und" : "=r"(n))"#).replace("  ", " ").trim(),
            "set: movl $5, bound =r"
        );
    }
}
