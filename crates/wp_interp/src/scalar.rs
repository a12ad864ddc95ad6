//! Operations on scalar constants, for constant folding in KIR: the same functions that the interpreter executes.
//!
//! A cell holds a value of a type: a signed integer sign-extended, an unsigned one and a bool zero-extended, a float as
//! its bits.

use crate::api::NoteKind;
use crate::math::{self, Function};
use crate::ops;
use crate::value::Ty;
use wp_kir::{BinOp, CastKind, Type, UnOp};

/// The canonical cell of a value modulo 2^64; `None` for types that no value has.
pub fn wrap(ty: Type, value: u64) -> Option<u64> {
    Some(ops::wrap(Ty::of(ty)?, value))
}

/// A binary operation on operands of type `ty`; with `masked`, shift amounts count modulo the width (OpenCL).
pub fn binary(op: BinOp, ty: Type, a: u64, b: u64, masked: bool) -> Option<(u64, Option<NoteKind>)> {
    Some(ops::binary(op, Ty::of(ty)?, a, b, masked))
}

/// A unary operation.
pub fn unary(op: UnOp, ty: Type, a: u64) -> Option<(u64, Option<NoteKind>)> {
    Some(ops::unary(op, Ty::of(ty)?, a))
}

/// A conversion.
pub fn cast(kind: CastKind, from: Type, to: Type, a: u64) -> Option<(u64, Option<NoteKind>)> {
    Some(ops::cast(kind, Ty::of(from)?, Ty::of(to)?, a))
}

/// A function of integers by its name; `None` when it is not known, or not exact on every device.
pub fn integer_call(name: &str, ty: Type, args: &[(u64, Type)]) -> Option<u64> {
    if ty.is_float() || args.iter().any(|(_, t)| t.is_float()) {
        return None;
    }
    let args: Option<Vec<(u64, Ty)>> = args.iter().map(|&(v, t)| Some((v, Ty::of(t)?))).collect();
    math::apply(Function::named(name), Ty::of(ty)?, &args?)
}
