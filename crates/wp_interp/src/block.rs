//! One block: its threads, their order of execution, barriers and warp operations.
//!
//! Threads run until each one waits or has ended; then warp operations and warp barriers whose lanes are complete are
//! carried out, then the block barrier; named barriers before all of these (`named`). A barrier instance is its static
//! node with the iteration vector of the enclosing loops. Warp operations without mask converge the lanes with the
//! least position first, as a structured machine would; a warp operation that waits for a lane that cannot come is
//! carried out without it, with a note.

use crate::api::{Finding, NoteKind, Schedule};
use crate::code::BarrierKind;
use crate::lanes::Exchange;
use crate::lockstep::LockLog;
use crate::random::mix;
use crate::shadow::WarpSync;
use crate::state::{BlockState, Env, State, Thread, Turn};
use crate::sync::{share, share_lanes};
use crate::value::Reg;
use crate::warps;
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_kir::{lanes_named, AssertKind, Fence, Space};

/// The end of a block's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEnd {
    /// All threads ended, the block was stopped, or the run was halted.
    Done,
    /// All threads that have not ended wait at this grid barrier.
    Grid(u32),
    /// Its turn is over: some threads may wait for another block.
    Turn,
}

wp_base::limits! {
    /// Instructions of a thread after which other threads and blocks get their turn, where blocks take turns.
    const TURN: u64 = 2000;
}

impl BlockState {
    /// Runs until the block ends or waits at a grid barrier, or until its turn is over.
    pub fn run(&mut self, env: &mut Env<'_>) -> BlockEnd {
        loop {
            self.run_interval(env);
            if self.takes_turns && env.log.halt.is_none() && self.threads.iter().any(|t| t.state == State::Runnable) {
                return BlockEnd::Turn;
            }
            // The other threads may get to their next barriers before the launch ends, and no further.
            env.log.stop_if_aborted();
            if env.log.halt.is_some() {
                return BlockEnd::Done;
            }
            if self.resolve_named(env) || self.resolve_warps(env) {
                continue;
            }
            if self.threads.iter().all(|t| t.state == State::Exited) {
                return BlockEnd::Done;
            }
            let resolution = match self.report_deadlock(env) {
                true => Resolution::Stopped,
                false => self.resolve_barrier(env),
            };
            match resolution {
                Resolution::Passed => {}
                Resolution::Grid(index) => return BlockEnd::Grid(index),
                Resolution::Stopped => {
                    self.stopped = true;
                    env.log.diverged = true;
                    return BlockEnd::Done;
                }
            }
        }
    }

    /// Lets all waiting threads go on behind a barrier.
    pub fn release(&mut self, env: &mut Env<'_>, fence: Fence) {
        env.slice.passed_barrier = true;
        for thread in &mut self.threads {
            if matches!(thread.state, State::Barrier(_)) {
                thread.state = State::Runnable;
            }
        }
        self.new_interval(env, fence);
        env.repeat_copies(self);
    }

    /// Starts an interval for the spaces that the barrier orders.
    pub fn new_interval(&mut self, env: &mut Env<'_>, fence: Fence) {
        if fence.shared {
            self.epochs.shared = env.next_epoch();
        }
        if fence.global {
            self.epochs.global = env.next_epoch();
        }
        if fence.image {
            self.epochs.image = env.next_epoch();
        }
        if env.code.has_fence {
            share(self.threads.iter_mut().filter_map(|t| t.sync.as_deref_mut()));
        }
        if fence.shared && !env.code.cases.is_empty() {
            for thread in &mut self.threads {
                thread.accesses.retain(|&(o, ..)| env.objects[o as usize].space != Space::Shared);
            }
        }
        // Records of a space that is not ordered still refer to the positions in the logs.
        if fence == Fence::ALL {
            self.logs.iter_mut().for_each(Vec::clear);
            self.locks.iter_mut().for_each(LockLog::clear);
        }
    }

