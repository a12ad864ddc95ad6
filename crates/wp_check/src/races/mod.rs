//! Data races: two accesses of two threads to one byte, at least one a write, not both atomic, not ordered by a
//! barrier.
//!
//! Two-thread reduction (Betts et al. 2017; Sarkar et al. 2018): arbitrary threads, so every launch. Input: the
//! summary. Over-approximate: an unsatisfiable obligation is a proof for the pair of accesses; a model is a suspect to
//! be replayed.
//!
//! An asynchronous copy behaves like a separate thread: its accesses race with those of the thread that began it, too,
//! until the thread has waited for the copy.

mod orders;
mod replay;
mod warps;

pub(crate) use replay::{shows, suspect_of};

use self::warps::uniform_warp_barriers;
use crate::context::Context;
use crate::findings::Findings;
use crate::suspect::{Open, OpenCause, RaceKey, Site, SiteKind, Suspect, SuspectKind};
use std::collections::BTreeSet;
use wp_kir::{MemScope, Space};
use wp_logic::TermId;
use wp_prove::order::{intervals, is_copy, overlapping, parallel, statically_ordered, Accesses};
use wp_prove::{warp, Known, OwnStores, Pair, PairKind, Place, Proof};
use wp_summary::{seeded, Access, AccessMode, EventKind, Premise, Premises};

/// Checks all pairs of accesses, up to the end of the budget: one suspect stands for all pairs behind it.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    let mut kinds = ctx.pair_kinds();
    if ctx.summary.has_copies() {
        kinds.push(PairKind::SameThread);
    }
    let mut seen: BTreeSet<RaceKey> = BTreeSet::new();
    let named = orders::Named::of(ctx);
    for kind in kinds {
        let summary = ctx.summary;
        let mut pair = Pair::new(ctx.terms, summary, kind, &[]);
        let mut by_warps = Premises::NONE;
        if kind == PairKind::SameBlock {
            let (barriers, premises) = uniform_warp_barriers(ctx, &mut pair);
            pair.order_by_warps(barriers);
            by_warps = premises;
        }
        let accesses: Vec<(usize, &Access, Site)> = summary
            .events
            .iter()
            .enumerate()
            .filter_map(|(i, e)| match &e.kind {
                EventKind::Access(a) if is_shared(ctx, a, kind) => Some((i, a, site(ctx, i))),
                _ => None,
            })
            .collect();
        let shared = intervals(ctx.terms, &pair, Space::Shared, ctx.rules.fault);
        let global = intervals(ctx.terms, &pair, Space::Global, ctx.rules.fault);
        let image = intervals(ctx.terms, &pair, Space::Image, ctx.rules.fault);
        for (n, &(i, a, site_a)) in accesses.iter().enumerate() {
            if ctx.out_of_time() {
                return found.suspects.push(Suspect::not_asked(SuspectKind::NotCompared));
            }
            for &(j, b, site_b) in &accesses[n..] {
                let Some(conflict) = conflict(ctx, a, b, kind) else { continue };
                // A thread's own accesses are in order, unless one is that of a copy. One that is executed once does
                // not conflict with itself.
                let is_alone = i == j && summary.events[i].loops.is_empty();
                if kind == PairKind::SameThread && (!(a.is_copy || b.is_copy) || is_alone) {
                    continue;
                }
                let outside =
                    summary.events[i].loops.is_empty() && summary.events[j].loops.is_empty() && !is_copy(summary, i);
                if i == j && seeded!(ctx.rules.fault, NoSelfPairs) {
                    continue;
                }
                let of_space = match ctx.kernel.objects[a.object].space {
                    Space::Shared => &shared,
                    Space::Image => &image,
                    Space::Global | Space::Constant | Space::Private => &global,
                };
                if outside && of_space[i] != of_space[j] {
                    ctx.stats.obligations += 1;
                    ctx.stats.structural += 1;
                    continue;
                }
                let sites = ordered_sites(site_a, site_b);
                let key = (sites.0, sites.1, kind, a.object);
                let closed = ctx.races_of.as_ref().is_some_and(|open| !open.contains(&key));
                if closed || seen.contains(&key) {
                    continue;
                }
                let kind = SuspectKind::Race { object: a.object, first: sites.0, second: sites.1, pair: kind };
                let mut outcome = check_pair(ctx, &mut pair, [i, j], [a, b], (conflict, Some((&kind, &named))));
                match &mut outcome {
                    Ok(proof) => {
                        proof.rests_on.join(&by_warps);
                        proof.rests_on.join(&orders::premises_of_relaxed(summary, a, b, pair.kind));
                    }
                    Err((OpenCause::Budget, conjuncts)) if conjuncts.is_empty() => {
                        return found.suspects.push(Suspect::not_asked(SuspectKind::NotCompared));
                    }
                    Err(_) => _ = seen.insert(key),
                }
                found.conclude(ctx, kind, Some(&mut pair), outcome);
            }
        }
    }
}

