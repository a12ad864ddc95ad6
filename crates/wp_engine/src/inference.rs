//! Invariant inference as a stage of the pipeline.

use crate::Options;
use std::time::Instant;
use wp_infer::{infer, Config};
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// The summary with the invariants that were inferred; `None` when there is nothing to infer or nothing was found. A result
/// that is wrong leaves a summary that allows no verdict.
pub(crate) fn with_invariants(
    kernel: &Kernel,
    summary: &Summary,
    terms: &mut Terms,
    solver: &mut Solver,
    options: &Options,
    deadline: Instant,
) -> Option<Summary> {
    let unknown = summary.loops.values().any(|l| l.induction.is_some());
    if !options.inference.enabled || !unknown {
        return None;
    }
    let inference = infer(kernel, summary, terms, solver, &config(options, deadline));
    (inference.is_useful() || inference.problem.is_some()).then_some(inference.summary)
}

fn config(options: &Options, deadline: Instant) -> Config {
    let chosen = &options.inference;
    Config {
        rules: chosen.rules.clone(),
        omitted: chosen.omitted.clone(),
        engines: chosen.engines.clone(),
        schedule: chosen.schedule,
        warp_sync: options.warp_sync,
        dyn_launches: chosen.dyn_launches,
        dyn_iterations: chosen.dyn_iterations,
        dyn_tuples: chosen.dyn_tuples,
        ..Config::new(deadline)
    }
}
