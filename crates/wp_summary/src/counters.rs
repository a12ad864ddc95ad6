//! Atomic counters: cells whose every change adds something of one sign, so that no value is handed out twice.
//!
//! The result of an atomic addition is an unknown. Two additions to one cell return different values when all that
//! changes the object are atomic additions of constants of one sign and one type, at aligned offsets, atomic for all
//! threads that reach it (GPUVerify's refined atomics, with the conditions made exact): the cell only grows, or only
//! shrinks, as long as it does not wrap around (assumption `no-atomic-wrap`). Plain stores that a barrier of all these
//! threads separates from every addition are the initial value. Exact about which results differ; of the values nothing
//! else is known. Different cells may hand out equal values.

use crate::{AccessMode, Change, CounterResult, Event, EventKind, Summary};
use std::collections::BTreeMap;
use wp_kir::{BarrierScope, Kernel, MemScope, ObjectId, Space, Type};
use wp_logic::{FuncId, Term, Terms};

/// Greatest addend of a counter: beyond it wrapping around is no longer far away.
const MAX_ADDEND: u128 = 1 << 16;

/// The results of additions to counters among the atomics of a finished summary, by event.
pub(crate) fn find(kernel: &Kernel, terms: &mut Terms, summary: &Summary) -> BTreeMap<FuncId, CounterResult> {
    let mut results = BTreeMap::new();
    if summary.updates.is_empty() || !summary.memory.unresolved_writes.is_empty() {
        return results;
    }
    for &object in &summary.memory.written {
        let space = kernel.objects[object].space;
        if space == Space::Private {
            continue;
        }
        if let Some(additions) = additions(terms, summary, object, space) {
            for i in additions {
                let (EventKind::Access(access), Some(result)) = (&summary.events[i].kind, summary.updates[&i].result)
                else {
                    continue;
                };
                let Term::App(f, _) = *terms.kind(result) else { continue };
                let formals = summary.events[i].loops.iter().map(|&l| summary.loops[l].counter).collect();
                let per_block = space == Space::Shared;
                results.insert(f, CounterResult { object, per_block, offset: access.offset, formals });
            }
        }
    }
    results
}

/// The events that add to the object, when they are all that changes it after its initial value was stored.
fn additions(terms: &mut Terms, summary: &Summary, object: ObjectId, space: Space) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut last_store = None;
    let mut shape: Option<(Type, bool)> = None;
    for (i, event) in summary.events.iter().enumerate() {
        let EventKind::Access(access) = &event.kind else { continue };
        if access.object != object {
            continue;
        }
        match access.mode {
            AccessMode::Read => {}
            AccessMode::Write => last_store = Some(i),
            AccessMode::Atomic(scope) => match summary.updates.get(&i)?.change {
                Change::None => {}
                Change::Add(by) => {
                    let by = terms.as_int(by)?;
                    let width = terms.int(i128::from(access.width));
                    let rest = terms.modulo(access.offset, width);
                    let aligned = matches!(terms.kind(rest), Term::Int(0));
                    let all_threads = space == Space::Shared || scope != MemScope::Block;
                    let this = (access.ty, by > 0);
                    let small = by != 0 && by.unsigned_abs() <= MAX_ADDEND;
                    let fits = small && aligned && all_threads && access.exact && access.ty.is_int();
                    if !fits || *shape.get_or_insert(this) != this {
                        return None;
                    }
                    found.push(i);
                }
                _ => return None,
            },
        }
    }
    let (Some(store), Some(&first)) = (last_store, found.first()) else { return Some(found) };
    let between = summary.events.get(store + 1..first)?;
    between.iter().any(|e| separates(terms, e, space)).then_some(found)
}

/// A barrier that all threads that reach the object execute, outside of loops.
fn separates(terms: &Terms, event: &Event, space: Space) -> bool {
    let EventKind::Barrier { scope, fence, .. } = event.kind else { return false };
    let of_all = match (scope, space) {
        (BarrierScope::Grid, Space::Global | Space::Image)
        | (BarrierScope::Grid | BarrierScope::Block, Space::Shared) => fence.orders(space),
        _ => false,
    };
    of_all && event.loops.is_empty() && matches!(terms.kind(event.guard), Term::Bool(true))
}
