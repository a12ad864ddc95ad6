//! Parameters by reference of functions that are followed: `void grid_for(int n, int &blocks) { blocks = n / 64; }`.
//!
//! Exact where it gives a value. Such a parameter has the value of the variable or member that it refers to if nothing
//! else names this object while the function runs: the function only reads and assigns the reference by its name
//! ([`crate::callees`]), no other parameter refers to a part of the object unless both are only read, and the address
//! of the variable is known to no one. Behind the call, the variable has the value that the parameter has at its end.

use crate::assign::member_path;
use crate::state::{Flow, State};
use crate::uses::Use;
use crate::value::Value;
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::strip;

/// A parameter of a call that is followed, and its argument.
pub(crate) type Given<'n> = (&'n Node, &'n Node);

impl Flow<'_, '_> {
    /// True if a function that is given these arguments may assign some of them, and also a lambda, which reads the
    /// variables that it captures.
    pub(super) fn may_see_assignments(&self, args: &[&Node], values: &[Value]) -> bool {
        let assigns = args.iter().filter_map(|arg| self.callees.given(arg)).any(|(_, used)| used == Use::Write);
        assigns && values.iter().any(holds_lambda)
    }

    /// True if the referent of an argument by reference, one of `args`, has the value `value` and is only changed by
    /// the name of its parameter while the called function runs.
    pub(super) fn is_stable(&self, st: &State, (arg, value): (&Node, &Value), args: &[&Node]) -> bool {
        if self.callees.is_temporary(arg) {
            return true;
        }
        let Some((v, used)) = self.callees.given(arg) else { return false };
        let path = self.path_given(arg);
        let is_part = st.vars.get(&v).is_some_and(|whole| whole.clone().set(&path, value.clone()));
        let is_apart = |other: &&Node| match self.callees.given(other) {
            Some((w, other_used)) if w == v && (used, other_used) != (Use::Read, Use::Read) => {
                path.iter().zip(self.path_given(other)).any(|(a, b)| *a != b)
            }
            _ => true,
        };
        is_part && !self.lent.contains(&v) && args.iter().filter(|other| other.id != arg.id).all(is_apart)
    }

    /// The members by which an argument is a part of its variable.
    fn path_given<'n>(&self, arg: &'n Node) -> Vec<&'n str> {
        member_path(self.callees.strip_forward(arg))
    }

    /// Behind a call that was followed, which has ended in the state `end`: assigns what it has assigned by references.
    /// Without such a state the variables become unknown. Returns the variables.
    pub(super) fn assign_given(
        &mut self,
        st: &mut State,
        given: &[Given<'_>],
        end: Option<&State>,
    ) -> FxHashSet<NodeId> {
        let is_written = |arg: &Node| self.callees.given(arg).filter(|(_, used)| *used == Use::Write);
        let written: Vec<(Given<'_>, NodeId)> =
            given.iter().filter_map(|(param, arg)| Some(((*param, *arg), is_written(arg)?.0))).collect();
        let value = |param: &Node| end.and_then(|end| end.vars.get(&param.id)).cloned();
        let lost = written.iter().filter(|((param, _), _)| value(param).is_none()).map(|(_, v)| *v).collect();
        self.forget(st, &lost);
        for ((param, arg), _) in &written {
            if let Some(value) = value(param) {
                self.assign(st, strip(self.callees.strip_forward(arg)), value);
            }
        }
        written.into_iter().map(|(_, v)| v).collect()
    }
}

/// True if a lambda is part of a value.
fn holds_lambda(value: &Value) -> bool {
    match value {
        Value::Closure(_) => true,
        Value::Record(fields) => fields.values().any(holds_lambda),
        _ => false,
    }
}