    /// Runs every runnable thread until none is runnable, or for one turn.
    fn run_interval(&mut self, env: &mut Env<'_>) {
        let mut order: Vec<usize> = (0..self.threads.len()).collect();
        let quantum = match env.config.schedule {
            Schedule::Ascending => 200_000,
            Schedule::Descending => {
                order.reverse();
                200_000
            }
            Schedule::Seeded(seed) => {
                let mut hash = mix(mix(seed, u64::from(self.linear)), u64::from(env.last_epoch));
                for i in (1..order.len()).rev() {
                    hash = mix(hash, i as u64);
                    order.swap(i, (hash % (i as u64 + 1)) as usize);
                }
                8 + mix(hash, 1) % 256
            }
        };
        let quantum = if self.takes_turns { quantum.min(TURN.get()) } else { quantum };
        if self.lockstep {
            return warps::run(self, env, &order);
        }
        let mut any = true;
        while any && env.log.halt.is_none() {
            any = false;
            for &pos in &order {
                if self.threads[pos].state != State::Runnable {
                    continue;
                }
                env.run_thread(self, pos, Turn::Quantum(quantum));
                if env.log.halt.is_some() {
                    return;
                }
                any |= self.threads[pos].state == State::Runnable;
            }
            if self.takes_turns {
                return;
            }
        }
    }

    fn iterations(&self, pos: usize, loops: &[Reg]) -> Vec<u64> {
        loops.iter().map(|&r| self.threads[pos].regs[r as usize]).collect()
    }

    // ---- block barriers ----

    fn instance(&self, env: &Env<'_>, pos: usize) -> Option<(u32, Vec<u64>)> {
        match self.threads[pos].state {
            State::Barrier(index) => Some((index, self.iterations(pos, &env.code.barriers[index as usize].loops))),
            _ => None,
        }
    }

    fn waiting_at(&self, env: &Env<'_>, pos: usize) -> Option<Span> {
        match self.threads[pos].state {
            State::Barrier(index) | State::Arrived(index) => Some(env.code.barriers[index as usize].span),
            State::Warp(index) => Some(env.code.warps[index as usize].span),
            _ => None,
        }
    }

    /// A finding for each barrier of a waiting thread that is not the first one's, or for exited threads.
    pub(crate) fn diverge(&self, env: &mut Env<'_>, arrived: usize, missing: usize) {
        let Some(barrier) = self.waiting_at(env, arrived) else { return };
        let missing_at = self.waiting_at(env, missing);
        let finding = Finding::Divergence {
            barrier,
            arrived: self.thread_ref(arrived),
            missing: self.thread_ref(missing),
            missing_exited: missing_at.is_none(),
            missing_at,
        };
        let known = env.log.findings.iter().any(|f| {
            matches!(f, Finding::Divergence { barrier: b, missing_exited: e, missing_at: m, .. }
                if *b == barrier && *m == missing_at && *e == missing_at.is_none())
        });
        if !known {
            env.log.find(finding);
        }
    }

    /// Called when no thread can run and no warp operation is complete.
    fn resolve_barrier(&mut self, env: &mut Env<'_>) -> Resolution {
        let Some(first) = self.threads.iter().position(|t| t.state != State::Exited) else { return Resolution::Passed };
        let Some(instance) = self.instance(env, first) else { return Resolution::Stopped };
        let barrier = &env.code.barriers[instance.0 as usize];
        let mut agreed = !matches!(barrier.kind, BarrierKind::Warp { .. });
        let mut reported: Vec<(u32, Vec<u64>)> = vec![instance.clone()];
        if let BarrierKind::Warp { mask } = barrier.kind {
            // An incomplete warp barrier: name a lane of its mask that is elsewhere.
            let mask = lanes_named(self.threads[first].regs[mask as usize]);
            let warp = self.threads[first].linear / self.lanes;
            let missing = (0..self.threads.len()).find(|&p| {
                let t = &self.threads[p];
                t.linear / self.lanes == warp
                    && mask >> (t.linear % self.lanes) & 1 == 1
                    && self.instance(env, p).as_ref() != Some(&instance)
            });
            if let Some(missing) = missing {
                self.diverge(env, first, missing);
            }
            return Resolution::Stopped;
        }
        let mut exited = None;
        for pos in 0..self.threads.len() {
            if self.threads[pos].state == State::Exited {
                exited = exited.or(Some(pos));
                continue;
            }
            let other = self.instance(env, pos);
            if other.as_ref() != Some(&instance) {
                agreed = false;
                if let Some(other) = other {
                    if !reported.contains(&other) {
                        self.diverge(env, first, pos);
                        reported.push(other);
                    }
                }
            }
        }
        if let Some(exited) = exited {
            if env.exit_arrives {
                env.log.note(NoteKind::ExitedBeforeBarrier, barrier.span);
            } else {
                self.diverge(env, first, exited);
                agreed = false;
            }
        }
        if !agreed {
            return Resolution::Stopped;
        }
        if barrier.kind == BarrierKind::Grid {
            return Resolution::Grid(instance.0);
        }
        let fence = barrier.fence;
        self.release(env, fence);
        Resolution::Passed
    }

