//! Where values may point: sets of places in objects.
//!
//! Over-approximate. An integer counts as pointing where the pointers point that it was computed from. The empty set is that of values that
//! were computed from no pointer; a program that follows one of these has undefined behaviour.

use crate::ObjectId;
use std::collections::{BTreeMap, BTreeSet};

/// More places than this are held without their offsets.
const MAX_EXACT: usize = 32;

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Target {
    pub object: ObjectId,
    /// The byte offset, where it is known.
    pub at: Option<i128>,
    /// First byte and end of the array of the source that the pointer stays in: leaving it is undefined.
    pub within: Option<(i128, i128)>,
}

impl Target {
    /// Some place in the object.
    pub fn somewhere(object: ObjectId) -> Self {
        Self { object, at: None, within: None }
    }

    /// The place so many bytes further; `None`: any number of bytes.
    pub fn moved(self, by: Option<i128>) -> Self {
        let at = self.at.zip(by).and_then(|(at, by)| at.checked_add(by));
        let stays = |(start, end): &(i128, i128)| at.is_none_or(|at| *start <= at && at <= *end);
        Self { object: self.object, at, within: self.within.filter(stays) }
    }

    /// First byte and end of what an access of a size may touch.
    pub fn bytes(self, size: u64) -> (i128, i128) {
        match (self.at, self.within) {
            (Some(at), _) => (at, at.saturating_add(i128::from(size))),
            (None, Some(range)) => range,
            (None, None) => (i128::MIN, i128::MAX),
        }
    }
}

/// A set of places.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Points {
    /// Whether it may be any place whose address is known outside of the analysis.
    pub any: bool,
    pub targets: BTreeSet<Target>,
}

impl Points {
    pub fn anywhere() -> Self {
        Self { any: true, targets: BTreeSet::new() }
    }

    pub fn is_empty(&self) -> bool {
        !self.any && self.targets.is_empty()
    }

    pub fn objects(&self) -> BTreeSet<ObjectId> {
        self.targets.iter().map(|t| t.object).collect()
    }

    /// Adds the places of another set.
    pub fn join(&mut self, other: &Points) {
        self.any |= other.any;
        self.targets.extend(&other.targets);
        if self.targets.len() > MAX_EXACT {
            self.coarsen();
        }
    }

    /// Each place changed.
    pub fn map(&self, change: impl FnMut(Target) -> Target) -> Self {
        Self { any: self.any, targets: self.targets.iter().copied().map(change).collect() }
    }

    /// The set of a value that was computed from these by anything.
    pub fn degraded(&self) -> Self {
        self.map(|t| Target::somewhere(t.object))
    }

    /// Forgets the offsets in each object that has several places.
    pub fn coarsen(&mut self) {
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
