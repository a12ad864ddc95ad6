//! The memory of a launch, cell by cell, with a conservative watch over conflicting accesses.
//!
//! An object is a map from cells to values; all accesses to one object have one size and are aligned to it, else the
//! execution stops. Two accesses of two threads to one cell conflict when at least one is a plain write, or one is
//! atomic and the other plain, and no barrier lies between them: over-approximate, because accesses under conditions
//! that depend on inputs count as made. Without a conflict every schedule leaves the same values, so that one schedule
//! is enough.

use super::Scalar;
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_kir::{AtomicOp, Init, Object, ObjectId, Space, Type};

/// The accessing thread: the block, the barrier interval of the block, the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Who {
    /// Linear block.
    pub block: u32,
    /// Barrier interval.
    pub interval: u32,
    /// Linear thread.
    pub thread: u32,
}

impl Who {
    fn ordered(self, later: Who) -> bool {
        self.block == later.block && (self.thread == later.thread || self.interval != later.interval)
    }
}

/// Kind of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Plain load.
    Read,
    /// Plain store.
    Write,
    /// Atomic read-modify-write.
    Atomic,
}

/// Accesses of one kind to a cell: the latest, and whether others of the same interval or of another block were there.
#[derive(Clone, Copy, Default, Debug)]
struct Group {
    latest: Option<Who>,
    several: bool,
    blocks: bool,
}

impl Group {
    fn add(&mut self, who: Who) {
        match self.latest {
            Some(old) if old.block != who.block => self.blocks = true,
            Some(old) if old.interval == who.interval => self.several |= old.thread != who.thread,
            _ => self.several = false,
        }
        self.latest = Some(who);
    }

    fn conflicts(&self, who: Who) -> bool {
        self.latest.is_some_and(|old| {
            self.blocks || !old.ordered(who) || self.several && old.block == who.block && old.interval == who.interval
        })
    }
}

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The value of the cell, with the type of the store; `None` before the first one.
    pub value: Option<(Type, Scalar)>,
    /// The store that put it there.
    pub span: Option<Span>,
    groups: [Group; 3],
}

impl Cell {
    /// Notes a store of a value of a type.
    pub fn put(&mut self, ty: Type, value: Scalar, span: Span) {
        (self.value, self.span) = (Some((ty, value)), Some(span));
    }
}

/// An instance of an object.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    /// Size of an access.
    unit: Option<u64>,
    /// Cells by byte offset.
    pub cells: FxHashMap<i64, Cell>,
}

/// Why an access cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Another thread accesses the cell in the same interval, or in another block.
    Conflict,
    /// Accesses of several sizes.
    Sizes,
    /// Outside of the object.
    Bounds,
}

impl Instance {
    /// Everything before is ordered with everything that comes: a launch has ended.
    pub fn settle(&mut self) {
        self.cells.values_mut().for_each(|cell| cell.groups = [Group::default(); 3]);
    }

    /// A cell, for any reader.
    pub fn at(&mut self, offset: i64) -> &mut Cell {
        self.cells.entry(offset).or_insert(Cell { value: None, span: None, groups: [Group::default(); 3] })
    }

    /// Makes an access and returns the cell.
    pub fn access(
        &mut self,
        object: &Object,
        offset: i64,
        ty: Type,
        mode: Mode,
        who: Option<Who>,
    ) -> Result<&mut Cell, Fault> {
        let size = ty.size();
        if offset < 0 || object.size.is_some_and(|all| offset as u64 + size > all) {
            return Err(Fault::Bounds);
        }
        if *self.unit.get_or_insert(size) != size || offset as u64 % size != 0 {
            return Err(Fault::Sizes);
        }
        let cell = self.at(offset);
        if let Some(who) = who {
            let against = match mode {
                Mode::Read => [false, true, true],
                Mode::Write => [true, true, true],
                Mode::Atomic => [true, true, false],
            };
            let conflict = against.iter().zip(&cell.groups).any(|(&against, group)| against && group.conflicts(who));
            if conflict {
                return Err(Fault::Conflict);
            }
            cell.groups[mode as usize].add(who);
        }
        Ok(cell)
    }
}

/// The memory of a block, and what earlier blocks and launches have left in global memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Objects in global memory.
    pub global: FxHashMap<ObjectId, Instance>,
    shared: FxHashMap<ObjectId, Instance>,
    /// Private objects of each thread.
    private: FxHashMap<(u32, ObjectId), Instance>,
    /// The operation of the atomics on each element in this launch.
    atomics: FxHashMap<(ObjectId, i64), AtomicOp>,
}

impl Memory {
    /// A launch begins: everything before it has ended.
    pub fn begin_launch(&mut self) {
        self.global.values_mut().for_each(Instance::settle);
        self.atomics.clear();
    }

