//! Assertions: `assert`, GPUVerify's `__assert` and loop invariants, of ONE thread; of two where the condition relates
//! two.
//!
//! A loop invariant is checked in every iteration of the accelerated loop; it is never used as a fact here. An access
//! predicate (`__write_implies(a, ...)`) is checked for every access of the thread that may come before. A barrier
//! makes GPUVerify forget accesses to shared arrays, and those to global arrays where both threads are of one block
//! (`__same_group`), which a condition may ask; where it does not, they are kept here: over-approximate. Where barrier
//! invariants are facts, no other thread may store to what a condition reads while it is there.

pub(crate) mod lanes;

use crate::context::Context;
use crate::findings::Findings;
use crate::races::undisturbed;
use crate::suspect::{Open, OpenCause, Site, SiteKind, SuspectKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_interp::Finding;
use wp_kir::{AssertKind, ObjectId, Space};
use wp_logic::{Term, TermId};
use wp_prove::order::{executed_together, happens_before, parallel, Accesses};
use wp_prove::{Pair, PairKind, Place, Proof};
use wp_summary::{AccessMode, EventKind, Premise};

/// Checks every assertion. Candidate invariants are suggestions, not claims, and are left alone.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    // Shared, so that the obligations of all assertions speak of an access in the same symbols.
    let mut pair = Pair::new(ctx.terms, ctx.summary, PairKind::SameThread, &[]);
    let places = places(ctx);
    for i in 0..ctx.summary.events.len() {
        let summary = ctx.summary;
        let event = &summary.events[i];
        let EventKind::Assert { cond, kind, obstacle } = &event.kind else { continue };
        if matches!(kind, AssertKind::Candidate | AssertKind::LanesArrive) {
            continue;
        }
        let site = Site { span: event.span, kind: SiteKind::Assert };
        let already =
            found.suspects.iter().any(|s| matches!(&s.kind, SuspectKind::Assertion { site: t, .. } if *t == site));
        if already {
            continue;
        }
        let subject = SuspectKind::Assertion { site, kind: *kind };
        let outcome = match cond {
            None => Err((OpenCause::Specification(obstacle.clone()), Vec::new())),
            Some(cond) => {
                let fails = ctx.terms.not(*cond);
                let repeated = places[cond] > 1;
                check_one(ctx, &mut pair, i, &subject, (fails, repeated)).and_then(|mut proof| {
                    proof.add(memory_stays(ctx, i)?);
                    if matches!(kind, AssertKind::AllThreads | AssertKind::Barrier) {
                        // It is checked of each thread that comes, and says something of all threads of the block.
                        proof.rests_on.add(Premise::NoDivergence);
                    }
                    Ok(proof)
                })
            }
        };
        found.conclude(ctx, subject, None, outcome);
    }
}

/// What barrier invariants and prefix sums say of memory, and what the thread stored itself, is used for a condition as
/// long as no other thread, and no asynchronous copy, may store to what it reads, at the time.
fn memory_stays(ctx: &mut Context, i: usize) -> Result<Proof, Open> {
    let summary = ctx.summary;
    let mut proof = Proof::of_nothing();
    if summary.has_copies() || !summary.claims.is_empty() || !summary.functions.scanned.is_empty() {
        for read in summary.condition_reads.get(&i).into_iter().flatten() {
            proof.add(undisturbed(ctx, i, read)?);
        }
    }
    Ok(proof)
}

/// At how many places each condition is asserted: that of a whole function is, at all its loops.
fn places(ctx: &Context) -> FxHashMap<TermId, usize> {
    let mut places = FxHashMap::default();
    for event in &ctx.summary.events {
        if let EventKind::Assert { cond: Some(cond), .. } = event.kind {
            *places.entry(cond).or_default() += 1;
        }
    }
    places
}

/// The obligations of one assertion at event `i`, whose negation is `fails`; the first that stays open. Of a condition that is
/// repeated elsewhere it is asked first whether an access can break it at all, whenever that is asserted.
fn check_one(
    ctx: &mut Context,
    pair: &mut Pair,
    i: usize,
    subject: &SuspectKind,
    (fails, repeated): (TermId, bool),
) -> Result<Proof, Open> {
    let summary = ctx.summary;
    let guard = summary.events[i].guard;
    let mut about: BTreeSet<(ObjectId, bool)> = BTreeSet::new();
    for app in ctx.terms.apps(&[fails]) {
        if let Term::App(f, _) = ctx.terms.kind(app) {
            about.extend(summary.functions.access_symbols.get(f).map(|s| (s.object, s.write)));
        }
    }
    let nothing = with_access(ctx, fails, None);
    let at_barrier = matches!(summary.events[i].kind, EventKind::Assert { kind: AssertKind::Barrier, .. });
    let mut proof = one_or_two(ctx, i, subject, vec![guard, nothing], at_barrier)?;
    if about.len() > 1 {
        return Err((OpenCause::Specification("predicates on two arrays".to_owned()), Vec::new()));
    }
    let Some(&(object, write)) = about.first() else { return Ok(proof) };
    for (e, event) in summary.events.iter().enumerate() {
        let EventKind::Access(access) = &event.kind else { continue };
        let same_mode = match access.mode {
            AccessMode::Read => !write,
            AccessMode::Write => write,
            // GPUVerify keeps atomics apart from reads and writes.
            AccessMode::Atomic(_) => false,
        };
        if access.object != object || !same_mode {
            continue;
        }
        let before = happens_before(ctx.terms, pair, e, i);
        let happened = pair.second(ctx.terms, event.guard);
        let offset = pair.second(ctx.terms, access.offset);
        for (sign, offset) in as_unsigned(ctx, fails, offset) {
            let wrong = with_access(ctx, fails, Some((object, write, offset)));
            if repeated {
                let part = pair.know(ctx.terms, vec![happened, sign, wrong], [None, Some(Place::Event(e))]);
                if let Some(more) = ctx.discharged_by_part(part) {
                    proof.add(more);
                    continue;
                }
            }
            for (block, is_forgotten) in by_block(ctx, wrong, object) {
                let mut conjuncts = vec![guard, happened, before, sign, wrong, block];
                if is_forgotten {
                    let space = ctx.kernel.objects[object].space;
                    conjuncts.extend(parallel(ctx.terms, pair, Accesses { first: i, second: e, space, fault: None }));
                }
                let known = pair.know(ctx.terms, conjuncts, [i, e].map(|e| Some(Place::Event(e))));
                proof.add(ctx.discharge(known, Some(subject))?);
            }
        }
    }
    Ok(proof)
}

