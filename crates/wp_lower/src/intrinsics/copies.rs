//! OpenCL's asynchronous copies between global and local memory.
//!
//! `async_work_group_copy` is one copy by the whole work-group: all work-items have to make the call with the same
//! arguments, and to wait for it with the same events. Each of these calls is a barrier without a fence, at which the
//! work-items have to agree on the values. One arbitrary work-item makes the accesses of the copy. Its number is an
//! input of the kernel, one for each call, so that its accesses are compared with those of every other work-item. A
//! copy is in flight from its call until it is waited for. Its accesses are made at the call and again behind every
//! barrier in the meantime, because a barrier does not wait for the copy.
//!
//! Over-approximate: a wait does not order the copy before later accesses of other work-items, which need a barrier, as
//! for GPUVerify. The language says that the copy is complete then; so behind a wait nothing is refuted, except under
//! GPUVerify's rules. Rejected are a copy that is issued again while it is in flight, a number of events that is not a
//! constant, and work-groups of one work-item, in which no other work-item could be compared.

use crate::calls::Call;
use crate::ctx::Lowerer;
use crate::state::AsyncCopy;
use crate::values::{Place, Value};
use wp_base::Span;
use wp_decls::{CType, EVENT};
use wp_kir::{
    AssertKind, Axis, BarrierScope, BinOp, ExprId, Fence, Init, Object, ObjectKind, Space, Special, StmtKind, Type,
};

/// A wait for more events than this is rejected.
const MAX_EVENTS: i128 = 64;

