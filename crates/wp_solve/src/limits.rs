//! The limits of one query: a deterministic limit in resource units of the solver, and the clock as a last guard behind
//! it.

use std::time::Duration;

/// Resource units the solver may spend for each millisecond of the query timeout. About the rate at which Z3 spends
/// them on this domain, halved, so that the deterministic limit strikes before the clock on an idle machine.
const RESOURCES_PER_MS: u64 = 4000;
/// The clock strikes after this multiple of that processor time, where the machine is busy with other things.
pub(crate) const PATIENCE: u32 = 4;
/// A query may take this multiple of the query timeout as processor time.
const CLOCK_FACTOR: u32 = 3;
/// The time by the clock that is granted beyond the processor time.
pub(crate) const CLOCK_SLACK: Duration = Duration::from_secs(1);

/// Resource units for one term: terms are made in questions at some 100,000 a second, everything that is done with them included.
pub(crate) const RESOURCES_PER_TERM: u64 = RESOURCES_PER_MS / 100;

/// Resource units that stand for a time, on any machine: what a deterministic limit is stated in.
pub fn resources(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(RESOURCES_PER_MS)
}

/// The limits of one query.
pub(crate) struct QueryLimits {
    /// Resource units: the deterministic limit.
    pub resources: u64,
    /// Milliseconds after which the solver is to stop by itself.
    pub clock_ms: u64,
    /// Processor time after which the process is killed.
    pub allowed: Duration,
    /// The processor time that the deterministic limit corresponds to: the limit of a solver without resource units.
    pub effort: Duration,
}

impl QueryLimits {
    pub fn new(effort: Duration) -> Self {
        let milliseconds = effort.as_millis().clamp(1, u128::from(u32::MAX)) as u64;
        let most = u64::from(u32::MAX);
        QueryLimits {
            resources: resources(effort).clamp(RESOURCES_PER_MS, most),
            clock_ms: milliseconds.saturating_mul(u64::from(CLOCK_FACTOR * PATIENCE)).min(most),
            effort: Duration::from_millis(milliseconds),
            allowed: effort.saturating_mul(CLOCK_FACTOR).saturating_add(CLOCK_SLACK),
        }
    }
}
