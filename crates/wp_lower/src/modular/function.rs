//! Lowers a device function with a contract to a kernel, whose assertions state that the function keeps the contract.
//!
//! The kernel has one thread. The indices of the thread and the extents of the launch are further parameters of the
//! kernel. So an argument is the value of one thread, no argument is assumed to be the same in several threads, and no
//! other thread interferes. At a call, interference is excluded by the race freedom of the calling kernel, which is
//! proved with the accesses that the contract names. A function that interacts with other threads in another way
//! (atomics, shuffles, barriers in loops or under conditions) is rejected, and the message names the cause.
//!
//! Every pointer parameter points to the start of an array of its own; callers assert that these arrays differ. A
//! function that compares pointers is rejected.

use super::{Region, Resolved};
use crate::calls::Call;
use crate::ctx::{Frame, Lowerer};
use crate::kernel::{lower_subject, Subject};
use crate::source::Source;
use crate::values::{Place, ReturnSlot};
use crate::{FunctionResult, LowerOptions, WithGhosts};
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{body, params, CType};
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};
use wp_kir::{
    AssertKind, AssumeKind, Axis, BinOp, Block, ExprId, ExprKind, Init, ObjectKind, Param, Space, Special, StmtKind,
    Type,
};

/// Lowers a function by itself. `opencl` is true for OpenCL and false for CUDA.
pub(crate) fn lower_function<'u>(
    source: &Source<'u>,
    node: &'u Node,
    opencl: bool,
    options: &LowerOptions,
) -> FunctionResult {
    let name = node.name.as_deref().unwrap_or("function");
    let subject = Subject { name, node, opencl, is_function: true };
    let mut lowerer = lower_subject(source, &subject, options, None);
    let error = lowerer.compiler_error(node).or(lowerer.spec_error.take());
    let mut ghosts = None;
    let called = std::mem::take(&mut lowerer.modular.called);
    if error.is_none() && lowerer.ghosts.met {
        let clauses = std::mem::take(&mut lowerer.ghosts.clauses);
        let without = lower_subject(source, &subject, options, Some(clauses));
        let with = std::mem::replace(&mut lowerer, without);
        ghosts = Some(WithGhosts { kernel: with.kernel, observations: with.observations });
    }
    let kernel = match error {
        Some(error) => Err(error),
        None => Ok(lowerer.kernel),
    };
    FunctionResult { name: name.into(), span: node.loc, kernel, ghosts, relies: Vec::new(), calls: Vec::new(), called }
}

impl<'u> Lowerer<'u> {
    /// Emits the kernel of a function: its parameters, its preconditions as assumptions, its body, and its
    /// postconditions as assertions.
    pub(crate) fn function_body(&mut self, node: &'u Node) {
        let span = node.loc;
        let facts = self.facts_of(node);
        self.outer_frames = 2;
        self.frames.push(Frame {
            function: node.id,
            name: node.name.as_deref().unwrap_or("function").to_owned(),
            facts,
            targets: Vec::new(),
            return_label: None,
            return_used: false,
            slot: ReturnSlot::Kernel,
            this: None,
            account: Default::default(),
        });
        let mut bound = Vec::new();
        for param in params(node) {
            let place = self.param_place(param);
            self.never_reassigned(&place);
            let value = self.load(&place, span);
            bound.push((param, Place::Value(value)));
        }
        self.axioms();
        if let (Some(contract), Some(code)) = (self.function_contract(node), body(node)) {
            let ty = self.declared_result(node);
            let result = (!matches!(ty, CType::Void)).then(|| {
                let vars = self.split_vars("\\result", &ty, span);
                Place::Vars { vars, ty: ty.clone() }
            });
            let resolved = self
                .with_parameters(&bound, |s| s.with_result(result.clone(), |s| s.resolve_contract(node, &contract)));
            if let Some(resolved) = resolved {
                self.count_loops_of(code);
                self.with_result(result, |s| s.emit_checked_body(node, &bound, &resolved, ty));
            }
        }
        self.frames.pop();
        self.make_single_thread();
    }

