//! The reads, writes and synchronisation of an operand.

use super::points::Points;
use crate::bytes::Bytes;
use crate::{ObjectId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of memory.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Footprint {
    objects: BTreeMap<ObjectId, Bytes>,
    /// Whether there may be any bytes among them whose address is known outside of the analysis.
    any: bool,
}

impl Footprint {
    fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.any
    }

    fn reaches(&self, test: &dyn Fn(ObjectId) -> bool) -> bool {
        self.any || self.objects.keys().any(|o| test(*o))
    }

    /// Adds what an access of a size through a pointer touches.
    pub fn add(&mut self, pointer: &Points, size: u64) {
        self.any |= pointer.any;
        for target in &pointer.targets {
            let (start, end) = target.bytes(size);
            self.objects.entry(target.object).or_default().add(start, end);
        }
    }

    fn join(&mut self, other: &Footprint) {
        self.any |= other.any;
        for (object, bytes) in &other.objects {
            self.objects.entry(*object).or_default().join(bytes);
        }
    }

    /// Whether they have a byte in common. `known`: objects that pointers from elsewhere may lead to.
    fn meets(&self, other: &Footprint, known: &dyn Fn(ObjectId) -> bool) -> bool {
        self.any && other.reaches(known)
            || other.any && self.reaches(known)
            || self.objects.iter().any(|(o, bytes)| other.objects.get(o).is_some_and(|b| b.meets(bytes)))
    }
}

/// The effects of executing statements.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Effects {
    pub reads: Footprint,
    pub writes: Footprint,
    pub reads_vars: BTreeSet<VarId>,
    pub writes_vars: BTreeSet<VarId>,
    /// Whether a barrier or fence says when other threads see accesses.
    pub synchronises: bool,
    /// True if a barrier waits for other threads.
    pub arrives: bool,
    /// Whether a jump may leave the statements, or the thread may end.
    pub leaves: bool,
}

impl Effects {
    /// Adds the effects of others, but for those on variables that `is_own` accepts.
    pub fn join(&mut self, other: &Effects, is_own: &dyn Fn(VarId) -> bool) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.reads_vars.extend(other.reads_vars.iter().filter(|v| !is_own(**v)));
        self.writes_vars.extend(other.writes_vars.iter().filter(|v| !is_own(**v)));
        self.synchronises |= other.synchronises;
        self.arrives |= other.arrives;
        self.leaves |= other.leaves;
    }

    /// How the order of two operands matters. `known`: objects that pointers from elsewhere may lead to; `shared`: those that other
    /// threads access.
    pub fn conflict(
        &self,
        other: &Effects,
        known: &dyn Fn(ObjectId) -> bool,
        shared: &dyn Fn(ObjectId) -> bool,
    ) -> Conflict {
        let one_way = |a: &Effects, b: &Effects| {
            let memory = a.writes.meets(&b.writes, known) || a.writes.meets(&b.reads, known);
            let seen = [&b.reads, &b.writes].iter().any(|f| f.reaches(shared));
            memory
                || a.synchronises && (b.synchronises || seen)
                || a.leaves
                    && (b.leaves || b.arrives || b.synchronises || !b.writes.is_empty() || !b.writes_vars.is_empty())
        };
        let vars = |a: &Effects, b: &Effects| {
            let used = |v: &&VarId| b.writes_vars.contains(v) || b.reads_vars.contains(v);
            a.writes_vars.iter().filter(used).copied().collect::<Vec<_>>()
        };
        Conflict {
            vars: [vars(self, other), vars(other, self)].concat().into_iter().collect(),
            is_other: one_way(self, other) || one_way(other, self),
        }
    }
}

/// What two orders of operands may do differently.
#[derive(Default, Debug)]
pub(super) struct Conflict {
    /// The variables whose values may differ while the operands are evaluated.
    pub vars: BTreeSet<VarId>,
    /// Whether the order of accesses to memory, of synchronisation or of jumps may differ.
    pub is_other: bool,
}

impl Conflict {
    pub fn join(&mut self, other: Conflict) {
        self.vars.extend(other.vars);
        self.is_other |= other.is_other;
    }
}
