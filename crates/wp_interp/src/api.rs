//! Inputs and results of an execution.

use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{AssertKind, AssumeKind, ObjectId, ParamId};

/// A launch with every extent known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConcreteLaunch {
    /// Threads per block.
    pub block: [u32; 3],
    /// Blocks.
    pub grid: [u32; 3],
    /// OpenCL global offset.
    pub offset: [u64; 3],
}

impl ConcreteLaunch {
    /// A launch with one dimension.
    pub fn linear(block: u32, grid: u32) -> Self {
        Self { block: [block, 1, 1], grid: [grid, 1, 1], offset: [0; 3] }
    }
    /// Threads of one block.
    pub fn threads_per_block(&self) -> u64 {
        self.block.iter().map(|&n| u64::from(n)).product()
    }
    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }
}

/// A thread of a launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadRef {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `threadIdx`
    pub thread: [u32; 3],
}

/// A scalar value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Truth value.
    Bool(bool),
    /// Integer; taken modulo the width of where it goes.
    Int(i128),
    /// IEEE bits in the width of where they go.
    Float(u64),
    /// Object (`None`: the null pointer) and byte offset.
    Ptr {
        /// The object.
        object: Option<ObjectId>,
        /// Byte offset in it.
        offset: i64,
    },
}

/// Contents of the cells that an input does not list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fill {
    /// All bytes 0.
    #[default]
    Zero,
    /// Small elements (integers in 0..=15 mostly, floats that are small multiples of 1/4), determined by the seed.
    Small(u64),
    /// Any bits, determined by the seed.
    Any(u64),
    /// Every element is its own index.
    Index,
    /// Integer elements in `0..bound`, determined by the seed; floats as for `Small`.
    Below {
        /// Seed.
        seed: u64,
        /// Exclusive bound (0 counts as 1).
        bound: u64,
    },
}

/// Contents of an object at kernel start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectInput {
    /// Size in bytes; `None` means the size in the kernel or, where that is unknown too, unbounded.
    pub size: Option<u64>,
    /// Contents outside `cells`.
    pub fill: Fill,
    /// Known bytes by byte offset.
    pub cells: BTreeMap<u64, Vec<u8>>,
}

impl ObjectInput {
    /// Afterwards the contents of a simulation's end are known, and those that were known of other memory before.
    /// Nothing is known below offset 0.
    pub fn overlay(&mut self, contents: &Contents) {
        for (&start, bytes) in &contents.pages {
            let Ok(start) = u64::try_from(start) else { continue };
            let end = start + bytes.len() as u64;
            // Runs do not overlap, so that one at most begins before the page and reaches into it.
            let before = self.cells.range(..=start).next_back().map(|(&at, _)| at);
            let inside = self.cells.range(start..end).map(|(&at, _)| at);
            let touched: Vec<u64> = before.into_iter().chain(inside.filter(|&at| Some(at) != before)).collect();
            if let Some(run) = before.and_then(|at| self.cells.get_mut(&at)) {
                let from = (start - touched[0]) as usize;
                if let Some(part) = run.get_mut(from..from + bytes.len()) {
                    part.copy_from_slice(bytes);
                    continue;
                }
            }
            for at in touched {
                let Some(mut run) = self.cells.remove(&at) else { continue };
                if end < at + run.len() as u64 {
                    self.cells.insert(end, run[(end - at) as usize..].to_vec());
                }
                run.truncate(start.saturating_sub(at) as usize);
                if !run.is_empty() {
                    self.cells.insert(at, run);
                }
            }
            self.cells.insert(start, bytes.clone());
        }
    }
}

/// All inputs of a launch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// Values of parameters. A missing scalar is 0; a missing pointer points to byte 0 of its object.
    pub params: BTreeMap<ParamId, Value>,
    /// Contents of objects; shared objects may be listed too (every block starts with the same contents). A missing
    /// object of unknown contents is zero, an undefined one is filled from `seed`.
    pub objects: BTreeMap<ObjectId, ObjectInput>,
    /// Determines unknown values: undefined memory and havocked variables.
    pub seed: u64,
    /// Chosen values of `Havoc` statements by span and thread (`None`: every thread without an entry of its own), in
    /// order of execution; the last one repeats.
    pub havoc: BTreeMap<(Span, Option<ThreadRef>), Vec<Value>>,
}

