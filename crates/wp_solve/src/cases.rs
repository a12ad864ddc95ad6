//! Splits a conjunction into cases by the conditions of its conditional values and by quotients that have few values.
//!
//! In a case a symbol has a tighter range, or a quotient has a value, under which conditionals, wraps, masks and
//! divisions are decided (`simplify`, `quotients`) and most literals of disjunctions are removed (`clauses`). Cases are
//! refuted without a solver; open cases are returned one by one, simplified, as easier questions for a solver. Each
//! case is implied by the conjunction together with its condition, and the conditions cover all assignments: if all
//! cases are refuted, so is the conjunction. An open case implies nothing.

use crate::bounds::Effort;
use crate::clauses;
use crate::digits::refute_by;
use crate::quotients;
use crate::simplify::simplify;
use wp_logic::{Term, TermId, Terms};

wp_base::limits! {
    /// Cases in a row.
    const DEPTH: usize = 8;
    /// Cases in all.
    const MAX_CASES: usize = 80;
    /// Conjunctions with more nodes are left to the solver.
    const MAX_NODES: usize = 1500;
    /// The most values of a quotient that become cases.
    const MAX_VALUES: i128 = 4;
}

/// The cases of a conjunction that are not looked at yet.
#[derive(Debug)]
pub(crate) struct Leaves {
    todo: Vec<(Vec<TermId>, usize)>,
    cases: usize,
    /// True if a case was open. The solver is needed then, and is quick with the others.
    open: bool,
}

