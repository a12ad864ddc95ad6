//! Storage that the iterations of a loop declare: it holds indeterminate values at the start of each.
//!
//! A variable or private object that a part of a loop declares, in inlined functions too, has its scope there, and no
//! iteration may use the value that the one before left in it (C17 6.2.4, 6.7.9). So all of it is declared at the start
//! of that part, where it stands before every use, also those that a `switch` or a `goto` leads to past the
//! declaration. [`wp_kir::drop_dead_declarations`] keeps those that can be noticed. Outside of loops the storage of a
//! thread is fresh, since every call has variables of its own.

use crate::ctx::Lowerer;
use wp_base::Id;
use wp_kir::{Block, Init, ObjectId, Space, Stmt, StmtKind, Storage, VarId};

impl Lowerer<'_> {
    /// Runs `f` with an empty block, as a part of a loop that is executed once an iteration, and returns what it
    /// emitted.
    pub(crate) fn in_iteration<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (R, Block) {
        let (vars, objects) = (self.k.vars.len(), self.k.objects.len());
        let (result, mut block) = self.in_block(f);
        let mut made = Vec::new();
        for var in (vars..self.k.vars.len()).map(VarId::from_index) {
            made.push((Storage::Var(var), self.k.vars[var].span));
        }
        for object in (objects..self.k.objects.len()).map(ObjectId::from_index) {
            let o = &self.k.objects[object];
            if o.space == Space::Private && o.init == Init::Undefined {
                made.push((Storage::Object(object), o.span));
            }
        }
        made.retain(|(storage, _)| self.declared.insert(*storage));
        let declarations = made.into_iter().map(|(storage, span)| Stmt { kind: StmtKind::Declare { storage }, span });
        block.splice(0..0, declarations);
        (result, block)
    }
}
