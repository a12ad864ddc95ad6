//! Race detection by records of the accesses to each cell of memory.
//!
//! Every cell (one element, or single bytes once an access does not fit the elements) has a list of records. A new
//! access is compared with all of them. Records are dropped only when every race that they could still show is shown by
//! another record of the same access site:
//! - of the current barrier interval of the current block two records by different threads of one site (and value,
//!   under tolerance of equal values) are enough, as any third thread conflicts with one of them, with the same pair of
//!   sites; with warp barriers or lock-step one record per thread is kept, its last one, which is the last to be
//!   ordered;
//! - of older intervals, and of other blocks since the last grid barrier, records of two different blocks are enough.
//!
//! Exact for the executed schedule with tolerance off. With tolerance on, at most [`MAX_PER_SITE`] records of a site
//! and a cell are kept, so that races may be missed (never invented) when one site writes many different values to a
//! cell.
//!
//! Blocks run one after the other within a grid interval, so a record of the current block that does not carry the
//! current epoch is from an older interval of it.

use crate::api::AtomicRaces;
use crate::code::SiteKind;
use crate::lockstep::LockLog;
use crate::sync::Clock;
use rustc_hash::FxHashMap;
use wp_kir::{Fence, Space};

wp_base::limits! {
    /// Records kept per site and cell under tolerance.
    const MAX_PER_SITE: u32 = 8;
}

/// One remembered access to one cell.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Access site.
    pub site: u32,
    /// Linear thread in the block.
    pub thread: u32,
    /// Linear block (position in the run).
    pub block: u32,
    /// Barrier interval, unique in the run.
    pub epoch: u32,
    /// Number of warp barriers (or lock-step instructions) of the warp before it.
    pub warp_time: u32,
    /// Fences and releases of the thread before it.
    pub time: u32,
    /// True if a write changed the cell.
    pub changed: bool,
    /// Bytes read or written.
    pub value: u64,
    /// First byte of the whole access; with the width of its site the extent of an atomic.
    pub start: i64,
    next: u32,
}

/// A new access to one cell.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Access {
    pub site: u32,
    pub kind: SiteKind,
    pub thread: u32,
    pub block: u32,
    pub epoch: u32,
    pub warp_time: u32,
    pub time: u32,
    pub changed: bool,
    pub value: u64,
    pub start: i64,
    pub own: Option<u64>,
}

/// A warp barrier that was passed.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct WarpSync {
    pub mask: u128,
    pub fence: Fence,
}

/// The settings that decide whether two accesses are ordered and which records can be dropped.
pub struct Rules<'a> {
    /// Kinds of sites.
    pub kinds: &'a [crate::code::Site],
    /// Two accesses by which threads may synchronise do not race with each other, as where the kernel has fences.
    pub strong_accesses_agree: bool,
    /// Epochs below this one are ordered by a grid barrier.
    pub grid_epoch: u32,
    /// The plain accesses that race with atomics.
    pub atomic_races: AtomicRaces,
    /// Tolerate equal values.
    pub benign: bool,
    /// Keep a record per thread, as something other than block barriers may order threads singly.
    pub per_thread: bool,
    /// True if accesses of different blocks can conflict here.
    pub inter_block: bool,
    /// The space of the object.
    pub space: Space,
    /// Threads of a warp.
    pub warp: u32,
    /// Joint accesses of the warp, when warps run in lock-step.
    pub lock: Option<&'a LockLog>,
    /// Warp barriers of the accessing thread's warp.
    pub log: &'a [WarpSync],
    /// The accesses that are ordered before this one by fences and atomics.
    pub known: Option<&'a Clock>,
}

