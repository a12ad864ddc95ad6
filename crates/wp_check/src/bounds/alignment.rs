//! The objects with an access whose alignment is not evident, under the assumption `aligned`.
//!
//! Over-approximate: an access that is aligned for another reason than its form is listed too
//! ([`wp_summary::Summary::alignment`]).

use crate::context::Context;
use std::collections::BTreeSet;
use wp_kir::ObjectId;
use wp_summary::EventKind;

/// The objects.
pub(crate) fn not_evident(ctx: &Context) -> BTreeSet<ObjectId> {
    let summary = ctx.summary;
    let object = |at: &usize| match &summary.events[*at].kind {
        EventKind::Access(a) => Some(a.object),
        _ => None,
    };
    summary.alignment.keys().filter_map(object).collect()
}