    // ---- warps ----

    /// Carries out complete warp operations and barriers, or, when nothing else can go on, an incomplete operation.
    fn resolve_warps(&mut self, env: &mut Env<'_>) -> bool {
        if !self.threads.iter().any(|t| match t.state {
            State::Warp(_) => true,
            State::Barrier(index) => matches!(env.code.barriers[index as usize].kind, BarrierKind::Warp { .. }),
            _ => false,
        }) {
            return false;
        }
        let mut groups: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (pos, thread) in self.threads.iter().enumerate() {
            groups.entry(thread.linear / self.lanes).or_default().push(pos);
        }
        let mut warps: Vec<_> = groups.into_iter().collect();
        warps.sort_unstable();
        let mut progress = false;
        for (_, lanes) in &warps {
            progress |= self.resolve_warp(env, lanes);
        }
        if progress {
            return true;
        }
        for (_, lanes) in &warps {
            progress |= self.force_warp(env, lanes);
        }
        progress
    }

    /// The place where a lane waits: position in the code, iterations, mask (`None` for operations without one).
    fn meeting(&self, env: &Env<'_>, pos: usize) -> Option<Meeting> {
        let regs = &self.threads[pos].regs;
        let (loops, mask) = match self.threads[pos].state {
            State::Warp(index) => {
                let op = &env.code.warps[index as usize];
                (&op.loops, op.mask.map(|m| lanes_named(regs[m as usize])))
            }
            State::Barrier(index) => {
                let barrier = &env.code.barriers[index as usize];
                let BarrierKind::Warp { mask } = barrier.kind else { return None };
                (&barrier.loops, Some(lanes_named(regs[mask as usize])))
            }
            _ => return None,
        };
        Some(Meeting { pc: self.threads[pos].pc, iterations: self.iterations(pos, loops), mask })
    }

    fn meetings(&self, env: &Env<'_>, lanes: &[usize]) -> Vec<(Meeting, Vec<usize>)> {
        let mut found: Vec<(Meeting, Vec<usize>)> = Vec::new();
        for &pos in lanes {
            if let Some(meeting) = self.meeting(env, pos) {
                match found.iter_mut().find(|(m, _)| *m == meeting) {
                    Some((_, members)) => members.push(pos),
                    None => found.push((meeting, vec![pos])),
                }
            }
        }
        found.sort();
        found
    }

    fn resolve_warp(&mut self, env: &mut Env<'_>, lanes: &[usize]) -> bool {
        let meetings = self.meetings(env, lanes);
        let mut progress = false;
        for (meeting, members) in &meetings {
            let Some(mask) = meeting.mask else { continue };
            let in_mask = |s: &Self, p: usize| mask >> (s.threads[p].linear % s.lanes) & 1 == 1;
            let operation = matches!(self.threads[members[0]].state, State::Warp(_));
            let complete = lanes.iter().all(|&p| {
                !in_mask(self, p)
                    || members.contains(&p)
                    || self.threads[p].state == State::Exited && (operation || env.exit_arrives)
            });
            if complete {
                self.report_ended_lane(env, lanes, members, mask);
                self.meet(env, lanes, members, mask);
                progress = true;
            }
        }
        if !progress {
            if let Some((_, members)) = meetings.iter().find(|(m, _)| m.mask.is_none()) {
                self.meet(env, lanes, members, u128::MAX);
                progress = true;
            }
        }
        progress
    }