impl Rules<'_> {
    fn conflict(&self, record: &Record, new: &Access, same_block: bool) -> bool {
        let (old_site, new_site) = (&self.kinds[record.site as usize], &self.kinds[new.site as usize]);
        let both_atomic = matches!((old_site.kind, new.kind), (SiteKind::Atomic { .. }, SiteKind::Atomic { .. }));
        if self.strong_accesses_agree && old_site.strong && new_site.strong && !both_atomic {
            return false;
        }
        match (old_site.kind, new.kind) {
            (SiteKind::Read, SiteKind::Read) => false,
            // Atomics are atomic to each other only where they overlap completely (PTX: morally strong).
            (SiteKind::Atomic { block_only: a }, SiteKind::Atomic { block_only: b }) => {
                let overlap_completely = record.start == new.start && old_site.ty.bytes() == new_site.ty.bytes();
                (a || b) && !same_block || !overlap_completely
            }
            (SiteKind::Atomic { .. }, SiteKind::Read) | (SiteKind::Read, SiteKind::Atomic { .. }) => {
                self.atomic_races.reads
            }
            (SiteKind::Atomic { .. }, SiteKind::Write) | (SiteKind::Write, SiteKind::Atomic { .. }) => {
                self.atomic_races.writes
            }
            _ => true,
        }
    }

    fn known(&self, record: &Record, same_block: bool) -> bool {
        self.known.is_some_and(|k| k.knows(record, self.kinds[record.site as usize].strong, same_block))
    }

    fn tolerated(&self, record: &Record, old: SiteKind, new: &Access) -> bool {
        self.benign
            && match (old, new.kind) {
                (SiteKind::Write, SiteKind::Write) | (SiteKind::Read, SiteKind::Write) => record.value == new.value,
                // The read gives this value in any order: the cell held it before, or the thread wrote it itself.
                (SiteKind::Write, SiteKind::Read) => {
                    !record.changed || new.own == Some(record.value) && new.value == record.value
                }
                _ => false,
            }
    }

    /// True if warp barriers order a record of the same interval before the access.
    fn warp_ordered(&self, record: &Record, new: &Access) -> bool {
        if record.thread / self.warp != new.thread / self.warp {
            return false;
        }
        if let Some(lock) = self.lock {
            return lock.orders(record.thread, record.warp_time, new.thread, new.warp_time);
        }
        // Lanes that know of the record: closed under the barriers passed since.
        let mut lanes = 1u128 << (record.thread % self.warp);
        for sync in self.log.iter().skip(record.warp_time as usize) {
            if sync.fence.orders(self.space) && lanes & sync.mask != 0 {
                lanes |= sync.mask;
            }
        }
        lanes >> (new.thread % self.warp) & 1 == 1
    }
}

/// The records of one memory instance.
pub struct Shadow {
    /// Log2 of the bytes of a cell.
    shift: u32,
    initial_shift: u32,
    records: Vec<Record>,
    /// First free record + 1.
    free: u32,
    /// Under tolerance: the interval and value of a thread's last write of a cell, by cell offset, block and thread.
    own: FxHashMap<(i64, u32, u32), (u32, u64)>,
}

impl Shadow {
    /// No records; cells of the size of an element.
    pub fn new(elem_bytes: u32) -> Self {
        let shift = elem_bytes.max(1).trailing_zeros();
        Self { shift, initial_shift: shift, records: Vec::new(), free: 0, own: FxHashMap::default() }
    }

    /// Forgets all records. The caller forgets the heads.
    pub fn reset(&mut self) {
        self.records.clear();
        self.own.clear();
        self.free = 0;
        self.shift = self.initial_shift;
    }

    /// Bytes of a cell.
    pub fn grain(&self) -> u32 {
        1 << self.shift
    }

    /// True if an access covers whole cells.
    #[inline]
    pub fn fits(&self, offset: i64, width: u32) -> bool {
        (offset as u64 | u64::from(width)) & ((1 << self.shift) - 1) == 0
    }

