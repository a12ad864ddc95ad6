//! Two threads of one summary: the second is the first with its own symbols renamed.
//!
//! Symbols of class thread are always renamed, those of class block only if the threads are of two blocks. The facts
//! and axioms of a symbol hold for its copy.

use crate::exec::MAX_AXIOM_ROUNDS;
use crate::laws::Instances;
use crate::warp::WarpBarrier;
use crate::{EventKind, Growth, LoopInst, Premises, Summary};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_logic::{Class, FuncId, Renaming, Sort, Term, TermId, Terms};

/// Greatest number of sums of one kind of which all pairs are compared.
const MAX_SUMS: usize = 12;

/// The relation of the two threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairKind {
    /// Two threads of one block.
    SameBlock,
    /// Threads of two blocks.
    OtherBlock,
    /// One thread at two points of its execution: only loop counters differ.
    SameThread,
}

/// Whose stores are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The stores of both threads.
    Both,
    /// The stores of the first thread.
    First,
    /// The stores of the second thread.
    Second,
}

/// Two threads of a summary.
pub struct Pair<'a> {
    /// The summary.
    pub summary: &'a Summary,
    /// The relation of the threads.
    pub kind: PairKind,
    renaming: Renaming,
    originals: BTreeMap<FuncId, FuncId>,
    counters: BTreeSet<FuncId>,
    barriers: Vec<usize>,
    warp_barriers: Vec<WarpBarrier>,
    stores_of: Whose,
    shared: BTreeSet<FuncId>,
    /// By barrier and counters: the instance is executed by one of the threads.
    pub(crate) executed: FxHashMap<(usize, Vec<TermId>), TermId>,
}

impl<'a> Pair<'a> {
    /// Two arbitrary threads; the counters of `aligned` loops are shared by both.
    pub fn new(terms: &mut Terms, summary: &'a Summary, kind: PairKind, aligned: &[LoopInst]) -> Self {
        let function = |t: TermId| match terms.kind(t) {
            Term::App(f, _) => Some(*f),
            _ => None,
        };
        let shared = aligned.iter().filter_map(|&l| function(summary.loops[l].counter)).collect();
        let counters = summary.loops.values().filter_map(|l| function(l.counter)).collect();
        let mut pair = Pair {
            summary,
            kind,
            renaming: Renaming::default(),
            originals: BTreeMap::new(),
            counters,
            barriers: Vec::new(),
            warp_barriers: Vec::new(),
            stores_of: Whose::Both,
            shared,
            executed: FxHashMap::default(),
        };
        let synchronising = summary.events.iter().enumerate().filter(|(_, e)| pair.synchronises(&e.kind));
        pair.barriers = synchronising.map(|(i, _)| i).collect();
        for id in summary.launch.tid.into_iter().chain(summary.launch.bid) {
            pair.second(terms, id);
        }
        terms.rename_assumptions(&mut pair.renaming);
        pair
    }

    /// The term of the second thread.
    pub fn second(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        if let Some(&done) = self.renaming.cache.get(&t) {
            return done;
        }
        for app in terms.apps(&[t]) {
            let Term::App(f, _) = *terms.kind(app) else { continue };
            if self.renaming.funcs.contains_key(&f) || self.shared.contains(&f) {
                continue;
            }
            let info = terms.func_info(f).clone();
            let own = match (info.class, self.kind) {
                (_, PairKind::SameThread) => self.counters.contains(&f),
                (Class::Thread, _) | (Class::Block, PairKind::OtherBlock) => true,
                (Class::Block, PairKind::SameBlock) | (Class::Launch, _) => false,
            };
            if own {
                let name = format!("{}'", info.name);
                let copy = terms.func(&name, &info.args, info.result, info.class, info.range);
                self.renaming.funcs.insert(f, copy);
                self.originals.insert(copy, f);
            }
        }
        terms.rename(t, &mut self.renaming)
    }

