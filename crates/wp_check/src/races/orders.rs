//! Accesses that fences, atomics and volatile accesses order ([`wp_prove::sync`]), and named barriers
//! ([`wp_prove::meeting`], [`wp_prove::handshake`]).

use crate::context::{proof_by, Context};
use crate::named;
use wp_base::Assumption;
use wp_kir::MemScope;
use wp_logic::{TermId, Terms};
use wp_prove::order::Accesses;
use wp_prove::{handshake, meeting, Handshake, Known, Meeting, Outcome, Pair, PairKind, Place, Proof, QueryEffort};
use wp_summary::{Access, AccessMode, EventKind, Premise, Premises, Strength, Summary};

wp_base::limits! {
    /// The part of the effort for one query that is given to each question about an order, as a divisor.
    const ORDER_SHARE: u32 = 8;
}

/// True if two accesses are treated as relaxed atomics, which race only where they overlap in part: in a kernel with fences, a
/// volatile read used only in conditions beside a volatile write or an atomic, or a volatile write beside an atomic. Other
/// volatile pairs (two writes; a read whose value is stored) still race: otherwise the missing barriers of code for warps in
/// lock-step would not be found.
pub(super) fn are_relaxed(summary: &Summary, a: &Access, b: &Access, kind: PairKind) -> bool {
    #[derive(PartialEq, Eq)]
    enum Side {
        FlagRead,
        Write,
        Atomic,
    }
    let side = |access: &Access| match (access.mode, access.strength) {
        (AccessMode::Atomic(MemScope::Block), _) if kind == PairKind::OtherBlock => None,
        (AccessMode::Atomic(_), _) => Some(Side::Atomic),
        (AccessMode::Read, Strength::Flag) => Some(Side::FlagRead),
        (AccessMode::Write, Strength::Volatile) => Some(Side::Write),
        _ => None,
    };
    match (side(a), side(b)) {
        (Some(a), Some(b)) => a != b && summary.has_fences(),
        _ => false,
    }
}

/// What it rests on that such accesses do not race.
pub(super) fn premises_of_relaxed(summary: &Summary, a: &Access, b: &Access, kind: PairKind) -> Premises {
    match are_relaxed(summary, a, b, kind) {
        true => Premises::of([Premise::Assumption(Assumption::VolatileRelaxed)]),
        false => Premises::NONE,
    }
}

/// The named barriers that order accesses.
#[derive(Default)]
pub(super) struct Named {
    meetings: Vec<Meeting>,
    handshakes: Vec<Handshake>,
    rests_on: Premises,
}

impl Named {
    /// Those of the kernel that are understood.
    pub fn of(ctx: &mut Context) -> Self {
        let mut all = Self::default();
        if !named::any(ctx) {
            return all;
        }
        let understood = named::understood(ctx);
        for group in understood.meetings {
            all.meetings.extend(group.meetings());
            all.rests_on.join(&group.rests_on);
        }
        if let Some(handshakes) = understood.handshakes {
            all.handshakes = handshakes.operations(ctx);
            all.rests_on.join(&handshakes.rests_on);
        }
        all
    }
}

/// The proof that a named barrier lies between two accesses, which conflict where these conjuncts hold.
pub(super) fn by_named(
    ctx: &mut Context,
    pair: &mut Pair,
    accesses: Accesses,
    (known, named): (&Known, &Named),
) -> Option<Proof> {
    let Named { meetings, handshakes, rests_on } = named;
    let mut unordered = meeting::parallel_beside(ctx.terms, pair, accesses, meetings);
    unordered.extend(handshake::parallel_beside(ctx.terms, pair, accesses, handshakes));
    if unordered.is_empty() {
        return None;
    }
    let conjuncts = [&known.conjuncts[..], &unordered].concat();
    let places = [accesses.first, accesses.second].map(|e| Some(Place::Event(e)));
    let known = pair.know(ctx.terms, conjuncts, places);
    let mut proof = ctx.discharge(known, None).ok()?;
    proof.rests_on.join(rests_on);
    Some(ordered_by_fences(ctx, accesses, proof))
}

/// Marks a proof: the contents of the object may change between barriers of the block.
fn ordered_by_fences(ctx: &Context, accesses: Accesses, mut proof: Proof) -> Proof {
    if let EventKind::Access(access) = &ctx.summary.events[accesses.first].kind {
        proof.rests_on.add(Premise::OrderedByFences(access.object));
    }
    proof
}

/// The proof that one of two accesses, which conflict where these conjuncts hold, happens before the other one.
pub(super) fn ordered(ctx: &mut Context, pair: &Pair, accesses: Accesses, known: &Known) -> Option<Proof> {
    let Context { kernel, summary, terms, prover, solver, stats, explains, .. } = ctx;
    let mut prove = |terms: &mut Terms, conjuncts: Vec<TermId>| {
        let effort = QueryEffort::part(ORDER_SHARE.get());
        let Outcome::Proof(by) = prover.outcome(terms, solver, &conjuncts, effort) else { return None };
        stats.obligations += 1;
        stats.count(by);
        Some(proof_by(terms, &conjuncts, (by, summary.inferred.rests_on.clone()), *explains))
    };
    let proof = wp_prove::sync::ordered(terms, pair, kernel, (accesses, known), &mut prove)?;
    Some(ordered_by_fences(ctx, accesses, proof))
}
