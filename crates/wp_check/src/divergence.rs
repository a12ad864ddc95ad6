//! Barrier divergence: two threads of one block, one barrier, the same iterations of its loops, exactly one of two
//! guards; or both guards, and they disagree on a value that has to be the same for all.

use crate::context::{Context, Open, Site, SiteKind, Suspect, SuspectKind};
use crate::race::second_ids;
use crate::Findings;
use wp_kir::{BarrierScope, Dialect};
use wp_logic::TermId;
use wp_prove::warp::{self, WarpBarrier};
use wp_prove::{Pair, PairKind, Place, Proof};
use wp_summary::{EventKind, Fault, Premises};

/// Checks every barrier, and that no construct without a model is reached.
pub(crate) fn check(ctx: &mut Context, found: &mut Findings) {
    let mut checked = 0;
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        match &event.kind {
            EventKind::Barrier { scope, .. } => {
                let kinds: &[PairKind] = match scope {
                    BarrierScope::Block => &[PairKind::SameBlock],
                    BarrierScope::Grid => &[PairKind::SameBlock, PairKind::OtherBlock],
                    // The assumption `warp-sync` states that all lanes of the mask arrive; order by warp barriers asks
                    // for more, see `uniform_warp_barriers`.
                    BarrierScope::Warp { .. } => &[],
                };
                checked += 1;
                if ctx.rules.fault == Some(Fault::FirstBarrierOnly) && checked > 1 {
                    continue;
                }
                for &kind in kinds {
                    check_barrier(ctx, i, kind, found);
                }
            }
            EventKind::Unsupported(what) => {
                let (what, span) = (what.clone(), event.span);
                check_unsupported(ctx, i, SuspectKind::Unsupported { what, span }, found);
            }
            _ => {}
        }
    }
}

fn check_barrier(ctx: &mut Context, i: usize, kind: PairKind, found: &mut Findings) {
    let summary = ctx.summary;
    let event = &summary.events[i];
    let mut pair = Pair::new(ctx.terms, summary, kind, &event.loops);
    let other = pair.second(ctx.terms, event.guard);
    let subject = SuspectKind::Divergence { barrier: Site { span: event.span, kind: SiteKind::Barrier } };
    let mut ways = Vec::new();
    if other == event.guard {
        let rests_on = pair.premises_of(ctx.terms, &[event.guard]);
        found.proved(&subject, ctx.closed_by_structure(&[event.guard], rests_on));
    } else {
        ways.push(vec![event.guard, ctx.terms.not(other)]);
    }
    if let EventKind::Barrier { agree, .. } = &event.kind {
        for &value in agree {
            let others = pair.second(ctx.terms, value);
            if others == value {
                let rests_on = pair.premises_of(ctx.terms, &[value]);
                found.proved(&subject, Proof { rests_on, ..Proof::of_nothing() });
                continue;
            }
            let same = match ctx.terms.sort(value) {
                wp_logic::Sort::Bool => ctx.terms.iff(value, others),
                wp_logic::Sort::Int | wp_logic::Sort::Float(_) => ctx.terms.eq(value, others),
            };
            ways.push(vec![event.guard, other, ctx.terms.not(same)]);
        }
    }
    for way in ways {
        match check_way(ctx, &mut pair, i, way) {
            Ok(proof) => found.proved(&subject, proof),
            Err((cause, conjuncts)) => {
                let second = Some(second_ids(ctx, &mut pair));
                let unknowns = ctx.unknowns(&conjuncts);
                found.suspects.push(Suspect { kind: subject, cause, conjuncts, second, unknowns });
                return;
            }
        }
    }
}

/// One way in which the threads may not meet at the barrier.
fn check_way(ctx: &mut Context, pair: &mut Pair, i: usize, mut conjuncts: Vec<TermId>) -> Result<Proof, Open> {
    let event = &ctx.summary.events[i];
    conjuncts.push(pair.distinct(ctx.terms));
    // A grid barrier waits for whole blocks, also for one that has ended.
    let of_grid = matches!(event.kind, EventKind::Barrier { scope: BarrierScope::Grid, .. });
    if ctx.rules.exit_arrives && ctx.kernel.dialect == Dialect::Cuda && !of_grid {
        let returned = pair.second(ctx.terms, event.returned);
        let still_here = ctx.terms.not(returned);
        conjuncts.push(still_here);
    }
    let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)); 2]);
    ctx.discharge(known)
}

/// The warp barriers, when every one of them is executed by all lanes of its mask that have not returned; else none, as the
/// device might match a barrier with another one.
pub(crate) fn uniform_warp_barriers(ctx: &mut Context, order: &mut Pair) -> (Vec<WarpBarrier>, Premises) {
    let summary = ctx.summary;
    let found = warp::barriers(ctx.terms, order).unwrap_or_default();
    let mut premises = Premises::NONE;
    for barrier in &found {
        let event = &summary.events[barrier.event];
        let mut pair = Pair::new(ctx.terms, summary, PairKind::SameBlock, &event.loops);
        let both = warp::barriers(ctx.terms, &mut pair).unwrap_or_default();
        let Some(both) = both.iter().find(|b| b.event == barrier.event).map(|b| b.both) else {
            return (Vec::new(), Premises::NONE);
        };
        let other = pair.second(ctx.terms, event.guard);
        let missing = ctx.terms.not(other);
        let returned = pair.second(ctx.terms, event.returned);
        let still_here = ctx.terms.not(returned);
        let distinct = pair.distinct(ctx.terms);
        let conjuncts = vec![event.guard, missing, still_here, both, distinct];
        let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(barrier.event)); 2]);
        match ctx.discharge(known) {
            Ok(proof) => premises.join(&proof.rests_on),
            Err(_) => return (Vec::new(), Premises::NONE),
        }
    }
    (found, premises)
}

fn check_unsupported(ctx: &mut Context, i: usize, kind: SuspectKind, found: &mut Findings) {
    let summary = ctx.summary;
    let mut pair = Pair::new(ctx.terms, summary, PairKind::SameBlock, &[]);
    let known = pair.know(ctx.terms, vec![summary.events[i].guard], [Some(Place::Event(i)); 2]);
    match ctx.discharge(known) {
        Ok(proof) => found.proved(&kind, proof),
        Err((cause, conjuncts)) => {
            let unknowns = ctx.unknowns(&conjuncts);
            found.suspects.push(Suspect { kind, cause, conjuncts, second: None, unknowns });
        }
    }
}
