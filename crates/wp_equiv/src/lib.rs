//! Whether two kernels, or sequences of kernels, compute the same: same inputs, every element of every output compared.
//!
//! Input: two sequences ([`Sequence`]), what corresponds to what ([`Pairing`]), launches. Output: a [`Report`]: equivalent under named
//! assumptions, different on inputs that were executed in the interpreter, or unknown with the reason. Race freedom of both
//! kernels is a premise that is established, never assumed in silence.
//!
//! | module | job |
//! |---|---|
//! | `sequence` | kernels that run one after the other |
//! | `pair` | which parameter is which |
//! | `machine` | one launch over symbolic contents |
//! | `value`, `normal` | values over inputs, and which of them are equal |
//! | `concrete` | the comparison for given launches |
//! | `parametric` | the comparison for every launch, by value chase |
//! | `fuse` | two kernels as one |
//! | `relation` | conditions on launches and scalars |
//! | `replay` | differences, executed |
//!
//! Follows Li and Gopalakrishnan, "Parameterized Verification of GPU Kernel Programs" (PUGpara).

mod concrete;
mod fuse;
mod machine;
mod normal;
mod pair;
mod parametric;
mod ratio;
mod relation;
mod replay;
mod report;
mod sequence;
mod value;

pub use concrete::{compare, Limits, Question};
pub use normal::Level;
pub use pair::{ArrayPair, Binding, Pairing, ScalarPair};
pub use parametric::{compare_every, EveryLaunch};
pub use relation::{check, parse, require, Condition};
pub use report::{Difference, Proposal, Reason, Report, Scope, Shown, Side, Verdict};
pub use sequence::{Argument, Preconditions, Sequence, Stage};
