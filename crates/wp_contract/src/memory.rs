//! What a concrete run leaves, as the values that specifications speak of.

use std::collections::BTreeMap;
use wp_interp::{ConcreteLaunch, Outcome, Value as Cell};
use wp_kir::{Kernel, ObjectId, ParamId, Special, Type};
use wp_spec::{Array, Scalar, State, Truth, Value};

/// A launch with its inputs, before or after the kernel.
#[derive(Clone)]
pub(crate) struct Memory<'a> {
    pub kernel: &'a Kernel,
    pub launch: ConcreteLaunch,
    pub scalars: BTreeMap<ParamId, Cell>,
    /// Initial bytes of arrays; zero beyond them.
    pub arrays: BTreeMap<ObjectId, Vec<u8>>,
    /// What the run left.
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
            Scalar::Param(p) => match *self.scalars.get(&p)? {
                Cell::Bool(b) => Some(truth(b)),
                Cell::Int(v) => Some(Value::Int(v)),
                Cell::Float(bits) => number(self.kernel.params[p].ty, bits, true),
                Cell::Ptr { .. } => None,
            },
            Scalar::Special(special) => {
                let at = |values: [u32; 3], axis: wp_kir::Axis| Some(Value::Int(i128::from(values[axis.index()])));
                match special {
                    Special::BlockDim(axis) => at(self.launch.block, axis),
                    Special::GridDim(axis) => at(self.launch.grid, axis),
                    Special::GlobalOffset(axis) => Some(Value::Int(i128::from(self.launch.offset[axis.index()]))),
                    Special::ThreadIdx(_) | Special::BlockIdx(_) | Special::LaneId => None,
                }
            }
            Scalar::Expr(_) => None,
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
        // What the kernel may have computed is rounded, also where it happens to be what was there before.
        number(elem, bits, old || self.after.is_none() || self.kernel.objects[object].is_const)
    }
}

fn truth(b: bool) -> Value {
    Value::Truth(if b { Truth::True } else { Truth::False })
}

/// The value of a cell of a type.
pub(crate) fn number(ty: Type, bits: u64, exact: bool) -> Option<Value> {
    let real = match ty {
        Type::Bool => return Some(truth(bits & 1 == 1)),
        Type::Int { bits: width, signed } => {
            let value = i128::from(bits);
            let negative = signed && bits >> (width - 1) & 1 == 1;
            return Some(Value::Int(if negative { value - (1i128 << width) } else { value }));
        }
        Type::Float { bits: 32 } => f64::from(f32::from_bits(bits as u32)),
        Type::Float { bits: 64 } => f64::from_bits(bits),
        Type::Float { .. } | Type::Ptr => return None,
    };
    real.is_finite().then_some(Value::Real(real, exact))
}
