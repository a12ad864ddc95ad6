//! Barrier invariants (Chong et al. 2013, section 3): claims about memory at a barrier, and facts behind it.
//!
//! The contents at the barrier are a function of the cell that the threads of the block share. A claim may use only the
//! values that the thread (or the pair) stored or read since the last barrier: another thread that changed such a cell
//! would race. Every other cell is unconstrained, so a proved claim holds for all threads, whatever the other threads
//! did.
//!
//! Behind the barrier the claim is a fact for the thread itself (or the current pair) and for the threads of its
//! instantiation expressions, or those that `instances` finds. It is guarded by the extent of the block and by the
//! condition that these threads have not returned; freedom from divergence implies that all others are at the barrier.
//! The fact holds from this event on and in this iteration only, so no claim supports itself. An instance for another
//! thread is left out if the claim mentions an unknown of the thread itself. The facts rest on the claims, on race
//! freedom and on freedom from divergence: a proof that uses them holds up to the first error of any kind.

use crate::axiom::range_conditions;
use crate::exec::Exec;
use crate::state::{PtrAlt, State, Target, Value};
use crate::{Access, AccessMode, BarrierInvariants, Fact, Memory, Premise, Premises, ScanPlace};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_base::{Assumption, Span};
use wp_kir::{AssertKind, BarrierInvariant, Block, ExprId, Kernel, ObjectId, Space, Stmt, StmtKind, Type};
use wp_logic::{Class, FuncId, Sort, Term, TermId};

/// Greatest number of stores since a barrier under which a cell is said to be unchanged.
const MAX_STORES: usize = 16;

/// A load since the last barrier.
#[derive(Clone, Debug)]
pub(crate) struct OwnRead {
    pub object: ObjectId,
    pub offset: TermId,
    pub ty: Type,
    pub value: TermId,
    /// When it was executed.
    pub guard: TermId,
    /// The number of the thread's remembered stores before it.
    pub stores: usize,
}

/// The last barrier, if it has invariants and all that the thread stored since is kept in mind.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// When the barrier was executed.
    guard: TermId,
    /// The contents there, of what the invariants mention.
    contents: BTreeMap<(ObjectId, Type), FuncId>,
    /// Counters of the loops around the barrier.
    counters: Vec<TermId>,
}

/// The facts that a barrier invariant states about the generic thread, or about the pair at hand.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub term: TermId,
    /// When the barrier was executed.
    pub guard: TermId,
    /// When a thread had ended before it.
    returned: TermId,
    /// Where it is stated.
    at: Span,
}

