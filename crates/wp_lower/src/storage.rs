//! Memory for values whose address is taken through a reference, so that an object has one address whatever name it is
//! reached by.
//!
//! Temporaries and constants are values, and variables whose address is not taken in their function are split; neither
//! have memory. If the lowering reaches a use of the address of such a value, by a name that is bound to it, the kernel
//! is lowered again, and the value then is in memory from the place on where the name is bound (`builder::Storage`). If
//! the name was bound to another name, the first name of the chain is forced. Exact; if no name of the chain can have
//! memory, the kernel is rejected.

use crate::builder::NO_STORAGE;
use crate::lowerer::Lowerer;
use crate::scan::root_variable;
use crate::values::Place;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::strip;
use wp_kir::{ExprId, Type};

impl Lowerer<'_> {
    /// The name that an lvalue is a part of: a declared variable, or the current function for a part of `*this`.
    fn name_of_root(&mut self, lvalue: &Node) -> Option<NodeId> {
        match root_variable(lvalue) {
            Some(id) => Some(id).filter(|id| self.scope.is_declared(*id)),
            None => begins_at_this(lvalue).then(|| self.stack.frame().function),
        }
    }

    /// The place that a reference is bound to; in memory if an earlier lowering has found that its address is taken.
    /// `name` is the reference, or a function in place of its `this`.
    pub(crate) fn with_storage(&mut self, name: NodeId, bound_to: &Node, place: Place) -> Place {
        self.ir.storage_mut().forget_origin(name);
        if self.ir.in_specification() || !self.ir.storage().is_without(&place) {
            return place;
        }
        let is_builtin = root_variable(bound_to).is_some_and(|id| !self.scope.is_declared(id));
        if is_builtin || &*strip(bound_to).kind == "MaterializeTemporaryExpr" {
            return if self.ir.storage().is_forced(name) {
                self.ir.store_in_new_object(&place, bound_to.span)
            } else {
                place
            };
        }
        if let Some(origin) = self.name_of_root(bound_to).filter(|origin| *origin != name) {
            self.ir.storage_mut().set_origin(name, origin);
        }
        place
    }

    /// True if an lvalue has no memory, so that its address cannot be taken. Then the kernel is lowered again.
    pub(crate) fn lacks_storage(&mut self, lvalue: &Node, place: &Place, span: Span) -> bool {
        if self.ir.in_specification() || !self.ir.storage().is_without(place) {
            return false;
        }
        let Some(name) = self.name_of_root(lvalue) else { return false };
        self.ir.storage_mut().force(name);
        self.ir.unsupported(NO_STORAGE, span);
        true
    }

    /// The address of the place of an lvalue.
    pub(crate) fn address_of(&mut self, lvalue: &Node, place: &Place, span: Span) -> ExprId {
        if self.lacks_storage(lvalue, place, span) {
            return self.ir.zero(Type::Ptr, span);
        }
        // The object that a call refers to may have another name.
        let names_nothing = !lvalue.flag("lvalue") && !lvalue.flag("xvalue") || root_variable(lvalue).is_some();
        let is_new =
            names_nothing || matches!(&*strip(lvalue).kind, "MaterializeTemporaryExpr" | "CompoundLiteralExpr");
        if !self.ir.in_specification() && self.ir.storage().is_without(place) && !is_new {
            self.ir.unsupported(NO_STORAGE, span);
            return self.ir.zero(Type::Ptr, span);
        }
        // A temporary has no other name.
        let is_temporary = &*strip(lvalue).kind == "MaterializeTemporaryExpr" && self.ir.storage().is_without(place);
        match place {
            Place::Vars { .. } if is_temporary => {
                let memory = self.ir.store_in_new_object(place, span);
                self.ir.address(&memory, span)
            }
            _ => self.ir.address(place, span),
        }
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
