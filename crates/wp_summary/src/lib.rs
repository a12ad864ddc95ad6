//! KIR to kernel summary: symbolic execution of ONE generic thread.
//!
//! The summary is the waist of the pipeline: every property is a client of it. It holds, in program order, the
//! accesses, barriers and checks of a generic thread as terms over the thread's identifiers, the launch, the parameters,
//! loop counters and named unknowns. A second thread is the same summary with its thread-wide symbols renamed
//! ([`pair`]); which of its accesses are parallel with which of the first thread's is decided by [`order`].
//!
//! Conditional accesses are PUGpara's (Li and Gopalakrishnan 2012, section IV); symbolic loop iterations follow Sarkar et
//! al. 2018. Guards never lose a conjunct: what cannot be expressed becomes a fresh unknown.

mod barriers;
mod config;
mod counters;
pub mod define;
mod eval;
mod exec;
mod instances;
mod launch;
pub mod laws;
mod loops;
mod memory;
mod operators;
pub mod order;
mod own;
pub mod pair;
mod pointers;
mod print;
mod private;
mod recurrence;
mod relations;
mod scalars;
mod scan_op;
mod scans;
mod snapshots;
mod solve_index;
mod state;
mod summary;
pub mod warp;

pub use config::{BarrierInvariants, Config, Contents, Fault, LoopPolicy};
pub use counters::CounterResult;
pub use eval::value_sort;
pub use exec::summarise;
pub use launch::{dimensions_read, Dimensions, MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};
pub use print::Shown;
pub use recurrence::Step;
pub use relations::OtherTerm;
pub use scan_op::{Growth, ScanOp, Stated};
pub use scans::{Linear, Prefix, ScanLaw, ScanPlace, Scanned};
pub use summary::{
    Access, AccessKind, AccessMode, AccessSymbol, Axiom, ClosedForm, Event, EventKind, Fact, HeadVariable, Induction,
    Invalid, LaunchTerms, LoopInst, LoopRecord, PointerValue, QuietHead, Summary,
};
