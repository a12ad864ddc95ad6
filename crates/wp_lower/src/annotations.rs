//! The meaning of GPUVerify's annotations, which are calls (`__requires`, `__assert`, ...).
//!
//! A condition is evaluated in specification context: its loads are [`SpecOp::Load`] and no accesses, short circuits
//! are plain operators, and no part of it may have an effect. A condition that needs statements other than assignments
//! of temporaries is not modelled. An assumption that is not modelled is left out; an assertion that is not modelled is
//! neither proved nor refuted. The `__requires` of a device function is an assertion at the call. Its `__ensures` is
//! asserted at the exits, and is never an assumption. The `__global_` forms are not modelled for threads that do not
//! reach them. The exception is `__global_invariant`, which is checked like `__invariant`, for the threads that reach
//! the head of the loop.

use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::exprs::promoted;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::specified_functions::Meaning;
use crate::values::Value;
use crate::Annotations;
use wp_base::{Id, Span};
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{AssertKind, AssumeKind, BinOp, ExprId, ExprKind, SpecOp, StmtKind, Type};

impl Unit<'_> {
    /// True if the options say that an annotation is not read.
    fn leaves_out(&self, name: &str) -> bool {
        let precondition = matches!(name, "__requires" | "__global_requires");
        let statement = precondition
            || matches!(
                name,
                "__assert"
                    | "__unsafe_assert"
                    | "__global_assert"
                    | "__unsafe_global_assert"
                    | "__candidate_assert"
                    | "__candidate_global_assert"
                    | "__unsafe_candidate_assert"
                    | "__unsafe_candidate_global_assert"
                    | "__candidate_invariant"
                    | "__candidate_global_invariant"
                    | "__invariant"
                    | "__global_invariant"
                    | "__function_wide_invariant"
                    | "__function_wide_candidate_invariant"
                    | "__assume"
                    | "__ensures"
                    | "__global_ensures"
                    | "__array_snapshot"
            )
            || name.starts_with("__barrier_invariant");
        match self.options.annotations {
            Annotations::All => false,
            Annotations::OnlyRequires => statement && !precondition,
            Annotations::None => statement,
        }
    }
}

impl Builder<'_> {
    /// True if a block only assigns variables from `first_new` on, and contains no specification operation, which may
    /// stand only in assertions.
    fn only_assigns(&self, block: &[wp_kir::Stmt], first_new: usize) -> bool {
        block.iter().all(|s| match &s.kind {
            StmtKind::Assign { var, value } => var.index() >= first_new && !self.holds_spec(*value),
            StmtKind::If { cond, then_block, else_block } => {
                !self.holds_spec(*cond)
                    && self.only_assigns(then_block, first_new)
                    && self.only_assigns(else_block, first_new)
            }
            StmtKind::Labelled { body, .. } => self.only_assigns(body, first_new),
            StmtKind::Break(_) => true,
            _ => false,
        })
    }
}

