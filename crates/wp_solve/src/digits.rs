//! The digit procedure: refutes conjunctions about mixed-radix addresses without a solver.
//!
//! The step: if `M*q + r = 0` and `-M < r < M` follows from the conjunction, then `r = 0` and `q = 0`, and conversely.
//! `M` is a monomial with an integer coefficient, or the bound of a stated fact; terms that `M` divides exactly go to
//! `q`. As the step is an equivalence, the order of steps does not matter. Equalities of atoms are substituted
//! everywhere, others with a monomial of coefficient 1 are eliminated, disjunctions are split, and stated inequalities
//! are refuted by `bounds`.
//!
//! Quotients and remainders are digits themselves (`slices`). Sound: every step replaces the conjunction by one that it
//! implies (in each case of a split). Incomplete: to give up means "unknown". Both addresses are first subtracted, so
//! that a digit may mix atoms of both threads.

use crate::bounds::{divisors, product, times, Bounds, Effort};
use crate::orders;
use crate::slice::members;
use crate::slices;
use rustc_hash::FxHashMap;
use wp_base::Id;
use wp_logic::{gcd, Class, Linear, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Rewriting steps of one refutation, over all cases.
    const MAX_STEPS: usize = 160;
    /// Inequalities looked at in one refutation.
    const FUEL: usize = 3000;
    /// A quick refutation may look at this part of them.
    const QUICK_SHARE: usize = 10;
    /// Inequalities looked at for bounds of high digits in one refutation.
    const ORDER_FUEL: usize = 600;
    /// A search among all divisors may spend this part of the inequalities that are left.
    const SEARCH_SHARE: usize = 3;
    /// Nested case splits.
    const MAX_SPLITS: usize = 4;
    /// Members of a disjunction that is split.
    const MAX_CASES: usize = 6;
    /// Conjunctions with more nodes are left to the solver.
    const MAX_NODES: usize = 4000;
}

/// True if the conjuncts cannot hold together. `false` means nothing.
pub fn refute(terms: &mut Terms, conjuncts: &[TermId]) -> bool {
    refute_by(terms, conjuncts, Effort::Full)
}

/// [`refute`] with an effort.
pub fn refute_by(terms: &mut Terms, conjuncts: &[TermId], effort: Effort) -> bool {
    let conjunction = terms.and(conjuncts);
    if terms.subterms(&[conjunction], |_| false).len() > MAX_NODES.get() {
        return false;
    }
    let original = terms.len();
    let named = slices::name(terms, &members(terms, conjunction));
    let attempt = |terms: &mut Terms, fuel: usize, order_fuel: usize| {
        let mut digits = Digits { steps: MAX_STEPS.get(), fuel, order_fuel, original };
        digits.refute(terms, named.unwrap_or(conjunction), MAX_SPLITS.get())
    };
    // Bounds of digits are many: what is refuted without them is refuted faster.
    let quick = FUEL.get() / QUICK_SHARE.get();
    if effort == Effort::Quick {
        attempt(terms, quick, 0)
    } else if named.is_some() {
        attempt(terms, quick, 0) || attempt(terms, FUEL.get(), ORDER_FUEL.get())
    } else {
        attempt(terms, FUEL.get(), 0)
    }
}

struct Digits {
    steps: usize,
    fuel: usize,
    order_fuel: usize,
    /// Terms from this one on did not exist before: names of digits, and terms that contain them.
    original: usize,
}

impl Digits {
    fn refute(&mut self, terms: &mut Terms, mut conjunction: TermId, splits: usize) -> bool {
        loop {
            if let Some(value) = terms.as_bool(conjunction) {
                return !value;
            }
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let literals = members(terms, conjunction);
            if let Some(next) = substitute_atom(terms, &literals) {
                conjunction = next;
                continue;
            }
            let bounds = Bounds::new(terms, &literals, self.fuel);
            // The search for a digit that is not there costs most, so that it comes last.
            let next = split_digits(terms, &bounds, &literals, Radices::Shared, Effort::Quick)
                .or_else(|| orders::bound_high_digits(terms, &bounds, &literals, self.original, &mut self.order_fuel))
                .or_else(|| search_digits(terms, &bounds, &literals, Effort::Quick))
                .or_else(|| search_digits(terms, &bounds, &literals, Effort::Full));
            let contradiction = next.is_none() && contradicts(terms, &bounds);
            self.fuel = bounds.fuel.get();
            if let Some(next) = next {
                conjunction = next;
                continue;
            }
            if contradiction {
                return true;
            }
            if let Some(next) = eliminate(terms, &literals, self.original) {
                conjunction = next;
                continue;
            }
            return splits > 0 && self.split(terms, &literals, splits - 1);
        }
    }

