//! Whether sizes can fit their types at all: the assumption `no-unsigned-wrap` may contradict what is known of the
//! launch, and would then prove anything.

use rustc_hash::FxHashMap;
use wp_logic::{TermId, Terms};
use wp_prove::{Patience, Prover, QueryEffort};
use wp_solve::Solver;
use wp_summary::Summary;

wp_base::limits! {
    /// The part of the effort for one query that the question gets.
    const SHARE: u32 = 8;
}

/// False if in every launch that satisfies what is known of launches one of the sums and products that are taken to fit
/// their types does not: in the last thread of the last block, before the first iteration of loops has ended.
pub fn may_fit(summary: &Summary, terms: &mut Terms, solver: &mut Solver) -> bool {
    if summary.fits.sizes.is_empty() {
        return true;
    }
    let launch = summary.launch;
    let one = terms.int(1);
    let mut last: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (ids, extents) in [(launch.tid, launch.bdim), (launch.bid, launch.gdim)] {
        for (id, extent) in ids.into_iter().zip(extents) {
            let greatest = terms.sub(extent, one);
            last.insert(id, greatest);
        }
    }
    let zero = terms.int(0);
    last.extend(summary.loops.values().map(|l| (l.counter, zero)));
    let mut conjuncts: Vec<TermId> = summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
    for &(size, bits) in &summary.fits.sizes {
        let greatest = terms.substitute(size, &last);
        let limit = terms.int(1 << bits);
        conjuncts.push(terms.lt(greatest, limit));
    }
    let mut prover = Prover::new(Patience::ENDLESS);
    !prover.outcome(terms, solver, &conjuncts, QueryEffort::part(SHARE.get())).is_proof()
}
