//! The knowledge of a thread about its own stores: until the next barrier its loads see them.
//!
//! A load of an object that is written is a function of the cell at a point of execution (`memory`). Each such function
//! has one axiom: a cell to which the thread itself stored since the last barrier, and which it did not overwrite
//! since, holds that value. The axiom is true as long as no other thread changes the cell in the interval, hence up to
//! the first race. If a race is tolerated because the value that is read equals the one that is written, only the
//! reader's own stores may be used (see `wp_prove::Pair::know_stores_of`).
//!
//! Stores are forgotten at barriers of every kind, around loops that may change the object, and at atomics and
//! unresolved stores that may touch it: under-approximate in knowledge, so sound. In lock-step warps other lanes may
//! store between a thread's store and its load without a race, so nothing is known.

use crate::exec::Exec;
use crate::loops::Interval;
use crate::state::{PtrAlt, Target};
use crate::Axiom;
use wp_kir::{Block, ObjectId, Space, Stmt, StmtKind, Type};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};

/// Greatest number of stores of one object that are kept in mind.
const MAX_STORES: usize = 12;

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

impl Exec<'_> {
    /// Keeps a store in mind.
    pub(crate) fn note_store(&mut self, live: TermId, alts: &[PtrAlt], ty: Type, value: Option<TermId>) {
        if self.trial > 0 || self.config.lock_step {
            return;
        }
        for alt in alts {
            match alt.target {
                Target::Object(object) if self.kernel.objects[object].space != Space::Private => {
                    let guard = self.terms.and(&[live, alt.guard]);
                    self.own_stores.push(OwnStore { object, offset: alt.offset, ty, value, guard });
                }
                Target::Object(_) | Target::Null => {}
                Target::Unknown | Target::Number | Target::Opaque(_) => self.forget_interval(),
            }
        }
    }

    /// An atomic may change what the thread has stored.
    pub(crate) fn forget_stores_of(&mut self, alts: &[PtrAlt]) {
        self.forget_reads();
        if alts.iter().any(|a| matches!(a.target, Target::Unknown | Target::Number | Target::Opaque(_))) {
            self.own_stores.clear();
        }
        self.own_stores.retain(|s| alts.iter().all(|a| a.target != Target::Object(s.object)));
    }

    /// The facts about the function of loads of an object that follow at this point from the thread's own stores and
    /// loads.
    ///
    /// The function is one of the cell and of the counters of the outer `loops`.
    pub(crate) fn own_store_axiom(&mut self, f: FuncId, object: ObjectId, ty: Type, loops: usize) -> Option<Axiom> {
        let cell = self.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let mut formals = vec![cell];
        formals.extend(&self.counters[..loops]);
        self.note_head_function(f, &formals, object, ty);
        let value = self.terms.app(f, &formals);
        let interval = Interval { stores: self.own_stores.clone(), reads: self.own_reads.clone(), base: None };
        let mut facts = Vec::new();
        for (premise, stored) in self.known_cells(&interval, cell, object, ty) {
            let same = self.same_value(value, stored);
            facts.push(self.terms.implies(premise, same));
        }
        let fact = self.terms.and(&facts);
        (!matches!(self.terms.kind(fact), Term::Bool(true))).then_some(Axiom { formals, fact })
    }

    /// When the cell is one that the thread stored to or read in the interval and what it holds then.
    pub(crate) fn known_cells(
        &mut self,
        interval: &Interval,
        cell: TermId,
        object: ObjectId,
        ty: Type,
    ) -> Vec<(TermId, TermId)> {
        let mut known = Vec::new();
        let mut later = Vec::new();
        for store in interval.stores.iter().rev().filter(|s| s.object == object).take(MAX_STORES) {
            if let (Some(stored), true) = (store.value, store.ty == ty) {
                let here = self.terms.eq(cell, store.offset);
                let mut premise = vec![here, store.guard];
                premise.extend(&later);
                known.push((self.terms.and(&premise), stored));
            }
            let overwritten = self.overwrites(store, cell, ty);
            later.push(self.terms.not(overwritten));
        }
        for read in interval.reads.iter().rev().filter(|r| r.object == object && r.ty == ty).take(MAX_STORES) {
            let mut premise = vec![self.terms.eq(cell, read.offset), read.guard];
            let after = interval.stores.get(read.stores..).unwrap_or_default();
            for store in after.iter().filter(|s| s.object == object) {
                let overwritten = self.overwrites(store, cell, ty);
                premise.push(self.terms.not(overwritten));
            }
            known.push((self.terms.and(&premise), read.value));
        }
        known
    }

    /// The store changes a byte of the cell of this type at this offset.
    pub(crate) fn overwrites(&mut self, store: &OwnStore, cell: TermId, ty: Type) -> TermId {
        let (width, own) = (self.terms.int(i128::from(store.ty.size())), self.terms.int(i128::from(ty.size())));
        let (end, own_end) = (self.terms.add(store.offset, width), self.terms.add(cell, own));
        let (below, above) = (self.terms.lt(cell, end), self.terms.lt(store.offset, own_end));
        self.terms.and(&[below, above, store.guard])
    }
}

/// True if a statement may store to memory that threads share, or synchronise.
pub(crate) fn may_store(stmt: &Stmt) -> bool {
    let any = |block: &Block| block.iter().any(may_store);
    match &stmt.kind {
        StmtKind::Store { .. } | StmtKind::Atomic { .. } | StmtKind::Barrier { .. } => true,
        StmtKind::If { then_block, else_block, .. } => any(then_block) || any(else_block),
        StmtKind::Loop { head, body, step, .. } => any(head) || any(body) || any(step),
        StmtKind::Labelled { body, .. } => any(body),
        _ => false,
    }
}
