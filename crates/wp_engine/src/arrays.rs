//! Single arrays: options about their sizes and about races on them, and the names of their elements.

use crate::Options;
use std::collections::BTreeSet;
use wp_base::Diagnostic;
use wp_kir::{Kernel, ObjectId, ObjectKind, Space};

/// True if races are looked for on any array at all.
pub(crate) fn any_checked(options: &Options) -> bool {
    options.race_arrays.as_ref().is_none_or(|names| !names.is_empty())
}

/// The objects that threads may share and on which races are not looked for.
pub(crate) fn unchecked(kernel: &Kernel, options: &Options) -> BTreeSet<ObjectId> {
    let Some(names) = &options.race_arrays else { return BTreeSet::new() };
    let objects = kernel.objects.iter().filter(|(_, o)| o.space != Space::Private);
    objects.filter(|(_, o)| !names.iter().any(|n| **n == *o.name)).map(|(id, _)| id).collect()
}

/// An error for every array that the options name and that no kernel has.
pub(crate) fn missing<'k>(kernels: impl Iterator<Item = &'k Kernel> + Clone, options: &Options) -> Vec<Diagnostic> {
    let names = options.race_arrays.iter().flatten();
    let absent = names.filter(|name| !kernels.clone().any(|k| k.objects.values().any(|o| *o.name == ***name)));
    let error = |name: &String| {
        Diagnostic::error("WP0506", format!("no kernel has an array named `{name}`"))
            .help("the check is to be restricted to this array; name a pointer parameter or a declared array")
    };
    absent.map(error).collect()
}

/// Gives the objects of pointer parameters the sizes in bytes that the options state, in the order of the parameters.
pub(crate) fn set_sizes(kernel: &mut Kernel, options: &Options) {
    let given = options.kernel_arrays.iter().filter(|(name, _)| **name == *kernel.name);
    let sizes: Vec<u64> = given.flat_map(|(_, sizes)| sizes.iter().copied()).collect();
    let parameters = kernel.objects.values_mut().filter(|o| matches!(o.kind, ObjectKind::Param(_)));
    for (object, size) in parameters.zip(sizes) {
        object.size = Some(size);
    }
}

/// An element of an array by its indices, as the source would write it.
pub(crate) fn element(kernel: &Kernel, object: ObjectId, offset: i64) -> String {
    let o = &kernel.objects[object];
    let size = o.elem.size().max(1) as i64;
    let (index, byte) = (offset.div_euclid(size), offset.rem_euclid(size));
    let mut text = format!("{}", o.name);
    if o.shape.len() > 1 {
        let mut rest = index;
        let mut parts = Vec::new();
        for &extent in o.shape[1..].iter().rev() {
            parts.push(rest.rem_euclid(extent.max(1) as i64));
            rest = rest.div_euclid(extent.max(1) as i64);
        }
        parts.push(rest);
        parts.iter().rev().for_each(|p| text.push_str(&format!("[{p}]")));
    } else {
        text.push_str(&format!("[{index}]"));
    }
    if byte != 0 {
        text.push_str(&format!(" (byte {byte} of it)"));
    }
    text
}
