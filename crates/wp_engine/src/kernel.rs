//! One kernel to its report: the check, then the searches for what it leaves open or refutes.

use crate::attempts::{examine, Subject};
use crate::condition::Condition;
use crate::configuration::{limits_of, solver_for};
use crate::preconditions::{self, classes};
use crate::{KernelReport, Options};
use std::time::Instant;
use wp_check::Limits;
use wp_kir::Kernel;
use wp_solve::Solver;

/// Verifies one kernel that was lowered before.
pub fn check_kernel(kernel: &Kernel, options: &Options) -> KernelReport {
    let subject = Subject { kernel, requires: &[], options };
    check_with(subject, &mut solver_for(kernel, options), limits_of(options)).report
}

/// The result of a check.
pub(crate) struct Checked {
    pub report: KernelReport,
    /// The conditions on the launch under which properties are proved that only an unusual launch breaks.
    pub usual: Vec<Condition>,
}

/// Verifies one kernel with a given solver.
pub(crate) fn check_with(subject: Subject, solver: &mut Solver, limits: Limits) -> Checked {
    let options = subject.options;
    // The search has as much time as the check.
    let time = limits.deadline.saturating_duration_since(Instant::now());
    let half = limits.deadline.checked_sub(time / 2).filter(|_| options.preconditions);
    let of_check = Limits { deadline: half.unwrap_or(limits.deadline), ..limits };
    let before = solver.stats().spent;
    let mut examined = examine(subject, solver, of_check);
    let of_classes = Limits { effort: classes::effort_of_check(solver.stats().spent - before), ..limits };
    let required = classes::classify(subject, solver, of_classes, &mut examined);
    if options.preconditions {
        let sets = preconditions::find(subject, solver, limits, &mut examined, required.set);
        examined.report.preconditions = sets;
        if options.accept_preconditions {
            preconditions::accept(&mut examined.report);
        }
    }
    Checked { report: examined.report, usual: required.launch }
}