    fn force_warp(&mut self, env: &mut Env<'_>, lanes: &[usize]) -> bool {
        let meetings = self.meetings(env, lanes);
        let operation = meetings.iter().find(|(_, members)| matches!(self.threads[members[0]].state, State::Warp(_)));
        let Some((meeting, members)) = operation else { return false };
        if let State::Warp(index) = self.threads[members[0]].state {
            if let Some(mask) = meeting.mask {
                self.report_ended_lane(env, lanes, members, mask);
            }
            env.log.note(NoteKind::MissingLane, env.code.warps[index as usize].span);
        }
        self.forced = true;
        self.meet(env, lanes, members, meeting.mask.unwrap_or(u128::MAX));
        true
    }

    /// A finding for a lane that the mask of the members' warp operation names and that can execute it no more: its
    /// thread has ended, or waits at a block barrier. A lane at another warp operation may be served by that one.
    fn report_ended_lane(&self, env: &mut Env<'_>, lanes: &[usize], members: &[usize], mask: u128) {
        let State::Warp(index) = self.threads[members[0]].state else { return };
        if self.forced {
            return;
        }
        let gone = |thread: &Thread| match thread.state {
            State::Exited => true,
            State::Barrier(at) => {
                matches!(env.code.barriers[at as usize].kind, BarrierKind::Block | BarrierKind::Grid)
            }
            _ => false,
        };
        let named = |p: &&usize| mask >> (self.threads[**p].linear % self.lanes) & 1 == 1 && !members.contains(p);
        if let Some(&missing) = lanes.iter().filter(named).find(|p| gone(&self.threads[**p])) {
            let operation = (env.code.warps[index as usize].span, AssertKind::LanesArrive);
            env.log.assertion_failed(self.thread_ref(members[0]), Some(self.thread_ref(missing)), operation);
        }
    }

    /// Carries out the operation or barrier at which the members wait.
    fn meet(&mut self, env: &mut Env<'_>, lanes: &[usize], members: &[usize], mask: u128) {
        env.slice.passed_barrier = true;
        match self.threads[members[0]].state {
            State::Barrier(index) => {
                let barrier = &env.code.barriers[index as usize];
                let present = members.iter().fold(0u128, |m, &p| m | 1 << (self.threads[p].linear % self.lanes));
                let warp = (self.threads[members[0]].linear / self.lanes) as usize;
                self.logs[warp].push(WarpSync { mask: present, fence: barrier.fence });
                if self.lockstep {
                    let mut met: Vec<u32> = members.iter().map(|&p| self.threads[p].linear).collect();
                    met.sort_unstable();
                    self.locks[warp].step(&met);
                }
                let of_members = self.threads.iter_mut().enumerate().filter(|(p, _)| members.contains(p));
                share_lanes(self.linear, of_members.filter_map(|(_, t)| Some((t.linear, t.sync.as_deref_mut()?))));
                if lanes.iter().any(|&p| {
                    self.threads[p].state == State::Exited && mask >> (self.threads[p].linear % self.lanes) & 1 == 1
                }) {
                    env.log.note(NoteKind::ExitedBeforeBarrier, barrier.span);
                }
            }
            State::Warp(index) => {
                let op = &env.code.warps[index as usize];
                let exchange = Exchange { op, members, mask };
                let results: Vec<u64> = members.iter().map(|&p| exchange.result(self, env, p)).collect();
                if let Some(d) = op.result {
                    let depends_on_order = env.in_doubt && exchange.depends_on_order(self);
                    for (&pos, value) in members.iter().zip(results) {
                        self.threads[pos].regs[d as usize] = value;
                    }
                    if env.in_doubt {
                        env.doubt_of_warp(self, members, op, depends_on_order);
                    }
                }
            }
            _ => {}
        }
        for &pos in members {
            self.threads[pos].state = State::Runnable;
        }
    }
}

enum Resolution {
    Passed,
    Grid(u32),
    Stopped,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Meeting {
    pc: u32,
    iterations: Vec<u64>,
    mask: Option<u128>,
}
