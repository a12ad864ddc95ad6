//! The variables and objects that the statements of a loop may change, read off its text.

use crate::context::Context;
use crate::memory::versions::Effects;
use crate::state::State;
use std::collections::BTreeSet;
use wp_base::Span;
use wp_kir::{Block, ExprId, ExprKind, LabelId, LoopId, ObjectId, Space, Stmt, StmtKind, Storage, VarId};

/// What the statements of a loop may change.
#[derive(Default)]
pub(super) struct Changes {
    pub vars: BTreeSet<VarId>,
    /// Private objects that it declares or may store to.
    pub private: BTreeSet<ObjectId>,
    pub shared: Effects,
}

/// The parts of a loop statement.
#[derive(Clone, Copy)]
pub(super) struct Loop<'k> {
    pub id: LoopId,
    pub label: LabelId,
    pub head: &'k Block,
    pub cond: ExprId,
    pub body: &'k Block,
    pub step: &'k Block,
    pub span: Span,
    pub changes: &'k Changes,
}

impl Context<'_> {
    /// Private objects that the loop, entered in this state, declares or may store to; all of them when a store's
    /// target is not obvious. `changed` are the variables that the loop assigns.
    pub(super) fn changed_private(&self, st: &State, lp: &Loop, changed: &BTreeSet<VarId>) -> BTreeSet<ObjectId> {
        let mut named = BTreeSet::new();
        let mut obvious = true;
        visit(lp, &mut |s| {
            if let StmtKind::Declare { storage: Storage::Object(o) } = s.kind {
                named.insert(o);
            }
            if let StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } = &s.kind {
                match root(self.kernel, *ptr) {
                    ExprKind::AddrOf(o) => drop(named.insert(*o)),
                    // A pointer that the loop does not move points where it pointed before.
                    ExprKind::Var(v) if !changed.contains(v) => {
                        obvious &= st.get(*v).is_some_and(|value| value.add_objects(&mut named));
                    }
                    _ => obvious = false,
                }
            }
        });
        if !obvious {
            named.extend(self.kernel.objects.iter().filter(|(_, o)| o.space == Space::Private).map(|(id, _)| id));
        }
        named
    }
}

/// Calls `f` for every statement of the loop, nested ones included.
pub(super) fn visit(lp: &Loop, f: &mut dyn FnMut(&Stmt)) {
    for block in [lp.head, lp.body, lp.step] {
        wp_kir::visit(block, &mut |s| f(s));
    }
}

/// Variables that an iteration may assign.
pub(super) fn changed_vars(lp: &Loop) -> BTreeSet<VarId> {
    let mut changed = BTreeSet::new();
    visit(lp, &mut |s| changed.extend(s.kind.target()));
    changed
}

/// The base that the offsets of an address expression are added to.
fn root(kernel: &wp_kir::Kernel, e: ExprId) -> &ExprKind {
    match &kernel.exprs[e].kind {
        ExprKind::PtrAdd(p, _) => root(kernel, *p),
        kind => kind,
    }
}
