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
mod lanes;
pub mod laws;
mod patterns;
mod race;
mod trust;
pub mod witness;

pub use context::{Context, Effort, Limits, OpenCause, RaceKey, Rules, Site, SiteKind, Stats, Suspect, SuspectKind};

use std::collections::BTreeSet;
use wp_kir::ObjectId;

/// What the clients found.
#[derive(Debug, Default)]
pub struct Findings {
    /// Obligations that stayed open, client by client, in program order.
    pub suspects: Vec<Suspect>,
    /// What was closed about divergence, bounds and assertions rests on the freedom from races.
    pub rests_on_races: bool,
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
            suspects.extend(lanes::check(ctx));
        }
        rests_on_races |= ctx.rests_on_races;
    }
    Findings { suspects, rests_on_races, coverage }
}
