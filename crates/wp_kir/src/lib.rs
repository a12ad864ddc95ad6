//! KIR, the typed kernel IR: pure expressions, effectful structured statements, objects with byte offsets.
//!
//! One [`Kernel`] is the code that ONE thread executes, with every call inlined. Front ends produce KIR; the
//! interpreter (`wp_interp`) and the summariser (`wp_summary`) read it independently of each other.
//!
//! Memory is a set of [`Object`]s. A pointer value is a pair (object, byte offset); pointer variables are
//! flow-sensitive and may point into different objects at different times. Expressions never touch memory: loads,
//! stores and atomics are statements.
//!
//! The crate also holds the printer, the parser of the printed form, the verifier, and passes that several crates need:
//! constant folding, the removal of declarations whose indeterminate value cannot be observed (`declarations`), and the
//! decision if the order of operands matters (`orders`: flow-sensitive points-to and effects).
//!
//! Deliberately absent: real numbers and quantifiers (clauses that need them are claims over recorded values, see
//! `wp_lower::observations`), calls other than pure functions, source text, and any analysis of threads.

mod append;
mod bytes;
mod declarations;
pub mod device;
mod expr;
mod fold;
mod influence;
mod kernel;
mod memory_order;
mod named_barrier;
mod names;
mod operator;
mod orders;
mod parse;
mod print;
mod stmt;
mod types;
mod verify;
mod warp_op;

pub use append::{append, append_sharing, Appended, Returns, Shared};
pub use declarations::drop_dead_declarations;
pub use expr::{input_function, input_named, Axis, BinOp, CastKind, Expr, ExprId, ExprKind, SpecOp, Special, UnOp};
pub use fold::{address, fold, fold_with, Known};
pub use influence::{deciding_only, influential};
pub use kernel::{
    lanes_named, Approximation, Dialect, Dim, Init, Kernel, Launch, Object, ObjectId, ObjectKind, Param, ParamId,
    Space, Var, VarId, DYNAMIC_ALIGN, GIVEN_ALIGN, MOST_LANES,
};
pub use memory_order::MemOrder;
pub use named_barrier::NamedBarrier;
pub use operator::{is_operand, operator_result, Operator, OperatorLaw};
pub use orders::{settle_orders, Array, OpenOrder, Operand, Orders};
pub use parse::{parse_kernel, KirParseError};
pub use stmt::{
    any_stmt, has_barrier, snapshots_of, visit, AssertKind, AssumeKind, AtomicOp, BarrierInvariant, BarrierScope,
    Block, CopyStep, Fence, LabelId, LoopId, MemScope, Stmt, StmtKind, Storage, ThreadIndices, Unknown,
};
pub use types::Type;
pub use verify::{verify, VerifyError, VerifyRule};
pub use warp_op::{Combination, WarpOp};
