//! Executes a launch of a kernel, or several one after the other, over inputs that are not known: the domain of
//! formulas for the lock-step executor, and the blocks of a launch one after the other.
//!
//! Input: a kernel, a concrete launch, the values of some scalars. Output: what every touched cell of global memory
//! holds in the end, as values over the inputs ([`crate::value`]). Exact for executions without races, divergence and
//! undefined behaviour; where it cannot be exact it stops and says why. Threads of a block go in lock-step, which is
//! one schedule of many: the watch of [`memory`] stops the execution where another one could differ. Follows the
//! non-parametric encoding of Li and Gopalakrishnan (PUGpara, section III), with blocks one after the other.
//!
//! A condition that depends on inputs is a formula: what the branches assign and store is joined as
//! `condition ? then : else`. The guard of a
//! store is the conjunction of the literals of its path.
//!
//! Named assumptions are collected in [`Formulas::assumptions`]. Not modelled: pointers in memory, views of an array
//! with elements of several sizes, grid barriers, atomics other than commutative updates, results of atomics.

mod eval;
mod memory;
mod warp;

use crate::concrete::Limits;
use crate::pair::{Binding, ScalarBinding};
use crate::value::{Node, NodeId, Pool};
use memory::{initial, Fault, Memory, Mode, Who};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use wp_base::{Assumption, Id, Span};
use wp_exec::{Access, Decision, Domain, Literal, LockStep, Moment, Obstacle};
use wp_interp::ConcreteLaunch;
use wp_kir::{
    AssumeKind, AtomicOp, BarrierScope, BinOp, Dialect, ExprId, Init, Kernel, ObjectId, Space, Stmt, Storage, Type,
    UnOp,
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
type Thread = wp_exec::Thread<Scalar, NodeId>;

/// An execution of launches, one after the other.
pub struct Formulas<'a> {
    kernel: &'a Kernel,
    launch: ConcreteLaunch,
    binding: &'a Binding,
    pool: &'a mut Pool,
    steps: u64,
    deadline: Option<Instant>,
    memory: Memory,
    block: u32,
    block_coords: [u32; 3],
    /// Indices of the threads of a block.
    coords: Vec<[u32; 3]>,
    /// The clock was looked at last when this multiple of [`LOOKS_AT_CLOCK`] steps was left.
    looked: u64,
    /// The assumptions that the execution rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// True if atomics add floats, in an order that the schedule chooses.
    pub reorders: bool,
}

impl<'a> Formulas<'a> {
    /// An execution before the launch of `first`.
    pub fn new(first: &'a Kernel, binding: &'a Binding, pool: &'a mut Pool, limits: &Limits) -> Self {
        Self {
            kernel: first,
            launch: ConcreteLaunch::linear(1, 1),
            binding,
            pool,
            steps: limits.statements,
            deadline: limits.deadline,
            memory: Memory::default(),
            block: 0,
            block_coords: [0; 3],
            coords: Vec::new(),
            looked: u64::MAX,
            assumptions: BTreeSet::from([Assumption::InBounds]),
            reorders: false,
        }
    }

    /// Executes all blocks of a launch, on what earlier launches have left in global memory.
    pub fn run(&mut self, kernel: &'a Kernel, launch: ConcreteLaunch) -> Step<()> {
        (self.kernel, self.launch) = (kernel, launch);
        self.memory.begin_launch();
        if kernel.objects.values().filter(|o| o.may_be_given()).count() > 1 {
            self.assumptions.insert(Assumption::NoAlias);
        }
        self.coords = (0..launch.threads_per_block()).map(|t| coordinates(t, launch.block)).collect();
        let vars = self.arguments()?;
        for block in 0..launch.blocks() {
            (self.block, self.block_coords) = (block as u32, coordinates(block, launch.grid));
            self.memory.begin_block();
            let threads = (0..self.coords.len()).map(|t| Thread::new(t as u32, vars.clone())).collect();
            let mut steps = self.steps;
            let end = LockStep::new(kernel, self, threads, &mut steps).run(&kernel.body);
            self.steps = steps;
            end?;
        }
        Ok(())
    }

