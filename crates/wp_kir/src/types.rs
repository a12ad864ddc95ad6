//! Scalar types. Aggregates do not exist in KIR: the lowering splits them or places them in memory.

use std::fmt;

/// The type of an expression, a variable or a memory access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// Truth value; one byte in memory.
    Bool,
    /// Machine integer of 8, 16, 32 or 64 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if true.
        signed: bool,
    },
    /// IEEE-754 binary float of 16, 32 or 64 bits.
    Float {
        /// Width in bits.
        bits: u8,
    },
    /// Pointer: (object, byte offset); eight bytes in memory.
    Ptr,
}

impl Type {
    /// `int`
    pub const I32: Type = Type::Int { bits: 32, signed: true };
    /// `unsigned int`
    pub const U32: Type = Type::Int { bits: 32, signed: false };
    /// `long long`
    pub const I64: Type = Type::Int { bits: 64, signed: true };
    /// `unsigned long long`
    pub const U64: Type = Type::Int { bits: 64, signed: false };
    /// `float`
    pub const F32: Type = Type::Float { bits: 32 };
    /// `double`
    pub const F64: Type = Type::Float { bits: 64 };

    /// Size in memory, in bytes.
    pub fn size(self) -> u64 {
        match self {
            Type::Bool => 1,
            Type::Int { bits, .. } | Type::Float { bits } => u64::from(bits) / 8,
            Type::Ptr => 8,
        }
    }
    /// True if the type is an integer (not bool).
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int { .. })
    }
    /// True if the type is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float { .. })
    }
    /// Least and greatest value of an integer type (bool counts as 0..=1); `None` for floats and pointers.
    pub fn int_range(self) -> Option<(i128, i128)> {
        match self {
            Type::Bool => Some((0, 1)),
            Type::Int { bits, signed: true } => Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)),
            Type::Int { bits, signed: false } => Some((0, (1i128 << bits) - 1)),
            Type::Float { .. } | Type::Ptr => None,
        }
    }
    /// A value modulo 2^width in the range of an integer type; of `bool`, if it is not zero. Floats and pointers keep it.
    pub fn wrap(self, value: i128) -> i128 {
        match self {
            Type::Bool => i128::from(value != 0),
            Type::Int { bits, signed } => {
                let low = value & ((1i128 << bits) - 1);
                if signed && low >> (bits - 1) != 0 {
                    low - (1i128 << bits)
                } else {
                    low
                }
            }
            Type::Float { .. } | Type::Ptr => value,
        }
    }
}

/// `bool`, `i32`, `u64`, `f32`, `ptr`: the form in the printed IR.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int { bits, signed: true } => write!(f, "i{bits}"),
            Type::Int { bits, signed: false } => write!(f, "u{bits}"),
            Type::Float { bits } => write!(f, "f{bits}"),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Type;

    #[test]
    fn wrapping_is_per_type() {
        assert_eq!(Type::Int { bits: 8, signed: false }.wrap(256), 0);
        assert_eq!(Type::Int { bits: 8, signed: true }.wrap(128), -128);
        assert_eq!(Type::U32.wrap(-1), 0xffff_ffff);
        assert_eq!(Type::Bool.wrap(-3), 1);
    }
}
