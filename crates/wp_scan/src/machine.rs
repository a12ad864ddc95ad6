//! Executes one block over abstract values: all threads in lock-step, statement by statement.
//!
//! Input: a kernel and the extents of the block. Output: the contents of shared arrays at each barrier outside of loops
//! ([`Snapshot`]), as combinations of their contents at the first barrier. Exact for executions without misbehaviour up
//! to that place, for any block of the grid, contents of memory and parameters: values that depend on these are opaque.
//!
//! An opaque condition forks the threads that evaluate it. A loop that depends on an opaque value is skipped if it
//! contains no barrier, and the variables that it changes become opaque; a barrier or a thread's end that depends on
//! one stops the execution.

use crate::interval::{Base, Comparison, Value};
use crate::memory::{Array, Literal, Private, MAX_ELEMENTS};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::{Id, Span};
use wp_interp::scalar;
use wp_kir::{
    visit, AssumeKind, BarrierScope, BinOp, Block, ExprId, ExprKind, Kernel, LabelId, ObjectId, Operator, ParamId,
    Space, Stmt, StmtKind, Storage, Type,
};
use wp_summary::{ScanPlace, Stated};

/// The known facts of the launch.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The range of the number of threads of the block, which has one dimension. The threads of the greatest block are
    /// executed, and each cell of memory is marked with the last thread that it depends on: a smaller block with that
    /// thread has the same contents there.
    pub threads: (u32, u32),
    /// Extents of the grid, where they are known.
    pub grid: [Option<u32>; 3],
    /// Values of scalar parameters that are fixed.
    pub scalars: BTreeMap<ParamId, i128>,
}

/// The contents of an array at a place.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The place.
    pub place: ScanPlace,
    /// The array.
    pub object: ObjectId,
    /// Its elements, each with the greatest number of a thread that it depends on.
    pub elements: Vec<(Value, u32)>,
}

/// The barrier from which on the elements of an array are those that intervals combine.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The barrier.
    pub barrier: Span,
    /// Elements that some thread has stored to by then, in order, each with the greatest number of a thread that it
    /// depends on.
    pub covered: Vec<(i64, u32)>,
    /// The covered elements that were 0, in order.
    pub zeros: Vec<i64>,
    /// Type of the elements, integers as unsigned ones.
    pub ty: Type,
}

/// Why an execution ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The execution depends on an opaque value.
    Opaque,
    /// The execution is too long.
    Fuel,
}

type Step<T> = Result<T, Stop>;

/// A thread of the block.
#[derive(Clone)]
pub(crate) struct Thread {
    pub number: u32,
    /// The greatest number of a thread that the values read by this thread depend on.
    reach: u32,
    pub vars: Vec<Value>,
    /// The opaque conditions under which the thread executes.
    guard: Vec<Literal>,
    ended: bool,
}

/// A thread that left a labelled block, under its conditions.
type Left = (usize, Vec<Value>, Vec<Literal>);

/// The state that a loop without barriers may change.
struct State {
    threads: Vec<Thread>,
    arrays: FxHashMap<ObjectId, Array>,
    private: Vec<Private>,
    left: FxHashMap<LabelId, Vec<Left>>,
    continued: FxHashMap<LabelId, Vec<usize>>,
    leaks: FxHashSet<(LabelId, usize)>,
    misbehaves: bool,
}

/// An execution of one block.
pub struct Machine<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) launch: &'a Launch,
    fuel: &'a mut u64,
    pub(crate) threads: Vec<Thread>,
    pub(crate) arrays: FxHashMap<ObjectId, Array>,
    pub(crate) private: Vec<Private>,
    /// True if a shared array was accessed out of its bounds: no laws hold behind that access.
    misbehaves: bool,
    /// Number of loops around.
    depth: usize,
    /// Number of barriers in the text, by place.
    barriers: FxHashMap<Span, usize>,
    literals: u32,
    /// Operators of which the source states laws, by their functions.
    pub(crate) operators: FxHashMap<Arc<str>, Stated>,
    /// Conditions around that are comparisons.
    decisions: FxHashMap<u32, Comparison>,
    /// Labels around, innermost last.
    nest: Vec<LabelId>,
    /// Number of conditions of each thread where a labelled statement was entered.
    entered: FxHashMap<LabelId, Vec<usize>>,
    /// Labelled blocks around; other labels are those of loops.
    blocks: FxHashSet<LabelId>,
    left: FxHashMap<LabelId, Vec<Left>>,
    continued: FxHashMap<LabelId, Vec<usize>>,
    /// Threads of which some paths left through the statement of this label to one around it.
    leaks: FxHashSet<(LabelId, usize)>,
    /// The contents of arrays at the places reached.
    pub snapshots: Vec<Snapshot>,
}

