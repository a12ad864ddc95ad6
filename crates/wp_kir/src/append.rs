//! Parameters, objects, variables and expressions of a kernel as those of another one.
//!
//! Input: two kernels. The first one receives all items of the second one under new ids; the body of the second one is
//! returned in these ids, with `return` as a jump behind it. Exact: the body behaves as before, on its own parameters
//! and objects, except for those that both kernels are declared to share.

use crate::{
    BarrierInvariant, BarrierScope, Block, Expr, ExprId, ExprKind, Kernel, LabelId, LoopId, NamedBarrier, Object,
    ObjectId, ObjectKind, Param, ParamId, Stmt, StmtKind, Storage, VarId,
};
use std::collections::BTreeMap;
use wp_base::Id;

/// The parameters and objects that a kernel shares with the one that it is appended to: its parameters and objects, and
/// which of the other kernel they are.
///
/// A parameter that is shared is not added again. Its variable is added like any other, with nothing assigned to it.
#[derive(Clone, Default, Debug)]
pub struct Shared {
    /// Parameters; `None` is one that is no parameter any more.
    pub params: BTreeMap<ParamId, Option<ParamId>>,
    /// Objects; those of parameters that are shared must be among them.
    pub objects: BTreeMap<ObjectId, ObjectId>,
}

/// The treatment of `return`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// A jump behind the body, which is one statement.
    Jump,
    /// `return` stays: nothing comes behind the body.
    Stay,
}

/// The map from the ids of one kernel to those of another.
#[derive(Clone, Debug)]
pub struct Appended {
    params: Vec<Option<ParamId>>,
    objects: Vec<ObjectId>,
    vars: usize,
    exprs: usize,
    loops: usize,
    labels: usize,
}

fn shifted<I: Id>(id: I, by: usize) -> I {
    I::from_index(id.index() + by)
}

/// Adds a kernel to another one; its body in the new ids.
pub fn append(into: &mut Kernel, from: &Kernel) -> (Appended, Block) {
    append_sharing(into, from, &Shared::default(), Returns::Jump)
}

/// Adds a kernel to another one with which it shares parameters or objects; its body in the new ids.
pub fn append_sharing(into: &mut Kernel, from: &Kernel, shared: &Shared, returns: Returns) -> (Appended, Block) {
    let mut next = into.params.len();
    let params = from.params.iter().map(|(id, _)| {
        shared.params.get(&id).copied().unwrap_or_else(|| {
            next += 1;
            Some(ParamId::from_index(next - 1))
        })
    });
    let params = params.collect();
    let mut next = into.objects.len();
    let objects = from.objects.iter().map(|(id, _)| {
        shared.objects.get(&id).copied().unwrap_or_else(|| {
            next += 1;
            ObjectId::from_index(next - 1)
        })
    });
    let appended = Appended {
        params,
        objects: objects.collect(),
        vars: into.vars.len(),
        exprs: into.exprs.len(),
        loops: into.loop_count as usize,
        labels: into.label_count as usize,
    };
    for var in from.vars.values() {
        into.vars.push(var.clone());
    }
    for (_, param) in from.params.iter().filter(|(id, _)| !shared.params.contains_key(id)) {
        let (var, object) = (appended.var(param.var), param.object.map(|o| appended.object(o)));
        into.params.push(Param { var, object, ..param.clone() });
    }
    for (_, object) in from.objects.iter().filter(|(id, _)| !shared.objects.contains_key(id)) {
        let kind = match object.kind {
            ObjectKind::Param(p) => appended.param(p).map_or(ObjectKind::Declared, ObjectKind::Param),
            ObjectKind::Declared | ObjectKind::DynamicShared => object.kind,
        };
        into.objects.push(Object { kind, bytes: object.bytes.and_then(|p| appended.param(p)), ..object.clone() });
    }
    for expr in from.exprs.values() {
        into.exprs.push(Expr { kind: appended.kind(&expr.kind), ..expr.clone() });
    }
    into.executed_divisions.extend(from.executed_divisions.iter().map(|&e| shifted(e, appended.exprs)));
    into.approximations.extend(from.approximations.iter().cloned());
    into.loop_count += from.loop_count;
    if returns == Returns::Stay {
        into.label_count += from.label_count;
        return (appended.clone(), appended.block(&from.body, None));
    }
    let behind = appended.label(LabelId::from_index(from.label_count as usize));
    into.label_count += from.label_count + 1;
    let body = appended.block(&from.body, Some(behind));
    let kind = StmtKind::Labelled { label: behind, body };
    (appended, vec![Stmt { kind, span: from.span }])
}

