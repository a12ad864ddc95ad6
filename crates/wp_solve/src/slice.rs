//! The conjuncts about numbers alone, to be refuted first.
//!
//! Most members of a long conjunction are about values in memory: implications between applications of unknown
//! functions, and inequations of such values. Others say how the launch follows from numbers of the host, of which
//! nothing else speaks: `blockDim.x = hidden / heads`. The proof that two addresses differ seldom needs them, and they
//! cost the digit procedure and the solver many cases. The slice omits them. The conjunction implies the slice, so a
//! refutation of the slice refutes the whole; a model of the slice implies nothing.

use crate::digits::refute;
use rustc_hash::FxHashSet;
use wp_logic::{Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Members that must be left out for a slice to be worth a question of its own.
    const MIN_DROPPED: usize = 2;
    /// Subterms of those left out for which one is enough.
    const LARGE: usize = 200;
}

/// The members without disjunctions and disequalities about values of functions, and without equations about quotients
/// and conditional values of symbols that no other member mentions; `None` where that is nearly all of them.
pub(crate) fn numbers(terms: &Terms, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let (mut dropped, kept): (Vec<TermId>, Vec<TermId>) = conjuncts.iter().partition(|&&t| is_about_values(terms, t));
    let (derived, plain): (Vec<TermId>, Vec<TermId>) = kept.iter().partition(|&&t| is_derived(terms, t));
    let known: FxHashSet<TermId> = terms.apps(&plain).into_iter().collect();
    let (near, remote): (Vec<TermId>, Vec<TermId>) =
        derived.iter().partition(|&&t| terms.apps(&[t]).iter().all(|app| known.contains(app)));
    dropped.extend(remote);
    let kept = [plain, near].concat();
    let worthwhile = |dropped: &[TermId]| match dropped.len() {
        0 => false,
        n if n >= MIN_DROPPED.get() => true,
        _ => terms.subterms(dropped, |_| false).len() >= LARGE.get(),
    };
    (kept.len() > 1 && worthwhile(&dropped)).then_some(kept)
}

/// A conjunction without its members about values: implied by it, often with fewer cases.
pub fn about_numbers(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let conjunction = terms.and(conjuncts);
    members(terms, conjunction).into_iter().filter(|&t| !is_about_values(terms, t)).collect()
}

/// The members of a conjunction.
pub(crate) fn members(terms: &Terms, conjunction: TermId) -> Vec<TermId> {
    match terms.kind(conjunction) {
        Term::And(items) => items.to_vec(),
        _ => vec![conjunction],
    }
}

/// True if the digit procedure refutes the conjunction, or the part of it about numbers.
pub(crate) fn refuted(terms: &mut Terms, conjuncts: &[TermId]) -> bool {
    let slice = numbers(terms, conjuncts);
    slice.is_some_and(|slice| refute(terms, &slice)) || refute(terms, conjuncts)
}

fn is_about_values(terms: &Terms, t: TermId) -> bool {
    let is_loose = matches!(terms.kind(t), Term::Or(_) | Term::Not(_));
    is_loose
        && terms.apps(&[t]).into_iter().any(|app| matches!(terms.kind(app), Term::App(_, args) if !args.is_empty()))
}

/// True if the member is an equation between integers with a condition, a quotient or a remainder.
fn is_derived(terms: &Terms, t: TermId) -> bool {
    let Term::Eq(a, _) = *terms.kind(t) else { return false };
    let is_operator = |t: &TermId| matches!(terms.kind(*t), Term::Ite(..) | Term::Div(..) | Term::Mod(..));
    terms.sort(a) == Sort::Int && terms.subterms(&[t], |_| false).iter().any(is_operator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};

    #[test]
    fn what_is_known_of_values_is_left_out() {
        let mut terms = Terms::new();
        let f = terms.func("f", &[Sort::Int], Sort::Int, Class::Launch, Range::ALL);
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::new(0, 9));
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::new(0, 9));
        let (at_x, at_y) = (terms.app(f, &[x]), terms.app(f, &[y]));
        let (same, differ, order) = (terms.eq(x, y), terms.ne(at_x, at_y), terms.le(x, y));
        let distinct = terms.ne(x, y);
        let either = terms.or(&[differ, order]);
        assert_eq!(numbers(&terms, &[same, distinct, differ, either]), Some(vec![same, distinct]));
        assert_eq!(numbers(&terms, &[same, distinct, differ]), None);
        assert_eq!(about_numbers(&mut terms, &[distinct, differ]), [distinct]);
        assert_eq!(about_numbers(&mut terms, &[differ]), []);
    }

    #[test]
    fn what_follows_from_numbers_of_the_host_is_left_out() {
        let mut terms = Terms::new();
        let [x, n, m, h] = ["x", "n", "m", "h"].map(|s| terms.sym(s, Sort::Int, Class::Launch, Range::new(0, 99)));
        let (two, three) = (terms.int(2), terms.int(3));
        let (half, third) = (terms.div(h, two), terms.div(h, three));
        let [of_n, of_m] = [(n, half), (m, third)].map(|(name, value)| terms.eq(name, value));
        let [below_n, below_m] = [n, m].map(|bound| terms.lt(x, bound));
        assert_eq!(numbers(&terms, &[below_n, below_m, of_n, of_m]), Some(vec![below_n, below_m]));
        // What relates h to the others may be needed.
        let bound = terms.le(h, x);
        assert_eq!(numbers(&terms, &[below_n, below_m, of_n, of_m, bound]), None);
    }
}
