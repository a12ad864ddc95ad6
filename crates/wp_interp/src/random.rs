//! Values chosen by hashes: contents and results that are not given, and random inputs for testing (small numbers near
//! the extents of the launch, small array contents).

use crate::api::{ConcreteLaunch, Fill, Inputs, ObjectInput, Value};
use crate::float::from_f64;
use crate::ops::wrap;
use crate::value::{Reg, Ty};
use wp_base::Id;
use wp_kir::{Init, Kernel, Space, Type};

/// Mixes a word into a hash (splitmix64).
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    let mut z = (hash ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A small value of a type chosen by a hash: integers in 0..=15 mostly, floats in quarters, pointers null.
pub fn small(ty: Ty, hash: u64) -> u64 {
    match ty {
        Ty::Bool => hash & 1,
        Ty::Ptr => 0,
        Ty::F16 | Ty::F32 | Ty::F64 => from_f64(ty, (hash % 64) as f64 / 4.0 - 4.0),
        _ if hash >> 60 == 0 => wrap(ty, hash >> 8),
        _ if hash >> 60 == 1 => wrap(ty, ((hash >> 8) % 9).wrapping_sub(4)),
        _ => (hash >> 8) % 16,
    }
}

/// A value for a variable that a thread has not set.
pub fn unset_value(block_salt: u64, thread: u32, reg: Reg, ty: Ty) -> u64 {
    small(ty, mix(mix(block_salt, u64::from(thread)), u64::from(reg)))
}

/// Inputs determined by `seed`: integers are mostly in 0..=64, extents of the launch or products of them, or powers of
/// two; floats are small; array elements are small or below the number of threads. `size_hint` is the number of
/// elements of an array of unknown size (`None`: unbounded).
pub fn random_inputs(kernel: &Kernel, launch: &ConcreteLaunch, seed: u64, size_hint: Option<u64>) -> Inputs {
    let mut inputs = Inputs { seed, ..Inputs::default() };
    let threads = launch.threads_per_block();
    let all = threads.saturating_mul(launch.blocks());
    for (id, param) in kernel.params.iter() {
        let hash = mix(mix(seed, 1), id.index() as u64);
        let pick = mix(hash, 2);
        let value = match param.ty {
            Type::Ptr => continue,
            Type::Bool => Value::Bool(hash & 1 == 1),
            Type::Int { bits, signed } => {
                let number = match hash % 16 {
                    0..=3 => pick % 9,
                    4..=6 => pick % 65,
                    7 | 8 => u64::from(launch.block[(pick % 3) as usize]),
                    9 => u64::from(launch.grid[(pick % 3) as usize]),
                    10 => threads,
                    11 | 12 => all,
                    13 => all.saturating_add(pick % 5).saturating_sub(2),
                    14 => 1 << (pick % 11),
                    _ if signed => (pick % 9).wrapping_sub(8),
                    _ => pick % 1024,
                };
                // Keep the value in the range of a narrow type.
                let number = number as i64;
                let limit = 1i64 << (bits.min(32) - 1);
                Value::Int(i128::from(if number >= limit { number % limit } else { number }))
            }
            Type::Float { .. } => {
                let ty = Ty::of(param.ty).unwrap_or(Ty::F32);
                Value::Float(small(ty, hash))
            }
        };
        inputs.params.insert(id, value);
    }
    for (id, object) in kernel.objects.iter() {
        if object.init != Init::Input || matches!(object.space, Space::Private) {
            continue;
        }
        let hash = mix(mix(seed, 3), id.index() as u64);
        let fill = match hash % 4 {
            0 => Fill::Zero,
            1 => Fill::Small(hash),
            2 => Fill::Index,
            _ => Fill::Below { seed: hash, bound: all },
        };
        let size = object.size.or(size_hint.map(|n| n.saturating_mul(object.elem.size())));
        inputs.objects.insert(id, ObjectInput { size, fill, ..ObjectInput::default() });
    }
    inputs
}
