//! The asynchronous copies of a kernel: their variables, and their accesses while they are in flight. Their meaning is
//! in `intrinsics::copies`.

use super::{Blocks, Builder};
use crate::values::Place;
use wp_base::Span;
use wp_decls::{CType, EVENT};
use wp_kir::{AssertKind, BarrierScope, BinOp, ExprId, Fence, Init, Object, ObjectKind, Space, StmtKind, Type, VarId};

/// The variables that describe the asynchronous copy of one call.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    /// The type of an element.
    pub elem: CType,
    /// The place of the call.
    pub span: Span,
    /// True from the call until the copy is waited for.
    pub pending: VarId,
    /// The event of the copy.
    pub event: VarId,
    /// The address of the first element that is written.
    pub target: VarId,
    /// The address of the first element that is read.
    pub source: VarId,
    /// The number of elements.
    pub count: VarId,
    /// The distance of two elements in the target, in bytes.
    pub target_step: VarId,
    /// The distance of two elements in the source, in bytes.
    pub source_step: VarId,
    /// The linear id of the work-item that makes the accesses.
    pub worker: VarId,
}

/// The asynchronous copies of a kernel.
pub(super) struct Copies {
    /// The calls that an earlier lowering has found, in their order.
    known: Vec<(CType, Span)>,
    /// The variables of these calls, once they are declared.
    declared: Vec<AsyncCopy>,
    /// The calls that were reached so far, with the types of their elements.
    calls: Vec<(CType, Span)>,
}

impl Copies {
    pub(super) fn of_calls(known: Vec<(CType, Span)>) -> Self {
        Self { known, declared: Vec::new(), calls: Vec::new() }
    }

    pub(super) fn calls(&self) -> &[(CType, Span)] {
        &self.calls
    }
}

impl Builder<'_> {
    /// The copies of the kernel that are declared.
    pub(crate) fn copies(&self) -> &[AsyncCopy] {
        &self.copies.declared
    }

    /// Notes a call of a copy, and returns its number and its variables. There are none if no earlier lowering has
    /// found the call; then the kernel is lowered again.
    pub(crate) fn begin_copy(&mut self, elem: &CType, span: Span) -> (usize, Option<AsyncCopy>) {
        let number = self.copies.calls.len();
        self.copies.calls.push((elem.clone(), span));
        // Only kernels declare the variables of the calls that are known.
        if self.copies.known.len() > number && self.copies.declared.is_empty() {
            self.unsupported("asynchronous copy in a function with a contract", span);
        }
        (number, self.copies.declared.get(number).cloned())
    }

    /// Declares the variables of all copies of the kernel, whose calls an earlier lowering has found.
    pub(crate) fn declare_copies(&mut self, span: Span) {
        let calls = self.copies.known.clone();
        if calls.is_empty() {
            return;
        }
        let workers = self.kernel.objects.push(Object {
            name: "work-items that make asynchronous copies".into(),
            symbol: None,
            space: Space::Constant,
            kind: ObjectKind::Declared,
            elem: Type::U32,
            size: Some(4 * calls.len() as u64),
            bytes: None,
            shape: vec![calls.len() as u64],
            align: 4,
            init: Init::Input,
            is_reused: false,
            is_const: true,
            restrict: false,
            span,
        });
        let size = self.block_size(span);
        let one = self.int(1, Type::U32, span);
        let last = self.bin(BinOp::Sub, size, one, span);
        for (i, (elem, at)) in calls.iter().enumerate() {
            let worker = self.kernel.var(&format!("%worker{i}"), Type::U32, span);
            let base = self.address_of_object(workers, span);
            let ptr = self.ptr_offset(base, 4 * i as u64, span);
            let any = self.load_scalar(ptr, Type::U32, false, span);
            let any = self.bin(BinOp::Min, any, last, span);
            self.assign(worker, any, span);
            let copy = AsyncCopy {
                elem: elem.clone(),
                span: *at,
                pending: self.kernel.var(&format!("%pending{i}"), Type::Bool, span),
                event: self.kernel.var(&format!("%event{i}"), EVENT, span),
                target: self.kernel.var(&format!("%target{i}"), Type::Ptr, span),
                source: self.kernel.var(&format!("%source{i}"), Type::Ptr, span),
                count: self.kernel.var(&format!("%count{i}"), Type::I64, span),
                target_step: self.kernel.var(&format!("%target_step{i}"), Type::I64, span),
                source_step: self.kernel.var(&format!("%source_step{i}"), Type::I64, span),
                worker,
            };
            let (no, zero) = (self.bool(false, span), self.int(0, EVENT, span));
            self.assign(copy.pending, no, span);
            self.assign(copy.event, zero, span);
            self.copies.declared.push(copy);
        }
    }

    /// Emits a barrier without a fence, which all work-items have to reach with the same values.
    pub(crate) fn barrier_without_fence(&mut self, agree: Vec<ExprId>, span: Span) {
        self.emit(
            StmtKind::Barrier { scope: BarrierScope::Block, fence: Fence::NONE, agree, invariants: Vec::new() },
            span,
        );
    }

    /// Emits the accesses of all copies in flight, behind a barrier.
    pub(crate) fn emit_copies_in_flight(&mut self, span: Span) {
        for copy in self.copies.declared.clone() {
            let pending = self.read(copy.pending, span);
            self.branch(pending, span, |s| s.make_accesses(&copy, copy.span), |_| ());
        }
    }

    /// Asserts that no copy is in flight when a work-item ends.
    pub(crate) fn copies_are_complete(&mut self) {
        for copy in self.copies.declared.clone() {
            let pending = self.read(copy.pending, copy.span);
            let cond = self.not(pending, copy.span);
            self.emit(StmtKind::Assert { cond, kind: AssertKind::Assert }, copy.span);
        }
    }

    /// `if (this is the worker) for (i < count) target[i] = source[i]`
    pub(crate) fn make_accesses(&mut self, copy: &AsyncCopy, span: Span) {
        let own = self.linear_thread(span);
        let worker = self.read(copy.worker, span);
        let chosen = self.bin(BinOp::Eq, own, worker, span);
        self.branch(
            chosen,
            span,
            |s| {
                let count = s.read(copy.count, span);
                s.counted_loop(count, 1, span, |s, i| {
                    let at = |s: &mut Self, base, step| {
                        let (base, step) = (s.read(base, span), s.read(step, span));
                        let offset = s.bin(BinOp::Mul, i, step, span);
                        let ptr = s.ptr_add(base, offset, span);
                        Place::Mem { ptr, ty: copy.elem.clone(), volatile: false }
                    };
                    let source = at(s, copy.source, copy.source_step);
                    let target = at(s, copy.target, copy.target_step);
                    let value = s.load(&source, span);
                    s.store(&target, &value, span);
                });
            },
            |_| (),
        );
    }
}