    /// The values of variables when a thread begins.
    fn arguments(&mut self) -> Step<Vec<Scalar>> {
        let kernel = self.kernel;
        let mut vars: Vec<Scalar> = vec![Scalar::Unset; kernel.vars.len()];
        for (id, param) in kernel.params.iter() {
            vars[param.var.index()] = match (self.binding.scalars.get(&id), param.ty) {
                (_, Type::Ptr) if param.object.is_none() => {
                    return stop("a pointer that points to no array", param.span)
                }
                (_, Type::Ptr) => Scalar::Pointer(param.object, 0),
                (Some(&ScalarBinding::Given(cell)), _) => Scalar::Known(cell),
                (Some(&ScalarBinding::Input(number)), ty) => Scalar::Node(self.pool.add(Node::Param(number, ty))),
                (None, _) => {
                    return stop(
                        format!("`{}` has neither a value nor a place among the inputs", param.name),
                        param.span,
                    )
                }
            };
        }
        Ok(vars)
    }

    /// The final contents of an object in global memory, by byte offset: the cells that were stored to.
    pub fn finals(&self, object: ObjectId) -> Vec<(i64, Final)> {
        let cells = self.memory.global.get(&object).into_iter().flat_map(|i| &i.cells);
        let mut finals: Vec<(i64, Final)> = cells
            .filter_map(|(&offset, cell)| {
                let ((ty, value), span) = (cell.value?, cell.span);
                span.is_some().then_some((offset, Final { ty, value, span }))
            })
            .collect();
        finals.sort_unstable_by_key(|(offset, _)| *offset);
        finals
    }

    /// The conjunction of literals; none if there are none.
    fn conjunction(&mut self, guard: &[Literal<NodeId>]) -> Option<NodeId> {
        let mut all = None;
        for literal in guard {
            let next = match literal.holds {
                true => literal.condition,
                false => self.pool.add(Node::Unary(UnOp::Not, Type::Bool, literal.condition)),
            };
            all = Some(match all {
                None => next,
                Some(all) => self.pool.add(Node::Binary(BinOp::And, Type::Bool, all, next)),
            });
        }
        all
    }

    fn undefined(&mut self, ty: Type, what: &str, span: Span) -> Scalar {
        match ty {
            Type::Ptr => Scalar::Unset,
            _ => Scalar::Node(self.pool.undefined(ty, Arc::from(what), span)),
        }
    }

    /// The cell that a pointer points to, after the access was watched.
    fn cell(&mut self, thread: &Thread, access: Access<Scalar>, mode: Mode) -> Step<(ObjectId, i64)> {
        let (ty, span) = (access.ty, access.at.span);
        let (object, offset) = match access.ptr {
            Scalar::Pointer(Some(object), offset) => (object, offset),
            Scalar::Pointer(None, _) => return stop("an access through a null pointer", span),
            _ => return stop("an access through a pointer that could not be resolved", span),
        };
        let info = &self.kernel.objects[object];
        let interval = access.at.passed.interval(info.space);
        let who = (info.space != Space::Private).then_some(Who { block: self.block, interval, thread: thread.number });
        if info.space == Space::Constant && mode != Mode::Read {
            return stop("a store to constant memory", span);
        }
        let name = &info.name;
        match self.memory.instance(info.space, thread.number, object).access(info, offset, ty, mode, who) {
            Ok(_) => Ok((object, offset)),
            Err(Fault::Bounds) => stop(format!("an access to `{name}` at byte {offset}, out of its bounds"), span),
            Err(Fault::Sizes) => stop(format!("accesses to `{name}` with elements of several sizes"), span),
            Err(Fault::Conflict) => {
                stop(format!("accesses of two threads to byte {offset} of `{name}` that no barrier orders"), span)
            }
        }
    }

