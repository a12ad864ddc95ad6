//! The accesses of two threads that are parallel.
//!
//! All threads of a block execute the same sequence of barrier instances (a barrier node with the counters of its
//! loops); that is what freedom from barrier divergence means, on which every race verdict relies. So `e1` of one
//! thread and `e2` of another are ordered iff some executed instance `B@k` lies between them in program order:
//! `e1 < B@k < e2` or `e2 < B@k < e1`, where program order compares the counters of common loops lexicographically and
//! then positions. This also covers iterations whose tail runs in parallel with the head of the next, conditional
//! barriers, and barrier loops that run zero times.
//!
//! Warp barriers that the caller has shown to be uniform among the lanes of their mask order those lanes in the same
//! way.
//!
//! The condition is quantified over `k`; it is instantiated at finitely many counters next to those of `e1` and `e2`.
//! Each instance only removes pairs that are ordered, so dropping instances over-approximates parallelism: sound for
//! races.
//!
//! If it was proved that no access of a kind is in flight at a loop head ([`QuietHead`](wp_summary::QuietHead)), an
//! executed barrier lies between each such access and each later arrival at the head, so the head orders like a
//! barrier.
//!
//! An access of an asynchronous copy ends where the thread has waited for the copy (`copies`): barriers order it with
//! later accesses from there on. With other accesses of its own thread it is ordered by the wait alone.

mod copies;

use crate::pair::OrderingBarrier;
use crate::{Pair, PairKind};
use copies::End;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wp_kir::Space;
use wp_logic::{Term, TermId, Terms};
use wp_summary::axiom::guard_at;
use wp_summary::{seeded, EventKind, Fault, LoopInst, Summary};

/// True for an access of an asynchronous copy, which may happen later than where it stands.
pub fn is_copy(summary: &Summary, e: usize) -> bool {
    matches!(&summary.events[e].kind, EventKind::Access(access) if access.is_copy)
}

/// A point of a thread's execution, with the values of its loop counters.
#[derive(Clone, Debug)]
pub(crate) struct Point<'a> {
    /// Event `e` is at `2 * e + 1`, the point just before it at `2 * e`.
    pub seq: usize,
    pub loops: &'a [LoopInst],
    pub counters: Vec<TermId>,
}

/// One access of each of two threads.
#[derive(Clone, Copy, Debug)]
pub struct Accesses {
    /// The event of the first thread.
    pub first: usize,
    /// The event of the second thread.
    pub second: usize,
    /// The address space of both.
    pub space: Space,
    /// A seeded fault.
    pub fault: Option<Fault>,
}

/// From the end of an access of one thread to a point of the other one.
struct Between<'a> {
    from: &'a Point<'a>,
    /// The condition under which the access has ended at `from`.
    ended: TermId,
    to: &'a Point<'a>,
    /// True if barriers in loops are sought in the last iterations too.
    last_iterations: bool,
    fault: Option<Fault>,
}

