//! A proof attempt: the summary, the solver, and threads at points of the kernel.
//!
//! A [`Point`] is a thread with values of loop counters. Facts about the generic thread become facts about a point by
//! renaming every symbol that belongs to a thread (for another block: also to a block), so that no symbol is shared by
//! accident. A term that was simplified under the range of a counter is used for other counters only where the range
//! holds.

use super::cuts::Cuts;
use super::inside::Here;
use crate::trace::Proof;
use crate::{Floats, Trace};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use wp_base::Assumption;
use wp_kir::{Kernel, ObjectId, Type};
use wp_logic::{Class, FuncId, Renaming, Term, TermId, Terms};
use wp_solve::Solver;
use wp_summary::laws::Instances;
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

/// A thread with loop counters.
#[derive(Clone)]
pub(crate) struct Point {
    /// `threadIdx` and `blockIdx`.
    pub coordinates: [[TermId; 3]; 2],
    funcs: FxHashMap<FuncId, FuncId>,
    subst: FxHashMap<TermId, TermId>,
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
    /// Functions that belong to a thread or to a block, coordinates and counters included.
    own: Vec<(FuncId, Class)>,
    /// The divisor of the effort for a question.
    pub effort_divisor: u32,
    queries: u32,
    reads: u32,
    parts: u32,
    /// The obligations so far, and whether each was refuted.
    asked: FxHashMap<Vec<TermId>, bool>,
}

