//! Shortens the disjunctions of a conjunction under its other members, without a solver.
//!
//! Claims about accesses give long disjunctions most of whose literals are false where the guard holds. A literal that
//! contradicts the inequalities of the other members is removed; a disjunction with one literal left becomes a member,
//! and the others are tried again. Output: a conjunction that the input implies, so it may be used to refute. A literal
//! that remains implies nothing.

use crate::bounds::{Bounds, Effort};
use crate::cases::reduce;
use crate::digits::refute;
use wp_logic::{Linear, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Rounds, each with the members that the one before has found.
    const MAX_ROUNDS: usize = 4;
    /// Inequalities looked at in one round.
    const FUEL: usize = 6000;
    /// Literals of one round that the digit procedure looks at; those of the shortest disjunctions.
    const MAX_TRIES: usize = 12;
    /// Disjunctions with at most so many literals left are worth the digit procedure.
    const MAX_SHORT: usize = 3;
}

/// True if there is a disjunction that may become shorter.
pub(crate) fn has_some(terms: &Terms, conjuncts: &[TermId]) -> bool {
    conjuncts.iter().any(|&t| clause(terms, t).is_some())
}

/// The conjunction with shorter disjunctions; `None` when it is contradictory.
pub(crate) fn shorten(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut now = conjuncts.to_vec();
    for _ in 0..MAX_ROUNDS.get() {
        now = match round(terms, &now) {
            Round::Contradiction => return None,
            Round::Same => break,
            Round::Shorter(shorter) => shorter,
        };
        if now.iter().any(|&t| terms.as_bool(t) == Some(false)) || refute(terms, &now) {
            return None;
        }
    }
    Some(now)
}

/// The result of a round.
enum Round {
    Contradiction,
    Same,
    Shorter(Vec<TermId>),
}

fn round(terms: &mut Terms, conjuncts: &[TermId]) -> Round {
    let bounds = Bounds::new(terms, conjuncts, FUEL.get());
    let mut members: Vec<TermId> = Vec::new();
    let mut clauses: Vec<Vec<TermId>> = Vec::new();
    let mut found = false;
    for &t in conjuncts {
        let Some(mut literals) = clause(terms, t) else {
            members.push(t);
            continue;
        };
        let count = literals.len();
        literals.retain(|&l| !contradicts(terms, &bounds, l));
        found |= literals.len() < count;
        clauses.push(literals);
    }
    clauses.sort_by_key(Vec::len);
    let mut tries = MAX_TRIES.get();
    for literals in clauses.iter_mut().filter(|c| c.len() <= MAX_SHORT.get()) {
        literals.retain(|&l| {
            let open = tries == 0 || {
                tries -= 1;
                let case = [&members[..], &[l]].concat();
                let case = reduce(terms, case);
                !refute(terms, &case)
            };
            found |= !open;
            open
        });
        match literals[..] {
            [] => return Round::Contradiction,
            [one] => members.push(one),
            _ => {}
        }
    }
    if !found {
        return Round::Same;
    }
    for literals in clauses.iter().filter(|c| c.len() != 1) {
        members.push(terms.or(literals));
    }
    Round::Shorter(reduce(terms, members))
}

/// The literals of a disjunction about numbers.
fn clause(terms: &Terms, t: TermId) -> Option<Vec<TermId>> {
    let Term::Or(items) = terms.kind(t) else { return None };
    items.iter().all(|&l| is_about_numbers(terms, l)).then(|| items.to_vec())
}

fn is_about_numbers(terms: &Terms, t: TermId) -> bool {
    match terms.kind(t) {
        Term::Le(..) => true,
        Term::Eq(a, _) => terms.sort(*a) == Sort::Int,
        Term::Not(inner) => is_about_numbers(terms, *inner),
        Term::And(items) | Term::Or(items) => items.iter().all(|&i| is_about_numbers(terms, i)),
        _ => false,
    }
}

/// True if the inequalities of the conjunction imply that the literal is false.
fn contradicts(terms: &mut Terms, bounds: &Bounds, literal: TermId) -> bool {
    let plus_one = |p: Option<Linear>| p.and_then(|p| p.plus(1, &Linear::int(1)));
    match terms.kind(literal).clone() {
        Term::Bool(value) => !value,
        Term::Le(a, b) => {
            let p = terms.linear(b).plus(-1, &terms.linear(a));
            plus_one(p).is_some_and(|p| bounds.implies(terms, &p))
        }
        Term::Eq(a, b) if terms.sort(a) == Sort::Int => {
            let (p, q) = (terms.linear(a), terms.linear(b));
            bounds.below(terms, &p, &q, Effort::Full) || bounds.below(terms, &q, &p, Effort::Full)
        }
        Term::Not(inner) => match *terms.kind(inner) {
            Term::Eq(a, b) if terms.sort(a) == Sort::Int => {
                let (p, q) = (terms.linear(a), terms.linear(b));
                [p.plus(-1, &q), q.plus(-1, &p)].into_iter().all(|d| d.is_some_and(|d| bounds.implies(terms, &d)))
            }
            _ => false,
        },
        Term::And(items) => items.iter().any(|&i| contradicts(terms, bounds, i)),
        Term::Or(items) => items.iter().all(|&i| contradicts(terms, bounds, i)),
        _ => false,
    }
}
