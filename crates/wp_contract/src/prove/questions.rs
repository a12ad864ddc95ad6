//! Questions to the solver about one clause, within limits.

use crate::trace::Proof;
use crate::Trace;
use wp_logic::{TermId, Terms};
use wp_prove::{Lookup, Obligation, Outcome, Patience, Prover, QueryEffort, QuestionKind};
use wp_solve::Solver;

wp_base::limits! {
    /// Questions to the solver for one clause, or one value of a quantified variable.
    const MAX_QUERIES: u32 = 600;
    /// Reads that are followed for one clause, or one value of a quantified variable.
    const MAX_READS: u32 = 256;
    /// Values of quantified variables that are taken one by one, for one clause.
    const MAX_PARTS: u32 = 64;
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// For people.
    Unknown(String),
    /// The answer depends on this condition: decide both cases.
    Split(TermId),
}

pub(crate) fn unknown<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Unknown(why.into()))
}

pub(crate) fn too_great() -> Stop {
    Stop::Unknown("numbers of the proof are too great".to_owned())
}

/// The solver with the answers so far, and the work that was spent on the clause.
pub(crate) struct Questions<'a> {
    solver: &'a mut Solver,
    trace: &'a mut Trace,
    prover: Prover,
    /// The divisor of the effort for a question.
    pub effort_divisor: u32,
    queries: u32,
    reads: u32,
    parts: u32,
}

impl<'a> Questions<'a> {
    pub fn new(solver: &'a mut Solver, trace: &'a mut Trace) -> Self {
        let prover = Prover::new(Patience::ENDLESS);
        Self { solver, trace, prover, effort_divisor: 1, queries: 0, reads: 0, parts: 0 }
    }

    /// Tests if facts exclude each other.
    pub fn refuted(&mut self, terms: &mut Terms, facts: &[TermId]) -> Result<bool, Stop> {
        let effort = QueryEffort::part(self.effort_divisor);
        let conjuncts = match self.prover.lookup(terms, facts, effort) {
            Lookup::Known(outcome) => return Ok(outcome.is_proof()),
            Lookup::Question(conjuncts) => conjuncts,
        };
        self.queries += 1;
        if self.queries > MAX_QUERIES.get() {
            return unknown("the clause needs more questions than are asked");
        }
        let question = Obligation { kind: QuestionKind::Whole, conjuncts };
        let (outcome, seconds) = self.prover.ask(terms, self.solver, question, effort);
        let proof = match outcome {
            Outcome::Proof(method) => Some(Proof::of(self.solver, method)),
            Outcome::Model(_) | Outcome::Open(_) => None,
        };
        let refuted = proof.is_some();
        self.trace.note(terms, facts, proof, seconds);
        Ok(refuted)
    }

    /// Counts a read that is followed: values that many reads make grow with every one.
    pub fn next_read(&mut self) -> Result<(), Stop> {
        self.reads += 1;
        if self.reads > MAX_READS.get() || self.solver.is_late() {
            return unknown("values of memory depend on too many others");
        }
        Ok(())
    }

    /// Starts on one of a bounded number of parts of the clause.
    pub fn next_part(&mut self) -> Result<(), Stop> {
        self.parts += 1;
        if self.parts > MAX_PARTS.get() {
            return unknown("the clause has too many parts");
        }
        self.start_part();
        Ok(())
    }

    /// Starts on a part of the clause, for which as many questions are asked and reads followed as for a whole one.
    pub fn start_part(&mut self) {
        self.queries = 0;
        self.reads = 0;
    }
}
