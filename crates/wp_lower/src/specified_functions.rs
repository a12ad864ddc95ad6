//! Specified functions (`__spec_f`), whose body is a contract and no code; and the accesses of functions without a
//! body.
//!
//! A call of a specified function has these effects. Its preconditions are checked. For each array of `__reads_from`
//! there is one read at an arbitrary index, and for each array of `__writes_to` one write, if the postconditions allow
//! such an access. One access represents all of them, because a race is between two accesses. The result is any value
//! that the postconditions allow. The user vouches for the contract. Over-approximate: a postcondition about memory, or
//! about two arrays, is not used.
//!
//! A function without a body that receives pointers may read and write any element of the arrays that they point into,
//! and any other memory.

use crate::annotation_places::called_builtin;
use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::scan::any_node;
use crate::state::{Frame, SpecifiedAccess};
use crate::values::{Place, ReturnSlot, Value};
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{body, strip_casts, CType, Decls};
use wp_kir::{AssertKind, AssumeKind, BinOp, ExprId, ExprKind, SpecOp, StmtKind, Type, Unknown};

impl SpecifiedAccess {
    /// The meaning of an access predicate (`__read(p)`, `__write_offset(p)`) for this access; `None` if the predicate
    /// is about another parameter or kind of access.
    pub(crate) fn meaning(&self, op: &SpecOp, pointer: &Node) -> Option<Meaning> {
        let named = strip_casts(pointer).referenced.as_ref().map(|r| r.id);
        let write = matches!(op, SpecOp::HasWritten | SpecOp::WriteOffset);
        if named != Some(self.param) || write != self.write {
            return None;
        }
        Some(match op {
            SpecOp::HasRead | SpecOp::HasWritten => Meaning::Happens,
            _ => Meaning::At(self.offset),
        })
    }
}

/// The meaning of an access predicate for the access that is being made.
pub(crate) enum Meaning {
    /// The claim that there is such an access.
    Happens,
    /// Its byte offset.
    At(ExprId),
}

impl Builder<'_> {
    /// True if an expression contains no specification operations except those on pointers, so that it may stand
    /// outside of assertions.
    fn is_computable(&self, e: ExprId) -> bool {
        match self.kind(e) {
            ExprKind::Spec(op, _) if !matches!(op, SpecOp::PtrOffset | SpecOp::PtrBase) => false,
            kind => kind.children().into_iter().all(|c| self.is_computable(c)),
        }
    }

    /// Emits the accesses of a function without a body that receives pointers: one at an arbitrary offset from each
    /// pointer, and one anywhere.
    pub(crate) fn unknown_accesses(&mut self, name: &str, pointers: &[ExprId], span: Span) {
        let byte = Type::Int { bits: 8, signed: false };
        let reason = format!("accesses of `{name}`, which has no body");
        let anywhere = self.havoc(&CType::pointer_to(CType::Void), reason.clone(), span);
        let anywhere = self.only(&anywhere, span);
        let mut targets = vec![anywhere];
        for &pointer in pointers {
            let offset = self.havoc(&CType::Scalar(Type::I64), reason.clone(), span);
            let offset = self.only(&offset, span);
            targets.push(self.ptr_add(pointer, offset, span));
        }
        for ptr in targets {
            let var = self.temp(byte, span);
            self.emit(StmtKind::Load { var, ty: byte, ptr, volatile: false }, span);
            let value = self.havoc(&CType::Scalar(byte), reason.clone(), span);
            let value = self.only(&value, span);
            self.emit(StmtKind::Store { ptr, value, ty: byte, volatile: false }, span);
        }
    }
}

impl<'u> Lowerer<'u> {
    /// A call of a specified function.
    pub(crate) fn specified_call(&mut self, def: &'u Node, call: &Call<'u>) -> Value {
        let span = call.span;
        let statements: Vec<&'u Node> = body(def).map(|b| b.inner.iter().collect()).unwrap_or_default();
        let contract: Vec<(&'u str, &'u Node)> =
            statements.iter().filter_map(|s| called_builtin(s, self.unit.decls)).collect();
        let parts = ["__requires", "__global_requires", "__ensures", "__reads_from", "__writes_to"];
        let understood = contract.iter().all(|(name, c)| parts.contains(name) && c.inner.len() == 2);
        if contract.len() != statements.len()
            || !understood
            || self.unit.options.annotations == crate::Annotations::None
        {
            return self.ir.unsupported_value(format!("call of the specification `{}`", call.name), &call.ty, span);
        }
        let bound = self.arguments(def, &call.args, false, span);
        let facts = self.facts_of(def);
        let slot = ReturnSlot::Nothing;
        self.stack.enter(Frame::new(def, &call.name, facts, slot));
        self.bind_parameters(bound, span);
        for (name, c) in &contract {
            if name.ends_with("requires") {
                self.spec_assert(&c.inner[1], AssertKind::Assert, span);
            }
        }
        let ensures = contract.iter().filter(|(n, _)| *n == "__ensures");
        let ensures: Vec<&'u Node> = ensures.map(|(_, c)| &c.inner[1]).collect();
        let outer = self.annotations.enter_exit(None);
        let result = self.specified_result(call, &ensures);
        self.annotations.enter_exit(Some(result.clone()));
        let of_result =
            |n: &Node| called_builtin(n, self.unit.decls).is_some_and(|(name, _)| name.contains("return_val"));
        for &condition in &ensures {
            if any_node(condition, &of_result) && result_is(condition, self.unit.decls).is_none() {
                self.spec_assume(condition, AssumeKind::Assume, span);
            }
        }
        for (name, c) in &contract {
            if matches!(*name, "__reads_from" | "__writes_to") {
                self.specified_access(&c.inner[1], *name == "__writes_to", &ensures, call);
            }
        }
        if ensures.iter().any(|c| result_is(c, self.unit.decls).is_none()) {
            // The access may be one that an unused postcondition excludes. The `Havoc` keeps a simulation from
            // confirming an error.
            let var = self.ir.temp(Type::Bool, span);
            let reason = format!("what `{}` does, which is only specified", call.name);
            self.ir.emit(StmtKind::Havoc { var, reason: reason.into(), unknown: Unknown::Behaviour }, span);
        }
        self.annotations.leave_exit(outer);
        self.stack.leave();
        result
    }

