//! Hash-consed terms over mathematical integers, booleans and floats, with simplifying constructors.
//!
//! Every constructor of [`Terms`] returns a term that is equal to the term asked for under every assignment that
//! respects the ranges of the symbols ([`Func::range`]) and the declared ranges ([`Terms::assume_range`]). Nothing is
//! approximated: where a rule does not apply, the operator is kept. In particular `Wrap` disappears only where ranges
//! show that it changes nothing.
//!
//! A term that was simplified under the range of a loop counter may be instantiated at another value of the counter
//! only together with the condition that the range holds there; the users of terms see to that (`wp_summary::axiom`,
//! `wp_prove`).
//!
//! Deliberately absent: satisfiability, models, and the meaning of symbols (launches, threads, memory).

mod arith;
mod bits;
mod boolean;
mod compare;
mod display;
mod divide;
mod eval;
mod linear;
mod range;
mod ratio;
mod store;
mod term;
pub mod text;
mod walk;

pub use eval::{Evaluation, Value};
pub use linear::{gcd, Linear};
pub use range::Range;
pub use ratio::Ratio;
pub use store::Terms;
pub use term::{Class, Func, FuncId, Sort, Term, TermId};
pub use walk::Renaming;

#[cfg(test)]
mod tests;
