//! Accesses at which some thread is misaligned whatever the arguments, the extents and the contents of memory are.
//!
//! Candidates are threads with small identifiers in the first block and the first iterations of loops, which ordinary
//! launches have. For such a thread the offset of the access modulo its width has to be a number. Only a filter: whether
//! a thread executes the access, and is misaligned there, shows a run.

use crate::context::Context;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_kir::ObjectId;
use wp_logic::{Term, TermId};
use wp_summary::Alignment;

/// Values of `threadIdx.x`; some are beyond a warp.
const X: [i128; 6] = [0, 1, 2, 3, 33, 66];
/// Values of `threadIdx.y`, and of the counters of loops.
const FEW: [i128; 2] = [0, 1];

/// True if a candidate is misaligned where its guard may hold. In an object that may begin anywhere, that takes two
/// candidates that are not aligned alike.
pub(super) fn is_misplaced(ctx: &mut Context, guard: TermId, alignment: &Alignment, object: ObjectId) -> bool {
    let summary = ctx.summary;
    let align = i128::from(ctx.kernel.objects[object].align.max(1));
    let bytes = i128::from(alignment.bytes);
    let counters: Vec<TermId> = summary.loops.values().map(|l| l.counter).collect();
    let mut rests: BTreeSet<i128> = BTreeSet::new();
    for x in X {
        for y in FEW {
            for k in FEW {
                let launch = summary.launch;
                let chosen = [(launch.tid[0], x), (launch.tid[1], y), (launch.tid[2], 0)];
                let chosen = chosen.into_iter().chain(launch.bid.map(|t| (t, 0)));
                let chosen = chosen.chain(counters.iter().map(|&t| (t, k)));
                let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
                for (t, n) in chosen {
                    if matches!(ctx.terms.kind(t), Term::App(..)) {
                        values.insert(t, ctx.terms.int(n));
                    }
                }
                let at = ctx.terms.substitute(alignment.start, &values);
                let modulus = ctx.terms.int(bytes);
                let rest = ctx.terms.modulo(at, modulus);
                let Some(rest) = ctx.terms.as_int(rest) else { continue };
                if rests.contains(&rest) || rest == 0 && align >= bytes {
                    continue;
                }
                let guard = ctx.terms.substitute(guard, &values);
                if ctx.terms.as_bool(guard) == Some(false) {
                    continue;
                }
                rests.insert(rest);
                if rests.iter().any(|rest| rest % align.min(bytes) != 0) || rests.len() > 1 && align < bytes {
                    return true;
                }
            }
        }
    }
    false
}
