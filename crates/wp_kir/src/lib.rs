//! KIR, the typed kernel IR: pure expressions, effectful structured statements, objects with byte offsets.
//!
//! One [`Kernel`] is what ONE thread executes after every call was inlined. Front ends end here; the interpreter
//! (`wp_interp`) and the summariser (`wp_summary`) read it independently of each other.
//!
//! Memory is a set of [`Object`]s. A pointer value is a pair (object, byte offset); pointer variables are
//! flow-sensitive and may point into different objects at different times. Expressions never touch memory: loads,
//! stores and atomics are statements.

mod append;
mod bytes;
mod declarations;
mod expr;
mod fold;
mod influence;
mod kernel;
mod names;
mod operator;
mod orders;
mod parse;
mod print;
mod stmt;
mod types;
mod verify;

pub use append::{append, append_sharing, Appended, Returns, Shared};
pub use declarations::drop_dead_declarations;
pub use expr::{input_function, input_named, Axis, BinOp, CastKind, Expr, ExprId, ExprKind, SpecOp, Special, UnOp};
pub use fold::{address, fold, Known};
pub use influence::influential;
pub use kernel::{
    Approximation, Dialect, Dim, Init, Kernel, Launch, Object, ObjectId, ObjectKind, Param, ParamId, Space, Var, VarId,
};
pub use operator::{is_operand, operator_result, Operator, OperatorLaw};
pub use orders::{settle_orders, Array, OpenOrder, Operand, Orders};
pub use parse::{parse_kernel, KirParseError};
pub use stmt::{
    snapshots_of, visit, AssertKind, AssumeKind, AtomicOp, BarrierInvariant, BarrierScope, Block, Fence, LabelId,
    LoopId, MemScope, Stmt, StmtKind, Storage, ThreadIndices, WarpOp,
};
pub use types::Type;
pub use verify::{verify, VerifyError, VerifyRule};
