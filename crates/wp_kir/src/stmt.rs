//! Structured, effectful statements.

use crate::{ExprId, MemOrder, NamedBarrier, ObjectId, Space, Type, VarId, WarpOp};
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::{define_id, Assumption, Span};

define_id!(
    /// Target of `break` and `continue`: a loop or a labelled block.
    LabelId,
    "L"
);
define_id!(
    /// A loop of a kernel, unique per kernel.
    LoopId,
    "loop"
);

/// A sequence of statements.
pub type Block = Vec<Stmt>;

/// A statement with its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// The operation and its operands.
    pub kind: StmtKind,
    /// The place in the source.
    pub span: Span,
}

/// The operation of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `var = value`
    Assign {
        /// Target.
        var: VarId,
        /// Value, of the variable's type.
        value: ExprId,
    },
    /// `var = *(ty*)ptr`
    Load {
        /// Target, of type `ty`.
        var: VarId,
        /// Type of the access.
        ty: Type,
        /// Address.
        ptr: ExprId,
        /// True if the access is `volatile`.
        volatile: bool,
    },
    /// `*(ty*)ptr = value`
    Store {
        /// Address.
        ptr: ExprId,
        /// Value, of type `ty`.
        value: ExprId,
        /// Type of the access.
        ty: Type,
        /// True if the access is `volatile`.
        volatile: bool,
    },
    /// One atomic read-modify-write, load or store; `result` receives the old value.
    Atomic {
        /// Receives the old value, of type `ty`.
        result: Option<VarId>,
        /// Operation.
        op: AtomicOp,
        /// Type of the access.
        ty: Type,
        /// Address.
        ptr: ExprId,
        /// Operands of type `ty`: one; for `Cas` compare and value; for `Load` none.
        operands: Vec<ExprId>,
        /// The threads with which the operation is atomic.
        scope: MemScope,
        /// What it orders.
        order: MemOrder,
    },
    /// Synchronisation of all threads of the scope.
    Barrier {
        /// The threads that meet.
        scope: BarrierScope,
        /// The memory that the barrier orders.
        fence: Fence,
        /// Values on which the threads that meet here have to agree.
        agree: Vec<ExprId>,
        /// The claims about memory when all threads have arrived; of block barriers only.
        invariants: Vec<BarrierInvariant>,
    },
    /// `bar.sync id, count`, `bar.arrive id, count`: one of the numbered barriers of the block (PTX ISA, "bar,
    /// barrier"), for some of its warps.
    NamedBarrier(NamedBarrier),
    /// `__threadfence*`, `mem_fence`: orders no pair of accesses by itself, but together with atomic and volatile
    /// accesses.
    MemFence {
        /// Scope.
        scope: MemScope,
        /// What it orders: acquires, releases or both.
        order: MemOrder,
        /// The memory whose accesses it orders. Simulations do not look at it.
        spaces: Fence,
        /// False if it may order less. Simulations use all fences, proofs only exact ones.
        is_exact: bool,
    },
    /// A step of asynchronous copies by the thread itself.
    Copy(CopyStep),
    /// From here on, reads of the object in conditions of this thread return the current contents of the memory behind
    /// the pointer. This is no access and does not change the program. `docs/barrier-invariants.md` defines the moment
    /// for cells that other threads change.
    Snapshot {
        /// The object that conditions name; private or shared.
        object: ObjectId,
        /// The first byte of the memory that it stands for, in elements of the object's type.
        of: ExprId,
    },
    /// Shuffle, vote, ballot or combination among the lanes of a warp; orders nothing in memory.
    Warp {
        /// Receives the result.
        result: Option<VarId>,
        /// Operation.
        op: WarpOp,
        /// Operands: (value, lane or delta or xor mask) for shuffles, (predicate) for votes, (value) for combinations.
        operands: Vec<ExprId>,
        /// Mask of participating lanes, `u32`; `None` for the legacy forms without mask.
        mask: Option<ExprId>,
        /// Width of the segment of a shuffle or combination.
        width: Option<ExprId>,
    },
    /// `if (cond) then_block else else_block`
    If {
        /// Bool.
        cond: ExprId,
        /// Taken when true.
        then_block: Block,
        /// Taken when false.
        else_block: Block,
    },
    /// `loop { head; if (!cond) break; body; step }`. `continue` jumps to `step`.
    ///
    /// A `do b while (c)` has the constant true as `cond`, `b` as body, and a step that ends in
    /// `if (!c) break`.
    Loop {
        /// Unique id.
        id: LoopId,
        /// Target of `Break` and `Continue` in any part of the loop.
        label: LabelId,
        /// Computes the operands of `cond`.
        head: Block,
        /// Bool; tested after `head`.
        cond: ExprId,
        /// The body.
        body: Block,
        /// Runs after the body and after `continue`.
        step: Block,
        /// `#pragma unroll` or a compiler hint; no meaning.
        unroll_hint: bool,
    },
    /// A block that `Break(label)` leaves: inlined functions (their `return`) and `switch`.
    Labelled {
        /// Target of `Break`.
        label: LabelId,
        /// The statements.
        body: Block,
    },
    /// Leaves the loop or labelled block.
    Break(LabelId),
    /// Goes to the step of the loop.
    Continue(LabelId),
    /// The thread ends.
    Return,
    /// A condition to be checked whenever it is reached.
    Assert {
        /// Bool; may hold specification operations.
        cond: ExprId,
        /// Why it is there.
        kind: AssertKind,
    },
    /// A condition to be taken as a fact.
    Assume {
        /// Bool; may hold specification operations.
        cond: ExprId,
        /// Why it is there.
        kind: AssumeKind,
    },
    /// `var` gets an unknown value, chosen per thread and per execution.
    Havoc {
        /// Target.
        var: VarId,
        /// The construct that is not modelled; shown to the user.
        reason: Arc<str>,
        /// What is not known.
        unknown: Unknown,
    },
    /// Private storage holds indeterminate values from here on. The statement stands where an iteration begins, for
    /// storage that is declared in it without initial value; unlike [`StmtKind::Havoc`] it is an exact model, and may
    /// be left out if nothing reads the storage before it is set.
    Declare {
        /// The declared storage.
        storage: Storage,
    },
    /// A construct that is not modelled. A kernel in which it can be reached has no verdict.
    Unsupported {
        /// Its name; shown to the user.
        what: Arc<str>,
    },
}

