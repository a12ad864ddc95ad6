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

use crate::builder::Blocks;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_decls::{CType, EVENT};
use wp_kir::{BinOp, ExprId, Space, StmtKind, Type, Unknown};

wp_base::limits! {
    /// A wait for more events than this is rejected.
    const MAX_EVENTS: i128 = 64;
}

impl<'u> Lowerer<'u> {
    pub(crate) fn copy_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.unit.cuda || call.object.is_some() {
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
        let values: Vec<Value> = values.into_iter().map(|v| self.ir.freeze_value(v, span)).collect();
        // A vector of three components is copied as one of four.
        let elem = match values[0].ty.pointee().map(|q| q.ty.clone()) {
            Some(CType::Vector(t, 3)) => CType::Vector(t, 4),
            Some(elem) => elem,
            None => return self.ir.unsupported_value(format!("arguments of `{}`", call.name), &call.ty, span),
        };
        let args: Vec<ExprId> = values.iter().map(|v| self.ir.only(v, span)).collect();
        self.ir.barrier_without_fence(args.clone(), span);
        let (number, Some(copy)) = self.ir.begin_copy(&elem, span) else {
            return self.ir.zero_value(&call.ty, span);
        };
        let size = self.ir.block_size(span);
        let one = self.ir.int(1, Type::U32, span);
        let alone = self.ir.bin(BinOp::Eq, size, one, span);
        let what = "asynchronous copy in a work-group of one work-item";
        self.branch(alone, span, |s| s.ir.unsupported_here(what, span), |_| ());
        let pending = self.ir.read(copy.pending, span);
        let what = "asynchronous copy that is issued again before it is waited for";
        self.branch(pending, span, |s| s.ir.unsupported_here(what, span), |_| ());
        let bytes = self.ir.size_of(&elem, span);
        let step = self.ir.int(i128::from(bytes), Type::I64, span);
        let strided = match args.as_slice() {
            [_, _, _, stride, _] => {
                let stride = self.ir.convert(*stride, Type::I64, span);
                self.ir.bin(BinOp::Mul, stride, step, span)
            }
            _ => step,
        };
        // The stride applies to the array in global memory.
        let to_local = values[0].ty.pointee().is_some_and(|q| q.space == Some(Space::Shared));
        let (target_step, source_step) = if to_local { (step, strided) } else { (strided, step) };
        let given = args[args.len() - 1];
        let given = self.ir.convert(given, EVENT, span);
        let zero = self.ir.int(0, EVENT, span);
        let fresh = self.ir.bin(BinOp::Eq, given, zero, span);
        let own = self.ir.int(number as i128 + 1, EVENT, span);
        let event = self.ir.select(fresh, own, given, span);
        let count = self.ir.convert(args[2], Type::I64, span);
        let yes = self.ir.bool(true, span);
        for (var, value) in [
            (copy.pending, yes),
            (copy.event, event),
            (copy.target, args[0]),
            (copy.source, args[1]),
            (copy.count, count),
            (copy.target_step, target_step),
            (copy.source_step, source_step),
        ] {
            self.ir.assign(var, value, span);
        }
        self.ir.make_accesses(&copy, span);
        let event = self.ir.read(copy.event, span);
        let event = self.ir.freeze_expr(event, span);
        Value { ty: call.ty.clone(), leaves: vec![event] }
    }

    fn wait_for_copies(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let number = values[0].leaves.first().and_then(|&e| self.ir.const_int(e));
        let Some(number) = number.filter(|n| (0..=MAX_EVENTS.get()).contains(n)) else {
            return self.ir.unsupported_value("wait for a number of events that is no constant", &call.ty, span);
        };
        let list = self.ir.only(&values[1], span);
        let list = self.ir.freeze_expr(list, span);
        let mut events = Vec::new();
        for i in 0..number as u64 {
            let ptr = self.ir.ptr_offset(list, i * EVENT.size(), span);
            events.push(self.ir.load_scalar(ptr, EVENT, false, span));
        }
        self.ir.barrier_without_fence(events.clone(), span);
        for copy in self.ir.copies().to_vec() {
            for &event in &events {
                let (pending, of_copy) = (self.ir.read(copy.pending, span), self.ir.read(copy.event, span));
                let other = self.ir.bin(BinOp::Ne, of_copy, event, span);
                let still = self.ir.bin(BinOp::And, pending, other, span);
                self.ir.assign(copy.pending, still, span);
            }
        }
        if !self.unit.options.gpuverify_rules {
            let var = self.ir.temp(Type::Bool, span);
            let reason = "a wait for an asynchronous copy is not taken to order it before other work-items";
            self.ir.emit(StmtKind::Havoc { var, reason: reason.into(), unknown: Unknown::Behaviour }, span);
        }
        Value { ty: CType::Void, leaves: Vec::new() }
    }
}
