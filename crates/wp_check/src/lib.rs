//! The clients of the kernel summary: data races, barrier divergence, bounds, alignment, assertions, elements that are
//! read and were not written, and the width of indices; and the replay of counterexamples.
//!
//! Each client turns the summary into obligations (conjunctions to be shown unsatisfiable), discharges them, and
//! returns a [`wp_prove::Proof`] with its premises for each closed one and a [`Suspect`] for each open one. [`witness`]
//! makes a concrete launch of a suspect's model and confirms it in the interpreter.
//!
//! - One folder for each property: `races`, `divergence`, `bounds`, `alignment`, `asserts` (with
//!   `lanes`: lanes of a warp operation's mask that do not execute it). Each checks the summary and compares errors of
//!   runs with its suspects; `registry` has a row for each. [`initialised`] and [`index_width`] ask runs alone, after
//!   the others. `context`, `suspect` and `findings` hold what they share. Threads, what is known of them, and the
//!   prover are `wp_prove`'s.
//! - `named`: the threads that meet at named barriers.
//! - `clauses`: terms of specifications as terms of logic. [`laws`]: preconditions with quantifiers as facts.
//!   [`sizes`]: may sizes fit their types in the launches that are known?
//! - [`given`], `expand` and `patterns`: do inputs satisfy the preconditions, and inputs that do.
//! - `witness` and `trust`: replay; `witness/obstacle` has the reasons for which a simulation confirms nothing. A
//!   counterexample counts only if the interpreter reproduces the error, invented no value on the way, and the inputs
//!   satisfy every precondition. Flags and counters by which threads synchronise start at zero in replays.
//!
//! Atomics are atomic to each other only where they access the same bytes. Where the budget ends among the pairs of
//! accesses, one suspect (`SuspectKind::NotCompared`) stands for the other pairs, so that none is lost. Access
//! predicates of GPUVerify's annotations (`__write_implies`, ...) are checked against every earlier access of the
//! thread; nothing is instrumented.
//!
//! Deliberately absent: verdicts, retries with more knowledge and messages for users (`wp_engine`), and the front end.

mod alignment;
mod asserts;
mod bounds;
pub mod clauses;
mod context;
mod divergence;
mod expand;
mod findings;
pub mod given;
pub mod index_width;
pub mod initialised;
pub mod laws;
mod named;
mod patterns;
mod races;
mod registry;
pub mod sizes;
mod suspect;
mod trust;
pub mod witness;

pub use context::{Context, Effort, IndexWidth, Limits, Rules, Runs, Stats};
pub use findings::{Coverage, Findings};
pub use suspect::{OpenCause, RaceKey, Site, SiteKind, Suspect, SuspectKey, SuspectKind};

/// Runs every client that the rules ask for.
pub fn check(ctx: &mut Context) -> Findings {
    let mut found = Findings::default();
    let rules = ctx.rules;
    for client in registry::CLIENTS.iter().filter(|client| (client.wanted)(&rules)) {
        (client.check)(ctx, &mut found);
    }
    found
}
