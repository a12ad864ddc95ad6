//! [`Builder`]: the kernel under construction.
//!
//! It makes expressions, variables, objects and statements, and values and places of the types of the source. It knows
//! the declarations and layouts of the unit, and neither nodes, nor scopes, nor calls.
//!
//! Evaluation order: every load, call and assignment is a statement, and statements are emitted in the order in which
//! Clang's nodes are visited. A pure expression may read a source variable. Before a statement that may assign this
//! variable is emitted, an expression that is used later must be copied into a variable of its own
//! ([`Builder::freeze_value`]).
//!
//! Invariants: a statement goes to the end of the current block. Behind each barrier with a fence stand the accesses of
//! the asynchronous copies in flight (`copies`). The effects of each statement are noted for the operand that it
//! belongs to (`orders`). A barrier invariant belongs to a barrier of its block (`barriers`).

mod barriers;
mod bit_fields;
mod copies;
mod expressions;
mod iterations;
mod orders;
mod places;
mod positions;
mod rejections;
mod storage;
mod values;
mod variables;

pub(crate) use barriers::NO_BARRIER;

pub(crate) use storage::{Storage, NO_STORAGE};

use crate::nodes::Refused;
use crate::source::Unit;
use crate::values::Value;
use barriers::PendingInvariants;
use copies::Copies;
use orders::Orders;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wp_base::{Diagnostic, Id, Span};
use wp_clang::NodeId;
use wp_decls::CType;
use wp_kir::{
    any_stmt, AssertKind, AssumeKind, Block, ExprId, ExprKind, Fence, Kernel, LabelId, LoopId, Object, ObjectId, Param,
    ParamId, SpecOp, Stmt, StmtKind, Type, VarId,
};

/// What one lowering of a kernel finds out and the next one has to know from the start. It only grows.
#[derive(Clone, Default)]
pub(crate) struct Findings {
    /// Declarations that must have memory because their address is taken, although their own function does not show it.
    forced_to_memory: FxHashSet<NodeId>,
    /// The calls of asynchronous copies, with the types of their elements. In a loop, a copy may be in flight at a
    /// barrier that stands above its call.
    copies: Vec<(CType, Span)>,
}

impl Findings {
    /// True if a lowering that began with `known` found nothing more.
    pub(crate) fn are_known(&self, known: &Findings) -> bool {
        self.forced_to_memory.len() == known.forced_to_memory.len() && self.copies.len() == known.copies.len()
    }
}

/// A kernel, or the kernel of a function with a contract, under construction.
pub(crate) struct Builder<'u> {
    pub(crate) unit: Unit<'u>,
    /// Its body is set at the end.
    kernel: Kernel,
    current_block: Block,
    /// Variables that are assigned once, before every use: temporaries, and source variables that are never assigned
    /// again.
    assigned_once: FxHashSet<VarId>,
    /// The number of nested specification contexts. In a specification, loads are [`wp_kir::SpecOp::Load`].
    spec_depth: u32,
    /// Number of variables when the outermost specification context began.
    spec_start: usize,
    /// Operands whose order of evaluation is unspecified.
    orders: Orders,
    copies: Copies,
    /// Barrier invariants of the current block for which no barrier has followed yet.
    pending_invariants: PendingInvariants,
    /// From a function whose address is used to the object that represents it.
    function_objects: FxHashMap<NodeId, ObjectId>,
    storage: Storage,
    /// Storage that has a `Declare` statement in a loop.
    declared_in_loops: FxHashSet<wp_kir::Storage>,
    /// Assumptions about the model that the whole kernel rests on.
    model_assumptions: BTreeSet<AssumeKind>,
    /// Constructs that make the kernel unsupported, even in dead code.
    refused: Vec<Refused>,
    /// The first error in a specification.
    spec_error: Option<Diagnostic>,
    /// The call in the source, while a function of a built-in header is inlined: findings are about this call.
    library_call: Option<Span>,
}

/// A type that holds a builder and emits statements into nested blocks.
pub(crate) trait Blocks<'u>: Sized {
    fn builder(&mut self) -> &mut Builder<'u>;

    /// Runs `f` with an empty current block and returns the statements that it emitted. A barrier invariant that is
    /// still without a barrier at the end of the block is reported.
    fn in_block<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let outer = self.builder().enter_block();
        let result = f(self);
        let block = self.builder().leave_block(outer);
        (result, block)
    }

    /// Runs `f` in specification context.
    fn in_spec<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let outer = self.builder().enter_specification();
        let result = self.in_block(f);
        self.builder().leave_specification(outer);
        result
    }

    /// Runs `f` with an empty current block and returns the statements that it emitted, which are a part of a loop that
    /// is executed once per iteration. The storage that `f` creates is declared at their start.
    fn in_iteration<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let outside = self.builder().storage_so_far();
        let (result, block) = self.in_block(f);
        let block = self.builder().declare_in_iteration(&outside, block);
        (result, block)
    }

    /// Emits `if`, or only the side that a constant condition takes.
    fn branch(&mut self, cond: ExprId, span: Span, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        match self.builder().const_int(cond) {
            Some(0) => return no(self),
            Some(_) => return yes(self),
            None => {}
        }
        let ((), then_block) = self.in_block(yes);
        let ((), else_block) = self.in_block(no);
        if !(then_block.is_empty() && else_block.is_empty()) {
            self.builder().emit(StmtKind::If { cond, then_block, else_block }, span);
        }
    }
}

