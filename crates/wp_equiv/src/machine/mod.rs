//! Executes a launch of a kernel, or several one after the other, over inputs that are not known: all threads,
//! statement by statement.
//!
//! Input: a kernel, a concrete launch, the values of some scalars. Output: what every touched cell of global memory
//! holds in the end, as values over the inputs ([`crate::value`]). Exact for executions without races, divergence and
//! undefined behaviour; where it cannot be exact it stops and says why. Threads of a block go in lock-step, which is
//! one schedule of many: the watch of [`memory`] stops the execution where another one could differ. Follows the
//! non-parametric encoding of Li and Gopalakrishnan (PUGpara, section III), with blocks one after the other.
//!
//! A condition that depends on inputs forks the threads that meet it: both branches are executed, and what they assign
//! and store is chosen by the condition. Leaving a loop or the kernel, a barrier or an address that depends on inputs
//! stops.
//!
//! Named assumptions are collected in [`Machine::assumptions`]. Not modelled: pointers in memory, views of an array
//! with elements of several sizes, grid barriers, atomics other than commutative updates, results of atomics.

mod eval;
mod memory;
mod warp;

use crate::concrete::Limits;
use crate::pair::Binding;
use crate::value::{Node, NodeId, Pool};
use memory::{initial, Fault, Instance, Mode, Who};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use wp_base::{Assumption, Id, Span};
use wp_interp::ConcreteLaunch;
use wp_kir::{
    AssumeKind, AtomicOp, BarrierScope, BinOp, Block, Dialect, ExprId, Init, Kernel, LabelId, ObjectId, Space, Stmt,
    StmtKind, Storage, Type, UnOp, VarId,
};

/// A scalar in a variable or a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// A constant, as a cell of `wp_interp::scalar`.
    Known(u64),
    /// A value over the inputs.
    Node(NodeId),
    /// A pointer: object (`None`: null) and byte offset.
    Pointer(Option<ObjectId>, i64),
    /// Never assigned.
    Unset,
}

/// Why an execution stopped: a reason for people, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The reason, as the end of a sentence.
    pub what: String,
    /// The place in the source.
    pub span: Span,
}

/// Result of a step.
type Step<T> = Result<T, Stop>;

fn stop<T>(what: impl Into<String>, span: Span) -> Step<T> {
    Err(Stop { what: what.into(), span })
}

/// The final contents of a cell of global memory.
#[derive(Clone, Copy, Debug)]
pub struct Final {
    /// Type of the last store.
    pub ty: Type,
    /// The value.
    pub value: Scalar,
    /// The last store.
    pub span: Option<Span>,
}

/// One thread of the block at hand.
struct Thread {
    linear: u32,
    coords: [u32; 3],
    vars: Vec<Scalar>,
    /// Under which condition over the inputs it executes what it executes; `None` is always.
    guard: Option<NodeId>,
    exited: bool,
}

/// An execution of launches, one after the other.
pub struct Machine<'a> {
    kernel: &'a Kernel,
    launch: ConcreteLaunch,
    binding: &'a Binding,
    pool: &'a mut Pool,
    fuel: u64,
    deadline: Option<Instant>,
    globals: FxHashMap<ObjectId, Instance>,
    block: u32,
    block_coords: [u32; 3],
    interval: [u32; 3],
    threads: Vec<Thread>,
    shared: FxHashMap<ObjectId, Instance>,
    private: FxHashMap<(u32, ObjectId), Instance>,
    breaks: FxHashMap<LabelId, Vec<usize>>,
    continues: FxHashMap<LabelId, Vec<usize>>,
    atomics: FxHashMap<(ObjectId, i64), AtomicOp>,
    /// Codes of the assumptions that the execution rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// Whether atomics add floats, in an order that the schedule chooses.
    pub reorders: bool,
}

