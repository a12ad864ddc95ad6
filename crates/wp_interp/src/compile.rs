//! Kernel to flat code.
//!
//! Exact. Shared subexpressions are evaluated once per statement. The arms of a `Select` and the right operand of a
//! bool `&`/`|` that hold a division are jumped over when they do not count, so that a guarded division by zero is not
//! noted. Counters are kept only for loops that hold a barrier or a warp operation, unless someone watches.

mod conditions;
mod walk;

use crate::api::AccessKind;
use crate::code::{
    is_warp, AtomicCode, BarrierCode, BarrierKind, Code, Havoc, Op, Site, SiteKind, WarpCode, Watch, Watched,
};
use crate::value::{Reg, Ty, MAX_OBJECTS};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use walk::{collect_function_wide, for_each_reg, synchronises};
use wp_base::{Id, Span};
use wp_kir::{
    snapshots_of, AssertKind, AssumeKind, AtomicOp, BarrierScope, Block, ExprId, Kernel, LabelId, LoopId, MemOrder,
    MemScope, NamedBarrier, ObjectId, Space, Special, Stmt, StmtKind, Storage, Type, Unknown, VarId,
};

mod cases;
mod expr;
mod invariants;

/// The construct that stops a compilation: a name for the user and a place.
pub type CompileError = (Arc<str>, Span);

/// Compiles a kernel. Fails on malformed kernels only; unsupported constructs fail when they are reached.
pub fn compile(kernel: &Kernel, coverage: bool, lockstep: bool, watched: bool) -> Result<Code, CompileError> {
    if kernel.objects.len() > MAX_OBJECTS {
        return Err(("more than 65520 objects".into(), kernel.span));
    }
    let mut ctx = Ctx {
        kernel,
        coverage,
        lockstep,
        watched,
        code: Code { stops_at_misaligned: kernel.has_natural_alignment, ..Code::default() },
        span: kernel.span,
        constants: FxHashMap::default(),
        specials: Vec::new(),
        pool: kernel.vars.len() as Reg,
        memo: FxHashMap::default(),
        memo_log: Vec::new(),
        next_temp: 0,
        max_temp: 0,
        loops: Vec::new(),
        loop_ids: Vec::new(),
        positions: FxHashMap::default(),
        labels: FxHashMap::default(),
        has_division: FxHashMap::default(),
        not_evaluable: FxHashMap::default(),
        snapshots: snapshots_of(&kernel.body),
        cases: None,
        function_wide: Vec::new(),
        other_thread: None,
    };
    collect_function_wide(&kernel.body, &mut ctx.function_wide);
    if watched {
        let types: Option<Vec<Ty>> = kernel.vars.iter().map(|(_, v)| Ty::of(v.ty)).collect();
        ctx.code.types = types.ok_or(("malformed kernel: type of a variable".into(), kernel.span))?;
    }
    ctx.cover(kernel.span);
    ctx.block(&kernel.body)?;
    ctx.emit(Op::Return);
    ctx.finish()
}

/// Temporaries are numbered from here until the number of constants is known.
const TEMP_BASE: Reg = 1 << 30;

struct Label {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

struct Ctx<'k> {
    kernel: &'k Kernel,
    coverage: bool,
    /// True if every loop is counted, and accesses know their loops.
    lockstep: bool,
    /// True if someone watches.
    watched: bool,
    code: Code,
    span: Span,
    constants: FxHashMap<u64, Reg>,
    specials: Vec<(Special, Reg)>,
    /// Next register of constants, specials and counters.
    pool: Reg,
    memo: FxHashMap<ExprId, Reg>,
    memo_log: Vec<ExprId>,
    next_temp: Reg,
    max_temp: Reg,
    loops: Vec<Reg>,
    /// The loops that are counted, in parallel.
    loop_ids: Vec<LoopId>,
    /// How many accesses of a kind were compiled for a place in the source.
    positions: FxHashMap<(Span, std::mem::Discriminant<SiteKind>), u32>,
    labels: FxHashMap<LabelId, Label>,
    has_division: FxHashMap<ExprId, bool>,
    not_evaluable: FxHashMap<ExprId, bool>,
    /// Objects that stand for other memory in conditions.
    snapshots: BTreeSet<ObjectId>,
    /// The assertion over access predicates that is being compiled.
    cases: Option<u32>,
    /// Invariants that are checked at the head of every loop.
    function_wide: Vec<(ExprId, Span)>,
    /// In conditions that relate two threads.
    other_thread: Option<invariants::OtherThread>,
}