/// The conflicting accesses that are tolerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Benign {
    /// None.
    #[default]
    Off,
    /// GPUVerify's rules: two writes of the same value; a write of the value that the other thread read; a read after a
    /// write that did not change the value.
    SameValue,
}

/// The plain accesses that race with atomics. Under the rules of the languages both do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicRaces {
    /// Loads do.
    pub reads: bool,
    /// Stores do.
    pub writes: bool,
}

impl Default for AtomicRaces {
    fn default() -> Self {
        Self { reads: true, writes: true }
    }
}

/// Order of threads within a barrier interval, and of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// By linear id.
    #[default]
    Ascending,
    /// By falling linear id.
    Descending,
    /// A permutation per interval, with preemption after a few instructions; determined by the seed.
    Seeded(u64),
}

/// Contents of shared and local arrays that nothing wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unwritten {
    /// As [`Fill::Small`]: small numbers mostly.
    #[default]
    Mixed,
    /// Numbers below 16, so that sums of them do not overflow.
    Small,
    /// The same; the values are followed for [`Finding::Unwritten`].
    Followed,
}

/// The configuration of an execution.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Greatest number of instructions over all threads.
    pub fuel: u64,
    /// True if an access outside its object is a finding (and is skipped). Otherwise objects have cells without end.
    pub check_bounds: bool,
    /// Tolerated conflicts.
    pub benign: Benign,
    /// The plain accesses that race with atomics.
    pub atomic_races: AtomicRaces,
    /// CUDA only: a barrier does not wait for threads that exited.
    pub exit_arrives: bool,
    /// Threads of a warp of this size run in lock-step; only accesses of one instruction conflict among them.
    pub warp_sync: Option<u32>,
    /// The run stops after this many findings.
    pub max_findings: usize,
    /// Only these threads run, given as (linear block, linear thread); barriers are among them only.
    pub slice: Option<Vec<(u64, u64)>>,
    /// Order of execution.
    pub schedule: Schedule,
    /// True if races are tracked at all.
    pub races: bool,
    /// Only races within a block.
    pub intra_block_only: bool,
    /// True if the final contents of global memory are evidence: those that another result of a float function would
    /// make another integer, or a float of other leading digits, count as made up.
    pub contents_matter: bool,
    /// True if to collect [`Outcome::open`].
    pub open_contents: bool,
    /// True if to collect [`Outcome::covered`].
    pub coverage: bool,
    /// True if variables hold small values determined by the seed, different in each thread, until they are assigned;
    /// else 0.
    pub unset_values: bool,
    /// The contents of shared and local arrays that nothing wrote.
    pub unwritten: Unwritten,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            fuel: 50_000_000,
            check_bounds: true,
            benign: Benign::Off,
            atomic_races: AtomicRaces::default(),
            exit_arrives: true,
            warp_sync: None,
            max_findings: 1000,
            slice: None,
            schedule: Schedule::Ascending,
            races: true,
            intra_block_only: false,
            contents_matter: false,
            open_contents: false,
            coverage: false,
            unset_values: false,
            unwritten: Unwritten::default(),
        }
    }
}

/// Kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AccessKind {
    /// Plain load.
    Read,
    /// Plain store.
    Write,
    /// Atomic operation.
    Atomic,
}

/// One side of a race, or the place of a faulty access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccessSite {
    /// The place in the source.
    pub span: Span,
    /// The kind of the access.
    pub kind: AccessKind,
    /// By which thread.
    pub thread: ThreadRef,
    /// The bytes read or written in the overlapping cell, little endian.
    pub value: u64,
}

/// A defect of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PointerFault {
    /// The null pointer.
    Null,
    /// Made from an integer, or with an offset beyond 2^47 bytes.
    Wild,
    /// A variable that was never assigned.
    Uninitialised,
    /// The result of a havoc: a consequence of over-approximation, not a fault of the kernel.
    Havocked,
}

