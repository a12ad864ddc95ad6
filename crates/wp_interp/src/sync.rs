//! Order between threads by fences, atomics and volatile accesses: the handshakes of single-pass reductions, flags and
//! locks.
//!
//! A thread that executes a fence and then an atomic or volatile write to a location, or a write that releases by
//! itself, releases its accesses, and those of its block, before the fence (the fence may also be that of another
//! thread, if a barrier stands between). A thread with a later atomic or volatile access to the location observes them,
//! acquires them by the order of this access or by a fence behind it, and passes them on at barriers and by its own
//! fences. A fence or an atomic of block scope does so for the threads of the block only. Only kernels with a fence or
//! with orders of atomics have this cost.
//!
//! The interpreter orders more accesses than the memory model of CUDA does: an access for which the source states no
//! order acquires without a fence, the fence of any thread of the block acquires what was observed before their last
//! barrier, the releasing access itself is ordered before the other thread's accesses to that location, and later plain
//! writes to the location break no chain. So a race may be missed (never invented).

use crate::shadow::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_kir::MemOrder;

/// The accesses that are known to have happened: a vector clock.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Accesses of a block in intervals with a lower epoch.
    blocks: BTreeMap<u32, u32>,
    /// Plain accesses of a thread with a lower time, and strong ones.
    threads: BTreeMap<(u32, u32), (u32, u32)>,
}

impl Clock {
    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.threads.is_empty()
    }

    /// Adds the accesses that another clock contains.
    pub fn join(&mut self, other: &Clock) {
        for (&block, &epoch) in &other.blocks {
            let own = self.blocks.entry(block).or_default();
            *own = epoch.max(*own);
        }
        for (&thread, &(plain, strong)) in &other.threads {
            let own = self.threads.entry(thread).or_default();
            *own = (plain.max(own.0), strong.max(own.1));
        }
    }

    /// True if an access recorded before is known. Older intervals of the same block are the caller's business.
    pub fn knows(&self, record: &Record, strong: bool, same_block: bool) -> bool {
        if !same_block && self.blocks.get(&record.block).is_some_and(|&epoch| record.epoch < epoch) {
            return true;
        }
        let of_thread = self.threads.get(&(record.block, record.thread));
        of_thread.is_some_and(|&(plain, at)| record.time < if strong { at } else { plain })
    }

    fn add(&mut self, own: Own) {
        let epoch = self.blocks.entry(own.block).or_default();
        *epoch = own.epoch.max(*epoch);
        let times = self.threads.entry((own.block, own.thread)).or_default();
        *times = (own.time.max(times.0), own.time.max(times.1));
    }
}

/// To whom something is released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The threads of the block.
    Block,
    /// All threads.
    Device,
}

/// A thread of a block in an interval between barriers.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct At {
    pub block: u32,
    pub thread: u32,
    pub epoch: u32,
}

/// An atomic or volatile access.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Strong {
    pub order: MemOrder,
    pub writes: bool,
}

/// The part of a clock that a fence adds: the thread itself and the past intervals of its block.
#[derive(Clone, Copy, Debug)]
struct Own {
    block: u32,
    epoch: u32,
    thread: u32,
    time: u32,
}

impl Own {
    fn new(At { block, thread, epoch }: At, time: u32) -> Self {
        Self { block, epoch, thread, time }
    }
}

/// The order that a strong write of a thread releases.
#[derive(Clone, Debug, Default)]
struct Released {
    /// The clock at the thread's last fence, and at the fences of others that a barrier has ordered before.
    clock: Option<Rc<Clock>>,
    own: Option<Own>,
}

impl Released {
    fn fence(&mut self, known: &Rc<Clock>, own: Own) {
        self.own = Some(own);
        match &mut self.clock {
            Some(clock) if Rc::ptr_eq(clock, known) => {}
            Some(clock) if !known.is_empty() => Rc::make_mut(clock).join(known),
            Some(_) => {}
            None => self.clock = Some(known.clone()),
        }
    }
}

