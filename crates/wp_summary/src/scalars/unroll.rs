//! Copies of the iterations of loops, until offsets into arrays are constants.
//!
//! Values of integer variables are followed forwards through the statements. A loop is first read as it is; only where
//! that leaves an offset into one of the arrays open, its iterations are executed one after the other as long as the
//! condition has a known value. Where that fails the loop stays. `break` of a loop that is no more leaves a labelled
//! block, `continue` a smaller one. Statements that are not reached under known values are left out. Exact. Loops in
//! copies get ids of their own.

use std::collections::{BTreeMap, BTreeSet};
use wp_base::{Id, Span};
use wp_kir::{
    address, fold, has_barrier, visit, AssertKind, Block, ExprId, ExprKind, Kernel, Known, LabelId, LoopId, ObjectId,
    Stmt, StmtKind, Type, VarId,
};

wp_base::limits! {
    /// Iterations of one loop at most.
    const MAX_TRIPS: usize = 64;
    /// Statements that are copied at most, attempts that failed included.
    const MAX_WORK: usize = 20_000;
}

/// There was more to copy than [`MAX_WORK`].
struct Exhausted;

/// The kernel with offsets into these arrays as constants where that is possible; `None` where it would be too long.
pub(super) fn unroll(kernel: &Kernel, arrays: &BTreeSet<ObjectId>) -> Option<Kernel> {
    let mut unroller = Unroller {
        kernel: kernel.clone(),
        arrays,
        work: 0,
        open: 0,
        copies: 0,
        breaks: BTreeMap::new(),
        continues: BTreeMap::new(),
        targets: BTreeSet::new(),
    };
    let (body, _) = unroller.block(&kernel.body, &mut Known::new()).ok()?;
    Some(Kernel { body, ..unroller.kernel })
}

struct Unroller<'a> {
    /// Grows; its body is not used.
    kernel: Kernel,
    arrays: &'a BTreeSet<ObjectId>,
    work: usize,
    /// Accesses at offsets that were not known.
    open: usize,
    /// The number of loops around the current point that are being copied.
    copies: usize,
    /// The new labels in place of the labels around the current point.
    breaks: BTreeMap<LabelId, LabelId>,
    continues: BTreeMap<LabelId, StmtKind>,
    /// New labels that something jumps to.
    targets: BTreeSet<LabelId>,
}

/// The parts of a loop statement.
#[derive(Clone, Copy)]
struct Loop<'k> {
    id: LoopId,
    label: LabelId,
    head: &'k Block,
    cond: ExprId,
    body: &'k Block,
    step: &'k Block,
    unroll_hint: bool,
    span: Span,
}

/// New statements, and whether what follows them can be reached.
type Copied = Result<(Block, bool), Exhausted>;

