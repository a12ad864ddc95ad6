//! DYN: the kernel is executed (Betts et al. 2017, section 5.1.3).
//!
//! The interpreter runs one block of a small launch with random inputs that satisfy the preconditions; a few of its
//! threads are watched. A candidate is refuted by values that make it false: at arrivals at its loop, at accesses drawn
//! at random, or of two threads at arrivals of one iteration. The kernel is run again until every statement was
//! executed or the launches allowed are spent.
//!
//! Under-approximate: what is seen happened, before anything went wrong and before any value was made up (then the run
//! ends), on inputs that satisfy the preconditions. A candidate that cannot be evaluated on what was seen is not
//! refuted. A block that runs alone is a start of a schedule in which others come later, so kernels with grid barriers
//! are left alone unless the whole launch runs. The seeds are fixed: the same candidates are refuted every time.
//!
//! The first launch watches the first block, later ones any.
//!
//! Deviations from the paper. Of the iterations of all loops each loop has an equal part, so that one cannot use them
//! up; iterations beyond are executed but not looked at. The accesses are reservoir samples of each access in the
//! source.

mod inputs;
mod watch;

use self::inputs::choose;
use self::watch::Watcher;
use super::{EngineRun, Pool, Task};
use crate::config::Engine;
use std::collections::BTreeSet;
use wp_base::Span;
use wp_interp::{run_observed, Config, End};
use wp_kir::BarrierScope;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::EventKind;

wp_base::limits! {
    /// Instructions of a run.
    const FUEL: u64 = 4_000_000;
    /// Threads of a launch that runs as a whole.
    const WHOLE_LAUNCH: u64 = 1 << 12;
}

pub(super) fn run(task: &Task, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> EngineRun {
    let mut run = EngineRun::start(Engine::Dyn);
    let grid_barrier = |k: &EventKind| matches!(k, EventKind::Barrier { scope: BarrierScope::Grid, .. });
    let whole = task.original.events.iter().any(|e| grid_barrier(&e.kind));
    let mut uncovered: Option<BTreeSet<Span>> = None;
    for number in 0..u64::from(task.config.dyn_launches) {
        if pool.is_stopped() || solver.is_late() {
            return run.end(false);
        }
        let Some((launch, inputs)) = choose(task, terms, solver, number) else { break };
        let block = if number == 0 { 0 } else { wp_trials::pick(inputs.seed, 11, launch.blocks()) };
        let slice = match whole {
            true if launch.threads_per_block().saturating_mul(launch.blocks()) > WHOLE_LAUNCH.get() => break,
            true => None,
            false => Some((0..launch.threads_per_block()).map(|t| (block, t)).collect()),
        };
        let config = Config {
            fuel: FUEL.get(),
            max_findings: 1,
            slice,
            coverage: true,
            warp_sync: task.config.warp_sync,
            ..Config::default()
        };
        let mut watcher = Watcher::new(task, pool, terms, &launch, &inputs, block);
        let outcome = run_observed(task.kernel, &launch, &inputs, &config, &mut watcher);
        if outcome.skips_assumption {
            break;
        }
        if matches!(outcome.end, End::AssumptionViolated { .. }) {
            continue;
        }
        run.refuted.extend(watcher.refuted(&outcome).into_iter().filter(|&i| pool.refute(i, Engine::Dyn)));
        let now: BTreeSet<Span> = outcome.uncovered.into_iter().collect();
        let left = uncovered.map_or(now.clone(), |before| &before & &now);
        if left.is_empty() {
            break;
        }
        uncovered = Some(left);
    }
    run.end(true)
}
