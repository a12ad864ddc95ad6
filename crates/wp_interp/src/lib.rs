//! Concrete execution of a whole launch of a KIR kernel, with race, divergence and bounds detection.
//!
//! Input: a well-formed [`wp_kir::Kernel`], one concrete launch and concrete inputs. Output: every error on ONE
//! schedule. The result is an under-approximation: an error that is found did happen in this execution; other inputs,
//! launches or schedules may have further errors. Races are exact for the executed schedule: two accesses race when no
//! barrier orders them, whatever the order in which they were executed here.
//!
//! The interpreter never reads the symbolic summary of a kernel; both are independent readings of KIR.
//!
//! An execution in which a value was invented (an unmodelled operation, a violated assumption) is marked, and confirms
//! no counterexample:
//!
//! - Device functions of floats and fused products have a range of results. The execution uses one value and tracks the
//!   range by register and place in memory (`doubt`; errors of functions in `accuracy`, directed rounding in
//!   `rounding`), where floats can influence an error at all (`influence`). A decision that the range leaves open is
//!   marked.
//! - Values that are not modelled, and addresses as numbers, may be any; the execution is marked where a decision depends
//!   on them (`doubt`).
//! - Unknown pure functions get a value that their name and arguments determine, and are marked.
//! - Fences order accesses together with the atomic and volatile accesses around them (`sync`), and more of them than
//!   the memory model promises, so that no execution shows a race that fences exclude. Atomics are atomic to each other
//!   only where they access the same bytes.
//!
//! Blocks run one after the other (between grid barriers); in small launches of kernels with fences they take turns, since
//! a block may wait for another one.
//!
//! Limits: in larger launches, and in kernels without fences, a block that waits for a later one runs out of fuel; a
//! pointer to a private object that is handed to another thread means that thread's own instance there; offsets
//! of pointers have 48 bits, beyond which a pointer is wild; conflicts of an asynchronous copy with its own thread, and
//! across warp barriers, are missed (`copies`).
//!
//! Modules, from the lowest layer up: `value` (cells and types), `ops`, `float`, `math` and `random` (what they hold),
//! `code` and `compile` (instructions), `memory`, `shadow`, `sync` and `lockstep` (contents, records of accesses and
//! their order), `log` and `slice` (what a run finds), `state` (of a run), `access`, `copies`, `doubt` and `exec` (one thread),
//! `warps`, `lanes`, `named` and `block` (its threads), `run`.
//!
//! Deliberately absent: terms, solvers, the choice of launches and inputs (`wp_trials`, `wp_check::witness`), and verdicts.

mod access;
mod accuracy;
mod api;
mod block;
mod code;
mod compile;
mod copies;
mod doubt;
mod exec;
mod float;
mod influence;
mod lanes;
mod lockstep;
mod log;
mod math;
mod memory;
mod named;
mod observe;
mod ops;
mod points_to;
mod random;
mod rounding;
mod run;
pub mod scalar;
mod shadow;
mod slice;
mod state;
mod sync;
mod value;
mod warps;

pub use api::{
    AccessKind, AccessSite, AtomicRaces, Benign, ConcreteLaunch, Config, Contents, End, Fill, Finding, Inputs, Note,
    NoteKind, ObjectInput, OpenValue, Outcome, PointerFault, Schedule, ThreadRef, Unwritten, Value,
};
pub use observe::{ObservedAccess, Observer, Place};
pub use points_to::flags;
pub use random::{mix, random_inputs};
pub use run::{run, run_observed, touched_inputs};

#[cfg(test)]
mod tests;
