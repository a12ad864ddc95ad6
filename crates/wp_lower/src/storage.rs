//! Storage of what is named by references: all addresses of one object are one.
//!
//! Temporaries and constants are values, and variables whose address nobody takes are split; neither has an address. Where the lowering meets the
//! address of a name of such a value, the kernel is lowered again with the value in memory from where the name was bound to it (`forced`). A name
//! that was bound through other names forces the first of them. Exact; where a name leads to no binding that can give storage, the kernel is rejected.

use crate::ctx::Lowerer;
use crate::scan::root;
use crate::values::Place;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::strip;
use wp_kir::{ExprId, Type};

/// The construct that is rejected where storage is lacking to the end.
pub(crate) const NO_STORAGE: &str = "address of a variable that was not placed in memory";

impl<'u> Lowerer<'u> {
    /// Whether a place is a value, or variables that no declaration stands for.
    fn is_without_storage(&self, place: &Place) -> bool {
        match place {
            Place::Value(_) => true,
            Place::Vars { vars, .. } => vars.iter().all(|v| !self.owners.contains_key(v)),
            _ => false,
        }
    }

    /// Whether a variable is declared in the file. Built-in variables have no storage.
    fn has_declaration(&self, id: NodeId) -> bool {
        self.env.contains_key(&id) || self.globals.contains_key(&id)
    }

    /// The name that an lvalue is a part of: a declared variable, or the function whose `this` it is.
    fn origin(&mut self, lvalue: &Node) -> Option<NodeId> {
        match root(lvalue) {
            Some(id) => Some(id).filter(|id| self.has_declaration(*id)),
            None => begins_at_this(lvalue).then(|| self.frame().function),
        }
    }

    /// What a reference is bound to, in memory where an address of the name is taken. `name` is the reference, or a function for its `this`.
    pub(crate) fn with_storage(&mut self, name: NodeId, bound_to: &Node, place: Place) -> Place {
        self.origins.remove(&name);
        if self.spec > 0 || !self.is_without_storage(&place) {
            return place;
        }
        let is_builtin = root(bound_to).is_some_and(|id| !self.has_declaration(id));
        if is_builtin || &*strip(bound_to).kind == "MaterializeTemporaryExpr" {
            return if self.forced.contains(&name) { self.spill(&place, bound_to.span) } else { place };
        }
        if let Some(origin) = self.origin(bound_to).filter(|origin| *origin != name) {
            self.origins.insert(name, origin);
        }
        place
    }

    /// Places a variable in memory when the kernel is lowered again, or what it was bound to.
    pub(crate) fn force(&mut self, name: NodeId) {
        let mut first = name;
        // More steps than there are names lead in a circle.
        for _ in 0..=self.origins.len() {
            match self.origins.get(&first) {
                Some(&next) => first = next,
                None => break,
            }
        }
        self.forced.insert(first);
    }

    /// Whether an lvalue has to get storage before its address can be taken; the kernel is lowered again then.
    pub(crate) fn lacks_storage(&mut self, lvalue: &Node, place: &Place, span: Span) -> bool {
        if self.spec > 0 || !self.is_without_storage(place) {
            return false;
        }
        let Some(name) = self.origin(lvalue) else { return false };
        self.force(name);
        self.unsupported(NO_STORAGE, span);
        true
    }

    /// The address of the place of an lvalue.
    pub(crate) fn address_of(&mut self, lvalue: &Node, place: &Place, span: Span) -> ExprId {
        if self.lacks_storage(lvalue, place, span) {
            return self.zero(Type::Ptr, span);
        }
        // What a call refers to may have a name elsewhere.
        let names_nothing = !lvalue.flag("lvalue") && !lvalue.flag("xvalue") || root(lvalue).is_some();
        let is_new =
            names_nothing || matches!(&*strip(lvalue).kind, "MaterializeTemporaryExpr" | "CompoundLiteralExpr");
        if self.spec == 0 && self.is_without_storage(place) && !is_new {
            self.unsupported(NO_STORAGE, span);
            return self.zero(Type::Ptr, span);
        }
        self.address(place, span)
    }
}

/// Whether an lvalue is `*this` or a part of it.
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
