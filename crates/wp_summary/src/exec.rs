//! Symbolic execution of the body of a kernel: statements, paths, events.

mod conditions;
mod unknowns;

use crate::barriers::{any_invariant, Base, OwnRead};
use crate::counters::{self, AtomicEvent};
use crate::eval::{range_of, sort_of};
use crate::instances::Inferring;
use crate::launch::launch_terms;
use crate::loops::{Effects, Head, Interval};
use crate::own::{may_store, OwnStore};
use crate::state::{join, join_live, PtrAlt, State, Target, Value};
use crate::{
    Access, BarrierInvariants, Config, Event, EventKind, Fact, Fault, LoopInst, Premises, ScanOp, ScanPlace, Summary,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;
use wp_base::{Arena, Assumption, Id, Span};
use wp_kir::{snapshots_of, BarrierScope, Block, ExprId, Kernel, LabelId, ObjectId, Stmt, StmtKind, Type, VarId};
use wp_logic::{Class, FuncId, Sort, Term, TermId, Terms};

/// Statements executed symbolically, per kernel; beyond it there is no verdict.
const HARD_LIMIT: usize = 400_000;

/// The elements that are combined: array, operator and type, range, sizes of blocks.
type Combination = (ObjectId, (ScanOp, Type), TermId, TermId, Vec<u32>);

/// The alternatives of a pointer in an access predicate, and the one that is being looked at.
#[derive(Clone, Debug)]
pub(crate) struct AccessChoice {
    /// When the pointer points into each of the objects.
    pub guards: Vec<TermId>,
    /// The index of the alternative; none when they were only met.
    pub chosen: Option<usize>,
}

pub(crate) struct Exec<'a> {
    pub kernel: &'a Kernel,
    pub terms: &'a mut Terms,
    pub config: &'a Config,
    pub out: Summary,
    /// Objects that the kernel writes, when known.
    written: Option<BTreeSet<ObjectId>>,
    /// Loops around the current point.
    pub loops: Vec<LoopInst>,
    /// Counters of `loops`.
    pub counters: Vec<TermId>,
    /// States that left through a label and wait for its end.
    pub pending: BTreeMap<LabelId, Vec<State>>,
    /// Condition under which the thread has returned.
    pub returned: TermId,
    /// Zero while events are recorded; positive in trial runs.
    pub trial: u32,
    /// Terms that variables had when trial runs read them.
    pub probe_reads: BTreeSet<TermId>,
    /// Invariants of the whole function: conditions to be checked at the head of every loop.
    pub function_wide: Vec<(ExprId, Span)>,
    /// First unmodelled specification operation met since it was last taken.
    pub spec_obstacle: Option<String>,
    /// A pointer into several objects of whose accesses an assertion speaks.
    pub access_choice: Option<AccessChoice>,
    /// Values of variables that were not set, by variable and counters.
    unset: FxHashMap<(VarId, Vec<TermId>), Value>,
    pure_functions: FxHashMap<(String, Vec<Sort>, Vec<Type>, Sort), FuncId>,
    contents: BTreeMap<(ObjectId, Type), FuncId>,
    named: BTreeMap<String, TermId>,
    /// Set by a seeded fault: nothing more is recorded.
    silenced: bool,
    /// Number of barriers and stores executed so far: what may change memory.
    pub moment: u64,
    /// The moment at which everything may have changed last.
    pub all_changed_at: u64,
    /// The moments at which objects may have changed last.
    pub changed_at: BTreeMap<ObjectId, u64>,
    /// Objects that stand for other memory in conditions.
    pub snapshot_objects: BTreeSet<ObjectId>,
    /// The memory that the loops around the current point may change.
    pub effects: Vec<Effects>,
    /// In trial runs: how many of the loops around the current point are not on trial.
    pub recorded_loops: usize,
    /// Functions of reads of written objects.
    pub moments: BTreeMap<(ObjectId, Type, u64, Vec<LoopInst>), FuncId>,
    /// Pointer parameters that preconditions make other pointers.
    pub unified: BTreeMap<Target, Target>,
    /// Statements executed, to bound the work of unrolling.
    pub work: usize,
    /// No further statement is executed: the limits are over.
    pub stopped: bool,
    /// True if an expression is evaluated for the other thread of a pair.
    pub in_other: bool,
    /// Stores of the thread since the last barrier.
    pub own_stores: Vec<OwnStore>,
    /// Loads of the thread since the last barrier.
    pub own_reads: Vec<OwnRead>,
    /// The last barrier.
    pub base: Option<Base>,
    /// The facts that were known in front of the loop that is about to be executed, and behind the one that was.
    pub entering: Option<Interval>,
    /// See `entering`.
    pub leaving: Option<Interval>,
    /// The starts of the iterations around the current point.
    pub heads: Vec<Head>,
    /// Barrier invariants of the last barrier that are used for the threads whose cells are read.
    pub inferring: Vec<Inferring>,
    /// True if a condition is evaluated whose reads are noted, and these.
    pub in_condition: bool,
    pub condition_reads: Vec<Access>,
    /// True if a barrier invariant is claimed.
    pub claiming: bool,
    /// True if loads are kept in mind, for barrier invariants.
    pub watches_reads: bool,
    /// Symbols for values of the other thread that it has everywhere.
    pub others_everywhere: BTreeMap<TermId, TermId>,
    /// Atomics by event.
    pub atomics: BTreeMap<usize, AtomicEvent>,
    /// Laws of prefix sums that hold of arrays now, by number.
    pub scans: BTreeMap<ObjectId, Vec<usize>>,
    /// Functions of combinations.
    pub prefixes: BTreeMap<Combination, FuncId>,
    /// Functions of what elements held, by array and sizes of blocks.
    pub elements: BTreeMap<(ObjectId, Vec<u32>), (FuncId, Type)>,
    /// Functions of loads that laws were applied to.
    pub with_law: BTreeSet<FuncId>,
}

