//! Counts of work in the whole process, by which `cargo xtask budget` measures the cost of a limit. Without the feature
//! `tuning` nothing is counted.

/// Kinds of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Questions to the solver, cached answers included.
    Questions,
    /// Effort of the solver and of simplification, in resource units of the solver.
    Effort,
    /// Instructions that the interpreter executes.
    Instructions,
}

#[cfg(not(feature = "tuning"))]
mod counted {
    /// Counts work; nothing happens here.
    pub const fn count_work(_: super::Work, _: u64) {}
}

#[cfg(feature = "tuning")]
mod counted {
    use std::sync::atomic::{AtomicU64, Ordering};

    static DONE: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

    /// Counts work.
    pub fn count_work(kind: super::Work, amount: u64) {
        DONE[kind as usize].fetch_add(amount, Ordering::Relaxed);
    }

    /// The work that the process has done so far: questions, effort, instructions.
    pub fn work_done() -> [u64; 3] {
        DONE.each_ref().map(|done| done.load(Ordering::Relaxed))
    }
}

pub use counted::count_work;
#[cfg(feature = "tuning")]
pub use counted::work_done;
