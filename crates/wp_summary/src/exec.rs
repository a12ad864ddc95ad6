//! Symbolic execution of the body of a kernel: statements, paths, events.

mod accesses;
mod barriers;
mod conditions;
mod divisors;
mod eval;
mod relations;
mod snapshots;

use crate::context::Context;
use crate::counters;
use crate::launch::confine_parts;
use crate::memory::interval::may_store;
use crate::memory::MemoryState;
use crate::state::{join_live, range_of, sort_of, State, Target, Value};
use crate::{seeded, Access, Config, EventKind, NamedBarrier, ScanPlace, Summary};
use std::collections::BTreeMap;
use std::time::Instant;
use wp_base::{Assumption, Id, Span};
use wp_kir::{BarrierScope, Block, ExprId, Kernel, LabelId, Stmt, StmtKind, Type};
use wp_logic::{Class, Term, TermId};

wp_base::limits! {
    /// Statements executed symbolically, per kernel; beyond it there is no verdict.
    const HARD_LIMIT: usize = 400_000;
    /// Statements that may be executed in unrolled copies, per kernel.
    const WORK_LIMIT: usize = 60_000;
}

/// The alternatives of a pointer in an access predicate, and the one that is being looked at.
#[derive(Clone, Debug)]
pub(crate) struct AccessChoice {
    /// When the pointer points into each of the objects.
    pub guards: Vec<TermId>,
    /// The index of the alternative; none when they were only met.
    pub chosen: Option<usize>,
}

/// A condition that is evaluated: how it is read, and what is met in it.
#[derive(Default)]
pub(crate) struct Condition {
    /// True while it is evaluated for the other thread of a pair.
    pub of_other: bool,
    /// True for a barrier invariant that is claimed.
    pub claimed: bool,
    /// Its reads of written memory, if they are noted.
    pub reads: Option<Vec<Access>>,
    /// The first operation in it that is not modelled.
    pub obstacle: Option<String>,
    /// A pointer into several objects of whose accesses it speaks.
    pub choice: Option<AccessChoice>,
}

/// The work done so far; it only grows, and beyond the limits nothing is executed.
#[derive(Default)]
pub(crate) struct Limits {
    /// Statements executed.
    work: usize,
    stopped: bool,
}

impl Limits {
    /// Counts a statement. True if it may not be executed any more.
    fn exceeded(&mut self, config: &Config) -> bool {
        self.work += 1;
        // Looking at the clock costs less than any statement.
        self.stopped |= self.work > HARD_LIMIT.get() || config.deadline.is_some_and(|d| Instant::now() >= d);
        self.stopped
    }

    /// True if there is room for further copies of iterations.
    pub fn leave_room(&self, cx: &Context) -> bool {
        self.work < WORK_LIMIT.get() && cx.out.events.len() < cx.config.event_limit
    }
}

/// The execution of the generic thread: what the statements so far have done.
pub(crate) struct Exec<'a> {
    pub cx: Context<'a>,
    pub memory: MemoryState,
    /// States that left through a label and wait for its end.
    pub pending: BTreeMap<LabelId, Vec<State>>,
    /// The condition that is being evaluated.
    pub condition: Condition,
    pub limits: Limits,
    /// The divisions of a statement that is being executed.
    divisors: divisors::Divisors,
    /// Invariants of the whole function: conditions to be checked at the head of every loop.
    function_wide: Vec<(ExprId, Span)>,
}

impl<'a> Exec<'a> {
    pub fn new(cx: Context<'a>) -> Self {
        Exec {
            cx,
            memory: MemoryState::default(),
            pending: BTreeMap::new(),
            condition: Condition::default(),
            limits: Limits::default(),
            divisors: divisors::Divisors::default(),
            function_wide: Vec::new(),
        }
    }

