//! The shared memory that a loop may change, read off its text.
//!
//! A loop that neither has barriers nor stores to an object leaves the object unchanged: in every iteration a thread
//! reads there the same value as in front of the loop, and its earlier stores are still there. The same holds for each
//! of several loops around a load. Over-approximate: a pointer that is not obvious may point anywhere. In lock-step
//! warps, where other lanes may store between two loads without a race, and in kernels with barrier invariants, which
//! keep intervals of their own (`carried`), every loop counts as changing all objects.

use super::syntax::{changed_vars, visit, Loop};
use crate::exec::Exec;
use crate::state::{State, Target, Value};
use std::collections::BTreeSet;
use wp_kir::{CastKind, ExprId, ExprKind, ObjectId, StmtKind, Type, VarId};

/// The memory that a loop may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// Other threads may store anywhere (there is a barrier), or a pointer may point anywhere.
    everything: bool,
    /// Objects that the thread may store to.
    objects: BTreeSet<ObjectId>,
}

impl Effects {
    pub fn touch(&self, object: ObjectId) -> bool {
        self.everything || self.objects.contains(&object)
    }

    pub fn are_none(&self) -> bool {
        !self.everything && self.objects.is_empty()
    }
}

/// A loop, the state in which it is entered, and the variables that it changes.
#[derive(Clone, Copy)]
struct Within<'a> {
    st: &'a State,
    lp: &'a Loop<'a>,
    changed: &'a BTreeSet<VarId>,
}

impl Exec<'_> {
    /// True if every loop counts as changing everything.
    pub(crate) fn takes_loops_as_opaque(&self) -> bool {
        self.watches_reads || self.config.lock_step
    }

    /// The memory that the loop, entered in this state, may change.
    pub(super) fn effects_of(&self, st: &State, lp: &Loop) -> Effects {
        if self.takes_loops_as_opaque() {
            return Effects { everything: true, objects: BTreeSet::new() };
        }
        let changed = changed_vars(lp);
        let within = Within { st, lp, changed: &changed };
        let mut effects = Effects::default();
        visit(lp, &mut |s| match &s.kind {
            StmtKind::Barrier { .. } => effects.everything = true,
            StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } => {
                let mut seen = BTreeSet::new();
                if !self.may_point(within, *ptr, &mut seen, &mut effects.objects) {
                    effects.everything = true;
                }
            }
            _ => {}
        });
        effects
    }

    /// Adds the objects that a pointer may point into during the loop; `false` when that is not obvious.
    fn may_point(
        &self,
        within: Within<'_>,
        e: ExprId,
        seen: &mut BTreeSet<VarId>,
        into: &mut BTreeSet<ObjectId>,
    ) -> bool {
        let Within { st, changed, .. } = within;
        match &self.kernel.exprs[e].kind {
            ExprKind::Null => true,
            ExprKind::AddrOf(object) => {
                into.insert(*object);
                true
            }
            ExprKind::PtrAdd(p, _) => self.may_point(within, *p, seen, into),
            ExprKind::Cast(CastKind::Bitcast, p) if self.kernel.ty(*p) == Type::Ptr => {
                self.may_point(within, *p, seen, into)
            }
            ExprKind::Select(_, a, b) => {
                self.may_point(within, *a, seen, into) && self.may_point(within, *b, seen, into)
            }
            ExprKind::Var(v) => {
                if !seen.insert(*v) {
                    return true;
                }
                let before = match st.get(*v) {
                    None => changed.contains(v),
                    Some(Value::Term(_)) => false,
                    Some(Value::Ptr(alts)) => alts.iter().all(|alt| match alt.target {
                        Target::Object(object) => {
                            into.insert(object);
                            true
                        }
                        Target::Null => true,
                        Target::Opaque(_) | Target::Number | Target::Unknown => false,
                    }),
                };
                before && (!changed.contains(v) || self.assigned_may_point(within, *v, seen, into))
            }
            _ => false,
        }
    }

    /// [`Exec::may_point`] of everything that the loop assigns to a variable.
    fn assigned_may_point(
        &self,
        within: Within<'_>,
        v: VarId,
        seen: &mut BTreeSet<VarId>,
        into: &mut BTreeSet<ObjectId>,
    ) -> bool {
        let mut obvious = true;
        visit(within.lp, &mut |s| match &s.kind {
            StmtKind::Assign { var, value } if *var == v => {
                obvious = obvious && self.may_point(within, *value, seen, into);
            }
            kind => obvious &= kind.target() != Some(v),
        });
        obvious
    }

    /// Forgets what the thread knows of memory that may have been changed.
    pub(super) fn forget_changed(&mut self, effects: &Effects) {
        if effects.everything {
            return self.forget_interval();
        }
        self.own_stores.retain(|store| !effects.objects.contains(&store.object));
        for head in &mut self.heads {
            head.note_changed(&effects.objects);
        }
    }

    /// The number of loops around the current point, outermost first, that matter for the contents of an object here:
    /// the innermost of them may change it.
    pub(crate) fn loops_that_change(&self, object: ObjectId) -> usize {
        self.effects.iter().rposition(|effects| effects.touch(object)).map_or(0, |last| last + 1)
    }

    /// When the contents of an object may have changed last, as a number that grows with every change.
    pub(crate) fn moment_of(&self, object: ObjectId) -> u64 {
        if self.takes_loops_as_opaque() {
            return self.moment;
        }
        self.changed_at.get(&object).copied().unwrap_or(0).max(self.all_changed_at)
    }

    /// Notes that the contents of these objects change here, or of all.
    pub(crate) fn note_change(&mut self, objects: Option<&[ObjectId]>) {
        self.moment += 1;
        match objects {
            None => {
                self.all_changed_at = self.moment;
                self.scans.clear();
            }
            Some(objects) => {
                self.changed_at.extend(objects.iter().map(|&o| (o, self.moment)));
                self.scans.retain(|o, _| !objects.contains(o));
            }
        }
    }
}