impl<'a> Exec<'a> {
    pub fn new(
        kernel: &'a Kernel,
        terms: &'a mut Terms,
        config: &'a Config,
        written: Option<&BTreeSet<ObjectId>>,
    ) -> Self {
        let launch = launch_terms(kernel, terms, config);
        let returned = terms.fls();
        let snapshot_objects = snapshots_of(&kernel.body);
        let watched = any_invariant(kernel) || !snapshot_objects.is_empty();
        Exec {
            kernel,
            terms,
            config,
            out: Summary {
                launch: launch.0,
                params: BTreeMap::new(),
                events: Vec::new(),
                loops: Arena::new(),
                facts: launch.1.into_iter().map(Fact::always).collect(),
                indices: Vec::new(),
                condition_reads: BTreeMap::new(),
                claims: Vec::new(),
                laws: Vec::new(),
                axioms: BTreeMap::new(),
                prefixes: BTreeMap::new(),
                scanned: BTreeMap::new(),
                alignment: BTreeMap::new(),
                takes_alignment: config.aligned,
                lemmas: BTreeMap::new(),
                quiet: Vec::new(),
                contents: FxHashMap::default(),
                access_symbols: BTreeMap::new(),
                others: BTreeMap::new(),
                same_group: None,
                pure: BTreeSet::new(),
                shared_reads: BTreeMap::new(),
                inferred_from: Premises::NONE,
                own_stores: BTreeMap::new(),
                counters: BTreeMap::new(),
                added: BTreeMap::new(),
                reaches: BTreeSet::new(),
                completions: BTreeMap::new(),
                assumptions: launch.2,
                approximations: BTreeSet::new(),
                written: BTreeSet::new(),
                pointer_values: Vec::new(),
                unchecked: config.unchecked.clone(),
                unresolved_writes: Vec::new(),
                unresolved_reads: Vec::new(),
                incomplete: None,
            },
            written: written.cloned(),
            loops: Vec::new(),
            counters: Vec::new(),
            pending: BTreeMap::new(),
            returned,
            trial: 0,
            probe_reads: BTreeSet::new(),
            function_wide: Vec::new(),
            spec_obstacle: None,
            access_choice: None,
            pure_functions: FxHashMap::default(),
            unset: FxHashMap::default(),
            contents: BTreeMap::new(),
            named: BTreeMap::new(),
            silenced: false,
            moment: 0,
            all_changed_at: 0,
            changed_at: BTreeMap::new(),
            snapshot_objects,
            effects: Vec::new(),
            recorded_loops: 0,
            moments: BTreeMap::new(),
            unified: BTreeMap::new(),
            work: 0,
            stopped: false,
            in_other: false,
            own_stores: Vec::new(),
            own_reads: Vec::new(),
            base: None,
            entering: None,
            leaving: None,
            heads: Vec::new(),
            inferring: Vec::new(),
            in_condition: false,
            condition_reads: Vec::new(),
            claiming: false,
            watches_reads: watched && config.barrier_invariants != BarrierInvariants::Ignored,
            others_everywhere: BTreeMap::new(),
            atomics: BTreeMap::new(),
            scans: BTreeMap::new(),
            prefixes: BTreeMap::new(),
            elements: BTreeMap::new(),
            with_law: BTreeSet::new(),
        }
    }