impl<'u> Blocks<'u> for Builder<'u> {
    fn builder(&mut self) -> &mut Builder<'u> {
        self
    }
}

/// The block around the current one.
pub(crate) struct OuterBlock {
    block: Block,
    pending_invariants: PendingInvariants,
}

impl<'u> Builder<'u> {
    /// A builder of a kernel. `known` is what an earlier lowering of it has found out.
    pub(crate) fn new(unit: Unit<'u>, kernel: Kernel, known: Findings) -> Self {
        Self {
            unit,
            kernel,
            current_block: Vec::new(),
            assigned_once: FxHashSet::default(),
            spec_depth: 0,
            spec_start: 0,
            orders: Orders::default(),
            copies: Copies::of_calls(known.copies),
            pending_invariants: PendingInvariants::default(),
            function_objects: FxHashMap::default(),
            storage: Storage::new(known.forced_to_memory),
            declared_in_loops: FxHashSet::default(),
            model_assumptions: BTreeSet::new(),
            refused: Vec::new(),
            spec_error: None,
            library_call: None,
        }
    }

    /// What the lowering has found out.
    pub(crate) fn findings(&self) -> Findings {
        Findings { forced_to_memory: self.storage.forced().clone(), copies: self.copies.calls().to_vec() }
    }

    /// The kernel so far, without its body.
    pub(crate) fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Completes the kernel: sets its body, and rejects it if something in it was refused.
    pub(crate) fn finish(&mut self, span: Span) {
        self.emit_model_assumptions(span);
        self.kernel.body = std::mem::take(&mut self.current_block);
        self.settle_orders();
        self.report_refused();
        wp_kir::drop_dead_declarations(&mut self.kernel);
    }

    /// The completed kernel, behind the statement `first`.
    pub(crate) fn into_kernel(mut self, first: Option<Stmt>) -> Kernel {
        self.kernel.body.splice(0..0, first);
        self.kernel
    }

    // ---- blocks ----

    fn enter_block(&mut self) -> OuterBlock {
        self.orders.enter_block();
        OuterBlock {
            block: std::mem::take(&mut self.current_block),
            pending_invariants: std::mem::take(&mut self.pending_invariants),
        }
    }

    fn leave_block(&mut self, outer: OuterBlock) -> Block {
        self.orders.leave_block();
        let waiting = std::mem::replace(&mut self.pending_invariants, outer.pending_invariants);
        self.report_without_barrier(waiting);
        std::mem::replace(&mut self.current_block, outer.block)
    }

    /// Enters a specification, and returns the start of the one around it for `leave_specification`.
    fn enter_specification(&mut self) -> usize {
        let outer = self.spec_start;
        if self.spec_depth == 0 {
            self.spec_start = self.kernel.vars.len();
        }
        self.spec_depth += 1;
        outer
    }

    fn leave_specification(&mut self, outer: usize) {
        self.spec_depth -= 1;
        self.spec_start = outer;
    }

    /// True if a specification is lowered.
    pub(crate) fn in_specification(&self) -> bool {
        self.spec_depth > 0
    }

    /// Begins to inline a function that a call at `span` reaches: one of a built-in header, or one of the sources,
    /// which such a function may call. Returns what [`Builder::end_inlining`] takes.
    pub(crate) fn begin_inlining(&mut self, is_built_in: bool, span: Span) -> Option<Span> {
        let call = is_built_in.then(|| self.library_call.unwrap_or(span));
        std::mem::replace(&mut self.library_call, call)
    }

    /// Goes back to the caller of an inlined function.
    pub(crate) fn end_inlining(&mut self, outer: Option<Span>) {
        self.library_call = outer;
    }

    // ---- statements ----

