//! The kernel templates, the launches, and the calls that lead to launches, as the compiler's tree shows them. They are
//! compared with those that the source text shows (`wp_clang::Census`).
//!
//! Code of a template that depends on its parameters is a pattern; only instances are executed. A launch that occurs
//! only in patterns is never executed, or it is executed in an instance that the compiler dropped after an error: the
//! tree does not show which.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wp_base::{FileId, Span};
use wp_clang::{ClangSeverity, Node, NodeId};
use wp_decls::text::{blank, words};
use wp_decls::{body, is_function, Decls};

/// The arguments of a macro are read up to this number of bytes.
const MAX_ARGUMENT_BYTES: usize = 4096;

/// The kernels and launches in the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Launches, in the order of the source.
    pub launches: Vec<SeenLaunch>,
    /// Names in the source that lead to a launch of a kernel template, and for which the tree has no node. In a file
    /// with errors the compiler may have left out a call, and with it the instances that it makes.
    pub lost_calls: Vec<(Arc<str>, Span)>,
    /// Kernels that are declared and not defined.
    pub declared: Vec<Arc<str>>,
}

/// The launches at one place. A macro may expand to several launches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenLaunch {
    /// The place in the source.
    pub span: Span,
    /// The name of the launched kernel, if the source names one.
    pub name: Option<Arc<str>>,
    /// The number of launches.
    pub count: usize,
    /// The number of them that are not only in patterns.
    pub executed: usize,
}

/// The definition of a kernel that depends on parameters of a template.
pub(crate) struct Pattern<'u> {
    pub name: String,
    pub node: &'u Node,
}

/// Reads the tree. The second result is the definitions of kernel templates.
pub(crate) fn kernels_and_launches<'u>(decls: &Decls<'u>) -> (Seen, Vec<Pattern<'u>>) {
    let mut walk = Walk::new(decls);
    walk.children(&decls.unit.root, &Around { scope: String::new(), function: None, dependent: false });
    let mut launches: Vec<SeenLaunch> = Vec::new();
    for (span, functions) in std::mem::take(&mut walk.launches) {
        let most = |executed: bool| {
            let counts = functions.values().map(|ids| ids.values().filter(|e| !executed || **e).count());
            counts.max().unwrap_or(0)
        };
        let name = walk.launched.get(&span).cloned();
        launches.push(SeenLaunch { span, name, count: most(false), executed: most(true) });
    }
    launches.sort_by_key(|l| (l.span.file, l.span.start));
    let lost_calls = walk.lost_calls();
    let declared = decls.declared_kernels().map(|kernel| kernel.name.as_str().into()).collect();
    (Seen { launches, lost_calls, declared }, walk.patterns)
}

/// The constructs around a node.
#[derive(Clone)]
struct Around {
    scope: String,
    function: Option<NodeId>,
    dependent: bool,
}

struct Walk<'a, 'u> {
    decls: &'a Decls<'u>,
    patterns: Vec<Pattern<'u>>,
    /// Launches by place, function and id; true if the launch is not only in a pattern.
    launches: FxHashMap<Span, FxHashMap<Option<NodeId>, FxHashMap<NodeId, bool>>>,
    /// The name of the launched kernel, by place.
    launched: FxHashMap<Span, Arc<str>>,
    /// For each pattern of a function, its name and the names that its body uses.
    uses: Vec<(Arc<str>, FxHashSet<Arc<str>>)>,
    /// Functions with bodies: the span of the function, its name, and the span of the name.
    functions: Vec<(Span, Arc<str>, Span)>,
    /// Names that expressions outside of patterns use, with their places.
    resolved: Vec<(Arc<str>, Span)>,
}

impl<'a, 'u> Walk<'a, 'u> {
    fn new(decls: &'a Decls<'u>) -> Self {
        Self {
            decls,
            patterns: Vec::new(),
            launches: FxHashMap::default(),
            launched: FxHashMap::default(),
            uses: Vec::new(),
            functions: Vec::new(),
            resolved: Vec::new(),
        }
    }

    fn children(&mut self, node: &'u Node, around: &Around) {
        for child in &node.inner {
            let is_template = node.kind.ends_with("TemplateDecl") && &*node.kind != "TemplateTemplateParmDecl";
            let is_instance = child.inner.iter().any(|c| &*c.kind == "TemplateArgument");
            let partial = &*child.kind == "ClassTemplatePartialSpecializationDecl";
            let dependent = around.dependent || partial || is_template && !is_instance;
            self.node(child, &Around { dependent, ..around.clone() });
        }
    }

