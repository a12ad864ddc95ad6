//! Generator of valid random kernels as source text, with the data that is needed to decide them by execution.
//!
//! The kernels use no feature whose outcome an exhaustive execution cannot decide: inputs have few values, launches are
//! small. `mutate` seeds faults into kernels, `shrink` makes a kernel smaller that shows a disagreement.
//!
//! Deliberately absent: verdicts, executions and the verifier (`xtask::random` compares); nothing that ships depends on
//! this crate.

mod batch;
mod build;
mod expression;
mod generate;
mod loops;
mod maps;
mod mutate;
mod print;
mod program;
mod rng;
mod shapes;
mod shrink;
mod walks;

pub use batch::Batch;
pub use generate::program;
pub use mutate::{mutants, Fault, Mutant};
pub use print::{file, kernel};
pub use program::{
    Array, AtomicFn, CType, Dialect, Elem, Expr, Flags, Home, Op, Place, Program, Scalar, Selector, Shape, Stmt, View,
    Wrap,
};
pub use rng::Rng;
pub use shrink::{candidates, shrink};