fn access(ctx: &Context, i: usize) -> Option<Access> {
    match &ctx.summary.events[i].kind {
        EventKind::Access(a) => Some(a.clone()),
        _ => None,
    }
}

/// True if the two threads of a pair of this kind see the same instance of the object, and some thread writes it.
fn is_shared(ctx: &Context, a: &Access, kind: PairKind) -> bool {
    if !ctx.summary.memory.written.contains(&a.object) || ctx.summary.memory.unchecked.contains(&a.object) {
        return false;
    }
    match ctx.kernel.objects[a.object].space {
        Space::Global | Space::Constant | Space::Image => true,
        Space::Shared => kind != PairKind::OtherBlock,
        Space::Private => false,
    }
}

/// The accesses of a pair that conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conflict {
    /// Accesses with a common byte.
    Overlap,
    /// Accesses with a common byte that are not of the same bytes: atomics are atomic to each other only where they
    /// overlap completely (PTX: morally strong; the languages leave atomics of different types on one object
    /// undefined).
    PartialOverlap,
}

fn conflict(ctx: &Context, a: &Access, b: &Access, kind: PairKind) -> Option<Conflict> {
    if a.object != b.object {
        return None;
    }
    if orders::are_relaxed(ctx.summary, a, b, kind) {
        return Some(Conflict::PartialOverlap);
    }
    let with_atomics = ctx.rules.atomic_races;
    let conflicts = match (a.mode, b.mode) {
        (AccessMode::Read, AccessMode::Read) => false,
        (AccessMode::Atomic(s), AccessMode::Atomic(t)) => {
            if kind == PairKind::SameBlock || (s != MemScope::Block && t != MemScope::Block) {
                return Some(Conflict::PartialOverlap);
            }
            true
        }
        (AccessMode::Atomic(_), AccessMode::Read) | (AccessMode::Read, AccessMode::Atomic(_)) => with_atomics.reads,
        (AccessMode::Atomic(_), AccessMode::Write) | (AccessMode::Write, AccessMode::Atomic(_)) => with_atomics.writes,
        _ => true,
    };
    conflicts.then_some(Conflict::Overlap)
}

fn site(ctx: &Context, i: usize) -> Site {
    let event = &ctx.summary.events[i];
    let kind = match &event.kind {
        EventKind::Access(a) => SiteKind::of(a.mode),
        EventKind::Barrier { .. } | EventKind::NamedBarrier(_) => SiteKind::Barrier,
        EventKind::Invalid { .. }
        | EventKind::Assert { .. }
        | EventKind::Fence { .. }
        | EventKind::CommitCopies
        | EventKind::WaitForCopies(_)
        | EventKind::Unsupported(_) => SiteKind::Assert,
    };
    Site { span: event.span, kind }
}

fn ordered_sites(a: Site, b: Site) -> (Site, Site) {
    if a <= b {
        (a, b)
    } else {
        (b, a)
    }
}

