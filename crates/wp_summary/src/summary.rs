//! The kernel summary: data only.

use crate::laws::Law;
use crate::premises::Premises;
use crate::recurrence::Step;
use crate::scan_law::{Prefix, Scanned};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{define_id, Arena, Assumption, Span};
use wp_kir::{AssertKind, BarrierScope, Fence, LoopId, MemScope, ObjectId, ParamId, Type, VarId};
use wp_logic::{Class, FuncId, Term, TermId, Terms};

define_id!(
    /// A loop as it appears in the summary: a static loop, once per unrolled copy of its surroundings.
    LoopInst,
    "l"
);

/// The behaviour of ONE generic thread.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Identifiers and extents.
    pub launch: LaunchTerms,
    /// Initial values of scalar parameters.
    pub params: BTreeMap<ParamId, TermId>,
    /// Events in program order; an event's position is its sequence number.
    pub events: Vec<Event>,
    /// Loops that were not unrolled.
    pub loops: Arena<LoopInst, LoopRecord>,
    /// The facts that hold for every thread: the launch's limits (no loops), preconditions, assumptions of the user.
    pub facts: Vec<Fact>,
    /// The facts that signed indices fit their types, where they are used; only where contents of memory matter.
    pub indices: Vec<Fact>,
    /// The facts of barrier invariants, in iterations that the thread has passed. Not for induction over loops: an
    /// invariant that fails in an iteration must not show that there is none after it.
    pub claims: Vec<Fact>,
    /// The reads of written memory in checked conditions, by position of the event; where barrier invariants or prefix
    /// sums say what it holds.
    pub condition_reads: BTreeMap<usize, Vec<Access>>,
    /// The schemas that preconditions state about the contents of inputs when the kernel starts; whoever knows them
    /// adds them.
    pub laws: Vec<Law>,
    /// The axioms of an unknown, per function symbol.
    pub axioms: BTreeMap<FuncId, Vec<Axiom>>,
    /// Functions that are sums of elements of arrays, none of which is negative.
    pub prefixes: BTreeMap<FuncId, Prefix>,
    /// Functions of loads of arrays that hold sums after a prefix sum or a reduction.
    pub scanned: BTreeMap<FuncId, Vec<Scanned>>,
    /// The conditions that accesses are aligned, by position of the event, where that is not evident; none for an access
    /// that seems to be never aligned.
    pub alignment: BTreeMap<usize, Option<TermId>>,
    /// Whether they are taken to hold (assumption `aligned`).
    pub takes_alignment: bool,
    /// The facts that were proved about accesses whenever they are made, by position of the event.
    pub lemmas: BTreeMap<usize, Vec<TermId>>,
    /// Loop heads at which accesses of a kind were proved not to be in flight.
    pub quiet: Vec<QuietHead>,
    /// Functions that stand for the initial contents of an object, by byte offset; for witnesses.
    pub contents: FxHashMap<FuncId, (ObjectId, Type)>,
    /// Symbols of access predicates (`__read(a)`, `__write_offset_bytes(a)`) that stand in assertions.
    pub access_symbols: BTreeMap<FuncId, AccessSymbol>,
    /// Symbols that stand for what a term is in the other thread of a pair.
    pub others: BTreeMap<FuncId, OtherTerm>,
    /// The symbol that says whether the threads of a pair are of one block.
    pub same_group: Option<TermId>,
    /// Functions without state: operations that are not interpreted.
    pub pure: BTreeSet<FuncId>,
    /// Functions that stand for what threads of a block read alike from an object that is written, with what that rests on.
    pub shared_reads: BTreeMap<FuncId, Premises>,
    /// Premises of what was inferred and added since (definitions, axioms, lemmas, quiet heads): every proof by the summary takes them over.
    pub inferred_from: Premises,
    /// What a thread's own stores say of these functions.
    pub own_stores: BTreeMap<FuncId, Axiom>,
    /// Unknowns that stand for what additions to atomic counters returned: no two of one cell are equal.
    pub counters: BTreeMap<FuncId, CounterResult>,
    /// The summands of atomic additions of integers, by position of the event.
    pub added: BTreeMap<usize, TermId>,
    /// Reach predicates `r(outer counters, k)` of loops that may be left from within; downward closed in `k`.
    pub reaches: BTreeSet<FuncId>,
    /// The facts that follow from completing iteration `k`, per reach predicate: it holds of every iteration before one
    /// that is reached.
    pub completions: BTreeMap<FuncId, Axiom>,
    /// Codes of the assumptions that were used to build the summary.
    pub assumptions: BTreeSet<Assumption>,
    /// What was over-approximated.
    pub approximations: BTreeSet<(String, Span)>,
    /// Objects written by a store or an atomic.
    pub written: BTreeSet<ObjectId>,
    /// Values that pointer parameters which point to no memory are compared with.
    pub pointer_values: Vec<PointerValue>,
    /// Objects on which races are not looked for.
    pub unchecked: BTreeSet<ObjectId>,
    /// Stores through pointers whose object is unknown.
    pub unresolved_writes: Vec<Span>,
    /// Loads through pointers whose object is unknown.
    pub unresolved_reads: Vec<Span>,
    /// Set when the event limit was hit and something could not be recorded; no verdict is possible.
    pub incomplete: Option<String>,
}

