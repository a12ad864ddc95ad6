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
//! - Laws of prefix sums (`wp_scan`) become axioms about the values that are read (`scans`), over one function of
//!   prefixes for each block.
//!
//! # Modules
//!
//! - `scalars` runs first: private arrays whose every access has a constant offset become variables.
//! - Execution: `summarise` (the passes), `exec` (statements, paths), `eval` (expressions), `memory` (loads, stores), `state` (values, joins),
//!   `own` (cells that the thread itself accessed), `private` (private cells, constant tables), `pointers`, `warp`,
//!   `counters` (atomic counters), `operators` (operators with stated laws).
//! - `loops` (unroll, accelerate, havoc), `loops/carried` (knowledge about cells across loop heads), `recurrence`
//!   (closed forms).
//! - Specifications: `barriers` (barrier invariants), `instances` and `solve_index` (the threads for which they are
//!   instantiated), `relations` (conditions on two threads), `snapshots` (copies of arrays), `laws`, `scans`.
//! - Clients' side: `define` (replaces unknowns by definitions), `summary` (the data), `axiom` (instances of axioms),
//!   `premises` (the properties that facts rest on), `print` (summaries as text).
//!
//! # Deliberately absent
//!
//! Solvers, verdicts, the choice of loop policy and of retries, concrete execution, source text.
//!
//! Conditional accesses are PUGpara's (Li and Gopalakrishnan 2012, section IV); symbolic loop iterations follow Sarkar
//! et al. 2018.

mod alignment;
pub mod axiom;
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
mod own;
mod pointers;
mod premises;
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
mod summarise;
mod summary;

pub use barriers::any_invariant;
pub use config::{BarrierInvariants, Config, Contents, Fault, LoopPolicy};
pub use counters::CounterResult;
pub use eval::value_sort;
pub use launch::{dimensions_read, Dimensions};
pub use premises::{Memory, Premise, Premises};
pub use print::Shown;
pub use recurrence::Step;
pub use relations::OtherTerm;
pub use scan_op::{Growth, ScanOp, Stated};
pub use scans::{Linear, Prefix, ScanLaw, ScanPlace, Scanned};
pub use summarise::summarise;
pub use summary::{
    Access, AccessKind, AccessMode, AccessSymbol, Axiom, ClosedForm, Event, EventKind, Fact, HeadVariable, Induction,
    Invalid, LaunchTerms, LoopInst, LoopRecord, PointerValue, QuietHead, Summary,
};
