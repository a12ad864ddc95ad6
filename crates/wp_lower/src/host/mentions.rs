//! Mentions of kernels other than in launches that were read: tables of kernels, arguments of functions, macros, and
//! statements that the compiler left out. Such a kernel may be launched in ways that nobody sees here.
//!
//! Over-approximate: every occurrence of a kernel's name as a word of the text is a mention, unless the tree says that it is a
//! declaration, the name of something else, a launch that was read, or an argument of a function of the runtime that only asks
//! about the kernel.

use crate::decls::{is_function, Decls};
use crate::host::errors::words;
use crate::host::uses::{callee_name, is_launch_function};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use wp_base::Span;
use wp_clang::{DeclRef, Node, NodeId};

/// For each kernel that is mentioned elsewhere, where. `read`: the names of kernels in the launches that were read.
pub(super) fn elsewhere(decls: &Decls<'_>, read: &[Span]) -> FxHashMap<NodeId, Span> {
    let mut mentions = Mentions { decls, names: FxHashMap::default(), told: FxHashSet::default() };
    for kernel in &decls.kernels {
        if let Some(name) = kernel.node.name.as_deref() {
            mentions.names.entry(name).or_default().push(kernel.node.id);
        }
    }
    for &span in read {
        mentions.tell(span, None);
    }
    mentions.tree(&decls.unit.root);
    let mut found = FxHashMap::default();
    let own = |path: &Path| !path.starts_with(&decls.unit.prelude_folder);
    for (id, file) in decls.unit.sources.numbered().filter(|(_, file)| own(&file.path)) {
        for (at, word) in words(&file.text) {
            let Some(kernels) = mentions.names.get(word) else { continue };
            let span = Span { file: id, start: at as u32, end: (at + word.len()) as u32 };
            if !mentions.told.contains(&(span.file, span.start)) {
                for &kernel in kernels {
                    found.entry(kernel).or_insert(span);
                }
            }
        }
    }
    found
}

struct Mentions<'a, 'u> {
    decls: &'a Decls<'u>,
    names: FxHashMap<&'u str, Vec<NodeId>>,
    /// Where words stand that are no mentions.
    told: FxHashSet<(wp_base::FileId, u32)>,
}

impl<'u> Mentions<'_, 'u> {
    /// The words of a piece of text that are a name (or any of the names) are no mentions.
    fn tell(&mut self, span: Span, name: Option<&str>) {
        let Some(file) = self.decls.unit.sources.file(span.file) else { return };
        let Some(text) = file.text.get(span.start as usize..span.end as usize) else { return };
        for (at, word) in words(text) {
            if name.map_or_else(|| self.names.contains_key(word), |name| name == word) {
                self.told.insert((span.file, span.start + at as u32));
            }
        }
    }

    fn tree(&mut self, node: &Node) {
        let named = node.name.as_deref().filter(|n| self.names.contains_key(n));
        if let (Some(name), true) = (named, node.kind.ends_with("Decl")) {
            let at = Span { end: node.loc.start + name.len() as u32, ..node.loc };
            self.tell(at, Some(name));
        }
        match (&*node.kind, &node.referenced) {
            ("DeclRefExpr", Some(target)) if self.names.contains_key(&*target.name) && self.is_other(target) => {
                self.tell(node.span, Some(&target.name));
            }
            // The name stands last.
            ("MemberExpr", _) => {
                if let Some(name) = named {
                    let start = node.span.end.saturating_sub(name.len() as u32).max(node.span.start);
                    self.tell(Span { start, ..node.span }, Some(name));
                }
            }
            ("CallExpr", _) if asks_about(callee_name(node)) => {
                node.inner.iter().skip(1).for_each(|arg| self.tell(arg.span, None));
            }
            _ => {}
        }
        node.inner.iter().for_each(|c| self.tree(c));
    }

    /// Whether a name is certainly not that of a kernel.
    fn is_other(&self, target: &DeclRef) -> bool {
        let kernels = &self.names[&*target.name];
        match self.decls.definition(target) {
            Some(definition) => !kernels.contains(&definition.id),
            None => !is_function(&target.kind),
        }
    }
}

/// Functions of the runtime that are given kernels and do not launch them.
fn asks_about(name: &str) -> bool {
    let start = ["cudaFuncGet", "cudaFuncSet", "cudaOccupancy"].iter().any(|s| name.starts_with(s));
    start && !is_launch_function(name)
}
