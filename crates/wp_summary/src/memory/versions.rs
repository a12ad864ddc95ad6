//! The points of execution at which the contents of memory may have changed.
//!
//! A load of an object that is written is a function of the cell and of the version of the object. A new version begins
//! at each barrier and at each store of the thread to the object, and in each iteration of a loop that may change it.

use crate::LoopInst;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{ObjectId, Type};
use wp_logic::FuncId;

/// The memory that a loop may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// Other threads may store anywhere (there is a barrier), or a pointer may point anywhere.
    pub everything: bool,
    /// Objects that the thread may store to.
    pub objects: BTreeSet<ObjectId>,
}

impl Effects {
    pub fn touch(&self, object: ObjectId) -> bool {
        self.everything || self.objects.contains(&object)
    }

    pub fn are_none(&self) -> bool {
        !self.everything && self.objects.is_empty()
    }
}

/// The versions of the contents of memory. A later version of an object has a greater number.
#[derive(Default)]
pub(crate) struct Versions {
    /// Number of barriers and stores executed so far: what may change memory.
    pub moment: u64,
    /// The moment at which everything may have changed last.
    all_changed_at: u64,
    /// The moments at which objects may have changed last.
    changed_at: BTreeMap<ObjectId, u64>,
    /// The memory that the loops around the current point may change.
    pub effects: Vec<Effects>,
    /// Functions of reads of written objects.
    pub functions: BTreeMap<(ObjectId, Type, u64, Vec<LoopInst>), FuncId>,
}

impl Versions {
    /// The number of loops around the current point, outermost first, that matter for the contents of an object here:
    /// the innermost of them may change it.
    pub fn loops_that_change(&self, object: ObjectId) -> usize {
        self.effects.iter().rposition(|effects| effects.touch(object)).map_or(0, |last| last + 1)
    }

    /// When the contents of an object may have changed last.
    pub fn of(&self, object: ObjectId) -> u64 {
        self.changed_at.get(&object).copied().unwrap_or(0).max(self.all_changed_at)
    }

    /// Begins a new version of these objects, or of all.
    pub fn change(&mut self, objects: Option<&[ObjectId]>) {
        self.moment += 1;
        match objects {
            None => self.all_changed_at = self.moment,
            Some(objects) => self.changed_at.extend(objects.iter().map(|&o| (o, self.moment))),
        }
    }
}