    pub fn run(mut self) -> Summary {
        for approximation in &self.kernel.approximations {
            self.out.approximations.insert((approximation.what.to_string(), approximation.span));
        }
        let mut st = State {
            live: self.terms.tru(),
            env: vec![None; self.kernel.vars.len()],
            cells: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        };
        for (id, param) in self.kernel.params.iter() {
            let value = match (param.ty, param.object) {
                (Type::Ptr, Some(object)) => {
                    self.rest_on(Assumption::NoAlias);
                    Value::Ptr(Rc::from([PtrAlt {
                        guard: self.terms.tru(),
                        target: Target::Object(object),
                        offset: self.terms.int(0),
                    }]))
                }
                (Type::Ptr, None) => Value::Ptr(Rc::from([PtrAlt {
                    guard: self.terms.tru(),
                    target: Target::Opaque(id),
                    offset: self.terms.int(0),
                }])),
                (ty, _) => {
                    let term = match self.config.scalars.get(&id) {
                        Some(&v) if ty == Type::Bool => self.terms.bool(v != 0),
                        Some(&v) if ty.is_int() => self.terms.int(v),
                        _ => self.terms.sym(&param.name, sort_of(ty), Class::Launch, range_of(ty)),
                    };
                    self.out.params.insert(id, term);
                    Value::Term(term)
                }
            };
            st.set(param.var, value);
        }
        self.confine_parts();
        let body = &self.kernel.body;
        self.block(&mut st, body);
        self.out.counters = counters::find(self.kernel, self.terms, &self.out, &self.atomics);
        if !self.out.counters.is_empty() {
            self.out.assumptions.insert(Assumption::NoAtomicWrap);
        }
        self.out
    }

    /// True if it is known that no access of the kernel writes the object.
    pub(crate) fn is_read_only(&self, object: ObjectId) -> bool {
        self.written.as_ref().is_some_and(|w| !w.contains(&object))
    }

    /// See [`Summary::class_of`].
    pub(crate) fn class_of(&self, roots: &[TermId]) -> Class {
        self.out.class_of(self.terms, roots)
    }

    pub(crate) fn event(&mut self, kind: EventKind, guard: TermId, span: Span) {
        if self.trial > 0 || self.silenced || matches!(self.terms.kind(guard), Term::Bool(false)) {
            return;
        }
        self.out.events.push(Event { kind, guard, returned: self.returned, loops: self.loops.clone(), span });
    }

    /// Adds what holds wherever `live` does, for the counters in scope.
    pub(crate) fn fact(&mut self, live: TermId, term: TermId) {
        if self.trial == 0 {
            let term = self.terms.implies(live, term);
            let from = self.out.events.len();
            let rests_on = Premises::NONE;
            self.out.facts.push(Fact { loops: self.loops.clone(), term, from, rests_on });
        }
    }

