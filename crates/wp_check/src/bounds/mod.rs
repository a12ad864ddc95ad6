//! Array bounds, of ONE thread: every access lies in its object, where the size is known. Accesses through the null
//! pointer and writes to constant memory are checked always.
//!
//! Accesses to objects without a known size are not checked, not even below their start: a parameter may point into an
//! array. The assumption `in-bounds` states that they stay inside.

use crate::context::Context;
use crate::findings::Findings;
use crate::suspect::{Site, SiteKind, SuspectKind};
use std::collections::BTreeSet;
use wp_interp::{Finding, PointerFault};
use wp_kir::ObjectId;
use wp_logic::TermId;
use wp_summary::{EventKind, Invalid};

/// Checks every access of ONE thread; notes which objects were looked at, and which have no known size.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    let mut seen = BTreeSet::new();
    let mut pair = ctx.one_thread();
    for i in 0..ctx.summary.events.len() {
        let summary = ctx.summary;
        let event = &summary.events[i];
        let EventKind::Access(a) = &event.kind else { continue };
        let Some(size) = size_of(ctx, a.object) else {
            found.coverage.unchecked.insert(a.object);
            continue;
        };
        found.coverage.checked.insert(a.object);
        let site = Site { span: event.span, kind: SiteKind::of(a.mode) };
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
        let outcome = ctx.single(&mut pair, i, conjuncts, Some(&kind));
        if found.conclude(ctx, kind, None, outcome) {
            seen.insert((site, a.object));
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
    let mut pair = ctx.one_thread();
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        let EventKind::Invalid { fault, write } = event.kind else { continue };
        let site = Site { span: event.span, kind: if write { SiteKind::Write } else { SiteKind::Read } };
        if seen.contains(&(site, fault)) {
            continue;
        }
        let guard = event.guard;
        let kind = SuspectKind::Invalid { fault, site };
        let outcome = ctx.single(&mut pair, i, vec![guard], Some(&kind));
        if found.conclude(ctx, kind, None, outcome) {
            seen.insert((site, fault));
        }
    }
}

/// True if the error of a run is the access of a suspect.
pub(crate) fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    match (finding, kind) {
        (Finding::OutOfBounds { object: o, site: at, .. }, SuspectKind::Bounds { object, site }) => {
            o == object && at.span == site.span
        }
        (Finding::BadPointer { fault: PointerFault::Null, site: at }, SuspectKind::Invalid { fault, site }) => {
            *fault == Invalid::Null && at.span == site.span
        }
        (Finding::ConstantWrite { site: at, .. }, SuspectKind::Invalid { fault, site }) => {
            *fault == Invalid::ConstantWrite && at.span == site.span
        }
        _ => false,
    }
}