    /// Makes the cells so small that the access covers whole ones. Exact: every list is copied to each part.
    pub fn split<'a>(&mut self, offset: i64, width: u32, pages: impl Iterator<Item = &'a mut Vec<u32>>) {
        let shift = (offset as u64 | u64::from(width)).trailing_zeros().min(self.shift);
        let parts = 1usize << (self.shift - shift);
        let part_bits = 8u32 << shift;
        for heads in pages {
            let mut fine = Vec::with_capacity(heads.len() * parts);
            for &head in heads.iter() {
                for part in 0..parts {
                    fine.push(self.copy_list(head, part as u32 * part_bits, part_bits));
                }
            }
            *heads = fine;
        }
        self.shift = shift;
        for ((at, block, thread), (epoch, value)) in std::mem::take(&mut self.own) {
            for part in 0..parts {
                let low = part as u32 * part_bits;
                let mask = if part_bits >= 64 { u64::MAX } else { (1 << part_bits) - 1 };
                self.own.insert((at + ((part as i64) << shift), block, thread), (epoch, value >> low & mask));
            }
        }
    }

    /// Remembers a thread's write of a cell, for [`Shadow::own_write`].
    pub fn remember_write(&mut self, at: i64, write: &Access) {
        self.own.insert((at, write.block, write.thread), (write.epoch, write.value));
    }

    /// The value that the accessing thread itself wrote to the cell in this interval.
    pub fn own_write(&self, at: i64, read: &Access) -> Option<u64> {
        let &(epoch, value) = self.own.get(&(at, read.block, read.thread))?;
        (epoch == read.epoch).then_some(value)
    }

    fn copy_list(&mut self, head: u32, low: u32, bits: u32) -> u32 {
        let mut chain = Vec::new();
        let mut at = head;
        while at != 0 {
            let record = self.records[at as usize - 1];
            chain.push(record);
            at = record.next;
        }
        let mut next = 0;
        for mut record in chain.into_iter().rev() {
            let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            record.value = record.value >> low & mask;
            record.next = next;
            next = self.insert(record);
        }
        next
    }

    fn insert(&mut self, record: Record) -> u32 {
        if self.free != 0 {
            let at = self.free;
            self.free = self.records[at as usize - 1].next;
            self.records[at as usize - 1] = record;
            at
        } else {
            self.records.push(record);
            self.records.len() as u32
        }
    }

    /// Compares an access with the records of a cell, hands racing records to `race`, and remembers the access.
    #[inline]
    pub fn access(&mut self, head: &mut u32, new: &Access, rules: &Rules<'_>, mut race: impl FnMut(&Record)) {
        let mut previous = 0u32;
        let mut at = *head;
        let mut present = false;
        let mut same_site = 0;
        let mut site_total = 0;
        let mut old_blocks: [Option<u32>; 2] = [None; 2];
        while at != 0 {
            let record = self.records[at as usize - 1];
            let mut drop = false;
            let same_key = record.site == new.site
                && (!rules.benign || record.value == new.value)
                && (record.start == new.start || !matches!(new.kind, SiteKind::Atomic { .. }));
            if record.epoch < rules.grid_epoch {
                drop = true;
            } else if record.block == new.block {
                if record.epoch == new.epoch {
                    site_total += u32::from(record.site == new.site);
                    if record.thread != new.thread {
                        let old = rules.kinds[record.site as usize].kind;
                        if rules.conflict(&record, new, true)
                            && !rules.tolerated(&record, old, new)
                            && !rules.warp_ordered(&record, new)
                            && !rules.known(&record, true)
                        {
                            race(&record);
                        }
                        same_site += u32::from(same_key);
                    } else if same_key {
                        present = true;
                        let mine = &mut self.records[at as usize - 1];
                        mine.warp_time = new.warp_time;
                        mine.time = new.time;
                        mine.changed |= new.changed;
                        mine.value = new.value;
                    }
                } else {
                    // An older interval of this block: only other blocks can race with it, and the new access stands
                    // for it.
                    drop = !rules.inter_block || same_key;
                }
            } else if rules.inter_block {
                let old = rules.kinds[record.site as usize].kind;
                if rules.conflict(&record, new, false)
                    && !rules.tolerated(&record, old, new)
                    && !rules.known(&record, false)
                {
                    race(&record);
                }
                if same_key {
                    if old_blocks.contains(&Some(record.block)) || old_blocks[1].is_some() {
                        drop = true;
                    } else if old_blocks[0].is_none() {
                        old_blocks[0] = Some(record.block);
                    } else {
                        old_blocks[1] = Some(record.block);
                    }
                }
            } else {
                drop = true;
            }
            let next = record.next;
            if drop {
                if previous == 0 {
                    *head = next;
                } else {
                    self.records[previous as usize - 1].next = next;
                }
                self.records[at as usize - 1].next = self.free;
                self.free = at;
            } else {
                previous = at;
            }
            at = next;
        }
        let enough = !rules.per_thread && same_site >= 2 || rules.benign && site_total >= MAX_PER_SITE.get();
        if !present && !enough {
            let record = Record {
                site: new.site,
                thread: new.thread,
                block: new.block,
                epoch: new.epoch,
                warp_time: new.warp_time,
                time: new.time,
                changed: new.changed,
                value: new.value,
                start: new.start,
                next: *head,
            };
            *head = self.insert(record);
        }
    }
}

#[cfg(test)]
mod tests;
