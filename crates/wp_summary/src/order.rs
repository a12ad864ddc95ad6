//! Which accesses of two threads are parallel.
//!
//! All threads of a block execute the same sequence of barrier instances (a barrier node with the counters of its loops);
//! that is what freedom from barrier divergence means, on which every race verdict relies. So `e1` of one thread and `e2` of
//! another are ordered iff some executed instance `B@k` lies between them in program order: `e1 < B@k < e2` or
//! `e2 < B@k < e1`, where program order compares the counters of common loops lexicographically and then positions. This
//! also covers iterations whose tail runs in parallel with the head of the next, conditional barriers, and barrier loops
//! that run zero times.
//!
//! Warp barriers that the caller has shown to be uniform among the lanes of their mask order those lanes in the same way.
//!
//! The condition is quantified over `k`; it is instantiated at finitely many counters next to those of `e1` and `e2`. Each
//! instance only removes pairs that are ordered, so dropping instances over-approximates parallelism: sound for races.

use crate::pair::{range_conditions, Pair};
use crate::state::conjuncts;
use crate::{EventKind, Fault, LoopInst, Summary};
use rustc_hash::FxHashMap;
use wp_kir::Space;
use wp_logic::{Term, TermId, Terms};

/// A point of a thread's execution: an event's position with the values of its loop counters.
#[derive(Clone, Debug)]
struct Point<'a> {
    seq: usize,
    loops: &'a [LoopInst],
    counters: Vec<TermId>,
}

fn common(a: &[LoopInst], b: &[LoopInst]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// `a` comes before `b` in program order.
fn precedes(terms: &mut Terms, a: &Point, b: &Point) -> TermId {
    let shared = common(a.loops, b.loops);
    let mut result = terms.bool(a.seq < b.seq);
    for i in (0..shared).rev() {
        let (x, y) = (a.counters[i], b.counters[i]);
        let less = terms.lt(x, y);
        let same = terms.eq(x, y);
        let rest = terms.and(&[same, result]);
        result = terms.or(&[less, rest]);
    }
    result
}

/// Event `e` at the second point of the thread comes before event `at` at the first: program order of one thread.
pub fn happens_before(terms: &mut Terms, pair: &mut Pair, e: usize, at: usize) -> TermId {
    let mut earlier = point(pair.summary, e, |t| t);
    for c in &mut earlier.counters {
        *c = pair.second(terms, *c);
    }
    let later = point(pair.summary, at, |t| t);
    precedes(terms, &earlier, &later)
}

fn fence_covers(kind: &EventKind, space: Space, fault: Option<Fault>) -> bool {
    let EventKind::Barrier { fence, .. } = kind else { return false };
    let covered = match space {
        Space::Shared => fence.shared,
        Space::Global | Space::Constant => fence.global,
        Space::Private => true,
    };
    covered || fault == Some(Fault::FenceIgnored)
}

/// Number of barriers that every thread executes (outside of loops, under no condition) before each event. Two events outside
/// of loops with different numbers are ordered: the cheap case, decided without terms.
pub fn intervals(terms: &Terms, pair: &Pair, space: Space, fault: Option<Fault>) -> Vec<u32> {
    let mut count = 0;
    let events = pair.summary.events.iter();
    events
        .map(|e| {
            let certain = e.loops.is_empty() && matches!(terms.kind(e.guard), Term::Bool(true));
            if certain && pair.synchronises(&e.kind) && fence_covers(&e.kind, space, fault) {
                count += 1;
            }
            count
        })
        .collect()
}

/// Whether a barrier outside of loops, whose guard is part of one of the two guards, lies between two events outside of
/// loops.
pub fn statically_ordered(
    terms: &Terms,
    pair: &Pair,
    e1: usize,
    e2: usize,
    space: Space,
    fault: Option<Fault>,
) -> bool {
    let summary: &Summary = pair.summary;
    let (lo, hi) = (e1.min(e2), e1.max(e2));
    if lo == hi || !summary.events[lo].loops.is_empty() || !summary.events[hi].loops.is_empty() {
        return false;
    }
    let mut guards: Option<[Vec<TermId>; 2]> = None;
    summary.events[lo + 1..hi].iter().any(|b| {
        if !b.loops.is_empty() || !pair.synchronises(&b.kind) || !fence_covers(&b.kind, space, fault) {
            return false;
        }
        let guards = guards.get_or_insert_with(|| {
            [conjuncts(terms, summary.events[lo].guard), conjuncts(terms, summary.events[hi].guard)]
        });
        let need = conjuncts(terms, b.guard);
        guards.iter().any(|have| need.iter().all(|c| have.contains(c)))
    })
}

/// Conditions under which event `e1` of the first thread and `e2` of the second are not ordered by a barrier.
pub fn parallel(
    terms: &mut Terms,
    pair: &mut Pair,
    e1: usize,
    e2: usize,
    space: Space,
    fault: Option<Fault>,
) -> Vec<TermId> {
    let summary = pair.summary;
    let first = point(summary, e1, |t| t);
    let mut second = point(summary, e2, |t| t);
    for c in &mut second.counters {
        *c = pair.second(terms, *c);
    }
    let mut out = Vec::new();
    let loop_barrier = summary.events.iter().any(|e| !e.loops.is_empty() && pair.synchronises(&e.kind));
    if fault == Some(Fault::SharedCounter) || (fault == Some(Fault::NoWrapAround) && loop_barrier) {
        for i in 0..common(first.loops, second.loops) {
            out.push(terms.eq(first.counters[i], second.counters[i]));
        }
    }
    for (b, both) in pair.ordering_barriers() {
        let barrier = &summary.events[b];
        if !fence_covers(&barrier.kind, space, fault) {
            continue;
        }
        for (from, to) in [(&first, &second), (&second, &first)] {
            let after_from = from.seq < b || common(from.loops, &barrier.loops) > 0;
            let before_to = b < to.seq || common(&barrier.loops, to.loops) > 0;
            if !after_from || !before_to {
                continue;
            }
            for at in instances(terms, summary, b, from, to) {
                let before = precedes(terms, from, &at);
                let after = precedes(terms, &at, to);
                let between = terms.and(&[before, after]);
                if matches!(terms.kind(between), Term::Bool(false)) {
                    continue;
                }
                let executed = executed_by_either(terms, pair, b, &at.counters, fault);
                let mut separated = vec![between, executed];
                separated.extend(both);
                let separated = terms.and(&separated);
                let none = terms.not(separated);
                if !matches!(terms.kind(none), Term::Bool(true)) && !out.contains(&none) {
                    out.push(none);
                }
            }
        }
    }
    out
}

fn point<'a>(summary: &'a Summary, e: usize, f: impl Fn(TermId) -> TermId) -> Point<'a> {
    let event = &summary.events[e];
    let counters = event.loops.iter().map(|&l| f(summary.loops[l].counter)).collect();
    Point { seq: e, loops: &event.loops, counters }
}

