//! Masks of powers of two: where the conjunction says `p & (p - 1) = 0`, `x & (p - 1)` is `x mod p`.
//!
//! A number with `p & (p - 1) = 0` is 0 or a power of two (negative numbers keep their sign bit), so the two cases are
//! told apart first. Exact.

use rustc_hash::FxHashMap;
use wp_logic::{Term, TermId, Terms};

/// The numbers that a member states to have at most one bit, each with the power of two that divides it in the terms:
/// the quotient of a number with one bit by a power of two has at most one bit too.
fn single_bits(terms: &Terms, conjuncts: &[TermId]) -> Vec<(TermId, i128)> {
    let mut found = Vec::new();
    for &t in conjuncts {
        let Term::Eq(and, zero) = *terms.kind(t) else { continue };
        let Term::BitAnd(a, b) = *terms.kind(and) else { continue };
        if terms.as_int(zero) != Some(0) {
            continue;
        }
        let stated = [(a, b), (b, a)].into_iter().find(|&(p, mask)| is_predecessor(terms, mask, p));
        found.extend(stated.map(|(p, _)| (p, 1)));
    }
    if found.is_empty() {
        return found;
    }
    let mut divisors: Vec<(TermId, i128)> = Vec::new();
    for t in terms.subterms(conjuncts, |_| false) {
        let Term::Div(p, n) = *terms.kind(t) else { continue };
        let power = terms.as_int(n).filter(|n| *n > 0 && n.count_ones() == 1);
        if let (Some(n), true) = (power, found.contains(&(p, 1))) {
            divisors.push((p, n));
        }
    }
    found.extend(divisors);
    found
}

/// The number `p div n`.
fn quotient(terms: &mut Terms, (p, n): (TermId, i128)) -> TermId {
    let n = terms.int(n);
    terms.div(p, n)
}

/// True if the mask is `p - 1`, possibly wrapped to an unsigned type that holds `p`.
fn is_predecessor(terms: &Terms, mask: TermId, p: TermId) -> bool {
    let mask = match *terms.kind(mask) {
        Term::Wrap { bits, signed: false, arg } if terms.range(p).within(bits, false) => arg,
        _ => mask,
    };
    terms.linear(p).plus(-1, &terms.linear(mask)).and_then(|d| d.as_int()) == Some(1)
}

/// The two cases `p < n` and `p >= n` of a number with at most one bit whose quotient by `n` is in use, if it is open
/// whether that is 0.
pub(crate) fn cases(terms: &mut Terms, conjuncts: &[TermId]) -> Option<[TermId; 2]> {
    single_bits(terms, conjuncts).into_iter().find_map(|(p, n)| {
        let range = terms.range(p);
        let n = terms.int(n);
        // The greatest power of two in the range.
        let most = range.hi.filter(|hi| *hi > 0).map_or(i128::MAX, |hi| 1 << hi.ilog2());
        let most = terms.int(most);
        let (above, below) = (terms.le(n, p), terms.le(p, most));
        let cases = [terms.lt(p, n), terms.and(&[above, below])];
        let open = cases.iter().all(|c| terms.as_bool(*c).is_none() && !conjuncts.contains(c));
        (open && range.is_at_least(0)).then_some(cases)
    })
}

/// The conjuncts with masks by positive powers of two written as remainders.
pub(crate) fn remainders(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let numbers = single_bits(terms, conjuncts);
    let numbers: Vec<TermId> = numbers.into_iter().map(|number| quotient(terms, number)).collect();
    let powers: Vec<TermId> = numbers.into_iter().filter(|&p| terms.range(p).is_at_least(1)).collect();
    if powers.is_empty() {
        return conjuncts.to_vec();
    }
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for t in terms.subterms(conjuncts, |_| false) {
        let Term::BitAnd(a, b) = *terms.kind(t) else { continue };
        for (x, mask) in [(a, b), (b, a)] {
            let is_plain = !matches!(terms.kind(mask), Term::Wrap { .. });
            let power = powers.iter().copied().find(|&p| p != x && is_plain && is_predecessor(terms, mask, p));
            if let Some(p) = power {
                map.insert(t, terms.modulo(x, p));
            }
        }
    }
    conjuncts.iter().map(|&t| terms.substitute_cached(t, &mut map)).collect()
}
