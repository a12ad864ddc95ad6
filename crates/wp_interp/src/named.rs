//! The numbered barriers of a block (`bar.sync id, count`, `bar.arrive id, count`).
//!
//! A warp arrives as a whole, when all of its threads that have not ended wait at an operation of the same kind on the
//! same barrier, with the same count. A generation is complete when `count` threads have arrived, or, without a count,
//! the warps of the block that have not ended; the threads that wait for it then go on. In the clocks of threads
//! (`sync`), what a thread did before it arrived is known to those that have waited for the generation, and to no
//! others.
//!
//! Warps arrive one at a time, in turns in the order of the schedule, when no thread can run. A launch in which no warp
//! can arrive any more and threads wait for a generation is in deadlock: an error, unless the barrier waits for more
//! threads than the block has.

use crate::api::{End, Finding, Schedule};
use crate::code::BarrierKind;
use crate::random::mix;
use crate::state::{BlockState, Env, State};
use crate::sync::{share, ThreadSync};
use wp_base::Span;

/// The number of barriers of a block (PTX ISA, "bar, barrier").
const BARRIERS: u64 = 16;

/// A generation of a barrier that is not complete.
#[derive(Clone, Debug)]
pub struct Generation {
    id: u64,
    count: Option<u64>,
    /// A thread that arrived first, and where.
    first: (usize, Span),
    /// The warps that arrived, one entry for each arrival.
    warps: Vec<u32>,
    /// The threads that wait.
    waiting: Vec<usize>,
    /// The clocks of threads that went on when they had arrived.
    gone: Vec<ThreadSync>,
}

/// The named barriers of a block.
#[derive(Clone, Debug, Default)]
pub struct NamedBarriers {
    /// The generations that are not complete.
    open: Vec<Generation>,
    /// The warp that arrived last.
    last_arrival: Option<u32>,
}

/// An operation at which threads wait for the others of their warp.
#[derive(Clone, Copy)]
struct Operation {
    id: u64,
    count: Option<u64>,
    waits: bool,
    at: Span,
}

impl BlockState {
    /// The operation on a named barrier at which a thread waits for the others of its warp.
    fn operation(&self, env: &Env<'_>, pos: usize) -> Option<Operation> {
        let thread = &self.threads[pos];
        let State::Barrier(index) = thread.state else { return None };
        let code = &env.code.barriers[index as usize];
        let BarrierKind::Named { id, count, waits } = code.kind else { return None };
        let value = |r: u32| thread.regs[r as usize];
        Some(Operation { id: value(id), count: count.map(value), waits, at: code.span })
    }

    /// Lets one warp arrive at a named barrier, or a complete generation go on; false if there is none.
    pub fn resolve_named(&mut self, env: &mut Env<'_>) -> bool {
        if !env.code.has_named_barrier {
            return false;
        }
        let mut warps: Vec<u32> = self.threads.iter().map(|t| t.linear / self.lanes).collect();
        warps.dedup();
        match env.config.schedule {
            Schedule::Ascending => {}
            Schedule::Descending => warps.reverse(),
            Schedule::Seeded(seed) => warps.sort_by_key(|&w| mix(seed ^ u64::from(w), u64::from(env.last_epoch))),
        }
        // Turns are taken: one that only arrives does not run ahead of those that wait for it.
        if let Some(last) = self.named.last_arrival.and_then(|last| warps.iter().position(|&warp| warp == last)) {
            warps.rotate_left(last + 1);
        }
        let arriving = warps.iter().find_map(|&warp| Some((warp, self.arrival(env, warp)?)));
        match arriving {
            Some((warp, (operation, lanes))) => self.arrive(env, operation, warp, &lanes),
            None => self.complete_of_all(env),
        }
    }

    /// The number of threads of a generation, in whole warps.
    fn size(&self, count: Option<u64>) -> u64 {
        count.unwrap_or((self.threads.len() as u64).next_multiple_of(u64::from(self.lanes)))
    }

    /// The operation at which all threads of a warp wait that have not ended.
    fn arrival(&self, env: &Env<'_>, warp: u32) -> Option<(Operation, Vec<usize>)> {
        let of_warp = (0..self.threads.len()).filter(|&p| self.threads[p].linear / self.lanes == warp);
        let ended = |p: &usize| self.threads[*p].state == State::Exited;
        let (gone, lanes): (Vec<usize>, Vec<usize>) = of_warp.partition(ended);
        let operation = self.operation(env, *lanes.first()?)?;
        let together = lanes.iter().all(|&p| {
            self.operation(env, p).is_some_and(|other| {
                self.size(other.count) == self.size(operation.count)
                    && (other.id, other.waits) == (operation.id, operation.waits)
            })
        });
        (together && (gone.is_empty() || env.exit_arrives)).then_some((operation, lanes))
    }