/// A step of asynchronous copies by one thread (PTX ISA, "Asynchronous copy").
///
/// A copy is in flight from its accesses until the thread has waited for it; its accesses happen at any time in
/// between, in no order with the thread's other ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CopyStep {
    /// The accesses from here on are those of a copy.
    Begin,
    /// The accesses from here on are those of the thread again.
    End,
    /// The copies that are in no group become the newest group.
    Commit,
    /// The thread waits until at most so many groups, the newest ones, are in flight; for all copies without a number.
    Wait(Option<u32>),
}

/// What a [`StmtKind::Havoc`] leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The value alone: an execution in which no decision depends on it is possible in the program.
    Value,
    /// More than the value: executions after this statement may be impossible in the program.
    Behaviour,
}

impl StmtKind {
    /// The blocks of a statement, in the order of the text.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            StmtKind::If { then_block, else_block, .. } => vec![then_block, else_block],
            StmtKind::Loop { head, body, step, .. } => vec![head, body, step],
            StmtKind::Labelled { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// The same to change.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            StmtKind::If { then_block, else_block, .. } => vec![then_block, else_block],
            StmtKind::Loop { head, body, step, .. } => vec![head, body, step],
            StmtKind::Labelled { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// The variable that a statement gives another value.
    pub fn target(&self) -> Option<VarId> {
        match self {
            StmtKind::Assign { var, .. }
            | StmtKind::Load { var, .. }
            | StmtKind::Havoc { var, .. }
            | StmtKind::Declare { storage: Storage::Var(var) } => Some(*var),
            StmtKind::Atomic { result, .. } | StmtKind::Warp { result, .. } => *result,
            _ => None,
        }
    }

    /// True if threads may order their other accesses by it: a fence, or an atomic access with an order.
    pub fn orders_accesses(&self) -> bool {
        match self {
            StmtKind::MemFence { .. } => true,
            StmtKind::Atomic { order, .. } => order.orders(),
            _ => false,
        }
    }

    /// True if proofs use that it makes accesses of other threads visible to its thread.
    pub fn acquires(&self) -> bool {
        match self {
            StmtKind::MemFence { order, is_exact, .. } => *is_exact && order.acquires(),
            StmtKind::Atomic { order, .. } => order.acquires(),
            StmtKind::NamedBarrier(barrier) => barrier.waits,
            _ => false,
        }
    }

    /// The expressions of a statement itself, without those of its blocks.
    pub fn expressions(&self) -> Vec<ExprId> {
        match self {
            StmtKind::Assign { value, .. } => vec![*value],
            StmtKind::Load { ptr, .. } => vec![*ptr],
            StmtKind::Snapshot { of, .. } => vec![*of],
            StmtKind::Store { ptr, value, .. } => vec![*ptr, *value],
            StmtKind::Atomic { ptr, operands, .. } => operands.iter().copied().chain([*ptr]).collect(),
            StmtKind::Barrier { scope, agree, invariants, .. } => {
                let claims = invariants.iter().flat_map(|i| i.indices().chain([i.cond]));
                let mask = match scope {
                    BarrierScope::Warp { mask } => Some(*mask),
                    BarrierScope::Block | BarrierScope::Grid => None,
                };
                agree.iter().copied().chain(claims).chain(mask).collect()
            }
            StmtKind::NamedBarrier(barrier) => barrier.operands().collect(),
            StmtKind::Warp { operands, mask, width, .. } => {
                operands.iter().copied().chain(*mask).chain(*width).collect()
            }
            StmtKind::If { cond, .. }
            | StmtKind::Loop { cond, .. }
            | StmtKind::Assert { cond, .. }
            | StmtKind::Assume { cond, .. } => vec![*cond],
            StmtKind::MemFence { .. }
            | StmtKind::Copy(_)
            | StmtKind::Labelled { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return
            | StmtKind::Havoc { .. }
            | StmtKind::Declare { .. }
            | StmtKind::Unsupported { .. } => Vec::new(),
        }
    }
}

/// Calls `f` for every statement of a block, outer ones before inner ones.
pub fn visit<'k>(block: &'k [Stmt], f: &mut dyn FnMut(&'k Stmt)) {
    for stmt in block {
        f(stmt);
        for part in stmt.kind.blocks() {
            visit(part, f);
        }
    }
}

/// True if some statement of a block, at any depth, passes the test.
pub fn any_stmt(block: &[Stmt], test: &dyn Fn(&StmtKind) -> bool) -> bool {
    block.iter().any(|stmt| test(&stmt.kind) || stmt.kind.blocks().into_iter().any(|part| any_stmt(part, test)))
}

/// True if a block may execute a barrier.
pub fn has_barrier(block: &[Stmt]) -> bool {
    any_stmt(block, &|stmt| matches!(stmt, StmtKind::Barrier { .. } | StmtKind::NamedBarrier(_)))
}

/// The objects that stand for other memory in conditions, from some statement on.
pub fn snapshots_of(block: &Block) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    visit(block, &mut |s| {
        if let StmtKind::Snapshot { object, .. } = s.kind {
            found.insert(object);
        }
    });
    found
}

/// The storage that a declaration gives a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    /// A variable.
    Var(VarId),
    /// A private object, all of it.
    Object(ObjectId),
}

/// A thread of the block by its indices along x, y and z; those that are left out at the end are the thread's own.
pub type ThreadIndices = Vec<ExprId>;

/// A condition on memory when all threads of the block have arrived at a barrier (Chong et al. 2013): to be shown for
/// each thread, or for each pair of two threads where it holds `other(..)`; a fact for the threads of `instances`
/// behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct BarrierInvariant {
    /// Bool; may hold specification operations.
    pub cond: ExprId,
    /// The threads that it is a fact for: one each, or two where the condition relates two threads.
    pub instances: Vec<Vec<ThreadIndices>>,
    /// True if the barrier invariant is a fact for further threads, which are found by the reads behind the barrier.
    pub inferred: bool,
    /// The place in the source.
    pub span: Span,
}

