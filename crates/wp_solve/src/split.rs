//! Case splits over values that are listed: a member `x = 1 || x = 2 || x = 4` makes one conjunction for each value,
//! and so does the exponent `e` of a power `2^e`.
//!
//! Exact: the conjunction is satisfiable iff one of the cases is. With `x` a number, products and shifts by it become
//! linear and most cases close by simplification; powers of two (rule `pow2` of the paper on candidate invariants) are
//! the reason for this. With `e` a number, masks `2^e - 1` are remainders by a constant, which the digit procedure can
//! do.

use crate::digits::refute;
use crate::simplify::simplify;
use crate::slice;
use rustc_hash::FxHashMap;
use wp_logic::{Range, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Cases of one conjunction by lists, at most.
    const MAX_CASES: usize = 64;
    /// And by exponents, of those that simplification leaves open.
    const MAX_EXPONENT_CASES: usize = 400;
    /// An interval with more values is not a list.
    const MAX_INTERVAL: i128 = 4;
    /// The most values of an exponent that become cases of their own; larger ones are one case.
    const MAX_EXPONENTS: i128 = 40;
    /// Values of one that is compared with no constant: as many as a word has bits, and one more.
    const WORD: i128 = 33;
    /// Splits of a case that are tried one after the other.
    const MAX_DEPTH: usize = 3;
    /// Cases by lists that the digit procedure looks at; it costs more than the solver does for a simple case.
    const MAX_DIGITS: usize = 6;
    /// The greatest power of two that is a case of its own in a split by a mask.
    const MAX_POWER: i128 = 1 << 12;
    /// Rounds of replacing symbols that have one value.
    const MAX_ROUNDS: usize = 4;
}

/// The cases of a conjunction, made one by one.
pub(crate) struct Cases {
    todo: Vec<Case>,
    /// The number of cases so far that simplification does not close.
    count: usize,
    /// The number of attempts that the digit procedure has left.
    tries: usize,
}

struct Case {
    conjuncts: Vec<TermId>,
    depth: usize,
    by_exponents: bool,
}

/// How a conjunction is split.
enum Split {
    /// An atom has one of these values.
    Values(TermId, Vec<i128>),
    /// An exponent has a value in this interval, or a greater one.
    Exponent(TermId, i128, i128),
}

impl Cases {
    /// `None` when there is nothing to split.
    pub fn of(terms: &mut Terms, conjuncts: &[TermId], digits: bool) -> Option<Cases> {
        split(terms, conjuncts)?;
        let whole = Case { conjuncts: conjuncts.to_vec(), depth: 0, by_exponents: false };
        Some(Cases { todo: vec![whole], count: 0, tries: if digits { MAX_DIGITS.get() } else { 0 } })
    }

    /// The next case that simplification and the digit procedure leave open.
    pub fn next_open(&mut self, terms: &mut Terms) -> Option<Vec<TermId>> {
        while let Some(Case { conjuncts, depth, by_exponents }) = self.todo.pop() {
            if by_exponents && slice::refuted(terms, &conjuncts) {
                continue;
            }
            let split = if depth < MAX_DEPTH.get() { split(terms, &conjuncts) } else { None };
            match split {
                Some(Split::Values(atom, values)) if by_exponents || self.count + values.len() <= MAX_CASES.get() => {
                    for value in values {
                        self.add(propagate(terms, &conjuncts, atom, value), depth, by_exponents, terms);
                    }
                }
                Some(Split::Exponent(atom, low, high)) if self.count < MAX_EXPONENT_CASES.get() => {
                    let (above, beyond) = (terms.int(high + 1), terms.range(atom).hi.is_none_or(|hi| hi > high));
                    for value in low..=high {
                        let case = propagate(terms, &conjuncts, atom, value);
                        let case = simplify(terms, &case).map_or(case, |s| s.conjuncts);
                        self.add(case, depth, true, terms);
                    }
                    // The last is looked at first; nothing helps when it stays open.
                    if beyond {
                        let rest = [&conjuncts[..], &[terms.le(above, atom)]].concat();
                        let rest = simplify(terms, &rest).map_or(rest, |s| s.conjuncts);
                        self.add(rest, depth, true, terms);
                    }
                }
                _ if self.tries > 0 && !by_exponents => {
                    self.tries -= 1;
                    if !refute(terms, &conjuncts) {
                        return Some(conjuncts);
                    }
                }
                _ => return Some(conjuncts),
            }
        }
        None
    }

