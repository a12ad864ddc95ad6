//! Candidate invariants: the claims that a rule may suggest.

use crate::config::Engine;
use wp_kir::ObjectId;
use wp_logic::TermId;
use wp_summary::{AccessKind, LoopInst};

/// A suggested invariant.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Name of the rule it comes from.
    pub rule: &'static str,
    /// The loop at whose head it is to hold.
    pub at: LoopInst,
    /// The claim.
    pub claim: Claim,
    /// The claim in source syntax.
    pub text: String,
}

/// The claim of a candidate. Variables are positions in the loop's
/// [`Induction::variables`](wp_summary::Induction::variables).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A condition of one thread over the values at the head, and the counter `k`, whenever the head is reached.
    Invariant(TermId),
    /// The value at the head differs from the one before the loop by a multiple of the stride.
    Strided {
        /// The variable.
        variable: usize,
        /// The stride; the loop does not change it.
        stride: TermId,
    },
    /// `variable - offset` is the same for two threads of a block that arrive for the `k`-th time.
    Uniform {
        /// The variable.
        variable: usize,
        /// The offset; the loop does not change it.
        offset: TermId,
    },
    /// Two threads of a block that enter the loop make the same number of iterations.
    UniformControl,
    /// A condition that holds whenever an access is made, mostly of its offset.
    Access {
        /// Position of the access in the summary.
        event: usize,
        /// The condition.
        term: TermId,
    },
    /// No access of this kind is in flight at the head: a barrier orders all earlier ones of the block before it.
    NoAccess {
        /// The object.
        object: ObjectId,
        /// The kind of the accesses.
        kind: AccessKind,
        /// Only those of threads of one warp of this size.
        warp: Option<u32>,
    },
}

/// The outcome for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The candidate is part of the inductive invariant.
    Kept,
    /// An engine refuted the candidate.
    Refuted(Engine),
}

/// A candidate with its outcome.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The candidate.
    pub candidate: Candidate,
    /// The outcome for the candidate.
    pub fate: Fate,
}
