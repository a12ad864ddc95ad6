//! A proof attempt: the summary, the solver, and threads at points of the kernel.
//!
//! Facts about the generic thread become facts about a [`View`] of it: an arbitrary thread with values of loop
//! counters, and coordinates that may be terms.

use super::initial::Initial;
use super::questions::{unknown, Questions, Stop};
use crate::{Floats, Trace};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::{ExprId, Kernel, ObjectId, Type};
use wp_logic::{Class, FuncId, Term, TermId, Terms};
use wp_prove::{facts_at, instances_of_laws, Known, Pair, PairKind, Place, View};
use wp_solve::Solver;
use wp_summary::{Access, AccessMode, EventKind, LoopInst, Premises, Summary};

wp_base::limits! {
    /// Facts that are noted of the iterations of a loop.
    const MAX_GIVEN: usize = 32;
}

/// A store with its place among the events.
#[derive(Clone, Copy)]
pub(crate) struct Store<'s> {
    pub at: usize,
    pub access: &'s Access,
    pub value: TermId,
}

/// A thread at a place.
pub(crate) struct Here {
    /// The place among the events.
    pub event: usize,
    /// The thread, in its iterations.
    pub thread: View,
    /// The loops around, outermost first, with their counters.
    pub counters: Vec<(LoopInst, TermId)>,
    /// The recorded values: terms of the generic thread.
    pub values: BTreeMap<ExprId, TermId>,
}

/// The intervals of two parts that follow each other.
#[derive(Clone, Default)]
pub(crate) struct Cuts {
    /// The first event of each interval, of either part; the end of the part follows.
    pub bounds: [Vec<usize>; 2],
    /// Shared arrays of the second part with those of the first one.
    pub twins: BTreeMap<ObjectId, ObjectId>,
    /// Shared arrays of the first part in the same way, each its own.
    pub firsts: BTreeMap<ObjectId, ObjectId>,
    /// The contents of the arrays at the start of an interval, by block and address.
    pub contents: FxHashMap<(ObjectId, Type, usize), FuncId>,
}

impl Cuts {
    /// The events of an interval of either part.
    pub fn interval(&self, side: usize, number: usize) -> (usize, usize) {
        (self.bounds[side][number], self.bounds[side][number + 1])
    }

    pub fn count(&self) -> usize {
        self.bounds[0].len().saturating_sub(1)
    }

    /// The array that stands for both of a pair, the first event of the interval of an event, and the interval's
    /// number.
    pub fn place(&self, object: ObjectId, event: usize) -> Option<(ObjectId, usize, usize)> {
        let (side, common) = match (self.firsts.get(&object), self.twins.get(&object)) {
            (Some(&own), _) => (0, own),
            (None, Some(&first)) => (1, first),
            (None, None) => return None,
        };
        let number = self.bounds[side].iter().rposition(|&start| start <= event)?;
        Some((common, self.bounds[side][number], number))
    }
}

pub(crate) struct Session<'a> {
    pub kernel: &'a Kernel,
    pub summary: &'a Summary,
    pub terms: &'a mut Terms,
    pub questions: Questions<'a>,
    pub assumptions: BTreeSet<Assumption>,
    /// Premises of the facts that questions were given.
    pub rests_on: Premises,
    /// True if a value that is not followed stands for itself, so that invariants say what it is.
    pub names_values: bool,
    /// What floats are.
    pub floats: Floats,
    /// Variables of the sums that values are collected for.
    pub summed: Vec<TermId>,
    /// The facts that hold for every value of these variables in their ranges.
    given: FxHashMap<TermId, Vec<TermId>>,
    /// True if clauses are about memory at the launch.
    pub at_launch: bool,
    /// The thread at the place of the clause, for clauses about a place in the kernel.
    pub here: Option<Here>,
    /// The condition that the thread of a quantifier is active.
    pub activity: Option<TermId>,
    pub initial: Initial,
    /// Barrier intervals of two parts that were shown to be aligned.
    pub cuts: Option<Cuts>,
    /// The generic thread at two points, of which only the first is used.
    itself: Pair<'a>,
}

impl<'a> Session<'a> {
    pub fn new(
        kernel: &'a Kernel,
        summary: &'a Summary,
        terms: &'a mut Terms,
        solver: &'a mut Solver,
        trace: &'a mut Trace,
    ) -> Self {
        let itself = Pair::new(terms, summary, PairKind::SameThread, &[]);
        let assumptions = summary.assumptions.iter().copied().collect();
        Self {
            kernel,
            summary,
            terms,
            questions: Questions::new(solver, trace),
            assumptions,
            rests_on: summary.inferred.rests_on.clone(),
            names_values: false,
            floats: Floats::Reals,
            summed: Vec::new(),
            given: FxHashMap::default(),
            at_launch: false,
            here: None,
            activity: None,
            initial: Initial::of(summary),
            cuts: None,
            itself,
        }
    }

    // ---- the solver ----

    /// Tests if facts exclude each other.
    pub fn refuted(&mut self, facts: &[TermId]) -> Result<bool, Stop> {
        let facts = [facts, &instances_of_laws(self.terms, &self.summary.laws, facts)].concat();
        self.questions.refuted(self.terms, &facts)
    }

    /// Tests if facts imply a condition.
    pub fn holds(&mut self, known: &[TermId], condition: TermId) -> Result<bool, Stop> {
        if self.terms.as_bool(condition) == Some(true) {
            return Ok(true);
        }
        let not = self.terms.not(condition);
        let mut facts = known.to_vec();
        facts.push(not);
        self.refuted(&facts)
    }