impl Summary {
    /// A summary in which nothing was recorded yet.
    pub(crate) fn of_launch(launch: LaunchTerms) -> Self {
        Self {
            launch,
            params: BTreeMap::new(),
            events: Vec::new(),
            loops: Arena::new(),
            facts: Vec::new(),
            indices: Vec::new(),
            condition_reads: BTreeMap::new(),
            claims: Vec::new(),
            laws: Vec::new(),
            axioms: BTreeMap::new(),
            prefixes: BTreeMap::new(),
            scanned: BTreeMap::new(),
            alignment: BTreeMap::new(),
            takes_alignment: false,
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
            assumptions: BTreeSet::new(),
            approximations: BTreeSet::new(),
            written: BTreeSet::new(),
            pointer_values: Vec::new(),
            unchecked: BTreeSet::new(),
            unresolved_writes: Vec::new(),
            unresolved_reads: Vec::new(),
            incomplete: None,
        }
    }

    /// Facts that hold for a thread inside of these loops that has passed this many events.
    pub fn facts_at<'a>(&'a self, events: usize, loops: &'a [LoopInst]) -> impl Iterator<Item = TermId> + 'a {
        self.facts.iter().filter(move |f| events >= f.from && loops.starts_with(&f.loops)).map(|f| f.term)
    }

    /// What terms rest on by the values in them that threads read alike; `original` is the function that a renamed one stands for.
    pub fn premises_of_reads(
        &self,
        terms: &Terms,
        conjuncts: &[TermId],
        original: impl Fn(FuncId) -> FuncId,
    ) -> Premises {
        if self.shared_reads.is_empty() {
            return Premises::NONE;
        }
        let apps = terms.apps(conjuncts).into_iter();
        let reads = apps.filter_map(|app| match terms.kind(app) {
            Term::App(f, _) => self.shared_reads.get(&original(*f)),
            _ => None,
        });
        reads.fold(Premises::NONE, |all, premises| all.and(premises))
    }

    /// Forgets the facts that rest on the invariants at these places.
    pub fn forget_claims(&mut self, places: &BTreeSet<Span>) {
        self.claims.retain(|f| !f.rests_on.claims().any(|at| places.contains(&at)));
    }