fn common(a: &[LoopInst], b: &[LoopInst]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// `a` comes before `b` in program order.
pub(crate) fn precedes(terms: &mut Terms, a: &Point, b: &Point) -> TermId {
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
    let earlier = point_of_second(terms, pair, e);
    let later = point(pair.summary, at);
    precedes(terms, &earlier, &later)
}

fn fence_covers(kind: &EventKind, space: Space, fault: Option<Fault>) -> bool {
    match kind {
        EventKind::Barrier { fence, .. } => fence.orders(space) || seeded!(fault, FenceIgnored),
        EventKind::NamedBarrier(barrier) => barrier.waits,
        _ => false,
    }
}

/// Number of barriers that every thread executes (outside of loops, under no condition) before each event. Two events
/// outside of loops with different numbers are ordered: the cheap case, decided without terms.
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

/// True if a barrier outside of loops, whose guard is part of one of the two guards, lies between two events outside of
/// loops.
pub fn statically_ordered(terms: &Terms, pair: &Pair, accesses: Accesses) -> bool {
    let Accesses { first: e1, second: e2, space, fault } = accesses;
    let summary: &Summary = pair.summary;
    let (lo, hi) = (e1.min(e2), e1.max(e2));
    if lo == hi || is_copy(summary, lo) || !summary.events[lo].loops.is_empty() || !summary.events[hi].loops.is_empty()
    {
        return false;
    }
    let mut guards: Option<[Vec<TermId>; 2]> = None;
    summary.events[lo + 1..hi].iter().any(|b| {
        if !b.loops.is_empty() || !pair.synchronises(&b.kind) || !fence_covers(&b.kind, space, fault) {
            return false;
        }
        let guards = guards.get_or_insert_with(|| {
            [terms.conjuncts(summary.events[lo].guard), terms.conjuncts(summary.events[hi].guard)]
        });
        let need = terms.conjuncts(b.guard);
        guards.iter().any(|have| need.iter().all(|c| have.contains(c)))
    })
}

/// Conditions under which two accesses are not ordered by a barrier.
pub fn parallel(terms: &mut Terms, pair: &mut Pair, accesses: Accesses) -> Vec<TermId> {
    let Accesses { first: e1, second: e2, space, fault } = accesses;
    let summary = pair.summary;
    let (first, second) = (point(summary, e1), point_of_second(terms, pair, e2));
    let (first_ends, second_ends) =
        (copies::ends(terms, pair, e1, &first, false), copies::ends(terms, pair, e2, &second, true));
    let mut out = Vec::new();
    let loop_barrier = summary.events.iter().any(|e| !e.loops.is_empty() && pair.synchronises(&e.kind));
    let no_wrap_around = seeded!(fault, NoWrapAround) && loop_barrier;
    if seeded!(fault, SharedCounter) || no_wrap_around {
        for i in 0..common(first.loops, second.loops) {
            out.push(terms.eq(first.counters[i], second.counters[i]));
        }
    }
    let ends = [(&first_ends[..], &second), (&second_ends[..], &first)];
    let points: Vec<&Point> =
        first_ends.iter().chain(&second_ends).map(|end| &end.point).chain([&first, &second]).collect();
    let barriers = ordering(pair, pair.ordering_barriers(), space, &points, fault);
    out.extend(barriers_between(terms, pair, &barriers, ends, fault));
    quiet_heads_between(terms, pair, &first, &second, &mut out);
    out
}

/// Conditions under which none of these barriers, each with the condition that both threads take part, orders two
/// accesses.
pub(crate) fn meetings_between(
    terms: &mut Terms,
    pair: &mut Pair,
    accesses: Accesses,
    barriers: &[(usize, TermId)],
) -> Vec<TermId> {
    let Accesses { first: e1, second: e2, space, fault } = accesses;
    let summary = pair.summary;
    let (first, second) = (point(summary, e1), point_of_second(terms, pair, e2));
    let first_ends = copies::ends(terms, pair, e1, &first, false);
    let second_ends = copies::ends(terms, pair, e2, &second, true);
    let mut out = Vec::new();
    let ends = [(&first_ends[..], &second), (&second_ends[..], &first)];
    let points: Vec<&Point> =
        first_ends.iter().chain(&second_ends).map(|end| &end.point).chain([&first, &second]).collect();
    let barriers = barriers.iter().map(|&(event, both)| OrderingBarrier { event, both: Some(both) }).collect();
    let barriers = ordering(pair, barriers, space, &points, fault);
    out.extend(barriers_between(terms, pair, &barriers, ends, fault));
    out
}

/// For each instance of a barrier that may lie between the end of an access of one thread and the point of the other
/// one.
fn barriers_between(
    terms: &mut Terms,
    pair: &mut Pair,
    barriers: &[OrderingBarrier],
    ends: [(&[End<'_>], &Point<'_>); 2],
    fault: Option<Fault>,
) -> Vec<TermId> {
    let mut out = Vec::new();
    for &barrier in barriers {
        for (ends, to) in ends {
            for End { point: from, when: ended } in ends {
                let within = Between { from, ended: *ended, to, last_iterations: false, fault };
                barrier_between(terms, pair, barrier, &within, &mut out);
            }
        }
    }
    out
}

/// Conditions under which neither of two accesses of one thread has ended where the other one stands: one of them is
/// that of an asynchronous copy.
pub fn overlapping(terms: &mut Terms, pair: &mut Pair, accesses: Accesses) -> Vec<TermId> {
    let Accesses { first: e1, second: e2, .. } = accesses;
    let (first, second) = (point(pair.summary, e1), point_of_second(terms, pair, e2));
    let mut out = Vec::new();
    for (e, from, to, of_second) in [(e1, &first, &second, false), (e2, &second, &first, true)] {
        for End { point, when } in copies::ends(terms, pair, e, from, of_second) {
            let before = precedes(terms, &point, to);
            let ordered = terms.and(&[before, when]);
            push_negation(terms, ordered, &mut out);
        }
    }
    out
}

/// The barriers that order accesses to the address space. Of barriers with the same loops and guard that lie on the
/// same side of each point, one is enough: their instances give the same conditions.
fn ordering(
    pair: &Pair,
    mut barriers: Vec<OrderingBarrier>,
    space: Space,
    points: &[&Point],
    fault: Option<Fault>,
) -> Vec<OrderingBarrier> {
    let summary = pair.summary;
    let mut seen = FxHashSet::default();
    barriers.retain(|barrier| {
        let event = &summary.events[barrier.event];
        let sides: Vec<bool> = points.iter().map(|p| p.seq < position(barrier.event)).collect();
        fence_covers(&event.kind, space, fault) && seen.insert((&event.loops, event.guard, barrier.both, sides))
    });
    barriers
}

/// For each instance of a barrier that may lie between two points: that it does not, or is not executed, or does not
/// concern both threads.
fn barrier_between(
    terms: &mut Terms,
    pair: &mut Pair,
    barrier: OrderingBarrier,
    within: &Between<'_>,
    out: &mut Vec<TermId>,
) {
    let &Between { from, ended, to, fault, .. } = within;
    let OrderingBarrier { event, both } = barrier;
    let summary = pair.summary;
    let (seq, loops) = (position(event), &summary.events[event].loops);
    if !may_lie_between(from, seq, loops, to) {
        return;
    }
    for at in barrier_instances(terms, summary, seq, loops, within) {
        let Some(between) = lies_between(terms, from, &at, to) else { continue };
        let executed = executed_by_either(terms, pair, event, &at.counters, fault);
        let mut separated = vec![between, ended, executed];
        separated.extend(both);
        let separated = terms.and(&separated);
        push_negation(terms, separated, out);
    }
}

/// The negation of a condition, unless it says nothing or is said already.
fn push_negation(terms: &mut Terms, condition: TermId, out: &mut Vec<TermId>) {
    let none = terms.not(condition);
    if !matches!(terms.kind(none), Term::Bool(true)) && !out.contains(&none) {
        out.push(none);
    }
}

fn may_lie_between(from: &Point, seq: usize, loops: &[LoopInst], to: &Point) -> bool {
    let after_from = from.seq < seq || common(from.loops, loops) > 0;
    let before_to = seq < to.seq || common(loops, to.loops) > 0;
    after_from && before_to
}

fn lies_between(terms: &mut Terms, from: &Point, at: &Point, to: &Point) -> Option<TermId> {
    let before = precedes(terms, from, at);
    let after = precedes(terms, at, to);
    let between = terms.and(&[before, after]);
    (!matches!(terms.kind(between), Term::Bool(false))).then_some(between)
}

/// A loop head at which no access of a kind is in flight orders such accesses before it with whatever comes after it in
/// a thread that arrives there.
fn quiet_heads_between(terms: &mut Terms, pair: &mut Pair, first: &Point, second: &Point, out: &mut Vec<TermId>) {
    if pair.kind != PairKind::SameBlock {
        return;
    }
    let summary = pair.summary;
    for (from, to, of_second) in [(first, second, true), (second, first, false)] {
        for quiet in summary.inferred.quiet.iter().filter(|q| q.covers(&summary.events[from.seq / 2])) {
            let (Some(induction), nest) = (summary.loops[quiet.at].induction.as_deref(), summary.nest(quiet.at)) else {
                continue;
            };
            let seq = 2 * induction.first_event;
            if !may_lie_between(from, seq, &nest, to) {
                continue;
            }
            let within = Between { from, ended: terms.tru(), to, last_iterations: false, fault: None };
            for at in barrier_instances(terms, summary, seq, &nest, &within) {
                let Some(between) = lies_between(terms, from, &at, to) else { continue };
                let arrived = guard_of(terms, pair, induction.head, &at, of_second);
                let both = terms.and(&[between, arrived]);
                push_negation(terms, both, out);
            }
        }
    }
}

/// The arrival of a thread at the head of a loop.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The loop.
    pub head: LoopInst,
    /// The counters of the loops around it and of the loop itself, outermost first.
    pub counters: Vec<TermId>,
}

/// Conditions under which event `e` of the first thread comes before the arrival of the second, and no barrier that
/// covers the address space lies between them. Barriers in loops are sought in their first and in their last
/// iterations.
pub fn in_flight(terms: &mut Terms, pair: &mut Pair, e: usize, arrival: Arrival, space: Space) -> Vec<TermId> {
    let summary = pair.summary;
    // A barrier shows nothing of a copy, for which the thread has to wait.
    if is_copy(summary, e) {
        return Vec::new();
    }
    let Arrival { head, counters } = arrival;
    let Some(induction) = summary.loops[head].induction.as_deref() else { return Vec::new() };
    let from = point(summary, e);
    let nest = summary.nest(head);
    let to = Point { seq: 2 * induction.first_event, loops: &nest, counters };
    let mut out = vec![precedes(terms, &from, &to)];
    for barrier in ordering(pair, pair.ordering_barriers(), space, &[&from, &to], None) {
        let within = Between { from: &from, ended: terms.tru(), to: &to, last_iterations: true, fault: None };
        barrier_between(terms, pair, barrier, &within, &mut out);
    }
    out
}

/// The second thread executes event `e` with the loop counters of the first.
pub fn executed_together(terms: &mut Terms, pair: &mut Pair, e: usize) -> TermId {
    let summary = pair.summary;
    let here = point(summary, e);
    guard_of(terms, pair, summary.events[e].guard, &here, true)
}

/// The two accesses.
pub(crate) fn points<'a>(terms: &mut Terms, pair: &mut Pair<'a>, accesses: Accesses) -> [Point<'a>; 2] {
    [point(pair.summary, accesses.first), point_of_second(terms, pair, accesses.second)]
}

