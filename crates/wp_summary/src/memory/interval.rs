//! The accesses of a thread since the last barrier: until the next one its loads see its own stores.
//!
//! A load of an object that is written is a function of the cell at a point of execution (`memory`). Each such function
//! has one axiom: a cell to which the thread itself stored since the last barrier, and which it did not overwrite
//! since, holds that value. The axiom is true as long as no other thread changes the cell in the interval, hence up to
//! the first race. If a race is tolerated because the value that is read equals the one that is written, only the
//! reader's own stores may be used (see `wp_prove::Pair::use_stores_of`).
//!
//! Stores are forgotten at barriers of every kind, around loops that may change the object, and at atomics and
//! unresolved stores that may touch it: under-approximate in knowledge, so sound. In lock-step warps other lanes may
//! store between a thread's store and its load without a race, so nothing is known.

use crate::context::Context;
use crate::memory::versions::Effects;
use std::collections::BTreeMap;
use wp_kir::{any_stmt, ObjectId, Stmt, StmtKind, Type};
use wp_logic::{FuncId, TermId};

wp_base::limits! {
    /// Greatest number of stores of one object that are kept in mind.
    const MAX_STORES: usize = 12;
    /// Greatest number of stores since a barrier under which a cell is said to be unchanged.
    const MAX_SINCE_BARRIER: usize = 16;
}

/// A store since the last barrier.
#[derive(Clone, Debug)]
pub(crate) struct OwnStore {
    pub object: ObjectId,
    pub offset: TermId,
    pub ty: Type,
    /// `None` when it is no term: the cell is unknown.
    pub value: Option<TermId>,
    /// When it was executed.
    pub guard: TermId,
}

/// A load since the last barrier.
#[derive(Clone, Debug)]
pub(crate) struct OwnRead {
    pub object: ObjectId,
    pub offset: TermId,
    pub ty: Type,
    pub value: TermId,
    /// When it was executed.
    pub guard: TermId,
    /// The number of the thread's remembered stores before it.
    pub stores: usize,
}

/// The last barrier, if it has invariants and all that the thread stored since is kept in mind.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// When the barrier was executed.
    pub guard: TermId,
    /// The contents there, of what the invariants mention.
    pub contents: BTreeMap<(ObjectId, Type), FuncId>,
    /// Counters of the loops around the barrier.
    pub counters: Vec<TermId>,
}

/// The accesses of a thread since the last barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interval {
    pub stores: Vec<OwnStore>,
    pub reads: Vec<OwnRead>,
    pub base: Option<Base>,
}

impl OwnStore {
    /// The store changes a byte of the cell of this type at this offset.
    pub(crate) fn overwrites(&self, cx: &mut Context, cell: TermId, ty: Type) -> TermId {
        let (width, own) = (cx.terms.int(i128::from(self.ty.size())), cx.terms.int(i128::from(ty.size())));
        let (end, own_end) = (cx.terms.add(self.offset, width), cx.terms.add(cell, own));
        let (below, above) = (cx.terms.lt(cell, end), cx.terms.lt(self.offset, own_end));
        cx.terms.and(&[below, above, self.guard])
    }
}

impl Interval {
    /// The stores to memory that may change.
    pub(crate) fn stores_to(&self, changed: &Effects) -> Self {
        let may_change = |s: &&OwnStore| changed.everything || changed.objects.contains(&s.object);
        Self { stores: self.stores.iter().filter(may_change).cloned().collect(), ..Self::default() }
    }

    /// Adds accesses of other objects than those of the stores in mind.
    pub(crate) fn append(&mut self, other: Self) {
        let before = self.stores.len();
        self.stores.extend(other.stores);
        let moved = |read: OwnRead| OwnRead { stores: read.stores + before, ..read };
        self.reads.extend(other.reads.into_iter().map(moved));
        self.base = self.base.take().or(other.base);
    }

    /// When the cell is one that the thread stored to or read in the interval and what it holds then.
    pub(crate) fn known_cells(
        &self,
        cx: &mut Context,
        cell: TermId,
        object: ObjectId,
        ty: Type,
    ) -> Vec<(TermId, TermId)> {
        let mut known = Vec::new();
        let mut later = Vec::new();
        for store in self.stores.iter().rev().filter(|s| s.object == object).take(MAX_STORES.get()) {
            if let (Some(stored), true) = (store.value, store.ty == ty) {
                let here = cx.terms.eq(cell, store.offset);
                let mut premise = vec![here, store.guard];
                premise.extend(&later);
                known.push((cx.terms.and(&premise), stored));
            }
            let overwritten = store.overwrites(cx, cell, ty);
            later.push(cx.terms.not(overwritten));
        }
        for read in self.reads.iter().rev().filter(|r| r.object == object && r.ty == ty).take(MAX_STORES.get()) {
            let mut premise = vec![cx.terms.eq(cell, read.offset), read.guard];
            let after = self.stores.get(read.stores..).unwrap_or_default();
            for store in after.iter().filter(|s| s.object == object) {
                let overwritten = store.overwrites(cx, cell, ty);
                premise.push(cx.terms.not(overwritten));
            }
            known.push((cx.terms.and(&premise), read.value));
        }
        known
    }

    /// A load of the cell since the last barrier sees what the cell held there, unless the thread stored to it.
    pub(crate) fn as_at_the_barrier(
        &self,
        cx: &mut Context,
        object: ObjectId,
        offset: TermId,
        ty: Type,
        value: TermId,
    ) -> Option<TermId> {
        let base = self.base.as_ref()?;
        let &f = base.contents.get(&(object, ty))?;
        let mut args = vec![offset];
        args.extend(&base.counters);
        let before = cx.terms.app(f, &args);
        if before == value || self.stores.len() > MAX_SINCE_BARRIER.get() {
            return None;
        }
        let mut premise = vec![base.guard];
        for store in self.stores.iter().filter(|s| s.object == object) {
            let overwritten = store.overwrites(cx, offset, ty);
            premise.push(cx.terms.not(overwritten));
        }
        let premise = cx.terms.and(&premise);
        let same = cx.same_value(value, before);
        Some(cx.terms.implies(premise, same))
    }
}

/// True if statements may store to memory that threads share, or synchronise.
pub(crate) fn may_store(block: &[Stmt]) -> bool {
    let stores = |stmt: &StmtKind| {
        matches!(stmt, StmtKind::Store { .. } | StmtKind::Atomic { .. } | StmtKind::Barrier { .. }) || stmt.acquires()
    };
    any_stmt(block, &stores)
}
