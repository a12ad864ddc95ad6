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

impl BinOp {
    /// The mathematical value of the operation on two constants of a type, not yet in the range of the result's type;
    /// `None` where C leaves it undefined for every such type.
    pub fn exact(self, a: i128, b: i128, operands: Type) -> Option<i128> {
        let amount = || {
            let bits = if let Type::Int { bits, .. } = operands { bits } else { 1 };
            u32::try_from(b).ok().filter(|&n| n < u32::from(bits))
        };
        Some(match self {
            BinOp::Add => a.checked_add(b)?,
            BinOp::Sub => a.checked_sub(b)?,
            BinOp::Mul => a.checked_mul(b)?,
            BinOp::Div => a.checked_div(b)?,
            BinOp::Rem => a.checked_rem(b)?,
            BinOp::Shl => a << amount()?,
            BinOp::Shr => a >> amount()?,
            BinOp::And => a & b,
            BinOp::Or => a | b,
            BinOp::Xor => a ^ b,
            BinOp::Lt => i128::from(a < b),
            BinOp::Le => i128::from(a <= b),
            BinOp::Eq => i128::from(a == b),
            BinOp::Ne => i128::from(a != b),
            BinOp::Min => a.min(b),
            BinOp::Max => a.max(b),
        })
    }
}

fn binary(op: BinOp, a: i128, b: i128, operands: Type, ty: Type) -> Option<i128> {
    match op {
        BinOp::Rem => {
            in_type(a.checked_div(b)?, ty)?;
            a.checked_rem(b)
        }
        BinOp::Shl | BinOp::Shr if !operands.is_int() => None,
        _ => in_type(op.exact(a, b, operands)?, ty),
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
    let fits = ty.is_int() || ty == Type::Bool && (0..=1).contains(&value);
    fits.then(|| ty.wrap(value))
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
