//! The arguments of a launch in the interpreter, so that a program can repeat it on a device.

use crate::{Argument, Arguments};
use wp_interp::{touched_inputs, ConcreteLaunch, Config, Contents, Inputs, Value};
use wp_kir::{Kernel, ObjectId, ObjectKind, Space, Type};

/// The greatest size in bytes of a buffer in an example. A greater one is of no use to read or to compile.
const LARGEST: u64 = 1 << 20;
/// The bytes that a buffer of unknown size has behind the last page that the run touches.
const MARGIN: u64 = 256;
/// The size passed for dynamic shared memory of unknown size: the least that every device has.
const DYNAMIC_SHARED: u64 = 48 << 10;

/// The arguments of a run, or why there are none.
pub fn arguments(
    kernel: &Kernel,
    launch: &ConcreteLaunch,
    inputs: &Inputs,
    config: &Config,
) -> Result<Arguments, &'static str> {
    if launch.offset != [0; 3] {
        return Err("the launch has a global offset");
    }
    let config = Config { races: false, ..config.clone() };
    let memory = touched_inputs(kernel, launch, inputs, &config);
    let size_of = |id: ObjectId| inputs.objects.get(&id).and_then(|o| o.size).or(kernel.objects[id].size);
    let mut values = Vec::new();
    for (id, param) in kernel.params.iter() {
        if kernel.objects.values().any(|o| o.bytes == Some(id)) {
            return Err("the size of an array is a parameter that the source does not have");
        }
        // Ghosts and values of the host are no parameters of the source.
        if param.name.contains(' ') {
            continue;
        }
        if param.name.contains('.') {
            return Err("a parameter is a structure");
        }
        let value = match (param.ty, param.object) {
            (Type::Ptr, Some(object)) => match (kernel.objects[object].space, kernel.objects[object].kind) {
                (Space::Global, ObjectKind::Param(_)) => buffer(memory.get(&object), size_of(object))?,
                (Space::Shared, _) => Argument::Local(size_of(object).unwrap_or(DYNAMIC_SHARED)),
                (Space::Image, _) => return Err("a parameter is an image"),
                _ => return Err("a parameter points to constant memory"),
            },
            (Type::Ptr, None) => return Err("a parameter points to nothing that is known"),
            (ty, _) => Argument::Scalar(ty, scalar(ty, inputs.params.get(&id))),
        };
        values.push((param.name.to_string(), value));
    }
    let dynamic = kernel.objects.iter().find(|(_, o)| o.kind == ObjectKind::DynamicShared);
    let dynamic_shared = dynamic.map_or(0, |(id, _)| size_of(id).unwrap_or(DYNAMIC_SHARED));
    Ok(Arguments { values, dynamic_shared })
}

fn scalar(ty: Type, value: Option<&Value>) -> Vec<u8> {
    let bits = match value {
        Some(Value::Int(v)) => *v as u64,
        Some(Value::Float(bits)) => *bits,
        Some(Value::Bool(b)) => u64::from(*b),
        _ => 0,
    };
    bits.to_le_bytes()[..(ty.size() as usize).clamp(1, 8)].to_vec()
}

/// The touched part of an object as one buffer.
fn buffer(contents: Option<&Contents>, size: Option<u64>) -> Result<Argument, &'static str> {
    let mut bytes = Vec::new();
    for (&start, page) in contents.iter().flat_map(|c| &c.pages) {
        let Ok(start) = usize::try_from(start) else { return Err("an access lies in front of its array") };
        if start as u64 > LARGEST {
            return Err("an array is too large");
        }
        bytes.resize(bytes.len().max(start + page.len()), 0);
        bytes[start..start + page.len()].copy_from_slice(page);
    }
    let size = size.unwrap_or(bytes.len() as u64 + MARGIN);
    if size > LARGEST {
        return Err("an array is too large");
    }
    bytes.truncate(size as usize);
    let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    bytes.truncate(used);
    Ok(Argument::Buffer { size, bytes })
}
