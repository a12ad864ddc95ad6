//! The clients of the kernel summary: data races, barrier divergence, bounds, assertions; and the replay of
//! counterexamples.
//!
//! Each client turns the summary into obligations (conjunctions to be shown unsatisfiable), discharges them, and
//! returns a [`Proof`] with its premises for each closed one and a [`Suspect`] for each open one. [`witness`] makes a
//! concrete launch of a suspect's model and confirms it in the interpreter.
//!
//! - One file for each client: `race`, `divergence`, `bounds`, `assertion`, `lanes` (lanes of a warp operation's mask
//!   that do not execute it); `alignment` lists objects with accesses that may be misaligned. `context` holds what they
//!   share. Threads, what is known of them, and the prover are `wp_prove`'s.
//! - `clauses`: terms of specifications as terms of logic. [`laws`]: preconditions with quantifiers as facts.
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
mod assertion;
mod bounds;
pub mod clauses;
mod context;
mod divergence;
mod expand;
pub mod given;
mod lanes;
pub mod laws;
mod patterns;
mod race;
mod trust;
pub mod witness;

pub use context::{Context, Effort, Limits, OpenCause, RaceKey, Rules, Site, SiteKind, Stats, Suspect, SuspectKind};

use std::collections::BTreeSet;
use wp_kir::ObjectId;
use wp_prove::Proof;

/// The result of the clients.
#[derive(Debug, Default)]
pub struct Findings {
    /// Obligations that stayed open, client by client, in program order.
    pub suspects: Vec<Suspect>,
    /// The proofs of obligations that were closed, by subject: one subject may have several, and others that stayed open.
    pub proofs: Vec<(SuspectKind, Proof)>,
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
    let mut found = Findings::default();
    divergence::check(ctx, &mut found);
    if !ctx.rules.only_divergence {
        race::check(ctx, &mut found);
        bounds::check_invalid(ctx, &mut found);
        if ctx.rules.bounds {
            bounds::check(ctx, &mut found);
            found.coverage.unaligned = alignment::not_evident(ctx);
        }
        if ctx.rules.assertions {
            assertion::check(ctx, &mut found);
            lanes::check(ctx, &mut found);
        }
    }
    found
}

impl Findings {
    /// Notes a proof; one that rests on nothing and explains nothing leaves nothing to note.
    fn proved(&mut self, subject: &SuspectKind, proof: Proof) {
        if !proof.rests_on.is_empty() || !proof.steps.is_empty() {
            self.proofs.push((subject.clone(), proof));
        }
    }
}
