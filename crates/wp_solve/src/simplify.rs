//! Simplifies a conjunction under its own members: values and ranges of symbols, and members inside members.
//!
//! Output: a conjunction that is satisfiable iff the input is, and how to lift a model of it. Exact. A symbol with one
//! possible value is replaced by it. A symbol that the members bound more tightly than its declaration, and that occurs
//! below an operator that profits, is replaced by a symbol with the tighter range, so that wraps, moduli and conditions
//! are decided by ranges. Masks of powers of two become remainders (`masks`), comparisons with minima and maxima become
//! several (`extremes`). A member that occurs inside another one is true there. Limits: ranges come from a few sweeps
//! of interval propagation, and only symbols without arguments are replaced.

use crate::{extremes, masks};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{FuncId, Linear, Range, Sort, Term, TermId, Terms, Value};

wp_base::limits! {
    /// Rounds of simplification.
    const MAX_ROUNDS: usize = 4;
    /// Sweeps of interval propagation in one round.
    const SWEEPS: usize = 3;
    /// Equalities of symbols that are used in one round.
    const MAX_EQUALITIES: usize = 8;
    /// Conjunctions with more nodes are left as they are.
    const MAX_NODES: usize = 6000;
}

/// A simplified conjunction.
#[derive(Debug, Default)]
pub(crate) struct Simplified {
    /// Its members; one `false` when it is unsatisfiable.
    pub conjuncts: Vec<TermId>,
    /// The replacements of symbols, round by round.
    rounds: Vec<FxHashMap<TermId, TermId>>,
}

impl Simplified {
    /// The values of the applications in the original conjuncts, from the functions of a model of the simplified ones.
    pub fn lift(
        &self,
        terms: &mut Terms,
        original: &[TermId],
        value: impl Fn(FuncId, &[Value]) -> Option<Value>,
    ) -> Vec<(TermId, Value)> {
        let mut wanted: Vec<TermId> = Vec::new();
        for app in terms.apps(original) {
            let Term::App(_, args) = terms.kind(app) else { continue };
            wanted.extend(args.iter().copied());
            wanted.push(app);
        }
        wanted.retain(|&t| !matches!(terms.kind(t), Term::Int(_) | Term::Bool(_) | Term::Float { .. }));
        wanted.sort_unstable();
        wanted.dedup();
        let mut rounds = self.rounds.clone();
        let mut entries = Vec::new();
        for t in wanted {
            let now = rounds.iter_mut().fold(t, |t, map| terms.substitute_cached(t, map));
            let found = terms.eval(now, &mut |f, args| value(f, args).or_else(|| any_value(terms, f)));
            entries.extend(found.map(|v| (t, v)));
        }
        entries
    }
}

/// A value for an application on which nothing depends; the same for every application of the symbol.
fn any_value(terms: &Terms, f: FuncId) -> Option<Value> {
    let info = terms.func_info(f);
    Some(match info.result {
        Sort::Bool => Value::Bool(false),
        Sort::Float(bits) => Value::Float { bits, value: 0 },
        Sort::Int if info.range.contains(0) => Value::Int(0),
        Sort::Int => Value::Int(info.range.lo.or(info.range.hi)?),
    })
}

