//! Global variables of host code that only ever hold a few constants.
//!
//! Input: the whole tree. Output: the globals of which every write in the file is an assignment of a constant and whose
//! address goes nowhere, with the constants, and the functions that assign them on every way through. A read gives the
//! constant where there is one; else one of the constants. Once a global is assigned, it never holds its initial value
//! again: the globals that have certainly been assigned are in [`State::assigned`], which only grows. Over-approximate:
//! a global that a function assigns under a condition, in a loop or behind a `return` does not count as assigned.
//!
//! A static member of a class is no such global: it is also assigned as a member of an object, by names that this file
//! does not follow.
//!
//! A global that other files can name counts where the file has `main` and no header of its own declares it, unless
//! another file of the check may change it ([`Changed`]): that files which are not given do not is part of the
//! assumption `launch-site`. A file with errors may have assignments that are not
//! in the tree: there is no such global then, nor in a file with effects that the tree does not show.

use crate::callees::Callees;
use crate::forms::{calls_nothing, link_name, may_be_replaced};
use crate::global_values::{Global, Globals};
use crate::hidden_effects::hides_effects;
use crate::other_names::OtherNames;
use crate::state::{Flow, State};
use crate::unseen::{declares_new, functions_of_c, launches_unordered, replacement, ALLOCATION, UNORDERED};
use crate::uses::{uses, variable, Use};
use crate::value::{Expr, Int, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_clang::{ClangMessage, Node, NodeId};
use wp_decls::{body, is_function, strip, strip_casts, Decls};
use wp_kir::{BinOp, Type};

wp_base::limits! {
    /// Constants that a global may hold, at most.
    const MAX_VALUES: usize = 4;
}

/// Names for the linker of the variables that other files of the check may change, and of the functions that they may
/// call.
pub type Changed = BTreeSet<Arc<str>>;

/// The globals of a file. `changed`: names for the linker of those that other files may change; `others`: names by which
/// code of this file may change them otherwise.
pub(super) fn find(flow: &mut Flow<'_, '_>, functions: &[&Node], changed: &Changed, others: &OtherNames) -> Globals {
    let decls = flow.decls;
    let mut globals = Globals::default();
    if decls.unit.messages.iter().any(ClangMessage::drops_code) || hides_effects(&decls.unit.root) {
        return globals;
    }
    let has_main = functions.iter().any(|f| f.name.as_deref() == Some("main"));
    let mut candidates = Vec::new();
    let mut declared: FxHashMap<&str, usize> = FxHashMap::default();
    namespace_scope(&decls.unit.root, &mut |node| {
        *declared.entry(node.name.as_deref().unwrap_or("")).or_default() += 1;
        candidates.push(node);
    });
    for node in candidates {
        let alone = declared[node.name.as_deref().unwrap_or("")] == 1;
        let is_local = node.extra.get("storageClass").is_some_and(|s| &**s == "static");
        let of_device = node.inner.iter().any(|a| a.kind.starts_with("CUDA"));
        let q = decls.qtype(node.type_str());
        let ty = q.ty.scalar().filter(|ty| (ty.is_int() || *ty == Type::Bool) && !q.is_const && !q.is_volatile);
        let init = node.inner.iter().find(|c| !c.kind.ends_with("Attr"));
        let initial = match init {
            None if node.extra.contains_key("storageClass") && !is_local => None,
            None => Some(0),
            Some(init) => constant(flow, init),
        };
        let external = link_name(node);
        let is_changed = external.as_ref().is_some_and(|name| changed.contains(name));
        let is_own = alone && !may_be_replaced(node) && !decls.is_prelude(node);
        let plain = is_own && !of_device && (is_local || has_main) && !is_changed && !others.include(node);
        if let (true, Some(ty), Some(initial)) = (plain, ty, initial) {
            globals.of.insert(decls.first(node.id), Global { external, ty, initial, written: BTreeSet::new() });
        }
    }
    if globals.of.is_empty() {
        return globals;
    }
    let mut writes: FxHashMap<NodeId, usize> = FxHashMap::default();
    uses(&Callees::default(), &decls.unit.root, &mut |v, u| match u {
        Use::Read => {}
        Use::Write => *writes.entry(decls.first(v)).or_default() += 1,
        Use::Listed | Use::Lent | Use::Escape => drop(globals.of.remove(&decls.first(v))),
    });
    let mut read = Vec::new();
    assignments(&decls.unit.root, &mut |v, value| {
        let v = decls.first(v);
        if globals.of.contains_key(&v) {
            read.push((v, value));
        }
    });
    for (v, value) in read {
        let Some(global) = globals.of.get_mut(&v) else { continue };
        match constant(flow, value) {
            Some(value) => {
                global.written.insert(value);
                *writes.entry(v).or_default() -= 1;
            }
            None => drop(globals.of.remove(&v)),
        }
    }
    globals.of.retain(|v, g| writes.get(v).is_none_or(|left| *left == 0) && g.written.len() < MAX_VALUES.get());
    globals.find_setters(flow, functions);
    globals
}

/// Names for the linker of the variables of other files that a unit may change, in a unit with errors of all that it
/// declares, and of the functions that it declares without a body.
pub(super) fn changed_by(decls: &Decls<'_>) -> Changed {
    let mut names: FxHashMap<NodeId, Arc<str>> = FxHashMap::default();
    let mut changed = Changed::new();
    changed.extend(declares_new(&decls.unit.root, true).then(|| ALLOCATION.into()));
    changed.extend(functions_of_c(decls).iter().map(|name| replacement(name)));
    changed.extend(launches_unordered(&decls.unit.root).then(|| UNORDERED.into()));
    let mut open = vec![&decls.unit.root];
    while let Some(node) = open.pop() {
        match (link_name(node), &*node.kind) {
            (Some(name), "VarDecl") => drop(names.insert(decls.first(node.id), name)),
            (Some(name), kind) if is_function(kind) && body(node).is_none() => drop(changed.insert(name)),
            _ => {}
        }
        open.extend(&node.inner);
    }
    if decls.unit.messages.iter().any(ClangMessage::drops_code) {
        changed.extend(names.into_values());
        return changed;
    }
    uses(&Callees::default(), &decls.unit.root, &mut |v, used| {
        if used.may_change() || used == Use::Listed {
            changed.extend(names.get(&decls.first(v)).cloned());
        }
    });
    changed
}

/// Variables of namespace scope. What is declared elsewhere, as a static member is in its class, is left out.
fn namespace_scope<'u>(node: &'u Node, f: &mut dyn FnMut(&'u Node)) {
    for child in &node.inner {
        match &*child.kind {
            "VarDecl" if !child.extra.contains_key("parentDeclContextId") => f(child),
            "NamespaceDecl" | "LinkageSpecDecl" => namespace_scope(child, f),
            _ => {}
        }
    }
}

/// `variable = value`, as an expression of its own or part of one.
fn assignments<'u>(node: &'u Node, f: &mut dyn FnMut(NodeId, &'u Node)) {
    if let Some((v, value)) = assignment(node) {
        f(v, value);
    }
    node.inner.iter().for_each(|c| assignments(c, f));
}

fn assignment(node: &Node) -> Option<(NodeId, &Node)> {
    let is_assignment = &*node.kind == "BinaryOperator" && node.opcode.as_deref() == Some("=");
    let [target, value] = &node.inner[..] else { return None };
    let target = strip(target);
    let whole = is_assignment && &*target.kind == "DeclRefExpr";
    Some((variable(target).filter(|_| whole)?, value))
}

fn constant(flow: &mut Flow<'_, '_>, node: &Node) -> Option<i128> {
    match calls_nothing(node).then(|| flow.eval(&mut State::default(), node)) {
        Some(Value::Int(e)) => e.constant(),
        _ => None,
    }
}

impl Globals {
    /// The names for the linker of the globals that other files can name.
    pub(super) fn external(&self) -> BTreeSet<Arc<str>> {
        self.of.values().filter_map(|global| global.external.clone()).collect()
    }

    /// Finds the globals that functions certainly assign. A caller certainly assigns what a function that it always
    /// calls assigns.
    fn find_setters(&mut self, flow: &Flow<'_, '_>, functions: &[&Node]) {
        loop {
            let mut grown = false;
            for function in functions {
                let mut found = BTreeSet::new();
                let code = body(function).filter(|b| &*b.kind == "CompoundStmt" && !may_be_replaced(function));
                for statement in code.iter().flat_map(|b| &b.inner) {
                    if may_leave(statement) {
                        break;
                    }
                    found.extend(self.assigned_for_sure(flow, statement));
                }
                if !found.is_empty() && self.assigned_by.get(&function.id) != Some(&found) {
                    self.assigned_by.insert(function.id, found);
                    grown = true;
                }
            }
            if !grown {
                return;
            }
        }
    }

    /// The globals that a statement assigns whenever it is executed to its end.
    pub(super) fn assigned_for_sure(&self, flow: &Flow<'_, '_>, statement: &Node) -> BTreeSet<NodeId> {
        let node = strip_casts(statement);
        let own = assignment(node).map(|(v, _)| flow.decls.first(v)).filter(|v| self.of.contains_key(v));
        let callee = node.inner.first().filter(|_| &*node.kind == "CallExpr").map(strip_casts);
        let target = callee.and_then(|c| c.referenced.as_ref()).filter(|t| is_function(&t.kind));
        let function = target.and_then(|t| flow.decls.definition(t));
        let by_call = function.and_then(|f| self.assigned_by.get(&f.id));
        own.into_iter().chain(by_call.into_iter().flatten().copied()).collect()
    }
}

/// True if a statement may end its function, or jump.
fn may_leave(node: &Node) -> bool {
    let kinds = ["ReturnStmt", "GotoStmt", "LabelStmt", "CXXThrowExpr", "IndirectGotoStmt", "CXXTryStmt"];
    kinds.contains(&&*node.kind) || &*node.kind != "LambdaExpr" && node.inner.iter().any(may_leave)
}

impl Flow<'_, '_> {
    /// The value of a global here, if only constants are possible.
    pub(super) fn global_value(&mut self, st: &mut State, id: NodeId) -> Option<Value> {
        // A constant that is made of a variable is none before its initialisation ([`Flow::initial_value`]).
        if !self.constants.is_empty() {
            return None;
        }
        let id = self.decls.first(id);
        let global = self.globals.of.get(&id)?;
        let initial = Some(global.initial).filter(|_| !st.assigned.contains(&id));
        let values: BTreeSet<i128> = global.written.iter().copied().chain(initial).collect();
        let ty = global.ty;
        let values: Vec<Int> = values.into_iter().map(|v| Expr::int(v, ty)).collect();
        if let [only] = &values[..] {
            return Some(Value::Int(only.clone()));
        }
        let name = self.decls.node(id).and_then(|n| n.name.clone()).unwrap_or_else(|| "host".into());
        let value = self.symbol(ty, &name);
        let none = Some(Expr::int(0, Type::Bool));
        let one_of =
            values.iter().fold(none, |rest, v| Expr::binary(BinOp::Or, &rest?, &Expr::binary(BinOp::Eq, &value, v)?));
        st.guards.extend(one_of);
        Some(Value::Int(value))
    }

    /// Notes what a statement has assigned.
    pub(super) fn note_assigned(&mut self, st: &mut State, statement: &Node) {
        let found = self.globals.assigned_for_sure(self, statement);
        st.assigned.extend(found);
    }
}
