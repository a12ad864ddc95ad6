//! The words of the printed IR: one table per enumeration, read by the printer and by the parser.

use crate::{
    AssertKind, AssumeKind, AtomicOp, Axis, BinOp, CastKind, Combination, Dialect, ExprKind, Kernel, MemOrder,
    MemScope, Space, SpecOp, Special, Type, UnOp, WarpOp,
};

/// A table of (value, word) pairs without repeated words.
pub(crate) type Table<T> = &'static [(T, &'static str)];

/// The word of a value. Tables list every value of their enumeration, so the fallback `?` is never printed.
pub(crate) fn word<T: PartialEq>(table: Table<T>, value: &T) -> &'static str {
    table.iter().find(|(v, _)| v == value).map_or("?", |(_, w)| *w)
}

/// The value of a word.
pub(crate) fn value<T: Clone>(table: Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(_, w)| *w == word).map(|(v, _)| v.clone())
}

pub(crate) const DIALECTS: Table<Dialect> =
    &[(Dialect::Cuda, "cuda"), (Dialect::Hip, "hip"), (Dialect::OpenCl, "opencl")];

pub(crate) const SPACES: Table<Space> = &[
    (Space::Global, "global"),
    (Space::Constant, "constant"),
    (Space::Shared, "shared"),
    (Space::Private, "private"),
    (Space::Image, "image"),
];

pub(crate) const SCOPES: Table<MemScope> =
    &[(MemScope::Block, "block"), (MemScope::Device, "device"), (MemScope::System, "system")];

/// The orders that are stated. An atomic without one has no word, nor has a sequentially consistent fence.
pub(crate) const ORDERS: Table<MemOrder> = &[
    (MemOrder::Relaxed, "relaxed"),
    (MemOrder::Acquire, "acquire"),
    (MemOrder::Release, "release"),
    (MemOrder::AcqRel, "acq_rel"),
    (MemOrder::SeqCst, "seq_cst"),
];

pub(crate) const ATOMICS: Table<AtomicOp> = &[
    (AtomicOp::Add, "add"),
    (AtomicOp::Sub, "sub"),
    (AtomicOp::Exch, "exch"),
    (AtomicOp::Min, "min"),
    (AtomicOp::Max, "max"),
    (AtomicOp::And, "and"),
    (AtomicOp::Or, "or"),
    (AtomicOp::Xor, "xor"),
    (AtomicOp::Inc, "inc"),
    (AtomicOp::Dec, "dec"),
    (AtomicOp::Cas, "cas"),
    (AtomicOp::Load, "load"),
];

pub(crate) const WARPS: Table<WarpOp> = &[
    (WarpOp::Shfl, "shfl"),
    (WarpOp::ShflUp, "shfl_up"),
    (WarpOp::ShflDown, "shfl_down"),
    (WarpOp::ShflXor, "shfl_xor"),
    (WarpOp::Ballot, "ballot"),
    (WarpOp::Any, "any"),
    (WarpOp::All, "all"),
    (WarpOp::ActiveMask, "active_mask"),
    (WarpOp::Reduce(Combination::Add), "reduce_add"),
    (WarpOp::Reduce(Combination::Mul), "reduce_mul"),
    (WarpOp::Reduce(Combination::Min), "reduce_min"),
    (WarpOp::Reduce(Combination::Max), "reduce_max"),
    (WarpOp::Reduce(Combination::And), "reduce_and"),
    (WarpOp::Reduce(Combination::Or), "reduce_or"),
    (WarpOp::Reduce(Combination::Xor), "reduce_xor"),
    (WarpOp::ScanInclusive(Combination::Add), "scan_inclusive_add"),
    (WarpOp::ScanInclusive(Combination::Mul), "scan_inclusive_mul"),
    (WarpOp::ScanInclusive(Combination::Min), "scan_inclusive_min"),
    (WarpOp::ScanInclusive(Combination::Max), "scan_inclusive_max"),
    (WarpOp::ScanInclusive(Combination::And), "scan_inclusive_and"),
    (WarpOp::ScanInclusive(Combination::Or), "scan_inclusive_or"),
    (WarpOp::ScanInclusive(Combination::Xor), "scan_inclusive_xor"),
    (WarpOp::ScanExclusive(Combination::Add), "scan_exclusive_add"),
    (WarpOp::ScanExclusive(Combination::Mul), "scan_exclusive_mul"),
    (WarpOp::ScanExclusive(Combination::Min), "scan_exclusive_min"),
    (WarpOp::ScanExclusive(Combination::Max), "scan_exclusive_max"),
    (WarpOp::ScanExclusive(Combination::And), "scan_exclusive_and"),
    (WarpOp::ScanExclusive(Combination::Or), "scan_exclusive_or"),
    (WarpOp::ScanExclusive(Combination::Xor), "scan_exclusive_xor"),
];

pub(crate) const ASSERTS: Table<AssertKind> = &[
    (AssertKind::Assert, "assert"),
    (AssertKind::Abort, "abort"),
    (AssertKind::Cooperative, "cooperative"),
    (AssertKind::AllThreads, "all_threads"),
    (AssertKind::LaneOfMask, "lane_of_mask"),
    (AssertKind::LanesArrive, "lanes_arrive"),
    (AssertKind::Invariant, "invariant"),
    (AssertKind::Candidate, "candidate"),
    (AssertKind::FunctionWide, "function_wide"),
    (AssertKind::Ensures, "ensures"),
    (AssertKind::Barrier, "barrier_invariant"),
    (AssertKind::Precondition, "precondition"),
    (AssertKind::Separate, "separate"),
    (AssertKind::Access, "access"),
];

