//! The flat code a kernel is compiled to: three-address instructions over a register file of 64-bit cells per thread.
//!
//! Registers hold variables, constants, special values, loop counters and temporaries, in this order. A signed integer
//! is kept sign-extended, an unsigned one and a bool zero-extended; a float is its IEEE bits; a pointer is 16 bits of
//! object index + 1 (0: null and integers, [`UNINIT`], [`HAVOCKED`], [`WILD`]) above 48 bits of signed byte offset.

use crate::accuracy::Accuracy;
use crate::math::Function;
use crate::observe::Watch;
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{AssertKind, AssumeKind, AtomicOp, BarrierScope, BinOp, CastKind, Fence, MemScope, Type, UnOp, WarpOp};

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

/// An instruction. Targets of jumps are instruction indices.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Mov {
        d: Reg,
        s: Reg,
    },
    /// `if c { d = s }`
    CMov {
        d: Reg,
        c: Reg,
        s: Reg,
    },
    AddI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Add64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LtS {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LtU {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LeS {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LeU {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Eq {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddF32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulF32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any binary operation; `ty` is the type of `a`.
    Bin {
        op: BinOp,
        ty: Ty,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Un {
        op: UnOp,
        ty: Ty,
        d: Reg,
        a: Reg,
    },
    /// Normalises to an integer type.
    Wrap {
        ty: Ty,
        d: Reg,
        a: Reg,
    },
    Cast {
        kind: CastKind,
        from: Ty,
        to: Ty,
        d: Reg,
        a: Reg,
    },
    PtrAdd {
        d: Reg,
        p: Reg,
        o: Reg,
    },
    PtrDiff {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Byte offset of a pointer.
    PtrOffset {
        d: Reg,
        p: Reg,
    },
    /// Object index + 1 of a pointer.
    PtrBase {
        d: Reg,
        p: Reg,
    },
    Call {
        d: Reg,
        index: u32,
    },
    Load {
        d: Reg,
        p: Reg,
        site: u32,
    },
    /// A load that is no access.
    SpecLoad {
        d: Reg,
        p: Reg,
        ty: Ty,
    },
    /// The position of the next other thread that has not ended, or goes on elsewhere when there is none.
    NextThread {
        d: Reg,
        to: u32,
    },
    /// The register of the thread at a position.
    OtherThread {
        d: Reg,
        position: Reg,
        reg: Reg,
    },
    /// Tests if the chosen case has an access to the object of the pointer, or loads the offset of that access.
    SpecAccess {
        d: Reg,
        p: Reg,
        index: u32,
        write: bool,
        offset: bool,
    },
    /// Starts with the first choice of accesses.
    Cases {
        index: u32,
    },
    /// Goes back for the next choice of accesses, if there is one.
    NextCase {
        to: u32,
    },
    Store {
        p: Reg,
        v: Reg,
        site: u32,
    },
    Atomic {
        index: u32,
    },
    Jump {
        to: u32,
    },
    JumpIf {
        c: Reg,
        to: u32,
    },
    JumpUnless {
        c: Reg,
        to: u32,
    },
    JumpUnlessLtS {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpUnlessLtU {
        a: Reg,
        b: Reg,
        to: u32,
    },
    Increment {
        d: Reg,
    },
    Barrier {
        index: u32,
    },
    Warp {
        index: u32,
    },
    Fence {
        scope: MemScope,
    },
    Return,
    Assert {
        c: Reg,
        index: u32,
    },
    /// An assertion about the thread and the one at a position.
    AssertPair {
        c: Reg,
        index: u32,
        position: Reg,
    },
    Assume {
        c: Reg,
        index: u32,
    },
    Havoc {
        d: Reg,
        index: u32,
    },
    /// The variable gets its indeterminate initial value again.
    DeclareVar {
        d: Reg,
        ty: Ty,
    },
    /// The same for all of a private object.
    DeclareObject {
        object: u32,
    },
    Unsupported {
        index: u32,
    },
    Cover {
        index: u32,
    },
    /// Shows this point to the observer.
    Watch {
        index: u32,
    },
}

/// Kind of an access with the scope of atomics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SiteKind {
    Read,
    Write,
    Atomic { block_only: bool },
}

/// A place that accesses memory.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Site {
    pub span: Span,
    pub kind: SiteKind,
    pub ty: Ty,
    /// True if threads may synchronise by it: an atomic, or a volatile access.
    pub strong: bool,
    /// Variable that receives the value that is read.
    pub target: Option<Reg>,
    /// The bytes that one instruction moves, and how many of them stand in front of these.
    pub request: u32,
    pub before: u32,
}

/// The arrays that an assertion over access predicates names: pointer, and whether it asks for writes.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct CaseCode {
    pub classes: Vec<(Reg, bool)>,
}

/// Details of an atomic.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct AtomicCode {
    pub op: AtomicOp,
    pub p: Reg,
    pub x: Reg,
    pub y: Reg,
    pub result: Option<Reg>,
    pub site: u32,
}

/// Details of a barrier.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BarrierCode {
    pub span: Span,
    pub kind: BarrierKind,
    pub fence: Fence,
    /// Counters of the enclosing loops, outermost first, and values to agree on: threads meet where these are equal.
    pub loops: Vec<Reg>,
}

/// Scope of a barrier with the register of the mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BarrierKind {
    Block,
    Warp { mask: Reg },
    Grid,
}

/// Details of a warp operation.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct WarpCode {
    pub span: Span,
    pub op: WarpOp,
    pub result: Option<Reg>,
    pub operands: [Reg; 2],
    pub mask: Option<Reg>,
    pub width: Option<Reg>,
    pub loops: Vec<Reg>,
}

/// Details of a call.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CallCode {
    pub function: Function,
    /// The bound of the device's error.
    pub accuracy: Accuracy,
    pub name: Arc<str>,
    /// True if the function is an input of the kernel.
    pub is_input: bool,
    pub ty: Ty,
    pub args: Vec<(Reg, Ty)>,
}

/// A compiled kernel.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Position of each instruction.
    pub spans: Vec<Span>,
    pub sites: Vec<Site>,
    /// Counters of the loops around each site, for lock-step warps.
    pub site_loops: Vec<Vec<Reg>>,
    pub atomics: Vec<AtomicCode>,
    pub barriers: Vec<BarrierCode>,
    pub warps: Vec<WarpCode>,
    pub calls: Vec<CallCode>,
    pub asserts: Vec<(Span, AssertKind)>,
    pub assumes: Vec<(Span, AssumeKind)>,
    pub havocs: Vec<(Arc<str>, Ty, Span)>,
    pub unsupported: Vec<(Arc<str>, Span)>,
    pub covers: Vec<Span>,
    pub watches: Vec<Watch>,
    /// Types of the variables, with an observer.
    pub types: Vec<Ty>,
    pub cases: Vec<CaseCode>,
    pub skipped_specs: Vec<Span>,
    pub skips_assumption: bool,
    /// Number of registers.
    pub regs: usize,
    /// Registers with their initial values: constants.
    pub constants: Vec<(Reg, u64)>,
    /// Registers of special values.
    pub specials: Vec<(Reg, wp_kir::Special)>,
    pub has_grid_barrier: bool,
    pub has_warp_barrier: bool,
    /// True if there are fences.
    pub has_fence: bool,
}

/// True if a barrier synchronises a warp.
pub fn is_warp(scope: BarrierScope) -> bool {
    matches!(scope, BarrierScope::Warp { .. })
}
