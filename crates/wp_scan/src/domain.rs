//! The domain of summations: the memory of one block, and how its threads react to values that are not known.
//!
//! Input: a kernel and the extents of the block. Output: the contents of shared arrays at each barrier outside of loops
//! ([`Snapshot`]), as combinations of their contents at the first barrier. Exact for executions without misbehaviour up
//! to that place, for any block of the grid, contents of memory and parameters: values that depend on these are opaque.
//!
//! A loop that depends on an opaque value is skipped if it contains no barrier, and the variables that it changes become
//! opaque; a barrier or a thread's end that depends on one stops the execution.

use crate::interval::{Base, Comparison, Value};
use crate::memory::{Array, Private, MAX_ELEMENTS};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::{Id, Span};
use wp_exec::{all_meet, lanes_meet, Access, Decision, Domain, Literal, Moment, Obstacle};
use wp_interp::scalar;
use wp_kir::{
    visit, AssumeKind, AtomicOp, BarrierScope, BinOp, ExprId, ExprKind, Kernel, LoopId, ObjectId, Operator, ParamId,
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
pub(crate) type Thread = wp_exec::Thread<Value, Condition>;

/// An opaque condition of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    number: u32,
    /// The condition, if it is a comparison.
    comparison: Option<Comparison>,
}

/// The memory of the block, and what is known of its use.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    arrays: FxHashMap<ObjectId, Array>,
    /// Private memory by thread.
    private: Vec<Private>,
    /// For each thread, the greatest number of a thread that the values read by it depend on.
    reach: Vec<u32>,
    /// True if a shared array was accessed out of its bounds: no laws hold behind that access.
    misbehaves: bool,
}

/// The domain of an execution of one block.
pub struct Summations<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) launch: &'a Launch,
    memory: Memory,
    /// Number of barriers in the text, by place.
    barriers: FxHashMap<Span, usize>,
    /// Number of opaque conditions so far.
    conditions: u32,
    /// Operators of which the source states laws, by their functions.
    pub(crate) operators: FxHashMap<Arc<str>, Stated>,
    /// The contents of arrays at the places reached.
    pub snapshots: Vec<Snapshot>,
}

impl<'a> Summations<'a> {
    /// The domain for a block that has not begun.
    pub fn new(kernel: &'a Kernel, launch: &'a Launch) -> Self {
        let mut barriers: FxHashMap<Span, usize> = FxHashMap::default();
        visit(&kernel.body, &mut |s| {
            if let StmtKind::Barrier { .. } = s.kind {
                *barriers.entry(s.span).or_default() += 1;
            }
        });
        let memory = Memory {
            private: vec![Private::default(); launch.threads.1 as usize],
            reach: (0..launch.threads.1).collect(),
            ..Memory::default()
        };
        let operators = operators(kernel);
        Self { kernel, launch, memory, barriers, conditions: 0, operators, snapshots: Vec::new() }
    }

    /// The threads of the block at the beginning.
    pub fn threads(&self) -> Vec<Thread> {
        let mut vars: Vec<Value> = self.kernel.vars.values().map(|v| Value::unknown(v.ty)).collect();
        for (id, param) in self.kernel.params.iter() {
            vars[param.var.index()] = match (param.ty, param.object, self.launch.scalars.get(&id)) {
                (Type::Ptr, Some(object), _) => Value::Pointer(Base::Object(object), Some(0)),
                (ty, _, Some(&value)) if ty.is_int() || ty == Type::Bool => {
                    scalar::wrap(ty, value as u64).map_or(Value::Opaque, Value::Known)
                }
                (ty, ..) => Value::unknown(ty),
            };
        }
        (0..self.launch.threads.1).map(|number| Thread::new(number, vars.clone())).collect()
    }

    /// The origin of an array's elements.
    pub fn origin(&self, object: ObjectId) -> Option<Origin> {
        let array = self.memory.arrays.get(&object)?;
        Some(Origin {
            barrier: array.origin?,
            covered: array.covered.clone(),
            zeros: array.zeros.clone(),
            ty: array.unit()?,
        })
    }

