//! The prover: shows that conjunctions have no model. A question is repeated only with more effort, or if a model is
//! wanted.
//!
//! A conjunction is flattened and sorted first, so that one question has one form; a contradiction among its members
//! closes it. What was refuted stays refuted. That something was not refuted is remembered with the effort it took, and
//! asked again only with more effort or for a model. Sound: an answer is that of the solver
//! ([`wp_solve::Solver`]), whose doubts are all "unknown".

use crate::{Obligation, QuestionKind};
use rustc_hash::FxHashMap;
use std::time::Instant;
use wp_logic::{Term, TermId, Terms};
use wp_solve::{Answer, Method, Model, Solver, UnknownCause};
use wp_summary::Premises;

wp_base::limits! {
    /// Timeouts of questions whose effort was divided by more than this do not count as given up.
    const COUNTED_SHARE: u32 = 2;
}

/// The outcome of an obligation.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It has no model, which this step shows.
    Proof(Method),
    /// It has a model; the model itself where one was asked for.
    Model(Option<Box<Model>>),
    /// Neither is known.
    Open(UnknownCause),
}

impl Outcome {
    /// True if the obligation has no model.
    pub fn is_proof(&self) -> bool {
        matches!(self, Outcome::Proof(_))
    }
}

/// The effort for a query about an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryEffort {
    /// The part of the effort for one query, as a divisor.
    pub share: u32,
    /// True if a model is wanted where there is no proof.
    pub wants_model: bool,
}

impl QueryEffort {
    /// A proof or nothing, with this part of the effort for one query.
    pub fn part(share: u32) -> Self {
        Self { share, wants_model: false }
    }
}

/// After how many unanswered questions the solver is given less effort, and how much less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// The number of questions.
    pub questions: u32,
    /// The part of the effort that is given from then on, as a divisor.
    pub share: u32,
}

impl Patience {
    /// No question gets less effort than another one.
    pub const ENDLESS: Patience = Patience { questions: u32::MAX, share: 1 };
}

/// An earlier answer.
#[derive(Clone, Debug)]
enum Answered {
    /// By this step.
    Refuted(Method),
    /// With the effort divided by this number.
    Undecided(UnknownCause, u32),
    HasModel,
}

/// What is known of a conjunction before the solver is asked.
#[derive(Debug)]
pub enum Lookup {
    /// Its outcome.
    Known(Outcome),
    /// Nothing: the conjuncts of the question, for [`Prover::ask`].
    Question(Vec<TermId>),
}

/// The questions so far with their answers.
#[derive(Debug)]
pub struct Prover {
    patience: Patience,
    answers: FxHashMap<Vec<TermId>, Answered>,
    /// By conjunction: the digit procedure alone refuted it.
    by_digits: FxHashMap<TermId, bool>,
    /// Questions that the solver gave up on.
    given_up: u32,
    /// The conjunctions that the solver was asked about, in order; `None` unless obligations are to be dumped.
    pub asked: Option<Vec<Obligation>>,
}

impl Prover {
    /// A prover that has asked nothing.
    pub fn new(patience: Patience) -> Self {
        let (answers, by_digits) = (FxHashMap::default(), FxHashMap::default());
        Self { patience, answers, by_digits, given_up: 0, asked: None }
    }

    /// What is known of a conjunction without the solver.
    pub fn lookup(&self, terms: &mut Terms, conjuncts: &[TermId], effort: QueryEffort) -> Lookup {
        let Some(question) = flat(terms, conjuncts) else {
            return Lookup::Known(Outcome::Proof(Method::Structural));
        };
        match self.answers.get(&question) {
            Some(Answered::Refuted(by)) => Lookup::Known(Outcome::Proof(*by)),
            Some(Answered::HasModel) if !effort.wants_model => Lookup::Known(Outcome::Model(None)),
            Some(Answered::Undecided(cause, share)) if !effort.wants_model && *share <= self.share(effort) => {
                Lookup::Known(Outcome::Open(cause.clone()))
            }
            _ => Lookup::Question(question),
        }
    }

