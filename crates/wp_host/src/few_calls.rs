//! Functions that are called in few places and otherwise not named: their parameters are the arguments of these calls.
//! Functions that launch nothing are followed in the same way at any call, where they may allocate memory or assign
//! variables of the caller: what they return, and what holds at their end, is known behind the call.
//!
//! Over-approximate. If nothing outside of the file calls a function, and the file names it only in calls, each of
//! which the analysis executes or shows to be dead, then the function runs only for these calls. In a file with `main`,
//! a function that only this file declares is called from no other file, unless another one of the check declares it:
//! that files which are not given do not is part of the assumption `launch-site`. Facts at a call about values that do
//! not change hold in the function. If the analysis does not reach a call of a function, or does not follow it there,
//! the function is analysed for any arguments. A file with errors may have calls that are not in the tree, so its
//! functions are not treated like this.

use crate::errors;
use crate::forms::{function_name, launches, link_name, may_be_replaced, mentions};
use crate::frame::Frame;
use crate::functions::MAX_CALLS;
use crate::globals::Changed;
use crate::hidden_effects::{hides_effects, is_unstructured};
use crate::known_calls::Calls;
use crate::lambdas::{called_object, is_lambda, Lambdas};
use crate::other_names::OtherNames;
use crate::references::Given;
use crate::state::{Flow, State};
use crate::stores::allocates;
use crate::uses::{variable, Use};
use crate::value::{Closure, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wp_clang::{ClangMessage, Node, NodeId};
use wp_decls::{body, callee_name, is_function, params, strip, strip_casts, Decls};

wp_base::limits! {
    /// Places of calls, at most: every call that is followed is a launch of its own to check.
    const MAX_PLACES: usize = 4;
}

/// The calls of the functions of the file, and all functions in which launches may be executed. `giving` are those that
/// give kernels to functions, `changed` names for the linker of functions that other files may call, `others` names by
/// which code of this file may call functions otherwise.
pub(super) fn find<'u>(
    flow: &Flow<'_, 'u>,
    all: &[&'u Node],
    giving: Vec<NodeId>,
    changed: &Changed,
    others: &OtherNames,
) -> (Calls, FxHashSet<NodeId>) {
    let (decls, lambdas) = (flow.decls, &flow.callees.lambdas);
    let mut launching: FxHashSet<NodeId> = all.iter().filter(|f| body(f).is_some_and(launches)).map(|f| f.id).collect();
    launching.extend(giving);
    let mut named: FxHashMap<NodeId, usize> = FxHashMap::default();
    count(decls, &decls.unit.root, &mut named);
    let mut found = Calls { named: named.keys().copied().collect(), ..Calls::default() };
    let missing = match decls.unit.messages.iter().any(ClangMessage::drops_code) {
        true => errors::named_outside_tree(decls),
        false => Some(FxHashSet::default()),
    };
    let Some(missing) = missing.filter(|_| !hides_effects(&decls.unit.root)) else { return (found, launching) };
    let mut calls: Vec<Call> = Vec::new();
    for function in all {
        calls_in(decls, lambdas, function, function.id, &mut calls);
    }
    let in_headers = declared_in_headers(decls);
    let has_main = all.iter().any(|f| f.name.as_deref() == Some("main"));
    let is_local = |f: &Node| match link_name(f) {
        // No other file can name the type of a lambda.
        _ if params(f).into_iter().any(is_lambda) => true,
        Some(name) => {
            name.contains("_GLOBAL__N_") || has_main && !in_headers.contains(&name) && !changed.contains(&name)
        }
        None => f.extra.get("storageClass").is_some_and(|s| &**s == "static"),
    };
    // The runtime, or a name for the linker, may call it too.
    let runs_otherwise = |f: &Node| {
        let kinds = ["ConstructorAttr", "DestructorAttr", "AliasAttr", "UsedAttr", "RetainAttr"];
        f.inner.iter().any(|a| kinds.contains(&&*a.kind))
    };
    let is_main = |f: &Node| f.name.as_deref() == Some("main");
    let is_lost = |f: &Node| f.name.as_deref().is_none_or(|name| missing.contains(name));
    let plain = |f: &&&Node| {
        let is_named = &*f.kind == "FunctionDecl" && !is_main(f) && !is_lost(f) && !others.include(f);
        is_named && is_local(f) && !runs_otherwise(f) && !may_be_replaced(f)
    };
    for function in all.iter().filter(plain).map(|f| f.id) {
        let of: Vec<NodeId> = calls.iter().filter(|call| call.of == function).map(|call| call.id).collect();
        if (1..=MAX_PLACES.get()).contains(&of.len()) && named.get(&function) == Some(&of.len()) {
            found.only.insert(function, of);
        }
    }
    // The objects of a confined lambda are called where the tree shows it; the body of another one is analysed for any
    // call.
    for operator in all.iter().map(|f| f.id) {
        let Some(expression) = lambdas.expression_of(operator) else { continue };
        let of: Vec<NodeId> =
            calls.iter().filter(|call| call.of == operator && call.id != expression).map(|call| call.id).collect();
        let is_confined = lambdas.get(expression).is_some_and(|lambda| lambda.is_confined);
        if !is_confined || of.len() > MAX_PLACES.get() || named.get(&operator).is_some_and(|n| *n != of.len()) {
            found.open.insert(operator);
        }
        found.only.insert(operator, of);
        found.made_by.insert(operator, expression);
    }
    // Callers of such functions that launch execute launches themselves.
    loop {
        let more = calls.iter().filter(|call| found.are_known(call.of) && launching.contains(&call.of));
        let more: Vec<NodeId> = more.map(|call| call.by).filter(|c| !launching.contains(c)).collect();
        if more.is_empty() {
            break;
        }
        launching.extend(more);
    }
    found.only.retain(|function, _| launching.contains(function));
    found.quiet = all.iter().filter(|f| !launching.contains(&f.id) && !may_be_replaced(f)).map(|f| f.id).collect();
    let mut allocating: FxHashSet<NodeId> =
        all.iter().filter(|f| body(f).is_some_and(makes_memory)).map(|f| f.id).collect();
    while calls.iter().any(|call| allocating.contains(&call.of) && allocating.insert(call.by)) {}
    found.allocating = allocating.intersection(&found.quiet).copied().collect();
    found.external = all.iter().filter(|f| found.are_known(f.id)).filter_map(|f| link_name(f)).collect();
    (found, launching)
}

/// True if code allocates memory.
fn makes_memory(node: &Node) -> bool {
    let name = || callee_name(node);
    let here = match &*node.kind {
        "CXXNewExpr" => true,
        "CallExpr" => allocates(name()) || matches!(name(), "malloc" | "calloc"),
        _ => false,
    };
    here || node.inner.iter().any(makes_memory)
}

/// Names for the linker of the functions that files other than the one of the check declare.
fn declared_in_headers(decls: &Decls<'_>) -> FxHashSet<Arc<str>> {
    let main = decls.unit.sources.numbered().next().map(|(id, _)| id);
    let mut found = FxHashSet::default();
    let mut open = vec![&decls.unit.root];
    while let Some(node) = open.pop() {
        if is_function(&node.kind) && Some(node.span.file) != main {
            found.extend(link_name(node));
        }
        open.extend(&node.inner);
    }
    found
}

/// A call in a function, by which another one runs.
struct Call {
    id: NodeId,
    by: NodeId,
    of: NodeId,
}

/// Counts the mentions of each function. The body of a lambda is that of its call operator.
fn count(decls: &Decls<'_>, node: &Node, named: &mut FxHashMap<NodeId, usize>) {
    if let Some(definition) =
        node.referenced.as_ref().filter(|t| is_function(&t.kind)).and_then(|t| decls.definition(t))
    {
        *named.entry(definition.id).or_default() += 1;
    }
    let is_copy = |c: &Node| &*node.kind == "LambdaExpr" && &*c.kind == "CompoundStmt";
    node.inner.iter().filter(|c| !is_copy(c)).for_each(|c| count(decls, c, named));
}

/// The function that a plain call, or one of a lambda, calls.
fn callee(decls: &Decls<'_>, call: &Node) -> Option<NodeId> {
    let is_call = &*call.kind == "CallExpr" || called_object(call).is_some();
    let target = call.inner.first().filter(|_| is_call).map(strip_casts)?.referenced.as_ref()?;
    decls.definition(target).filter(|_| is_function(&target.kind)).map(|d| d.id)
}

/// The functions of the file that a call runs: the one that it calls, and those that it gives to that one to call them.
fn run_by(decls: &Decls<'_>, call: &Node) -> Vec<NodeId> {
    let Some(function) = callee(decls, call) else { return Vec::new() };
    let given = call.inner.iter().skip(1).filter_map(|arg| function_given(decls, arg).map(|f| f.id));
    [function].into_iter().chain(given).collect()
}

/// The function of the file that an argument is, unconverted.
fn function_given<'u>(decls: &Decls<'u>, arg: &Node) -> Option<&'u Node> {
    let decays = &*arg.kind == "ImplicitCastExpr" && arg.cast_kind.as_deref() == Some("FunctionToPointerDecay");
    let target = arg.inner.first().filter(|_| decays).map(strip)?.referenced.as_ref()?;
    decls.definition(target).filter(|_| is_function(&target.kind))
}

