//! Decides wraps, quotients and remainders by constants under the members of a conjunction together.
//!
//! `(M*q + r) div M = q` and `(M*q + r) mod M = r` where `0 <= r < M`. Ranges of symbols decide that while terms are
//! built; here the inequalities of the conjunction do (`bounds`), so that `3*x - y + 1024*z` is known not to be
//! negative because a guard says `y <= 3*x`. Output: a conjunction that the input implies, so it serves to refute and
//! not to find models: a member that bounds a dividend may lose that meaning when it is rewritten itself.

use crate::bounds::Bounds;
use rustc_hash::FxHashMap;
use wp_logic::{Linear, Term, TermId, Terms};

wp_base::limits! {
    /// Rounds, each with the inequalities that the one before made simpler.
    const MAX_ROUNDS: usize = 4;
    /// Inequalities looked at in one round.
    const FUEL: usize = 4000;
    /// Conjunctions with more nodes are left as they are.
    const MAX_NODES: usize = 2000;
    /// Multiples of the divisor that the rest is compared with.
    const MAX_SHIFTS: i128 = 3;
}

/// The conjunction with the decided operators replaced; `None` if none is decided.
pub(crate) fn decide(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut now = conjuncts.to_vec();
    for _ in 0..MAX_ROUNDS.get() {
        let nodes = terms.subterms(&now, |_| false);
        if nodes.len() > MAX_NODES.get() {
            break;
        }
        if !nodes.iter().any(|&t| operator(terms, t).is_some()) {
            break;
        }
        let bounds = Bounds::new(terms, &now, FUEL.get());
        let mut cache: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut found = false;
        for t in nodes {
            if let Some(value) = decided(terms, &bounds, t, &mut cache) {
                cache.insert(t, value);
                found = true;
            }
        }
        if !found {
            break;
        }
        let replaced: Vec<TermId> = now.iter().map(|&t| terms.substitute_cached(t, &mut cache)).collect();
        let conjunction = terms.and(&replaced);
        now = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
    }
    (now != conjuncts).then_some(now)
}

/// The value of the operator, if the rest lies in the interval that the operator leaves unchanged.
fn decided(terms: &mut Terms, bounds: &Bounds, t: TermId, cache: &mut FxHashMap<TermId, TermId>) -> Option<TermId> {
    let (arg, low, modulus) = operator(terms, t)?;
    let arg = terms.substitute_cached(arg, cache);
    let (quotient, rest) = nearest(&terms.linear(arg), modulus)?;
    let shift = shifts(terms, bounds, &rest, modulus).find(|&s| {
        let least = s.checked_mul(modulus).and_then(|m| m.checked_add(low));
        least.is_some_and(|least| lies_in(terms, bounds, &rest, least, modulus))
    })?;
    Some(match terms.kind(t) {
        Term::Div(..) => {
            let quotient = quotient.plus(shift, &Linear::int(1))?;
            terms.from_linear(quotient)
        }
        _ => {
            let rest = rest.plus(shift.checked_neg()?, &Linear::int(modulus))?;
            terms.from_linear(rest)
        }
    })
}

/// The argument of an operator that a constant divides by, the least rest that it leaves as it is, and the constant.
fn operator(terms: &Terms, t: TermId) -> Option<(TermId, i128, i128)> {
    match *terms.kind(t) {
        Term::Wrap { bits, signed, arg } if (1..=64).contains(&bits) => {
            Some((arg, if signed { -(1 << (bits - 1)) } else { 0 }, 1 << bits))
        }
        Term::Div(a, b) | Term::Mod(a, b) => Some((a, 0, terms.as_int(b).filter(|&b| b > 1)?)),
        _ => None,
    }
}

/// `(q, r)` with `p = m*q + r`, where the coefficients of `r` are as small as they can be.
fn nearest(p: &Linear, m: i128) -> Option<(Linear, Linear)> {
    let mut quotient = Linear::int(p.constant.div_euclid(m));
    let mut rest = Linear::int(p.constant.rem_euclid(m));
    for &(c, t) in &p.items {
        let q = c.checked_add(m / 2)?.div_euclid(m);
        let r = c.checked_sub(q.checked_mul(m)?)?;
        if q != 0 {
            quotient.items.push((q, t));
        }
        if r != 0 {
            rest.items.push((r, t));
        }
    }
    Some((quotient, rest))
}

