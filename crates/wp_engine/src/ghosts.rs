//! Assertions about ghost variables: decided on the kernel with its ghosts, of which nothing else is said.

use crate::attempts::Subject;
use crate::kernel::check_with;
use crate::launches::Task;
use crate::{contracts, KernelReport, Options, Property, UnknownReason};
use wp_check::Limits;
use wp_solve::Solver;
use wp_spec::Contract;

/// Replaces the verdict on the assertions of a kernel by the verdict on those of the kernel with ghosts; all other
/// verdicts stay. Returns the reason why proofs about values of the kernel with ghosts lack a premise, if they do.
pub(crate) fn check(
    report: &mut KernelReport,
    with: &Task,
    contract: &Contract,
    solver: &mut Solver,
    limits: Limits,
) -> Option<UnknownReason> {
    report.property(Property::Assertions)?;
    let options = Options { preconditions: false, ..with.options.clone() };
    let subject = Subject { kernel: &with.kernel, requires: &contract.requires, options: &options };
    let ghosts = check_with(subject, solver, limits).report;
    let missing = contracts::premise(&ghosts);
    let found = ghosts.properties.into_iter().find(|p| p.property == Property::Assertions);
    let place = report.property_mut(Property::Assertions);
    if let (Some(place), Some(found)) = (place, found) {
        *place = found;
    }
    report.take_stages_of_assertions(ghosts.stages);
    report.name_assumptions(ghosts.assumptions);
    for approximation in ghosts.approximations {
        if !report.approximations.contains(&approximation) {
            report.approximations.push(approximation);
        }
    }
    report.times.engine += ghosts.times.engine;
    report.times.solver += ghosts.times.solver;
    report.times.scripts += ghosts.times.scripts;
    for ((_, count), (_, more)) in report.times.answers.iter_mut().zip(&ghosts.times.answers) {
        *count += more;
    }
    missing
}
