//! Scalar operations on 64-bit cells. C semantics; what C leaves undefined wraps and sets a note.

use crate::api::NoteKind;
use crate::float::{from_f64, to_f64};
use crate::value::{pack, unpack, Ty, WILD};
use wp_kir::{BinOp, CastKind, UnOp};

/// A note raised by an operation.
pub type Raised = Option<NoteKind>;

/// The canonical cell of an integer type for a value modulo 2^64.
#[inline]
pub fn wrap(ty: Ty, value: u64) -> u64 {
    match ty {
        Ty::Bool => value & 1,
        Ty::I8 => value as i8 as i64 as u64,
        Ty::U8 => u64::from(value as u8),
        Ty::I16 => value as i16 as i64 as u64,
        Ty::U16 | Ty::F16 => u64::from(value as u16),
        Ty::I32 => value as i32 as i64 as u64,
        Ty::U32 | Ty::F32 => u64::from(value as u32),
        Ty::I64 | Ty::U64 | Ty::F64 | Ty::Ptr => value,
    }
}

/// A binary operation; with `masked`, shift amounts count modulo the width (OpenCL).
pub fn binary(op: BinOp, ty: Ty, a: u64, b: u64, masked: bool) -> (u64, Raised) {
    match ty {
        Ty::F16 | Ty::F32 | Ty::F64 => (float_binary(op, ty, a, b), None),
        Ty::Ptr => {
            let ((ta, oa), (tb, ob)) = (unpack(a), unpack(b));
            let value = match op {
                BinOp::Lt => (ta, oa) < (tb, ob),
                BinOp::Le => (ta, oa) <= (tb, ob),
                BinOp::Eq => a == b,
                _ => a != b,
            };
            (u64::from(value), None)
        }
        _ => int_binary(op, ty, a, b, masked),
    }
}

fn int_binary(op: BinOp, ty: Ty, a: u64, b: u64, masked: bool) -> (u64, Raised) {
    let signed = ty.signed();
    let number = |x: u64| if signed { i128::from(x as i64) } else { i128::from(x) };
    let (x, y) = (number(a), number(b));
    let finish = |exact: i128| {
        let cell = wrap(ty, exact as u64);
        (cell, (signed && number(cell) != exact).then_some(NoteKind::SignedOverflow))
    };
    match op {
        BinOp::Add => finish(x + y),
        BinOp::Sub => finish(x - y),
        // Unsigned 64-bit products may exceed i128.
        BinOp::Mul if signed => finish(x * y),
        BinOp::Mul => (wrap(ty, a.wrapping_mul(b)), None),
        BinOp::Div | BinOp::Rem if y == 0 => (0, Some(NoteKind::DivisionByZero)),
        BinOp::Div => finish(x / y),
        BinOp::Rem => (wrap(ty, (x % y) as u64), None),
        BinOp::Shl | BinOp::Shr => {
            let bits = u64::from(ty.bits());
            let out = b >= bits;
            let raised = (out && !masked).then_some(NoteKind::ShiftAmount);
            let amount = if masked { b & (bits - 1) } else { b };
            let value = match (op, amount >= bits) {
                (BinOp::Shl, true) => 0,
                (BinOp::Shl, false) => a << amount,
                (_, true) if signed => (a as i64 >> 63) as u64,
                (_, true) => 0,
                (_, false) if signed => (a as i64 >> amount) as u64,
                (_, false) => a >> amount,
            };
            (wrap(ty, value), raised)
        }
        BinOp::And => (a & b, None),
        BinOp::Or => (a | b, None),
        BinOp::Xor => (a ^ b, None),
        BinOp::Lt => (u64::from(x < y), None),
        BinOp::Le => (u64::from(x <= y), None),
        BinOp::Eq => (u64::from(a == b), None),
        BinOp::Ne => (u64::from(a != b), None),
        BinOp::Min => (if x < y { a } else { b }, None),
        BinOp::Max => (if x < y { b } else { a }, None),
    }
}

fn float_binary(op: BinOp, ty: Ty, a: u64, b: u64) -> u64 {
    let (x, y) = (to_f64(ty, a), to_f64(ty, b));
    // Computing + - * / of f32 and f16 in f64 and rounding once more is exact: 53 >= 2 * 24 + 2.
    let value = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        BinOp::Rem => x % y,
        BinOp::Min => x.min(y),
        BinOp::Max => x.max(y),
        BinOp::Lt => return u64::from(x < y),
        BinOp::Le => return u64::from(x <= y),
        BinOp::Eq => return u64::from(x == y),
        BinOp::Ne => return u64::from(x != y),
        BinOp::And => return a & b,
        BinOp::Or => return a | b,
        BinOp::Xor => return a ^ b,
        BinOp::Shl | BinOp::Shr => return a,
    };
    from_f64(ty, value)
}

