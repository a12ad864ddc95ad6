//! The summary under construction, and the place of execution in the kernel.
//!
//! Everything below the statements works on a [`Context`]: it makes unknowns and functions (`unknowns`), computes with
//! numbers and pointers (`arithmetic`, `pointers`, `addresses`, `operators`), reads private memory and tables
//! (`private`), speaks of another thread (`others`), uses barrier invariants as facts (`claims`) and records events
//! and facts (`record`). It neither evaluates expressions nor executes statements.
//!
//! Invariant: in trial runs nothing is recorded but symbols and what is known of them.

pub(crate) mod addresses;
mod arithmetic;
pub(crate) mod claims;
mod operators;
mod others;
mod pointers;
mod private;
pub(crate) mod record;
mod unknowns;

use crate::launch::launch_terms;
use crate::state::{join, State, Target, Value};
use crate::{seeded, BarrierInvariants, Config, Fact, LoopInst, Summary};
use addresses::Starts;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{any_stmt, snapshots_of, Kernel, ObjectId, Space, StmtKind, Type, VarId};
use wp_logic::{Class, FuncId, Sort, Term, TermId, Terms};

/// The kernel, its summary so far, and where the generic thread is.
pub(crate) struct Context<'a> {
    pub kernel: &'a Kernel,
    pub terms: &'a mut Terms,
    pub config: &'a Config,
    pub out: Summary,
    pub symbols: Symbols,
    /// Objects that the kernel writes, when known.
    pub written: Option<BTreeSet<ObjectId>>,
    /// Objects that stand for other memory in conditions.
    pub snapshot_objects: BTreeSet<ObjectId>,
    /// True if loads are kept in mind, for barrier invariants.
    pub watches_reads: bool,
    /// Loops around the current point.
    pub loops: Vec<LoopInst>,
    /// Counters of `loops`.
    pub counters: Vec<TermId>,
    /// Condition under which the thread has returned.
    pub returned: TermId,
    /// Zero while events are recorded; positive in trial runs.
    pub trial: u32,
    /// In trial runs: how many of the loops around the current point are not on trial.
    pub recorded_loops: usize,
    /// Terms that variables had when trial runs read them.
    pub probe_reads: BTreeSet<TermId>,
    /// True if the kernel has asynchronous copies of threads.
    pub has_copies: bool,
    /// True while the accesses are those of an asynchronous copy.
    pub in_copy: bool,
    /// Set by a seeded fault: nothing more is recorded.
    pub silenced: bool,
}

/// Symbols that stand for one thing wherever it is met: asked for it again, the same symbol is found.
#[derive(Default)]
pub(crate) struct Symbols {
    /// Values of variables that were not set, by variable and counters.
    unset: FxHashMap<(VarId, Vec<TermId>), Value>,
    /// Operations that are not interpreted, by name, types of the arguments and of the result.
    pure: FxHashMap<(String, Vec<Sort>, Vec<Type>, Sort), FuncId>,
    /// The initial contents of objects.
    contents: BTreeMap<(ObjectId, Type), FuncId>,
    /// Truth values that the caller decides.
    named: BTreeMap<String, TermId>,
    /// The symbols in the addresses of objects.
    starts: Starts,
    /// Pointer parameters that preconditions make other pointers.
    unified: BTreeMap<Target, Target>,
    /// Values of the other thread that it has everywhere.
    others: BTreeMap<TermId, TermId>,
}

impl<'a> Context<'a> {
    /// Before the first statement; `written` are the objects that the kernel writes, when they are known.
    pub fn new(
        kernel: &'a Kernel,
        terms: &'a mut Terms,
        config: &'a Config,
        written: Option<&BTreeSet<ObjectId>>,
    ) -> Self {
        let (launch, facts, assumptions) = launch_terms(kernel, terms, config);
        let returned = terms.fls();
        let snapshot_objects = snapshots_of(&kernel.body);
        let watched = any_invariant(kernel) || !snapshot_objects.is_empty();
        let mut out = Summary::of_launch(launch);
        out.facts.extend(facts.into_iter().map(Fact::always));
        (out.assumptions, out.takes_alignment, out.memory.unchecked) =
            (assumptions, config.aligned, config.unchecked.clone());
        Context {
            kernel,
            terms,
            config,
            out,
            symbols: Symbols::default(),
            written: written.cloned(),
            snapshot_objects,
            watches_reads: watched && config.barrier_invariants != BarrierInvariants::Ignored,
            loops: Vec::new(),
            counters: Vec::new(),
            returned,
            trial: 0,
            recorded_loops: 0,
            probe_reads: BTreeSet::new(),
            has_copies: any_stmt(&kernel.body, &|kind| matches!(kind, StmtKind::Copy(_))),
            in_copy: false,
            silenced: false,
        }
    }

