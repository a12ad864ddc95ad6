//! WP0701: requests that shared memory serves in several steps, because lanes access different words of one bank.
//!
//! The suggestion is a padding of the rows of the array: the smallest one for which the costs of all its accesses,
//! computed again with the longer rows, have the least degree. It is offered for arrays of two or more dimensions, when
//! every access of the array could be evaluated and its place in the row is known.

use crate::evaluate::{items, Question};
use crate::launch::Chosen;
use crate::sites::Site;
use crate::{words, Performance};
use wp_base::{Diagnostic, Severity};
use wp_kir::{Kernel, Object, ObjectId, Space};
use wp_logic::{TermId, Terms};
use wp_summary::EventKind;

wp_base::limits! {
    /// Elements by which rows are padded at most.
    const MOST_PADDING: u64 = 32;
}

/// Adds the notes.
pub(crate) fn notes(kernel: &Kernel, chosen: &Chosen, out: &mut Performance) {
    let mut suggestions: Vec<(ObjectId, Option<String>)> = Vec::new();
    for site in chosen.sites.iter().filter(|s| kernel.objects[s.object].space == Space::Shared) {
        let Ok(Some(cost)) = &site.cost else { continue };
        let degree = cost.worst.charge.paid;
        if degree < 2 {
            continue;
        }
        let object = &kernel.objects[site.object];
        let message = format!("bank conflict of degree {degree} on the shared array `{}`", object.name);
        let label = format!("{}: one request takes {degree} steps", words::access(kernel, site));
        let mut d = Diagnostic::new("WP0701", Severity::Note, message).primary(site.span, label);
        if let Some(formula) = words::formula(chosen, site) {
            d = d.note(format!("byte offset: {formula}; bank: byte offset / 4 % 32"));
        }
        d = words::with_launch(d, kernel, chosen, site, cost);
        if !suggestions.iter().any(|(o, _)| *o == site.object) {
            suggestions.push((site.object, padding(kernel, chosen, site.object)));
        }
        let found = suggestions.iter().find(|(o, _)| *o == site.object);
        if let Some(help) = found.and_then(|(_, help)| help.clone()) {
            d = d.help(help);
        }
        out.notes.push(d);
    }
}

/// The padding that helps, as a suggestion.
fn padding(kernel: &Kernel, chosen: &Chosen, id: ObjectId) -> Option<String> {
    let object = &kernel.objects[id];
    let row = row_of(object)?;
    let sites: Vec<&Site> = chosen.sites.iter().filter(|s| s.object == id).collect();
    let mut now = 0;
    for site in &sites {
        now = now.max(site.cost.as_ref().ok()?.as_ref().map_or(0, |c| c.worst.charge.paid));
    }
    let mut terms = chosen.terms.clone();
    let events = sites.iter().flat_map(|s| s.events.iter().map(|&event| (event, s.width)));
    let events = events.map(|(event, width)| split(chosen, &mut terms, event, width, row));
    let events: Vec<Split> = events.collect::<Option<_>>()?;
    let mut best: Option<(u32, u64)> = None;
    for elements in 1..=MOST_PADDING.get() {
        let pad = i128::from(elements * object.elem.size());
        let degree = degree_with(chosen, &mut terms, &events, row + pad)?;
        if degree < best.map_or(now, |(d, _)| d) {
            best = Some((degree, elements));
        }
        if degree <= 1 {
            break;
        }
    }
    let (degree, elements) = best?;
    let (last, rest) = object.shape.split_last()?;
    let rows: String = rest.iter().map(|n| format!("[{n}]")).collect();
    let result = if degree <= 1 { "are free of conflicts".to_owned() } else { format!("have degree {degree} at most") };
    let count = if sites.len() == 1 { "the access".to_owned() } else { format!("all {} accesses", sites.len()) };
    let result = if sites.len() == 1 { result.replacen("are", "is", 1).replacen("have", "has", 1) } else { result };
    Some(format!(
        "declare `{}{rows}[{}]`: with rows longer by {elements}, {count} of the array {result} (computed again)",
        object.name,
        last + elements
    ))
}

/// Bytes of a row of an array with several dimensions.
fn row_of(object: &Object) -> Option<i128> {
    let size = object.elem.size();
    let whole = object.shape.iter().try_fold(size, |n, &e| n.checked_mul(e))?;
    let last = object.shape.last()?;
    (object.shape.len() >= 2 && object.size == Some(whole)).then(|| i128::from(last * size))
}

/// An access by row and by byte within the row.
struct Split {
    row: TermId,
    column: TermId,
    guard: TermId,
    width: u64,
}

/// The access of an event by row and column; `None` when the column may lie outside of the row.
fn split(chosen: &Chosen, terms: &mut Terms, event: usize, width: u64, size: i128) -> Option<Split> {
    let event = &chosen.summary.events[event];
    let EventKind::Access(access) = &event.kind else { return None };
    let (constant, items) = items(terms, access.offset);
    let mut column = terms.int(constant.rem_euclid(size));
    let mut row = terms.int(constant.div_euclid(size));
    for (c, t) in items {
        let (part, factor) = if c % size == 0 { (&mut row, c / size) } else { (&mut column, c) };
        let scaled = terms.scale(factor, t);
        *part = terms.add(*part, scaled);
    }
    let range = terms.range(column);
    let (low, high) = match (range.lo, range.hi) {
        (Some(low), Some(high)) if low >= 0 && high < size => (low, high),
        // Ranges know nothing of the guard.
        _ => chosen.frame.bounds(terms, column, event.guard).ok()?.unwrap_or((0, 0)),
    };
    let split = Split { row, column, guard: event.guard, width };
    (low >= 0 && high < size).then_some(split)
}

/// The greatest degree of the accesses when rows have that many bytes.
fn degree_with(chosen: &Chosen, terms: &mut Terms, events: &[Split], size: i128) -> Option<u32> {
    let mut most = 0;
    for split in events {
        let rows = terms.scale(size, split.row);
        let offset = terms.add(rows, split.column);
        let question = Question { offset, guard: split.guard, width: split.width, space: Space::Shared };
        let cost = chosen.frame.cost(terms, &question).ok()?;
        most = most.max(cost.map_or(0, |c| c.worst.charge.paid));
    }
    Some(most)
}
