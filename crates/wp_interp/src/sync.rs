//! Order between threads by fences and atomics: the handshake of single-pass reductions and flags.
//!
//! A thread that executes a fence and then an atomic write to a location releases what it and its block did before the fence
//! (which may also be the fence of another thread, when a barrier stands between); a thread whose atomic operation on that location comes later acquires it, and passes it on at barriers. Only kernels
//! with a fence pay for this.
//!
//! More is ordered than the memory model of CUDA promises: the acquiring side needs no fence, and the atomic itself is
//! ordered before what the other thread does to that location. So a race may be missed (never invented) when only
//! the reader's fence is absent. Handshakes by `volatile` flags are not recognised.

use crate::shadow::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known to have happened.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Accesses of a block in intervals with a lower epoch.
    blocks: BTreeMap<u32, u32>,
    /// Plain and atomic accesses of a thread with a lower time.
    threads: BTreeMap<(u32, u32), (u32, u32)>,
}

impl Clock {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.threads.is_empty()
    }

    /// Adds what another clock knows.
    pub fn join(&mut self, other: &Clock) {
        for (&block, &epoch) in &other.blocks {
            let own = self.blocks.entry(block).or_default();
            *own = epoch.max(*own);
        }
        for (&thread, &(plain, atomic)) in &other.threads {
            let own = self.threads.entry(thread).or_default();
            *own = (plain.max(own.0), atomic.max(own.1));
        }
    }

    /// Whether an access recorded before is known. Older intervals of the same block are the caller's business.
    pub fn knows(&self, record: &Record, atomic: bool, same_block: bool) -> bool {
        if !same_block && self.blocks.get(&record.block).is_some_and(|&epoch| record.epoch < epoch) {
            return true;
        }
        let of_thread = self.threads.get(&(record.block, record.thread));
        of_thread.is_some_and(|&(plain, at)| record.time < if atomic { at } else { plain })
    }
}

/// What a fence adds to what was known at it: the thread itself and the past intervals of its block.
#[derive(Clone, Copy, Debug)]
struct Own {
    block: u32,
    epoch: u32,
    thread: u32,
    time: u32,
}

/// The part of one thread. Clocks are shared between the threads that came through the same barrier.
#[derive(Clone, Debug, Default)]
pub struct ThreadSync {
    /// What the thread knows of others.
    pub known: Rc<Clock>,
    /// What was known at its last fence, and at the fences of others that a barrier has ordered before.
    released: Option<Rc<Clock>>,
    own: Option<Own>,
    /// Number of fences and releases so far.
    pub time: u32,
}

impl ThreadSync {
    /// A fence of a thread of a block in an interval.
    pub fn fence(&mut self, block: u32, thread: u32, epoch: u32) {
        self.time += 1;
        self.own = Some(Own { block, epoch, thread, time: self.time });
        match &mut self.released {
            Some(released) if Rc::ptr_eq(released, &self.known) => {}
            Some(released) if !self.known.is_empty() => Rc::make_mut(released).join(&self.known),
            Some(_) => {}
            None => self.released = Some(self.known.clone()),
        }
    }

    /// An atomic operation on a location with the given clock.
    pub fn atomic(&mut self, location: &mut Clock, writes: bool, block: u32, thread: u32) {
        if !location.is_empty() {
            Rc::make_mut(&mut self.known).join(location);
        }
        if let (true, Some(released)) = (writes, &self.released) {
            location.join(released);
            if let Some(own) = self.own {
                location.add(own);
            }
            self.time += 1;
            location.threads.entry((block, thread)).or_default().1 = self.time;
        }
    }
}

impl Clock {
    fn add(&mut self, own: Own) {
        let epoch = self.blocks.entry(own.block).or_default();
        *epoch = own.epoch.max(*epoch);
        let times = self.threads.entry((own.block, own.thread)).or_default();
        *times = (own.time.max(times.0), own.time.max(times.1));
    }
}

/// A barrier: what one of the threads has acquired or fenced, all of them know.
pub fn share<'a>(threads: impl Iterator<Item = &'a mut ThreadSync>) {
    let mut threads: Vec<_> = threads.collect();
    let (mut known, mut released) = (Clock::default(), Clock::default());
    // Clocks that came from the same barrier are joined once.
    let mut seen = BTreeSet::new();
    let mut join = |into: &mut Clock, clock: &Rc<Clock>, is_known: bool| {
        if !clock.is_empty() && seen.insert((Rc::as_ptr(clock), is_known)) {
            into.join(clock);
        }
    };
    for sync in &threads {
        join(&mut known, &sync.known, true);
        if let Some(clock) = &sync.released {
            join(&mut released, clock, false);
        }
    }
    for own in threads.iter().filter_map(|s| s.own) {
        released.add(own);
    }
    if known.is_empty() && released.is_empty() {
        return;
    }
    let (known, released) = (Rc::new(known), Rc::new(released));
    for sync in &mut threads {
        sync.known = known.clone();
        sync.released = (!released.is_empty()).then(|| released.clone());
        sync.own = None;
    }
}
