//! Refutes candidates by the values that the watched threads of a simulation have.

use super::inputs::{symbols, value_of};
use super::{Pool, Task};
use crate::candidate::Claim;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_interp::{AccessKind, ConcreteLaunch, End, Inputs, ObservedAccess, Observer, Outcome, Place, ThreadRef};
use wp_kir::{LoopId, ObjectId};
use wp_logic::{FuncId, Term, TermId, Terms, Value};
use wp_summary::{AccessMode, EventKind, Induction, LoopInst};
use wp_trials::pick;

wp_base::limits! {
    /// Threads of the block that are watched.
    const WATCHED: u64 = 4;
}

/// Numbers of completed iterations of a loop and of those around it, outermost first.
type Iterations = Vec<u64>;

/// An access of the summary, as the interpreter sees it.
type Site = (Span, AccessKind, ObjectId);

/// An access that was made.
struct Made {
    thread: ThreadRef,
    iterations: Iterations,
    offset: i64,
}

/// Watches one run.
pub(super) struct Watcher<'a> {
    task: &'a Task<'a>,
    terms: &'a Terms,
    seed: u64,
    threads: Vec<ThreadRef>,
    /// Loops of the summary by loops of the kernel; those with several copies are left out.
    loops: FxHashMap<LoopId, LoopInst>,
    /// Accesses of the summary; those with several copies are left out.
    sites: FxHashMap<Site, usize>,
    /// The candidates that are open, by loop.
    candidates: FxHashMap<LoopInst, Vec<usize>>,
    /// Launch and parameters.
    symbols: FxHashMap<FuncId, Value>,
    /// Iterations that may still be looked at.
    left: FxHashMap<LoopInst, u64>,
    /// Values at heads by thread and arguments.
    values: FxHashMap<(ThreadRef, FuncId, Vec<i128>), Value>,
    /// Arrivals at a head by the iterations of the loops around it.
    arrivals: BTreeMap<(LoopInst, Iterations), BTreeMap<ThreadRef, u64>>,
    /// The values that a candidate claims to be uniform, by iterations.
    uniform: FxHashMap<(usize, Iterations), i128>,
    /// A sample of the accesses made, with their number.
    made: BTreeMap<usize, (u64, Vec<Made>)>,
    /// Threads with a behaviour that a named assumption excludes (a counter that wrapped around).
    excluded: FxHashSet<ThreadRef>,
    refuted: BTreeSet<usize>,
}

impl<'a> Watcher<'a> {
    /// For a block of a launch.
    pub fn new(
        task: &'a Task<'a>,
        pool: &Pool,
        terms: &'a Terms,
        launch: &ConcreteLaunch,
        inputs: &Inputs,
        block: u64,
    ) -> Self {
        let summary = task.original;
        // Trials of the summariser leave records of loops without events and without unknowns.
        let with_unknowns = summary.loops.iter().filter(|(_, r)| r.induction.is_some()).map(|(l, _)| l);
        let with_events = summary.events.iter().flat_map(|e| e.loops.iter().copied());
        let live: BTreeSet<LoopInst> = with_unknowns.chain(with_events).flat_map(|l| summary.nest(l)).collect();
        let mut loops = FxHashMap::default();
        let mut copies = FxHashSet::default();
        for inst in live {
            let id = summary.loops[inst].id;
            if loops.insert(id, inst).is_some() {
                copies.insert(id);
            }
        }
        loops.retain(|id, _| !copies.contains(id));
        let mut sites: FxHashMap<Site, Option<usize>> = FxHashMap::default();
        for (i, event) in summary.events.iter().enumerate() {
            if let EventKind::Access(a) = &event.kind {
                let kind = match a.mode {
                    AccessMode::Read => AccessKind::Read,
                    AccessMode::Write => AccessKind::Write,
                    AccessMode::Atomic(_) => AccessKind::Atomic,
                };
                sites.entry((event.span, kind, a.object)).and_modify(|e| *e = None).or_insert(Some(i));
            }
        }
        let mut candidates: FxHashMap<LoopInst, Vec<usize>> = FxHashMap::default();
        for (i, c) in task.candidates.iter().enumerate().filter(|&(i, _)| !pool.is_refuted(i)) {
            candidates.entry(c.at).or_default().push(i);
        }
        let share = task.config.dyn_iterations / (candidates.len() as u64).max(1);
        let count = launch.threads_per_block();
        let mut linear: Vec<u64> = vec![0, count - 1];
        linear.extend((2..WATCHED.get()).map(|n| pick(inputs.seed, 40 + n, count)));
        linear.sort_unstable();
        linear.dedup();
        let block = coordinates(block, launch.grid);
        Watcher {
            task,
            terms,
            seed: inputs.seed,
            threads: linear.into_iter().map(|t| ThreadRef { block, thread: coordinates(t, launch.block) }).collect(),
            left: candidates.keys().map(|&l| (l, share.max(1))).collect(),
            loops,
            sites: sites.into_iter().filter_map(|(k, e)| Some((k, e?))).collect(),
            candidates,
            symbols: symbols(task.kernel, summary, terms, launch, inputs),
            values: FxHashMap::default(),
            arrivals: BTreeMap::new(),
            uniform: FxHashMap::default(),
            made: BTreeMap::new(),
            excluded: FxHashSet::default(),
            refuted: BTreeSet::new(),
        }
    }

