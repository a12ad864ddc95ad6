//! The reads by which threads that a run leaves out could have an influence on those that it executes.

use std::collections::BTreeSet;
use wp_base::Span;
use wp_kir::ObjectId;

/// The reads of a run of some threads, after a barrier or a warp operation that others may have to reach as well.
#[derive(Default)]
pub struct SliceReads {
    /// True if the reads are collected.
    pub collects: bool,
    /// True if a barrier or a warp operation was passed.
    pub passed_barrier: bool,
    /// By variable, true if the values that are read into it matter.
    pub influential: Vec<bool>,
    /// The objects that were read, with the places.
    pub reads: BTreeSet<(ObjectId, Span)>,
}

impl SliceReads {
    /// True if the reads of a thread are to be noted from now on.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.collects && self.passed_barrier
    }

    /// True if a value that is read into a variable matters.
    pub fn matters(&self, target: Option<u32>) -> bool {
        target.is_some_and(|v| self.influential.get(v as usize) == Some(&true))
    }
}
