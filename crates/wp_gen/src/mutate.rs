//! Seeds faults into a kernel: the mutants of a mutation study.
//!
//! Input: a well-formed kernel. Output: well-formed kernels that differ from it in one place, each with the kind of its
//! fault and the position of that place. Whether a mutant really misbehaves is for the caller to find out.

use std::collections::BTreeMap;
use std::fmt;
use wp_base::Span;
use wp_kir::{
    Axis, BarrierScope, BinOp, Block, CastKind, Expr, ExprId, ExprKind, Kernel, Special, Stmt, StmtKind, Type, VarId,
};

/// Kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A barrier is missing.
    BarrierRemoved,
    /// A condition that protects statements holds always.
    GuardDropped,
    /// An access goes to the next element.
    IndexShifted,
    /// The step of a loop or a multiplier in an index is halved.
    StrideHalved,
    /// The id in the block stands where the id in the launch should, or the other way round.
    WrongLocality,
}

impl Fault {
    /// All kinds.
    pub const ALL: [Fault; 5] =
        [Fault::BarrierRemoved, Fault::GuardDropped, Fault::IndexShifted, Fault::StrideHalved, Fault::WrongLocality];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::BarrierRemoved => "barrier removed",
            Fault::GuardDropped => "guard dropped",
            Fault::IndexShifted => "index shifted",
            Fault::StrideHalved => "stride halved",
            Fault::WrongLocality => "wrong locality",
        })
    }
}

/// A kernel with one fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kernel.
    pub kernel: Kernel,
    /// The fault.
    pub fault: Fault,
    /// The place in the source.
    pub span: Span,
}

/// At most `limit` mutants of every kind, spread evenly over the places where the kind applies.
pub fn mutants(kernel: &Kernel, limit: usize) -> Vec<Mutant> {
    let ids = identities(kernel);
    let mut all = Vec::new();
    for fault in Fault::ALL {
        let mut places = Vec::new();
        for target in 0.. {
            let mut editor = Editor { kernel: kernel.clone(), ids: &ids, fault, target, seen: 0, place: None };
            let body = editor.block(&kernel.body);
            if editor.seen <= target {
                break;
            }
            let Some(span) = editor.place else { continue };
            editor.kernel.body = body;
            if wp_kir::verify(&editor.kernel).is_ok() {
                places.push(Mutant { kernel: editor.kernel, fault, span });
            }
            // Kernels with very many places are unrolled ones; the first thousand say enough.
            if target > 1000 {
                break;
            }
        }
        let step = places.len().div_ceil(limit.max(1)).max(1);
        all.extend(places.into_iter().step_by(step));
    }
    all
}

/// The known property of an expression or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Identity {
    /// `threadIdx.*` along the axis.
    InBlock(Axis),
    /// `blockIdx.* * blockDim.* + threadIdx.*`
    InLaunch(Axis),
}

/// Variables that are assigned once, with an identity.
fn identities(kernel: &Kernel) -> BTreeMap<VarId, Identity> {
    let mut assigned: BTreeMap<VarId, Option<ExprId>> = BTreeMap::new();
    assignments(&kernel.body, &mut assigned);
    let mut ids = BTreeMap::new();
    // Assignments may name variables that come later in the text order; a few passes reach all chains of copies.
    for _ in 0..4 {
        for (var, value) in &assigned {
            if let Some(found) = value.and_then(|value| identity(kernel, &ids, value)) {
                ids.insert(*var, found);
            }
        }
    }
    ids
}

fn assignments(block: &Block, assigned: &mut BTreeMap<VarId, Option<ExprId>>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                assigned.entry(*var).and_modify(|v| *v = None).or_insert(Some(*value));
            }
            other => {
                assigned.extend(other.target().map(|var| (var, None)));
                other.blocks().into_iter().for_each(|part| assignments(part, assigned));
            }
        }
    }
}

