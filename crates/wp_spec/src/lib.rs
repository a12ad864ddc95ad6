//! The specification language: ACSL-style clauses in comments of kernels.
//!
//! Input: C source text. Output: [`Contract`]s of typed [`Term`]s over the parameters and arrays of a kernel, and their
//! evaluation on concrete memory. Integers are mathematical and floats are real numbers, as in ACSL. Exact: text that
//! is not understood is an [`Error`] with its place.
//!
//! | module | job |
//! |---|---|
//! | `comment` | finds specification comments |
//! | `dialect` | declarations of VeriCUDA as C++ declarations |
//! | `lexer`, `syntax`, `parse` | text to clauses |
//! | `barrier` | barrier invariants and the threads that they are instantiated for |
//! | `locations` | memory that the contract of a device function names |
//! | `accumulate` | C loops over a ghost accumulator as sums and products |
//! | `define`, `recursion` | logic functions and predicates, substituted where they are used; recursive ones |
//! | `operator` | laws that the source states of a function |
//! | `resolve` | names and types |
//! | `threads` | quantification over threads |
//! | `term` | typed terms, contracts |
//! | `eval` | terms on concrete values, three-valued: rounding decides nothing |
//! | `ranges` | the values of a quantified variable that suffice to decide the quantifier |
//!
//! Deliberately absent: proofs (`wp_contract`), the places where a clause may stand (`wp_lower::specs`), and values of
//! the program other than those the caller supplies.
//!
//! After Kojima, Imanishi and Igarashi, "Automated Verification of Functional Correctness of Race-Free GPU Programs",
//! and ACSL.

mod accumulate;
mod barrier;
mod comment;
mod define;
mod dialect;
mod eval;
mod lexer;
mod locations;
mod operator;
mod parse;
mod ranges;
mod recursion;
mod resolve;
mod stray;
pub mod syntax;
mod term;
mod threads;

pub use comment::{comments, has_code, Comment};
pub use define::Definitions;
pub use dialect::in_cpp;
pub use eval::{eval, explain, value, Explanation, State, Truth, Value};
pub use parse::{parse, RESULT};
pub use ranges::{range, Interval};
pub use resolve::{resolve, resolve_value, Named, Scope};
pub use syntax::ClauseKind;
pub use term::{
    Aggregate, Array, BinOp, Clause, Contract, Observation, Quantifier, Recursive, Relation, Scalar, Sort, Term,
    TermKind, Threads, Var,
};

use std::ops::Range;

/// An error in a specification, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Byte range.
    pub at: Range<usize>,
    /// For people.
    pub message: String,
}

impl Error {
    pub(crate) fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}