impl BarrierInvariant {
    /// The indices of all instances.
    pub fn indices(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.instances.iter().flatten().flatten().copied()
    }
}

/// Atomic operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicOp {
    /// old + x
    Add,
    /// old - x
    Sub,
    /// x
    Exch,
    /// min(old, x)
    Min,
    /// max(old, x)
    Max,
    /// old & x
    And,
    /// old | x
    Or,
    /// old ^ x
    Xor,
    /// CUDA: `old >= x ? 0 : old + 1`
    Inc,
    /// CUDA: `old == 0 || old > x ? x : old - 1`
    Dec,
    /// operands (compare, value): `old == compare ? value : old`
    Cas,
    /// no operand: the value is only read
    Load,
}

/// Threads among which an atomic or a fence acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemScope {
    /// One block (work-group).
    Block,
    /// One device.
    Device,
    /// Host included.
    System,
}

/// Threads that a barrier synchronises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BarrierScope {
    /// `__syncthreads`, `barrier`
    Block,
    /// `__syncwarp(mask)`; the mask is a `u32`
    Warp {
        /// Participating lanes.
        mask: ExprId,
    },
    /// `grid.sync()`
    Grid,
}

/// Address spaces that a barrier orders. CUDA barriers order all; OpenCL flags choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fence {
    /// Shared (local) memory.
    pub shared: bool,
    /// Global memory.
    pub global: bool,
    /// Images.
    pub image: bool,
}