    pub fn run(mut self) -> Summary {
        for approximation in &self.cx.kernel.approximations {
            self.cx.out.approximations.insert((approximation.what.to_string(), approximation.span));
        }
        let mut st = State {
            live: self.cx.terms.tru(),
            env: vec![None; self.cx.kernel.vars.len()],
            cells: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        };
        for (id, param) in self.cx.kernel.params.iter() {
            let value = match (param.ty, param.object) {
                (Type::Ptr, Some(object)) => {
                    self.cx.rest_on(Assumption::NoAlias);
                    self.cx.pointer(Target::Object(object))
                }
                (Type::Ptr, None) => self.cx.pointer(Target::Opaque(id)),
                (ty, _) => {
                    let term = match self.cx.config.scalars.get(&id) {
                        Some(&v) if ty == Type::Bool => self.cx.terms.bool(v != 0),
                        Some(&v) if ty.is_int() => self.cx.terms.int(v),
                        _ => self.cx.terms.sym(&param.name, sort_of(ty), Class::Launch, range_of(ty)),
                    };
                    self.cx.out.params.insert(id, term);
                    Value::Term(term)
                }
            };
            st.set(param.var, value);
        }
        confine_parts(self.cx.terms, self.cx.config, &self.cx.out);
        let body = &self.cx.kernel.body;
        self.block(&mut st, body);
        self.cx.out.functions.counters = counters::find(self.cx.kernel, self.cx.terms, &self.cx.out);
        if !self.cx.out.functions.counters.is_empty() {
            self.cx.out.assumptions.insert(Assumption::NoAtomicWrap);
        }
        self.cx.out
    }

    pub(crate) fn block(&mut self, st: &mut State, block: &Block) {
        for stmt in block {
            if self.cx.is_dead(st) {
                return;
            }
            self.stmt(st, stmt);
        }
    }