impl<'a> Machine<'a> {
    /// A machine before the launch of `first`.
    pub fn new(first: &'a Kernel, binding: &'a Binding, pool: &'a mut Pool, limits: &Limits) -> Machine<'a> {
        Machine {
            kernel: first,
            launch: ConcreteLaunch { block: [1; 3], grid: [1; 3], offset: [0; 3] },
            binding,
            pool,
            fuel: limits.statements,
            deadline: limits.deadline,
            globals: FxHashMap::default(),
            block: 0,
            block_coords: [0; 3],
            interval: [0; 3],
            threads: Vec::new(),
            shared: FxHashMap::default(),
            private: FxHashMap::default(),
            breaks: FxHashMap::default(),
            continues: FxHashMap::default(),
            atomics: FxHashMap::default(),
            assumptions: BTreeSet::from([Assumption::InBounds]),
            reorders: false,
        }
    }

    /// Executes all blocks of a launch, on what earlier launches have left in global memory.
    pub fn run(&mut self, kernel: &'a Kernel, launch: ConcreteLaunch) -> Step<()> {
        (self.kernel, self.launch) = (kernel, launch);
        self.globals.values_mut().for_each(Instance::settle);
        self.atomics.clear();
        if kernel.objects.values().filter(|o| o.may_be_given()).count() > 1 {
            self.assumptions.insert(Assumption::NoAlias);
        }
        let extent = self.launch.block;
        let mut template: Vec<Scalar> = vec![Scalar::Unset; kernel.vars.len()];
        for (id, param) in kernel.params.iter() {
            template[param.var.index()] = match (self.binding.scalars.get(&id), param.ty) {
                (_, Type::Ptr) if param.object.is_none() => {
                    return stop("a pointer that points to no array", param.span)
                }
                (_, Type::Ptr) => Scalar::Pointer(param.object, 0),
                (Some(&cell), _) => Scalar::Known(cell),
                (None, ty) => {
                    let number = self.binding.free.get(&id).copied().unwrap_or(usize::MAX);
                    Scalar::Node(self.pool.add(Node::Param(number, ty)))
                }
            };
        }
        for block in 0..self.launch.blocks() {
            self.block = block as u32;
            self.block_coords = coordinates(block, self.launch.grid);
            self.interval = [0; 3];
            self.shared.clear();
            self.private.clear();
            self.breaks.clear();
            self.continues.clear();
            self.threads = (0..self.launch.threads_per_block())
                .map(|t| Thread {
                    linear: t as u32,
                    coords: coordinates(t, extent),
                    vars: template.clone(),
                    guard: None,
                    exited: false,
                })
                .collect();
            let all = (0..self.threads.len()).collect();
            self.block(&kernel.body, all)?;
        }
        Ok(())
    }

    /// The final contents of an object in global memory, by byte offset: the cells that were stored to.
    pub fn finals(&self, object: ObjectId) -> Vec<(i64, Final)> {
        let cells = self.globals.get(&object).into_iter().flat_map(|i| &i.cells);
        let mut finals: Vec<(i64, Final)> = cells
            .filter_map(|(&offset, cell)| {
                let ((ty, value), span) = (cell.value?, cell.span);
                span.is_some().then_some((offset, Final { ty, value, span }))
            })
            .collect();
        finals.sort_unstable_by_key(|(offset, _)| *offset);
        finals
    }

    /// Executes statements; the threads that arrive behind them.
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
        let span = stmt.span;
        self.spend(active.len() as u64, span)?;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                for &t in &active {
                    let value = self.eval(t, *value)?;
                    self.threads[t].vars[var.index()] = value;
                }
            }
            StmtKind::Load { var, ty, ptr, .. } => {
                for &t in &active {
                    let value = self.load(t, *ptr, *ty, span)?;
                    self.threads[t].vars[var.index()] = value;
                }
            }
            StmtKind::Store { ptr, value, ty, .. } => {
                // All operands before all effects: the store of one thread must not be the input of another's.
                let mut stores = Vec::with_capacity(active.len());
                for &t in &active {
                    stores.push((t, self.eval(t, *value)?));
                }
                for (t, value) in stores {
                    self.store(t, *ptr, *ty, value, span)?;
                }
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, .. } => {
                for &t in &active {
                    self.atomic(t, *op, *ty, *ptr, operands, span)?;
                    if let Some(var) = result {
                        let what = "what an atomic operation returned";
                        self.threads[t].vars[var.index()] = self.undefined(*ty, what, span);
                    }
                }
            }
            StmtKind::Barrier { scope, fence, .. } => match scope {
                BarrierScope::Grid => return stop("a barrier of the whole grid is not modelled", span),
                // Orders lanes of a warp; the watch over conflicts does not use it.
                BarrierScope::Warp { .. } => {}
                BarrierScope::Block => {
                    let waiting = self.threads.iter().filter(|t| !t.exited).count();
                    if active.len() != waiting || active.iter().any(|&t| self.threads[t].guard.is_some()) {
                        return stop("not all threads of a block reach a barrier together", span);
                    }
                    if waiting != self.threads.len() {
                        if self.kernel.dialect == Dialect::OpenCl {
                            return stop("threads have returned before a barrier", span);
                        }
                        self.assumptions.insert(Assumption::ExitArrives);
                    }
                    self.interval[0] += u32::from(fence.global);
                    self.interval[1] += u32::from(fence.shared);
                    self.interval[2] += u32::from(fence.image);
                }
            },
            StmtKind::MemFence { .. } | StmtKind::Snapshot { .. } => {}
            StmtKind::Warp { result, op, operands, mask, width } => {
                self.warp(&active, *result, *op, operands, (*mask, *width), span)?;
            }
            StmtKind::If { cond, then_block, else_block } => {
                return self.branch(*cond, then_block, else_block, active, span)
            }
            StmtKind::Loop { label, head, cond, body, step, .. } => {
                return self.repeat(*label, head, *cond, body, step, active)
            }
            StmtKind::Labelled { label, body } => {
                let mut active = self.block(body, active)?;
                active.extend(self.breaks.remove(label).unwrap_or_default());
                active.sort_unstable();
                return Ok(active);
            }
            StmtKind::Break(label) => {
                self.unguarded(&active, span)?;
                self.breaks.entry(*label).or_default().extend(active);
                return Ok(Vec::new());
            }
            StmtKind::Continue(label) => {
                self.unguarded(&active, span)?;
                self.continues.entry(*label).or_default().extend(active);
                return Ok(Vec::new());
            }
            StmtKind::Return => {
                self.unguarded(&active, span)?;
                active.iter().for_each(|&t| self.threads[t].exited = true);
                return Ok(Vec::new());
            }
            // Assertions are not checked here.
            StmtKind::Assert { .. } => {}
            StmtKind::Assume { cond, kind } => self.assume(&active, *cond, *kind, span)?,
            StmtKind::Havoc { var, reason } => {
                for &t in &active {
                    let ty = self.kernel.vars[*var].ty;
                    self.threads[t].vars[var.index()] = self.undefined(ty, reason, span);
                }
            }
            StmtKind::Declare { storage } => self.declare(&active, *storage),
            StmtKind::Unsupported { what } => return stop(format!("{what} is not supported"), span),
        }
        Ok(active)
    }

    /// Forgets the contents of the active threads' private storage, whatever their guards: it is not used outside the iteration that begins here.
    fn declare(&mut self, active: &[usize], storage: Storage) {
        for &t in active {
            match storage {
                Storage::Var(var) => self.threads[t].vars[var.index()] = Scalar::Unset,
                Storage::Object(object) => drop(self.private.remove(&(self.threads[t].linear, object))),
            }
        }
    }

    fn spend(&mut self, amount: u64, span: Span) -> Step<()> {
        if self.fuel < amount || self.pool.count() > MAX_NODES {
            return stop("the launch is too large for an execution over symbolic contents", span);
        }
        if self.fuel / LOOKS_AT_CLOCK != (self.fuel - amount) / LOOKS_AT_CLOCK
            && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            return stop("the time limit", span);
        }
        self.fuel -= amount;
        Ok(())
    }

    /// Threads that leave must leave for all inputs.
    fn unguarded(&self, active: &[usize], span: Span) -> Step<()> {
        match active.iter().any(|&t| self.threads[t].guard.is_some()) {
            true => stop("control leaves a loop or the kernel under a condition on the contents of the inputs", span),
            false => Ok(()),
        }
    }

    fn assume(&mut self, active: &[usize], cond: ExprId, kind: AssumeKind, span: Span) -> Step<()> {
        self.assumptions.insert(kind.assumption().unwrap_or(Assumption::Assume));
        for &t in active {
            // A condition that cannot be evaluated is about inputs, or in the language of specifications: it stays
            // assumed.
            if let Ok(Scalar::Known(0)) = self.eval(t, cond) {
                return stop("an assumption in the source does not hold for this launch and these values", span);
            }
        }
        Ok(())
    }

    /// `if`: threads for which the condition depends on inputs execute both branches, each under its guard.
    fn branch(
        &mut self,
        cond: ExprId,
        then_block: &'a Block,
        else_block: &'a Block,
        active: Vec<usize>,
        span: Span,
    ) -> Step<Vec<usize>> {
        let (mut yes, mut no, mut forks) = (Vec::new(), Vec::new(), Vec::new());
        for &t in &active {
            match self.eval(t, cond)? {
                Scalar::Known(0) => no.push(t),
                Scalar::Known(_) => yes.push(t),
                Scalar::Node(c) => {
                    forks.push((t, c, self.threads[t].guard, self.threads[t].vars.clone()));
                    yes.push(t);
                    no.push(t);
                }
                _ => return stop("a condition that is no truth value", span),
            }
        }
        for (t, c, guard, _) in &forks {
            self.threads[*t].guard = Some(self.conjunction(*guard, *c));
        }
        let mut after = self.block(then_block, yes)?;
        for (t, c, guard, vars) in &mut forks {
            std::mem::swap(vars, &mut self.threads[*t].vars);
            let not = self.pool.add(Node::Unary(UnOp::Not, Type::Bool, *c));
            self.threads[*t].guard = Some(self.conjunction(*guard, not));
        }
        after.extend(self.block(else_block, no)?);
        for (t, c, guard, vars) in forks {
            self.threads[t].guard = guard;
            for (index, then_value) in vars.into_iter().enumerate() {
                let else_value = self.threads[t].vars[index];
                let ty = self.kernel.vars[VarId::from_index(index)].ty;
                self.threads[t].vars[index] = self.choose(ty, c, then_value, else_value, span)?;
            }
        }
        after.sort_unstable();
        after.dedup();
        Ok(after)
    }

    fn repeat(
        &mut self,
        label: LabelId,
        head: &'a Block,
        cond: ExprId,
        body: &'a Block,
        step: &'a Block,
        mut active: Vec<usize>,
    ) -> Step<Vec<usize>> {
        let mut left = Vec::new();
        let span = self.kernel.exprs[cond].span;
        while !active.is_empty() {
            self.spend(1, span)?;
            active = self.block(head, active)?;
            let mut stay = Vec::with_capacity(active.len());
            for t in active {
                match self.eval(t, cond)? {
                    Scalar::Known(0) => left.push(t),
                    Scalar::Known(_) => stay.push(t),
                    _ => return stop("the number of iterations of a loop depends on an input that is not given", span),
                }
            }
            active = self.block(body, stay)?;
            active.extend(self.continues.remove(&label).unwrap_or_default());
            active.sort_unstable();
            active = self.block(step, active)?;
            left.extend(self.breaks.remove(&label).unwrap_or_default());
        }
        left.extend(self.breaks.remove(&label).unwrap_or_default());
        left.sort_unstable();
        Ok(left)
    }

    fn undefined(&mut self, ty: Type, what: &str, span: Span) -> Scalar {
        match ty {
            Type::Ptr => Scalar::Unset,
            _ => Scalar::Node(self.pool.undefined(ty, Arc::from(what), span)),
        }
    }

    fn conjunction(&mut self, guard: Option<NodeId>, with: NodeId) -> NodeId {
        match guard {
            None => with,
            Some(guard) => self.pool.add(Node::Binary(BinOp::And, Type::Bool, guard, with)),
        }
    }

    /// The cell that a pointer points to, after the access was watched.
    fn cell(&mut self, t: usize, ptr: ExprId, ty: Type, mode: Mode, span: Span) -> Step<(ObjectId, i64)> {
        let (object, offset) = match self.eval(t, ptr)? {
            Scalar::Pointer(Some(object), offset) => (object, offset),
            Scalar::Pointer(None, _) => return stop("an access through a null pointer", span),
            _ => return stop("an access through a pointer that could not be resolved", span),
        };
        let info = &self.kernel.objects[object];
        let who = |interval| Who { block: self.block, interval, thread: self.threads[t].linear };
        let (instance, who) = match info.space {
            Space::Global | Space::Constant => (self.globals.entry(object).or_default(), Some(who(self.interval[0]))),
            Space::Image => (self.globals.entry(object).or_default(), Some(who(self.interval[2]))),
            Space::Shared => (self.shared.entry(object).or_default(), Some(who(self.interval[1]))),
            Space::Private => (self.private.entry((self.threads[t].linear, object)).or_default(), None),
        };
        if info.space == Space::Constant && mode != Mode::Read {
            return stop("a store to constant memory", span);
        }
        let name = &info.name;
        match instance.access(info, offset, ty, mode, who) {
            Ok(_) => Ok((object, offset)),
            Err(Fault::Bounds) => stop(format!("an access to `{name}` at byte {offset}, out of its bounds"), span),
            Err(Fault::Sizes) => stop(format!("accesses to `{name}` with elements of several sizes"), span),
            Err(Fault::Conflict) => {
                stop(format!("accesses of two threads to byte {offset} of `{name}` that no barrier orders"), span)
            }
        }
    }

    fn contents(&mut self, t: usize, object: ObjectId, offset: i64) -> &mut memory::Cell {
        let instance = match self.kernel.objects[object].space {
            Space::Global | Space::Constant | Space::Image => self.globals.entry(object).or_default(),
            Space::Shared => self.shared.entry(object).or_default(),
            Space::Private => self.private.entry((self.threads[t].linear, object)).or_default(),
        };
        instance.at(offset)
    }

    /// The contents of a cell, as a value of the type.
    fn read(&mut self, t: usize, object: ObjectId, offset: i64, ty: Type, span: Span) -> Step<Scalar> {
        if let Some((stored, value)) = self.contents(t, object, offset).value {
            return self.reinterpret(stored, ty, value, span);
        }
        let info = &self.kernel.objects[object];
        let value = match (&info.init, ty) {
            (_, Type::Ptr) => return stop("a pointer is read from memory", span),
            (Init::Bytes(_), _) => match initial(info, offset, ty) {
                Some(cell) => Scalar::Known(cell),
                None => return stop("a table of constants with elements of another type", span),
            },
            (Init::Input, _) => match self.binding.arrays.get(&object) {
                Some(&array) => Scalar::Node(self.pool.add(Node::Input { array, offset, ty: unsigned(ty) })),
                None => return stop(format!("`{}` has no counterpart in the other kernel", info.name), span),
            },
            (Init::Undefined, _) => self.undefined(ty, "memory that was never written", span),
        };
        // An undefined cell has one value for all readers.
        self.contents(t, object, offset).value = Some((unsigned(ty), value));
        self.reinterpret(unsigned(ty), ty, value, span)
    }

    fn load(&mut self, t: usize, ptr: ExprId, ty: Type, span: Span) -> Step<Scalar> {
        let (object, offset) = self.cell(t, ptr, ty, Mode::Read, span)?;
        self.read(t, object, offset, ty, span)
    }

    fn store(&mut self, t: usize, ptr: ExprId, ty: Type, mut value: Scalar, span: Span) -> Step<()> {
        let (object, offset) = self.cell(t, ptr, ty, Mode::Write, span)?;
        if ty == Type::Ptr {
            return stop("a pointer is stored in memory", span);
        }
        if let Some(guard) = self.threads[t].guard {
            let old = self.read(t, object, offset, ty, span)?;
            value = self.choose(ty, guard, value, old, span)?;
        }
        let cell = self.contents(t, object, offset);
        cell.value = Some((ty, value));
        cell.span = Some(span);
        Ok(())
    }

    /// A commutative update: the order of the threads does not matter, but for the rounding of floats.
    fn atomic(&mut self, t: usize, op: AtomicOp, ty: Type, ptr: ExprId, operands: &[ExprId], span: Span) -> Step<()> {
        let binary = match op {
            AtomicOp::Add => BinOp::Add,
            AtomicOp::Sub => BinOp::Sub,
            AtomicOp::Min => BinOp::Min,
            AtomicOp::Max => BinOp::Max,
            AtomicOp::And => BinOp::And,
            AtomicOp::Or => BinOp::Or,
            AtomicOp::Xor => BinOp::Xor,
            AtomicOp::Exch | AtomicOp::Inc | AtomicOp::Dec | AtomicOp::Cas | AtomicOp::Load => {
                return stop("an atomic operation whose result depends on the order of the threads", span)
            }
        };
        if ty.is_float() && op != AtomicOp::Add {
            return stop("an atomic operation on floats other than an addition", span);
        }
        let Some(&operand) = operands.first() else { return stop("an atomic operation without operand", span) };
        let operand = self.eval(t, operand)?;
        let (object, offset) = self.cell(t, ptr, ty, Mode::Atomic, span)?;
        if *self.atomics.entry((object, offset)).or_insert(op) != op {
            return stop("different atomic operations on one element", span);
        }
        self.reorders |= ty.is_float();
        let old = self.read(t, object, offset, ty, span)?;
        // The addition of an atomic wraps, whatever the type.
        let arithmetic = if op == AtomicOp::Add || op == AtomicOp::Sub { unsigned(ty) } else { ty };
        let mut value = self.binary(binary, arithmetic, old, operand, span)?;
        if let Some(guard) = self.threads[t].guard {
            value = self.choose(ty, guard, value, old, span)?;
        }
        let cell = self.contents(t, object, offset);
        cell.value = Some((arithmetic, value));
        cell.span = Some(span);
        Ok(())
    }
}

/// Statements of threads after which the clock is looked at.
const LOOKS_AT_CLOCK: u64 = 1 << 16;

/// Greatest number of values of a pair.
const MAX_NODES: usize = 4_000_000;

/// The unsigned type of the same width; other types stay.
fn unsigned(ty: Type) -> Type {
    match ty {
        Type::Int { bits, .. } => Type::Int { bits, signed: false },
        _ => ty,
    }
}

fn coordinates(linear: u64, extents: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(extents[0]), u64::from(extents[1]));
    [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
}
