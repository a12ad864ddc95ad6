//! The invariants and closed forms of one kernel's loops, for people to read: closed forms, candidates and what became
//! of them.

use crate::configuration::{limits_of, solver_for};
use crate::inference::config;
use crate::progress::{Given, Progress};
use crate::Options;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_infer::{closed_forms, infer, Candidate, Fate};
use wp_kir::{Block, Kernel, LoopId, StmtKind};
use wp_logic::Terms;
use wp_summary::{summarise, BarrierInvariants, LoopPolicy};

/// The invariants and closed forms of a loop.
#[derive(Clone, Debug)]
pub struct LoopInvariants {
    /// The place in the source.
    pub span: Span,
    /// Number of loops around it.
    pub depth: usize,
    /// The loop was unrolled, so nothing in it is unknown.
    pub unrolled: bool,
    /// Values of variables by the number `k` of completed iterations, as equations.
    pub closed: Vec<String>,
    /// Variables that are unknown at its head but for the invariants.
    pub unknown: Vec<String>,
    /// Candidates with what became of them, in the order of the rules.
    pub candidates: Vec<(Candidate, Fate)>,
}

/// The invariants and closed forms of a kernel's loops, in the order of the source.
pub fn invariants(kernel: &Kernel, options: &Options) -> Result<Vec<LoopInvariants>, String> {
    let limits = limits_of(options);
    let mut solver = solver_for(kernel, options);
    solver.set_deadline(limits.deadline);
    solver.set_budget(limits.effort);
    let policy = if options.acceleration { LoopPolicy::AccelerateFirst } else { LoopPolicy::Havoc };
    let mut terms = Terms::new();
    // Barrier invariants are not checked here, so they must not be used as facts.
    let given = Given { requires: &[], as_laws: false, invariants: BarrierInvariants::Ignored };
    let progress = Progress::new(kernel, options, &solver, limits, given);
    let summary = summarise(kernel, &mut terms, &progress.config(policy));
    if let Some(reason) = summary.incomplete {
        return Err(reason);
    }
    let mut loops = Vec::new();
    // A trial of an iteration leaves a record without an exit, which is no loop of the summary.
    let mut position = BTreeMap::new();
    for (inst, record) in summary.loops.iter().filter(|(_, l)| l.exit.is_some()) {
        position.insert(inst, loops.len());
        let variables = record.induction.iter().flat_map(|i| &i.variables);
        loops.push(LoopInvariants {
            span: record.span,
            depth: summary.nest(inst).len() - 1,
            unrolled: false,
            closed: closed_forms(kernel, &summary, &terms, inst),
            unknown: variables.map(|v| v.name.clone()).collect(),
            candidates: Vec::new(),
        });
    }
    if options.inference.enabled {
        let inference = infer(kernel, &summary, &mut terms, &mut solver, &config(options));
        if let Some(words) = options.portfolio.disagreement() {
            return Err(format!("internal error: {words}"));
        }
        if let Some(problem) = inference.problem {
            return Err(problem);
        }
        for outcome in inference.outcomes {
            if let Some(&at) = position.get(&outcome.candidate.at) {
                loops[at].candidates.push((outcome.candidate, outcome.fate));
            }
        }
    }
    let known: BTreeSet<LoopId> = summary.loops.values().filter(|l| l.exit.is_some()).map(|l| l.id).collect();
    unrolled(&kernel.body, 0, &known, &mut loops);
    loops.sort_by_key(|l| l.span);
    Ok(loops)
}

/// Adds the loops of a block that the summary does not have.
fn unrolled(block: &Block, depth: usize, known: &BTreeSet<LoopId>, loops: &mut Vec<LoopInvariants>) {
    for stmt in block {
        let mut inner = depth;
        if let StmtKind::Loop { id, .. } = &stmt.kind {
            if !known.contains(id) {
                let (span, closed, unknown, candidates) = (stmt.span, Vec::new(), Vec::new(), Vec::new());
                loops.push(LoopInvariants { span, depth, unrolled: true, closed, unknown, candidates });
            }
            inner += 1;
        }
        stmt.kind.blocks().into_iter().for_each(|part| unrolled(part, inner, known, loops));
    }
}
