//! Barrier invariants as code behind their barrier.
//!
//! Exact. All threads have arrived when the code runs, and each meets the others at a second barrier before it goes on,
//! so that no memory changes in between. For a condition on two threads, each thread first publishes its values for the
//! others, and then checks the condition with every other thread of the block that has not ended.

use super::{CompileError, Ctx};
use crate::code::{BarrierCode, Op};
use crate::value::Reg;
use rustc_hash::FxHashMap;
use wp_kir::{AssertKind, BarrierInvariant, BinOp, ExprId, ExprKind, SpecOp};

/// The other thread, in code that is executed once for each.
pub(super) struct OtherThread {
    /// Holds its position in the block.
    position: Reg,
    /// The registers in which each thread published its values for the others.
    published: FxHashMap<ExprId, Reg>,
}

impl Ctx<'_> {
    pub(super) fn barrier_invariants(
        &mut self,
        invariants: &[BarrierInvariant],
        barrier: BarrierCode,
    ) -> Result<(), CompileError> {
        let mut relations = Vec::new();
        let mut published: FxHashMap<ExprId, Reg> = FxHashMap::default();
        let mut any = false;
        for invariant in invariants {
            let mut asked = Vec::new();
            if !self.collect_asked(invariant.cond, &mut asked) {
                self.code.skipped_specs.push(invariant.span);
                continue;
            }
            any = true;
            self.forget();
            self.span = invariant.span;
            if asked.is_empty() {
                self.assertion(invariant.cond, invariant.span, AssertKind::Barrier)?;
                continue;
            }
            for e in asked {
                let reg = self.fresh();
                self.expr_into(e, Some(reg))?;
                published.insert(e, reg);
            }
            relations.push(invariant);
        }
        if !relations.is_empty() {
            self.meet(&barrier);
            let position = self.fresh();
            self.other_thread = Some(OtherThread { position, published });
            for invariant in relations {
                self.for_each_other(position, invariant)?;
            }
            self.other_thread = None;
        }
        if any {
            self.meet(&barrier);
        }
        Ok(())
    }

    fn for_each_other(&mut self, position: Reg, invariant: &BarrierInvariant) -> Result<(), CompileError> {
        self.forget();
        self.span = invariant.span;
        let before_first = self.constant(u64::MAX);
        self.emit(Op::Mov { d: position, s: before_first });
        let start = self.here();
        let next = self.emit(Op::NextThread { d: position, to: 0 });
        let c = self.expr(invariant.cond)?;
        self.code.asserts.push((invariant.span, AssertKind::Barrier));
        let index = self.code.asserts.len() as u32 - 1;
        self.emit(Op::AssertPair { c, index, position });
        self.emit(Op::Jump { to: start });
        let end = self.here();
        self.patch(next, end);
        self.forget();
        Ok(())
    }

    /// The threads wait for each other once more.
    fn meet(&mut self, barrier: &BarrierCode) {
        self.code.barriers.push(barrier.clone());
        let index = self.code.barriers.len() as u32 - 1;
        self.emit(Op::Barrier { index });
    }

    /// The expressions of a condition that are evaluated for the other thread; false when something cannot be
    /// evaluated.
    fn collect_asked(&mut self, expr: ExprId, asked: &mut Vec<ExprId>) -> bool {
        let kernel = self.kernel;
        let Some(e) = kernel.exprs.get(expr) else { return false };
        match &e.kind {
            ExprKind::Spec(SpecOp::SameGroup, _) => true,
            ExprKind::Spec(op, args) if is_relation(op) => {
                let [arg] = args[..] else { return false };
                asked.push(arg);
                self.evaluable(arg)
            }
            ExprKind::Spec(SpecOp::Load, args) if args.iter().any(|&p| self.may_be_snapshot(p)) => false,
            // A condition may load from where the other thread says.
            ExprKind::Spec(SpecOp::Load | SpecOp::PtrOffset | SpecOp::PtrBase, args) if args.len() == 1 => {
                self.collect_asked(args[0], asked)
            }
            ExprKind::Spec(..) => self.evaluable(expr),
            kind => kind.children().into_iter().all(|c| self.collect_asked(c, asked)),
        }
    }

    /// A relation between the thread and the other one, into `d`; `mine` is the argument in this thread.
    pub(super) fn relation(&mut self, op: &SpecOp, arg: ExprId, mine: Reg, d: Reg) -> Result<(), CompileError> {
        let Some(other) = &self.other_thread else { return self.fail("relation between threads in a computation") };
        let (position, Some(&reg)) = (other.position, other.published.get(&arg)) else {
            return self.fail("value of another thread that it did not publish");
        };
        if *op == SpecOp::Other {
            self.emit(Op::OtherThread { d, position, reg });
            return Ok(());
        }
        let ty = self.ty_of(arg)?;
        let value = self.temp();
        self.emit(Op::OtherThread { d: value, position, reg });
        let combined = match op {
            SpecOp::Uniform => BinOp::Eq,
            SpecOp::Distinct => BinOp::Ne,
            _ => BinOp::And,
        };
        self.emit(super::expr::binary(combined, ty, d, mine, value));
        if *op == SpecOp::Exclusive {
            let one = self.constant(1);
            self.emit(Op::Xor { d, a: d, b: one });
        }
        Ok(())
    }
}

/// True if the operation relates two threads.
pub(super) fn is_relation(op: &SpecOp) -> bool {
    matches!(op, SpecOp::Other | SpecOp::Uniform | SpecOp::Distinct | SpecOp::All | SpecOp::Exclusive)
}