impl Unroller<'_> {
    fn block(&mut self, block: &Block, known: &mut Known) -> Copied {
        let mut out = Vec::new();
        for s in block {
            self.work += 1;
            if self.work > MAX_WORK.get() {
                return Err(Exhausted);
            }
            if !self.statement(s, known, &mut out)? {
                return Ok((out, false));
            }
        }
        Ok((out, true))
    }

    /// Adds the copy of a statement; whether what follows can be reached.
    fn statement(&mut self, s: &Stmt, known: &mut Known, out: &mut Block) -> Result<bool, Exhausted> {
        let mut add = |kind| out.push(Stmt { kind, span: s.span });
        match &s.kind {
            StmtKind::Assign { var, value } => {
                match fold(&self.kernel, *value, known) {
                    Some(value) => known.insert(*var, value),
                    None => known.remove(var),
                };
                add(s.kind.clone());
            }
            StmtKind::Load { var, ty, ptr, volatile } => {
                let (var, ty, ptr, volatile) = (*var, *ty, self.constant_address(*ptr, known, s.span), *volatile);
                known.remove(&var);
                add(StmtKind::Load { var, ty, ptr, volatile });
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                let (value, ty, ptr, volatile) = (*value, *ty, self.constant_address(*ptr, known, s.span), *volatile);
                add(StmtKind::Store { ptr, value, ty, volatile });
            }
            StmtKind::If { cond, then_block, else_block } => {
                return self.branch(*cond, [then_block, else_block], s.span, known, out);
            }
            StmtKind::Loop { id, label, head, cond, body, step, unroll_hint } => {
                let (id, label, cond, unroll_hint) = (*id, *label, *cond, *unroll_hint);
                let lp = Loop { id, label, head, cond, body, step, unroll_hint, span: s.span };
                return self.loop_statement(lp, known, out);
            }
            StmtKind::Labelled { label, body } => return self.labelled(*label, body, s.span, known, out),
            StmtKind::Break(label) => {
                let new = self.breaks.get(label).copied().unwrap_or(*label);
                self.targets.insert(new);
                add(StmtKind::Break(new));
                return Ok(false);
            }
            StmtKind::Continue(label) => {
                let jump = self.continues.get(label).cloned().unwrap_or(StmtKind::Continue(*label));
                if let StmtKind::Break(new) = jump {
                    self.targets.insert(new);
                }
                add(jump);
                return Ok(false);
            }
            StmtKind::Return => {
                add(StmtKind::Return);
                return Ok(false);
            }
            StmtKind::Atomic { .. }
            | StmtKind::Warp { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare { .. }
            | StmtKind::Barrier { .. }
            | StmtKind::NamedBarrier(_)
            | StmtKind::MemFence { .. }
            | StmtKind::Copy(_)
            | StmtKind::Snapshot { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Unsupported { .. } => {
                known.retain(|v, _| Some(*v) != s.kind.target());
                add(s.kind.clone());
            }
        }
        Ok(true)
    }

    fn branch(
        &mut self,
        cond: ExprId,
        [then_block, else_block]: [&Block; 2],
        span: Span,
        known: &mut Known,
        out: &mut Block,
    ) -> Result<bool, Exhausted> {
        if let Some(value) = fold(&self.kernel, cond, known) {
            let (copied, falls) = self.block(if value != 0 { then_block } else { else_block }, known)?;
            out.extend(copied);
            return Ok(falls);
        }
        let mut other = known.clone();
        let (then_block, first) = self.block(then_block, known)?;
        let (else_block, second) = self.block(else_block, &mut other)?;
        match (first, second) {
            (true, true) => known.retain(|v, value| other.get(v) == Some(value)),
            (false, true) => *known = other,
            (_, false) => {}
        }
        out.push(Stmt { kind: StmtKind::If { cond, then_block, else_block }, span });
        Ok(first || second)
    }

    fn labelled(
        &mut self,
        label: LabelId,
        body: &Block,
        span: Span,
        known: &mut Known,
        out: &mut Block,
    ) -> Result<bool, Exhausted> {
        let new = self.label(label);
        let outer = self.breaks.insert(label, new);
        let mut inside = known.clone();
        let (copied, falls) = self.block(body, &mut inside)?;
        restore(&mut self.breaks, label, outer);
        let left = self.targets.contains(&new);
        if left {
            forget(known, &assigned(&[body]));
        } else {
            *known = inside;
        }
        out.push(Stmt { kind: StmtKind::Labelled { label: new, body: copied }, span });
        Ok(falls || left)
    }

    fn loop_statement(&mut self, lp: Loop, known: &mut Known, out: &mut Block) -> Result<bool, Exhausted> {
        let changed = assigned(&[lp.head, lp.body, lp.step]);
        let before = self.open;
        let kept = self.kept(lp, known, &changed)?;
        if self.open > before && may_be_unrolled(lp) {
            let open = std::mem::replace(&mut self.open, before);
            let jumps = (self.breaks.clone(), self.continues.clone());
            self.copies += 1;
            let unrolled = self.unrolled(lp, known, &changed);
            self.copies -= 1;
            (self.breaks, self.continues) = jumps;
            if let Some((copied, falls)) = unrolled? {
                out.extend(copied);
                return Ok(falls);
            }
            self.open = open;
        }
        forget(known, &changed);
        out.push(kept);
        Ok(true)
    }

    /// The loop as a loop.
    fn kept(&mut self, lp: Loop, known: &Known, changed: &BTreeSet<VarId>) -> Result<Stmt, Exhausted> {
        let label = self.label(lp.label);
        let id = if self.copies == 0 { lp.id } else { self.new_loop() };
        let outer = self.breaks.insert(lp.label, label);
        let outer_continue = self.continues.insert(lp.label, StmtKind::Continue(label));
        let mut inside = known.clone();
        forget(&mut inside, changed);
        let mut copied = [lp.head, lp.body, lp.step].map(|_| Vec::new());
        for (part, into) in [lp.head, lp.body, lp.step].into_iter().zip(&mut copied) {
            (*into, _) = self.block(part, &mut inside.clone())?;
        }
        restore(&mut self.breaks, lp.label, outer);
        restore(&mut self.continues, lp.label, outer_continue);
        let [head, body, step] = copied;
        let (cond, unroll_hint) = (lp.cond, lp.unroll_hint);
        Ok(Stmt { kind: StmtKind::Loop { id, label, head, cond, body, step, unroll_hint }, span: lp.span })
    }

    /// The iterations of the loop, one after the other; `None` where it is not known how many there are. The caller
    /// restores the jumps.
    fn unrolled(
        &mut self,
        lp: Loop,
        known: &mut Known,
        changed: &BTreeSet<VarId>,
    ) -> Result<Option<(Block, bool)>, Exhausted> {
        let end = self.new_label();
        self.breaks.insert(lp.label, end);
        let in_body = assigned(&[lp.body]);
        let mut now = known.clone();
        let mut out = Vec::new();
        let mut falls = true;
        for count in 0.. {
            let (head, reaches) = self.block(lp.head, &mut now)?;
            out.extend(head);
            falls = reaches;
            if !falls {
                break;
            }
            match fold(&self.kernel, lp.cond, &now) {
                Some(0) => break,
                Some(_) if count < MAX_TRIPS.get() => {}
                _ => return Ok(None),
            }
            let next = self.new_label();
            self.continues.insert(lp.label, StmtKind::Break(next));
            let mut inside = now.clone();
            let (body, reaches) = self.block(lp.body, &mut inside)?;
            falls = reaches;
            if self.targets.contains(&next) {
                falls = true;
                forget(&mut now, &in_body);
                out.push(Stmt { kind: StmtKind::Labelled { label: next, body }, span: lp.span });
            } else {
                now = inside;
                out.extend(body);
            }
            if falls {
                let (step, reaches) = self.block(lp.step, &mut now)?;
                out.extend(step);
                falls = reaches;
            }
            if !falls {
                break;
            }
        }
        if self.targets.contains(&end) {
            forget(known, changed);
            out = vec![Stmt { kind: StmtKind::Labelled { label: end, body: out }, span: lp.span }];
            return Ok(Some((out, true)));
        }
        *known = now;
        Ok(Some((out, falls)))
    }

    /// The address of an access, with a constant offset where it is one of an array and known.
    fn constant_address(&mut self, ptr: ExprId, known: &Known, span: Span) -> ExprId {
        let Some((object, offset)) = address(&self.kernel, ptr, known).filter(|(o, _)| self.arrays.contains(o)) else {
            return ptr;
        };
        let Some(offset) = offset.filter(|&at| i64::try_from(at).is_ok()) else {
            self.open += 1;
            return ptr;
        };
        let base = self.kernel.expr(ExprKind::AddrOf(object), Type::Ptr, span);
        let offset = self.kernel.int(offset, Type::I64, span);
        self.kernel.expr(ExprKind::PtrAdd(base, offset), Type::Ptr, span)
    }

    /// The label, or another one in a copy.
    fn label(&mut self, label: LabelId) -> LabelId {
        if self.copies == 0 {
            label
        } else {
            self.new_label()
        }
    }

    fn new_label(&mut self) -> LabelId {
        self.kernel.label_count += 1;
        LabelId::from_index(self.kernel.label_count as usize - 1)
    }

    fn new_loop(&mut self) -> LoopId {
        self.kernel.loop_count += 1;
        LoopId::from_index(self.kernel.loop_count as usize - 1)
    }
}

/// True if nothing in the loop means more than its iterations one after the other: no barriers, and no invariants at
/// its head.
fn may_be_unrolled(lp: Loop) -> bool {
    let mut may = true;
    visit(lp.head, &mut |s| {
        may &= !matches!(s.kind, StmtKind::Assert { kind: AssertKind::Invariant | AssertKind::Candidate, .. });
    });
    may && ![lp.head, lp.body, lp.step].into_iter().any(|part| has_barrier(part))
}

/// The variables that blocks set.
fn assigned(blocks: &[&Block]) -> BTreeSet<VarId> {
    let mut all = BTreeSet::new();
    for block in blocks {
        visit(block, &mut |s| all.extend(s.kind.target()));
    }
    all
}

fn forget(known: &mut Known, changed: &BTreeSet<VarId>) {
    known.retain(|v, _| !changed.contains(v));
}

/// Gives a label its meaning around the construct that defined it.
fn restore<T>(jumps: &mut BTreeMap<LabelId, T>, label: LabelId, outer: Option<T>) {
    match outer {
        Some(outer) => jumps.insert(label, outer),
        None => jumps.remove(&label),
    };
}
