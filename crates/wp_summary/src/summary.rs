//! The kernel summary: data only.

use crate::alignment::Alignment;
use crate::axiom::Axioms;
use crate::functions::Functions;
use crate::laws::Law;
use crate::loop_record::{LoopInst, LoopRecord};
use crate::premises::Premises;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{Arena, Assumption, Span};
use wp_kir::{AssertKind, BarrierScope, Fence, MemOrder, MemScope, ObjectId, ParamId, Type};
use wp_logic::{Class, Term, TermId, Terms};

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
    /// What is taken to fit its type.
    pub fits: Fits,
    /// The facts of barrier invariants, in iterations that the thread has passed. Not for induction over loops: an
    /// invariant that fails in an iteration must not show that there is none after it.
    pub claims: Vec<Fact>,
    /// The reads of written memory in checked conditions, by position of the event; where barrier invariants or prefix
    /// sums say what it holds.
    pub condition_reads: BTreeMap<usize, Vec<Access>>,
    /// The schemas that preconditions state about the contents of inputs when the kernel starts; whoever knows them
    /// adds them.
    pub laws: Vec<Law>,
    /// The functions in terms.
    pub functions: Functions,
    /// What is known of values of functions.
    pub axioms: Axioms,
    /// The objects that are accessed.
    pub memory: MemoryUse,
    /// What was inferred and added since.
    pub inferred: Inferred,
    /// The alignment of accesses, by position of the event, where it is not evident.
    pub alignment: BTreeMap<usize, Alignment>,
    /// Whether they are taken to hold (assumption `aligned`).
    pub takes_alignment: bool,
    /// What atomics do to their cells, by position of the event.
    pub updates: BTreeMap<usize, Update>,
    /// Codes of the assumptions that were used to build the summary.
    pub assumptions: BTreeSet<Assumption>,
    /// What was over-approximated.
    pub approximations: BTreeSet<(String, Span)>,
    /// Set when the event limit was hit and something could not be recorded; no verdict is possible.
    pub incomplete: Option<String>,
}

/// What is taken to fit its type.
#[derive(Clone, Debug, Default)]
pub struct Fits {
    /// The facts that signed indices do, where they are used; only where contents of memory matter.
    pub indices: Vec<Fact>,
    /// True if an unsigned sum or product of sizes may wrap around.
    pub sizes_may_wrap: bool,
    /// The unsigned sums and products that are taken not to wrap around (`no-unsigned-wrap`), with the bits of their
    /// types.
    pub sizes: BTreeSet<(TermId, u8)>,
}

/// What a kernel does with objects.
#[derive(Clone, Debug, Default)]
pub struct MemoryUse {
    /// Objects written by a store or an atomic.
    pub written: BTreeSet<ObjectId>,
    /// Objects on which races are not looked for.
    pub unchecked: BTreeSet<ObjectId>,
    /// Stores through pointers whose object is unknown.
    pub unresolved_writes: Vec<Span>,
    /// Loads through pointers whose object is unknown.
    pub unresolved_reads: Vec<Span>,
    /// Values that pointer parameters which point to no memory are compared with.
    pub pointer_values: Vec<PointerValue>,
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

/// What was inferred and added to a summary.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// The facts that were proved about accesses whenever they are made, by position of the event.
    pub lemmas: BTreeMap<usize, Vec<TermId>>,
    /// Loop heads at which accesses of a kind were proved not to be in flight.
    pub quiet: Vec<QuietHead>,
    /// Premises of all of it (definitions, axioms, lemmas, quiet heads): every proof by the summary takes them over.
    pub rests_on: Premises,
}

impl Summary {
    /// True if an access is one of an asynchronous copy of a thread.
    pub fn has_copies(&self) -> bool {
        self.events.iter().any(|e| matches!(&e.kind, EventKind::Access(access) if access.is_copy))
    }

    /// True if the kernel has a fence, of any scope, or an atomic access with an order. Fences that may order less are
    /// no events.
    pub fn has_fences(&self) -> bool {
        self.events.iter().any(|e| match &e.kind {
            EventKind::Fence { .. } => true,
            EventKind::Access(access) => access.strength.order().orders(),
            _ => false,
        })
    }

    /// The summand of an atomic addition of integers.
    pub fn added(&self, event: usize) -> Option<TermId> {
        match self.updates.get(&event)?.change {
            Change::Add(by) => Some(by),
            _ => None,
        }
    }

    /// A summary in which nothing was recorded yet.
    pub(crate) fn of_launch(launch: LaunchTerms) -> Self {
        Self {
            launch,
            params: BTreeMap::new(),
            events: Vec::new(),
            loops: Arena::new(),
            facts: Vec::new(),
            fits: Fits::default(),
            condition_reads: BTreeMap::new(),
            claims: Vec::new(),
            laws: Vec::new(),
            functions: Functions::default(),
            axioms: Axioms::default(),
            memory: MemoryUse::default(),
            inferred: Inferred::default(),
            alignment: BTreeMap::new(),
            takes_alignment: false,
            updates: BTreeMap::new(),
            assumptions: BTreeSet::new(),
            approximations: BTreeSet::new(),
            incomplete: None,
        }
    }

