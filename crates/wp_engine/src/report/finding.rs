//! Findings: the error, its counterexample, its cause, and what mends it.

use crate::Property;
use wp_base::{Assumption, Diagnostic, Span};

/// A thread of a launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ThreadName {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `threadIdx`
    pub thread: [u32; 3],
}

/// A concrete counterexample.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// Threads per block.
    pub block: [u32; 3],
    /// Blocks.
    pub grid: [u32; 3],
    /// The threads involved, in the order of the labels of the finding.
    pub threads: Vec<ThreadName>,
    /// Scalar arguments by source name, as the source would write them.
    pub scalars: Vec<(String, String)>,
    /// Array inputs that matter: name, then (element index, value).
    pub arrays: Vec<(String, Vec<(u64, String)>)>,
    /// The steps of these threads, in the order of the simulation; empty unless it was asked for.
    pub timeline: Timeline,
    /// The arguments with which a program launches the kernel in this way, or the reason why none can.
    pub arguments: Result<Arguments, &'static str>,
    /// All inputs of the run.
    pub inputs: wp_interp::Inputs,
    /// True if the interpreter reproduced it.
    pub replayed: bool,
    /// Threads of a warp, where the language has warps.
    pub warp_size: Option<u32>,
}

/// The arguments of a launch, in the order of the parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Arguments {
    /// A value for each parameter.
    pub values: Vec<(String, Argument)>,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u64,
}

/// An argument of a launch.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A scalar of a type, as little endian bytes.
    Scalar(wp_kir::Type, Vec<u8>),
    /// A buffer with its contents; zeros at the end may be left out.
    Buffer {
        /// Size in bytes.
        size: u64,
        /// The first bytes.
        bytes: Vec<u8>,
    },
    /// A buffer of OpenCL's local memory.
    Local(u64),
}

/// The steps of a witness's threads, up to the error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timeline {
    /// The last steps of the run.
    pub steps: Vec<Step>,
    /// The number of omitted steps before them.
    pub omitted: usize,
}

/// A step of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Index into the threads of the witness.
    pub thread: usize,
    /// The number of barriers that the thread had passed.
    pub interval: usize,
    /// The action of the step.
    pub action: Action,
    /// The place in the source.
    pub span: Span,
    /// True if the step is one of the accesses, or the barrier, that the finding is about.
    pub decisive: bool,
}

/// The action of a thread in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The thread reads an element.
    Read(String),
    /// The thread writes an element.
    Write(String),
    /// The thread updates an element atomically.
    Atomic(String),
    /// The thread arrives at a barrier.
    Barrier,
}

/// One finding.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Property that it breaks.
    pub property: Property,
    /// Message with code and both places.
    pub diagnostic: Diagnostic,
    /// The counterexample, if there is one.
    pub witness: Option<Witness>,
    /// True if the user has accepted it beforehand. The engine accepts nothing, and no verdict depends on it.
    pub accepted: bool,
    /// The reason that the source states, where a comment of the source accepts it.
    pub allowed: Option<String>,
    /// The memory object that it is about, by name.
    pub object: Option<String>,
    /// The place of the assertion, invariant or clause that it is about.
    pub claim: Option<Span>,
    /// Objects whose contents it depends on and that are over-approximated, by name.
    pub depends_on: Vec<String>,
    /// The cause that the finding shares with other findings of the kernel.
    pub cause: Cause,
    /// The effect that a barrier could have on it.
    pub cure: Option<Cure>,
    /// A change that removes the finding, if such changes were asked for and one was found. No verdict depends on it.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding without counterexample, alone with its cause.
    pub fn new(property: Property, diagnostic: Diagnostic) -> Self {
        Self {
            property,
            diagnostic,
            witness: None,
            accepted: false,
            allowed: None,
            object: None,
            claim: None,
            depends_on: Vec::new(),
            cause: Cause::default(),
            cure: None,
            fix: None,
        }
    }
}

/// The cause of a finding. Findings of a kernel with the same number have one cause; 0 is the number of those that
/// share none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cause {
    /// The number.
    pub number: usize,
    /// True if the finding is the one that stands for the others.
    pub is_head: bool,
    /// True if the finding depends on contents that a race, which is the cause, leaves open.
    pub is_consequence: bool,
}

/// Findings of a kernel with one cause.
#[derive(Clone, PartialEq, Debug)]
pub struct CauseGroup<'a> {
    /// The finding that stands for all.
    pub head: &'a Finding,
    /// The others with the same cause.
    pub others: Vec<&'a Finding>,
    /// The consequences of these findings.
    pub consequences: Vec<&'a Finding>,
}

/// The effect that a barrier could have on a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cure {
    /// Order two accesses.
    Order {
        /// The accesses.
        sites: [Span; 2],
        /// True if they are in shared memory.
        shared: bool,
        /// True if they are those of one block.
        within_block: bool,
    },
    /// Stand at a place that all threads of the block reach.
    Move {
        /// The barrier.
        barrier: Span,
    },
}

/// A change of the source that removes a finding, as a check of the changed source has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The title of the change, in one line that names no lines.
    pub title: String,
    /// The change, in the order of the text.
    pub edits: Vec<Edit>,
    /// Properties that are proved neither with the change nor without it. All others are proved with it.
    pub open: Vec<Property>,
    /// What the proofs with it rest on, beyond the assumptions of the report on the kernel.
    pub assumptions: Vec<Assumption>,
}

/// A range of the source and what replaces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The range; empty for what is inserted.
    pub span: Span,
    /// The text.
    pub text: String,
}
