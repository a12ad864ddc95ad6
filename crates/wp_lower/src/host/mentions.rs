//! Mentions of kernels other than in launches that were read: tables of kernels, arguments of functions, macros, and
//! statements that the compiler left out. Such a kernel may be launched in ways that are not visible here.
//!
//! Over-approximate: every occurrence of a kernel's name as a word of the text is a mention, unless the tree says that
//! it is a declaration, the name of something else, a launch that was read, or an argument of a function of the runtime
//! that only asks about the kernel. So is a name that the preprocessor puts together; where the compiler leaves things
//! out, that may be any.

use crate::decls::{body, is_function, Decls};
use crate::host::calls::is_library;
use crate::host::uses::callee_name;
use crate::host::wrappers::asks_about_kernels;
use crate::scan::strip_casts;
use crate::text::{blank, words};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use wp_base::Span;
use wp_clang::{ClangSeverity, DeclRef, Node, NodeId, TranslationUnit};

/// A place that names a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    /// Where; in the argument of a macro the name of the macro.
    span: Span,
    /// The expression.
    node: NodeId,
}

impl Named {
    /// The place of an expression that names a kernel.
    pub fn by(node: &Node) -> Self {
        Named { span: node.span, node: node.id }
    }
}

/// For each kernel that is mentioned elsewhere, where. `read`: the names of kernels in the launches that were read.
pub(super) fn elsewhere(decls: &Decls<'_>, read: &[Named]) -> FxHashMap<NodeId, Span> {
    let mut mentions = Mentions {
        decls,
        names: FxHashMap::default(),
        told: FxHashSet::default(),
        pasted: FxHashMap::default(),
        read: read.iter().map(|name| name.node).collect(),
        in_macros: FxHashMap::default(),
    };
    let kernels: Vec<&Node> = decls.kernels.iter().chain(decls.declared_kernels()).map(|kernel| kernel.node).collect();
    for kernel in &kernels {
        if let Some(name) = kernel.name.as_deref() {
            mentions.names.entry(name).or_default().push(kernel.id);
        }
    }
    for name in read {
        mentions.tell(name.span, None);
    }
    mentions.tree(&decls.unit.root);
    mentions.tell_in_macros();
    if let Some(at) = first_error(decls.unit).filter(|_| pastes(decls.unit)) {
        return kernels.iter().map(|kernel| (kernel.id, at)).collect();
    }
    let mut found = std::mem::take(&mut mentions.pasted);
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
    /// The places of words that are no mentions.
    told: FxHashSet<(wp_base::FileId, u32)>,
    /// The expressions that name the kernels of the launches that were read.
    read: FxHashSet<NodeId>,
    /// Where macros name kernels, and the kernel's name there; whether all expressions of the macro that do are of
    /// launches that were read.
    in_macros: FxHashMap<(Span, &'u str), bool>,
    /// Kernels whose names are not spelled where they are used.
    pasted: FxHashMap<NodeId, Span>,
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
            ("DeclRefExpr", Some(target)) => {
                let entry =
                    self.names.get_key_value(&*target.name).filter(|_| !self.is_spelled(node.span, &target.name));
                if let Some((&name, kernels)) = entry {
                    let is_read = self.read.contains(&node.id);
                    if !is_read {
                        self.pasted.extend(kernels.iter().map(|&kernel| (kernel, node.span)));
                    }
                    *self.in_macros.entry((node.span, name)).or_insert(true) &= is_read;
                }
            }
            // The name stands last.
            ("MemberExpr", _) => {
                if let Some(name) = named {
                    let start = node.span.end.saturating_sub(name.len() as u32).max(node.span.start);
                    self.tell(Span { start, ..node.span }, Some(name));
                }
            }
            ("FunctionTemplateDecl", _) if self.instances_are_all(node) => {
                node.inner
                    .iter()
                    .filter(|c| is_function(&c.kind))
                    .take(1)
                    .for_each(|pattern| self.launches_of(pattern));
            }
            ("CallExpr", _) if self.asks_about(node) => {
                let names = node.inner.iter().skip(1).filter(|arg| &*strip_casts(arg).kind == "DeclRefExpr");
                names.for_each(|arg| self.tell(arg.span, None));
            }
            _ => {}
        }
        node.inner.iter().for_each(|c| self.tree(c));
    }

    /// Whether all that a template of functions does in this file is what its instances do: a launch that none of them
    /// has stands in a branch that each discards.
    fn instances_are_all(&self, template: &Node) -> bool {
        let is_instance = |f: &&Node| f.inner.iter().any(|c| &*c.kind == "TemplateArgument") && body(f).is_some();
        let instances = template.inner.iter().filter(|f| is_function(&f.kind)).filter(is_instance);
        instances.count() > 0 && first_error(self.decls.unit).is_none()
    }

    /// The launches of a template's pattern are no mentions: its instances have those that are made.
    fn launches_of(&mut self, node: &Node) {
        if let ("CUDAKernelCallExpr", Some(callee)) = (&*node.kind, node.inner.first()) {
            self.tell(callee.span, None);
            self.read.insert(strip_casts(callee).id);
        }
        node.inner.iter().for_each(|c| self.launches_of(c));
    }

    /// Whether a name is certainly not that of a kernel.
    fn is_other(&self, target: &DeclRef) -> bool {
        let kernels = &self.names[&*target.name];
        match self.decls.definition(target) {
            Some(definition) => !kernels.contains(&definition.id),
            None => !is_function(&target.kind),
        }
    }

    /// `CHECK(kernel<<<1, 64>>>(a))`: where all that a macro names a kernel for are launches that were read, the name
    /// in its arguments is no mention. It stands there once, so that no statement that the compiler left out has it.
    fn tell_in_macros(&mut self) {
        for ((span, name), all_read) in std::mem::take(&mut self.in_macros) {
            let Some(file) = self.decls.unit.sources.file(span.file).filter(|_| all_read) else { continue };
            let Some(text) = file.text.get(span.start as usize..) else { continue };
            let arguments = &text[..end_of_arguments(text)];
            let found: Vec<usize> =
                words(arguments).into_iter().filter(|(_, w)| *w == name).map(|(at, _)| at).collect();
            if let [at] = found[..] {
                self.told.insert((span.file, span.start + at as u32));
            }
        }
    }

    /// Whether a name stands in a piece of text.
    fn is_spelled(&self, span: Span, name: &str) -> bool {
        let text = self.decls.unit.sources.file(span.file).map_or("", |file| &file.text);
        let text = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        words(text).iter().any(|(_, word)| *word == name)
    }

    /// True if a call is one of a function of the runtime that is given kernels and does not launch them.
    fn asks_about(&self, call: &Node) -> bool {
        asks_about_kernels(callee_name(call)) && is_library(self.decls, call)
    }
}

fn first_error(unit: &TranslationUnit) -> Option<Span> {
    unit.messages.iter().find(|m| m.severity != ClangSeverity::Warning).map(|m| m.span)
}

/// True if a macro of the file may put names together.
fn pastes(unit: &TranslationUnit) -> bool {
    let own = |path: &Path| !path.starts_with(&unit.prelude_folder);
    unit.sources.files().any(|file| own(&file.path) && file.text.contains("##"))
}

/// Where the arguments of a macro end whose name a text begins with; 0 where it has none.
fn end_of_arguments(text: &str) -> usize {
    let named = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let opened = text.len() - text[named..].trim_start().len();
    if !text[opened..].starts_with('(') {
        return 0;
    }
    // Far more than any launch takes: what is longer is left to be a mention.
    let mut end = text.len().min(opened + LONGEST_ARGUMENTS);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut depth = 0;
    for (at, c) in blank(&text[opened..end]).char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return opened + at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    0
}

/// Bytes in the arguments of a macro that are looked through.
const LONGEST_ARGUMENTS: usize = 10_000;
