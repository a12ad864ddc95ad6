//! Handles without data of their own: surfaces and texture references.

use rustc_hash::FxHashMap;
use wp_clang::NodeId;
use wp_kir::ObjectId;

/// The objects and numbers of handles.
#[derive(Default)]
pub(crate) struct Handles {
    /// From a surface reference, or a parameter that is a surface, to the object of its texels.
    surfaces: FxHashMap<NodeId, ObjectId>,
    /// Distinct numbers of handles without data, such as texture references.
    numbers: FxHashMap<NodeId, i128>,
}

impl Handles {
    /// The object of the texels of a surface.
    pub(crate) fn surface(&self, decl: NodeId) -> Option<ObjectId> {
        self.surfaces.get(&decl).copied()
    }

    pub(crate) fn set_surface(&mut self, decl: NodeId, object: ObjectId) {
        self.surfaces.insert(decl, object);
    }

    /// The number of a handle, which no other handle has.
    pub(crate) fn number(&mut self, decl: NodeId) -> i128 {
        let next = self.numbers.len() as i128;
        *self.numbers.entry(decl).or_insert(next)
    }
}