pub(crate) const ASSUMES: Table<AssumeKind> = &[
    (AssumeKind::Requires, "requires"),
    (AssumeKind::Assume, "assume"),
    (AssumeKind::Axiom, "axiom"),
    (AssumeKind::Launch, "launch"),
    (AssumeKind::Allocation, "allocation"),
    (AssumeKind::Contiguous, "contiguous"),
    (AssumeKind::Enumeration, "enumeration"),
    (AssumeKind::External, "external"),
    (AssumeKind::Aliasing, "aliasing"),
    (AssumeKind::UniformGroups, "uniform_groups"),
    (AssumeKind::Architecture, "architecture"),
    (AssumeKind::WarpSize, "warp_size"),
    (AssumeKind::Contract, "contract"),
];

pub(crate) const UNARIES: Table<UnOp> = &[(UnOp::Neg, "neg"), (UnOp::BitNot, "bitnot"), (UnOp::Not, "not")];

/// Binary operations that stand between their operands.
pub(crate) const INFIX: Table<BinOp> = &[
    (BinOp::Add, "+"),
    (BinOp::Sub, "-"),
    (BinOp::Mul, "*"),
    (BinOp::Div, "/"),
    (BinOp::Rem, "%"),
    (BinOp::Shl, "<<"),
    (BinOp::Shr, ">>"),
    (BinOp::And, "&"),
    (BinOp::Or, "|"),
    (BinOp::Xor, "^"),
    (BinOp::Lt, "<"),
    (BinOp::Le, "<="),
    (BinOp::Eq, "=="),
    (BinOp::Ne, "!="),
];

/// Binary operations that are written as a function.
pub(crate) const PREFIX: Table<BinOp> = &[(BinOp::Min, "min"), (BinOp::Max, "max")];

pub(crate) const CASTS: Table<CastKind> = &[
    (CastKind::IntToInt, "int_to_int"),
    (CastKind::ToBool, "to_bool"),
    (CastKind::IntToFloat, "int_to_float"),
    (CastKind::FloatToInt, "float_to_int"),
    (CastKind::FloatToFloat, "float_to_float"),
    (CastKind::Bitcast, "bitcast"),
    (CastKind::PtrToInt, "ptr_to_int"),
    (CastKind::IntToPtr, "int_to_ptr"),
    (CastKind::PtrToShared, "ptr_to_shared"),
    (CastKind::SharedToPtr, "shared_to_ptr"),
];

pub(crate) const SPECIALS: Table<Special> = &[
    (Special::ThreadIdx(Axis::X), "threadIdx.x"),
    (Special::ThreadIdx(Axis::Y), "threadIdx.y"),
    (Special::ThreadIdx(Axis::Z), "threadIdx.z"),
    (Special::BlockIdx(Axis::X), "blockIdx.x"),
    (Special::BlockIdx(Axis::Y), "blockIdx.y"),
    (Special::BlockIdx(Axis::Z), "blockIdx.z"),
    (Special::BlockDim(Axis::X), "blockDim.x"),
    (Special::BlockDim(Axis::Y), "blockDim.y"),
    (Special::BlockDim(Axis::Z), "blockDim.z"),
    (Special::GridDim(Axis::X), "gridDim.x"),
    (Special::GridDim(Axis::Y), "gridDim.y"),
    (Special::GridDim(Axis::Z), "gridDim.z"),
    (Special::GlobalOffset(Axis::X), "globalOffset.x"),
    (Special::GlobalOffset(Axis::Y), "globalOffset.y"),
    (Special::GlobalOffset(Axis::Z), "globalOffset.z"),
    (Special::LaneId, "laneId"),
];

/// Specification operations with a fixed word; `Unmodelled` is printed with its own name.
pub(crate) const SPECS: Table<SpecOp> = &[
    (SpecOp::HasRead, "has_read"),
    (SpecOp::HasWritten, "has_written"),
    (SpecOp::ReadOffset, "read_offset"),
    (SpecOp::WriteOffset, "write_offset"),
    (SpecOp::PtrOffset, "ptr_offset"),
    (SpecOp::PtrBase, "ptr_base"),
    (SpecOp::Enabled, "enabled"),
    (SpecOp::Other, "other"),
    (SpecOp::Uniform, "uniform"),
    (SpecOp::Distinct, "distinct"),
    (SpecOp::All, "all"),
    (SpecOp::Exclusive, "exclusive"),
    (SpecOp::SameGroup, "same_group"),
    (SpecOp::Load, "load"),
];

/// Type of a special value.
pub(crate) fn special_type(special: Special) -> Type {
    match special {
        Special::GlobalOffset(_) => Type::U64,
        _ => Type::U32,
    }
}

/// The type that an expression has by its form and the types of its children; `None` when the form leaves it open.
///
/// The printer leaves out a type that equals this one, and the parser puts it back.
pub(crate) fn implied_type(kernel: &Kernel, kind: &ExprKind) -> Option<Type> {
    let of = |id| kernel.exprs.get(id).map(|e| e.ty);
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Cast(..) | ExprKind::Call(..) | ExprKind::Spec(..) => None,
        ExprKind::Null | ExprKind::AddrOf(_) | ExprKind::PtrAdd(..) => Some(Type::Ptr),
        ExprKind::PtrDiff(..) => Some(Type::I64),
        ExprKind::Var(var) => kernel.vars.get(*var).map(|v| v.ty),
        ExprKind::Special(special) => Some(special_type(*special)),
        ExprKind::Unary(_, a) => of(*a),
        ExprKind::Binary(op, _, _) if op.is_comparison() => Some(Type::Bool),
        ExprKind::Binary(_, a, _) | ExprKind::Select(_, a, _) => of(*a),
    }
}
