//! Candidate-based invariant generation (Betts, Chong, Deligiannis, Donaldson, Ketema 2017).
//!
//! Input: a kernel summary some of whose loops change variables that are unknown at their heads
//! ([`Induction`](wp_summary::Induction)). [`rules`] guess candidates, refutation engines ([`engines`]) discard false
//! ones early, Houdini ([`infer`]) keeps the greatest set that is inductive. Output: the summary with the proved
//! candidates: facts about unknowns as axioms, and unknowns replaced by their definitions (`i = threadIdx.x + 32*q`,
//! which is the form that the digit procedure needs). Candidates are only suggestions: nothing is used that was not
//! proved, so a wrong rule costs time, never soundness.
//!
//! A definition holds only in iterations that are reached; elsewhere the unknown is the value of no variable and may be
//! chosen freely.
//!
//! Deviations from the paper. A candidate is about ONE thread at the `k`-th arrival at a loop head, or about two
//! threads of a block at their `k`-th arrivals; conditions on the set of accesses made so far become conditions on
//! every single access, since the summary knows each by its iteration. An answer "unknown" drops the candidate.
//!
//! | module | job |
//! |---|---|
//! | `rules` | the rules that suggest candidates, one file each |
//! | `obligation` | base and step cases of the induction, over the facts of `wp_prove` |
//! | `hypotheses` | a summary in which candidates are assumed |
//! | `houdini`, `infer` | the greatest inductive set |
//! | `engines` | early refutation of candidates |
//! | `unfold` | relations between neighbouring iterations |
//! | `print` | candidates in source syntax |
//!
//! Deliberately absent: invariants over the history of accesses, contents of arrays at loop heads, and the decision
//! when to infer (`wp_engine::inference`).

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
