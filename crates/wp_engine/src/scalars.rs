//! Scalar parameters whose values the options fix (`--kernel-args`).

use crate::Options;
use std::collections::BTreeMap;
use wp_kir::{Kernel, Param, ParamId};

/// The fixed values of this kernel's scalars.
pub(crate) fn fixed_scalars(kernel: &Kernel, options: &Options) -> BTreeMap<ParamId, i128> {
    let mut out = BTreeMap::new();
    for (name, values) in &options.kernel_args {
        if **name != *kernel.name {
            continue;
        }
        // A parameter of the source is one or several scalars: those of a struct share its name in front of their path.
        let mut groups: Vec<Vec<(ParamId, &Param)>> = Vec::new();
        for (id, param) in kernel.params.iter() {
            match groups.last_mut() {
                Some(group) if group.last().is_some_and(|(_, last)| root(&last.name) == root(&param.name)) => {
                    group.push((id, param));
                }
                _ => groups.push(vec![(id, param)]),
            }
        }
        let scalars = groups.iter().filter(|g| g.iter().any(|(_, p)| p.object.is_none()));
        for (group, value) in scalars.zip(values) {
            let Some(value) = value else { continue };
            // Every scalar lies at the next multiple of its size, as C lays out a struct of scalars.
            let mut offset = 0;
            for (id, param) in group {
                let size = param.ty.size();
                offset = u64::next_multiple_of(offset, size.max(1));
                if let (Some((lo, hi)), true) = (param.ty.int_range(), offset < 16) {
                    let mask = hi - lo;
                    let bits = (value >> (8 * offset)) & mask;
                    out.insert(*id, if bits > hi { bits - mask - 1 } else { bits });
                }
                offset += size;
            }
        }
    }
    out
}

/// The name of a source parameter in that of one of its scalars.
fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}