    /// The result of the call: the value that a postcondition `__return_val() == e` states, else an unknown value.
    fn specified_result(&mut self, call: &Call<'u>, ensures: &[&'u Node]) -> Value {
        let span = call.span;
        if matches!(call.ty, CType::Void) {
            return Value { ty: CType::Void, leaves: Vec::new() };
        }
        for value in ensures.iter().filter_map(|c| result_is(c, self.unit.decls)) {
            let (value, block) = self.in_spec(|s| s.expr(value));
            if block.is_empty() && value.leaves.iter().all(|&e| self.ir.is_computable(e)) {
                let value = self.ir.shape(value, &call.ty, span);
                return self.ir.freeze_value(value, span);
            }
        }
        self.ir.havoc(&call.ty, format!("result of `{}`, which is only specified", call.name), span)
    }

    /// Emits one access to the array behind a parameter, at an arbitrary index that the postconditions allow.
    fn specified_access(&mut self, pointer: &'u Node, write: bool, ensures: &[&'u Node], call: &Call<'u>) {
        let span = call.span;
        let param = strip_casts(pointer);
        let Some(named) = param.referenced.as_ref().map(|r| r.id) else {
            return self.ir.unsupported("specified access of something else than a parameter", span);
        };
        let place = self.place(param);
        let value = self.ir.load(&place, span);
        let base = self.ir.only(&value, span);
        let elem = value
            .ty
            .pointee()
            .map(|q| self.unit.type_of_first_leaf(&q.ty))
            .unwrap_or(Type::Int { bits: 8, signed: false });
        let reason = format!("accesses of `{}`, which is only specified", call.name);
        let index = self.ir.havoc(&CType::Scalar(Type::I64), reason.clone(), span);
        let index = self.ir.only(&index, span);
        let ptr = self.ir.ptr_index(base, index, elem.size(), span);
        let ptr = self.ir.freeze_expr(ptr, span);
        let offset = self.ir.expr(ExprKind::Spec(SpecOp::PtrOffset, vec![ptr]), Type::I64, span);
        self.annotations.set_access(Some(SpecifiedAccess { param: named, write, offset }));
        let mut allowed = self.ir.bool(true, span);
        for &condition in ensures {
            let condition = self.spec_condition(condition);
            if self.ir.is_computable(condition) {
                allowed = self.ir.bin(BinOp::And, allowed, condition, span);
            } else {
                self.ir.approximate("a part of a contract is not used", span);
            }
        }
        self.annotations.set_access(None);
        self.branch(
            allowed,
            span,
            |s| {
                if write {
                    let value = s.ir.havoc(&CType::Scalar(elem), reason, span);
                    let value = s.ir.only(&value, span);
                    s.ir.emit(StmtKind::Store { ptr, value, ty: elem, volatile: false }, span);
                } else {
                    let var = s.ir.temp(elem, span);
                    s.ir.emit(StmtKind::Load { var, ty: elem, ptr, volatile: false }, span);
                }
            },
            |_| (),
        );
    }

    /// Binds the parameters of a function that is entered.
    pub(crate) fn bind_parameters(&mut self, bound: Vec<(&'u Node, Place)>, span: Span) {
        for (param, place) in bound {
            let ty = self.stack.qtype(param);
            match (place, &ty.ty) {
                (Place::Value(v), CType::Reference(_)) => {
                    let place = self.ir.temporary(v, span);
                    self.scope.set(param.id, place);
                }
                (Place::Value(v), _) => self.bind_copy(param, &ty, v, span),
                (place, _) => {
                    self.scope.set(param.id, place);
                }
            }
        }
    }
}

/// The value `e` of a postcondition `__return_val() == e`.
fn result_is<'n>(condition: &'n Node, decls: &Decls<'_>) -> Option<&'n Node> {
    let condition = strip_casts(condition);
    if condition.opcode.as_deref() != Some("==") {
        return None;
    }
    let [a, b] = condition.inner.as_slice() else { return None };
    let of_result = |n: &Node| called_builtin(n, decls).is_some_and(|(name, _)| name.contains("return_val"));
    let is_result = |n: &Node| of_result(strip_casts(n));
    match (is_result(a), is_result(b)) {
        (true, false) if !any_node(b, &of_result) => Some(b),
        (false, true) if !any_node(a, &of_result) => Some(a),
        _ => None,
    }
}
