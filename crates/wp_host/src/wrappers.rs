//! Functions that are given a kernel and launch it: `template <class K, class... A> void run(K kernel, dim3 grid, dim3
//! block, A... args) { kernel<<<grid, block>>>(args...); }`.
//!
//! A call with a kernel among its arguments is followed like a call of a function of which all calls are known
//! ([`crate::few_calls`]), each time that it is made: the launches in the function are launches of that kernel, at the
//! call. The name of the kernel in the call is no mention of a launch that nobody sees ([`crate::mentions`]) if the
//! function does nothing with the kernel but launch it, ask the runtime about it, or give it to a function of which the
//! same holds, and if the analysis has reached all these places.

use crate::forms::{asks_about_kernels, function_operand, is_automatic, mentions};
use crate::named::Named;
use crate::state::{Flow, State};
use crate::value::Value;
use wp_clang::{Node, NodeId};
use wp_decls::{body, callee_name, is_function, launch_form, params, strip_casts};

impl Flow<'_, '_> {
    /// The kernel that an expression names.
    pub(super) fn kernel_named(&self, node: &Node) -> Option<NodeId> {
        let target = node.referenced.as_ref().filter(|t| is_function(&t.kind))?;
        let definition = self.decls.definition(target).or_else(|| self.decls.declared_kernel(target))?;
        definition.inner.iter().any(|a| &*a.kind == "CUDAGlobalAttr").then_some(definition.id)
    }

    /// Notes, behind a call that was followed with these values, which kernels it has launched and done nothing else
    /// with. `seen` are the launches and calls in it that the analysis has reached.
    pub(super) fn note_handed_on(&mut self, call: &Node, function: &Node, values: &[Value], seen: &[NodeId]) {
        let mut all = true;
        let arguments = call.inner.iter().skip(call.inner.len() - values.len());
        for ((param, value), arg) in params(function).into_iter().zip(values).zip(arguments) {
            if !matches!(value, Value::Kernel(_)) {
                continue;
            }
            let mut places = Vec::new();
            let code = body(function);
            let proper = code.is_some_and(|code| self.only_launches(code, param.id, &mut places));
            let arrived = proper && !places.is_empty() && places.iter().all(|place| seen.contains(place));
            all &= arrived;
            if arrived && self.kernel_named(function_operand(arg)).is_some() {
                self.launched.push(Named::by(function_operand(arg)));
            }
        }
        if all {
            self.frame.arrived.push(call.id);
        }
    }

    /// Notes, behind code that was followed, the kernels that its variables hold and that it launches and does nothing
    /// else with: `auto f = kernel<int>; f<<<1, 64>>>(a);`.
    pub(super) fn note_held(&mut self, code: &Node) {
        let mut held = Vec::new();
        // What the compiler leaves out may do something else with a variable.
        if self.frame.complete {
            variables_in(code, &mut held);
        }
        for variable in held {
            let init = variable.inner.iter().find(|c| !c.kind.ends_with("Attr")).map(function_operand);
            let Some(name) = init.filter(|name| self.kernel_named(name).is_some()) else { continue };
            let mut places = Vec::new();
            let proper = self.only_launches(code, variable.id, &mut places);
            if self.trial == 0 && proper && places.iter().all(|place| self.frame.arrived.contains(place)) {
                self.launched.push(Named::by(name));
            }
        }
    }

    /// True if code does nothing with a kernel in a variable but launch it, ask about it, or give it to a function of
    /// the file. Adds the launches and calls to `places`.
    fn only_launches(&self, node: &Node, variable: NodeId, places: &mut Vec<NodeId>) -> bool {
        let is_variable = |n: &Node| strip_casts(n).referenced.as_ref().is_some_and(|r| r.id == variable);
        let mut proper: Option<usize> = None;
        match &*node.kind {
            "DeclRefExpr" => return !is_variable(node),
            "LambdaExpr" => return !mentions(node, variable),
            "CUDAKernelCallExpr" if node.inner.first().is_some_and(is_variable) => {
                places.push(node.id);
                proper = Some(0);
            }
            "CallExpr" => {
                let form = launch_form(node).map(|form| form.kernel() + 1);
                if let Some(at) = form.filter(|&at| node.inner.get(at).is_some_and(is_variable)) {
                    places.push(node.id);
                    proper = Some(at);
                } else if asks_about_kernels(callee_name(node)) && self.is_library(node) {
                    return node.inner.iter().all(|c| is_variable(c) || self.only_launches(c, variable, places));
                } else if form.is_none() && !self.is_library(node) {
                    let given = node.inner.iter().skip(1).filter(|arg| is_variable(arg)).count();
                    if given > 0 {
                        places.push(node.id);
                    }
                    let rest = |c: &Node, places: &mut Vec<NodeId>| self.only_launches(c, variable, places);
                    let mut parts = node.inner.iter().enumerate();
                    return parts.all(|(i, c)| i > 0 && is_variable(c) || rest(c, places));
                }
            }
            _ => {}
        }
        let mut parts = node.inner.iter().enumerate();
        parts.all(|(i, c)| Some(i) == proper || self.only_launches(c, variable, places))
    }
}

/// True if a function calls something with a kernel among the arguments.
pub(super) fn gives_kernels(flow: &Flow<'_, '_>, node: &Node) -> bool {
    let here = &*node.kind == "CallExpr" && launch_form(node).is_none() && !flow.is_library(node);
    let given = here && node.inner.iter().skip(1).any(|arg| flow.kernel_named(function_operand(arg)).is_some());
    given || &*node.kind != "LambdaExpr" && node.inner.iter().any(|c| gives_kernels(flow, c))
}

/// The local variables that code declares, other than in lambdas.
fn variables_in<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
    if &*node.kind == "VarDecl" && is_automatic(node) {
        found.push(node);
    }
    if &*node.kind != "LambdaExpr" {
        node.inner.iter().for_each(|c| variables_in(c, found));
    }
}

impl Flow<'_, '_> {
    /// Notes that kernels which are named in code that execution does not reach are not launched there.
    pub(super) fn not_named(&mut self, node: &Node) {
        if &*node.kind == "DeclRefExpr" && self.trial == 0 && self.kernel_named(node).is_some() {
            self.launched.push(Named::by(node));
        }
    }

    /// The kernel that a variable holds.
    pub(super) fn kernel_held(&self, st: &State, variable: Option<NodeId>) -> Option<NodeId> {
        match st.vars.get(&variable?) {
            Some(Value::Kernel(kernel)) => Some(*kernel),
            _ => None,
        }
    }
}
