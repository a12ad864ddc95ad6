//! Whether sizes can fit their types at all: the assumption `no-unsigned-wrap` may contradict what is known of the
//! launch, and would then prove anything.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{Term, TermId, Terms};
use wp_prove::{Patience, Prover, QueryEffort};
use wp_solve::Solver;
use wp_summary::Summary;

wp_base::limits! {
    /// The part of the effort for one query that the question gets.
    const SHARE: u32 = 8;
}

/// False if in every launch that satisfies what is known of launches one of the sums and products that are taken to fit
/// their types does not: in the last thread of the last block, before the first iteration of loops has ended. Also false
/// if one of them consists of constants, between which conditions choose (`n = few ? 256 : 1 << 31`), and does not fit
/// for some choice: such a launch is one of the program.
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
    let mut prover = Prover::new(Patience::ENDLESS);
    let effort = QueryEffort::part(SHARE.get());
    let facts = conjuncts.len();
    for &(size, bits) in &summary.fits.sizes {
        let greatest = terms.substitute(size, &last);
        let limit = terms.int(1 << bits);
        let fits = terms.lt(greatest, limit);
        if is_choice_of_constants(terms, greatest, &conjuncts[..facts]) {
            let exceeds = terms.not(fits);
            let facts = [&conjuncts[..facts], &[exceeds]].concat();
            if !prover.outcome(terms, solver, &facts, effort).is_proof() {
                return false;
            }
        }
        conjuncts.push(fits);
    }
    !prover.outcome(terms, solver, &conjuncts, effort).is_proof()
}

/// True if a number is one of several constants by the facts: nothing but conditions and symbols that are decides which
/// one it is.
pub fn is_choice_of_constants(terms: &Terms, number: TermId, facts: &[TermId]) -> bool {
    let mut open = vec![number];
    let mut seen = FxHashSet::default();
    while let Some(t) = open.pop() {
        match *terms.kind(t) {
            _ if !seen.insert(t) => {}
            Term::App(..) if facts.iter().any(|&fact| chooses(terms, fact, t)) => {}
            Term::App(..) => return false,
            Term::Ite(_, a, b) => open.extend([a, b]),
            _ => open.extend(terms.children(t)),
        }
    }
    true
}

/// True if a fact says that a symbol is one of several constants.
fn chooses(terms: &Terms, fact: TermId, symbol: TermId) -> bool {
    match terms.kind(fact) {
        Term::And(parts) => parts.iter().any(|&part| chooses(terms, part, symbol)),
        Term::Or(parts) => parts.iter().all(|&part| chooses(terms, part, symbol)),
        &Term::Ite(_, a, b) => chooses(terms, a, symbol) && chooses(terms, b, symbol),
        &Term::Eq(a, b) => {
            let sides = terms.linear(a).items.into_iter().chain(terms.linear(b).items);
            let (own, others): (Vec<_>, Vec<_>) = sides.partition(|&(_, t)| t == symbol);
            own.len() == 1 && others.into_iter().all(|(_, t)| is_choice_of_constants(terms, t, &[]))
        }
        _ => false,
    }
}