    /// Emits the preconditions, the body and the postconditions.
    fn emit_checked_body(&mut self, node: &'u Node, bound: &[(&'u Node, Place)], resolved: &Resolved, ty: CType) {
        let span = node.loc;
        for clause in &resolved.requires {
            match self.spec_term_condition(clause) {
                Some((cond, _)) => self.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, clause.span),
                None => self.spec_error(super::NOT_STATED, clause.span),
            }
        }
        let (regions, fits) = self.regions(&resolved.locations, span);
        if self.const_int(fits) != Some(1) {
            self.emit(StmtKind::Assume { cond: fits, kind: AssumeKind::Requires }, span);
        }
        let mut olds = Vec::new();
        for clause in &resolved.ensures {
            olds.push(self.load_old_values(clause).unwrap_or_default());
        }
        let name = node.name.as_deref().unwrap_or("function").to_owned();
        let call = Call {
            id: node.id,
            name: name.clone(),
            args: Vec::new(),
            ty,
            span,
            object: None,
            object_is_pointer: false,
            right_first: false,
        };
        let names: Vec<_> = bound.iter().filter_map(|(p, _)| crate::specs::declared_name(p)).collect();
        self.visible_names.extend(names);
        let first = self.kernel.exprs.len();
        let (place, block) = self.in_block(|s| s.body_of(node, &name, None, bound.to_vec(), &call, span));
        if self.compares_pointers(first) {
            self.unsupported("comparison or number of a pointer in a function with a contract", span);
        }
        let block = self.check_against_contract(block, &regions, resolved.barriers, span);
        self.current_block.extend(block);
        if let Some(result) = self.result_place() {
            let value = self.load(&place, span);
            self.store(&result, &value, span);
        }
        for (clause, olds) in resolved.ensures.iter().zip(olds) {
            let Some((cond, too_great)) = self.condition_at_return(clause, olds, false) else {
                self.spec_error(super::NOT_STATED, clause.span);
                continue;
            };
            if self.const_int(too_great) != Some(0) {
                let what = "a value of 2^63 or more in a specification";
                let ((), then_block) = self.in_block(|s| s.unmodelled(what, AssertKind::Ensures, clause.span));
                self.emit(StmtKind::If { cond: too_great, then_block, else_block: Vec::new() }, clause.span);
            }
            self.emit(StmtKind::Assert { cond, kind: AssertKind::Ensures }, clause.span);
        }
    }

    /// Makes the kernel one of a single thread: built-in values become parameters, and the bounds that hold for them in
    /// every launch become assumptions.
    fn make_single_thread(&mut self) {
        let span = self.kernel.span;
        let specials: Vec<Special> = self
            .kernel
            .exprs
            .values()
            .filter_map(|e| match e.kind {
                // The offset is the same for all threads of all launches that are checked.
                ExprKind::Special(Special::GlobalOffset(_)) => None,
                ExprKind::Special(special) => Some(special),
                _ => None,
            })
            .collect();
        if specials.is_empty() {
            return;
        }
        let first = self.kernel.exprs.len();
        let facts = self.in_block(|s| s.launch_of_thread(&specials, span)).1;
        let replaced: Vec<(ExprId, ExprKind)> = self
            .kernel
            .exprs
            .iter()
            .take(first)
            .filter_map(|(id, e)| match e.kind {
                ExprKind::Special(special) => Some((id, ExprKind::Var(self.thread_value(special)?))),
                _ => None,
            })
            .collect();
        for (id, kind) in replaced {
            self.kernel.exprs[id].kind = kind;
        }
        self.current_block.splice(0..0, facts);
    }

    /// The variable that replaces a built-in value.
    fn thread_value(&self, special: Special) -> Option<wp_kir::VarId> {
        self.modular.thread.get(&special).copied()
    }

    /// Declares the parameters that replace built-in values, and assumes their bounds.
    fn launch_of_thread(&mut self, specials: &[Special], span: Span) {
        let lane = specials.contains(&Special::LaneId);
        let mut bounds = Vec::new();
        for axis in Axis::ALL {
            let pairs = [
                (Special::ThreadIdx(axis), Special::BlockDim(axis)),
                (Special::BlockIdx(axis), Special::GridDim(axis)),
            ];
            for (index, extent) in pairs {
                let block = matches!(index, Special::ThreadIdx(_));
                if lane && block || specials.contains(&index) || specials.contains(&extent) {
                    let (i, n) = (self.thread_parameter(index, span), self.thread_parameter(extent, span));
                    let below = self.bin(BinOp::Lt, i, n, span);
                    bounds.push(below);
                    let of_device = if block { MAX_BLOCK } else { MAX_GRID };
                    let most = self.int(i128::from(of_device[axis.index()]), Type::U32, span);
                    let small = self.bin(BinOp::Le, n, most, span);
                    bounds.push(small);
                }
            }
        }
        let extents: Vec<_> = Axis::ALL.into_iter().filter_map(|a| self.thread_value(Special::BlockDim(a))).collect();
        if extents.len() > 1 {
            let mut threads = self.int(1, Type::U32, span);
            for var in extents {
                let extent = self.read(var, span);
                threads = self.bin(BinOp::Mul, threads, extent, span);
            }
            let most = self.int(i128::from(MAX_BLOCK_THREADS), Type::U32, span);
            let small = self.bin(BinOp::Le, threads, most, span);
            bounds.push(small);
        }
        bounds.extend(Axis::ALL.into_iter().filter_map(|axis| self.index_fits(axis, span)));
        for cond in bounds {
            self.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, span);
        }
        if lane {
            self.lane_of_thread(span);
        }
    }

    /// The condition that the index of a thread along an axis of the grid is below 2^31 (`launch-size`).
    fn index_fits(&mut self, axis: Axis, span: Span) -> Option<ExprId> {
        let specials = [Special::BlockIdx(axis), Special::BlockDim(axis), Special::ThreadIdx(axis)];
        let [block, extent, thread] = specials.map(|s| self.thread_value(s));
        let [block, extent, thread] = [block?, extent?, thread?].map(|var| {
            let value = self.read(var, span);
            self.convert(value, Type::I64, span)
        });
        let first = self.bin(BinOp::Mul, block, extent, span);
        let index = self.bin(BinOp::Add, first, thread, span);
        let most = self.int(i128::from(i32::MAX), Type::I64, span);
        Some(self.bin(BinOp::Le, index, most, span))
    }

    /// Computes the lane of the thread from its indices.
    fn lane_of_thread(&mut self, span: Span) {
        let mut linear = self.int(0, Type::U32, span);
        for axis in [Axis::Z, Axis::Y, Axis::X] {
            let read = |s: &mut Self, special| s.thread_value(special).map(|v| s.read(v, span));
            let (Some(i), Some(n)) = (read(self, Special::ThreadIdx(axis)), read(self, Special::BlockDim(axis))) else {
                return;
            };
            linear = self.bin(BinOp::Mul, linear, n, span);
            linear = self.bin(BinOp::Add, linear, i, span);
        }
        let warp = self.int(32, Type::U32, span);
        let value = self.bin(BinOp::Rem, linear, warp, span);
        let var = self.kernel.var(&name_of(Special::LaneId), Type::U32, span);
        self.modular.thread.insert(Special::LaneId, var);
        self.emit(StmtKind::Assign { var, value }, span);
    }

    /// Declares a parameter that replaces a built-in value.
    fn thread_parameter(&mut self, special: Special, span: Span) -> ExprId {
        let name = name_of(special);
        let var = self.kernel.var(&name, Type::U32, span);
        self.modular.thread.insert(special, var);
        self.kernel.params.push(Param { name: name.into(), ty: Type::U32, var, object: None, span });
        self.read(var, span)
    }

    /// The statements of the function with an assertion in front of every access, and with the writes of other threads
    /// at each barrier. Rejects the function if it uses a shared or global variable, or if its barriers are not
    /// allowed.
    fn check_against_contract(&mut self, block: Block, regions: &[Region], barriers: usize, span: Span) -> Block {
        for object in self.kernel.objects.ids().collect::<Vec<_>>() {
            let o = &mut self.kernel.objects[object];
            match o.kind {
                // The contents when the function is entered are arbitrary.
                ObjectKind::Param(_) if o.space == Space::Shared => {
                    o.space = Space::Global;
                    o.init = Init::Input;
                }
                ObjectKind::Param(_) => {}
                _ if o.space == Space::Private || o.is_const => {}
                _ => {
                    let what = format!("`{}`, which is no parameter, in a function with a contract", o.name);
                    self.unsupported(what, span);
                }
            }
        }
        let block = self.checked_accesses(block, regions);
        match crate::modular::barriers::check_barriers(&block, barriers) {
            Ok(()) => self.replace_barriers(block),
            Err((what, span)) => {
                self.unsupported(what, span.unwrap_or(self.kernel.span));
                block
            }
        }
    }

    /// True if an expression from number `first` on computes anything other than a pointer from a pointer.
    fn compares_pointers(&self, first: usize) -> bool {
        let of_pointer = |kind: &ExprKind| kind.children().iter().any(|c| self.kernel.ty(*c) == Type::Ptr);
        self.kernel.exprs.values().skip(first).any(|e| match e.kind {
            ExprKind::PtrAdd(..) | ExprKind::Select(..) | ExprKind::Spec(..) => false,
            ref kind => of_pointer(kind),
        })
    }
}

fn name_of(special: Special) -> String {
    match special {
        Special::ThreadIdx(a) => format!("threadIdx.{}", a.letter()),
        Special::BlockIdx(a) => format!("blockIdx.{}", a.letter()),
        Special::BlockDim(a) => format!("blockDim.{}", a.letter()),
        Special::GridDim(a) => format!("gridDim.{}", a.letter()),
        Special::GlobalOffset(a) => format!("global offset {}", a.letter()),
        Special::LaneId => "lane".to_owned(),
    }
}
