//! The stages of a proof: each knows more of values than the ones before, and is asked only what they left open.
//!
//! What a stage takes as a fact is proved too: barrier invariants and invariants of loops about memory are assertions
//! of the same kernel, and what was proved with one that stays open is taken back (`progress`). Facts about memory hold
//! up to the first misbehaviour of any kind, so that all stages together hold always or not at all (`premises`).

use crate::inference::Known;
use crate::Property;
use wp_summary::{Config, LoopPolicy, Summary};

/// What a stage knows of the values that addresses and conditions depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Means {
    /// Variables of loops as functions of the iteration.
    ClosedForms,
    /// Loops of known length, written out.
    UnrolledLoops,
    /// Invariants of loops that were inferred.
    LoopInvariants,
    /// What barrier invariants, and invariants of loops about memory, say.
    BarrierInvariants,
    /// What preconditions with quantifiers say of arrays.
    Contents,
    /// What arrays hold after prefix sums and reductions.
    PrefixSums,
}

impl Means {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Means::ClosedForms => "closed forms",
            Means::UnrolledLoops => "unrolled loops",
            Means::LoopInvariants => "loop invariants",
            Means::BarrierInvariants => "barrier invariants",
            Means::Contents => "contents of arrays",
            Means::PrefixSums => "prefix sums",
        }
    }

    /// What the stage of a summary knows.
    pub(crate) fn of(config: &Config, summary: &Summary, known: Known) -> Vec<Means> {
        let loops = !summary.loops.is_empty();
        let unrolled = matches!(config.policy, LoopPolicy::UnrollFirst | LoopPolicy::Bounded(_));
        let used = [
            (Means::ClosedForms, loops && config.policy == LoopPolicy::AccelerateFirst),
            (Means::UnrolledLoops, unrolled),
            (Means::LoopInvariants, known != Known::Nothing),
            (Means::BarrierInvariants, !summary.claims.is_empty()),
            (Means::Contents, !summary.laws.is_empty()),
            (Means::PrefixSums, !config.scans.is_empty()),
        ];
        used.into_iter().filter(|(_, used)| *used).map(|(means, _)| means).collect()
    }
}

/// One stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it knows; empty if addresses and conditions need no such knowledge.
    pub means: Vec<Means>,
    /// The properties whose last open obligations it closed.
    pub closed: Vec<Property>,
}