    /// Facts that hold for a thread inside of these loops that has passed this many events.
    pub fn facts_at<'a>(&'a self, events: usize, loops: &'a [LoopInst]) -> impl Iterator<Item = TermId> + 'a {
        self.facts.iter().filter(move |f| events >= f.from && loops.starts_with(&f.loops)).map(|f| f.term)
    }

    /// Forgets the facts that rest on the invariants at these places.
    pub fn forget_claims(&mut self, places: &BTreeSet<Span>) {
        self.claims.retain(|f| !f.rests_on.claims().any(|at| places.contains(&at)));
    }

    /// What is known of the number of iterations of loops that a thread at event `e` has left and that hold the other
    /// event: iterations between the two are complete.
    pub fn exits_between(&self, e: usize, other: usize) -> impl Iterator<Item = TermId> + '_ {
        let inside = self.events[other].loops.iter().copied();
        let left = inside.filter(move |&l| {
            let around = self.nest(l);
            let passed = self.loops[l].induction.as_ref().is_some_and(|i| i.last_event <= e);
            passed && self.events[e].loops.starts_with(&around[..around.len() - 1])
        });
        let exits = left.filter_map(|l| self.loops[l].induction.as_ref().and_then(|i| i.exit));
        exits.flat_map(|f| self.axioms.of(f).iter().map(|a| a.fact))
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
            Term::App(f, _) if at_head(app) || self.functions.is_without_state(*f) => true,
            Term::App(f, _) => *f < first || self.functions.is_of_place(*f),
            _ => true,
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

/// Terms of the generic thread's identifiers and of the launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchTerms {
    /// Lanes of a warp.
    pub lanes: u32,
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
    /// An operation on a numbered barrier of the block.
    NamedBarrier(NamedBarrier),
    /// A condition to be checked; `None` when it holds something that is not modelled (then the text says what).
    Assert {
        /// The condition.
        cond: Option<TermId>,
        /// Kind.
        kind: AssertKind,
        /// The construct that is not modelled.
        obstacle: String,
    },
    /// A fence.
    Fence {
        /// The threads among which it acts.
        scope: MemScope,
        /// It acquires, releases or both.
        order: MemOrder,
        /// The memory whose accesses it orders.
        spaces: Fence,
    },
    /// The copies of the thread that are in no group become the newest group.
    CommitCopies,
    /// The thread waits until at most so many groups of its copies are in flight; for all copies without a number.
    WaitForCopies(Option<u32>),
    /// A construct without a model.
    Unsupported(String),
}

/// An operation on a numbered barrier of the block ([`wp_kir::NamedBarrier`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedBarrier {
    /// The number of the barrier.
    pub id: TermId,
    /// The number of threads of a generation; all threads of the block without it.
    pub count: Option<TermId>,
    /// True if the thread waits until the generation is complete.
    pub waits: bool,
}

impl NamedBarrier {
    /// The terms in it, for rewriting.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        [&mut self.id].into_iter().chain(&mut self.count)
    }
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
    /// True if it is one of an asynchronous copy of the thread: it may happen as late as the thread waits for the copy.
    pub is_copy: bool,
    /// Its strength in the memory model.
    pub strength: Strength,
}

/// Strength of an access in the memory model. Atomic accesses, and no others, carry `Atomic`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// An ordinary access.
    Weak,
    /// A volatile access.
    Volatile,
    /// A volatile read whose value is used only in conditions: it reaches no store and no address.
    Flag,
    /// An atomic access, with its order.
    Atomic(MemOrder),
}

impl Strength {
    /// What the access orders by itself.
    pub fn order(self) -> MemOrder {
        match self {
            Strength::Atomic(order) => order,
            Strength::Weak | Strength::Volatile | Strength::Flag => MemOrder::Unstated,
        }
    }
}

/// What an atomic does to its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Update {
    /// The effect on the cell.
    pub change: Change,
    /// The unknown that stands for the old value, unless it stands for those of several places.
    pub result: Option<TermId>,
}

/// The effect of an atomic on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// No change: it only reads.
    None,
    /// Adds this number, which is negative for a subtraction.
    Add(TermId),
    /// Adds one, or stores zero if the cell holds at least this.
    Increment(TermId),
    /// Stores this.
    Exchange(TermId),
    /// Stores `new` if the cell holds `expected`.
    CompareAndSwap {
        /// The value that the cell has to hold.
        expected: TermId,
        /// The value that it is given.
        new: TermId,
    },
    /// Anything else.
    Other,
}

impl Change {
    /// The terms in it, for rewriting.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let terms: [Option<&mut TermId>; 2] = match self {
            Change::None | Change::Other => [None, None],
            Change::Add(term) | Change::Increment(term) | Change::Exchange(term) => [Some(term), None],
            Change::CompareAndSwap { expected, new } => [Some(expected), Some(new)],
        };
        terms.into_iter().flatten()
    }
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

/// The wider of two classes: `Thread` over `Block` over `Launch`.
pub(crate) fn join_class(a: Class, b: Class) -> Class {
    match (a, b) {
        (Class::Thread, _) | (_, Class::Thread) => Class::Thread,
        (Class::Block, _) | (_, Class::Block) => Class::Block,
        (Class::Launch, Class::Launch) => Class::Launch,
    }
}