/// Something that went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Two conflicting accesses that nothing orders. Reported once per pair of spans and kinds, object, and locality.
    Race {
        /// Object.
        object: ObjectId,
        /// First overlapping byte.
        offset: i64,
        /// Number of overlapping bytes that were compared at once.
        len: u32,
        /// The access executed first.
        first: AccessSite,
        /// The access executed second.
        second: AccessSite,
        /// True if both threads are of one block.
        same_block: bool,
    },
    /// A barrier that some threads reached and another one did not.
    Divergence {
        /// The barrier.
        barrier: Span,
        /// A thread that waits there.
        arrived: ThreadRef,
        /// A thread that does not come.
        missing: ThreadRef,
        /// True if that thread has ended; else it waits elsewhere or in another iteration.
        missing_exited: bool,
        /// The place where the missing thread waits.
        missing_at: Option<Span>,
    },
    /// An access outside its object; it was skipped.
    OutOfBounds {
        /// Object.
        object: ObjectId,
        /// First byte of the access.
        offset: i64,
        /// Number of bytes.
        width: u32,
        /// Size of the object in bytes; `None` for an access before the start of an unbounded one.
        size: Option<u64>,
        /// The access; its value is 0 for a load.
        site: AccessSite,
    },
    /// An access through a pointer into no object; it was skipped.
    BadPointer {
        /// The defect of the pointer.
        fault: PointerFault,
        /// The access.
        site: AccessSite,
    },
    /// A store into an object of the constant space.
    ConstantWrite {
        /// Object.
        object: ObjectId,
        /// The store.
        site: AccessSite,
    },
    /// An access whose address is no multiple of its width, in a source that gives nothing an alignment of its own;
    /// objects begin at multiples of every width. The run goes on as if the device could do this.
    Misaligned {
        /// Object.
        object: ObjectId,
        /// First byte of the value that the instruction moves.
        offset: i64,
        /// Number of bytes that it moves.
        width: u32,
        /// The access.
        site: AccessSite,
    },
    /// A read of an element of a shared or local array that nothing wrote, whose value decides something or goes to
    /// global memory (with [`Unwritten::Followed`]). Values that are computed from it count as it does.
    Unwritten {
        /// Object.
        object: ObjectId,
        /// First byte of the read.
        offset: i64,
        /// Number of bytes.
        width: u32,
        /// The read.
        site: AccessSite,
        /// The place where its value matters.
        used: Span,
    },
    /// A checked condition that does not hold.
    AssertFailed {
        /// The place in the source.
        span: Span,
        /// Why it is there.
        kind: AssertKind,
        /// In which thread.
        thread: ThreadRef,
        /// The second thread, where the condition is one on pairs.
        other: Option<ThreadRef>,
    },
}

/// Something worth knowing that is no finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoteKind {
    /// Signed arithmetic wrapped (undefined in the source).
    SignedOverflow,
    /// A division by zero; the result is 0 here.
    DivisionByZero,
    /// A shift by a negative amount or by the width or more.
    ShiftAmount,
    /// A float outside the range of the integer it was converted to.
    FloatToInt,
    /// A warp operation named or read a lane that did not take part.
    MissingLane,
    /// An access whose address is no multiple of its width, which is an error on the device.
    Misaligned,
    /// A load of memory that was never written.
    UndefinedRead,
    /// Threads had exited when a barrier was passed (`exit_arrives`).
    ExitedBeforeBarrier,
}

impl NoteKind {
    /// True if a kernel may behave so: the value of memory that was never written is any value, so also the one of the
    /// run. What the others note is undefined.
    pub fn is_behaviour(self) -> bool {
        matches!(self, NoteKind::UndefinedRead | NoteKind::ExitedBeforeBarrier)
    }
}