/// The simplified conjunction; `None` when there is nothing to simplify.
pub(crate) fn simplify(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Simplified> {
    let mut result = Simplified { conjuncts: conjuncts.to_vec(), rounds: Vec::new() };
    for _ in 0..MAX_ROUNDS.get() {
        if terms.subterms(&result.conjuncts, |_| false).len() > MAX_NODES.get() {
            break;
        }
        let before = result.conjuncts.clone();
        let remainders = masks::remainders(terms, &result.conjuncts);
        let parts = extremes::split(terms, &remainders);
        let inside = members_inside(terms, &parts);
        result.conjuncts = flatten(terms, &inside);
        for _ in 0..MAX_EQUALITIES.get() {
            let Some((symbol, by)) = equal_symbol(terms, &result.conjuncts) else { break };
            let map: FxHashMap<TermId, TermId> = [(symbol, by)].into_iter().collect();
            let mut next = replace(terms, &result.conjuncts, &map);
            next.extend(within(terms, by, terms.range(symbol)));
            result.conjuncts = flatten(terms, &next);
            result.rounds.push(map);
        }
        match symbols(terms, &result.conjuncts) {
            None => result.conjuncts = vec![terms.fls()],
            Some(map) if map.is_empty() => {}
            Some(map) => {
                let next = replace(terms, &result.conjuncts, &map);
                result.conjuncts = flatten(terms, &next);
                result.rounds.push(map);
            }
        }
        if result.conjuncts == before || result.conjuncts.iter().any(|&t| terms.as_bool(t).is_some()) {
            break;
        }
    }
    (result.conjuncts != conjuncts).then_some(result)
}

fn flatten(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let conjunction = terms.and(conjuncts);
    match terms.kind(conjunction) {
        Term::And(items) => items.to_vec(),
        _ => vec![conjunction],
    }
}

/// The members, with every member replaced by true, and its negation by false, inside the others. That is an
/// equivalence because a member is only rewritten by members of smaller nesting depth (not counting negations and
/// sums), so it can be undone in the order of depth.
fn members_inside(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let (yes, no) = (terms.tru(), terms.fls());
    let mut cache: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &t in conjuncts {
        cache.insert(t, yes);
        if !matches!(terms.kind(t), Term::And(_) | Term::Or(_)) {
            let negated = terms.not(t);
            cache.insert(negated, no);
        }
    }
    let mut out = Vec::with_capacity(conjuncts.len());
    for &t in conjuncts {
        let (base, negative) = match *terms.kind(t) {
            Term::Not(inner) => (inner, true),
            _ => (t, false),
        };
        let children = terms.children(base);
        for c in children {
            terms.substitute_cached(c, &mut cache);
        }
        let rebuilt = terms.rebuild(base, |c| cache.get(&c).copied().unwrap_or(c));
        out.push(if negative { terms.not(rebuilt) } else { rebuilt });
    }
    out
}

/// The members with symbols replaced. The declared ranges of terms with such symbols become members.
fn replace(terms: &mut Terms, conjuncts: &[TermId], map: &FxHashMap<TermId, TermId>) -> Vec<TermId> {
    let apps: FxHashSet<TermId> = terms.apps(conjuncts).into_iter().collect();
    let mut cache = map.clone();
    let mut out: Vec<TermId> = conjuncts.iter().map(|&t| terms.substitute_cached(t, &mut cache)).collect();
    for (t, range) in terms.assumptions().to_vec() {
        let inner = terms.apps(&[t]);
        if !inner.iter().all(|a| apps.contains(a)) || !inner.iter().any(|a| map.contains_key(a)) {
            continue;
        }
        let now = terms.substitute_cached(t, &mut cache);
        out.extend(within(terms, now, range));
    }
    out
}

/// The condition that the term is in the range.
fn within(terms: &mut Terms, t: TermId, range: Range) -> Vec<TermId> {
    let mut facts = Vec::new();
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        facts.push(terms.le(lo, t));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        facts.push(terms.le(t, hi));
    }
    facts
}

/// The later symbol of a member `x = y + c`, and the other side.
fn equal_symbol(terms: &mut Terms, conjuncts: &[TermId]) -> Option<(TermId, TermId)> {
    conjuncts.iter().find_map(|&t| {
        let Term::Eq(a, b) = *terms.kind(t) else { return None };
        if terms.sort(a) != Sort::Int {
            return None;
        }
        let p = terms.linear(a).plus(-1, &terms.linear(b))?;
        let [(c @ (1 | -1), x), (d, y)] = *p.items.as_slice() else { return None };
        if c != -d || !is_symbol(terms, x) || !is_symbol(terms, y) {
            return None;
        }
        let (sign, symbol) = if x > y { (c, x) } else { (d, y) };
        // sign*symbol + rest = 0
        let rest = p.plus(-sign, &Linear::atom(symbol))?.scale(-sign)?;
        Some((symbol, terms.from_linear(rest)))
    })
}

