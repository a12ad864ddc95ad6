//! Concrete execution of a whole launch of a KIR kernel, with race, divergence and bounds detection.
//!
//! Input: a well-formed [`wp_kir::Kernel`], one concrete launch and concrete inputs. Output: everything that went wrong
//! on ONE schedule. The result is an under-approximation: what is found did happen in this execution, what is not found
//! may still happen for other inputs, launches or schedules. Races are exact for the executed schedule: two accesses race
//! when no barrier orders them, whatever the order in which they were executed here.
//!
//! The interpreter never reads the symbolic summary of a kernel; both are independent readings of KIR.
//!
//! Limits: of float functions and of products that may be fused with sums, devices have a range of results; a run has one
//! of them, and a decision for which the range matters is recorded as made up; unknown pure functions get a value that is
//! determined by their name and arguments, and are recorded; blocks run one after the other (between grid barriers), so a
//! block that waits for a later one runs out of fuel; a pointer to a private object that is handed to another thread means
//! that thread's own instance there; offsets of pointers have 48 bits, beyond which a pointer is wild.

mod access;
mod accuracy;
mod api;
mod block;
mod code;
mod compile;
mod doubt;
mod exec;
mod float;
mod influence;
mod lockstep;
mod math;
mod memory;
mod observe;
mod ops;
mod points_to;
mod random;
mod rounding;
mod run;
pub mod scalar;
mod shadow;
mod sync;

pub use api::{
    AccessKind, AccessSite, AtomicRaces, Benign, ConcreteLaunch, Config, Contents, End, Fill, Finding, Inputs, Note,
    NoteKind, ObjectInput, Outcome, PointerFault, Schedule, ThreadRef, Value,
};
pub use memory::mix;
pub use observe::{ObservedAccess, Observer, Place};
pub use points_to::flags;
pub use random::random_inputs;
pub use run::{run, run_observed, touched_inputs};

#[cfg(test)]
mod tests;
