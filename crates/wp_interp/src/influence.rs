//! The variables that may influence a thread's path and accesses: flow-insensitive, over-approximate.
//!
//! The backward closure of all conditions, addresses, masks and checked conditions over assignments, and through memory
//! over the stores into objects that an influential load may read. A load into any other variable cannot change races,
//! divergence, bounds or assertions of its thread, whatever it reads.

use crate::points_to::PointsTo;
use wp_base::Id;
use wp_kir::{BarrierScope, Block, ExprId, ExprKind, Kernel, StmtKind, VarId};

/// By variable, whether it may have influence; and whether floats may.
pub fn influential(kernel: &Kernel, points_to: &PointsTo) -> (Vec<bool>, bool) {
    let mut ctx = Ctx {
        kernel,
        points_to,
        vars: vec![false; kernel.vars.len()],
        objects: vec![false; kernel.objects.len()],
        floats: false,
        changed: true,
    };
    while ctx.changed {
        ctx.changed = false;
        ctx.block(&kernel.body);
    }
    (ctx.vars, ctx.floats)
}

struct Ctx<'k> {
    kernel: &'k Kernel,
    points_to: &'k PointsTo<'k>,
    vars: Vec<bool>,
    /// Objects of which an influential load may read.
    objects: Vec<bool>,
    /// True if an influential expression has a float in it.
    floats: bool,
    changed: bool,
}

impl Ctx<'_> {
    fn block(&mut self, block: &Block) {
        // Backwards, as influence runs against the order of execution: few passes are needed.
        for stmt in block.iter().rev() {
            match &stmt.kind {
                StmtKind::Assign { var, value } if self.vars[var.index()] => self.mark(*value),
                StmtKind::Load { var, ptr, .. } => {
                    self.mark(*ptr);
                    self.read(*var, *ptr);
                }
                StmtKind::Store { ptr, value, .. } => {
                    self.mark(*ptr);
                    if self.may_be_read(*ptr) {
                        self.mark(*value);
                    }
                }
                StmtKind::Atomic { result, ptr, operands, .. } => {
                    self.mark(*ptr);
                    if let Some(var) = result {
                        self.read(*var, *ptr);
                    }
                    if self.may_be_read(*ptr) {
                        operands.iter().for_each(|&e| self.mark(e));
                    }
                }
                StmtKind::Barrier { scope, agree, invariants, .. } => {
                    if let BarrierScope::Warp { mask } = scope {
                        self.mark(*mask);
                    }
                    agree.iter().for_each(|&e| self.mark(e));
                    invariants.iter().for_each(|i| self.mark(i.cond));
                }
                StmtKind::NamedBarrier(barrier) => barrier.operands().for_each(|e| self.mark(e)),
                StmtKind::Warp { result, operands, mask, width, .. } => {
                    mask.iter().for_each(|&e| self.mark(e));
                    if result.is_some_and(|v| self.vars[v.index()]) {
                        operands.iter().chain(width).for_each(|&e| self.mark(e));
                    }
                }
                StmtKind::If { cond, then_block, else_block } => {
                    self.mark(*cond);
                    self.block(else_block);
                    self.block(then_block);
                }
                StmtKind::Loop { head, cond, body, step, .. } => {
                    self.mark(*cond);
                    self.block(step);
                    self.block(body);
                    self.block(head);
                }
                StmtKind::Labelled { body, .. } => self.block(body),
                StmtKind::Assert { cond, .. } | StmtKind::Assume { cond, .. } => self.mark(*cond),
                _ => {}
            }
        }
    }

    fn read(&mut self, var: VarId, ptr: ExprId) {
        if self.vars[var.index()] {
            self.mark_objects(ptr);
        }
    }

    fn mark_objects(&mut self, ptr: ExprId) {
        let objects = self.points_to.objects(ptr);
        for id in self.kernel.objects.ids().filter(|&o| objects.contains(o)) {
            self.changed |= !std::mem::replace(&mut self.objects[id.index()], true);
        }
    }

    fn may_be_read(&self, ptr: ExprId) -> bool {
        let objects = self.points_to.objects(ptr);
        self.kernel.objects.ids().any(|o| self.objects[o.index()] && objects.contains(o))
    }

    fn mark(&mut self, root: ExprId) {
        let mut work = vec![root];
        while let Some(expr) = work.pop() {
            let Some(e) = self.kernel.exprs.get(expr) else { continue };
            self.floats |= e.ty.is_float();
            work.extend(e.kind.children());
            match &e.kind {
                ExprKind::Var(var) => {
                    if let Some(slot) = self.vars.get_mut(var.index()) {
                        self.changed |= !std::mem::replace(slot, true);
                    }
                }
                // A specification may read memory; whatever it reads counts as read.
                ExprKind::Spec(_, args) => {
                    let is_pointer = |a: &ExprId| self.kernel.exprs.get(*a).is_some_and(|a| a.ty == wp_kir::Type::Ptr);
                    let pointers: Vec<ExprId> = args.iter().copied().filter(is_pointer).collect();
                    pointers.into_iter().for_each(|ptr| self.mark_objects(ptr));
                }
                _ => {}
            }
        }
    }
}
