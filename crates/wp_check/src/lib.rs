//! The clients of the kernel summary: data races, barrier divergence, bounds, assertions; and the replay of witnesses.
//!
//! Each client turns the summary into obligations (conjunctions to be shown unsatisfiable), discharges them, and returns what
//! stayed open as [`Suspect`]s. [`witness`] makes a concrete run of a suspect's model and confirms it in the interpreter.

mod assertion;
mod bounds;
mod context;
mod divergence;
mod race;
pub mod witness;

pub use context::{Context, Limits, OpenCause, Rules, Site, SiteKind, Stats, Suspect, SuspectKind};

/// Runs every client that the rules ask for; what stays open, in program order.
pub fn check(ctx: &mut Context) -> Vec<Suspect> {
    let mut suspects = divergence::check(ctx);
    if !ctx.rules.only_divergence {
        suspects.extend(race::check(ctx));
        if ctx.rules.bounds {
            suspects.extend(bounds::check(ctx));
        }
        if ctx.rules.assertions {
            suspects.extend(assertion::check(ctx));
        }
    }
    suspects
}
