//! Refutation engines refute only what Houdini drops, so the invariants are the same under every schedule.
//!
//! The kernels of `tests/kernels/loops` are summarised without closed forms, so that all is left to inference.

use crate::suite::{Case, Kind};
use std::collections::BTreeSet;
use std::time::Duration;
use wp_clang::{Language, ParseOptions};
use wp_infer::{infer, isolated, Config, Engine, Fate, Inference, Schedule};
use wp_kir::{Block, Kernel, Launch, StmtKind};
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig};
use wp_summary::{summarise, LoopPolicy, Summary};

const ENGINES: [Engine; 4] = [Engine::Dyn, Engine::SBase, Engine::SStep, Engine::Lu(1)];

pub const KIND: Kind =
    Kind::new("engines", "tests/kernels/loops", |case| kernels(case).iter().flat_map(compare).collect());

fn has_loop(block: &Block) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::Loop { .. } => true,
        StmtKind::If { then_block, else_block, .. } => has_loop(then_block) || has_loop(else_block),
        StmtKind::Labelled { body, .. } => has_loop(body),
        _ => false,
    })
}

/// The kernels of a file that have loops.
fn kernels(case: &Case) -> Vec<Kernel> {
    let language = Language::of(&case.path).expect("a kernel file");
    let defines = case.text.split_whitespace().filter_map(|w| w.strip_prefix("-D")).map(str::to_owned);
    let defines = defines.chain(case.revision.clone()).collect();
    let unit = wp_clang::parse(&case.path, language, &ParseOptions { defines, ..ParseOptions::default() });
    let unit = unit.expect("the front end runs");
    let lowered = wp_lower::lower(&unit, &wp_lower::LowerOptions::default());
    lowered.kernels.into_iter().filter_map(|k| k.kernel.ok()).filter(|k| has_loop(&k.body)).collect()
}

fn solver() -> Solver {
    Solver::new(SolverConfig { query_timeout: Duration::from_secs(2), ..SolverConfig::default() })
}

fn summary_of(kernel: &Kernel) -> (Summary, Terms) {
    let mut terms = Terms::new();
    let mut config = wp_summary::Config::new(Launch::ANY).with_usual_grants();
    config.policy = LoopPolicy::Havoc;
    let summary = summarise(kernel, &mut terms, &config);
    (summary, terms)
}

fn config(engines: &[Engine], schedule: Schedule) -> Config {
    Config { engines: engines.to_vec(), schedule, recheck: true, ..Config::default() }
}

fn inferred(kernel: &Kernel, engines: &[Engine], schedule: Schedule) -> (Inference, u64) {
    let (summary, mut terms) = summary_of(kernel);
    let mut solver = solver();
    let inference = infer(kernel, &summary, &mut terms, &mut solver, &config(engines, schedule));
    (inference, solver.stats().unknown)
}

fn kept(inference: &Inference) -> BTreeSet<usize> {
    let outcomes = inference.outcomes.iter().enumerate();
    outcomes.filter(|(_, o)| o.fate == Fate::Kept).map(|(i, _)| i).collect()
}

/// Complaints about one kernel.
fn compare(kernel: &Kernel) -> Vec<String> {
    let mut out = Vec::new();
    let (alone, unknown) = inferred(kernel, &[], Schedule::Sequential);
    let expected = kept(&alone);
    let text = |indices: Vec<usize>| {
        let texts: Vec<&str> = indices.into_iter().map(|i| alone.outcomes[i].candidate.text.as_str()).collect();
        texts.join(", ")
    };
    for engine in ENGINES {
        let (summary, mut terms) = summary_of(kernel);
        let run = isolated(kernel, &summary, &mut terms, &mut solver(), &config(&[], Schedule::Sequential), engine);
        let wrong: Vec<usize> = run.refuted.iter().copied().filter(|i| expected.contains(i)).collect();
        if !wrong.is_empty() {
            out.push(format!("{}: {} refutes what holds: {}", kernel.name, engine.name(), text(wrong)));
        }
    }
    let two = [Engine::Dyn, Engine::SBase];
    for (engines, schedule) in
        [(&ENGINES[..], Schedule::Sequential), (&two, Schedule::Sequential), (&two, Schedule::Parallel)]
    {
        let (inference, unknown_too) = inferred(kernel, engines, schedule);
        if let Some(problem) = &inference.problem {
            out.push(format!("{}: {problem}", kernel.name));
        }
        let now = kept(&inference);
        if now != expected && unknown + unknown_too == 0 {
            let (less, more) = (expected.difference(&now).copied(), now.difference(&expected).copied());
            let (less, more) = (text(less.collect()), text(more.collect()));
            out.push(format!("{}: with {engines:?} {schedule:?} not {less}; also {more}", kernel.name));
        }
    }
    out
}
