//! Arrays of a block, element by element, and private memory.

use crate::interval::{Interval, Value};
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_kir::{ObjectId, Type};

wp_base::limits! {
    /// Greatest number of elements of an array that are followed.
    pub const MAX_ELEMENTS: i64 = 1 << 14;
}

/// A condition that is not known, and which way a thread took.
pub type Literal = (u32, bool);

/// An array that the threads of the block share.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// Type of the elements, integers as unsigned ones, once one was accessed; `Err` when elements of several types
    /// were.
    unit: Option<Result<Type, ()>>,
    /// The value of each element, with the greatest number of a thread that it depends on.
    cells: FxHashMap<i64, (Value, u32)>,
    /// The first barrier behind a store.
    pub origin: Option<Span>,
    /// True if something was stored since the last barrier.
    pub changed: bool,
    /// Before the first barrier: cells that were stored to, and under which conditions, if under any.
    stored: FxHashMap<i64, Vec<Literal>>,
    /// True if something was stored in a loop before the first barrier.
    in_loop: bool,
    /// The elements that were stored to before the first barrier, for any values of opaque conditions.
    pub covered: Vec<(i64, u32)>,
    /// The covered elements that were 0.
    pub zeros: Vec<i64>,
}

impl Array {
    /// The index of an element; none where elements overlap, or beyond those that are followed.
    pub fn index(&mut self, offset: i64, ty: Type) -> Option<i64> {
        let (ty, size) = (unsigned(ty), ty.size() as i64);
        if *self.unit.get_or_insert(Ok(ty)) != Ok(ty) || size == 0 || offset % size != 0 {
            self.lose();
            self.unit = Some(Err(()));
            return None;
        }
        let index = offset / size;
        if !(0..MAX_ELEMENTS.get()).contains(&index) || offset < 0 {
            self.lose();
            return None;
        }
        Some(index)
    }

    /// Type of the elements, integers as unsigned ones; none where nothing, pointers or elements of several types were
    /// accessed.
    pub fn unit(&self) -> Option<Type> {
        self.unit.and_then(Result::ok).filter(|ty| ty.is_int() || ty.is_float())
    }

    /// Notes a store before it is made, and whether it is made in a loop.
    pub fn note(&mut self, in_loop: bool) {
        self.in_loop |= in_loop && self.origin.is_none();
    }

    /// Forgets every element.
    pub fn lose(&mut self) {
        self.cells.clear();
        self.stored.clear();
        self.changed = true;
    }

    /// The value of an element, and the greatest number of a thread that it depends on.
    pub fn get(&self, index: i64) -> (Value, u32) {
        self.cells.get(&index).copied().unwrap_or((Value::Opaque, u32::MAX))
    }

    /// The elements from the first on, as far as any is known.
    pub fn elements(&self) -> Vec<(Value, u32)> {
        let end = self.cells.keys().copied().max().map_or(0, |last| last + 1);
        (0..end).map(|i| self.get(i)).collect()
    }

    /// Stores under opaque conditions, if there are any: the new contents of an element depend on the old ones.
    pub fn set(
        &mut self,
        index: i64,
        (value, reach): (Value, u32),
        guard: &[Literal],
        join: impl FnOnce(Value) -> Value,
    ) {
        self.changed = true;
        let new = match self.cells.get(&index) {
            Some((old, before)) if !guard.is_empty() => (join(*old), reach.max(*before)),
            None if !guard.is_empty() => (Value::Opaque, reach),
            _ => (value, reach),
        };
        self.cells.insert(index, new);
        let before = self.stored.get(&index).cloned();
        if before.as_ref().is_some_and(|before| guard.starts_with(before)) {
            return;
        }
        // Both ways of a condition that store leave the conditions around it.
        let under = match (guard.split_last(), before.as_ref().and_then(|b| b.split_last())) {
            (Some((mine, around)), Some((last, others))) if *mine == (last.0, !last.1) && around == others => around,
            _ => guard,
        };
        self.stored.insert(index, under.to_vec());
    }

    /// The first barrier behind a store: the contents become the elements that intervals combine. Zeros stay zeros.
    pub fn begin(&mut self, object: ObjectId, barrier: Span, elements: i64) {
        self.origin = Some(barrier);
        let whole = self.stored.drain().filter(|(_, guard)| guard.is_empty()).map(|(i, _)| i);
        self.covered = whole.map(|i| (i, self.cells.get(&i).map_or(u32::MAX, |c| c.1))).collect();
        self.covered.sort_unstable();
        let before = std::mem::take(&mut self.cells);
        let Some(unit) = self.unit().filter(|_| !self.in_loop) else { return };
        let bits = 8 * unit.size() as u8;
        let is_zero = |i: &i64| before.get(i).is_some_and(|c| c.0 == Value::Known(0));
        self.zeros = self.covered.iter().map(|c| c.0).filter(is_zero).collect();
        for index in 0..elements {
            let element = Value::Interval(Interval {
                origin: object,
                lo: index,
                hi: index + 1,
                step: 1,
                op: None,
                bits,
                exact: true,
                extended: None,
            });
            self.cells.insert(index, (element, before.get(&index).map_or(0, |c| c.1)));
        }
        for index in &self.zeros {
            self.cells.insert(*index, before[index]);
        }
    }
}

/// Private memory of a thread: byte offsets to values with their types.
#[derive(Clone, Debug, Default)]
pub struct Private {
    cells: FxHashMap<(ObjectId, i64), (Type, Value)>,
}

impl Private {
    /// The value that was stored there with this type.
    pub fn get(&self, object: ObjectId, offset: i64, ty: Type) -> Value {
        match self.cells.get(&(object, offset)) {
            Some(&(stored, value)) if stored == ty => value,
            _ => Value::unknown(ty),
        }
    }

    /// Stores; without an offset anywhere.
    pub fn set(&mut self, object: ObjectId, offset: Option<i64>, ty: Type, value: Value, certain: bool) {
        let Some(offset) = offset else { return self.forget(object) };
        let value = if certain { value } else { self.get(object, offset, ty).join(value) };
        let end = offset + ty.size() as i64;
        self.cells.retain(|&(o, at), (old, _)| o != object || at >= end || at + old.size() as i64 <= offset);
        self.cells.insert((object, offset), (ty, value));
    }

    /// Forgets the contents of an object.
    pub fn forget(&mut self, object: ObjectId) {
        self.cells.retain(|&(o, _), _| o != object);
    }

    /// Forgets the contents of all objects.
    pub fn clear(&mut self) {
        self.cells.clear();
    }
}

/// The unsigned type of the same width; other types stay.
fn unsigned(ty: Type) -> Type {
    match ty {
        Type::Int { bits, .. } => Type::Int { bits, signed: false },
        _ => ty,
    }
}
