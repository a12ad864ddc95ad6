//! The accesses whose alignment is evident: their offset is a multiple of their width in every execution, by the form
//! of the term alone.
//!
//! Objects are assumed to begin at an aligned address. Over-approximate: an access that is aligned for another reason
//! is listed too, under the assumption `aligned`. A value of several scalars is one access if the target moves it by
//! one instruction (`Kernel::requests`); otherwise the scalars are examined.

use crate::context::Context;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::ObjectId;
use wp_summary::{AccessMode, EventKind};

/// The objects with an access whose alignment is not evident.
pub(crate) fn not_evident(ctx: &mut Context) -> BTreeSet<ObjectId> {
    let summary = ctx.summary;
    let mut found = BTreeSet::new();
    // The scalars of a value are accessed in their order.
    let mut positions: BTreeMap<_, u64> = BTreeMap::new();
    for event in &summary.events {
        let EventKind::Access(a) = &event.kind else { continue };
        let request = ctx.kernel.requests.get(&event.span).copied().unwrap_or(0).max(a.width);
        let parts = (request / a.width.max(1)).max(1);
        let mode = match a.mode {
            AccessMode::Read => 0,
            AccessMode::Write => 1,
            AccessMode::Atomic(_) => 2,
        };
        let position = positions.entry((event.span, a.object, mode)).or_default();
        let before = ctx.terms.int(i128::from(*position % parts * a.width));
        *position += 1;
        let start = ctx.terms.sub(a.offset, before);
        let request = ctx.terms.int(i128::from(request));
        let rest = ctx.terms.modulo(start, request);
        if ctx.terms.as_int(rest) != Some(0) {
            found.insert(a.object);
        }
    }
    found
}
