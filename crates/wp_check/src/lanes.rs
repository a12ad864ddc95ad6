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

use crate::context::{Context, OpenCause, Site, SiteKind, Suspect, SuspectKind};
use crate::race::second_ids;
use wp_kir::AssertKind;
use wp_summary::pair::{Pair, PairKind};
use wp_summary::warp::same_warp;
use wp_summary::EventKind;

/// Lanes of a warp of the device.
const WARP: u32 = 32;

/// Checks every warp operation with a constant mask.
pub(crate) fn check(ctx: &mut Context) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        if !matches!(event.kind, EventKind::Assert { kind: AssertKind::LanesArrive, .. }) {
            continue;
        }
        let site = Site { span: event.span, kind: SiteKind::Assert };
        let known = |s: &Suspect| matches!(&s.kind, SuspectKind::Assertion { site: t, .. } if *t == site);
        if !suspects.iter().any(known) {
            suspects.extend(check_operation(ctx, i, site));
        }
    }
    suspects
}

fn check_operation(ctx: &mut Context, i: usize, site: Site) -> Option<Suspect> {
    let summary = ctx.summary;
    let event = &summary.events[i];
    let EventKind::Assert { cond: Some(named), .. } = event.kind else { return None };
    let mut pair = Pair::new(ctx.terms, summary, PairKind::SameBlock, &event.loops);
    let executes = pair.second(ctx.terms, event.guard);
    if executes == event.guard {
        ctx.stats.obligations += 1;
        ctx.stats.structural += 1;
        ctx.rest_on(&[event.guard]);
        return None;
    }
    let stays_away = ctx.terms.not(executes);
    let named = pair.second(ctx.terms, named);
    let of_one_warp = same_warp(ctx.terms, &mut pair, WARP);
    let mut conjuncts = vec![event.guard, stays_away, named, of_one_warp, pair.distinct(ctx.terms)];
    conjuncts.extend(pair.facts(ctx.terms, i, i));
    pair.add_axioms(ctx.terms, &mut conjuncts);
    let cause = ctx.discharge(&conjuncts)?;
    let unknowns = ctx.unknowns(&conjuncts);
    if matches!(cause, OpenCause::Model(_)) && !unknowns.is_empty() {
        return None;
    }
    let second = Some(second_ids(ctx, &mut pair));
    let kind = SuspectKind::Assertion { site, kind: AssertKind::LanesArrive };
    Some(Suspect { kind, cause, conjuncts, second, unknowns })
}
