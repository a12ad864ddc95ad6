//! Mentions of kernels other than in launches that were read: tables of kernels, addresses of kernels, arguments of
//! functions. Such a kernel may be launched in ways that are not visible here.
//!
//! Over-approximate: a mention is every evaluated expression that names a kernel, unless it is of a launch that was
//! read or an argument of a function of the runtime that only asks about the kernel. The tree of a file without errors
//! has all of them. Operands of `sizeof` are not evaluated, and patterns of templates are executed in their instances
//! only. Branches that the preprocessor leaves out are no part of the program. Where the compiler reports an error, it
//! may have left expressions out of the tree; then the words of the text count too ([`super::dropped`]).

use crate::dropped;
use crate::forms::{asks_about_kernels, function_operand, is_library};
use crate::named::{Mention, Mentions, Named, Names, Part};
use rustc_hash::FxHashSet;
use wp_clang::{DeclRef, Node, NodeId};
use wp_decls::text::words;
use wp_decls::{callee_name, is_function, is_of_device, strip_casts, Decls, Layouts};

/// For each kernel that is mentioned elsewhere, a mention. `read`: the names of kernels in the launches that were read.
pub(super) fn elsewhere(decls: &Decls<'_>, layouts: &Layouts, read: &[Named], part: Part) -> Mentions {
    let mut names = Names::default();
    for kernel in decls.kernels.iter().chain(decls.declared_kernels()) {
        if let Some(name) = kernel.node.name.as_deref() {
            names.entry(name).or_default().push(kernel.node.id);
        }
    }
    let expressions = read.iter().map(|name| name.node).collect();
    let kernels = names.values().flatten().copied().collect();
    let mut search = Search { decls, part, names, kernels, read: expressions, found: Mentions::default() };
    search.children(&decls.unit.root, false);
    let Search { names, read: expressions, mut found, .. } = search;
    // Errors of the device's compilation in host code concern the tree of the host's compilation, if at all.
    if part == Part::Whole {
        for (kernel, span) in dropped::mentions(decls, layouts, &names, read, &expressions) {
            add(&mut found, kernel, Mention::at(span));
        }
    }
    found
}

fn add(found: &mut Mentions, kernel: NodeId, mention: Mention) {
    found.entry(kernel).and_modify(|known| *known = known.merge(mention)).or_insert(mention);
}

struct Search<'a, 'u> {
    decls: &'a Decls<'u>,
    part: Part,
    names: Names<'u>,
    kernels: FxHashSet<NodeId>,
    /// The expressions that name the kernels of the launches that were read.
    read: FxHashSet<NodeId>,
    found: Mentions,
}

impl Search<'_, '_> {
    /// Searches the children of a node. `given` is true in an argument of a function without a body.
    fn children(&mut self, node: &Node, given: bool) {
        let is_template = node.kind.ends_with("TemplateDecl") && &*node.kind != "TemplateTemplateParmDecl";
        for child in &node.inner {
            let is_instance = child.inner.iter().any(|c| &*c.kind == "TemplateArgument");
            let is_pattern = is_template && !is_instance || &*child.kind == "ClassTemplatePartialSpecializationDecl";
            // The body of a lambda is that of its call operator, of which a generic lambda has instances.
            let is_copy = &*node.kind == "LambdaExpr" && &*child.kind == "CompoundStmt";
            if !is_pattern && !is_copy {
                self.node(child, given);
            }
        }
    }

    fn node(&mut self, node: &Node, given: bool) {
        match &*node.kind {
            "UnaryExprOrTypeTraitExpr" | "CXXNoexceptExpr" | "StaticAssertDecl" => return,
            kind if is_function(kind) => {
                let is_other = self.part == Part::Device && !is_of_device(node);
                if is_other || self.decls.is_outside_of_its_template(node) {
                    return;
                }
            }
            "DeclRefExpr" | "MemberExpr" => {
                if let Some(target) = node.referenced.as_ref().filter(|_| !self.read.contains(&node.id)) {
                    let mention = Mention { span: node.span, only_given_to_unknown: given };
                    self.kernels_of(target).into_iter().for_each(|kernel| add(&mut self.found, kernel, mention));
                }
            }
            // The tree has no operands of assembler code.
            "GCCAsmStmt" | "MSAsmStmt" | "FileScopeAsmDecl" => {
                let text = self.decls.unit.sources.text(node.span);
                let named = words(text).into_iter().filter_map(|(_, word)| self.names.get(word)).flatten();
                named.for_each(|&kernel| add(&mut self.found, kernel, Mention::at(node.span)));
            }
            "CallExpr" => {
                let asks = asks_about_kernels(callee_name(node)) && is_library(self.decls, node);
                let leaves = !is_library(self.decls, node) && self.has_no_body(node);
                for (position, part) in node.inner.iter().enumerate() {
                    let is_kernel = position > 0 && self.names_kernel(function_operand(part));
                    if !(is_kernel && asks) {
                        self.node(part, is_kernel && leaves);
                    }
                }
                return;
            }
            _ => {}
        }
        self.children(node, given);
    }

    /// The kernels that a reference may be to.
    fn kernels_of(&self, target: &DeclRef) -> Vec<NodeId> {
        // Clang's tree gives no kind for the target of a member expression.
        if !target.kind.is_empty() && !is_function(&target.kind) {
            return Vec::new();
        }
        match self.decls.definition(target).or_else(|| self.decls.declared_kernel(target)) {
            Some(node) => Some(node.id).filter(|id| self.kernels.contains(id)).into_iter().collect(),
            None => {
                let may_be = self.decls.may_be_function(target.id);
                self.names.get(&*target.name).filter(|_| may_be).cloned().unwrap_or_default()
            }
        }
    }

    fn names_kernel(&self, node: &Node) -> bool {
        &*node.kind == "DeclRefExpr" && node.referenced.as_ref().is_some_and(|t| !self.kernels_of(t).is_empty())
    }

    /// True if a call is of a function of the file that is declared only.
    fn has_no_body(&self, call: &Node) -> bool {
        let target = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        target.is_some_and(|t| {
            &*t.kind == "FunctionDecl" && self.decls.definition(t).is_none() && !self.decls.may_be_defined(t)
        })
    }
}
