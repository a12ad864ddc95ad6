//! Rows of matrices that the lanes of a warp access in shared memory, and asynchronous copies by one thread.
//!
//! `ldmatrix` and `stmatrix`: the first eight lanes for each matrix access a row of 16 bytes each at their own address.
//! Over-approximate: what the rows hold afterwards, and which lane gets which element, are unknown values.
//!
//! `cp.async`: the accesses of the copy stand at the instruction, between two steps ([`CopyStep`]) that mark them.

use super::access::{Address, Guard, Operands};
use crate::builder::{Blocks, Builder};
use wp_base::Span;
use wp_kir::{BinOp, CopyStep, ExprId, Special, StmtKind, Type, Unknown, VarId};

/// An access to the rows of matrices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    /// The row of this lane.
    pub address: Address,
    /// The number of matrices of eight rows.
    pub matrices: usize,
    /// It stores the rows.
    pub stores: bool,
}

/// A number that is a literal or an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    Number(u64),
    Operand(usize),
}

/// An asynchronous copy from global to shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Copy {
    pub target: Address,
    pub source: Address,
    /// The bytes that it writes.
    pub bytes: Extent,
    /// The bytes that it reads, where these are fewer; it writes zeros for the others.
    pub given: Option<Extent>,
    pub guard: Option<Guard>,
}

/// The bytes of a row.
const ROW: u64 = 16;
/// The bytes of the numbers by which rows and copies are accessed.
const WORD: u64 = 4;

impl Builder<'_> {
    /// The value of a number of an instruction.
    pub(super) fn extent(&mut self, extent: Extent, operands: &Operands<'_>, span: Span) -> Option<ExprId> {
        match extent {
            Extent::Number(number) => Some(self.int(i128::from(number), Type::U32, span)),
            Extent::Operand(number) => {
                let value = operands.input(number)?.clone();
                let value = self.only(&value, span);
                matches!(self.ty(value), Type::Int { .. }).then(|| self.convert(value, Type::U32, span))
            }
        }
    }

    /// Accesses the rows of matrices.
    pub(super) fn rows_by_assembly(&mut self, rows: &Rows, operands: &Operands<'_>, span: Span) {
        let Some(row) = self.pointer_of_assembly(rows.address, operands, span) else {
            return self.unsupported("inline assembly with an address that is no number", span);
        };
        self.request(ROW, span);
        let lane = self.special(Special::LaneId, span);
        let lanes = self.int(8 * rows.matrices as i128, Type::U32, span);
        let has_row = match rows.matrices {
            4 => self.bool(true, span),
            _ => self.bin(BinOp::Lt, lane, lanes, span),
        };
        let all = |ir: &mut Self| {
            for at in (0..ROW).step_by(WORD as usize) {
                let ptr = ir.ptr_offset(row, at, span);
                if rows.stores {
                    ir.store_unknown(ptr, "row of a matrix that lanes store together", span);
                } else {
                    ir.load_scalar(ptr, Type::U32, false, span);
                }
            }
        };
        self.branch(has_row, span, all, |_| ());
    }

    /// Begins an asynchronous copy.
    pub(super) fn copy_by_assembly(&mut self, copy: &Copy, operands: &Operands<'_>, span: Span) {
        let bytes = self.extent(copy.bytes, operands, span).and_then(|e| self.const_int(e));
        let given = copy.given.map(|given| self.extent(given, operands, span));
        let pointers = [copy.target, copy.source].map(|at| self.pointer_of_assembly(at, operands, span));
        let (Some(bytes @ (4 | 8 | 16)), None | Some(Some(_)), [Some(target), Some(source)]) = (bytes, given, pointers)
        else {
            return self
                .unsupported("inline assembly with an asynchronous copy whose operands are not understood", span);
        };
        let guard = copy.guard.map(|guard| self.guard_of_assembly(guard, operands, span));
        let all = |ir: &mut Self| ir.thread_copy(target, source, (bytes as u64, given.flatten()), span);
        match guard {
            None => all(self),
            Some(guard) => self.branch(guard, span, all, |_| ()),
        }
    }

    /// An asynchronous copy by this thread of a number of bytes; where a second number is smaller, only so many of them
    /// are read, and the others are zeros.
    pub(crate) fn thread_copy(
        &mut self,
        target: ExprId,
        source: ExprId,
        (bytes, given): (u64, Option<ExprId>),
        span: Span,
    ) {
        self.request(bytes, span);
        self.emit(StmtKind::Copy(CopyStep::Begin), span);
        let mut values = Vec::new();
        for at in (0..bytes).step_by(WORD as usize) {
            let ptr = self.ptr_offset(source, at, span);
            let Some(given) = given else {
                values.push(self.load_scalar(ptr, Type::U32, false, span));
                continue;
            };
            let var = self.var("%copied", Type::U32, span);
            let zero = self.int(0, Type::U32, span);
            self.assign(var, zero, span);
            let whole = self.is_given(at + WORD - 1, given, span);
            let load = |ir: &mut Self| ir.emit(StmtKind::Load { var, ty: Type::U32, ptr, volatile: false }, span);
            self.branch(whole, span, load, |ir| ir.copy_bytes(var, (ptr, at), given, span));
            values.push(self.read(var, span));
        }
        for (at, value) in (0..bytes).step_by(WORD as usize).zip(values) {
            let ptr = self.ptr_offset(target, at, span);
            self.emit(StmtKind::Store { ptr, value, ty: Type::U32, volatile: false }, span);
        }
        self.emit(StmtKind::Copy(CopyStep::End), span);
    }

    /// The condition that a byte of a copy is read.
    fn is_given(&mut self, at: u64, given: ExprId, span: Span) -> ExprId {
        let at = self.int(i128::from(at), Type::U32, span);
        self.bin(BinOp::Lt, at, given, span)
    }

    /// Adds the bytes of a word that are read to a variable; `at` is the position of the word in the copy.
    fn copy_bytes(&mut self, var: VarId, (ptr, at): (ExprId, u64), given: ExprId, span: Span) {
        for byte in 0..WORD - 1 {
            let is_read = self.is_given(at + byte, given, span);
            let add = |ir: &mut Self| {
                let ptr = ir.ptr_offset(ptr, byte, span);
                let value = ir.load_scalar(ptr, Type::Int { bits: 8, signed: false }, false, span);
                let value = ir.convert(value, Type::U32, span);
                let places = ir.int(8 * i128::from(byte), Type::U32, span);
                let value = ir.bin(BinOp::Shl, value, places, span);
                let others = ir.read(var, span);
                let all = ir.bin(BinOp::Or, others, value, span);
                ir.assign(var, all, span);
            };
            self.branch(is_read, span, add, |_| ());
        }
    }

    fn store_unknown(&mut self, ptr: ExprId, reason: &str, span: Span) {
        let var = self.temp(Type::U32, span);
        self.emit(StmtKind::Havoc { var, reason: reason.into(), unknown: Unknown::Value }, span);
        let value = self.read(var, span);
        self.emit(StmtKind::Store { ptr, value, ty: Type::U32, volatile: false }, span);
    }
}
