//! Array bounds, of ONE thread: every access lies in its object, where the size is known. Accesses through the null
//! pointer and writes to constant memory are checked always.
//!
//! Accesses to objects without a known size are not checked, not even below their start: a parameter may point into an
//! array. The assumption `in-bounds` states that they stay inside.

use crate::context::{Context, Open, OpenCause, Site, SiteKind, Suspect, SuspectKind};
use crate::Findings;
use std::collections::BTreeSet;
use wp_kir::ObjectId;
use wp_logic::TermId;
use wp_prove::{Pair, PairKind, Place, Proof};
use wp_summary::{AccessMode, EventKind};

/// Checks every access of ONE thread; notes which objects were looked at, and which have no known size.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    let mut seen = BTreeSet::new();
    let mut pair = one_thread(ctx);
    for i in 0..ctx.summary.events.len() {
        let summary = ctx.summary;
        let event = &summary.events[i];
        let EventKind::Access(a) = &event.kind else { continue };
        let Some(size) = size_of(ctx, a.object) else {
            found.coverage.unchecked.insert(a.object);
            continue;
        };
        found.coverage.checked.insert(a.object);
        let kind = match a.mode {
            AccessMode::Read => SiteKind::Read,
            AccessMode::Write => SiteKind::Write,
            AccessMode::Atomic(_) => SiteKind::Atomic,
        };
        let site = Site { span: event.span, kind };
        if seen.contains(&(site, a.object)) {
            continue;
        }
        let width = ctx.terms.int(i128::from(a.width));
        let last = ctx.terms.sub(size, width);
        let zero = ctx.terms.int(0);
        let below = ctx.terms.lt(a.offset, zero);
        let above = ctx.terms.lt(last, a.offset);
        let outside = ctx.terms.or(&[below, above]);
        let conjuncts = vec![event.guard, outside];
        let kind = SuspectKind::Bounds { object: a.object, site };
        match single(ctx, &mut pair, i, conjuncts) {
            Ok(proof) => found.proved(&kind, proof),
            Err((cause, conjuncts)) => {
                seen.insert((site, a.object));
                let unknowns = ctx.unknowns(&conjuncts);
                found.suspects.push(Suspect { kind, cause, conjuncts, second: None, unknowns });
            }
        }
    }
}

/// The size of an object in bytes: a constant, or the value of a parameter.
fn size_of(ctx: &mut Context, object: ObjectId) -> Option<TermId> {
    let object = &ctx.kernel.objects[object];
    match object.size {
        Some(size) => Some(ctx.terms.int(i128::from(size))),
        None => ctx.summary.params.get(&object.bytes?).copied(),
    }
}

/// Checks that no access is wrong wherever it happens: through the null pointer, or a write to constant memory.
pub(crate) fn check_invalid(ctx: &mut Context, found: &mut Findings) {
    let mut seen = BTreeSet::new();
    let mut pair = one_thread(ctx);
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        let EventKind::Invalid { fault, write } = event.kind else { continue };
        let site = Site { span: event.span, kind: if write { SiteKind::Write } else { SiteKind::Read } };
        if seen.contains(&(site, fault)) {
            continue;
        }
        let guard = event.guard;
        let kind = SuspectKind::Invalid { fault, site };
        match single(ctx, &mut pair, i, vec![guard]) {
            Ok(proof) => found.proved(&kind, proof),
            Err((cause, conjuncts)) => {
                seen.insert((site, fault));
                let unknowns = ctx.unknowns(&conjuncts);
                found.suspects.push(Suspect { kind, cause, conjuncts, second: None, unknowns });
            }
        }
    }
}

/// The generic thread, as the first of a pair, for what is known of one thread.
pub(crate) fn one_thread<'s>(ctx: &mut Context<'s>) -> Pair<'s> {
    Pair::new(ctx.terms, ctx.summary, PairKind::SameBlock, &[])
}

/// An obligation about one thread at one event; `pair` is [`one_thread`].
pub(crate) fn single(ctx: &mut Context, pair: &mut Pair, i: usize, conjuncts: Vec<TermId>) -> Result<Proof, Open> {
    if ctx.out_of_time() {
        return Err((OpenCause::Budget, Vec::new()));
    }
    let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)), None]);
    ctx.discharge(known)
}
