//! Sets found from above: much is assumed at once, and what is not needed is dropped again.
//!
//! Upper bounds of extents hold together for small launches, so they are assumed all at once, alone and then with one
//! or two further candidates. Of a set that closes every obligation with little effort, each obligation keeps what it
//! needs beyond what the others need; then numbers are relaxed. This asks few questions where the search by costs asks
//! many, and none for a model. Incomplete like that search, and as little rests on it.

use super::{Search, FROM_ABOVE, MAX_SIZE, SHARE};
use crate::condition::{Condition, Monomial, Quantity};
use std::collections::VecDeque;
use wp_kir::Axis;
use wp_logic::TermId;

wp_base::limits! {
    /// The part of the effort for one query that a question gets here.
    const LITTLE: u32 = 8;
    /// Candidates that are added to the bounds, at most, and those that pairs are made of.
    const MAX_MORE: usize = 48;
    const IN_PAIRS: usize = 10;
    /// Further sets that are tried once one was found, at most.
    const MAX_MORE_WHEN_FOUND: usize = 6;
    /// The cost from which a candidate fixes something to a number.
    const COST_OF_FIXING: u32 = 12;
}

/// The sets that are still to be tried.
#[derive(Default)]
pub(super) struct Above {
    /// Positions of the candidates that are added.
    todo: VecDeque<Vec<usize>>,
    /// The conditions of the last set.
    last: Option<Vec<usize>>,
    /// The obligation that was last found open; it is asked about first.
    stubborn: Option<(usize, usize)>,
}

/// The means that closes an obligation.
#[derive(Clone, Copy, PartialEq)]
enum Means {
    Digits,
    /// The solver, with effort for one query divided by this.
    Solver(u32),
}

/// An obligation that a set closes: number of the question, and position in it.
#[derive(Clone, Copy)]
struct Closed {
    number: usize,
    at: usize,
    means: Means,
}

impl Above {
    /// Bounds alone, then with one candidate, then with two, then with one that fixes a number.
    pub fn new(candidates: &[Condition]) -> Self {
        let more: Vec<usize> = (0..candidates.len()).filter(|&i| !is_upper_bound(&candidates[i])).collect();
        let (others, fixing): (Vec<usize>, Vec<usize>) =
            more.into_iter().partition(|&i| candidates[i].cost() < COST_OF_FIXING.get());
        let mut todo = VecDeque::from([Vec::new()]);
        todo.extend(others.iter().take(MAX_MORE.get()).map(|&i| vec![i]));
        let few = &others[..others.len().min(IN_PAIRS.get())];
        todo.extend(few.iter().enumerate().flat_map(|(n, &i)| few[n + 1..].iter().map(move |&j| vec![i, j])));
        todo.extend(fixing.iter().take(MAX_MORE.get()).map(|&i| vec![i]));
        Self { todo, last: None, stubborn: None }
    }
}

/// True if it says that a product of extents is at most something.
fn is_upper_bound(c: &Condition) -> bool {
    matches!(c, Condition::Le(a, _) if !a.of.is_empty() && a.of.iter().all(|q| q.is_extent()))
}

/// True if both bound the same by constants.
fn is_alike(a: &Condition, b: &Condition) -> bool {
    matches!((a, b), (Condition::Le(x, m), Condition::Le(y, n)) if x == y && m.of.is_empty() && n.of.is_empty())
}

/// `a <= b` and `b <= a` as one condition; the cheapest first.
fn merged(mut set: Vec<Condition>) -> Vec<Condition> {
    let opposite = |c: &Condition| match c {
        Condition::Le(a, b) => set.iter().position(|d| *d == Condition::Le(b.clone(), a.clone())),
        _ => None,
    };
    let found = set.iter().enumerate().find_map(|(i, c)| Some((i, opposite(c)?)));
    if let Some((i, j)) = found {
        if let Condition::Le(a, b) = set[i].clone() {
            set[i] = Condition::Eq(a, b);
            set.remove(j);
        }
    }
    set.sort_by_key(|c| (c.cost(), c.strength()));
    set
}

