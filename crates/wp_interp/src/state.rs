//! The state of a run: what all blocks share ([`Env`]), and the state of a block and of its threads.
//!
//! Findings and notes are recorded in [`Env::log`] alone.

use crate::api::{Benign, ConcreteLaunch, Config, Inputs, ThreadRef};
use crate::code::Code;
use crate::copies::Copies;
use crate::doubt::{Doubt, DoubtfulCells};
use crate::lockstep::LockLog;
use crate::log::Log;
use crate::memory::{Memory, ObjectInfo};
use crate::named::NamedBarriers;
use crate::observe::Observer;
use crate::shadow::{Access, Record, WarpSync};
use crate::slice::SliceReads;
use crate::sync::{Clock, ThreadSync};
use crate::value::Reg;
use rustc_hash::FxHashMap;
use wp_kir::Dialect;

/// State that all blocks share.
#[allow(missing_docs)]
pub struct Env<'a> {
    pub code: &'a Code,
    pub config: &'a Config,
    pub launch: &'a ConcreteLaunch,
    pub inputs: &'a Inputs,
    pub objects: Vec<ObjectInfo>,
    pub globals: Vec<Memory>,
    pub fuel: u64,
    pub log: Log,
    pub last_epoch: u32,
    pub grid_epoch: u32,
    pub slice: SliceReads,
    /// The language: shifts of OpenCL take the amount modulo the width, shuffles of CUDA the lane, offset or mask modulo
    /// the lanes of a warp.
    pub dialect: Dialect,
    /// True if two blocks can race.
    pub inter_block: bool,
    /// True if barriers do not wait for exited threads.
    pub exit_arrives: bool,
    /// Races of the access at hand: old record, new access, offset of the cell.
    pub hits: Vec<(Record, Access, i64)>,
    /// True if values that devices may have otherwise are followed, as they may have influence.
    pub in_doubt: bool,
    /// The ranges of uncertain contents of memory.
    pub doubtful: DoubtfulCells,
    /// The order that atomic and volatile writes of a word release; by object, word, and block unless to the whole
    /// device.
    pub locations: FxHashMap<(usize, i64, u32), Clock>,
    pub observer: Option<&'a mut dyn Observer>,
}

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// The thread can run.
    #[default]
    Runnable,
    /// The thread waits at a barrier of this index.
    Barrier(u32),
    /// The thread's warp has arrived at a named barrier of this index, and waits for the others.
    Arrived(u32),
    /// The thread waits at a warp operation of this index.
    Warp(u32),
    /// The thread has ended.
    Exited,
}

/// When a turn ends, apart from waiting and ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// After this many instructions.
    Quantum(u64),
    /// Before the next access to memory.
    BeforeAccess,
    /// After one access to memory.
    OneAccess,
}

impl<'a> Env<'a> {
    /// A fresh environment; objects and globals are set by the caller.
    pub fn new(code: &'a Code, config: &'a Config, launch: &'a ConcreteLaunch, inputs: &'a Inputs) -> Self {
        Self {
            code,
            config,
            launch,
            inputs,
            objects: Vec::new(),
            globals: Vec::new(),
            fuel: config.fuel,
            log: Log::new(config, code.covers.len()),
            last_epoch: 0,
            grid_epoch: 0,
            slice: SliceReads { collects: config.slice.is_some(), ..SliceReads::default() },
            dialect: Dialect::Cuda,
            inter_block: launch.blocks() > 1 && !config.intra_block_only,
            exit_arrives: config.exit_arrives,
            hits: Vec::new(),
            in_doubt: false,
            doubtful: DoubtfulCells::default(),
            locations: FxHashMap::default(),
            observer: None,
        }
    }

    /// True if unknown values are followed, so that they count as invented only where something depends on them.
    pub fn follows_unknown(&self) -> bool {
        self.config.benign == Benign::Off
    }

    /// A new barrier interval.
    pub fn next_epoch(&mut self) -> u32 {
        self.last_epoch += 1;
        self.last_epoch
    }
}

/// A thread of a block.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Thread {
    /// Linear index in the block.
    pub linear: u32,
    pub coords: [u32; 3],
    pub pc: u32,
    pub state: State,
    pub regs: Vec<u64>,
    /// Accesses since the last barrier (object, whether written, offset), for assertions that ask for them.
    pub accesses: Vec<(u32, bool, i64)>,
    /// The values that an assertion may choose from while it is checked: for each distinct object and kind that it
    /// names, the offsets of the thread's accesses.
    pub choices: Vec<((u32, bool), Vec<i64>)>,
    /// The choice of accesses that an assertion is being checked for.
    pub case: u32,
    /// The number of executions of each havoc.
    pub havocs: FxHashMap<u32, u32>,
    /// The ranges of uncertain values in registers.
    pub doubts: FxHashMap<Reg, Doubt>,
    /// Order by fences and atomics, and by named barriers; only in kernels with these.
    pub sync: Option<Box<ThreadSync>>,
    /// Asynchronous copies, once the thread has executed a step of one.
    pub copies: Option<Box<Copies>>,
}

/// The number of the last barrier of a block that ordered the accesses to each memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Epochs {
    pub shared: u32,
    pub global: u32,
    pub image: u32,
}

/// A block with its instances of shared and private objects.
#[derive(Default)]
#[allow(missing_docs)]
pub struct BlockState {
    pub linear: u32,
    pub coords: [u32; 3],
    pub threads: Vec<Thread>,
    pub shared: Vec<Memory>,
    /// By thread, then object.
    pub private: Vec<Memory>,
    pub privates_per_thread: usize,
    pub epochs: Epochs,
    pub salt: u64,
    /// Lanes of a warp of the device, for warp barriers and operations.
    pub lanes: u32,
    /// Warp barriers passed in this interval, by warp of `lanes`.
    pub logs: Vec<Vec<WarpSync>>,
    /// Joint accesses of lock-step warps, by warp of `warp_size`.
    pub locks: Vec<LockLog>,
    pub warp_size: u32,
    pub lockstep: bool,
    /// True if `run` returns after a limited number of instructions, because this block may wait for another one.
    pub takes_turns: bool,
    pub per_thread_records: bool,
    pub stopped: bool,
    /// A warp operation was carried out without a lane of its mask: lanes may have missed each other at a later one for
    /// that.
    pub forced: bool,
    /// Its named barriers.
    pub named: NamedBarriers,
}

impl BlockState {
    /// The thread at a position, for the user.
    pub fn thread_ref(&self, pos: usize) -> ThreadRef {
        ThreadRef { block: self.coords, thread: self.threads[pos].coords }
    }
}

/// The threads of a block that run.
pub fn threads(linears: impl Iterator<Item = u32>, extents: [u32; 3]) -> Vec<Thread> {
    linears
        .map(|linear| Thread { linear, coords: coordinates(u64::from(linear), extents), ..Thread::default() })
        .collect()
}

/// The coordinates of a linear index, x fastest.
pub fn coordinates(linear: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents.map(|n| u64::from(n.max(1)));
    [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
}
