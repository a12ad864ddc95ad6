//! GPUVerify's barrier invariants: `__barrier_invariant_N(e, t1, .., tN)` and `__barrier_invariant_binary_N(e, s1, t1, ..)`.
//!
//! They belong to the barrier that follows in the same block (Chong et al. 2013, section 3.3) and are conditions on memory when
//! all threads have arrived there. Exact. One that no barrier follows, or that something follows which may hold another
//! barrier, is a claim that is not checked; an instance that cannot be evaluated without effects is left out, which is
//! fewer facts.

use crate::calls::Call;
use crate::ctx::{Lowerer, Value};
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{AssertKind, BarrierInvariant, BarrierScope, Block, ExprId, Fence, StmtKind};

/// Barrier invariants that wait for their barrier.
#[derive(Default)]
pub(crate) struct Waiting {
    invariants: Vec<BarrierInvariant>,
    /// Where the statements behind the first of them start in the current block.
    since: usize,
}

impl<'u> Lowerer<'u> {
    /// Keeps a barrier invariant for the next barrier.
    pub(crate) fn barrier_invariant(&mut self, call: &Call<'u>) {
        let Some((&cond, indices)) = call.args.split_first() else { return };
        let cond = self.spec_condition(cond);
        let arity = if call.name.starts_with("__barrier_invariant_binary") { 2 } else { 1 };
        let mut instances = Vec::new();
        for threads in indices.chunks_exact(arity) {
            match threads.iter().map(|t| self.spec_index(t)).collect() {
                Some(threads) => instances.push(threads),
                None => self.approximate("an instance of a barrier invariant is not used", call.span),
            }
        }
        if self.waiting.invariants.is_empty() {
            self.waiting.since = self.cur.len();
        }
        self.waiting.invariants.push(BarrierInvariant { cond, instances, span: call.span });
    }

    /// The invariants that stand in front of the barrier that is about to be emitted.
    pub(crate) fn take_invariants(&mut self) -> Vec<BarrierInvariant> {
        let waiting = std::mem::take(&mut self.waiting);
        let between = self.cur.get(waiting.since..).unwrap_or_default();
        if waiting.invariants.is_empty() || !synchronises(between) {
            return waiting.invariants;
        }
        self.give_up(waiting);
        Vec::new()
    }

    /// No barrier follows these.
    pub(crate) fn give_up(&mut self, waiting: Waiting) {
        for invariant in waiting.invariants {
            self.unmodelled("barrier invariant without a barrier behind it", AssertKind::Barrier, invariant.span);
        }
    }

    /// A number in specification context.
    fn spec_index(&mut self, node: &'u Node) -> Option<ExprId> {
        self.spec += 1;
        let (index, block) = self.in_block(|s| s.scalar(node));
        self.spec -= 1;
        block.is_empty().then_some(index)
    }

    /// A barrier of the block with the invariants in front of it.
    pub(crate) fn block_barrier(&mut self, fence: Fence, span: Span) -> Value {
        let invariants = self.take_invariants();
        self.void(StmtKind::Barrier { scope: BarrierScope::Block, fence, agree: Vec::new(), invariants }, span)
    }
}

/// Whether a barrier may be executed.
fn synchronises(block: &[wp_kir::Stmt]) -> bool {
    let any = |blocks: &[&Block]| blocks.iter().any(|b| synchronises(b));
    block.iter().any(|s| match &s.kind {
        StmtKind::Barrier { .. } => true,
        StmtKind::If { then_block, else_block, .. } => any(&[then_block, else_block]),
        StmtKind::Loop { head, body, step, .. } => any(&[head, body, step]),
        StmtKind::Labelled { body, .. } => any(&[body]),
        _ => false,
    })
}