impl Leaves {
    /// `None` when there is nothing to split or to shorten.
    pub fn of(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Leaves> {
        if terms.subterms(conjuncts, |_| false).len() > MAX_NODES.get() {
            return None;
        }
        let worth = clauses::has_some(terms, conjuncts) || condition(terms, conjuncts).is_some();
        worth.then(|| Leaves { todo: vec![(conjuncts.to_vec(), 0)], cases: MAX_CASES.get(), open: false })
    }

    /// The next case that is not refuted without a solver.
    pub fn next_open(&mut self, terms: &mut Terms) -> Option<Vec<TermId>> {
        while let Some((mut conjuncts, depth)) = self.todo.pop() {
            if depth > 0 {
                conjuncts = reduce(terms, conjuncts);
                if conjuncts.iter().any(|&t| terms.as_bool(t) == Some(false)) {
                    continue;
                }
            }
            let splits = depth < DEPTH.get()
                && self.cases >= 2
                && terms.subterms(&conjuncts, |_| false).len() <= MAX_NODES.get();
            let condition = condition(terms, &conjuncts).filter(|_| splits);
            // What is to be split further is seldom refuted as it stands.
            let effort = if condition.is_some() { Effort::Quick } else { Effort::Full };
            if depth > 0 && !self.open && refute_by(terms, &conjuncts, effort) {
                continue;
            }
            match condition {
                Some(condition) => {
                    self.cases -= 2;
                    let negated = terms.not(condition);
                    for case in [negated, condition] {
                        self.todo.push(([&conjuncts[..], &[case]].concat(), depth + 1));
                    }
                }
                None if self.open => return Some(conjuncts),
                None => {
                    let shorter = clauses::shorten(terms, &conjuncts);
                    if shorter.is_some() {
                        self.open = true;
                        return shorter;
                    }
                }
            }
        }
        None
    }
}

/// The conjunction under the condition of the case, simplified.
pub(crate) fn reduce(terms: &mut Terms, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let conjuncts = simplify(terms, &conjuncts).map_or(conjuncts, |s| s.conjuncts);
    match quotients::decide(terms, &conjuncts) {
        Some(decided) => simplify(terms, &decided).map_or(decided, |s| s.conjuncts),
        None => conjuncts,
    }
}

/// The condition to split by: the one with the fewest symbols; a quotient with two values, else a comparison in a
/// conditional value, else a quotient with few values.
fn condition(terms: &mut Terms, conjuncts: &[TermId]) -> Option<TermId> {
    let mut best: Option<((usize, u8, TermId), TermId)> = None;
    for t in terms.subterms(conjuncts, |_| false) {
        let (rank, about, condition) = match *terms.kind(t) {
            Term::Ite(c, _, _) if matches!(terms.kind(c), Term::Le(..) | Term::Eq(..)) => (1, c, c),
            Term::Div(a, b) | Term::Mod(a, b) => {
                let Some((values, middle)) = middle(terms, a, b) else { continue };
                (if values == 2 { 0 } else { 2 }, a, middle)
            }
            _ => continue,
        };
        let key = (terms.apps(&[about]).len(), rank, t);
        if best.is_none_or(|(least, _)| key < least) {
            best = Some((key, condition));
        }
    }
    best.map(|(_, condition)| condition)
}

/// For a quotient with few values: how many, and that it is one of the lower half.
fn middle(terms: &mut Terms, a: TermId, b: TermId) -> Option<(i128, TermId)> {
    let m = terms.as_int(b).filter(|&m| m > 1)?;
    let range = terms.range(a);
    let (lo, hi) = (range.lo?.div_euclid(m), range.hi?.div_euclid(m));
    let values = hi.checked_sub(lo)?.checked_add(1)?;
    if !(2..=MAX_VALUES.get()).contains(&values) {
        return None;
    }
    let last = (lo + (values - 1) / 2).checked_add(1)?.checked_mul(m)? - 1;
    let last = terms.int(last);
    Some((values, terms.le(a, last)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wp_logic::{Class, Range, Sort, Value};

    fn symbols(terms: &mut Terms, range: Range) -> [TermId; 2] {
        ["x", "y"].map(|n| terms.sym(n, Sort::Int, Class::Thread, range))
    }

    fn holds(terms: &Terms, t: TermId, x: i128, y: i128) -> bool {
        let value = terms.eval(t, &mut |f, _| {
            Some(Value::Int(match &*terms.func_info(f).name {
                "x" => x,
                "-x" => -x,
                "-y" => -y,
                _ => y,
            }))
        });
        value == Some(Value::Bool(true))
    }

    fn leaves(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<Vec<TermId>>> {
        let mut leaves = Leaves::of(terms, conjuncts)?;
        Some(std::iter::from_fn(|| leaves.next_open(terms)).collect())
    }

    fn flat(terms: &Terms, conjunction: TermId) -> Vec<TermId> {
        match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        }
    }

    #[test]
    fn quotients_with_two_values_are_cases() {
        let mut terms = Terms::new();
        let [x, y] = symbols(&mut terms, Range::new(0, 99));
        // x + 150*((x - y + 5) div 100) <= -100 says that y > x + 5.
        let [minus, five, hundred, bound] = [-100, 5, 100, 150].map(|v| terms.int(v));
        let difference = terms.sub(x, y);
        let shifted = terms.add(difference, five);
        let quotient = terms.div(shifted, hundred);
        let scaled = terms.mul(bound, quotient);
        let sum = terms.add(x, scaled);
        let (small, zero) = (terms.le(sum, minus), terms.int(0));
        let not_negative = terms.le(zero, shifted);
        assert_eq!(leaves(&mut terms, &[small, not_negative]), Some(Vec::new()));
        assert_eq!(leaves(&mut terms, &[small]).map(|open| open.len()), Some(1));
    }

    /// `c*x + d*y + sum of parts + e` compared with 0, where a part is a quotient, a remainder or a conditional value.
    fn literal(terms: &mut Terms, [x, y]: [TermId; 2], parts: &[(i128, i128, u8)], line: (i128, i128, i128)) -> TermId {
        let (cx, cy) = (terms.scale(line.0, x), terms.scale(line.1, y));
        let constant = terms.int(line.2);
        let mut sum = terms.add(cx, cy);
        sum = terms.add(sum, constant);
        for &(c, m, op) in parts {
            let (cx, divisor) = (terms.scale(c, x), terms.int(m));
            let arg = terms.add(cx, y);
            let part = match op {
                0 => terms.div(arg, divisor),
                1 => terms.modulo(arg, divisor),
                _ => {
                    let condition = terms.le(arg, divisor);
                    terms.ite(condition, x, y)
                }
            };
            sum = terms.add(sum, part);
        }
        let zero = terms.int(0);
        if line.2 % 3 == 0 {
            terms.eq(sum, zero)
        } else {
            terms.le(sum, zero)
        }
    }

    type Parts = (Vec<(i128, i128, u8)>, (i128, i128, i128));

    fn parts() -> impl Strategy<Value = Parts> {
        (proptest::collection::vec((-3i128..4, 2i128..12, 0u8..3), 0..3), (-4i128..5, -4i128..5, -9i128..10))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        /// Where all members hold, so do those of some open case.
        #[test]
        fn open_cases_cover_every_solution(
            members in proptest::collection::vec(proptest::collection::vec(parts(), 1..4), 1..5),
        ) {
            let mut terms = Terms::new();
            let vars = symbols(&mut terms, Range::new(-9, 9));
            let members: Vec<TermId> = members
                .iter()
                .map(|literals| {
                    let literals: Vec<TermId> =
                        literals.iter().map(|(parts, line)| literal(&mut terms, vars, parts, *line)).collect();
                    terms.or(&literals)
                })
                .collect();
            let conjunction = terms.and(&members);
            let conjuncts = flat(&terms, conjunction);
            if let Some(open) = leaves(&mut terms, &conjuncts) {
                for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                    if members.iter().all(|&t| holds(&terms, t, x, y)) {
                        let covered = open.iter().any(|leaf| leaf.iter().all(|&t| holds(&terms, t, x, y)));
                        prop_assert!(covered, "x = {x}, y = {y}");
                    }
                }
            }
        }
    }
}
