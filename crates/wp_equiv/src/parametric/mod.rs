//! Every launch: the value chase through barrier intervals, with witnesses instead of quantifiers.
//!
//! Input: two kernels that run with the same launch, preconditions included in both. `Ok` when every element of every output is
//! equal in every bit for every launch, size and input that satisfies the preconditions. Follows Li and Gopalakrishnan
//! (PUGpara, sections IV-A to IV-D) with these differences: nothing is concretised; "some thread writes this element" is shown by naming that
//! thread (a permutation of the coordinates of another one), so there are no quantified formulas to drop; addresses are
//! integers, not bit vectors.
//!
//! The argument, for an output array. (1) No thread writes an element twice, and no two threads write one: different stores never meet
//! (shown here), and one store is made by a thread once, since there are no loops, and never by two threads to one element, since
//! there are no races (premise). (2) For every store of the first kernel by any thread `s` there is a thread of the second kernel that
//! stores the same value to the same element. (3) For every store of the second kernel some thread of the first stores to that
//! element. From (2), (3) and uniqueness: the same elements are written, with equal values; the others hold the input in both.
//!
//! A value read from shared memory is that of the last store before it in program order that meets its address ([`chase`]).
//!
//! Sound given the premises, which are proved first: no races and no divergence in either kernel. Incomplete: no loops, no
//! atomics, one launch for both, stores that correspond by permuted coordinates.

mod chase;
mod propose;
mod side;

use crate::concrete::Question;
use crate::pair::Pairing;
use crate::replay;
use crate::report::{Reason, Report, Scope, Verdict};
use chase::Prover;
use side::Side;
use std::collections::BTreeSet;
use std::time::Instant;
use wp_engine::{Options, Property};
use wp_interp::ConcreteLaunch;
use wp_kir::{ExprKind, Kernel, Special, StmtKind};
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig};

/// A question about every launch.
#[derive(Clone, Copy, Debug)]
pub struct EveryLaunch<'a> {
    /// The kernels, with their preconditions.
    pub kernels: [&'a Kernel; 2],
    /// What corresponds to what, with values of scalars.
    pub pairing: &'a Pairing,
    /// Preconditions as they were given, for the report.
    pub conditions: &'a [String],
    /// Limits, the solver, and assumptions that may not be used.
    pub options: &'a Options,
    /// Codes of assumptions that the kernels rest on already.
    pub assumptions: &'a [&'static str],
}

/// Compares two kernels for every launch that both have in common.
pub fn compare_every(question: &EveryLaunch) -> Report {
    let &EveryLaunch { kernels, pairing, options, .. } = question;
    let mut report = Report {
        verdict: Verdict::Equivalent,
        scope: Scope::Every(question.conditions.to_vec()),
        assumptions: question.assumptions.iter().copied().collect(),
        elements: 0,
        proposal: None,
        outputs: Vec::new(),
    };
    let reason = match prove(kernels, pairing, options) {
        Ok(codes) => {
            report.assumptions.extend(codes);
            match options.without.iter().find(|code| report.assumptions.contains(code.as_str())) {
                None => return report,
                Some(code) => {
                    let text = format!("the assumption `{code}` is switched off and the equivalence needs it");
                    Reason { code: "not-granted", text, place: None }
                }
            }
        }
        Err(reason) => reason,
    };
    let launch = ConcreteLaunch { block: [1; 3], grid: [1; 3], offset: [0; 3] };
    let concrete = Question { kernels, launches: [launch; 2], pairing, without: &[], assumptions: &[] };
    report.verdict = match replay::search_launches(&concrete, dimensions(kernels)) {
        Some(difference) => {
            report.proposal = propose::find(question, dimensions(kernels));
            Verdict::Different(Box::new(difference))
        }
        None => Verdict::Unknown(reason),
    };
    report
}

/// Which dimensions of the launch a kernel reads.
fn dimensions(kernels: [&Kernel; 2]) -> [bool; 3] {
    let mut used = [true, false, false];
    for expr in kernels.iter().flat_map(|k| k.exprs.values()) {
        if let ExprKind::Special(
            Special::ThreadIdx(a) | Special::BlockIdx(a) | Special::BlockDim(a) | Special::GridDim(a),
        ) = &expr.kind
        {
            used[a.index()] = true;
        }
    }
    used
}

