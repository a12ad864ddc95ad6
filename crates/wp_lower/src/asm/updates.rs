//! Atomic operations of inline assembly: `red`, `atom`, and loads and stores with an order and a scope.
//!
//! Exact for relaxed operations. One with another order stands between two fences, which order at least as much; no proof
//! rests on a fence. An operation whose operands are not of the instruction's type is rejected.

use super::access::{is_number, Access, Number, Operands};
use crate::builder::Builder;
use wp_base::Span;
use wp_kir::{AtomicOp, ExprId, MemScope, StmtKind, Type, VarId};

/// An atomic operation at a place.
pub(super) struct Update {
    pub op: AtomicOp,
    pub scope: MemScope,
    /// The pointer.
    pub at: ExprId,
    pub is_fenced: bool,
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
        let Update { op, scope, at: ptr, is_fenced, result } = *update;
        if is_fenced {
            self.emit(StmtKind::MemFence { scope, is_exact: false }, span);
        }
        let var = self.temp(ty, span);
        self.emit(StmtKind::Atomic { result: Some(var), op, ty, ptr, operands: list, scope }, span);
        if is_fenced {
            self.emit(StmtKind::MemFence { scope, is_exact: false }, span);
        }
        if let (Some(result), Some(target)) = (result, of_result) {
            let value = self.read(var, span);
            let value = self.convert(value, target, span);
            self.emit(StmtKind::Assign { var: result, value }, span);
        }
    }
}
