//! Operations among the lanes of a warp.

use crate::{BinOp, Type};

/// Warp operations. Shuffles return the value of the chosen lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WarpOp {
    /// `__shfl_sync(mask, v, lane, width)`
    Shfl,
    /// `__shfl_up_sync`
    ShflUp,
    /// `__shfl_down_sync`
    ShflDown,
    /// `__shfl_xor_sync`
    ShflXor,
    /// `__ballot_sync`
    Ballot,
    /// `__any_sync`
    Any,
    /// `__all_sync`
    All,
    /// `__activemask()`
    ActiveMask,
    /// `__reduce_add_sync`, `sub_group_reduce_add`: the values of all lanes that take part, combined. Which values of
    /// floats are added first is not specified.
    Reduce(Combination),
    /// `sub_group_scan_inclusive_add`: those of the lanes up to the own one.
    ScanInclusive(Combination),
    /// `sub_group_scan_exclusive_add`: those of the lanes before the own one; of none, the neutral value.
    ScanExclusive(Combination),
}

/// How values of lanes are combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Combination {
    /// a + b
    Add,
    /// a * b
    Mul,
    /// The lesser one.
    Min,
    /// The greater one.
    Max,
    /// a & b, of integers and truth values
    And,
    /// a | b, of integers and truth values
    Or,
    /// a ^ b, of integers and truth values
    Xor,
}

impl Combination {
    /// The operation on two values.
    pub fn op(self) -> BinOp {
        match self {
            Combination::Add => BinOp::Add,
            Combination::Mul => BinOp::Mul,
            Combination::Min => BinOp::Min,
            Combination::Max => BinOp::Max,
            Combination::And => BinOp::And,
            Combination::Or => BinOp::Or,
            Combination::Xor => BinOp::Xor,
        }
    }

    /// True if values of the type can be combined so.
    pub fn takes(self, ty: Type) -> bool {
        match self {
            Combination::And | Combination::Or | Combination::Xor => ty.is_int() || ty == Type::Bool,
            _ => ty.is_int() || ty.is_float(),
        }
    }
}