impl<'u> Lowerer<'u> {
    /// The meaning of a call of an annotation; `None` if the function is no annotation.
    pub(crate) fn annotation(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let void = Value { ty: CType::Void, leaves: Vec::new() };
        let name = call.name.as_str();
        let first = call.args.first().copied();
        if self.unit.leaves_out(name) {
            return Some(void);
        }
        match name {
            "__assert" | "__unsafe_assert" => self.spec_assert(first?, AssertKind::Assert, span),
            "__global_assert" | "__unsafe_global_assert" => {
                self.spec_assert(first?, AssertKind::Assert, span);
                if self.stack.is_inlined() || !self.annotations.is_of_every_thread(call.id) {
                    self.ir.unmodelled("__global_assert in threads that do not reach it", AssertKind::Assert, span);
                }
            }
            "__candidate_assert"
            | "__candidate_global_assert"
            | "__unsafe_candidate_assert"
            | "__unsafe_candidate_global_assert"
            | "__candidate_invariant"
            | "__candidate_global_invariant"
            | "__function_wide_candidate_invariant" => self.spec_assert(first?, AssertKind::Candidate, span),
            "__invariant" | "__global_invariant" => self.invariant(call.id, first?, span),
            "__function_wide_invariant" => self.function_wide_call(call.id, first?, span),
            "__requires" | "__global_requires" => {
                // A function with a contract is lowered by itself; its annotations do not belong to a kernel.
                if self.stack.is_inlined() || self.stack.is_of_function() {
                    self.spec_assert(first?, AssertKind::Assert, span);
                    if name == "__global_requires" {
                        self.ir.unmodelled(
                            "__global_requires in threads that do not make the call",
                            AssertKind::Assert,
                            span,
                        );
                    }
                } else {
                    self.spec_assume(first?, AssumeKind::Requires, span);
                }
            }
            "__assume" => self.spec_assume(first?, AssumeKind::Assume, span),
            "__ensures" | "__global_ensures" => {
                let at_exits = self.annotations.is_checked_at_exits(call.id);
                if !at_exits {
                    self.ir.unmodelled("postcondition inside of a statement", AssertKind::Ensures, span);
                }
            }
            "__reads_from" | "__writes_to" => {
                self.ir.unsupported(format!("`{name}`: accesses that are only specified"), span)
            }
            "__requires_fresh_array" | "__non_temporal_loads_begin" | "__non_temporal_loads_end" => {
                if name == "__requires_fresh_array" {
                    self.ir.approximate("`__requires_fresh_array` is not used", span);
                }
            }
            _ if name.starts_with("__barrier_invariant") => self.barrier_invariant(call),
            "__array_snapshot" => self.array_snapshot(call),
            _ => return self.spec_function(call),
        }
        Some(void)
    }

    /// Emits the assertion of a condition.
    pub(crate) fn spec_assert(&mut self, node: &'u Node, kind: AssertKind, span: Span) {
        let cond = self.spec_condition(node);
        self.ir.emit(StmtKind::Assert { cond, kind }, span);
    }

    /// Emits the assumption of a condition. A condition that is not modelled is left out, and this is recorded.
    pub(crate) fn spec_assume(&mut self, node: &'u Node, kind: AssumeKind, span: Span) {
        let before = self.ir.statements().len();
        let cond = self.spec_condition(node);
        if matches!(self.ir.kind(cond), ExprKind::Spec(SpecOp::Unmodelled(_), _)) {
            // Without the assumption the kernel has more behaviours.
            self.ir.truncate(before);
            self.ir.approximate("assumption that is not modelled is not used", span);
            return;
        }
        self.ir.emit(StmtKind::Assume { cond, kind }, span);
    }

    /// A condition in specification context.
    pub(crate) fn spec_condition(&mut self, node: &'u Node) -> ExprId {
        let span = node.span;
        let first_new = self.ir.kernel().vars.len();
        let (cond, block) = self.in_spec(|s| s.condition(node));
        if self.ir.only_assigns(&block, first_new) {
            self.ir.append(block);
            return cond;
        }
        self.ir.expr(ExprKind::Spec(SpecOp::Unmodelled("condition with effects".into()), Vec::new()), Type::Bool, span)
    }

