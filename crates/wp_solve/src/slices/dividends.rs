//! Dividends that are digits of one another: with `t < 256`, `b` and `t` are the quotient and the remainder of
//! `256*b + t` by 256. Terms of a sum are divided while they are made, so that one index of a thread occurs as
//! `256*b + t`, as `t` and as `8*b + t div 32`.

use super::{Monomial, Slice};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wp_logic::{gcd, Linear, Term, TermId, Terms};

wp_base::limits! {
    /// Dividends by constants that are compared with one another.
    const MAX_DIVIDENDS: usize = 24;
}

/// The dividends by constants that are slices of another one, and those that they are slices of.
pub(super) fn slices(terms: &mut Terms, literals: &[TermId]) -> FxHashMap<TermId, Slice> {
    let mut dividends: Vec<TermId> = Vec::new();
    for t in terms.subterms(literals, |_| false) {
        if let Term::Div(a, b) | Term::Mod(a, b) = *terms.kind(t) {
            if terms.as_int(b).is_some_and(|b| b > 1) && !dividends.contains(&a) {
                dividends.push(a);
            }
        }
    }
    let mut found = FxHashMap::default();
    if dividends.len() < 2 || dividends.len() > MAX_DIVIDENDS.get() {
        return found;
    }
    // A number has more digits than its slices, and so a greater range.
    dividends.sort_by_key(|&a| std::cmp::Reverse((terms.range(a).hi.unwrap_or(i128::MAX), a)));
    let mut wholes: Vec<TermId> = Vec::new();
    for a in dividends {
        let slice = wholes.iter().find_map(|&number| slice_of(terms, number, a));
        match slice {
            Some(slice) => {
                found.entry(slice.number).or_insert_with(|| Slice::whole(slice.number));
                found.insert(a, slice);
            }
            None => wholes.push(a),
        }
    }
    found
}

/// `a` as the quotient or the remainder of a number by a constant.
fn slice_of(terms: &mut Terms, number: TermId, a: TermId) -> Option<Slice> {
    let (whole, part) = (terms.linear(number), terms.linear(a));
    let constant = |coefficient: i128| Monomial { coefficient, factors: Vec::new() };
    // number = q*m + a with 0 <= a < m
    let above = whole.plus(-1, &part)?;
    let m = above.content();
    if m > 1 && above.constant % m == 0 && lies_below(terms, &part, m) {
        return Some(Slice { number, low: Monomial::one(), high: Some(constant(m)) });
    }
    // number = m*a + r with 0 <= r < m
    let &(c, x) = part.items.iter().find(|&&(_, t)| whole.items.iter().any(|&(_, of)| of == t))?;
    let of_number = whole.items.iter().find(|&&(_, t)| t == x)?.0;
    let m = of_number.checked_div(c).filter(|m| *m > 1 && m.checked_mul(c) == Some(of_number))?;
    let rest = whole.plus(m.checked_neg()?, &part)?;
    let rest = with_remainders(terms, rest)?;
    lies_below(terms, &rest, m).then(|| Slice { number, low: constant(m), high: None })
}

fn lies_below(terms: &Terms, p: &Linear, m: i128) -> bool {
    let range = terms.range_of_linear(p);
    range.is_at_least(0) && range.is_at_most(m - 1)
}

/// The sum with `x - x mod m` for `m*(x div m)`.
fn with_remainders(terms: &mut Terms, mut p: Linear) -> Option<Linear> {
    for (c, t) in p.items.clone() {
        let Term::Div(x, divisor) = *terms.kind(t) else { continue };
        let Some(m) = terms.as_int(divisor).filter(|&m| m > 1 && gcd(c, m) == m) else { continue };
        let remainder = terms.modulo(x, divisor);
        let difference = terms.linear(x).plus(-1, &terms.linear(remainder))?;
        p = p.plus(-c, &Linear::atom(t))?.plus(c / m, &difference)?;
    }
    Some(p)
}

/// The subterms of literals, operands first, but for those that occur only in one of these dividends.
pub(super) fn outside(terms: &Terms, literals: &[TermId], dividends: &FxHashSet<TermId>) -> Vec<TermId> {
    let is_divided = |t: TermId| match *terms.kind(t) {
        Term::Div(a, _) | Term::Mod(a, _) => dividends.contains(&a),
        _ => false,
    };
    let mut found: BTreeSet<TermId> = BTreeSet::new();
    let mut todo = literals.to_vec();
    while let Some(t) = todo.pop() {
        if found.insert(t) && !is_divided(t) {
            todo.extend(terms.children(t));
        }
    }
    found.into_iter().collect()
}
