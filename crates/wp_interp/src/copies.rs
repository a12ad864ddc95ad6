//! Asynchronous copies of a thread.
//!
//! The data is copied at once, which a device may do as well. But the accesses may happen at any time until the thread has
//! waited for the copy: they are recorded once more in each barrier interval in which the copy is in flight, so that
//! conflicts with other threads are found there. Conflicts with the thread itself, and across warp barriers, are missed.

use crate::access::Action;
use crate::state::{BlockState, Env};
use std::collections::VecDeque;
use wp_kir::CopyStep;

wp_base::limits! {
    /// Accesses of one group of a thread that are repeated; conflicts of others are missed.
    const MAX_IN_FLIGHT: usize = 256;
    /// Groups of a thread that are repeated, the newest ones; conflicts of others are missed.
    const MAX_GROUPS: usize = 16;
}

/// The copies of a thread that are in flight: pointers, and sites of the accesses.
#[derive(Default)]
pub struct Copies {
    /// True while the thread's accesses are those of a copy.
    is_open: bool,
    /// Of copies that are in no group.
    ungrouped: Vec<(u64, u32)>,
    /// Of the groups, the newest one last.
    groups: VecDeque<Vec<(u64, u32)>>,
}

impl Copies {
    /// Notes an access of the thread.
    pub fn note(&mut self, ptr: u64, site: u32) {
        if self.is_open && self.ungrouped.len() < MAX_IN_FLIGHT.get() {
            self.ungrouped.push((ptr, site));
        }
    }

    /// Executes a step.
    pub fn step(&mut self, step: CopyStep) {
        match step {
            CopyStep::Begin => self.is_open = true,
            CopyStep::End => self.is_open = false,
            CopyStep::Commit => {
                self.groups.push_back(std::mem::take(&mut self.ungrouped));
                while self.groups.len() > MAX_GROUPS.get() {
                    self.groups.pop_front();
                }
            }
            CopyStep::Wait(None) => {
                self.ungrouped.clear();
                self.groups.clear();
            }
            CopyStep::Wait(Some(groups)) => {
                while self.groups.len() > groups as usize {
                    self.groups.pop_front();
                }
            }
        }
    }
}

impl Env<'_> {
    /// Records the accesses of all copies that are in flight at the beginning of a barrier interval.
    pub fn repeat_copies(&mut self, blk: &mut BlockState) {
        for pos in 0..blk.threads.len() {
            let Some(copies) = &blk.threads[pos].copies else { continue };
            let accesses: Vec<(u64, u32)> = copies.groups.iter().flatten().chain(&copies.ungrouped).copied().collect();
            for (ptr, site) in accesses {
                self.access(blk, pos, ptr, site, Action::Repeat);
            }
        }
    }
}