    // ---- memory ----

    /// The initial contents of an object at a byte offset.
    pub fn initially(&mut self, object: ObjectId, ty: Type, offset: TermId) -> TermId {
        self.initial.at(self.terms, self.kernel, (object, ty), offset)
    }

    /// The stores to an object in program order; all accesses to it have elements of this type.
    pub fn stores(&mut self, object: ObjectId, ty: Type) -> Result<Vec<Store<'a>>, Stop> {
        let mut stores = Vec::new();
        let name = &self.kernel.objects[object].name;
        let summary = self.summary;
        for (at, event) in summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.object != object || access.mode == AccessMode::Read && !summary.memory.written.contains(&object) {
                continue;
            }
            let width = self.terms.int(i128::from(access.width));
            let rest = self.terms.modulo(access.offset, width);
            if access.ty != ty || !access.exact || self.terms.as_int(rest) != Some(0) {
                return unknown(format!("`{name}` is accessed in elements of several kinds"));
            }
            match (access.mode, access.value) {
                (AccessMode::Read, _) => {}
                (AccessMode::Write, Some(value)) => stores.push(Store { at, access, value }),
                (AccessMode::Write, None) => return unknown(format!("a pointer is stored in `{name}`")),
                (AccessMode::Atomic(_), _) => return unknown(format!("atomic operations on `{name}`")),
            }
        }
        Ok(stores)
    }

    // ---- threads ----

    /// An arbitrary thread in arbitrary iterations; of the block of another one if given.
    pub fn anybody(&mut self, block: Option<&View>) -> View {
        View::arbitrary(self.terms, self.summary, &self.initial.same, block)
    }

    /// The counter of a loop for a thread.
    pub fn counter(&mut self, thread: &View, l: LoopInst) -> TermId {
        let counter = self.summary.loops[l].counter;
        thread.at(self.terms, counter)
    }

    /// The conditions that counters of loops are in their ranges.
    pub fn counters_in_range(&mut self, thread: &View, loops: &[LoopInst]) -> Vec<TermId> {
        let mut facts = Vec::new();
        for &l in loops {
            let k = self.counter(thread, l);
            let zero = self.terms.int(0);
            facts.push(self.terms.le(zero, k));
            if let Some(bound) = self.summary.loops[l].bound {
                let bound = self.terms.int(bound);
                facts.push(self.terms.le(k, bound));
            }
        }
        facts
    }

    /// The facts about a thread that makes an access.
    pub fn facts(&mut self, thread: &View, event: usize) -> Vec<TermId> {
        let summary = self.summary;
        let e = &summary.events[event];
        let Known { conjuncts: mut generic, rests_on } = facts_at(summary, Place::Event(event));
        self.rests_on.join(&rests_on);
        generic.push(e.guard);
        let mut roots = generic.clone();
        if let EventKind::Access(a) = &e.kind {
            roots.push(a.offset);
            roots.extend(a.value.filter(|_| a.mode == AccessMode::Write));
        }
        generic.extend(self.facts_about(&roots));
        let mut facts: Vec<TermId> = generic.into_iter().map(|t| thread.at(self.terms, t)).collect();
        facts.extend(thread.exists(self.terms, self.summary));
        facts.extend(self.counters_in_range(thread, &e.loops));
        facts
    }

    /// The facts about the symbols in terms of the generic thread.
    pub fn facts_about(&mut self, roots: &[TermId]) -> Vec<TermId> {
        self.itself.facts_about(self.terms, roots)
    }

    /// Records the facts that a thread has in the iterations of a loop, of which `k` stands for an arbitrary one.
    pub fn note_iteration(&mut self, l: LoopInst, k: TermId, inside: &View) {
        let summary = self.summary;
        let nest = summary.nest(l);
        let Some(induction) = summary.loops[l].induction.as_deref() else { return };
        let body = induction.first_event..=induction.last_event;
        let all = summary.facts.iter().chain(&summary.fits.indices);
        let facts = all.filter(|f| f.loops == nest && body.contains(&f.from)).take(MAX_GIVEN.get());
        let facts: Vec<TermId> = facts.map(|f| f.term).collect();
        let facts = facts.into_iter().map(|t| inside.at(self.terms, t)).collect();
        self.given.insert(k, facts);
    }

    /// The facts about values of variables that are in their ranges.
    pub fn given(&mut self, values: &[(TermId, TermId)]) -> Vec<TermId> {
        let map: FxHashMap<TermId, TermId> = values.iter().copied().collect();
        let facts: Vec<TermId> = values.iter().filter_map(|(k, _)| self.given.get(k)).flatten().copied().collect();
        facts.into_iter().map(|t| self.terms.substitute(t, &map)).collect()
    }

    /// The facts about the launch, which hold for every thread.
    pub fn launch_facts(&mut self) -> Vec<TermId> {
        let facts: Vec<TermId> = self.summary.facts_at(0, &[]).collect();
        let terms = &*self.terms;
        let general = |t: &TermId| {
            let mut apps = terms.apps(&[*t]).into_iter();
            apps.all(|app| !matches!(terms.kind(app), Term::App(f, _) if terms.func_info(*f).class != Class::Launch))
        };
        let mut facts: Vec<TermId> = facts.into_iter().filter(general).collect();
        let one = self.terms.int(1);
        for extent in self.summary.launch.bdim.into_iter().chain(self.summary.launch.gdim) {
            facts.push(self.terms.le(one, extent));
        }
        facts
    }
}