/// The part of one thread. Clocks are shared between the threads that came through the same barrier.
#[derive(Clone, Debug, Default)]
pub struct ThreadSync {
    /// The clock of the thread: accesses of other threads that are ordered before its next one.
    pub known: Rc<Clock>,
    /// What strong accesses have observed and no fence has acquired, within the block and of all.
    observed: [Rc<Clock>; 2],
    /// To the threads of the block, and to all: fences of the whole device count for both.
    released: [Released; 2],
    /// Number of fences and releases so far.
    pub time: u32,
}

impl ThreadSync {
    /// A fence, for the whole device or for the block only.
    pub fn fence(&mut self, device: bool, order: MemOrder, at: At) {
        let count = if device { 2 } else { 1 };
        if order.acquires() {
            for observed in &mut self.observed[..count] {
                let observed = std::mem::take(observed);
                if !observed.is_empty() {
                    Rc::make_mut(&mut self.known).join(&observed);
                }
            }
        }
        if order.releases() {
            self.time += 1;
            let own = Own::new(at, self.time);
            self.released[..count].iter_mut().for_each(|r| r.fence(&self.known, own));
        }
    }

    /// An atomic or volatile access to a location with the given clock.
    pub fn access(&mut self, location: &mut Clock, reach: Reach, access: Strong, at: At) {
        if !location.is_empty() {
            let acquires = access.order.acquires() || access.order == MemOrder::Unstated;
            let into = if acquires { &mut self.known } else { &mut self.observed[reach as usize] };
            Rc::make_mut(into).join(location);
        }
        if !access.writes {
            return;
        }
        if access.order.releases() {
            location.join(&self.known);
            self.time += 1;
            location.add(Own::new(at, self.time));
        }
        let released = &self.released[reach as usize];
        if let Some(clock) = &released.clock {
            location.join(clock);
            if let Some(own) = released.own {
                location.add(own);
            }
            self.time += 1;
            location.threads.entry((at.block, at.thread)).or_default().1 = self.time;
        }
    }
}

impl ThreadSync {
    /// The thread, which has this number in its block, arrives at a barrier for some threads of the block: what it
    /// knows from here on includes its own earlier accesses.
    pub fn arrive(&mut self, block: u32, thread: u32) {
        self.time += 1;
        Rc::make_mut(&mut self.known).threads.insert((block, thread), (self.time, self.time));
    }
}

/// A warp barrier: its lanes, each with its number in the block, share what any of them has acquired or fenced, and
/// each lane's own earlier accesses. Block barriers do not need this: their epochs record it.
pub fn share_lanes<'a>(block: u32, lanes: impl Iterator<Item = (u32, &'a mut ThreadSync)>) {
    let mut threads = Vec::new();
    for (thread, sync) in lanes {
        sync.arrive(block, thread);
        threads.push(sync);
    }
    share(threads.into_iter());
}

/// A barrier: all threads share the order that any of them has observed, acquired or fenced.
pub fn share<'a>(threads: impl Iterator<Item = &'a mut ThreadSync>) {
    let mut threads: Vec<_> = threads.collect();
    let known = joined(threads.iter().map(|s| &s.known));
    let released = [0, 1].map(|reach: usize| {
        let mut clock = joined(threads.iter().filter_map(|s| s.released[reach].clock.as_ref()));
        threads.iter().filter_map(|s| s.released[reach].own).for_each(|own| clock.add(own));
        (!clock.is_empty()).then(|| Rc::new(clock))
    });
    let observed = [0, 1].map(|reach: usize| joined(threads.iter().map(|s| &s.observed[reach])));
    if known.is_empty() && released.iter().all(Option::is_none) && observed.iter().all(Clock::is_empty) {
        return;
    }
    let (known, observed) = (Rc::new(known), observed.map(Rc::new));
    for sync in &mut threads {
        sync.known = known.clone();
        sync.observed = observed.clone();
        sync.released = released.clone().map(|clock| Released { clock, own: None });
    }
}

/// All that clocks know; those that came from the same barrier are joined once.
fn joined<'a>(clocks: impl Iterator<Item = &'a Rc<Clock>>) -> Clock {
    let (mut all, mut seen) = (Clock::default(), BTreeSet::new());
    for clock in clocks {
        if !clock.is_empty() && seen.insert(Rc::as_ptr(clock)) {
            all.join(clock);
        }
    }
    all
}
