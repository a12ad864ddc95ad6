//! Order of mixed-radix numbers: bounds of the high digits that follow from inequalities.
//!
//! From `M*q + r <= 0` with `M >= 1` follows `q <= -1` where `r >= 1`, and `q <= 0` where `r >= 1 - M`. So from
//! `W*y + x < W*H` and `x >= 0` follows `y < H`. No sum of multiples of the facts gives that, because the digit is
//! rounded.
//!
//! Sound: each inequality that is added follows from the conjunction. It ends, because a quotient has fewer factors or
//! smaller coefficients.

use crate::bounds::{product, Bounds, Effort};
use crate::digits::divide;
use wp_base::Id;
use wp_logic::{Linear, Term, TermId, Terms};

/// The conjunction with the bounds of high digits that ranges do not give. `None` where there is none. Digits are the
/// atoms from `original` on. The searches take their effort from `fuel`.
pub(crate) fn bound_high_digits(
    terms: &mut Terms,
    bounds: &Bounds,
    literals: &[TermId],
    original: usize,
    fuel: &mut usize,
) -> Option<TermId> {
    if *fuel == 0 {
        return None;
    }
    let before = bounds.fuel.replace(*fuel);
    let mut found: Vec<TermId> = Vec::new();
    for &t in literals {
        let Term::Le(a, b) = *terms.kind(t) else { continue };
        let Some(fact) = terms.linear(a).plus(-1, &terms.linear(b)).filter(|fact| fact.items.len() > 1) else {
            continue;
        };
        for modulus in places(terms, &fact, original) {
            if let Some(bound) = high_digit(terms, bounds, &fact, &modulus, original) {
                let (left, zero) = (terms.from_linear(bound), terms.int(0));
                found.push(terms.le(left, zero));
            }
        }
    }
    *fuel = bounds.fuel.replace(before);
    let conjunction = terms.and(literals);
    let next = terms.and(&[literals, &found[..]].concat());
    (next != conjunction).then_some(next)
}

/// The places of the digits of a fact: the products that it multiplies a digit with, as they are and with the
/// coefficient, the smaller ones first.
fn places(terms: &mut Terms, fact: &Linear, original: usize) -> Vec<Linear> {
    let mut found: Vec<(usize, Linear)> = Vec::new();
    for &(c, m) in &fact.items {
        let factors = terms.factors(m);
        let Some(at) = factors.iter().position(|f| f.index() >= original) else { continue };
        let others: Vec<TermId> = factors.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &f)| f).collect();
        let place = product(terms, &others);
        for factor in [Some(1), c.checked_abs().filter(|&c| c > 1)].into_iter().flatten() {
            let scaled = terms.scale(factor, place);
            let modulus = terms.linear(scaled);
            if modulus.as_int() != Some(1) && !found.iter().any(|(_, known)| *known == modulus) {
                found.push((others.len(), modulus));
            }
        }
    }
    found.sort_by_key(|&(factors, _)| factors);
    found.into_iter().map(|(_, modulus)| modulus).collect()
}

/// `q + 1` or `q`, which is at most 0 if the fact `M*q + r` is.
fn high_digit(terms: &mut Terms, bounds: &Bounds, fact: &Linear, modulus: &Linear, original: usize) -> Option<Linear> {
    let (quotient, rest) = divide(terms, fact, modulus)?;
    let is_digit = |f: TermId| f.index() >= original;
    let has_digit = quotient.items.iter().any(|&(_, m)| terms.factors(m).into_iter().any(is_digit));
    if !has_digit || !bounds.range(terms, modulus).is_at_least(1) {
        return None;
    }
    let one = Linear::int(1);
    let next = quotient.plus(1, &one)?;
    // r >= 1 is 1 - r <= 0.
    let positive = one.plus(-1, &rest)?;
    let bound = if bounds.implies_by(terms, &positive, Effort::Quick) {
        next
    } else {
        let above = positive.plus(-1, modulus)?;
        bounds.implies_by(terms, &above, Effort::Quick).then_some(quotient)?
    };
    (!bounds.range(terms, &bound).is_at_most(0)).then_some(bound)
}