    /// What is known of the number of iterations of loops that a thread at event `e` has left and that hold the other event:
    /// iterations between the two are complete.
    pub fn exits_between(&self, e: usize, other: usize) -> impl Iterator<Item = TermId> + '_ {
        let inside = self.events[other].loops.iter().copied();
        let left = inside.filter(move |&l| {
            let around = self.nest(l);
            let passed = self.loops[l].induction.as_ref().is_some_and(|i| i.last_event <= e);
            passed && self.events[e].loops.starts_with(&around[..around.len() - 1])
        });
        let exits = left.filter_map(|l| self.loops[l].induction.as_ref().and_then(|i| i.exit));
        exits.flat_map(|f| self.axioms.get(&f).into_iter().flatten().map(|a| a.fact))
    }

    /// Notes a function that stands for a value of this class: the threads of a block may share it only because of what
    /// they read alike.
    pub(crate) fn note_shared(&mut self, f: FuncId, class: Class) {
        if class != Class::Thread && !self.shared_reads.is_empty() {
            let all = self.shared_reads.values().fold(Premises::NONE, |all, premises| all.and(premises));
            self.shared_reads.insert(f, all);
        }
    }

    /// The threads that share the value of these terms; counters of loops count as shared, since they are arguments of
    /// unknowns.
    pub fn class_of(&self, terms: &Terms, roots: &[TermId]) -> Class {
        let counters: BTreeSet<TermId> = self.loops.values().map(|l| l.counter).collect();
        let mut class = Class::Launch;
        for app in terms.apps(roots) {
            if counters.contains(&app) {
                continue;
            }
            if let Term::App(f, _) = terms.kind(app) {
                class = join_class(class, terms.func_info(*f).class);
            }
        }
        class
    }

    /// True if a term speaks only of what is settled when a thread arrives at the head of a loop in iteration `k`:
    /// variables at the head, counters of the loop and of those around it, what was unknown before the loop, and what
    /// has no state.
    ///
    /// A value from inside iteration `k` or later is unknown at the head, so it can be no part of an invariant: assumed
    /// of every iteration, it would prove itself of the first.
    pub fn settled_at_head(&self, terms: &Terms, at: LoopInst, t: TermId) -> bool {
        let Some(induction) = self.loops[at].induction.as_deref() else { return false };
        let Some(first) = induction.variables.iter().map(|v| v.function).min() else { return false };
        let nest: Vec<TermId> = self.nest(at).into_iter().map(|l| self.loops[l].counter).collect();
        let at_head = |app: TermId| {
            induction.reach == Some(app) || induction.variables.iter().any(|v| v.value == app) || nest.contains(&app)
        };
        terms.apps(&[t]).into_iter().all(|app| match terms.kind(app) {
            Term::App(f, _) if at_head(app) || self.contents.contains_key(f) || self.pure.contains(f) => true,
            Term::App(f, _) => *f < first || self.access_symbols.contains_key(f) || self.others.contains_key(f),
            _ => true,
        })
    }

    /// True if the term speaks of two threads.
    pub fn is_relation(&self, terms: &Terms, t: TermId) -> bool {
        terms.apps(&[t]).into_iter().any(|app| match terms.kind(app) {
            Term::App(f, _) => self.others.contains_key(f) || self.same_group == Some(app),
            _ => false,
        })
    }

    /// The loop with those around it, outermost first.
    pub fn nest(&self, inst: LoopInst) -> Vec<LoopInst> {
        let mut nest = vec![inst];
        while let Some(parent) = nest.last().and_then(|&l| self.loops[l].parent) {
            nest.push(parent);
        }
        nest.reverse();
        nest
    }
}

/// A value that a pointer parameter may have.
#[derive(Clone, Copy, Debug)]
pub struct PointerValue {
    /// The parameter.
    pub param: ParamId,
    /// The object at whose start it may point; `None` is null.
    pub object: Option<ObjectId>,
    /// The condition that the parameter points there.
    pub equal: TermId,
}

/// Terms of the generic thread's identifiers and of the launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchTerms {
    /// `threadIdx`
    pub tid: [TermId; 3],
    /// `blockIdx`
    pub bid: [TermId; 3],
    /// `blockDim`
    pub bdim: [TermId; 3],
    /// `gridDim`
    pub gdim: [TermId; 3],
    /// OpenCL global offset
    pub offset: [TermId; 3],
}

impl LaunchTerms {
    /// `threadIdx` linearised: `x + bx * (y + by * z)`.
    pub fn linear_thread(&self, terms: &mut Terms) -> TermId {
        let z = terms.mul(self.bdim[1], self.tid[2]);
        let yz = terms.add(self.tid[1], z);
        let rest = terms.mul(self.bdim[0], yz);
        terms.add(self.tid[0], rest)
    }
}

