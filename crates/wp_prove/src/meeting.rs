//! Meetings of some warps of a block: named barriers that order their members like a barrier of the block orders its
//! threads.
//!
//! The caller shows that a generation of the barrier holds each member once, and that the members execute it in the
//! same iterations.

use crate::order::{meetings_between, Accesses};
use crate::{Pair, PairKind};
use wp_logic::{TermId, Terms};
use wp_summary::LaunchTerms;

/// The threads of a block that meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// All.
    All,
    /// Those of these warps, in ascending order.
    Warps(Vec<u32>),
}

impl Members {
    /// The generic thread is one of them: its number in the block lies in one of the runs of their warps.
    pub fn contain(&self, terms: &mut Terms, launch: &LaunchTerms) -> TermId {
        let Members::Warps(warps) = self else { return terms.tru() };
        let linear = launch.linear_thread(terms);
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for &warp in warps {
            match runs.last_mut() {
                Some((_, end)) if *end == warp => *end = warp + 1,
                _ => runs.push((warp, warp + 1)),
            }
        }
        let inside = runs.into_iter().map(|(start, end)| {
            let [start, end] = [start, end].map(|warp| terms.int(i128::from(warp) * i128::from(launch.lanes)));
            let (above, below) = (terms.le(start, linear), terms.lt(linear, end));
            terms.and(&[above, below])
        });
        let inside: Vec<TermId> = inside.collect();
        terms.or(&inside)
    }
}

/// A barrier at which its members meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Its event.
    pub event: usize,
    /// The threads.
    pub members: Members,
}

/// Conditions under which no meeting of the two threads orders their accesses.
pub fn parallel_beside(terms: &mut Terms, pair: &mut Pair, accesses: Accesses, meetings: &[Meeting]) -> Vec<TermId> {
    if pair.kind != PairKind::SameBlock {
        return Vec::new();
    }
    let launch = pair.summary.launch;
    let mut barriers = Vec::new();
    for meeting in meetings {
        let mine = meeting.members.contain(terms, &launch);
        let other = pair.second(terms, mine);
        barriers.push((meeting.event, terms.and(&[mine, other])));
    }
    meetings_between(terms, pair, accesses, &barriers)
}
