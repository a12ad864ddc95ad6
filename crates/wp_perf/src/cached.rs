//! WP0705: arrays that the kernel only reads, through pointers that are not declared `const __restrict__`.
//!
//! The read-only data cache may hold memory that no thread writes while the kernel runs. The compiler uses it where the
//! pointer is `const __restrict__`, or where the source says `__ldg` (CUDA C++ Programming Guide, "Read-Only Data Cache
//! Load Function"). Over all launches: the kernel has no store or atomic that may touch the array, provided that no two
//! pointers lead to one buffer.

use crate::launch::Chosen;
use crate::Performance;
use std::collections::BTreeSet;
use wp_base::{Diagnostic, Severity, Span};
use wp_kir::{Block, Dialect, Kernel, ObjectKind, Space, StmtKind};
use wp_summary::{AccessMode, EventKind};

/// Adds the notes.
pub(crate) fn notes(kernel: &Kernel, chosen: &Chosen, out: &mut Performance) {
    let general = &chosen.general;
    if kernel.dialect != Dialect::Cuda || !general.memory.unresolved_writes.is_empty() {
        return;
    }
    let mut volatile = BTreeSet::new();
    volatile_loads(&kernel.body, &mut volatile);
    for (id, object) in kernel.objects.iter() {
        let of_parameter = matches!(object.kind, ObjectKind::Param(_)) && object.space == Space::Global;
        if !of_parameter || (object.is_const && object.restrict) || general.memory.written.contains(&id) {
            continue;
        }
        let accesses = general.events.iter().filter_map(|e| match &e.kind {
            EventKind::Access(a) if a.object == id => Some((a, e.span)),
            _ => None,
        });
        let accesses: Vec<_> = accesses.collect();
        let plain =
            |(a, span): &(&wp_summary::Access, Span)| a.mode == AccessMode::Read && a.exact && !volatile.contains(span);
        let Some((_, first)) = accesses.first() else { continue };
        if !accesses.iter().all(plain) {
            continue;
        }
        let name = &object.name;
        let message = format!("the kernel only reads `{name}`, and its pointer does not say so");
        let d = Diagnostic::new("WP0705", Severity::Note, message)
            .primary(object.span, "declared here")
            .secondary(*first, "read here")
            .note("no store and no atomic of the kernel touches it, provided that no two pointers lead to one buffer");
        out.notes.push(d.help(format!(
            "declare it `const ... *__restrict__ {name}`, or read it by `__ldg`, so that the read-only data cache may hold it"
        )));
    }
}

fn volatile_loads(block: &Block, out: &mut BTreeSet<Span>) {
    wp_kir::visit(block, &mut |stmt| {
        if matches!(stmt.kind, StmtKind::Load { volatile: true, .. }) {
            out.insert(stmt.span);
        }
    });
}