impl Appended {
    /// A parameter, unless it is none any more.
    pub fn param(&self, id: ParamId) -> Option<ParamId> {
        self.params.get(id.index()).copied().flatten()
    }

    /// An object.
    pub fn object(&self, id: ObjectId) -> ObjectId {
        self.objects[id.index()]
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> VarId {
        shifted(id, self.vars)
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> ExprId {
        shifted(id, self.exprs)
    }

    fn label(&self, id: LabelId) -> LabelId {
        shifted(id, self.labels)
    }

    fn each(&self, ids: &[ExprId]) -> Vec<ExprId> {
        ids.iter().map(|&e| self.expr(e)).collect()
    }

    fn kind(&self, kind: &ExprKind) -> ExprKind {
        let e = |id: &ExprId| self.expr(*id);
        match kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null | ExprKind::Special(_) => kind.clone(),
            ExprKind::Var(v) => ExprKind::Var(self.var(*v)),
            ExprKind::AddrOf(o) => ExprKind::AddrOf(self.object(*o)),
            ExprKind::PtrAdd(a, b) => ExprKind::PtrAdd(e(a), e(b)),
            ExprKind::PtrDiff(a, b) => ExprKind::PtrDiff(e(a), e(b)),
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, e(a)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, e(a), e(b)),
            ExprKind::Select(c, a, b) => ExprKind::Select(e(c), e(a), e(b)),
            ExprKind::Cast(how, a) => ExprKind::Cast(*how, e(a)),
            ExprKind::Call(name, args) => ExprKind::Call(name.clone(), self.each(args)),
            ExprKind::Spec(op, args) => ExprKind::Spec(op.clone(), self.each(args)),
        }
    }

    fn block(&self, block: &[Stmt], behind: Option<LabelId>) -> Block {
        block.iter().map(|s| Stmt { kind: self.stmt(&s.kind, behind), span: s.span }).collect()
    }

    fn stmt(&self, kind: &StmtKind, behind: Option<LabelId>) -> StmtKind {
        let e = |id: &ExprId| self.expr(*id);
        match kind {
            StmtKind::Assign { var, value } => StmtKind::Assign { var: self.var(*var), value: e(value) },
            StmtKind::Load { var, ty, ptr, volatile } => {
                StmtKind::Load { var: self.var(*var), ty: *ty, ptr: e(ptr), volatile: *volatile }
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                StmtKind::Store { ptr: e(ptr), value: e(value), ty: *ty, volatile: *volatile }
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, scope, order } => StmtKind::Atomic {
                result: result.map(|v| self.var(v)),
                op: *op,
                ty: *ty,
                ptr: e(ptr),
                operands: self.each(operands),
                scope: *scope,
                order: *order,
            },
            StmtKind::Barrier { scope, fence, agree, invariants } => StmtKind::Barrier {
                scope: match scope {
                    BarrierScope::Warp { mask } => BarrierScope::Warp { mask: e(mask) },
                    BarrierScope::Block | BarrierScope::Grid => *scope,
                },
                fence: *fence,
                agree: self.each(agree),
                invariants: invariants.iter().map(|i| self.invariant(i)).collect(),
            },
            StmtKind::NamedBarrier(NamedBarrier { id, count, waits }) => {
                StmtKind::NamedBarrier(NamedBarrier { id: e(id), count: count.as_ref().map(e), waits: *waits })
            }
            StmtKind::Warp { result, op, operands, mask, width } => StmtKind::Warp {
                result: result.map(|v| self.var(v)),
                op: *op,
                operands: self.each(operands),
                mask: mask.as_ref().map(e),
                width: width.as_ref().map(e),
            },
            StmtKind::If { cond, then_block, else_block } => StmtKind::If {
                cond: e(cond),
                then_block: self.block(then_block, behind),
                else_block: self.block(else_block, behind),
            },
            StmtKind::Loop { id, label, head, cond, body, step, unroll_hint } => StmtKind::Loop {
                id: shifted::<LoopId>(*id, self.loops),
                label: self.label(*label),
                head: self.block(head, behind),
                cond: e(cond),
                body: self.block(body, behind),
                step: self.block(step, behind),
                unroll_hint: *unroll_hint,
            },
            StmtKind::Labelled { label, body } => {
                StmtKind::Labelled { label: self.label(*label), body: self.block(body, behind) }
            }
            StmtKind::Break(label) => StmtKind::Break(self.label(*label)),
            StmtKind::Continue(label) => StmtKind::Continue(self.label(*label)),
            StmtKind::Return => behind.map_or(StmtKind::Return, StmtKind::Break),
            StmtKind::Assert { cond, kind } => StmtKind::Assert { cond: e(cond), kind: *kind },
            StmtKind::Assume { cond, kind } => StmtKind::Assume { cond: e(cond), kind: *kind },
            StmtKind::Havoc { var, reason, unknown } => {
                StmtKind::Havoc { var: self.var(*var), reason: reason.clone(), unknown: *unknown }
            }
            StmtKind::Declare { storage } => StmtKind::Declare {
                storage: match storage {
                    Storage::Var(v) => Storage::Var(self.var(*v)),
                    Storage::Object(o) => Storage::Object(self.object(*o)),
                },
            },
            StmtKind::Snapshot { object, of } => StmtKind::Snapshot { object: self.object(*object), of: e(of) },
            StmtKind::MemFence { .. } | StmtKind::Copy(_) | StmtKind::Unsupported { .. } => kind.clone(),
        }
    }

