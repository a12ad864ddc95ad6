//! Proofs of obligations, for people.

use crate::Property;
use wp_base::Span;
use wp_solve::Method;

/// The proof of the obligations about one subject, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport {
    /// The property that the obligations are part of.
    pub property: Property,
    /// Where the subject is: one place, or the two of a pair of accesses.
    pub places: Vec<Span>,
    /// The obligations.
    pub steps: Vec<ProofStep>,
}

/// An obligation that was discharged, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofStep {
    /// The conjuncts that were shown to exclude each other; empty if the order of the accesses closed the obligation.
    pub conjuncts: Vec<String>,
    /// The method that closed it.
    pub by: Method,
    /// Its premises in words, some with a place.
    pub rests_on: Vec<(String, Option<Span>)>,
}
