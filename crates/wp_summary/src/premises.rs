//! Premises: the properties and assumptions that a fact or a proof rests on.
//!
//! A fact of a summary that holds only as long as the kernel has not misbehaved carries the misbehaviour that would end it. Every proof that is given such a
//! fact takes its premises over, and a verdict stands as long as the premises of its proofs do. Assumptions that a summary was built under are not on its
//! facts: they count for every proof by the summary ([`crate::Summary::assumptions`]).

use std::collections::BTreeSet;
use wp_base::{Assumption, Span};
use wp_kir::ObjectId;

/// The memory that a premise is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Memory {
    /// One object.
    Object(ObjectId),
    /// All objects.
    All,
}

/// A single property or assumption that a fact or a proof rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Premise {
    /// A named assumption is granted.
    Assumption(Assumption),
    /// The contract of a device function is proved; the number is its place among the functions of the file.
    Contract(usize),
    /// The barrier invariant, or the loop invariant about memory, at this place is proved: it was taken as a fact.
    Claim(Span),
    /// All assertions are proved, the preconditions of called functions among them.
    Asserted,
    /// All threads of a block come to the barriers that are executed.
    NoDivergence,
    /// Conflicting accesses are ordered.
    RaceFree(Memory),
    /// Accesses stay in their objects.
    InBounds(Memory),
    /// Every access is at a multiple of its width.
    Aligned,
    /// Not a condition to be proved but a mark: this proof of race freedom uses fences and flags, not barriers alone, so the
    /// contents of the object may change between two barriers. Proofs that rest on [`Premise::RaceFree`] of the object are
    /// withdrawn.
    OrderedByFences(ObjectId),
}

/// A small set of premises, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Premises(BTreeSet<Premise>);

impl Premises {
    /// The set of no premise: a proof with it holds whatever else goes wrong.
    pub const NONE: Premises = Premises(BTreeSet::new());

    /// The set of these premises.
    pub fn of(premises: impl IntoIterator<Item = Premise>) -> Self {
        Self(premises.into_iter().collect())
    }

    /// Adds a premise.
    pub fn add(&mut self, premise: Premise) {
        self.0.insert(premise);
    }

    /// Adds the premises of another set.
    pub fn join(&mut self, other: &Premises) {
        self.0.extend(&other.0);
    }

    /// The union of this set and another one.
    #[must_use]
    pub fn and(mut self, other: &Premises) -> Self {
        self.join(other);
        self
    }

    /// Whether there is no premise.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the premise is one of them.
    pub fn contains(&self, premise: Premise) -> bool {
        self.0.contains(&premise)
    }

    /// The premises in their order.
    pub fn iter(&self) -> impl Iterator<Item = Premise> + '_ {
        self.0.iter().copied()
    }

    /// The assumptions among them.
    pub fn assumptions(&self) -> impl Iterator<Item = Assumption> + '_ {
        self.iter().filter_map(|premise| match premise {
            Premise::Assumption(assumption) => Some(assumption),
            _ => None,
        })
    }

    /// The places of the invariants that were taken as facts.
    pub fn claims(&self) -> impl Iterator<Item = Span> + '_ {
        self.iter().filter_map(|premise| match premise {
            Premise::Claim(at) => Some(at),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sorted_and_without_repetition() {
        let races = Premise::RaceFree(Memory::All);
        let mut set = Premises::of([races, Premise::NoDivergence]);
        set.join(&Premises::of([races, Premise::Claim(Span::NONE)]));
        let all: Vec<Premise> = set.iter().collect();
        assert_eq!(all, [Premise::Claim(Span::NONE), Premise::NoDivergence, races]);
        assert_eq!(set.claims().count(), 1);
        assert!(Premises::NONE.is_empty() && !set.is_empty() && set.contains(races));
    }
}