    /// Emits a statement. Behind a barrier with a fence, emits the accesses of asynchronous copies that are in flight.
    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        let span = self.library_call.unwrap_or(span);
        let has_fence = matches!(&kind, StmtKind::Barrier { fence, .. } if *fence != Fence::NONE);
        self.orders.note_statement(&kind);
        self.current_block.push(Stmt { kind, span });
        if has_fence {
            self.emit_copies_in_flight(span);
        }
    }

    /// Emits a statement and returns the value of a call of type `void`.
    pub(crate) fn emit_void_call(&mut self, kind: StmtKind, span: Span) -> Value {
        self.emit(kind, span);
        Value { ty: CType::Void, leaves: Vec::new() }
    }

    /// Emits an assignment, unless the value is the variable itself.
    pub(crate) fn assign(&mut self, var: VarId, value: ExprId, span: Span) {
        if self.kernel.exprs[value].kind != ExprKind::Var(var) {
            self.emit(StmtKind::Assign { var, value }, span);
        }
    }

    /// Emits a labelled block, or only its statements if no jump leads to the label.
    pub(crate) fn emit_labelled(&mut self, label: LabelId, block: Block, span: Span) {
        if breaks_to(&block, label) {
            self.emit(StmtKind::Labelled { label, body: block }, span);
        } else {
            self.append(block);
        }
    }

    /// Adds statements that were emitted into another block.
    pub(crate) fn append(&mut self, statements: impl IntoIterator<Item = Stmt>) {
        self.current_block.extend(statements);
    }

    /// Puts statements that were emitted into another block in front of the current one.
    pub(crate) fn prepend(&mut self, statements: Block) {
        self.current_block.splice(0..0, statements);
    }

    /// The statements of the current block.
    pub(crate) fn statements(&self) -> &[Stmt] {
        &self.current_block
    }

    /// Keeps the first `len` statements of the current block.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.current_block.truncate(len);
    }

    /// A new label.
    pub(crate) fn label(&mut self) -> LabelId {
        let id = LabelId::from_index(self.kernel.label_count as usize);
        self.kernel.label_count += 1;
        id
    }

    /// A new loop.
    pub(crate) fn loop_id(&mut self) -> LoopId {
        let id = LoopId::from_index(self.kernel.loop_count as usize);
        self.kernel.loop_count += 1;
        id
    }

    /// Emits an assertion that is not modelled, so that it is neither proved nor refuted.
    pub(crate) fn unmodelled(&mut self, what: &str, kind: AssertKind, span: Span) {
        let cond = self.kernel.expr(ExprKind::Spec(SpecOp::Unmodelled(what.into()), Vec::new()), Type::Bool, span);
        self.emit(StmtKind::Assert { cond, kind }, span);
    }

    // ---- the parts of the kernel ----

    pub(crate) fn kind(&self, e: ExprId) -> &ExprKind {
        &self.kernel.exprs[e].kind
    }

    pub(crate) fn ty(&self, e: ExprId) -> Type {
        self.kernel.ty(e)
    }

    pub(crate) fn expr(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        let span = self.library_call.unwrap_or(span);
        self.kernel.expr(kind, ty, span)
    }

    /// Gives an expression another meaning wherever it stands.
    pub(crate) fn replace(&mut self, e: ExprId, kind: ExprKind) {
        self.kernel.exprs[e].kind = kind;
    }

    pub(crate) fn var(&mut self, name: &str, ty: Type, span: Span) -> VarId {
        self.kernel.var(name, ty, span)
    }

    /// A new variable without a name in the source.
    pub(crate) fn unnamed_var(&mut self, ty: Type, span: Span) -> VarId {
        self.kernel.var(&format!("%{}", self.kernel.vars.len()), ty, span)
    }

    pub(crate) fn add_object(&mut self, object: Object) -> ObjectId {
        self.kernel.objects.push(object)
    }

    pub(crate) fn object_mut(&mut self, object: ObjectId) -> &mut Object {
        &mut self.kernel.objects[object]
    }

    pub(crate) fn add_param(&mut self, param: Param) -> ParamId {
        self.kernel.params.push(param)
    }

    /// Makes an object the one that a pointer parameter points to.
    pub(crate) fn set_object(&mut self, param: ParamId, object: ObjectId) {
        self.kernel.params[param].object = Some(object);
    }

    /// Notes the only extents of a block with which the kernel may be launched.
    pub(crate) fn require_block(&mut self, extents: [u32; 3]) {
        self.kernel.required_block = Some(extents);
    }

    /// Notes the greatest number of threads of a block with which the kernel may be launched.
    pub(crate) fn limit_threads(&mut self, most: Option<u32>) {
        self.kernel.max_threads = most;
    }
}

/// True if a block contains a jump to a label.
pub(crate) fn breaks_to(block: &Block, label: LabelId) -> bool {
    any_stmt(block, &|stmt| matches!(stmt, StmtKind::Break(l) | StmtKind::Continue(l) if *l == label))
}
