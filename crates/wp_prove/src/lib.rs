//! From a summary to proofs: threads, what is known of them, obligations, and the prover.
//!
//! Input: a kernel summary. A client takes a [`Pair`] of threads, or one [`View`], asks what is known of them at
//! [`Place`]s, adds the negation of its goal, and gives the conjunction to the [`Prover`], which answers that it has no
//! model, has one, or is open. A proof carries the premises of the facts that it was given ([`Known`]).
//!
//! | module | job |
//! |---|---|
//! | `view` | a thread: the generic one with symbols of its own, at given counters and coordinates |
//! | `pair` | two threads: of one block, of two blocks, or one at two points |
//! | `known` | the facts that hold at a place, and all that follows from them about the symbols in them |
//! | `instances` | instances of laws of inputs for the cells in a conjunction |
//! | `order` | which accesses of two threads are parallel |
//! | `handshake` | named barriers at which some warps only arrive |
//! | `meeting` | named barriers at which some warps of a block meet |
//! | `sync` | order by fences, atomics and volatile accesses |
//! | `warp` | warps: barriers of lanes, lock-step |
//! | `prover` | questions, answers, effort |
//! | `obligation` | obligations as text, printed and parsed |
//!
//! # Invariants
//!
//! - Two threads share a symbol only if its class says so: renaming follows the class.
//! - Facts come with their premises ([`Known`]), except from [`Pair::facts_about`]: its callers refute
//!   candidates (`wp_infer`), or rest on freedom from races and divergence anyway (`wp_contract`).
//! - Two accesses of one block are ordered iff an executed barrier instance lies between them in program order.
//!   Instances are enumerated at finitely many neighbouring iterations; an instance that is left out only makes more
//!   accesses parallel. Race proofs therefore rest on the proof that barriers do not diverge.
//!
//! Deliberately absent: properties, candidate invariants, verdicts, and talk to solvers (`wp_solve`).

pub mod handshake;
mod instances;
mod known;
pub mod meeting;
pub mod obligation;
pub mod order;
mod pair;
mod prover;
pub mod sync;
mod view;
pub mod warp;

pub use handshake::Handshake;
pub use instances::instances_of_laws;
pub use known::{facts_at, Known, Place};
pub use meeting::{Meeting, Members};
pub use obligation::{Obligation, QuestionKind};
pub use pair::{OwnStores, Pair, PairKind};
pub use prover::{Lookup, Outcome, Patience, Proof, ProofStep, Prover, QueryEffort};
pub use view::View;
