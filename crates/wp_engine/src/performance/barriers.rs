//! WP0704: barriers that no race needs.
//!
//! A barrier is removed from the kernel (with its copies from inlining, which have its place) and the kernel is
//! verified again. The note is made only if every property that was proved is proved again, under no further
//! assumption, races and divergence included. Then the barrier is not needed: a value that one thread stores in front
//! of it and another one reads or stores behind it would race without it.
//!
//! That argument holds for plain accesses, so kernels with atomics, volatile accesses or barrier invariants are left
//! out, and rules under which some conflicts are tolerated or warps run in lock-step.

use crate::attempts::Subject;
use crate::kernel::check_with;
use crate::{KernelReport, Options, Property};
use std::collections::BTreeSet;
use wp_base::{Diagnostic, Severity, Span};
use wp_check::Limits;
use wp_interp::AtomicRaces;
use wp_kir::{BarrierScope, Block, Kernel, StmtKind};
use wp_solve::Solver;

wp_base::limits! {
    /// Barriers of a kernel that are tried at most.
    const MOST_BARRIERS: usize = 16;
}

/// The notes on a kernel with the report on it.
pub(super) fn notes(
    kernel: &Kernel,
    options: &Options,
    report: &KernelReport,
    solver: &mut Solver,
    limits: Limits,
) -> Vec<Diagnostic> {
    let tolerant = options.benign_same_value || options.atomic_races != AtomicRaces::default();
    if tolerant
        || options.warp_sync.is_some()
        || !report.is_proved(Property::Races)
        || !report.is_proved(Property::Divergence)
    {
        return Vec::new();
    }
    let mut barriers = BTreeSet::new();
    if !collect(&kernel.body, &mut barriers) {
        return Vec::new();
    }
    // A barrier with a result counts or votes, for which the threads have to meet.
    wp_kir::visit(&kernel.body, &mut |stmt| {
        if let StmtKind::Havoc { .. } = stmt.kind {
            barriers.remove(&stmt.span);
        }
    });
    let unneeded = barriers.into_iter().take(MOST_BARRIERS.get()).filter(|&at| {
        let mut without = kernel.clone();
        remove(&mut without.body, at);
        is_as_good(&without, options, report, solver, limits)
    });
    unneeded.map(note).collect()
}

fn note(at: Span) -> Diagnostic {
    Diagnostic::new("WP0704", Severity::Note, "no race needs this barrier")
        .primary(at, "nothing that one thread does before it conflicts with what another one does after it")
        .note("without it, everything was proved again under the same assumptions")
        .help("remove it; of several such barriers remove one, and check again")
}

/// True if all that is proved of a kernel is proved of the one without a barrier, under no further assumption.
fn is_as_good(without: &Kernel, options: &Options, report: &KernelReport, solver: &mut Solver, limits: Limits) -> bool {
    // Each barrier is tried with as much effort as the check had.
    let limits = Limits { effort: solver.stats().spent.saturating_add(limits.effort), ..limits };
    let options = Options { performance: false, preconditions: false, ..options.clone() };
    let subject = Subject { kernel: without, requires: &[], options: &options };
    let again = check_with(subject, solver, limits).report;
    let all = [Property::Races, Property::Divergence, Property::Bounds, Property::Alignment, Property::Assertions];
    all.into_iter().all(|p| !report.is_proved(p) || again.is_proved(p))
        && again.assumptions.iter().all(|a| report.assumptions.contains(a))
}

/// The places of barriers that may be removed; whether the argument holds for everything else in the block.
fn collect(block: &Block, out: &mut BTreeSet<Span>) -> bool {
    block.iter().all(|stmt| match &stmt.kind {
        StmtKind::Barrier { scope: BarrierScope::Block, agree, invariants, .. } => {
            // The value on which the threads agree there is a result, for which they have to meet.
            if agree.is_empty() && !stmt.span.is_none() {
                out.insert(stmt.span);
            }
            invariants.is_empty()
        }
        StmtKind::Atomic { .. }
        | StmtKind::NamedBarrier(_)
        | StmtKind::MemFence { .. }
        | StmtKind::Copy(_)
        | StmtKind::Load { volatile: true, .. }
        | StmtKind::Store { volatile: true, .. } => false,
        kind => kind.blocks().into_iter().all(|b| collect(b, out)),
    })
}

/// Removes the barriers at a place.
fn remove(block: &mut Block, at: Span) {
    block.retain(|stmt| !(stmt.span == at && matches!(stmt.kind, StmtKind::Barrier { .. })));
    for stmt in block {
        stmt.kind.blocks_mut().into_iter().for_each(|b| remove(b, at));
    }
}
