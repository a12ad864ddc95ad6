//! Linear positions of threads and blocks.

use super::Builder;
use wp_base::Span;
use wp_kir::{Axis, BinOp, ExprId, Special, Type};

impl Builder<'_> {
    /// The position of the thread in its block.
    pub(crate) fn linear_thread(&mut self, span: Span) -> ExprId {
        self.linear(Special::ThreadIdx, Special::BlockDim, span, |s, special| s.special(special, span))
    }

    /// The position of the block in the grid.
    pub(crate) fn linear_block(&mut self, span: Span) -> ExprId {
        self.linear(Special::BlockIdx, Special::GridDim, span, |s, special| s.special(special, span))
    }

    /// `x + (y + z * ny) * nx`, with the values that `read` gives.
    pub(crate) fn linear(
        &mut self,
        index: fn(Axis) -> Special,
        extent: fn(Axis) -> Special,
        span: Span,
        mut read: impl FnMut(&mut Self, Special) -> ExprId,
    ) -> ExprId {
        let mut position = read(self, index(Axis::Z));
        for axis in [Axis::Y, Axis::X] {
            let n = read(self, extent(axis));
            let own = read(self, index(axis));
            position = self.mul_add(own, position, n, span);
        }
        position
    }

    /// A built-in value, converted to a type.
    pub(crate) fn wide(&mut self, special: Special, ty: Type, span: Span) -> ExprId {
        let e = self.special(special, span);
        self.convert(e, ty, span)
    }

    /// The number of threads of a block.
    pub(crate) fn block_size(&mut self, span: Span) -> ExprId {
        let mut size = self.special(Special::BlockDim(Axis::X), span);
        for axis in [Axis::Y, Axis::Z] {
            let extent = self.special(Special::BlockDim(axis), span);
            size = self.bin(BinOp::Mul, size, extent, span);
        }
        size
    }
}
