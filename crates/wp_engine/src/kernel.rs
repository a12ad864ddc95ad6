//! One kernel to its report: the check, then the searches for what it leaves open or refutes.

use crate::attempts::examine;
use crate::condition::Condition;
use crate::configuration::{limits_of, solver_for};
use crate::preconditions;
use crate::{KernelReport, Options};
use std::time::Instant;
use wp_check::Limits;
use wp_kir::Kernel;
use wp_solve::Solver;
use wp_spec::Clause;

/// Verifies one kernel that was lowered before.
pub fn check_kernel(kernel: &Kernel, options: &Options) -> KernelReport {
    check_with(kernel, &[], options, &mut solver_for(kernel, options), limits_of(options)).report
}

/// The result of a check.
pub(crate) struct Checked {
    pub report: KernelReport,
    /// The conditions on the launch under which properties are proved that only an unusual launch breaks.
    pub usual: Vec<Condition>,
}

/// Verifies one kernel with a given solver; `requires` are its preconditions, of which the kernel assumes those without
/// quantifiers.
pub(crate) fn check_with(
    kernel: &Kernel,
    requires: &[Clause],
    options: &Options,
    solver: &mut Solver,
    limits: Limits,
) -> Checked {
    // The search has as much time as the check.
    let time = limits.deadline.saturating_duration_since(Instant::now());
    let half = limits.deadline.checked_sub(time / 2).filter(|_| options.preconditions);
    let of_check = Limits { deadline: half.unwrap_or(limits.deadline), ..limits };
    let before = solver.stats().spent;
    let (mut report, mut questions) = examine(kernel, requires, options, solver, of_check);
    let spent = solver.stats().spent - before;
    let required = preconditions::classes::classify(
        kernel,
        requires,
        options,
        solver,
        (limits, spent),
        &mut questions,
        &mut report,
    );
    if options.preconditions {
        report.preconditions = preconditions::find(kernel, options, solver, questions, &report, limits, required.set);
        if options.accept_preconditions {
            preconditions::accept(&mut report);
        }
    }
    Checked { report, usual: required.launch }
}