/// Symbols without arguments that have one possible value or a tighter range; `None` when one has no value at all.
fn symbols(terms: &mut Terms, conjuncts: &[TermId]) -> Option<FxHashMap<TermId, TermId>> {
    let mut map = FxHashMap::default();
    let mut facts: Vec<Linear> = Vec::new();
    let mut other_than: Vec<(TermId, i128)> = Vec::new();
    for &t in conjuncts {
        let (a, b, equal) = match *terms.kind(t) {
            Term::Le(a, b) => (a, b, false),
            Term::Eq(a, b) if terms.sort(a) == Sort::Int => (a, b, true),
            Term::App(_, ref args) if args.is_empty() => {
                let yes = terms.tru();
                map.insert(t, yes);
                continue;
            }
            Term::Not(inner) if matches!(terms.kind(inner), Term::App(_, args) if args.is_empty()) => {
                let no = terms.fls();
                map.insert(inner, no);
                continue;
            }
            Term::Not(inner) => {
                excluded(terms, inner, &mut other_than);
                facts.extend(dividend_of(terms, inner));
                continue;
            }
            _ => continue,
        };
        let Some(fact) = terms.linear(a).plus(-1, &terms.linear(b)) else { continue };
        for fact in [Some(fact.clone()), fact.scale(-1).filter(|_| equal)].into_iter().flatten() {
            facts.extend(without_quotients(terms, &fact));
            facts.push(fact);
        }
    }
    let ranges = propagate(terms, &facts, &other_than)?;
    let profits = below_profiting(terms, conjuncts);
    let mut tightened: Vec<(TermId, Range)> = ranges.into_iter().collect();
    tightened.sort_unstable_by_key(|&(t, _)| t);
    for (t, range) in tightened {
        if terms.range(t).is_subset(range) {
            continue;
        }
        if let Some(value) = range.as_point() {
            let value = terms.int(value);
            map.insert(t, value);
        } else if profits.contains(&t) {
            let Term::App(f, _) = *terms.kind(t) else { continue };
            let info = terms.func_info(f).clone();
            // A symbol that is negative becomes the negation of a positive one: divisors and digits are positive.
            let mirrored = Range { lo: range.hi.and_then(i128::checked_neg), hi: range.lo.and_then(i128::checked_neg) };
            let value = if range.is_at_most(-1) && mirrored.lo.is_some() {
                let fresh = terms.sym(&format!("-{}", info.name), Sort::Int, info.class, mirrored);
                terms.neg(fresh)
            } else {
                terms.sym(&info.name, Sort::Int, info.class, range)
            };
            map.insert(t, value);
        }
    }
    Some(map)
}

/// The fact `f <= 0` with its quotients by constants at their least values: `(a - m + 1)/m <= a div m <= a/m`. A bound
/// of a symbol by a quotient of itself is one by a constant.
fn without_quotients(terms: &Terms, fact: &Linear) -> Option<Linear> {
    let mut result = fact.clone();
    for &(_, t) in &fact.items {
        let Term::Div(a, m) = *terms.kind(t) else { continue };
        let m = terms.as_int(m).filter(|&m| m > 1)?;
        let scaled = result.scale(m)?;
        let c = scaled.items.iter().find(|i| i.1 == t)?.0;
        // c*m*q with m*q >= a - (m - 1), or m*q <= a.
        let least = if c > 0 { terms.linear(a).plus(m - 1, &Linear::int(-1))? } else { terms.linear(a) };
        result = scaled.plus(-c, &Linear::atom(t))?.plus(c / m, &least)?;
    }
    (result != *fact).then_some(result)
}

fn is_symbol(terms: &Terms, t: TermId) -> bool {
    terms.sort(t) == Sort::Int && matches!(terms.kind(t), Term::App(_, args) if args.is_empty())
}

/// Symbols and values that they do not have, by the negation of `equality`: `x != c`, and for a product that is not 0
/// each of its factors.
fn excluded(terms: &Terms, equality: TermId, other_than: &mut Vec<(TermId, i128)>) {
    let Term::Eq(a, b) = *terms.kind(equality) else { return };
    if terms.sort(a) != Sort::Int {
        return;
    }
    let Some(difference) = terms.linear(a).plus(-1, &terms.linear(b)) else { return };
    let &[(c, m)] = difference.items.as_slice() else { return };
    match difference.constant {
        0 => other_than.extend(terms.factors(m).into_iter().filter(|&f| is_symbol(terms, f)).map(|f| (f, 0))),
        k if is_symbol(terms, m) && k.checked_rem(c) == Some(0) => {
            other_than.extend(k.checked_div(c).and_then(i128::checked_neg).map(|value| (m, value)));
        }
        _ => {}
    }
}

