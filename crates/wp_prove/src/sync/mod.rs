//! Order by fences, atomics and volatile accesses: release and acquire (PTX ISA, memory consistency model).
//!
//! A thread releases its accesses before a fence by a strong write after the fence, or those before a write that
//! releases by its own order. Another thread acquires them by a strong read that observes that write, or a value made
//! from it by atomic updates, if the read acquires by its own order or a fence stands after it. Atomic accesses are
//! strong in their scope, volatile ones under the assumption `volatile-relaxed`. Barriers carry both over to the other
//! threads of a block.
//!
//! Input: a pair of accesses with what is known of them. Output: a proof that one access happens before the other, or
//! none. Which write a read observes is not known, so a proof considers all writes of the kernel to the object
//! (`messages`), counts them (`counters`), or shows that only one thread at a time is in a critical section (`locks`).
//! Incomplete: a fence, barrier or read inside a loop that does not enclose the access is mostly not used.
//!
//! Flags and counters (not locks) are assumed to hold zero at the launch (assumption `zeroed-flags`).

mod counters;
mod locks;
mod messages;
mod readings;

use crate::known::{facts_at, Known, Place};
use crate::order::{precedes, Accesses, Point};
use crate::{Pair, PairKind, Proof, View};
use readings::Reading;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_base::Assumption;
use wp_kir::{Dialect, Init, Kernel, MemOrder, MemScope, ObjectId, Space};
use wp_logic::{Sort, Term, TermId, Terms};
use wp_summary::axiom::{guard_at, instantiate};
use wp_summary::{Access, AccessMode, EventKind, LoopInst, Premise, Premises, Strength, Summary};

wp_base::limits! {
    /// The depth to which axioms of the values of threads are instantiated.
    const ROUNDS: usize = 2;
    /// Greatest number of intermediate messages in a chain.
    const MAX_HOPS: usize = 2;
}

/// Returns a proof that the conjuncts are unsatisfiable. The caller adds the premises of the conjuncts.
pub type Prove<'p> = &'p mut dyn FnMut(&mut Terms, Vec<TermId>) -> Option<Proof>;

/// One execution of an event: by a thread, in the iterations given by loop counters.
#[derive(Clone, Debug)]
struct Instance {
    view: View,
    event: usize,
    counters: Vec<TermId>,
}

/// A proof that one of two accesses happens before the other, or that they are not both executed, under the conjuncts
/// that are known; `None` if none was found.
pub fn ordered(
    terms: &mut Terms,
    pair: &Pair,
    kernel: &Kernel,
    (accesses, known): (Accesses, &Known),
    prove: Prove<'_>,
) -> Option<Proof> {
    let summary = pair.summary;
    let is_copy = [accesses.first, accesses.second].iter().any(|&e| crate::order::is_copy(summary, e));
    let is_image = accesses.space == Space::Image;
    if !summary.has_fences() || is_copy || is_image || pair.kind == PairKind::SameThread {
        return None;
    }
    let threads = [View::generic(summary), pair.second_view().clone()];
    let mut search = Search { terms, summary, kernel, space: accesses.space, rests_on: Premises::NONE, prove };
    let [first, second] = threads;
    let (first, second) = (search.here(first, accesses.first), search.here(second, accesses.second));
    let readings = [search.readings(&first), search.readings(&second)];
    let known_of_both = &known.conjuncts;
    let across_blocks = pair.kind == PairKind::OtherBlock;
    let [first, second] = [(&first, &readings[0][..]), (&second, &readings[1][..])];
    let mut proof = None;
    for (from, to) in [(first, second), (second, first)] {
        proof = proof.or_else(|| search.by_messages(known_of_both, from.0, to, 0));
        proof = proof.or_else(|| search.by_counters(known_of_both, [from, to], across_blocks));
    }
    let mut proof = proof.or_else(|| search.by_locks(known_of_both, [first, second], across_blocks))?;
    proof.rests_on.join(&known.rests_on);
    Some(proof)
}

/// State of the search: the terms, and the premises collected so far.
struct Search<'t, 'a> {
    terms: &'t mut Terms,
    summary: &'a Summary,
    kernel: &'a Kernel,
    /// The space of the two accesses.
    space: Space,
    rests_on: Premises,
    prove: Prove<'t>,
}

