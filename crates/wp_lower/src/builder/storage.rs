//! Which variables belong to which declarations, and which declarations must have memory because their address is
//! taken.

use crate::values::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::NodeId;
use wp_kir::VarId;

/// The construct that is rejected if a value still has no memory in the last lowering.
pub(crate) const NO_STORAGE: &str = "address of a variable that was not placed in memory";

/// The declarations behind variables, and those that must have memory.
pub(crate) struct Storage {
    /// From a variable of the kernel to the declaration that it is a part of.
    owners: FxHashMap<VarId, NodeId>,
    /// Declarations that must have memory because their address is taken, although their own function does not show it.
    /// When the set grows, the kernel is lowered again.
    forced: FxHashSet<NodeId>,
    /// From a reference that is bound to a value without storage, or a function whose `this` is such a value, to the
    /// name that the value was taken from.
    origins: FxHashMap<NodeId, NodeId>,
}

impl Storage {
    pub(super) fn new(forced: FxHashSet<NodeId>) -> Self {
        Self { owners: FxHashMap::default(), forced, origins: FxHashMap::default() }
    }

    /// The declaration that a variable is a part of.
    pub(crate) fn owner(&self, var: VarId) -> Option<NodeId> {
        self.owners.get(&var).copied()
    }

    /// Notes that the variables of a place belong to a declaration.
    pub(crate) fn set_owner(&mut self, decl: NodeId, place: &Place) {
        if let Place::Vars { vars, .. } = place {
            for &v in vars {
                self.owners.entry(v).or_insert(decl);
            }
        }
    }

    /// True if a place is a value, or variables that belong to no declaration.
    pub(crate) fn is_without(&self, place: &Place) -> bool {
        match place {
            Place::Value(_) => true,
            Place::Vars { vars, .. } => vars.iter().all(|v| !self.owners.contains_key(v)),
            _ => false,
        }
    }

    /// True if a declaration must have memory.
    pub(crate) fn is_forced(&self, decl: NodeId) -> bool {
        self.forced.contains(&decl)
    }

    /// The declarations that must have memory.
    pub(crate) fn forced(&self) -> &FxHashSet<NodeId> {
        &self.forced
    }

    /// Notes the name that the value behind a name was taken from.
    pub(crate) fn set_origin(&mut self, name: NodeId, origin: NodeId) {
        self.origins.insert(name, origin);
    }

    /// Forgets the origin of a name, which is bound anew.
    pub(crate) fn forget_origin(&mut self, name: NodeId) {
        self.origins.remove(&name);
    }

    /// Notes that a name, or the name that it was bound to, must be in memory when the kernel is lowered again.
    pub(crate) fn force(&mut self, name: NodeId) {
        let mut first = name;
        // A chain with more steps than there are names is a cycle.
        for _ in 0..=self.origins.len() {
            match self.origins.get(&first) {
                Some(&next) => first = next,
                None => break,
            }
        }
        self.forced.insert(first);
    }
}
