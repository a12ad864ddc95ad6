//! Bit-fields: their positions in a record, and the pieces in which their bytes are accessed.
//!
//! A run of adjacent bit-fields is one memory location of the language. It is accessed in pieces of at most eight
//! bytes.

use wp_kir::Type;

/// The position of a bit-field in its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Its first bit, counted from the start of the record.
    pub at: u64,
    /// Its number of bits.
    pub width: u64,
    /// The bytes of its run of adjacent bit-fields: the first byte, and the byte behind the last.
    pub run: (u64, u64),
}

/// The pieces of a run of bytes, each with its offset and its size. A size is a power of two that divides the offset.
pub fn pieces(run: (u64, u64)) -> Vec<(u64, u64)> {
    let (mut at, end) = run;
    let mut out = Vec::new();
    while at < end {
        let fits = |size: &u64| at % size == 0 && at + size <= end;
        let size = [8, 4, 2].into_iter().find(fits).unwrap_or(1);
        out.push((at, size));
        at += size;
    }
    out
}

/// The type of a piece.
pub fn piece_type(size: u64) -> Type {
    Type::Int { bits: (size * 8) as u8, signed: false }
}

/// A word whose lowest `bits` bits are ones.
pub fn ones(bits: u64) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

impl BitField {
    /// The bits of a piece that belong to the field.
    pub fn mask(&self, (offset, size): (u64, u64)) -> u64 {
        let (start, end) = (offset * 8, (offset + size) * 8);
        let (from, to) = (self.at.max(start), (self.at + self.width).min(end));
        if from < to {
            ones(to - from) << (from - start)
        } else {
            0
        }
    }

    /// The type of the field after integer promotion: `int` if that can represent all values of the field.
    pub fn promoted(&self, ty: Type) -> Type {
        match ty {
            Type::Int { signed, .. } if self.width < 32 || self.width == 32 && signed => Type::I32,
            Type::Int { .. } if self.width == 32 => Type::U32,
            _ => ty,
        }
    }
}