impl<'a> Machine<'a> {
    /// A block that has not begun.
    pub fn new(kernel: &'a Kernel, launch: &'a Launch, fuel: &'a mut u64) -> Machine<'a> {
        let mut vars: Vec<Value> = kernel.vars.values().map(|v| Value::unknown(v.ty)).collect();
        for (id, param) in kernel.params.iter() {
            vars[param.var.index()] = match (param.ty, param.object, launch.scalars.get(&id)) {
                (Type::Ptr, Some(object), _) => Value::Pointer(Base::Object(object), Some(0)),
                (ty, _, Some(&value)) if ty.is_int() || ty == Type::Bool => {
                    scalar::wrap(ty, value as u64).map_or(Value::Opaque, Value::Known)
                }
                (ty, ..) => Value::unknown(ty),
            };
        }
        let thread = |number| Thread { number, reach: number, vars: vars.clone(), guard: Vec::new(), ended: false };
        let threads: Vec<Thread> = (0..launch.threads.1).map(thread).collect();
        let private = vec![Private::default(); threads.len()];
        let mut barriers: FxHashMap<Span, usize> = FxHashMap::default();
        visit(&kernel.body, &mut |s| {
            if let StmtKind::Barrier { .. } = s.kind {
                *barriers.entry(s.span).or_default() += 1;
            }
        });
        Machine {
            kernel,
            launch,
            fuel,
            threads,
            arrays: FxHashMap::default(),
            private,
            misbehaves: false,
            depth: 0,
            barriers,
            literals: 0,
            operators: operators(kernel),
            decisions: FxHashMap::default(),
            nest: Vec::new(),
            entered: FxHashMap::default(),
            blocks: FxHashSet::default(),
            left: FxHashMap::default(),
            continued: FxHashMap::default(),
            leaks: FxHashSet::default(),
            snapshots: Vec::new(),
        }
    }

    /// Executes the block. What was seen before it stopped stays.
    pub fn run(&mut self) -> Step<()> {
        let kernel = self.kernel;
        let all = (0..self.threads.len()).collect();
        self.block(&kernel.body, all).map(|_| ())
    }

    /// The origin of an array's elements.
    pub fn origin(&self, object: ObjectId) -> Option<Origin> {
        let array = self.arrays.get(&object)?;
        Some(Origin {
            barrier: array.origin?,
            covered: array.covered.clone(),
            zeros: array.zeros.clone(),
            ty: array.unit()?,
        })
    }

    fn block(&mut self, block: &'a Block, mut active: Vec<usize>) -> Step<Vec<usize>> {
        for stmt in block {
            if active.is_empty() {
                break;
            }
            active = self.stmt(stmt, active)?;
        }
        Ok(active)
    }

    fn stmt(&mut self, stmt: &'a Stmt, active: Vec<usize>) -> Step<Vec<usize>> {
        *self.fuel = self.fuel.checked_sub(active.len() as u64 + 1).ok_or(Stop::Fuel)?;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                for &t in &active {
                    self.threads[t].vars[var.index()] = self.eval(t, *value);
                }
            }
            StmtKind::Load { var, ty, ptr, volatile } => {
                for &t in &active {
                    let value = if *volatile { Value::unknown(*ty) } else { self.load(t, *ptr, *ty) };
                    self.threads[t].vars[var.index()] = value;
                }
            }
            StmtKind::Store { ptr, value, ty, .. } => {
                // All operands before all effects.
                let stores: Vec<_> = active.iter().map(|&t| (t, self.eval(t, *ptr), self.eval(t, *value))).collect();
                for (t, ptr, value) in stores {
                    self.store(t, ptr, *ty, value);
                }
            }
            StmtKind::Atomic { result, ty, ptr, .. } => {
                for &t in &active {
                    let ptr = self.eval(t, *ptr);
                    self.store(t, ptr, *ty, Value::Opaque);
                    if let Some(var) = result {
                        self.threads[t].vars[var.index()] = Value::Opaque;
                    }
                }
            }
            // The execution knows nothing about other blocks, before or after the barrier.
            StmtKind::Barrier { scope: BarrierScope::Block | BarrierScope::Grid, .. } => {
                self.barrier(&active, stmt.span)?;
            }
            StmtKind::Unsupported { .. } => return Err(Stop::Opaque),
            StmtKind::Barrier { scope: BarrierScope::Warp { .. }, .. } => self.warp_barrier(&active)?,
            StmtKind::MemFence { .. } | StmtKind::Assert { .. } | StmtKind::Snapshot { .. } => {}
            StmtKind::Warp { .. } | StmtKind::Havoc { .. } | StmtKind::Declare { storage: Storage::Var(_) } => {
                if let Some(var) = stmt.kind.target() {
                    let value = Value::unknown(self.kernel.vars[var].ty);
                    active.iter().for_each(|&t| self.threads[t].vars[var.index()] = value);
                }
            }
            StmtKind::Declare { storage: Storage::Object(object) } => {
                active.iter().for_each(|&t| self.private[t].forget(*object));
            }
            StmtKind::If { cond, then_block, else_block } => return self.branch(*cond, then_block, else_block, active),
            StmtKind::Loop { .. } => return self.repeat(stmt, active),
            StmtKind::Labelled { label, body } => return self.labelled(*label, body, active),
            StmtKind::Break(label) => {
                self.leave(*label, active)?;
                return Ok(Vec::new());
            }
            StmtKind::Continue(label) => {
                if active.iter().any(|&t| self.is_partial(*label, t)) {
                    return Err(Stop::Opaque);
                }
                self.continued.entry(*label).or_default().extend(active);
                return Ok(Vec::new());
            }
            StmtKind::Return => {
                if active.iter().any(|&t| !self.threads[t].guard.is_empty()) {
                    return Err(Stop::Opaque);
                }
                active.iter().for_each(|&t| self.threads[t].ended = true);
                return Ok(Vec::new());
            }
            StmtKind::Assume { cond, kind } => {
                for &t in &active {
                    match kind {
                        AssumeKind::Requires
                        | AssumeKind::Launch
                        | AssumeKind::Allocation
                        | AssumeKind::Enumeration => self.assume(t, *cond),
                        AssumeKind::External => self.private[t].clear(),
                        AssumeKind::Assume
                        | AssumeKind::Axiom
                        | AssumeKind::Contract
                        | AssumeKind::Aliasing
                        | AssumeKind::UniformGroups
                        | AssumeKind::Architecture => {}
                    }
                }
            }
        }
        Ok(active)
    }

    /// All threads that have not ended meet, for any values of opaque conditions.
    fn all_meet(&self, active: &[usize]) -> bool {
        let waiting = self.threads.iter().filter(|t| !t.ended).count();
        active.len() == waiting && active.iter().all(|&t| self.threads[t].guard.is_empty())
    }

    fn barrier(&mut self, active: &[usize], span: Span) -> Step<()> {
        if !self.all_meet(active) {
            return Err(Stop::Opaque);
        }
        // A place in the text must be one place of the kernel.
        let unique = self.barriers.get(&span) == Some(&1);
        for (&id, array) in self.arrays.iter_mut().filter(|(_, a)| a.changed) {
            array.changed = false;
            if array.origin.is_none() {
                let size = array.unit().map_or(1, Type::size) as i64;
                let most =
                    self.kernel.objects[id].size.map_or(MAX_ELEMENTS, |all| (all as i64 / size).min(MAX_ELEMENTS));
                array.begin(id, span, if unique { most } else { 0 });
            }
        }
        if self.depth == 0 && unique {
            self.look(ScanPlace::Barrier(span));
        }
        Ok(())
    }

    /// If lanes of a warp meet that are at several places, the order of statements is not that of the text.
    fn warp_barrier(&self, active: &[usize]) -> Step<()> {
        let mut here = vec![false; self.threads.len()];
        active.iter().for_each(|&t| here[t] = self.threads[t].guard.is_empty());
        let met = |warp: &[Thread], here: &[bool]| {
            here.iter().all(|h| !h) || warp.iter().zip(here).all(|(thread, &h)| h || thread.ended)
        };
        let all = self.threads.chunks(WARP).zip(here.chunks(WARP)).all(|(warp, here)| met(warp, here));
        let unguarded = active.iter().all(|&t| here[t]);
        if all && unguarded {
            Ok(())
        } else {
            Err(Stop::Opaque)
        }
    }

    /// Keeps the contents of arrays without stores since the last barrier.
    fn look(&mut self, place: ScanPlace) {
        if self.misbehaves {
            return;
        }
        for (&object, array) in &self.arrays {
            if array.changed || array.unit().is_none() {
                continue;
            }
            let elements = array.elements();
            if elements.iter().any(|(e, _)| matches!(e, Value::Interval(_))) {
                self.snapshots.push(Snapshot { place, object, elements });
            }
        }
    }

    fn branch(
        &mut self,
        cond: ExprId,
        then_block: &'a Block,
        else_block: &'a Block,
        active: Vec<usize>,
    ) -> Step<Vec<usize>> {
        let (mut yes, mut no, mut forks) = (Vec::new(), Vec::new(), Vec::new());
        for t in active {
            match self.eval(t, cond) {
                Value::Known(0) => no.push(t),
                Value::Known(_) => yes.push(t),
                value => {
                    let literal = self.literal();
                    if let Value::Compared(comparison) = value {
                        self.decisions.insert(literal, comparison);
                    }
                    forks.push((t, literal, self.threads[t].vars.clone(), self.threads[t].guard.clone()));
                    self.threads[t].guard.push((literal, true));
                    yes.push(t);
                    no.push(t);
                }
            }
        }
        let mut after = self.block(then_block, yes)?;
        let mut first: Vec<Option<(Vec<Value>, Vec<Literal>)>> = Vec::new();
        for (t, literal, vars, guard) in &forks {
            let thread = &mut self.threads[*t];
            let mut other = guard.clone();
            other.push((*literal, false));
            let state =
                (std::mem::replace(&mut thread.vars, vars.clone()), std::mem::replace(&mut thread.guard, other));
            first.push(after.contains(t).then_some(state));
        }
        let second = self.block(else_block, no)?;
        for ((t, literal, _, guard), first) in forks.into_iter().zip(first) {
            let decided = self.decisions.remove(&literal);
            let Some((vars, conditions)) = first else { continue };
            if !second.contains(&t) {
                (self.threads[t].vars, self.threads[t].guard) = (vars, conditions);
                continue;
            }
            let whole = [(&conditions, true), (&self.threads[t].guard, false)]
                .iter()
                .all(|(have, way)| have.split_last() == Some((&(literal, *way), &guard[..])));
            self.join(t, &vars, decided);
            self.threads[t].guard = guard;
            if !whole {
                let unknown = (self.literal(), true);
                self.threads[t].guard.push(unknown);
            }
        }
        after.extend(second);
        after.sort_unstable();
        after.dedup();
        Ok(after)
    }

    /// The values of a thread's variables behind two paths: those given where the comparison was true, if the condition
    /// was one.
    fn join(&mut self, t: usize, vars: &[Value], decided: Option<Comparison>) {
        for (mine, other) in self.threads[t].vars.iter_mut().zip(vars) {
            *mine = match decided {
                Some(comparison) => comparison.choose(*other, *mine),
                None => mine.join(*other),
            };
        }
    }

    fn literal(&mut self) -> u32 {
        self.literals += 1;
        self.literals
    }

    fn repeat(&mut self, stmt: &'a Stmt, active: Vec<usize>) -> Step<Vec<usize>> {
        let StmtKind::Loop { id, label, .. } = &stmt.kind else { return Ok(active) };
        let meets = contains(stmt, |kind| {
            matches!(kind, StmtKind::Barrier { scope: BarrierScope::Block | BarrierScope::Grid, .. })
        });
        let before = (!meets).then(|| State {
            threads: self.threads.clone(),
            arrays: self.arrays.clone(),
            private: self.private.clone(),
            left: self.left.clone(),
            continued: self.continued.clone(),
            leaks: self.leaks.clone(),
            misbehaves: self.misbehaves,
        });
        let around = self.nest.len();
        self.enter(*label);
        self.depth += 1;
        let mut result = self.iterate(stmt, active.clone());
        if let (Err(Stop::Opaque), Some(before)) = (&result, before) {
            self.threads = before.threads;
            self.arrays = before.arrays;
            self.private = before.private;
            self.left = before.left;
            self.continued = before.continued;
            self.leaks = before.leaks;
            self.misbehaves = before.misbehaves;
            result = self.skip(stmt, active);
        }
        self.depth -= 1;
        self.nest.truncate(around);
        let after = result?;
        if self.depth == 0 && self.all_meet(&after) {
            self.look(ScanPlace::AfterLoop(*id));
        }
        Ok(after)
    }

    fn iterate(&mut self, stmt: &'a Stmt, mut active: Vec<usize>) -> Step<Vec<usize>> {
        let StmtKind::Loop { label, head, cond, body, step, .. } = &stmt.kind else { return Ok(active) };
        let mut after = Vec::new();
        while !active.is_empty() {
            active = self.block(head, active)?;
            let mut stay = Vec::with_capacity(active.len());
            for t in active {
                match self.eval(t, *cond) {
                    Value::Known(0) => after.push(t),
                    Value::Known(_) => stay.push(t),
                    _ => return Err(Stop::Opaque),
                }
            }
            active = self.block(body, stay)?;
            active.extend(self.continued.remove(label).unwrap_or_default());
            active.sort_unstable();
            active = self.block(step, active)?;
            // A thread that leaves a loop does so whatever the opaque conditions are: its state does not change.
            after.extend(self.left.remove(label).unwrap_or_default().into_iter().map(|(t, ..)| t));
        }
        after.extend(self.left.remove(label).unwrap_or_default().into_iter().map(|(t, ..)| t));
        after.sort_unstable();
        Ok(after)
    }

    /// A loop without barriers that is not followed: the variables that it changes become opaque.
    fn skip(&mut self, stmt: &'a Stmt, active: Vec<usize>) -> Step<Vec<usize>> {
        let mut inner = Vec::new();
        let mut stmts = Vec::new();
        visit(std::slice::from_ref(stmt), &mut |s| {
            if let StmtKind::Loop { label, .. } | StmtKind::Labelled { label, .. } = &s.kind {
                inner.push(*label);
            }
            stmts.push(s);
        });
        for s in &stmts {
            match &s.kind {
                StmtKind::Break(label) | StmtKind::Continue(label) if inner.contains(label) => {}
                StmtKind::Return | StmtKind::Break(_) | StmtKind::Continue(_) => return Err(Stop::Opaque),
                StmtKind::Unsupported { .. } => return Err(Stop::Opaque),
                kind => {
                    let Some(var) = kind.target() else { continue };
                    let value = Value::unknown(self.kernel.vars[var].ty);
                    active.iter().for_each(|&t| self.threads[t].vars[var.index()] = value);
                }
            }
        }
        for s in &stmts {
            match &s.kind {
                StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } => {
                    for &t in &active {
                        match self.eval(t, *ptr) {
                            Value::Pointer(base, _) => self.lose(t, base),
                            _ => self.lose(t, Base::Unknown),
                        }
                    }
                }
                StmtKind::Assume { kind: AssumeKind::External, .. } => {
                    active.iter().for_each(|&t| self.private[t].clear());
                }
                _ => {}
            }
        }
        Ok(active)
    }

    fn enter(&mut self, label: LabelId) {
        self.nest.push(label);
        let conditions = self.threads.iter().map(|t| t.guard.len()).collect();
        self.entered.insert(label, conditions);
    }

    /// True if some paths of the thread, since it entered the statement, are elsewhere.
    fn is_partial(&self, label: LabelId, t: usize) -> bool {
        self.entered.get(&label).is_none_or(|entered| self.threads[t].guard.len() > entered[t])
    }

    fn leave(&mut self, label: LabelId, active: Vec<usize>) -> Step<()> {
        let of_loop = !self.blocks.contains(&label);
        for t in active {
            if self.is_partial(label, t) {
                if of_loop {
                    return Err(Stop::Opaque);
                }
                for &around in self.nest.iter().rev().take_while(|&&l| l != label) {
                    self.leaks.insert((around, t));
                }
            }
            let thread = &self.threads[t];
            let state = if of_loop { (Vec::new(), Vec::new()) } else { (thread.vars.clone(), thread.guard.clone()) };
            self.left.entry(label).or_default().push((t, state.0, state.1));
        }
        Ok(())
    }

    fn labelled(&mut self, label: LabelId, body: &'a Block, active: Vec<usize>) -> Step<Vec<usize>> {
        self.enter(label);
        self.blocks.insert(label);
        let mut after = self.block(body, active)?;
        let left = self.left.remove(&label).unwrap_or_default();
        let entered = self.entered.get(&label).cloned().unwrap_or_default();
        self.nest.pop();
        for (t, vars, guard) in left {
            if after.contains(&t) {
                self.join(t, &vars, None);
            } else {
                (self.threads[t].vars, self.threads[t].guard) = (vars, guard);
                after.push(t);
            }
        }
        after.sort_unstable();
        for &t in &after {
            let whole = !self.leaks.remove(&(label, t));
            self.threads[t].guard.truncate(entered[t]);
            if !whole {
                let unknown = (self.literal(), true);
                self.threads[t].guard.push(unknown);
            }
        }
        Ok(after)
    }

    /// A parameter whose value a precondition fixes.
    fn assume(&mut self, t: usize, cond: ExprId) {
        let ExprKind::Binary(op, a, b) = self.kernel.exprs[cond].kind else { return };
        match op {
            BinOp::And => [a, b].into_iter().for_each(|part| self.assume(t, part)),
            BinOp::Eq => {
                for (side, other) in [(a, b), (b, a)] {
                    let (Some(var), Value::Known(value)) = (self.variable(side), self.eval(t, other)) else { continue };
                    let ty = self.kernel.vars[var].ty;
                    let fits = scalar::wrap(ty, value) == Some(value);
                    if fits && ty.is_int() && self.threads[t].vars[var.index()] == Value::Opaque {
                        self.threads[t].vars[var.index()] = Value::Known(value);
                    }
                }
            }
            _ => {}
        }
    }

    /// The variable below conversions between integers that keep every value.
    fn variable(&self, e: ExprId) -> Option<wp_kir::VarId> {
        match &self.kernel.exprs[e].kind {
            ExprKind::Var(var) => Some(*var),
            ExprKind::Cast(wp_kir::CastKind::IntToInt, a) => {
                let keeps = match (self.kernel.ty(*a).int_range(), self.kernel.ty(e).int_range()) {
                    (Some((lo, hi)), Some((least, most))) => least <= lo && hi <= most,
                    _ => false,
                };
                keeps.then(|| self.variable(*a)).flatten()
            }
            _ => None,
        }
    }

    fn load(&mut self, t: usize, ptr: ExprId, ty: Type) -> Value {
        let Value::Pointer(Base::Object(object), offset) = self.eval(t, ptr) else { return Value::unknown(ty) };
        let found = match (self.kernel.objects[object].space, offset) {
            (Space::Shared, Some(offset)) => {
                self.note_bounds(object, offset, ty);
                let array = self.arrays.entry(object).or_default();
                let (value, reach) = array.index(offset, ty).map_or((Value::Opaque, 0), |index| array.get(index));
                let thread = &mut self.threads[t];
                thread.reach = thread.reach.max(reach);
                value
            }
            (Space::Private, Some(offset)) => self.private[t].get(object, offset, ty),
            _ => Value::unknown(ty),
        };
        match found {
            Value::Known(cell) => scalar::wrap(ty, cell).map_or(Value::unknown(ty), Value::Known),
            Value::Pointer(..) if ty != Type::Ptr => Value::Opaque,
            Value::Interval(_) | Value::Opaque if ty == Type::Ptr => Value::unknown(ty),
            found => found,
        }
    }

    fn store(&mut self, t: usize, ptr: Value, ty: Type, value: Value) {
        let value = match value {
            // A wider cell would hold more than is known.
            Value::Interval(i) if 8 * ty.size() != u64::from(i.bits) => Value::Opaque,
            Value::Compared(_) => Value::Opaque,
            value => value,
        };
        let Value::Pointer(base, offset) = ptr else { return self.lose(t, Base::Unknown) };
        let Base::Object(object) = base else { return self.lose(t, base) };
        let space = self.kernel.objects[object].space;
        if let (Space::Shared, Some(offset)) = (space, offset) {
            self.note_bounds(object, offset, ty);
        }
        let guard = &self.threads[t].guard;
        match (space, offset) {
            (Space::Shared, Some(offset)) => {
                let array = self.arrays.entry(object).or_default();
                array.note(self.depth > 0);
                if let Some(index) = array.index(offset, ty) {
                    let decided = match guard[..] {
                        [(literal, way)] => self.decisions.get(&literal).map(|&c| if way { c } else { c.negated() }),
                        _ => None,
                    };
                    let join = |old: Value| decided.map_or_else(|| old.join(value), |c| c.choose(value, old));
                    array.set(index, (value, self.threads[t].reach), guard, join);
                }
            }
            (Space::Private, offset) => self.private[t].set(object, offset, ty, value, guard.is_empty()),
            _ => self.lose(t, base),
        }
    }

    fn note_bounds(&mut self, object: ObjectId, offset: i64, ty: Type) {
        let size = self.kernel.objects[object].size;
        self.misbehaves |= offset < 0 || size.is_some_and(|all| offset as u64 + ty.size() > all);
    }

    /// Something unknown is stored somewhere in an object.
    fn lose(&mut self, t: usize, base: Base) {
        match base {
            Base::Null => {}
            Base::Object(object) => match self.kernel.objects[object].space {
                Space::Shared => {
                    let array = self.arrays.entry(object).or_default();
                    array.note(self.depth > 0);
                    array.lose();
                }
                Space::Private => self.private[t].forget(object),
                Space::Global | Space::Constant | Space::Image => {}
            },
            Base::Unknown => {
                for (id, object) in self.kernel.objects.iter() {
                    if object.space == Space::Shared {
                        let array = self.arrays.entry(id).or_default();
                        array.note(self.depth > 0);
                        array.lose();
                    }
                }
                self.private[t].clear();
            }
        }
    }
}

/// The operators that a kernel calls.
fn operators(kernel: &Kernel) -> FxHashMap<Arc<str>, Stated> {
    let mut found = FxHashMap::default();
    for (e, expr) in kernel.exprs.iter() {
        let ExprKind::Call(name, _) = &expr.kind else { continue };
        if let Some(operator) = Operator::named(name) {
            found.entry(name.clone()).or_insert_with(|| Stated::new(&operator, e, expr.ty));
        }
    }
    found
}

/// Threads of a warp.
const WARP: usize = 32;

fn contains(stmt: &Stmt, is: fn(&StmtKind) -> bool) -> bool {
    let mut found = false;
    visit(std::slice::from_ref(stmt), &mut |s| found |= is(&s.kind));
    found
}
