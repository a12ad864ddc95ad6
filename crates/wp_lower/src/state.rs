//! Data that one kind of construct keeps in the [`crate::ctx::Lowerer`]. The operations on it are in the module of that
//! kind of construct.

use crate::spec_comments::Written;
use crate::values::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use wp_base::Span;
use wp_clang::NodeId;
use wp_decls::CType;
use wp_kir::{BarrierInvariant, ExprId, LabelId, ObjectId, Special, VarId};

/// The target of a `goto` to a label in scope.
#[derive(Clone, Copy)]
pub(crate) enum Jump {
    /// Behind a labelled block.
    Forward(LabelId),
    /// To the next iteration of a loop.
    Back(LabelId),
}

/// Barrier invariants in the current block for which no barrier has followed yet.
#[derive(Default)]
pub(crate) struct PendingInvariants {
    /// The invariants; true for a specification clause, false for an annotation call.
    pub invariants: Vec<(BarrierInvariant, bool)>,
    /// The index in the current block of the first statement behind the first invariant.
    pub since: usize,
}

/// The ghosts of a kernel.
#[derive(Default)]
pub(crate) struct Ghosts {
    /// In the lowering without ghosts, the clauses that are left out; `None` in the lowering with ghosts.
    pub without: Option<FxHashSet<Span>>,
    /// True if the kernel has ghosts, or clauses that are recorded, so that it is lowered twice.
    pub met: bool,
    /// The number of ghosts that have a name.
    pub names: usize,
    /// The variables of ghosts.
    pub vars: FxHashSet<VarId>,
    /// The objects of ghost arrays.
    pub arrays: Vec<ObjectId>,
    /// Clauses that the lowering without ghosts leaves out.
    pub clauses: FxHashSet<Span>,
    /// The counters of the loops around the current statement, innermost last; `None` if loops are not counted.
    pub counts: Option<Vec<VarId>>,
    /// True while the value of a ghost statement is lowered: its reads of memory are `Load` statements.
    pub loading: bool,
}

/// The access of a specified function for which a postcondition is being read.
#[derive(Clone, Copy)]
pub(crate) struct SpecifiedAccess {
    /// The pointer parameter.
    pub param: NodeId,
    /// True for a write, false for a read.
    pub write: bool,
    /// The byte offset in the object.
    pub offset: ExprId,
}

/// The variables that describe the asynchronous copy of one call.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    /// The type of an element.
    pub elem: CType,
    /// The place of the call.
    pub span: Span,
    /// True from the call until the copy is waited for.
    pub pending: VarId,
    /// The event of the copy.
    pub event: VarId,
    /// The address of the first element that is written.
    pub target: VarId,
    /// The address of the first element that is read.
    pub source: VarId,
    /// The number of elements.
    pub count: VarId,
    /// The distance of two elements in the target, in bytes.
    pub target_step: VarId,
    /// The distance of two elements in the source, in bytes.
    pub source_step: VarId,
    /// The linear id of the work-item that makes the accesses.
    pub worker: VarId,
}

/// The calls of functions with contracts at which the contracts are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByContract {
    /// None.
    #[default]
    Nothing,
    /// Recursive calls, which cannot be inlined.
    Recursion,
    /// All.
    Everything,
}

/// The contracts that are known while one kernel or function is lowered.
#[derive(Default)]
pub(crate) struct Modular {
    /// The calls at which the contracts are used.
    pub calls: ByContract,
    /// The contracts that were read, by their functions; `None` for a function without a contract.
    pub contracts: FxHashMap<NodeId, Option<Rc<Vec<Written>>>>,
    /// The called functions with contracts, in the order of their declarations; true if the contract replaces a call.
    pub called: BTreeMap<NodeId, bool>,
    /// The place that `\result` means.
    pub result: Option<Place>,
    /// The variables of this place.
    pub result_vars: FxHashSet<VarId>,
    /// How the clause that is being lowered reads memory; `None` outside of clauses of functions.
    pub reading: Option<Reading>,
    /// The variables that replace the built-in values (`threadIdx.x`, ...) in the kernel of one thread.
    pub thread: BTreeMap<Special, VarId>,
}

/// How a clause of a function reads the memory that it names.
pub(crate) struct Reading {
    pub pass: Pass,
    /// The conditions under which the current subterm matters; `None` for a condition that has no value before the
    /// call.
    pub guards: Vec<Option<ExprId>>,
    /// The values of the elements that `\old` names, in the order of the term.
    pub olds: Vec<ExprId>,
    /// The number of elements of `olds` that were used.
    pub used: usize,
}

/// The elements that a clause of a function loads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// At the entry of the function: only the elements that `\old` names are loaded, and kept in `olds`.
    Before,
    /// At the return of the function: all other elements are loaded, and these loads are accesses of the thread.
    Loads,
    /// At the return of the function: all other elements are read by specification operations, which are no accesses.
    Looks,
}