    /// The value of a specification function (`__read`, `__other_int`, ...); `None` if the function is none.
    fn spec_function(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let name = call.name.as_str();
        let ty = call.ty.clone();
        let result = ty.scalar().unwrap_or(Type::Bool);
        let n = call.args.len();
        let op = match (name, n) {
            ("__read" | "__no_read", 1) => SpecOp::HasRead,
            ("__write" | "__no_write", 1) => SpecOp::HasWritten,
            ("__read_offset_bytes" | "__read_offset", 1) => SpecOp::ReadOffset,
            ("__write_offset_bytes" | "__write_offset", 1) => SpecOp::WriteOffset,
            ("__ptr_offset_bytes", 1) => SpecOp::PtrOffset,
            ("__ptr_base", 1) => SpecOp::PtrBase,
            ("__other_int" | "__other_bool", 1) => SpecOp::Other,
            ("__uniform_int" | "__uniform_bool", 1) => SpecOp::Uniform,
            ("__distinct_int" | "__distinct_bool", 1) => SpecOp::Distinct,
            // In code `__all` is a vote of the warp.
            ("__all", 1) if !self.unit.cuda || self.ir.in_specification() => SpecOp::All,
            ("__exclusive", 1) => SpecOp::Exclusive,
            ("__wp_same_group" | "__same_group", 0) => SpecOp::SameGroup,
            ("__enabled", 0) => SpecOp::Enabled,
            // A thread that reaches this point has executed every dominator of it.
            ("__dominator_enabled", 0) if !self.annotations.relates_threads() => SpecOp::Enabled,
            _ => {
                if let Some(value) = self.spec_arithmetic(call) {
                    return Some(value);
                }
                let known = name.starts_with("__return_val")
                    || name.starts_with("__old_")
                    || name.starts_with("__wp_return_val")
                    || matches!(name, "__dominator_enabled" | "__other_ptr_base" | "__atomic_has_taken_value");
                if !known {
                    return None;
                }
                if !self.ir.in_specification() {
                    return Some(self.ir.havoc(&ty, format!("`{name}` outside of an annotation"), span));
                }
                if let Some(value) = self.value_at_exit(call) {
                    return Some(value);
                }
                let e = self.ir.spec(SpecOp::Unmodelled(name.into()), Vec::new(), result, span);
                return Some(Value { ty, leaves: vec![e] });
            }
        };
        if !self.ir.in_specification() {
            return Some(self.ir.havoc(&ty, format!("`{name}` outside of an annotation"), span));
        }
        let pointer_only =
            matches!(op, SpecOp::HasRead | SpecOp::HasWritten | SpecOp::ReadOffset | SpecOp::WriteOffset);
        if let (true, Some(access)) = (pointer_only, self.annotations.access()) {
            // In a postcondition of a specified function, the predicate is about the access that is being made.
            let e = match call.args.first().and_then(|p| access.meaning(&op, p)) {
                Some(Meaning::Happens) => self.ir.bool(!name.starts_with("__no_"), span),
                Some(Meaning::At(offset)) => offset,
                None => self.ir.spec(SpecOp::Unmodelled(name.into()), Vec::new(), result, span),
            };
            let e = self.ir.convert(e, result, span);
            return Some(Value { ty, leaves: vec![e] });
        }
        let relation =
            matches!(op, SpecOp::Other | SpecOp::Uniform | SpecOp::Distinct | SpecOp::All | SpecOp::Exclusive);
        self.annotations.enter_function(relation);
        let mut args = self.arg_scalars(call);
        self.annotations.leave_function(relation);
        if matches!(op, SpecOp::All | SpecOp::Exclusive) {
            args[0] = self.ir.truth(args[0], span);
        }
        if pointer_only && args.iter().any(|&e| self.ir.ty(e) != Type::Ptr) {
            let e = self.ir.spec(SpecOp::Unmodelled(name.into()), Vec::new(), result, span);
            return Some(Value { ty, leaves: vec![e] });
        }
        let is_bool = matches!(
            op,
            SpecOp::HasRead
                | SpecOp::HasWritten
                | SpecOp::Uniform
                | SpecOp::Distinct
                | SpecOp::All
                | SpecOp::Exclusive
                | SpecOp::SameGroup
                | SpecOp::Enabled
        );
        let spec_ty = if is_bool { Type::Bool } else { result };
        let e = self.ir.spec(op, args, spec_ty, span);
        let e = if name.starts_with("__no_") { self.ir.not(e, span) } else { e };
        let e = self.ir.convert(e, result, span);
        Some(Value { ty, leaves: vec![e] })
    }

