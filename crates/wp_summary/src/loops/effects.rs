//! The shared memory that a loop may change, read off its text.
//!
//! A loop that neither has barriers or fences nor stores to an object leaves the object unchanged: in every iteration a
//! thread reads there the same value as in front of the loop, and its earlier stores are still there. The same holds for
//! each of several loops around a load. Over-approximate: a pointer that is not obvious may point anywhere. In lock-step
//! warps, where other lanes may store between two loads without a race, and in kernels with barrier invariants, which
//! keep intervals of their own (`carried`), every loop counts as changing all objects.

use super::syntax::{changed_vars, visit, Changes, Loop};
use crate::context::Context;
use crate::memory::versions::Effects;
use crate::state::State;
use std::collections::BTreeSet;
use wp_kir::{CastKind, ExprId, ExprKind, Kernel, ObjectId, StmtKind, Type, VarId};

/// The objects that pointers may point into during a loop.
struct Pointing<'a> {
    kernel: &'a Kernel,
    /// The state in which the loop is entered.
    st: &'a State,
    lp: &'a Loop<'a>,
    /// The variables that it changes.
    changed: &'a BTreeSet<VarId>,
    /// The variables that were looked at.
    seen: BTreeSet<VarId>,
    found: BTreeSet<ObjectId>,
}

impl Pointing<'_> {
    /// Adds the objects that a pointer may point into; `false` when that is not obvious.
    fn add(&mut self, e: ExprId) -> bool {
        match &self.kernel.exprs[e].kind {
            ExprKind::Null => true,
            ExprKind::AddrOf(object) => {
                self.found.insert(*object);
                true
            }
            ExprKind::PtrAdd(p, _) => self.add(*p),
            ExprKind::Cast(CastKind::Bitcast, p) if self.kernel.ty(*p) == Type::Ptr => self.add(*p),
            ExprKind::Select(_, a, b) => self.add(*a) && self.add(*b),
            ExprKind::Var(v) => {
                if !self.seen.insert(*v) {
                    return true;
                }
                let changed = self.changed.contains(v);
                let before = self.st.get(*v).map_or(changed, |value| value.add_objects(&mut self.found));
                before && (!changed || self.add_assigned(*v))
            }
            _ => false,
        }
    }

    /// [`Pointing::add`] of everything that the loop assigns to a variable.
    fn add_assigned(&mut self, v: VarId) -> bool {
        let mut obvious = true;
        visit(self.lp, &mut |s| match &s.kind {
            StmtKind::Assign { var, value } if *var == v => obvious = obvious && self.add(*value),
            kind => obvious &= kind.target() != Some(v),
        });
        obvious
    }
}

impl Context<'_> {
    /// The variables and the memory that the loop, entered in this state, may change.
    pub(super) fn changes_of(&self, st: &State, lp: &Loop) -> Changes {
        let vars = changed_vars(lp);
        Changes { private: self.changed_private(st, lp, &vars), shared: self.effects_of(st, lp, &vars), vars }
    }

    /// The memory that the loop, entered in this state, may change.
    fn effects_of(&self, st: &State, lp: &Loop, changed: &BTreeSet<VarId>) -> Effects {
        if self.takes_loops_as_opaque() {
            return Effects { everything: true, objects: BTreeSet::new() };
        }
        let (seen, found) = (BTreeSet::new(), BTreeSet::new());
        let mut pointing = Pointing { kernel: self.kernel, st, lp, changed, seen, found };
        let mut everything = false;
        visit(lp, &mut |s| match &s.kind {
            StmtKind::Barrier { .. } => everything = true,
            kind if kind.acquires() => everything = true,
            StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } => everything |= !pointing.add(*ptr),
            _ => {}
        });
        Effects { everything, objects: pointing.found }
    }
}
