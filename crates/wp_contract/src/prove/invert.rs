//! The thread and the iteration that access an element: an address is solved for coordinates and counters.
//!
//! An address is a sum of unknowns with coefficients in mixed radix: `M*q + r = e` is solved by `q = e div M`,
//! `r = e mod M`, or by the parts of `e` that `M` divides (Kojima et al., section 4.3, step II, read backwards). The
//! results are guesses that the caller has to check; no proof relies on them. An address by cases is solved in each case,
//! and `t mod m` as `t`, `t - m` and `t + m`.

use rustc_hash::FxHashMap;
use wp_logic::{Class, Linear, Range, Sort, Term, TermId, Terms};

/// A guess.
#[derive(Clone, Default)]
pub(crate) struct Solution {
    /// Values of unknowns.
    pub values: FxHashMap<TermId, TermId>,
    /// The digits that were introduced, outermost first.
    pub digits: Vec<Digits>,
}

/// `target = modulus * q + r` with `0 <= r < modulus`: there are such numbers when the modulus is positive.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    pub target: TermId,
    pub modulus: TermId,
    pub q: TermId,
    pub r: TermId,
}

wp_base::limits! {
    /// Guesses that are kept.
    const MAX_GUESSES: usize = 6;
    /// Forms of an address that are solved.
    const MAX_FORMS: usize = 6;
}

/// Solves `address == target` for the unknowns; both are in bytes of elements of this width.
pub(crate) fn solve(
    terms: &mut Terms,
    address: TermId,
    target: TermId,
    unknowns: &[TermId],
    width: i128,
) -> Vec<Solution> {
    let mut found = Vec::new();
    for form in forms(terms, address, unknowns) {
        let mut solutions = solve_sum(terms, form.sum, target, unknowns, width);
        for difference in form.zeros {
            let zero = terms.int(0);
            let Some(by_case) = solve_sum(terms, difference, zero, unknowns, 1).into_iter().next() else { continue };
            for solution in &mut solutions {
                for (&unknown, &value) in &by_case.values {
                    solution.values.entry(unknown).or_insert(value);
                }
            }
        }
        found.extend(solutions);
    }
    found.truncate(MAX_GUESSES.get());
    found
}

/// A form of an address: what it is in some case.
#[derive(Clone)]
struct Form {
    sum: TermId,
    /// Numbers that are zero in the case.
    zeros: Vec<TermId>,
}

/// The sums that an address may be: without wraps, by the cases and remainders in it that depend on unknowns.
fn forms(terms: &mut Terms, address: TermId, unknowns: &[TermId]) -> Vec<Form> {
    let mut forms = vec![Form { sum: without_wraps(terms, address), zeros: Vec::new() }];
    let mut done = 0;
    while let Some(form) = forms.get(done).cloned() {
        let below = terms.subterms(&[form.sum], |_| false);
        let parts = below.into_iter().rev().find_map(|t| {
            terms.apps(&[t]).iter().any(|app| unknowns.contains(app)).then_some(())?;
            Some((t, alternatives(terms, t)?))
        });
        let Some((t, parts)) = parts else {
            done += 1;
            continue;
        };
        let mut split = Vec::new();
        for (part, zero) in parts {
            let zeros = form.zeros.iter().copied().chain(zero).collect();
            split.push(Form { sum: terms.substitute(form.sum, &[(t, part)].into_iter().collect()), zeros });
        }
        forms.splice(done..=done, split);
        if forms.len() > MAX_FORMS.get() {
            return Vec::new();
        }
    }
    forms
}

/// What a number by cases or a remainder may be, each with a number that is zero then.
fn alternatives(terms: &mut Terms, t: TermId) -> Option<Vec<(TermId, Option<TermId>)>> {
    match *terms.kind(t) {
        Term::Ite(c, a, b) if terms.sort(t) == Sort::Int => {
            let zero = match *terms.kind(c) {
                Term::Eq(x, y) if terms.sort(x) == Sort::Int => Some(terms.sub(x, y)),
                _ => None,
            };
            Some(vec![(a, zero), (b, None)])
        }
        Term::Mod(a, m) => Some(vec![(a, None), (terms.sub(a, m), None), (terms.add(a, m), None)]),
        _ => None,
    }
}

