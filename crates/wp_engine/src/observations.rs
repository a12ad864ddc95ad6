//! Asserts and loop invariants with real arithmetic, quantifiers or sums: proved as contracts are, on the kernel that
//! records the values that they name.

use crate::contracts::{open_clause, Proofs};
use crate::premises::OF_VALUES;
use crate::{ContractTasks, KernelReport, Property, UnknownReason, Verdict};
use wp_contract::Claim;
use wp_solve::Solver;
use wp_spec::Observation;
use wp_summary::Premises;

/// Adds the verdicts on the clauses to the verdict on the assertions of the kernel, if assertions are checked.
/// `missing` is the reason why proofs about the kernel with records lack a premise, if they do.
pub(crate) fn check(
    report: &mut KernelReport,
    (observations, missing): (&[Observation], Option<UnknownReason>),
    proofs: &Proofs,
    solver: &mut Solver,
    tasks: &mut Vec<ContractTasks>,
) {
    let Some(at) = report.properties.iter().position(|p| p.property == Property::Assertions) else { return };
    if observations.is_empty() {
        return;
    }
    let options = proofs.options;
    let runs = || wp_contract::refute(proofs.kernel, proofs.contract, &options.launch, options.floats).some_completed;
    let obstacle = missing.or_else(|| proofs.obstacle(report, runs));
    // The observations are numbered behind the postconditions.
    let first = proofs.contract.ensures.len();
    for (number, observation) in observations.iter().enumerate() {
        let (verdict, premises) = match &obstacle {
            Some(obstacle) => (Verdict::Unknown(obstacle.clone()), Premises::NONE),
            None => proofs.prove(report, (first + number, Claim::Inside(observation)), solver, tasks),
        };
        let property = &mut report.properties[at];
        if let Verdict::Unknown(reason) = &verdict {
            property.findings.push(open_clause(&observation.clause, reason));
        }
        property.rests_on.join(&Premises::of(OF_VALUES).and(&premises));
        if verdict.rank() < property.verdict.rank() {
            property.verdict = verdict;
        }
    }
}