impl Search<'_> {
    /// The next set of this kind that closes every obligation and that is not known to be stronger than one that was
    /// found. It may spend a part of what is left.
    pub fn next_from_above(&mut self, found: &[&[Condition]]) -> Option<Vec<Condition>> {
        let limits = self.limits;
        self.limits = self.part(FROM_ABOVE.get());
        self.solver.set_deadline(self.limits.deadline);
        if !found.is_empty() {
            self.above.todo.truncate(MAX_MORE_WHEN_FOUND.get());
        }
        let set = self.seek_from_above(found);
        self.limits = limits;
        self.solver.set_deadline(limits.deadline);
        set
    }

    fn seek_from_above(&mut self, found: &[&[Condition]]) -> Option<Vec<Condition>> {
        while let Some(more) = self.above.todo.pop_front() {
            if self.is_spent() {
                return None;
            }
            let Some(set) = self.assume(&more) else { continue };
            let Some(closed) = self.closing(&set) else { continue };
            let set = self.needed(&set, more.len(), &closed);
            let set = merged(self.relaxed(set, more.len(), &closed));
            let stronger = found.iter().any(|known| self.implies(&set, known));
            if set.len() <= MAX_SIZE.get() && !stronger && self.is_possible(&set) {
                self.above.last = Some(more);
                return Some(set);
            }
        }
        None
    }

    /// The last set was not proved: what it was made of is tried again, with what was learned.
    pub fn retry(&mut self) {
        if let Some(last) = self.above.last.take() {
            self.above.todo.push_front(last);
        }
    }

    /// Some candidates with as many bounds as hold together with them, cheapest first, when they exclude what is known
    /// to go wrong.
    fn assume(&mut self, more: &[usize]) -> Option<Vec<Condition>> {
        let mut set: Vec<Condition> = more.iter().map(|&i| self.candidates[i].clone()).collect();
        if !set.is_empty() && !self.is_runnable(&set) {
            return None;
        }
        let bounds: Vec<Condition> = self.candidates.iter().filter(|c| is_upper_bound(c)).cloned().collect();
        // The strictest come last among those that bound the same.
        for bound in bounds.into_iter().rev() {
            if set.iter().any(|c| is_alike(c, &bound)) {
                continue;
            }
            set.push(bound);
            if !self.is_runnable(&set) {
                set.pop();
            }
        }
        set[more.len()..].reverse();
        self.excludes_all(&set, true).then_some(set)
    }

    fn is_runnable(&mut self, set: &[Condition]) -> bool {
        !self.samples(&set.iter().collect::<Vec<_>>(), None).is_empty()
    }

    /// The means that close all obligations under the conditions with little effort; `None` when one stays open.
    fn closing(&mut self, set: &[Condition]) -> Option<Vec<Closed>> {
        if !self.excludes_all(set, true) {
            return None;
        }
        let sizes = self.questions.iter().map(|q| q.suspects.len()).enumerate();
        let all = sizes.flat_map(|(number, n)| (0..n).map(move |at| (number, at)));
        let mut order: Vec<(usize, usize)> = all.collect();
        order.sort_by_key(|&o| Some(o) != self.above.stubborn);
        let mut closed = Vec::new();
        for (number, at) in order {
            let ways = [Means::Digits, Means::Solver(LITTLE.get())].map(|means| Closed { number, at, means });
            let Some(way) = ways.into_iter().find(|&way| self.is_closed(way, set)) else {
                self.above.stubborn = Some((number, at));
                return None;
            };
            closed.push(way);
        }
        Some(closed)
    }

    /// True if conditions close one obligation in this way.
    fn is_closed(&mut self, Closed { number, at, means }: Closed, set: &[Condition]) -> bool {
        if self.is_spent() {
            return false;
        }
        let question = &mut self.questions[number];
        let terms = &mut question.terms;
        let said: Option<Vec<TermId>> = set.iter().map(|c| c.term(terms, &question.symbols)).collect();
        let Some(said) = said else { return false };
        let conjuncts = [&question.suspects[at].conjuncts[..], &said].concat();
        match means {
            Means::Digits => self.solver.refuted_by_digits(terms, &conjuncts),
            Means::Solver(share) => matches!(self.solver.refutes(terms, &conjuncts, share), Ok(Some(_))),
        }
    }

    /// The needed ones among conditions that close all obligations, the costliest dropped first; the first few are
    /// kept.
    fn needed(&mut self, set: &[Condition], kept: usize, closed: &[Closed]) -> Vec<Condition> {
        let mut needed = set[..kept].to_vec();
        for &obligation in closed {
            if self.is_closed(obligation, &needed) {
                continue;
            }
            let mut rest: Vec<Condition> = set[kept..].iter().filter(|c| !needed.contains(c)).cloned().collect();
            let mut part = rest.len().div_ceil(2);
            while part > 0 && !rest.is_empty() {
                let mut end = rest.len();
                while end > 0 {
                    let start = end.saturating_sub(part);
                    let fewer = [&needed[..], &rest[..start], &rest[end..]].concat();
                    if self.is_closed(obligation, &fewer) {
                        rest.drain(start..end);
                    }
                    end = start;
                }
                part = if part == 1 { 0 } else { part.div_ceil(2) };
            }
            needed.extend(rest);
        }
        for x in self.pool.iter().filter(|x| x.exact) {
            if needed.iter().all(|c| c.holds(&x.valuation) != Some(false)) {
                needed.extend(set.iter().find(|c| c.holds(&x.valuation) == Some(false)).cloned());
            }
        }
        for i in (kept..needed.len()).rev() {
            let dropped = needed.remove(i);
            if !self.is_enough(&needed, closed, SHARE.get()) {
                needed.insert(i, dropped);
            }
        }
        needed
    }

    /// With the weakest numbers among the candidates that close all obligations.
    fn relaxed(&mut self, mut set: Vec<Condition>, kept: usize, closed: &[Closed]) -> Vec<Condition> {
        for i in kept..set.len() {
            let alike: Vec<Condition> = self.candidates.iter().filter(|c| is_alike(c, &set[i])).cloned().collect();
            // The weakest come first; the position of one that is good enough is known.
            let (mut bad, mut good) = (0, alike.iter().position(|c| *c == set[i]).unwrap_or(0));
            while bad < good {
                let middle = (bad + good) / 2;
                set[i] = alike[middle].clone();
                match self.is_enough(&set, closed, LITTLE.get()) {
                    true => good = middle,
                    false => bad = middle + 1,
                }
            }
            if let Some(weakest) = alike.into_iter().nth(good) {
                set[i] = weakest;
            }
        }
        set
    }

    /// True if conditions exclude what is known to go wrong and close obligations, in one way or the other.
    fn is_enough(&mut self, set: &[Condition], obligations: &[Closed], share: u32) -> bool {
        let closes = |search: &mut Self, &o: &Closed| {
            let ways = [Means::Digits, Means::Solver(share)].map(|means| Closed { means, ..o });
            ways.into_iter().any(|way| search.is_closed(way, set))
        };
        self.excludes_all(set, true) && obligations.iter().all(|o| closes(self, o))
    }

    /// The set with its numbers as large or small as closes every obligation, found by doubling and then by bisection.
    pub fn weaken(&mut self, set: &[Condition]) -> Vec<Condition> {
        let mut set = set.to_vec();
        for i in 0..set.len() {
            let mut too_weak = None;
            while let Some(weaker) = set[i].weaker() {
                if !self.closes_with(&mut set, i, weaker.clone()) {
                    too_weak = Some(weaker);
                    break;
                }
            }
            let Some(mut too_weak) = too_weak else { continue };
            while let Some(between) = set[i].between(&too_weak) {
                if !self.closes_with(&mut set, i, between.clone()) {
                    too_weak = between;
                }
            }
        }
        set
    }

    /// Such a set with bounds of the threads along an axis for bounds of the blocks along it, which are chosen with the
    /// size of blocks in mind; nothing if it has none that can be replaced.
    pub fn of_threads(&mut self, set: &[Condition]) -> Option<Vec<Condition>> {
        let mut lifted = set.to_vec();
        for axis in Axis::ALL {
            let (block, grid) = (Quantity::BlockDim(axis), Quantity::GridDim(axis));
            let bound = |q: Quantity| move |c: &Condition| matches!(c, Condition::Le(a, b) if *a == Monomial::of(q) && b.of.is_empty());
            let is_open = self.questions.iter().all(|q| q.symbols.contains_key(&block));
            let Some(at) = lifted.iter().position(bound(grid)).filter(|_| is_open) else { continue };
            let Condition::Le(_, limit) = lifted[at].clone() else { continue };
            let Some(threads) = Monomial::of(block).times(&Monomial::of(grid)) else { continue };
            let before = lifted.clone();
            if !self.closes_with(&mut lifted, at, Condition::Le(threads.clone(), limit.clone())) {
                continue;
            }
            lifted = self.weaken(&lifted);
            // Where no more blocks are good however small they are, the number of blocks is what matters.
            if !matches!(&lifted[at], Condition::Le(_, more) if more.factor > limit.factor) {
                lifted = before;
                continue;
            }
            // Few threads are few in a block too.
            if let Some(other) = lifted.iter().position(bound(block)) {
                let dropped = lifted.remove(other);
                if self.is_spent() || self.closing(&lifted).is_none() {
                    lifted.insert(other, dropped);
                }
            }
        }
        (lifted != set).then_some(lifted)
    }

    /// Replaces a condition of a set, if all obligations are closed then.
    fn closes_with(&mut self, set: &mut [Condition], i: usize, condition: Condition) -> bool {
        let before = std::mem::replace(&mut set[i], condition);
        let closes = !self.is_spent() && self.closing(set).is_some();
        if !closes {
            set[i] = before;
        }
        closes
    }
}