/// A note, once per kind and place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Note {
    /// The kind of the note.
    pub kind: NoteKind,
    /// The place in the source.
    pub span: Span,
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// Every thread ended.
    #[default]
    Completed,
    /// At least one block was stopped at a barrier that not all of its threads reached; the others went on.
    Diverged,
    /// The fuel was spent.
    FuelExhausted,
    /// [`Config::max_findings`] was reached: later errors are not reported.
    TooManyFindings,
    /// The precondition of a call did not hold: what follows has no meaning.
    PreconditionFailed,
    /// The observer has seen enough, or the run is no longer one that a device may have.
    ObservationEnded,
    /// A thread aborted the launch ([`AssertKind::Abort`]).
    Aborted,
    /// A construct that is not modelled was reached, or the launch or the kernel is beyond the limits of the
    /// interpreter.
    Unsupported {
        /// Its name.
        what: Arc<str>,
        /// The place in the source.
        span: Span,
    },
    /// The inputs do not satisfy an assumption.
    AssumptionViolated {
        /// The place in the source.
        span: Span,
        /// The kind of the assumption.
        kind: AssumeKind,
    },
}

/// Final contents of an object: the touched parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// Runs of bytes by offset; they do not overlap and have equal length.
    pub pages: BTreeMap<i64, Vec<u8>>,
}

impl Contents {
    /// The bytes `offset..offset + width` as a little endian number, if they were touched; `width` is at most 8.
    pub fn read(&self, offset: i64, width: u32) -> Option<u64> {
        let mut value = 0;
        for i in 0..width.min(8) {
            let at = offset + i64::from(i);
            let (start, bytes) = self.pages.range(..=at).next_back()?;
            value |= u64::from(*bytes.get((at - start) as usize)?) << (8 * i);
        }
        Some(value)
    }
}

/// A value in memory at the end of a run that devices need not share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenValue {
    /// The first byte.
    pub offset: i64,
    /// Number of bytes.
    pub width: u32,
    /// The least and the greatest value; `None` where nothing bounds it.
    pub range: Option<(f64, f64)>,
}

/// The result of a run; of nothing by default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The errors, in order of occurrence.
    pub findings: Vec<Finding>,
    /// The end of the run.
    pub end: End,
    /// Final contents of the objects in global memory.
    pub memory: BTreeMap<ObjectId, Contents>,
    /// The values in global memory that another device may leave otherwise (with [`Config::open_contents`]), by offset.
    pub open: BTreeMap<ObjectId, Vec<OpenValue>>,
    /// Starts of the straight-line parts that were executed (with [`Config::coverage`]), sorted.
    pub covered: Vec<Span>,
    /// Starts of the other straight-line parts (with [`Config::coverage`]), sorted; a place may be here too when it is
    /// part of two.
    pub uncovered: Vec<Span>,
    /// Values that were chosen because they are not modelled, once per reason and place; unknown functions included.
    pub havocked: Vec<(Arc<str>, Span)>,
    /// Assertions and assumptions that were not evaluated because they use specification operations.
    pub skipped_specs: Vec<Span>,
    /// True if an assumption is among them.
    pub skips_assumption: bool,
    /// Notes, sorted.
    pub notes: Vec<Note>,
    /// With a slice: whether, after the first barrier, no object can be written by a thread outside of it that the
    /// slice read into a variable with influence on control flow, addresses or checked conditions (with tolerance: into
    /// any variable). Conservative; true without a slice. Final contents of memory are those of the slice in any case.
    pub slice_closed: bool,
    /// With a slice: the reads (object and place) because of which it is not closed, sorted.
    pub slice_open_reads: Vec<(ObjectId, Span)>,
    /// Instructions executed.
    pub steps: u64,
}

impl Outcome {
    /// True if there is any race.
    pub fn has_race(&self) -> bool {
        self.findings.iter().any(|f| matches!(f, Finding::Race { .. }))
    }
    /// True if there is any divergence.
    pub fn has_divergence(&self) -> bool {
        self.findings.iter().any(|f| matches!(f, Finding::Divergence { .. }))
    }
    /// True if there is any access out of bounds, through a bad pointer, or a store into constant memory.
    pub fn has_bad_access(&self) -> bool {
        let bad = |f: &Finding| {
            matches!(f, Finding::OutOfBounds { .. } | Finding::BadPointer { .. } | Finding::ConstantWrite { .. })
        };
        self.findings.iter().any(bad)
    }
}
