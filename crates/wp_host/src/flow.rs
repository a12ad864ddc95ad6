//! Flow of values through one host function: the values of its variables, and the conditions that hold, at every
//! statement.
//!
//! Forward symbolic execution without paths. Where two paths of an `if` join, numbers that differ depend on its
//! condition, and other values that differ become unknown; variables that a loop assigns are unknown at its head.
//! Over-approximate: a fact of a [`State`] holds at every execution of its statement.

use crate::forms::{calls, is_automatic, returns};
use crate::least::Least;
use crate::state::{Flow, State};
use crate::targets::{place_of, Place};
use crate::uses::{address_of_whole, argument_list, elements_of_list, uses};
use crate::value::{Buffer, Value};
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::is_launch;
use wp_kir::Type;

wp_base::limits! {
    /// Iterations that are tried to find what the pointers at the head of a loop may point into.
    const MOST_ROUNDS: u32 = 4;
}

/// A loop.
pub(crate) struct Repeated<'n> {
    /// The declaration of the variable that takes the elements of a range, with the elements where they are known.
    variable: Option<(&'n Node, Option<Vec<i128>>)>,
    pub condition: Option<&'n Node>,
    pub body: &'n Node,
    pub step: Option<&'n Node>,
}

impl Flow<'_, '_> {
    /// Makes variables unknown. A number that is constant stays what it is, whatever is given a reference to it.
    pub(crate) fn forget(&mut self, st: &mut State, vars: &FxHashSet<NodeId>) {
        let addresses: Vec<Value> = st.vars.iter().filter(|(v, _)| vars.contains(v)).map(|(_, x)| x.clone()).collect();
        addresses.iter().for_each(|value| self.expose_value(st, value));
        let known: Vec<(NodeId, bool)> = st
            .vars
            .iter()
            .filter(|(v, _)| vars.contains(v))
            .map(|(v, x)| (*v, matches!(x, Value::Int(_) | Value::Float(_))))
            .collect();
        for (v, is_number) in known {
            match self.decls.node(v) {
                Some(node) if is_number && self.is_constant(node) => {}
                Some(node) => {
                    let value = self.unknown(node, node.name.as_deref().unwrap_or("host"));
                    st.vars.insert(v, value);
                }
                None => drop(st.vars.remove(&v)),
            }
        }
    }

    /// Adds a condition that holds from here on.
    pub(crate) fn assume(&mut self, st: &mut State, condition: &Value, holds: bool) {
        let Value::Int(c) = condition else { return };
        if c.ty != Type::Bool {
            return;
        }
        let fact = if holds { c.clone() } else { c.not() };
        for part in fact.conjuncts() {
            match part.constant() {
                Some(0) => st.dead = true,
                Some(_) => {}
                None => st.guards.push(part),
            }
        }
    }

    /// Executes a statement.
    pub(crate) fn statement(&mut self, st: &mut State, node: &Node) {
        if st.dead {
            return self.not_executed(node);
        }
        match &*node.kind {
            "" | "NullStmt" => {}
            "ExprWithCleanups" if node.inner.first().is_some_and(|c| &*c.kind == "CXXThrowExpr") => {
                self.statement(st, &node.inner[0]);
            }
            "CompoundStmt" | "AttributedStmt" => node.inner.iter().for_each(|c| self.statement(st, c)),
            "DeclStmt" => node.inner.iter().for_each(|d| self.declaration(st, d)),
            "IfStmt" => self.branch(st, node),
            "ForStmt" => match &node.inner[..] {
                [init, variable, condition, step, body] if variable.is_absent() => {
                    self.statement(st, init);
                    let (condition, step) = (Some(condition), Some(step));
                    self.repeated(st, &Repeated { variable: None, condition, body, step });
                }
                _ => self.opaque(st, node),
            },
            "WhileStmt" => match &node.inner[..] {
                [condition, body] => {
                    self.repeated(st, &Repeated { variable: None, condition: Some(condition), body, step: None });
                }
                _ => self.opaque(st, node),
            },
            "DoStmt" => match &node.inner[..] {
                // `do { .. } while (0)` runs once.
                [body, condition] if is_false(condition) && self.frame.complete && !leaves(body) => {
                    self.statement(st, body)
                }
                [body, condition] => {
                    self.repeated(st, &Repeated { variable: None, condition: None, body, step: Some(condition) });
                    let is_pure = !calls(condition) && self.changed_by(st, condition).is_empty();
                    if is_pure && self.frame.complete && !leaves(body) {
                        let c = self.eval(st, condition);
                        self.assume(st, &c, false);
                    }
                }
                _ => self.opaque(st, node),
            },
            "CXXForRangeStmt" => match &node.inner[..] {
                [before @ .., condition, step, variable, body] if before.len() == 4 => {
                    before.iter().filter(|part| !part.is_absent()).for_each(|part| self.statement(st, part));
                    let elements = self.elements_of_range(st, before);
                    let (variable, condition, step) = (Some((variable, elements)), Some(condition), Some(step));
                    self.repeated(st, &Repeated { variable, condition, body, step });
                }
                _ => self.opaque(st, node),
            },
            "ReturnStmt" | "CXXThrowExpr" | "BreakStmt" | "ContinueStmt" => {
                for operand in &node.inner {
                    let value = self.eval(st, operand);
                    if &*node.kind != "ReturnStmt" || !self.note_returned(st, operand, &value) {
                        self.expose_operands(st, [operand].into_iter());
                    }
                }
                match &*node.kind {
                    "ReturnStmt" => self.leave(st),
                    "CXXThrowExpr" => self.disturb_all(st),
                    _ => {}
                }
                if let (Some(breaks), "BreakStmt") = (&mut self.frame.breaks, &*node.kind) {
                    breaks.push(st.clone());
                }
                if let (Some(returns), "ReturnStmt") = (&mut self.frame.returns, &*node.kind) {
                    returns.push(st.clone());
                }
                st.dead = true;
            }
            "SwitchStmt" => match &node.inner[..] {
                [condition, body] if self.switch(st, condition, body) => {}
                _ => self.opaque(st, node),
            },
            "CXXTryStmt" => self.opaque(st, node),
            _ => {
                let _ = self.eval(st, node);
                self.note_assigned(st, node);
            }
        }
    }

