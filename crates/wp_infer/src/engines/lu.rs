//! LU(k): bounded unrolling (Betts et al. 2017, section 5.1.2).
//!
//! A candidate is false if it is false after `0..=k` iterations of its loop and of those around it, with earlier loops
//! left within `k` iterations. Nothing is assumed; the unknowns at a head are computed by the iterations before:
//!
//! ```text
//! h(0) = initial    h(j + 1) = next at j    head(j) and end(j) for all iterations before the one in question
//! ```
//!
//! The loops are those of the summary as transition systems, so the unrolling is of the same program that Houdini cuts,
//! and under-approximates it: every candidate that Houdini keeps holds initially and is preserved by each of these
//! steps, so it holds in every model of the unrolling. Loops with closed forms are not unrolled: their counters stay
//! symbols.

use super::{EngineRun, Pool, Task};
use crate::candidate::{Candidate, Claim};
use crate::config::Engine;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId, Terms};
use wp_prove::{facts_at, Outcome, Pair, PairKind, Patience, Place, Prover, QueryEffort, View};
use wp_solve::Solver;
use wp_summary::axiom::instantiate;
use wp_summary::{Induction, LoopInst, Summary};

wp_base::limits! {
    /// Part of the effort for one query that a question may take.
    const SHARE: u32 = 4;
    /// Rounds of adding the axioms of unknowns.
    const ROUNDS: usize = 3;
    /// Greatest number of conjuncts of a question.
    const MAX_CONJUNCTS: usize = 1500;
}

pub(super) fn run(task: &Task, depth: u32, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> EngineRun {
    let engine = Engine::Lu(depth);
    let mut run = EngineRun::start(engine);
    let heads = Heads::new(task.original, terms);
    let mut unrolling = Unrolling {
        summary: task.original,
        generic: View::generic(task.original),
        heads,
        depth,
        terms,
        solver,
        prover: Prover::new(Patience::ENDLESS),
        contexts: FxHashMap::default(),
    };
    for (i, candidate) in task.candidates.iter().enumerate() {
        for iterations in unrolling.iterations(&nest_of(task.original, candidate)) {
            if pool.is_stopped() || unrolling.solver.is_late() {
                return run.end(false);
            }
            if pool.is_refuted(i) {
                break;
            }
            if unrolling.violates(candidate, &iterations) && pool.refute(i, engine) {
                run.refuted.push(i);
            }
        }
    }
    run.end(true)
}

/// The loops whose iterations a candidate mentions, outermost first.
fn nest_of(summary: &Summary, candidate: &Candidate) -> Vec<LoopInst> {
    match candidate.claim {
        Claim::Access { event, .. } => summary.events[event].loops.clone(),
        _ => summary.nest(candidate.at),
    }
}

/// Iterations of a loop and of those around it that are unrolled, outermost first.
type Iterations = Vec<(LoopInst, u32)>;

/// The functions that stand for the values at loop heads.
struct Heads {
    /// Values at heads: the loop and the position of the variable.
    values: FxHashMap<FuncId, (LoopInst, usize)>,
    /// Numbers of completed iterations.
    exits: FxHashMap<FuncId, LoopInst>,
}

impl Heads {
    fn new(summary: &Summary, terms: &Terms) -> Self {
        let (mut values, mut exits) = (FxHashMap::default(), FxHashMap::default());
        for (inst, record) in summary.loops.iter() {
            let Some(induction) = record.induction.as_deref() else { continue };
            for (i, v) in induction.variables.iter().enumerate() {
                if let Term::App(f, _) = terms.kind(v.value) {
                    values.insert(*f, (inst, i));
                }
            }
            exits.extend(induction.exit.map(|f| (f, inst)));
        }
        Heads { values, exits }
    }
}

struct Unrolling<'a> {
    summary: &'a Summary,
    generic: View,
    heads: Heads,
    depth: u32,
    terms: &'a mut Terms,
    solver: &'a mut Solver,
    prover: Prover,
    /// The conditions that hold at the head of the last loop.
    contexts: FxHashMap<Iterations, Vec<TermId>>,
}