    fn invariant(&self, invariant: &BarrierInvariant) -> BarrierInvariant {
        BarrierInvariant {
            cond: self.expr(invariant.cond),
            instances: invariant.instances.iter().map(|i| i.iter().map(|t| self.each(t)).collect()).collect(),
            inferred: invariant.inferred,
            span: invariant.span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_kernel, visit};

    fn statements(block: &Block) -> Vec<&'static str> {
        let mut found = Vec::new();
        visit(block, &mut |stmt| {
            found.push(match &stmt.kind {
                StmtKind::Return | StmtKind::Break(_) => "jump",
                StmtKind::Store { .. } => "store",
                StmtKind::Loop { .. } => "loop",
                StmtKind::Barrier { .. } => "barrier",
                _ => "other",
            });
        });
        found
    }

    #[test]
    fn what_is_appended_to_nothing_is_the_kernel_behind_a_label() {
        let one = parse_kernel(include_str!("../tests/kir/everything.kir")).unwrap();
        let mut all = Kernel::new("all", one.dialect, one.span);
        let (_, body) = append(&mut all, &one);
        assert_eq!((&all.exprs, &all.objects, &all.vars), (&one.exprs, &one.objects, &one.vars));
        let [Stmt { kind: StmtKind::Labelled { body, .. }, .. }] = body.as_slice() else { panic!("{body:?}") };
        assert_eq!(statements(body), statements(&one.body));
        let mut returns = 0;
        visit(body, &mut |stmt| returns += usize::from(stmt.kind == StmtKind::Return));
        assert_eq!(returns, 0);
    }

    #[test]
    fn what_is_shared_is_not_added_again() {
        let one = parse_kernel(include_str!("../tests/kir/everything.kir")).unwrap();
        let mut two = one.clone();
        let shared = Shared {
            params: one.params.iter().map(|(id, _)| (id, Some(id))).collect(),
            objects: one.params.values().filter_map(|p| p.object).map(|o| (o, o)).collect(),
        };
        let (appended, body) = append_sharing(&mut two, &one, &shared, Returns::Stay);
        assert_eq!(two.params, one.params);
        assert_eq!(two.objects.len(), 2 * one.objects.len() - shared.objects.len());
        for (id, param) in one.params.iter() {
            assert_eq!(appended.param(id), Some(id));
            assert_eq!(param.object.map(|o| appended.object(o)), param.object);
            assert_ne!(appended.var(param.var), param.var);
        }
        assert_eq!(statements(&body), statements(&one.body));
    }

    #[test]
    fn a_second_copy_shares_nothing_with_the_first_one() {
        let one = parse_kernel(include_str!("../tests/kir/everything.kir")).unwrap();
        let mut two = one.clone();
        let (appended, body) = append(&mut two, &one);
        let first = two.exprs.len() - one.exprs.len();
        assert_eq!(first, one.exprs.len());
        visit(&body, &mut |stmt| {
            assert!(stmt.kind.expressions().iter().all(|e| e.index() >= first));
            assert!(stmt.kind.target().is_none_or(|v| v.index() >= one.vars.len()));
            if let StmtKind::Loop { id, label, .. } = &stmt.kind {
                assert!(id.index() >= one.loop_count as usize && label.index() >= one.label_count as usize);
            }
        });
        for (id, param) in one.params.iter() {
            let copy = &two.params[appended.param(id).unwrap()];
            assert_eq!((copy.var, copy.object), (appended.var(param.var), param.object.map(|o| appended.object(o))));
        }
    }
}
