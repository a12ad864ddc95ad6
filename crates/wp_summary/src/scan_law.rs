//! Laws of shared arrays after prefix sums and reductions, and the functions by which a summary speaks of them.
//!
//! A law states that elements of an array are combinations of neighbouring elements that an array held at an earlier
//! barrier (Chong et al. 2013, section 4.2). `memory/scans` makes axioms of them.

use crate::scan_op::{Growth, ScanOp};
use wp_base::Span;
use wp_kir::{LoopId, ObjectId, Type};
use wp_logic::TermId;

/// A place outside of loops where all threads of a block meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScanPlace {
    /// The only barrier at this place of the text.
    Barrier(Span),
    /// Behind a loop.
    AfterLoop(LoopId),
}

/// `constant + per_thread * blockDim.x`, and the index of the element where it follows that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear {
    /// True if the index is added.
    pub follows: bool,
    /// Factor of the number of threads.
    pub per_thread: i64,
    /// The rest.
    pub constant: i64,
}

impl Linear {
    /// The value for an element in a block.
    pub fn at(&self, index: i64, threads: u32) -> i64 {
        self.constant + self.per_thread * i64::from(threads) + if self.follows { index } else { 0 }
    }
}

/// At a place, each element `from..to` of an array is a combination of the elements `lo..hi` of what another array, or
/// the same one, held at a barrier before.
#[derive(Clone, PartialEq, Debug)]
pub struct ScanLaw {
    /// The place from which on the law holds, until a store to the array.
    pub place: ScanPlace,
    /// The array.
    pub object: ObjectId,
    /// The array whose elements are combined.
    pub origin: ObjectId,
    /// The barrier at which it held them: the first one behind a store to it, and the only one at its place of the
    /// text.
    pub barrier: Span,
    /// Type of the elements, integers as unsigned ones. Of floats a law speaks over the real numbers.
    pub ty: Type,
    /// The operator, modulo the width of the elements.
    pub op: ScanOp,
    /// First element.
    pub from: Linear,
    /// Behind the last one.
    pub to: Linear,
    /// First element that is combined.
    pub lo: Linear,
    /// Behind the last one.
    pub hi: Linear,
    /// Greatest number of elements that are combined.
    pub longest: u64,
    /// True if threads have stored to all elements that are combined, whatever their conditions.
    pub covered: bool,
    /// True if all operations were those of signed numbers or floats of this width.
    pub exact: bool,
    /// The numbers of threads, in order, for which it holds.
    pub sizes: Vec<u32>,
}

impl ScanLaw {
    /// True if every element is what one element was.
    pub fn is_copy(&self) -> bool {
        let bounds = [self.lo, self.hi].map(|b| (b.follows, b.per_thread));
        bounds[0] == bounds[1] && bounds[0].0 && self.hi.constant == self.lo.constant + 1
    }
}

/// A function of an index: the elements from the first one up to there, combined. All of its terms are of class launch,
/// so that all threads share them.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The index of the first element.
    pub first: TermId,
    /// Behind the last one.
    pub last: TermId,
    /// Its value at the first one, where the operator has an identity.
    pub start: Option<TermId>,
    /// The growth with the index.
    pub growth: Growth,
    /// When it is one.
    pub valid: TermId,
}

/// A function of loads whose cells hold combinations of what stores before left in other cells.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The symbol that stands for the byte offset of the cell below.
    pub cell: TermId,
    /// The operator.
    pub op: ScanOp,
    /// When the cell holds such a combination.
    pub premise: TermId,
    /// Index of the first element that is combined.
    pub lo: TermId,
    /// Behind the last one.
    pub hi: TermId,
    /// Type of the elements, of those that were stored and of the combination.
    pub ty: Type,
    /// True if no operation was that of another type, or wrapped around by what its type says.
    pub exact: bool,
    /// The array of the elements.
    pub origin: ObjectId,
    /// The stores to it, by position of their events.
    pub stores: Vec<usize>,
}
