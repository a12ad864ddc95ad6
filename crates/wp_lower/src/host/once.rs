//! Functions that are called in one place: their parameters are the arguments of that call.
//!
//! Over-approximate. If nothing outside of the file can name a function, and the file names it once, in a call that
//! flow executes, then the function runs only for this call. Facts at the call about values that do not change hold in
//! the function. A file with errors may have calls that are not in the tree, so its functions are not treated like
//! this.

use crate::decls::{body, is_function, params, Decls};
use crate::host::flow::{Flow, State};
use crate::host::functions::MAX_CALLS;
use crate::host::uses::unreliable;
use crate::host::value::Value;
use crate::host::wrappers::Wrapped;
use crate::host::{errors, is_unstructured, launch, launches};
use crate::scan::strip_casts;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::{ClangSeverity, Node, NodeId};

/// The functions of the file that are called in one place, and all functions in which launches may be executed.
/// `giving` are those that give kernels to functions.
pub(super) fn find<'u>(
    decls: &Decls<'u>,
    all: &[&'u Node],
    giving: Vec<NodeId>,
) -> (FxHashSet<NodeId>, FxHashSet<NodeId>) {
    let mut launching: FxHashSet<NodeId> = all.iter().filter(|f| body(f).is_some_and(launches)).map(|f| f.id).collect();
    launching.extend(giving);
    if decls.unit.messages.iter().any(|m| m.severity != ClangSeverity::Warning) {
        return (FxHashSet::default(), launching);
    }
    let mut named: FxHashMap<NodeId, usize> = FxHashMap::default();
    let mut calls: Vec<(NodeId, NodeId)> = Vec::new();
    count(decls, &decls.unit.root, &mut named);
    for function in all {
        calls_in(decls, function, function.id, &mut calls);
    }
    let is_local = |f: &Node| f.extra.get("storageClass").is_some_and(|s| &**s == "static");
    // The runtime, or a name for the linker, may call it too.
    let runs_otherwise = |f: &Node| {
        let kinds = ["ConstructorAttr", "DestructorAttr", "AliasAttr", "UsedAttr", "RetainAttr"];
        f.inner.iter().any(|a| kinds.contains(&&*a.kind))
    };
    let plain = |f: &&&Node| &*f.kind == "FunctionDecl" && is_local(f) && !runs_otherwise(f);
    let called = |id: NodeId| calls.iter().filter(|(_, target)| *target == id).count() == 1;
    let once = all.iter().filter(plain).map(|f| f.id).filter(|id| named.get(id) == Some(&1) && called(*id));
    let once: FxHashSet<NodeId> = once.collect();
    // Callers of such functions that launch execute launches themselves.
    loop {
        let more = calls.iter().filter(|(_, target)| once.contains(target) && launching.contains(target));
        let more: Vec<NodeId> = more.map(|(caller, _)| *caller).filter(|c| !launching.contains(c)).collect();
        if more.is_empty() {
            break;
        }
        launching.extend(more);
    }
    (once.intersection(&launching).copied().collect(), launching)
}

/// Counts the mentions of each function.
fn count(decls: &Decls<'_>, node: &Node, named: &mut FxHashMap<NodeId, usize>) {
    if let Some(definition) =
        node.referenced.as_ref().filter(|t| is_function(&t.kind)).and_then(|t| decls.definition(t))
    {
        *named.entry(definition.id).or_default() += 1;
    }
    node.inner.iter().for_each(|c| count(decls, c, named));
}

/// The calls in a function, other than in lambdas, with what they call.
fn calls_in(decls: &Decls<'_>, node: &Node, function: NodeId, calls: &mut Vec<(NodeId, NodeId)>) {
    if &*node.kind == "LambdaExpr" {
        return;
    }
    if &*node.kind == "CallExpr" {
        let callee = node.inner.first().map(strip_casts).and_then(|c| c.referenced.as_ref());
        let definition = callee.filter(|t| is_function(&t.kind)).and_then(|t| decls.definition(t));
        calls.extend(definition.map(|d| (function, d.id)));
    }
    node.inner.iter().for_each(|c| calls_in(decls, c, function, calls));
}

impl Flow<'_, '_> {
    /// Follows a call of a function that is called nowhere else, or that is given a kernel; whether it could be.
    /// Buffers that it may free or keep have no size any more.
    pub(super) fn enter(&mut self, st: &mut State, call: &Node, values: &[Value]) -> bool {
        let callee = call.inner.first().map(strip_casts).filter(|_| &*call.kind == "CallExpr");
        let Some(function) = callee.and_then(|c| c.referenced.as_ref()).and_then(|t| self.decls.definition(t)) else {
            return false;
        };
        let fresh = self.once.contains(&function.id) && !self.analysed.contains(&function.id);
        let given = values.iter().any(|value| matches!(value, Value::Kernel(_))) && self.calls < MAX_CALLS;
        let Some(code) =
            body(function).filter(|_| (fresh || given) && !st.dead && !self.followed.contains(&function.id))
        else {
            return false;
        };
        let params = params(function);
        let whole = !is_unstructured(code) && &*code.kind == "CompoundStmt" && params.len() == values.len();
        if !whole || errors::has_errors(self.decls.unit, function) {
            return false;
        }
        if self.trial == 0 {
            self.analysed.insert(function.id);
        }
        self.calls += 1;
        let here = Wrapped { span: call.span, function: self.function.clone() };
        let outer = self.wrapped.clone();
        if given {
            self.wrapped.get_or_insert(here);
        }
        let arrived = std::mem::take(&mut self.arrived);
        self.unreliable.extend(unreliable(function));
        self.given_away(function);
        let mut inside = State { vars: Default::default(), ..st.clone() };
        for (param, value) in params.into_iter().zip(values) {
            if self.tells_of(param) {
                let value = match value {
                    Value::Unknown => self.unknown(param, param.name.as_deref().unwrap_or("host")),
                    value => value.clone(),
                };
                inside.vars.insert(param.id, value);
            }
        }
        let caller = std::mem::replace(&mut self.function, launch::function_name(function));
        let complete = std::mem::replace(&mut self.complete, true);
        let lost = std::mem::take(&mut self.lost);
        self.followed.push(function.id);
        self.statement(&mut inside, code);
        self.note_held(code);
        self.followed.pop();
        st.sizes.retain(|buffer, _| !self.lost.contains(buffer));
        self.lost.extend(lost);
        self.complete = complete;
        self.function = caller;
        self.wrapped = outer;
        let seen = std::mem::replace(&mut self.arrived, arrived);
        if given && self.trial == 0 {
            self.note_handed_on(call, function, values, &seen);
        }
        true
    }
}
