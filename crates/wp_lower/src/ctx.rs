//! [`Lowerer`]: the state of lowering one kernel, the emission of statements, and the creation of variables and
//! objects.
//!
//! Evaluation order: every load, call and assignment is a statement, and statements are emitted in the order in which
//! Clang's nodes are visited. A pure expression may read a source variable. Before a statement that may assign this
//! variable is emitted, an expression that is used later must be copied into a variable of its own
//! ([`Lowerer::freeze_value`]).

use crate::account::Account;
use crate::nodes::Refused;
use crate::scan::FunctionFacts;
use crate::source::Source;
use crate::spec_comments::SpecComments;
use crate::state::{AsyncCopy, Ghosts, Jump, Modular, PendingInvariants, SpecifiedAccess};
use crate::values::{Captures, JumpTargets, Place, ReturnSlot, Value};
use crate::LowerOptions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wp_base::{Id, Span};
use wp_clang::{Node, NodeId};
use wp_decls::{CType, Decls, Layouts, Leaf, QType};
use wp_kir::{
    input_function, Approximation, AssumeKind, Block, ExprId, ExprKind, Fence, Init, Kernel, LabelId, LoopId, Object,
    ObjectId, ObjectKind, Space, Stmt, StmtKind, Storage, Type, VarId,
};

/// The kernel or an inlined function while its body is lowered.
pub(crate) struct Frame {
    pub function: NodeId,
    pub name: String,
    pub facts: Rc<FunctionFacts>,
    /// The targets of `break` and `continue`, innermost last.
    pub targets: Vec<JumpTargets>,
    /// The block around the body that `return` leaves; `None` in a kernel.
    pub return_label: Option<LabelId>,
    pub return_used: bool,
    /// Where `return` puts its value.
    pub slot: ReturnSlot,
    /// The object that `this` points to.
    pub this: Option<Place>,
    /// The state of the nodes of its body.
    pub account: Account,
}