    /// A block begins, with shared and private memory of its own.
    pub fn begin_block(&mut self) {
        self.shared.clear();
        self.private.clear();
    }

    /// The instance of an object that a thread accesses.
    pub fn instance(&mut self, space: Space, thread: u32, object: ObjectId) -> &mut Instance {
        match space {
            Space::Global | Space::Constant | Space::Image => self.global.entry(object).or_default(),
            Space::Shared => self.shared.entry(object).or_default(),
            Space::Private => self.private.entry((thread, object)).or_default(),
        }
    }

    /// Forgets the contents of a private object.
    pub fn forget(&mut self, thread: u32, object: ObjectId) {
        self.private.remove(&(thread, object));
    }

    /// True if the launch has applied no other atomic operation to an element.
    pub fn is_only_atomic(&mut self, element: (ObjectId, i64), op: AtomicOp) -> bool {
        *self.atomics.entry(element).or_insert(op) == op
    }
}

/// The bytes of an object's initialiser as a cell of `wp_interp::scalar`; zero beyond its end, as the languages say.
pub fn initial(object: &Object, offset: i64, ty: Type) -> Option<u64> {
    let Init::Bytes(bytes) = &object.init else { return None };
    let start = usize::try_from(offset).ok()?;
    let mut raw = [0u8; 8];
    for (i, byte) in raw.iter_mut().take(ty.size() as usize).enumerate() {
        *byte = bytes.get(start + i).copied().unwrap_or(0);
    }
    wp_interp::scalar::wrap(ty, u64::from_le_bytes(raw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wp_kir::{ObjectKind, Space};

    fn object() -> Object {
        Object {
            name: "a".into(),
            symbol: None,
            space: Space::Global,
            kind: ObjectKind::Declared,
            elem: Type::F32,
            size: Some(16),
            bytes: None,
            shape: Vec::new(),
            align: 4,
            init: Init::Bytes(Arc::from([1u8, 0, 0, 0])),
            is_reused: false,
            is_const: false,
            restrict: false,
            span: Span::NONE,
        }
    }

    fn who(block: u32, interval: u32, thread: u32) -> Option<Who> {
        Some(Who { block, interval, thread })
    }

    #[test]
    fn conflicts_are_found_whatever_the_order() {
        let object = object();
        let run = |steps: &[(Mode, Option<Who>)]| {
            let mut memory = Instance::default();
            steps.iter().all(|&(mode, who)| memory.access(&object, 4, Type::F32, mode, who).is_ok())
        };
        use Mode::{Atomic, Read, Write};
        assert!(run(&[(Write, who(0, 0, 0)), (Read, who(0, 0, 0)), (Read, who(0, 1, 1)), (Write, who(0, 2, 2))]));
        assert!(!run(&[(Write, who(0, 0, 0)), (Read, who(0, 0, 1))]));
        assert!(!run(&[(Read, who(0, 0, 0)), (Read, who(0, 0, 1)), (Write, who(0, 0, 1))]));
        assert!(!run(&[(Write, who(0, 0, 0)), (Write, who(1, 5, 0))]));
        // The read of block 0 is not forgotten when block 1 reads too.
        assert!(!run(&[(Read, who(0, 0, 0)), (Read, who(1, 0, 0)), (Write, who(1, 0, 0))]));
        assert!(!run(&[(Read, who(0, 0, 0)), (Read, who(1, 0, 0)), (Write, who(1, 1, 0))]));
        assert!(run(&[(Atomic, who(0, 0, 0)), (Atomic, who(1, 0, 0))]));
        assert!(!run(&[(Atomic, who(0, 0, 0)), (Write, who(0, 0, 1))]));
        assert!(!run(&[(Atomic, who(0, 0, 0)), (Atomic, who(0, 0, 1)), (Read, who(0, 0, 1))]));
    }

    #[test]
    fn sizes_and_bounds() {
        let object = object();
        let mut memory = Instance::default();
        let mut at = |offset, ty| memory.access(&object, offset, ty, Mode::Read, None).err();
        assert_eq!(at(0, Type::F32), None);
        assert_eq!(at(4, Type::I32), None);
        assert_eq!(at(4, Type::F64), Some(Fault::Sizes));
        assert_eq!(at(2, Type::F32), Some(Fault::Sizes));
        assert_eq!(at(16, Type::F32), Some(Fault::Bounds));
        assert_eq!(at(-4, Type::F32), Some(Fault::Bounds));
        assert_eq!((initial(&object, 0, Type::I32), initial(&object, 12, Type::I32)), (Some(1), Some(0)));
    }
}