    /// Refutes each member of a disjunction, or both values of a condition.
    fn split(&mut self, terms: &mut Terms, literals: &[TermId], splits: usize) -> bool {
        let Some(cases) = cases(terms, literals) else { return false };
        cases.into_iter().all(|(facts, map)| {
            let mut conjuncts = facts;
            let mut cache = map;
            for &t in literals {
                conjuncts.push(terms.substitute_cached(t, &mut cache));
            }
            let conjunction = terms.and(&conjuncts);
            self.refute(terms, conjunction, splits)
        })
    }
}

/// The polynomial `p` of an equality `p = 0` of integers.
fn equality(terms: &Terms, t: TermId) -> Option<Linear> {
    let Term::Eq(a, b) = *terms.kind(t) else { return None };
    if terms.sort(a) != Sort::Int {
        return None;
    }
    terms.linear(a).plus(-1, &terms.linear(b))
}

/// True if nothing is lost when the term is replaced by an equal one. Of an operator the definition would be lost.
fn is_replaceable(terms: &Terms, t: TermId) -> bool {
    matches!(terms.kind(t), Term::App(..))
}

/// All literals but the one at `skip`, with `atom` replaced and its range kept as facts.
fn replace(terms: &mut Terms, literals: &[TermId], skip: usize, atom: TermId, by: TermId) -> TermId {
    let mut conjuncts = Vec::with_capacity(literals.len() + 2);
    let mut cache: FxHashMap<TermId, TermId> = [(atom, by)].into_iter().collect();
    for (i, &t) in literals.iter().enumerate() {
        if i != skip {
            conjuncts.push(terms.substitute_cached(t, &mut cache));
        }
    }
    let range = terms.range(atom);
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        conjuncts.push(terms.le(lo, by));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        conjuncts.push(terms.le(by, hi));
    }
    terms.and(&conjuncts)
}

/// Uses one equality of an atom with a constant or with another atom plus a constant.
fn substitute_atom(terms: &mut Terms, literals: &[TermId]) -> Option<TermId> {
    for (i, &t) in literals.iter().enumerate() {
        let Some(p) = equality(terms, t) else { continue };
        match *p.items.as_slice() {
            [(1, x)] if is_replaceable(terms, x) => {
                let by = terms.int(p.constant.checked_neg()?);
                return Some(replace(terms, literals, i, x, by));
            }
            [(1, x), (-1, y)] | [(-1, y), (1, x)] if is_replaceable(terms, x.max(y)) => {
                // x - y + c = 0. The later term cannot occur inside the earlier one.
                let (atom, other, constant) =
                    if x > y { (x, y, p.constant.checked_neg()?) } else { (y, x, p.constant) };
                let constant = terms.int(constant);
                let by = terms.add(other, constant);
                return Some(replace(terms, literals, i, atom, by));
            }
            _ => {}
        }
    }
    None
}

/// Which numbers are tried as the radix of a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Radices {
    /// Products of what all threads share, as strides and extents are, that divide two monomials.
    Shared,
    /// All divisors of monomials.
    All,
}

/// [`split_digits`] by all divisors with a part of the fuel, so that enough is left for what follows where no digit is
/// found.
fn search_digits(terms: &mut Terms, bounds: &Bounds, literals: &[TermId], effort: Effort) -> Option<TermId> {
    let fuel = bounds.fuel.get();
    let given = fuel / SEARCH_SHARE.get();
    bounds.fuel.set(given);
    let found = split_digits(terms, bounds, literals, Radices::All, effort);
    bounds.fuel.set(fuel - given + bounds.fuel.get());
    found
}

/// Uses one equality that can be divided by a positive factor or split into digits.
fn split_digits(
    terms: &mut Terms,
    bounds: &Bounds,
    literals: &[TermId],
    radices: Radices,
    effort: Effort,
) -> Option<TermId> {
    for (i, &t) in literals.iter().enumerate() {
        let Some(p) = equality(terms, t) else { continue };
        let Some(parts) =
            cancel(terms, bounds, &p).map(|q| vec![q]).or_else(|| digits(terms, bounds, &p, radices, effort))
        else {
            continue;
        };
        let mut conjuncts: Vec<TermId> =
            literals.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &t)| t).collect();
        let zero = terms.int(0);
        for part in parts {
            let part = terms.from_linear(part);
            conjuncts.push(terms.eq(part, zero));
        }
        return Some(terms.and(&conjuncts));
    }
    None
}

