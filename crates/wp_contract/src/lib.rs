//! Contracts of kernels: `ensures` clauses, refuted by executions or proved for every launch.
//!
//! Input: a kernel, its [`wp_spec::Contract`]. Output: for each clause a verdict: proved under named assumptions,
//! violated by an execution, or unknown with the reason. Proofs rest on freedom from races, divergence and accesses out
//! of bounds, which the caller establishes first: then threads may be taken to run in lock-step, and an element holds
//! its last store in that order. A clause is proved for an arbitrary last writer of an element; that a writer exists is
//! shown by naming it, and facts about a named thread are used only after its existence and guard are proved.
//!
//! | module | job |
//! |---|---|
//! | `memory` | concrete memory as the values of terms |
//! | `inputs` | launches and inputs that satisfy preconditions |
//! | `refute` | counterexamples by execution, in three-valued logic in which rounding decides nothing |
//! | `prove` | proofs for every launch; its header lists the rules, a file each |
//! | `trace` | the obligations that a proof sent to the solver |
//!
//! Clauses inside a kernel that the IR cannot express are proved as postconditions are (`prove/inside`), from the
//! stores before their place. Floats are real numbers, or bit patterns of which only the exchange of operands of `+`
//! and `*` is known (`prove/bits`); float operations in loops are sequences in the order of iterations
//! (`prove/chains`), compared bit by bit first. `prove/arrays` and `prove/cuts` prove two arrays equal for `wp_equiv`:
//! at the end, or from barrier to barrier.
//!
//! A proof first follows values from store to store. If that fails, it is tried again on a summary with barrier
//! invariants and inferred loop invariants: a value that cannot be followed then stays a symbol of its thread,
//! constrained by these invariants. The result is the premises of the proof, the used invariants among them.
//!
//! Deliberately absent: the front end, race freedom (a premise), quantifiers and real numbers in the IR, refutations by
//! models of the solver.
//!
//! Follows Kojima, Imanishi and Igarashi, "Automated Verification of Functional Correctness of Race-Free GPU Programs".

/// The semantics of floats in proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Floats {
    /// Real numbers, under the assumption `real-arithmetic`.
    #[default]
    Reals,
    /// Bit patterns with uninterpreted operations: proofs hold bit by bit.
    Bits,
}

mod inputs;
mod memory;
mod prove;
mod refute;
mod trace;

pub use prove::{Claim, Effort, Knowledge};
pub use refute::{refute, Counterexample, Runs};
pub use trace::{Proof, Task, Trace};
