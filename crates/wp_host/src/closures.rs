//! Objects of lambdas: what they capture, and where the analysis follows their calls.
//!
//! A call of a lambda is a call of a function of the file ([`crate::few_calls`]) that finds the captured variables: a
//! copy has the value that the variable had where the lambda was made, and another variable the one that it has at the
//! call. The analysis follows a variable that a lambda captures by reference only if nothing but its own function
//! assigns it ([`crate::uses`]); that function does not run while another one calls the lambda.
//!
//! If a lambda goes to code that is not followed, it may be called at any time, with any arguments. Then its body is
//! analysed with the copies and the variables that never change, as they were where it was made, and with the
//! conditions that held there.

use crate::lambdas::{called_object, captures, is_callable};
use crate::state::{Flow, State};
use crate::value::{Closure, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::strip_casts;

wp_base::limits! {
    /// Lambdas that capture each other, one in another.
    const MAX_DEPTH: u32 = 4;
}

impl Flow<'_, '_> {
    /// The object that a lambda expression makes.
    pub(crate) fn closure(&mut self, st: &mut State, node: &Node) -> Value {
        let is_other = |capture: &&Node| !self.callees.lambdas.is_plain(node.id, capture);
        let others: Vec<&Node> = captures(node).filter(is_other).collect();
        for capture in others {
            let value = self.eval(st, capture);
            self.escapes(st, &value);
        }
        let Some(lambda) = self.callees.lambdas.get(node.id) else { return Value::Unknown };
        let held = |v: &NodeId| Some((*v, self.captured(st, *v, 0)?));
        let copies: BTreeMap<NodeId, Value> = lambda.copied.iter().filter_map(held).collect();
        // The referent of a reference may change behind the function.
        let is_object = |v: NodeId| self.decls.node(v).is_some_and(|node| !node.type_str().contains('&'));
        let keeps = |v: &&NodeId| self.callees.keeps_value(**v) && is_object(**v);
        let kept = lambda.named.iter().filter(keeps).filter_map(held);
        let kept: Vec<(NodeId, Value)> = kept.collect();
        let function = self.frame.function.clone();
        let closure = Closure { lambda: node.id, function, copies, referred: BTreeMap::new(), is_at_home: true };
        if self.trial == 0 && lambda.operators.iter().any(|operator| self.known_calls.are_known(*operator)) {
            let settled = lambda.operators.iter().map(|operator| (node.id, *operator));
            self.known_calls.settled.extend(settled);
            let made = State {
                vars: closure.copies.clone().into_iter().chain(kept).collect(),
                guards: st.guards.clone(),
                powers: st.powers.clone(),
                assigned: st.assigned.clone(),
                targets: st.targets.clone(),
                ..State::default()
            };
            for operator in &lambda.operators {
                self.makers.add(*operator, made.clone(), self.frame.function.clone());
            }
        }
        Value::Closure(Arc::new(self.at_this_time(st, &closure, 0)))
    }

    /// Notes that a lambda may be made where nothing is known.
    pub(crate) fn made_anywhere(&mut self, lambda: &Node) {
        let operators = self.callees.lambdas.get(lambda.id).map(|lambda| &lambda.operators[..]).unwrap_or_default();
        operators.iter().for_each(|operator| self.makers.add_unknown(*operator));
        self.lost(lambda.id);
    }

    /// Notes that a lambda is not made here.
    pub(crate) fn not_made(&mut self, lambda: &Node) {
        let operators = self.callees.lambdas.get(lambda.id).map(|lambda| &lambda.operators[..]).unwrap_or_default();
        if self.trial == 0 {
            self.known_calls.settled.extend(operators.iter().map(|operator| (lambda.id, *operator)));
        }
    }

    /// What a variable that a lambda captures holds.
    fn captured(&self, st: &State, v: NodeId, depth: u32) -> Option<Value> {
        if self.lent.contains(&v) {
            return None;
        }
        match st.vars.get(&v)? {
            Value::Closure(_) if depth == MAX_DEPTH.get() => None,
            Value::Closure(closure) => {
                let now = self.at_this_time(st, closure, depth + 1);
                Some(Value::Closure(Arc::new(Closure { is_at_home: false, ..now })))
            }
            // The addresses of variables as they are, not of copies.
            Value::Arguments(_) | Value::Unknown => None,
            value => Some(value.clone()),
        }
    }

    /// A lambda with what the variables hold now.
    fn at_this_time(&self, st: &State, closure: &Closure, depth: u32) -> Closure {
        let mut now = closure.clone();
        if closure.is_at_home {
            let named = self.callees.lambdas.get(closure.lambda).map(|lambda| &lambda.named);
            let held = |v: &NodeId| Some((*v, self.captured(st, *v, depth)?));
            now.referred = named.into_iter().flatten().filter_map(held).collect();
        }
        now
    }

    /// The value of a variable where it is read.
    pub(crate) fn at_read(&self, st: &State, value: &Value) -> Value {
        match value {
            Value::Closure(closure) => Value::Closure(Arc::new(self.at_this_time(st, closure, 0))),
            value => value.clone(),
        }
    }

    /// The call operator that a call calls, with the object.
    pub(crate) fn called_closure(&self, call: &Node, object: Option<&Value>) -> Option<(NodeId, Arc<Closure>)> {
        called_object(call)?;
        let Some(Value::Closure(closure)) = object else { return None };
        let lambda = self.callees.lambdas.get(closure.lambda)?;
        let named = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        let operator = lambda.operators.iter().find(|operator| named.is_some_and(|named| named.id == **operator));
        Some((*operator.or(lambda.operators.first())?, closure.clone()))
    }

    /// Notes that code which is not followed may call the lambdas in a value.
    pub(crate) fn note_lost(&mut self, value: &Value) {
        match value {
            Value::Closure(closure) => {
                self.lost(closure.lambda);
                closure.values().for_each(|(_, value)| self.note_lost(value));
            }
            Value::Record(fields) => fields.values().for_each(|value| self.note_lost(value)),
            _ => {}
        }
    }

    fn lost(&mut self, lambda: NodeId) {
        let operators = self.callees.lambdas.get(lambda).map(|lambda| lambda.operators.clone());
        self.known_calls.open.extend(operators.unwrap_or_default());
    }

    /// Notes that a call which is not followed may call lambdas that the analysis has lost. They may store to and free
    /// what the variables point to that they capture.
    pub(crate) fn note_lambdas(&mut self, st: &mut State, call: &Node, values: &[Value]) {
        let given = call.inner.iter().skip(1).zip(values);
        let is_unknown = |(arg, value): (&Node, &Value)| is_callable(arg) && !matches!(value, Value::Closure(_));
        if self.callees.lambdas.hold_addresses() && given.into_iter().any(is_unknown) {
            self.lose_all(st);
        }
    }
}