/// `q` where `p = w*q` for an atom `w` that is not 0.
fn cancel(terms: &mut Terms, bounds: &Bounds, p: &Linear) -> Option<Linear> {
    if p.constant != 0 {
        return None;
    }
    let first = terms.factors(p.items.first()?.1);
    for factor in first {
        let range = bounds.range(terms, &Linear::atom(factor));
        if !(range.is_at_least(1) || range.is_at_most(-1)) {
            continue;
        }
        let (quotient, rest) = divide(terms, p, &Linear::atom(factor))?;
        if rest.as_int() == Some(0) {
            return Some(quotient);
        }
    }
    None
}

/// The digits `r`, `q` of `p = M*q + r` for the first `M` that bounds `r` on both sides.
fn digits(terms: &mut Terms, bounds: &Bounds, p: &Linear, radices: Radices, effort: Effort) -> Option<Vec<Linear>> {
    if p.items.len() < 2 {
        return None;
    }
    bounds.exclude(Some(p));
    let found = first_digit(terms, bounds, p, radices, effort);
    bounds.exclude(None);
    found
}

fn first_digit(
    terms: &mut Terms,
    bounds: &Bounds,
    p: &Linear,
    radices: Radices,
    effort: Effort,
) -> Option<Vec<Linear>> {
    for modulus in moduli(terms, bounds, p, radices) {
        let Some((quotient, rest)) = divide(terms, p, &modulus) else { continue };
        if quotient.as_int() == Some(0) {
            continue;
        }
        let (quotient, rest) = centre(terms, bounds, quotient, rest, &modulus);
        let Some(negative) = rest.scale(-1) else { continue };
        if bounds.below(terms, &rest, &modulus, effort) && bounds.below(terms, &negative, &modulus, effort) {
            return Some(vec![rest, quotient]);
        }
    }
    None
}

/// For a constant `M`: moves multiples of it from the rest to the quotient, so that the range of the rest lies around 0.
fn centre(terms: &Terms, bounds: &Bounds, quotient: Linear, rest: Linear, modulus: &Linear) -> (Linear, Linear) {
    let shifted = || {
        let m = modulus.as_int().filter(|&m| m > 0)?;
        let range = bounds.stated_range(terms, &rest);
        let middle = range.lo?.checked_add(range.hi?)?.div_euclid(2);
        let k = middle.checked_add(m / 2)?.div_euclid(m);
        Some((quotient.plus(k, &Linear::int(1))?, rest.plus(k.checked_neg()?, modulus)?))
    };
    shifted().unwrap_or((quotient, rest))
}

/// Candidates for `M`: divisors of the monomials with the integer coefficients they occur with, and upper bounds of
/// facts.
fn moduli(terms: &mut Terms, bounds: &Bounds, p: &Linear, radices: Radices) -> Vec<Linear> {
    let mut found: Vec<Linear> = Vec::new();
    let mut push = |terms: &Terms, modulus: Linear| {
        // Of an extent that is known to be negative, the opposite number.
        let negative = bounds.range(terms, &modulus).is_at_most(-1);
        let modulus = if negative { modulus.scale(-1).unwrap_or(modulus) } else { modulus };
        if !found.contains(&modulus) {
            found.push(modulus);
        }
    };
    let mut coefficients: Vec<i128> = p.items.iter().filter_map(|&(c, _)| c.checked_abs()).collect();
    coefficients.extend(pairwise(&coefficients));
    coefficients.sort_unstable();
    coefficients.dedup();
    for &c in coefficients.iter().filter(|&&c| c > 1) {
        push(terms, Linear::int(c));
    }
    let mut monomials = match radices {
        Radices::Shared => shared_divisors(terms, p),
        Radices::All => all_divisors(terms, p),
    };
    monomials.sort_by_key(|&m| (terms.factors(m).len(), m));
    monomials.dedup();
    for &m in &monomials {
        for &c in std::iter::once(&1).chain(coefficients.iter().filter(|&&c| c > 1)) {
            let multiple = Linear { constant: 0, items: vec![(c, m)] };
            push(terms, multiple.clone());
            for modulus in padded(terms, p, &multiple) {
                push(terms, modulus);
            }
        }
    }
    // A fact r < U with a sum U.
    for fact in &bounds.facts {
        let bound = Linear {
            constant: fact.constant.saturating_neg().saturating_add(1),
            items: fact.items.iter().filter(|i| i.0 < 0 && i.0 > i128::MIN).map(|&(c, m)| (-c, m)).collect(),
        };
        let relevant = bound.items.iter().any(|i| monomials.contains(&i.1));
        if relevant && (bound.items.len() > 1 || bound.constant != 0) {
            push(terms, bound);
        }
    }
    found
}

