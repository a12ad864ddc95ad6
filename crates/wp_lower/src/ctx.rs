//! The state of lowering one kernel, and the emission of statements.
//!
//! Evaluation order: every load, call and assignment is a statement, emitted in the order in which Clang's nodes are
//! visited. A pure expression handed around may mention a source variable; it must be frozen ([`Lowerer::snapshot`])
//! before anything that may assign that variable.

use crate::account::Account;
use crate::nodes::Refused;
use crate::scan::FunctionFacts;
use crate::source::Source;
use crate::spec_comments::SpecComments;
use crate::state::{AsyncCopy, Ghosts, Jump, Modular, SpecifiedAccess, Waiting};
use crate::values::{Captures, Place, ReturnSlot, Target, Value};
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

/// An active call.
pub(crate) struct Frame {
    pub function: NodeId,
    pub name: String,
    pub facts: Rc<FunctionFacts>,
    pub targets: Vec<Target>,
    pub return_label: Option<LabelId>,
    pub return_used: bool,
    pub slot: ReturnSlot,
    pub this: Option<Place>,
    /// The state of the nodes of its body.
    pub account: Account,
}

pub(crate) struct Lowerer<'u> {
    pub decls: &'u Decls<'u>,
    pub layouts: &'u Layouts,
    pub comments: &'u SpecComments<'u>,
    pub k: Kernel,
    pub cur: Block,
    pub env: FxHashMap<NodeId, Place>,
    pub frames: Vec<Frame>,
    /// Variables that are assigned once, before every use.
    pub temps: FxHashSet<VarId>,
    pub globals: FxHashMap<NodeId, Place>,
    pub dynamic_shared: Option<ObjectId>,
    pub closures: FxHashMap<NodeId, Captures>,
    /// Classes of lambdas, and what holds them, that a function returned.
    pub returned: FxHashSet<NodeId>,
    pub facts: FxHashMap<NodeId, Rc<FunctionFacts>>,
    /// Depth of specification context: loads are [`wp_kir::SpecOp::Load`].
    pub spec: u32,
    /// Number of variables when the outermost specification context began.
    pub spec_start: usize,
    /// Depth of specification functions about another thread.
    pub relations: u32,
    /// Functions whose bodies were reached, with their spans (for the judgement of compiler errors).
    pub reached: Vec<(NodeId, Span)>,
    /// The first `RecoveryExpr` reached.
    pub recovery: Option<Span>,
    pub cuda: bool,
    /// The declarations that split variables belong to.
    pub owners: FxHashMap<VarId, NodeId>,
    /// Declarations that must live in memory, because an inlined callee takes their address.
    pub forced: FxHashSet<NodeId>,
    /// References to values without storage, and functions with such a `this`: the names that they were bound through.
    pub origins: FxHashMap<NodeId, NodeId>,
    /// Objects that stand for the addresses of functions.
    pub functions: FxHashMap<NodeId, ObjectId>,
    /// Images behind surface references.
    pub surfaces: FxHashMap<NodeId, ObjectId>,
    /// Numbers of handles without data, such as texture references.
    pub handles: FxHashMap<NodeId, i128>,
    /// Labels in scope of a `goto` by their declarations.
    pub gotos: Vec<(Arc<str>, Jump)>,
    /// The postconditions of the active functions.
    pub contracts: Vec<Vec<&'u Node>>,
    /// True if postconditions are being lowered, where `__old` and `__return_val` have a meaning.
    pub at_exit: bool,
    /// The value that `__return_val` stands for.
    pub result: Option<Value>,
    /// The calls that state function-wide invariants of the kernel.
    pub function_wide: Vec<&'u Node>,
    /// Calls that stand at the head of a loop.
    pub heads: FxHashSet<NodeId>,
    /// Calls that every thread of the kernel makes.
    pub everywhere: FxHashSet<NodeId>,
    pub options: LowerOptions,
    /// The access of a call that is only specified, for which its postconditions are read.
    pub specified: Option<SpecifiedAccess>,
    /// The asynchronous copies of the kernel, in the order of their calls.
    pub copies: Vec<AsyncCopy>,
    /// The calls of asynchronous copies met so far, with the types of their elements.
    pub copy_calls: Vec<(CType, Span)>,
    /// Barrier invariants of the current block whose barrier has not come yet.
    pub waiting: Waiting,
    /// The names in scope, innermost last.
    pub visible: Vec<(Arc<str>, NodeId)>,
    /// The contract in the comments of the kernel.
    pub contract: wp_spec::Contract,
    /// Comments whose invariants a loop has taken.
    pub invariants_read: FxHashSet<Span>,
    /// The laws of operators that were shown on their bodies, by their functions with none of them.
    pub operators: FxHashMap<String, Vec<(wp_kir::OperatorLaw, bool)>>,
    /// Ghost variables.
    pub ghosts: Ghosts,
    /// Contracts of functions.
    pub modular: Modular,
    /// The number of frames outside of all calls.
    pub base: usize,
    /// Clauses about what the kernel records.
    pub observations: Vec<wp_spec::Observation>,
    /// The error in a specification.
    pub spec_error: Option<wp_base::Diagnostic>,
    /// Postconditions on variables of threads, for the end of the body.
    pub at_end: Vec<crate::spec_comments::Written>,
    /// Storage that loops declare.
    pub declared: FxHashSet<Storage>,
    /// Named assumptions that the model of the whole kernel rests on.
    pub model: BTreeSet<AssumeKind>,
    /// Constructs that make the kernel unsupported, wherever they stand.
    pub refused: Vec<crate::nodes::Refused>,
    /// Values of the operands that Clang names by an `OpaqueValueExpr`.
    pub opaque: FxHashMap<NodeId, Value>,
    /// Operands whose order is open.
    pub orders: crate::orders::Orders,
    /// A jump may pass the declarations that are being lowered.
    pub jumped_past: bool,
    inlined: usize,
}