    fn declaration(&mut self, st: &mut State, node: &Node) {
        match &*node.kind {
            "VarDecl" => {}
            "DecompositionDecl" => return self.bindings(st, node),
            _ => return,
        }
        let init = node.inner.iter().find(|c| !c.kind.ends_with("Attr"));
        for element in elements_of_list(node).into_iter().flatten().filter(|e| address_of_whole(e).is_none()) {
            let _ = self.eval(st, element);
            self.note_assigned(st, element);
        }
        let mut value = match (init, argument_list(node)) {
            (_, Some(list)) => Value::Arguments(list.into()),
            (Some(init), None) => self.eval(st, init),
            (None, None) => Value::Unknown,
        };
        // A variable that stays is initialised once, by the first call.
        if !is_automatic(node) && !init.is_some_and(|init| self.is_same_in_all_calls(init, &value)) {
            self.escapes(st, &value);
            value = Value::Unknown;
        }
        // An unknown value keeps the bounds of its type.
        if value == Value::Unknown {
            value = self.unknown(node, node.name.as_deref().unwrap_or("host"));
        }
        if self.tells_of(node) {
            st.vars.insert(node.id, value);
        } else {
            self.escapes(st, &value);
        }
        if node.type_str().contains('&') {
            self.expose_mentioned(st, node);
        }
        self.declare_array(st, node);
        self.note_object(st, node);
    }

    /// True if an initialiser has a value in every call of its function: a constant that depends on nothing that the
    /// function has computed, and no code of the program runs in its evaluation.
    fn is_same_in_all_calls(&mut self, init: &Node, value: &Value) -> bool {
        let is_constant = matches!(value, Value::Int(e) if e.constant().is_some());
        is_constant && !self.may_change(init) && self.eval(&mut State::default(), init) == *value
    }

    /// True if the analysis follows a variable. A constant is always followed, because nothing can change it.
    pub(crate) fn tells_of(&self, variable: &Node) -> bool {
        self.is_constant(variable) || !self.unreliable.contains(&variable.id)
    }

    pub(crate) fn is_constant(&self, variable: &Node) -> bool {
        let q = self.decls.qtype(variable.type_str());
        let is_reference = variable.type_str().contains('&');
        (q.is_const || variable.flag("constexpr")) && !q.is_volatile && !is_reference
    }

    fn branch(&mut self, st: &mut State, node: &Node) {
        let mut parts: Vec<&Node> = node.inner.iter().collect();
        for flag in ["hasInit", "hasVar"] {
            if node.flag(flag) && !parts.is_empty() {
                let part = parts.remove(0);
                self.statement(st, part);
            }
        }
        let [condition, then, otherwise @ ..] = &parts[..] else { return self.opaque(st, node) };
        let c = self.eval(st, condition);
        let mut other = st.clone();
        self.assume(st, &c, true);
        self.statement(st, then);
        self.assume(&mut other, &c, false);
        if let Some(otherwise) = otherwise.first() {
            self.statement(&mut other, otherwise);
        }
        *st = self.join_on(&c, std::mem::take(st), other);
    }