fn identity(kernel: &Kernel, ids: &BTreeMap<VarId, Identity>, id: ExprId) -> Option<Identity> {
    match &kernel.exprs[id].kind {
        ExprKind::Special(Special::ThreadIdx(axis)) => Some(Identity::InBlock(*axis)),
        ExprKind::Var(var) => ids.get(var).copied(),
        ExprKind::Cast(CastKind::IntToInt, a) => identity(kernel, ids, *a),
        ExprKind::Binary(BinOp::Add, a, b) => {
            let own = |e: ExprId| match identity(kernel, ids, e) {
                Some(Identity::InBlock(axis)) => Some(axis),
                _ => None,
            };
            let (axis, other) = own(*a).map(|x| (x, *b)).or_else(|| own(*b).map(|x| (x, *a)))?;
            is_block_start(kernel, other, axis).then_some(Identity::InLaunch(axis))
        }
        _ => None,
    }
}

/// `blockIdx * n`, in any order and with casts.
fn is_block_start(kernel: &Kernel, id: ExprId, axis: Axis) -> bool {
    match &kernel.exprs[id].kind {
        ExprKind::Cast(CastKind::IntToInt, a) => is_block_start(kernel, *a, axis),
        ExprKind::Binary(BinOp::Mul, a, b) => {
            let is_block = |e: ExprId| {
                let mut e = e;
                while let ExprKind::Cast(CastKind::IntToInt, a) = kernel.exprs[e].kind {
                    e = a;
                }
                kernel.exprs[e].kind == ExprKind::Special(Special::BlockIdx(axis))
            };
            is_block(*a) || is_block(*b)
        }
        _ => false,
    }
}

/// Rewrites the `target`-th place where the fault applies.
struct Editor<'k> {
    kernel: Kernel,
    ids: &'k BTreeMap<VarId, Identity>,
    fault: Fault,
    target: usize,
    seen: usize,
    place: Option<Span>,
}

