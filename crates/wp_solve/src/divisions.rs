//! Relates divisions with each other: two dividends that are congruent modulo the divisor have one remainder.
//!
//! Terms keep a quotient with the dividend as it was written and a remainder with reduced coefficients, so that
//! `(x + 176*y) div 219` and `(x - 43*y) mod 219` do not look like two digits of one number. [`unify`] is an
//! equivalence.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{Term, TermId, Terms};

/// The conjuncts with remainders by constants written with the quotient of a congruent dividend, where there is one.
pub(crate) fn unify(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let nodes = terms.subterms(conjuncts, |_| false);
    let remainders: FxHashSet<TermId> =
        nodes.iter().copied().filter(|&t| matches!(terms.kind(t), Term::Mod(..))).collect();
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &t in &nodes {
        let Term::Div(a, b) = *terms.kind(t) else { continue };
        let remainder = terms.modulo(a, b);
        let congruent = remainders.contains(&remainder) && !map.contains_key(&remainder);
        if !congruent || terms.as_int(b).is_none_or(|b| b <= 0) {
            continue;
        }
        // a mod b = a - b*(a div b)
        let multiple = terms.mul(b, t);
        let value = terms.sub(a, multiple);
        map.insert(remainder, value);
    }
    if map.is_empty() {
        return conjuncts.to_vec();
    }
    conjuncts.iter().map(|&t| terms.substitute_cached(t, &mut map)).collect()
}

/// True if a term is divided by something that is no constant.
pub(crate) fn by_symbols(terms: &Terms, conjuncts: &[TermId]) -> bool {
    let nodes = terms.subterms(conjuncts, |_| false);
    nodes.into_iter().any(|t| match *terms.kind(t) {
        Term::Div(_, b) | Term::Mod(_, b) => terms.as_int(b).is_none(),
        _ => false,
    })
}
