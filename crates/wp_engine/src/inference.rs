//! Invariant inference as a stage of the pipeline, and what the report says of it.

use crate::shape::Shape;
use crate::Options;
use std::time::Instant;
use wp_infer::{infer, unfold, Config, Engine, Fate, Inference};
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// Loops, candidates and what became of them, over all attempts on a kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InferenceReport {
    /// Loops, preconditions and invariants of the source.
    pub shape: Shape,
    /// The candidates, in the order of attempts, loops and rules.
    pub candidates: Vec<CandidateReport>,
    /// The engines that ran, in order. Their seconds are not part of what is compared between runs.
    pub engines: Vec<EngineReport>,
    /// Wall seconds of the inference. Not part of what is compared between runs.
    pub seconds: f64,
    /// True if the time limit cut the inference short, so that candidates were dropped that may hold.
    pub cut_short: bool,
}

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateReport {
    /// Name of the rule that suggested it.
    pub rule: &'static str,
    /// The claim in source syntax.
    pub text: String,
    /// The outcome for the candidate.
    pub fate: Fate,
}

/// One engine of one inference.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineReport {
    /// The engine.
    pub engine: Engine,
    /// Candidates that it was the first to refute: positions in the list, ascending.
    pub refuted: Vec<usize>,
    /// Wall seconds.
    pub seconds: f64,
}

impl InferenceReport {
    fn add(&mut self, inference: &Inference, seconds: f64) {
        let first = self.candidates.len();
        self.seconds += seconds;
        self.candidates.extend(inference.outcomes.iter().map(|o| CandidateReport {
            rule: o.candidate.rule,
            text: o.candidate.text.clone(),
            fate: o.fate,
        }));
        for run in &inference.runs {
            self.cut_short |= run.engine == Engine::Houdini && !run.finished;
            let mut refuted: Vec<usize> = run.refuted.iter().map(|i| first + i).collect();
            refuted.sort_unstable();
            self.engines.push(EngineReport { engine: run.engine, refuted, seconds: run.seconds });
        }
    }
}

/// The knowledge of an attempt about the variables that its loops leave unknown. More knowledge takes more time, so it
/// is sought only if something stays open without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Nothing.
    Nothing,
    /// Invariants.
    Invariants,
    /// Invariants, and relations between neighbouring iterations.
    Steps,
}

/// The kernel that invariants are sought for, under options.
pub(crate) struct Task<'a> {
    pub kernel: &'a Kernel,
    pub options: &'a Options,
}

impl Known {
    /// True if there is more to know.
    pub fn has_more(self, summary: &Summary, options: &Options) -> bool {
        let unknown = || summary.loops.values().any(|l| l.induction.is_some());
        self != Known::Steps && options.inference.enabled && unknown()
    }

    /// The summary with the next level of knowledge; `None` if there is none. An inference whose result is wrong leaves
    /// a summary that allows no verdict.
    pub fn more(
        &mut self,
        task: &Task,
        summary: &Summary,
        terms: &mut Terms,
        solver: &mut Solver,
        report: &mut InferenceReport,
    ) -> Option<Summary> {
        if !self.has_more(summary, task.options) {
            return None;
        }
        if *self == Known::Nothing {
            *self = Known::Invariants;
            let now = Instant::now();
            let budget = solver.budget();
            // The obligations need a part of the budget too.
            solver.set_budget(solver.budget_of_part(2));
            let inference = infer(task.kernel, summary, terms, solver, &config(task.options));
            solver.set_budget(budget);
            report.add(&inference, now.elapsed().as_secs_f64());
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

/// The options of inference.
pub fn config(options: &Options) -> Config {
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
        ..Config::default()
    }
}
