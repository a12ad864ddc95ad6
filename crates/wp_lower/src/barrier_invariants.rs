//! Barrier invariants: `//@ barrier invariant E for (t), ...;` and GPUVerify's `__barrier_invariant_N(e, t1, .., tN)`
//! and `__barrier_invariant_binary_N(e, s1, t1, ..)`.
//!
//! Clauses and calls belong to the barrier that follows in the same block (Chong et al. 2013, section 3.3). They are
//! conditions on the memory at the time when all threads have arrived there. Exact. Integers in a clause are
//! mathematical: the claim includes that values of unsigned 64-bit types are below 2^63. If no barrier follows, or a
//! statement in between may contain another barrier, a clause is an error, and a call becomes an assertion that is not
//! modelled. An instance of a call that cannot be evaluated without effects is left out, which gives fewer facts.

use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::spec_terms::Terms;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{BarrierInvariant, BinOp, ExprId, Type};
use wp_spec::{Sort, Term};

impl Builder<'_> {
    /// The value of a term of a clause, and the condition that all values in it fit into 64 signed bits.
    fn barrier_term(&mut self, term: &Term, span: Span) -> Option<(ExprId, ExprId)> {
        if !term.is_quantifier_free() {
            let text = "a barrier invariant has no quantifiers, sums or recursive functions: it is said of every thread, or of every pair";
            self.spec_error(text, span);
            return None;
        }
        let mut fits = self.bool(true, span);
        let Some(value) = Terms::looking(self).value(term, span, &mut fits) else {
            self.spec_error("a barrier invariant compares real numbers, but does not compute with them", span);
            return None;
        };
        Some((value, fits))
    }
}

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
                None => self.ir.approximate("an instance of a barrier invariant is not used", call.span),
            }
        }
        self.ir.wait_for_barrier(BarrierInvariant { cond, instances, inferred: false, span: call.span }, false);
    }

    /// Keeps the barrier invariant of a clause for the next barrier.
    pub(crate) fn barrier_clause(&mut self, written: &Written) {
        let span = written.place();
        if self.ghosts.leave_out(span) {
            return;
        }
        let clause = &written.clause;
        let Some(condition) = self.resolve_part(written, &clause.condition, false, Sort::Bool) else { return };
        self.note_ghosts(&condition, span);
        let Some((holds, fits)) = self.ir.barrier_term(&condition, span) else { return };
        let cond = self.ir.bin(BinOp::And, fits, holds, span);
        let mut instances = Vec::new();
        for instance in clause.instances.iter().flatten() {
            let mut threads = Vec::new();
            for thread in &instance.threads {
                let mut indices = Vec::new();
                for index in thread {
                    let Some(index) = self.resolve_part(written, index, false, Sort::Int) else { return };
                    self.note_ghosts(&index, span);
                    let Some((index, fits)) = self.ir.barrier_term(&index, span) else { return };
                    // No thread has the index -1.
                    let nowhere = self.ir.int(-1, Type::I64, span);
                    indices.push(self.ir.select(fits, index, nowhere, span));
                }
                threads.push(indices);
            }
            instances.push(threads);
        }
        let inferred = clause.instances.is_none();
        self.ir.wait_for_barrier(BarrierInvariant { cond, instances, inferred, span }, true);
    }

    /// The index of a thread in a call, evaluated in specification context; `None` if this has effects.
    fn spec_index(&mut self, node: &'u Node) -> Option<ExprId> {
        let (index, block) = self.in_spec(|s| s.scalar(node));
        block.is_empty().then_some(index)
    }
}
