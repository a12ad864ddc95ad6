//! Notes on the performance of a kernel: what is known of its launch goes to `wp_perf`, and barriers are tried here,
//! where kernels can be verified.

mod barriers;

use crate::scalars::fixed_scalars;
use crate::{KernelReport, Options};
use wp_check::Limits;
use wp_kir::Kernel;
use wp_perf::Performance;
use wp_solve::Solver;
use wp_summary::Config;

/// The notes on a kernel with the report on it, in the time that the proofs have left.
pub(crate) fn examine(
    kernel: &Kernel,
    options: &Options,
    report: &KernelReport,
    solver: &mut Solver,
    limits: Limits,
) -> Performance {
    let mut config = Config::new(options.launch);
    config.deadline = Some(limits.deadline);
    config.scalars = fixed_scalars(kernel, options);
    config.unused_dims_are_one = options.grants("unused-dims");
    config.counters_stay = options.grants("no-counter-wrap");
    let mut performance = wp_perf::analyse(kernel, &config);
    performance.notes.extend(barriers::notes(kernel, options, report, solver, limits));
    performance.sort();
    performance
}