impl<'a> Unrolling<'a> {
    fn induction(&self, at: LoopInst) -> Option<&'a Induction> {
        self.summary.loops[at].induction.as_deref()
    }

    fn counters(&self, at: LoopInst) -> Vec<TermId> {
        self.summary.nest(at).into_iter().map(|l| self.summary.loops[l].counter).collect()
    }

    /// All iterations within the depth, few of them first.
    fn iterations(&self, nest: &[LoopInst]) -> Vec<Iterations> {
        let mut all: Vec<Iterations> = vec![Vec::new()];
        for &l in nest.iter().filter(|&&l| self.induction(l).is_some()) {
            let last = self.summary.loops[l].bound.map_or(self.depth, |b| self.depth.min(b.max(0) as u32));
            all = all.into_iter().flat_map(|v| (0..=last).map(move |j| [v.clone(), vec![(l, j)]].concat())).collect();
        }
        all.sort_by_key(|v| v.iter().map(|(_, j)| j).sum::<u32>());
        all
    }

    /// Replaces the counters by the iterations.
    fn at(&mut self, t: TermId, iterations: &[(LoopInst, u32)]) -> TermId {
        let counters: Vec<_> = iterations.iter().map(|&(l, j)| (l, self.terms.int(i128::from(j)))).collect();
        self.generic.at_counters(self.terms, self.summary, &counters).at(self.terms, t)
    }

    /// The conditions that hold for a thread at the head of the last loop in these iterations.
    fn context(&mut self, iterations: &Iterations) -> Vec<TermId> {
        if let Some(known) = self.contexts.get(iterations) {
            return known.clone();
        }
        let mut out = Vec::new();
        for (depth, &(l, last)) in iterations.iter().enumerate() {
            for j in 0..=last {
                let mut here = iterations[..depth].to_vec();
                here.push((l, j));
                let place = if j < last { Place::End(l) } else { Place::Head(l) };
                out.extend(facts_at(self.summary, place).conjuncts.into_iter().map(|t| self.at(t, &here)));
            }
        }
        self.close(&mut out);
        self.contexts.insert(iterations.clone(), out.clone());
        out
    }

    /// Adds the axioms of the unknowns in the conjuncts.
    fn close(&mut self, conjuncts: &mut Vec<TermId>) {
        let mut done = BTreeSet::new();
        for _ in 0..ROUNDS.get() {
            let before = conjuncts.len();
            self.unroll(conjuncts, &mut done);
            let mut pair = Pair::new(self.terms, self.summary, PairKind::SameThread, &[]);
            conjuncts.extend(pair.facts_about(self.terms, conjuncts));
            if conjuncts.len() == before || conjuncts.len() > MAX_CONJUNCTS.get() {
                return;
            }
        }
        self.unroll(conjuncts, &mut done);
    }

    /// Adds the definitions of the values at heads and of the numbers of iterations in the conjuncts.
    fn unroll(&mut self, conjuncts: &mut Vec<TermId>, done: &mut BTreeSet<TermId>) {
        loop {
            let open: Vec<TermId> = self.terms.apps(conjuncts).into_iter().filter(|&app| done.insert(app)).collect();
            let before = conjuncts.len();
            for app in open {
                let Term::App(f, args) = self.terms.kind(app).clone() else { continue };
                if let Some(&(at, variable)) = self.heads.values.get(&f) {
                    self.value(at, variable, app, conjuncts);
                } else if let Some(&at) = self.heads.exits.get(&f) {
                    self.exit(at, app, &args, conjuncts);
                }
            }
            if conjuncts.len() == before || conjuncts.len() > MAX_CONJUNCTS.get() {
                return;
            }
        }
    }

    /// The value of a variable at a head, if it is one within the depth.
    fn value(&mut self, at: LoopInst, variable: usize, app: TermId, out: &mut Vec<TermId>) {
        let Term::App(f, args) = self.terms.kind(app).clone() else { return };
        let Some(induction) = self.induction(at) else { return };
        let (Some((&last, outer)), Some(v)) = (args.split_last(), induction.variables.get(variable)) else { return };
        let counters = self.counters(at);
        let Some(j) = self.terms.as_int(last) else {
            for j in 0..=i128::from(self.depth) {
                let number = self.terms.int(j);
                let there = [outer, &[number]].concat();
                let there = self.terms.app(f, &there);
                let (is, same) = (self.terms.eq(last, number), self.same(app, there));
                out.push(self.terms.implies(is, same));
            }
            return;
        };
        let (defined, step) = match j {
            0 => (v.initial, last),
            j if (1..=i128::from(self.depth)).contains(&j) => (v.next, self.terms.int(j - 1)),
            _ => return,
        };
        // The term is over the counters; the equation carries what it takes for granted of them.
        let formal = self.terms.sym("value", self.terms.sort(app), Class::Thread, Range::ALL);
        let equation = self.same(formal, defined);
        let mut formals = counters;
        formals.push(formal);
        let args = [outer, &[step, app]].concat();
        out.push(instantiate(self.terms, equation, &formals, &args));
    }

    /// The loop is left within the depth, after iterations that were completed.
    fn exit(&mut self, at: LoopInst, x: TermId, outer: &[TermId], out: &mut Vec<TermId>) {
        let Some(induction) = self.induction(at) else { return };
        let formals = self.counters(at);
        let depth = self.terms.int(i128::from(self.depth));
        out.push(self.terms.le(x, depth));
        let completed = [induction.step_facts.as_slice(), &[induction.head, induction.end]].concat();
        let completed = self.terms.and(&completed);
        let fact = self.terms.implies(induction.entry, completed);
        for j in 0..i128::from(self.depth) {
            let number = self.terms.int(j);
            let args = [outer, &[number]].concat();
            let (passed, fact) = (self.terms.lt(number, x), instantiate(self.terms, fact, &formals, &args));
            out.push(self.terms.implies(passed, fact));
        }
    }

    fn same(&mut self, a: TermId, b: TermId) -> TermId {
        match self.terms.sort(a) {
            Sort::Bool => self.terms.iff(a, b),
            Sort::Int | Sort::Float(_) => self.terms.eq(a, b),
        }
    }

    /// True if the candidate is false in these iterations.
    fn violates(&mut self, candidate: &Candidate, iterations: &Iterations) -> bool {
        let summary = self.summary;
        let Some(induction) = self.induction(candidate.at) else { return false };
        match &candidate.claim {
            Claim::Invariant(t) => self.one_thread(*t, &[], iterations),
            Claim::Strided { variable, stride } => {
                let v = &induction.variables[*variable];
                let moved = self.terms.sub(v.value, v.initial);
                let rest = self.terms.modulo(moved, *stride);
                let zero = self.terms.int(0);
                let divides = self.terms.eq(rest, zero);
                self.one_thread(divides, &[], iterations)
            }
            Claim::Access { event, term } => {
                let event = *event;
                let mut also = vec![summary.events[event].guard];
                also.extend(facts_at(summary, Place::Visit(event)).conjuncts);
                self.one_thread(*term, &also, iterations)
            }
            Claim::Uniform { variable, offset } => {
                let value = induction.variables[*variable].value;
                let moved = self.terms.sub(value, *offset);
                self.two_threads(candidate.at, moved, iterations)
            }
            Claim::UniformControl => self.two_threads(candidate.at, induction.end, iterations),
            Claim::NoAccess { .. } => false,
        }
    }

    /// The claim is false for a thread for which this holds too.
    fn one_thread(&mut self, claim: TermId, also: &[TermId], iterations: &Iterations) -> bool {
        let mut conjuncts = self.context(iterations);
        let fails = self.terms.not(claim);
        for &t in also.iter().chain([&fails]) {
            let t = self.at(t, iterations);
            conjuncts.push(t);
        }
        self.close(&mut conjuncts);
        self.satisfiable(&conjuncts)
    }

    /// The value differs between two threads of a block.
    fn two_threads(&mut self, at: LoopInst, value: TermId, iterations: &Iterations) -> bool {
        let mut conjuncts = self.context(iterations);
        let value = self.at(value, iterations);
        let name = self.terms.sym("value", self.terms.sort(value), Class::Thread, Range::ALL);
        let is = self.same(name, value);
        conjuncts.push(is);
        self.close(&mut conjuncts);
        let nest = self.summary.nest(at);
        let mut pair = Pair::new(self.terms, self.summary, PairKind::SameBlock, &nest);
        for t in conjuncts.clone() {
            let copy = pair.second(self.terms, t);
            if copy != t {
                conjuncts.push(copy);
            }
        }
        let other = pair.second(self.terms, name);
        let same = self.same(name, other);
        conjuncts.push(self.terms.not(same));
        conjuncts.push(pair.distinct(self.terms));
        conjuncts.extend(pair.facts_about(self.terms, &conjuncts));
        self.satisfiable(&conjuncts)
    }

    fn satisfiable(&mut self, conjuncts: &[TermId]) -> bool {
        if conjuncts.len() > MAX_CONJUNCTS.get() {
            return false;
        }
        let outcome = self.prover.outcome(self.terms, self.solver, conjuncts, QueryEffort::part(SHARE.get()));
        matches!(outcome, Outcome::Model(_))
    }
}
