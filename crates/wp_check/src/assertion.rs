//! Assertions: `assert`, GPUVerify's `__assert` and loop invariants, of ONE thread.
//!
//! A loop invariant is checked in every iteration of the accelerated loop; it is never used as a fact here.

use crate::bounds::single;
use crate::context::{Context, OpenCause, Site, SiteKind, Suspect, SuspectKind};
use wp_kir::AssertKind;
use wp_summary::EventKind;

/// Checks every assertion. Candidate invariants are suggestions, not claims, and are left alone.
pub(crate) fn check(ctx: &mut Context) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    for i in 0..ctx.summary.events.len() {
        let summary = ctx.summary;
        let event = &summary.events[i];
        let EventKind::Assert { cond, kind, obstacle } = &event.kind else { continue };
        if *kind == AssertKind::Candidate {
            continue;
        }
        let site = Site { span: event.span, kind: SiteKind::Assert };
        let already = suspects.iter().any(|s| matches!(&s.kind, SuspectKind::Assertion { site: t, .. } if *t == site));
        if already {
            continue;
        }
        let suspect = |cause, conjuncts, unknowns| Suspect {
            kind: SuspectKind::Assertion { site, kind: *kind },
            cause,
            conjuncts,
            second: None,
            unknowns,
        };
        match cond {
            None => suspects.push(suspect(OpenCause::Specification(obstacle.clone()), Vec::new(), Vec::new())),
            Some(cond) => {
                let fails = ctx.terms.not(*cond);
                if let Some((cause, conjuncts)) = single(ctx, i, vec![event.guard, fails]) {
                    let unknowns = ctx.unknowns(&conjuncts);
                    suspects.push(suspect(cause, conjuncts, unknowns));
                }
            }
        }
    }
    suspects
}