/// The monomials and what divides them.
fn all_divisors(terms: &mut Terms, p: &Linear) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    for &(_, m) in &p.items {
        let factors = terms.factors(m);
        if factors.len() > 1 {
            found.extend(divisors(terms, &factors).into_iter().map(|(n, _)| n));
        }
        found.push(m);
    }
    found
}

/// The common divisors of two monomials that consist of symbols that all threads share.
fn shared_divisors(terms: &mut Terms, p: &Linear) -> Vec<TermId> {
    let strides: Vec<Vec<TermId>> = p
        .items
        .iter()
        .map(|item| terms.factors(item.1).into_iter().filter(|&f| is_shared(terms, f)).collect())
        .collect();
    let mut found: Vec<Vec<TermId>> = Vec::new();
    for (i, a) in strides.iter().enumerate() {
        for b in &strides[..i] {
            let mut rest = b.clone();
            let common: Vec<TermId> = a
                .iter()
                .copied()
                .filter(|f| rest.iter().position(|g| g == f).map(|at| rest.remove(at)).is_some())
                .collect();
            if !common.is_empty() && !found.contains(&common) {
                found.push(common);
            }
        }
    }
    found.iter().map(|factors| product(terms, factors)).collect()
}

/// `M = m + e` where `p = m*t + e*t + ...` and all threads share `e`: rows that are longer than what they hold.
fn padded(terms: &mut Terms, p: &Linear, m: &Linear) -> Vec<Linear> {
    let mut found = Vec::new();
    let Some((quotient, rest)) = divide(terms, p, m) else { return found };
    for &(c, t) in &quotient.items {
        let mut modulus = Some(m.clone());
        for &(d, s) in &rest.items {
            if let Some(cofactor) = shared_cofactor(terms, s, t).filter(|_| d % c == 0) {
                modulus = modulus.and_then(|m| m.plus(d / c, &terms.linear(cofactor)));
            }
        }
        if let Some(modulus) = modulus.filter(|modulus| modulus != m && !found.contains(modulus)) {
            found.push(modulus);
        }
    }
    found
}

/// `s / t`, if it is a product of what all threads share.
fn shared_cofactor(terms: &mut Terms, s: TermId, t: TermId) -> Option<TermId> {
    let factors = without(terms.factors(s), &terms.factors(t))?;
    factors.iter().all(|&f| is_shared(terms, f)).then(|| product(terms, &factors))
}

fn is_shared(terms: &Terms, t: TermId) -> bool {
    match terms.kind(t) {
        Term::App(f, _) => terms.func_info(*f).class == Class::Launch,
        _ => false,
    }
}

fn pairwise(coefficients: &[i128]) -> Vec<i128> {
    let mut found = Vec::new();
    for (i, &a) in coefficients.iter().enumerate().take(8) {
        found.extend(coefficients[..i].iter().map(|&b| gcd(a, b)));
    }
    found
}

/// The factors that are left when each of `of` is taken away once; `None` if one is not there.
pub(crate) fn without(mut factors: Vec<TermId>, of: &[TermId]) -> Option<Vec<TermId>> {
    for f in of {
        let at = factors.iter().position(|g| g == f)?;
        factors.remove(at);
    }
    Some(factors)
}