/// Shows that two kernels are equal; the assumptions.
fn prove(kernels: [&Kernel; 2], pairing: &Pairing, options: &Options) -> Result<BTreeSet<&'static str>, Reason> {
    let mut assumptions = BTreeSet::new();
    for (number, kernel) in kernels.into_iter().enumerate() {
        assumptions.extend(premises(number, kernel, options)?);
    }
    let mut terms = Terms::new();
    let bindings = pairing.bindings();
    let first = Side::new(0, kernels[0], &bindings[0], options, &mut terms)?;
    let mut second = Side::new(1, kernels[1], &bindings[1], options, &mut terms)?;
    second.speak_as(&first, pairing, &mut terms);
    for side in [&first, &second] {
        assumptions.extend(side.summary.assumptions.iter().copied());
    }
    let mut solver = Solver::new(SolverConfig {
        program: options.solver.clone(),
        version: options.solver_version,
        portfolio: options.portfolio.clone(),
        cache: options.cache.clone(),
        disabled: options.no_solver,
        query_timeout: options.query_timeout,
        ..SolverConfig::default()
    });
    if let Some(deadline) = Instant::now().checked_add(options.timeout) {
        solver.set_deadline(deadline);
    }
    // Equal for no launch is nothing: preconditions, or extents that the sources fix, may exclude each other.
    let conditional = kernels.iter().any(|k| k.body.iter().any(|s| matches!(s.kind, StmtKind::Assume { .. })));
    if (conditional || !second.equations.is_empty()) && !some_launch(&mut terms, &mut solver, [&first, &second]) {
        let text = "no launch was found that satisfies the preconditions of both kernels".to_owned();
        return Err(Reason { code: "vacuous", text, place: None });
    }
    let mut prover = Prover::new(&mut terms, &mut solver, [&first, &second]);
    let mut written = false;
    for array in &pairing.arrays {
        written |= prover.output(array)?;
    }
    if !written {
        let text = "neither kernel writes to an array that the other one has too".to_owned();
        return Err(Reason { code: "empty", text, place: None });
    }
    if prover.contracts {
        assumptions.insert("no-contraction");
    }
    if let Some(words) = options.portfolio.disagreement() {
        return Err(Reason { code: "solver", text: format!("internal error: {words}"), place: None });
    }
    Ok(assumptions)
}

/// Whether what both kernels take for granted can hold together.
fn some_launch(terms: &mut Terms, solver: &mut Solver, sides: [&Side; 2]) -> bool {
    let launch = sides[0].summary.launch;
    let thread = [launch.tid, launch.bid];
    let mut facts = sides[0].exists(terms, thread);
    for side in sides {
        facts.extend(side.facts(terms, side.summary.events.len(), thread));
        facts.extend(side.exists(terms, thread));
    }
    facts.retain(|&f| terms.as_bool(f) != Some(true));
    facts.is_empty() || solver.check(terms, &facts).model().is_some_and(|model| !model.approximate)
}

/// Races and divergence are excluded; what that rests on.
fn premises(number: usize, kernel: &Kernel, options: &Options) -> Result<Vec<&'static str>, Reason> {
    let report = wp_engine::check_kernel(kernel, options);
    for property in &report.properties {
        let (what, needed) = match property.property {
            Property::Races => ("free of data races", true),
            Property::Divergence => ("free of barrier divergence", true),
            // What is asserted at barriers may have been used as a fact.
            Property::Assertions => ("free of failing assertions", true),
            Property::Bounds | Property::Contract => ("", false),
        };
        if needed && property.verdict != wp_engine::Verdict::Proved {
            let text =
                format!("`{}` is not shown to be {what} for every launch ({})", kernel.name, property.verdict.name());
            return Err(Reason { code: "premise", text, place: Some((number, kernel.span)) });
        }
    }
    Ok(report.assumptions)
}
