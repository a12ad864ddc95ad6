//! The result of a comparison.

use std::collections::BTreeSet;
use wp_base::{Assumption, Span};
use wp_interp::ConcreteLaunch;
use wp_kir::Type;

/// The side: 0 or 1.
pub type Side = usize;

/// A value by its bits and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The bits.
    pub bits: u64,
    /// The type.
    pub ty: Type,
}

/// Inputs on which the kernels leave different values, executed in the interpreter.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The launches of the kernels of both sides.
    pub launches: [Vec<ConcreteLaunch>; 2],
    /// The array, by its names in the two kernels.
    pub array: [String; 2],
    /// The element, as a number of elements from the start.
    pub index: i64,
    /// The values that the two kernels leave there.
    pub values: [Shown; 2],
    /// The statements that wrote it last, where they are known; `None` where the kernel does not write it.
    pub written: [Option<Span>; 2],
    /// True if `written` is known.
    pub traced: bool,
    /// The indeterminate value that a result depends on, such as memory that was never written; the run chose it.
    pub undetermined: Option<String>,
    /// Scalar arguments by name.
    pub scalars: Vec<(String, Shown)>,
    /// Input elements: array, index, value. Those that the values depend on where that is known.
    pub inputs: Vec<(String, i64, Shown)>,
    /// Number of input elements that are not listed.
    pub omitted: usize,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// `execution`, `premise`, `undefined`, `normal-form`, `too-large`, `empty`, `not-granted`, ...
    pub code: &'static str,
    /// For people.
    pub text: String,
    /// The kernel and the place it is about.
    pub place: Option<(Side, Span)>,
}

/// The answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Every element of every output is equal, under the assumptions.
    Equivalent,
    /// Some element differs on some inputs.
    Different(Box<Difference>),
    /// Not decided.
    Unknown(Reason),
}

/// The scope of a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// These launches, and the scalars that were given.
    Launch([Vec<ConcreteLaunch>; 2]),
    /// Every launch that satisfies these conditions, printed as they were given.
    Every(Vec<String>),
}

/// A precondition that was found: with it the kernels were shown to be equivalent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The condition, as `--requires` takes it.
    pub condition: String,
    /// The assumptions of the proof.
    pub assumptions: BTreeSet<Assumption>,
}

/// The report on a pair.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The scope of the verdict.
    pub scope: Scope,
    /// The assumptions that an equivalence rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// Elements that were compared, in concrete mode.
    pub elements: u64,
    /// Conditions under which the kernels would be equivalent, where they differ without, with what that would rest on.
    pub proposal: Option<Proposal>,
    /// Outputs: arrays that at least one kernel writes, by their names in the two kernels.
    pub outputs: Vec<[String; 2]>,
}
