//! Contracts of a kernel: each `ensures` clause is refuted by a run, proved for every launch, or left open with its
//! reason.
//!
//! A proof takes the order of accesses for granted, so it counts only when freedom from races and divergence is proved
//! and no access is out of bounds; and only when some run satisfies the preconditions.

use crate::attempts::{examine, Subject};
use crate::condition::Condition;
use crate::configuration::configuration;
use crate::findings::scalars_of;
use crate::inference;
use crate::premises::{contents_ordered_by_fences, is_ordered_by_fences, missing, reason, NO_CONTRACTS, OF_VALUES};
use crate::{
    ContractTasks, Finding, KernelReport, Options, Property, PropertyReport, Timeline, UnknownReason, Verdict, Witness,
};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::{Diagnostic, Span};
use wp_check::Limits;
use wp_contract::{Claim, Counterexample, Knowledge, Trace};
use wp_kir::Kernel;
use wp_solve::Solver;
use wp_spec::{Clause, ClauseKind, Contract, Value};
use wp_summary::{Premises, ScanLaw};

/// Proofs of clauses about one kernel.
pub(crate) struct Proofs<'a> {
    /// The kernel, with the values that the clauses name.
    pub kernel: &'a Kernel,
    pub contract: &'a Contract,
    pub options: &'a Options,
    /// The contents of shared arrays after prefix sums, computed on first use.
    pub scans: OnceCell<Arc<[ScanLaw]>>,
}

/// Adds the verdict on the `ensures` clauses to the report on a kernel.
pub(crate) fn check(report: &mut KernelReport, proofs: &Proofs, solver: &mut Solver, tasks: &mut Vec<ContractTasks>) {
    let Proofs { kernel, contract, options, .. } = *proofs;
    if contract.ensures_nothing() || options.only_divergence || !options.assertions {
        return;
    }
    let runs = wp_contract::refute(kernel, contract, &options.launch, options.floats);
    let obstacle = proofs.obstacle(report, || runs.some_completed);
    let mut verdict = Verdict::Proved;
    let mut findings = Vec::new();
    let mut rests_on = Premises::of(OF_VALUES);
    for (number, (clause, broken)) in contract.ensures.iter().zip(&runs.broken).enumerate() {
        let of_clause = match (broken, &obstacle) {
            (Some(example), _) => {
                findings.push(broken_clause(kernel, clause, example));
                Verdict::Refuted
            }
            (None, Some(obstacle)) => Verdict::Unknown(obstacle.clone()),
            (None, None) => {
                let (verdict, premises) = proofs.prove(report, (number, Claim::AtEnd(clause)), solver, tasks);
                rests_on.join(&premises);
                verdict
            }
        };
        if let Verdict::Unknown(reason) = &of_clause {
            findings.push(open_clause(clause, reason));
        }
        if of_clause.rank() < verdict.rank() {
            verdict = of_clause;
        }
    }
    // Every clause that is not proved is a finding.
    let besides = Verdict::Proved;
    report.properties.push(PropertyReport {
        besides,
        findings,
        rests_on,
        ..PropertyReport::without_findings(Property::Contract, verdict)
    });
}

/// Checks a contract that rests on a property which only unusual launches break, under the conditions that exclude
/// these launches.
pub(crate) fn check_usual(
    report: &mut KernelReport,
    proofs: &Proofs,
    usual: &[Condition],
    (solver, limits): (&mut Solver, Limits),
    tasks: &mut Vec<ContractTasks>,
) {
    let Proofs { contract, options, .. } = *proofs;
    let rests_on = |p: &&mut PropertyReport| matches!(p.verdict, Verdict::Unknown(UnknownReason::RestsOn(_)));
    let open = report.property_mut(Property::Contract).filter(rests_on);
    let Some(open) = open.filter(|_| !usual.is_empty()) else { return };
    let mut kernel = proofs.kernel.clone();
    usual.iter().rev().for_each(|c| c.require(&mut kernel));
    let renewed = |solver: &Solver| solver.stats().spent.saturating_add(limits.effort);
    let of_check = Limits { effort: renewed(solver), ..limits };
    let subject = Subject { kernel: &kernel, requires: &contract.requires, options };
    let mut under = examine(subject, solver, of_check).report;
    solver.set_budget(renewed(solver));
    let proofs = Proofs { kernel: &kernel, contract, options, scans: OnceCell::new() };
    check(&mut under, &proofs, solver, tasks);
    under.settle(options, NO_CONTRACTS);
    if under.is_proved(Property::Contract) {
        open.verdict = Verdict::ProvedUnder(usual.iter().map(|c| c.text(&kernel)).collect());
        open.findings.clear();
        under.assumptions.into_iter().for_each(|assumption| report.assume(assumption));
    }
}

