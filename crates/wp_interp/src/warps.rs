//! Runs the lanes of lock-step warps.
//!
//! The lanes of a warp that stand before the earliest access in program order (iterations of loops first, then
//! position) execute it together; so lanes meet again behind branches and in every iteration. Arms of a branch are
//! executed one after the other, but that order is the machine's choice and orders nothing (`lockstep`).

use crate::code::{Code, Op};
use crate::state::{BlockState, Env, State, Turn};
use std::cmp::Ordering;

/// Runs every warp until none of its lanes is runnable.
pub fn run(block: &mut BlockState, env: &mut Env<'_>, order: &[usize]) {
    let mut any = true;
    while any && env.log.halt.is_none() {
        any = false;
        for warp in 0..block.locks.len() {
            let size = block.warp_size;
            let lanes: Vec<usize> =
                order.iter().copied().filter(|&p| (block.threads[p].linear / size) as usize == warp).collect();
            any |= step(block, env, warp, &lanes);
            if env.log.halt.is_some() {
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
            if env.log.halt.is_some() {
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
        if env.log.halt.is_some() {
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