/// Bound on inlined calls, against exponential call trees.
const MAX_INLINED: usize = 20_000;

impl<'u> Lowerer<'u> {
    pub(crate) fn new(source: &'u Source<'u>, options: &LowerOptions, k: Kernel, cuda: bool) -> Self {
        Self {
            decls: source.decls,
            layouts: &source.layouts,
            comments: &source.comments,
            k,
            cur: Vec::new(),
            env: FxHashMap::default(),
            frames: Vec::new(),
            temps: FxHashSet::default(),
            globals: FxHashMap::default(),
            dynamic_shared: None,
            closures: FxHashMap::default(),
            returned: FxHashSet::default(),
            facts: FxHashMap::default(),
            spec: 0,
            spec_start: 0,
            relations: 0,
            reached: Vec::new(),
            recovery: None,
            cuda,
            owners: FxHashMap::default(),
            forced: FxHashSet::default(),
            origins: FxHashMap::default(),
            functions: FxHashMap::default(),
            surfaces: FxHashMap::default(),
            handles: FxHashMap::default(),
            gotos: Vec::new(),
            contracts: Vec::new(),
            at_exit: false,
            result: None,
            function_wide: Vec::new(),
            heads: FxHashSet::default(),
            everywhere: FxHashSet::default(),
            options: options.clone(),
            specified: None,
            copies: Vec::new(),
            copy_calls: Vec::new(),
            waiting: Waiting::default(),
            visible: Vec::new(),
            contract: wp_spec::Contract::default(),
            ghosts: Ghosts::default(),
            modular: Modular::default(),
            base: 1,
            observations: Vec::new(),
            invariants_read: FxHashSet::default(),
            operators: FxHashMap::default(),
            spec_error: None,
            at_end: Vec::new(),
            declared: FxHashSet::default(),
            model: BTreeSet::new(),
            refused: Vec::new(),
            opaque: FxHashMap::default(),
            orders: crate::orders::Orders::default(),
            jumped_past: false,
            inlined: 0,
        }
    }

