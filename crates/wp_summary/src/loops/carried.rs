//! The knowledge of a thread about the cells that it accessed, across the head of a loop and behind the loop.
//!
//! The interval in which iteration `k` starts began before the loop (`k = 0`) or in iteration `k - 1`. So the thread's
//! knowledge from before the loop holds at the head of iteration 0; its knowledge at the end of an iteration holds,
//! with `k - 1` for `k`, at the head of the next; and behind a loop that is left at its head alone, its knowledge from
//! the end of the last iteration holds, or from before the loop if there was none. Functions of loads and barrier
//! invariants between the head and the first barrier are recorded while the iteration is executed, and get these facts
//! afterwards.
//!
//! Facts of barrier invariants in an iteration are facts in the next one and behind the loop. In kernels without
//! barrier invariants only the thread's stores before the loop are facts in the first iteration.

use super::Loop;
use crate::axiom::{guard_at, instantiate};
use crate::barriers::{Base, OwnRead};
use crate::exec::Exec;
use crate::own::{may_store, OwnStore};
use crate::{Axiom, Fact};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_kir::{ObjectId, Type};
use wp_logic::{FuncId, TermId};

/// The accesses of a thread since the last barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interval {
    pub stores: Vec<OwnStore>,
    pub reads: Vec<OwnRead>,
    pub base: Option<Base>,
}

/// The interval in which an iteration starts.
#[derive(Debug, Default)]
pub(crate) struct Head {
    /// Functions of what is read in it.
    functions: Vec<HeadFunction>,
    /// True if a barrier (or something like it) ended the interval.
    closed: bool,
    /// The number of loops around that point.
    depth: usize,
    /// Objects that a loop within the iteration may have changed since.
    changed: BTreeSet<ObjectId>,
}

impl Head {
    /// The start of an iteration of the innermost of so many loops.
    pub fn at(depth: usize) -> Self {
        Head { depth, ..Head::default() }
    }

    /// A loop within the iteration may change these objects.
    pub(super) fn note_changed(&mut self, objects: &BTreeSet<ObjectId>) {
        self.changed.extend(objects);
    }
}

/// A function of what is read in the interval in which an iteration starts.
#[derive(Debug)]
struct HeadFunction {
    function: FuncId,
    /// The cell and the counters.
    formals: Vec<TermId>,
    object: ObjectId,
    ty: Type,
    /// The thread has not stored to the cell in this iteration.
    unchanged: Vec<TermId>,
}

