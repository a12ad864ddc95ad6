//! Pure expressions. Operands of a binary operation have the same type; every conversion is an explicit cast.

use crate::{ObjectId, Type, VarId};
use std::sync::Arc;
use wp_base::{define_id, Span};

define_id!(
    /// An expression of a kernel.
    ExprId,
    "e"
);

/// An expression with its type and position.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// The place in the source.
    pub span: Span,
}

/// The operation of an expression. Evaluation has no effect and never touches memory.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// Integer or bool constant, in the range of the type (bool: 0 or 1).
    Int(i128),
    /// Float constant: the IEEE bits in the type's width.
    Float(u64),
    /// The null pointer.
    Null,
    /// Current value of a variable.
    Var(VarId),
    /// A built-in value of the thread or the launch. Type `u32`, but `GlobalOffset` is `u64`.
    Special(Special),
    /// Address of byte 0 of an object. Type `ptr`.
    AddrOf(ObjectId),
    /// `pointer + bytes`: the pointer and an `i64` byte offset. Type `ptr`.
    PtrAdd(ExprId, ExprId),
    /// `(a - b)` in bytes for two pointers. Type `i64`.
    PtrDiff(ExprId, ExprId),
    /// Unary operation.
    Unary(UnOp, ExprId),
    /// Binary operation; comparisons have type bool, shifts may have operands of different width.
    Binary(BinOp, ExprId, ExprId),
    /// `condition ? a : b`; both sides are evaluated (they are pure).
    Select(ExprId, ExprId, ExprId),
    /// Conversion to the expression's type.
    Cast(CastKind, ExprId),
    /// A pure function known by name (`sqrt`, `exp`, `fma`, `popc`, ...), determined by its arguments.
    Call(Arc<str>, Vec<ExprId>),
    /// Specification operations; legal only inside assertions and assumptions, unless they are
    /// [`SpecOp::is_computable`].
    Spec(SpecOp, Vec<ExprId>),
}

/// Starts the names of [input functions](input_function); no name of the source has a space.
const INPUT: &str = "input ";

/// The name of a pure function whose values are given to the kernel from outside, such as the texels of a texture: of
/// any value, and the same for the same arguments.
pub fn input_function(what: &str) -> String {
    format!("{INPUT}{what}")
}

/// The name that an input function stands for; `None` for other functions.
pub fn input_named(function: &str) -> Option<&str> {
    function.strip_prefix(INPUT)
}

impl ExprKind {
    /// The operands, in order.
    pub fn children(&self) -> Vec<ExprId> {
        match self {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Special(_)
            | ExprKind::AddrOf(_) => Vec::new(),
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => vec![*a],
            ExprKind::PtrAdd(a, b) | ExprKind::PtrDiff(a, b) | ExprKind::Binary(_, a, b) => vec![*a, *b],
            ExprKind::Select(c, a, b) => vec![*c, *a, *b],
            ExprKind::Call(_, args) | ExprKind::Spec(_, args) => args.clone(),
        }
    }
}

/// One of the three dimensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// 0
    X,
    /// 1
    Y,
    /// 2
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    /// 0, 1 or 2.
    pub fn index(self) -> usize {
        self as usize
    }
    /// `x`, `y` or `z`.
    pub fn letter(self) -> char {
        ['x', 'y', 'z'][self as usize]
    }
}

/// Built-in values. CUDA and OpenCL names map to the same ones (`get_local_id(0)` is `ThreadIdx(X)`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Special {
    /// `threadIdx.*`
    ThreadIdx(Axis),
    /// `blockIdx.*`
    BlockIdx(Axis),
    /// `blockDim.*`
    BlockDim(Axis),
    /// `gridDim.*`
    GridDim(Axis),
    /// OpenCL `get_global_offset(*)`, type `u64`
    GlobalOffset(Axis),
    /// Position in the warp: linear thread id modulo the lanes of a warp.
    LaneId,
}

/// Unary operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnOp {
    /// Arithmetic negation of an integer or float.
    Neg,
    /// Bitwise complement of an integer.
    BitNot,
    /// Logical negation of a bool.
    Not,
}

/// Binary operations. Signed `+ - *` that overflow are undefined behaviour in the source; unsigned ones wrap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, towards zero for integers
    Div,
    /// `%`, sign of the dividend
    Rem,
    /// `<<`; the amount may have another integer type
    Shl,
    /// `>>`, arithmetic for signed operands
    Shr,
    /// `&`, also of bools
    And,
    /// `|`, also of bools
    Or,
    /// `^`, also of bools
    Xor,
    /// `<` of integers, floats or pointers
    Lt,
    /// `<=`
    Le,
    /// `==`, also of bools
    Eq,
    /// `!=`, also of bools (for floats true when unordered)
    Ne,
    /// Smaller of two integers
    Min,
    /// Greater of two integers
    Max,
}

impl BinOp {
    /// True if the result is a truth value.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne)
    }
}

/// The kind of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastKind {
    /// Between integer types (bool included as source): value modulo 2^width.
    IntToInt,
    /// Non-zero test of an integer, float or pointer.
    ToBool,
    /// Integer (or bool) to float, rounded to nearest.
    IntToFloat,
    /// Float to integer, towards zero; out of range is unspecified.
    FloatToInt,
    /// Between float widths.
    FloatToFloat,
    /// Same bits, other type of the same width (`__float_as_int`).
    Bitcast,
    /// Pointer to integer.
    PtrToInt,
    /// Integer to pointer.
    IntToPtr,
    /// Pointer into shared memory to its address in the window of shared memory, a number of 32 bits (PTX ISA, "State
    /// Spaces").
    PtrToShared,
    /// Address in the window of shared memory to pointer.
    SharedToPtr,
}

/// Specification operations of GPUVerify's annotation language that are not plain expressions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecOp {
    /// `__read(p)`: the thread has read the object of pointer argument 0 in the current barrier interval.
    HasRead,
    /// `__write(p)`
    HasWritten,
    /// `__read_offset_bytes(p)`: byte offset of such a read
    ReadOffset,
    /// `__write_offset_bytes(p)`
    WriteOffset,
    /// `__ptr_offset_bytes(p)`: byte offset of the pointer in its object
    PtrOffset,
    /// `__ptr_base(p)` identity of the object, as an integer
    PtrBase,
    /// `__enabled()`
    Enabled,
    /// `__other(e)`: the value of argument 0 in the other thread of the pair
    Other,
    /// `__uniform(e)`: both threads agree on argument 0
    Uniform,
    /// `__distinct(e)`: the two threads disagree on argument 0
    Distinct,
    /// `__all(e)`
    All,
    /// `__exclusive(e)`
    Exclusive,
    /// `__same_group()`
    SameGroup,
    /// A load of the expression's type through pointer argument 0 inside a specification; not an access.
    Load,
    /// Anything else, by its source name; its meaning is not modelled.
    Unmodelled(Arc<str>),
}

impl SpecOp {
    /// True if the operation is a function of its argument, so that it may stand in any expression.
    pub fn is_computable(&self) -> bool {
        matches!(self, SpecOp::PtrOffset | SpecOp::PtrBase)
    }
}