    /// The two threads are different threads of the stated kind.
    pub fn distinct(&mut self, terms: &mut Terms) -> TermId {
        let launch = self.summary.launch;
        let ids = match self.kind {
            PairKind::SameBlock => launch.tid,
            PairKind::OtherBlock => launch.bid,
            PairKind::SameThread => return terms.tru(),
        };
        let mut differ = Vec::new();
        for id in ids {
            let other = self.second(terms, id);
            differ.push(terms.ne(id, other));
        }
        terms.or(&differ)
    }

    /// Adds what is known of both threads at these two events; the result is what that rests on.
    pub fn know(&mut self, terms: &mut Terms, first: usize, second: usize, conjuncts: &mut Vec<TermId>) -> Premises {
        conjuncts.extend(self.facts(terms, first, second));
        self.add_axioms(terms, conjuncts);
        let rests_on = self.summary.premises_at(first).and(&self.summary.premises_at(second));
        rests_on.and(&self.premises_of(terms, conjuncts))
    }

    /// Adds what is known of the second thread at its event, wherever the first is; the result is what that rests on.
    pub fn know_second(&mut self, terms: &mut Terms, event: usize, conjuncts: &mut Vec<TermId>) -> Premises {
        conjuncts.extend(self.facts_of_second(terms, event));
        self.add_axioms(terms, conjuncts);
        self.summary.premises_at(event).and(&self.premises_of(terms, conjuncts))
    }

    /// Adds what is known of the first thread alone at an event; the result is what that rests on.
    pub fn know_first(&mut self, terms: &mut Terms, event: usize, conjuncts: &mut Vec<TermId>) -> Premises {
        let summary = self.summary;
        let loops = &summary.events[event].loops;
        conjuncts.extend(summary.facts_at(event, loops));
        conjuncts.extend(summary.claims_at(event, loops));
        self.add_axioms(terms, conjuncts);
        summary.premises_at(event).and(&self.premises_of(terms, conjuncts))
    }

    /// What terms of the two threads rest on by the values in them that threads read alike.
    pub fn premises_of(&self, terms: &Terms, conjuncts: &[TermId]) -> Premises {
        self.summary.premises_of_reads(terms, conjuncts, |f| self.originals.get(&f).copied().unwrap_or(f))
    }

    /// Facts of both threads that hold at these two events.
    fn facts(&mut self, terms: &mut Terms, first: usize, second: usize) -> Vec<TermId> {
        let summary = self.summary;
        let of = |e: usize, other: usize| {
            let lemmas = summary.lemmas.get(&e).into_iter().flatten().copied();
            let left = summary.exits_between(e, other);
            let loops = &summary.events[e].loops;
            summary.facts_at(e, loops).chain(summary.claims_at(e, loops)).chain(lemmas).chain(left)
        };
        let mut out: Vec<TermId> = of(first, second).collect();
        for fact in of(second, first) {
            let copy = self.second(terms, fact);
            if !out.contains(&copy) {
                out.push(copy);
            }
        }
        out
    }

    /// Facts of the second thread that hold at its event, wherever the first is.
    fn facts_of_second(&mut self, terms: &mut Terms, event: usize) -> Vec<TermId> {
        let summary = self.summary;
        let loops = &summary.events[event].loops;
        let lemmas = summary.lemmas.get(&event).into_iter().flatten().copied();
        let facts = summary.facts_at(event, loops).chain(summary.claims_at(event, loops)).chain(lemmas);
        facts.map(|fact| self.second(terms, fact)).collect()
    }

