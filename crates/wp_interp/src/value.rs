//! Values in cells of 64 bits, and their types.
//!
//! A signed integer is kept sign-extended, an unsigned one and a bool zero-extended; a float is its IEEE bits; a pointer
//! is 16 bits of object index + 1 (0: null and integers, [`UNINIT`], [`HAVOCKED`], [`WILD`]) above 48 bits of signed
//! byte offset.

use wp_kir::Type;

/// A register.
pub type Reg = u32;

/// Pointer tag of a variable that was never assigned.
pub const UNINIT: u64 = 0xFFFE;
/// Pointer tag of a havocked pointer.
pub const HAVOCKED: u64 = 0xFFFD;
/// Pointer tag of a pointer whose offset left the 48 bits.
pub const WILD: u64 = 0xFFFF;
/// Greatest number of objects.
pub const MAX_OBJECTS: usize = 0xFFF0;

/// Packs a pointer.
pub fn pack(tag: u64, offset: i64) -> u64 {
    if (-(1i64 << 47)..1i64 << 47).contains(&offset) {
        tag << 48 | (offset as u64 & ((1 << 48) - 1))
    } else if tag == 0 {
        // An integer in pointer clothes keeps as much of its value as fits.
        offset as u64 & ((1 << 48) - 1)
    } else {
        WILD << 48
    }
}

/// Tag and offset of a packed pointer.
pub fn unpack(ptr: u64) -> (u64, i64) {
    (ptr >> 48, (ptr << 16) as i64 >> 16)
}

/// Scalar types in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Ty {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
    Ptr,
}

impl Ty {
    /// The one-byte form, if the type is well-formed.
    pub fn of(ty: Type) -> Option<Ty> {
        Some(match ty {
            Type::Bool => Ty::Bool,
            Type::Int { bits: 8, signed: true } => Ty::I8,
            Type::Int { bits: 8, signed: false } => Ty::U8,
            Type::Int { bits: 16, signed: true } => Ty::I16,
            Type::Int { bits: 16, signed: false } => Ty::U16,
            Type::Int { bits: 32, signed: true } => Ty::I32,
            Type::Int { bits: 32, signed: false } => Ty::U32,
            Type::Int { bits: 64, signed: true } => Ty::I64,
            Type::Int { bits: 64, signed: false } => Ty::U64,
            Type::Float { bits: 16 } => Ty::F16,
            Type::Float { bits: 32 } => Ty::F32,
            Type::Float { bits: 64 } => Ty::F64,
            Type::Ptr => Ty::Ptr,
            _ => return None,
        })
    }
    /// True if the type is a signed integer.
    pub fn signed(self) -> bool {
        matches!(self, Ty::I8 | Ty::I16 | Ty::I32 | Ty::I64)
    }
    /// True if the type is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F16 | Ty::F32 | Ty::F64)
    }
    /// Width in bits (bool: 1).
    pub fn bits(self) -> u32 {
        match self {
            Ty::Bool => 1,
            Ty::I8 | Ty::U8 => 8,
            Ty::I16 | Ty::U16 | Ty::F16 => 16,
            Ty::I32 | Ty::U32 | Ty::F32 => 32,
            Ty::I64 | Ty::U64 | Ty::F64 | Ty::Ptr => 64,
        }
    }
    /// Size in memory.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }
}
