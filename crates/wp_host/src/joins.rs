//! The state where two paths of a host function join.
//!
//! Numbers that differ depend on the condition of the paths, where one is known; of pointers that differ it is known
//! what they point into ([`crate::targets`]); structures keep the members that both paths agree on; other values that
//! differ become unknown. Over-approximate.

use crate::state::{Flow, State};
use crate::targets::{place_of, start_of, Merged};
use crate::value::{Expr, Int, Value};
use std::collections::BTreeMap;
use wp_clang::{Node, NodeId};
use wp_kir::Type;

/// How values of two paths are joined.
pub(crate) struct Joining<'c> {
    /// The first path is taken if it holds, and the second one otherwise.
    condition: Option<&'c Int>,
    /// The pointers that differ.
    merged: Vec<Merged>,
}

impl<'c> Joining<'c> {
    pub(crate) fn by(condition: Option<&'c Int>) -> Self {
        Self { condition, merged: Vec::new() }
    }
}

impl Flow<'_, '_> {
    /// The values and conditions that hold after either of two paths.
    pub(crate) fn join(&mut self, a: State, b: State) -> State {
        self.join_by(Joining::by(None), a, b)
    }

    /// The values and conditions that hold after either of two paths.
    pub(crate) fn join_by(&mut self, mut joining: Joining<'_>, a: State, b: State) -> State {
        if a.dead {
            return b;
        }
        if b.dead {
            return a;
        }
        let mut out = State::default();
        let differing: Vec<(NodeId, Value, Value)> = a
            .vars
            .iter()
            .filter_map(|(v, x)| b.vars.get(v).filter(|y| *y != x).map(|y| (*v, x.clone(), y.clone())))
            .collect();
        let common = a.guards.iter().zip(&b.guards).take_while(|(x, y)| x == y).count();
        out.guards = a.guards[..common].to_vec();
        out.powers = a.powers.intersection(&b.powers).copied().collect();
        out.assigned = a.assigned.intersection(&b.assigned).copied().collect();
        out.running = a.running.union(&b.running).copied().collect();
        out.left = a.left.union(&b.left).copied().collect();
        out.contents = Self::common_contents(a.contents, &b.contents);
        out.arrays = a.arrays.into_iter().filter(|(v, buffer)| b.arrays.get(v) == Some(buffer)).collect();
        out.sizes = a.sizes.into_iter().filter(|(k, v)| b.sizes.get(k) == Some(v)).collect();
        out.vars = a.vars.into_iter().filter(|(v, _)| b.vars.contains_key(v)).collect();
        for (v, x, y) in differing {
            let name = self.decls.node(v).and_then(|node| node.name.clone());
            [&x, &y].into_iter().for_each(|value| self.expose_value(&mut out, value));
            match self.merged(&mut joining, &x, &y, name.as_deref().unwrap_or("host")) {
                Some(value) => drop(out.vars.insert(v, value)),
                None => self.forget(&mut out, &[v].into_iter().collect()),
            }
        }
        out.targets = a.targets.join(b.targets, joining.condition, &joining.merged);
        out
    }

    /// The value after two paths with the values `x` and `y`. Keeps what both values have in common; `None` if that is
    /// nothing.
    pub(crate) fn merged(&mut self, joining: &mut Joining<'_>, x: &Value, y: &Value, name: &str) -> Option<Value> {
        let condition = joining.condition;
        match (x, y) {
            _ if x == y => Some(x.clone()),
            (Value::Float(_), Value::Float(_)) => Some(Value::Unknown),
            (Value::Int(a), Value::Int(b)) => Some(Value::Int(self.merged_number(condition, a, b, name)?)),
            (Value::Dim3([a, b, c]), Value::Dim3([d, e, f])) => {
                let mut axis = |x, y| self.merged_number(condition, x, y, name);
                Some(Value::Dim3([axis(a, d)?, axis(b, e)?, axis(c, f)?]))
            }
            (Value::Pointer(..), Value::Null) | (Value::Null, Value::Pointer(..)) => {
                let [x, y] = [x, y].map(|value| self.as_place(value));
                self.merged(joining, &x, &y, name)
            }
            (Value::Pointer(..), Value::Pointer(..)) => {
                let buffer = self.buffers.fresh();
                joining.merged.push(Merged { buffer, values: [place_of(x)?, place_of(y)?] });
                let (_, start) = start_of(buffer);
                Some(Value::Pointer(buffer, start))
            }
            (Value::Record(a), Value::Record(b)) if a.keys().eq(b.keys()) => {
                let mut fields = BTreeMap::new();
                for ((field, x), y) in a.iter().zip(b.values()) {
                    fields.insert(field.clone(), self.merged(joining, x, y, &format!("{name}.{field}"))?);
                }
                Some(Value::Record(fields))
            }
            _ => None,
        }
    }

    fn merged_number(&mut self, condition: Option<&Int>, a: &Int, b: &Int, name: &str) -> Option<Int> {
        if a.ty != b.ty {
            return None;
        }
        let selected = condition.and_then(|c| Expr::select(c, a, b));
        Some(selected.unwrap_or_else(|| if a == b { a.clone() } else { self.symbol(a.ty, name) }))
    }

    /// The values and conditions that hold after the first path where a condition holds, else after the second.
    pub(crate) fn join_on(&mut self, condition: &Value, a: State, b: State) -> State {
        let Value::Int(c) = condition else { return self.join(a, b) };
        if a.dead || b.dead || c.ty != Type::Bool {
            return self.join(a, b);
        }
        self.join_by(Joining::by(Some(c)), a, b)
    }

    /// `c ? a : b`: its value, and the state behind it.
    pub(crate) fn conditional(&mut self, st: &mut State, node: &Node) -> Value {
        let [condition, a, b] = &node.inner[..] else { return self.default_value(st, node) };
        let c = self.eval(st, condition);
        let guards = st.guards.clone();
        let mut other = st.clone();
        self.assume(st, &c, true);
        let a = self.eval_if_executed(st, a);
        self.assume(&mut other, &c, false);
        let b = self.eval_if_executed(&mut other, b);
        let condition = match &c {
            Value::Int(c) if c.ty == Type::Bool && c.constant().is_none() => Some(c),
            _ => None,
        };
        let mut joining = Joining::by(condition);
        let merged = match (&a, &b) {
            (Value::Pointer(..), Value::Pointer(..)) if a != b => self.merged(&mut joining, &a, &b, "host"),
            (Value::Dim3(_), Value::Dim3(_)) | (Value::Record(_), Value::Record(_))
                if condition.is_some() && a != b =>
            {
                self.merged(&mut joining, &a, &b, "host")
            }
            _ => None,
        };
        *st = self.join_by(joining, std::mem::take(st), other);
        st.guards = guards;
        if let Some(merged) = merged {
            [&a, &b].into_iter().for_each(|value| self.expose_value(st, value));
            return merged;
        }
        match (c, a, b) {
            (Value::Int(c), Value::Int(a), Value::Int(b)) if c.ty == Type::Bool => {
                Expr::select(&c, &a, &b).map_or_else(|| self.fresh(node), Value::Int)
            }
            (Value::Int(c), a, b) if c.constant().is_some() => {
                if c.constant() == Some(0) {
                    b
                } else {
                    a
                }
            }
            (_, a, b) if a == b => a,
            (_, a, b) => {
                self.escapes(st, &a);
                self.escapes(st, &b);
                self.fresh(node)
            }
        }
    }

    fn eval_if_executed(&mut self, st: &mut State, node: &Node) -> Value {
        if st.dead {
            self.not_executed(node);
            return Value::Unknown;
        }
        self.eval(st, node)
    }
}
