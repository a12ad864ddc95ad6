//! The facts that are known of threads: the facts that hold at a place ([`facts_at`]), and all that follows from them
//! about the symbols in them ([`Pair::know`]).
//!
//! Facts of a place are:
//! - the limits of the launch, preconditions, and what the thread has passed (facts of the summary),
//! - invariants about memory and proved facts about accesses,
//! - what entering a loop or an iteration says.
//!
//! The closure adds, for the symbols in the conjuncts:
//! - axioms, which hold inferred invariants among others, and laws of inputs,
//! - the meaning of the other thread's values,
//! - what the threads have stored themselves,
//! - laws of prefix sums,
//! - which iterations are reached if others are,
//! - that results from one counter are distinct.
//!
//! Sound: each is a fact about the threads, with its premises. Incomplete: a bounded number of rounds.

use crate::instances::Instances;
use crate::pair::{OwnStores, Pair, PairKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::ObjectId;
use wp_logic::{FuncId, Sort, Term, TermId, Terms};
use wp_summary::axiom::{instantiate, range_conditions};
use wp_summary::{Growth, LoopInst, Premise, Premises, Summary};

wp_base::limits! {
    /// The depth to which axioms of unknowns are instantiated.
    const ROUNDS: usize = 3;
    /// Greatest number of sums of one kind of which all pairs are compared.
    const MAX_SUMS: usize = 12;
}

/// A place of a thread in the summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The index of an event, with the claims about memory and the lemmas there.
    Event(usize),
    /// The index of an event, without facts from claims and lemmas: a proof of an invariant may use this place, or a
    /// false invariant could prove itself by excluding later iterations.
    Visit(usize),
    /// In front of the first iteration of a loop that is entered.
    Entry(LoopInst),
    /// The head of a loop, in an iteration that is reached.
    Head(LoopInst),
    /// The end of an iteration that was reached, and is followed by another one or by the end of the loop.
    End(LoopInst),
}

/// An atomic operation of a thread on a counter.
struct CounterUse {
    object: ObjectId,
    result: TermId,
    /// The offset of its cell.
    cell: TermId,
    /// What the offset takes for granted.
    ranges: Vec<TermId>,
}

/// Conjuncts with the premises of the facts among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// The conjuncts.
    pub conjuncts: Vec<TermId>,
    /// The premises of the facts among them.
    pub rests_on: Premises,
}

/// The facts that hold for the generic thread at a place.
pub fn facts_at(summary: &Summary, place: Place) -> Known {
    let induction = |at: LoopInst| summary.loops[at].induction.as_deref();
    let (mut conjuncts, position, loops) = match place {
        Place::Event(e) | Place::Visit(e) => (Vec::new(), e, summary.events[e].loops.clone()),
        Place::Entry(at) => {
            let Some(induction) = induction(at) else { return Known::default() };
            let mut around = summary.nest(at);
            around.pop();
            (vec![induction.entry], induction.first_event, around)
        }
        Place::Head(at) => {
            let Some(induction) = induction(at) else { return Known::default() };
            (vec![induction.head], induction.first_event, summary.nest(at))
        }
        Place::End(at) => {
            let Some(induction) = induction(at) else { return Known::default() };
            let ended = [&[induction.head, induction.end], &induction.step_facts[..]].concat();
            (ended, induction.last_event, summary.nest(at))
        }
    };
    let claims = if matches!(place, Place::Event(_)) { &summary.claims[..] } else { &[] };
    let mut rests_on = Premises::NONE;
    for fact in summary.facts.iter().chain(claims).filter(|f| position >= f.from && loops.starts_with(&f.loops)) {
        conjuncts.push(fact.term);
        rests_on.join(&fact.rests_on);
    }
    if let Place::Event(e) = place {
        conjuncts.extend(summary.inferred.lemmas.get(&e).into_iter().flatten());
        if let Some(aligned) = summary.alignment.get(&e).filter(|a| summary.takes_alignment && a.is_taken) {
            conjuncts.push(aligned.condition);
            rests_on.add(Premise::Assumption(Assumption::Aligned));
        }
    }
    Known { conjuncts, rests_on }
}

