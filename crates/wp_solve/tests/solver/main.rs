//! Tests of the solver dialogue, with the solver.

mod cache;
mod common;
mod digits;
mod portfolio;
mod random;
mod smt;
