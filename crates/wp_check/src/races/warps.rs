//! Order by warp barriers: it holds where all lanes of their masks execute all of them.

use crate::context::Context;
use wp_prove::warp::{self, WarpBarrier};
use wp_prove::{Pair, PairKind, Place};
use wp_summary::Premises;

/// The warp barriers, when every one of them is executed by all lanes of its mask that have not returned; else none, as
/// the device might match a barrier with another one.
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
        let distinct = pair.distinct(ctx.terms);
        let mut conjuncts = vec![event.guard, missing, both, distinct];
        // Barriers of OpenCL wait for work-items that have returned, too.
        if ctx.kernel.dialect.is_cpp() {
            let returned = pair.second(ctx.terms, event.returned);
            conjuncts.push(ctx.terms.not(returned));
        }
        let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(barrier.event)); 2]);
        match ctx.discharge(known, None) {
            Ok(proof) => premises.join(&proof.rests_on),
            Err(_) => return (Vec::new(), Premises::NONE),
        }
    }
    (found, premises)
}