    /// Asks the solver a question of [`Prover::lookup`]; the outcome with the seconds that it took.
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
        question: Obligation,
        effort: QueryEffort,
    ) -> (Outcome, f64) {
        let start = Instant::now();
        let share = self.share(effort);
        let outcome = if effort.wants_model {
            match solver.check_within(terms, &question.conjuncts, share) {
                Answer::Unsat(method) => Outcome::Proof(method),
                Answer::Sat(model) => Outcome::Model(Some(Box::new(model))),
                Answer::Unknown(cause) => Outcome::Open(cause),
            }
        } else {
            match solver.refutes(terms, &question.conjuncts, share) {
                Ok(Some(method)) => Outcome::Proof(method),
                Ok(None) => Outcome::Model(None),
                Err(cause) => Outcome::Open(cause),
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let answer = match &outcome {
            Outcome::Proof(by) => Answered::Refuted(*by),
            Outcome::Model(_) => Answered::HasModel,
            Outcome::Open(cause) => {
                let counts = *cause == UnknownCause::Timeout && effort.share <= COUNTED_SHARE.get();
                self.given_up += u32::from(counts);
                Answered::Undecided(cause.clone(), share)
            }
        };
        self.answers.insert(question.conjuncts.clone(), answer);
        self.note(question);
        (outcome, seconds)
    }

    /// The outcome of a conjunction, whether or not it was asked before.
    pub fn outcome(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
        conjuncts: &[TermId],
        effort: QueryEffort,
    ) -> Outcome {
        match self.lookup(terms, conjuncts, effort) {
            Lookup::Known(outcome) => outcome,
            Lookup::Question(conjuncts) => {
                self.ask(terms, solver, Obligation { kind: QuestionKind::Whole, conjuncts }, effort).0
            }
        }
    }

    /// True if the digit procedure alone shows that the conjunction has no model. It is asked first, because gathering
    /// what is known costs more.
    pub fn refuted_by_digits(&mut self, terms: &mut Terms, solver: &mut Solver, conjuncts: &[TermId]) -> bool {
        // Accesses at a constant distance make many pairs of the same distance, which are one question.
        let conjunction = terms.and(conjuncts);
        if let Some(&refuted) = self.by_digits.get(&conjunction) {
            return refuted;
        }
        let refuted = solver.refuted_by_digits(terms, conjuncts);
        if refuted {
            self.note(Obligation { kind: QuestionKind::Digits, conjuncts: conjuncts.to_vec() });
        }
        self.by_digits.insert(conjunction, refuted);
        refuted
    }

    fn share(&self, effort: QueryEffort) -> u32 {
        if self.given_up < self.patience.questions {
            effort.share
        } else {
            effort.share * self.patience.share
        }
    }

    fn note(&mut self, question: Obligation) {
        if let Some(asked) = &mut self.asked {
            asked.push(question);
        }
    }
}

/// The members of the conjunction in order; `None` when one of them is false, or negates another.
fn flat(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut flat: Vec<TermId> = Vec::new();
    for &c in conjuncts {
        match terms.kind(c) {
            Term::Bool(true) => {}
            Term::Bool(false) => return None,
            Term::And(items) => flat.extend(items.iter().copied()),
            _ => flat.push(c),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    let contradicts = flat.iter().any(|&c| {
        let negated = terms.not(c);
        flat.binary_search(&negated).is_ok()
    });
    (!contradicts).then_some(flat)
}

/// A discharged obligation, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The step that closed it; of several obligations, the most powerful step that one of them needed.
    pub by: Method,
    /// The premises of the proof besides the assumptions of the summary.
    pub rests_on: Premises,
    /// The obligations with their steps, where proofs are explained.
    pub steps: Vec<ProofStep>,
}

/// One obligation of a proof, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofStep {
    /// The conjuncts that were shown to exclude each other.
    pub conjuncts: Vec<String>,
    /// The step that closed it.
    pub by: Method,
    /// The premises of the step besides the assumptions of the summary.
    pub rests_on: Premises,
}

impl Proof {
    /// The proof of no obligation.
    pub fn of_nothing() -> Self {
        Self { by: Method::Structural, rests_on: Premises::NONE, steps: Vec::new() }
    }

    /// Adds the proof of further obligations.
    pub fn add(&mut self, more: Proof) {
        self.by = self.by.max(more.by);
        self.rests_on.join(&more.rests_on);
        self.steps.extend(more.steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};
    use wp_solve::SolverConfig;

    #[test]
    fn an_open_answer_is_kept_for_as_much_effort() {
        let mut terms = Terms::new();
        // Without a solver every question that structure leaves open is.
        let mut solver = Solver::new(SolverConfig { disabled: true, digits: false, ..SolverConfig::default() });
        let x = terms.sym("x", Sort::Int, Class::Thread, Range::ALL);
        let y = terms.sym("y", Sort::Int, Class::Thread, Range::ALL);
        let product = terms.mul(x, y);
        let seven = terms.int(7);
        let equal = terms.eq(product, seven);
        let differ = terms.not(equal);
        let mut prover = Prover::new(Patience::ENDLESS);
        prover.asked = Some(Vec::new());
        let both = terms.and(&[equal, differ]);
        assert!(prover.outcome(&mut terms, &mut solver, &[both], QueryEffort::part(1)).is_proof());
        assert!(prover.outcome(&mut terms, &mut solver, &[differ, equal], QueryEffort::part(1)).is_proof());
        let asked = |p: &Prover| p.asked.as_ref().map_or(0, Vec::len);
        assert_eq!(asked(&prover), 0);
        for (effort, questions) in [
            (QueryEffort::part(4), 1),
            (QueryEffort::part(8), 1),
            (QueryEffort::part(2), 2),
            (QueryEffort { share: 2, wants_model: true }, 3),
        ] {
            assert!(!prover.outcome(&mut terms, &mut solver, &[equal], effort).is_proof());
            assert_eq!(asked(&prover), questions, "{effort:?}");
        }
    }

    #[test]
    fn a_refutation_is_kept_for_ever_and_a_model_until_it_is_wanted() {
        let mut terms = Terms::new();
        // The digit procedure alone decides.
        let mut solver = Solver::new(SolverConfig { disabled: true, ..SolverConfig::default() });
        let mut digit = |name: &str| terms.sym(name, Sort::Int, Class::Thread, Range::new(0, 7));
        let (x, y, low, other) = (digit("x"), digit("y"), digit("low"), digit("other"));
        let eight = terms.int(8);
        let [left, right] = [(x, low), (y, other)].map(|(high, low)| {
            let high = terms.mul(eight, high);
            terms.add(high, low)
        });
        let (equal, differ) = (terms.eq(left, right), terms.ne(low, other));
        let mut prover = Prover::new(Patience::ENDLESS);
        prover.asked = Some(Vec::new());
        let asked = |p: &Prover| p.asked.as_ref().map_or(0, Vec::len);
        let with_model = QueryEffort { share: 1, wants_model: true };
        for effort in [QueryEffort::part(8), QueryEffort::part(1), with_model] {
            assert!(prover.outcome(&mut terms, &mut solver, &[equal, differ], effort).is_proof(), "{effort:?}");
            assert_eq!(asked(&prover), 1, "{effort:?}");
        }
        let again = prover.outcome(&mut terms, &mut solver, &[equal, differ], with_model);
        assert!(matches!(again, Outcome::Proof(Method::Digits)), "the step is kept: {again:?}");
        for (effort, questions) in [(QueryEffort::part(8), 2), (QueryEffort::part(1), 2), (with_model, 3)] {
            assert!(!prover.outcome(&mut terms, &mut solver, &[], effort).is_proof(), "{effort:?}");
            assert_eq!(asked(&prover), questions, "{effort:?}");
        }
    }
}