/// Something a thread does, under a guard.
#[derive(Clone, Debug)]
pub struct Event {
    /// The kind of the event.
    pub kind: EventKind,
    /// When: path condition over the thread's symbols and the counters of `loops`. Exact up to named unknowns.
    pub guard: TermId,
    /// Condition under which the thread returned before this point.
    pub returned: TermId,
    /// Enclosing loops, outermost first.
    pub loops: Vec<LoopInst>,
    /// The place in the source.
    pub span: Span,
}

/// The action of a thread.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A memory access.
    Access(Access),
    /// An access that is wrong wherever it happens.
    Invalid {
        /// Why.
        fault: Invalid,
        /// True if the event kind writes.
        write: bool,
    },
    /// A barrier.
    Barrier {
        /// Threads.
        scope: BarrierScope,
        /// Address spaces.
        fence: Fence,
        /// Participating lanes of a warp barrier.
        mask: Option<TermId>,
        /// The values on which the threads that meet have to agree.
        agree: Vec<TermId>,
    },
    /// A condition to be checked; `None` when it holds something that is not modelled (then the text says what).
    Assert {
        /// The condition.
        cond: Option<TermId>,
        /// Kind.
        kind: AssertKind,
        /// The construct that is not modelled.
        obstacle: String,
    },
    /// A construct without a model.
    Unsupported(String),
}

/// Accesses that are wrong wherever they happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Invalid {
    /// Through the null pointer.
    Null,
    /// A write to constant memory.
    ConstantWrite,
}

/// A conditional access (PUGpara's CA).
#[derive(Clone, Debug)]
pub struct Access {
    /// Read, write or atomic.
    pub mode: AccessMode,
    /// Object.
    pub object: ObjectId,
    /// Byte offset.
    pub offset: TermId,
    /// Bytes.
    pub width: u64,
    /// Type of the access.
    pub ty: Type,
    /// Value written, or value read.
    pub value: Option<TermId>,
    /// True if the offset is exact (false: an unknown stands for it).
    pub exact: bool,
}

/// Kind of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessMode {
    /// Load.
    Read,
    /// Store.
    Write,
    /// Atomic read-modify-write (or atomic load).
    Atomic(MemScope),
}

/// A loop that was accelerated.
#[derive(Clone, Debug)]
pub struct LoopRecord {
    /// Static loop.
    pub id: LoopId,
    /// Enclosing loop.
    pub parent: Option<LoopInst>,
    /// The iteration counter: a symbol of class thread with range `0..=bound`.
    pub counter: TermId,
    /// Greatest value of the counter, when known: number of completed iterations at most.
    pub bound: Option<i128>,
    /// Position.
    pub span: Span,
    /// The number of completed iterations when the loop is left, over the counters of the loops around it.
    pub exit: Option<TermId>,
    /// Variables with a closed form in the counter.
    pub closed: Vec<ClosedForm>,
    /// The loop as a transition system, when it changes variables that have no closed form.
    pub induction: Option<Box<Induction>>,
}

/// A variable whose value at the head is known.
#[derive(Clone, Debug)]
pub struct ClosedForm {
    /// Its name in the source.
    pub name: String,
    /// Its value, over the counters.
    pub value: TermId,
}

/// An executed barrier lies between every access of a kind by one thread and every later arrival at a loop head by
/// another of its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuietHead {
    /// The loop.
    pub at: LoopInst,
    /// The object.
    pub object: ObjectId,
    /// The kind of the accesses.
    pub kind: AccessKind,
}

impl QuietHead {
    /// True if an event is such an access.
    pub fn covers(&self, event: &Event) -> bool {
        matches!(&event.kind, EventKind::Access(a) if a.object == self.object && self.kind.covers(a.mode))
    }
}

/// Accesses by what they do, whatever their scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AccessKind {
    /// Loads.
    Read,
    /// Stores.
    Write,
    /// Atomics.
    Atomic,
}

impl AccessKind {
    /// True if an access of this mode is of this kind.
    pub fn covers(self, mode: AccessMode) -> bool {
        matches!(
            (self, mode),
            (AccessKind::Read, AccessMode::Read)
                | (AccessKind::Write, AccessMode::Write)
                | (AccessKind::Atomic, AccessMode::Atomic(_))
        )
    }
}