impl Ctx<'_> {
    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
        self.code.ops.len() - 1
    }

    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn patch(&mut self, at: usize, target: u32) {
        match &mut self.code.ops[at] {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpUnlessLtS { to, .. }
            | Op::JumpUnlessLtU { to, .. }
            | Op::NextThread { to, .. } => *to = target,
            _ => debug_assert!(false, "only jumps are patched"),
        }
    }

    fn fresh(&mut self) -> Reg {
        let reg = self.pool;
        self.pool += 1;
        reg
    }

    fn temp(&mut self) -> Reg {
        let reg = TEMP_BASE + self.next_temp;
        self.next_temp += 1;
        self.max_temp = self.max_temp.max(self.next_temp);
        reg
    }

    fn constant(&mut self, bits: u64) -> Reg {
        if let Some(&reg) = self.constants.get(&bits) {
            return reg;
        }
        let reg = self.fresh();
        self.constants.insert(bits, reg);
        self.code.constants.push((reg, bits));
        reg
    }

    fn special(&mut self, special: Special) -> Reg {
        if let Some(&(_, reg)) = self.specials.iter().find(|(s, _)| *s == special) {
            return reg;
        }
        let reg = self.fresh();
        self.specials.push((special, reg));
        self.code.specials.push((reg, special));
        reg
    }

    fn fail<T>(&self, what: &str) -> Result<T, CompileError> {
        Err((format!("malformed kernel: {what}").into(), self.span))
    }

    fn ty(&self, ty: Type) -> Result<Ty, CompileError> {
        match Ty::of(ty) {
            Some(ty) => Ok(ty),
            None => self.fail("type of unknown width"),
        }
    }

    /// The register of a variable that is assigned.
    fn assigned(&self, var: VarId) -> Result<Reg, CompileError> {
        match self.kernel.vars.get(var) {
            Some(_) => Ok(var.index() as Reg),
            None => self.fail("unknown variable"),
        }
    }

    fn ty_of(&self, expr: ExprId) -> Result<Ty, CompileError> {
        match self.kernel.exprs.get(expr) {
            Some(e) => self.ty(e.ty),
            None => self.fail("unknown expression"),
        }
    }

    fn site(&mut self, kind: SiteKind, ty: Ty, volatile: bool, target: Option<Reg>) -> u32 {
        let strong = volatile || matches!(kind, SiteKind::Atomic { .. });
        // The scalars of a value that one instruction moves are accessed in their order.
        let width = ty.bytes();
        let request = self.kernel.requests.get(&self.span).map_or(width, |bytes| (*bytes as u32).max(width));
        let position = self.positions.entry((self.span, std::mem::discriminant(&kind))).or_default();
        let before = *position % (request / width).max(1) * width;
        *position += 1;
        let order = MemOrder::Unstated;
        self.code.sites.push(Site { span: self.span, kind, ty, strong, order, target, request, before });
        if self.lockstep {
            self.code.site_loops.push(self.loops.clone());
        }
        self.code.sites.len() as u32 - 1
    }

    fn cover(&mut self, span: Span) {
        if self.coverage {
            self.code.covers.push(span);
            let index = self.code.covers.len() as u32 - 1;
            self.emit(Op::Cover { index });
        }
    }

    fn watch(&mut self, what: Watched) {
        if self.watched {
            let loops = self.loop_ids.iter().copied().zip(self.loops.iter().copied()).collect();
            self.code.watches.push(Watch { what, loops });
            let index = self.code.watches.len() as u32 - 1;
            self.emit(Op::Watch { index });
        }
    }

    // ---- statements ----

    fn block(&mut self, block: &Block) -> Result<(), CompileError> {
        for stmt in block {
            self.stmt(stmt)?;
        }
        Ok(())
    }

    /// Starts a new statement part: values of variables may have changed.
    fn forget(&mut self) {
        self.memo.clear();
        self.memo_log.clear();
        self.next_temp = 0;
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), CompileError> {
        self.span = stmt.span;
        self.forget();
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                let d = self.assigned(*var)?;
                self.expr_into(*value, Some(d)).map(|_| ())
            }
            StmtKind::Load { var, ty, ptr, volatile } => {
                let p = self.expr(*ptr)?;
                let ty = self.ty(*ty)?;
                let d = self.assigned(*var)?;
                let site = self.site(SiteKind::Read, ty, *volatile, Some(d));
                self.watch(Watched::Access(AccessKind::Read, p, stmt.span));
                self.emit(Op::Load { d, p, site });
                Ok(())
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                let p = self.expr(*ptr)?;
                let v = self.expr(*value)?;
                let ty = self.ty(*ty)?;
                let site = self.site(SiteKind::Write, ty, *volatile, None);
                self.watch(Watched::Access(AccessKind::Write, p, stmt.span));
                self.emit(Op::Store { p, v, site });
                Ok(())
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, scope, order } => {
                let expected = match op {
                    AtomicOp::Cas => 2,
                    AtomicOp::Load => 0,
                    _ => 1,
                };
                if operands.len() != expected {
                    return self.fail("number of operands of an atomic");
                }
                let p = self.expr(*ptr)?;
                let zero = self.constant(0);
                let x = operands.first().map_or(Ok(zero), |&e| self.expr(e))?;
                let y = operands.get(1).map_or(Ok(zero), |&e| self.expr(e))?;
                let ty = self.ty(*ty)?;
                let result = result.map(|v| self.assigned(v)).transpose()?;
                let site = self.site(SiteKind::Atomic { block_only: *scope == MemScope::Block }, ty, false, result);
                self.code.sites[site as usize].order = *order;
                self.code.has_fence |= order.orders();
                self.code.atomics.push(AtomicCode { op: *op, p, x, y, result, site });
                let index = self.code.atomics.len() as u32 - 1;
                self.watch(Watched::Access(AccessKind::Atomic, p, stmt.span));
                self.emit(Op::Atomic { index });
                Ok(())
            }
            StmtKind::Barrier { scope, fence, agree, invariants } => {
                let kind = match scope {
                    BarrierScope::Block => BarrierKind::Block,
                    BarrierScope::Grid => BarrierKind::Grid,
                    BarrierScope::Warp { mask } => BarrierKind::Warp { mask: self.keep(*mask)? },
                };
                self.code.has_grid_barrier |= kind == BarrierKind::Grid;
                self.code.has_warp_barrier |= is_warp(*scope);
                let mut loops = self.loops.clone();
                for &value in agree {
                    loops.push(self.keep(value)?);
                }
                let barrier = BarrierCode { span: stmt.span, kind, fence: *fence, loops };
                self.code.barriers.push(barrier.clone());
                let index = self.code.barriers.len() as u32 - 1;
                self.watch(Watched::Barrier(stmt.span));
                self.emit(Op::Barrier { index });
                self.barrier_invariants(invariants, barrier)
            }
            StmtKind::NamedBarrier(NamedBarrier { id, count, waits }) => {
                let id = self.keep(*id)?;
                let count = count.map(|count| self.keep(count)).transpose()?;
                let kind = BarrierKind::Named { id, count, waits: *waits };
                self.code.has_named_barrier = true;
                let loops = self.loops.clone();
                self.code.barriers.push(BarrierCode { span: stmt.span, kind, fence: wp_kir::Fence::ALL, loops });
                let index = self.code.barriers.len() as u32 - 1;
                self.watch(Watched::Barrier(stmt.span));
                self.emit(Op::Barrier { index });
                Ok(())
            }
            // Conditions that read snapshots are not evaluated.
            StmtKind::Snapshot { .. } => Ok(()),
            StmtKind::Copy(step) => {
                self.emit(Op::Copy { step: *step });
                Ok(())
            }
            StmtKind::MemFence { scope, order, .. } => {
                self.code.has_fence = true;
                self.emit(Op::Fence { scope: *scope, order: *order });
                Ok(())
            }
            StmtKind::Warp { result, op, operands, mask, width } => {
                let zero = self.constant(0);
                let mut regs = [zero; 2];
                for (reg, &e) in regs.iter_mut().zip(operands) {
                    *reg = self.keep(e)?;
                }
                let mask = mask.map(|e| self.keep(e)).transpose()?;
                let width = width.map(|e| self.keep(e)).transpose()?;
                let loops = self.loops.clone();
                let result = result.map(|v| self.assigned(v)).transpose()?;
                let ty = operands.first().map_or(Ok(Ty::Bool), |&e| self.ty_of(e))?;
                let warp = WarpCode { span: stmt.span, op: *op, ty, result, operands: regs, mask, width, loops };
                self.code.warps.push(warp);
                let index = self.code.warps.len() as u32 - 1;
                self.emit(Op::Warp { index });
                Ok(())
            }
            StmtKind::If { cond, then_block, else_block } => {
                let skip = self.jump_unless(*cond)?;
                self.cover(then_block.first().map_or(stmt.span, |s| s.span));
                self.block(then_block)?;
                if else_block.is_empty() && !self.coverage {
                    let end = self.here();
                    self.patch(skip, end);
                } else {
                    let over = self.emit(Op::Jump { to: 0 });
                    let start = self.here();
                    self.patch(skip, start);
                    self.span = stmt.span;
                    if !else_block.is_empty() {
                        self.cover(else_block.first().map_or(stmt.span, |s| s.span));
                    }
                    self.block(else_block)?;
                    let end = self.here();
                    self.patch(over, end);
                }
                Ok(())
            }
            StmtKind::Loop { id, label, head, cond, body, step, .. } => {
                let counted = self.lockstep || self.watched || [head, body, step].into_iter().any(synchronises);
                if counted {
                    let counter = self.fresh();
                    self.loops.push(counter);
                    self.loop_ids.push(*id);
                    let zero = self.constant(0);
                    self.emit(Op::Mov { d: counter, s: zero });
                }
                let outer = self.labels.insert(*label, Label { breaks: Vec::new(), continues: Vec::new() });
                let start = self.here();
                self.watch(Watched::Head);
                for (cond, span) in self.function_wide.clone() {
                    self.forget();
                    self.assertion(cond, span, AssertKind::FunctionWide)?;
                }
                self.block(head)?;
                self.span = stmt.span;
                self.forget();
                let exit = self.jump_unless(*cond)?;
                self.cover(body.first().map_or(stmt.span, |s| s.span));
                self.block(body)?;
                let step_at = self.here();
                self.block(step)?;
                self.span = stmt.span;
                if counted {
                    self.loop_ids.pop();
                    if let Some(counter) = self.loops.pop() {
                        self.emit(Op::Increment { d: counter });
                    }
                }
                self.emit(Op::Jump { to: start });
                let end = self.here();
                self.patch(exit, end);
                self.close(*label, outer, Some(step_at), end)
            }
            StmtKind::Labelled { label, body } => {
                let outer = self.labels.insert(*label, Label { breaks: Vec::new(), continues: Vec::new() });
                self.block(body)?;
                let end = self.here();
                self.close(*label, outer, None, end)
            }
            StmtKind::Break(label) => {
                let at = self.emit(Op::Jump { to: 0 });
                match self.labels.get_mut(label) {
                    Some(open) => open.breaks.push(at),
                    None => return self.fail("break out of an unknown label"),
                }
                Ok(())
            }
            StmtKind::Continue(label) => {
                let at = self.emit(Op::Jump { to: 0 });
                match self.labels.get_mut(label) {
                    Some(open) => open.continues.push(at),
                    None => return self.fail("continue of an unknown label"),
                }
                Ok(())
            }
            StmtKind::Return => {
                self.emit(Op::Return);
                Ok(())
            }
            StmtKind::Assert { cond, kind } => {
                // A function-wide invariant is checked at the loops, not where it stands; which lanes come to a warp
                // operation, when the operation is carried out.
                match kind {
                    AssertKind::FunctionWide | AssertKind::LanesArrive => Ok(()),
                    _ => self.assertion(*cond, stmt.span, *kind),
                }
            }
            // The subject of such a fact was invented: a run shows nothing behind it.
            StmtKind::Assume { kind: AssumeKind::Contract, .. } => Ok(()),
            StmtKind::Assume { cond, kind } => {
                if !self.evaluable(*cond) {
                    self.code.skipped_specs.push(stmt.span);
                    self.code.skips_assumption = true;
                    return Ok(());
                }
                let c = self.expr(*cond)?;
                self.code.assumes.push((stmt.span, *kind));
                let index = self.code.assumes.len() as u32 - 1;
                self.emit(Op::Assume { c, index });
                Ok(())
            }
            StmtKind::Havoc { var, reason, unknown } => {
                let Some(v) = self.kernel.vars.get(*var) else { return self.fail("unknown variable") };
                let ty = self.ty(v.ty)?;
                let (reason, spoils) = (reason.clone(), *unknown == Unknown::Behaviour);
                self.code.havocs.push(Havoc { reason, ty, span: stmt.span, spoils });
                let index = self.code.havocs.len() as u32 - 1;
                self.emit(Op::Havoc { d: var.index() as Reg, index });
                Ok(())
            }
            StmtKind::Declare { storage: Storage::Var(var) } => {
                let Some(v) = self.kernel.vars.get(*var) else { return self.fail("unknown variable") };
                let ty = self.ty(v.ty)?;
                self.emit(Op::DeclareVar { d: var.index() as Reg, ty });
                Ok(())
            }
            StmtKind::Declare { storage: Storage::Object(object) } => {
                if self.kernel.objects.get(*object).is_none_or(|o| o.space != Space::Private) {
                    return self.fail("declaration of an object that is not private");
                }
                self.emit(Op::DeclareObject { object: object.index() as u32 });
                Ok(())
            }
            StmtKind::Unsupported { what } => {
                self.code.unsupported.push((what.clone(), stmt.span));
                let index = self.code.unsupported.len() as u32 - 1;
                self.emit(Op::Unsupported { index });
                Ok(())
            }
        }
    }

    fn close(
        &mut self,
        label: LabelId,
        outer: Option<Label>,
        step_at: Option<u32>,
        end: u32,
    ) -> Result<(), CompileError> {
        let Some(closed) = self.labels.remove(&label) else { return self.fail("label closed twice") };
        for at in closed.breaks {
            self.patch(at, end);
        }
        for at in closed.continues {
            match step_at {
                Some(step) => self.patch(at, step),
                None => return self.fail("continue of a block that is no loop"),
            }
        }
        if let Some(outer) = outer {
            self.labels.insert(label, outer);
        }
        Ok(())
    }

    /// Evaluates into a register that keeps its value while the thread waits. Temporaries do: each thread has its own.
    fn keep(&mut self, expr: ExprId) -> Result<Reg, CompileError> {
        self.expr(expr)
    }

    /// Moves temporaries behind the constants.
    fn finish(mut self) -> Result<Code, CompileError> {
        let base = self.pool;
        let fix = |r: &mut Reg| {
            if *r >= TEMP_BASE {
                *r = *r - TEMP_BASE + base;
            }
        };
        for op in &mut self.code.ops {
            for_each_reg(op, fix);
        }
        for a in &mut self.code.atomics {
            [&mut a.p, &mut a.x, &mut a.y].into_iter().for_each(fix);
        }
        for b in &mut self.code.barriers {
            b.kind.registers().for_each(fix);
            b.loops.iter_mut().for_each(fix);
        }
        for w in &mut self.code.warps {
            w.operands.iter_mut().chain(&mut w.mask).chain(&mut w.width).for_each(fix);
        }
        for w in &mut self.code.watches {
            if let Watched::Access(_, p, _) = &mut w.what {
                fix(p);
            }
        }
        for c in &mut self.code.calls {
            c.args.iter_mut().for_each(|(r, _)| fix(r));
        }
        for c in &mut self.code.cases {
            c.classes.iter_mut().for_each(|(r, _)| fix(r));
        }
        self.code.regs = (base + self.max_temp) as usize;
        Ok(self.code)
    }
}
