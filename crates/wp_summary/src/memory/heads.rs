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
//! barrier invariants this is about the objects that the loop may change; loads of others see through it
//! (`loops/effects`).

use super::interval::Interval;
use crate::axiom::guard_at;
use crate::context::Context;
use crate::Axiom;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_kir::{ObjectId, Type};
use wp_logic::{FuncId, TermId};

/// The interval in which an iteration starts.
#[derive(Debug, Default)]
pub(crate) struct Head {
    /// Functions of what is read in it.
    functions: Vec<HeadFunction>,
    /// True if a barrier (or something like it) ended the interval.
    pub closed: bool,
    /// The number of loops around that point.
    pub depth: usize,
    /// Objects that a loop within the iteration may have changed since.
    pub changed: BTreeSet<ObjectId>,
}

/// A function of what is read in the interval in which an iteration starts.
#[derive(Debug)]
pub(crate) struct HeadFunction {
    pub function: FuncId,
    /// The cell and the counters.
    pub formals: Vec<TermId>,
    pub object: ObjectId,
    pub ty: Type,
    /// The thread has not stored to the cell in this iteration.
    pub unchanged: Vec<TermId>,
}

impl Head {
    /// The start of an iteration of the innermost of so many loops.
    pub fn at(depth: usize) -> Self {
        Head { depth, ..Head::default() }
    }

    /// Notes a function of loads in the interval, whose accesses in this iteration are given.
    pub(crate) fn note(&mut self, cx: &mut Context, interval: &Interval, mut read: HeadFunction) {
        for store in interval.stores.iter().filter(|s| s.object == read.object) {
            let overwritten = store.overwrites(cx, read.formals[0], read.ty);
            read.unchanged.push(cx.terms.not(overwritten));
        }
        self.functions.push(read);
    }

    /// At the end of an iteration `k`: tells the functions of its start of what was known before the loop (`entering`)
    /// and at the end of an iteration (`tail`).
    pub(crate) fn carry_over(self, cx: &mut Context, entering: &Interval, tail: &Interval, k: TermId) {
        let (zero, one) = (cx.terms.int(0), cx.terms.int(1));
        let before = cx.terms.sub(k, one);
        let to_before: FxHashMap<TermId, TermId> = [(k, before)].into_iter().collect();
        let first = cx.terms.eq(k, zero);
        for noted in self.functions {
            let value = cx.terms.app(noted.function, &noted.formals);
            let mut facts = Vec::new();
            for (premise, stored) in entering.known_cells(cx, noted.formals[0], noted.object, noted.ty) {
                facts.push((cx.terms.and(&[premise, first]), stored));
            }
            for (premise, stored) in tail.known_cells(cx, noted.formals[0], noted.object, noted.ty) {
                let premise = guard_at(cx.terms, premise, &[k], &[before]);
                facts.push((premise, cx.terms.substitute(stored, &to_before)));
            }
            let unchanged = cx.terms.and(&noted.unchanged);
            for (premise, stored) in facts {
                let same = cx.same_value(value, stored);
                let premise = cx.terms.and(&[premise, unchanged]);
                let fact = cx.terms.implies(premise, same);
                let known = cx.out.axioms.own_stores.entry(noted.function);
                let axiom = known.or_insert_with(|| Axiom { formals: noted.formals.clone(), fact });
                axiom.fact = cx.terms.and(&[axiom.fact, fact]);
            }
        }
    }
}

/// The facts behind a loop that was left at its head after `x` iterations; `tail` is what was known at the end of
/// iteration `k`.
pub(crate) fn known_behind(cx: &mut Context, entering: Interval, tail: Interval, (k, x): (TermId, TermId)) -> Interval {
    let (zero, one) = (cx.terms.int(0), cx.terms.int(1));
    let last = cx.terms.sub(x, one);
    let to_last: FxHashMap<TermId, TermId> = [(k, last)].into_iter().collect();
    let none = cx.terms.eq(x, zero);
    let mut known = entering;
    known.base = None;
    for store in &mut known.stores {
        store.guard = cx.terms.and(&[store.guard, none]);
    }
    for read in &mut known.reads {
        read.guard = cx.terms.and(&[read.guard, none]);
    }
    let before = known.stores.len();
    for mut store in tail.stores {
        store.guard = guard_at(cx.terms, store.guard, &[k], &[last]);
        store.offset = cx.terms.substitute(store.offset, &to_last);
        store.value = store.value.map(|v| cx.terms.substitute(v, &to_last));
        known.stores.push(store);
    }
    for mut read in tail.reads {
        read.guard = guard_at(cx.terms, read.guard, &[k], &[last]);
        read.offset = cx.terms.substitute(read.offset, &to_last);
        read.value = cx.terms.substitute(read.value, &to_last);
        read.stores += before;
        known.reads.push(read);
    }
    known
}
