//! Candidate-based invariant generation (Betts, Chong, Deligiannis, Donaldson, Ketema 2017).
//!
//! Input: a kernel summary some of whose loops change variables that are unknown at their heads
//! ([`Induction`](wp_summary::Induction)). [`rules`] guess candidates, refutation engines ([`engines`]) throw false ones out
//! early, Houdini ([`infer`]) keeps the greatest set that is inductive. Output: the summary with what holds: facts about unknowns
//! as axioms, and unknowns replaced by their definitions (`i = threadIdx.x + 32*q`). Candidates are only suggestions:
//! nothing is used that was not proved, so a wrong rule costs time, never soundness.
//!
//! Deviations from the paper. A candidate speaks of ONE thread at the `k`-th arrival at a loop head, or of two threads of a
//! block at their `k`-th arrivals; conditions on the set of accesses made so far become conditions on every single access,
//! since the summary knows each by its iteration. An answer "unknown" drops the candidate.

mod candidate;
mod config;
pub mod engines;
mod houdini;
mod hypotheses;
mod infer;
mod obligation;
mod print;
pub mod rules;
mod unfold;

pub use candidate::{Candidate, Claim, Fate, Outcome};
pub use config::{Config, Engine, Schedule};
pub use engines::EngineRun;
pub use infer::{candidates, infer, isolated, Inference};
pub use print::closed_forms;
pub use rules::{Rule, RULES};
pub use unfold::unfold;
