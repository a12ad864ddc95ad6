//! What the specification comments of a kernel state, and which of them were read.

use crate::spec_comments::Written;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_base::Span;
use wp_kir::{ObjectId, OperatorLaw};
use wp_spec::{Clause, Contract, Observation};

/// Laws of an operator, each with whether it was shown on the body.
type Laws = Vec<(OperatorLaw, bool)>;

/// The specifications of a kernel that were read so far.
#[derive(Default)]
pub(crate) struct Specifications {
    contract: Contract,
    /// Comments whose clauses were read as invariants of a loop.
    invariants_read: FxHashSet<Span>,
    /// `ensures` clauses about variables of a thread, which are checked at the end of the body.
    at_end: Vec<Written>,
    /// Clauses about values that the kernel records.
    observations: Vec<Observation>,
    /// Results of testing the stated laws of operators on their bodies. The key names the operator with its digest, and
    /// with no law marked as tested.
    tested_laws: FxHashMap<String, Laws>,
}

impl Specifications {
    /// Adds a precondition of the kernel.
    pub(crate) fn add_requires(&mut self, clause: Clause) {
        self.contract.requires.push(clause);
    }

    /// Adds a postcondition of the kernel.
    pub(crate) fn add_ensures(&mut self, clause: Clause) {
        self.contract.ensures.push(clause);
    }

    /// Notes that a part of a precondition is no assumption of the kernel.
    pub(crate) fn set_partly_assumed(&mut self) {
        self.contract.is_partly_assumed = true;
    }

    pub(crate) fn take_contract(&mut self) -> Contract {
        std::mem::take(&mut self.contract)
    }

    /// Notes that clauses were read as invariants of a loop.
    pub(crate) fn add_invariants(&mut self, clauses: &[Written]) {
        self.invariants_read.extend(clauses.iter().map(|written| written.comment));
    }

    /// True if the clauses of a comment were read as invariants of a loop.
    pub(crate) fn is_invariant(&self, comment: Span) -> bool {
        self.invariants_read.contains(&comment)
    }

    /// Keeps a postcondition on variables for the end of the body.
    pub(crate) fn keep_for_end(&mut self, written: Written) {
        self.at_end.push(written);
    }

    pub(crate) fn take_kept_for_end(&mut self) -> Vec<Written> {
        std::mem::take(&mut self.at_end)
    }

    /// Adds a clause about values that the kernel records.
    pub(crate) fn observe(&mut self, observation: Observation) {
        self.observations.push(observation);
    }

    /// True if an object is the record of a clause.
    pub(crate) fn is_record(&self, object: ObjectId) -> bool {
        self.observations.iter().any(|o| o.record == object)
    }

    pub(crate) fn take_observations(&mut self) -> Vec<Observation> {
        std::mem::take(&mut self.observations)
    }

    /// The laws of an operator that was tested, by its key.
    pub(crate) fn tested_laws(&self, operator: &str) -> Option<&Laws> {
        self.tested_laws.get(operator)
    }

    pub(crate) fn set_tested_laws(&mut self, operator: String, laws: Laws) {
        self.tested_laws.insert(operator, laws);
    }
}
