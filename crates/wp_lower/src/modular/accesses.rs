//! Assertions that a function accesses only the memory that its contract names. There is one in front of every access
//! to memory other than the function's own variables.
//!
//! An access of `w` bytes at `p` lies in `a[i .. j]`, whose elements have `s` bytes, if `p` points into the array `a`
//! and `s i <= offset(p)` and `offset(p) + w <= s (j + 1)`. Exact.

use super::Region;
use crate::builder::{Blocks, Builder};
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_kir::{AssertKind, BinOp, Block, ExprId, ExprKind, ObjectId, Space, SpecOp, Stmt, StmtKind, Type, VarId};

/// The object that a pointer points into, or the variable that holds its base, as far as its expression shows it.
enum Root {
    Object(ObjectId),
    Variable(VarId),
    Unknown,
}

/// Values of the variables that are assigned once.
type Once = FxHashMap<VarId, ExprId>;

/// What the accesses of a statement are compared with.
struct Allowed<'a> {
    regions: &'a [Region],
    /// The number of barriers in front of the statement.
    phase: usize,
    once: &'a Once,
}

impl Builder<'_> {
    pub(super) fn checked_accesses(&mut self, block: Block, regions: &[Region]) -> Block {
        let mut once = Once::default();
        wp_kir::visit(&block, &mut |s| {
            if let StmtKind::Assign { var, value } = s.kind {
                if self.is_assigned_once(var) {
                    once.insert(var, value);
                }
            }
        });
        self.checked_block(block, regions, &once, &mut 0)
    }

    /// `phase` counts the barriers in front of the current statement. In a function that is not rejected, every
    /// execution passes these barriers.
    fn checked_block(&mut self, block: Block, regions: &[Region], once: &Once, phase: &mut usize) -> Block {
        let ((), checked) = self.in_block(|s| {
            for mut statement in block {
                s.check_access(&statement, &Allowed { regions, phase: *phase, once });
                *phase += usize::from(matches!(statement.kind, StmtKind::Barrier { .. }));
                for inner in statement.kind.blocks_mut() {
                    let unchecked = std::mem::take(inner);
                    *inner = s.checked_block(unchecked, regions, once, phase);
                }
                s.append([statement]);
            }
        });
        checked
    }

    fn check_access(&mut self, statement: &Stmt, allowed: &Allowed<'_>) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Load { ptr, ty, .. } => self.assert_access(*ptr, *ty, false, allowed, span),
            StmtKind::Store { ptr, ty, .. } => self.assert_access(*ptr, *ty, true, allowed, span),
            StmtKind::Atomic { .. } => self.unsupported("atomic operation in a function with a contract", span),
            StmtKind::Copy(_) => self.unsupported("asynchronous copy in a function with a contract", span),
            StmtKind::NamedBarrier(_) => self.unsupported("named barrier in a function with a contract", span),
            StmtKind::MemFence { .. } => self.unsupported("memory fence in a function with a contract", span),
            StmtKind::Warp { .. } => self.unsupported("warp operation in a function with a contract", span),
            // The calling thread would end.
            StmtKind::Return => self.unsupported("end of the thread in a function with a contract", span),
            _ => {}
        }
    }

    fn assert_access(
        &mut self,
        ptr: ExprId,
        ty: Type,
        writes: bool,
        &Allowed { regions, phase, once }: &Allowed<'_>,
        span: Span,
    ) {
        let root = self.root(ptr, once);
        if let Root::Object(object) = root {
            let o = &self.kernel().objects[object];
            let parameter = matches!(o.kind, wp_kir::ObjectKind::Param(_));
            if o.space == Space::Private || o.is_const && !writes && !parameter {
                return;
            }
        }
        let base = self.number_of_object(ptr, span);
        let offset = self.expr(ExprKind::Spec(SpecOp::PtrOffset, vec![ptr]), Type::I64, span);
        let mut cond = self.bool(false, span);
        for region in regions.iter().filter(|r| r.phase == phase && (r.writes || !writes)) {
            let of_region = self.root(region.base, once);
            let same = match (&root, &of_region) {
                (Root::Object(a), Root::Object(b)) => self.bool(a == b, span),
                (Root::Variable(a), Root::Variable(b)) if self.is_parameter(*a) && self.is_parameter(*b) => {
                    self.bool(a == b, span)
                }
                _ => {
                    let of_region = self.number_of_object(region.base, span);
                    self.bin(BinOp::Eq, base, of_region, span)
                }
            };
            let within = self.lies_in(offset, ty, region, span);
            let both = self.bin(BinOp::And, same, within, span);
            cond = self.bin(BinOp::Or, cond, both, span);
        }
        if let Root::Unknown | Root::Variable(_) = root {
            for object in self.kernel().objects.ids().collect::<Vec<_>>() {
                let o = &self.kernel().objects[object];
                if o.space == Space::Private || o.is_const && !writes && !matches!(o.kind, wp_kir::ObjectKind::Param(_))
                {
                    let own = self.address_of_object(object, span);
                    let own = self.number_of_object(own, span);
                    let own = self.bin(BinOp::Eq, base, own, span);
                    cond = self.bin(BinOp::Or, cond, own, span);
                }
            }
        }
        self.emit(StmtKind::Assert { cond, kind: AssertKind::Access }, span);
    }

    /// The condition that the bytes of an access lie in a region of the same array.
    fn lies_in(&mut self, offset: ExprId, ty: Type, region: &Region, span: Span) -> ExprId {
        let size = i128::from(region.elem.size());
        let size_of = self.int(size, Type::I64, span);
        let start = self.bin(BinOp::Mul, region.first, size_of, span);
        let last = region.last.unwrap_or(region.first);
        let end = self.bin(BinOp::Mul, last, size_of, span);
        let end = self.bin(BinOp::Add, end, size_of, span);
        let width = self.int(i128::from(ty.size()), Type::I64, span);
        let stop = self.bin(BinOp::Add, offset, width, span);
        let above = self.bin(BinOp::Le, start, offset, span);
        let below = self.bin(BinOp::Le, stop, end, span);
        self.bin(BinOp::And, above, below, span)
    }

    fn is_parameter(&self, var: VarId) -> bool {
        self.is_assigned_once(var) && self.kernel().params.values().any(|p| p.var == var)
    }

    fn root(&self, ptr: ExprId, once: &Once) -> Root {
        match *self.kind(ptr) {
            ExprKind::PtrAdd(base, _) => self.root(base, once),
            ExprKind::AddrOf(object) => Root::Object(object),
            ExprKind::Var(v) => match once.get(&v) {
                Some(&value) => self.root(value, once),
                None => Root::Variable(v),
            },
            _ => Root::Unknown,
        }
    }
}
