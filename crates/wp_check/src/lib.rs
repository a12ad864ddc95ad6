//! The clients of the kernel summary: data races, barrier divergence, bounds, assertions; and the replay of witnesses.
//!
//! Each client turns the summary into obligations (conjunctions to be shown unsatisfiable), discharges them, and returns what
//! stayed open as [`Suspect`]s. [`witness`] makes a concrete run of a suspect's model and confirms it in the interpreter.

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

pub use context::{
    Context, Effort, Limits, OpenCause, Proof, ProofStep, RaceKey, Rules, Site, SiteKind, Stats, Suspect, SuspectKind,
};

use std::collections::BTreeSet;
use wp_kir::ObjectId;

/// What the clients found.
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
    /// Those whose size is known: every access to them was looked at.
    pub checked: BTreeSet<ObjectId>,
    /// Those whose size is not: no access to them was.
    pub unchecked: BTreeSet<ObjectId>,
    /// Those with an access whose alignment is not evident.
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
