//! Values of integer expressions under known values of variables.
//!
//! Exact if there is an answer: expressions that depend on anything else, signed results out of range and other
//! undefined operations have none.

use crate::{BinOp, CastKind, ExprId, ExprKind, Kernel, ObjectId, Type, UnOp, VarId};
use std::collections::BTreeMap;

/// Variables with known integer values.
pub type Known = BTreeMap<VarId, i128>;

/// The value of an integer or truth value.
pub fn fold(kernel: &Kernel, e: ExprId, known: &Known) -> Option<i128> {
    fold_with(kernel, e, &|var| known.get(&var).copied())
}

/// The value of an integer or truth value, under the values that a function gives variables.
pub fn fold_with(kernel: &Kernel, e: ExprId, known: &dyn Fn(VarId) -> Option<i128>) -> Option<i128> {
    let of = |e| fold_with(kernel, e, known);
    let ty = kernel.ty(e);
    match &kernel.exprs[e].kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Var(v) => known(*v),
        ExprKind::Cast(CastKind::IntToInt, a) => wrapped(of(*a)?, ty),
        ExprKind::Cast(CastKind::ToBool, a) => Some(i128::from(of(*a)? != 0)),
        ExprKind::Unary(op, a) => {
            let a = of(*a)?;
            match op {
                UnOp::Neg => in_type(-a, ty),
                UnOp::BitNot => wrapped(!a, ty),
                UnOp::Not => Some(1 - a),
            }
        }
        ExprKind::Binary(op, a, b) => binary(*op, of(*a)?, of(*b)?, kernel.ty(*a), ty),
        ExprKind::Select(c, a, b) => of(if of(*c)? != 0 { *a } else { *b }),
        _ => None,
    }
}

/// The object that a pointer points into, and its byte offset where that is known; `None` for pointers that are not the
/// address of an object plus offsets.
pub fn address(kernel: &Kernel, ptr: ExprId, known: &Known) -> Option<(ObjectId, Option<i128>)> {
    match kernel.exprs[ptr].kind {
        ExprKind::AddrOf(object) => Some((object, Some(0))),
        ExprKind::PtrAdd(p, offset) => {
            let (object, start) = address(kernel, p, known)?;
            let at = start.zip(fold(kernel, offset, known)).map(|(start, offset)| start + offset);
            Some((object, at))
        }
        _ => None,
    }
}

fn binary(op: BinOp, a: i128, b: i128, operands: Type, ty: Type) -> Option<i128> {
    let truth = |t: bool| Some(i128::from(t));
    match op {
        BinOp::Add => in_type(a.checked_add(b)?, ty),
        BinOp::Sub => in_type(a.checked_sub(b)?, ty),
        BinOp::Mul => in_type(a.checked_mul(b)?, ty),
        BinOp::Div => in_type(a.checked_div(b)?, ty),
        BinOp::Rem => {
            in_type(a.checked_div(b)?, ty)?;
            a.checked_rem(b)
        }
        BinOp::Shl | BinOp::Shr => {
            let Type::Int { bits, .. } = operands else { return None };
            let amount = u32::try_from(b).ok().filter(|&n| n < u32::from(bits))?;
            if op == BinOp::Shr {
                Some(a >> amount)
            } else {
                in_type(a.checked_mul(1 << amount)?, ty)
            }
        }
        BinOp::And => Some(a & b),
        BinOp::Or => Some(a | b),
        BinOp::Xor => Some(a ^ b),
        BinOp::Lt => truth(a < b),
        BinOp::Le => truth(a <= b),
        BinOp::Eq => truth(a == b),
        BinOp::Ne => truth(a != b),
        BinOp::Min => Some(a.min(b)),
        BinOp::Max => Some(a.max(b)),
    }
}

/// The result of an operation in its type: unsigned ones wrap, signed ones that overflow have no value.
fn in_type(value: i128, ty: Type) -> Option<i128> {
    match ty {
        Type::Int { signed: true, .. } => {
            let (lo, hi) = ty.int_range()?;
            (lo..=hi).contains(&value).then_some(value)
        }
        _ => wrapped(value, ty),
    }
}

/// A value modulo the size of the type.
fn wrapped(value: i128, ty: Type) -> Option<i128> {
    let Type::Int { bits, .. } = ty else { return (ty == Type::Bool && (0..=1).contains(&value)).then_some(value) };
    let (lo, _) = ty.int_range()?;
    Some((value - lo).rem_euclid(1 << bits) + lo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use wp_base::Span;

    /// The value of an operation on two numbers.
    fn value(op: BinOp, a: i128, b: i128, ty: Type) -> Option<i128> {
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let (a, b) = (kernel.int(a, ty, Span::NONE), kernel.int(b, ty, Span::NONE));
        let result = if op.is_comparison() { Type::Bool } else { ty };
        let e = kernel.expr(ExprKind::Binary(op, a, b), result, Span::NONE);
        fold(&kernel, e, &Known::new())
    }

    #[test]
    fn unsigned_results_wrap_and_signed_ones_have_none() {
        assert_eq!(value(BinOp::Sub, 0, 1, Type::U32), Some(u32::MAX.into()));
        assert_eq!(value(BinOp::Shl, 3, 31, Type::U32), Some(1 << 31));
        assert_eq!(value(BinOp::Add, i32::MAX.into(), 1, Type::I32), None);
        assert_eq!(value(BinOp::Mul, i32::MIN.into(), -1, Type::I32), None);
    }

    #[test]
    fn undefined_operations_have_no_value() {
        for op in [BinOp::Div, BinOp::Rem] {
            assert_eq!(value(op, 1, 0, Type::I32), None);
            assert_eq!(value(op, i32::MIN.into(), -1, Type::I32), None);
            assert_eq!(value(op, -7, 2, Type::I32), Some(if op == BinOp::Div { -3 } else { -1 }));
        }
        for amount in [-1, 32] {
            assert_eq!(value(BinOp::Shr, 1, amount, Type::I32), None);
            assert_eq!(value(BinOp::Shl, 1, amount, Type::I32), None);
        }
    }

    #[test]
    fn casts_wrap() {
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let wide = kernel.int((1 << 32) - 1, Type::U64, Span::NONE);
        let narrow = kernel.expr(ExprKind::Cast(CastKind::IntToInt, wide), Type::I32, Span::NONE);
        assert_eq!(fold(&kernel, narrow, &Known::new()), Some(-1));
        let truth = kernel.expr(ExprKind::Cast(CastKind::ToBool, wide), Type::Bool, Span::NONE);
        assert_eq!(fold(&kernel, truth, &Known::new()), Some(1));
    }

    #[test]
    fn what_is_not_known_has_no_value() {
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let v = kernel.var("v", Type::I32, Span::NONE);
        let e = kernel.expr(ExprKind::Var(v), Type::I32, Span::NONE);
        assert_eq!(fold(&kernel, e, &Known::new()), None);
        assert_eq!(fold(&kernel, e, &Known::from([(v, 5)])), Some(5));
    }
}
