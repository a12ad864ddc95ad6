//! Contracts of kernels: `ensures` clauses, refuted by runs or proved for every launch.
//!
//! Input: a kernel, its [`wp_spec::Contract`]. Output: for each clause a verdict: proved under named assumptions, broken by a
//! run that was executed, or unknown with the reason. Proofs rest on freedom from races, divergence and accesses out of bounds, which
//! the caller establishes first.
//!
//! | module | job |
//! |---|---|
//! | `memory` | concrete memory as the values of terms |
//! | `inputs` | launches and inputs that satisfy preconditions |
//! | `refute` | counterexamples by execution |
//! | `prove` | proofs for every launch |
//! | `trace` | what a proof asked of the solver |
//!
//! Follows Kojima, Imanishi and Igarashi, "Automated Verification of Functional Correctness of Race-Free GPU Programs".

/// What floats are in proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Floats {
    /// Real numbers, under the assumption `real-arithmetic`.
    #[default]
    Reals,
    /// Bit patterns with operations of which hardly anything is known: what is proved holds bit by bit.
    Bits,
}

mod inputs;
mod memory;
mod prove;
mod refute;
mod trace;

pub use prove::{prove, prove_same, Claim, Effort};
pub use refute::{refute, Counterexample, Runs};
pub use trace::{Proof, Task, Trace};
