//! The functions in the terms of a summary: what each of them stands for.

use crate::loop_record::LoopInst;
use crate::premises::Premises;
use crate::scan_law::{Prefix, Scanned};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{ObjectId, Type};
use wp_logic::{Class, FuncId, Term, TermId, Terms};

/// What functions stand for, by kind.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// Functions that stand for the initial contents of an object, by byte offset; for witnesses.
    pub contents: FxHashMap<FuncId, (ObjectId, Type)>,
    /// Symbols of access predicates (`__read(a)`, `__write_offset_bytes(a)`) that stand in assertions.
    pub access_symbols: BTreeMap<FuncId, AccessSymbol>,
    /// Symbols that stand for what a term is in the other thread of a pair.
    pub others: BTreeMap<FuncId, OtherTerm>,
    /// The symbol that says whether the threads of a pair are of one block.
    pub same_group: Option<TermId>,
    /// Functions without state: operations that are not interpreted.
    pub pure: BTreeSet<FuncId>,
    /// Functions that stand for what threads of a block read alike from an object that is written, with what that rests
    /// on.
    pub shared_reads: BTreeMap<FuncId, Premises>,
    /// Unknowns that stand for what additions to atomic counters returned: no two of one cell are equal.
    pub counters: BTreeMap<FuncId, CounterResult>,
    /// Reach predicates `r(outer counters, k)` of loops that may be left from within; downward closed in `k`.
    pub reaches: BTreeSet<FuncId>,
    /// Functions that are sums of elements of arrays, none of which is negative.
    pub prefixes: BTreeMap<FuncId, Prefix>,
    /// Functions of loads of arrays that hold sums after a prefix sum or a reduction.
    pub scanned: BTreeMap<FuncId, Vec<Scanned>>,
}

impl Functions {
    /// True if a function has no state: it stands for contents at the launch, or for an operation.
    pub(crate) fn is_without_state(&self, f: FuncId) -> bool {
        self.contents.contains_key(&f) || self.pure.contains(&f)
    }

    /// True if a function has its meaning by the place where a condition stands: accesses so far, the other thread.
    pub fn is_of_place(&self, f: FuncId) -> bool {
        self.access_symbols.contains_key(&f) || self.others.contains_key(&f)
    }

    /// What terms rest on by the values in them that threads read alike; `original` is the function that a renamed one
    /// stands for.
    pub fn premises_of_reads(
        &self,
        terms: &Terms,
        conjuncts: &[TermId],
        original: impl Fn(FuncId) -> FuncId,
    ) -> Premises {
        if self.shared_reads.is_empty() {
            return Premises::NONE;
        }
        let apps = terms.apps(conjuncts).into_iter();
        let reads = apps.filter_map(|app| match terms.kind(app) {
            Term::App(f, _) => self.shared_reads.get(&original(*f)),
            _ => None,
        });
        reads.fold(Premises::NONE, |all, premises| all.and(premises))
    }

    /// True if the term speaks of two threads.
    pub fn is_relation(&self, terms: &Terms, t: TermId) -> bool {
        terms.apps(&[t]).into_iter().any(|app| match terms.kind(app) {
            Term::App(f, _) => self.others.contains_key(f) || self.same_group == Some(app),
            _ => false,
        })
    }

    /// Notes a function that stands for a value of this class: the threads of a block may share it only because of what
    /// they read alike.
    pub(crate) fn note_shared(&mut self, f: FuncId, class: Class) {
        if class != Class::Thread && !self.shared_reads.is_empty() {
            let all = self.shared_reads.values().fold(Premises::NONE, |all, premises| all.and(premises));
            self.shared_reads.insert(f, all);
        }
    }

    /// Notes functions by which others are replaced: `triggers` gives those that take the place of one.
    pub(crate) fn rename(&mut self, mut triggers: impl FnMut(FuncId) -> Vec<FuncId>) {
        for (f, rests_on) in self.shared_reads.clone() {
            for g in triggers(f) {
                self.shared_reads.entry(g).or_default().join(&rests_on);
            }
        }
        let renamed: Vec<FuncId> = self.reaches.iter().flat_map(|&f| triggers(f)).collect();
        self.reaches.extend(renamed);
    }

    /// The terms in the meanings of functions, for rewriting.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let others = self.others.values_mut().flat_map(|o| [&mut o.term, &mut o.when].into_iter().chain(&mut o.absent));
        others.chain(self.counters.values_mut().map(|c| &mut c.offset))
    }
}

/// An unknown that stands for what an addition to a counter returned.
#[derive(Clone, Debug)]
pub struct CounterResult {
    /// The object of the counter.
    pub object: ObjectId,
    /// True if each block has a counter of its own.
    pub per_block: bool,
    /// Byte offset of the cell, over the loop counters at the addition.
    pub offset: TermId,
    /// These loop counters; they are the arguments of the unknown.
    pub formals: Vec<TermId>,
}

/// The meaning of a symbol in the other thread of a pair.
#[derive(Clone, Debug)]
pub struct OtherTerm {
    /// The value, as a term of the generic thread.
    pub term: TermId,
    /// When the thread has that value: it is at this place, or always.
    pub when: TermId,
    /// The value that it has when it is elsewhere, where that is known.
    pub absent: Option<TermId>,
    /// Loops around it; the pair must share their counters.
    pub loops: Vec<LoopInst>,
}

/// The claim of an access predicate's symbol about the thread's accesses so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AccessSymbol {
    /// The object.
    pub object: ObjectId,
    /// Writes if true, else reads.
    pub write: bool,
    /// The byte offset of such an access as an unsigned number of so many bits; if absent, whether there was one.
    pub offset: Option<u8>,
}
