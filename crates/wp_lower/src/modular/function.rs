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
use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::kernel::{lower_with_ghosts, Lowering, Subject};
use crate::lowerer::Lowerer;
use crate::source::Source;
use crate::spec_terms::Terms;
use crate::state::Frame;
use crate::values::{Place, ReturnSlot};
use crate::{FunctionResult, LowerOptions};
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{body, params, CType};
use wp_kir::{AssertKind, AssumeKind, Block, ExprKind, Init, ObjectKind, Space, StmtKind, Type};

/// Lowers a function by itself. `opencl` is true for OpenCL and false for CUDA.
pub(crate) fn lower_function<'u>(
    source: &Source<'u>,
    node: &'u Node,
    opencl: bool,
    options: &LowerOptions,
) -> FunctionResult {
    let name = node.name.as_deref().unwrap_or("function");
    let subject = Subject { name, node, opencl, is_function: true };
    let Lowering { kernel, ghosts, called, .. } = lower_with_ghosts(source, &subject, options);
    FunctionResult { name: name.into(), span: node.loc, kernel, ghosts, relies: Vec::new(), calls: Vec::new(), called }
}

impl Builder<'_> {
    /// The statements of the function with an assertion in front of every access, and with the writes of other threads
    /// at each barrier. Rejects the function if it uses a shared or global variable, or if its barriers are not
    /// allowed.
    fn check_against_contract(&mut self, block: Block, regions: &[Region], barriers: usize, span: Span) -> Block {
        for object in self.kernel().objects.ids().collect::<Vec<_>>() {
            let o = self.object_mut(object);
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
                self.unsupported(what, span.unwrap_or(self.kernel().span));
                block
            }
        }
    }

    /// True if an expression from number `first` on computes anything other than a pointer from a pointer.
    fn compares_pointers(&self, first: usize) -> bool {
        let of_pointer = |kind: &ExprKind| kind.children().iter().any(|c| self.ty(*c) == Type::Ptr);
        self.kernel().exprs.values().skip(first).any(|e| match e.kind {
            ExprKind::PtrAdd(..) | ExprKind::Select(..) | ExprKind::Spec(..) => false,
            ref kind => of_pointer(kind),
        })
    }
}

impl<'u> Lowerer<'u> {
    /// Emits the kernel of a function: its parameters, its preconditions as assumptions, its body, and its
    /// postconditions as assertions.
    pub(crate) fn function_body(&mut self, node: &'u Node) {
        let span = node.loc;
        let facts = self.facts_of(node);
        self.stack.set_of_function();
        self.stack.enter(Frame::new(node, node.name.as_deref().unwrap_or("function"), facts, ReturnSlot::Kernel));
        let mut bound = Vec::new();
        for param in params(node) {
            let place = self.param_place(param);
            self.ir.never_reassigned(&place);
            let value = self.ir.load(&place, span);
            bound.push((param, Place::Value(value)));
        }
        self.axioms();
        if let (Some(contract), Some(code)) = (self.function_contract(node), body(node)) {
            let ty = self.stack.declared_result(node);
            let result = (!matches!(ty, CType::Void)).then(|| {
                let vars = self.ir.split_vars("\\result", &ty, span);
                Place::Vars { vars, ty: ty.clone() }
            });
            let resolved = self
                .with_parameters(&bound, |s| s.with_result(result.clone(), |s| s.resolve_contract(node, &contract)));
            if let Some(resolved) = resolved {
                self.count_loops_of(code);
                self.with_result(result, |s| s.emit_checked_body(node, &bound, &resolved, ty));
            }
        }
        self.stack.leave();
        super::thread::make_single_thread(&mut self.ir);
    }

    /// Emits the preconditions, the body and the postconditions.
    fn emit_checked_body(&mut self, node: &'u Node, bound: &[(&'u Node, Place)], resolved: &Resolved, ty: CType) {
        let span = node.loc;
        for clause in &resolved.requires {
            match Terms::looking(&mut self.ir).condition(clause) {
                Some((cond, _)) => self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, clause.span),
                None => self.ir.spec_error(super::NOT_STATED, clause.span),
            }
        }
        let (regions, fits) = self.regions(&resolved.locations, span);
        if self.ir.const_int(fits) != Some(1) {
            self.ir.emit(StmtKind::Assume { cond: fits, kind: AssumeKind::Requires }, span);
        }
        let mut olds = Vec::new();
        for clause in &resolved.ensures {
            olds.push(self.load_old_values(clause).unwrap_or_default());
        }
        let name = node.name.as_deref().unwrap_or("function").to_owned();
        let call = Call {
            id: node.id,
            name,
            args: Vec::new(),
            ty,
            span,
            object: None,
            object_is_pointer: false,
            right_first: false,
            refers: false,
        };
        let first = self.ir.kernel().exprs.len();
        let (place, block) = self.in_block(|s| s.body_of(node, None, bound.to_vec(), &call));
        if self.ir.compares_pointers(first) {
            self.ir.unsupported("comparison or number of a pointer in a function with a contract", span);
        }
        let block = self.ir.check_against_contract(block, &regions, resolved.barriers, span);
        self.ir.append(block);
        if let Some(result) = self.result_place() {
            let value = self.ir.load(&place, span);
            self.ir.store(&result, &value, span);
        }
        for (clause, olds) in resolved.ensures.iter().zip(olds) {
            match self.condition_at_return(clause, olds, false) {
                Some(condition) => self.ir.assert_condition(condition, AssertKind::Ensures, clause.span),
                None => self.ir.spec_error(super::NOT_STATED, clause.span),
            }
        }
    }
}
