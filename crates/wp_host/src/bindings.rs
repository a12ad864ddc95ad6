//! Structured bindings: `auto [grid, block] = plan(n);`.
//!
//! Exact for plain structures and pairs that are copied: each name is a variable of its own, with the value of its
//! member. Names for parts of other objects are unknown.

use crate::forms::is_automatic;
use crate::state::{Flow, State};
use crate::value::Value;
use wp_clang::Node;

impl Flow<'_, '_> {
    /// A declaration of several names.
    pub(crate) fn bindings(&mut self, st: &mut State, node: &Node) {
        let (names, others): (Vec<&Node>, Vec<&Node>) = node.inner.iter().partition(|c| &*c.kind == "BindingDecl");
        let init = others.into_iter().find(|c| !c.kind.ends_with("Attr"));
        let is_copy = !node.type_str().contains(['&', '[']) && !node.type_str().contains("volatile");
        let is_followed = is_copy && is_automatic(node) && self.frame.complete;
        let fields = self.fields_of(node).filter(|fields| fields.len() == names.len() && is_followed);
        let (Some(init), Some(fields)) = (init, fields) else {
            self.expose_mentioned(st, node);
            return drop(self.opaque_value(st, node));
        };
        let mut members = match self.eval(st, init) {
            Value::Record(members) => members,
            value => {
                self.escapes(st, &value);
                Default::default()
            }
        };
        for (name, (field, _)) in names.into_iter().zip(fields) {
            let value = members.remove(&field).filter(|value| *value != Value::Unknown);
            let value = value.unwrap_or_else(|| self.unknown(name, name.name.as_deref().unwrap_or("host")));
            if self.tells_of(name) {
                st.vars.insert(name.id, value);
            } else {
                self.escapes(st, &value);
            }
        }
    }
}
