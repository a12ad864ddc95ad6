//! Concrete launches and inputs as values for clauses, and the evaluation of preconditions that the kernel does not
//! assume: those with quantifiers.

use wp_interp::{ConcreteLaunch, Fill, Inputs, Value as Cell};
use wp_kir::{Init, Kernel, Special, Type};
use wp_spec::{eval, Array, Clause, Scalar, State, Truth, Value};

/// Bytes of a cell, at most.
const CELL: u64 = 64;

/// The launch and inputs of a run.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// Its launch.
    pub launch: ConcreteLaunch,
    /// The inputs.
    pub inputs: &'a Inputs,
}

impl Given<'_> {
    /// True if every clause with quantifiers holds; what is not known to hold does not.
    pub fn satisfies(&self, requires: &[Clause]) -> bool {
        let mut quantified = requires.iter().filter(|c| !c.condition.is_quantifier_free());
        quantified.all(|c| eval(&c.condition, self) == Truth::True)
    }

    fn byte(&self, object: wp_kir::ObjectId, at: u64) -> Option<u8> {
        let kernel = &self.kernel.objects[object];
        if let Init::Bytes(bytes) = &kernel.init {
            return usize::try_from(at).ok().and_then(|at| bytes.get(at).copied());
        }
        if kernel.init != Init::Input {
            return None;
        }
        let input = self.inputs.objects.get(&object);
        // Later cells are written over earlier ones.
        let covering = |(start, bytes): (&u64, &Vec<u8>)| bytes.get(usize::try_from(at - start).ok()?).copied();
        let cells = input.map(|o| o.cells.range(at.saturating_sub(CELL)..=at));
        if let Some(byte) = cells.and_then(|cells| cells.rev().find_map(covering)) {
            return Some(byte);
        }
        match input.map_or(Fill::Zero, |o| o.fill) {
            Fill::Zero => Some(0),
            Fill::Index if kernel.elem.is_int() => {
                let (element, byte) = (at / kernel.elem.size(), at % kernel.elem.size());
                element.to_le_bytes().get(byte as usize).copied()
            }
            // Contents that are made up by a seed are not known.
            _ => None,
        }
    }
}

impl State for Given<'_> {
    fn scalar(&self, scalar: Scalar) -> Option<Value> {
        let Scalar::Param(p) = scalar else { return of_launch(scalar, &self.launch) };
        match self.inputs.params.get(&p) {
            Some(&value) => of_cell(self.kernel.params[p].ty, value),
            // A missing scalar is 0.
            None => number(self.kernel.params[p].ty, 0, true),
        }
    }

    fn element(&self, array: Array, elem: Type, index: i128, _: bool) -> Option<Value> {
        let Array::Object(object) = array else { return None };
        if self.extent(array, elem).is_some_and(|n| index >= n) {
            return None;
        }
        let from = u64::try_from(index.checked_mul(i128::from(elem.size()))?).ok()?;
        let mut bits = 0u64;
        for i in 0..elem.size() {
            bits |= u64::from(self.byte(object, from.checked_add(i)?)?) << (8 * i);
        }
        number(elem, bits, true)
    }

    fn extent(&self, array: Array, elem: Type) -> Option<i128> {
        let Array::Object(object) = array else { return None };
        let o = &self.kernel.objects[object];
        let of_host = || match self.inputs.params.get(&o.bytes?) {
            Some(Cell::Int(bytes)) => u64::try_from(*bytes).ok(),
            _ => None,
        };
        let bytes = self.inputs.objects.get(&object).and_then(|o| o.size).or(o.size).or_else(of_host)?;
        Some(i128::from(bytes / elem.size().max(1)))
    }
}

/// The value of an extent of the launch.
pub fn of_launch(scalar: Scalar, launch: &ConcreteLaunch) -> Option<Value> {
    let Scalar::Special(special) = scalar else { return None };
    let at = |values: [u32; 3], axis: wp_kir::Axis| Some(Value::Int(i128::from(values[axis.index()])));
    match special {
        Special::BlockDim(axis) => at(launch.block, axis),
        Special::GridDim(axis) => at(launch.grid, axis),
        Special::GlobalOffset(axis) => Some(Value::Int(i128::from(launch.offset[axis.index()]))),
        Special::ThreadIdx(_) | Special::BlockIdx(_) | Special::LaneId => None,
    }
}

/// The value of a parameter of a type.
pub fn of_cell(ty: Type, value: Cell) -> Option<Value> {
    match value {
        Cell::Bool(b) => Some(truth(b)),
        Cell::Int(v) => Some(Value::Int(v)),
        Cell::Float(bits) => number(ty, bits, true),
        Cell::Ptr { .. } => None,
    }
}

fn truth(b: bool) -> Value {
    Value::Truth(if b { Truth::True } else { Truth::False })
}

/// The value of a cell of a type.
pub fn number(ty: Type, bits: u64, exact: bool) -> Option<Value> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;
    use wp_interp::ObjectInput;
    use wp_kir::ObjectId;

    /// The third and the fourth element of an array with this fill, of which the second and the third are listed.
    fn elements(fill: Fill) -> [Option<Value>; 2] {
        let text = "kernel \"k\" cuda { loops 0; labels 0; param p0 \"a\": ptr = v0 -> o0;
            object o0 \"a\" global param p0 elem i32 init input; var v0 \"a\": ptr; body { return; } }";
        let kernel = wp_kir::parse_kernel(text).unwrap();
        let object = ObjectId::from_index(0);
        let cells = [(4, vec![7, 0, 0, 0]), (8, vec![0xfe, 0xff, 0xff, 0xff])].into_iter().collect();
        let mut inputs = Inputs::default();
        inputs.objects.insert(object, ObjectInput { size: Some(16), fill, cells });
        let given = Given { kernel: &kernel, launch: ConcreteLaunch::linear(1, 1), inputs: &inputs };
        assert_eq!(given.element(Array::Object(object), Type::I32, 4, false), None, "behind the end");
        [2, 3].map(|i| given.element(Array::Object(object), Type::I32, i, false))
    }

    #[test]
    fn cells_and_fills_are_read() {
        let known = Some(Value::Int(-2));
        assert_eq!(elements(Fill::Zero), [known, Some(Value::Int(0))]);
        assert_eq!(elements(Fill::Index), [known, Some(Value::Int(3))]);
        assert_eq!(elements(Fill::Any(1)), [known, None]);
    }
}