    pub(crate) fn is_dead(&self, st: &State) -> bool {
        matches!(self.terms.kind(st.live), Term::Bool(false))
    }

    pub(crate) fn block(&mut self, st: &mut State, block: &Block) {
        for stmt in block {
            if self.is_dead(st) {
                return;
            }
            self.stmt(st, stmt);
        }
    }

    fn stmt(&mut self, st: &mut State, stmt: &Stmt) {
        self.work += 1;
        // Looking at the clock costs less than any statement.
        self.stopped |= self.work > HARD_LIMIT || self.config.deadline.is_some_and(|d| Instant::now() >= d);
        if self.stopped {
            self.out.incomplete = Some("the kernel is too large to be summarised".to_owned());
            st.live = self.terms.fls();
            return;
        }
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                let v = self.eval(st, *value);
                st.set(*var, v);
            }
            StmtKind::Load { .. } => self.load(st, stmt),
            StmtKind::Store { ptr, value, ty, volatile: _ } => self.store(st, *ptr, *value, *ty, span),
            StmtKind::Atomic { .. } => self.atomic(st, stmt),
            StmtKind::Barrier { scope, fence, agree, invariants } => {
                let mask = match scope {
                    BarrierScope::Warp { mask } => Some(self.eval_term(st, *mask)),
                    BarrierScope::Block | BarrierScope::Grid => None,
                };
                let agree = agree.iter().flat_map(|&e| self.identity(st, e)).collect();
                self.claim_invariants(st, invariants, span);
                let live = st.live;
                self.event(EventKind::Barrier { scope: *scope, fence: *fence, mask, agree }, live, span);
                self.note_change(None);
                if *scope == BarrierScope::Block {
                    self.scans_at(ScanPlace::Barrier(span));
                }
                self.assume_invariants(st, invariants);
            }
            StmtKind::MemFence { .. } => {}
            StmtKind::Snapshot { object, of } => self.take_snapshot(st, *object, *of),
            StmtKind::Warp { result, op: _, operands: _, mask: _, width: _ } => {
                if let Some(var) = result {
                    let ty = self.kernel.vars[*var].ty;
                    let value = self.approximate("result of a warp operation", ty, span);
                    st.set(*var, value);
                }
            }
            StmtKind::If { cond, then_block, else_block } => self.if_stmt(st, *cond, then_block, else_block),
            StmtKind::Loop { id, .. } => {
                // Earlier and later iterations store as well.
                if !self.takes_loops_as_opaque() {
                    self.loop_stmt(st, stmt);
                } else if may_store(stmt) {
                    let interval = self.take_interval();
                    self.entering = (self.watches_reads && self.trial == 0).then_some(interval);
                    self.loop_stmt(st, stmt);
                    self.forget_interval();
                    let known = self.leaving.take().unwrap_or_default();
                    self.set_interval(known);
                } else {
                    let reads = self.own_reads.len();
                    self.loop_stmt(st, stmt);
                    self.own_reads.truncate(reads);
                }
                self.scans_at(ScanPlace::AfterLoop(*id));
            }
            StmtKind::Labelled { label, body } => {
                let base = st.live;
                let outer = self.pending.remove(label);
                let (returned, waiting) = (self.returned, self.waiting());
                self.block(st, body);
                let left = self.pending.remove(label).unwrap_or_default();
                self.join_pending(st, left, base);
                // A thread that entered comes out here, unless the body also returns or jumps further out.
                if self.returned == returned && self.waiting() == waiting && !self.is_dead(st) {
                    st.live = base;
                }
                if let Some(outer) = outer {
                    self.pending.insert(*label, outer);
                }
            }
            StmtKind::Break(label) => {
                self.pending.entry(*label).or_default().push(st.clone());
                st.live = self.terms.fls();
            }
            StmtKind::Continue(label) => {
                let key = continue_label(self.kernel, *label);
                self.pending.entry(key).or_default().push(st.clone());
                st.live = self.terms.fls();
            }
            StmtKind::Return => {
                self.returned = join_live(self.terms, self.returned, st.live);
                st.live = self.terms.fls();
                self.silenced |= self.config.fault == Some(Fault::ReturnKillsAll);
            }
            StmtKind::Assert { cond, kind } => self.assert_stmt(st, *cond, *kind, span),
            StmtKind::Assume { cond, kind } => self.assume_stmt(st, *cond, *kind),
            StmtKind::Havoc { var, reason } => {
                let ty = self.kernel.vars[*var].ty;
                let value = self.approximate(reason, ty, span);
                st.set(*var, value);
            }
            StmtKind::Declare { storage } => self.declare(st, *storage),
            StmtKind::Unsupported { what } => {
                let live = st.live;
                self.event(EventKind::Unsupported(what.to_string()), live, span);
            }
        }
    }

    /// Paths that left what is being executed, by the label behind which they go on.
    pub(crate) fn waiting(&self) -> BTreeMap<LabelId, usize> {
        self.pending.iter().filter(|(_, p)| !p.is_empty()).map(|(l, p)| (*l, p.len())).collect()
    }

    fn if_stmt(&mut self, st: &mut State, cond: ExprId, then_block: &Block, else_block: &Block) {
        let c = self.eval_term(st, cond);
        match self.terms.kind(c) {
            Term::Bool(true) => return self.block(st, then_block),
            Term::Bool(false) => return self.block(st, else_block),
            _ => {}
        }
        let base = st.live;
        let mut then_state = st.clone();
        if self.config.fault != Some(Fault::NegatedGuard) {
            then_state.live = self.terms.and(&[base, c]);
        }
        let mut else_state = st.clone();
        let negated = self.terms.not(c);
        else_state.live = self.terms.and(&[base, negated]);
        let (then_start, else_start) = (then_state.live, else_state.live);
        self.block(&mut then_state, then_block);
        if self.config.fault == Some(Fault::DropElse) && !else_block.is_empty() {
            *st = then_state;
            st.live = base;
            return;
        }
        self.block(&mut else_state, else_block);
        let whole = then_state.live == then_start && else_state.live == else_start;
        *st = self.join(base, then_state, else_state);
        if whole {
            st.live = base;
        }
    }

    /// Joins the states that left through a label with the one that fell through.
    pub(crate) fn join_pending(&mut self, st: &mut State, left: Vec<State>, base: TermId) {
        for other in left.into_iter().rev() {
            let fallen = st.clone();
            *st = self.join(base, other, fallen);
        }
    }

    /// Joins two paths. A variable that only one of them has set holds an arbitrary value on the other.
    fn join(&mut self, base: TermId, mut a: State, mut b: State) -> State {
        if !self.is_dead(&a) && !self.is_dead(&b) {
            for v in self.kernel.vars.ids() {
                match (a.get(v).is_some(), b.get(v).is_some()) {
                    (true, false) => b.set(v, self.uninitialised(v)),
                    (false, true) => a.set(v, self.uninitialised(v)),
                    _ => {}
                }
            }
        }
        join(self.terms, base, a, b)
    }

    /// The value of a variable before it is set: the same wherever that is asked in one iteration.
    pub(crate) fn uninitialised(&mut self, v: VarId) -> Value {
        let key = (v, self.counters.clone());
        if let Some(value) = self.unset.get(&key) {
            return value.clone();
        }
        let var = &self.kernel.vars[v];
        let value = self.unknown(&format!("uninitialised {}", var.name), var.ty);
        self.unset.insert(key, value.clone());
        value
    }
}

/// The pending list of `continue` of a loop: labels beyond those of the kernel, one per label.
pub(crate) fn continue_label(kernel: &Kernel, label: LabelId) -> LabelId {
    LabelId::from_index(label.index() + kernel.label_count as usize + 1)
}