impl<'a> Search<'_, 'a> {
    /// Runs a part of the search and returns its result with the premises that it added.
    fn with_premises<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, Premises) {
        let before = std::mem::take(&mut self.rests_on);
        let found = part(self);
        (found, std::mem::replace(&mut self.rests_on, before))
    }

    /// A proof that rests on what was noted in it, and on these readings.
    fn proof(&mut self, readings: &[&Reading], part: impl FnOnce(&mut Self) -> Option<Proof>) -> Option<Proof> {
        let (proof, rests_on) = self.with_premises(part);
        let mut proof = proof?;
        proof.rests_on.join(&rests_on);
        readings.iter().for_each(|reading| proof.rests_on.join(&reading.rests_on));
        Some(proof)
    }

    /// The event of a thread at its own counters.
    fn here(&mut self, view: View, event: usize) -> Instance {
        let loops = &self.summary.events[event].loops;
        let counters = loops.iter().map(|&l| view.at(self.terms, self.summary.loops[l].counter)).collect();
        Instance { view, event, counters }
    }

    fn loops(&self, event: usize) -> &'a [LoopInst] {
        &self.summary.events[event].loops
    }

    fn access(&self, event: usize) -> Option<&'a Access> {
        match &self.summary.events[event].kind {
            EventKind::Access(access) => Some(access),
            _ => None,
        }
    }

    fn point(&self, at: &Instance) -> Point<'a> {
        Point { seq: crate::order::position(at.event), loops: self.loops(at.event), counters: at.counters.clone() }
    }

    /// In program order of one thread.
    fn precedes(&mut self, a: &Instance, b: &Instance) -> TermId {
        let (a, b) = (self.point(a), self.point(b));
        precedes(self.terms, &a, &b)
    }

    /// The thread executes the event at these counters.
    fn guard(&mut self, at: &Instance) -> TermId {
        let guard = at.view.at(self.terms, self.summary.events[at.event].guard);
        let formals = self.formals(at);
        guard_at(self.terms, guard, &formals, &at.counters)
    }

    /// A term of the event for the thread at these counters.
    fn value(&mut self, at: &Instance, term: TermId) -> TermId {
        let term = at.view.at(self.terms, term);
        let map: FxHashMap<TermId, TermId> = self.formals(at).into_iter().zip(at.counters.iter().copied()).collect();
        self.terms.substitute(term, &map)
    }

    fn formals(&mut self, at: &Instance) -> Vec<TermId> {
        let counters: Vec<TermId> = self.loops(at.event).iter().map(|&l| self.summary.loops[l].counter).collect();
        counters.into_iter().map(|counter| at.view.at(self.terms, counter)).collect()
    }

    /// The event for the same thread in the iterations around another one of its events; `None` if it is in further
    /// loops.
    fn around(&self, event: usize, near: &Instance) -> Option<Instance> {
        let depth = self.loops(event).len();
        self.loops(near.event).starts_with(self.loops(event)).then(|| Instance {
            view: near.view.clone(),
            event,
            counters: near.counters[..depth].to_vec(),
        })
    }

    /// The fence events whose scope includes this one, whose order passes the test, and that order the accesses of the
    /// pair.
    fn fences(&self, scope: MemScope, test: fn(MemOrder) -> bool) -> impl Iterator<Item = usize> + 'a {
        let (summary, space) = (self.summary, self.space);
        (0..summary.events.len()).filter(move |&e| match &summary.events[e].kind {
            EventKind::Fence { scope: of, order, spaces } => {
                reaches(*of, scope) && spaces.orders(space) && test(*order)
            }
            _ => false,
        })
    }

    /// True if threads may synchronise by an object. In OpenCL they do so for accesses to its own address space only.
    fn may_synchronise(&self, object: ObjectId) -> bool {
        self.kernel.dialect != Dialect::OpenCl || self.kernel.objects[object].space == self.space
    }

    /// The barriers of blocks that order accesses to all memory.
    fn barriers(&self) -> impl Iterator<Item = usize> + 'a {
        let summary = self.summary;
        (0..summary.events.len()).filter(move |&e| match &summary.events[e].kind {
            EventKind::Barrier { scope: wp_kir::BarrierScope::Block, fence, .. } => {
                fence.orders(Space::Shared) && fence.orders(Space::Global)
            }
            _ => false,
        })
    }

    /// The scope that strong accesses to the object and fences need to reach all threads that access it.
    fn needed(&self, object: ObjectId) -> MemScope {
        match self.kernel.objects[object].space {
            Space::Shared => MemScope::Block,
            _ => MemScope::Device,
        }
    }

    /// True if an access is strong in the scope. What that rests on is noted.
    fn is_strong(&mut self, access: &Access, scope: MemScope) -> bool {
        match (access.mode, access.strength) {
            (AccessMode::Atomic(of), _) => reaches(of, scope),
            (_, Strength::Volatile | Strength::Flag) => {
                self.rests_on.add(Premise::Assumption(Assumption::VolatileRelaxed));
                true
            }
            (_, Strength::Weak | Strength::Atomic(_)) => false,
        }
    }

    /// True if an object may hold zero at the launch: it is not known to hold something else.
    fn may_start_at_zero(&self, object: ObjectId) -> bool {
        match &self.kernel.objects[object].init {
            Init::Bytes(bytes) => bytes.iter().all(|&byte| byte == 0),
            Init::Unevaluated => false,
            Init::Input | Init::Undefined => true,
        }
    }

    /// The condition that the write `by` releases `access`: a fence precedes `by` in its thread, or `by` releases by
    /// its own order, and `access` precedes the fence (or `by`), in program order of the same thread or by a barrier of
    /// the same block. With `other_fences`, the fence may instead be executed by the thread of `access`, followed by a
    /// barrier that precedes `by`: fences are sequentially consistent, and if that of the reading side came first, the
    /// read would precede the write that it observes.
    fn released(&mut self, access: &Instance, by: &Instance, same: Same, other_fences: bool) -> TermId {
        let Some(write) = self.access(by.event) else { return self.terms.fls() };
        let scope = self.needed(write.object);
        let mut ways = Vec::new();
        let fences = self.fences(scope, MemOrder::releases).filter_map(|fence| self.around(fence, by));
        let mut releasing: Vec<Instance> = fences.collect();
        if write.strength.order().releases() && self.is_strong(write, scope) {
            releasing.push(by.clone());
        }
        for fence in releasing {
            let executed = match fence.event == by.event {
                true => self.terms.tru(),
                false => {
                    let executed = [self.guard(&fence), self.precedes(&fence, by)];
                    self.terms.and(&executed)
                }
            };
            let own = self.precedes(access, &fence);
            let own = self.terms.and(&[same.thread, own]);
            let mut reached = vec![own];
            for barrier in self.barriers() {
                let Some(barrier) = self.around(barrier, by) else { continue };
                let between = [self.precedes(access, &barrier), self.precedes(&barrier, &fence), self.guard(&barrier)];
                let between = self.terms.and(&between);
                reached.push(self.terms.and(&[same.block, between]));
                self.rests_on.add(Premise::NoDivergence);
            }
            let reached = self.terms.or(&reached);
            ways.push(self.terms.and(&[executed, reached]));
        }
        for fence in self.fences(scope, MemOrder::releases).filter(|_| other_fences) {
            let Some(fence) = self.around(fence, access) else { continue };
            let executed = [self.precedes(access, &fence), self.guard(&fence), same.block];
            for barrier in self.barriers() {
                let Some(barrier) = self.around(barrier, by) else { continue };
                let between = [self.precedes(&fence, &barrier), self.precedes(&barrier, by), self.guard(&barrier)];
                ways.push(self.terms.and(&[executed, between].concat()));
                self.rests_on.add(Premise::NoDivergence);
            }
        }
        // The write itself is observed whether or not there is a fence; OpenCL does not promise so.
        if access.event == by.event && self.kernel.dialect != Dialect::OpenCl {
            let mut equal = vec![same.thread];
            for (&a, &b) in access.counters.iter().zip(&by.counters) {
                equal.push(self.terms.eq(a, b));
            }
            ways.push(self.terms.and(&equal));
        }
        self.terms.or(&ways)
    }

    /// The condition that what the read of a message observes comes before the event: a fence stands between the two.
    /// Of two strong accesses to the same bytes, which are no race in the model, it suffices that the read was made
    /// before.
    fn seen(&mut self, access: &Instance, event: &Instance, reading: &Reading) -> TermId {
        let (Some(a), Some(b)) = (self.access(access.event), self.access(event.event)) else { return reading.acquired };
        let scope = self.needed(a.object);
        if a.object != b.object || a.ty != b.ty || !self.is_strong(a, scope) || !self.is_strong(b, scope) {
            return reading.acquired;
        }
        let (at, other) = (self.value(access, a.offset), self.value(event, b.offset));
        let same_bytes = self.terms.eq(at, other);
        let made = self.terms.and(&[same_bytes, reading.made]);
        self.terms.or(&[made, reading.acquired])
    }

    /// What is known of a thread where it executes an event: it exists, its guard and the facts there.
    fn known_of(&mut self, at: &Instance) -> Vec<TermId> {
        let mut known = at.view.exists(self.terms, self.summary);
        known.push(self.guard(at));
        let facts = facts_at(self.summary, Place::Event(at.event));
        self.rests_on.join(&facts.rests_on);
        for fact in facts.conjuncts {
            known.push(self.value(at, fact));
        }
        known
    }

    fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        match self.terms.sort(a) {
            Sort::Bool => self.terms.iff(a, b),
            Sort::Int | Sort::Float(_) => self.terms.eq(a, b),
        }
    }

    /// Whether two threads are one, and whether their blocks are.
    fn same(&mut self, a: &View, b: &View) -> Same {
        let [thread, block] = [0, 1].map(|which: usize| {
            let equal = [0, 1, 2].map(|axis: usize| {
                let (x, y) = (a.coordinates[which][axis], b.coordinates[which][axis]);
                self.terms.eq(x, y)
            });
            self.terms.and(&equal)
        });
        Same { thread: self.terms.and(&[thread, block]), block }
    }

    /// The proof of a goal from conjuncts, with the axioms about values of these threads.
    fn show(&mut self, known: [&[TermId]; 2], goal: TermId, threads: &[&View]) -> Option<Proof> {
        let mut conjuncts = known.concat();
        conjuncts.push(self.terms.not(goal));
        let mut done = BTreeSet::new();
        for _ in 0..ROUNDS.get() {
            let mut new = Vec::new();
            for app in self.terms.apps(&conjuncts) {
                if !done.insert(app) {
                    continue;
                }
                let Term::App(f, args) = self.terms.kind(app).clone() else { continue };
                for view in threads {
                    let original = view.original(f).unwrap_or(f);
                    for axiom in self.summary.axioms.of(original) {
                        // An unrenamed function is the thread's own only if the thread has no copy of it.
                        let own = view.at(self.terms, app);
                        if original == f && own != app {
                            continue;
                        }
                        let fact = view.at(self.terms, axiom.fact);
                        let formals: Vec<TermId> = axiom.formals.iter().map(|&t| view.at(self.terms, t)).collect();
                        let known = instantiate(self.terms, fact, &formals, &args);
                        if !new.contains(&known) && !conjuncts.contains(&known) {
                            new.push(known);
                        }
                    }
                }
            }
            if new.is_empty() {
                break;
            }
            conjuncts.extend(new);
        }
        let reads = |f| threads.iter().find_map(|view| view.original(f)).unwrap_or(f);
        let alike = self.summary.functions.premises_of_reads(self.terms, &conjuncts, reads);
        self.rests_on.join(&alike);
        (self.prove)(self.terms, conjuncts)
    }
}

/// Whether two threads are the same, and whether they are of one block.
#[derive(Clone, Copy)]
struct Same {
    thread: TermId,
    block: TermId,
}

/// True if a scope holds all threads of another one.
fn reaches(scope: MemScope, needed: MemScope) -> bool {
    match needed {
        MemScope::Block => true,
        MemScope::Device => scope != MemScope::Block,
        MemScope::System => scope == MemScope::System,
    }
}
