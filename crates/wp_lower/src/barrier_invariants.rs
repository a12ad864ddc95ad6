//! Barrier invariants: `//@ barrier invariant E for (t), ...;` and GPUVerify's `__barrier_invariant_N(e, t1, .., tN)`
//! and `__barrier_invariant_binary_N(e, s1, t1, ..)`.
//!
//! The clauses belong to the barrier that follows in the same block (Chong et al. 2013, section 3.3) and are conditions
//! on memory when all threads have arrived there. Exact. Integers in a clause are mathematical: the claim includes that
//! values of unsigned 64-bit types are below 2^63. If no barrier follows, or a statement in between may hold another
//! one, a clause is an error and a call a claim that is not checked. An instance of a call that cannot be evaluated
//! without effects is left out, which gives fewer facts.

use crate::calls::Call;
use crate::ctx::Lowerer;
use crate::spec_comments::Written;
use crate::state::Waiting;
use crate::values::Value;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{AssertKind, BarrierInvariant, BarrierScope, BinOp, ExprId, Fence, StmtKind, Type};
use wp_spec::{Sort, Term};

/// The message for a clause that belongs to no barrier.
pub(crate) const NO_BARRIER: &str =
    "no barrier of the block follows this barrier invariant: it stands in front of one, in the same list of statements";

impl<'u> Lowerer<'u> {
    /// Keeps a barrier invariant for the next barrier.
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
        if self.waiting.invariants.is_empty() {
            self.waiting.since = self.cur.len();
        }
        self.waiting.invariants.push((invariant, clause));
    }

    /// Keeps a clause for the next barrier.
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
                    // There is no such thread.
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

    /// A term of a clause, and whether all of its values fit.
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
        let waiting = std::mem::take(&mut self.waiting);
        let between = self.cur.get(waiting.since..).unwrap_or_default();
        if waiting.invariants.is_empty() || !synchronises(between) {
            return waiting.invariants.into_iter().map(|(invariant, _)| invariant).collect();
        }
        self.give_up(waiting);
        Vec::new()
    }

    /// No barrier follows these.
    pub(crate) fn give_up(&mut self, waiting: Waiting) {
        for (invariant, clause) in waiting.invariants {
            if clause {
                self.spec_error(NO_BARRIER, invariant.span);
                continue;
            }
            self.unmodelled("barrier invariant without a barrier behind it", AssertKind::Barrier, invariant.span);
        }
    }

    /// A number in specification context.
    fn spec_index(&mut self, node: &'u Node) -> Option<ExprId> {
        let (index, block) = self.in_spec(|s| s.scalar(node));
        block.is_empty().then_some(index)
    }

    /// A barrier of the block with the invariants in front of it.
    pub(crate) fn block_barrier(&mut self, fence: Fence, span: Span) -> Value {
        let invariants = self.take_invariants();
        self.void(StmtKind::Barrier { scope: BarrierScope::Block, fence, agree: Vec::new(), invariants }, span)
    }
}

/// True if a barrier may be executed.
fn synchronises(block: &[wp_kir::Stmt]) -> bool {
    wp_kir::any_stmt(block, &|stmt| matches!(stmt, StmtKind::Barrier { .. }))
}
