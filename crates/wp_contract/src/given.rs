//! Whether the inputs of a run satisfy the preconditions that its kernel does not assume: those with quantifiers.

use crate::memory::{number, Memory};
use std::collections::BTreeMap;
use wp_interp::{ConcreteLaunch, Fill, Inputs, Value as Cell};
use wp_kir::{Init, Kernel, Special, Type};
use wp_spec::{eval, Array, Contract, Scalar, State, Truth, Value};

/// Bytes of a cell, at most.
const CELL: u64 = 64;

/// Whether every precondition with quantifiers holds of a launch and its inputs; what is not known to hold does not.
pub fn satisfies(kernel: &Kernel, contract: &Contract, launch: ConcreteLaunch, inputs: &Inputs) -> bool {
    let mut scalars = inputs.params.clone();
    for (id, param) in kernel.params.iter().filter(|(_, p)| p.object.is_none()) {
        // A missing scalar is 0.
        scalars.entry(id).or_insert(match param.ty {
            Type::Bool => Cell::Bool(false),
            Type::Float { .. } => Cell::Float(0),
            _ => Cell::Int(0),
        });
    }
    let memory = Memory { kernel, launch, scalars, arrays: BTreeMap::new(), after: None };
    let given = Given { memory, inputs };
    let quantified = contract.requires.iter().filter(|c| !c.condition.is_quantifier_free());
    quantified.into_iter().all(|c| eval(&c.condition, &given) == Truth::True)
}

/// Sparse contents; those that are made up by a seed are not known.
struct Given<'a> {
    memory: Memory<'a>,
    inputs: &'a Inputs,
}

impl State for Given<'_> {
    fn scalar(&self, scalar: Scalar) -> Option<Value> {
        match scalar {
            Scalar::Special(Special::GlobalOffset(_)) => None,
            _ => self.memory.scalar(scalar),
        }
    }

    fn element(&self, array: Array, elem: Type, index: i128, _: bool) -> Option<Value> {
        let Array::Object(object) = array else { return None };
        if self.memory.kernel.objects[object].init != Init::Input {
            return None;
        }
        let from = u64::try_from(index.checked_mul(i128::from(elem.size()))?).ok()?;
        let input = self.inputs.objects.get(&object);
        let mut bits = 0u64;
        for i in 0..elem.size() {
            let at = from.checked_add(i)?;
            // Later cells are written over earlier ones.
            let covering = |(start, bytes): (&u64, &Vec<u8>)| bytes.get(usize::try_from(at - start).ok()?).copied();
            let cells = input.map(|o| o.cells.range(at.saturating_sub(CELL)..=at));
            let cell = cells.and_then(|cells| cells.rev().find_map(covering));
            let byte = match (cell, input.map_or(Fill::Zero, |o| o.fill)) {
                (Some(byte), _) => byte,
                (None, Fill::Zero) => 0,
                (None, _) => return None,
            };
            bits |= u64::from(byte) << (8 * i);
        }
        number(elem, bits, true)
    }
}
