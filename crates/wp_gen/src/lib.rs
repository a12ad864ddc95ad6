//! Generator of valid random kernels as source text, with what is needed to decide them by execution.

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