    fn repeated(&mut self, st: &mut State, parts: &Repeated<'_>) {
        let of_switch = self.frame.breaks.take();
        self.iterations(st, parts);
        self.frame.breaks = of_switch;
    }

    fn iterations(&mut self, st: &mut State, parts: &Repeated<'_>) {
        let &Repeated { condition, body, step, .. } = parts;
        let mut entry = st.clone();
        let all = [parts.variable.as_ref().map(|(variable, _)| *variable), condition, step, Some(body)];
        let all: Vec<&Node> = all.into_iter().flatten().collect();
        let changed = self.changed_by_all(st, &all);
        for v in &changed {
            if let Some(value) = entry.vars.get_mut(v) {
                *value = self.as_place(value);
            }
        }
        let stepped = if self.frame.complete { self.stepped_variables(st, &all) } else { Vec::new() };
        let least = if self.frame.complete { self.least(&entry, &all) } else { Least::new() };
        self.forget(st, &changed);
        self.stepped_at_head(st, stepped);
        self.state_least(st, &least);
        // An iteration may free buffers that the next one still points to.
        let before = std::mem::take(&mut self.buffers.lost);
        let stored_before = std::mem::take(&mut self.buffers.overwritten);
        let started_before = std::mem::take(&mut self.buffers.started);
        self.try_iterations(&entry, st, &changed, parts);
        st.running.extend(&self.buffers.started);
        self.buffers.started.extend(started_before);
        st.sizes.retain(|b, _| !self.buffers.lost.contains(b));
        self.buffers.lost.extend(before);
        st.contents.retain(|b, _| !self.buffers.overwritten.includes(*b));
        let fills = if self.frame.complete && !leaves(body) { self.fills(&entry, st, parts) } else { Vec::new() };
        let filled = self.filled(&entry, fills);
        self.buffers.overwritten.add(stored_before);
        if self.trial > 0 {
            // A trial of the surrounding loop needs only the buffers that may be freed and the buffers that are stored
            // to.
            st.contents.extend(filled);
            return self.forget(st, &changed);
        }
        let left = self.iteration(&mut st.clone(), parts);
        let pure = condition.is_some_and(|c| self.changed_by(st, c).is_empty());
        match left {
            // The condition was evaluated on the variables at the head, where the loop is left.
            Some(c) if pure && self.frame.complete && !leaves(body) => self.assume(st, &c, false),
            _ => {
                self.forget(st, &changed);
                self.state_least(st, &least);
            }
        }
        st.contents.extend(filled.into_iter().filter(|(buffer, _)| !self.buffers.is_exposed(*buffer)));
    }

    /// Tries iterations from the state at the head until it is known what the pointers there may point into, or that
    /// this is not known.
    fn try_iterations(&mut self, entry: &State, st: &mut State, changed: &FxHashSet<NodeId>, parts: &Repeated<'_>) {
        let newest = self.buffers.newest();
        let at_entry = |v: &NodeId| entry.vars.get(v).and_then(place_of);
        let pointers: Vec<(NodeId, Buffer, Place)> = changed
            .iter()
            .filter_map(|v| match st.vars.get(v) {
                Some(Value::Pointer(buffer, _)) => Some((*v, *buffer, at_entry(v)?)),
                _ => None,
            })
            .collect();
        let starts: Vec<(Buffer, Place)> = pointers.iter().map(|(_, buffer, place)| (*buffer, place.clone())).collect();
        let mut head = if pointers.is_empty() { None } else { Some(entry.targets.with(&starts)) };
        for round in 0.. {
            st.targets = head.clone().unwrap_or_else(|| entry.targets.clone());
            let mut end = st.clone();
            self.trial += 1;
            self.iteration(&mut end, parts);
            self.trial -= 1;
            // Every iteration but the first finds what the one before has left.
            if !end.dead {
                st.left.extend(end.left.iter().copied());
            }
            let Some(known) = &head else { return };
            let at_end = |(v, buffer, _): &(NodeId, Buffer, Place)| Some((*buffer, place_of(end.vars.get(v)?)?));
            let again = match pointers.iter().map(at_end).collect::<Option<Vec<_>>>() {
                _ if end.dead => Some(known.clone()),
                Some(pointers) => known.repeated(&end.targets, &pointers, newest),
                None => None,
            };
            if again.as_ref() == Some(known) {
                return;
            }
            head = again.filter(|_| round < MOST_ROUNDS.get());
            if head.is_none() {
                st.targets = entry.targets.clone();
                return;
            }
        }
    }

