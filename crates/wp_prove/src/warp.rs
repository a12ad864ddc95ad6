//! Threads of one warp: warp barriers, and warps that run in lock-step.
//!
//! A warp barrier with a constant mask orders two lanes of its mask like a block barrier orders two threads of a block,
//! provided that every lane of the mask executes it ([`WarpBarrier`]; the caller shows that). Other masks order
//! nothing: over-approximate, sound for races.
//!
//! With lock-step warps two accesses of one warp are ordered if both threads execute the instruction instance of one of
//! them together (`_WARP_SYNC` of GPUVerify before each log and after each check; Bardsley and Donaldson, "Warps and
//! Atomics", NFM 2014). Two lanes in different arms of a branch share neither access, so their accesses are not
//! ordered. Instructions between the two accesses that both threads execute would order them too and are ignored:
//! over-approximate.

use crate::order::{is_copy, Accesses};
use crate::Pair;
use wp_kir::{lanes_named, BarrierScope};
use wp_logic::{Term, TermId, Terms};
use wp_summary::axiom::guard_at;
use wp_summary::{EventKind, Summary};

/// A warp barrier with a constant mask.
#[derive(Clone, Copy, Debug)]
pub struct WarpBarrier {
    /// Its event.
    pub event: usize,
    /// Both threads of a pair take part in it.
    pub both: TermId,
}

/// The warp barriers of a summary for a pair of one block; `None` if the mask of any of them is not constant: then none
/// of them orders anything.
pub fn barriers(terms: &mut Terms, pair: &mut Pair) -> Option<Vec<WarpBarrier>> {
    let summary = pair.summary;
    let mut found = Vec::new();
    for (event, e) in summary.events.iter().enumerate() {
        let EventKind::Barrier { scope: BarrierScope::Warp { .. }, mask, .. } = e.kind else { continue };
        let Term::Int(mask) = *terms.kind(mask?) else { return None };
        let mine = in_mask(terms, summary, lanes_named(u64::try_from(mask).ok()?));
        let other = pair.second(terms, mine);
        let same = same_warp(terms, pair, summary.launch.lanes);
        let both = terms.and(&[same, mine, other]);
        found.push(WarpBarrier { event, both });
    }
    Some(found)
}

/// The threads of a pair are of one warp of this many threads of one block.
pub fn same_warp(terms: &mut Terms, pair: &mut Pair, size: u32) -> TermId {
    let linear = pair.summary.launch.linear_thread(terms);
    let size = terms.int(i128::from(size));
    let warp = terms.div(linear, size);
    let other = pair.second(terms, warp);
    terms.eq(warp, other)
}

/// The generic thread's lane is in the mask: it lies in one of the mask's runs.
fn in_mask(terms: &mut Terms, summary: &Summary, mask: u128) -> TermId {
    let linear = summary.launch.linear_thread(terms);
    let lanes = summary.launch.lanes;
    let size = terms.int(i128::from(lanes));
    let lane = terms.modulo(linear, size);
    if mask.trailing_ones() >= lanes {
        return terms.tru();
    }
    let mut runs = Vec::new();
    let mut at = 0;
    while at < lanes {
        let start = at + (mask >> at).trailing_zeros().min(lanes - at);
        if start >= lanes {
            break;
        }
        let end = start + (!mask >> start).trailing_zeros().min(lanes - start);
        let (lo, hi) = (terms.int(i128::from(start)), terms.int(i128::from(end)));
        let (above, below) = (terms.le(lo, lane), terms.lt(lane, hi));
        runs.push(terms.and(&[above, below]));
        at = end;
    }
    terms.or(&runs)
}

/// With lock-step warps of this size: nothing that the two threads execute together orders their accesses.
pub fn unordered_in_lock_step(terms: &mut Terms, pair: &mut Pair, accesses: Accesses, size: u32) -> TermId {
    let Accesses { first, second, .. } = accesses;
    if is_copy(pair.summary, first) || is_copy(pair.summary, second) {
        return terms.tru();
    }
    let same = same_warp(terms, pair, size);
    let summary = pair.summary;
    let counters =
        |e: usize| -> Vec<TermId> { summary.events[e].loops.iter().map(|&l| summary.loops[l].counter).collect() };
    // The counters of either thread around either access.
    let (first_at_first, first_at_second) = (counters(first), counters(second));
    let mut of_second =
        |counters: &[TermId]| -> Vec<TermId> { counters.iter().map(|&t| pair.second(terms, t)).collect() };
    let (second_at_first, second_at_second) = (of_second(&first_at_first), of_second(&first_at_second));
    // The second thread executes the first one's access, or the first thread the second one's.
    let guard = pair.second(terms, summary.events[first].guard);
    let there = guard_at(terms, guard, &second_at_first, &first_at_first);
    let here = guard_at(terms, summary.events[second].guard, &first_at_second, &second_at_second);
    let mut together = terms.or(&[there, here]);
    if first == second {
        let mut aligned = Vec::new();
        for (&k, &other) in first_at_first.iter().zip(&second_at_second) {
            aligned.push(terms.eq(k, other));
        }
        let one_instance = terms.and(&aligned);
        let two = terms.not(one_instance);
        together = terms.and(&[two, together]);
    }
    let ordered = terms.and(&[same, together]);
    terms.not(ordered)
}
