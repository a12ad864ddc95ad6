//! Points-to sets: the places in objects that a value may point to.
//!
//! Over-approximate. An integer that was computed from pointers points to the objects of these pointers. A value that
//! was computed from no pointer has the empty set; a program that dereferences such a value has undefined behaviour.

use crate::ObjectId;
use std::collections::{BTreeMap, BTreeSet};

wp_base::limits! {
    /// If a set has more places than this, their offsets are dropped.
    const MAX_EXACT: usize = 32;
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Target {
    pub object: ObjectId,
    /// The byte offset, if it is known.
    pub at: Option<i128>,
    /// The array of the source that the pointer points into, as its first byte and its end. A program that leaves the
    /// array has undefined behaviour.
    pub within: Option<(i128, i128)>,
}

impl Target {
    /// An unknown place in an object.
    pub fn somewhere(object: ObjectId) -> Self {
        Self { object, at: None, within: None }
    }

    /// The place `by` bytes further; `None` is an unknown number of bytes.
    pub fn moved(self, by: Option<i128>) -> Self {
        let at = self.at.zip(by).and_then(|(at, by)| at.checked_add(by));
        let stays = |(start, end): &(i128, i128)| at.is_none_or(|at| *start <= at && at <= *end);
        Self { object: self.object, at, within: self.within.filter(stays) }
    }

    /// The bytes that an access of `size` bytes may touch, as their first byte and their end.
    pub fn bytes(self, size: u64) -> (i128, i128) {
        match (self.at, self.within) {
            (Some(at), _) => (at, at.saturating_add(i128::from(size))),
            (None, Some(range)) => range,
            (None, None) => (i128::MIN, i128::MAX),
        }
    }
}

/// A points-to set.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Points {
    /// True if the value may also point to any place whose address the analysis does not follow.
    pub anywhere: bool,
    pub targets: BTreeSet<Target>,
}

impl Points {
    pub fn anywhere() -> Self {
        Self { anywhere: true, targets: BTreeSet::new() }
    }

    pub fn is_empty(&self) -> bool {
        !self.anywhere && self.targets.is_empty()
    }

    pub fn objects(&self) -> BTreeSet<ObjectId> {
        self.targets.iter().map(|t| t.object).collect()
    }

    /// Adds the places of another set.
    pub fn join(&mut self, other: &Points) {
        self.anywhere |= other.anywhere;
        self.targets.extend(&other.targets);
        if self.targets.len() > MAX_EXACT.get() {
            self.drop_offsets();
        }
    }

    /// The set with each place changed.
    pub fn map(&self, change: impl FnMut(Target) -> Target) -> Self {
        Self { anywhere: self.anywhere, targets: self.targets.iter().copied().map(change).collect() }
    }

    /// The set without offsets, for a value that was computed in an unknown way from a value with this set.
    pub fn without_offsets(&self) -> Self {
        self.map(|t| Target::somewhere(t.object))
    }

    /// Replaces several places in one object by one place without an offset.
    pub fn drop_offsets(&mut self) {
        let mut merged: BTreeMap<ObjectId, Vec<Target>> = BTreeMap::new();
        for target in &self.targets {
            merged.entry(target.object).or_default().push(*target);
        }
        let one = |(object, all): (ObjectId, Vec<Target>)| match all.as_slice() {
            [target] => *target,
            [first, ..] => {
                let within = first.within.filter(|w| all.iter().all(|t| t.within == Some(*w)));
                Target { object, at: None, within }
            }
            [] => Target::somewhere(object),
        };
        self.targets = merged.into_iter().map(one).collect();
    }
}