    // ---- statements ----

    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        let orders = matches!(&kind, StmtKind::Barrier { fence, .. } if *fence != Fence::NONE);
        self.orders.note_statement(&kind);
        self.cur.push(Stmt { kind, span });
        if orders {
            self.copies_in_flight(span);
        }
    }

    pub(crate) fn assign(&mut self, var: VarId, value: ExprId, span: Span) {
        if self.k.exprs[value].kind != ExprKind::Var(var) {
            self.emit(StmtKind::Assign { var, value }, span);
        }
    }

    /// Runs `f` with an empty block and returns what it emitted.
    pub(crate) fn in_block<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let saved = std::mem::take(&mut self.cur);
        let outer = std::mem::take(&mut self.waiting);
        self.orders.enter_block();
        let result = f(self);
        self.orders.leave_block();
        let waiting = std::mem::replace(&mut self.waiting, outer);
        self.give_up(waiting);
        let block = std::mem::replace(&mut self.cur, saved);
        (result, block)
    }

    pub(crate) fn label(&mut self) -> LabelId {
        let id = LabelId::from_index(self.k.label_count as usize);
        self.k.label_count += 1;
        id
    }

    pub(crate) fn loop_id(&mut self) -> LoopId {
        let id = LoopId::from_index(self.k.loop_count as usize);
        self.k.loop_count += 1;
        id
    }

    pub(crate) fn count_inlining(&mut self) -> bool {
        self.inlined += 1;
        self.inlined <= MAX_INLINED
    }

    pub(crate) fn approximate(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let what = what.into();
        if !self.k.approximations.iter().any(|a| a.what == what && a.span == span) {
            self.k.approximations.push(Approximation { what, span });
        }
    }

    /// Rejects the kernel: a construct at this point has no meaning in KIR. In a specification, only what is specified
    /// has none.
    pub(crate) fn unsupported(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let what = what.into();
        if self.spec == 0 {
            self.refuse(Refused { what: what.to_string(), span });
        }
        self.unsupported_here(what, span);
    }

    /// Rejects the kernel when this point is reachable.
    pub(crate) fn unsupported_here(&mut self, what: impl Into<Arc<str>>, span: Span) {
        self.emit(StmtKind::Unsupported { what: what.into() }, span);
    }

    /// Rejects a construct that should have given a value; the value is arbitrary.
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

    /// A value that the kernel is given from outside, determined by arguments: each leaf is an input function of them.
    pub(crate) fn input(&mut self, ty: &CType, what: &str, args: &[ExprId], span: Span) -> Value {
        self.function_of(ty, &input_function(what), args, span)
    }

    /// A value each leaf of which is an unknown pure function of the arguments (and of its number).
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

    /// A variable that is assigned once before it is used.
    pub(crate) fn temp(&mut self, ty: Type, span: Span) -> VarId {
        let name = format!("%{}", self.k.vars.len());
        let var = self.k.var(&name, ty, span);
        self.temps.insert(var);
        var
    }

    pub(crate) fn read(&mut self, var: VarId, span: Span) -> ExprId {
        let ty = self.k.vars[var].ty;
        self.k.expr(ExprKind::Var(var), ty, span)
    }

    /// Fresh variables for the leaves of a type.
    pub(crate) fn split_vars(&mut self, name: &str, ty: &CType, span: Span) -> Vec<VarId> {
        let leaves = self.leaves(ty, span);
        leaves.iter().map(|l| self.k.var(&format!("{name}{}", l.path), l.ty, span)).collect()
    }

    /// A value as variables that nothing else assigns.
    pub(crate) fn freeze_expr(&mut self, e: ExprId, span: Span) -> ExprId {
        if !self.mentions_mutable(e) {
            return e;
        }
        let ty = self.k.ty(e);
        let var = self.temp(ty, span);
        self.emit(StmtKind::Assign { var, value: e }, span);
        self.read(var, span)
    }

    pub(crate) fn snapshot(&mut self, value: Value, span: Span) -> Value {
        let leaves = value.leaves.iter().map(|&e| self.freeze_expr(e, span)).collect();
        Value { ty: value.ty, leaves }
    }

    /// True if an expression reads a variable that may be assigned again.
    ///
    /// Specifications change no memory and no variable but those of functions that they call.
    pub(crate) fn mentions_mutable(&self, e: ExprId) -> bool {
        let first = if self.spec > 0 { self.spec_start } else { 0 };
        self.any_var(e, &|v| v.index() >= first && !self.temps.contains(&v))
    }

    /// Lowers something in specification context.
    pub(crate) fn in_spec<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let outer = self.spec_start;
        if self.spec == 0 {
            self.spec_start = self.k.vars.len();
        }
        self.spec += 1;
        let lowered = self.in_block(lower);
        self.spec -= 1;
        self.spec_start = outer;
        lowered
    }

    /// Number of nodes of an expression as a tree, counted up to a limit.
    pub(crate) fn expr_size(&self, e: ExprId, limit: usize) -> usize {
        if limit == 0 {
            return 1;
        }
        let parts = self.k.exprs[e].kind.children();
        parts.iter().fold(1, |n, &p| if n > limit { n } else { n + self.expr_size(p, limit - n.min(limit)) })
    }

    pub(crate) fn any_var(&self, e: ExprId, test: &dyn Fn(VarId) -> bool) -> bool {
        match &self.k.exprs[e].kind {
            ExprKind::Var(v) => test(*v),
            // The memory below a specification load may change too, but not while a specification is evaluated.
            ExprKind::Spec(..) if self.spec == 0 => true,
            kind => kind.children().into_iter().any(|c| self.any_var(c, test)),
        }
    }

    // ---- types ----

    pub(crate) fn qtype(&self, node: &Node) -> QType {
        let ty = self.printed_type(node.type_str());
        if let (CType::Unknown(_), Some(written)) = (&ty.ty, &node.ty) {
            return self.printed_type(written);
        }
        ty
    }

    /// A type as it is printed for the function that is being lowered.
    pub(crate) fn printed_type(&self, text: &str) -> QType {
        match self.frames.last() {
            Some(frame) => self.decls.qtype_in(frame.function, text),
            None => self.decls.qtype(text),
        }
    }

    pub(crate) fn ctype(&self, node: &Node) -> CType {
        self.qtype(node).referent().ty.clone()
    }

    /// Leaves; a type that cannot be laid out rejects the kernel here.
    pub(crate) fn leaves(&mut self, ty: &CType, span: Span) -> Vec<Leaf> {
        match self.layouts.leaves(self.decls, ty) {
            Ok(leaves) => leaves,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                Vec::new()
            }
        }
    }

    pub(crate) fn size_of(&mut self, ty: &CType, span: Span) -> u64 {
        match self.layouts.size(self.decls, ty) {
            Ok(size) => size,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                1
            }
        }
    }

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
        let elem_ty = self.natural_element(elem);
        let size = if known { Some(self.size_of(&ty.ty, span)) } else { None };
        if size.is_none() {
            shape.clear();
        }
        self.k.objects.push(Object {
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

    /// The scalar that an array of `ty` mostly holds.
    pub(crate) fn natural_element(&self, ty: &CType) -> Type {
        let unsigned_byte = Type::Int { bits: 8, signed: false };
        self.layouts.leaves(self.decls, ty).ok().and_then(|l| l.first().map(|l| l.ty)).unwrap_or(unsigned_byte)
    }

    pub(crate) fn address_of_object(&mut self, object: ObjectId, span: Span) -> ExprId {
        self.k.expr(ExprKind::AddrOf(object), Type::Ptr, span)
    }

    /// True if a local needs memory from the start.
    pub(crate) fn needs_memory(&self, decl: NodeId) -> bool {
        self.forced.contains(&decl) || self.frames.last().is_some_and(|f| f.facts.address_taken.contains(&decl))
    }

    /// Remembers which declaration a place stands for.
    pub(crate) fn own(&mut self, decl: NodeId, place: &Place) {
        if let Place::Vars { vars, .. } = place {
            for &v in vars {
                self.owners.entry(v).or_insert(decl);
            }
        }
    }

    /// Remembers which declaration a place stands for and binds it.
    pub(crate) fn bind(&mut self, decl: NodeId, place: Place) {
        self.own(decl, &place);
        self.env.insert(decl, place);
    }

    // ---- frames ----

    /// True if a call is being inlined.
    pub(crate) fn is_inlined(&self) -> bool {
        self.frames.len() > self.base
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        // A frame is pushed before any statement is lowered and popped after the last one.
        self.frames.last_mut().expect("lowering runs inside a function")
    }
}
