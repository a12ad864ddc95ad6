//! A proof attempt: the summary, the solver, and threads at points of the kernel.
//!
//! Facts about the generic thread become facts about a [`View`] of it: an arbitrary thread with values of loop
//! counters, and coordinates that may be terms.

use super::cuts::Cuts;
use super::inside::Here;
use crate::trace::Proof;
use crate::{Floats, Trace};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::{Kernel, ObjectId, Type};
use wp_logic::{Class, FuncId, Term, TermId, Terms};
use wp_prove::{
    facts_at, instances_of_laws, Known, Outcome, Pair, PairKind, Patience, Place, Prover, QueryEffort, QuestionKind,
    View,
};
use wp_solve::Solver;
use wp_summary::{Access, AccessMode, EventKind, LoopInst, Premises, Summary};

/// Questions to the solver for one clause, or one value of a quantified variable.
const MAX_QUERIES: u32 = 600;

/// Reads that are followed for one clause, or one value of a quantified variable.
const MAX_READS: u32 = 256;

/// Facts that are noted of the iterations of a loop.
const MAX_GIVEN: usize = 32;

/// Values of quantified variables that are taken one by one, for one clause.
const MAX_PARTS: u32 = 64;

/// Why there is no proof.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// For people.
    Unknown(String),
    /// The answer depends on this condition: decide both cases.
    Split(TermId),
}

pub(crate) fn unknown<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Unknown(why.into()))
}

/// A store with its place among the events.
#[derive(Clone, Copy)]
pub(crate) struct Store<'s> {
    pub at: usize,
    pub access: &'s Access,
    pub value: TermId,
}

pub(crate) struct Session<'a> {
    pub kernel: &'a Kernel,
    pub summary: &'a Summary,
    pub terms: &'a mut Terms,
    pub solver: &'a mut Solver,
    trace: &'a mut Trace,
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
    /// Functions that stand for initial contents.
    initial: FxHashMap<(ObjectId, Type), FuncId>,
    /// Arrays whose contents at the launch are those of another one.
    twins: BTreeMap<ObjectId, ObjectId>,
    /// Their functions of initial contents with those of the other ones.
    same: FxHashMap<FuncId, FuncId>,
    /// Barrier intervals of two parts that were shown to be aligned.
    pub cuts: Option<Cuts>,
    /// The divisor of the effort for a question.
    pub effort_divisor: u32,
    queries: u32,
    reads: u32,
    parts: u32,
    /// The generic thread at two points, of which only the first is used.
    itself: Pair<'a>,
    prover: Prover,
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
        let initial = summary.contents.iter().map(|(&f, &at)| (at, f)).collect();
        let assumptions = summary.assumptions.iter().copied().collect();
        Self {
            kernel,
            summary,
            terms,
            solver,
            trace,
            assumptions,
            rests_on: summary.inferred_from.clone(),
            names_values: false,
            floats: Floats::Reals,
            summed: Vec::new(),
            given: FxHashMap::default(),
            at_launch: false,
            here: None,
            activity: None,
            initial,
            twins: BTreeMap::new(),
            same: FxHashMap::default(),
            cuts: None,
            effort_divisor: 1,
            queries: 0,
            reads: 0,
            parts: 0,
            itself,
            prover: Prover::new(Patience::ENDLESS),
        }
    }

    // ---- the solver ----

    /// Tests if facts exclude each other.
    pub fn refuted(&mut self, facts: &[TermId]) -> Result<bool, Stop> {
        let facts = [facts, &instances_of_laws(self.terms, &self.summary.laws, facts)].concat();
        let effort = QueryEffort::part(self.effort_divisor);
        let question = match self.prover.answered(self.terms, &facts, effort) {
            Ok(outcome) => return Ok(outcome.is_proof()),
            Err(question) => question,
        };
        self.queries += 1;
        if self.queries > MAX_QUERIES {
            return unknown("the clause needs more questions than are asked");
        }
        let (outcome, seconds) = self.prover.ask(self.terms, self.solver, (QuestionKind::Whole, question), effort);
        let proof = match outcome {
            Outcome::Proof(method) => Some(Proof::of(self.solver, method)),
            Outcome::Model(_) | Outcome::Open(_) => None,
        };
        let refuted = proof.is_some();
        self.trace.note(self.terms, &facts, proof, seconds);
        Ok(refuted)
    }

    /// Counts a read that is followed: values that many reads make grow with every one.
    pub fn next_read(&mut self) -> Result<(), Stop> {
        self.reads += 1;
        if self.reads > MAX_READS || self.solver.is_late() {
            return unknown("values of memory depend on too many others");
        }
        Ok(())
    }

    /// Starts on one of a bounded number of parts of the clause.
    pub fn next_part(&mut self) -> Result<(), Stop> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return unknown("the clause has too many parts");
        }
        self.start_part();
        Ok(())
    }

    /// Starts on a part of the clause, for which as many questions are asked and reads followed as for a whole one.
    pub fn start_part(&mut self) {
        self.queries = 0;
        self.reads = 0;
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

    /// Takes the contents at the launch of the second array of each pair for those of the first one.
    pub fn identify(&mut self, twins: &[[ObjectId; 2]]) {
        for &[first, second] in twins {
            let functions: Vec<(Type, FuncId)> =
                self.initial.iter().filter(|((o, _), _)| *o == second).map(|((_, ty), &f)| (*ty, f)).collect();
            for (ty, f) in functions {
                let common = *self.initial.entry((first, ty)).or_insert(f);
                self.initial.insert((second, ty), common);
                if common != f {
                    self.same.insert(f, common);
                }
            }
            self.twins.insert(second, first);
        }
    }

    /// The function of contents at the launch that stands for this one too.
    pub fn common_function(&self, f: FuncId) -> FuncId {
        self.same.get(&f).copied().unwrap_or(f)
    }

    /// The initial contents of an object at a byte offset.
    pub fn initially(&mut self, object: ObjectId, ty: Type, offset: TermId) -> TermId {
        let object = self.twins.get(&object).copied().unwrap_or(object);
        let f = match self.initial.get(&(object, ty)) {
            Some(&f) => f,
            None => {
                let (sort, range) = wp_summary::value_sort(ty);
                let name = self.kernel.objects[object].name.clone();
                let f = self.terms.func(&name, &[wp_logic::Sort::Int], sort, Class::Launch, range);
                self.initial.insert((object, ty), f);
                f
            }
        };
        self.terms.app(f, &[offset])
    }

    /// True if a function stands for initial contents of memory that all threads see.
    pub fn is_initial(&self, f: FuncId) -> bool {
        self.initial.iter().any(|((object, _), g)| *g == f && self.kernel.objects[*object].space.is_of_device())
    }

    /// The size of the elements that a function of initial contents stands for, in bytes; 1 for other functions.
    pub fn width_of(&self, f: FuncId) -> i128 {
        self.initial.iter().find(|(_, g)| **g == f).map_or(1, |((_, ty), _)| i128::from(ty.size()))
    }

    /// The stores to an object in program order; all accesses to it have elements of this type.
    pub fn stores(&mut self, object: ObjectId, ty: Type) -> Result<Vec<Store<'a>>, Stop> {
        let mut stores = Vec::new();
        let name = &self.kernel.objects[object].name;
        let summary = self.summary;
        for (at, event) in summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.object != object || access.mode == AccessMode::Read && !summary.written.contains(&object) {
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
        View::arbitrary(self.terms, self.summary, &self.same, block)
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
        let all = summary.facts.iter().chain(&summary.indices);
        let facts = all.filter(|f| f.loops == nest && body.contains(&f.from)).take(MAX_GIVEN);
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