/// Shows that the accesses of all other threads, and of the thread's own asynchronous copies, to what a condition at event
/// `i` reads come before it or after it.
pub(crate) fn undisturbed(ctx: &mut Context, i: usize, read: &Access) -> Result<Proof, Open> {
    let summary = ctx.summary;
    let mut proof = Proof::of_nothing();
    let mut kinds = ctx.pair_kinds();
    kinds.push(PairKind::SameThread);
    for kind in kinds {
        if !is_shared(ctx, read, kind) {
            continue;
        }
        let mut pair = Pair::new(ctx.terms, summary, kind, &[]);
        for j in 0..summary.events.len() {
            let Some(write) = access(ctx, j).filter(|b| b.mode != AccessMode::Read && b.object == read.object) else {
                continue;
            };
            if kind == PairKind::SameThread && !write.is_copy {
                continue;
            }
            proof.add(check_pair(ctx, &mut pair, [i, j], [read, &write], (Conflict::Overlap, None))?);
            // Order by barriers is order only where all threads come to them.
            proof.rests_on.add(Premise::NoDivergence);
        }
    }
    Ok(proof)
}

/// The obligation of one pair. That barriers order accesses rests on their uniformity, for all pairs alike: whoever asks adds that premise.
fn check_pair(
    ctx: &mut Context,
    pair: &mut Pair,
    [i, j]: [usize; 2],
    [a, b]: [&Access; 2],
    (conflict, subject): (Conflict, Option<(&SuspectKind, &orders::Named)>),
) -> Result<Proof, Open> {
    if ctx.out_of_time() {
        return Err((OpenCause::Budget, Vec::new()));
    }
    let space = ctx.kernel.objects[a.object].space;
    let accesses = Accesses { first: i, second: j, space, fault: ctx.rules.fault };
    if statically_ordered(ctx.terms, pair, accesses) {
        return Ok(ctx.closed_by_structure(&[], Premises::NONE));
    }
    let guard = ctx.summary.events[i].guard;
    let other = if seeded!(ctx.rules.fault, SameGuard) { i } else { j };
    let other_guard = ctx.summary.events[other].guard;
    let other_guard = pair.second(ctx.terms, other_guard);
    let other_offset = pair.second(ctx.terms, b.offset);
    let mut overlap = overlap(ctx, a.offset, a.width, other_offset, b.width);
    if conflict == Conflict::PartialOverlap && a.width == b.width {
        let same_place = ctx.terms.eq(a.offset, other_offset);
        let elsewhere = ctx.terms.not(same_place);
        overlap = ctx.terms.and(&[overlap, elsewhere]);
        if ctx.terms.as_bool(overlap) == Some(false) {
            return Ok(Proof::of_nothing());
        }
    }
    let distinct = if i == j { distinct_instances(ctx, pair, i) } else { pair.distinct(ctx.terms) };
    let mut conjuncts = vec![guard, other_guard, overlap, distinct];
    // Most pairs touch different places whatever the values are, whose terms may be long.
    let rests_on = pair.premises_of(ctx.terms, &conjuncts);
    if is_false(ctx, &conjuncts) {
        return Ok(ctx.closed_by_structure(&conjuncts, rests_on));
    }
    if let Some(proof) = ctx.discharged_by_digits(&conjuncts, rests_on) {
        return Ok(proof);
    }
    pair.use_stores_of(OwnStores::OfBoth);
    if let Some(differ) = values_differ(ctx, pair, a, b) {
        // Equal values at places that overlap in part are different bytes.
        let same_place = ctx.terms.eq(a.offset, other_offset);
        let in_part = ctx.terms.not(same_place);
        let differ = if overlap == same_place { differ } else { ctx.terms.or(&[differ, in_part]) };
        conjuncts.push(differ);
        match (a.mode, b.mode) {
            (AccessMode::Read, _) => pair.use_stores_of(OwnStores::OfFirst),
            (_, AccessMode::Read) => pair.use_stores_of(OwnStores::OfSecond),
            _ => {}
        }
    }
    if is_false(ctx, &conjuncts) {
        let rests_on = pair.premises_of(ctx.terms, &conjuncts);
        return Ok(ctx.closed_by_structure(&conjuncts, rests_on));
    }
    let accesses = Accesses { first: i, second: j, space, fault: ctx.rules.fault };
    if let (Some(size), PairKind::SameBlock) = (ctx.rules.warp_sync, pair.kind) {
        conjuncts.push(warp::unordered_in_lock_step(ctx.terms, pair, accesses, size));
    }
    conjuncts.extend(match pair.kind {
        PairKind::SameThread => overlapping(ctx.terms, pair, accesses),
        PairKind::SameBlock | PairKind::OtherBlock => parallel(ctx.terms, pair, accesses),
    });
    let known = pair.know(ctx.terms, conjuncts, [i, j].map(|e| Some(Place::Event(e))));
    let rests_on = known.rests_on.clone();
    let outcome = ctx.discharge(known, subject.map(|(subject, _)| subject));
    match (&outcome, subject) {
        // What a condition reads must not change between two barriers, whatever orders the changes.
        (Err((OpenCause::Model(_) | OpenCause::Solver(_), conjuncts)), Some((_, named))) => {
            let known = Known { conjuncts: conjuncts.clone(), rests_on };
            let proof = orders::by_named(ctx, pair, accesses, (&known, named));
            proof.or_else(|| orders::ordered(ctx, pair, accesses, &known)).map_or(outcome, Ok)
        }
        _ => outcome,
    }
}

