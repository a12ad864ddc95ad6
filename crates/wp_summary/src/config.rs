//! What the caller of the summariser may choose.

use crate::{Fault, ScanLaw};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_kir::{Launch, ObjectId, ParamId};

wp_base::limits! {
    /// Greatest trip count of a loop that is unrolled.
    const UNROLL_LIMIT: u32 = 64;
    /// Events of a summary from which on nothing more is unrolled.
    const EVENT_LIMIT: usize = 4000;
}

/// How loops are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopPolicy {
    /// Closed forms where they exist; small constant trip counts are unrolled where closed forms do not exist.
    AccelerateFirst,
    /// Small constant trip counts are unrolled always; the rest is accelerated.
    UnrollFirst,
    /// Nothing is unrolled and no closed form is used: all that a loop changes is unknown at its head. What is known of it
    /// is left to invariant inference (Betts et al. 2017).
    Havoc,
    /// At most so many iterations of every loop, and what goes on after them is cut off: for finding bugs, never for proofs.
    Bounded(u32),
}

/// What is made of barrier invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierInvariants {
    /// Nothing.
    Ignored,
    /// They are claims, and facts behind their barriers: whoever asks for this has to check the claims.
    Assumed,
}

/// Of which private arrays the contents are followed, if they can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Those that addresses, conditions, assertions and integers in memory depend on: what races, accesses, divergence and assertions are
    /// about.
    Needed,
    /// All: what is stored matters too, as in contracts and equivalence.
    All,
}

/// Options of [`crate::summarise`].
#[derive(Clone, Debug)]
pub struct Config {
    /// Extents of the launch.
    pub launch: Launch,
    /// Loop policy.
    pub policy: LoopPolicy,
    /// Greatest trip count that is unrolled.
    pub unroll_limit: u32,
    /// Greatest number of events; beyond it nothing more is unrolled.
    pub event_limit: usize,
    /// When it passes, the summary stays incomplete.
    pub deadline: Option<std::time::Instant>,
    /// Values of scalar parameters that are fixed.
    pub scalars: BTreeMap<ParamId, i128>,
    /// Launches of parts of the kernel: the scalar parameters of type `u32` that are their extents, of a block and of the grid, where they differ
    /// from those of the kernel's launch, which the caller assumes to be as large at least.
    pub parts: Vec<[[Option<ParamId>; 3]; 2]>,
    /// Dimensions that the kernel never reads have extent 1 when unknown (assumption `unused-dims`).
    pub unused_dims_are_one: bool,
    /// What is made of barrier invariants.
    pub barrier_invariants: BarrierInvariants,
    /// Whether a cell that a thread did not access since the last barrier is taken to be unchanged where it states a barrier invariant (assumption
    /// `barrier-access`).
    pub unaccessed_kept: bool,
    /// Extents that are not given respect the limits of the hardware (assumption `launch-bounds`).
    pub launch_bounds: bool,
    /// Accesses are aligned to their width (assumption `aligned`).
    pub aligned: bool,
    /// Counters of 32 bits or more do not wrap around (assumption `no-counter-wrap`); else they are modelled as they do.
    pub counters_stay: bool,
    /// Unsigned sums and products of sizes do not wrap around (assumption `no-unsigned-wrap`); else they do.
    pub sizes_fit: bool,
    /// Integers are not divided by zero (assumption `no-division-by-zero`).
    pub divisors_not_zero: bool,
    /// Whether races between blocks are looked for; else a value in global memory may change at any time.
    pub blocks_checked: bool,
    /// Whether plain accesses may be unordered with atomics without a race, so that a value may change while it is read.
    pub atomics_tolerated: bool,
    /// Whether the threads of a warp run in lock-step, so that other lanes may store between two accesses of a thread.
    pub lock_step: bool,
    /// Objects on which races are not looked for: a value in one may change at any time.
    pub unchecked: BTreeSet<ObjectId>,
    /// Of which private arrays the contents are followed.
    pub contents: Contents,
    /// What shared arrays hold at places, as sums of what they held before.
    pub scans: Arc<[ScanLaw]>,
    /// Seeded fault, for the test of the tests; none can be named without the feature `faults`.
    pub fault: Option<Fault>,
}

impl Config {
    /// The configuration of a launch that grants nothing: every field by which a summary may take something for granted is set to the answer that needs
    /// no proof and no assumption.
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            policy: LoopPolicy::AccelerateFirst,
            unroll_limit: UNROLL_LIMIT.get(),
            event_limit: EVENT_LIMIT.get(),
            deadline: None,
            scalars: BTreeMap::new(),
            parts: Vec::new(),
            unused_dims_are_one: false,
            barrier_invariants: BarrierInvariants::Ignored,
            unaccessed_kept: false,
            launch_bounds: false,
            aligned: false,
            counters_stay: false,
            sizes_fit: false,
            divisors_not_zero: false,
            blocks_checked: false,
            atomics_tolerated: true,
            lock_step: true,
            unchecked: BTreeSet::new(),
            contents: Contents::Needed,
            scans: Arc::from([]),
            fault: None,
        }
    }

    /// The same with the assumptions about launches and counters that are on where nobody switches them off, and with checks for races between all
    /// threads, plain accesses and atomics.
    #[must_use]
    pub fn with_usual_grants(self) -> Self {
        Self {
            unused_dims_are_one: true,
            launch_bounds: true,
            aligned: true,
            counters_stay: true,
            divisors_not_zero: true,
            blocks_checked: true,
            atomics_tolerated: false,
            lock_step: false,
            ..self
        }
    }
}
