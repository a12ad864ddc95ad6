//! Relates divisions with each other: two dividends that are congruent modulo the divisor have one remainder.
//!
//! Terms keep a quotient with the dividend as it was written and a remainder with reduced coefficients, so that
//! `(x + 176*y) div 219` and `(x - 43*y) mod 219` do not look like two digits of one number. Both functions are exact:
//! [`unify`] is an equivalence, [`name`] introduces symbols that are determined by what it adds.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{Class, Linear, Range, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Divisions and moduli that are named.
    const MAX_DIVISIONS: usize = 12;
}

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

/// A division that has names: `dividend = divisor * quotient + remainder`.
#[derive(Clone, Copy)]
struct Named {
    dividend: TermId,
    quotient: TermId,
    remainder: TermId,
}

/// Replaces `a div b` and `a mod b` with positive `b` by symbols `q`, `r` with `a = b*q + r` and `0 <= r < b`, which
/// determines them. So no atom of an equality hides in another one. `None` when there is nothing or too much to name.
pub(crate) fn name(terms: &mut Terms, literals: &[TermId]) -> Option<TermId> {
    // By the remainder and the divisor.
    let mut names: FxHashMap<(TermId, TermId), Named> = FxHashMap::default();
    let mut cache: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut conjuncts = Vec::new();
    let mut count = 0;
    for t in terms.subterms(literals, |_| false) {
        let (Term::Div(a, b) | Term::Mod(a, b)) = *terms.kind(t) else { continue };
        if !terms.range(b).is_at_least(1) {
            continue;
        }
        let key = (terms.modulo(a, b), b);
        let dividend = terms.substitute_cached(a, &mut cache);
        let divisor = terms.substitute_cached(b, &mut cache);
        let earlier = names.get(&key).copied();
        let named = match earlier.and_then(|named| same_digits(terms, named, dividend, divisor)) {
            Some(named) => named,
            None => {
                count += 1;
                if count > MAX_DIVISIONS.get() {
                    return None;
                }
                let quotients = terms.range(a).floor_div(terms.range(b));
                let remainders = terms.range(a).floor_mod(terms.range(b)).intersect(Range::at_least(0));
                let quotient = terms.sym("quotient", Sort::Int, Class::Thread, quotients);
                let remainder = match earlier {
                    Some(named) => named.remainder,
                    None => terms.sym("remainder", Sort::Int, Class::Thread, remainders),
                };
                let multiple = terms.mul(quotient, divisor);
                let number = terms.add(multiple, remainder);
                conjuncts.push(terms.eq(dividend, number));
                conjuncts.push(terms.lt(remainder, divisor));
                Named { dividend, quotient, remainder }
            }
        };
        names.entry(key).or_insert(named);
        let value = if matches!(terms.kind(t), Term::Div(..)) { named.quotient } else { named.remainder };
        cache.insert(t, value);
    }
    if names.is_empty() {
        return None;
    }
    for &t in literals {
        conjuncts.push(terms.substitute_cached(t, &mut cache));
    }
    Some(terms.and(&conjuncts))
}

/// The digits of a dividend that differs from a named one by a visible multiple of the divisor.
fn same_digits(terms: &mut Terms, named: Named, dividend: TermId, divisor: TermId) -> Option<Named> {
    let difference = terms.linear(dividend).plus(-1, &terms.linear(named.dividend))?;
    let multiple = match (terms.as_int(divisor), difference.as_int()) {
        (_, Some(0)) => Linear::default(),
        (Some(m), _) => {
            let (multiple, rest) = difference.split(m);
            (rest.as_int() == Some(0)).then_some(multiple)?
        }
        (None, _) => return None,
    };
    let quotient = terms.linear(named.quotient).plus(1, &multiple)?;
    Some(Named { dividend, quotient: terms.from_linear(quotient), remainder: named.remainder })
}