/// Multiples of the modulus at which the rest may start: those that its range reaches, when they are few.
fn shifts(terms: &Terms, bounds: &Bounds, rest: &Linear, modulus: i128) -> impl Iterator<Item = i128> {
    let range = bounds.range(terms, rest);
    let ends = range.lo.zip(range.hi).map(|(lo, hi)| (lo.div_euclid(modulus), hi.div_euclid(modulus)));
    let few = ends.filter(|&(lo, hi)| hi.saturating_sub(lo) < MAX_SHIFTS.get());
    let (lo, hi) = few.unwrap_or((0, 0));
    lo..=hi
}

/// True if the conjunction implies `least <= p < least + size`.
fn lies_in(terms: &mut Terms, bounds: &Bounds, p: &Linear, least: i128, size: i128) -> bool {
    let below = p.scale(-1).and_then(|p| p.plus(least, &Linear::int(1)));
    let above = least.checked_add(size - 1).and_then(i128::checked_neg).and_then(|most| p.plus(most, &Linear::int(1)));
    let (Some(below), Some(above)) = (below, above) else { return false };
    bounds.implies(terms, &below) && bounds.implies(terms, &above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wp_logic::{Class, Range, Sort, Value};

    #[test]
    fn guards_decide_wraps_and_quotients() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(0, 9999)));
        // y <= 3*x <= y + 99, (1024*z + 3*x - y) mod 2^64 div 1024 != z
        let triple = terms.scale(3, x);
        let moved = terms.sub(triple, y);
        let (zero, most, size) = (terms.int(0), terms.int(99), terms.int(1024));
        let rows = terms.mul(size, z);
        let sum = terms.add(rows, moved);
        let wrapped = terms.wrap(64, false, sum);
        let row = terms.div(wrapped, size);
        let other = terms.ne(row, z);
        let (lower, upper) = (terms.le(zero, moved), terms.le(moved, most));
        let decided = decide(&mut terms, &[lower, upper, other]);
        assert_eq!(decided, Some(vec![terms.fls()]));
        // Without the guards it can be another row.
        assert_eq!(decide(&mut terms, &[upper, other]), None);
    }

    /// `(divisor, constant, coefficients of x, y)` of `(c*x + d*y + k) op m`, and a coefficient for the result.
    type Part = (i128, i128, i128, i128, u8, i128);

    fn part() -> impl Strategy<Value = Part> {
        (2i128..9, -9i128..10, -9i128..10, -9i128..10, 0u8..4, -3i128..4)
    }

    /// `parts + c*x + d*y + k <= 0`, where a part may contain the one before it.
    fn member(terms: &mut Terms, vars: [TermId; 2], parts: &[Part], (c, d, k): (i128, i128, i128)) -> TermId {
        let line = |terms: &mut Terms, c: i128, d: i128, k: i128| {
            let (x, y, k) = (terms.scale(c, vars[0]), terms.scale(d, vars[1]), terms.int(k));
            let sum = terms.add(x, y);
            terms.add(sum, k)
        };
        let mut sum = line(terms, c, d, k);
        let mut inner = terms.int(0);
        for &(m, k, c, d, op, factor) in parts {
            let own = line(terms, c, d, k);
            let arg = terms.add(own, inner);
            let m = terms.int(m);
            inner = match op {
                0 => terms.div(arg, m),
                1 => terms.modulo(arg, m),
                2 => terms.wrap(3, false, arg),
                _ => terms.wrap(4, true, arg),
            };
            let scaled = terms.scale(factor, inner);
            sum = terms.add(sum, scaled);
        }
        let zero = terms.int(0);
        terms.le(sum, zero)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Where all members hold, so do those of the result.
        #[test]
        fn what_is_decided_is_implied(
            members in proptest::collection::vec(
                (proptest::collection::vec(part(), 0..3), (-4i128..5, -4i128..5, -9i128..10)),
                1..5,
            ),
        ) {
            let mut terms = Terms::new();
            let vars = ["x", "y"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(-9, 9)));
            let members: Vec<TermId> =
                members.iter().map(|(parts, line)| member(&mut terms, vars, parts, *line)).collect();
            if let Some(decided) = decide(&mut terms, &members) {
                for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                    let holds = |t: &TermId| {
                        let value = terms.eval(*t, &mut |f, _| {
                            Some(Value::Int(if &*terms.func_info(f).name == "x" { x } else { y }))
                        });
                        value == Some(Value::Bool(true))
                    };
                    if members.iter().all(holds) {
                        prop_assert!(decided.iter().all(holds), "x = {x}, y = {y}");
                    }
                }
            }
        }
    }
}