    fn add(&mut self, conjuncts: Vec<TermId>, depth: usize, by_exponents: bool, terms: &Terms) {
        if !conjuncts.iter().any(|&t| terms.as_bool(t) == Some(false)) {
            self.count += 1;
            self.todo.push(Case { conjuncts, depth: depth + 1, by_exponents });
        }
    }
}

/// Tests if all cases by the values of an atom that a mask states to be a power of two are closed; `None` if there is
/// no such mask.
pub(crate) fn refuted_by_sizes(terms: &mut Terms, conjuncts: &[TermId]) -> Option<bool> {
    power_of_two(terms, conjuncts)?;
    let mut cases = Cases::of(terms, conjuncts, true)?;
    Some(cases.next_open(terms).is_none())
}

/// By a list, else by an exponent.
fn split(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Split> {
    match listed(terms, conjuncts).or_else(|| power_of_two(terms, conjuncts)) {
        Some((atom, values)) => Some(Split::Values(atom, values)),
        None => exponent(terms, conjuncts),
    }
}

/// An exponent with a lower bound. If it has no upper bound, or a large one, the values up to the greatest number that
/// it is compared with become cases: beyond that, comparisons have the same result for all.
fn exponent(terms: &Terms, conjuncts: &[TermId]) -> Option<Split> {
    let nodes = terms.subterms(conjuncts, |_| false);
    let powers = nodes.iter().filter_map(|&t| match *terms.kind(t) {
        Term::Pow2(e) => Some(e),
        _ => None,
    });
    let mut exponents: Vec<TermId> = Vec::new();
    for e in powers {
        let items = terms.linear(e).items;
        exponents.extend(items.iter().filter(|&&(c, x)| c.abs() == 1 && is_atom(terms, x)).map(|i| i.1));
        if items.len() == 1 {
            exponents.push(e);
        }
    }
    exponents.sort_unstable();
    exponents.dedup();
    exponents.into_iter().find_map(|x| {
        let stated = conjuncts.iter().filter_map(|&t| bound(terms, t, x));
        let range = stated.fold(terms.range(x), Range::intersect);
        let low = range.lo?;
        let most = low.checked_add(MAX_EXPONENTS.get())?;
        if let Some(high) = range.hi.filter(|&hi| hi <= most) {
            return (low <= high).then_some(Split::Exponent(x, low, high));
        }
        let compared = nodes.iter().filter_map(|&t| bound(terms, t, x)).flat_map(|r| [r.lo, r.hi]).flatten();
        let word = if low <= 1 { Some(low + WORD.get()) } else { None };
        let high = compared.filter(|&v| v <= most).max().or(word)?;
        (low <= high).then_some(Split::Exponent(x, low, high))
    })
}

/// The range that a comparison with a constant gives an atom.
fn bound(terms: &Terms, t: TermId, x: TermId) -> Option<Range> {
    let (a, b, equal) = match *terms.kind(t) {
        Term::Le(a, b) => (a, b, false),
        Term::Eq(a, b) if terms.sort(a) == Sort::Int => (a, b, true),
        _ => return None,
    };
    let p = terms.linear(a).plus(-1, &terms.linear(b))?;
    let [(c @ (1 | -1), y)] = *p.items.as_slice() else { return None };
    // c*x + constant <= 0
    let bound = p.constant.checked_mul(-c)?;
    (x == y).then_some(match (equal, c) {
        (true, _) => Range::point(bound),
        (false, 1) => Range::at_most(bound),
        (false, _) => Range::at_least(bound),
    })
}

fn is_atom(terms: &Terms, t: TermId) -> bool {
    matches!(terms.kind(t), Term::App(..))
}

/// A member that lists the values of an atom; the shortest list first.
fn listed(terms: &Terms, conjuncts: &[TermId]) -> Option<(TermId, Vec<i128>)> {
    let lists = conjuncts.iter().filter_map(|&t| match terms.kind(t) {
        Term::Or(items) => values_of(terms, items),
        _ => None,
    });
    lists.min_by_key(|(atom, values)| (values.len(), *atom))
}

/// An atom of few values that is a power of two by `x & (x - 1) == 0`.
fn power_of_two(terms: &Terms, conjuncts: &[TermId]) -> Option<(TermId, Vec<i128>)> {
    conjuncts.iter().find_map(|&t| {
        let Term::Eq(a, b) = *terms.kind(t) else { return None };
        let (mask, zero) = if terms.as_int(b) == Some(0) { (a, b) } else { (b, a) };
        let Term::BitAnd(p, q) = *terms.kind(mask) else { return None };
        let (x, below) = if is_atom(terms, p) { (p, q) } else { (q, p) };
        let predecessor = terms.linear(below);
        let is_predecessor = predecessor.constant == -1 && *predecessor.items == [(1, x)];
        if terms.as_int(zero) != Some(0) || !is_atom(terms, x) || !is_predecessor {
            return None;
        }
        let stated = conjuncts.iter().filter_map(|&t| bound(terms, t, x));
        let range = stated.fold(terms.range(x), Range::intersect);
        let (low, high) = (range.lo?, range.hi.filter(|&hi| hi <= MAX_POWER.get())?);
        let powers = std::iter::once(0).chain((0..).map(|e| 1i128 << e).take_while(|&p| p <= high));
        Some((x, powers.filter(|&p| p >= low && p <= high).collect()))
    })
}

/// The values of an atom in a disjunction that states nothing else.
fn values_of(terms: &Terms, items: &[TermId]) -> Option<(TermId, Vec<i128>)> {
    let mut atom = None;
    let mut values = Vec::new();
    for &item in items {
        let (x, low, high) = match *terms.kind(item) {
            Term::Eq(x, v) => (x, terms.as_int(v)?, terms.as_int(v)?),
            Term::Le(x, v) => {
                // `x <= v`, or `-x <= v`.
                let v = terms.as_int(v)?;
                match terms.kind(x) {
                    Term::Sum { constant: 0, items } if items.len() == 1 && items[0].0 == -1 => {
                        (items[0].1, v.checked_neg()?, terms.range(items[0].1).hi?)
                    }
                    _ => (x, terms.range(x).lo?, v),
                }
            }
            _ => return None,
        };
        if !is_atom(terms, x) || *atom.get_or_insert(x) != x || high - low > MAX_INTERVAL.get() {
            return None;
        }
        values.extend(low..=high);
    }
    values.sort_unstable();
    values.dedup();
    Some((atom?, values))
}

/// The conjunction with a value for an atom, and for the symbols that have one value because of that.
fn propagate(terms: &mut Terms, conjuncts: &[TermId], atom: TermId, value: i128) -> Vec<TermId> {
    let value = terms.int(value);
    let mut all = conjuncts.to_vec();
    let mut map: FxHashMap<TermId, TermId> = [(atom, value)].into_iter().collect();
    // Other applications of a function may be equal to one that is replaced, so its value stays a member.
    let mut known = vec![terms.eq(atom, value)];
    for _ in 0..MAX_ROUNDS.get() {
        let replaced: Vec<TermId> = all.iter().map(|&t| terms.substitute_cached(t, &mut map)).collect();
        let conjunction = terms.and(&replaced);
        all = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
        map.clear();
        for &t in &all {
            match *terms.kind(t) {
                Term::Eq(x, v) if terms.as_int(v).is_some() && is_atom(terms, x) => {
                    map.insert(x, v);
                    known.push(t);
                }
                _ => {}
            }
        }
        if map.is_empty() {
            break;
        }
    }
    all.extend(known);
    let conjunction = terms.and(&all);
    match terms.kind(conjunction) {
        Term::And(items) => items.to_vec(),
        _ => vec![conjunction],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};

    fn open_cases(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<Vec<TermId>>> {
        let mut cases = Cases::of(terms, conjuncts, true)?;
        Some(std::iter::from_fn(|| cases.next_open(terms)).collect())
    }

    fn powers(terms: &mut Terms, x: TermId) -> TermId {
        let any: Vec<TermId> = (0..8)
            .map(|e| {
                let p = terms.int(1 << e);
                terms.eq(x, p)
            })
            .collect();
        terms.or(&any)
    }

    #[test]
    fn products_of_powers_become_linear() {
        let mut terms = Terms::new();
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::new(0, 1000));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 1000));
        let list = powers(&mut terms, x);
        let (product, limit) = (terms.mul(x, y), terms.int(128));
        let product = terms.eq(product, limit);
        let three = terms.int(3);
        let odd = terms.eq(y, three);
        assert_eq!(open_cases(&mut terms, &[list, product, odd]), Some(Vec::new()));
    }

    #[test]
    fn a_case_that_can_hold_stays_open() {
        let mut terms = Terms::new();
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::new(0, 1000));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 1000));
        let list = powers(&mut terms, x);
        let (product, limit) = (terms.mul(x, y), terms.int(128));
        let product = terms.eq(product, limit);
        let four = terms.int(4);
        let at_least = terms.le(four, y);
        let open = open_cases(&mut terms, &[list, product, at_least]).unwrap();
        assert!(!open.is_empty() && open.iter().all(|case| !case.is_empty()));
    }

    #[test]
    fn masks_of_predecessors_are_lists() {
        let mut terms = Terms::new();
        let x = terms.sym("x", Sort::Int, Class::Launch, Range::new(1, 1024));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 1000));
        let (zero, one, three) = (terms.int(0), terms.int(1), terms.int(3));
        let below = terms.sub(x, one);
        let mask = terms.bit_and(x, below);
        let power = terms.eq(mask, zero);
        let (product, limit) = (terms.mul(x, y), terms.int(128));
        let product = terms.eq(product, limit);
        let (odd, even) = (terms.eq(y, three), terms.eq(y, one));
        assert_eq!(refuted_by_sizes(&mut terms, &[power, product, odd]), Some(true));
        assert_eq!(refuted_by_sizes(&mut terms, &[power, product, even]), Some(false));
        assert_eq!(refuted_by_sizes(&mut terms, &[product, odd]), None, "nothing says that it is a power of two");
        // 0 is none, and satisfies the mask.
        let z = terms.sym("z", Sort::Int, Class::Launch, Range::new(0, 1024));
        let below = terms.sub(z, one);
        let mask = terms.bit_and(z, below);
        let (power, none) = (terms.eq(mask, zero), terms.eq(z, zero));
        assert_eq!(refuted_by_sizes(&mut terms, &[power, none]), Some(false));
        let unbounded = terms.sym("u", Sort::Int, Class::Launch, Range::at_least(0));
        let below = terms.sub(unbounded, one);
        let mask = terms.bit_and(unbounded, below);
        let (power, great) = (terms.eq(mask, zero), terms.le(three, unbounded));
        assert_eq!(refuted_by_sizes(&mut terms, &[power, great]), None, "too many sizes");
    }

    #[test]
    fn a_disjunction_about_two_atoms_is_no_list() {
        let mut terms = Terms::new();
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::new(0, 1000));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 1000));
        let one = terms.int(1);
        let (a, b) = (terms.eq(x, one), terms.eq(y, one));
        let either = terms.or(&[a, b]);
        assert_eq!(open_cases(&mut terms, &[either]), None);
    }

    /// `2*x - (x & (2^e - 1))` of two different numbers.
    #[test]
    fn exponents_make_masks_remainders() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(0, 1023)));
        let e = terms.sym("e", Sort::Int, Class::Thread, Range::at_least(0));
        let at_most = terms.int(9);
        let bounded = terms.le(e, at_most);
        let power = terms.pow2(e);
        let (one, two) = (terms.int(1), terms.int(2));
        let mask = terms.sub(power, one);
        let [u, v] = [x, y].map(|t| {
            let (low, double) = (terms.bit_and(t, mask), terms.mul(two, t));
            terms.sub(double, low)
        });
        let (same, distinct) = (terms.eq(u, v), terms.ne(x, y));
        assert_eq!(open_cases(&mut terms, &[bounded, same, distinct]), Some(Vec::new()));
        let shifted = terms.add(v, one);
        let meet = terms.eq(u, shifted);
        assert_eq!(open_cases(&mut terms, &[bounded, meet, distinct]).map(|c| c.is_empty()), Some(false));
    }
}
