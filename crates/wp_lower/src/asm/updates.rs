//! Atomic operations of inline assembly: `red`, `atom`, and loads and stores with an order and a scope.
//!
//! Exact where the compiler moves no access over the statement. Where it may, an operation with an order stands between
//! two fences that order at least as much and that no proof uses. An operation whose operands are not of the
//! instruction's type is rejected.

use super::access::{is_number, Access, Number, Operands};
use crate::builder::Builder;
use wp_base::Span;
use wp_kir::{AtomicOp, ExprId, Fence, MemOrder, MemScope, StmtKind, Type, VarId};

/// An atomic operation at a place.
pub(super) struct Update {
    pub op: AtomicOp,
    pub scope: MemScope,
    pub order: MemOrder,
    pub is_exact: bool,
    /// The pointer.
    pub at: ExprId,
    /// What gets the result.
    pub result: Option<VarId>,
}

/// The type of the numbers of an operation whose operands have the type `given`.
fn number(update: &Update, number: Number, given: Type) -> Option<Type> {
    let moves = matches!(update.op, AtomicOp::Exch | AtomicOp::Load);
    match (given, number) {
        // Bits are moved whatever they mean.
        (_, Number::Bits) if moves => Some(given),
        (Type::Float { .. }, Number::Float) if moves || update.op == AtomicOp::Add => Some(given),
        (Type::Int { bits, .. }, Number::Signed) => Some(Type::Int { bits, signed: true }),
        (Type::Int { bits, .. }, Number::Unsigned) => Some(Type::Int { bits, signed: false }),
        (Type::Int { bits, .. }, Number::Bits) if !matches!(update.op, AtomicOp::Min | AtomicOp::Max) => {
            Some(Type::Int { bits, signed: false })
        }
        _ => None,
    }
}

impl Builder<'_> {
    /// Makes an atomic operation.
    pub(super) fn update_by_assembly(&mut self, access: &Access, operands: &Operands<'_>, update: &Update, span: Span) {
        let mut values = Vec::new();
        for &input in &access.stored {
            let Some(value) = operands.input(input).cloned() else {
                return self.unsupported("inline assembly whose operands are not understood", span);
            };
            values.push(self.only(&value, span));
        }
        let of_result = update.result.map(|var| self.kernel().vars[var].ty);
        let given = values.iter().map(|&value| self.ty(value)).chain(of_result);
        let types: Vec<Option<Type>> =
            given.filter(|ty| is_number(*ty, access.bytes)).map(|ty| number(update, access.number, ty)).collect();
        let all = values.len() + usize::from(of_result.is_some());
        let ty = match types.first() {
            Some(Some(ty)) if types.len() == all && types.iter().all(|other| *other == Some(*ty)) => *ty,
            _ => return self.unsupported("inline assembly with an atomic operation on operands of other types", span),
        };
        let list: Vec<ExprId> = values.into_iter().map(|value| self.convert(value, ty, span)).collect();
        let Update { op, scope, order, is_exact, at: ptr, result } = *update;
        let is_fenced = order.orders() && !is_exact;
        let fence = StmtKind::MemFence { scope, order: MemOrder::SeqCst, spaces: Fence::ALL, is_exact: false };
        let order = if is_fenced { MemOrder::Unstated } else { order };
        if is_fenced {
            self.emit(fence.clone(), span);
        }
        let var = self.temp(ty, span);
        self.emit(StmtKind::Atomic { result: Some(var), op, ty, ptr, operands: list, scope, order }, span);
        if is_fenced {
            self.emit(fence, span);
        }
        if let (Some(result), Some(target)) = (result, of_result) {
            let value = self.read(var, span);
            let value = self.convert(value, target, span);
            self.emit(StmtKind::Assign { var: result, value }, span);
        }
    }
}
