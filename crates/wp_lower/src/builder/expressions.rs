//! Construction of pure expressions, with constant folding in the exact width of the type.
//!
//! Exact: every folding rule keeps the value for all inputs. Float arithmetic is not folded, except conversions of
//! constants.

use super::Builder;
use wp_base::Span;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Special, Type, UnOp};

impl Builder<'_> {
    pub(crate) fn spec(&mut self, op: SpecOp, args: Vec<ExprId>, ty: Type, span: Span) -> ExprId {
        self.kernel.expr(ExprKind::Spec(op, args), ty, span)
    }

    /// True if an expression contains a specification operation.
    pub(crate) fn holds_spec(&self, e: ExprId) -> bool {
        let kind = &self.kernel.exprs[e].kind;
        matches!(kind, ExprKind::Spec(..)) || kind.children().into_iter().any(|c| self.holds_spec(c))
    }

    pub(crate) fn int(&mut self, value: i128, ty: Type, span: Span) -> ExprId {
        self.kernel.int(ty.wrap(value), ty, span)
    }

    pub(crate) fn bool(&mut self, value: bool, span: Span) -> ExprId {
        self.kernel.int(i128::from(value), Type::Bool, span)
    }

    pub(crate) fn float(&mut self, value: f64, ty: Type, span: Span) -> ExprId {
        let bits = match ty {
            Type::Float { bits: 32 } => u64::from((value as f32).to_bits()),
            Type::Float { bits: 16 } => u64::from(f16_bits(value)),
            _ => value.to_bits(),
        };
        self.kernel.expr(ExprKind::Float(bits), ty, span)
    }

    /// Zero, null or false.
    pub(crate) fn zero(&mut self, ty: Type, span: Span) -> ExprId {
        match ty {
            Type::Float { .. } => self.kernel.expr(ExprKind::Float(0), ty, span),
            Type::Ptr => self.kernel.expr(ExprKind::Null, ty, span),
            _ => self.kernel.int(0, ty, span),
        }
    }

    /// The value of an integer constant.
    pub(crate) fn const_int(&self, e: ExprId) -> Option<i128> {
        match self.kernel.exprs[e].kind {
            ExprKind::Int(v) => Some(v),
            _ => None,
        }
    }

    pub(crate) fn const_float(&self, e: ExprId) -> Option<f64> {
        match (&self.kernel.exprs[e].kind, self.kernel.ty(e)) {
            (ExprKind::Float(b), Type::Float { bits: 32 }) => Some(f64::from(f32::from_bits(*b as u32))),
            (ExprKind::Float(b), Type::Float { bits: 64 }) => Some(f64::from_bits(*b)),
            _ => None,
        }
    }

    pub(crate) fn is_const(&self, e: ExprId) -> bool {
        matches!(self.kernel.exprs[e].kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null)
    }

    /// A quotient or remainder that the program computes, if the expression is one: none of a specification.
    pub(crate) fn note_executed_division(&mut self, e: ExprId) {
        if matches!(self.kernel.exprs[e].kind, ExprKind::Binary(BinOp::Div | BinOp::Rem, ..)) {
            self.kernel.executed_divisions.insert(e);
        }
    }

    /// A binary operation. The operands have equal types, except for shifts.
    pub(crate) fn bin(&mut self, op: BinOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let ty = self.kernel.ty(a);
        let (x, y) = (self.const_int(a), self.const_int(b));
        let out = if op.is_comparison() { Type::Bool } else { ty };
        if let (Some(x), Some(y)) = (x, y) {
            if let Some(v) = op.exact(x, y, ty) {
                return self.int(v, out, span);
            }
        }
        if ty.is_int() || ty == Type::Bool {
            let same = match (op, x, y) {
                (BinOp::Add | BinOp::Or | BinOp::Xor, Some(0), _) => Some(b),
                (BinOp::Add | BinOp::Sub | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::Shr, _, Some(0)) => Some(a),
                (BinOp::Mul, Some(1), _) => Some(b),
                (BinOp::Mul | BinOp::Div, _, Some(1)) => Some(a),
                (BinOp::Mul | BinOp::And, Some(0), _) => Some(a),
                (BinOp::Mul | BinOp::And, _, Some(0)) => Some(b),
                _ => None,
            };
            // The operands of a shift may differ in type; every other rule returns an operand of the result's type.
            if let Some(e) = same.filter(|&e| self.kernel.ty(e) == out) {
                return e;
            }
        }
        if let (Type::Ptr, BinOp::Eq | BinOp::Ne) = (ty, op) {
            let equal = match (&self.kernel.exprs[a].kind, &self.kernel.exprs[b].kind) {
                (ExprKind::AddrOf(x), ExprKind::AddrOf(y)) => Some(x == y),
                (ExprKind::AddrOf(_), ExprKind::Null) | (ExprKind::Null, ExprKind::AddrOf(_)) => Some(false),
                (ExprKind::Null, ExprKind::Null) => Some(true),
                _ => None,
            };
            if let Some(equal) = equal {
                return self.bool(equal == (op == BinOp::Eq), span);
            }
        }
        if ty == Type::Bool {
            let decided = match (op, x, y) {
                (BinOp::And, Some(1), _) => Some(b),
                (BinOp::And, _, Some(1)) => Some(a),
                (BinOp::Or, Some(1), _) => Some(a),
                (BinOp::Or, _, Some(1)) => Some(b),
                _ => None,
            };
            if let Some(e) = decided {
                return e;
            }
        }
        self.kernel.expr(ExprKind::Binary(op, a, b), out, span)
    }

    /// A unary operation.
    pub(crate) fn un(&mut self, op: UnOp, a: ExprId, span: Span) -> ExprId {
        let ty = self.kernel.ty(a);
        if let Some(v) = self.const_int(a) {
            let value = match op {
                UnOp::Neg => -v,
                UnOp::BitNot => !v,
                UnOp::Not => i128::from(v == 0),
            };
            return self.int(value, ty, span);
        }
        if let (UnOp::Neg, Some(v)) = (op, self.const_float(a)) {
            return self.float(-v, ty, span);
        }
        if let (UnOp::Not, ExprKind::Unary(UnOp::Not, inner)) = (op, &self.kernel.exprs[a].kind) {
            return *inner;
        }
        self.kernel.expr(ExprKind::Unary(op, a), ty, span)
    }

    pub(crate) fn not(&mut self, a: ExprId, span: Span) -> ExprId {
        self.un(UnOp::Not, a, span)
    }

    pub(crate) fn select(&mut self, c: ExprId, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match self.const_int(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        if self.kernel.exprs[a].kind == self.kernel.exprs[b].kind {
            return a;
        }
        let ty = self.kernel.ty(a);
        self.kernel.expr(ExprKind::Select(c, a, b), ty, span)
    }

    /// The truth value of a scalar: false for zero and null, else true.
    pub(crate) fn truth(&mut self, e: ExprId, span: Span) -> ExprId {
        let ty = self.kernel.ty(e);
        if ty == Type::Bool {
            return e;
        }
        if let Some(v) = self.const_int(e) {
            return self.bool(v != 0, span);
        }
        if let Some(v) = self.const_float(e) {
            return self.bool(v != 0.0, span);
        }
        match self.kernel.exprs[e].kind.clone() {
            // `(int)b` and widenings of it: the truth value itself.
            ExprKind::Cast(CastKind::IntToInt, inner) if keeps_nonzero(self.kernel.ty(inner), ty) => {
                self.truth(inner, span)
            }
            ExprKind::AddrOf(_) => self.bool(true, span),
            ExprKind::Null => self.bool(false, span),
            // `c ? 1 : 0`
            ExprKind::Select(c, a, b) if ty.is_int() && self.is_const(a) && self.is_const(b) => {
                let (a, b) = (self.truth(a, span), self.truth(b, span));
                match (self.const_int(a), self.const_int(b)) {
                    (Some(1), Some(0)) => c,
                    (Some(0), Some(1)) => self.not(c, span),
                    _ => self.select(c, a, b, span),
                }
            }
            _ => self.kernel.expr(ExprKind::Cast(CastKind::ToBool, e), Type::Bool, span),
        }
    }

    /// Converts a scalar to another type, keeping its value.
    pub(crate) fn convert(&mut self, e: ExprId, to: Type, span: Span) -> ExprId {
        let from = self.kernel.ty(e);
        if from == to {
            return e;
        }
        let kind = match (from, to) {
            (_, Type::Bool) => return self.truth(e, span),
            (Type::Bool | Type::Int { .. }, Type::Int { .. }) => {
                if let Some(v) = self.const_int(e) {
                    return self.int(v, to, span);
                }
                CastKind::IntToInt
            }
            (Type::Bool | Type::Int { .. }, Type::Float { bits }) => {
                if let Some(v) = self.const_int(e) {
                    // Rounded once, from the integer, as the conversion itself does.
                    if bits == 32 {
                        return self.float(f64::from(v as f32), to, span);
                    }
                    if bits == 64 {
                        return self.float(v as f64, to, span);
                    }
                }
                CastKind::IntToFloat
            }
            (Type::Float { .. }, Type::Int { .. }) => {
                if let (Some(v), Some((lo, hi))) = (self.const_float(e), to.int_range()) {
                    let t = v.trunc();
                    if t >= lo as f64 && t < hi as f64 {
                        return self.int(t as i128, to, span);
                    }
                }
                CastKind::FloatToInt
            }
            (Type::Float { .. }, Type::Float { bits }) => {
                if let (Some(v), true) = (self.const_float(e), bits >= 32) {
                    return self.float(v, to, span);
                }
                CastKind::FloatToFloat
            }
            (Type::Ptr, Type::Int { .. }) => CastKind::PtrToInt,
            (Type::Int { .. } | Type::Bool, Type::Ptr) => {
                if self.const_int(e) == Some(0) {
                    return self.kernel.expr(ExprKind::Null, Type::Ptr, span);
                }
                CastKind::IntToPtr
            }
            (Type::Ptr, _) | (_, Type::Ptr) => {
                // No C conversion exists between pointers and floats.
                self.unsupported("conversion between pointer and float", span);
                return self.zero(to, span);
            }
        };
        self.kernel.expr(ExprKind::Cast(kind, e), to, span)
    }

    /// The address of a pointer in the window of shared memory.
    pub(crate) fn shared_address(&mut self, pointer: ExprId, span: Span) -> ExprId {
        self.kernel.expr(ExprKind::Cast(CastKind::PtrToShared, pointer), Type::U32, span)
    }

    /// The pointer to an address in the window of shared memory.
    pub(crate) fn shared_pointer(&mut self, address: ExprId, span: Span) -> ExprId {
        let address = self.convert(address, Type::U32, span);
        self.kernel.expr(ExprKind::Cast(CastKind::SharedToPtr, address), Type::Ptr, span)
    }

    /// A scalar with the same bits in another type of the same width.
    pub(crate) fn bitcast(&mut self, e: ExprId, to: Type, span: Span) -> ExprId {
        let from = self.kernel.ty(e);
        if from == to {
            return e;
        }
        match (from, to) {
            (Type::Int { .. }, Type::Int { .. }) if from.size() == to.size() => return self.convert(e, to, span),
            (Type::Ptr, Type::Int { bits: 64, .. }) | (Type::Int { bits: 64, .. }, Type::Ptr) => {
                return self.convert(e, to, span)
            }
            _ => {}
        }
        if let (ExprKind::Float(b), Type::Int { .. }) = (&self.kernel.exprs[e].kind, to) {
            let b = i128::from(*b);
            return self.int(b, to, span);
        }
        if let (ExprKind::Int(v), Type::Float { bits }) = (&self.kernel.exprs[e].kind, to) {
            let b = (*v & ((1i128 << bits) - 1)) as u64;
            return self.kernel.expr(ExprKind::Float(b), to, span);
        }
        self.kernel.expr(ExprKind::Cast(CastKind::Bitcast, e), to, span)
    }

    /// `ptr + bytes`. Nested additions become one, which is exact because both are modulo 2^64.
    pub(crate) fn ptr_add(&mut self, ptr: ExprId, bytes: ExprId, span: Span) -> ExprId {
        if self.const_int(bytes) == Some(0) {
            return ptr;
        }
        let moved = match self.kernel.exprs[ptr].kind {
            ExprKind::PtrAdd(base, first) => {
                let sum = self.bin(BinOp::Add, first, bytes, span);
                self.ptr_add(base, sum, span)
            }
            _ => self.kernel.expr(ExprKind::PtrAdd(ptr, bytes), Type::Ptr, span),
        };
        self.orders.note_derived(moved, ptr);
        moved
    }

    pub(crate) fn ptr_offset(&mut self, ptr: ExprId, bytes: u64, span: Span) -> ExprId {
        let bytes = self.int(i128::from(bytes), Type::I64, span);
        self.ptr_add(ptr, bytes, span)
    }

    /// `ptr - bytes`
    pub(crate) fn ptr_back(&mut self, ptr: ExprId, bytes: u64, span: Span) -> ExprId {
        let bytes = self.int(-i128::from(bytes), Type::I64, span);
        self.ptr_add(ptr, bytes, span)
    }

    /// `ptr + index * size`: the index is widened with its own signedness before it is scaled.
    pub(crate) fn ptr_index(&mut self, ptr: ExprId, index: ExprId, size: u64, span: Span) -> ExprId {
        let wide = self.convert(index, Type::I64, span);
        let size = self.int(i128::from(size), Type::I64, span);
        let bytes = self.bin(BinOp::Mul, wide, size, span);
        self.ptr_add(ptr, bytes, span)
    }

    /// The value of a pure function that is known by name.
    pub(crate) fn call(&mut self, name: &str, args: Vec<ExprId>, ty: Type, span: Span) -> ExprId {
        self.kernel.expr(ExprKind::Call(name.into(), args), ty, span)
    }

    /// True if evaluating the expression may be undefined, because it divides by something that may be zero.
    pub(crate) fn may_trap(&self, e: ExprId) -> bool {
        let kind = &self.kernel.exprs[e].kind;
        let division = match kind {
            ExprKind::Binary(BinOp::Div | BinOp::Rem, a, b) => {
                self.kernel.ty(*a).is_int() && self.const_int(*b).is_none_or(|v| v == 0)
            }
            _ => false,
        };
        division || kind.children().into_iter().any(|c| self.may_trap(c))
    }

    /// `a + b * c` in one type, for index arithmetic.
    pub(crate) fn mul_add(
        &mut self,
        a: wp_kir::ExprId,
        b: wp_kir::ExprId,
        c: wp_kir::ExprId,
        span: wp_base::Span,
    ) -> wp_kir::ExprId {
        let product = self.bin(BinOp::Mul, b, c, span);
        self.bin(BinOp::Add, a, product, span)
    }

    pub(crate) fn special(&mut self, special: Special, span: Span) -> ExprId {
        if special == Special::LaneId {
            self.lanes();
        }
        let ty = if let Special::GlobalOffset(_) = special { Type::U64 } else { Type::U32 };
        self.kernel.expr(ExprKind::Special(special), ty, span)
    }
}