    /// Adds what is known of the unknowns in the conjuncts, to a small depth.
    pub fn add_axioms(&mut self, terms: &mut Terms, conjuncts: &mut Vec<TermId>) {
        let mut done: BTreeSet<TermId> = BTreeSet::new();
        let mut instances = Instances::default();
        for _ in 0..MAX_AXIOM_ROUNDS {
            let mut new = instances.next(terms, &self.summary.laws, conjuncts);
            for app in terms.apps(conjuncts) {
                if !done.insert(app) {
                    continue;
                }
                let Term::App(f, args) = terms.kind(app).clone() else { continue };
                let original = self.originals.get(&f).copied();
                new.extend(self.meaning_of_other(terms, (app, f, &args), original));
                new.extend(self.own_stores(terms, f, &args, original));
                let Some(axioms) = self.summary.axioms.get(&original.unwrap_or(f)) else { continue };
                for axiom in axioms {
                    // Facts about shared symbols are known from both sides: each may know it under a condition of its
                    // own.
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
                let original = self.originals.get(&f).copied().unwrap_or(f);
                if self.summary.reaches.contains(&original) {
                    by_function.entry(f).or_default().push((app, args));
                }
            }
        }
        let mut out = Vec::new();
        for (f, apps) in &by_function {
            let original = self.originals.get(f).copied();
            let mut completion = self.summary.completions.get(&original.unwrap_or(*f)).cloned();
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

    /// Combinations of elements that grow with the index, or fall: for all pairs of applications.
    fn order_of_prefixes(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
        let mut by_function: BTreeMap<FuncId, Vec<(TermId, TermId)>> = BTreeMap::new();
        if self.summary.prefixes.is_empty() {
            return Vec::new();
        }
        for app in terms.apps(conjuncts) {
            let Term::App(f, args) = terms.kind(app) else { continue };
            if self.summary.prefixes.contains_key(self.originals.get(f).unwrap_or(f)) {
                by_function.entry(*f).or_default().push((app, args[0]));
            }
        }
        let mut out = Vec::new();
        for (f, apps) in &by_function {
            let prefix = self.summary.prefixes[self.originals.get(f).unwrap_or(f)].clone();
            // Beyond that many the rest is left to what is known of neighbours.
            let apps = &apps[..apps.len().min(MAX_SUMS)];
            let start = prefix.start.map(|start| (start, prefix.first));
            for (low, x) in start.iter().chain(apps) {
                for (high, y) in apps.iter().filter(|(high, _)| high != low) {
                    let premise =
                        [prefix.valid, terms.le(prefix.first, *x), terms.le(*x, *y), terms.le(*y, prefix.last)];
                    let premise = terms.and(&premise);
                    let bounds = in_order(terms, prefix.growth, (*low, *x), (*high, *y));
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
        let Some(axiom) = summary.own_stores.get(&original.unwrap_or(f)) else { return Vec::new() };
        // Threads of one block have the function in common.
        let (first, second) = match self.kind {
            PairKind::SameBlock => (true, true),
            PairKind::OtherBlock => (original.is_none(), original.is_some()),
            PairKind::SameThread => (true, false),
        };
        let mut out = Vec::new();
        if first && self.stores_of != Whose::Second {
            out.push(instantiate(terms, axiom.fact, &axiom.formals, args));
        }
        if second && self.stores_of != Whose::First {
            let fact = self.second(terms, axiom.fact);
            let formals: Vec<TermId> = axiom.formals.iter().map(|&t| self.second(terms, t)).collect();
            out.push(instantiate(terms, fact, &formals, args));
        }
        out
    }

    /// Chooses whose own stores are used. Where the question is whether a thread read what another one is writing, they
    /// may only be the reader's: the other's store has not happened yet for it.
    pub fn know_stores_of(&mut self, whose: Whose) {
        self.stores_of = whose;
    }

    /// The meaning of a symbol of the other thread's value, and whether the threads are of one block.
    fn meaning_of_other(
        &mut self,
        terms: &mut Terms,
        (app, f, args): (TermId, FuncId, &[TermId]),
        original: Option<FuncId>,
    ) -> Option<TermId> {
        let summary = self.summary;
        if self.kind == PairKind::SameThread {
            return None;
        }
        if summary.same_group == Some(app) {
            return Some(if self.kind == PairKind::SameBlock { app } else { terms.not(app) });
        }
        let other = summary.others.get(&original.unwrap_or(f))?;
        let aligned = other.loops.iter().all(|&l| match terms.kind(summary.loops[l].counter) {
            Term::App(k, _) => self.shared.contains(k),
            _ => false,
        });
        // The symbol may occur at another iteration than the one whose value is known.
        let here = other.loops.iter().map(|&l| summary.loops[l].counter).eq(args.iter().copied());
        if !aligned || !here {
            return None;
        }
        let (mut value, mut when) = (other.term, other.when);
        // The other of the second thread is the first.
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
        if summary.counters.is_empty() || self.kind == PairKind::SameThread {
            return Vec::new();
        }
        // (object, result, its cell, what the offset of the cell takes for granted), of the first and of the second
        // thread.
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for app in terms.apps(conjuncts) {
            let Term::App(f, args) = terms.kind(app).clone() else { continue };
            let original = self.originals.get(&f).copied();
            let Some(result) = summary.counters.get(&original.unwrap_or(f)) else { continue };
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
            side.push((result.object, app, terms.substitute(offset, &map), ranges));
        }
        let mut out = Vec::new();
        for (object, x, cell, ranges) in &firsts {
            for (other, y, place, more) in &seconds {
                if object == other {
                    let mut premise = vec![terms.eq(*cell, *place)];
                    premise.extend(ranges.iter().chain(more));
                    let premise = terms.and(&premise);
                    let differ = terms.ne(*x, *y);
                    out.push(terms.implies(premise, differ));
                }
            }
        }
        out
    }

    /// Positions of the barriers that order pairs of this kind; for a warp barrier with the condition that it concerns
    /// both.
    pub(crate) fn ordering_barriers(&self) -> Vec<(usize, Option<TermId>)> {
        let block = self.barriers.iter().map(|&b| (b, None));
        block.chain(self.warp_barriers.iter().map(|b| (b.event, Some(b.both)))).collect()
    }

    /// Lets these warp barriers order the pair: all lanes of their masks are known to execute them.
    pub fn order_by_warps(&mut self, barriers: Vec<WarpBarrier>) {
        self.warp_barriers = barriers;
    }

    /// True if an event is a barrier that synchronises pairs of this kind.
    pub(crate) fn synchronises(&self, kind: &EventKind) -> bool {
        matches!(
            (kind, self.kind),
            (EventKind::Barrier { scope: wp_kir::BarrierScope::Grid, .. }, _)
                | (
                    EventKind::Barrier { scope: wp_kir::BarrierScope::Block, .. },
                    PairKind::SameBlock | PairKind::SameThread
                )
        )
    }
}

/// The comparison of a combination of more elements with one of fewer, each with its index.
fn in_order(terms: &mut Terms, growth: Growth, (low, x): (TermId, TermId), (high, y): (TermId, TermId)) -> TermId {
    match growth {
        Growth::By(most) => {
            let (most, zero) = (terms.int(most), terms.int(0));
            let (rise, steps) = (terms.sub(high, low), terms.sub(y, x));
            let limit = terms.mul(most, steps);
            let bounds = [terms.le(zero, rise), terms.le(rise, limit)];
            terms.and(&bounds)
        }
        Growth::Up => terms.le(low, high),
        Growth::Down => terms.le(high, low),
        Growth::Any => terms.tru(),
    }
}

/// `fact[formals := args]`, guarded by the ranges of the formals, under which the fact was simplified.
pub fn instantiate(terms: &mut Terms, fact: TermId, formals: &[TermId], args: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(args.iter().copied()).collect();
    let mut premise = Vec::new();
    for (&formal, &arg) in formals.iter().zip(args) {
        if formal != arg {
            premise.extend(range_conditions(terms, formal, arg));
        }
    }
    let premise = terms.and(&premise);
    let fact = terms.substitute(fact, &map);
    terms.implies(premise, fact)
}

/// `arg` lies in the range of `formal`.
pub(crate) fn range_conditions(terms: &mut Terms, formal: TermId, arg: TermId) -> Vec<TermId> {
    let range = terms.range(formal);
    let mut out = Vec::new();
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        out.push(terms.le(lo, arg));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        out.push(terms.le(arg, hi));
    }
    out
}