/// A loop as a transition system over the variables that are unknown at its head: what an inductive argument needs.
///
/// All terms are about one thread, the counters of the loops around the loop and its own counter `k`. An invariant `I`
/// over the values at the head holds when `entry => I[value := initial, k := 0]` and
/// `head && I && end => I[value := next, k := k + 1]`.
#[derive(Clone, Debug)]
pub struct Induction {
    /// The unknown variables.
    pub variables: Vec<HeadVariable>,
    /// Condition under which the thread arrives at the loop.
    pub entry: TermId,
    /// Condition under which it reaches the head for the `k`-th time.
    pub head: TermId,
    /// The continue condition in iteration `k`.
    pub condition: TermId,
    /// Condition under which it completes iteration `k`.
    pub end: TermId,
    /// Facts from the step that hold only under a named assumption: counters do not wrap.
    pub step_facts: Vec<TermId>,
    /// The reach predicate at `k`, if there is one.
    pub reach: Option<TermId>,
    /// The function of the outer counters that stands for the number of completed iterations.
    pub exit: Option<FuncId>,
    /// Number of events before the loop.
    pub first_event: usize,
    /// Number of events when the loop is left.
    pub last_event: usize,
}

/// A variable that is unknown at the head of a loop.
#[derive(Clone, Debug)]
pub struct HeadVariable {
    /// The variable of the kernel.
    pub var: VarId,
    /// Its name in the source.
    pub name: String,
    /// Its type; `ptr` for the byte offset of a pointer.
    pub ty: Type,
    /// The function of the counters that stands for its value.
    pub function: FuncId,
    /// The function applied to the counters.
    pub value: TermId,
    /// Value before the loop.
    pub initial: TermId,
    /// Value after iteration `k`.
    pub next: TermId,
    /// The step of the variable, if known although no closed form is used.
    pub step: Option<Step>,
}

/// An unknown that stands for what an addition to a counter returned.
#[derive(Clone, Debug)]
pub struct CounterResult {
    /// The object of the counter.
    pub object: ObjectId,
    /// True if each block has a counter of its own.
    pub per_block: bool,
    /// Byte offset of the cell, over the loop counters at the addition.
    pub offset: TermId,
    /// These loop counters; they are the arguments of the unknown.
    pub formals: Vec<TermId>,
}

/// The meaning of a symbol in the other thread of a pair.
#[derive(Clone, Debug)]
pub struct OtherTerm {
    /// The value, as a term of the generic thread.
    pub term: TermId,
    /// When the thread has that value: it is at this place, or always.
    pub when: TermId,
    /// The value that it has when it is elsewhere, where that is known.
    pub absent: Option<TermId>,
    /// Loops around it; the pair must share their counters.
    pub loops: Vec<LoopInst>,
}

/// The claim of an access predicate's symbol about the thread's accesses so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AccessSymbol {
    /// The object.
    pub object: ObjectId,
    /// Writes if true, else reads.
    pub write: bool,
    /// The byte offset of such an access as an unsigned number of so many bits; if absent, whether there was one.
    pub offset: Option<u8>,
}

/// A condition that holds for every thread and every value of the counters of `loops`.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Loops whose counters may occur.
    pub loops: Vec<LoopInst>,
    /// The condition.
    pub term: TermId,
    /// The fact holds from this event on: a thread that violates it does not get there.
    pub from: usize,
    /// It holds as long as these do.
    pub rests_on: Premises,
}

impl Fact {
    /// A fact that holds everywhere and rests on nothing.
    pub(crate) fn always(term: TermId) -> Self {
        Self { loops: Vec::new(), term, from: 0, rests_on: Premises::NONE }
    }
}

/// `forall formals. fact`, to be instantiated for every application of the function.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Symbols that stand for the arguments.
    pub formals: Vec<TermId>,
    /// The condition; holds for every thread.
    pub fact: TermId,
}

/// The wider of two classes: `Thread` over `Block` over `Launch`.
pub(crate) fn join_class(a: Class, b: Class) -> Class {
    match (a, b) {
        (Class::Thread, _) | (_, Class::Thread) => Class::Thread,
        (Class::Block, _) | (_, Class::Block) => Class::Block,
        (Class::Launch, Class::Launch) => Class::Launch,
    }
}
