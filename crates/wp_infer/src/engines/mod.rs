//! Refutation engines: under-approximations that throw out false candidates before Houdini meets them (Betts et al. 2017,
//! section 5).
//!
//! Every engine refutes only what Houdini would drop sooner or later, so which of them run, in which order, and how fast
//! each is, does not change what is inferred: Houdini's greatest inductive set is one. The exceptions are an answer
//! "unknown" of the solver, which depends on what is assumed at that moment, and a budget that is spent; limits of the
//! solver are resources, not time, so one after the other the engines give the same result every time.

mod pool;
mod sbase;
mod sstep;

pub(crate) use pool::Pool;

use crate::candidate::Candidate;
use crate::config::{Config, Engine};
use crate::houdini::{Confirmed, Fixpoint};
use crate::obligation::Case;
use std::time::Instant;
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// What one engine did.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// The engine.
    pub engine: Engine,
    /// The candidates that it was the first to refute, by position, in this order.
    pub refuted: Vec<usize>,
    /// How long it worked.
    pub seconds: f64,
    /// Whether it came to its end; else the time was over or Houdini was done before.
    pub finished: bool,
    started: Instant,
}

impl EngineRun {
    pub(crate) fn start(engine: Engine) -> Self {
        EngineRun { engine, refuted: Vec::new(), seconds: 0.0, finished: false, started: Instant::now() }
    }

    pub(crate) fn end(mut self, finished: bool) -> Self {
        self.seconds = self.started.elapsed().as_secs_f64();
        self.finished = finished;
        self
    }
}

/// What all engines work on.
pub(crate) struct Task<'a> {
    pub kernel: &'a Kernel,
    /// The summary without candidates.
    pub original: &'a Summary,
    pub candidates: &'a [Candidate],
    pub config: &'a Config,
    /// Nothing new is started after this instant.
    pub deadline: Instant,
}

/// Runs the engines of the configuration, Houdini last.
pub(crate) fn all(
    task: &Task,
    pool: &Pool,
    terms: &mut Terms,
    solver: &mut Solver,
) -> (Option<Confirmed>, Vec<EngineRun>) {
    let mut runs = Vec::new();
    for &engine in task.config.engines.iter().filter(|e| **e != Engine::Houdini) {
        runs.push(one(task, engine, pool, terms, solver));
    }
    let (confirmed, run) = houdini(task, pool, terms, solver);
    runs.push(run);
    (confirmed, runs)
}

/// Runs one engine.
pub(crate) fn one(task: &Task, engine: Engine, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> EngineRun {
    match engine {
        Engine::SBase => sbase::run(task, pool, &mut terms.clone(), solver),
        Engine::SStep => sstep::run(task, pool, &mut terms.clone(), solver),
        Engine::Dyn | Engine::Lu(_) => EngineRun::start(engine).end(true),
        Engine::Houdini => houdini(task, pool, terms, solver).1,
    }
}

fn houdini(task: &Task, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> (Option<Confirmed>, EngineRun) {
    Fixpoint::new(task, Engine::Houdini, &[Case::Base, Case::Step]).run(pool, terms, solver)
}
