//! Barriers of the block, and the barrier invariants that wait for one.

use super::Builder;
use crate::values::Value;
use wp_base::Span;
use wp_kir::{has_barrier, AssertKind, BarrierInvariant, BarrierScope, ExprId, Fence, NamedBarrier, StmtKind};

/// The message for a clause that belongs to no barrier.
pub(crate) const NO_BARRIER: &str =
    "no barrier of the block follows this barrier invariant: it stands in front of one, in the same list of statements";

/// Barrier invariants in the current block for which no barrier has followed yet.
#[derive(Default)]
pub(super) struct PendingInvariants {
    /// The invariants; true for a specification clause, false for an annotation call.
    invariants: Vec<(BarrierInvariant, bool)>,
    /// The index in the current block of the first statement behind the first invariant.
    pub(super) since: usize,
}

impl Builder<'_> {
    /// Keeps a barrier invariant for the next barrier. `clause` is true for a specification clause, false for a call.
    pub(crate) fn wait_for_barrier(&mut self, invariant: BarrierInvariant, clause: bool) {
        if self.pending_invariants.invariants.is_empty() {
            self.pending_invariants.since = self.current_block.len();
        }
        self.pending_invariants.invariants.push((invariant, clause));
    }

    /// The invariants that belong to the barrier that is about to be emitted. If a statement between them and the
    /// barrier may execute another barrier, they belong to none and are reported.
    fn take_invariants(&mut self) -> Vec<BarrierInvariant> {
        let waiting = std::mem::take(&mut self.pending_invariants);
        let between = self.current_block.get(waiting.since..).unwrap_or_default();
        if waiting.invariants.is_empty() || !has_barrier(between) {
            return waiting.invariants.into_iter().map(|(invariant, _)| invariant).collect();
        }
        self.report_without_barrier(waiting);
        Vec::new()
    }

    /// Reports barrier invariants that no barrier follows.
    pub(super) fn report_without_barrier(&mut self, waiting: PendingInvariants) {
        for (invariant, clause) in waiting.invariants {
            if clause {
                self.spec_error(NO_BARRIER, invariant.span);
                continue;
            }
            self.unmodelled("barrier invariant without a barrier behind it", AssertKind::Barrier, invariant.span);
        }
    }

    /// Emits a barrier of the block, with the invariants that stand in front of it.
    pub(crate) fn block_barrier(&mut self, fence: Fence, span: Span) -> Value {
        let invariants = self.take_invariants();
        self.emit_void_call(
            StmtKind::Barrier { scope: BarrierScope::Block, fence, agree: Vec::new(), invariants },
            span,
        )
    }

    /// Emits an operation on a numbered barrier of the block. Number 0 for all threads is the barrier of the block.
    pub(crate) fn named_barrier(&mut self, id: ExprId, count: Option<ExprId>, waits: bool, span: Span) {
        if waits && count.is_none() && self.const_int(id) == Some(0) {
            drop(self.block_barrier(Fence::ALL, span));
            return;
        }
        let invariants = std::mem::take(&mut self.pending_invariants);
        self.report_without_barrier(invariants);
        self.emit(StmtKind::NamedBarrier(NamedBarrier { id, count, waits }), span);
    }

    /// Reports the barrier invariants that no barrier has followed at the end of the kernel.
    pub(crate) fn report_pending_invariants(&mut self) {
        let waiting = std::mem::take(&mut self.pending_invariants);
        self.report_without_barrier(waiting);
    }
}
