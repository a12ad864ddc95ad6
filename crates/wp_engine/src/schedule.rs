//! The verifications of a file side by side, with fair shares of its time.
//!
//! Each verification gets the remaining time divided by the number of verifications that are still to come, so time
//! that quick ones do not use goes to later ones. Those that ran out of time are repeated if the others have left at
//! least twice the time that they had.

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wp_check::Limits;

/// Stack of a thread that verifies: the passes recurse over the syntax, and generated kernels nest deeply. Only what
/// is touched is ever backed by memory.
pub const STACK: usize = 512 << 20;

/// The results of `work` for every item, in order, on as many threads as there are processors. `work` also says whether
/// it ran out of time. A panic in `work` becomes a panic of this function.
pub(crate) fn run<T: Sync, R: Send>(
    items: &[T],
    limits: Limits,
    work: impl Fn(&T, Limits) -> (R, bool) + Sync,
) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let mut given = vec![Duration::ZERO; items.len()];
    let mut open: Vec<usize> = (0..items.len()).collect();
    while !open.is_empty() {
        let of_round = round(&open, processors.min(open.len()), items, limits, &work);
        let mut late = Vec::new();
        for (i, share, (result, ran_out)) in of_round {
            results[i] = Some(result);
            given[i] = share;
            if ran_out {
                late.push(i);
            }
        }
        late.sort_unstable();
        let next = share(limits, late.len(), processors);
        open = late.into_iter().filter(|&i| next >= 2 * given[i].max(Duration::from_millis(1))).collect();
    }
    results.into_iter().flatten().collect()
}

/// The time that one of `left` verifications has.
fn share(limits: Limits, left: usize, processors: usize) -> Duration {
    let rest = limits.deadline.saturating_duration_since(Instant::now());
    match left.div_ceil(processors.max(1)) {
        0 => rest,
        turns => rest / u32::try_from(turns).unwrap_or(u32::MAX),
    }
}

type Done<R> = (usize, Duration, (R, bool));

fn round<T: Sync, R: Send>(
    open: &[usize],
    threads: usize,
    items: &[T],
    limits: Limits,
    work: &(impl Fn(&T, Limits) -> (R, bool) + Sync),
) -> Vec<Done<R>> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done: Vec<Done<R>> = Vec::new();
        while let Some(&i) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let position = open.iter().position(|&o| o == i).unwrap_or(0);
            let share = share(limits, open.len() - position, threads);
            let deadline = Instant::now().checked_add(share).map_or(limits.deadline, |d| d.min(limits.deadline));
            done.push((i, share, work(&items[i], Limits { deadline, ..limits })));
        }
        done
    };
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        // If a thread cannot be started, the others do its work.
        let started: Vec<_> = (1..threads).map(start).filter_map(Result::ok).collect();
        let own = catch_unwind(AssertUnwindSafe(worker));
        // Every thread has ended before a panic goes on.
        let all: Vec<_> = started.into_iter().map(|thread| thread.join()).chain([own]).collect();
        all.into_iter().flat_map(|done| done.unwrap_or_else(|payload| resume_unwind(payload))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn limits(time: Duration) -> Limits {
        Limits { effort: 1, deadline: Instant::now() + time }
    }

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let squares = run(&items, limits(Duration::from_secs(100)), |&n, _| (n * n, false));
        assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(run(&[] as &[u64], limits(Duration::ZERO), |&n, _| (n, true)).is_empty());
    }

    #[test]
    fn shares_are_fair_and_what_is_left_is_given_out_again() {
        let calls = Mutex::new(Vec::new());
        let items: Vec<usize> = (0..40).collect();
        run(&items, limits(Duration::from_secs(1000)), |&n, limits| {
            let share = limits.deadline.saturating_duration_since(Instant::now());
            let mut calls = calls.lock().unwrap();
            calls.push((n, share));
            // The first one runs out of time as long as it has little.
            ((), n == 0 && share < Duration::from_secs(900))
        });
        let calls = calls.into_inner().unwrap();
        let of_first: Vec<Duration> = calls.iter().filter(|(n, _)| *n == 0).map(|(_, share)| *share).collect();
        let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        assert!(of_first[0] <= Duration::from_secs(1000 / 40u64.div_ceil(processors)), "{of_first:?}");
        let more = of_first.get(1).copied().unwrap_or(of_first[0]);
        assert!(more > Duration::from_secs(900), "{of_first:?}");
        assert_eq!(calls.len(), items.len() + of_first.len() - 1);
    }

    #[test]
    fn who_runs_out_of_time_for_good_is_not_asked_for_ever() {
        let calls = AtomicUsize::new(0);
        run(&[1, 2, 3], limits(Duration::ZERO), |_, _| (calls.fetch_add(1, Ordering::Relaxed), true));
        assert_eq!(calls.into_inner(), 3);
    }
}
