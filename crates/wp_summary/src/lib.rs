//! KIR to kernel summary: symbolic execution of ONE generic thread.
//!
//! The summary is the waist of the pipeline: every property is a client of it. It holds, in program order, the
//! accesses, barriers and checks of a generic thread as terms over the thread's identifiers, the launch, the
//! parameters, loop counters and named unknowns. `wp_prove` makes threads of it, and decides which of their accesses
//! are parallel.
//!
//! # Invariants
//!
//! - Guards never lose a conjunct: a condition that cannot be expressed becomes a fresh unknown. Reaching iteration `k`
//!   of a loop with exits in its body is the predicate `r(k)`, downward closed, with the known facts about it as
//!   axioms.
//! - A symbol has a class (launch, block or thread), and renaming follows the class. Unknowns of loops are functions of
//!   the loop counters, so that a guard can be instantiated at another iteration.
//! - Unsigned results are wrapped explicitly; signed ones are not, under `no-signed-overflow`. Uninterpreted operations
//!   are functions named by their types. A variable that one path leaves unset has an arbitrary value there.
//! - Threads share the value of a load only from an object that no thread may have written since. Such values rest on
//!   race freedom. A load in a loop that neither synchronises nor stores to the object reads the contents from before
//!   the loop (`loops/effects`); a store through an unresolved pointer, and any loop of lock-step warps, counts as a
//!   change.
//! - A loop whose variables have no closed form is a transition system ([`Induction`]): values at the head of iteration
//!   `k`, before the loop, and after the iteration. A candidate invariant mentions only values that are settled at the
//!   head ([`Summary::settled_at_head`]); assumed of every iteration, an unknown from inside iteration `k` would prove
//!   itself of the first.
//! - A barrier invariant is a claim at its barrier and a fact behind it. In the claim a thread knows only the cells
//!   that it accessed since the last barrier; contents behind the barrier are other symbols than those before it, so no
//!   claim supports itself.
//! - Preconditions with quantifiers are schemas about initial contents (`laws`), instantiated for the cells of an
//!   obligation, and only for arrays that no thread writes.
//! - Laws of prefix sums (`wp_scan`) become axioms about the values that are read (`memory/scans`), over one
//!   function of prefixes for each block.
//!
//! # Modules, from the lowest layer up
//!
//! - Data: `summary` with `functions`, `axiom` and `loop_record`, `scan_law`, `premises`, `laws`, `config`, `fault` (seeded faults), `launch` (extents and what is known of them), `state`
//!   (values of the generic thread, joins of paths), `recurrence` (closed forms), `scan_op`, `solve_index`.
//! - `context`: the summary under construction and the place of execution; unknowns, arithmetic, pointers, private
//!   memory, the other thread of a pair, facts from barrier invariants, and all recording.
//! - `memory`: the values of loads. `memory/versions` (when contents may have changed), `memory/interval` (the thread's
//!   accesses since the last barrier), `memory/heads` (these across loop heads), `memory/instances` (the threads for
//!   which barrier invariants are instantiated), `memory/scans` (laws of prefix sums).
//! - `exec`: statements, expressions, conditions. `loops` (unroll, accelerate, havoc) works on `context`, except where it
//!   executes statements.
//! - `summarise`: the passes. `scalars` runs first: private arrays whose every access has a constant offset become
//!   variables. `counters` (atomic counters) and `alignment` run last, on the finished summary.
//! - Clients' side: `define` (replaces unknowns by definitions), `print` (summaries as text).
//!
//! # Deliberately absent
//!
//! Solvers, verdicts, the choice of loop policy and of retries, concrete execution, source text.
//!
//! Conditional accesses are PUGpara's (Li and Gopalakrishnan 2012, section IV); symbolic loop iterations follow Sarkar
//! et al. 2018.

mod alignment;
pub mod axiom;
mod config;
mod context;
mod counters;
pub mod define;
mod exec;
mod fault;
mod functions;
mod launch;
pub mod laws;
mod loop_record;
mod loops;
mod memory;
mod premises;
mod print;
mod recurrence;
mod scalars;
mod scan_law;
mod scan_op;
mod solve_index;
mod state;
mod summarise;
mod summary;

pub use alignment::Alignment;
pub use axiom::{Axiom, Axioms};
pub use config::{BarrierInvariants, Config, Contents, LoopPolicy};
pub use context::any_invariant;
pub use fault::Fault;
pub use functions::{AccessSymbol, CounterResult, Functions, OtherTerm};
pub use launch::{dimensions_named, dimensions_read, Dimensions};
pub use loop_record::{ClosedForm, HeadVariable, Induction, LoopInst, LoopRecord};
pub use premises::{Memory, Premise, Premises};
pub use print::Shown;
pub use recurrence::Step;
pub use scan_law::{Linear, Prefix, ScanLaw, ScanPlace, Scanned};
pub use scan_op::{Growth, ScanOp, Stated};
pub use state::value_sort;
pub use summarise::summarise;
pub use summary::{
    Access, AccessKind, AccessMode, Change, Event, EventKind, Fact, Fits, Inferred, Invalid, LaunchTerms, MemoryUse,
    NamedBarrier, PointerValue, QuietHead, Strength, Summary, Update,
};
