//! Barrier divergence: two threads of one block (of one sub-group, for its barriers), one barrier, the same iterations of
//! its loops, exactly one of two guards; or both guards, and they disagree on a value that has to be the same for all.

mod named;

use crate::context::Context;
use crate::findings::Findings;
use crate::suspect::{Open, Site, SiteKind, SuspectKind};
use wp_interp::Finding;
use wp_kir::BarrierScope;
use wp_logic::TermId;
use wp_prove::{warp, Pair, PairKind, Place, Proof};
use wp_summary::{seeded, EventKind};

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
                    // for more (`races/warps`). Masks of CUDA need not be constants.
                    BarrierScope::Warp { .. } if ctx.kernel.dialect.is_cpp() => &[],
                    BarrierScope::Warp { .. } => &[PairKind::SameBlock],
                };
                checked += 1;
                if seeded!(ctx.rules.fault, FirstBarrierOnly) && checked > 1 {
                    continue;
                }
                for &kind in kinds {
                    check_barrier(ctx, i, kind, found);
                }
            }
            // Those of one barrier are looked at together.
            EventKind::NamedBarrier(_) => {}
            EventKind::Unsupported(what) => {
                let (what, span) = (what.clone(), event.span);
                check_unsupported(ctx, i, SuspectKind::Unsupported { what, span }, found);
            }
            _ => {}
        }
    }
    named::check(ctx, found);
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
        let outcome = check_way(ctx, &mut pair, i, way, &subject);
        if found.conclude(ctx, subject.clone(), Some(&mut pair), outcome) {
            return;
        }
    }
}

/// One way in which the threads may not meet at the barrier.
fn check_way(
    ctx: &mut Context,
    pair: &mut Pair,
    i: usize,
    mut conjuncts: Vec<TermId>,
    subject: &SuspectKind,
) -> Result<Proof, Open> {
    let event = &ctx.summary.events[i];
    conjuncts.push(pair.distinct(ctx.terms));
    if matches!(event.kind, EventKind::Barrier { scope: BarrierScope::Warp { .. }, .. }) {
        let barriers = warp::barriers(ctx.terms, pair).unwrap_or_default();
        // Without a mask that is known, the two are taken to meet.
        conjuncts.extend(barriers.iter().find(|barrier| barrier.event == i).map(|barrier| barrier.both));
    }
    // A grid barrier waits for whole blocks, also for one that has ended.
    let of_grid = matches!(event.kind, EventKind::Barrier { scope: BarrierScope::Grid, .. });
    if ctx.rules.exit_arrives && ctx.kernel.dialect.is_cpp() && !of_grid {
        let returned = pair.second(ctx.terms, event.returned);
        let still_here = ctx.terms.not(returned);
        conjuncts.push(still_here);
    }
    let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)); 2]);
    ctx.discharge(known, Some(subject))
}

fn check_unsupported(ctx: &mut Context, i: usize, kind: SuspectKind, found: &mut Findings) {
    let summary = ctx.summary;
    let mut pair = Pair::new(ctx.terms, summary, PairKind::SameBlock, &[]);
    let known = pair.know(ctx.terms, vec![summary.events[i].guard], [Some(Place::Event(i)); 2]);
    let outcome = ctx.discharge(known, None);
    found.conclude(ctx, kind, None, outcome);
}

/// True if the error of a run is the divergence of a suspect. Threads that wait at two barriers diverge at both.
pub(crate) fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    match (finding, kind) {
        (Finding::Divergence { barrier: span, missing_at, .. }, SuspectKind::Divergence { barrier }) => {
            barrier.span == *span || Some(barrier.span) == *missing_at
        }
        _ => false,
    }
}