impl Exec<'_> {
    /// States the invariants as claims about memory when all have arrived.
    pub(crate) fn claim_invariants(&mut self, st: &mut State, invariants: &[BarrierInvariant], barrier: Span) {
        if invariants.is_empty() || self.config.barrier_invariants == BarrierInvariants::Ignored {
            return;
        }
        // Not what a thread reads before the barrier: others may still store to what it does not access.
        self.note_change(None);
        self.scans_at(ScanPlace::Barrier(barrier));
        for invariant in invariants {
            self.claiming = true;
            self.assert_stmt(st, invariant.cond, AssertKind::Barrier, invariant.span);
            self.claiming = false;
        }
    }

    /// The cells that a claim reads: where unaccessed cells are taken to be unchanged, it is what the last barrier left
    /// unless the thread stored there.
    pub(crate) fn note_claimed(&mut self, live: TermId, alts: &[PtrAlt], ty: Type, value: &Value) {
        let ([PtrAlt { guard, target: Target::Object(object), offset }], Value::Term(value)) = (alts, value) else {
            return;
        };
        if !self.claiming || !self.config.unaccessed_kept {
            return;
        }
        if let Some(fact) = self.as_at_the_barrier(*object, *offset, ty, *value) {
            let guard = self.terms.and(&[live, *guard]);
            let kept = Premise::Assumption(Assumption::BarrierAccess);
            self.claim_known(guard, fact, &Premises::of([kept, Premise::RaceFree(Memory::Object(*object))]));
        }
    }

    /// Notes what a checked condition reads. What the invariants say of cells at the barrier is known of it as long as
    /// no other thread has gone on and stored to it, which is no race with a condition: the check of the condition has
    /// to exclude that.
    pub(crate) fn note_condition_read(&mut self, object: ObjectId, ty: Type, offset: TermId) {
        if !self.in_condition {
            return;
        }
        let offset = self.as_seen_by_one(offset);
        let mode = AccessMode::Read;
        let read = Access { mode, object, offset, width: ty.size(), ty, value: None, exact: true };
        self.condition_reads.push(read);
    }

    /// The cell as one of the thread that names it: where a condition on pairs reads what the other thread names, that
    /// is the generic one, as both are at the same place; a cell that takes both of them may be any.
    fn as_seen_by_one(&mut self, offset: TermId) -> TermId {
        let (mut to_own, mut own) = (FxHashMap::default(), false);
        for app in self.terms.apps(&[offset]) {
            let Term::App(f, _) = self.terms.kind(app) else { continue };
            match self.out.others.get(f) {
                Some(other) => _ = to_own.insert(app, other.term),
                None => own |= self.terms.func_info(*f).class == Class::Thread && !self.counters.contains(&app),
            }
        }
        if own && !to_own.is_empty() {
            return self.unknown_term("cell that two threads name", Type::I64);
        }
        self.terms.substitute(offset, &to_own)
    }

    /// Takes the invariants as facts behind the barrier.
    pub(crate) fn assume_invariants(&mut self, st: &mut State, invariants: &[BarrierInvariant]) {
        if self.trial == 0 {
            self.inferring.clear();
        }
        let assumed = self.config.barrier_invariants == BarrierInvariants::Assumed;
        if invariants.is_empty() || !assumed || self.trial > 0 {
            return self.forget_interval();
        }
        for invariant in invariants {
            self.assume_invariant(st, invariant);
        }
        let here = self.moments.iter().filter(|((_, _, at, loops), _)| *at == self.moment && *loops == self.loops);
        let contents = here.map(|(&(object, ty, ..), &f)| ((object, ty), f)).collect();
        self.forget_interval();
        if !self.config.lock_step {
            self.base = Some(Base { guard: st.live, contents, counters: self.counters.clone() });
        }
    }

    fn assume_invariant(&mut self, st: &mut State, invariant: &BarrierInvariant) {
        self.spec_obstacle = None;
        let term = self.eval_term(st, invariant.cond);
        let mut instances = vec![self.thread_itself(term)];
        for instance in &invariant.instances {
            instances.push(instance.iter().map(|thread| self.indices_of(st, thread)).collect());
        }
        if self.spec_obstacle.take().is_some() || self.speaks_of_accesses(term) {
            return;
        }
        let claim = Claim { term, guard: st.live, returned: self.returned, at: invariant.span };
        for threads in instances {
            self.use_claim(&claim, &threads);
        }
        if invariant.inferred {
            self.infer_later(claim);
        }
    }

    /// Takes an invariant of a loop about memory as a fact from here on: in the next iteration, and behind the loop. A
    /// claim that is open or refuted is treated like a barrier invariant that is.
    pub(crate) fn keep_invariant(&mut self, live: TermId, claim: TermId, span: Span) {
        let assumed = self.config.barrier_invariants == BarrierInvariants::Assumed && self.watches_reads;
        let shared = |s: &Self| {
            let mut apps = s.terms.apps(&[claim]).into_iter();
            apps.any(|app| matches!(s.terms.kind(app), Term::App(f, _) if s.out.shared_reads.contains_key(f)))
        };
        if !assumed || self.trial > 0 || !shared(self) {
            return;
        }
        if !self.speaks_of_accesses(claim) && !self.out.is_relation(self.terms, claim) {
            self.claim_known(live, claim, &of_claim(span));
        }
    }

    /// The thread, or the pair at hand.
    fn thread_itself(&mut self, claim: TermId) -> Vec<[TermId; 3]> {
        let own = self.out.launch.tid;
        if !self.out.is_relation(self.terms, claim) {
            return vec![own];
        }
        vec![own, own.map(|index| self.in_the_other(index))]
    }

    fn indices_of(&mut self, st: &mut State, thread: &[ExprId]) -> [TermId; 3] {
        let mut indices = self.out.launch.tid;
        for (index, &e) in indices.iter_mut().zip(thread) {
            *index = self.eval_term(st, e);
        }
        indices
    }

    /// Takes the claim as a fact for a thread or a pair.
    pub(crate) fn use_claim(&mut self, claim: &Claim, threads: &[[TermId; 3]]) {
        if let Some(fact) = self.instance(claim, threads) {
            self.claim_known(claim.guard, fact, &of_claim(claim.at));
        }
    }

    /// The claim for another thread, or for a pair of threads.
    fn instance(&mut self, claim: &Claim, threads: &[[TermId; 3]]) -> Option<TermId> {
        let own = self.out.launch.tid;
        let &first = threads.first()?;
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut premise = Vec::new();
        let mut all_of_first = self.terms.apps(&[claim.term]);
        if self.out.is_relation(self.terms, claim.term) {
            let &[_, second] = threads else { return None };
            for app in self.terms.apps(&[claim.term]) {
                let Term::App(f, _) = self.terms.kind(app) else { continue };
                if let Some(other) = self.out.others.get(f).map(|o| o.term) {
                    if self.out.is_relation(self.terms, other) {
                        return None;
                    }
                    let theirs = self.in_thread(other, second)?;
                    map.insert(app, theirs);
                }
            }
            if let Some(same) = self.out.same_group {
                map.insert(same, self.terms.tru());
            }
            // A symbol that stands for the other thread is no symbol of the first.
            all_of_first.retain(|app| !map.contains_key(app));
            let differ = [0, 1, 2].map(|axis| self.terms.ne(first[axis], second[axis]));
            premise.push(self.terms.or(&differ));
            premise.extend(self.is_here(second, claim.returned)?);
        }
        if first != own {
            if !all_of_first.iter().all(|&app| self.is_of_index(app)) {
                return None;
            }
            map.extend(self.identifiers_in(first));
            premise.extend(self.is_here(first, claim.returned)?);
        }
        let fact = self.terms.substitute(claim.term, &map);
        let premise = self.terms.and(&premise);
        Some(self.terms.implies(premise, fact))
    }

    /// The identifiers of the generic thread, where they are symbols, as those of the thread with these indices.
    fn identifiers_in(&self, indices: [TermId; 3]) -> FxHashMap<TermId, TermId> {
        let symbols = self.out.launch.tid.into_iter().zip(indices);
        symbols.filter(|(own, index)| own != index && matches!(self.terms.kind(*own), Term::App(..))).collect()
    }

    /// A term of the generic thread in the thread with these indices.
    fn in_thread(&mut self, t: TermId, indices: [TermId; 3]) -> Option<TermId> {
        if indices == self.out.launch.tid {
            return Some(t);
        }
        let map = self.identifiers_in(indices);
        let apps = self.terms.apps(&[t]);
        apps.into_iter().all(|app| self.is_of_index(app)).then(|| self.terms.substitute(t, &map))
    }

    /// The thread with these indices is one of the block and has not ended, where that is when a thread has `returned`.
    fn is_here(&mut self, indices: [TermId; 3], returned: TermId) -> Option<Vec<TermId>> {
        let launch = self.out.launch;
        if indices == launch.tid {
            return Some(Vec::new());
        }
        let zero = self.terms.int(0);
        let ended = self.in_thread(returned, indices)?;
        let mut here = vec![self.terms.not(ended)];
        for ((own, index), extent) in launch.tid.into_iter().zip(indices).zip(launch.bdim) {
            if index != own {
                here.extend([self.terms.le(zero, index), self.terms.lt(index, extent)]);
                // Terms were simplified under the range of the index.
                here.extend(range_conditions(self.terms, own, index));
            }
        }
        Some(here)
    }

    /// True if an application is of the thread's identifiers, or a function that the threads of the block share.
    fn is_of_index(&self, app: TermId) -> bool {
        match self.terms.kind(app) {
            Term::App(f, _) => {
                self.terms.func_info(*f).class != Class::Thread
                    || self.out.launch.tid.contains(&app)
                    || self.counters.contains(&app)
            }
            _ => true,
        }
    }

    /// Forgets what the thread knows of cells that it accessed since the last barrier.
    pub(crate) fn forget_interval(&mut self) {
        self.own_stores.clear();
        self.forget_reads();
    }

    /// Forgets loads, and that all stores since the last barrier are known.
    pub(crate) fn forget_reads(&mut self) {
        self.own_reads.clear();
        self.base = None;
        self.close_heads();
    }

    /// A fact that rests on invariants, or on what the threads of a block read alike.
    pub(crate) fn claim_known(&mut self, live: TermId, fact: TermId, rests_on: &Premises) {
        if self.trial == 0 {
            let term = self.terms.implies(live, fact);
            let from = self.out.events.len();
            let rests_on = rests_on.clone();
            self.out.claims.push(Fact { loops: self.loops.clone(), term, from, rests_on });
        }
    }

    /// Keeps a load in mind: until the next barrier no other thread changes the cell. If the thread itself has not
    /// stored to it, it holds what it held at the last barrier.
    pub(crate) fn note_read(&mut self, live: TermId, alts: &[PtrAlt], ty: Type, value: Option<TermId>) {
        if !self.watches_reads || self.trial > 0 || self.config.lock_step {
            return;
        }
        let ([PtrAlt { guard, target: Target::Object(object), offset }], Some(value)) = (alts, value) else { return };
        let (object, offset) = (*object, *offset);
        // Other values may change under the thread's hands.
        let shared = matches!(self.terms.kind(value), Term::App(f, _) if self.out.shared_reads.contains_key(f));
        if self.kernel.objects[object].space == Space::Private || !shared {
            return;
        }
        let guard = self.terms.and(&[live, *guard]);
        if let Some(fact) = self.as_at_the_barrier(object, offset, ty, value) {
            self.claim_known(guard, fact, &Premises::of([Premise::RaceFree(Memory::Object(object))]));
        }
        self.own_reads.push(OwnRead { object, offset, ty, value, guard, stores: self.own_stores.len() });
    }

    fn as_at_the_barrier(&mut self, object: ObjectId, offset: TermId, ty: Type, value: TermId) -> Option<TermId> {
        let base = self.base.clone()?;
        let &f = base.contents.get(&(object, ty))?;
        let mut args = vec![offset];
        args.extend(&base.counters);
        let before = self.terms.app(f, &args);
        if before == value || self.own_stores.len() > MAX_STORES {
            return None;
        }
        let mut premise = vec![base.guard];
        for store in self.own_stores.clone().iter().filter(|s| s.object == object) {
            let overwritten = self.overwrites(store, offset, ty);
            premise.push(self.terms.not(overwritten));
        }
        let premise = self.terms.and(&premise);
        let same = self.same_value(value, before);
        Some(self.terms.implies(premise, same))
    }

    /// The two values are equal.
    pub(crate) fn same_value(&mut self, a: TermId, b: TermId) -> TermId {
        match self.terms.sort(a) {
            Sort::Bool => self.terms.iff(a, b),
            Sort::Int | Sort::Float(_) => self.terms.eq(a, b),
        }
    }
}

/// The premises of an invariant at a place that is taken as a fact for all threads: it is proved, the threads are all behind the barrier, and none has
/// changed what it speaks of.
fn of_claim(at: Span) -> Premises {
    Premises::of([Premise::Claim(at), Premise::NoDivergence, Premise::RaceFree(Memory::All)])
}

/// Whether the kernel states a barrier invariant.
pub fn any_invariant(kernel: &Kernel) -> bool {
    fn any(block: &Block) -> bool {
        block.iter().any(of_stmt)
    }
    fn of_stmt(stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Barrier { invariants, .. } => !invariants.is_empty(),
            StmtKind::If { then_block, else_block, .. } => any(then_block) || any(else_block),
            StmtKind::Loop { head, body, step, .. } => any(head) || any(body) || any(step),
            StmtKind::Labelled { body, .. } => any(body),
            _ => false,
        }
    }
    any(&kernel.body)
}
