//! Reads and writes of bit-fields. Exact.
//!
//! A run of adjacent bit-fields is one memory location of the language. A write to a field reads and writes all of it,
//! so that threads which write neighbouring fields race. The run is accessed in pieces of at most eight bytes.

use super::Builder;
use crate::values::Value;
use wp_base::Span;
use wp_decls::{ones, piece_type, pieces, BitField, CType};
use wp_kir::{BinOp, ExprId, StmtKind, Type};

/// The type in which the value of a bit-field is combined from its pieces.
fn work_type(field: BitField, pieces: &[(u64, u64)]) -> Type {
    let small = field.width <= 32 && pieces.iter().all(|p| p.1 <= 4);
    if small {
        Type::U32
    } else {
        Type::U64
    }
}

impl Builder<'_> {
    fn shifted(&mut self, e: ExprId, op: BinOp, by: u64, span: Span) -> ExprId {
        if by == 0 {
            return e;
        }
        let by = self.int(i128::from(by), self.kernel.ty(e), span);
        self.bin(op, e, by, span)
    }

    fn masked(&mut self, e: ExprId, mask: u64, span: Span) -> ExprId {
        let ty = self.kernel.ty(e);
        if mask == ones(ty.size() * 8) {
            return e;
        }
        let mask = self.int(i128::from(mask), ty, span);
        self.bin(BinOp::And, e, mask, span)
    }

    /// The value of a bit-field of the record at `ptr`.
    pub(crate) fn load_bits(&mut self, ptr: ExprId, field: BitField, ty: &CType, volatile: bool, span: Span) -> Value {
        let Some(to) = ty.scalar() else { return self.unsupported_value("bit-field", ty, span) };
        let mut pieces = pieces(field.run);
        pieces.retain(|p| field.mask(*p) != 0);
        let work = work_type(field, &pieces);
        let mut out = None;
        for (offset, size) in pieces {
            let at = self.ptr_offset(ptr, offset, span);
            let raw = self.load_scalar(at, piece_type(size), volatile, span);
            let raw = self.convert(raw, work, span);
            let start = offset * 8;
            let part = match start <= field.at {
                true => self.shifted(raw, BinOp::Shr, field.at - start, span),
                false => self.shifted(raw, BinOp::Shl, start - field.at, span),
            };
            out = Some(match out {
                Some(before) => self.bin(BinOp::Or, before, part, span),
                None => part,
            });
        }
        let Some(value) = out else { return self.unsupported_value("bit-field", ty, span) };
        let value = self.masked(value, ones(field.width), span);
        let bits = work.size() * 8;
        let value = match to {
            Type::Int { signed: true, .. } => {
                let signed = self.convert(value, Type::Int { bits: bits as u8, signed: true }, span);
                match field.width < bits {
                    true => {
                        // Two's complement: the upper half of the unsigned values are negative numbers.
                        let ty = self.kernel.ty(signed);
                        let half = self.int(1 << (field.width - 1), ty, span);
                        let whole = self.int(1 << field.width, ty, span);
                        let negative = self.bin(BinOp::Sub, signed, whole, span);
                        let is_small = self.bin(BinOp::Lt, signed, half, span);
                        self.select(is_small, signed, negative, span)
                    }
                    false => signed,
                }
            }
            _ => value,
        };
        Value { ty: ty.clone(), leaves: vec![self.convert(value, to, span)] }
    }

    /// Writes a bit-field of the record at `ptr`.
    pub(crate) fn store_bits(
        &mut self,
        ptr: ExprId,
        field: BitField,
        ty: &CType,
        volatile: bool,
        value: ExprId,
        span: Span,
    ) {
        let Some(to) = ty.scalar() else { return self.unsupported("bit-field", span) };
        self.kernel.bit_field_stores.insert(span);
        let pieces = pieces(field.run);
        let own: Vec<(u64, u64)> = pieces.iter().copied().filter(|p| field.mask(*p) != 0).collect();
        let work = work_type(field, &own);
        let value = self.convert_to_stored_type(value, to, span);
        let value = self.convert(value, work, span);
        let value = self.freeze_expr(value, span);
        for piece in pieces {
            let ((offset, size), mask) = (piece, field.mask(piece));
            let (ty, start) = (piece_type(size), offset * 8);
            let at = self.ptr_offset(ptr, offset, span);
            let mut stored = None;
            if mask != 0 {
                let part = match start <= field.at {
                    true => self.shifted(value, BinOp::Shl, field.at - start, span),
                    false => self.shifted(value, BinOp::Shr, start - field.at, span),
                };
                let part = self.convert(part, ty, span);
                stored = Some(self.masked(part, mask, span));
            }
            if mask != ones(size * 8) {
                let old = self.load_scalar(at, ty, volatile, span);
                let kept = self.masked(old, ones(size * 8) & !mask, span);
                stored = Some(match stored {
                    Some(part) => self.bin(BinOp::Or, kept, part, span),
                    None => kept,
                });
            }
            if let Some(value) = stored {
                self.emit(StmtKind::Store { ptr: at, value, ty, volatile }, span);
            }
        }
    }
}
