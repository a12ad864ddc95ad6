//! Executes all threads of one block in lock-step, statement by statement, over the values of a domain.
//!
//! Input: statements of a kernel, the threads of a block with the values of their variables, and a [`Domain`]. Output:
//! the threads as they are at the end; what they left in memory is in the domain. The execution is one schedule of
//! many: it is exact where every schedule leaves the same values, which the domain checks or takes from elsewhere.
//!
//! | module | job |
//! |---|---|
//! | `lockstep` | control flow: branches, loops, jumps, barriers, threads that end, the limit on steps |
//! | `domain` | the interface: values, decisions, memory, and the reaction to conditions that stay open |
//!
//! Three crates have a domain: `wp_scan` (combinations of neighbouring elements), `wp_equiv` (formulas over the inputs)
//! and `wp_lower` (constants, with one thread: the laws of an operator are tested on its body).
//!
//! An open condition, which the domain can decide neither way, forks a thread: both branches are executed, each under
//! its [`Literal`], and the values of variables are joined where the paths meet. A loop, the end of a thread or a
//! barrier that depends on an open condition stops the execution. A domain may have a loop skipped that cannot be
//! followed: threads and memory are then as before the loop, and the domain forgets the values that the loop changes.
//!
//! Deliberately absent: the interpreter. `wp_interp` executes KIR with an independent reading of its own, so that
//! replays and tests do not share the errors of the executions that proofs rest on. Also absent: schedules, values,
//! memory, and verdicts.

mod domain;
mod lockstep;

pub use domain::{all_meet, lanes_meet, Access, Decision, Domain, Literal, Moment, Obstacle, Passed, Thread, ThreadOf};
pub use lockstep::LockStep;

#[cfg(test)]
mod tests;
