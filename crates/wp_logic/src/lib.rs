//! Hash-consed terms over mathematical integers, booleans and floats, with simplifying constructors.
//!
//! Every constructor of [`Terms`] returns a term that is equal to the term asked for under every assignment that
//! respects the ranges of the symbols ([`Func::range`]) and the declared ranges ([`Terms::assume_range`]). Nothing is
//! approximated: where a rule does not apply, the operator is kept.

mod arith;
mod bits;
mod boolean;
mod compare;
mod display;
mod divide;
mod eval;
mod linear;
mod range;
mod store;
mod term;
pub mod text;
mod walk;

pub use eval::Value;
pub use linear::Linear;
pub use range::Range;
pub use store::Terms;
pub use term::{Class, Func, FuncId, Sort, Term, TermId};
pub use walk::Renaming;

#[cfg(test)]
mod tests;