/// The same for an address that is a sum of products.
fn solve_sum(terms: &mut Terms, address: TermId, target: TermId, unknowns: &[TermId], width: i128) -> Vec<Solution> {
    let (address, target) = (terms.linear(address), terms.linear(target));
    let mut parts: Vec<(TermId, Linear)> = Vec::new();
    let mut rest = Linear::int(address.constant);
    for &(c, monomial) in &address.items {
        let factors = terms.factors(monomial);
        let inside: Vec<TermId> = terms.apps(&[monomial]).into_iter().filter(|a| unknowns.contains(a)).collect();
        let here: Vec<usize> = (0..factors.len()).filter(|&i| unknowns.contains(&factors[i])).collect();
        match (inside.as_slice(), here.as_slice()) {
            ([], _) => match rest.plus(c, &Linear::atom(monomial)) {
                Some(sum) => rest = sum,
                None => return Vec::new(),
            },
            ([u], [at]) => {
                let others: Vec<TermId> =
                    factors.iter().enumerate().filter(|(i, _)| i != at).map(|(_, f)| *f).collect();
                let product = others.iter().fold(terms.int(1), |p, &f| terms.mul(p, f));
                let coefficient = terms.linear(product).scale(c);
                let place = parts.iter().position(|(v, _)| v == u);
                let sum = match (coefficient, place) {
                    (Some(c), Some(i)) => parts[i].1.plus(1, &c).map(|sum| parts[i].1 = sum),
                    (Some(c), None) => {
                        parts.push((*u, c));
                        Some(())
                    }
                    (None, _) => None,
                };
                if sum.is_none() {
                    return Vec::new();
                }
            }
            _ => return Vec::new(),
        }
    }
    let Some(target) = target.plus(-1, &rest) else { return Vec::new() };
    let (target, left) = target.split(width);
    if left != Linear::default() {
        return Vec::new();
    }
    for (_, c) in &mut parts {
        let (q, left) = c.split(width);
        if left != Linear::default() {
            return Vec::new();
        }
        *c = q;
    }
    // Downwards, `e - q*M - r` is solved from the other end.
    let falls = |c: &Linear| c.constant <= 0 && c.items.iter().all(|(c, _)| *c <= 0);
    let turned = match parts.iter().all(|(_, c)| falls(c)) {
        true => parts.iter().map(|(u, c)| Some((*u, c.scale(-1)?))).collect::<Option<Vec<_>>>().zip(target.scale(-1)),
        false => None,
    };
    let (parts, target) = turned.unwrap_or((parts, target));
    let mut found = digits(terms, &parts, &target);
    found.truncate(MAX_GUESSES.get());
    found
}

/// An address as if nothing wrapped around.
pub(super) fn without_wraps(terms: &mut Terms, t: TermId) -> TermId {
    let mut map = FxHashMap::default();
    for s in terms.subterms(&[t], |_| false) {
        if let Term::Wrap { arg, .. } = *terms.kind(s) {
            let arg = terms.substitute(arg, &map);
            map.insert(s, arg);
        }
    }
    terms.substitute(t, &map)
}