    /// True if it is known that no access of the kernel writes the object.
    pub(crate) fn is_read_only(&self, object: ObjectId) -> bool {
        self.written.as_ref().is_some_and(|w| !w.contains(&object))
    }

    /// True if the contents of an object are those at the launch throughout.
    pub(crate) fn is_fixed(&self, object: ObjectId) -> bool {
        self.is_read_only(object)
            || seeded!(self.config.fault, SharedUnknown)
            || self.kernel.objects[object].space == Space::Constant
    }

    /// True if the contents of a written object are a function that the threads of the block share.
    pub(crate) fn is_followed(&self, object: ObjectId) -> bool {
        let shared = match self.kernel.objects[object].space {
            Space::Shared => true,
            Space::Global | Space::Image => self.config.blocks_checked,
            Space::Constant | Space::Private => false,
        };
        shared && !self.config.atomics_tolerated && !self.config.unchecked.contains(&object)
    }

    /// True if every loop counts as changing everything.
    pub(crate) fn takes_loops_as_opaque(&self) -> bool {
        self.watches_reads || self.config.lock_step
    }

    /// See [`Summary::class_of`].
    pub(crate) fn class_of(&self, roots: &[TermId]) -> Class {
        self.out.class_of(self.terms, roots)
    }

    pub(crate) fn is_dead(&self, st: &State) -> bool {
        matches!(self.terms.kind(st.live), Term::Bool(false))
    }

    /// True if the condition holds an access predicate.
    pub(crate) fn speaks_of_accesses(&self, c: TermId) -> bool {
        self.terms.apps(&[c]).into_iter().any(|app| match self.terms.kind(app) {
            Term::App(f, _) => self.out.functions.access_symbols.contains_key(f),
            _ => false,
        })
    }

    /// The value of a variable before it is set: the same wherever that is asked in one iteration.
    pub(crate) fn uninitialised(&mut self, v: VarId) -> Value {
        let key = (v, self.counters.clone());
        if let Some(value) = self.symbols.unset.get(&key) {
            return value.clone();
        }
        let var = &self.kernel.vars[v];
        let value = self.unknown(&format!("uninitialised {}", var.name), var.ty);
        self.symbols.unset.insert(key, value.clone());
        value
    }

    /// Joins the states that left through a label with the one that fell through.
    pub(crate) fn join_pending(&mut self, st: &mut State, left: Vec<State>, base: TermId) {
        for other in left.into_iter().rev() {
            let fallen = st.clone();
            *st = self.join(base, other, fallen);
        }
    }

    /// Joins two paths. A variable that only one of them has set holds an arbitrary value on the other.
    pub(crate) fn join(&mut self, base: TermId, mut a: State, mut b: State) -> State {
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

    /// A precondition `parameter == constant` replaces the parameter from here on, so that loops can be unrolled.
    pub(crate) fn fix_parameters(&mut self, st: &mut State, precondition: TermId) {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for c in self.terms.conjuncts(precondition) {
            let Term::Eq(a, b) = *self.terms.kind(c) else { continue };
            for (symbol, value) in [(a, b), (b, a)] {
                let parameter = self.out.params.iter().find(|(_, &t)| t == symbol).map(|(id, _)| *id);
                if let (Some(id), Term::Int(v)) = (parameter, self.terms.kind(value)) {
                    if self.kernel.params[id].ty.int_range().is_some_and(|(lo, hi)| (lo..=hi).contains(v)) {
                        map.insert(symbol, value);
                        self.out.params.insert(id, value);
                    }
                }
            }
        }
        if map.is_empty() {
            return;
        }
        for value in st.env.iter_mut().flatten() {
            if let Value::Term(t) = value {
                *t = self.terms.substitute(*t, &map);
            }
        }
    }
}

/// True if the kernel states a barrier invariant.
pub fn any_invariant(kernel: &Kernel) -> bool {
    any_stmt(&kernel.body, &|stmt| matches!(stmt, StmtKind::Barrier { invariants, .. } if !invariants.is_empty()))
}
