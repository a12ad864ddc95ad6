//! Expressions of a kernel as quantities, constants and variables, below conversions between integers.
//!
//! For suggestions of conditions only: a conversion may change the value.

use crate::condition::Quantity;
use wp_kir::{CastKind, ExprId, ExprKind, Kernel, Special, VarId};

/// The constant that an expression is.
pub(super) fn constant(kernel: &Kernel, e: ExprId) -> Option<i128> {
    match kernel.exprs[e].kind {
        ExprKind::Int(n) => Some(n),
        ExprKind::Cast(CastKind::IntToInt, inner) => constant(kernel, inner),
        _ => None,
    }
}

/// The variable that an expression is.
pub(super) fn plain_variable(kernel: &Kernel, e: ExprId) -> Option<VarId> {
    match kernel.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Cast(CastKind::IntToInt, inner) => plain_variable(kernel, inner),
        _ => None,
    }
}

/// The quantity that an expression is.
pub(super) fn quantity(kernel: &Kernel, e: ExprId) -> Option<Quantity> {
    match kernel.exprs[e].kind {
        ExprKind::Special(Special::BlockDim(axis)) => Some(Quantity::BlockDim(axis)),
        ExprKind::Special(Special::GridDim(axis)) => Some(Quantity::GridDim(axis)),
        ExprKind::Cast(CastKind::IntToInt, inner) => quantity(kernel, inner),
        _ => {
            let var = plain_variable(kernel, e)?;
            kernel.params.iter().find(|(_, p)| p.var == var).map(|(id, _)| Quantity::Param(id))
        }
    }
}
