//! Case splits over values that are listed: a member `x = 1 || x = 2 || x = 4` makes one conjunction for each value.
//!
//! Exact: the conjunction is satisfiable iff one of the cases is. With `x` a number, products and shifts by it become linear
//! and most cases close by simplification; powers of two (rule `pow2` of the paper on candidate invariants) are the reason
//! for this.

use crate::digits::refute;
use rustc_hash::FxHashMap;
use wp_logic::{Term, TermId, Terms};

/// Cases of one conjunction, at most.
const MAX_CASES: usize = 64;
/// An interval with more values is not a list.
const MAX_INTERVAL: i128 = 4;
/// Splits of a case that are tried one after the other.
const MAX_DEPTH: usize = 3;
/// Cases that the digit procedure looks at; it costs more than the solver does for a simple case.
const MAX_DIGITS: usize = 6;
/// Rounds of replacing what has one value.
const MAX_ROUNDS: usize = 4;

/// The cases that simplification and the digit procedure leave open; `None` when there is nothing to split.
pub(crate) fn open_cases(terms: &mut Terms, conjuncts: &[TermId], digits: bool) -> Option<Vec<Vec<TermId>>> {
    listed(terms, conjuncts)?;
    let mut open = Vec::new();
    let mut todo = vec![(conjuncts.to_vec(), 0)];
    let mut cases = 0;
    let mut tries = if digits { MAX_DIGITS } else { 0 };
    while let Some((conjuncts, depth)) = todo.pop() {
        let list = if depth < MAX_DEPTH { listed(terms, &conjuncts) } else { None };
        match list {
            Some((atom, values)) if cases + values.len() <= MAX_CASES => {
                cases += values.len();
                for value in values {
                    let value = terms.int(value);
                    let case = propagate(terms, &conjuncts, atom, value);
                    if !case.iter().any(|&t| terms.as_bool(t) == Some(false)) {
                        todo.push((case, depth + 1));
                    }
                }
            }
            _ if tries > 0 => {
                tries -= 1;
                if !refute(terms, &conjuncts) {
                    open.push(conjuncts);
                }
            }
            _ => open.push(conjuncts),
        }
    }
    Some(open)
}

/// A member that lists the values of an atom; the shortest list first.
fn listed(terms: &Terms, conjuncts: &[TermId]) -> Option<(TermId, Vec<i128>)> {
    let lists = conjuncts.iter().filter_map(|&t| match terms.kind(t) {
        Term::Or(items) => values_of(terms, items),
        _ => None,
    });
    lists.min_by_key(|(atom, values)| (values.len(), *atom))
}

/// The values of an atom of which a disjunction says nothing else.
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
        let is_atom = matches!(terms.kind(x), Term::App(..));
        if !is_atom || *atom.get_or_insert(x) != x || high - low > MAX_INTERVAL {
            return None;
        }
        values.extend(low..=high);
    }
    values.sort_unstable();
    values.dedup();
    Some((atom?, values))
}

/// The conjunction with a value for an atom, and with what has one value because of that.
fn propagate(terms: &mut Terms, conjuncts: &[TermId], atom: TermId, value: TermId) -> Vec<TermId> {
    let mut all = conjuncts.to_vec();
    let mut map: FxHashMap<TermId, TermId> = [(atom, value)].into_iter().collect();
    // Other applications of a function may be equal to one that is replaced, so its value stays a member.
    let mut known = vec![terms.eq(atom, value)];
    for _ in 0..MAX_ROUNDS {
        let replaced: Vec<TermId> = all.iter().map(|&t| terms.substitute(t, &map)).collect();
        let conjunction = terms.and(&replaced);
        all = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
        map.clear();
        for &t in &all {
            match *terms.kind(t) {
                Term::Eq(x, v) if terms.as_int(v).is_some() && matches!(terms.kind(x), Term::App(..)) => {
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
        assert_eq!(open_cases(&mut terms, &[list, product, odd], true), Some(Vec::new()));
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
        let open = open_cases(&mut terms, &[list, product, at_least], true).unwrap();
        assert!(!open.is_empty() && open.iter().all(|case| !case.is_empty()));
    }

    #[test]
    fn a_disjunction_about_two_atoms_is_no_list() {
        let mut terms = Terms::new();
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::new(0, 1000));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 1000));
        let one = terms.int(1);
        let (a, b) = (terms.eq(x, one), terms.eq(y, one));
        let either = terms.or(&[a, b]);
        assert_eq!(open_cases(&mut terms, &[either], true), None);
    }
}
