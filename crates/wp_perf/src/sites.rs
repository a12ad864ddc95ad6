//! The accesses of the source in a summary: which events are one access, and which are the scalars of one value.
//!
//! Exact except for named obstacles, which have no cost: an access through a pointer that may point into several
//! places, and a structure that may or may not be accessed by one instruction.

use crate::evaluate::{Cost, Frame, Obstacle, Question};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_kir::{Block, Kernel, ObjectId, Space, StmtKind};
use wp_logic::{Term, Terms};
use wp_summary::{Access, AccessKind, AccessMode, Event, EventKind, Summary};

/// An access of the source with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The place in the source.
    pub span: Span,
    /// The kind of the access.
    pub kind: AccessKind,
    /// The array.
    pub object: ObjectId,
    /// Bytes that a lane accesses at once.
    pub width: u64,
    /// Bytes of the scalars of which they consist.
    pub scalar: u64,
    /// Its events in the summary; of a value of several scalars the first of each.
    pub events: Vec<usize>,
    /// The cost of the access; `None` when no thread of the launch makes it.
    pub cost: Result<Option<Cost>, Obstacle>,
}

/// All accesses in shared and global memory, with their costs; repeated accesses of one place of the source are one.
pub fn sites(kernel: &Kernel, terms: &mut Terms, summary: &Summary, frame: &Frame) -> Vec<Site> {
    let mut parts = BTreeSet::new();
    places_of_parts(&kernel.body, &mut parts);
    let mut seen: BTreeMap<(Span, AccessKind), usize> = BTreeMap::new();
    let mut sites: Vec<Site> = Vec::new();
    for (i, event) in summary.events.iter().enumerate() {
        let EventKind::Access(access) = &event.kind else { continue };
        let space = kernel.objects[access.object].space;
        if !matches!(space, Space::Shared | Space::Global) {
            continue;
        }
        let kind = kind_of(access.mode);
        let at_once =
            if parts.contains(&(event.span, kind)) { kernel.requests.get(&event.span) } else { Some(&access.width) };
        let width = at_once.copied().filter(|w| *w >= access.width);
        let number = width.map_or(1, |w| w / access.width) as usize;
        if number > 1 {
            // The scalars of a value follow each other.
            let count = seen.entry((event.span, kind)).or_default();
            *count += 1;
            if *count % number != 1 {
                continue;
            }
        }
        let cost = if kind == AccessKind::Atomic {
            Err(Obstacle::Atomic)
        } else if !access.exact {
            Err(Obstacle::Offset)
        } else if width.is_none() || !is_whole(terms, &summary.events[i..], number) {
            Err(Obstacle::Parts)
        } else if has_targets(terms, summary, i, access) {
            Err(Obstacle::Targets)
        } else {
            let width = width.unwrap_or(access.width);
            frame.cost(terms, &Question { offset: access.offset, guard: event.guard, width, space })
        };
        let width = width.unwrap_or(access.width);
        let same =
            |s: &&mut Site| s.span == event.span && s.kind == kind && s.object == access.object && s.width == width;
        match sites.iter_mut().find(same) {
            None => sites.push(Site {
                span: event.span,
                kind,
                object: access.object,
                width,
                scalar: access.width,
                events: vec![i],
                cost,
            }),
            Some(site) => {
                site.events.push(i);
                match (&mut site.cost, cost) {
                    (Err(_), _) | (_, Ok(None)) => {}
                    (own, Err(obstacle)) => *own = Err(obstacle),
                    (Ok(Some(own)), Ok(Some(cost))) => own.join(&cost),
                    (own, cost) => *own = cost,
                }
            }
        }
    }
    sites
}

/// True if the first events are accesses to neighbouring scalars by the same threads.
fn is_whole(terms: &mut Terms, events: &[Event], number: usize) -> bool {
    let Some((first, EventKind::Access(start))) = events.first().map(|e| (e, &e.kind)) else { return false };
    (1..number).all(|n| {
        let Some((event, EventKind::Access(access))) = events.get(n).map(|e| (e, &e.kind)) else { return false };
        let apart = terms.sub(access.offset, start.offset);
        let alike = access.object == start.object && access.width == start.width && access.mode == start.mode;
        let together = event.guard == first.guard && event.span == first.span;
        alike && together && terms.as_int(apart) == Some(n as i128 * i128::from(start.width))
    })
}

/// True if a neighbour of an access in the summary is the same access through another target of its pointer.
fn has_targets(terms: &mut Terms, summary: &Summary, i: usize, access: &Access) -> bool {
    let event = &summary.events[i];
    [i.checked_sub(1), i.checked_add(1)].into_iter().flatten().any(|j| {
        let Some(other) = summary.events.get(j) else { return false };
        let EventKind::Access(neighbour) = &other.kind else { return false };
        if other.span != event.span || neighbour.mode != access.mode || other.guard == event.guard {
            return false;
        }
        let both = terms.and(&[other.guard, event.guard]);
        neighbour.object != access.object || matches!(terms.kind(both), Term::Bool(false))
    })
}

/// The places at which one statement of the source loads or stores several scalars: a vector or a structure.
fn places_of_parts(block: &Block, out: &mut BTreeSet<(Span, AccessKind)>) {
    let mut seen = BTreeSet::new();
    for stmt in block {
        match &stmt.kind {
            StmtKind::Load { .. } if !seen.insert((stmt.span, AccessKind::Read)) => {
                out.insert((stmt.span, AccessKind::Read));
            }
            StmtKind::Store { .. } if !seen.insert((stmt.span, AccessKind::Write)) => {
                out.insert((stmt.span, AccessKind::Write));
            }
            kind => kind.blocks().into_iter().for_each(|b| places_of_parts(b, out)),
        }
    }
}

/// Read, write or atomic.
pub fn kind_of(mode: AccessMode) -> AccessKind {
    match mode {
        AccessMode::Read => AccessKind::Read,
        AccessMode::Write => AccessKind::Write,
        AccessMode::Atomic(_) => AccessKind::Atomic,
    }
}