/// An obligation at event `i`: about one thread, or, when it speaks of a second one, about all pairs that the launch has;
/// `at_barrier`: all pairs of one block that meet there.
fn one_or_two(
    ctx: &mut Context,
    i: usize,
    subject: &SuspectKind,
    conjuncts: Vec<TermId>,
    at_barrier: bool,
) -> Result<Proof, Open> {
    if ctx.out_of_time() {
        return Err((OpenCause::Budget, Vec::new()));
    }
    let summary = ctx.summary;
    let mut kinds = ctx.pair_kinds();
    if at_barrier {
        kinds.retain(|k| *k == PairKind::SameBlock);
    }
    let relates = conjuncts.iter().any(|&c| summary.functions.is_relation(ctx.terms, c));
    if !relates || kinds.is_empty() && !at_barrier {
        let mut pair = ctx.one_thread();
        return ctx.single(&mut pair, i, conjuncts, Some(subject));
    }
    let mut proof = Proof::of_nothing();
    for kind in kinds {
        let mut pair = Pair::new(ctx.terms, summary, kind, &summary.events[i].loops);
        let mut conjuncts = conjuncts.clone();
        conjuncts.push(pair.distinct(ctx.terms));
        if at_barrier {
            conjuncts.push(executed_together(ctx.terms, &mut pair, i));
        }
        let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)); 2]);
        proof.add(ctx.discharge(known, Some(subject))?);
    }
    Ok(proof)
}

/// The relation of the threads that a condition is about, and whether accesses to the object are forgotten at barriers
/// then.
fn by_block(ctx: &mut Context, condition: TermId, object: ObjectId) -> Vec<(TermId, bool)> {
    let always = ctx.terms.tru();
    if ctx.kernel.objects[object].space == Space::Shared {
        return vec![(always, true)];
    }
    match ctx.summary.functions.same_group.filter(|same| ctx.terms.apps(&[condition]).contains(same)) {
        Some(same) => vec![(same, true), (ctx.terms.not(same), false)],
        None => vec![(always, false)],
    }
}

/// The offset of an access as a predicate compares it, by its sign: offsets are unsigned there, so that a negative one
/// (a parameter may point into an array) is a great number.
fn as_unsigned(ctx: &mut Context, predicate: TermId, offset: TermId) -> Vec<(TermId, TermId)> {
    let terms = &mut *ctx.terms;
    let zero = terms.int(0);
    let not_negative = terms.le(zero, offset);
    let mut cases = vec![(not_negative, offset)];
    let symbols = terms.apps(&[predicate]).into_iter().filter_map(|app| match terms.kind(app) {
        Term::App(f, _) => ctx.summary.functions.access_symbols.get(f).and_then(|s| s.offset),
        _ => None,
    });
    if let (Some(bits), None) = (symbols.max(), terms.as_bool(not_negative)) {
        let modulus = terms.int(1 << bits);
        let wrapped = terms.add(offset, modulus);
        let (negative, once) = (terms.not(not_negative), terms.le(zero, wrapped));
        let far = terms.not(once);
        let rest = terms.modulo(offset, modulus);
        cases.push((terms.and(&[negative, once]), wrapped));
        cases.push((far, rest));
    }
    cases
}

/// The condition after the given access (object, write, offset), or after none.
fn with_access(ctx: &mut Context, t: TermId, access: Option<(ObjectId, bool, TermId)>) -> TermId {
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for app in ctx.terms.apps(&[t]) {
        let Term::App(f, _) = ctx.terms.kind(app) else { continue };
        let Some(&symbol) = ctx.summary.functions.access_symbols.get(f) else { continue };
        match access {
            Some((object, write, offset)) if symbol.object == object && symbol.write == write => {
                let value = if symbol.offset.is_some() { offset } else { ctx.terms.tru() };
                map.insert(app, value);
            }
            _ if symbol.offset.is_none() => {
                let no = ctx.terms.fls();
                map.insert(app, no);
            }
            _ => {}
        }
    }
    ctx.terms.substitute(t, &map)
}

/// True if the failed assertion of a run is that of a suspect.
pub(crate) fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    match (finding, kind) {
        (Finding::AssertFailed { span, kind: failed, .. }, SuspectKind::Assertion { site, kind }) => {
            let of_lanes = |kind: &AssertKind| *kind == AssertKind::LanesArrive;
            *span == site.span && *kind != AssertKind::Candidate && of_lanes(kind) == of_lanes(failed)
        }
        _ => false,
    }
}
