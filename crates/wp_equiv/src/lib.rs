//! Equivalence of two kernels, or of two sequences of kernels: same inputs, every element of every output compared.
//!
//! Input: two sequences ([`Sequence`]), the correspondence of their parameters ([`Pairing`]), launches. Output: a
//! [`Report`]: equivalent under named assumptions, different on inputs that were executed in the interpreter, or
//! unknown with the reason. Race freedom of both kernels is a premise that is proved, never assumed silently.
//!
//! | module | job |
//! |---|---|
//! | `sequence` | kernels that run one after the other, as kernels with one interface |
//! | `pair` | correspondence of parameters |
//! | `relation` | conditions on launches and scalars |
//! | `parametric` | the comparison for every launch |
//! | `fuse` | two kernels as one |
//! | `concrete` | the comparison for given launches |
//! | `formulas` | one launch over symbolic contents: the domain of formulas for `wp_exec` |
//! | `value`, `normal` | values over inputs, and their normal forms |
//! | `replay` | inputs on which the sides differ, executed |
//! | `report` | the result for users |
//!
//! For every launch, the kernels are fused into one, each on arrays of its own, and `wp_contract` proves the copies
//! equal as it proves a postcondition, in both directions. Launches that differ are one launch at least as large as
//! each, with the extents of each side as scalars. A barrier of the grid stands between the kernels of a sequence.
//!
//! For given launches, equivalence is claimed only of executions that end: no conflicting accesses
//! without a barrier between them, no divergence, no undefined behaviour, nothing unmodelled. Then every schedule
//! leaves the same values. Values are compared bit by bit first; each further law (operands exchanged, real numbers) is
//! a named assumption.
//!
//! Deliberately absent: a prover of its own for every launch, the front end, and proofs of race freedom (`wp_engine`).
//!
//! Follows Li and Gopalakrishnan, "Parameterized Verification of GPU Kernel Programs" (PUGpara).

mod concrete;
mod formulas;
mod fuse;
mod normal;
mod pair;
mod parametric;
mod relation;
mod replay;
mod report;
mod sequence;
mod value;

pub use concrete::{compare, Limits, Question};
pub use normal::Level;
pub use pair::{ArrayPair, Binding, Pairing, ScalarBinding, ScalarPair};
pub use parametric::{compare_every, EveryLaunch};
pub use relation::{check, parse, require, Condition};
pub use report::{Difference, Proposal, Reason, Report, Scope, Shown, Side, Verdict};
pub use sequence::{Argument, Preconditions, Sequence, Stage};