    /// The value of `__return_val` at an exit, or of `__old(e)` if `e` reads no memory. (A postcondition over a
    /// variable that is assigned is not modelled.)
    fn value_at_exit(&mut self, call: &Call<'u>) -> Option<Value> {
        if !self.annotations.is_at_exit() {
            return None;
        }
        if call.name.starts_with("__return_val") || call.name.starts_with("__wp_return_val") {
            let value = self.annotations.return_value()?.clone();
            let value = self.ir.shape(value, &call.ty, call.span);
            return (value.leaves.len() == self.ir.leaves(&call.ty, call.span).len()).then_some(value);
        }
        if !call.name.starts_with("__old_") {
            return None;
        }
        let args = self.arg_scalars(call);
        let [e] = args.as_slice() else { return None };
        (!self.ir.holds_spec(*e)).then(|| Value { ty: call.ty.clone(), leaves: vec![*e] })
    }

    /// The value of a specification function that plain expressions state exactly (`__implies`, `__ite`, `__add`, ...).
    fn spec_arithmetic(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let name = call.name.as_str();
        let ty = call.ty.clone();
        let n = call.args.len();
        let known = matches!(name, "__implies" | "__ite" | "__add" | "__is_pow2" | "__mod_pow2")
            || name.starts_with("__ite_")
            || name.starts_with("__add_");
        if !known {
            return None;
        }
        let args = self.arg_scalars(call);
        let e = match (name, n) {
            ("__implies", 2) => {
                let (p, q) = (self.ir.truth(args[0], span), self.ir.truth(args[1], span));
                let not = self.ir.not(p, span);
                self.ir.bin(BinOp::Or, not, q, span)
            }
            _ if name.starts_with("__ite") && n == 3 => {
                let c = self.ir.truth(args[0], span);
                let (x, y) = self.ir.same_type(args[1], args[2], span);
                self.ir.select(c, x, y, span)
            }
            _ if name.starts_with("__add_noovfl") => {
                // Every prefix sum, taken in 64 bits, lies in the range of the argument type.
                let arg_ty = self.ir.ty(*args.first()?);
                let (lo, hi) = arg_ty.int_range()?;
                if arg_ty.size() > 4 {
                    let e = self.ir.spec(SpecOp::Unmodelled(name.into()), Vec::new(), Type::Bool, span);
                    return Some(Value { ty, leaves: vec![e] });
                }
                let (lo, hi) = (self.ir.int(lo, Type::I64, span), self.ir.int(hi, Type::I64, span));
                let mut sum = self.ir.convert(args[0], Type::I64, span);
                let mut ok = self.ir.bool(true, span);
                for &a in &args[1..] {
                    let wide = self.ir.convert(a, Type::I64, span);
                    sum = self.ir.bin(BinOp::Add, sum, wide, span);
                    let above = self.ir.bin(BinOp::Le, lo, sum, span);
                    let below = self.ir.bin(BinOp::Le, sum, hi, span);
                    ok = self.ir.bin(BinOp::And, ok, above, span);
                    ok = self.ir.bin(BinOp::And, ok, below, span);
                }
                if matches!(ty, CType::Scalar(Type::Bool)) {
                    ok
                } else {
                    // In code the function returns the sum, and the user assumes that it does not overflow.
                    if !self.ir.in_specification() {
                        self.ir.emit(StmtKind::Assume { cond: ok, kind: AssumeKind::Assume }, span);
                    }
                    self.ir.convert(sum, arg_ty, span)
                }
            }
            _ if name.starts_with("__add") && n == 2 => {
                let (x, y) = self.ir.same_type(args[0], args[1], span);
                let t = promoted(self.ir.ty(x));
                let (x, y) = (self.ir.convert(x, t, span), self.ir.convert(y, t, span));
                self.ir.bin(BinOp::Add, x, y, span)
            }
            _ => return None,
        };
        let e = match ty.scalar() {
            Some(t) => self.ir.convert(e, t, span),
            None => e,
        };
        Some(Value { ty, leaves: vec![e] })
    }
}
