//! The conditions that accesses are aligned to their width.
//!
//! Objects are assumed to begin at an aligned address. A value of several scalars is one access if the target moves it
//! by one instruction (`Kernel::requests`); otherwise the scalars are examined. An access whose offset is a multiple of
//! the width by the form of the term alone has no condition. Where the source sets alignments (packed structures), and
//! where the scalars of a value do not follow each other, an access may stand anywhere. A condition that no sample of values satisfies is not to be
//! taken for granted: it would prove anything of a kernel that is never aligned.

use crate::{AccessMode, EventKind, Summary};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_kir::{Kernel, Space};
use wp_logic::{Sort, TermId, Terms};

wp_base::limits! {
    /// Values of all symbols, to find some that satisfy a condition.
    const SAMPLES: i128 = 16;
}

/// For each access whose alignment is not evident, by position of the event, the condition that it is aligned, if some
/// values satisfy it.
pub(crate) fn conditions(kernel: &Kernel, summary: &Summary, terms: &mut Terms) -> BTreeMap<usize, Option<TermId>> {
    let mut found = BTreeMap::new();
    // The scalars of values that do not follow each other.
    let mut apart = Vec::new();
    // The scalars of a value are accessed in their order.
    let mut positions: BTreeMap<_, (u64, TermId, Vec<usize>)> = BTreeMap::new();
    for (at, event) in summary.events.iter().enumerate() {
        let EventKind::Access(a) = &event.kind else { continue };
        // Texels are not accessed by address.
        if kernel.objects[a.object].space == Space::Image {
            continue;
        }
        let request = kernel.requests.get(&event.span).copied().unwrap_or(0).max(a.width);
        let parts = (request / a.width.max(1)).max(1);
        let mode = match a.mode {
            AccessMode::Read => 0,
            AccessMode::Write => 1,
            AccessMode::Atomic(_) => 2,
        };
        let (position, first, members) =
            positions.entry((event.span, a.object, mode)).or_insert_with(|| (0, a.offset, Vec::new()));
        let before = terms.int(i128::from(*position * a.width));
        let start = terms.sub(a.offset, before);
        if *position == 0 {
            (*first, *members) = (start, Vec::new());
        }
        *position = (*position + 1) % parts;
        members.push(at);
        if start != *first {
            members.iter().for_each(|member| apart.push(*member));
        }
        let request = terms.int(i128::from(request));
        let rest = terms.modulo(start, request);
        if terms.as_int(rest) != Some(0) {
            let zero = terms.int(0);
            let aligned = terms.eq(rest, zero);
            let is_taken = kernel.has_natural_alignment && is_met(terms, aligned);
            found.insert(at, is_taken.then_some(aligned));
        }
    }
    let incomplete = positions.into_values().filter(|(position, ..)| *position > 0).flat_map(|(.., members)| members);
    for at in apart.into_iter().chain(incomplete) {
        if let Some(condition) = found.get_mut(&at) {
            *condition = None;
        }
    }
    found
}

/// True if a sample of values satisfies a condition.
fn is_met(terms: &mut Terms, condition: TermId) -> bool {
    let numbers: Vec<TermId> = terms.apps(&[condition]).into_iter().filter(|&t| terms.sort(t) == Sort::Int).collect();
    (0..SAMPLES.get()).any(|n| {
        [0, 1].into_iter().any(|step| {
            let value = |(i, &t): (usize, &TermId), terms: &mut Terms| (t, terms.int(n + step * i as i128));
            let values: FxHashMap<TermId, TermId> = numbers.iter().enumerate().map(|of| value(of, terms)).collect();
            let sample = terms.substitute(condition, &values);
            terms.as_bool(sample) == Some(true)
        })
    })
}
