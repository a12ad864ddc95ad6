//! The executor: all threads of a block, statement by statement, with the control flow of KIR.
//!
//! A list of active threads goes through the statements; it is in ascending order and holds no thread twice. A thread
//! under an open condition stands for all paths with the literals of its guard. The paths of a thread are disjoint and
//! together are all paths that the inputs can take:
//!
//! - `if`: the guard of each branch is that of the statement with one more literal. If both paths arrive at the end of
//!   the statement, the values of variables are joined and the literal is removed. If one has jumped out of an enclosing
//!   labelled statement, the other one keeps its guard.
//! - A labelled statement joins the path that arrives at its end with those that have jumped out of it, and restores the
//!   guard of its beginning. If further paths have jumped out of an enclosing statement, the condition that they have
//!   not is added to the guard ([`Domain::either`]).
//! - A thread leaves a loop, continues it or ends with all of its paths at once, or the execution stops.

use crate::domain::{all_meet, Access, Decision, Domain, Literal, Moment, Obstacle, Passed, Thread, ThreadOf};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{Id, Span};
use wp_kir::{BarrierScope, Block, ExprId, Kernel, LabelId, Stmt, StmtKind, VarId};

/// Named barriers order some of the threads of a block, which lock-step does not follow.
const NAMED_BARRIER: &str = "named barrier";

/// An execution of one block.
pub struct LockStep<'a, D: Domain> {
    kernel: &'a Kernel,
    domain: &'a mut D,
    steps: &'a mut u64,
    state: State<D::Value, D::Condition>,
}

/// Everything that a loop changes outside of the domain.
#[derive(Clone)]
struct State<V, C> {
    threads: Vec<Thread<V, C>>,
    /// The enclosing labelled statements and loops, innermost last.
    frames: Vec<Frame<V, C>>,
    passed: Passed,
}

/// A labelled statement or a loop that threads are in.
#[derive(Clone)]
struct Frame<V, C> {
    label: LabelId,
    is_loop: bool,
    /// The number of literals that the guard of each thread had at the beginning.
    guard_lengths: Vec<usize>,
    /// Threads that wait for the step of the loop.
    continued: Vec<usize>,
    /// Threads that have jumped out of it with all of their paths.
    exited: Vec<usize>,
    /// Paths that have jumped out of it while other paths of the thread go on.
    exited_paths: BTreeMap<usize, Vec<Path<V, C>>>,
    /// Threads of which some path has jumped out of an enclosing statement, past the end of this one.
    exits_beyond: BTreeSet<usize>,
}

/// A path of a thread: the values of the variables, and the literals that it has met since a common beginning.
#[derive(Clone)]
struct Path<V, C> {
    vars: Vec<V>,
    guard: Vec<Literal<C>>,
}

type PathOf<D> = Path<<D as Domain>::Value, <D as Domain>::Condition>;

/// A thread that executes both branches of an `if`.
struct Fork<V, C> {
    thread: usize,
    condition: C,
    /// The variables before the branches.
    vars: Vec<V>,
    /// The length of the guard before the branches.
    depth: usize,
}

/// The threads behind a statement.
type Arrived<D> = Result<Vec<usize>, <D as Domain>::Stop>;

impl<'a, D: Domain> LockStep<'a, D> {
    /// A block that has not begun; `steps` bounds the statements of threads, and is what is left of them later.
    pub fn new(kernel: &'a Kernel, domain: &'a mut D, threads: Vec<ThreadOf<D>>, steps: &'a mut u64) -> Self {
        Self { kernel, domain, steps, state: State { threads, frames: Vec::new(), passed: Passed::default() } }
    }

    /// Executes statements with all threads; the threads as they are at the end.
    pub fn run(mut self, body: &Block) -> Result<Vec<ThreadOf<D>>, D::Stop> {
        let all = (0..self.state.threads.len()).collect();
        self.block(body, all)?;
        Ok(self.state.threads)
    }

    fn block(&mut self, block: &Block, mut active: Vec<usize>) -> Arrived<D> {
        for stmt in block {
            if active.is_empty() {
                break;
            }
            active = self.stmt(stmt, active)?;
        }
        Ok(active)
    }

