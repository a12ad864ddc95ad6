//! Assertions over access predicates (`__read(p)`, `__write_offset_bytes(p)`): checked once for every choice of the
//! accesses that they are about.
//!
//! GPUVerify watches one arbitrary access of each array and kind. So the condition must hold for each choice of one
//! access since the last barrier (or none) for every array that it names. If there is no access, its offset is an
//! arbitrary number.

use super::{CompileError, Ctx};
use crate::code::{CaseCode, Op};
use wp_base::Span;
use wp_kir::{AssertKind, ExprId, ExprKind, SpecOp, Type};

impl Ctx<'_> {
    /// Compiles the assertion if all that it holds can be evaluated once the accesses are chosen.
    pub(super) fn case_assertion(&mut self, cond: ExprId, span: Span, kind: AssertKind) -> Result<bool, CompileError> {
        let mut predicates = Vec::new();
        if !self.collect_predicates(cond, &mut predicates) {
            return Ok(false);
        }
        let mut classes = Vec::new();
        for (pointer, write) in predicates {
            classes.push((self.expr(pointer)?, write));
        }
        self.code.cases.push(CaseCode { classes });
        let index = self.code.cases.len() as u32 - 1;
        self.emit(Op::Cases { index });
        let to = self.here();
        self.cases = Some(index);
        let c = self.expr(cond);
        self.cases = None;
        let c = c?;
        self.code.asserts.push((span, kind));
        let assert = self.code.asserts.len() as u32 - 1;
        self.emit(Op::Assert { c, index: assert });
        self.emit(Op::NextCase { to });
        Ok(true)
    }

    /// The pointers of access predicates with the kind of access; false when something else cannot be evaluated.
    fn collect_predicates(&mut self, expr: ExprId, found: &mut Vec<(ExprId, bool)>) -> bool {
        let kernel = self.kernel;
        let Some(e) = kernel.exprs.get(expr) else { return false };
        if let ExprKind::Spec(op, args) = &e.kind {
            let write = match op {
                SpecOp::HasRead | SpecOp::ReadOffset => Some(false),
                SpecOp::HasWritten | SpecOp::WriteOffset => Some(true),
                _ => None,
            };
            if let Some(write) = write {
                let [pointer] = args[..] else { return false };
                let plain = kernel.exprs.get(pointer).is_some_and(|p| p.ty == Type::Ptr) && self.evaluable(pointer);
                found.push((pointer, write));
                return plain;
            }
            return self.evaluable(expr);
        }
        e.kind.children().into_iter().all(|c| self.collect_predicates(c, found))
    }
}