/// The calls in a function, other than in lambdas, with what they run. An expression that makes a lambda counts as one
/// of the lambda.
fn calls_in(decls: &Decls<'_>, lambdas: &Lambdas, node: &Node, by: NodeId, calls: &mut Vec<Call>) {
    if &*node.kind == "LambdaExpr" {
        let operators = lambdas.get(node.id).map(|lambda| &lambda.operators[..]).unwrap_or_default();
        return calls.extend(operators.iter().map(|operator| Call { id: node.id, by, of: *operator }));
    }
    if let Some(of) = callee(decls, node) {
        calls.push(Call { id: node.id, by, of });
        let function = decls.node(of).filter(|f| &*f.kind == "FunctionDecl" && !may_be_replaced(f));
        let params = function.map(params).unwrap_or_default();
        for (param, arg) in params.into_iter().zip(node.inner.iter().skip(1)) {
            let is_called = function.and_then(body).is_some_and(|code| only_called(code, param, &mut Vec::new()));
            let of = function_given(decls, arg).filter(|_| is_called);
            calls.extend(of.map(|of| Call { id: node.id, by, of: of.id }));
        }
    }
    node.inner.iter().for_each(|c| calls_in(decls, lambdas, c, by, calls));
}

/// True if code only calls the function in a parameter. Adds these calls to `calls`.
fn only_called(node: &Node, param: &Node, calls: &mut Vec<NodeId>) -> bool {
    let is_param = |n: &Node| n.referenced.as_ref().is_some_and(|r| r.id == param.id);
    let callee = node.inner.first().filter(|_| &*node.kind == "CallExpr");
    let is_called = |c: &&Node| {
        let is_value = &*c.kind == "ImplicitCastExpr" && c.cast_kind.as_deref() == Some("LValueToRValue");
        is_value && c.inner.first().map(strip).is_some_and(is_param)
    };
    match &*node.kind {
        "DeclRefExpr" => !is_param(node),
        "LambdaExpr" => !mentions(node, param.id),
        _ => {
            let called = callee.filter(is_called).is_some();
            calls.extend(called.then_some(node.id));
            node.inner.iter().skip(usize::from(called)).all(|c| only_called(c, param, calls))
        }
    }
}

