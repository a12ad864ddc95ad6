//! Kernel to summary: the passes of the execution, and what is known of a summary as a whole.

use crate::context::Context;
use crate::exec::Exec;
use crate::scalars::replace_private_arrays;
use crate::{alignment, Config, Summary};
use wp_kir::Kernel;
use wp_logic::Terms;

/// Summarises a kernel. Two passes: the first finds out which objects are written, so that in the second the others
/// read as functions of the address. Private arrays that are sets of variables are taken as such.
pub fn summarise(kernel: &Kernel, terms: &mut Terms, config: &Config) -> Summary {
    let replaced = replace_private_arrays(kernel, config.contents);
    let kernel = replaced.as_ref().unwrap_or(kernel);
    let mut summary = executed(kernel, terms, config);
    summary.alignment = alignment::conditions(kernel, &summary, terms);
    summary
}

fn executed(kernel: &Kernel, terms: &mut Terms, config: &Config) -> Summary {
    let first = Exec::new(Context::new(kernel, terms, config, None)).run();
    let all_written = kernel.objects.ids().all(|o| first.memory.written.contains(&o));
    // Writes that the first pass did not reach, or could not attribute, may touch any object.
    if all_written || !first.memory.unresolved_writes.is_empty() || first.incomplete.is_some() {
        return first;
    }
    let second = Exec::new(Context::new(kernel, terms, config, Some(&first.memory.written))).run();
    if second.memory.written.is_subset(&first.memory.written) {
        second
    } else {
        first
    }
}
