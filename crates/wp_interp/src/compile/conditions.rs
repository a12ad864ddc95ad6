//! Conditions: assertions, and jumps.

use super::CompileError;
use crate::code::Op;
use crate::value::Ty;
use wp_base::Span;
use wp_kir::{visit, AssertKind, BinOp, ExprId, ExprKind, SpecOp};

impl super::Ctx<'_> {
    pub(super) fn assertion(&mut self, cond: ExprId, span: Span, kind: AssertKind) -> Result<(), CompileError> {
        if kind == AssertKind::Separate {
            self.code.skipped_specs.push(span);
            return Ok(());
        }
        if !self.evaluable(cond) {
            if !self.case_assertion(cond, span, kind)? {
                self.code.skipped_specs.push(span);
            }
            return Ok(());
        }
        let c = self.expr(cond)?;
        self.code.asserts.push((span, kind));
        let index = self.code.asserts.len() as u32 - 1;
        self.emit(Op::Assert { c, index });
        Ok(())
    }

    /// True if a condition of a specification can be evaluated for one thread.
    pub(super) fn evaluable(&mut self, expr: ExprId) -> bool {
        if let Some(&no) = self.not_evaluable.get(&expr) {
            return !no;
        }
        let kernel = self.kernel;
        let Some(e) = kernel.exprs.get(expr) else { return false };
        let spec_ok = match &e.kind {
            ExprKind::Spec(SpecOp::Load, args) if args.iter().any(|&p| self.may_be_snapshot(p)) => false,
            ExprKind::Spec(op, args) => {
                matches!(op, SpecOp::Load | SpecOp::PtrOffset | SpecOp::PtrBase) && args.len() == 1
                    || matches!(op, SpecOp::Enabled)
            }
            _ => true,
        };
        let yes = spec_ok && e.kind.children().iter().all(|&c| self.evaluable(c));
        self.not_evaluable.insert(expr, !yes);
        yes
    }

    /// True if a pointer of a condition may point into a snapshot, whose contents a run does not keep.
    pub(super) fn may_be_snapshot(&self, ptr: ExprId) -> bool {
        if self.snapshots.is_empty() {
            return false;
        }
        match self.kernel.exprs.get(ptr).map(|e| &e.kind) {
            Some(ExprKind::PtrAdd(base, _)) => self.may_be_snapshot(*base),
            Some(ExprKind::AddrOf(object)) => self.snapshots.contains(object),
            Some(ExprKind::Var(v)) => {
                let mut assigned = false;
                visit(&self.kernel.body, &mut |s| assigned |= s.kind.target() == Some(*v));
                assigned || self.kernel.params.values().all(|p| p.var != *v)
            }
            _ => true,
        }
    }

    pub(super) fn jump_unless(&mut self, cond: ExprId) -> Result<usize, CompileError> {
        let kernel = self.kernel;
        if let Some(e) = kernel.exprs.get(cond) {
            if let ExprKind::Binary(BinOp::Lt, a, b) = e.kind {
                let ty = self.ty_of(a)?;
                if !ty.is_float() && ty != Ty::Ptr {
                    let a = self.expr(a)?;
                    let b = self.expr(b)?;
                    return Ok(if ty.signed() {
                        self.emit(Op::JumpUnlessLtS { a, b, to: 0 })
                    } else {
                        self.emit(Op::JumpUnlessLtU { a, b, to: 0 })
                    });
                }
            }
        }
        let c = self.expr(cond)?;
        Ok(self.emit(Op::JumpUnless { c, to: 0 }))
    }
}