    fn arrive(&mut self, env: &mut Env<'_>, operation: Operation, warp: u32, lanes: &[usize]) -> bool {
        let Operation { id, count, waits, at } = operation;
        let size = u64::from(self.lanes);
        let is_part = (self.threads.len() as u64) < env.launch.threads_per_block();
        let wrong = match count {
            _ if is_part => Some("named barrier in a part of a block"),
            _ if id >= BARRIERS => Some("named barrier whose number is above 15"),
            Some(count) if count == 0 || count % size != 0 => {
                Some("named barrier whose number of threads is no multiple of the size of a warp")
            }
            _ => None,
        };
        if let Some(what) = wrong {
            env.log.stop(End::Unsupported { what: what.into(), span: at });
            return true;
        }
        let slot = match self.named.open.iter().position(|g| g.id == id) {
            Some(slot) => slot,
            None => {
                let first = (lanes[0], at);
                let (warps, waiting, gone) = (Vec::new(), Vec::new(), Vec::new());
                self.named.open.push(Generation { id, count, first, warps, waiting, gone });
                self.named.open.len() - 1
            }
        };
        if self.size(self.named.open[slot].count) != self.size(count) {
            // The threads do not agree on those that meet.
            let (other, elsewhere) = self.named.open[slot].first;
            let (arrived, missing) = (self.thread_ref(lanes[0]), self.thread_ref(other));
            let missing_at = Some(elsewhere);
            env.log.find(Finding::Divergence { barrier: at, arrived, missing, missing_exited: false, missing_at });
            return false;
        }
        for &pos in lanes {
            let number = self.threads[pos].linear;
            let Some(sync) = self.threads[pos].sync.as_deref_mut() else { continue };
            sync.arrive(self.linear, number);
            if !waits {
                self.named.open[slot].gone.push(sync.clone());
            }
        }
        for &pos in lanes {
            let thread = &mut self.threads[pos];
            match (waits, thread.state) {
                (true, State::Barrier(index)) => {
                    thread.state = State::Arrived(index);
                    self.named.open[slot].waiting.push(pos);
                }
                _ => thread.state = State::Runnable,
            }
        }
        self.named.last_arrival = Some(warp);
        self.named.open[slot].warps.push(warp);
        if self.named.open[slot].count.is_some_and(|count| self.named.open[slot].warps.len() as u64 * size >= count) {
            self.complete(env, slot);
        }
        true
    }

    /// Lets the generations without a count go on at which all warps have arrived that have not ended.
    fn complete_of_all(&mut self, env: &mut Env<'_>) -> bool {
        let lives = |t: &&crate::state::Thread| t.state != State::Exited || !env.exit_arrives;
        let mut live: Vec<u32> = self.threads.iter().filter(lives).map(|t| t.linear / self.lanes).collect();
        live.dedup();
        let is_complete = |g: &Generation| g.count.is_none() && live.iter().all(|warp| g.warps.contains(warp));
        let Some(slot) = self.named.open.iter().position(is_complete) else { return false };
        self.complete(env, slot);
        true
    }

    fn complete(&mut self, env: &mut Env<'_>, slot: usize) {
        env.slice.passed_barrier = true;
        let mut done = self.named.open.swap_remove(slot);
        let waits = |p: usize| done.waiting.contains(&p);
        let waiting = self.threads.iter_mut().enumerate().filter(|(p, _)| waits(*p));
        share(waiting.filter_map(|(_, t)| t.sync.as_deref_mut()).chain(&mut done.gone));
        for &pos in &done.waiting {
            self.threads[pos].state = State::Runnable;
        }
    }

    /// Reports the deadlock if threads wait at named barriers when nothing can go on; false if none does.
    pub fn report_deadlock(&self, env: &mut Env<'_>) -> bool {
        if !env.code.has_named_barrier {
            return false;
        }
        let at = |p: usize| match self.threads[p].state {
            State::Arrived(index) => {
                self.named.open.iter().find(|g| g.waiting.contains(&p)).map(|g| (index, (g.id, self.size(g.count))))
            }
            State::Barrier(index) => {
                self.operation(env, p).map(|operation| (index, (operation.id, self.size(operation.count))))
            }
            _ => None,
        };
        let places: Vec<Option<(u32, (u64, u64))>> = (0..self.threads.len()).map(at).collect();
        let mut reported = Vec::new();
        for (arrived, place) in places.iter().enumerate() {
            let Some((index, id)) = place else { continue };
            if reported.contains(index) {
                continue;
            }
            reported.push(*index);
            let warp = |p: usize| self.threads[p].linear / self.lanes;
            let elsewhere = |p: &usize| places[*p].map(|(_, other)| other) != Some(*id);
            let mut others = (0..places.len()).filter(elsewhere);
            match others.clone().find(|&p| warp(p) == warp(arrived)).or_else(|| others.next()) {
                Some(missing) => self.diverge(env, arrived, missing),
                None => {
                    let what = "named barrier that waits for more threads than the block has";
                    let span = env.code.barriers[*index as usize].span;
                    env.log.stop(End::Unsupported { what: what.into(), span });
                }
            }
        }
        !reported.is_empty()
    }
}