/// A unary operation.
pub fn unary(op: UnOp, ty: Ty, a: u64) -> (u64, Raised) {
    match op {
        UnOp::Neg if ty.is_float() => (a ^ 1 << (ty.bits() - 1), None),
        UnOp::Neg => int_binary(BinOp::Sub, ty, 0, a, false),
        UnOp::BitNot => (wrap(ty, !a), None),
        UnOp::Not => (a ^ 1, None),
    }
}

/// A conversion.
pub fn cast(kind: CastKind, from: Ty, to: Ty, a: u64) -> (u64, Raised) {
    match kind {
        CastKind::IntToInt => (wrap(to, a), None),
        CastKind::ToBool if from.is_float() => (u64::from(to_f64(from, a) != 0.0), None),
        CastKind::ToBool => (u64::from(a != 0), None),
        CastKind::IntToFloat => {
            // One rounding only: f32 from the integer itself; a half has fewer bits than the f64 loses.
            let bits = match (to, from.signed()) {
                (Ty::F32, true) => u64::from((a as i64 as f32).to_bits()),
                (Ty::F32, false) => u64::from((a as f32).to_bits()),
                (_, true) => from_f64(to, a as i64 as f64),
                (_, false) => from_f64(to, a as f64),
            };
            (bits, None)
        }
        CastKind::FloatToInt => {
            let value = to_f64(from, a);
            // Saturating, as devices do.
            let exact = value as i128;
            let (low, high) = match (to.signed(), to.bits()) {
                (true, bits) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                (false, bits) => (0, (1i128 << bits) - 1),
            };
            let out = value.is_nan() || exact < low || exact > high;
            (wrap(to, exact.clamp(low, high) as u64), out.then_some(NoteKind::FloatToInt))
        }
        CastKind::FloatToFloat => (from_f64(to, to_f64(from, a)), None),
        CastKind::Bitcast => (wrap(to, a), None),
        CastKind::PtrToInt => (wrap(to, a), None),
        CastKind::IntToPtr => (a, None),
        CastKind::PtrToShared => (shared_address(a), None),
        CastKind::SharedToPtr => (pointer_to_shared(a), None),
    }
}

/// Bits of the offset in an address of shared memory; the bits above are the tag of the object. No object of shared
/// memory is greater.
pub const SHARED_BITS: u64 = 18;

/// The address of a place in shared memory, in 32 bits. Every object begins at a multiple of its greatest size; those
/// beyond what 32 bits can number have address 0, which leads nowhere.
fn shared_address(p: u64) -> u64 {
    let (tag, offset) = unpack(p);
    if tag >> (32 - SHARED_BITS) != 0 {
        return 0;
    }
    wrap(Ty::U32, ((tag << SHARED_BITS) as i64).wrapping_add(offset) as u64)
}

/// The pointer to an address in shared memory.
fn pointer_to_shared(address: u64) -> u64 {
    match address >> SHARED_BITS {
        0 => pack(WILD, 0),
        tag => pack(tag, (address & ((1 << SHARED_BITS) - 1)) as i64),
    }
}

/// `pointer + bytes`.
#[inline]
pub fn ptr_add(p: u64, bytes: i64) -> u64 {
    let (tag, offset) = unpack(p);
    pack(tag, offset.saturating_add(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_overflow_wraps_and_is_noted() {
        let max = wrap(Ty::I32, i32::MAX as u64);
        assert_eq!(
            binary(BinOp::Add, Ty::I32, max, 1, false),
            (i32::MIN as i64 as u64, Some(NoteKind::SignedOverflow))
        );
        assert_eq!(binary(BinOp::Add, Ty::U32, u64::from(u32::MAX), 1, false), (0, None));
        assert_eq!(binary(BinOp::Mul, Ty::U64, u64::MAX, u64::MAX, false), (1, None));
        assert_eq!(binary(BinOp::Div, Ty::I32, -7i64 as u64, 2, false).0, -3i64 as u64);
        assert_eq!(binary(BinOp::Rem, Ty::I32, -7i64 as u64, 2, false).0, -1i64 as u64);
    }

    #[test]
    fn shifts_follow_the_dialect() {
        assert_eq!(binary(BinOp::Shl, Ty::U32, 1, 33, true), (2, None));
        assert_eq!(binary(BinOp::Shl, Ty::U32, 1, 33, false), (0, Some(NoteKind::ShiftAmount)));
        assert_eq!(binary(BinOp::Shr, Ty::I8, -4i64 as u64, 1, false).0, -2i64 as u64);
    }

    #[test]
    fn pointers_keep_object_and_negative_offset() {
        let p = ptr_add(pack(3, 8), -16);
        assert_eq!(unpack(p), (3, -8));
        assert_eq!(unpack(ptr_add(p, 1 << 60)).0, crate::value::WILD);
    }
}