/// The state of lowering one kernel, or one function with a contract.
pub(crate) struct Lowerer<'u> {
    pub decls: &'u Decls<'u>,
    pub layouts: &'u Layouts,
    pub comments: &'u SpecComments<'u>,
    /// The kernel that is being made. Its body is set at the end.
    pub kernel: Kernel,
    /// The current block: statements are emitted at its end.
    pub current_block: Block,
    /// The places of local variables, parameters and references by their declarations.
    pub env: FxHashMap<NodeId, Place>,
    /// The kernel and the functions that are being inlined, innermost last.
    pub frames: Vec<Frame>,
    /// Variables that are assigned once, before every use: temporaries, and source variables that are never assigned
    /// again.
    pub assigned_once: FxHashSet<VarId>,
    /// The places of variables of static storage and of shared arrays.
    pub globals: FxHashMap<NodeId, Place>,
    /// The object of all `extern __shared__` arrays.
    pub dynamic_shared: Option<ObjectId>,
    /// From the class of a lambda to the values that it captured last.
    pub closures: FxHashMap<NodeId, Captures>,
    /// Classes of lambdas that a function returned, and classes that contain such a lambda.
    pub returned_classes: FxHashSet<NodeId>,
    /// Facts of the functions that were lowered.
    pub function_facts: FxHashMap<NodeId, Rc<FunctionFacts>>,
    /// The number of nested specification contexts. In a specification, loads are [`wp_kir::SpecOp::Load`].
    pub spec_depth: u32,
    /// Number of variables when the outermost specification context began.
    pub spec_start: usize,
    /// The number of nested specification functions that relate threads (`__other_int`, `__uniform_int`, ...).
    pub relation_depth: u32,
    /// Functions whose bodies were reached, with their spans. A compiler error in one of them is an error of the
    /// kernel.
    pub reached: Vec<(NodeId, Span)>,
    /// The place of the first `RecoveryExpr` that was reached.
    pub recovery_expr: Option<Span>,
    /// True for CUDA, false for OpenCL.
    pub cuda: bool,
    /// From a variable of the kernel to the declaration that it is a part of.
    pub owners: FxHashMap<VarId, NodeId>,
    /// Declarations that must have memory because their address is taken, although their own function does not show it.
    /// When the set grows, the kernel is lowered again.
    pub forced_to_memory: FxHashSet<NodeId>,
    /// From a reference that is bound to a value without storage, or a function whose `this` is such a value, to the
    /// name that the value was taken from.
    pub origins: FxHashMap<NodeId, NodeId>,
    /// From a function whose address is used to the object that represents it.
    pub function_objects: FxHashMap<NodeId, ObjectId>,
    /// From a surface reference, or a parameter that is a surface, to the object of its texels.
    pub surface_objects: FxHashMap<NodeId, ObjectId>,
    /// Distinct numbers of handles without data, such as texture references.
    pub handle_numbers: FxHashMap<NodeId, i128>,
    /// The labels that a `goto` may jump to here, by the printed ids of their declarations.
    pub goto_targets: Vec<(Arc<str>, Jump)>,
    /// The `__ensures` calls of each function that is being lowered, innermost last.
    pub postconditions: Vec<Vec<&'u Node>>,
    /// True while postconditions are lowered, where `__old` and `__return_val` have a meaning.
    pub at_exit: bool,
    /// The value that `__return_val` means.
    pub return_value: Option<Value>,
    /// The calls that state function-wide invariants of the kernel.
    pub function_wide: Vec<&'u Node>,
    /// Annotation calls that stand at the head of a loop.
    pub head_calls: FxHashSet<NodeId>,
    /// Annotation calls that every thread of the kernel executes.
    pub calls_of_every_thread: FxHashSet<NodeId>,
    pub options: LowerOptions,
    /// The access of a specified function (`__spec_..`) for which the postconditions are being read.
    pub specified: Option<SpecifiedAccess>,
    /// The asynchronous copies of the kernel, in the order of their calls. An earlier lowering has found their number.
    pub async_copies: Vec<AsyncCopy>,
    /// The calls of asynchronous copies that were reached so far, with the types of their elements.
    pub async_copy_calls: Vec<(CType, Span)>,
    /// Barrier invariants of the current block for which no barrier has followed yet.
    pub pending_invariants: PendingInvariants,
    /// The source names in scope, innermost last. Names in specifications are looked up here.
    pub visible_names: Vec<(Arc<str>, NodeId)>,
    /// The contract in the specification comments of the kernel.
    pub contract: wp_spec::Contract,
    /// Comments whose clauses were read as invariants of a loop.
    pub invariants_read: FxHashSet<Span>,
    /// Results of testing the stated laws of operators on their bodies. The key names the operator with its digest, and
    /// with no law marked as tested.
    pub tested_laws: FxHashMap<String, Vec<(wp_kir::OperatorLaw, bool)>>,
    /// Ghost variables.
    pub ghosts: Ghosts,
    /// Contracts of functions.
    pub modular: Modular,
    /// The number of frames that are no inlined call: 1 in a kernel, 2 if a function with a contract is lowered by
    /// itself.
    pub outer_frames: usize,
    /// Clauses about values that the kernel records.
    pub observations: Vec<wp_spec::Observation>,
    /// The first error in a specification.
    pub spec_error: Option<wp_base::Diagnostic>,
    /// `ensures` clauses about variables of a thread, which are checked at the end of the body.
    pub end_postconditions: Vec<crate::spec_comments::Written>,
    /// Storage that has a `Declare` statement in a loop.
    pub declared_in_loops: FxHashSet<Storage>,
    /// Assumptions about the model that the whole kernel rests on.
    pub model_assumptions: BTreeSet<AssumeKind>,
    /// Constructs that make the kernel unsupported, even in dead code.
    pub refused: Vec<crate::nodes::Refused>,
    /// Values of the operands that Clang names by an `OpaqueValueExpr`.
    pub opaque_values: FxHashMap<NodeId, Value>,
    /// Operands whose order of evaluation is unspecified.
    pub orders: crate::orders::Orders,
    /// True if a jump may skip the declarations that are being lowered, so that their initialisers may not have run.
    pub jumped_past: bool,
    /// The number of calls that were inlined.
    inlined: usize,
}

/// More calls than this are not inlined in one kernel. The number of calls may be exponential in the size of the
/// source.
const MAX_INLINED: usize = 20_000;