impl Fence {
    /// All spaces.
    pub const ALL: Fence = Fence { shared: true, global: true, image: true };
    /// No space: threads meet, and nothing is ordered.
    pub const NONE: Fence = Fence { shared: false, global: false, image: false };

    /// True if the accesses of different threads to objects of the space are ordered; those to private objects always
    /// are.
    pub fn orders(self, space: Space) -> bool {
        match space {
            Space::Shared => self.shared,
            Space::Global | Space::Constant => self.global,
            Space::Image => self.image,
            Space::Private => true,
        }
    }
}

/// Why an assertion stands in the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssertKind {
    /// `assert`, `__assert`
    Assert,
    /// The launch is aborted here, as by `__trap()`: an assertion whose condition is `false`. The thread executes
    /// nothing behind it.
    Abort,
    /// The launch is cooperative: `false`, in front of a barrier of the grid in a launch that is not.
    Cooperative,
    /// An assertion about all threads behind a barrier, checked of each that is there: it holds only where all are.
    AllThreads,
    /// The mask of a warp operation names the lane that executes it.
    LaneOfMask,
    /// Every lane that the constant mask of a warp operation names executes the operation. The condition says that the
    /// mask names the lane; what is checked of it is that no lane for which it holds stays away while another lane of
    /// the warp is there.
    LanesArrive,
    /// A user's loop invariant: stands in the `head` of its loop.
    Invariant,
    /// A candidate invariant: may be dropped when it does not hold.
    Candidate,
    /// A function-wide invariant: holds at the head of every loop of the kernel.
    FunctionWide,
    /// A postcondition.
    Ensures,
    /// A barrier invariant.
    Barrier,
    /// A precondition of a function, at a call of it.
    Precondition,
    /// Pointers lead to different arrays at a call for which a contract stands. What fails is not the program: runs do
    /// not evaluate it.
    Separate,
    /// An access of a function lies within its contract.
    Access,
}

/// Why an assumption stands in the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssumeKind {
    /// `__requires`: a precondition of the launch
    Requires,
    /// `__assume`
    Assume,
    /// `__axiom`
    Axiom,
    /// A condition that host code guarantees at the launch
    Launch,
    /// A size of memory that host code allocates for the launch is computed without wrap-around
    Allocation,
    /// A stride that host code gives is that of a contiguous tensor
    Contiguous,
    /// A parameter whose type is an enumeration holds one of its enumerators
    Enumeration,
    /// A function without a body is called here, which keeps off the memory of other threads; the condition is true
    External,
    /// A texture or surface is accessed here, which lies over no other array of the kernel; the condition is true
    Aliasing,
    /// All groups of the launch have the same size; the condition is true
    UniformGroups,
    /// The source depends on the architecture that it is compiled for; the condition is true
    Architecture,
    /// The meaning of the source depends on the lanes of a warp; the condition is true
    WarpSize,
    /// A condition that the contract of a function ensures, behind a call that the contract stands for: no word of the
    /// user's, but something that is proved elsewhere. Runs do not look at it.
    Contract,
}

impl AssumeKind {
    /// True if a run has to satisfy it.
    pub fn is_of_runs(self) -> bool {
        match self {
            AssumeKind::Requires
            | AssumeKind::Assume
            | AssumeKind::Axiom
            | AssumeKind::Launch
            | AssumeKind::Allocation
            | AssumeKind::Contiguous
            | AssumeKind::Enumeration => true,
            AssumeKind::External
            | AssumeKind::Aliasing
            | AssumeKind::UniformGroups
            | AssumeKind::Architecture
            | AssumeKind::WarpSize
            | AssumeKind::Contract => false,
        }
    }

    /// The named assumption that a proof rests on that uses the statement. Contracts have none: they are proved
    /// elsewhere.
    pub fn assumption(self) -> Option<Assumption> {
        match self {
            AssumeKind::Requires => Some(Assumption::Requires),
            AssumeKind::Assume => Some(Assumption::Assume),
            AssumeKind::Axiom => Some(Assumption::Axiom),
            AssumeKind::Launch => Some(Assumption::LaunchSite),
            AssumeKind::Allocation => Some(Assumption::AllocationSize),
            AssumeKind::Contiguous => Some(Assumption::Contiguous),
            AssumeKind::Enumeration => Some(Assumption::EnumValues),
            AssumeKind::External => Some(Assumption::ExternalCalls),
            AssumeKind::Aliasing => Some(Assumption::NoAlias),
            AssumeKind::UniformGroups => Some(Assumption::UniformWorkGroups),
            AssumeKind::Architecture => Some(Assumption::CudaArch),
            AssumeKind::WarpSize => Some(Assumption::WarpSize),
            AssumeKind::Contract => None,
        }
    }
}
