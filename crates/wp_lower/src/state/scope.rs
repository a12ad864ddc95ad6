//! The meanings of names: the places of declarations, and the names that specifications may use.

use crate::values::{Place, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_clang::NodeId;
use wp_kir::ObjectId;

/// A name of the source with its declaration.
pub(crate) type Name = (Arc<str>, NodeId);

/// The declarations in scope.
#[derive(Default)]
pub(crate) struct Scope {
    /// The places of local variables, parameters and references by their declarations.
    places: FxHashMap<NodeId, Place>,
    /// The places of variables of static storage and of shared arrays.
    statics: FxHashMap<NodeId, Place>,
    /// The object of all `extern __shared__` arrays.
    dynamic_shared: Option<ObjectId>,
    /// The source names in scope, innermost last. Names in specifications are looked up here.
    names: Vec<Name>,
    /// Values of the operands that Clang names by an `OpaqueValueExpr`.
    opaque: FxHashMap<NodeId, Value>,
    /// True if a jump may skip the declarations that are being lowered, so that their initialisers may not have run.
    jumped_past: bool,
}

/// The places that declarations had before others hid them.
pub(crate) struct Hidden(Vec<(NodeId, Option<Place>)>);

impl Scope {
    /// The place of a local variable, parameter or reference.
    pub(crate) fn place(&self, decl: NodeId) -> Option<&Place> {
        self.places.get(&decl)
    }

    pub(crate) fn set(&mut self, decl: NodeId, place: Place) {
        self.places.insert(decl, place);
    }

    /// Sets the places of declarations until they are restored.
    pub(crate) fn hide<'p>(&mut self, places: impl IntoIterator<Item = (NodeId, &'p Place)>) -> Hidden {
        Hidden(places.into_iter().map(|(decl, place)| (decl, self.places.insert(decl, place.clone()))).collect())
    }

    pub(crate) fn restore(&mut self, hidden: Hidden) {
        for (decl, old) in hidden.0.into_iter().rev() {
            match old {
                Some(old) => self.places.insert(decl, old),
                None => self.places.remove(&decl),
            };
        }
    }

    /// The place of a variable of static storage or of a shared array.
    pub(crate) fn static_place(&self, decl: NodeId) -> Option<&Place> {
        self.statics.get(&decl)
    }

    pub(crate) fn set_static(&mut self, decl: NodeId, place: Place) {
        self.statics.insert(decl, place);
    }

    /// The variables of static storage and shared arrays that have a place, in no order.
    pub(crate) fn statics(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.statics.keys().copied()
    }

    /// True if a declaration of any storage has a place.
    pub(crate) fn is_declared(&self, decl: NodeId) -> bool {
        self.places.contains_key(&decl) || self.statics.contains_key(&decl)
    }

    /// The object of all `extern __shared__` arrays.
    pub(crate) fn dynamic_shared(&self) -> Option<ObjectId> {
        self.dynamic_shared
    }

    pub(crate) fn set_dynamic_shared(&mut self, object: ObjectId) {
        self.dynamic_shared = Some(object);
    }

    // ---- names ----

    /// Makes names visible to specifications.
    pub(crate) fn show(&mut self, names: impl IntoIterator<Item = Name>) {
        self.names.extend(names);
    }

    /// The number of visible names.
    pub(crate) fn names_so_far(&self) -> usize {
        self.names.len()
    }

    /// Hides all names but the first `count`.
    pub(crate) fn hide_names(&mut self, count: usize) {
        self.names.truncate(count);
    }

    /// Makes these the only visible names, and returns the others.
    pub(crate) fn replace_names(&mut self, names: Vec<Name>) -> Vec<Name> {
        std::mem::replace(&mut self.names, names)
    }

    /// The declaration that a name means.
    pub(crate) fn named(&self, name: &str) -> Option<NodeId> {
        self.names.iter().rev().find(|(n, _)| **n == *name).map(|(_, id)| *id)
    }

    /// The place of the declaration that a name means.
    pub(crate) fn place_of_name(&self, name: &str) -> Option<&Place> {
        self.place(self.named(name)?)
    }

    // ---- values of operands ----

    /// Gives operands that Clang names by an `OpaqueValueExpr` a value.
    pub(crate) fn set_opaque(&mut self, operands: Vec<NodeId>, value: &Value) {
        self.opaque.extend(operands.into_iter().map(|id| (id, value.clone())));
    }

    /// The value of an operand that Clang names by an `OpaqueValueExpr`.
    pub(crate) fn opaque(&self, operand: NodeId) -> Option<&Value> {
        self.opaque.get(&operand)
    }

    // ---- declarations that jumps skip ----

    /// True if a jump may skip the declarations that are being lowered, so that their initialisers may not have run.
    pub(crate) fn is_jumped_past(&self) -> bool {
        self.jumped_past
    }

    /// Sets whether a jump may skip the declarations that follow, and returns the old value.
    pub(crate) fn set_jumped_past(&mut self, jumped_past: bool) -> bool {
        std::mem::replace(&mut self.jumped_past, jumped_past)
    }
}
