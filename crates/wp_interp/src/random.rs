//! Random inputs for testing: small numbers near the extents of the launch, small array contents.

use crate::api::{ConcreteLaunch, Fill, Inputs, ObjectInput, Value};
use crate::memory::mix;
use wp_base::Id;
use wp_kir::{Init, Kernel, Space, Type};

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
                let ty = crate::code::Ty::of(param.ty).unwrap_or(crate::code::Ty::F32);
                Value::Float(crate::memory::small(ty, hash))
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
