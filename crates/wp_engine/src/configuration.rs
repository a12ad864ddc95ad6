//! Translates options to the configuration of summaries, of the solver and of the properties, and to limits. Nothing
//! else in the engine does this.
//!
//! What the options do not grant is not granted here either: [`Config::new`] grants nothing, and every grant below
//! names the option or assumption that it comes from. Callers may take grants away and add what they know of one
//! kernel.

use crate::arrays;
use crate::scalars::fixed_scalars;
use crate::Options;
use std::time::{Duration, Instant};
use wp_base::Assumption;
use wp_check::{Limits, Rules};
use wp_interp::AtomicRaces;
use wp_kir::Kernel;
use wp_solve::{Solver, SolverConfig};
use wp_summary::{BarrierInvariants, Config};

/// The duration that stands for the absence of a time limit.
const FOREVER: Duration = Duration::from_secs(1_000_000_000);

/// How one kernel is verified.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Of summaries.
    pub summary: Config,
    /// Of the solver.
    pub solver: SolverConfig,
    /// Of the clients.
    pub rules: Rules,
}

/// The configuration that the options ask for, for one kernel.
pub fn configuration(kernel: &Kernel, options: &Options) -> Configuration {
    let limits = SolverConfig::default();
    Configuration {
        summary: Config {
            // Barrier invariants are facts only where the same verification checks them.
            barrier_invariants: match options.only_divergence || !options.assertions {
                true => BarrierInvariants::Ignored,
                false => BarrierInvariants::Assumed,
            },
            unaccessed_kept: options.no_barrier_access_checks && options.grants(Assumption::BarrierAccess),
            unused_dims_are_one: options.grants(Assumption::UnusedDims),
            launch_bounds: options.grants(Assumption::LaunchBounds),
            aligned: options.grants(Assumption::Aligned),
            counters_stay: options.grants(Assumption::NoCounterWrap),
            divisors_not_zero: options.grants(Assumption::NoDivisionByZero),
            blocks_checked: !options.only_intra_group && !options.only_divergence,
            atomics_tolerated: options.atomic_races != AtomicRaces::default(),
            lock_step: options.warp_sync.is_some_and(|n| n > 1),
            unchecked: arrays::unchecked(kernel, options),
            scalars: fixed_scalars(kernel, options),
            fault: options.fault,
            ..Config::new(options.launch)
        },
        solver: SolverConfig {
            program: options.solver.clone(),
            version: options.solver_version,
            portfolio: options.portfolio.clone(),
            cache: options.cache.clone(),
            disabled: options.no_solver,
            simplification: options.simplification,
            query_timeout: options.query_timeout,
            memory_mb: options.memory.map_or(limits.memory_mb, |most| limits.memory_mb.min(most >> 20)),
            digits: options.simplification,
            exact_floats: limits.exact_floats,
            stop: options.stop.clone(),
        },
        rules: Rules {
            benign_same_value: options.benign_same_value,
            only_intra_group: options.only_intra_group,
            only_divergence: options.only_divergence,
            bounds: options.bounds,
            alignment: options.alignment,
            initialised: options.initialised,
            index_width: options.index_width,
            device_memory: options.device_memory,
            assertions: options.assertions,
            exit_arrives: options.exit_arrives(),
            warp_sync: options.warp_sync,
            atomic_races: options.atomic_races,
            fault: options.fault,
        },
    }
}

/// A solver as the options ask for; nothing is started yet.
pub(crate) fn solver_for(kernel: &Kernel, options: &Options) -> Solver {
    Solver::new(configuration(kernel, options).solver)
}

/// The limits of the check of a file that begins now. The effort of the solver is a count that corresponds to the time
/// limit; on a machine that is slower than this count supposes, the clock strikes first.
pub(crate) fn limits_of(options: &Options) -> Limits {
    let now = Instant::now();
    Limits {
        effort: options.effort_in_all(),
        deadline: now.checked_add(options.time_of_check()).unwrap_or(now + FOREVER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel() -> Kernel {
        let text = "kernel \"k\" cuda { loops 0; labels 0; body { return; } }";
        wp_kir::parse_kernel(text).unwrap()
    }

    #[test]
    fn a_configuration_of_summaries_grants_nothing_by_itself() {
        let none = Config::new(wp_kir::Launch::ANY);
        assert!(!none.unused_dims_are_one && !none.launch_bounds && !none.counters_stay && !none.unaccessed_kept);
        assert!(!none.aligned && !none.divisors_not_zero);
        assert!(!none.blocks_checked && none.atomics_tolerated && none.lock_step);
        assert_eq!(none.barrier_invariants, BarrierInvariants::Ignored);
    }

    #[test]
    fn what_is_switched_off_is_not_granted() {
        let granted = |without: &[Assumption]| {
            let options = Options { without: without.to_vec(), no_barrier_access_checks: true, ..Options::default() };
            let Configuration { summary: s, rules, .. } = configuration(&kernel(), &options);
            [
                s.unused_dims_are_one,
                s.launch_bounds,
                s.counters_stay,
                s.unaccessed_kept,
                rules.exit_arrives,
                s.aligned,
                s.divisors_not_zero,
            ]
        };
        let switches = [
            Assumption::UnusedDims,
            Assumption::LaunchBounds,
            Assumption::NoCounterWrap,
            Assumption::BarrierAccess,
            Assumption::ExitArrives,
            Assumption::Aligned,
            Assumption::NoDivisionByZero,
        ];
        assert_eq!(granted(&[]), [true; 7]);
        for (at, switch) in switches.into_iter().enumerate() {
            let expected: Vec<bool> = (0..7).map(|i| i != at).collect();
            assert_eq!(granted(&[switch])[..], expected, "{switch}");
        }
    }

    #[test]
    fn the_solver_and_the_clients_follow_the_options() {
        let options = Options { simplification: false, no_solver: true, bounds: false, ..Options::default() };
        let Configuration { solver, rules, .. } = configuration(&kernel(), &options);
        assert!(!solver.simplification && !solver.digits && solver.disabled);
        assert!(!rules.bounds && rules.assertions);
    }
}
