//! The objects that the stores and atomics of a kernel may write: flow-insensitive, over-approximate.
//!
//! Used to leave read-only objects out of race tracking, and to decide whether a slice is closed. A pointer that was
//! loaded, havocked or made from an integer may point to anything.

use std::collections::BTreeSet;
use wp_base::{Arena, Id};
use wp_kir::{visit, Block, ExprId, ExprKind, Kernel, ObjectId, StmtKind, Type, VarId};

/// A set of objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objects {
    /// Every object.
    pub any: bool,
    /// These objects.
    pub set: BTreeSet<ObjectId>,
}

impl Objects {
    fn join(&mut self, other: &Objects) -> bool {
        let before = (self.any, self.set.len());
        self.any |= other.any;
        self.set.extend(&other.set);
        before != (self.any, self.set.len())
    }
    /// True if an object may be meant.
    pub fn contains(&self, object: ObjectId) -> bool {
        self.any || self.set.contains(&object)
    }
}

/// Computes the sets that pointers may point to, given those of the parameters.
pub fn analyse<'k>(kernel: &'k Kernel, bindings: &[(VarId, Option<ObjectId>)]) -> PointsTo<'k> {
    let mut ctx = PointsTo {
        kernel,
        vars: vec![Objects::default(); kernel.vars.len()],
        changed: true,
        written: Objects::default(),
    };
    for &(var, object) in bindings {
        if let (Some(slot), Some(object)) = (ctx.vars.get_mut(var.index()), object) {
            slot.set.insert(object);
        }
    }
    while ctx.changed {
        ctx.changed = false;
        ctx.block(&kernel.body);
    }
    ctx
}

/// The objects by which threads may synchronise: in a kernel with fences or orders of atomics, the objects that atomics
/// and volatile accesses reach, as far as they are known.
pub fn flags(kernel: &Kernel) -> BTreeSet<ObjectId> {
    let bindings: Vec<_> = kernel.params.values().map(|p| (p.var, p.object)).collect();
    let points_to = analyse(kernel, &bindings);
    let mut flags = BTreeSet::new();
    visit(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Atomic { ptr, .. }
        | StmtKind::Load { ptr, volatile: true, .. }
        | StmtKind::Store { ptr, volatile: true, .. } => flags.extend(points_to.objects(*ptr).set),
        _ => {}
    });
    if wp_kir::any_stmt(&kernel.body, &StmtKind::orders_accesses) {
        flags
    } else {
        BTreeSet::new()
    }
}

/// The sets of objects that pointers may point to.
pub struct PointsTo<'k> {
    kernel: &'k Kernel,
    vars: Vec<Objects>,
    changed: bool,
    /// The objects that stores and atomics may write.
    pub written: Objects,
}

fn is_ptr(vars: &Arena<VarId, wp_kir::Var>, var: VarId) -> bool {
    vars.get(var).is_some_and(|v| v.ty == Type::Ptr)
}

impl PointsTo<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assign { var, value } if is_ptr(&self.kernel.vars, *var) => {
                    let objects = self.objects(*value);
                    self.changed |= self.vars[var.index()].join(&objects);
                }
                StmtKind::Load { var, .. }
                | StmtKind::Havoc { var, .. }
                | StmtKind::Warp { result: Some(var), .. }
                | StmtKind::Atomic { result: Some(var), .. }
                    if is_ptr(&self.kernel.vars, *var) =>
                {
                    let any = Objects { any: true, set: BTreeSet::new() };
                    self.changed |= self.vars[var.index()].join(&any);
                }
                _ => {}
            }
            match &stmt.kind {
                StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } => {
                    let objects = self.objects(*ptr);
                    self.changed |= self.written.join(&objects);
                }
                kind => kind.blocks().into_iter().for_each(|part| self.block(part)),
            }
        }
    }

    /// The objects that a pointer expression may point to.
    pub fn objects(&self, expr: ExprId) -> Objects {
        let mut found = Objects::default();
        let Some(e) = self.kernel.exprs.get(expr) else {
            found.any = true;
            return found;
        };
        match &e.kind {
            ExprKind::Null => {}
            ExprKind::Var(var) => match self.vars.get(var.index()) {
                Some(objects) => found = objects.clone(),
                None => found.any = true,
            },
            ExprKind::AddrOf(object) => {
                found.set.insert(*object);
            }
            ExprKind::PtrAdd(p, _) => found = self.objects(*p),
            ExprKind::Select(_, a, b) => {
                found = self.objects(*a);
                found.join(&self.objects(*b));
            }
            _ => found.any = true,
        }
        found
    }
}
