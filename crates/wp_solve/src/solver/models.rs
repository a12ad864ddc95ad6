//! Models: small ones, and models without a proof.

use super::{size, within, Solver, MAX_FAILURES, MINIMISE_SHARE};
use crate::answer::{Answer, Model};
use crate::slice::members;
use wp_logic::{TermId, Terms};

impl Solver {
    /// [`Solver::check`], then makes the absolute values of the preferred terms small by further queries with bounds:
    /// first of all of them together, then of each in order. The model found last is the answer, so the first one when
    /// no smaller one is found. Operations on floats are uninterpreted on the way, and count again for the last model.
    pub fn minimise(&mut self, terms: &mut Terms, conjuncts: &[TermId], prefer: &[TermId]) -> Answer {
        let first = self.check(terms, conjuncts);
        let mut constraints = conjuncts.to_vec();
        let exact = std::mem::replace(&mut self.config.exact_floats, false);
        let small = self.smallest(terms, &mut constraints, prefer, first.clone());
        self.config.exact_floats = exact;
        match &small {
            Answer::Sat(model) if exact && model.approximate && constraints.len() > conjuncts.len() => {
                match self.model(terms, &constraints, MINIMISE_SHARE.get()) {
                    Some(model) if !model.approximate => Answer::Sat(model),
                    _ => small,
                }
            }
            _ => small,
        }
    }

    /// The constraints that are found on the way are added.
    fn smallest(
        &mut self,
        terms: &mut Terms,
        constraints: &mut Vec<TermId>,
        prefer: &[TermId],
        mut answer: Answer,
    ) -> Answer {
        for bound in [2, 4, 16, 64, 1024] {
            let Answer::Sat(model) = &answer else { return answer };
            if prefer.iter().all(|&t| size(terms, model, t).is_none_or(|v| v <= bound)) {
                break;
            }
            let within: Vec<TermId> = prefer.iter().map(|&t| within(terms, t, bound)).collect();
            let count = constraints.len();
            constraints.extend(within.into_iter().filter(|&t| terms.as_bool(t) != Some(false)));
            if let Some(smaller) = self.model(terms, constraints, MINIMISE_SHARE.get()) {
                answer = Answer::Sat(smaller);
                break;
            }
            constraints.truncate(count);
        }
        for &t in prefer {
            let Answer::Sat(model) = &answer else { return answer };
            let Some(mut best) = size(terms, model, t) else { continue };
            let mut failures = 0;
            for bound in std::iter::once(0).chain((0..126).map(|e| 1i128 << e)) {
                if bound >= best || failures == MAX_FAILURES.get() {
                    break;
                }
                let small = within(terms, t, bound);
                if terms.as_bool(small) == Some(false) {
                    continue;
                }
                constraints.push(small);
                let smaller = self.model(terms, constraints, MINIMISE_SHARE.get());
                constraints.pop();
                match smaller {
                    Some(smaller) => {
                        best = size(terms, &smaller, t).unwrap_or(bound);
                        answer = Answer::Sat(smaller);
                    }
                    None => failures += 1,
                }
            }
            constraints.push(within(terms, t, best));
        }
        answer
    }

    /// A model of the conjuncts, sought with the effort for one query divided by `share`. The procedures that only
    /// refute are left out, so this is the cheaper question where the conjuncts are expected to hold together.
    pub fn model(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> Option<Model> {
        let conjunction = terms.and(conjuncts);
        match terms.as_bool(conjunction) {
            Some(true) => return Some(Model::default()),
            Some(false) => return None,
            None => {}
        }
        self.charge(terms);
        let conjuncts = members(terms, conjunction);
        self.attempts(terms, &conjuncts, share).model().cloned()
    }
}
