//! Lock-step warps: the order of accesses that follows from those that lanes execute together.
//!
//! Two accesses of one warp are ordered when an access that both threads execute together lies between them, one of the
//! two included, or when a chain of such accesses leads from one to the other (Bardsley and Donaldson, "Warps and
//! Atomics", NFM 2014). Exact for that model.

use std::rc::Rc;

/// The joint accesses of one warp since the last barrier: runs of equal sets of lanes, by the time of the first.
#[derive(Clone, Debug, Default)]
pub struct LockLog {
    /// Time of the latest access.
    pub time: u32,
    runs: Vec<(u32, Rc<[u32]>)>,
}

impl LockLog {
    /// These lanes execute an access together; they are sorted.
    pub fn step(&mut self, lanes: &[u32]) {
        self.time += 1;
        if self.runs.last().is_none_or(|(_, last)| **last != *lanes) {
            self.runs.push((self.time, lanes.into()));
        }
    }

    /// Forgets the past, to which nothing refers any more.
    pub fn clear(&mut self) {
        self.runs.clear();
    }

    /// True if the access of `lane` at a time comes before the access of `other` at a later time.
    pub fn orders(&self, lane: u32, time: u32, other: u32, now: u32) -> bool {
        if time >= now {
            return false;
        }
        let first = self.runs.partition_point(|(start, _)| *start <= time).saturating_sub(1);
        let mut knowing = vec![lane];
        for (start, lanes) in &self.runs[first..] {
            if *start > now {
                break;
            }
            if lanes.iter().any(|l| knowing.contains(l)) {
                if lanes.contains(&other) {
                    return true;
                }
                knowing.extend(lanes.iter().copied());
                knowing.sort_unstable();
                knowing.dedup();
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joint_accesses_order() {
        let mut log = LockLog::default();
        for lanes in [&[0, 1][..], &[0], &[1], &[1, 2], &[0, 1, 2]] {
            log.step(lanes);
        }
        // One access of two lanes, and two arms of a branch.
        assert!(!log.orders(0, 1, 1, 1));
        assert!(!log.orders(0, 2, 1, 3));
        // Before the branch they were together; behind it they are again.
        assert!(log.orders(0, 1, 1, 3) && log.orders(1, 1, 0, 2));
        assert!(log.orders(0, 2, 1, 5));
        // A chain: lane 1 was with lane 0 before, and is with lane 2 now.
        assert!(log.orders(0, 1, 2, 4) && !log.orders(0, 2, 2, 4));
    }
}
