//! Memory for values whose address is taken through a reference, so that an object has one address whatever name it is
//! reached by.
//!
//! Temporaries and constants are values, and variables whose address is not taken in their function are split; neither
//! have memory. If the lowering reaches a use of the address of such a value, by a name that is bound to it, the kernel
//! is lowered again, and the value then is in memory from the place on where the name is bound (`forced_to_memory`). If
//! the name was bound to another name, the first name of the chain is forced. Exact; if no name of the chain can have
//! memory, the kernel is rejected.

use crate::ctx::Lowerer;
use crate::scan::root_variable;
use crate::values::Place;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::strip;
use wp_kir::{ExprId, Type};

/// The construct that is rejected if a value still has no memory in the last lowering.
pub(crate) const NO_STORAGE: &str = "address of a variable that was not placed in memory";

impl<'u> Lowerer<'u> {
    /// True if a place is a value, or variables that belong to no declaration.
    fn is_without_storage(&self, place: &Place) -> bool {
        match place {
            Place::Value(_) => true,
            Place::Vars { vars, .. } => vars.iter().all(|v| !self.owners.contains_key(v)),
            _ => false,
        }
    }

    /// True if a variable is declared in the file. Built-in variables have no memory.
    fn has_declaration(&self, id: NodeId) -> bool {
        self.env.contains_key(&id) || self.globals.contains_key(&id)
    }

    /// The name that an lvalue is a part of: a declared variable, or the current function for a part of `*this`.
    fn name_of_root(&mut self, lvalue: &Node) -> Option<NodeId> {
        match root_variable(lvalue) {
            Some(id) => Some(id).filter(|id| self.has_declaration(*id)),
            None => begins_at_this(lvalue).then(|| self.frame().function),
        }
    }

    /// The place that a reference is bound to; in memory if an earlier lowering has found that its address is taken.
    /// `name` is the reference, or a function in place of its `this`.
    pub(crate) fn with_storage(&mut self, name: NodeId, bound_to: &Node, place: Place) -> Place {
        self.origins.remove(&name);
        if self.spec_depth > 0 || !self.is_without_storage(&place) {
            return place;
        }
        let is_builtin = root_variable(bound_to).is_some_and(|id| !self.has_declaration(id));
        if is_builtin || &*strip(bound_to).kind == "MaterializeTemporaryExpr" {
            return if self.forced_to_memory.contains(&name) {
                self.store_in_new_object(&place, bound_to.span)
            } else {
                place
            };
        }
        if let Some(origin) = self.name_of_root(bound_to).filter(|origin| *origin != name) {
            self.origins.insert(name, origin);
        }
        place
    }

    /// Notes that a name, or the name that it was bound to, must be in memory when the kernel is lowered again.
    pub(crate) fn force_to_memory(&mut self, name: NodeId) {
        let mut first = name;
        // A chain with more steps than there are names is a cycle.
        for _ in 0..=self.origins.len() {
            match self.origins.get(&first) {
                Some(&next) => first = next,
                None => break,
            }
        }
        self.forced_to_memory.insert(first);
    }

    /// True if an lvalue has no memory, so that its address cannot be taken. Then the kernel is lowered again.
    pub(crate) fn lacks_storage(&mut self, lvalue: &Node, place: &Place, span: Span) -> bool {
        if self.spec_depth > 0 || !self.is_without_storage(place) {
            return false;
        }
        let Some(name) = self.name_of_root(lvalue) else { return false };
        self.force_to_memory(name);
        self.unsupported(NO_STORAGE, span);
        true
    }

    /// The address of the place of an lvalue.
    pub(crate) fn address_of(&mut self, lvalue: &Node, place: &Place, span: Span) -> ExprId {
        if self.lacks_storage(lvalue, place, span) {
            return self.zero(Type::Ptr, span);
        }
        // The object that a call refers to may have another name.
        let names_nothing = !lvalue.flag("lvalue") && !lvalue.flag("xvalue") || root_variable(lvalue).is_some();
        let is_new =
            names_nothing || matches!(&*strip(lvalue).kind, "MaterializeTemporaryExpr" | "CompoundLiteralExpr");
        if self.spec_depth == 0 && self.is_without_storage(place) && !is_new {
            self.unsupported(NO_STORAGE, span);
            return self.zero(Type::Ptr, span);
        }
        self.address(place, span)
    }
}

/// True if an lvalue is `*this` or a part of it.
fn begins_at_this(lvalue: &Node) -> bool {
    let node = strip(lvalue);
    let keeps = |cast: &str| {
        matches!(cast, "ArrayToPointerDecay" | "LValueBitCast" | "NoOp" | "DerivedToBase" | "UncheckedDerivedToBase")
    };
    match &*node.kind {
        "CXXThisExpr" => true,
        "UnaryOperator" if node.opcode.as_deref() == Some("*") => node.inner.first().is_some_and(begins_at_this),
        "MemberExpr" | "ArraySubscriptExpr" => node.inner.first().is_some_and(begins_at_this),
        "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXReinterpretCastExpr" | "CXXConstCastExpr" => {
            node.cast_kind.as_deref().is_some_and(keeps) && node.inner.first().is_some_and(begins_at_this)
        }
        _ => false,
    }
}