    fn contents(&mut self, thread: &Thread, (object, offset): (ObjectId, i64)) -> &mut memory::Cell {
        self.memory.instance(self.kernel.objects[object].space, thread.number, object).at(offset)
    }

    /// The contents of a cell, as a value of the type.
    fn read(&mut self, thread: &Thread, (object, offset): (ObjectId, i64), ty: Type, span: Span) -> Step<Scalar> {
        if let Some((stored, value)) = self.contents(thread, (object, offset)).value {
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
            (Init::Unevaluated, _) => {
                return stop(format!("the initial value of `{}` is not evaluated", info.name), span)
            }
            (Init::Undefined, _) => self.undefined(ty, "memory that was never written", span),
        };
        // An undefined cell has one value for all readers.
        self.contents(thread, (object, offset)).value = Some((unsigned(ty), value));
        self.reinterpret(unsigned(ty), ty, value, span)
    }
}

impl Domain for Formulas<'_> {
    type Value = Scalar;
    type Condition = NodeId;
    type Memory = Memory;
    type Stop = Stop;

    fn stop(&self, obstacle: Obstacle, span: Span) -> Stop {
        let what = match obstacle {
            Obstacle::Steps => TOO_LARGE.to_owned(),
            Obstacle::OpenLoop => "the number of iterations of a loop depends on an input that is not given".to_owned(),
            Obstacle::OpenExit => {
                "control leaves a loop or the kernel under a condition on the contents of the inputs".to_owned()
            }
            Obstacle::Divergence => "not all threads of a block reach a barrier together".to_owned(),
            Obstacle::Unsupported(what) => format!("{what} is not supported"),
            Obstacle::NotImplemented => "a statement is not modelled".to_owned(),
        };
        Stop { what, span }
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn test_limits(&mut self, left: u64, span: Span) -> Step<()> {
        if self.pool.count() > MAX_NODES.get() {
            return stop(TOO_LARGE, span);
        }
        if left / LOOKS_AT_CLOCK != self.looked {
            self.looked = left / LOOKS_AT_CLOCK;
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return stop("the time limit", span);
            }
        }
        Ok(())
    }

    fn eval(&mut self, thread: &mut Thread, expr: ExprId) -> Step<Scalar> {
        self.value(thread, expr)
    }

    fn decide(&mut self, value: Scalar, span: Span) -> Step<Decision<NodeId>> {
        match value {
            Scalar::Known(0) => Ok(Decision::False),
            Scalar::Known(_) => Ok(Decision::True),
            Scalar::Node(condition) => Ok(Decision::Open(condition)),
            Scalar::Pointer(..) | Scalar::Unset => stop("a condition that is no truth value", span),
        }
    }

    fn choose(&mut self, guard: &[Literal<NodeId>], ways: [Scalar; 2], ty: Type, span: Span) -> Step<Scalar> {
        let [yes, no] = ways;
        if yes == no {
            return Ok(yes);
        }
        match self.conjunction(guard) {
            None => Ok(yes),
            Some(condition) => self.choice(ty, condition, yes, no, span),
        }
    }

    fn either(&mut self, paths: &[Vec<Literal<NodeId>>], _: Span) -> Step<NodeId> {
        let mut any = None;
        for path in paths {
            let all = match self.conjunction(path) {
                Some(all) => all,
                None => self.pool.add(Node::Const(Type::Bool, 1)),
            };
            any = Some(match any {
                None => all,
                Some(any) => self.pool.add(Node::Binary(BinOp::Or, Type::Bool, any, all)),
            });
        }
        Ok(any.unwrap_or_else(|| self.pool.add(Node::Const(Type::Bool, 0))))
    }

    fn unknown(&mut self, ty: Type, reason: &str, span: Span) -> Step<Scalar> {
        Ok(self.undefined(ty, reason, span))
    }

    /// The storage is not used outside of the iteration that begins here.
    fn declare(&mut self, thread: &mut Thread, storage: Storage, _: Span) -> Step<()> {
        match storage {
            Storage::Var(var) => thread.vars[var.index()] = Scalar::Unset,
            Storage::Object(object) => self.memory.forget(thread.number, object),
        }
        Ok(())
    }

    /// What is volatile holds the last store as well: a store of another thread without a barrier is a conflict.
    fn load(&mut self, thread: &Thread, access: Access<Scalar>) -> Step<Scalar> {
        let place = self.cell(thread, access, Mode::Read)?;
        self.read(thread, place, access.ty, access.at.span)
    }

    fn store(&mut self, thread: &Thread, access: Access<Scalar>, mut value: Scalar) -> Step<()> {
        let (ty, span) = (access.ty, access.at.span);
        let place = self.cell(thread, access, Mode::Write)?;
        if ty == Type::Ptr {
            return stop("a pointer is stored in memory", span);
        }
        if !thread.guard.is_empty() {
            let old = self.read(thread, place, ty, span)?;
            value = self.choose(&thread.guard, [value, old], ty, span)?;
        }
        self.contents(thread, place).put(ty, value, span);
        Ok(())
    }

    /// A commutative update: the order of the threads does not matter, but for the rounding of floats.
    fn atomic(&mut self, thread: &Thread, access: Access<Scalar>, op: AtomicOp, operands: &[Scalar]) -> Step<()> {
        let (ty, span) = (access.ty, access.at.span);
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
        let place = self.cell(thread, access, Mode::Atomic)?;
        if !self.memory.is_only_atomic(place, op) {
            return stop("different atomic operations on one element", span);
        }
        self.reorders |= ty.is_float();
        let old = self.read(thread, place, ty, span)?;
        // The addition of an atomic wraps, whatever the type.
        let arithmetic = if op == AtomicOp::Add || op == AtomicOp::Sub { unsigned(ty) } else { ty };
        let value = self.binary(binary, arithmetic, old, operand, span)?;
        let value = self.choose(&thread.guard, [value, old], ty, span)?;
        self.contents(thread, place).put(arithmetic, value, span);
        Ok(())
    }

    fn barrier(&mut self, threads: &[Thread], scope: BarrierScope, at: Moment) -> Step<()> {
        if scope == BarrierScope::Grid {
            return stop("a barrier of the whole grid is not modelled", at.span);
        }
        if threads.iter().any(|t| t.ended) {
            if self.kernel.dialect == Dialect::OpenCl {
                return stop("threads have returned before a barrier", at.span);
            }
            self.assumptions.insert(Assumption::ExitArrives);
        }
        Ok(())
    }

    /// Lanes may meet from several places: accesses of two lanes that only this barrier orders are a conflict.
    fn warp_barrier(&mut self, _: &[Thread], _: &[usize], _: Moment) -> Step<()> {
        Ok(())
    }

    fn warp(&mut self, threads: &mut [Thread], active: &[usize], stmt: &Stmt) -> Step<()> {
        self.shuffle(threads, active, stmt)
    }

    fn assume(&mut self, thread: &mut Thread, cond: ExprId, kind: AssumeKind, span: Span) -> Step<()> {
        self.assumptions.insert(kind.assumption().unwrap_or(Assumption::Assume));
        // A condition that cannot be evaluated is about inputs, or in the language of specifications: it stays assumed.
        match self.value(thread, cond) {
            Ok(Scalar::Known(0)) => {
                stop("an assumption in the source does not hold for this launch and these values", span)
            }
            _ => Ok(()),
        }
    }
}

/// Statements of threads after which the clock is looked at.
const LOOKS_AT_CLOCK: u64 = 1 << 16;

wp_base::limits! {
    /// Greatest number of values of a pair.
    const MAX_NODES: usize = 4_000_000;
}

/// The reason of a stop at a limit.
const TOO_LARGE: &str = "the launch is too large for an execution over symbolic contents";

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

#[cfg(test)]
mod tests;
