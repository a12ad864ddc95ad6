//! The clients of the kernel summary: data races, barrier divergence, bounds, assertions; and the replay of
//! counterexamples.
//!
//! Each client turns the summary into obligations (conjunctions to be shown unsatisfiable), discharges them, and
//! returns the open ones as [`Suspect`]s. [`witness`] makes a concrete launch of a suspect's model and confirms it in
//! the interpreter.
//!
//! - One file for each client: `race`, `divergence`, `bounds`, `assertion`; `alignment` lists objects with accesses
//!   that may be misaligned. `context` holds what they share.
//! - `clauses`: terms of specifications as terms of logic. [`laws`]: preconditions with quantifiers as facts.
//! - [`given`], `expand` and `patterns`: do inputs satisfy the preconditions, and inputs that do.
//! - `witness` and `trust`: replay. A counterexample counts only if the interpreter reproduces the error, invented no
//!   value on the way, and the inputs satisfy every precondition. Flags and counters by which threads synchronise start
//!   at zero in replays.
//!
//! Atomics are atomic to each other only where they access the same bytes. Where the budget ends among the pairs of
//! accesses, one suspect (`SuspectKind::NotCompared`) stands for the other pairs, so that none is lost. Access
//! predicates of GPUVerify's annotations (`__write_implies`, ...) are checked against every earlier access of the
//! thread; nothing is instrumented.
//!
//! Deliberately absent: verdicts, retries with more knowledge and messages for users (`wp_engine`), and the front end.

mod alignment;
mod assertion;
mod bounds;
pub mod clauses;
mod context;
mod divergence;
mod expand;
pub mod given;
pub mod laws;
mod patterns;
mod race;
mod trust;
pub mod witness;

pub use context::{Context, Effort, Limits, OpenCause, RaceKey, Rules, Site, SiteKind, Stats, Suspect, SuspectKind};

use std::collections::BTreeSet;
use wp_kir::ObjectId;

/// The result of the clients.
#[derive(Debug, Default)]
pub struct Findings {
    /// Obligations that stayed open, client by client, in program order.
    pub suspects: Vec<Suspect>,
    /// The proofs of divergence, bounds and assertions rest on race freedom.
    pub rests_on_races: bool,
    /// The objects that bounds are about.
    pub coverage: Coverage,
}

/// Objects that a kernel accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Objects whose size is known: every access to them was looked at.
    pub checked: BTreeSet<ObjectId>,
    /// Objects whose size is not known: no access to them was.
    pub unchecked: BTreeSet<ObjectId>,
    /// Objects with an access whose alignment is not evident.
    pub unaligned: BTreeSet<ObjectId>,
}

impl Coverage {
    /// Adds what another check looked at.
    pub fn add(&mut self, more: Coverage) {
        self.checked.extend(more.checked);
        self.unchecked.extend(more.unchecked);
        self.unaligned.extend(more.unaligned);
    }
}

/// Runs every client that the rules ask for.
pub fn check(ctx: &mut Context) -> Findings {
    ctx.rests_on_races = false;
    let mut suspects = divergence::check(ctx);
    let (mut rests_on_races, mut coverage) = (ctx.rests_on_races, Coverage::default());
    if !ctx.rules.only_divergence {
        suspects.extend(race::check(ctx));
        // A proof of race freedom may use values that are read alike up to the first race.
        ctx.rests_on_races = false;
        suspects.extend(bounds::check_invalid(ctx));
        if ctx.rules.bounds {
            suspects.extend(bounds::check(ctx, &mut coverage));
            coverage.unaligned = alignment::not_evident(ctx);
        }
        if ctx.rules.assertions {
            suspects.extend(assertion::check(ctx));
        }
        rests_on_races |= ctx.rests_on_races;
    }
    Findings { suspects, rests_on_races, coverage }
}