impl Exec<'_> {
    /// The knowledge of the interval, which is forgotten.
    pub(crate) fn take_interval(&mut self) -> Interval {
        let interval = Interval {
            stores: std::mem::take(&mut self.own_stores),
            reads: std::mem::take(&mut self.own_reads),
            base: self.base.take(),
        };
        self.forget_interval();
        interval
    }

    pub(crate) fn set_interval(&mut self, interval: Interval) {
        (self.own_stores, self.own_reads, self.base) = (interval.stores, interval.reads, interval.base);
    }

    /// Notes a function of loads in so many loops, if an iteration of the innermost of them is at its start.
    pub(crate) fn note_head_function(&mut self, function: FuncId, formals: &[TermId], object: ObjectId, ty: Type) {
        let depth = formals.len() - 1;
        let at = self.heads.iter().rposition(|h| h.depth <= depth);
        let Some(at) = at.filter(|&at| !self.heads[at].closed && !self.heads[at].changed.contains(&object)) else {
            return;
        };
        if self.trial > 0 && depth > self.recorded_loops {
            return;
        }
        let stores: Vec<OwnStore> = self.own_stores.iter().filter(|s| s.object == object).cloned().collect();
        let mut unchanged = Vec::new();
        for store in &stores {
            let overwritten = self.overwrites(store, formals[0], ty);
            unchanged.push(self.terms.not(overwritten));
        }
        let noted = HeadFunction { function, formals: formals.to_vec(), object, ty, unchanged };
        self.heads[at].functions.push(noted);
    }

    /// The interval in which iterations started is over.
    pub(crate) fn close_heads(&mut self) {
        self.heads.iter_mut().for_each(|h| h.closed = true);
    }

    /// At the end of an iteration `k`: tells the functions of its start of what was before it; the facts of an
    /// iteration become facts of the next.
    pub(super) fn carry_over(&mut self, entering: &Interval, k: TermId, (first_event, first_claim): (usize, usize)) {
        let Some(head) = self.heads.pop() else { return };
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let before = self.terms.sub(k, one);
        let to_before: FxHashMap<TermId, TermId> = [(k, before)].into_iter().collect();
        let first = self.terms.eq(k, zero);
        let tail = match self.takes_loops_as_opaque() {
            true => Interval { stores: self.own_stores.clone(), reads: self.own_reads.clone(), base: None },
            false => Interval::default(),
        };
        for noted in head.functions {
            let value = self.terms.app(noted.function, &noted.formals);
            let mut facts = Vec::new();
            for (premise, stored) in self.known_cells(entering, noted.formals[0], noted.object, noted.ty) {
                facts.push((self.terms.and(&[premise, first]), stored));
            }
            for (premise, stored) in self.known_cells(&tail, noted.formals[0], noted.object, noted.ty) {
                let premise = guard_at(self.terms, premise, &[k], &[before]);
                facts.push((premise, self.terms.substitute(stored, &to_before)));
            }
            let unchanged = self.terms.and(&noted.unchanged);
            for (premise, stored) in facts {
                let same = self.same_value(value, stored);
                let premise = self.terms.and(&[premise, unchanged]);
                let fact = self.terms.implies(premise, same);
                let axiom = self
                    .out
                    .own_stores
                    .entry(noted.function)
                    .or_insert_with(|| Axiom { formals: noted.formals.clone(), fact });
                axiom.fact = self.terms.and(&[axiom.fact, fact]);
            }
        }
        for claim in self.claims_since(first_claim) {
            let term = instantiate(self.terms, claim.term, &[k], &[before]);
            self.out.claims.push(Fact { term, from: first_event, ..claim });
        }
    }

    /// What barrier invariants said in this iteration.
    pub(super) fn claims_since(&self, first_claim: usize) -> Vec<Fact> {
        let since = self.out.claims.get(first_claim..).unwrap_or_default();
        since.iter().filter(|f| f.loops == self.loops).cloned().collect()
    }

    /// The facts behind a loop that was left at its head after `x` iterations; `tail` is what was known at the end of
    /// iteration `k`.
    pub(super) fn known_behind(&mut self, lp: Loop, entering: Interval, tail: Interval, (k, x): (TermId, TermId)) {
        if lp.head.iter().any(may_store) {
            return;
        }
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let last = self.terms.sub(x, one);
        let to_last: FxHashMap<TermId, TermId> = [(k, last)].into_iter().collect();
        let none = self.terms.eq(x, zero);
        let mut known = entering;
        known.base = None;
        for store in &mut known.stores {
            store.guard = self.terms.and(&[store.guard, none]);
        }
        for read in &mut known.reads {
            read.guard = self.terms.and(&[read.guard, none]);
        }
        let before = known.stores.len();
        for mut store in tail.stores {
            store.guard = guard_at(self.terms, store.guard, &[k], &[last]);
            store.offset = self.terms.substitute(store.offset, &to_last);
            store.value = store.value.map(|v| self.terms.substitute(v, &to_last));
            known.stores.push(store);
        }
        for mut read in tail.reads {
            read.guard = guard_at(self.terms, read.guard, &[k], &[last]);
            read.offset = self.terms.substitute(read.offset, &to_last);
            read.value = self.terms.substitute(read.value, &to_last);
            read.stores += before;
            known.reads.push(read);
        }
        self.leaving = Some(known);
    }

    /// What barrier invariants said in iteration `k` of the loop around, to be told again of the last one.
    pub(super) fn facts_behind(&mut self, facts: Vec<Fact>, (k, x): (TermId, TermId)) {
        let one = self.terms.int(1);
        let last = self.terms.sub(x, one);
        for fact in facts {
            let term = instantiate(self.terms, fact.term, &[k], &[last]);
            let always = self.terms.tru();
            self.claim_known(always, term, &fact.rests_on);
        }
    }
}