    /// The loops of the summary at a place with their iterations, if the summary has them all as one copy.
    fn nest(&self, at: &Place) -> Option<(Vec<LoopInst>, Iterations)> {
        let found: Option<Vec<LoopInst>> = at.loops.iter().map(|(id, _)| self.loops.get(id).copied()).collect();
        let nest = found?;
        let summary = self.task.original;
        let parents = nest.iter().enumerate().all(|(i, &l)| {
            let parent = if i == 0 { None } else { Some(nest[i - 1]) };
            summary.loops[l].parent == parent
        });
        parents.then(|| (nest, at.loops.iter().map(|(_, k)| *k).collect()))
    }

    fn induction(&self, at: LoopInst) -> Option<&'a Induction> {
        self.task.original.loops[at].induction.as_deref()
    }

    /// An assignment for a thread in these iterations of the loops of a nest: counters, values at the heads and values
    /// before the loops.
    fn scene(&self, thread: ThreadRef, nest: &[LoopInst], iterations: &[u64]) -> Scene<'_> {
        let mut cache = FxHashMap::default();
        for (depth, &l) in nest.iter().enumerate() {
            let record = &self.task.original.loops[l];
            cache.insert(record.counter, Some(Value::Int(i128::from(iterations[depth]))));
            let Some(induction) = record.induction.as_deref() else { continue };
            let now: Vec<i128> = iterations[..=depth].iter().map(|&k| i128::from(k)).collect();
            let mut first = now.clone();
            first[depth] = 0;
            for v in &induction.variables {
                for (t, args) in [(v.initial, &first), (v.value, &now)] {
                    if let Some(&value) = self.values.get(&(thread, v.function, args.clone())) {
                        cache.insert(t, Some(value));
                    }
                }
            }
        }
        Scene { watcher: self, thread, cache }
    }

    /// True if the observed values are a behaviour of the summary: all facts hold for them, and the thread reaches the
    /// place.
    fn is_covered(&self, scene: &mut Scene, nest: &[LoopInst], events: usize, condition: TermId) -> bool {
        let facts = self.task.original.facts_at(events, nest);
        facts.chain([condition]).all(|t| scene.eval(t) != Some(Value::Bool(false)))
    }

    fn check_head(&mut self, thread: ThreadRef, nest: &[LoopInst], iterations: &Iterations) {
        let Some(&at) = nest.last() else { return };
        let (Some(induction), Some(open)) = (self.induction(at), self.candidates.get(&at)) else { return };
        let mut scene = self.scene(thread, nest, iterations);
        let mut covered = None;
        let (mut refuted, mut uniform) = (Vec::new(), Vec::new());
        for &i in open.iter().filter(|i| !self.refuted.contains(i)) {
            let broken = match &self.task.candidates[i].claim {
                Claim::Invariant(t) => scene.eval(*t) == Some(Value::Bool(false)),
                Claim::Strided { variable, stride } => {
                    let v = &induction.variables[*variable];
                    match (scene.int(v.value), scene.int(v.initial), scene.int(*stride)) {
                        (Some(now), Some(before), Some(stride)) if stride != 0 => {
                            now.checked_sub(before).is_some_and(|moved| moved.checked_rem(stride) != Some(0))
                        }
                        _ => false,
                    }
                }
                Claim::Uniform { variable, offset } => {
                    let value = scene.int(induction.variables[*variable].value);
                    match (value, scene.int(*offset)) {
                        (Some(value), Some(offset)) => {
                            let moved = value.wrapping_sub(offset);
                            uniform.push((i, moved));
                            self.uniform.get(&(i, iterations.clone())).is_some_and(|&other| other != moved)
                        }
                        _ => false,
                    }
                }
                Claim::UniformControl | Claim::Access { .. } | Claim::NoAccess { .. } => false,
            };
            if broken
                && *covered
                    .get_or_insert_with(|| self.is_covered(&mut scene, nest, induction.first_event, induction.head))
            {
                refuted.push(i);
            }
        }
        let wraps = induction.step_facts.iter().any(|&t| scene.eval(t) == Some(Value::Bool(false)));
        self.refuted.extend(refuted);
        if wraps {
            self.excluded.insert(thread);
        }
        for (i, moved) in uniform {
            self.uniform.entry((i, iterations.clone())).or_insert(moved);
        }
    }

    /// The candidates that are false in this run, after its end.
    pub fn refuted(mut self, outcome: &Outcome) -> BTreeSet<usize> {
        let quiet = outcome.notes.iter().all(|n| n.kind.is_behaviour());
        let whole = outcome.end == End::Completed
            && outcome.findings.is_empty()
            && outcome.havocked.is_empty()
            && quiet
            && self.excluded.is_empty();
        let mut found = Vec::new();
        for (i, c) in self.task.candidates.iter().enumerate() {
            let broken = match &c.claim {
                // A thread that arrives once more has completed one iteration more.
                Claim::UniformControl if whole => {
                    let of_loop = self.arrivals.iter().filter(|((l, _), _)| *l == c.at);
                    of_loop.into_iter().any(|(_, counts)| counts.values().collect::<BTreeSet<_>>().len() > 1)
                }
                Claim::Access { event, term } => self
                    .made
                    .get(event)
                    .is_some_and(|(_, sample)| sample.iter().any(|made| self.breaks_access(made, *event, *term))),
                _ => false,
            };
            if broken {
                found.push(i);
            }
        }
        self.refuted.extend(found);
        self.refuted
    }

    fn breaks_access(&self, made: &Made, index: usize, term: TermId) -> bool {
        let event = &self.task.original.events[index];
        let EventKind::Access(access) = &event.kind else { return false };
        let mut scene = self.scene(made.thread, &event.loops, &made.iterations);
        scene.cache.insert(access.offset, Some(Value::Int(i128::from(made.offset))));
        scene.eval(term) == Some(Value::Bool(false)) && self.is_covered(&mut scene, &event.loops, index, event.guard)
    }
}

