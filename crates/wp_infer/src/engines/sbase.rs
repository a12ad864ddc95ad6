//! SBASE: base cases only (Betts et al. 2017, section 5.1.1).
//!
//! The candidates are hypotheses at every loop head, but only the cases of arriving at a loop are checked. A candidate
//! that fails there fails for Houdini too, which checks this case among others, under no more hypotheses.

use super::{EngineRun, Task};
use crate::config::Engine;
use crate::engines::pool::Pool;
use crate::houdini::Fixpoint;
use crate::obligation::Case;
use wp_logic::Terms;
use wp_solve::Solver;

pub(super) fn run(task: &Task, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> EngineRun {
    Fixpoint::new(task, Engine::SBase, &[Case::Base]).run(pool, terms, solver).1
}
