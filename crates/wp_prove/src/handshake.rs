//! Order by named barriers at which some warps only arrive, or that warps reach by different statements.
//!
//! The caller shows that the n-th operations of all warps on a barrier are one generation. So an access of a thread
//! that precedes an operation of the thread on a barrier happens before an access of another one that follows a wait of
//! that thread at the barrier, if the first operation is in the generation of the second one or in an earlier one: the
//! warp of the first thread has arrived at the later generation, too. The one who only arrives learns nothing of the
//! others.
//!
//! Operations are looked for in the iterations around the accesses. Chains of several barriers are not:
//! over-approximate, sound for races.

use crate::order::{executed_at, is_copy, points, precedes, Accesses, Point};
use crate::{Members, Pair, PairKind};
use wp_logic::{TermId, Terms};

/// An operation on a named barrier by the threads of some warps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handshake {
    /// Its event, in one loop or in none.
    pub event: usize,
    /// The threads.
    pub members: Members,
    /// The barrier.
    pub barrier: i128,
    /// True if the thread waits.
    pub waits: bool,
    /// The number of operations on the barrier by the thread before this one, in iteration zero.
    pub before: i128,
    /// The number of them in each iteration.
    pub each: i128,
    /// The iteration of an operation that stands behind the loop.
    pub iteration: Option<TermId>,
}

/// A thread of the pair at an access.
struct Side<'a> {
    at: Point<'a>,
    is_second: bool,
}

/// Conditions under which no handshake orders the two accesses.
pub fn parallel_beside(terms: &mut Terms, pair: &mut Pair, accesses: Accesses, all: &[Handshake]) -> Vec<TermId> {
    let copies = [accesses.first, accesses.second].iter().any(|&e| is_copy(pair.summary, e));
    if pair.kind != PairKind::SameBlock || copies {
        return Vec::new();
    }
    let [first, second] = points(terms, pair, accesses);
    let sides = [Side { at: first, is_second: false }, Side { at: second, is_second: true }];
    let mut out = Vec::new();
    for (from, to) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        for arrival in all {
            let left = operations(terms, pair, arrival, from, true);
            for wait in all.iter().filter(|wait| wait.waits && wait.barrier == arrival.barrier) {
                let reached = operations(terms, pair, wait, to, false);
                for (&(before, number), &(after, later)) in product(&left, &reached) {
                    let in_time = terms.le(number, later);
                    let ordered = terms.and(&[before, after, in_time]);
                    let not = terms.not(ordered);
                    if terms.as_bool(not) != Some(true) && !out.contains(&not) {
                        out.push(not);
                    }
                }
            }
        }
    }
    out
}

fn product<'s, T>(a: &'s [T], b: &'s [T]) -> impl Iterator<Item = (&'s T, &'s T)> {
    a.iter().flat_map(move |x| b.iter().map(move |y| (x, y)))
}

/// Executions of an operation by a thread, behind its access or in front of it: the condition that it is one, and its
/// number on the barrier.
fn operations(
    terms: &mut Terms,
    pair: &mut Pair,
    operation: &Handshake,
    side: &Side<'_>,
    behind: bool,
) -> Vec<(TermId, TermId)> {
    let summary = pair.summary;
    let loops = &summary.events[operation.event].loops[..];
    let mut iterations = vec![Vec::new()];
    if let [inst] = loops {
        let zero = terms.int(0);
        iterations = match (side.at.loops.first() == Some(inst), side.at.counters.first()) {
            (true, Some(&counter)) => {
                let step = terms.int(if behind { 1 } else { -1 });
                let next = terms.add(counter, step);
                vec![vec![counter], vec![next]]
            }
            _ => vec![vec![zero]],
        };
    }
    let member = operation.members.contain(terms, &summary.launch);
    let member = if side.is_second { pair.second(terms, member) } else { member };
    let mut found = Vec::new();
    for counters in iterations {
        let mut number = terms.int(operation.before);
        let mut exists = terms.tru();
        let last = operation.iteration.map(|last| if side.is_second { pair.second(terms, last) } else { last });
        if let Some(counter) = counters.first().copied().or(last) {
            let zero = terms.int(0);
            exists = terms.le(zero, counter);
            let each = terms.int(operation.each);
            let before = terms.mul(each, counter);
            number = terms.add(number, before);
        }
        let executed = executed_at(terms, pair, operation.event, &counters, side.is_second);
        let at = Point { seq: crate::order::position(operation.event), loops, counters };
        let ordered = match behind {
            true => precedes(terms, &side.at, &at),
            false => precedes(terms, &at, &side.at),
        };
        let all = terms.and(&[member, exists, executed, ordered]);
        if terms.as_bool(all) != Some(false) {
            found.push((all, number));
        }
    }
    found
}