impl<'u> Lowerer<'u> {
    pub(crate) fn new(source: &'u Source<'u>, options: &LowerOptions, kernel: Kernel, cuda: bool) -> Self {
        Self {
            decls: source.decls,
            layouts: &source.layouts,
            comments: &source.comments,
            kernel,
            current_block: Vec::new(),
            env: FxHashMap::default(),
            frames: Vec::new(),
            assigned_once: FxHashSet::default(),
            globals: FxHashMap::default(),
            dynamic_shared: None,
            closures: FxHashMap::default(),
            returned_classes: FxHashSet::default(),
            function_facts: FxHashMap::default(),
            spec_depth: 0,
            spec_start: 0,
            relation_depth: 0,
            reached: Vec::new(),
            recovery_expr: None,
            cuda,
            owners: FxHashMap::default(),
            forced_to_memory: FxHashSet::default(),
            origins: FxHashMap::default(),
            function_objects: FxHashMap::default(),
            surface_objects: FxHashMap::default(),
            handle_numbers: FxHashMap::default(),
            goto_targets: Vec::new(),
            postconditions: Vec::new(),
            at_exit: false,
            return_value: None,
            function_wide: Vec::new(),
            head_calls: FxHashSet::default(),
            calls_of_every_thread: FxHashSet::default(),
            options: options.clone(),
            specified: None,
            async_copies: Vec::new(),
            async_copy_calls: Vec::new(),
            pending_invariants: PendingInvariants::default(),
            visible_names: Vec::new(),
            contract: wp_spec::Contract::default(),
            ghosts: Ghosts::default(),
            modular: Modular::default(),
            outer_frames: 1,
            observations: Vec::new(),
            invariants_read: FxHashSet::default(),
            tested_laws: FxHashMap::default(),
            spec_error: None,
            end_postconditions: Vec::new(),
            declared_in_loops: FxHashSet::default(),
            model_assumptions: BTreeSet::new(),
            refused: Vec::new(),
            opaque_values: FxHashMap::default(),
            orders: crate::orders::Orders::default(),
            jumped_past: false,
            inlined: 0,
        }
    }

    // ---- statements ----