impl<'u> Lowerer<'u> {
    /// Declares the variables of all copies of the kernel, whose calls an earlier lowering has found.
    pub(crate) fn declare_copies(&mut self, calls: &[(CType, Span)], span: Span) {
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
            init: Init::Input,
            is_const: true,
            restrict: false,
            span,
        });
        let size = self.work_group_size(span);
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
            self.async_copies.push(copy);
        }
    }

    pub(crate) fn copy_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.cuda || call.object.is_some() {
            return None;
        }
        match (call.name.as_str(), call.args.len()) {
            ("async_work_group_copy", 4) | ("async_work_group_strided_copy", 5) => Some(self.issue_copy(call)),
            ("wait_group_events", 2) => Some(self.wait_for_copies(call)),
            _ => None,
        }
    }

    fn issue_copy(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let values: Vec<Value> = values.into_iter().map(|v| self.freeze_value(v, span)).collect();
        // A vector of three components is copied as one of four.
        let elem = match values[0].ty.pointee().map(|q| q.ty.clone()) {
            Some(CType::Vector(t, 3)) => CType::Vector(t, 4),
            Some(elem) => elem,
            None => return self.unsupported_value(format!("arguments of `{}`", call.name), &call.ty, span),
        };
        let args: Vec<ExprId> = values.iter().map(|v| self.only(v, span)).collect();
        self.barrier_without_fence(args.clone(), span);
        let number = self.async_copy_calls.len();
        self.async_copy_calls.push((elem.clone(), span));
        let Some(copy) = self.async_copies.get(number).cloned() else {
            // This call was not known before, so the kernel is lowered again.
            return self.zero_value(&call.ty, span);
        };
        let size = self.work_group_size(span);
        let one = self.int(1, Type::U32, span);
        let alone = self.bin(BinOp::Eq, size, one, span);
        let what = "asynchronous copy in a work-group of one work-item";
        self.branch(alone, span, |s| s.unsupported_here(what, span), |_| ());
        let pending = self.read(copy.pending, span);
        let what = "asynchronous copy that is issued again before it is waited for";
        self.branch(pending, span, |s| s.unsupported_here(what, span), |_| ());
        let bytes = self.size_of(&elem, span);
        let step = self.int(i128::from(bytes), Type::I64, span);
        let strided = match args.as_slice() {
            [_, _, _, stride, _] => {
                let stride = self.convert(*stride, Type::I64, span);
                self.bin(BinOp::Mul, stride, step, span)
            }
            _ => step,
        };
        // The stride applies to the array in global memory.
        let to_local = values[0].ty.pointee().is_some_and(|q| q.space == Some(Space::Shared));
        let (target_step, source_step) = if to_local { (step, strided) } else { (strided, step) };
        let given = args[args.len() - 1];
        let given = self.convert(given, EVENT, span);
        let zero = self.int(0, EVENT, span);
        let fresh = self.bin(BinOp::Eq, given, zero, span);
        let own = self.int(number as i128 + 1, EVENT, span);
        let event = self.select(fresh, own, given, span);
        let count = self.convert(args[2], Type::I64, span);
        let yes = self.bool(true, span);
        for (var, value) in [
            (copy.pending, yes),
            (copy.event, event),
            (copy.target, args[0]),
            (copy.source, args[1]),
            (copy.count, count),
            (copy.target_step, target_step),
            (copy.source_step, source_step),
        ] {
            self.assign(var, value, span);
        }
        self.make_accesses(&copy, span);
        let event = self.read(copy.event, span);
        let event = self.freeze_expr(event, span);
        Value { ty: call.ty.clone(), leaves: vec![event] }
    }

    fn wait_for_copies(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let number = values[0].leaves.first().and_then(|&e| self.const_int(e));
        let Some(number) = number.filter(|n| (0..=MAX_EVENTS).contains(n)) else {
            return self.unsupported_value("wait for a number of events that is no constant", &call.ty, span);
        };
        let list = self.only(&values[1], span);
        let list = self.freeze_expr(list, span);
        let mut events = Vec::new();
        for i in 0..number as u64 {
            let ptr = self.ptr_offset(list, i * EVENT.size(), span);
            events.push(self.load_scalar(ptr, EVENT, false, span));
        }
        self.barrier_without_fence(events.clone(), span);
        for copy in self.async_copies.clone() {
            for &event in &events {
                let (pending, of_copy) = (self.read(copy.pending, span), self.read(copy.event, span));
                let other = self.bin(BinOp::Ne, of_copy, event, span);
                let still = self.bin(BinOp::And, pending, other, span);
                self.assign(copy.pending, still, span);
            }
        }
        if !self.options.gpuverify_rules {
            let var = self.temp(Type::Bool, span);
            let reason = "a wait for an asynchronous copy is not taken to order it before other work-items";
            self.emit(StmtKind::Havoc { var, reason: reason.into() }, span);
        }
        Value { ty: CType::Void, leaves: Vec::new() }
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
        for copy in self.async_copies.clone() {
            let pending = self.read(copy.pending, span);
            self.branch(pending, span, |s| s.make_accesses(&copy, copy.span), |_| ());
        }
    }

    /// Asserts that no copy is in flight when a work-item ends.
    pub(crate) fn copies_are_complete(&mut self) {
        for copy in self.async_copies.clone() {
            let pending = self.read(copy.pending, copy.span);
            let cond = self.not(pending, copy.span);
            self.emit(StmtKind::Assert { cond, kind: AssertKind::Assert }, copy.span);
        }
    }

    /// `if (this is the worker) for (i < count) target[i] = source[i]`
    fn make_accesses(&mut self, copy: &AsyncCopy, span: Span) {
        let own = self.linear_id(span);
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

    fn work_group_size(&mut self, span: Span) -> ExprId {
        let mut size = self.special(Special::BlockDim(Axis::X), span);
        for axis in [Axis::Y, Axis::Z] {
            let extent = self.special(Special::BlockDim(axis), span);
            size = self.bin(BinOp::Mul, size, extent, span);
        }
        size
    }

    fn linear_id(&mut self, span: Span) -> ExprId {
        let mut id = self.special(Special::ThreadIdx(Axis::Z), span);
        for axis in [Axis::Y, Axis::X] {
            let size = self.special(Special::BlockDim(axis), span);
            let own = self.special(Special::ThreadIdx(axis), span);
            id = self.mul_add(own, id, size, span);
        }
        id
    }
}
