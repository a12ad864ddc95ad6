//! Lanes that the mask of a warp operation names and that do not execute the operation: the value that they should give
//! is undefined.
//!
//! Two threads of one warp, one operation, the same iterations of its loops: the first thread executes the operation
//! and the mask names the second thread, which does not execute it, be it that the thread has ended or that it takes
//! another path. Exact for operations with a constant mask whose guard is computed from the launch, the arguments and
//! the contents of memory. Where the guard depends on a value that is over-approximated, nothing is reported: that all
//! lanes come is part of the assumption `warp-sync` then, as it is for masks that are no constants.
//!
//! Lanes of the last warp that have no thread in the block are not named by any mask. That another operation with the
//! same mask, in another branch, may serve the second thread as well is left to the run that has to confirm the
//! finding.

use crate::context::Context;
use crate::findings::Findings;
use crate::suspect::{OpenCause, Site, SiteKind, Suspect, SuspectKind};
use wp_kir::AssertKind;
use wp_logic::{Term, TermId};
use wp_prove::warp::same_warp;
use wp_prove::{Pair, PairKind, Place};
use wp_summary::EventKind;

/// Checks every warp operation with a constant mask.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        let EventKind::Assert { cond: Some(named), kind: AssertKind::LanesArrive, .. } = event.kind else { continue };
        let site = Site { span: event.span, kind: SiteKind::Assert };
        let subject = SuspectKind::Assertion { site, kind: AssertKind::LanesArrive };
        let same = |s: &Suspect| matches!(&s.kind, SuspectKind::Assertion { site: other, .. } if *other == site);
        if !found.suspects.iter().any(same) {
            check_operation(ctx, i, named, subject, found);
        }
    }
}

fn check_operation(ctx: &mut Context, i: usize, named: TermId, subject: SuspectKind, found: &mut Findings) {
    let summary = ctx.summary;
    let event = &summary.events[i];
    let mut pair = Pair::new(ctx.terms, summary, PairKind::SameBlock, &event.loops);
    let executes = pair.second(ctx.terms, event.guard);
    if executes == event.guard {
        let rests_on = pair.premises_of(ctx.terms, &[event.guard]);
        found.proved(&subject, ctx.closed_by_structure(&[event.guard], rests_on));
        return;
    }
    let stays_away = ctx.terms.not(executes);
    let named = pair.second(ctx.terms, named);
    let of_one_warp = same_warp(ctx.terms, &mut pair, summary.launch.lanes);
    let conjuncts = vec![event.guard, stays_away, named, of_one_warp, pair.distinct(ctx.terms)];
    // What else is known of the threads may be about other values.
    let is_explained = |app: &TermId| match ctx.terms.kind(*app) {
        Term::App(f, _) => !summary.axioms.of(*f).is_empty() || summary.axioms.completions.contains_key(f),
        _ => false,
    };
    let own = ctx.terms.apps(&conjuncts);
    let asked = conjuncts.clone();
    let is_whole = !own.iter().any(is_explained);
    let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)); 2]);
    let outcome = ctx.discharge(known, None);
    if let Err((OpenCause::Model(_), conjuncts)) = &outcome {
        if !ctx.unknowns(if is_whole { &asked } else { conjuncts }).is_empty() {
            return;
        }
    }
    found.conclude(ctx, subject, Some(&mut pair), outcome);
}
