//! Lock-step warps: the lanes that execute next, and the order of accesses that follows.
//!
//! The lanes of a warp that stand before the earliest access in program order (iterations of loops first, then
//! position) execute it together; so lanes meet again behind branches and in every iteration. Two accesses of one warp
//! are ordered when an access that both threads execute together lies between them, one of the two included, or when a
//! chain of such accesses leads from one to the other. Arms of a branch are executed one after the other, but that
//! order is the machine's choice and orders nothing (Bardsley and Donaldson, "Warps and Atomics", NFM 2014). Exact for
//! that model.

use crate::block::BlockState;
use crate::code::{Code, Op};
use crate::exec::{Env, State, Turn};
use std::cmp::Ordering;
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

/// Runs every warp until none of its lanes is runnable.
pub fn run(block: &mut BlockState, env: &mut Env<'_>, order: &[usize]) {
    let mut any = true;
    while any && env.halt.is_none() {
        any = false;
        for warp in 0..block.locks.len() {
            let size = block.warp_size;
            let lanes: Vec<usize> =
                order.iter().copied().filter(|&p| (block.threads[p].linear / size) as usize == warp).collect();
            any |= step(block, env, warp, &lanes);
            if env.halt.is_some() {
                return;
            }
        }
    }
}

/// Lets the lanes of a warp come to their next access and the earliest of them execute it.
fn step(block: &mut BlockState, env: &mut Env<'_>, warp: usize, lanes: &[usize]) -> bool {
    for &pos in lanes {
        if block.threads[pos].state == State::Runnable {
            env.run_thread(block, pos, Turn::BeforeAccess);
            if env.halt.is_some() {
                return false;
            }
        }
    }
    let code = env.code;
    let waiting = lanes.iter().copied().filter(|&p| block.threads[p].state == State::Runnable);
    let Some(first) = waiting.clone().min_by(|&a, &b| program_order(block, code, a, b)) else { return false };
    let together: Vec<usize> = waiting.filter(|&p| program_order(block, code, p, first) == Ordering::Equal).collect();
    let mut linear: Vec<u32> = together.iter().map(|&p| block.threads[p].linear).collect();
    linear.sort_unstable();
    block.locks[warp].step(&linear);
    for pos in together {
        env.run_thread(block, pos, Turn::OneAccess);
        if env.halt.is_some() {
            return false;
        }
    }
    true
}

/// The order of two threads before an access, by the instance of the access.
fn program_order(block: &BlockState, code: &Code, a: usize, b: usize) -> Ordering {
    let (a, b) = (&block.threads[a], &block.threads[b]);
    for (x, y) in loops(code, a.pc).iter().zip(loops(code, b.pc)) {
        if x != y {
            break;
        }
        let iterations = a.regs[*x as usize].cmp(&b.regs[*y as usize]);
        if iterations != Ordering::Equal {
            return iterations;
        }
    }
    a.pc.cmp(&b.pc)
}

/// Counters of the loops around an access.
fn loops(code: &Code, pc: u32) -> &[u32] {
    let site = match code.ops[pc as usize] {
        Op::Load { site, .. } | Op::Store { site, .. } => site,
        Op::Atomic { index } => code.atomics[index as usize].site,
        _ => return &[],
    };
    code.site_loops.get(site as usize).map_or(&[], Vec::as_slice)
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
