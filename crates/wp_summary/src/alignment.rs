//! The conditions that accesses are aligned to their width.
//!
//! Objects begin at a multiple of their alignment (`Object::align`). A value of several scalars is one access if the
//! target moves it by one instruction (`Kernel::requests`); otherwise the scalars are examined. An access whose offset
//! is a multiple of the width by the form of the term alone, in an object that is aligned to the width, has no
//! condition. Where the source sets alignments (packed structures), and where the scalars of a value do not follow each
//! other, an access may stand anywhere. A condition that no sample of values satisfies is not to be taken for granted:
//! it would prove anything of a kernel that is never aligned.

use crate::{AccessMode, EventKind, Summary};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_kir::{Kernel, Space};
use wp_logic::{Sort, TermId, Terms};

wp_base::limits! {
    /// Values of all symbols, to find some that satisfy a condition.
    const SAMPLES: i128 = 16;
}

/// The alignment of an access, where it is not evident.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alignment {
    /// The offset of the first byte that the instruction moves.
    pub start: TermId,
    /// The number of bytes that it moves; the address has to be a multiple of it.
    pub bytes: u64,
    /// The condition that it is one, if the object begins at a multiple of that number.
    pub condition: TermId,
    /// True if the device stops where the condition does not hold.
    pub is_required: bool,
    /// True if proofs may take the condition to hold: it is required, and some values satisfy it.
    pub is_taken: bool,
}

/// The alignment of each access where it is not evident, by position of the event.
pub(crate) fn conditions(kernel: &Kernel, summary: &Summary, terms: &mut Terms) -> BTreeMap<usize, Alignment> {
    let mut found: BTreeMap<usize, Alignment> = BTreeMap::new();
    // The scalars of values that do not follow each other.
    let mut apart = Vec::new();
    // The scalars of a value are accessed in their order.
    let mut positions: BTreeMap<_, (u64, TermId, Vec<usize>)> = BTreeMap::new();
    for (at, event) in summary.events.iter().enumerate() {
        let EventKind::Access(a) = &event.kind else { continue };
        // Texels are not accessed by address.
        let object = &kernel.objects[a.object];
        if object.space == Space::Image {
            continue;
        }
        let bytes = kernel.requests.get(&event.span).copied().unwrap_or(0).max(a.width);
        let parts = (bytes / a.width.max(1)).max(1);
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
        let request = terms.int(i128::from(bytes));
        let rest = terms.modulo(start, request);
        if terms.as_int(rest) != Some(0) || object.align % bytes != 0 {
            let zero = terms.int(0);
            let condition = terms.eq(rest, zero);
            let is_required = kernel.has_natural_alignment;
            let is_taken = is_required && is_met(terms, condition);
            found.insert(at, Alignment { start, bytes, condition, is_required, is_taken });
        }
    }
    let incomplete = positions.into_values().filter(|(position, ..)| *position > 0).flat_map(|(.., members)| members);
    for at in apart.into_iter().chain(incomplete) {
        if let Some(alignment) = found.get_mut(&at) {
            (alignment.is_required, alignment.is_taken) = (false, false);
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
