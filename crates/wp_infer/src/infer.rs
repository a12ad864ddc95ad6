//! From a summary to a summary with invariants: candidates, engines, the set that holds.

use crate::candidate::{Candidate, Fate, Outcome};
use crate::config::{Config, Engine};
use crate::engines::{self, EngineRun, Pool, Task};
use crate::houdini::{Confirmed, Fixpoint};
use crate::obligation::Case;
use crate::rules::{Site, RULES};
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::Solver;
use wp_summary::Summary;

/// The result of the inference.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The summary with everything that holds.
    pub summary: Summary,
    /// The candidates, in the order of the loops and rules, with their outcomes.
    pub outcomes: Vec<Outcome>,
    /// The results of each engine, in the order of the configuration, Houdini last.
    pub runs: Vec<EngineRun>,
    /// The check of the result from scratch failed, for this reason; then the summary allows no verdict.
    pub problem: Option<String>,
}

impl Inference {
    /// True if there are new facts.
    pub fn is_useful(&self) -> bool {
        self.problem.is_none() && self.outcomes.iter().any(|o| o.fate == Fate::Kept)
    }
}

/// Candidates for every loop with unknown variables.
pub fn candidates(kernel: &Kernel, summary: &Summary, terms: &mut Terms, config: &Config) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (inst, record) in summary.loops.iter() {
        let Some(induction) = record.induction.as_deref() else { continue };
        let nest = summary.nest(inst);
        let warp_sync = config.warp_sync;
        let mut site = Site { kernel, summary, terms, inst, induction, nest, warp_sync, rule: "", found };
        for rule in RULES.iter().filter(|r| config.allows(r)) {
            site.rule = rule.name;
            (rule.suggest)(&mut site);
        }
        found = site.found;
    }
    found
}

/// Infers invariants for the loops of a summary.
pub fn infer(kernel: &Kernel, summary: &Summary, terms: &mut Terms, solver: &mut Solver, config: &Config) -> Inference {
    let candidates = candidates(kernel, summary, terms, config);
    let pool = Pool::new(candidates.len());
    let task = Task { kernel, original: summary, candidates: &candidates, config };
    let (confirmed, runs) = engines::all(&task, &pool, terms, solver);
    let mut problem = None;
    let mut fates = pool.fates();
    let summary = match confirmed {
        Some(Confirmed { hypotheses, rests_on, members }) => {
            // What another engine refuted after Houdini had confirmed it was confirmed all the same.
            fates.iter_mut().zip(&members).filter(|(_, &m)| m).for_each(|(f, _)| *f = None);
            if config.recheck {
                problem = recheck(&task, &members, terms, solver);
            }
            match &problem {
                None => hypotheses.into_summary(&rests_on),
                Some(reason) => Summary { incomplete: Some(reason.clone()), ..summary.clone() },
            }
        }
        // The budget was spent: nothing was confirmed.
        None => {
            fates.iter_mut().for_each(|f| *f = f.or(Some(Engine::Houdini)));
            summary.clone()
        }
    };
    let outcomes = candidates
        .into_iter()
        .zip(fates)
        .map(|(candidate, fate)| Outcome { candidate, fate: fate.map_or(Fate::Kept, Fate::Refuted) });
    Inference { summary, outcomes: outcomes.collect(), runs, problem }
}

/// The candidates that one engine refutes by itself, of all candidates; for comparisons of engines.
pub fn isolated(
    kernel: &Kernel,
    summary: &Summary,
    terms: &mut Terms,
    solver: &mut Solver,
    config: &Config,
    engine: Engine,
) -> EngineRun {
    let candidates = candidates(kernel, summary, terms, config);
    let pool = Pool::new(candidates.len());
    let task = Task { kernel, original: summary, candidates: &candidates, config };
    engines::one(&task, engine, &pool, terms, solver)
}

/// Checks once more that the cases of these candidates hold when they are assumed, with a solver without a history.
/// Returns the error.
fn recheck(task: &Task, members: &[bool], terms: &mut Terms, solver: &Solver) -> Option<String> {
    let pool = Pool::new(members.len());
    for (i, _) in members.iter().enumerate().filter(|(_, &m)| !m) {
        pool.refute(i, Engine::Houdini);
    }
    let mut fresh = solver.from_scratch();
    let (_, run) = Fixpoint::new(task, Engine::Houdini, &[Case::Base, Case::Step]).run(&pool, terms, &mut fresh);
    let texts: Vec<String> = run.refuted.iter().map(|&i| format!("`{}`", task.candidates[i].text)).collect();
    (!texts.is_empty()).then(|| format!("inferred invariants do not hold: {}", texts.join(", ")))
}