/// What is known behind a call that was followed.
pub(super) struct Entered {
    /// The variables that the function may have assigned by references. They have their new values.
    pub assigned: FxHashSet<NodeId>,
    /// The value that it has returned.
    pub value: Option<Value>,
}

impl<'u> Flow<'_, 'u> {
    /// Notes that a call is dead.
    pub(super) fn call_is_dead(&mut self, call: &Node) {
        if self.trial == 0 {
            self.known_calls.settled.extend(run_by(self.decls, call).into_iter().map(|of| (call.id, of)));
        }
    }

    /// Notes that execution may reach a call that is not followed.
    pub(super) fn call_is_open(&mut self, call: &Node) {
        let run = run_by(self.decls, call).into_iter();
        let run: Vec<NodeId> = run.filter(|of| self.known_calls.are_known(*of)).collect();
        self.known_calls.open.extend(run);
    }

    /// The function of which all calls are known, where an expression names it.
    pub(super) fn known_function(&self, name: &Node) -> Option<NodeId> {
        let target = name.referenced.as_ref().filter(|t| is_function(&t.kind))?;
        self.decls.definition(target).map(|f| f.id).filter(|f| self.known_calls.are_known(*f))
    }

    /// The function that a call calls, by its name or by a parameter that holds it, or the lambda.
    fn called(&self, st: &State, call: &Node, values: &[Value]) -> Option<(&'u Node, Option<Arc<Closure>>)> {
        if let Some((operator, closure)) = self.called_closure(call, values.first()) {
            return Some((self.decls.node(operator)?, Some(closure)));
        }
        let callee = call.inner.first().map(strip_casts).filter(|_| &*call.kind == "CallExpr")?;
        let function = match variable(callee).and_then(|v| st.vars.get(&v)) {
            Some(Value::Function(function)) => self.decls.node(*function),
            _ => self.decls.definition(callee.referenced.as_ref()?),
        };
        Some((function?, None))
    }

    /// True if a value is a lambda that may launch kernels.
    fn launches_by(&self, value: &Value) -> bool {
        let Value::Closure(closure) = value else { return false };
        let lambda = self.callees.lambdas.get(closure.lambda);
        lambda.is_some_and(|lambda| lambda.operators.iter().any(|operator| self.known_calls.are_known(*operator)))
    }

    /// After a call was followed: notes which of the functions that it was given were followed at all calls in it.
    /// `seen` are the calls in it that the analysis has reached.
    fn note_given(&mut self, call: &Node, function: &Node, values: &[Value], seen: &[NodeId]) {
        for (param, value) in params(function).into_iter().zip(values) {
            let Value::Function(given) = value else { continue };
            let mut places = Vec::new();
            let proper = body(function).is_some_and(|code| only_called(code, param, &mut places));
            if proper && places.iter().all(|place| seen.contains(place)) {
                self.known_calls.settled.insert((call.id, *given));
            } else {
                self.known_calls.open.insert(*given);
            }
        }
    }

    /// Follows a call of a function of which all calls are known, that is given a kernel, or whose results tell of
    /// buffers or variables; `None` if the call could not be followed. Buffers that the function may free or keep lose
    /// their size.
    pub(super) fn enter(&mut self, st: &mut State, call: &Node, values: &[Value]) -> Option<Entered> {
        let (function, closure) = self.called(st, call, values)?;
        let all_known = self.known_calls.are_known(function.id) && !self.known_calls.analysed.contains(&function.id);
        let given = values.iter().any(|value| matches!(value, Value::Kernel(_)));
        let is_given_function = values.iter().any(|value| matches!(value, Value::Function(_)));
        let is_given_lambda = called_object(call).is_none() && values.iter().any(|value| self.launches_by(value));
        let is_of_use = all_known || given || is_given_function || is_given_lambda || self.has_results(function, call);
        let wanted = is_of_use && self.followed_count < MAX_CALLS.get();
        let code = body(function).filter(|_| wanted && !st.dead && !self.followed.contains(&function.id))?;
        let params = params(function);
        let values = if called_object(call).is_some() { &values[1..] } else { values };
        let whole = !is_unstructured(code) && &*code.kind == "CompoundStmt" && params.len() == values.len();
        let arguments: Vec<&Node> = call.inner.iter().skip(call.inner.len() - values.len()).collect();
        let is_seen = self.may_see_assignments(&arguments, values);
        if !whole || is_seen || errors::has_errors(self.decls, self.layouts, function) {
            return None;
        }
        if self.trial == 0 {
            self.known_calls.settled.insert((call.id, function.id));
        }
        self.followed_count += 1;
        self.note_uses(function);
        let captured = closure.iter().flat_map(|closure| closure.values());
        let vars = captured.map(|(v, value)| (*v, value.given_to_function())).collect();
        let mut inside = State { vars, ..st.clone() };
        let pairs: Vec<Given<'_>> = params.into_iter().zip(arguments.iter().copied()).collect();
        for ((param, arg), value) in pairs.iter().zip(values) {
            let is_named = self.callees.is_named_reference(param);
            let is_told = if is_named { self.is_stable(st, (arg, value), &arguments) } else { self.tells_of(param) };
            if !is_told || !self.frame.complete {
                self.expose_value(st, value);
                self.expose_value(&mut inside, value);
            }
            if is_named {
                let value = Some(value).filter(|value| **value != Value::Unknown && is_told);
                inside.vars.extend(value.map(|value| (param.id, value.given_to_function())));
            } else if is_told {
                let value = match value {
                    Value::Unknown => self.unknown(param, param.name.as_deref().unwrap_or("host")),
                    value => value.given_to_function(),
                };
                inside.vars.insert(param.id, value);
            }
        }
        let is_one_of_several = self.known_calls.are_several(function.id) || is_given_function;
        let name = closure.map_or_else(|| function_name(function), |closure| closure.function.clone());
        let frame = self.frame.called(name, call.span, given, is_one_of_several);
        let caller = std::mem::replace(&mut self.frame, frame);
        let lost = std::mem::take(&mut self.buffers.lost);
        self.followed.push(function.id);
        self.statement(&mut inside, code);
        self.note_held(code);
        self.followed.pop();
        let lost = std::mem::replace(&mut self.buffers.lost, lost);
        let Frame { arrived: seen, returns, .. } = std::mem::replace(&mut self.frame, caller);
        let is_result = |v: &NodeId| *v == function.id || pairs.iter().any(|(param, _)| param.id == *v);
        let mut ends: Vec<State> = [inside].into_iter().chain(returns.unwrap_or_default()).collect();
        ends.iter_mut().for_each(|end| end.vars.retain(|v, _| is_result(v)));
        self.buffers_at_ends(st, &ends);
        let end = ends.into_iter().reduce(|a, b| self.join(a, b)).filter(|end| !end.dead);
        if let Some(end) = &end {
            st.guards.clone_from(&end.guards);
            st.powers.clone_from(&end.powers);
            st.sizes.clone_from(&end.sizes);
            st.targets.clone_from(&end.targets);
            st.left.clone_from(&end.left);
        }
        st.sizes.retain(|buffer, _| !lost.contains(buffer));
        self.buffers.lost.extend(lost);
        let value = end.as_ref().and_then(|end| end.vars.get(&function.id).cloned());
        let assigned = self.assign_given(st, &pairs, end.as_ref());
        match self.trial {
            0 if given => self.note_handed_on(call, function, values, &seen),
            0 => self.frame.arrived.push(call.id),
            _ => {}
        }
        if is_given_function && self.trial == 0 {
            self.note_given(call, function, values, &seen);
        }
        Some(Entered { assigned, value })
    }

    /// True if a function launches nothing, but may allocate memory, assign variables of the caller or return a
    /// pointer.
    fn has_results(&self, function: &Node, call: &Node) -> bool {
        let returns_pointer = || self.decls.qtype(call.type_str()).ty.pointee().is_some();
        let assigns = |arg: &Node| self.callees.given(arg).is_some_and(|(_, used)| used == Use::Write);
        let calls = &self.known_calls;
        calls.allocating.contains(&function.id)
            || calls.quiet.contains(&function.id) && (returns_pointer() || call.inner.iter().any(assigns))
    }

    /// Notes the value that a function returns, if its call is followed. The state has it under the name of the
    /// function. `false` if the value is not followed.
    pub(super) fn note_returned(&mut self, st: &mut State, operand: &Node, value: &Value) -> bool {
        let is_followed = self.frame.returns.is_some() && !operand.flag("lvalue") && !operand.flag("xvalue");
        let function = self.followed.last().copied().filter(|_| is_followed && self.is_data(value));
        function.inspect(|function| _ = st.vars.insert(*function, value.clone())).is_some()
    }

    /// True if a value consists of numbers and pointers into allocated buffers.
    fn is_data(&self, value: &Value) -> bool {
        match value {
            Value::Int(_) | Value::Float(_) | Value::Dim3(_) | Value::Null => true,
            Value::Pointer(buffer, _) => self.buffers.is_allocated(*buffer),
            Value::Record(fields) => fields.values().all(|field| self.is_data(field)),
            _ => false,
        }
    }
}
