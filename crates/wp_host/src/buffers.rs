//! The buffers of the analysis: which of them are allocated where, who else may have their addresses, and which have
//! been freed or stored to.

use crate::memory::{Memory, Overwritten};
use crate::tensor_forms::Shapes;
use crate::value::{Buffer, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The buffers that the analysis of a file has met.
#[derive(Default)]
pub(crate) struct Buffers {
    /// Those that an allocation has made, with the memory they are in: no two of them overlap.
    allocated: BTreeMap<Buffer, Memory>,
    /// Buffers whose addresses may be elsewhere than in variables that the analysis follows. Only grows.
    exposed: BTreeSet<Buffer>,
    /// Those of them whose addresses code of the host may have.
    leaked: BTreeSet<Buffer>,
    /// Buffers that kernels were given, which may have kept the addresses for other kernels.
    handed: BTreeSet<Buffer>,
    /// Those that kernels were given in the iteration that is tried.
    pub started: BTreeSet<Buffer>,
    /// Buffers that may have been freed.
    pub lost: BTreeSet<Buffer>,
    /// The buffers that have been stored to in the iteration that is tried.
    pub overwritten: Overwritten,
    /// The shapes of tensors.
    pub shapes: Shapes,
    count: u32,
}

impl Buffers {
    /// A new buffer of which nothing is known.
    pub fn fresh(&mut self) -> Buffer {
        self.count += 1;
        Buffer(self.count)
    }

    /// The newest buffer.
    pub fn newest(&self) -> Buffer {
        Buffer(self.count)
    }

    /// A new buffer that overlaps no other.
    pub fn allocate(&mut self, memory: Memory) -> Buffer {
        let buffer = self.fresh();
        self.allocated.insert(buffer, memory);
        buffer
    }

    /// True if an allocation has made a buffer.
    pub fn is_allocated(&self, buffer: Buffer) -> bool {
        self.allocated.contains_key(&buffer)
    }

    /// The memory that a buffer is in.
    pub fn memory_of(&self, buffer: Buffer) -> Memory {
        self.allocated.get(&buffer).copied().unwrap_or(Memory::Host)
    }

    /// The allocated buffer that a value points into, and the place there where that is constant.
    pub fn place(&self, value: &Value) -> Option<(Buffer, Option<usize>)> {
        let Value::Pointer(buffer, at) = value else { return None };
        let at = at.constant().and_then(|at| usize::try_from(at).ok());
        self.is_allocated(*buffer).then_some((*buffer, at))
    }

    /// Notes that code which is not followed may have the address of a buffer from here on.
    pub fn expose(&mut self, buffer: Buffer) {
        self.leaked.insert(buffer);
        self.expose_to_kernels(buffer);
    }

    /// True if code of the host which is not followed may have the address of a buffer.
    pub fn is_leaked(&self, buffer: Buffer) -> bool {
        self.leaked.contains(&buffer)
    }

    /// Notes that kernels which run at any time may have the address of a buffer from here on.
    pub fn expose_to_kernels(&mut self, buffer: Buffer) {
        self.exposed.insert(buffer);
        self.overwritten.note(buffer, None);
    }

    /// True if code which is not followed may have the address of a buffer.
    pub fn is_exposed(&self, buffer: Buffer) -> bool {
        self.exposed.contains(&buffer)
    }

    /// Notes that a kernel is given a buffer.
    pub fn hand(&mut self, buffer: Buffer) {
        self.handed.insert(buffer);
        self.started.insert(buffer);
    }

    /// The buffers that kernels were given.
    pub fn handed(&self) -> Vec<Buffer> {
        self.handed.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Expr;
    use wp_kir::Type;

    #[test]
    fn places_are_in_allocated_buffers() {
        let mut buffers = Buffers::default();
        let (unknown, known) = (buffers.fresh(), buffers.allocate(Memory::Device));
        let at = |buffer, at| Value::Pointer(buffer, Expr::int(at, Type::I64));
        assert_eq!(buffers.place(&at(unknown, 8)), None);
        assert_eq!(buffers.place(&at(known, 8)), Some((known, Some(8))));
        assert_eq!(buffers.place(&at(known, -8)), Some((known, None)));
        assert_eq!((buffers.memory_of(known), buffers.memory_of(unknown)), (Memory::Device, Memory::Host));
    }

    #[test]
    fn an_exposed_buffer_counts_as_stored_to() {
        let mut buffers = Buffers::default();
        let buffer = buffers.allocate(Memory::Host);
        assert!(!buffers.is_exposed(buffer) && !buffers.overwritten.includes(buffer));
        buffers.expose(buffer);
        assert!(buffers.is_exposed(buffer) && buffers.overwritten.includes(buffer));
    }
}