    /// Emits a statement. Behind a barrier with a fence, emits the accesses of asynchronous copies that are in flight.
    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        let orders = matches!(&kind, StmtKind::Barrier { fence, .. } if *fence != Fence::NONE);
        self.orders.note_statement(&kind);
        self.current_block.push(Stmt { kind, span });
        if orders {
            self.emit_copies_in_flight(span);
        }
    }

    /// Emits an assignment, unless the value is the variable itself.
    pub(crate) fn assign(&mut self, var: VarId, value: ExprId, span: Span) {
        if self.kernel.exprs[value].kind != ExprKind::Var(var) {
            self.emit(StmtKind::Assign { var, value }, span);
        }
    }

    /// Runs `f` with an empty current block and returns the statements that it emitted. A barrier invariant that is
    /// still without a barrier at the end of the block is reported.
    pub(crate) fn in_block<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let saved = std::mem::take(&mut self.current_block);
        let outer = std::mem::take(&mut self.pending_invariants);
        self.orders.enter_block();
        let result = f(self);
        self.orders.leave_block();
        let waiting = std::mem::replace(&mut self.pending_invariants, outer);
        self.report_without_barrier(waiting);
        let block = std::mem::replace(&mut self.current_block, saved);
        (result, block)
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

    /// Counts a call that is about to be inlined; false if there are too many.
    pub(crate) fn count_inlining(&mut self) -> bool {
        self.inlined += 1;
        self.inlined <= MAX_INLINED
    }

    /// Records an over-approximation in the kernel.
    pub(crate) fn approximate(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let what = what.into();
        if !self.kernel.approximations.iter().any(|a| a.what == what && a.span == span) {
            self.kernel.approximations.push(Approximation { what, span });
        }
    }

    /// Rejects the kernel, because the construct at this point has no meaning in KIR. In a specification, only the
    /// specification is rejected.
    pub(crate) fn unsupported(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let what = what.into();
        if self.spec_depth == 0 {
            self.refuse(Refused { what: what.to_string(), span });
        }
        self.unsupported_here(what, span);
    }

    /// Rejects the kernel if this point is reachable.
    pub(crate) fn unsupported_here(&mut self, what: impl Into<Arc<str>>, span: Span) {
        self.emit(StmtKind::Unsupported { what: what.into() }, span);
    }

    /// Rejects the kernel at a construct that should have a value. The returned value is unknown.
    pub(crate) fn unsupported_value(&mut self, what: impl Into<Arc<str>>, ty: &CType, span: Span) -> Value {
        let what = what.into();
        self.unsupported(what.clone(), span);
        self.havoc(ty, what, span)
    }

    /// An unknown value.
    pub(crate) fn havoc(&mut self, ty: &CType, reason: impl Into<Arc<str>>, span: Span) -> Value {
        let reason = reason.into();
        let leaves = self.leaves(ty, span);
        let mut out = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let var = self.temp(leaf.ty, span);
            self.emit(StmtKind::Havoc { var, reason: reason.clone() }, span);
            out.push(self.read(var, span));
        }
        Value { ty: ty.clone(), leaves: out }
    }

    /// A value that comes from outside of the kernel and depends only on the arguments. Each leaf is an input function
    /// of them.
    pub(crate) fn input(&mut self, ty: &CType, what: &str, args: &[ExprId], span: Span) -> Value {
        self.function_of(ty, &input_function(what), args, span)
    }

    /// A value whose leaves are unknown pure functions of the arguments. Leaves other than the first have their number
    /// as a further argument.
    pub(crate) fn function_of(&mut self, ty: &CType, name: &str, args: &[ExprId], span: Span) -> Value {
        let leaves = self.leaves(ty, span);
        let mut out = Vec::with_capacity(leaves.len());
        for (number, leaf) in (0..).zip(leaves) {
            let mut args = args.to_vec();
            if number > 0 {
                args.push(self.int(number, Type::I32, span));
            }
            let value = self.call(name, args, leaf.ty, span);
            let var = self.temp(leaf.ty, span);
            self.emit(StmtKind::Assign { var, value }, span);
            out.push(self.read(var, span));
        }
        Value { ty: ty.clone(), leaves: out }
    }

    // ---- variables ----

    /// A new temporary. The caller assigns it once, before every use.
    pub(crate) fn temp(&mut self, ty: Type, span: Span) -> VarId {
        let name = format!("%{}", self.kernel.vars.len());
        let var = self.kernel.var(&name, ty, span);
        self.assigned_once.insert(var);
        var
    }

    /// The value of a variable as an expression.
    pub(crate) fn read(&mut self, var: VarId, span: Span) -> ExprId {
        let ty = self.kernel.vars[var].ty;
        self.kernel.expr(ExprKind::Var(var), ty, span)
    }

    /// Fresh variables for the leaves of a type.
    pub(crate) fn split_vars(&mut self, name: &str, ty: &CType, span: Span) -> Vec<VarId> {
        let leaves = self.leaves(ty, span);
        leaves.iter().map(|l| self.kernel.var(&format!("{name}{}", l.path), l.ty, span)).collect()
    }

    /// An expression with the present value of `e` that later assignments do not change: `e` itself, or a temporary.
    pub(crate) fn freeze_expr(&mut self, e: ExprId, span: Span) -> ExprId {
        if !self.mentions_mutable(e) {
            return e;
        }
        let ty = self.kernel.ty(e);
        let var = self.temp(ty, span);
        self.emit(StmtKind::Assign { var, value: e }, span);
        self.read(var, span)
    }

    /// The same for all leaves of a value.
    pub(crate) fn freeze_value(&mut self, value: Value, span: Span) -> Value {
        let leaves = value.leaves.iter().map(|&e| self.freeze_expr(e, span)).collect();
        Value { ty: value.ty, leaves }
    }

    /// True if an expression reads a variable that may be assigned again.
    ///
    /// A specification assigns no memory, and no variables except those of the functions that it calls.
    pub(crate) fn mentions_mutable(&self, e: ExprId) -> bool {
        let first = if self.spec_depth > 0 { self.spec_start } else { 0 };
        self.any_var(e, &|v| v.index() >= first && !self.assigned_once.contains(&v))
    }

    /// Lowers something in specification context.
    pub(crate) fn in_spec<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let outer = self.spec_start;
        if self.spec_depth == 0 {
            self.spec_start = self.kernel.vars.len();
        }
        self.spec_depth += 1;
        let lowered = self.in_block(lower);
        self.spec_depth -= 1;
        self.spec_start = outer;
        lowered
    }

    /// Number of nodes of an expression as a tree, counted up to a limit.
    pub(crate) fn expr_size(&self, e: ExprId, limit: usize) -> usize {
        if limit == 0 {
            return 1;
        }
        let parts = self.kernel.exprs[e].kind.children();
        parts.iter().fold(1, |n, &p| if n > limit { n } else { n + self.expr_size(p, limit - n.min(limit)) })
    }

    /// True if an expression reads a variable that satisfies `test`. Outside of specifications, a specification
    /// operation counts as reading such a variable.
    pub(crate) fn any_var(&self, e: ExprId, test: &dyn Fn(VarId) -> bool) -> bool {
        match &self.kernel.exprs[e].kind {
            ExprKind::Var(v) => test(*v),
            // The memory below a specification load may change too, but not while a specification is evaluated.
            ExprKind::Spec(..) if self.spec_depth == 0 => true,
            kind => kind.children().into_iter().any(|c| self.any_var(c, test)),
        }
    }

    // ---- types ----

    /// The type of a node, as it is written if the resolved type is not understood.
    pub(crate) fn qtype(&self, node: &Node) -> QType {
        let ty = self.printed_type(node.type_str());
        if let (CType::Unknown(_), Some(written)) = (&ty.ty, &node.ty) {
            return self.printed_type(written);
        }
        ty
    }

    /// The type that is printed in the code of the function that is being lowered.
    pub(crate) fn printed_type(&self, text: &str) -> QType {
        match self.frames.last() {
            Some(frame) => self.decls.qtype_in(frame.function, text),
            None => self.decls.qtype(text),
        }
    }

    /// The type of a node without references and qualifiers.
    pub(crate) fn ctype(&self, node: &Node) -> CType {
        self.qtype(node).referent().ty.clone()
    }

    /// The leaves of a type. A type that cannot be laid out rejects the kernel here.
    pub(crate) fn leaves(&mut self, ty: &CType, span: Span) -> Vec<Leaf> {
        match self.layouts.leaves(self.decls, ty) {
            Ok(leaves) => leaves,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                Vec::new()
            }
        }
    }

    /// The size of a type in bytes. A type that cannot be laid out rejects the kernel here.
    pub(crate) fn size_of(&mut self, ty: &CType, span: Span) -> u64 {
        match self.layouts.size(self.decls, ty) {
            Ok(size) => size,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                1
            }
        }
    }

    /// True if a value of the type can be kept in one variable per leaf.
    pub(crate) fn splittable(&self, ty: &CType) -> bool {
        self.layouts.splittable(self.decls, ty)
    }

    // ---- objects ----

    /// Adds an object for a declaration of type `ty`.
    pub(crate) fn object(&mut self, name: &str, space: Space, ty: &QType, init: Init, span: Span) -> ObjectId {
        let mut shape = Vec::new();
        let mut elem = &ty.ty;
        let mut known = true;
        while let CType::Array(inner, n) = elem {
            match n {
                Some(n) => shape.push(*n),
                None => known = false,
            }
            elem = &inner.ty;
        }
        let elem_ty = self.type_of_first_leaf(elem);
        let size = if known { Some(self.size_of(&ty.ty, span)) } else { None };
        if size.is_none() {
            shape.clear();
        }
        self.kernel.objects.push(Object {
            name: name.into(),
            symbol: None,
            space,
            kind: ObjectKind::Declared,
            elem: elem_ty,
            size,
            bytes: None,
            shape,
            init,
            is_const: ty.is_const || space == Space::Constant,
            restrict: false,
            span,
        })
    }

    /// The type of the first leaf of `ty`, which counts as the element type of an object; a byte if there is none.
    pub(crate) fn type_of_first_leaf(&self, ty: &CType) -> Type {
        let unsigned_byte = Type::Int { bits: 8, signed: false };
        self.layouts.leaves(self.decls, ty).ok().and_then(|l| l.first().map(|l| l.ty)).unwrap_or(unsigned_byte)
    }

    /// The address of an object as an expression.
    pub(crate) fn address_of_object(&mut self, object: ObjectId, span: Span) -> ExprId {
        self.kernel.expr(ExprKind::AddrOf(object), Type::Ptr, span)
    }

    /// True if a local variable needs memory because its address is taken.
    pub(crate) fn needs_memory(&self, decl: NodeId) -> bool {
        self.forced_to_memory.contains(&decl)
            || self.frames.last().is_some_and(|f| f.facts.address_taken.contains(&decl))
    }

    /// Notes that the variables of a place belong to a declaration.
    pub(crate) fn note_variables_of(&mut self, decl: NodeId, place: &Place) {
        if let Place::Vars { vars, .. } = place {
            for &v in vars {
                self.owners.entry(v).or_insert(decl);
            }
        }
    }

    /// Makes a place the place of a declaration.
    pub(crate) fn bind(&mut self, decl: NodeId, place: Place) {
        self.note_variables_of(decl, &place);
        self.env.insert(decl, place);
    }

    // ---- frames ----

    /// True in the body of a function that is being inlined.
    pub(crate) fn is_inlined(&self) -> bool {
        self.frames.len() > self.outer_frames
    }

    /// The innermost function that is being lowered.
    pub(crate) fn frame(&mut self) -> &mut Frame {
        // A frame is pushed before any statement is lowered and popped after the last one.
        self.frames.last_mut().expect("lowering runs inside a function")
    }
}
