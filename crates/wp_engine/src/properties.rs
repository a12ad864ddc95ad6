//! The properties: their names, when they are asked for, and what belongs to each: subjects of obligations, errors of
//! runs, premises of other proofs, assumptions.

use crate::{arrays, Options};
use wp_base::{Assumption, Client};
use wp_check::SuspectKind;
use wp_interp::Finding;
use wp_summary::Premise;

/// Properties that are decided separately.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// No two conflicting accesses are unordered.
    Races,
    /// Every barrier is reached by all threads it synchronises.
    Divergence,
    /// Every access lies in its object.
    Bounds,
    /// The address of every access is a multiple of its width. Reported where that is not evident of all of them.
    Alignment,
    /// No value of an element of a shared or local array that nothing wrote matters. Reported where a run shows an error.
    Initialised,
    /// 32-bit arithmetic of indices has the exact result, for arrays that fit the device. Reported where a run shows an
    /// error.
    IndexWidth,
    /// `assert`s and other checked conditions hold.
    Assertions,
    /// The kernel leaves what its `ensures` clauses say.
    Contract,
}

impl Property {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Property::Races => "races",
            Property::Divergence => "divergence",
            Property::Bounds => "bounds",
            Property::Alignment => "alignment",
            Property::Initialised => "initialised",
            Property::IndexWidth => "index-width",
            Property::Assertions => "assertions",
            Property::Contract => "contract",
        }
    }

    /// The requirement of a proof that rests on it.
    pub fn requirement(self) -> &'static str {
        match self {
            Property::Races => "race freedom",
            Property::Divergence => "freedom from barrier divergence",
            Property::Bounds => "all accesses within bounds",
            Property::Alignment => "all accesses aligned",
            Property::Initialised => "all elements written before they are read",
            Property::IndexWidth => "32-bit arithmetic of indices that is exact",
            Property::Assertions => "all assertions and invariants to hold",
            Property::Contract => "the contract to hold",
        }
    }

    /// The properties that the options ask for, in their order, but for those that are reported only where a kernel has
    /// something to be said about.
    pub(crate) fn asked_for(options: &Options) -> Vec<Property> {
        let all = !options.only_divergence;
        let asked = [
            (Property::Races, all && arrays::any_checked(options)),
            (Property::Divergence, true),
            (Property::Bounds, all && options.bounds),
            (Property::Assertions, all && options.assertions),
        ];
        asked.into_iter().filter(|(_, asked)| *asked).map(|(property, _)| property).collect()
    }

    /// The property that obligations about a subject are part of; none for what every property needs.
    pub(crate) fn of(kind: &SuspectKind) -> Option<Property> {
        match kind {
            SuspectKind::Race { .. } | SuspectKind::NotCompared => Some(Property::Races),
            SuspectKind::Divergence { .. } => Some(Property::Divergence),
            SuspectKind::Bounds { .. } | SuspectKind::Invalid { .. } => Some(Property::Bounds),
            SuspectKind::Alignment { .. } => Some(Property::Alignment),
            SuspectKind::Unwritten { .. } => Some(Property::Initialised),
            SuspectKind::Assertion { .. } => Some(Property::Assertions),
            SuspectKind::Unsupported { .. } => None,
        }
    }

    /// The property that a finding of the interpreter breaks.
    pub(crate) fn of_error(finding: &Finding) -> Property {
        use Finding as F;
        match finding {
            F::Race { .. } => Property::Races,
            F::Divergence { .. } => Property::Divergence,
            F::OutOfBounds { .. } | F::BadPointer { .. } | F::ConstantWrite { .. } => Property::Bounds,
            F::Misaligned { .. } => Property::Alignment,
            F::Unwritten { .. } => Property::Initialised,
            F::AssertFailed { .. } => Property::Assertions,
        }
    }

    /// The property that has to be proved for a premise, if it is about one.
    pub(crate) fn of_premise(premise: Premise) -> Option<Property> {
        match premise {
            // A race anywhere may change any value: what a store that races leaves elsewhere is not followed.
            Premise::RaceFree(_) => Some(Property::Races),
            Premise::NoDivergence => Some(Property::Divergence),
            Premise::InBounds(_) => Some(Property::Bounds),
            Premise::Aligned => Some(Property::Alignment),
            Premise::Asserted => Some(Property::Assertions),
            Premise::Claim(_) | Premise::Contract(_) | Premise::Assumption(_) | Premise::OrderedByFences(_) => None,
        }
    }

    /// True if proofs of the property may use an assumption. Some assertions are proved as contracts are.
    pub(crate) fn may_assume(self, assumption: Assumption) -> bool {
        match self {
            Property::Races
            | Property::Divergence
            | Property::Bounds
            | Property::Alignment
            | Property::Initialised
            | Property::IndexWidth => assumption.serves(Client::Check),
            Property::Assertions => assumption.serves(Client::Check) || assumption.serves(Client::Contract),
            Property::Contract => assumption.serves(Client::Contract),
        }
    }
}
