//! The ends of asynchronous copies: where the thread has waited for a copy.
//!
//! A wait for all groups but the newest `n` completes a copy if the thread has committed `n + 1` groups between the copy
//! and the wait: its own and `n` newer ones (PTX ISA, `cp.async.wait_group`). Which instances of commits and waits these
//! are is guessed: the next ones in program order, in the loop around the copy, in loops that follow, and behind the
//! loops. The conditions of an end say that the thread executes these instances in this order. If a guess is wrong, they are
//! false, and the copy counts as still in flight: over-approximate.

use super::{guard_of, is_copy, point, position, precedes, Point};
use crate::Pair;
use wp_logic::{TermId, Terms};
use wp_summary::{EventKind, LoopInst};

wp_base::limits! {
    /// A wait that leaves more groups in flight than this is ignored.
    const MAX_GROUPS: u32 = 8;
}

/// A point of a thread at which an access has ended, if a condition holds.
#[derive(Clone, Debug)]
pub(super) struct End<'a> {
    pub point: Point<'a>,
    pub when: TermId,
}

/// Events that the thread executes one after the other.
#[derive(Clone)]
struct Chain<'a> {
    last: Point<'a>,
    when: Vec<TermId>,
}

/// The thread whose copies are looked at.
struct Thread<'t, 'a> {
    terms: &'t mut Terms,
    pair: &'t mut Pair<'a>,
    of_second: bool,
}

/// The ends of access `e` at a point of the first or the second thread: the point itself, unless it is a copy.
pub(super) fn ends<'a>(
    terms: &mut Terms,
    pair: &mut Pair<'a>,
    e: usize,
    start: &Point<'a>,
    of_second: bool,
) -> Vec<End<'a>> {
    let summary = pair.summary;
    if !is_copy(summary, e) {
        return vec![End { point: start.clone(), when: terms.tru() }];
    }
    let events = |wanted: &dyn Fn(&EventKind) -> bool| -> Vec<usize> {
        summary.events.iter().enumerate().filter(|(_, e)| wanted(&e.kind)).map(|(i, _)| i).collect()
    };
    let commits = events(&|kind| matches!(kind, EventKind::CommitCopies));
    let mut numbers: Vec<Option<u32>> = summary
        .events
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::WaitForCopies(groups) if groups.is_none_or(|n| n <= MAX_GROUPS.get()) => Some(groups),
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut thread = Thread { terms, pair, of_second };
    let mut found = Vec::new();
    for groups in numbers {
        let waits = events(&|kind| matches!(kind, EventKind::WaitForCopies(n) if *n == groups));
        let count = groups.map_or(0, |n| n as usize + 1);
        for committed in thread.chains(&commits, start, count) {
            for waited in thread.chains(&waits, &committed.last, 1) {
                let mut when = committed.when.clone();
                when.extend(waited.when);
                found.push(End { point: waited.last, when: thread.terms.and(&when) });
            }
        }
    }
    let never = terms.fls();
    found.retain(|end| end.when != never);
    found
}

impl<'a> Thread<'_, 'a> {
    /// Guesses of the next so many instances of events behind a point.
    fn chains(&mut self, events: &[usize], from: &Point<'a>, count: usize) -> Vec<Chain<'a>> {
        if count == 0 {
            return vec![Chain { last: from.clone(), when: Vec::new() }];
        }
        let summary = self.pair.summary;
        let mut found = Vec::new();
        // In the loops around the point, or behind some of them.
        for depth in (0..=from.loops.len()).rev() {
            let instances = self.following(events, from, depth, count);
            if instances.len() < count {
                continue;
            }
            let mut chain = Chain { last: from.clone(), when: Vec::new() };
            for (event, at) in instances {
                let later = precedes(self.terms, &chain.last, &at);
                let executed = guard_of(self.terms, self.pair, summary.events[event].guard, &at, self.of_second);
                chain.when.extend([later, executed]);
                chain.last = at;
            }
            found.push(chain);
        }
        found
    }

    /// The next instances of events behind a point, seen from the `depth` outermost loops around it: first in the same
    /// iteration of the innermost one, with those of loops in it, then in the next iterations.
    fn following(&mut self, events: &[usize], from: &Point<'a>, depth: usize, count: usize) -> Vec<(usize, Point<'a>)> {
        let summary = self.pair.summary;
        let terms = &mut *self.terms;
        let around = &from.loops[..depth];
        let left = from.loops.get(depth);
        let mut found = Vec::new();
        let iterations = if depth == 0 { 0 } else { count };
        for step in 0..=iterations {
            let mut counters = from.counters[..depth].to_vec();
            if let Some(last) = counters.last_mut().filter(|_| step > 0) {
                let step = terms.int(step as i128);
                *last = terms.add(*last, step);
            }
            let mut in_loop: Option<LoopInst> = None;
            for &event in events {
                let loops: &'a [LoopInst] = &summary.events[event].loops;
                if loops.len() < depth || loops[..depth] != *around || (step == 0 && position(event) <= from.seq) {
                    continue;
                }
                match loops[depth..] {
                    [] => found.push((event, Point { counters: counters.clone(), ..point(summary, event) })),
                    // All iterations of the loop, with the events of each, stand behind its first event.
                    [inner] if Some(&inner) != left && in_loop != Some(inner) => {
                        in_loop = Some(inner);
                        let same: Vec<usize> =
                            events.iter().copied().filter(|&e| summary.events[e].loops == *loops).collect();
                        for iteration in 0..count {
                            let mut counters = counters.clone();
                            counters.push(terms.int(iteration as i128));
                            let at = |&e: &usize| (e, Point { counters: counters.clone(), ..point(summary, e) });
                            found.extend(same.iter().map(at));
                        }
                    }
                    _ => {}
                }
            }
        }
        found.truncate(count);
        found
    }
}
