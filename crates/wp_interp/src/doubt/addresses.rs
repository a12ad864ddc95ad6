//! Numbers that are addresses of objects.
//!
//! A device may place an object anywhere. Known are the differences of places in one object, that no object is at null,
//! and, for one placement that is possible, the last bits: every object may begin at a multiple of [`ALIGNMENT`]. A pointer
//! that is made of an address is that of the simulation.

use super::{Doubt, Operand};
use crate::ops::SHARED_BITS;
use crate::value::Ty;
use wp_kir::{BinOp, CastKind};

/// Objects may begin at a multiple of this many bytes.
const ALIGNMENT: u64 = 256;

/// True if two addresses are those of places in one object.
fn are_in_one_object(a: Operand, b: Operand) -> bool {
    // An address in the window of shared memory has 32 bits, any other one more.
    let object = |x: Operand| match x.cell {
        near if x.ty.bits() == 32 || near <= u64::from(u32::MAX) => (near & u64::from(u32::MAX)) >> SHARED_BITS,
        far => far >> 48,
    };
    let are_addresses = [a, b].iter().all(|x| matches!(x.doubt, Some(Doubt::Address(_))));
    are_addresses && object(a) == object(b)
}

/// The uncertainty of the result of an operation on an address.
pub(super) fn binary(op: BinOp, a: Operand, b: Operand, cause: u32) -> Option<Doubt> {
    let is_address = |x: &Operand| matches!(x.doubt, Some(Doubt::Address(_)));
    let other = if is_address(&a) { b } else { a };
    let is_exact = other.cause().is_none();
    match op {
        BinOp::Sub | BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne if are_in_one_object(a, b) => None,
        BinOp::Eq | BinOp::Ne if is_exact && other.cell == 0 => None,
        BinOp::And if is_exact && other.cell < ALIGNMENT => None,
        BinOp::Rem if is_exact && is_address(&a) && other.cell.is_power_of_two() && other.cell <= ALIGNMENT => None,
        BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor if is_exact || is_address(&other) => {
            Some(Doubt::Address(cause))
        }
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
        (CastKind::IntToPtr | CastKind::SharedToPtr | CastKind::ToBool, _) => None,
        (CastKind::IntToInt, doubt) if !is_cut_off => doubt,
        (_, doubt) => doubt.and_then(Doubt::cause).map(Doubt::Any),
    }
}
