//! Who may access a buffer, and which buffers have been stored to.

use crate::value::Buffer;
use std::collections::{BTreeMap, BTreeSet};
use wp_clang::NodeId;

/// Who may access a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    Host,
    Device,
    Both,
}

impl Memory {
    /// The memory that an allocating function of the runtime gives.
    pub fn of(function: &str) -> Self {
        match function {
            "cudaMallocManaged" | "cudaMallocHost" | "cudaHostAlloc" => Memory::Both,
            _ => Memory::Device,
        }
    }

    /// True if the device may access the memory; if `by_device` is false, true if the host may.
    pub fn is_reached(self, by_device: bool) -> bool {
        self == Memory::Both || (self == Memory::Device) == by_device
    }
}

/// The buffers that were stored to since some point, each with the assignments that stored to it; `None` stands for any
/// other store.
#[derive(Default)]
pub(crate) struct Overwritten {
    all: bool,
    buffers: BTreeMap<Buffer, BTreeSet<Option<NodeId>>>,
}

impl Overwritten {
    /// Notes a store.
    pub fn note(&mut self, buffer: Buffer, by: Option<NodeId>) {
        self.buffers.entry(buffer).or_default().insert(by);
    }

    /// Notes a store to a place that is not known.
    pub fn note_all(&mut self) {
        self.all = true;
    }

    /// True if something was stored to a buffer.
    pub fn includes(&self, buffer: Buffer) -> bool {
        self.all || self.buffers.contains_key(&buffer)
    }

    /// True if nothing but one assignment has stored to a buffer.
    pub fn is_only_by(&self, buffer: Buffer, assignment: NodeId) -> bool {
        !self.all && self.buffers.get(&buffer).is_some_and(|by| by.iter().all(|by| *by == Some(assignment)))
    }

    /// Adds the stores of another record.
    pub fn add(&mut self, other: Overwritten) {
        self.all |= other.all;
        other.buffers.into_iter().for_each(|(buffer, by)| self.buffers.entry(buffer).or_default().extend(by));
    }
}
