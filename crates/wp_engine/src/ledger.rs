//! The ledger: assumptions that follow from the rules and from the statements of the kernel, not from its summary.

use crate::arrays;
use crate::Options;
use std::collections::BTreeSet;
use wp_base::Assumption;
use wp_kir::{any_stmt, AssertKind, AssumeKind, Dim, ExprKind, Kernel, Special, StmtKind};

/// Adds the assumptions that the verdicts on this kernel rest on under these options.
pub(crate) fn extend_assumptions(kernel: &Kernel, options: &Options, assumptions: &mut BTreeSet<Assumption>) {
    if !options.bounds
        || kernel.objects.values().any(|o| o.size.is_none() && o.bytes.is_none() && o.space != wp_kir::Space::Private)
    {
        assumptions.insert(Assumption::InBounds);
    }
    let reads_offset = |e: &wp_kir::Expr| matches!(e.kind, ExprKind::Special(Special::GlobalOffset(_)));
    if options.launch.offset == [Dim::Known(0); 3] && kernel.exprs.values().any(reads_offset) {
        assumptions.insert(Assumption::NoGlobalOffset);
    }
    if kernel.loop_count > 0 {
        assumptions.insert(Assumption::Terminates);
    }
    if !arrays::unchecked(kernel, options).is_empty() {
        assumptions.insert(Assumption::UncheckedArrays);
    }
    if options.only_intra_group {
        assumptions.insert(Assumption::OneBlock);
    }
    let states_invariant =
        |kind: &StmtKind| matches!(kind, StmtKind::Barrier { invariants, .. } if !invariants.is_empty());
    if options.no_barrier_access_checks
        && options.grants(Assumption::BarrierAccess)
        && any_stmt(&kernel.body, &states_invariant)
    {
        assumptions.insert(Assumption::BarrierAccess);
    }
    if options.benign_same_value {
        assumptions.insert(Assumption::BenignSameValue);
    }
    if options.atomic_races != wp_interp::AtomicRaces::default() {
        assumptions.insert(Assumption::AtomicTolerance);
    }
    let warp_barrier =
        |kind: &StmtKind| matches!(kind, StmtKind::Barrier { scope: wp_kir::BarrierScope::Warp { .. }, .. });
    let warp_operation = |kind: &StmtKind| matches!(kind, StmtKind::Warp { mask: Some(_), .. });
    // That the work-items of a sub-group of OpenCL arrive is checked as divergence.
    let lanes_arrive = !kernel.dialect.is_cpp()
        || !any_stmt(&kernel.body, &|kind| warp_barrier(kind) || warp_operation(kind) || is_of_lanes(kind));
    if options.warp_sync.is_some() || !lanes_arrive {
        assumptions.insert(Assumption::WarpSync);
    }
    let barrier = |kind: &StmtKind| matches!(kind, StmtKind::Barrier { .. } | StmtKind::NamedBarrier(_));
    let exits = |kind: &StmtKind| matches!(kind, StmtKind::Return);
    if options.exit_arrives()
        && kernel.dialect.is_cpp()
        && any_stmt(&kernel.body, &barrier)
        && any_stmt(&kernel.body, &exits)
    {
        assumptions.insert(Assumption::ExitArrives);
    }
    let accesses_handle = |kind: &StmtKind| matches!(kind, StmtKind::Assume { kind: AssumeKind::Aliasing, .. });
    if kernel.objects.values().filter(|o| o.may_be_given()).count() < 2 && !any_stmt(&kernel.body, &accesses_handle) {
        assumptions.remove(&Assumption::NoAlias);
    }
}

/// True if the statement checks the mask of an operation between lanes.
fn is_of_lanes(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assert { kind: AssertKind::LaneOfMask | AssertKind::LanesArrive, .. })
}
