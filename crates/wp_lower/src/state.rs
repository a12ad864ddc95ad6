//! State that one kind of construct keeps while a kernel is lowered: plain data. The file of each kind has the operations.

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

/// Barrier invariants that wait for their barrier.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Each with whether it is a clause.
    pub invariants: Vec<(BarrierInvariant, bool)>,
    /// Where the statements behind the first of them start in the current block.
    pub since: usize,
}

/// The ghosts of a kernel.
#[derive(Default)]
pub(crate) struct Ghosts {
    /// The clauses that are left out, if any are.
    pub without: Option<FxHashSet<Span>>,
    /// True if there are any, or records of values, so that the kernel is lowered twice.
    pub met: bool,
    /// The number of ghosts with a name.
    pub names: usize,
    /// Their variables.
    pub vars: FxHashSet<VarId>,
    /// Their arrays.
    pub arrays: Vec<ObjectId>,
    /// Clauses that the kernel without them leaves out.
    pub clauses: FxHashSet<Span>,
    /// The counts of the loops around, innermost last; none where loops are not counted.
    pub counts: Option<Vec<VarId>>,
    /// True if values are those of a ghost statement, which loads them.
    pub loading: bool,
}

/// The access that a postcondition is being read for.
#[derive(Clone, Copy)]
pub(crate) struct SpecifiedAccess {
    /// The pointer parameter.
    pub param: NodeId,
    pub write: bool,
    /// Byte offset in the object.
    pub offset: ExprId,
}

/// The state of the copies that one call issues.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    /// Type of an element.
    pub elem: CType,
    /// The call.
    pub span: Span,
    pub pending: VarId,
    pub event: VarId,
    pub target: VarId,
    pub source: VarId,
    pub count: VarId,
    pub target_step: VarId,
    pub source_step: VarId,
    pub worker: VarId,
}

/// The calls of functions with contracts at which the contracts are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByContract {
    /// None.
    #[default]
    Nothing,
    /// Calls that cannot be inlined, because the function is active already.
    Recursion,
    /// All.
    Everything,
}

/// The contracts that are known while one kernel or function is lowered.
#[derive(Default)]
pub(crate) struct Modular {
    /// The calls at which the contracts are used.
    pub calls: ByContract,
    pub contracts: FxHashMap<NodeId, Option<Rc<Vec<Written>>>>,
    /// Functions with contracts that were called, in the order of their declarations, and whether the contract stands
    /// for a call.
    pub called: BTreeMap<NodeId, bool>,
    /// The place that `\result` stands for.
    pub result: Option<Place>,
    /// The variables of that.
    pub result_vars: FxHashSet<VarId>,
    /// The reading of the memory that a clause names.
    pub reading: Option<Reading>,
    /// The variables that hold the built-in values of the one thread that a function is checked for.
    pub thread: BTreeMap<Special, VarId>,
}

/// The reading of the memory that a clause names.
pub(crate) struct Reading {
    pub pass: Pass,
    /// The conditions under which the term at hand matters; nothing where that is not known before the call.
    pub guards: Vec<Option<ExprId>>,
    /// The memory that `\old` names, in the order of the term.
    pub olds: Vec<ExprId>,
    /// The number of them that were used.
    pub used: usize,
}

/// The part of a clause that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// At the entry of the function: only what `\old` names.
    Before,
    /// At the return of the function, or all at once: the rest is loaded.
    Loads,
    /// The same, where what is named is no access.
    Looks,
}
