//! Invariant inference as a stage of the pipeline.

use crate::Options;
use std::time::Instant;
use wp_infer::{infer, unfold, Config};
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// What an attempt knows of the variables that its loops leave unknown. Knowing more takes more time, so it is sought only
/// where something is open without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Nothing.
    Nothing,
    /// Invariants.
    Invariants,
    /// Invariants, and how neighbouring iterations hang together.
    Steps,
}

impl Known {
    /// Whether there is more to know.
    pub fn has_more(self, summary: &Summary, options: &Options) -> bool {
        let unknown = || summary.loops.values().any(|l| l.induction.is_some());
        self != Known::Steps && options.inference.enabled && unknown()
    }

    /// The summary with the next more that can be known; `None` when there is no more. An inference whose result is wrong
    /// leaves a summary that allows no verdict.
    pub fn more(
        &mut self,
        kernel: &Kernel,
        summary: &Summary,
        terms: &mut Terms,
        solver: &mut Solver,
        options: &Options,
        deadline: Instant,
    ) -> Option<Summary> {
        if !self.has_more(summary, options) {
            return None;
        }
        if *self == Known::Nothing {
            *self = Known::Invariants;
            let now = Instant::now();
            // The obligations need time too.
            let until = now + deadline.saturating_duration_since(now) / 2;
            let inference = infer(kernel, summary, terms, solver, &config(options, until));
            if inference.is_useful() || inference.problem.is_some() {
                return Some(inference.summary);
            }
        }
        if *self == Known::Invariants {
            *self = Known::Steps;
            return Some(unfold(terms, summary));
        }
        None
    }
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