impl Proofs<'_> {
    /// The reason why no clause can be proved, if there is one: a premise does not hold, the rules are too weak, or no
    /// run satisfies the preconditions.
    pub fn obstacle(&self, report: &KernelReport, some_completed: impl FnOnce() -> bool) -> Option<UnknownReason> {
        let quantified = self.contract.requires.iter().any(|c| !c.condition.is_quantifier_free());
        premise(report)
            .or_else(|| weaker_rules(self.options))
            .or_else(|| (quantified && !some_completed()).then_some(UnknownReason::Vacuous))
    }

    /// Proves the clause with a number and notes the obligations in `tasks`. Returns the verdict and the premises of
    /// the proof.
    pub fn prove(
        &self,
        report: &mut KernelReport,
        (number, claim): (usize, Claim<'_>),
        solver: &mut Solver,
        tasks: &mut Vec<ContractTasks>,
    ) -> (Verdict, Premises) {
        let options = self.options;
        let mut config = configuration(self.kernel, options).summary;
        config.scans = self.scans.get_or_init(|| wp_scan::laws(self.kernel, &config).into()).clone();
        let mut trace = Trace { scripts: options.contract_scripts, ..Trace::default() };
        let floats = options.floats;
        let inference = options.inference.enabled.then(|| inference::config(options));
        let unproved = unproved_assertions(report);
        let kernel = self.kernel;
        let knowledge = Knowledge { kernel, config: &config, inference: inference.as_ref(), unproved: &unproved };
        let proof = knowledge.prove(self.contract, claim, floats, solver, &mut trace);
        let mut rests_on = Premises::NONE;
        let verdict = match proof {
            Ok(premises) => {
                let lacking = |premise| reason(&report.properties, premise, options, NO_CONTRACTS);
                let lacking = premises.iter().find_map(lacking);
                match lacking {
                    Some(reason) => Verdict::Unknown(reason),
                    None => {
                        report.name_assumptions(premises.assumptions());
                        rests_on = premises;
                        Verdict::Proved
                    }
                }
            }
            Err(why) => Verdict::Unknown(UnknownReason::Approximation(why)),
        };
        let proved = verdict == Verdict::Proved;
        tasks.push(ContractTasks { kernel: report.name.clone(), clause: number + 1, proved, trace });
        (verdict, rests_on)
    }
}

/// The places of assertions and invariants that are not proved.
fn unproved_assertions(report: &KernelReport) -> BTreeSet<Span> {
    let assertions = report.property(Property::Assertions);
    assertions.into_iter().flat_map(|p| &p.findings).filter_map(|f| f.claim).collect()
}

/// The reason why proofs of contracts lack a premise, if they do. If another property is vacuous, so is the contract.
pub(crate) fn premise(report: &KernelReport) -> Option<UnknownReason> {
    let vacuous = Verdict::Unknown(UnknownReason::Vacuous);
    if report.properties.iter().any(|p| p.verdict == vacuous) {
        return Some(UnknownReason::Vacuous);
    }
    let lacking = OF_VALUES.into_iter().find_map(|premise| missing(&report.properties, premise));
    match lacking.map(UnknownReason::RestsOn) {
        None if is_ordered_by_fences(&report.properties, wp_summary::Memory::All) => Some(contents_ordered_by_fences()),
        lacking => lacking,
    }
}

/// The reason why freedom from races by these rules does not imply that every schedule leaves what lock-step leaves, if
/// it does not.
pub(crate) fn weaker_rules(options: &Options) -> Option<UnknownReason> {
    let rule = if options.warp_sync.is_some_and(|n| n > 1) {
        "warps that run in lock-step"
    } else if options.benign_same_value {
        "tolerated writes of the same value"
    } else if options.atomic_races != wp_interp::AtomicRaces::default() {
        "tolerated races with atomics"
    } else if options.only_intra_group {
        "races between blocks that are not looked for"
    } else if options.race_arrays.is_some() {
        "arrays on which races are not looked for"
    } else {
        return None;
    };
    Some(UnknownReason::Approximation(format!("contracts are not proved with {rule}")))
}

fn broken_clause(kernel: &Kernel, clause: &Clause, example: &Counterexample) -> Finding {
    let mut diagnostic = Diagnostic::error("WP0404", "postcondition fails")
        .primary(clause.span, "does not hold when the kernel has ended");
    let mut text: Vec<String> = example.why.variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if let Some((left, right)) = example.why.sides {
        text.push(format!("the left side is {}, the right side {}", shown(left), shown(right)));
    }
    if !text.is_empty() {
        diagnostic = diagnostic.note(format!("for {}", text.join(", ")));
    }
    let witness = Witness {
        block: example.launch.block,
        grid: example.launch.grid,
        threads: Vec::new(),
        scalars: scalars_of(kernel, &example.inputs),
        arrays: Vec::new(),
        timeline: Timeline::default(),
        arguments: Err("the contract fails after the launch"),
        inputs: example.inputs.clone(),
        replayed: true,
        warp_size: crate::findings::warp_size(kernel),
    };
    Finding { witness: Some(witness), claim: Some(clause.span), ..Finding::new(Property::Contract, diagnostic) }
}

fn shown(value: Value) -> String {
    match value {
        Value::Int(v) => v.to_string(),
        Value::Real(v, _) => v.to_string(),
        Value::Truth(t) => format!("{t:?}").to_lowercase(),
    }
}

/// The finding for a clause that is neither proved nor refuted.
pub(crate) fn open_clause(clause: &Clause, reason: &UnknownReason) -> Finding {
    let why = match reason {
        UnknownReason::Approximation(what) => what.clone(),
        UnknownReason::Vacuous => "no run was found that satisfies the preconditions".to_owned(),
        UnknownReason::RestsOn(_) => "skipped: requires a property that is not proved".to_owned(),
        UnknownReason::Contract(name) => format!("requires the contract of `{name}`, which is not proved"),
        UnknownReason::NoLaunch(why) => why.clone(),
        UnknownReason::Timeout
        | UnknownReason::Memory
        | UnknownReason::NoSolver
        | UnknownReason::Solver(_)
        | UnknownReason::Bounded(_) => "it was not decided".to_owned(),
    };
    let (property, code, message) = match clause.kind {
        ClauseKind::Assert => (Property::Assertions, "WP0401", "assertion may not hold"),
        ClauseKind::Invariant => (Property::Assertions, "WP0402", "loop invariant may not hold"),
        _ => (Property::Contract, "WP0404", "possible failure of a postcondition"),
    };
    let mut diagnostic = Diagnostic::error(code, message).primary(clause.span, "not proved").note(why);
    diagnostic.severity = wp_base::Severity::Warning;
    Finding { claim: Some(clause.span), ..Finding::new(property, diagnostic) }
}
