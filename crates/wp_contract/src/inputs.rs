//! Launches and inputs for runs: small ones, repaired until they satisfy the preconditions.
//!
//! A scalar or an extent that a precondition equates or compares with a value gets this value; all other values are
//! random.

use crate::memory::Memory;
use std::collections::BTreeMap;
use wp_base::Id;
use wp_interp::{random_inputs, Value as Cell};
use wp_kir::{Dim, Init, Kernel, Launch, Special, Type};
use wp_spec::{eval, value, BinOp, Clause, Contract, Relation, Scalar, State, Term, TermKind, Truth, Value};
use wp_summary::dimensions_named;
use wp_trials::FOR_CONTRACTS;

wp_base::limits! {
    /// Passes over the preconditions.
    const PASSES: usize = 24;
    /// Elements of an array with contents.
    const ELEMENTS: u64 = 1024;
    /// Inputs for each launch.
    pub(crate) const SEEDS: u64 = 6;
}

/// The number of launches that are tried.
pub(crate) fn count() -> u64 {
    FOR_CONTRACTS.len() as u64 * SEEDS.get()
}

/// The inputs of a number; `None` when the preconditions do not hold.
pub(crate) fn inputs<'a>(kernel: &'a Kernel, contract: &Contract, sizing: &Launch, number: u64) -> Option<Memory<'a>> {
    let shape = FOR_CONTRACTS[(number / SEEDS.get()) as usize % FOR_CONTRACTS.len()];
    let given = Launch { block: kernel.required_block.map_or(sizing.block, |block| block.map(Dim::Known)), ..*sizing };
    let [_, y, z] = dimensions_named(kernel).axes();
    let launch = shape.along([true, y, z]).launch(&given);
    let random = random_inputs(kernel, &launch, number, None);
    let scalars = random.params;
    let mut memory = Memory { kernel, launch, scalars, arrays: BTreeMap::new(), after: None };
    let fixed = |special: Special| match special {
        Special::BlockDim(a) => kernel.required_block.is_some() || matches!(sizing.block[a.index()], Dim::Known(_)),
        Special::GridDim(a) => matches!(sizing.grid[a.index()], Dim::Known(_)),
        _ => true,
    };
    let plain: Vec<&Term> = contract.requires.iter().flat_map(|c| c.condition.conjuncts()).collect();
    for _ in 0..PASSES.get() {
        let mut changed = false;
        for condition in &plain {
            if eval(condition, &memory) != Truth::True {
                changed |= repair(condition, &mut memory, &fixed);
            }
        }
        if !changed {
            break;
        }
    }
    let threads: u64 = memory.launch.threads_per_block().saturating_mul(memory.launch.blocks());
    if memory.launch.threads_per_block() > 1024 || threads > 8192 {
        return None;
    }
    memory.arrays = arrays(kernel, number, threads);
    let holds = |c: &Clause| eval(&c.condition, &memory) == Truth::True;
    contract.requires.iter().all(holds).then_some(memory)
}

/// Assigns a scalar or an extent so that a comparison holds; true if a value changed.
fn repair(condition: &Term, memory: &mut Memory, fixed: &dyn Fn(Special) -> bool) -> bool {
    let TermKind::Compare(relation, a, b) = &condition.kind else { return false };
    // `x % c == 0`
    if let (Relation::Eq, TermKind::Binary(BinOp::Rem, x, c), TermKind::Int(0)) = (relation, &a.kind, &b.kind) {
        if let (Some(Value::Int(now)), Some(Value::Int(c))) = (value(x, memory), value(c, memory)) {
            if c > 0 {
                return assign(x, now.div_euclid(c).max(1) * c, memory, fixed);
            }
        }
    }
    let mirrored = match relation {
        Relation::Lt => Relation::Gt,
        Relation::Le => Relation::Ge,
        Relation::Ge => Relation::Le,
        Relation::Gt => Relation::Lt,
        same => *same,
    };
    // Parameters follow extents, not the other way round.
    for launch in [false, true] {
        for (side, relation, other) in [(a, *relation, b), (b, mirrored, a)] {
            let TermKind::Scalar(scalar, _) = &side.kind else { continue };
            if matches!(scalar, Scalar::Special(_)) != launch {
                continue;
            }
            let Some(Value::Int(n)) = value(other, memory) else { continue };
            let wanted = match relation {
                Relation::Lt => n - 1,
                Relation::Le | Relation::Eq | Relation::Ge => n,
                Relation::Gt | Relation::Ne => n + 1,
            };
            if assign(side, wanted, memory, fixed) {
                return true;
            }
        }
    }
    false
}

fn assign(side: &Term, wanted: i128, memory: &mut Memory, fixed: &dyn Fn(Special) -> bool) -> bool {
    let TermKind::Scalar(scalar, ty) = &side.kind else { return false };
    if memory.scalar(*scalar) == Some(Value::Int(wanted)) {
        return false;
    }
    match scalar {
        Scalar::Param(p) => {
            let fits = ty.int_range().is_some_and(|(lo, hi)| lo <= wanted && wanted <= hi) && ty.is_int();
            if fits {
                memory.scalars.insert(*p, Cell::Int(wanted));
            }
            fits
        }
        Scalar::Special(special) if !fixed(*special) => {
            let Some(extent) = u32::try_from(wanted).ok().filter(|n| (1..=1024).contains(n)) else { return false };
            match special {
                Special::BlockDim(axis) => memory.launch.block[axis.index()] = extent,
                Special::GridDim(axis) => memory.launch.grid[axis.index()] = extent,
                _ => return false,
            }
            true
        }
        _ => false,
    }
}

/// Contents of the arrays: indices, small numbers, or numbers below that of the threads.
fn arrays(kernel: &Kernel, number: u64, threads: u64) -> BTreeMap<wp_kir::ObjectId, Vec<u8>> {
    let mut arrays = BTreeMap::new();
    for (id, object) in kernel.objects.iter() {
        if object.init != Init::Input || !object.space.is_of_device() {
            continue;
        }
        let size = object.elem.size().max(1);
        let elements = object.size.map_or(ELEMENTS.get(), |bytes| (bytes / size).min(ELEMENTS.get()));
        let mut bytes = Vec::new();
        for at in 0..elements {
            let hash = mix(number, id.index() as u64, at);
            let small = match number % 3 {
                0 => at + 7 * id.index() as u64,
                1 => hash % 16,
                _ => hash % threads.max(1),
            };
            let cell = match object.elem {
                Type::Float { bits: 32 } => u64::from(((small % 64) as f32 / 4.0 - 4.0).to_bits()),
                Type::Float { bits: 64 } => ((small % 64) as f64 / 4.0 - 4.0).to_bits(),
                Type::Float { .. } => 0,
                Type::Bool => small & 1,
                _ => small,
            };
            bytes.extend_from_slice(&cell.to_le_bytes()[..size as usize]);
        }
        arrays.insert(id, bytes);
    }
    arrays
}

fn mix(a: u64, b: u64, c: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ c;
    for _ in 0..2 {
        x ^= x >> 31;
        x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 29;
    }
    x
}
