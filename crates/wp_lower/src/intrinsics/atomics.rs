//! Atomic read-modify-write functions of CUDA and OpenCL without an order.
//!
//! CUDA's functions have the scope that their suffix names, OpenCL's that of the device.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use wp_decls::CType;
use wp_kir::{AtomicOp, MemOrder, MemScope, StmtKind, Type};

/// An atomic operation: how many operands follow the address.
#[derive(Clone, Copy)]
pub(super) struct Update {
    pub op: AtomicOp,
    pub operands: usize,
    pub scope: MemScope,
    pub order: MemOrder,
}

impl Update {
    /// An update of device scope without an order.
    pub fn of_device(op: AtomicOp, operands: usize) -> Self {
        Self { op, operands, scope: MemScope::Device, order: MemOrder::Unstated }
    }
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
                _ => return None,
            };
            return Some(self.atomic(call, Update::of_device(op, operands)));
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
        Some(self.atomic(call, Update { scope, ..Update::of_device(op, operands) }))
    }

    pub(super) fn atomic(&mut self, call: &Call<'u>, update: Update) -> Value {
        let values = self.arg_values(call);
        self.update(call, &values, update)
    }

    /// An update of what the first of these values points to, with the operands behind it.
    pub(super) fn update(&mut self, call: &Call<'u>, values: &[Value], update: Update) -> Value {
        let Update { op, operands, scope, order } = update;
        let span = call.span;
        let Some(pointer) = values.first() else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let ptr = self.ir.only(&pointer.clone(), span);
        let Some(ty) = pointer.ty.pointee().and_then(|q| q.ty.scalar()) else {
            return self.ir.unsupported_value(format!("`{}` on an aggregate", call.name), &call.ty, span);
        };
        let moves = matches!(op, AtomicOp::Load | AtomicOp::Exch | AtomicOp::Cas);
        if ty == Type::Ptr || ty == Type::Bool && !moves || values.len() < operands + 1 {
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
        if call.ty == CType::Void {
            self.ir.emit(StmtKind::Atomic { result: None, op, ty, ptr, operands: list, scope, order }, span);
            return Value { ty: CType::Void, leaves: Vec::new() };
        }
        let var = self.ir.temp(ty, span);
        self.ir.emit(StmtKind::Atomic { result: Some(var), op, ty, ptr, operands: list, scope, order }, span);
        let place = Place::Vars { vars: vec![var], ty: CType::Scalar(ty) };
        self.ir.load(&place, span)
    }
}