impl Observer for Watcher<'_> {
    fn watches(&self, thread: ThreadRef) -> bool {
        self.threads.contains(&thread) && !self.excluded.contains(&thread)
    }

    fn head(&mut self, at: &Place) {
        let Some((nest, iterations)) = self.nest(at) else { return };
        let (Some(&inst), Some((_, outer))) = (nest.last(), iterations.split_last()) else { return };
        let Some(induction) = self.induction(inst) else { return };
        *self.arrivals.entry((inst, outer.to_vec())).or_default().entry(at.thread).or_insert(0) += 1;
        match self.left.get_mut(&inst) {
            Some(left @ 1..) => *left -= 1,
            _ => return,
        }
        let args: Vec<i128> = iterations.iter().map(|&k| i128::from(k)).collect();
        for v in &induction.variables {
            if let Some(value) = at.value(v.var).and_then(|value| value_of(value, v.ty)) {
                self.values.insert((at.thread, v.function, args.clone()), value);
            }
        }
        self.check_head(at.thread, &nest, &iterations);
    }

    fn access(&mut self, at: &Place, access: &ObservedAccess) {
        let Some(&event) = self.sites.get(&(access.span, access.kind, access.object)) else { return };
        let Some((nest, iterations)) = self.nest(at) else { return };
        if nest != self.task.original.events[event].loops {
            return;
        }
        let tuples = u64::from(self.task.config.dyn_tuples);
        let (number, sample) = self.made.entry(event).or_default();
        *number += 1;
        let made = Made { thread: at.thread, iterations, offset: access.offset };
        if *number <= tuples {
            sample.push(made);
        } else if let Some(slot) = sample.get_mut(pick(self.seed, *number, *number) as usize) {
            *slot = made;
        }
    }
}

/// The values of symbols and terms for a thread at a place.
struct Scene<'a> {
    watcher: &'a Watcher<'a>,
    thread: ThreadRef,
    cache: FxHashMap<TermId, Option<Value>>,
}

impl Scene<'_> {
    fn eval(&mut self, t: TermId) -> Option<Value> {
        let (watcher, thread) = (self.watcher, self.thread);
        watcher.terms.eval_cached(t, &mut |f, args| watcher.symbol(thread, f, args), &mut self.cache)
    }

    fn int(&mut self, t: TermId) -> Option<i128> {
        self.eval(t)?.as_int()
    }
}

impl Watcher<'_> {
    fn symbol(&self, thread: ThreadRef, f: FuncId, args: &[Value]) -> Option<Value> {
        if args.is_empty() {
            let launch = self.task.original.launch;
            let is = |t: TermId| matches!(self.terms.kind(t), Term::App(g, _) if *g == f);
            for axis in 0..3 {
                if is(launch.tid[axis]) {
                    return Some(Value::Int(i128::from(thread.thread[axis])));
                }
                if is(launch.bid[axis]) {
                    return Some(Value::Int(i128::from(thread.block[axis])));
                }
            }
            return self.symbols.get(&f).copied();
        }
        let args: Option<Vec<i128>> = args.iter().map(|a| a.as_int()).collect();
        self.values.get(&(thread, f, args?)).copied()
    }
}

/// The coordinates of a linear index, x fastest.
fn coordinates(linear: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents.map(|n| u64::from(n.max(1)));
    [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
}