    /// Executes one iteration from the state at the head, and returns the value of the condition.
    fn iteration(&mut self, st: &mut State, parts: &Repeated<'_>) -> Option<Value> {
        let Repeated { variable, condition, body, step } = parts;
        let (condition, step) = (*condition, *step);
        let c = condition.filter(|c| !c.is_absent()).map(|c| self.eval(st, c));
        if let Some(c) = &c {
            self.assume(st, c, true);
        }
        if let Some((variable, elements)) = variable {
            self.statement(st, variable);
            self.takes_element(st, variable, elements.as_deref());
        }
        let head = st.clone();
        self.statement(st, body);
        if let Some(step) = step.filter(|s| !s.is_absent()) {
            if leaves(body) {
                // A `continue` may come here from anywhere in the body.
                let sizes = std::mem::take(&mut st.sizes);
                *st = head;
                st.sizes.retain(|b, size| sizes.get(b) == Some(size));
                let changed = self.changed_by(st, body);
                self.forget(st, &changed);
            }
            st.dead = false;
            let _ = self.eval(st, step);
        }
        c
    }

    /// A statement of which only the assigned variables are known. Facts about other variables hold in it and behind
    /// it.
    pub(crate) fn opaque(&mut self, st: &mut State, node: &Node) {
        let changed = self.changed_by(st, node);
        if self.may_free(node) {
            self.lose_all(st);
        }
        let mut mentioned = Vec::new();
        uses(&self.callees, node, &mut |v, _| mentioned.extend(st.vars.get(&v).cloned()));
        let mut inside = st.clone();
        inside.vars.retain(|v, _| !changed.contains(v));
        inside.contents.clear();
        self.expose_mentioned(st, node);
        self.overwrite_all(st);
        self.launches_in(&inside, node);
        // The targets of the mentioned pointers are not followed.
        mentioned.iter().for_each(|value| self.escapes(st, value));
        self.forget(st, &changed);
        if let Some(breaks) = self.frame.breaks.as_mut().filter(|_| breaks_out(node)) {
            breaks.push(st.clone());
        }
        if let Some(returns) = self.frame.returns.as_mut().filter(|_| returns(node)) {
            returns.push(st.clone());
        }
    }

    /// Notes that the launches in code that execution does not reach are none. If the compiler has left code out, that
    /// code may have led there: then the launches are read in a state without facts.
    pub(crate) fn not_executed(&mut self, node: &Node) {
        if !self.frame.complete {
            return self.launches_in(&State::default(), node);
        }
        if is_launch(node) && self.trial == 0 {
            let name = self.name_of_launch(node);
            self.launched.extend(name);
        }
        if self.trial == 0 && matches!(&*node.kind, "CUDAKernelCallExpr" | "CallExpr" | "CXXOperatorCallExpr") {
            self.frame.arrived.push(node.id);
            self.call_is_dead(node);
        }
        self.not_named(node);
        match &*node.kind {
            "LambdaExpr" => self.not_made(node),
            _ => node.inner.iter().for_each(|c| self.not_executed(c)),
        }
    }

    /// Notes the launches in a tree, in a state that holds throughout the tree.
    pub(crate) fn launches_in(&mut self, inside: &State, node: &Node) {
        self.call_is_open(node);
        match &*node.kind {
            _ if is_launch(node) => drop(self.eval(&mut inside.clone(), node)),
            "LambdaExpr" => self.made_anywhere(node),
            _ => node.inner.iter().for_each(|c| self.launches_in(inside, c)),
        }
    }

    /// Notes that a pointer goes to code which is not followed and may free the buffer.
    pub(crate) fn escapes(&mut self, st: &mut State, value: &Value) {
        self.note_lost(value);
        for buffer in value.buffers() {
            st.sizes.remove(&buffer);
            self.buffers.lost.insert(buffer);
            self.expose(st, buffer);
        }
    }

    /// Notes that any buffer may have been freed.
    pub(crate) fn lose_all(&mut self, st: &mut State) {
        self.buffers.lost.extend(st.sizes.keys().copied());
        st.sizes.clear();
        self.overwrite_all(st);
    }
}

fn is_false(condition: &Node) -> bool {
    let inner = wp_decls::strip_casts(condition);
    inner.value.as_deref() == Some("0") || inner.value.as_deref() == Some("false")
}

/// True if a statement may leave the `switch` around it by a `break`.
fn breaks_out(node: &Node) -> bool {
    let takes_breaks = ["ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt", "SwitchStmt"].contains(&&*node.kind);
    &*node.kind == "BreakStmt" || !takes_breaks && node.inner.iter().any(breaks_out)
}

/// True if a body may leave its loop other than by the condition.
fn leaves(node: &Node) -> bool {
    matches!(&*node.kind, "BreakStmt" | "ContinueStmt" | "GotoStmt") || node.inner.iter().any(leaves)
}