fn digits(terms: &mut Terms, parts: &[(TermId, Linear)], target: &Linear) -> Vec<Solution> {
    match parts {
        [] => return vec![Solution::default()],
        [(u, c)] => {
            let (q, rest) = divide(terms, target, c);
            let value = if rest == Linear::default() {
                terms.from_linear(q)
            } else {
                let (t, c) = (terms.from_linear(target.clone()), terms.from_linear(c.clone()));
                terms.div(t, c)
            };
            return vec![Solution { values: [(*u, value)].into_iter().collect(), digits: Vec::new() }];
        }
        _ => {}
    }
    let mut exact = Vec::new();
    let mut guessed = Vec::new();
    let mut seen: Vec<Linear> = Vec::new();
    for (_, m) in parts {
        if m.as_int() == Some(1) || m.as_int() == Some(0) || seen.contains(m) {
            continue;
        }
        seen.push(m.clone());
        let mut high = Vec::new();
        let mut low = Vec::new();
        for (u, c) in parts {
            let (q, rest) = divide(terms, c, m);
            if rest == Linear::default() {
                high.push((*u, q));
            } else {
                low.push((*u, c.clone()));
            }
        }
        if high.is_empty() || low.is_empty() {
            continue;
        }
        let (q, r) = divide(terms, target, m);
        let is_split = !q.items.is_empty() && !r.items.is_empty() || r == Linear::default();
        if is_split || fits(terms, &r, m) {
            combine(terms, [&high, &low], [&q, &r], None, &mut exact);
        }
        let (t, modulus) = (terms.from_linear(target.clone()), terms.from_linear(m.clone()));
        let digit = |terms: &mut Terms, name: &str, range: Range| terms.sym(name, Sort::Int, Class::Launch, range);
        let q = digit(terms, "q", Range::ALL);
        let r = digit(terms, "r", Range { lo: Some(0), hi: terms.range(modulus).hi.map(|hi| (hi - 1).max(0)) });
        let split = Digits { target: t, modulus, q, r };
        combine(terms, [&high, &low], [&Linear::atom(q), &Linear::atom(r)], Some(split), &mut guessed);
    }
    exact.extend(guessed);
    exact.truncate(MAX_GUESSES.get());
    exact
}

/// True if a number is less than a constant modulus as far as ranges tell, which count the end of a loop too.
fn fits(terms: &mut Terms, r: &Linear, modulus: &Linear) -> bool {
    let r = terms.from_linear(r.clone());
    let range = terms.range(r);
    range.lo.is_some_and(|lo| lo >= 0) && range.hi.zip(modulus.as_int()).is_some_and(|(hi, m)| hi <= m)
}

/// The solutions in which the higher and the lower parts meet a target each.
fn combine(
    terms: &mut Terms,
    parts: [&[(TermId, Linear)]; 2],
    targets: [&Linear; 2],
    split: Option<Digits>,
    found: &mut Vec<Solution>,
) {
    let [above, below] = [0, 1].map(|part: usize| digits(terms, parts[part], targets[part]));
    for a in &above {
        for b in &below {
            if found.len() < MAX_GUESSES.get() {
                let values = a.values.iter().chain(&b.values).map(|(u, v)| (*u, *v)).collect();
                let digits = split.into_iter().chain(a.digits.iter().chain(&b.digits).copied()).collect();
                found.push(Solution { values, digits });
            }
        }
    }
}

/// `(q, r)` with `t = m*q + r`, by the items that `m` divides.
fn divide(terms: &mut Terms, t: &Linear, m: &Linear) -> (Linear, Linear) {
    if t == m {
        return (Linear::int(1), Linear::default());
    }
    if let Some(n) = m.as_int() {
        return if n > 0 { t.split(n) } else { (Linear::default(), t.clone()) };
    }
    // With a constant, as in `blockDim.x + 1`, what the quotient takes of the constant is left over.
    let &[(c, monomial)] = m.items.as_slice() else { return (Linear::default(), t.clone()) };
    let factors = terms.factors(monomial);
    let mut quotient = Linear::default();
    for &(d, item) in &t.items {
        let mut left = terms.factors(item);
        let divides = d % c == 0
            && factors.iter().all(|f| match left.iter().position(|g| g == f) {
                Some(at) => {
                    left.remove(at);
                    true
                }
                None => false,
            });
        if divides && !matches!(terms.kind(item), Term::Int(_)) {
            let product = left.iter().fold(terms.int(1), |p, &f| terms.mul(p, f));
            if let Some(sum) = terms.linear(product).scale(d / c).and_then(|p| quotient.plus(1, &p)) {
                quotient = sum;
            }
        }
    }
    let (q, modulus) = (terms.from_linear(quotient.clone()), terms.from_linear(m.clone()));
    let taken = terms.mul(q, modulus);
    match t.plus(-1, &terms.linear(taken)) {
        Some(rest) => (quotient, rest),
        None => (Linear::default(), t.clone()),
    }
}