    fn stmt(&mut self, stmt: &Stmt, active: Vec<usize>) -> Arrived<D> {
        let span = stmt.span;
        self.spend(active.len(), span)?;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                for &t in &active {
                    let value = self.eval(t, *value)?;
                    self.set(t, *var, value);
                }
            }
            StmtKind::Load { var, ty, ptr, volatile } => {
                let at = self.moment(span);
                for &t in &active {
                    let access = Access { ptr: self.eval(t, *ptr)?, ty: *ty, volatile: *volatile, at };
                    let value = self.domain.load(&self.state.threads[t], access)?;
                    self.set(t, *var, value);
                }
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                // All operands before all effects: the store of one thread must not be the input of another's.
                let at = self.moment(span);
                let mut stores = Vec::with_capacity(active.len());
                for &t in &active {
                    let access = Access { ptr: self.eval(t, *ptr)?, ty: *ty, volatile: *volatile, at };
                    stores.push((t, access, self.eval(t, *value)?));
                }
                for (t, access, value) in stores {
                    self.domain.store(&self.state.threads[t], access, value)?;
                }
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, .. } => {
                let at = self.moment(span);
                for &t in &active {
                    let access = Access { ptr: self.eval(t, *ptr)?, ty: *ty, volatile: false, at };
                    let operands: Result<Vec<_>, _> = operands.iter().map(|&e| self.eval(t, e)).collect();
                    self.domain.atomic(&self.state.threads[t], access, *op, &operands?)?;
                    if let Some(var) = result {
                        let old = self.domain.unknown(*ty, "the value that an atomic operation returned", span)?;
                        self.set(t, *var, old);
                    }
                }
            }
            StmtKind::Barrier { scope, fence, .. } => {
                let at = self.moment(span);
                let threads = &self.state.threads;
                match scope {
                    BarrierScope::Warp { .. } => self.domain.warp_barrier(threads, &active, at)?,
                    BarrierScope::Block | BarrierScope::Grid if !all_meet(threads, &active) => {
                        return Err(self.domain.stop(Obstacle::Divergence, span));
                    }
                    BarrierScope::Block | BarrierScope::Grid => {
                        self.domain.barrier(threads, *scope, at)?;
                        self.state.passed.count(*fence);
                    }
                }
            }
            StmtKind::NamedBarrier(_) => return Err(self.domain.stop(Obstacle::Unsupported(NAMED_BARRIER), span)),
            StmtKind::Warp { .. } => self.domain.warp(&mut self.state.threads, &active, stmt)?,
            StmtKind::If { cond, then_block, else_block } => {
                return self.branch((*cond, span), [then_block, else_block], active)
            }
            StmtKind::Loop { .. } => return self.repeat(stmt, active),
            StmtKind::Labelled { label, body } => return self.labelled(*label, body, active, span),
            StmtKind::Break(label) => {
                self.leave(*label, active, span)?;
                return Ok(Vec::new());
            }
            StmtKind::Continue(label) => {
                let at = self.frame(*label, span)?;
                for t in active {
                    self.whole(t, self.state.frames[at].guard_lengths[t], span)?;
                    self.state.frames[at].continued.push(t);
                }
                return Ok(Vec::new());
            }
            StmtKind::Return => {
                for t in active {
                    self.whole(t, 0, span)?;
                    self.state.threads[t].ended = true;
                }
                return Ok(Vec::new());
            }
            StmtKind::Assume { cond, kind } => {
                for &t in &active {
                    self.domain.assume(&mut self.state.threads[t], *cond, *kind, span)?;
                }
            }
            StmtKind::Havoc { var, reason, .. } => {
                for &t in &active {
                    let value = self.domain.unknown(self.kernel.vars[*var].ty, reason, span)?;
                    self.set(t, *var, value);
                }
            }
            StmtKind::Declare { storage } => {
                for &t in &active {
                    self.domain.declare(&mut self.state.threads[t], *storage, span)?;
                }
            }
            // These change no value; a copy is made at once, which rests on race freedom: assertions are the properties' own, and barriers alone begin an interval.
            StmtKind::MemFence { .. } | StmtKind::Copy(_) | StmtKind::Snapshot { .. } | StmtKind::Assert { .. } => {}
            StmtKind::Unsupported { what } => return Err(self.domain.stop(Obstacle::Unsupported(what), span)),
        }
        Ok(active)
    }

    fn eval(&mut self, t: usize, expr: ExprId) -> Result<D::Value, D::Stop> {
        self.domain.eval(&mut self.state.threads[t], expr)
    }

    fn set(&mut self, t: usize, var: VarId, value: D::Value) {
        self.state.threads[t].vars[var.index()] = value;
    }

    fn moment(&self, span: Span) -> Moment {
        let loops = self.state.frames.iter().filter(|f| f.is_loop).count();
        Moment { span, loops, passed: self.state.passed }
    }

    /// Pays for a statement, or an iteration of a loop, of some threads.
    fn spend(&mut self, threads: usize, span: Span) -> Result<(), D::Stop> {
        let Some(left) = self.steps.checked_sub(threads as u64 + 1) else {
            return Err(self.domain.stop(Obstacle::Steps, span));
        };
        *self.steps = left;
        self.domain.test_limits(left, span)
    }

    fn branch(&mut self, (cond, span): (ExprId, Span), blocks: [&Block; 2], active: Vec<usize>) -> Arrived<D> {
        let (mut yes, mut no, mut forks) = (Vec::new(), Vec::new(), Vec::new());
        for t in active {
            let value = self.eval(t, cond)?;
            match self.domain.decide(value, span)? {
                Decision::True => yes.push(t),
                Decision::False => no.push(t),
                Decision::Open(condition) => {
                    let thread = &mut self.state.threads[t];
                    let (vars, depth) = (thread.vars.clone(), thread.guard.len());
                    thread.guard.push(Literal { condition: condition.clone(), holds: true });
                    forks.push(Fork { thread: t, condition, vars, depth });
                    yes.push(t);
                    no.push(t);
                }
            }
        }
        let mut after = self.block(blocks[0], yes)?;
        let mut first = Vec::with_capacity(forks.len());
        for fork in &mut forks {
            let thread = &mut self.state.threads[fork.thread];
            let vars = std::mem::replace(&mut thread.vars, std::mem::take(&mut fork.vars));
            let guard = thread.guard.split_off(fork.depth);
            thread.guard.push(Literal { condition: fork.condition.clone(), holds: false });
            first.push(after.binary_search(&fork.thread).is_ok().then_some(Path { vars, guard }));
        }
        let second = self.block(blocks[1], no)?;
        for (fork, first) in forks.into_iter().zip(first) {
            let Some(path) = first else { continue };
            let thread = &mut self.state.threads[fork.thread];
            if second.binary_search(&fork.thread).is_err() {
                thread.vars = path.vars;
                thread.guard.truncate(fork.depth);
                thread.guard.extend(path.guard);
                continue;
            }
            let other = Path { vars: std::mem::take(&mut thread.vars), guard: thread.guard.split_off(fork.depth) };
            let paths = vec![path, other];
            let complete = paths.iter().all(|path| path.guard.len() == 1);
            self.rejoin(fork.thread, paths, complete, span)?;
        }
        after.extend(second);
        after.sort_unstable();
        after.dedup();
        Ok(after)
    }

    /// The first values of the variables if all literals hold, else the second ones.
    fn choose(
        &mut self,
        guard: &[Literal<D::Condition>],
        [yes, no]: [Vec<D::Value>; 2],
        span: Span,
    ) -> Result<Vec<D::Value>, D::Stop> {
        let mut chosen = Vec::with_capacity(yes.len());
        for (var, (yes, no)) in self.kernel.vars.values().zip(yes.into_iter().zip(no)) {
            chosen.push(self.domain.choose(guard, [yes, no], var.ty, span)?);
        }
        Ok(chosen)
    }

    /// The values of the variables where paths meet that are disjoint: a choice by the first condition that all of them
    /// have met, or else by all literals of a path.
    fn meet(&mut self, mut paths: Vec<PathOf<D>>, span: Span) -> Result<Vec<D::Value>, D::Stop> {
        let Some(last) = paths.pop() else { return Ok(Vec::new()) };
        if paths.is_empty() {
            return Ok(last.vars);
        }
        let first = |path: &PathOf<D>| path.guard.first().map(|l| l.condition.clone());
        let common = first(&last).filter(|condition| paths.iter().all(|path| first(path).as_ref() == Some(condition)));
        let Some(condition) = common else {
            let others = self.meet(paths, span)?;
            return self.choose(&last.guard, [last.vars, others], span);
        };
        paths.push(last);
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for mut path in paths {
            let literal = path.guard.remove(0);
            if literal.holds { &mut yes } else { &mut no }.push(path);
        }
        if yes.is_empty() || no.is_empty() {
            yes.append(&mut no);
            return self.meet(yes, span);
        }
        let ways = [self.meet(yes, span)?, self.meet(no, span)?];
        self.choose(&[Literal { condition, holds: true }], ways, span)
    }

    /// Joins `paths` into the thread; their literals were already removed from its guard. `complete`: no path has left.
    fn rejoin(&mut self, t: usize, paths: Vec<PathOf<D>>, complete: bool, span: Span) -> Result<(), D::Stop> {
        if !complete {
            let guards: Vec<_> = paths.iter().map(|path| path.guard.clone()).collect();
            let condition = self.domain.either(&guards, span)?;
            self.state.threads[t].guard.push(Literal { condition, holds: true });
        }
        self.state.threads[t].vars = self.meet(paths, span)?;
        Ok(())
    }

    fn repeat(&mut self, stmt: &Stmt, active: Vec<usize>) -> Arrived<D> {
        let StmtKind::Loop { id, label, .. } = &stmt.kind else { return Ok(active) };
        let before = self.domain.may_skip(stmt);
        let before = before.then(|| (self.state.clone(), self.domain.memory().clone(), active.clone()));
        self.enter(*label, true);
        let after = match (self.iterate(stmt, active), before) {
            (Ok(after), _) => {
                self.state.frames.pop();
                after
            }
            (Err(reason), Some((state, memory, active))) => {
                self.state = state;
                *self.domain.memory() = memory;
                self.domain.skip(&mut self.state.threads, &active, stmt, reason)?;
                active
            }
            (Err(reason), None) => return Err(reason),
        };
        let at = self.moment(stmt.span);
        self.domain.loop_ended(&self.state.threads, &after, *id, at);
        Ok(after)
    }

    fn iterate(&mut self, stmt: &Stmt, mut active: Vec<usize>) -> Arrived<D> {
        let StmtKind::Loop { label, head, cond, body, step, .. } = &stmt.kind else { return Ok(active) };
        let span = self.kernel.exprs[*cond].span;
        let frame = self.frame(*label, span)?;
        let mut after = Vec::new();
        while !active.is_empty() {
            self.spend(active.len(), span)?;
            let mut stay = Vec::with_capacity(active.len());
            for t in self.block(head, active)? {
                let value = self.eval(t, *cond)?;
                match self.domain.decide(value, span)? {
                    Decision::True => stay.push(t),
                    Decision::False => after.push(t),
                    Decision::Open(_) => return Err(self.domain.stop(Obstacle::OpenLoop, span)),
                }
            }
            active = self.block(body, stay)?;
            active.append(&mut self.state.frames[frame].continued);
            active.sort_unstable();
            active = self.block(step, active)?;
        }
        after.append(&mut self.state.frames[frame].exited);
        after.sort_unstable();
        Ok(after)
    }

    fn labelled(&mut self, label: LabelId, body: &Block, active: Vec<usize>, span: Span) -> Arrived<D> {
        self.enter(label, false);
        let mut after = self.block(body, active)?;
        let Some(mut frame) = self.state.frames.pop() else { return Ok(after) };
        let partly: BTreeSet<usize> = frame.exited_paths.keys().chain(&frame.exits_beyond).copied().collect();
        for t in partly {
            let mut paths = frame.exited_paths.remove(&t).unwrap_or_default();
            let thread = &mut self.state.threads[t];
            let guard = thread.guard.split_off(frame.guard_lengths[t]);
            match after.binary_search(&t) {
                Ok(_) => paths.push(Path { vars: std::mem::take(&mut thread.vars), guard }),
                Err(_) if paths.is_empty() => continue,
                Err(at) => after.insert(at, t),
            }
            self.rejoin(t, paths, !frame.exits_beyond.contains(&t), span)?;
        }
        after.append(&mut frame.exited);
        after.sort_unstable();
        Ok(after)
    }

    fn enter(&mut self, label: LabelId, is_loop: bool) {
        let guard_lengths = self.state.threads.iter().map(|t| t.guard.len()).collect();
        let frame = Frame {
            label,
            is_loop,
            guard_lengths,
            continued: Vec::new(),
            exited: Vec::new(),
            exited_paths: BTreeMap::new(),
            exits_beyond: BTreeSet::new(),
        };
        self.state.frames.push(frame);
    }

    /// The position of the statement that a jump leads to.
    fn frame(&self, label: LabelId, span: Span) -> Result<usize, D::Stop> {
        let found = self.state.frames.iter().rposition(|f| f.label == label);
        found.ok_or_else(|| self.domain.stop(Obstacle::Unsupported("a jump out of the kernel"), span))
    }

    /// Tests that a thread jumps with all paths that it had when its guard had this length.
    fn whole(&self, t: usize, depth: usize, span: Span) -> Result<(), D::Stop> {
        match self.state.threads[t].guard.len() == depth {
            true => Ok(()),
            false => Err(self.domain.stop(Obstacle::OpenExit, span)),
        }
    }

    fn leave(&mut self, label: LabelId, active: Vec<usize>, span: Span) -> Result<(), D::Stop> {
        let at = self.frame(label, span)?;
        for t in active {
            let depth = self.state.frames[at].guard_lengths[t];
            if self.state.frames[at].is_loop {
                self.whole(t, depth, span)?;
            }
            let thread = &self.state.threads[t];
            if thread.guard.len() == depth {
                self.state.frames[at].exited.push(t);
                continue;
            }
            let path = Path { vars: thread.vars.clone(), guard: thread.guard[depth..].to_vec() };
            for frame in &mut self.state.frames[at + 1..] {
                frame.exits_beyond.insert(t);
            }
            self.state.frames[at].exited_paths.entry(t).or_default().push(path);
        }
        Ok(())
    }
}
