//! Assignments to variables and to members of structures.

use crate::state::{Flow, State};
use crate::uses::variable;
use crate::value::Value;
use wp_clang::Node;
use wp_decls::strip;
use wp_kir::Type;

impl Flow<'_, '_> {
    /// Assigns a value to an lvalue.
    pub(crate) fn assign(&mut self, st: &mut State, target: &Node, value: Value) {
        let target = strip(target);
        let known = variable(target).filter(|v| st.vars.contains_key(v));
        match (&*target.kind, known) {
            ("DeclRefExpr", Some(v)) => {
                let value = if value == Value::Unknown { self.fresh(target) } else { value };
                st.vars.insert(v, value);
            }
            ("MemberExpr", Some(v)) => {
                let axis = ["x", "y", "z"].iter().position(|n| target.name.as_deref() == Some(n));
                let direct = target.inner.first().is_some_and(|b| &*strip(b).kind == "DeclRefExpr");
                let set = match (st.vars.get_mut(&v), axis, value) {
                    (Some(Value::Dim3(parts)), Some(axis), Value::Int(e)) if direct => {
                        parts[axis] = e.cast(Type::U32);
                        true
                    }
                    (Some(slot), _, value) => slot.set(&member_path(target), value),
                    (None, ..) => true,
                };
                if !set {
                    self.forget(st, &[v].into_iter().collect());
                }
            }
            _ => {
                self.stored(st, target, &value);
                self.escapes(st, &value);
            }
        }
    }
}

/// `a.b.c`: the names behind the variable.
fn member_path(node: &Node) -> Vec<&str> {
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