/// Instances of barrier `b` next to the two points: same counters, one iteration later than `from`, one earlier than
/// `to`; loops around the barrier alone run their first iteration.
fn instances<'a>(terms: &mut Terms, summary: &'a Summary, b: usize, from: &Point, to: &Point) -> Vec<Point<'a>> {
    let loops = &summary.events[b].loops;
    let one = terms.int(1);
    let zero = terms.int(0);
    let mut found: Vec<Vec<TermId>> = Vec::new();
    for (near, step) in [(from, 1), (to, -1)] {
        let shared = common(loops, near.loops);
        for shift in [false, true] {
            if shift && shared == 0 {
                continue;
            }
            let mut counters: Vec<TermId> = near.counters[..shared].to_vec();
            if shift {
                let last = counters[shared - 1];
                counters[shared - 1] = if step > 0 { terms.add(last, one) } else { terms.sub(last, one) };
            }
            counters.resize(loops.len(), zero);
            if !found.contains(&counters) {
                found.push(counters);
            }
        }
    }
    found.into_iter().map(|counters| Point { seq: b, loops, counters }).collect()
}

/// The instance of barrier `b` at these counters is executed by the first or by the second thread.
fn executed_by_either(
    terms: &mut Terms,
    pair: &mut Pair,
    b: usize,
    counters: &[TermId],
    fault: Option<Fault>,
) -> TermId {
    if fault == Some(Fault::ConditionalBarrierCounts) {
        return terms.tru();
    }
    let summary = pair.summary;
    let guard = summary.events[b].guard;
    let formals: Vec<TermId> = summary.events[b].loops.iter().map(|&l| summary.loops[l].counter).collect();
    let mine = guard_at(terms, guard, &formals, counters);
    let guard = pair.second(terms, guard);
    let formals: Vec<TermId> = formals.into_iter().map(|t| pair.second(terms, t)).collect();
    let others = guard_at(terms, guard, &formals, counters);
    terms.or(&[mine, others])
}

/// The guard at other counters, with the ranges under which it was simplified.
pub(crate) fn guard_at(terms: &mut Terms, guard: TermId, formals: &[TermId], counters: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(counters.iter().copied()).collect();
    let mut all = vec![terms.substitute(guard, &map)];
    for (&formal, &counter) in formals.iter().zip(counters) {
        if formal != counter {
            all.extend(range_conditions(terms, formal, counter));
        }
    }
    terms.and(&all)
}