/// `(q, r)` with `p = m*q + r`: one pass of division by the first monomial of `m` (by the constant, if it is one).
pub(crate) fn divide(terms: &mut Terms, p: &Linear, m: &Linear) -> Option<(Linear, Linear)> {
    let Some(&(d, lead)) = m.items.first() else {
        let (mut quotient, mut rest) = (Linear::default(), Linear::int(p.constant));
        for &(c, t) in &p.items {
            if c % m.constant == 0 {
                quotient.items.push((c / m.constant, t));
            } else {
                rest.items.push((c, t));
            }
        }
        return Some((quotient, rest));
    };
    let lead_factors = terms.factors(lead);
    let mut quotient = Linear::default();
    for &(c, t) in &p.items {
        if c.checked_rem(d) != Some(0) {
            continue;
        }
        if let Some(factors) = without(terms.factors(t), &lead_factors) {
            let cofactor = product(terms, &factors);
            quotient = quotient.plus(c / d, &terms.linear(cofactor))?;
        }
    }
    let whole = terms.from_linear(m.clone());
    let multiple = times(terms, &quotient, whole)?;
    let rest = p.plus(-1, &multiple)?;
    Some((quotient, rest))
}

/// True if a stated inequality or equality contradicts the others.
fn contradicts(terms: &mut Terms, bounds: &Bounds) -> bool {
    bounds.facts.iter().any(|fact| {
        // f <= 0 contradicts f >= 1.
        let negated = fact.scale(-1).and_then(|f| f.plus(1, &Linear::int(1)));
        negated.is_some_and(|negated| bounds.implies(terms, &negated))
    })
}

/// Uses one equality with a monomial of coefficient 1 that is an atom and occurs nowhere else in it. First those of the
/// form `x = b*q + r` with named digits, which give `x` its digits wherever it occurs.
fn eliminate(terms: &mut Terms, literals: &[TermId], original: usize) -> Option<TermId> {
    let equalities: Vec<(usize, Linear)> =
        literals.iter().enumerate().filter_map(|(i, &t)| Some((i, equality(terms, t)?))).collect();
    for (i, p) in &equalities {
        let mut older = p.items.iter().filter(|i| i.1.index() < original);
        if let (Some(item), None, true) = (older.next(), older.next(), p.items.len() > 1) {
            if let Some(next) = solve_for(terms, literals, *i, p, item.1) {
                return Some(next);
            }
        }
    }
    // Else the latest atom goes, which cannot occur inside the others.
    equalities.iter().find_map(|(i, p)| {
        let mut items = p.items.iter().rev();
        items.find_map(|item| solve_for(terms, literals, *i, p, item.1))
    })
}

/// All literals but the equality `p = 0` at `i`, with the atom `x` of an item of `p` replaced.
fn solve_for(terms: &mut Terms, literals: &[TermId], i: usize, p: &Linear, x: TermId) -> Option<TermId> {
    let (c, _) = *p.items.iter().find(|item| item.1 == x)?;
    if !matches!(c, 1 | -1) || !is_replaceable(terms, x) {
        return None;
    }
    let others: Vec<TermId> = p.items.iter().map(|i| i.1).filter(|&m| m != x).collect();
    if terms.subterms(&others, |_| false).contains(&x) {
        return None;
    }
    let rest = Linear { constant: p.constant, items: p.items.iter().filter(|i| i.1 != x).copied().collect() };
    let by = terms.from_linear(rest.scale(-c)?);
    Some(replace(terms, literals, i, x, by))
}

/// Facts of a case, with the conditions that they decide.
type Case = (Vec<TermId>, FxHashMap<TermId, TermId>);

/// The cases of the smallest disjunction, else of a condition in an equality.
fn cases(terms: &mut Terms, literals: &[TermId]) -> Option<Vec<Case>> {
    let disjunction = literals
        .iter()
        .filter_map(|&t| match terms.kind(t) {
            Term::Or(items) if items.len() <= MAX_CASES.get() => Some((items.len(), t)),
            _ => None,
        })
        .min();
    let equalities: Vec<TermId> = literals.iter().copied().filter(|&t| equality(terms, t).is_some()).collect();
    let condition = terms.subterms(&equalities, |_| false).into_iter().find_map(|t| match *terms.kind(t) {
        Term::Ite(c, _, _) => Some(c),
        _ => None,
    });
    if let Some(c) = condition {
        let negated = terms.not(c);
        let (yes, no) = (terms.tru(), terms.fls());
        return Some(vec![
            (vec![c], [(c, yes), (negated, no)].into_iter().collect()),
            (vec![negated], [(c, no), (negated, yes)].into_iter().collect()),
        ]);
    }
    let (_, t) = disjunction?;
    let Term::Or(items) = terms.kind(t) else { return None };
    Some(items.iter().map(|&item| (vec![item], FxHashMap::default())).collect())
}
