//! Refutation engines: under-approximations that discard false candidates before Houdini checks them (Betts et al.
//! 2017, section 5).
//!
//! Every engine refutes only candidates that Houdini would drop sooner or later, so the choice, order and speed of the
//! engines do not change the result: Houdini's greatest inductive set is unique. There are two exceptions. The answer
//! "unknown" of the solver makes Houdini drop a candidate, and it may depend on the current hypotheses, so on the
//! candidates refuted before; and a budget may be spent. The limits of the solver are resources, not time, and every
//! engine works on terms of its own. So engines that run one after the other always give the same result; engines side
//! by side do if the solver decides all cases.

mod dynamic;
mod lu;
mod pool;
mod sbase;
mod sstep;

pub(crate) use pool::Pool;

use crate::candidate::Candidate;
use crate::config::{Config, Engine, Schedule};
use crate::houdini::{Confirmed, Fixpoint};
use crate::obligation::Case;
use std::time::Instant;
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// Stack of an engine's thread.
const STACK: usize = 64 << 20;

/// The results of one engine.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// The engine.
    pub engine: Engine,
    /// The candidates that it was the first to refute, by position, in this order.
    pub refuted: Vec<usize>,
    /// The time of the engine.
    pub seconds: f64,
    /// True if the engine came to its end; else the time was over or Houdini was done before.
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

/// The inputs that all engines share.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub kernel: &'a Kernel,
    /// The summary without candidates.
    pub original: &'a Summary,
    pub candidates: &'a [Candidate],
    pub config: &'a Config,
}

/// Runs the engines of the configuration, Houdini last or beside them.
pub(crate) fn all(
    task: &Task,
    pool: &Pool,
    terms: &mut Terms,
    solver: &mut Solver,
) -> (Option<Confirmed>, Vec<EngineRun>) {
    let engines: Vec<Engine> = task.config.engines.iter().copied().filter(|e| *e != Engine::Houdini).collect();
    match task.config.schedule {
        Schedule::Sequential => sequential(task, &engines, pool, terms, solver),
        Schedule::Parallel => parallel(task, &engines, pool, terms, solver),
    }
}

/// One after the other. Engines leave at least half of the budget to Houdini, without which nothing is confirmed.
fn sequential(
    task: &Task,
    engines: &[Engine],
    pool: &Pool,
    terms: &mut Terms,
    solver: &mut Solver,
) -> (Option<Confirmed>, Vec<EngineRun>) {
    let budget = solver.budget();
    solver.set_budget(solver.budget_of_part(2));
    let mut runs: Vec<EngineRun> = engines.iter().map(|&e| one(task, e, pool, terms, solver)).collect();
    solver.set_budget(budget);
    let (confirmed, run) = houdini(task, pool, terms, solver);
    runs.push(run);
    (confirmed, runs)
}

/// All at once, each with terms and a solver of its own; the engines are stopped when Houdini is done, after the
/// question that they have asked.
fn parallel(
    task: &Task,
    engines: &[Engine],
    pool: &Pool,
    terms: &mut Terms,
    solver: &mut Solver,
) -> (Option<Confirmed>, Vec<EngineRun>) {
    std::thread::scope(|scope| {
        let start = |&engine: &Engine| {
            let (mut terms, mut solver) = (terms.clone(), solver.sibling());
            let work = move || one(task, engine, pool, &mut terms, &mut solver);
            (engine, std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work))
        };
        let started: Vec<_> = engines.iter().map(start).collect();
        let (confirmed, run) = houdini(task, pool, terms, solver);
        pool.stop();
        // An engine without a thread, or one that failed, has refuted nothing more than what is in the pool.
        let nothing = |engine| EngineRun::start(engine).end(false);
        let ended = started.into_iter().map(|(engine, thread)| {
            thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| nothing(engine))
        });
        let mut runs: Vec<EngineRun> = ended.collect();
        runs.push(run);
        (confirmed, runs)
    })
}

/// Runs one engine.
pub(crate) fn one(task: &Task, engine: Engine, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> EngineRun {
    match engine {
        Engine::SBase => sbase::run(task, pool, &mut terms.clone(), solver),
        Engine::SStep => sstep::run(task, pool, &mut terms.clone(), solver),
        Engine::Lu(depth) => lu::run(task, depth, pool, &mut terms.clone(), solver),
        Engine::Dyn => dynamic::run(task, pool, &mut terms.clone(), solver),
        Engine::Houdini => houdini(task, pool, terms, solver).1,
    }
}

fn houdini(task: &Task, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> (Option<Confirmed>, EngineRun) {
    Fixpoint::new(task, Engine::Houdini, &[Case::Base, Case::Step]).run(pool, terms, solver)
}
