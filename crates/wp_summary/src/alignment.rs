//! The conditions that accesses are aligned to their width.
//!
//! Objects are assumed to begin at an aligned address. A value of several scalars is one access if the target moves it
//! by one instruction (`Kernel::requests`); otherwise the scalars are examined. An access whose offset is a multiple of
//! the width by the form of the term alone has no condition. Exact.

use crate::{AccessMode, EventKind, Summary};
use std::collections::BTreeMap;
use wp_kir::Kernel;
use wp_logic::{TermId, Terms};

/// For each access whose alignment is not evident, by position of the event, the condition that it is aligned.
pub(crate) fn conditions(kernel: &Kernel, summary: &Summary, terms: &mut Terms) -> BTreeMap<usize, TermId> {
    let mut found = BTreeMap::new();
    // The scalars of a value are accessed in their order.
    let mut positions: BTreeMap<_, u64> = BTreeMap::new();
    for (at, event) in summary.events.iter().enumerate() {
        let EventKind::Access(a) = &event.kind else { continue };
        let request = kernel.requests.get(&event.span).copied().unwrap_or(0).max(a.width);
        let parts = (request / a.width.max(1)).max(1);
        let mode = match a.mode {
            AccessMode::Read => 0,
            AccessMode::Write => 1,
            AccessMode::Atomic(_) => 2,
        };
        let position = positions.entry((event.span, a.object, mode)).or_default();
        let before = terms.int(i128::from(*position % parts * a.width));
        *position += 1;
        let start = terms.sub(a.offset, before);
        let request = terms.int(i128::from(request));
        let rest = terms.modulo(start, request);
        if terms.as_int(rest) != Some(0) {
            let zero = terms.int(0);
            found.insert(at, terms.eq(rest, zero));
        }
    }
    found
}
