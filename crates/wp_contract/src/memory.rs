//! The memory that a simulation leaves, as values of the terms of specifications.

use std::collections::BTreeMap;
use wp_check::given::{number, of_cell, of_launch};
use wp_interp::{ConcreteLaunch, Outcome, Value as Cell};
use wp_kir::{Kernel, ObjectId, ParamId, Type};
use wp_spec::{Array, Scalar, State, Value};

/// A launch with its inputs, before or after the kernel.
#[derive(Clone)]
pub(crate) struct Memory<'a> {
    pub kernel: &'a Kernel,
    pub launch: ConcreteLaunch,
    pub scalars: BTreeMap<ParamId, Cell>,
    /// Initial bytes of arrays; zero beyond them.
    pub arrays: BTreeMap<ObjectId, Vec<u8>>,
    /// The outcome of the simulation.
    pub after: Option<&'a Outcome>,
}

impl<'a> Memory<'a> {
    /// The memory when the run has ended.
    pub fn ended(mut self, outcome: &'a Outcome) -> Self {
        self.after = Some(outcome);
        self
    }

    fn initial(&self, object: ObjectId, offset: usize, width: usize) -> u64 {
        let bytes = self.arrays.get(&object).map_or(&[][..], Vec::as_slice);
        (0..width).map(|i| u64::from(bytes.get(offset + i).copied().unwrap_or(0)) << (8 * i)).sum()
    }
}

impl State for Memory<'_> {
    fn scalar(&self, scalar: Scalar) -> Option<Value> {
        match scalar {
            Scalar::Param(p) => of_cell(self.kernel.params[p].ty, *self.scalars.get(&p)?),
            _ => of_launch(scalar, &self.launch),
        }
    }

    fn element(&self, array: Array, elem: Type, index: i128, old: bool) -> Option<Value> {
        let Array::Object(object) = array else { return None };
        let offset = index.checked_mul(i128::from(elem.size()))?;
        let from = usize::try_from(offset).ok().filter(|&at| at < 1 << 40)?;
        let width = elem.size() as u32;
        let before = self.initial(object, from, width as usize);
        let after = self.after.filter(|_| !old).and_then(|o| o.memory.get(&object));
        let bits = after.and_then(|c| c.read(from as i64, width)).unwrap_or(before);
        // An element that the kernel may have computed counts as rounded, even if it has its initial contents.
        number(elem, bits, old || self.after.is_none() || self.kernel.objects[object].is_const)
    }
}
