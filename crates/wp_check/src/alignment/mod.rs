//! Alignment, of ONE thread: the address of every access is a multiple of the bytes that its instruction moves.
//!
//! An access that is aligned by the form of its offset, in an object that is aligned for it, has no obligation
//! ([`wp_summary::Summary::alignment`]). Exact: the obligation is the negated condition, about a thread of which
//! nothing is taken from the access itself ([`Place::Visit`]), since the condition is a fact there.
//!
//! Where the offset depends on parameters, extents or contents, a caller may well see to the alignment
//! (`x + row * n` with rows of whole vectors), and so may the compiler of an object that it aligns more than its type
//! asks for. Such an access is only proved or left open; a run in which it is misaligned shows nothing. An access is
//! *misplaced* if some threads of ordinary launches are misaligned there whatever these values are ([`misplaced`]), or
//! if what is known of the launch rules out that it is aligned; only such an access is refuted by a run. Without the
//! assumption `aligned` every run counts.

mod misplaced;

use crate::context::Context;
use crate::findings::Findings;
use crate::suspect::{OpenCause, Site, SiteKind, SuspectKind};
use std::collections::BTreeMap;
use wp_interp::Finding;
use wp_kir::{ObjectId, ParamId};
use wp_logic::{TermId, Terms};
use wp_prove::{Pair, Place};
use wp_summary::{Alignment, EventKind};

/// Multiples of a parameter that may align an access.
const MULTIPLES: [i128; 4] = [2, 4, 8, 16];

/// Checks the accesses whose alignment is not evident; notes the objects that they are to.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    let summary = ctx.summary;
    let mut pair = ctx.one_thread();
    // The open suspects, with the answer to whether a run counts.
    let mut seen: BTreeMap<(Site, ObjectId), bool> = BTreeMap::new();
    for (&i, alignment) in &summary.alignment {
        let event = &summary.events[i];
        let EventKind::Access(a) = &event.kind else { continue };
        found.coverage.unaligned.insert(a.object);
        let site = Site { span: event.span, kind: SiteKind::of(a.mode) };
        let before = seen.get(&(site, a.object)).copied();
        if before == Some(true) {
            continue;
        }
        let mut is_misplaced = alignment.is_required
            && (!summary.takes_alignment || misplaced::is_misplaced(ctx, event.guard, alignment, a.object));
        if before.is_some() && !is_misplaced {
            is_misplaced = is_ruled_out(ctx, &mut pair, i, alignment);
            if !is_misplaced {
                continue;
            }
        }
        let when = aligning_multiples(ctx, alignment, a.object);
        let mut kind = SuspectKind::Alignment { object: a.object, site, is_misplaced, when: when.clone() };
        let outcome = if !alignment.is_required || !is_aligned_for(ctx, alignment, a.object) {
            Err((OpenCause::Layout, Vec::new()))
        } else {
            let misaligned = ctx.terms.not(alignment.condition);
            let known = pair.know(ctx.terms, vec![event.guard, misaligned], [Some(Place::Visit(i)), None]);
            match is_misplaced {
                _ if ctx.out_of_time() => Err((OpenCause::Budget, Vec::new())),
                true => ctx.discharge(known, Some(&kind)),
                // Nothing hangs on it, so it gets part of the effort, and no other attempt is made for it.
                false => ctx.discharged_by_part(known).ok_or((OpenCause::Budget, Vec::new())),
            }
        };
        if !is_misplaced && outcome.is_err() {
            is_misplaced = is_ruled_out(ctx, &mut pair, i, alignment);
            kind = SuspectKind::Alignment { object: a.object, site, is_misplaced, when };
        }
        let earlier = kind.key();
        if outcome.is_err() && before.is_some() {
            found.suspects.retain(|s| s.kind.key() != earlier);
        }
        if found.conclude(ctx, kind, None, outcome) {
            seen.insert((site, a.object), is_misplaced);
        }
    }
}

/// True if what is known (the launches of the program, clauses, the guard) rules out that the access is aligned.
/// Nothing may be assumed that contradicts this: every proof would hold by it.
fn is_ruled_out(ctx: &mut Context, pair: &mut Pair, event: usize, alignment: &Alignment) -> bool {
    let known = vec![ctx.summary.events[event].guard, alignment.condition];
    let known = pair.know(ctx.terms, known, [Some(Place::Visit(event)), None]);
    alignment.is_required && ctx.discharged_by_part(known).is_some()
}

/// True if the condition is all that the alignment of an access takes: the object is aligned for it.
fn is_aligned_for(ctx: &Context, alignment: &Alignment, object: ObjectId) -> bool {
    ctx.kernel.objects[object].align % alignment.bytes == 0
}

/// Parameters, with numbers of which they have to be multiples for the access to be aligned, if that suffices whatever
/// all other values are: the condition is true of the multiples by its form alone.
fn aligning_multiples(ctx: &mut Context, alignment: &Alignment, object: ObjectId) -> Vec<(ParamId, i128)> {
    let apps = ctx.terms.apps(&[alignment.start]);
    let present = |(&id, &t): (&ParamId, &TermId)| apps.contains(&t).then_some((id, t));
    let params: Vec<(ParamId, TermId)> = ctx.summary.params.iter().filter_map(present).collect();
    if !alignment.is_required || !is_aligned_for(ctx, alignment, object) || params.is_empty() {
        return Vec::new();
    }
    let holds = |terms: &mut Terms, params: &[(ParamId, TermId)], multiple: i128| {
        let values = params.iter().map(|&(_, t)| {
            let n = terms.int(multiple);
            (t, terms.mul(n, t))
        });
        let values = values.collect();
        let condition = terms.substitute(alignment.condition, &values);
        terms.as_bool(condition) == Some(true)
    };
    let Some(multiple) = MULTIPLES.into_iter().find(|&m| holds(ctx.terms, &params, m)) else { return Vec::new() };
    let mut needed = params;
    for at in (0..needed.len()).rev() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        if !fewer.is_empty() && holds(ctx.terms, &fewer, multiple) {
            needed = fewer;
        }
    }
    needed.into_iter().map(|(id, _)| (id, multiple)).collect()
}

/// True if the error of a run is the access of a suspect.
pub(crate) fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    match (finding, kind) {
        (
            Finding::Misaligned { object: o, site: at, .. },
            SuspectKind::Alignment { object, site, is_misplaced: true, .. },
        ) => o == object && at.span == site.span,
        _ => false,
    }
}