    fn stmt(&mut self, st: &mut State, stmt: &Stmt) {
        if self.limits.exceeded(self.cx.config) {
            self.cx.out.incomplete = Some("the kernel is too large to be summarised".to_owned());
            st.live = self.cx.terms.fls();
            return;
        }
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                let v = self.executed(|exec| exec.eval(st, *value));
                st.set(*var, v);
            }
            StmtKind::Load { .. } => self.executed(|exec| exec.load(st, stmt)),
            StmtKind::Store { .. } => self.executed(|exec| exec.store(st, stmt)),
            StmtKind::Atomic { .. } => self.executed(|exec| exec.atomic(st, stmt)),
            StmtKind::Barrier { scope, fence, agree, invariants } => {
                let mask = match scope {
                    BarrierScope::Warp { mask } => Some(self.eval_term(st, *mask)),
                    BarrierScope::Block | BarrierScope::Grid => None,
                };
                let agree = agree
                    .iter()
                    .flat_map(|&e| {
                        let value = self.eval(st, e);
                        self.cx.identity(&value)
                    })
                    .collect();
                self.claim_invariants(st, invariants, span);
                let live = st.live;
                self.cx.event(EventKind::Barrier { scope: *scope, fence: *fence, mask, agree }, live, span);
                self.memory.note_change(None);
                if *scope == BarrierScope::Block {
                    self.memory.scans.begin_at(&self.cx, ScanPlace::Barrier(span));
                }
                self.assume_invariants(st, invariants);
            }
            StmtKind::NamedBarrier(barrier) => {
                let id = self.eval_term(st, barrier.id);
                let count = barrier.count.map(|count| self.eval_term(st, count));
                let waits = barrier.waits;
                self.cx.event(EventKind::NamedBarrier(NamedBarrier { id, count, waits }), st.live, span);
                if waits {
                    self.acquire(st);
                }
            }
            StmtKind::MemFence { scope, order, spaces, is_exact: true } => {
                let (scope, order, spaces) = (*scope, *order, *spaces);
                self.cx.event(EventKind::Fence { scope, order, spaces }, st.live, span);
                if order.acquires() {
                    self.acquire(st);
                }
            }
            StmtKind::MemFence { is_exact: false, .. } => {}
            StmtKind::Copy(step) => self.copy_step(st, *step, span),
            StmtKind::Snapshot { object, of } => self.take_snapshot(st, *object, *of),
            StmtKind::Warp { result, op: _, operands: _, mask: _, width: _ } => {
                if let Some(var) = result {
                    let ty = self.cx.kernel.vars[*var].ty;
                    let value = self.cx.approximate("result of a warp operation", ty, span);
                    st.set(*var, value);
                }
            }
            StmtKind::If { cond, then_block, else_block } => self.if_stmt(st, *cond, then_block, else_block),
            StmtKind::Loop { id, .. } => {
                // Earlier and later iterations store as well.
                if !self.cx.takes_loops_as_opaque() {
                    if let Some(known) = self.loop_stmt(st, stmt, None) {
                        self.memory.interval.append(known);
                    }
                } else if may_store(std::slice::from_ref(stmt)) {
                    let interval = self.memory.take_interval();
                    let entering = (self.cx.watches_reads && self.cx.trial == 0).then_some(interval);
                    let known = self.loop_stmt(st, stmt, entering);
                    self.memory.forget_interval();
                    self.memory.interval = known.unwrap_or_default();
                } else {
                    let reads = self.memory.interval.reads.len();
                    self.loop_stmt(st, stmt, None);
                    self.memory.interval.reads.truncate(reads);
                }
                self.memory.scans.begin_at(&self.cx, ScanPlace::AfterLoop(*id));
            }
            StmtKind::Labelled { label, body } => {
                let base = st.live;
                let outer = self.pending.remove(label);
                let (returned, waiting) = (self.cx.returned, self.waiting());
                self.block(st, body);
                let left = self.pending.remove(label).unwrap_or_default();
                self.cx.join_pending(st, left, base);
                // A thread that entered comes out here, unless the body also returns or jumps further out.
                if self.cx.returned == returned && self.waiting() == waiting && !self.cx.is_dead(st) {
                    st.live = base;
                }
                if let Some(outer) = outer {
                    self.pending.insert(*label, outer);
                }
            }
            StmtKind::Break(label) => {
                self.pending.entry(*label).or_default().push(st.clone());
                st.live = self.cx.terms.fls();
            }
            StmtKind::Continue(label) => {
                let key = continue_label(self.cx.kernel, *label);
                self.pending.entry(key).or_default().push(st.clone());
                st.live = self.cx.terms.fls();
            }
            StmtKind::Return => {
                self.cx.returned = join_live(self.cx.terms, self.cx.returned, st.live);
                st.live = self.cx.terms.fls();
                self.cx.silenced |= seeded!(self.cx.config.fault, ReturnKillsAll);
            }
            StmtKind::Assert { cond, kind } => self.assert_stmt(st, *cond, *kind, span),
            StmtKind::Assume { cond, kind } => self.assume_stmt(st, *cond, *kind),
            StmtKind::Havoc { var, reason, .. } => {
                let ty = self.cx.kernel.vars[*var].ty;
                let value = self.cx.approximate(reason, ty, span);
                st.set(*var, value);
            }
            StmtKind::Declare { storage } => self.cx.declare(st, *storage),
            StmtKind::Unsupported { what } => {
                let live = st.live;
                self.cx.event(EventKind::Unsupported(what.to_string()), live, span);
            }
        }
    }

    /// Paths that left what is being executed, by the label behind which they go on.
    pub(crate) fn waiting(&self) -> BTreeMap<LabelId, usize> {
        self.pending.iter().filter(|(_, p)| !p.is_empty()).map(|(l, p)| (*l, p.len())).collect()
    }

    fn if_stmt(&mut self, st: &mut State, cond: ExprId, then_block: &Block, else_block: &Block) {
        let c = self.executed(|exec| exec.eval_term(st, cond));
        match self.cx.terms.kind(c) {
            Term::Bool(true) => return self.block(st, then_block),
            Term::Bool(false) => return self.block(st, else_block),
            _ => {}
        }
        let base = st.live;
        let mut then_state = st.clone();
        if !seeded!(self.cx.config.fault, NegatedGuard) {
            then_state.live = self.cx.terms.and(&[base, c]);
        }
        let mut else_state = st.clone();
        let negated = self.cx.terms.not(c);
        else_state.live = self.cx.terms.and(&[base, negated]);
        let (then_start, else_start) = (then_state.live, else_state.live);
        self.block(&mut then_state, then_block);
        if seeded!(self.cx.config.fault, DropElse) && !else_block.is_empty() {
            *st = then_state;
            st.live = base;
            return;
        }
        self.block(&mut else_state, else_block);
        let whole = then_state.live == then_start && else_state.live == else_start;
        *st = self.cx.join(base, then_state, else_state);
        if whole {
            st.live = base;
        }
    }
}

/// The pending list of `continue` of a loop: labels beyond those of the kernel, one per label.
pub(crate) fn continue_label(kernel: &Kernel, label: LabelId) -> LabelId {
    LabelId::from_index(label.index() + kernel.label_count as usize + 1)
}