impl Editor<'_> {
    fn hit(&mut self, span: Span) -> bool {
        let hit = self.seen == self.target;
        self.seen += 1;
        if hit {
            self.place = Some(span);
        }
        hit
    }

    fn block(&mut self, block: &Block) -> Block {
        block.iter().filter_map(|stmt| self.stmt(stmt)).collect()
    }

    /// The statement, rewritten; `None` removes it.
    fn stmt(&mut self, stmt: &Stmt) -> Option<Stmt> {
        let span = stmt.span;
        let kind = match &stmt.kind {
            StmtKind::Barrier { scope: BarrierScope::Block | BarrierScope::Grid, .. } => {
                if self.fault == Fault::BarrierRemoved && self.hit(span) {
                    return None;
                }
                stmt.kind.clone()
            }
            StmtKind::If { cond, then_block, else_block } => {
                if self.fault == Fault::GuardDropped && else_block.is_empty() && self.hit(span) {
                    // A guard that leaves protects what follows; dropping it means never to leave.
                    if then_block.iter().all(|s| leaves(&s.kind)) {
                        return None;
                    }
                    let cond = self.kernel.int(1, Type::Bool, span);
                    let (then_block, else_block) = (then_block.clone(), Block::new());
                    return Some(Stmt { kind: StmtKind::If { cond, then_block, else_block }, span });
                }
                StmtKind::If { cond: *cond, then_block: self.block(then_block), else_block: self.block(else_block) }
            }
            StmtKind::Loop { id, label, head, cond, body, step, unroll_hint } => {
                let (head, body) = (self.block(head), self.block(body));
                let step = if self.fault == Fault::StrideHalved { self.step(step) } else { self.block(step) };
                StmtKind::Loop { id: *id, label: *label, head, cond: *cond, body, step, unroll_hint: *unroll_hint }
            }
            StmtKind::Labelled { label, body } => StmtKind::Labelled { label: *label, body: self.block(body) },
            StmtKind::Load { var, ty, ptr, volatile } => {
                StmtKind::Load { var: *var, ty: *ty, ptr: self.address(*ptr, *ty, span), volatile: *volatile }
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                StmtKind::Store { ptr: self.address(*ptr, *ty, span), value: *value, ty: *ty, volatile: *volatile }
            }
            other => other.clone(),
        };
        Some(Stmt { kind, span })
    }

    /// The step of a loop with its constant or extent halved.
    fn step(&mut self, step: &Block) -> Block {
        step.iter()
            .map(|stmt| {
                let StmtKind::Assign { var, value } = stmt.kind else { return stmt.clone() };
                let value = self.halved_step(value, stmt.span);
                Stmt { kind: StmtKind::Assign { var, value }, span: stmt.span }
            })
            .collect()
    }

    fn halved_step(&mut self, value: ExprId, span: Span) -> ExprId {
        let Expr { kind, ty, span: at } = self.kernel.exprs[value].clone();
        match kind {
            ExprKind::Cast(cast, a) => {
                let inner = self.halved_step(a, span);
                if inner == a {
                    value
                } else {
                    self.kernel.expr(ExprKind::Cast(cast, inner), ty, at)
                }
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, by) => {
                let step_ty = self.kernel.ty(by);
                if !step_ty.is_int() || matches!(self.kernel.exprs[by].kind, ExprKind::Int(n) if n.abs() < 2) {
                    return value;
                }
                if !self.hit(span) {
                    return value;
                }
                let two = self.kernel.int(2, step_ty, at);
                let half = self.kernel.expr(ExprKind::Binary(BinOp::Div, by, two), step_ty, at);
                self.kernel.expr(ExprKind::Binary(op, a, half), ty, at)
            }
            _ => value,
        }
    }

    fn address(&mut self, ptr: ExprId, access: Type, span: Span) -> ExprId {
        let fault = self.fault;
        match fault {
            Fault::IndexShifted if self.hit(span) => {
                let bytes = self.kernel.int(i128::from(access.size()), Type::I64, span);
                self.kernel.expr(ExprKind::PtrAdd(ptr, bytes), Type::Ptr, span)
            }
            Fault::StrideHalved | Fault::WrongLocality => self.rewrite(ptr, access, span),
            _ => ptr,
        }
    }

    /// Copies the parts of an address that hold the place; the rest is shared.
    fn rewrite(&mut self, id: ExprId, access: Type, span: Span) -> ExprId {
        let Expr { kind, ty, span: at } = self.kernel.exprs[id].clone();
        if self.fault == Fault::WrongLocality && ty.is_int() {
            if let Some(found) = identity(&self.kernel, self.ids, id) {
                return if self.hit(span) { self.exchanged(found, ty, at) } else { id };
            }
        }
        let rebuilt = match kind {
            ExprKind::PtrAdd(a, b) => ExprKind::PtrAdd(self.rewrite(a, access, span), self.rewrite(b, access, span)),
            ExprKind::Unary(op, a) => ExprKind::Unary(op, self.rewrite(a, access, span)),
            ExprKind::Cast(cast, a) => ExprKind::Cast(cast, self.rewrite(a, access, span)),
            ExprKind::Binary(BinOp::Mul, a, b) if self.fault == Fault::StrideHalved => {
                if let ExprKind::Int(factor) = self.kernel.exprs[b].kind {
                    // The factor of the element size is not a stride of the source.
                    let scaling = ty == Type::I64 && factor == i128::from(access.size());
                    if factor >= 2 && !scaling && self.hit(span) {
                        let half = self.kernel.int(factor / 2, self.kernel.ty(b), at);
                        return self.kernel.expr(ExprKind::Binary(BinOp::Mul, a, half), ty, at);
                    }
                }
                ExprKind::Binary(BinOp::Mul, self.rewrite(a, access, span), self.rewrite(b, access, span))
            }
            ExprKind::Binary(op, a, b) => {
                ExprKind::Binary(op, self.rewrite(a, access, span), self.rewrite(b, access, span))
            }
            ExprKind::Select(c, a, b) => {
                ExprKind::Select(c, self.rewrite(a, access, span), self.rewrite(b, access, span))
            }
            _ => return id,
        };
        if rebuilt == self.kernel.exprs[id].kind {
            id
        } else {
            self.kernel.expr(rebuilt, ty, at)
        }
    }

    fn exchanged(&mut self, found: Identity, ty: Type, at: Span) -> ExprId {
        let mut special = |s| self.kernel.expr(ExprKind::Special(s), Type::U32, at);
        let value = match found {
            Identity::InLaunch(axis) => special(Special::ThreadIdx(axis)),
            Identity::InBlock(axis) => {
                let (thread, block, dim) = (
                    special(Special::ThreadIdx(axis)),
                    special(Special::BlockIdx(axis)),
                    special(Special::BlockDim(axis)),
                );
                let start = self.kernel.expr(ExprKind::Binary(BinOp::Mul, block, dim), Type::U32, at);
                self.kernel.expr(ExprKind::Binary(BinOp::Add, start, thread), Type::U32, at)
            }
        };
        if ty == Type::U32 {
            value
        } else {
            self.kernel.expr(ExprKind::Cast(CastKind::IntToInt, value), ty, at)
        }
    }
}

