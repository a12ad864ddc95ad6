//! Parameters that are pointers to one object, as references to it: `void step(Bodies *b) { move<<<1, b->n>>>(b->pos);
//! }` in a file with `step(&bodies)` means what `void step(Bodies &b)` with `step(bodies)` means.
//!
//! Exact: the function does not change the pointer, whose value is the address of its target, and each call in the file
//! gives it the address of a variable. Callers that the file does not show give any pointer, as they may give any
//! reference. The rest of the analysis then needs no second way to name a variable ([`crate::callees`],
//! [`crate::references`]).

use crate::uses::variable;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wp_clang::{ClangMessage, Node, NodeId, TranslationUnit};
use wp_decls::{body, is_function, params, strip_casts, Decls};

/// The unit with such parameters as references; `None` if it has none.
pub(crate) fn as_references(decls: &Decls<'_>) -> Option<TranslationUnit> {
    if decls.unit.messages.iter().any(ClangMessage::drops_code) {
        return None;
    }
    let mut found = Pointers::default();
    found.find_candidates(&decls.unit.root);
    if found.params.is_empty() {
        return None;
    }
    loop {
        let before = found.params.len();
        found.check(decls, &decls.unit.root);
        if found.params.len() == before {
            break;
        }
    }
    found.find_addresses(decls, &decls.unit.root);
    if found.params.is_empty() || found.addresses.is_empty() {
        return None;
    }
    let mut unit = decls.unit.clone();
    found.rewrite(&mut unit.root);
    Some(unit)
}

#[derive(Default)]
struct Pointers {
    params: FxHashSet<NodeId>,
    /// The arguments for them.
    addresses: FxHashSet<NodeId>,
}

impl Pointers {
    fn find_candidates(&mut self, node: &Node) {
        let of_device = |a: &Node| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr");
        if &*node.kind == "FunctionDecl" && body(node).is_some() && !node.inner.iter().any(of_device) {
            let pointers = params(node).into_iter().filter(|p| referent(&p.ty).is_some());
            let pointers = pointers.filter(|p| p.desugared.is_none() || referent(&p.desugared).is_some());
            self.params.extend(pointers.map(|p| p.id));
        }
        node.inner.iter().for_each(|c| self.find_candidates(c));
    }

    /// The name of such a parameter in the expression that is its value.
    fn value<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let node = below_parentheses(node);
        let is_value = &*node.kind == "ImplicitCastExpr" && node.cast_kind.as_deref() == Some("LValueToRValue");
        let name = below_parentheses(node.inner.first().filter(|_| is_value)?);
        let named = name.referenced.as_ref().filter(|_| &*name.kind == "DeclRefExpr")?;
        self.params.contains(&named.id).then_some(name)
    }

    /// The name of the pointer `p` in `p->member` and `*p`.
    fn pointer<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let is_access = match &*node.kind {
            "MemberExpr" => node.flag("isArrow"),
            "UnaryOperator" => node.opcode.as_deref() == Some("*"),
            _ => false,
        };
        self.value(node.inner.first().filter(|_| is_access)?)
    }

    /// Drops the parameters that are used otherwise, or are given other values than addresses of variables.
    fn check(&mut self, decls: &Decls<'_>, node: &Node) {
        if self.value(node).is_some() {
            return;
        }
        if let Some(named) = &node.referenced {
            self.params.remove(&named.id);
        }
        for (param, arg) in arguments(decls, node) {
            if arg.is_none_or(|arg| object(arg).is_none() && self.value(arg).is_none()) {
                self.params.remove(&param.id);
            }
        }
        node.inner.iter().for_each(|c| self.check(decls, c));
    }

    fn find_addresses(&mut self, decls: &Decls<'_>, node: &Node) {
        let given = arguments(decls, node).into_iter().filter(|(param, _)| self.params.contains(&param.id));
        let given: Vec<NodeId> = given.filter_map(|(_, arg)| Some(arg?.id)).collect();
        self.addresses.extend(given);
        node.inner.iter().for_each(|c| self.find_addresses(decls, c));
    }

    fn rewrite(&self, node: &mut Node) {
        if self.params.contains(&node.id) {
            for ty in [&mut node.ty, &mut node.desugared] {
                *ty = referent(ty).map(|to| format!("{to}{}&", if to.ends_with('*') { "" } else { " " }).into());
            }
        }
        let is_given = self.addresses.contains(&node.id);
        let is_member = &*node.kind == "MemberExpr";
        match (self.pointer(node).map(as_target), self.value(node).map(as_target)) {
            (Some(target), _) if is_member => {
                node.flags.retain(|flag| &**flag != "isArrow");
                node.inner = vec![target];
            }
            (Some(target), _) => *node = target,
            (None, Some(target)) if is_given => *node = target,
            (None, Some(target)) => {
                (node.kind, node.opcode, node.cast_kind) = ("UnaryOperator".into(), Some("&".into()), None);
                node.inner = vec![target];
            }
            (None, None) => {
                if let Some(object) = object(node).filter(|_| is_given).cloned() {
                    *node = object;
                }
                node.inner.iter_mut().for_each(|c| self.rewrite(c));
            }
        }
    }
}

/// The name of a pointer as that of a reference.
fn as_target(name: &Node) -> Node {
    let of = |ty: &Option<Arc<str>>| referent(ty).map(Arc::from);
    Node { ty: of(&name.ty), desugared: of(&name.desugared), ..name.clone() }
}

/// The variable, or the part of one, whose address an argument is.
fn object(arg: &Node) -> Option<&Node> {
    let mut node = below_parentheses(arg);
    while &*node.kind == "ImplicitCastExpr" && node.cast_kind.as_deref() == Some("NoOp") {
        node = below_parentheses(node.inner.first()?);
    }
    let is_address = &*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("&");
    node.inner.first().filter(|object| is_address && variable(object).is_some()).map(below_parentheses)
}

fn below_parentheses(node: &Node) -> &Node {
    match (&*node.kind, &node.inner[..]) {
        ("ParenExpr", [inner]) => below_parentheses(inner),
        _ => node,
    }
}

/// The type that a pointer points to.
fn referent(ty: &Option<Arc<str>>) -> Option<&str> {
    let to = ty.as_deref()?.strip_suffix('*')?.trim_end();
    let is_plain = !to.contains(['(', '[', '&', '<']) && !to.contains("volatile") && to != "void" && to != "const void";
    Some(to).filter(|_| is_plain)
}

/// The parameters of the function that a plain call calls by its name, with their arguments.
fn arguments<'n, 'u>(decls: &Decls<'u>, call: &'n Node) -> Vec<(&'u Node, Option<&'n Node>)> {
    let callee = call.inner.first().filter(|_| &*call.kind == "CallExpr").map(strip_casts);
    let named = callee.and_then(|callee| callee.referenced.as_ref()).filter(|named| is_function(&named.kind));
    let function = named.and_then(|named| decls.definition(named));
    let params = function.map(params).unwrap_or_default();
    params.into_iter().enumerate().map(|(i, param)| (param, call.inner.get(i + 1))).collect()
}