/// The first or the second thread executes event `e` in the iterations of its loops that these counters give.
pub fn executed_at(terms: &mut Terms, pair: &mut Pair, e: usize, counters: &[TermId], of_second: bool) -> TermId {
    let event = &pair.summary.events[e];
    let at = Point { seq: position(e), loops: &event.loops, counters: counters.to_vec() };
    guard_of(terms, pair, event.guard, &at, of_second)
}

pub(crate) fn position(e: usize) -> usize {
    2 * e + 1
}

/// Event `e` of the first thread.
fn point(summary: &Summary, e: usize) -> Point<'_> {
    let event = &summary.events[e];
    let counters = event.loops.iter().map(|&l| summary.loops[l].counter).collect();
    Point { seq: position(e), loops: &event.loops, counters }
}

/// Event `e` of the second thread.
fn point_of_second<'a>(terms: &mut Terms, pair: &mut Pair<'a>, e: usize) -> Point<'a> {
    let mut point = point(pair.summary, e);
    for counter in &mut point.counters {
        *counter = pair.second(terms, *counter);
    }
    point
}

/// Instances of an event near two points: with the same counters, one iteration after `from`, one before `to`. Loops
/// around the event alone are in their first iteration, or (`last_iterations`) also in the last one and the one that
/// leaves.
fn barrier_instances<'a>(
    terms: &mut Terms,
    summary: &Summary,
    seq: usize,
    loops: &'a [LoopInst],
    within: &Between<'_>,
) -> Vec<Point<'a>> {
    let &Between { from, to, last_iterations, .. } = within;
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
            if last_iterations && shared < loops.len() {
                for back in [zero, one] {
                    found.extend(at_exits(terms, summary, loops, counters.clone(), back));
                }
            }
            counters.resize(loops.len(), zero);
            found.push(counters);
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|counters| seen.insert(counters.clone()));
    found.into_iter().map(|counters| Point { seq, loops, counters }).collect()
}

