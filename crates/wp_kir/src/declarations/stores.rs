//! The bytes that the iterations of a loop have stored when its condition ends it.
//!
//! The loop is followed with known values of counters, iteration by iteration. Under-approximate: stores under a
//! condition without known value are left out, as is everything behind [`MAX_STEPS`].

use super::Loop;
use crate::bytes::Bytes;
use crate::{address, fold, visit, Block, ExprId, Kernel, Known, LabelId, ObjectId, Stmt, StmtKind, Storage, VarId};
use std::collections::{BTreeMap, BTreeSet};

wp_base::limits! {
    /// Statements that are followed at most.
    const MAX_STEPS: usize = 20_000;
}

/// The bytes of private objects that are stored to whenever the loop is entered with these values and ended by its
/// condition.
pub(super) fn completed(kernel: &Kernel, lp: &Loop, known: &Known) -> BTreeMap<ObjectId, Bytes> {
    let parts = [&*lp.head, &*lp.body, &*lp.step];
    if leaves(&parts, lp.label) {
        return BTreeMap::new();
    }
    let mut follower = Follower { kernel, steps: 0, stored: BTreeMap::new() };
    follower.follow(&parts, lp.cond, &mut known.clone());
    // Storage that is declared in the loop no longer holds the values stored before.
    for part in parts {
        visit(part, &mut |s| {
            if let StmtKind::Declare { storage: Storage::Object(object) } = &s.kind {
                follower.stored.remove(object);
            }
        });
    }
    follower.stored
}

/// True if a jump ends an iteration or the loop, or goes further out.
fn leaves(parts: &[&Block], label: LabelId) -> bool {
    let (mut targets, mut inside) = (BTreeSet::new(), BTreeSet::new());
    for part in parts {
        visit(part, &mut |s| match &s.kind {
            StmtKind::Break(to) | StmtKind::Continue(to) => drop(targets.insert(*to)),
            StmtKind::Labelled { label, .. } | StmtKind::Loop { label, .. } => drop(inside.insert(*label)),
            _ => {}
        });
    }
    targets.contains(&label) || !targets.is_subset(&inside)
}

struct Follower<'k> {
    kernel: &'k Kernel,
    steps: usize,
    stored: BTreeMap<ObjectId, Bytes>,
}

impl Follower<'_> {
    /// Follows a loop that no jump leaves; true if the code behind it may be followed.
    fn follow(&mut self, [head, body, step]: &[&Block; 3], cond: ExprId, known: &mut Known) -> bool {
        loop {
            if !self.block(head, known) {
                return false;
            }
            match fold(self.kernel, cond, known) {
                Some(0) => return true,
                Some(_) => {}
                None => {
                    [head, body, step].into_iter().for_each(|part| forget(part, known));
                    return true;
                }
            }
            if !self.block(body, known) || !self.block(step, known) {
                return false;
            }
        }
    }

    fn block(&mut self, block: &[Stmt], known: &mut Known) -> bool {
        block.iter().all(|s| self.statement(s, known))
    }

    fn statement(&mut self, s: &Stmt, known: &mut Known) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS.get() {
            return false;
        }
        match &s.kind {
            StmtKind::Assign { var, value } => {
                match fold(self.kernel, *value, known) {
                    Some(value) => known.insert(*var, value),
                    None => known.remove(var),
                };
            }
            StmtKind::Store { ptr, ty, .. } => {
                if let Some((object, Some(at))) = address(self.kernel, *ptr, known) {
                    self.stored.entry(object).or_default().add(at, at + i128::from(ty.size()));
                }
            }
            StmtKind::If { cond, then_block, else_block } => match fold(self.kernel, *cond, known) {
                Some(0) => return self.block(else_block, known),
                Some(_) => return self.block(then_block, known),
                None => forget(std::slice::from_ref(s), known),
            },
            StmtKind::Loop { label, head, cond, body, step, .. } => {
                let parts = [head, body, step];
                if !leaves(&parts, *label) {
                    return self.follow(&parts, *cond, known);
                }
                forget(std::slice::from_ref(s), known);
            }
            StmtKind::Labelled { .. } => forget(std::slice::from_ref(s), known),
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return => return false,
            other => known.retain(|var, _| Some(*var) != other.target()),
        }
        true
    }
}

/// Forgets the values of variables that statements may set.
fn forget(block: &[Stmt], known: &mut Known) {
    let mut set: BTreeSet<VarId> = BTreeSet::new();
    visit(block, &mut |s| set.extend(s.kind.target()));
    known.retain(|var, _| !set.contains(var));
}