/// `m - x <= 0` for `x div m` that is not 0, where `x` is not negative.
fn dividend_of(terms: &Terms, equality: TermId) -> Option<Linear> {
    let Term::Eq(a, b) = *terms.kind(equality) else { return None };
    let quotient = if terms.as_int(b) == Some(0) { a } else { b };
    let other = if quotient == a { b } else { a };
    let Term::Div(x, m) = *terms.kind(quotient) else { return None };
    let m = terms.as_int(m).filter(|&m| m > 0)?;
    if terms.as_int(other) != Some(0) || !terms.range(x).is_at_least(0) {
        return None;
    }
    Linear::int(m).plus(-1, &terms.linear(x))
}

/// The range without a value at one of its ends.
fn without_end(range: Range, value: i128) -> Range {
    match range {
        Range { lo: Some(lo), hi } if lo == value => Range { lo: lo.checked_add(1), hi },
        Range { lo, hi: Some(hi) } if hi == value => Range { lo, hi: hi.checked_sub(1) },
        range => range,
    }
}

/// Ranges of symbols that the facts `f <= 0` imply, and values that they do not have; `None` for a contradiction.
fn propagate(terms: &Terms, facts: &[Linear], other_than: &[(TermId, i128)]) -> Option<FxHashMap<TermId, Range>> {
    let mut ranges: FxHashMap<TermId, Range> = FxHashMap::default();
    for _ in 0..SWEEPS.get() {
        let mut changed = false;
        for &(symbol, value) in other_than {
            let old = range_of(terms, &ranges, symbol);
            let new = without_end(old, value);
            if new.is_empty() {
                return None;
            }
            if new != old {
                ranges.insert(symbol, new);
                changed = true;
            }
        }
        for fact in facts {
            let parts: Vec<Range> = fact.items.iter().map(|&(c, m)| range_of(terms, &ranges, m).scale(c)).collect();
            for (i, &(c, m)) in fact.items.iter().enumerate() {
                if !is_symbol(terms, m) {
                    continue;
                }
                // c*m <= -(constant + the least value of the others)
                let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
                let least = others.fold(Range::point(fact.constant), |sum, (_, &part)| sum.plus(part)).lo;
                let Some(bound) = least.and_then(i128::checked_neg) else { continue };
                let new = match c {
                    1.. => Range::at_most(bound.div_euclid(c)),
                    // m >= bound / c, rounded up: -(bound div -c)
                    _ => {
                        let Some(positive) = c.checked_neg() else { continue };
                        Range::at_least(-bound.div_euclid(positive))
                    }
                };
                let old = range_of(terms, &ranges, m);
                let both = old.intersect(new);
                if both.is_empty() {
                    return None;
                }
                if both != old {
                    ranges.insert(m, both);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Some(ranges)
}

fn range_of(terms: &Terms, ranges: &FxHashMap<TermId, Range>, m: TermId) -> Range {
    let known = |t: TermId| ranges.get(&t).copied().unwrap_or_else(|| terms.range(t));
    match terms.kind(m) {
        Term::Prod(factors) => {
            factors.iter().fold(Range::point(1), |product, &f| product.times(known(f))).intersect(terms.range(m))
        }
        _ => known(m),
    }
}

/// The symbols below an operator that may vanish when ranges are tighter.
fn below_profiting(terms: &Terms, conjuncts: &[TermId]) -> FxHashSet<TermId> {
    let roots: Vec<TermId> = terms
        .subterms(conjuncts, |_| false)
        .into_iter()
        .filter(|&t| {
            matches!(
                terms.kind(t),
                Term::Wrap { .. } | Term::Mod(..) | Term::Div(..) | Term::Ite(..) | Term::Or(_) | Term::Pow2(_)
            )
        })
        .collect();
    terms.apps(&roots).into_iter().filter(|&t| is_symbol(terms, t)).collect()
}
