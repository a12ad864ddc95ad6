//! Numbers that are addresses of objects.
//!
//! A device may place an object anywhere. One placement is possible for the last bits: every object begins at a multiple of
//! [`ALIGNMENT`]. So an uncertain number of this kind is a start plus an offset that is known; differences of places in one
//! object are exact, and so are the last bits. What is computed in another way from an address may be any number.

use super::{Doubt, Operand};
use crate::ops::SHARED_BITS;
use crate::value::Ty;
use wp_kir::{BinOp, CastKind};

/// Objects may begin at a multiple of this many bytes.
const ALIGNMENT: u64 = 256;

/// True for an address of the generic address space, which has more bits than one in the window of shared memory.
fn is_generic(x: Operand) -> bool {
    x.ty.bits() == 64 && x.cell > u64::from(u32::MAX)
}

fn is_address(x: Operand) -> bool {
    matches!(x.doubt, Some(Doubt::Address(_)))
}

/// True if two addresses are those of places in one object.
fn are_in_one_object(a: Operand, b: Operand) -> bool {
    let object = |x: Operand| match is_generic(x) {
        true => x.cell >> 48,
        false => (x.cell & u64::from(u32::MAX)) >> SHARED_BITS,
    };
    is_address(a) && is_address(b) && is_generic(a) == is_generic(b) && object(a) == object(b)
}

/// The uncertainty of the result of an operation on an address.
pub(super) fn binary(op: BinOp, a: Operand, b: Operand, cause: u32) -> Option<Doubt> {
    let (address, other) = if is_address(a) { (a, b) } else { (b, a) };
    let is_exact = other.cause().is_none();
    // The bits of the other operand that the start of an object has, too.
    let width = u64::MAX >> (64 - address.ty.bits().max(1));
    let high = |bits: u64| bits & width & !(ALIGNMENT - 1);
    let moved = Some(Doubt::Address(cause));
    match op {
        BinOp::Sub | BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne if are_in_one_object(a, b) => None,
        // No object is at null, but one may be at the beginning of the window of shared memory.
        BinOp::Eq | BinOp::Ne if is_exact && other.cell == 0 && is_generic(address) => None,
        BinOp::Add if is_exact => moved,
        BinOp::Sub if is_exact && is_address(a) => moved,
        BinOp::And if is_exact && high(other.cell) == 0 => None,
        BinOp::And if is_exact && high(!other.cell) == 0 => moved,
        BinOp::Or | BinOp::Xor if is_exact && high(other.cell) == 0 => moved,
        BinOp::Rem if is_exact && is_address(a) && other.cell.is_power_of_two() && other.cell <= ALIGNMENT => None,
        _ => Some(Doubt::Any(cause)),
    }
}

/// The uncertainty of the result of a conversion of an address, or of a pointer to an address.
pub(super) fn cast(kind: CastKind, a: Operand, to: Ty, pc: u32) -> Option<Doubt> {
    let is_cut_off = to.bits() < 32 || to.bits() < 64 && a.cell > u64::from(u32::MAX);
    match (kind, a.doubt) {
        (CastKind::PtrToInt | CastKind::PtrToShared, None) if a.cell == 0 => None,
        (CastKind::PtrToInt, None) if is_cut_off => Some(Doubt::Any(pc)),
        (CastKind::PtrToInt | CastKind::PtrToShared, None) => Some(Doubt::Address(pc)),
        // No address: it leads where the device has something else.
        (CastKind::IntToPtr, None) if a.cell == 0 => None,
        (CastKind::IntToPtr | CastKind::SharedToPtr, None) => Some(Doubt::Any(pc)),
        (CastKind::IntToPtr | CastKind::SharedToPtr, Some(Doubt::Address(_))) => None,
        (CastKind::ToBool, Some(Doubt::Address(_))) if is_generic(a) => None,
        (CastKind::IntToInt, doubt) if !is_cut_off => doubt,
        (_, doubt) => doubt.and_then(Doubt::cause).map(Doubt::Any),
    }
}