/// The counters, with those of the loops further in as they are when the loop is left, minus `back`.
fn at_exits(
    terms: &mut Terms,
    summary: &Summary,
    loops: &[LoopInst],
    mut counters: Vec<TermId>,
    back: TermId,
) -> Option<Vec<TermId>> {
    for i in counters.len()..loops.len() {
        let exit = summary.loops[loops[i]].exit?;
        let formals = loops[..i].iter().map(|&l| summary.loops[l].counter);
        let map: FxHashMap<TermId, TermId> = formals.zip(counters.iter().copied()).collect();
        let exit = terms.substitute(exit, &map);
        counters.push(terms.sub(exit, back));
    }
    Some(counters)
}

/// The instance of barrier `b` at these counters is executed by the first or by the second thread.
fn executed_by_either(
    terms: &mut Terms,
    pair: &mut Pair,
    b: usize,
    counters: &[TermId],
    fault: Option<Fault>,
) -> TermId {
    if seeded!(fault, ConditionalBarrierCounts) {
        return terms.tru();
    }
    let instance = (b, counters.to_vec());
    if let Some(&known) = pair.executed.get(&instance) {
        return known;
    }
    let summary = pair.summary;
    let event = &summary.events[b];
    let at = Point { seq: position(b), loops: &event.loops, counters: counters.to_vec() };
    let [mine, others] = [false, true].map(|of_second| guard_of(terms, pair, event.guard, &at, of_second));
    let either = terms.or(&[mine, others]);
    pair.executed.insert(instance, either);
    either
}

/// A guard of the first or of the second thread at a point.
fn guard_of(terms: &mut Terms, pair: &mut Pair, guard: TermId, at: &Point, of_second: bool) -> TermId {
    let summary = pair.summary;
    let mut formals: Vec<TermId> = at.loops.iter().map(|&l| summary.loops[l].counter).collect();
    if !of_second {
        return guard_at(terms, guard, &formals, &at.counters);
    }
    let guard = pair.second(terms, guard);
    formals = formals.into_iter().map(|t| pair.second(terms, t)).collect();
    guard_at(terms, guard, &formals, &at.counters)
}
