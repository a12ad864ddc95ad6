//! Discharges obligations: structural simplification, the digit procedure, then an SMT solver in a process of its own.
//!
//! The only crate that talks to a solver. An answer [`Answer::Unsat`] is a proof relative to the ranges of the symbols
//! and the declared ranges of the [`wp_logic::Terms`]; every doubt (a dying solver, a timeout, an answer that
//! cannot be read) is [`Answer::Unknown`], never `Unsat`.

mod account;
mod answer;
mod bounds;
mod cache;
mod cases;
mod clauses;
mod dialect;
mod digits;
mod divisions;
mod encode;
mod extremes;
mod find;
mod float;
mod lemmas;
mod limits;
mod masks;
mod portfolio;
mod process;
mod quotients;
mod race;
mod sexpr;
mod simplify;
mod slice;
mod solver;
mod split;

pub use account::Account;
pub use answer::{Answer, Method, Model, UnknownCause};
pub use find::{find_solver, SolverMissing, Version};
pub use limits::resources;
pub use portfolio::{further_solver, installed_solvers, Further, Portfolio, MAX_SOLVERS};
pub use slice::about_numbers;
pub use solver::{Solver, SolverConfig, Stats};

/// A conjunction as an SMT-LIB script that asks whether it can be satisfied, as it stands.
pub fn script(terms: &wp_logic::Terms, conjuncts: &[wp_logic::TermId]) -> String {
    let text = encode::encode(terms, conjuncts, encode::Style::default()).text;
    format!("(set-logic ALL)\n{text}(check-sat)\n")
}
