//! Discharges obligations: structural simplification, the digit procedure, then an SMT solver in a process of its own.
//!
//! The only crate that starts or talks to a solver. An answer [`Answer::Unsat`] is a proof relative to the ranges of
//! the symbols and the declared ranges of the [`wp_logic::Terms`]; every doubt (a dying solver, a timeout, an answer
//! that cannot be read) is [`Answer::Unknown`], never `Unsat`.
//!
//! # Modules
//!
//! - `solver`: the order of attack for a conjunction; `solver/asking`: one script to one answer; `limits`; `account`:
//!   how a conjunction was refuted.
//! - `simplify`; `digits` with `slices`, `orders` and `bounds`: equations between mixed-radix addresses, with polynomial
//!   inequalities.
//! - Transformations that make refutation easier: `quotients` and `divisions`, `masks`, `extremes`, `clauses`
//!   (disjunctions without literals that the other conjuncts contradict), `split` and `cases` (case splits), `slice`
//!   (only the conjuncts about numbers). Each refutes a part of the conjunction or a consequence of it, so its
//!   "unsatisfiable" holds for the whole; models are always sought of the whole conjunction.
//! - Terms as SMT-LIB and back: `encode`, `lemmas`, `float`, `sexpr`, `answer`.
//! - Solvers: `find` (the program), `process` (the live Z3), `cache` (answers on disk, keyed by the whole script and
//!   the solver, with the effort that each answer cost, so that budgets come out alike), `portfolio`, `race` and
//!   `dialect` (further solvers).
//!
//! A portfolio gives up determinism, so it is off unless requested. Z3 keeps its live process and a head start; every
//! other solver gets a fresh process for each question, is told everything at once and is killed when the race ends.
//! Answers of other solvers lie in stores that only portfolios read. Solvers that contradict each other void the run.
//!
//! Deliberately absent: knowledge of kernels, threads and memory, and retries with more knowledge
//! (`wp_engine::progress`).

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
mod orders;
mod portfolio;
mod process;
mod quotients;
mod race;
mod sexpr;
mod simplify;
mod slice;
mod slices;
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
