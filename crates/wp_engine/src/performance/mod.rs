//! Notes on the performance of a kernel: what is known of its launch goes to `wp_perf`, and barriers are tried here,
//! where kernels can be verified.

mod barriers;

use crate::configuration::configuration;
use crate::{KernelReport, Options};
use wp_check::Limits;
use wp_kir::Kernel;
use wp_perf::Performance;
use wp_solve::Solver;
use wp_summary::{BarrierInvariants, Config};

/// The notes on a kernel with the report on it, in the time that the proofs have left.
pub(crate) fn examine(
    kernel: &Kernel,
    options: &Options,
    report: &KernelReport,
    solver: &mut Solver,
    limits: Limits,
) -> Performance {
    // Nobody checks barrier invariants here.
    let config = Config {
        deadline: Some(limits.deadline),
        barrier_invariants: BarrierInvariants::Ignored,
        ..configuration(kernel, options).summary
    };
    let mut performance = wp_perf::analyse(kernel, &config);
    performance.notes.extend(barriers::notes(kernel, options, report, solver, limits));
    performance.sort();
    performance
}