impl Pair<'_> {
    /// The conjuncts with everything that is known of the threads at these places; of a thread without a place only
    /// what holds for its symbols.
    pub fn know(&mut self, terms: &mut Terms, mut conjuncts: Vec<TermId>, places: [Option<Place>; 2]) -> Known {
        let summary = self.summary;
        let mut rests_on = Premises::NONE;
        for (side, place) in places.into_iter().enumerate() {
            let Some(place) = place else { continue };
            let mut facts = facts_at(summary, place);
            rests_on.join(&facts.rests_on);
            if let (Place::Event(e), Some(Place::Event(other))) = (place, places[1 - side]) {
                facts.conjuncts.extend(summary.exits_between(e, other));
            }
            for fact in facts.conjuncts {
                let fact = if side == 1 { self.second(terms, fact) } else { fact };
                // A fact of what both threads share is one fact.
                if side == 0 || !conjuncts.contains(&fact) {
                    conjuncts.push(fact);
                }
            }
        }
        self.close(terms, &mut conjuncts);
        rests_on.join(&self.premises_of(terms, &conjuncts));
        Known { conjuncts, rests_on }
    }

    /// The facts about the symbols in the terms.
    pub fn facts_about(&mut self, terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
        let mut all = roots.to_vec();
        self.close(terms, &mut all);
        all.split_off(roots.len())
    }

    /// What the values that threads read alike, and that occur in the terms, rest on.
    pub fn premises_of(&self, terms: &Terms, conjuncts: &[TermId]) -> Premises {
        self.summary.functions.premises_of_reads(terms, conjuncts, |f| self.original(f).unwrap_or(f))
    }

    /// Adds what is known of the unknowns in the conjuncts, to a small depth.
    fn close(&mut self, terms: &mut Terms, conjuncts: &mut Vec<TermId>) {
        let mut done: BTreeSet<TermId> = BTreeSet::new();
        let mut instances = Instances::default();
        for _ in 0..ROUNDS.get() {
            let mut new = instances.next(terms, &self.summary.laws, conjuncts);
            for app in terms.apps(conjuncts) {
                if !done.insert(app) {
                    continue;
                }
                let Term::App(f, args) = terms.kind(app).clone() else { continue };
                let original = self.original(f);
                new.extend(self.meaning_of_other(terms, app));
                new.extend(self.own_stores(terms, f, &args, original));
                for axiom in self.summary.axioms.of(original.unwrap_or(f)) {
                    // Each thread may know the fact about a shared symbol under a condition of its own.
                    let sides: &[bool] = match (original, self.kind) {
                        (Some(_), _) => &[true],
                        (None, PairKind::SameThread) => &[false],
                        (None, _) => &[false, true],
                    };
                    for &other in sides {
                        let (mut fact, mut formals) = (axiom.fact, axiom.formals.clone());
                        if other {
                            fact = self.second(terms, fact);
                            formals = formals.iter().map(|&t| self.second(terms, t)).collect();
                        }
                        let known = instantiate(terms, fact, &formals, &args);
                        if !new.contains(&known) {
                            new.push(known);
                        }
                    }
                }
            }
            new.extend(self.reach_closure(terms, conjuncts));
            new.extend(self.distinct_results(terms, conjuncts));
            new.extend(self.order_of_prefixes(terms, conjuncts));
            new.retain(|t| !conjuncts.contains(t));
            if new.is_empty() {
                return;
            }
            conjuncts.extend(new);
        }
    }

    /// `r(a, i)` and `0 <= j <= i` imply `r(a, j)`, and for `j < i` that iteration `j` is completed, for all pairs of
    /// applications.
    fn reach_closure(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
        type Application = (TermId, Box<[TermId]>);
        let mut by_function: BTreeMap<FuncId, Vec<Application>> = BTreeMap::new();
        for app in terms.apps(conjuncts) {
            if let Term::App(f, args) = terms.kind(app).clone() {
                let original = self.original(f).unwrap_or(f);
                if self.summary.functions.reaches.contains(&original) {
                    by_function.entry(f).or_default().push((app, args));
                }
            }
        }
        let mut out = Vec::new();
        for (f, apps) in &by_function {
            let original = self.original(*f);
            let mut completion = self.summary.axioms.completions.get(&original.unwrap_or(*f)).cloned();
            if let (Some(axiom), true) = (&mut completion, original.is_some()) {
                axiom.fact = self.second(terms, axiom.fact);
                axiom.formals = axiom.formals.iter().map(|&t| self.second(terms, t)).collect();
            }
            for (i, (ri, ai)) in apps.iter().enumerate() {
                for (j, (rj, aj)) in apps.iter().enumerate() {
                    let n = ai.len();
                    if i == j || n == 0 || ai[..n - 1] != aj[..n - 1] {
                        continue;
                    }
                    let (zero, le) = (terms.int(0), terms.le(aj[n - 1], ai[n - 1]));
                    let positive = terms.le(zero, aj[n - 1]);
                    let premise = terms.and(&[*ri, positive, le]);
                    out.push(terms.implies(premise, *rj));
                    if let Some(axiom) = &completion {
                        let less = terms.lt(aj[n - 1], ai[n - 1]);
                        let premise = terms.and(&[*ri, positive, less]);
                        let completed = instantiate(terms, axiom.fact, &axiom.formals, aj);
                        out.push(terms.implies(premise, completed));
                    }
                }
            }
        }
        out
    }

    /// Prefixes at greater indices are at least (at most) those at smaller ones, for all pairs of applications.
    fn order_of_prefixes(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
        let mut by_function: BTreeMap<FuncId, Vec<(TermId, TermId)>> = BTreeMap::new();
        if self.summary.functions.prefixes.is_empty() {
            return Vec::new();
        }
        for app in terms.apps(conjuncts) {
            let Term::App(f, args) = terms.kind(app) else { continue };
            if self.summary.functions.prefixes.contains_key(&self.original(*f).unwrap_or(*f)) {
                by_function.entry(*f).or_default().push((app, args[0]));
            }
        }
        let mut out = Vec::new();
        for (f, apps) in &by_function {
            let prefix = self.summary.functions.prefixes[&self.original(*f).unwrap_or(*f)].clone();
            // Only the first `MAX_SUMS` applications are compared in pairs; of the others only the axioms about
            // neighbours are known.
            let apps = &apps[..apps.len().min(MAX_SUMS.get())];
            let start = prefix.start.map(|start| (start, prefix.first));
            for (low, x) in start.iter().chain(apps) {
                for (high, y) in apps.iter().filter(|(high, _)| high != low) {
                    let premise =
                        [prefix.valid, terms.le(prefix.first, *x), terms.le(*x, *y), terms.le(*y, prefix.last)];
                    let premise = terms.and(&premise);
                    let bounds = prefix.growth.in_order(terms, (*low, *x), (*high, *y));
                    out.push(terms.implies(premise, bounds));
                }
            }
            if let (Growth::Up | Growth::Down | Growth::Any, Some((start, first))) = (prefix.growth, start) {
                for (app, x) in apps {
                    let premise = [prefix.valid, terms.eq(*x, first)];
                    let (premise, empty) = (terms.and(&premise), terms.eq(*app, start));
                    out.push(terms.implies(premise, empty));
                }
            }
        }
        out
    }

    /// The facts about a value that was read that follow from the threads' own stores.
    fn own_stores(&mut self, terms: &mut Terms, f: FuncId, args: &[TermId], original: Option<FuncId>) -> Vec<TermId> {
        let summary = self.summary;
        let Some(axiom) = summary.axioms.own_stores.get(&original.unwrap_or(f)) else { return Vec::new() };
        // Threads of one block have the function in common.
        let (first, second) = match self.kind {
            PairKind::SameBlock => (true, true),
            PairKind::OtherBlock => (original.is_none(), original.is_some()),
            PairKind::SameThread => (true, false),
        };
        let mut out = Vec::new();
        if first && self.stores_of != OwnStores::OfSecond {
            out.push(instantiate(terms, axiom.fact, &axiom.formals, args));
        }
        if second && self.stores_of != OwnStores::OfFirst {
            let fact = self.second(terms, axiom.fact);
            let formals: Vec<TermId> = axiom.formals.iter().map(|&t| self.second(terms, t)).collect();
            out.push(instantiate(terms, fact, &formals, args));
        }
        out
    }

    /// What a symbol for a value of "the other thread" means in this pair; of the symbol for "the threads are of one
    /// block", whether they are.
    fn meaning_of_other(&mut self, terms: &mut Terms, app: TermId) -> Option<TermId> {
        let summary = self.summary;
        let Term::App(f, args) = terms.kind(app).clone() else { return None };
        let original = self.original(f);
        if self.kind == PairKind::SameThread {
            return None;
        }
        if summary.functions.same_group == Some(app) {
            return Some(if self.kind == PairKind::SameBlock { app } else { terms.not(app) });
        }
        let other = summary.functions.others.get(&original.unwrap_or(f))?;
        let aligned = other.loops.iter().all(|&l| match terms.kind(summary.loops[l].counter) {
            Term::App(k, _) => self.shares(*k),
            _ => false,
        });
        // The symbol may occur at another iteration than the one whose value is known.
        let here = other.loops.iter().map(|&l| summary.loops[l].counter).eq(args.iter().copied());
        if !aligned || !here {
            return None;
        }
        let (mut value, mut when) = (other.term, other.when);
        // For the second thread, "the other thread" is the first one.
        if original.is_none() {
            (value, when) = (self.second(terms, value), self.second(terms, when));
        }
        let is = |terms: &mut Terms, value: TermId| match terms.sort(app) {
            Sort::Bool => terms.iff(app, value),
            Sort::Int | Sort::Float(_) => terms.eq(app, value),
        };
        let there = is(terms, value);
        let mut meaning = vec![terms.implies(when, there)];
        if let Some(absent) = other.absent {
            let (elsewhere, known) = (terms.not(when), is(terms, absent));
            meaning.push(terms.implies(elsewhere, known));
        }
        Some(terms.and(&meaning))
    }

    /// The results that the two threads got from one cell of a counter differ.
    fn distinct_results(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
        let summary = self.summary;
        if summary.functions.counters.is_empty() || self.kind == PairKind::SameThread {
            return Vec::new();
        }
        let (mut firsts, mut seconds): (Vec<CounterUse>, Vec<CounterUse>) = Default::default();
        for app in terms.apps(conjuncts) {
            let Term::App(f, args) = terms.kind(app).clone() else { continue };
            let original = self.original(f);
            let Some(result) = summary.functions.counters.get(&original.unwrap_or(f)) else { continue };
            if self.kind == PairKind::OtherBlock && result.per_block {
                continue;
            }
            let (mut offset, mut formals) = (result.offset, result.formals.clone());
            if original.is_some() {
                offset = self.second(terms, offset);
                formals = formals.iter().map(|&t| self.second(terms, t)).collect();
            }
            let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(args.iter().copied()).collect();
            let mut ranges = Vec::new();
            for (&formal, &arg) in formals.iter().zip(&args).filter(|(formal, arg)| formal != arg) {
                ranges.extend(range_conditions(terms, formal, arg));
            }
            let side = if original.is_some() { &mut seconds } else { &mut firsts };
            let cell = terms.substitute(offset, &map);
            side.push(CounterUse { object: result.object, result: app, cell, ranges });
        }
        let mut out = Vec::new();
        for first in &firsts {
            for second in seconds.iter().filter(|second| second.object == first.object) {
                let mut premise = vec![terms.eq(first.cell, second.cell)];
                premise.extend(first.ranges.iter().chain(&second.ranges));
                let premise = terms.and(&premise);
                let differ = terms.ne(first.result, second.result);
                out.push(terms.implies(premise, differ));
            }
        }
        out
    }
}
