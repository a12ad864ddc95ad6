//! Barrier invariants: `//@ barrier invariant E for (t), ...;` and GPUVerify's `__barrier_invariant_N(e, t1, .., tN)`
//! and `__barrier_invariant_binary_N(e, s1, t1, ..)`.
//!
//! Clauses and calls belong to the barrier that follows in the same block (Chong et al. 2013, section 3.3). They are
//! conditions on the memory at the time when all threads have arrived there. Exact. Integers in a clause are
//! mathematical: the claim includes that values of unsigned 64-bit types are below 2^63. If no barrier follows, or a
//! statement in between may contain another barrier, a clause is an error, and a call becomes an assertion that is not
//! modelled. An instance of a call that cannot be evaluated without effects is left out, which gives fewer facts.

use crate::calls::Call;
use crate::ctx::Lowerer;
use crate::spec_comments::Written;
use crate::state::PendingInvariants;
use crate::values::Value;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{AssertKind, BarrierInvariant, BarrierScope, BinOp, ExprId, Fence, StmtKind, Type};
use wp_spec::{Sort, Term};

/// The message for a clause that belongs to no barrier.
pub(crate) const NO_BARRIER: &str =
    "no barrier of the block follows this barrier invariant: it stands in front of one, in the same list of statements";

impl<'u> Lowerer<'u> {
    /// Keeps the barrier invariant of a call for the next barrier.
    pub(crate) fn barrier_invariant(&mut self, call: &Call<'u>) {
        let Some((&cond, indices)) = call.args.split_first() else { return };
        let cond = self.spec_condition(cond);
        let arity = if call.name.starts_with("__barrier_invariant_binary") { 2 } else { 1 };
        let mut instances = Vec::new();
        for threads in indices.chunks_exact(arity) {
            match threads.iter().map(|t| Some(vec![self.spec_index(t)?])).collect() {
                Some(threads) => instances.push(threads),
                None => self.approximate("an instance of a barrier invariant is not used", call.span),
            }
        }
        self.wait_for_barrier(BarrierInvariant { cond, instances, inferred: false, span: call.span }, false);
    }

    fn wait_for_barrier(&mut self, invariant: BarrierInvariant, clause: bool) {
        if self.pending_invariants.invariants.is_empty() {
            self.pending_invariants.since = self.current_block.len();
        }
        self.pending_invariants.invariants.push((invariant, clause));
    }

    /// Keeps the barrier invariant of a clause for the next barrier.
    pub(crate) fn barrier_clause(&mut self, written: &Written) {
        let span = self.place_of(written);
        if self.is_left_out(span) {
            return;
        }
        let clause = &written.clause;
        let Some(condition) = self.resolve_part(written, &clause.condition, false, Sort::Bool) else { return };
        self.note_ghosts(&condition, span);
        let Some((holds, fits)) = self.barrier_term(&condition, span) else { return };
        let cond = self.bin(BinOp::And, fits, holds, span);
        let mut instances = Vec::new();
        for instance in clause.instances.iter().flatten() {
            let mut threads = Vec::new();
            for thread in &instance.threads {
                let mut indices = Vec::new();
                for index in thread {
                    let Some(index) = self.resolve_part(written, index, false, Sort::Int) else { return };
                    self.note_ghosts(&index, span);
                    let Some((index, fits)) = self.barrier_term(&index, span) else { return };
                    // No thread has the index -1.
                    let nowhere = self.int(-1, Type::I64, span);
                    indices.push(self.select(fits, index, nowhere, span));
                }
                threads.push(indices);
            }
            instances.push(threads);
        }
        let inferred = clause.instances.is_none();
        self.wait_for_barrier(BarrierInvariant { cond, instances, inferred, span }, true);
    }

    /// The value of a term of a clause, and the condition that all values in it fit into 64 signed bits.
    fn barrier_term(&mut self, term: &Term, span: Span) -> Option<(ExprId, ExprId)> {
        if !term.is_quantifier_free() {
            let text = "a barrier invariant has no quantifiers, sums or recursive functions: it is said of every thread, or of every pair";
            self.spec_error(text, span);
            return None;
        }
        let mut fits = self.bool(true, span);
        let Some(value) = self.spec_term(term, span, &mut fits) else {
            self.spec_error("a barrier invariant compares real numbers, but does not compute with them", span);
            return None;
        };
        Some((value, fits))
    }

    /// The invariants that stand in front of the barrier that is about to be emitted.
    pub(crate) fn take_invariants(&mut self) -> Vec<BarrierInvariant> {
        let waiting = std::mem::take(&mut self.pending_invariants);
        let between = self.current_block.get(waiting.since..).unwrap_or_default();
        if waiting.invariants.is_empty() || !synchronises(between) {
            return waiting.invariants.into_iter().map(|(invariant, _)| invariant).collect();
        }
        self.report_without_barrier(waiting);
        Vec::new()
    }

    /// Reports barrier invariants that no barrier follows.
    pub(crate) fn report_without_barrier(&mut self, waiting: PendingInvariants) {
        for (invariant, clause) in waiting.invariants {
            if clause {
                self.spec_error(NO_BARRIER, invariant.span);
                continue;
            }
            self.unmodelled("barrier invariant without a barrier behind it", AssertKind::Barrier, invariant.span);
        }
    }

    /// The index of a thread in a call, evaluated in specification context; `None` if this has effects.
    fn spec_index(&mut self, node: &'u Node) -> Option<ExprId> {
        let (index, block) = self.in_spec(|s| s.scalar(node));
        block.is_empty().then_some(index)
    }

    /// Emits a barrier of the block, with the invariants that stand in front of it.
    pub(crate) fn block_barrier(&mut self, fence: Fence, span: Span) -> Value {
        let invariants = self.take_invariants();
        self.emit_void_call(
            StmtKind::Barrier { scope: BarrierScope::Block, fence, agree: Vec::new(), invariants },
            span,
        )
    }
}

/// True if statements may execute a barrier.
fn synchronises(block: &[wp_kir::Stmt]) -> bool {
    wp_kir::any_stmt(block, &|stmt| matches!(stmt, StmtKind::Barrier { .. }))
}
