//! Concrete launches and inputs that are made up to be run.
//!
//! Input: the extents and scalars that options, the source, a summary or a model give. Output: small launches with
//! these extents, and inputs with these scalars; everything else of them is free and comes from a list or a seed, so
//! trials are deterministic.
//!
//! Modules: `shapes` (extents that are tried, and the launch of a shape), `inputs` (scalars of a summary in inputs),
//! `facts` (launches and scalars that satisfy equations between them).
//!
//! # Invariants
//!
//! - A trial has every extent, offset and scalar that is given. That it satisfies preconditions is shown by a run.
//! - A search without success is incomplete, never wrong. A trial is no step of a proof; it may be the run that shows
//!   that preconditions can be met.
//!
//! # Deliberately absent
//!
//! Solvers and the replay of their models (`wp_check::witness`), repairs and samples towards particular conditions
//! (`wp_contract`, `wp_engine`), and runs (`wp_interp`).

mod facts;
mod inputs;
mod shapes;

pub use facts::{satisfying, Choices, Satisfying};
pub use inputs::{concrete, inputs, set_scalars, small_extents, EXTENTS};
pub use shapes::{given, of_model, pick, Shape, FOR_CONDITIONS, FOR_CONTRACTS, FOR_EQUIVALENCE, FOR_FINDINGS};
