//! Splits a conjunction by the conditions of its conditional values and refutes each case without a solver.
//!
//! A condition that bounds one symbol is the best to split by: in each case the symbol has a tighter range, under which
//! conditionals, wraps, masks and divisions are decided (`simplify`). The cases cover everything. To fail means
//! nothing.

use crate::digits::refute;
use crate::quotients;
use crate::simplify::simplify;
use wp_logic::{Term, TermId, Terms};

/// Cases in a row.
const DEPTH: usize = 4;
/// Cases in all.
const MAX_CASES: usize = 24;
/// Conjunctions with more nodes are left to the solver.
const MAX_NODES: usize = 1500;

/// Whether every case is refuted.
pub(crate) fn refuted(terms: &mut Terms, conjuncts: &[TermId]) -> bool {
    let mut cases = MAX_CASES;
    split(terms, conjuncts, DEPTH, &mut cases)
}

fn split(terms: &mut Terms, conjuncts: &[TermId], depth: usize, cases: &mut usize) -> bool {
    if depth == 0 || terms.subterms(conjuncts, |_| false).len() > MAX_NODES {
        return false;
    }
    let Some(condition) = condition(terms, conjuncts) else { return false };
    let negated = terms.not(condition);
    [condition, negated].into_iter().all(|case| {
        if *cases == 0 {
            return false;
        }
        *cases -= 1;
        let conjuncts = [conjuncts, &[case]].concat();
        let conjuncts = reduce(terms, conjuncts);
        refute(terms, &conjuncts) || split(terms, &conjuncts, depth - 1, cases)
    })
}

/// Simplified, with what is decided by it.
pub(crate) fn reduce(terms: &mut Terms, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let conjuncts = simplify(terms, &conjuncts).map_or(conjuncts, |s| s.conjuncts);
    match quotients::decide(terms, &conjuncts) {
        Some(decided) => simplify(terms, &decided).map_or(decided, |s| s.conjuncts),
        None => conjuncts,
    }
}

/// A condition of a conditional value that is a comparison of one symbol with a constant, else any comparison.
fn condition(terms: &Terms, conjuncts: &[TermId]) -> Option<TermId> {
    let conditions = terms.subterms(conjuncts, |_| false).into_iter().filter_map(|t| match *terms.kind(t) {
        Term::Ite(condition, _, _) => Some(condition),
        _ => None,
    });
    let comparisons = conditions.filter(|&c| matches!(terms.kind(c), Term::Le(..) | Term::Eq(..)));
    comparisons.min_by_key(|&c| (terms.apps(&[c]).len(), c))
}