impl<'a> Session<'a> {
    pub fn new(
        kernel: &'a Kernel,
        summary: &'a Summary,
        terms: &'a mut Terms,
        solver: &'a mut Solver,
        trace: &'a mut Trace,
    ) -> Self {
        let mut roots: Vec<TermId> = Vec::new();
        for event in &summary.events {
            roots.push(event.guard);
            if let EventKind::Access(a) = &event.kind {
                roots.push(a.offset);
                roots.extend(a.value);
            }
        }
        for axiom in summary.axioms.values().flatten() {
            roots.push(axiom.fact);
        }
        roots.extend(summary.facts.iter().chain(&summary.claims).map(|f| f.term));
        roots.extend(summary.lemmas.values().flatten());
        for l in summary.loops.values() {
            roots.push(l.counter);
            roots.extend(l.exit);
            for v in l.induction.iter().flat_map(|i| &i.variables) {
                roots.extend([v.value, v.initial, v.next]);
            }
            roots.extend(l.induction.iter().flat_map(|i| [i.entry, i.head, i.condition]));
        }
        roots.extend([summary.launch.tid, summary.launch.bid].into_iter().flatten());
        let mut own = BTreeSet::new();
        for app in terms.apps(&roots) {
            if let Term::App(f, _) = terms.kind(app) {
                let class = terms.func_info(*f).class;
                if class != Class::Launch {
                    own.insert((*f, class));
                }
            }
        }
        let initial = summary.contents.iter().map(|(&f, &at)| (at, f)).collect();
        let own = own.into_iter().collect();
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
            own,
            effort_divisor: 1,
            queries: 0,
            reads: 0,
            parts: 0,
            asked: FxHashMap::default(),
        }
    }

    // ---- the solver ----

    /// Tests if facts exclude each other.
    pub fn refuted(&mut self, facts: &[TermId]) -> Result<bool, Stop> {
        if facts.iter().any(|&f| self.terms.as_bool(f) == Some(false)) {
            return Ok(true);
        }
        let mut question = facts.to_vec();
        question.sort_unstable();
        question.dedup();
        if let Some(&refuted) = self.asked.get(&question) {
            return Ok(refuted);
        }
        self.queries += 1;
        if self.queries > MAX_QUERIES {
            return unknown("the clause needs more questions than are asked");
        }
        let facts = [facts, &self.instances(facts)].concat();
        let start = Instant::now();
        let method = self.solver.refutes(self.terms, &facts, self.effort_divisor).ok().flatten();
        let proof = method.map(|method| Proof::of(self.solver, method));
        self.trace.note(self.terms, &facts, proof, start.elapsed().as_secs_f64());
        self.asked.insert(question, method.is_some());
        Ok(method.is_some())
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

    /// The instances of preconditions with quantifiers for the elements in an obligation.
    fn instances(&mut self, facts: &[TermId]) -> Vec<TermId> {
        let mut all = facts.to_vec();
        let mut instances = Instances::default();
        loop {
            let new = instances.next(self.terms, &self.summary.laws, &all);
            if new.is_empty() {
                return all.split_off(facts.len());
            }
            all.extend(new);
        }
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

    // ---- points ----

    /// An arbitrary thread in arbitrary iterations; of the block of another one if given.
    pub fn anybody(&mut self, block: Option<&Point>) -> Point {
        let mut funcs = self.same.clone();
        for (f, class) in self.own.clone() {
            let shared = block.filter(|_| class == Class::Block).and_then(|p| p.funcs.get(&f).copied());
            let fresh = shared.unwrap_or_else(|| {
                let info = self.terms.func_info(f).clone();
                self.terms.func(&info.name, &info.args, info.result, info.class, info.range)
            });
            funcs.insert(f, fresh);
        }
        let mut renaming = Renaming::of(funcs.clone());
        self.terms.rename_assumptions(&mut renaming);
        let l = self.summary.launch;
        let tid = l.tid.map(|t| self.terms.rename(t, &mut renaming));
        let bid = l.bid.map(|t| self.terms.rename(t, &mut renaming));
        let mut point = Point { coordinates: [tid, bid], funcs, subst: FxHashMap::default() };
        if let Some(block) = block {
            // The block may be given by terms.
            point.coordinates[1] = block.coordinates[1];
            for (own, &theirs) in l.bid.iter().zip(&block.coordinates[1]) {
                if matches!(self.terms.kind(*own), Term::App(..)) {
                    point.subst.insert(*own, theirs);
                }
            }
        }
        point
    }

    /// The same thread in other iterations of these loops.
    pub fn at_counters(&mut self, point: &Point, counters: &[(LoopInst, TermId)]) -> Point {
        let mut point = point.clone();
        for &(l, value) in counters {
            point.subst.insert(self.summary.loops[l].counter, value);
        }
        point
    }

    /// A thread with given coordinates, as far as they are symbols of the generic thread.
    pub fn at_coordinates(&mut self, point: &Point, tid: [TermId; 3], bid: [TermId; 3]) -> Point {
        let mut point = point.clone();
        let l = self.summary.launch;
        for (own, theirs) in l.tid.into_iter().chain(l.bid).zip(tid.into_iter().chain(bid)) {
            if matches!(self.terms.kind(own), Term::App(..)) {
                point.subst.insert(own, theirs);
            }
        }
        point.coordinates = [tid, bid];
        point
    }

    /// A term of the generic thread, at a point.
    pub fn at(&mut self, point: &Point, t: TermId) -> TermId {
        // Values are substituted for the renamed symbols.
        let mut renaming = Renaming::of(point.funcs.clone());
        let mut map = FxHashMap::default();
        for (&own, &value) in &point.subst {
            let renamed = self.terms.rename(own, &mut renaming);
            map.insert(renamed, value);
        }
        let t = self.terms.rename(t, &mut renaming);
        if map.is_empty() {
            t
        } else {
            self.terms.substitute(t, &map)
        }
    }

    /// The counter of a loop at a point.
    pub fn counter(&mut self, point: &Point, l: LoopInst) -> TermId {
        let counter = self.summary.loops[l].counter;
        self.at(point, counter)
    }

    /// The conditions that the thread exists.
    pub fn exists(&mut self, point: &Point) -> Vec<TermId> {
        let l = self.summary.launch;
        let zero = self.terms.int(0);
        let mut facts = Vec::new();
        for (own, extents, given) in [(l.tid, l.bdim, point.coordinates[0]), (l.bid, l.gdim, point.coordinates[1])] {
            for axis in 0..3 {
                facts.push(self.terms.le(zero, given[axis]));
                facts.push(self.terms.lt(given[axis], extents[axis]));
                if !matches!(self.terms.kind(own[axis]), Term::App(..)) {
                    facts.push(self.terms.eq(own[axis], given[axis]));
                }
            }
        }
        facts
    }

    /// The conditions that counters of loops are in their ranges.
    pub fn counters_in_range(&mut self, point: &Point, loops: &[LoopInst]) -> Vec<TermId> {
        let mut facts = Vec::new();
        for &l in loops {
            let k = self.counter(point, l);
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
    pub fn facts(&mut self, point: &Point, event: usize) -> Vec<TermId> {
        let summary = self.summary;
        let e = &summary.events[event];
        let mut generic: Vec<TermId> = summary.facts_at(event, &e.loops).collect();
        generic.extend(self.claims(event));
        generic.extend(summary.lemmas.get(&event).into_iter().flatten());
        generic.push(e.guard);
        if let EventKind::Access(a) = &e.kind {
            let more = self.axioms(&[a.offset]);
            generic.extend(more);
            if let Some(v) = a.value.filter(|_| a.mode == AccessMode::Write) {
                let more = self.axioms(&[v]);
                generic.extend(more);
            }
        }
        let more = self.axioms(&generic.clone());
        generic.extend(more);
        let mut facts: Vec<TermId> = generic.into_iter().map(|t| self.at(point, t)).collect();
        facts.extend(self.exists(point));
        facts.extend(self.counters_in_range(point, &e.loops));
        facts
    }

    /// The facts of invariants about memory for the thread alone at an event. A fact about a pair of threads says
    /// nothing where the block has one thread.
    fn claims(&mut self, event: usize) -> Vec<TermId> {
        let (summary, loops) = (self.summary, &self.summary.events[event].loops);
        let here = summary.claims.iter().filter(|f| event >= f.from && loops.starts_with(&f.loops));
        let of_one: Vec<_> = here.filter(|f| !summary.is_relation(self.terms, f.term)).collect();
        of_one.iter().for_each(|f| self.rests_on.join(&f.rests_on));
        of_one.into_iter().map(|f| f.term).collect()
    }

    /// The axioms of the unknowns, in terms of the generic thread.
    pub fn axioms(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let mut facts = Vec::new();
        let mut done = BTreeSet::new();
        let mut open = roots.to_vec();
        for _ in 0..3 {
            let mut found = Vec::new();
            for app in self.terms.apps(&open) {
                let Term::App(f, args) = self.terms.kind(app).clone() else { continue };
                if !done.insert(app) {
                    continue;
                }
                for axiom in self.summary.axioms.get(&f).into_iter().flatten() {
                    let map = axiom.formals.iter().copied().zip(args.iter().copied()).collect();
                    found.push(self.terms.substitute(axiom.fact, &map));
                }
            }
            facts.extend(&found);
            open = found;
        }
        facts
    }

    /// Records the facts that a thread has in the iterations of a loop, of which `k` stands for an arbitrary one.
    pub fn note_iteration(&mut self, l: LoopInst, k: TermId, inside: &Point) {
        let summary = self.summary;
        let nest = summary.nest(l);
        let Some(induction) = summary.loops[l].induction.as_deref() else { return };
        let body = induction.first_event..=induction.last_event;
        let all = summary.facts.iter().chain(&summary.indices);
        let facts = all.filter(|f| f.loops == nest && body.contains(&f.from)).take(MAX_GIVEN);
        let facts: Vec<TermId> = facts.map(|f| f.term).collect();
        let facts = facts.into_iter().map(|t| self.at(inside, t)).collect();
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
        let own: BTreeSet<FuncId> = self.own.iter().map(|(f, _)| *f).collect();
        let facts: Vec<TermId> = self.summary.facts_at(0, &[]).collect();
        let terms = &*self.terms;
        let general = |t: &TermId| {
            terms.apps(&[*t]).into_iter().all(|app| !matches!(terms.kind(app), Term::App(f, _) if own.contains(f)))
        };
        let mut facts: Vec<TermId> = facts.into_iter().filter(general).collect();
        let one = self.terms.int(1);
        for extent in self.summary.launch.bdim.into_iter().chain(self.summary.launch.gdim) {
            facts.push(self.terms.le(one, extent));
        }
        facts
    }
}