fn leaves(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Return | StmtKind::Break(_) | StmtKind::Continue(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str =
        "kernel \"k\" cuda { loops 1; labels 1; param p0 \"a\": ptr = v0 -> o0; param p1 \"n\": i32 = v2;
        object o0 \"a\" global param p0 elem i32 init input; var v0 \"a\": ptr; var v1 \"i\": i32; var v2 \"n\": i32;
        var v3 \"gid\": i32; body {
        v3 = int_to_int(((blockIdx.x * blockDim.x) + threadIdx.x)):i32;
        if (v2 <= v3) { return; }
        v1 = 0:i32;
        loop loop0 L0 while (v1 < v2) {
            store i32 [ptradd(v0, (int_to_int(((v3 * 8:i32) + v1)):i64 * 4:i64))] = v1;
            barrier block shared global;
        } step { v1 = (v1 + 4:i32); } } }";

    #[test]
    fn every_kind_of_fault_is_seeded() {
        let kernel = wp_kir::parse_kernel(KERNEL).unwrap();
        wp_kir::verify(&kernel).unwrap();
        let found = mutants(&kernel, 10);
        let changes: Vec<(Fault, String)> = found
            .iter()
            .map(|m| {
                let (old, new) = (kernel.to_string(), m.kernel.to_string());
                let changed = new.lines().find(|line| !old.lines().any(|l| l == *line)).unwrap_or("").trim().to_owned();
                (m.fault, changed)
            })
            .collect();
        let expected = [
            (Fault::BarrierRemoved, ""),
            (Fault::GuardDropped, ""),
            (
                Fault::IndexShifted,
                "store i32 [ptradd(ptradd(v0, (int_to_int(((v3 * 8:i32) + v1)):i64 * 4:i64)), 4:i64)] = v1;",
            ),
            (Fault::StrideHalved, "store i32 [ptradd(v0, (int_to_int(((v3 * 4:i32) + v1)):i64 * 4:i64))] = v1;"),
            (Fault::StrideHalved, "v1 = (v1 + (4:i32 / 2:i32));"),
            (
                Fault::WrongLocality,
                "store i32 [ptradd(v0, (int_to_int(((int_to_int(threadIdx.x):i32 * 8:i32) + v1)):i64 * 4:i64))] = v1;",
            ),
        ];
        let expected: Vec<_> = expected.iter().map(|(f, s)| (*f, (*s).to_owned())).collect();
        assert_eq!(changes, expected);
    }

    #[test]
    fn the_limit_holds_per_kind() {
        let kernel = wp_kir::parse_kernel(KERNEL).unwrap();
        assert_eq!(mutants(&kernel, 1).len(), 5);
    }
}
