//! Declares variables of loops: their values are indeterminate at the start of each iteration.
//!
//! A variable or private object that is declared in a loop, or in a function that is inlined there, is new in each
//! iteration, which must not use the value that the iteration before left in it (C17 6.2.4, 6.7.9). So the lowering
//! emits a `Declare` statement for it at the start of the loop's part in which it is created. This stands in front of
//! every use, even if a `switch` or `goto` skips the source's declaration. [`wp_kir::drop_dead_declarations`] removes
//! those without effect. Outside of loops no statement is needed, because inlining creates new variables for every
//! call.

use super::{Blocks, Builder};
use wp_base::{Id, Span};
use wp_kir::{BinOp, Block, ExprId, Init, ObjectId, Space, Stmt, StmtKind, Storage, Type, VarId};

/// The numbers of variables and objects in front of a part of a loop.
pub(super) struct StorageSoFar {
    vars: usize,
    objects: usize,
}

impl Builder<'_> {
    pub(super) fn storage_so_far(&self) -> StorageSoFar {
        StorageSoFar { vars: self.kernel.vars.len(), objects: self.kernel.objects.len() }
    }

    /// Declares the storage that was created since `outside` at the start of a block, the part of a loop that is
    /// executed once per iteration.
    pub(super) fn declare_in_iteration(&mut self, outside: &StorageSoFar, mut block: Block) -> Block {
        let mut made = Vec::new();
        for var in (outside.vars..self.kernel.vars.len()).map(VarId::from_index) {
            made.push((Storage::Var(var), self.kernel.vars[var].span));
        }
        for object in (outside.objects..self.kernel.objects.len()).map(ObjectId::from_index) {
            let o = &self.kernel.objects[object];
            if o.space == Space::Private && o.init == Init::Undefined {
                made.push((Storage::Object(object), o.span));
            }
        }
        made.retain(|(storage, _)| self.declared_in_loops.insert(*storage));
        let declarations = made.into_iter().map(|(storage, span)| Stmt { kind: StmtKind::Declare { storage }, span });
        block.splice(0..0, declarations);
        block
    }

    /// `for (offset = 0; offset < end; offset += step)`
    pub(crate) fn counted_loop(&mut self, end: ExprId, step: u64, span: Span, body: impl FnOnce(&mut Self, ExprId)) {
        let end = self.convert(end, Type::I64, span);
        let end = self.freeze_expr(end, span);
        let counter = self.kernel.var("%offset", Type::I64, span);
        let zero = self.int(0, Type::I64, span);
        self.assign(counter, zero, span);
        self.loop_over(counter, (BinOp::Lt, end), step, body);
    }

    /// `for (; counter < end; counter += step)`, or with another comparison.
    pub(crate) fn loop_over(
        &mut self,
        counter: VarId,
        (relation, end): (BinOp, ExprId),
        step: u64,
        body: impl FnOnce(&mut Self, ExprId),
    ) {
        let span = self.kernel.vars[counter].span;
        let at = self.read(counter, span);
        let cond = self.bin(relation, at, end, span);
        let ((), body) = self.in_block(|s| body(s, at));
        let step = self.int(i128::from(step), Type::I64, span);
        let next = self.bin(BinOp::Add, at, step, span);
        let ((), step) = self.in_block(|s| s.assign(counter, next, span));
        let (id, label) = (self.loop_id(), self.label());
        self.emit(StmtKind::Loop { id, label, head: Vec::new(), cond, body, step, unroll_hint: false }, span);
    }
}
