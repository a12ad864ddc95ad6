//! Atomic read-modify-write functions of CUDA and OpenCL.
//!
//! CUDA's functions have the scope that their suffix names. OpenCL's functions have device scope. A function of OpenCL
//! 2.0 that ends in `_explicit` and has more than two arguments is rejected, because one of them may be a scope, and a
//! wider scope than that of the source would exclude races.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use wp_kir::{AtomicOp, MemScope, StmtKind, Type};

/// An atomic operation: how many operands follow the address.
#[derive(Clone, Copy)]
pub(super) struct Update {
    pub op: AtomicOp,
    pub operands: usize,
    pub scope: MemScope,
}

impl<'u> Lowerer<'u> {
    pub(crate) fn atomic_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        if self.unit.cuda {
            return self.cuda_atomic(call);
        }
        let name = call.name.as_str();
        if let Some(rest) = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_")) {
            let (op, operands) = match rest {
                "add" => (AtomicOp::Add, 1),
                "sub" => (AtomicOp::Sub, 1),
                "xchg" => (AtomicOp::Exch, 1),
                "min" => (AtomicOp::Min, 1),
                "max" => (AtomicOp::Max, 1),
                "and" => (AtomicOp::And, 1),
                "or" => (AtomicOp::Or, 1),
                "xor" => (AtomicOp::Xor, 1),
                // Unlike CUDA's, OpenCL's `inc` and `dec` have no limit at which they wrap.
                "inc" => (AtomicOp::Add, 0),
                "dec" => (AtomicOp::Sub, 0),
                "cmpxchg" => (AtomicOp::Cas, 2),
                _ => return self.opencl2_atomic(call, rest),
            };
            return Some(self.atomic(call, Update { op, operands, scope: MemScope::Device }));
        }
        None
    }

    fn cuda_atomic(&mut self, call: &Call<'u>) -> Option<Value> {
        let rest = call.name.strip_prefix("atomic")?;
        let (rest, scope) = if let Some(r) = rest.strip_suffix("_block") {
            (r, MemScope::Block)
        } else if let Some(r) = rest.strip_suffix("_system") {
            (r, MemScope::System)
        } else {
            (rest, MemScope::Device)
        };
        let (op, operands) = match rest {
            "Add" => (AtomicOp::Add, 1),
            "Sub" => (AtomicOp::Sub, 1),
            "Exch" => (AtomicOp::Exch, 1),
            "Min" => (AtomicOp::Min, 1),
            "Max" => (AtomicOp::Max, 1),
            "Inc" => (AtomicOp::Inc, 1),
            "Dec" => (AtomicOp::Dec, 1),
            "And" => (AtomicOp::And, 1),
            "Or" => (AtomicOp::Or, 1),
            "Xor" => (AtomicOp::Xor, 1),
            "CAS" => (AtomicOp::Cas, 2),
            _ => return None,
        };
        Some(self.atomic(call, Update { op, operands, scope }))
    }

    fn opencl2_atomic(&mut self, call: &Call<'u>, rest: &str) -> Option<Value> {
        let base = rest.strip_suffix("_explicit").unwrap_or(rest);
        let op = match base {
            "fetch_add" => AtomicOp::Add,
            "fetch_sub" => AtomicOp::Sub,
            "fetch_or" => AtomicOp::Or,
            "fetch_xor" => AtomicOp::Xor,
            "fetch_and" => AtomicOp::And,
            "fetch_min" => AtomicOp::Min,
            "fetch_max" => AtomicOp::Max,
            "exchange" => AtomicOp::Exch,
            "load" => AtomicOp::Load,
            "store" => AtomicOp::Exch,
            "compare_exchange_strong" | "compare_exchange_weak" | "flag_test_and_set" | "flag_clear" | "init" => {
                return Some(self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, call.span))
            }
            _ => return None,
        };
        if call.args.len() > 2 && rest != base {
            return Some(self.ir.unsupported_value(
                format!("`{}` with an explicit scope", call.name),
                &call.ty,
                call.span,
            ));
        }
        let operands = usize::from(op != AtomicOp::Load);
        // Whatever its memory order is, the operation orders no more accesses than one with fences around it.
        self.ir.emit(StmtKind::MemFence { scope: MemScope::Device, is_exact: false }, call.span);
        let mut value = self.atomic(call, Update { op, operands, scope: MemScope::Device });
        self.ir.emit(StmtKind::MemFence { scope: MemScope::Device, is_exact: false }, call.span);
        if base == "store" {
            value.leaves.clear();
        }
        Some(value)
    }

    pub(super) fn atomic(&mut self, call: &Call<'u>, update: Update) -> Value {
        let Update { op, operands, scope } = update;
        let span = call.span;
        let values = self.arg_values(call);
        let Some(pointer) = values.first() else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let ptr = self.ir.only(&pointer.clone(), span);
        let Some(ty) = pointer.ty.pointee().and_then(|q| q.ty.scalar()) else {
            return self.ir.unsupported_value(format!("`{}` on an aggregate", call.name), &call.ty, span);
        };
        if matches!(ty, Type::Bool | Type::Ptr) || values.len() < operands + 1 {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        }
        let mut list = Vec::new();
        for v in &values[1..=operands] {
            let e = self.ir.only(&v.clone(), span);
            list.push(self.ir.convert(e, ty, span));
        }
        if operands == 0 && op != AtomicOp::Load {
            list.push(self.ir.int(1, ty, span));
        }
        let var = self.ir.temp(ty, span);
        self.ir.emit(StmtKind::Atomic { result: Some(var), op, ty, ptr, operands: list, scope }, span);
        let place = Place::Vars { vars: vec![var], ty: wp_decls::CType::Scalar(ty) };
        self.ir.load(&place, span)
    }
}
