//! Declares variables of loops: their values are indeterminate at the start of each iteration.
//!
//! A variable or private object that is declared in a loop, or in a function that is inlined there, is new in each
//! iteration, which must not use the value that the iteration before left in it (C17 6.2.4, 6.7.9). So the lowering
//! emits a `Declare` statement for it at the start of the loop's part in which it is created. This stands in front of
//! every use, even if a `switch` or `goto` skips the source's declaration. [`wp_kir::drop_dead_declarations`] removes
//! those without effect. Outside of loops no statement is needed, because inlining creates new variables for every
//! call.

use crate::ctx::Lowerer;
use wp_base::Id;
use wp_kir::{Block, Init, ObjectId, Space, Stmt, StmtKind, Storage, VarId};

impl Lowerer<'_> {
    /// Runs `f` with an empty current block and returns the statements that it emitted, which are a part of a loop that
    /// is executed once per iteration. The storage that `f` creates is declared at their start.
    pub(crate) fn in_iteration<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let (vars, objects) = (self.kernel.vars.len(), self.kernel.objects.len());
        let (result, mut block) = self.in_block(f);
        let mut made = Vec::new();
        for var in (vars..self.kernel.vars.len()).map(VarId::from_index) {
            made.push((Storage::Var(var), self.kernel.vars[var].span));
        }
        for object in (objects..self.kernel.objects.len()).map(ObjectId::from_index) {
            let o = &self.kernel.objects[object];
            if o.space == Space::Private && o.init == Init::Undefined {
                made.push((Storage::Object(object), o.span));
            }
        }
        made.retain(|(storage, _)| self.declared_in_loops.insert(*storage));
        let declarations = made.into_iter().map(|(storage, span)| Stmt { kind: StmtKind::Declare { storage }, span });
        block.splice(0..0, declarations);
        (result, block)
    }
}
