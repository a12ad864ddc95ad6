//! The effects of an operand (reads, writes, synchronisation, jumps), and the conflicts of two operands.

use super::points::Points;
use crate::bytes::Bytes;
use crate::{ObjectId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A set of bytes of memory.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Footprint {
    objects: BTreeMap<ObjectId, Bytes>,
    /// True if the set also contains every byte to which a pointer may lead that the analysis does not follow.
    anywhere: bool,
}

impl Footprint {
    fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.anywhere
    }

    /// True if the set may contain a byte of an object that satisfies `test`.
    fn reaches(&self, test: &dyn Fn(ObjectId) -> bool) -> bool {
        self.anywhere || self.objects.keys().any(|o| test(*o))
    }

    /// Adds the bytes that an access of `size` bytes through a pointer may touch.
    pub fn add(&mut self, pointer: &Points, size: u64) {
        self.anywhere |= pointer.anywhere;
        for target in &pointer.targets {
            let (start, end) = target.bytes(size);
            self.objects.entry(target.object).or_default().add(start, end);
        }
    }

    fn join(&mut self, other: &Footprint) {
        self.anywhere |= other.anywhere;
        for (object, bytes) in &other.objects {
            self.objects.entry(*object).or_default().join(bytes);
        }
    }

    /// True if the sets may have a byte in common. `known` accepts the objects to which a pointer may lead that the
    /// analysis does not follow.
    fn may_overlap(&self, other: &Footprint, known: &dyn Fn(ObjectId) -> bool) -> bool {
        self.anywhere && other.reaches(known)
            || other.anywhere && self.reaches(known)
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
    /// True if a barrier or fence orders accesses for other threads.
    pub synchronises: bool,
    /// True if a barrier, with or without a fence, is reached.
    pub reaches_barrier: bool,
    /// True if a jump may leave the statements, or the thread may end.
    pub may_leave: bool,
}

impl Effects {
    /// Adds other effects, except for those on variables that `is_local` accepts.
    pub fn join(&mut self, other: &Effects, is_local: &dyn Fn(VarId) -> bool) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.reads_vars.extend(other.reads_vars.iter().filter(|v| !is_local(**v)));
        self.writes_vars.extend(other.writes_vars.iter().filter(|v| !is_local(**v)));
        self.synchronises |= other.synchronises;
        self.reaches_barrier |= other.reaches_barrier;
        self.may_leave |= other.may_leave;
    }

    /// The writes among the effects.
    pub fn writes_alone(&self) -> Self {
        Self { writes: self.writes.clone(), writes_vars: self.writes_vars.clone(), ..Self::default() }
    }

    /// How the order of two operands may matter. `known` accepts the objects to which a pointer may lead that the
    /// analysis does not follow, `shared` those that other threads may access.
    pub fn conflict(
        &self,
        other: &Effects,
        known: &dyn Fn(ObjectId) -> bool,
        shared: &dyn Fn(ObjectId) -> bool,
    ) -> Conflict {
        let one_way = |a: &Effects, b: &Effects| {
            let memory = a.writes.may_overlap(&b.writes, known) || a.writes.may_overlap(&b.reads, known);
            let seen = [&b.reads, &b.writes].iter().any(|f| f.reaches(shared));
            memory
                || a.synchronises && (b.synchronises || seen)
                || a.may_leave
                    && (b.may_leave
                        || b.reaches_barrier
                        || b.synchronises
                        || !b.writes.is_empty()
                        || !b.writes_vars.is_empty())
        };
        let vars = |a: &Effects, b: &Effects| {
            let used = |v: &&VarId| b.writes_vars.contains(v) || b.reads_vars.contains(v);
            a.writes_vars.iter().filter(used).copied().collect::<Vec<_>>()
        };
        Conflict {
            vars: [vars(self, other), vars(other, self)].concat().into_iter().collect(),
            beyond_variables: one_way(self, other) || one_way(other, self),
        }
    }
}

/// How two orders of operands may differ.
#[derive(Default, Debug)]
pub(super) struct Conflict {
    /// The variables that one operand assigns and another one reads or assigns.
    pub vars: BTreeSet<VarId>,
    /// True if the orders may differ in accesses to memory, synchronisation or jumps.
    pub beyond_variables: bool,
}

impl Conflict {
    pub fn join(&mut self, other: Conflict) {
        self.vars.extend(other.vars);
        self.beyond_variables |= other.beyond_variables;
    }
}
