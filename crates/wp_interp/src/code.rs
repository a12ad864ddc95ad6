//! The flat code a kernel is compiled to: three-address instructions over a register file of 64-bit cells per thread.
//!
//! Registers hold variables, constants, special values, loop counters and temporaries, in this order.

use crate::accuracy::Accuracy;
use crate::api::AccessKind;
use crate::math::Function;
use crate::value::{Reg, Ty};
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{
    AssertKind, AssumeKind, AtomicOp, BarrierScope, BinOp, CastKind, CopyStep, Fence, LoopId, MemOrder, MemScope, UnOp,
    WarpOp,
};

/// An instruction. Targets of jumps are instruction indices.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Copy {
        step: CopyStep,
    },
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
        order: MemOrder,
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
    pub order: MemOrder,
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
    Named { id: Reg, count: Option<Reg>, waits: bool },
}

/// Details of a warp operation.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct WarpCode {
    pub span: Span,
    pub op: WarpOp,
    /// The type of the first operand.
    pub ty: Ty,
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

/// A statement that gives a variable an unknown value.
#[derive(Clone, Debug)]
pub struct Havoc {
    /// What is not modelled.
    pub reason: Arc<str>,
    /// The type of the variable.
    pub ty: Ty,
    /// The place.
    pub span: Span,
    /// True if more than the value is unknown.
    pub spoils: bool,
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
    pub havocs: Vec<Havoc>,
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
    pub has_named_barrier: bool,
    /// True if there are fences, or atomics with an order.
    pub has_fence: bool,
    /// True if a misaligned access is an error.
    pub stops_at_misaligned: bool,
}

/// A point of the code that is watched.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Watch {
    pub what: Watched,
    /// Enclosing loops with their counters, outermost first.
    pub loops: Vec<(LoopId, Reg)>,
}

/// An event at a point of the code.
#[derive(Clone, Copy, Debug)]
pub enum Watched {
    /// Arrival at the innermost loop.
    Head,
    /// An access through the pointer in the register.
    Access(AccessKind, Reg, Span),
    /// Arrival at a barrier.
    Barrier(Span),
}

impl BarrierKind {
    /// The registers in it.
    pub fn registers(&mut self) -> impl Iterator<Item = &mut Reg> {
        let registers: [Option<&mut Reg>; 2] = match self {
            BarrierKind::Block | BarrierKind::Grid => [None, None],
            BarrierKind::Warp { mask } => [Some(mask), None],
            BarrierKind::Named { id, count, .. } => [Some(id), count.as_mut()],
        };
        registers.into_iter().flatten()
    }
}

/// True if a barrier synchronises a warp.
pub fn is_warp(scope: BarrierScope) -> bool {
    matches!(scope, BarrierScope::Warp { .. })
}