/// True if a conversion from `from` to `to` turns no other value than zero into zero.
fn keeps_nonzero(from: Type, to: Type) -> bool {
    matches!((from, to), (Type::Bool, Type::Int { .. }))
        || matches!((from, to), (Type::Int { bits: a, .. }, Type::Int { bits: b, .. }) if a <= b)
}

/// IEEE half bits, rounded to nearest even.
fn f16_bits(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let v = value.abs();
    if v.is_nan() {
        return sign | 0x7e00;
    }
    if v == 0.0 {
        return sign;
    }
    let exponent = (v.log2().floor() as i32).max(-14);
    let scaled = (v / f64::powi(2.0, exponent - 10)).round_ties_even();
    let units = scaled as u32;
    let (units, exponent) = if units >= 2048 { (units / 2, exponent + 1) } else { (units, exponent) };
    if exponent > 15 {
        return sign | 0x7c00;
    }
    if units < 1024 {
        return sign | units as u16;
    }
    sign | (((exponent + 15) as u16) << 10) | (units as u16 & 0x3ff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_constants() {
        assert_eq!(f16_bits(1.0), 0x3c00);
        assert_eq!(f16_bits(-2.0), 0xc000);
        assert_eq!(f16_bits(65504.0), 0x7bff);
        assert_eq!(f16_bits(1e6), 0x7c00);
    }
}