/// Two executions of one event: by two threads, or by one thread in two iterations.
fn distinct_instances(ctx: &mut Context, pair: &mut Pair, event: usize) -> TermId {
    if pair.kind != PairKind::SameThread {
        return pair.distinct(ctx.terms);
    }
    let summary = ctx.summary;
    let mut differ = Vec::new();
    for &l in &summary.events[event].loops {
        let counter = summary.loops[l].counter;
        let other = pair.second(ctx.terms, counter);
        differ.push(ctx.terms.ne(counter, other));
    }
    ctx.terms.or(&differ)
}

/// True if structure closes the obligation.
fn is_false(ctx: &mut Context, conjuncts: &[TermId]) -> bool {
    let conjunction = ctx.terms.and(conjuncts);
    ctx.terms.as_bool(conjunction) == Some(false)
}

/// The byte ranges `x..x+v` and `y..y+w` overlap. When both offsets are multiples of one width: they are equal.
fn overlap(ctx: &mut Context, x: TermId, v: u64, y: TermId, w: u64) -> TermId {
    let terms = &mut *ctx.terms;
    let width = terms.int(i128::from(v));
    let zero = terms.int(0);
    if v == w {
        let (rx, ry) = (terms.modulo(x, width), terms.modulo(y, width));
        if rx == zero && ry == zero {
            return terms.eq(x, y);
        }
    }
    let (end_x, end_y) = (terms.add(x, width), {
        let w = terms.int(i128::from(w));
        terms.add(y, w)
    });
    let below = terms.lt(x, end_y);
    let above = terms.lt(y, end_x);
    terms.and(&[below, above])
}

/// Under the same-value rules: the values of the two accesses differ. `None` when the rules do not apply.
fn values_differ(ctx: &mut Context, pair: &mut Pair, a: &Access, b: &Access) -> Option<TermId> {
    if seeded!(ctx.rules.fault, BenignAlways) && a.mode == AccessMode::Write && b.mode == AccessMode::Write {
        return Some(ctx.terms.fls());
    }
    if !ctx.rules.benign_same_value || a.width != b.width || a.ty != b.ty {
        return None;
    }
    if matches!(a.mode, AccessMode::Atomic(_)) || matches!(b.mode, AccessMode::Atomic(_)) {
        return None;
    }
    let (x, y) = (a.value?, pair.second(ctx.terms, b.value?));
    if ctx.terms.sort(x) == wp_logic::Sort::Bool {
        let same = ctx.terms.iff(x, y);
        return Some(ctx.terms.not(same));
    }
    Some(ctx.terms.ne(x, y))
}