    /// Keeps the contents of arrays without stores since the last barrier.
    fn look(&mut self, place: ScanPlace) {
        if self.memory.misbehaves {
            return;
        }
        for (&object, array) in &self.memory.arrays {
            if array.changed || array.unit().is_none() {
                continue;
            }
            let elements = array.elements();
            if elements.iter().any(|(e, _)| matches!(e, Value::Interval(_))) {
                self.snapshots.push(Snapshot { place, object, elements });
            }
        }
    }

    fn condition(&mut self, comparison: Option<Comparison>) -> Condition {
        self.conditions += 1;
        Condition { number: self.conditions, comparison }
    }

    /// Gives parameters the value that a precondition fixes.
    fn fix(&self, thread: &mut Thread, cond: ExprId) {
        let ExprKind::Binary(op, a, b) = self.kernel.exprs[cond].kind else { return };
        match op {
            BinOp::And => [a, b].into_iter().for_each(|part| self.fix(thread, part)),
            BinOp::Eq => {
                for (side, other) in [(a, b), (b, a)] {
                    let (Some(var), Value::Known(value)) = (self.variable(side), self.value(thread, other)) else {
                        continue;
                    };
                    let ty = self.kernel.vars[var].ty;
                    let fits = scalar::wrap(ty, value) == Some(value);
                    if fits && ty.is_int() && thread.vars[var.index()] == Value::Opaque {
                        thread.vars[var.index()] = Value::Known(value);
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

    fn note_bounds(&mut self, object: ObjectId, offset: i64, ty: Type) {
        let size = self.kernel.objects[object].size;
        self.memory.misbehaves |= offset < 0 || size.is_some_and(|all| offset as u64 + ty.size() > all);
    }

    /// Something unknown is stored somewhere in an object.
    fn lose(&mut self, thread: usize, base: Base, in_loop: bool) {
        match base {
            Base::Null => {}
            Base::Object(object) => match self.kernel.objects[object].space {
                Space::Shared => {
                    let array = self.memory.arrays.entry(object).or_default();
                    array.note(in_loop);
                    array.lose();
                }
                Space::Private => self.memory.private[thread].forget(object),
                Space::Global | Space::Constant | Space::Image => {}
            },
            Base::Unknown => {
                for (id, object) in self.kernel.objects.iter() {
                    if object.space == Space::Shared {
                        let array = self.memory.arrays.entry(id).or_default();
                        array.note(in_loop);
                        array.lose();
                    }
                }
                self.memory.private[thread].clear();
            }
        }
    }

    /// The variable that a statement sets becomes opaque.
    fn forget_target(&self, threads: &mut [Thread], active: &[usize], kind: &StmtKind) {
        if let Some(var) = kind.target() {
            let value = Value::unknown(self.kernel.vars[var].ty);
            active.iter().for_each(|&t| threads[t].vars[var.index()] = value);
        }
    }
}

impl Domain for Summations<'_> {
    type Value = Value;
    type Condition = Condition;
    type Memory = Memory;
    type Stop = Stop;

    fn stop(&self, obstacle: Obstacle, _: Span) -> Stop {
        match obstacle {
            Obstacle::Steps => Stop::Fuel,
            _ => Stop::Opaque,
        }
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn eval(&mut self, thread: &mut Thread, expr: ExprId) -> Step<Value> {
        Ok(self.value(thread, expr))
    }

    fn decide(&mut self, value: Value, _: Span) -> Step<Decision<Condition>> {
        Ok(match value {
            Value::Known(0) => Decision::False,
            Value::Known(_) => Decision::True,
            Value::Compared(comparison) => Decision::Open(self.condition(Some(comparison))),
            _ => Decision::Open(self.condition(None)),
        })
    }

    fn choose(&mut self, guard: &[Literal<Condition>], [yes, no]: [Value; 2], _: Type, _: Span) -> Step<Value> {
        Ok(choose(guard, yes, no))
    }

    fn either(&mut self, _: &[Vec<Literal<Condition>>], _: Span) -> Step<Condition> {
        Ok(self.condition(None))
    }

    fn unknown(&mut self, ty: Type, _: &str, _: Span) -> Step<Value> {
        Ok(Value::unknown(ty))
    }

    fn declare(&mut self, thread: &mut Thread, storage: Storage, _: Span) -> Step<()> {
        match storage {
            Storage::Var(var) => thread.vars[var.index()] = Value::unknown(self.kernel.vars[var].ty),
            Storage::Object(object) => self.memory.private[thread.number as usize].forget(object),
        }
        Ok(())
    }

    fn load(&mut self, thread: &Thread, access: Access<Value>) -> Step<Value> {
        let ty = access.ty;
        // Other threads may change what is volatile without a barrier, and conflicts of threads are not noticed here.
        let (Value::Pointer(Base::Object(object), Some(offset)), false) = (access.ptr, access.volatile) else {
            return Ok(Value::unknown(ty));
        };
        let own = thread.number as usize;
        let found = match self.kernel.objects[object].space {
            Space::Shared => {
                self.note_bounds(object, offset, ty);
                let array = self.memory.arrays.entry(object).or_default();
                let (value, reach) = array.index(offset, ty).map_or((Value::Opaque, 0), |index| array.get(index));
                self.memory.reach[own] = self.memory.reach[own].max(reach);
                value
            }
            Space::Private => self.memory.private[own].get(object, offset, ty),
            _ => Value::unknown(ty),
        };
        Ok(match found {
            Value::Known(cell) => scalar::wrap(ty, cell).map_or(Value::unknown(ty), Value::Known),
            Value::Pointer(..) if ty != Type::Ptr => Value::Opaque,
            Value::Interval(_) | Value::Opaque if ty == Type::Ptr => Value::unknown(ty),
            found => found,
        })
    }

    fn store(&mut self, thread: &Thread, access: Access<Value>, value: Value) -> Step<()> {
        let (ty, in_loop, own) = (access.ty, access.at.loops > 0, thread.number as usize);
        let value = match value {
            // A wider cell would hold more than is known.
            Value::Interval(i) if 8 * ty.size() != u64::from(i.bits) => Value::Opaque,
            Value::Compared(_) => Value::Opaque,
            value => value,
        };
        let Value::Pointer(Base::Object(object), offset) = access.ptr else {
            self.lose(own, base_of(access.ptr), in_loop);
            return Ok(());
        };
        match (self.kernel.objects[object].space, offset) {
            (Space::Shared, Some(offset)) => {
                self.note_bounds(object, offset, ty);
                let array = self.memory.arrays.entry(object).or_default();
                array.note(in_loop);
                if let Some(index) = array.index(offset, ty) {
                    let under: Vec<(u32, bool)> = thread.guard.iter().map(|l| (l.condition.number, l.holds)).collect();
                    let join = |old: Value| choose(&thread.guard, value, old);
                    array.set(index, (value, self.memory.reach[own]), &under, join);
                }
            }
            (Space::Private, offset) => {
                self.memory.private[own].set(object, offset, ty, value, thread.guard.is_empty());
            }
            _ => self.lose(own, Base::Object(object), in_loop),
        }
        Ok(())
    }

    fn atomic(&mut self, thread: &Thread, access: Access<Value>, _: AtomicOp, _: &[Value]) -> Step<()> {
        self.store(thread, access, Value::Opaque)
    }

    /// The execution knows nothing about other blocks, before or after a barrier of the grid.
    fn barrier(&mut self, _: &[Thread], _: BarrierScope, at: Moment) -> Step<()> {
        // A place in the text must be one place of the kernel.
        let unique = self.barriers.get(&at.span) == Some(&1);
        for (&id, array) in self.memory.arrays.iter_mut().filter(|(_, a)| a.changed) {
            array.changed = false;
            if array.origin.is_none() {
                let size = array.unit().map_or(1, Type::size) as i64;
                let most = self.kernel.objects[id]
                    .size
                    .map_or(MAX_ELEMENTS.get(), |all| (all as i64 / size).min(MAX_ELEMENTS.get()));
                array.begin(id, at.span, if unique { most } else { 0 });
            }
        }
        if at.loops == 0 && unique {
            self.look(ScanPlace::Barrier(at.span));
        }
        Ok(())
    }

    /// If lanes of a warp meet that are at several places, the order of statements is not that of the text.
    fn warp_barrier(&mut self, threads: &[Thread], active: &[usize], _: Moment) -> Step<()> {
        match lanes_meet(threads, active, self.kernel.lanes) {
            true => Ok(()),
            false => Err(Stop::Opaque),
        }
    }

    fn warp(&mut self, threads: &mut [Thread], active: &[usize], stmt: &Stmt) -> Step<()> {
        self.forget_target(threads, active, &stmt.kind);
        Ok(())
    }

    fn assume(&mut self, thread: &mut Thread, cond: ExprId, kind: AssumeKind, _: Span) -> Step<()> {
        match kind {
            AssumeKind::Requires
            | AssumeKind::Launch
            | AssumeKind::Allocation
            | AssumeKind::Contiguous
            | AssumeKind::Enumeration => {
                self.fix(thread, cond);
            }
            AssumeKind::External => self.memory.private[thread.number as usize].clear(),
            AssumeKind::Assume
            | AssumeKind::Axiom
            | AssumeKind::Contract
            | AssumeKind::Aliasing
            | AssumeKind::UniformGroups
            | AssumeKind::Architecture
            | AssumeKind::WarpSize => {}
        }
        Ok(())
    }

    fn may_skip(&self, stmt: &Stmt) -> bool {
        !contains(stmt, |kind| {
            matches!(kind, StmtKind::Barrier { scope: BarrierScope::Block | BarrierScope::Grid, .. })
        })
    }

    fn skip(&mut self, threads: &mut [Thread], active: &[usize], stmt: &Stmt, reason: Stop) -> Step<()> {
        let (mut inner, mut stmts) = (Vec::new(), Vec::new());
        visit(std::slice::from_ref(stmt), &mut |s| {
            if let StmtKind::Loop { label, .. } | StmtKind::Labelled { label, .. } = &s.kind {
                inner.push(*label);
            }
            stmts.push(s);
        });
        let leaves = |kind: &StmtKind| match kind {
            StmtKind::Break(label) | StmtKind::Continue(label) => !inner.contains(label),
            StmtKind::Return | StmtKind::Unsupported { .. } => true,
            _ => false,
        };
        if reason == Stop::Fuel || stmts.iter().any(|s| leaves(&s.kind)) {
            return Err(reason);
        }
        stmts.iter().for_each(|s| self.forget_target(threads, active, &s.kind));
        for s in stmts {
            match &s.kind {
                StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } => {
                    for &t in active {
                        self.lose(t, base_of(self.value(&threads[t], *ptr)), true);
                    }
                }
                StmtKind::Assume { kind: AssumeKind::External, .. } => {
                    active.iter().for_each(|&t| self.memory.private[t].clear());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn loop_ended(&mut self, threads: &[Thread], active: &[usize], id: LoopId, at: Moment) {
        if at.loops == 0 && all_meet(threads, active) {
            self.look(ScanPlace::AfterLoop(id));
        }
    }
}

/// The abstract value that is `yes` if all literals hold, else `no`.
fn choose(guard: &[Literal<Condition>], yes: Value, no: Value) -> Value {
    match guard {
        [Literal { condition: Condition { comparison: Some(comparison), .. }, holds }] => {
            let decided = if *holds { *comparison } else { comparison.negated() };
            decided.choose(yes, no)
        }
        _ => no.join(yes),
    }
}

/// The base of a pointer.
fn base_of(ptr: Value) -> Base {
    match ptr {
        Value::Pointer(base, _) => base,
        _ => Base::Unknown,
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

fn contains(stmt: &Stmt, is: fn(&StmtKind) -> bool) -> bool {
    let mut found = false;
    visit(std::slice::from_ref(stmt), &mut |s| found |= is(&s.kind));
    found
}
