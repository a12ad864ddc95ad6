//! Assignments to variables and to members of structures.

use crate::state::{Flow, State};
use crate::uses::variable;
use crate::value::Value;
use wp_clang::{Node, NodeId};
use wp_decls::strip;

impl Flow<'_, '_> {
    /// Assigns a value to an lvalue. Behind it, each address in the value is in the variable, or it is exposed.
    pub(crate) fn assign(&mut self, st: &mut State, target: &Node, value: Value) {
        let target = strip(target);
        let value = if value == Value::Unknown { self.fresh(target) } else { value };
        let known = variable(target).filter(|v| st.vars.contains_key(v));
        let is_held = match known {
            Some(v) => self.assign_variable(st, target, v, &value),
            None => {
                self.stored(st, target, &value);
                false
            }
        };
        if !is_held {
            self.escapes(st, &value);
        }
        debug_assert!(value.buffers().iter().all(|buffer| {
            let holder = known.and_then(|v| st.vars.get(&v));
            self.buffers.is_exposed(*buffer) || holder.is_some_and(|held| held.buffers().contains(buffer))
        }));
    }

    /// Assigns a value to a followed variable or to a member of one; `false` where the analysis does not represent what
    /// the variable holds behind it.
    fn assign_variable(&mut self, st: &mut State, target: &Node, v: NodeId, value: &Value) -> bool {
        let path = member_path(target);
        let is_set = match st.vars.get_mut(&v) {
            Some(slot) if &*target.kind == "DeclRefExpr" || !path.is_empty() => slot.set(&path, value.clone()),
            _ => false,
        };
        if !is_set {
            self.forget(st, &[v].into_iter().collect());
        }
        is_set
    }
}

/// `a.b.c`: the names behind the variable.
pub(crate) fn member_path(node: &Node) -> Vec<&str> {
    let node = strip(node);
    match (&*node.kind, node.inner.first()) {
        ("MemberExpr", Some(base)) => {
            let mut path = member_path(base);
            path.push(node.name.as_deref().unwrap_or(""));
            path
        }
        _ => Vec::new(),
    }
}