    fn node(&mut self, node: &'u Node, around: &Around) {
        let mut inner = around.clone();
        match &*node.kind {
            "NamespaceDecl" | "CXXRecordDecl" | "ClassTemplateSpecializationDecl" => {
                if let Some(name) = &node.name {
                    inner.scope = format!("{}{name}::", around.scope);
                }
            }
            kind if is_function(kind) => {
                inner.dependent |= self.decls.is_outside_of_its_template(node);
                inner.function = Some(node.id);
                self.function(node, &inner);
            }
            "DeclRefExpr" | "MemberExpr" if !around.dependent => {
                let name = node.referenced.as_ref().map(|target| &target.name).or(node.name.as_ref());
                self.resolved.extend(name.map(|name| (name.clone(), node.span)));
            }
            // The count of the source knows calls of launching functions by their names.
            _ if wp_decls::is_launch(node) || node.extra.contains_key(wp_clang::OWN_FUNCTION) => {
                let callee = node.inner.first().map(wp_decls::strip_casts);
                let unresolved = callee.is_some_and(|c| c.kind.contains("Unresolved") || c.kind.contains("Dependent"));
                let executed = !around.dependent && !unresolved && node.type_str() != "<dependent type>";
                let here = self.launches.entry(node.span).or_default().entry(around.function).or_default();
                *here.entry(node.id).or_default() |= executed;
                let name = callee.and_then(|c| c.referenced.as_ref().map(|target| &target.name).or(c.name.as_ref()));
                if let Some(name) = name {
                    self.launched.insert(node.span, name.clone());
                }
            }
            _ => {}
        }
        self.children(node, &inner);
    }

    fn function(&mut self, node: &'u Node, around: &Around) {
        let (Some(code), Some(name)) = (body(node), &node.name) else { return };
        self.functions.push((node.span, name.clone(), node.loc));
        if !around.dependent {
            return;
        }
        let is_kernel = node.inner.iter().any(|c| matches!(&*c.kind, "CUDAGlobalAttr" | "OpenCLKernelAttr"));
        if is_kernel {
            self.patterns.push(Pattern { name: format!("{}{name}", around.scope), node });
        }
        let mut used = FxHashSet::default();
        names(code, &mut used);
        self.uses.push((name.clone(), used));
    }

    /// The span of a name. If the name comes from a macro, it is the span of the macro with its arguments, because the
    /// tree has no places inside of these.
    fn with_arguments(&self, name: &str, span: Span) -> Span {
        let unit = self.decls.unit;
        let Some(file) = unit.sources.file(span.file) else { return span };
        let spelled = Span { end: span.end.max(span.start + name.len() as u32), ..span };
        if words(unit.sources.text(spelled)).iter().any(|(_, word)| *word == name) {
            return span;
        }
        let rest = file.text.get(span.start as usize..).unwrap_or_default();
        let near = (0..=MAX_ARGUMENT_BYTES.min(rest.len())).rev().find_map(|end| rest.get(..end)).unwrap_or_default();
        let rest = blank(near);
        let mut depth = 0usize;
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth <= 1 => return Span { end: span.end.max(span.start + at as u32), ..span },
                b')' => depth -= 1,
                b';' | b'{' if depth == 0 => break,
                _ => {}
            }
        }
        span
    }

    /// The names that lead to a launch of a kernel template and for which the tree has no node (see
    /// [`Seen::lost_calls`]).
    fn lost_calls(&self) -> Vec<(Arc<str>, Span)> {
        let unit = self.decls.unit;
        if !unit.messages.iter().any(|m| m.severity != ClangSeverity::Warning) {
            return Vec::new();
        }
        let mut leading: FxHashSet<Arc<str>> = self.patterns.iter().filter_map(|p| p.node.name.clone()).collect();
        loop {
            let before = leading.len();
            for (name, used) in &self.uses {
                if !used.is_disjoint(&leading) {
                    leading.insert(name.clone());
                }
            }
            if leading.len() == before {
                break;
            }
        }
        let mut resolved: FxHashMap<FileId, Vec<(&str, Span)>> = FxHashMap::default();
        let own = self.functions.iter().map(|(_, name, loc)| (name, loc));
        for (name, span) in self.resolved.iter().map(|(name, span)| (name, span)).chain(own) {
            if leading.contains(name) {
                resolved.entry(span.file).or_default().push((name, self.with_arguments(name, *span)));
            }
        }
        let mut lost: Vec<(Arc<str>, Span)> = Vec::new();
        for &(whole, ..) in &self.functions {
            let text = unit.sources.text(whole);
            for (at, word) in words(text) {
                let Some(name) = leading.get(word) else { continue };
                let start = whole.start + at as u32;
                let span = Span { file: whole.file, start, end: start + word.len() as u32 };
                let known = |(n, s): &(&str, Span)| *n == word && s.start <= start && start < s.end;
                let is_told = resolved.get(&whole.file).is_some_and(|r| r.iter().any(known));
                if !is_told && !lost.iter().any(|(_, s)| *s == span) {
                    lost.push((name.clone(), span));
                }
            }
        }
        lost.sort_by_key(|(_, span)| (span.file, span.start));
        lost
    }
}

/// The names that an expression or statement uses, resolved or not.
fn names(node: &Node, out: &mut FxHashSet<Arc<str>>) {
    if node.kind.ends_with("Expr") {
        out.extend(node.name.clone());
        out.extend(node.referenced.as_ref().map(|target| target.name.clone()));
    }
    node.inner.iter().for_each(|c| names(c, out));
}
