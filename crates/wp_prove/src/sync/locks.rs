//! Locks: two accesses in critical sections of one lock are ordered.
//!
//! A section begins where an atomic exchange or compare-and-swap has found the lock free and has taken it, and ends where
//! the thread stores that it is free. All writes to the lock are of these two kinds, and who frees it has taken it: so at
//! most one thread is in a section. A fence behind the beginning, one in front of the end, and the chain of sections
//! between two of them order what is done in them. Whatever the lock holds at the launch, this is so.

use super::readings::Reading;
use super::{Instance, Same, Search};
use crate::{Proof, View};
use wp_kir::Space;
use wp_logic::TermId;
use wp_summary::{AccessMode, Change};

/// The critical sections of one lock.
struct Lock {
    /// The events that may take the lock, each with the one that frees it behind.
    sections: Vec<(usize, usize)>,
    /// The value of the free lock.
    free: TermId,
}

impl Search<'_, '_> {
    /// The proof that two accesses, each with the readings in front of it, are in critical sections of one lock. The
    /// holders are two threads: the threads of the accesses, or threads of their blocks where these are two.
    pub(super) fn by_locks(
        &mut self,
        known: &[TermId],
        [(first, readings), (second, others)]: [(&Instance, &[Reading]); 2],
        across_blocks: bool,
    ) -> Option<Proof> {
        let may_hold = |r: &Reading, thread: &Instance| across_blocks || r.read.view.is_same(&thread.view);
        readings.iter().filter(|r| may_hold(r, first)).find_map(|a| {
            let lock = self.lock(a.read.event)?;
            // A lock in shared memory is one for each block.
            let is_shared =
                self.access(a.read.event).is_some_and(|l| self.kernel.objects[l.object].space == Space::Shared);
            if across_blocks && is_shared {
                return None;
            }
            let takes = |r: &&Reading| lock.sections.iter().any(|&(taken, _)| taken == r.read.event);
            others.iter().filter(|r| may_hold(r, second)).filter(takes).find_map(|b| {
                self.proof(&[a, b], |search| {
                    let same_lock = search.terms.eq(a.offset, b.offset);
                    let mut proof = search.show([known, &[]], same_lock, &[&first.view, &second.view])?;
                    proof.add(search.in_section(known, &lock, a, first)?);
                    proof.add(search.in_section(known, &lock, b, second)?);
                    for &(taken, end) in &lock.sections {
                        proof.add(search.frees_its_own(&lock, taken, end)?);
                    }
                    Some(proof)
                })
            })
        })
    }

    /// The lock that an event takes, by the writes of the kernel to it.
    fn lock(&mut self, taking: usize) -> Option<Lock> {
        let lock = self.access(taking)?;
        let (mut exchanges, mut swaps, mut frees) = (Vec::new(), Vec::new(), Vec::new());
        for e in 0..self.summary.events.len() {
            let writes = self.access(e).filter(|a| a.object == lock.object && a.mode != AccessMode::Read);
            let Some(write) = writes.filter(|_| !self.leaves_the_value(e) && !self.is_initial(e)) else { continue };
            if !write.exact || write.ty != lock.ty || !write.ty.is_int() {
                return None;
            }
            match (self.summary.updates.get(&e).map(|u| u.change), write.value) {
                (Some(Change::Exchange(value)), _) => exchanges.push((e, value)),
                (Some(Change::CompareAndSwap { expected, new }), _) => swaps.push((e, expected, new)),
                (None, Some(value)) => frees.push((e, value)),
                _ => return None,
            }
        }
        let zero = self.terms.int(0);
        let free = frees.first().map(|f| f.1).or(swaps.first().map(|s| s.1)).unwrap_or(zero);
        let (freeing, mut takings): (Vec<_>, Vec<_>) = exchanges.into_iter().partition(|e| e.1 == free);
        frees.extend(freeing);
        if swaps.iter().any(|swap| swap.1 != free) || frees.iter().any(|f| f.1 != free) {
            return None;
        }
        takings.extend(swaps.into_iter().map(|(e, _, new)| (e, new)));
        let mut sections = Vec::new();
        for &(taken, new) in &takings {
            let is_taken = self.terms.as_int(new).zip(self.terms.as_int(free)).is_some_and(|(a, b)| a != b);
            let mut ends = frees.iter().filter(|end| self.ends(taken, end.0));
            let (true, Some(end), None) = (is_taken, ends.next(), ends.next()) else { return None };
            sections.push((taken, end.0));
        }
        (frees.len() == sections.len()).then_some(Lock { sections, free })
    }

    /// True for a store to shared memory in front of a barrier of the whole block that precedes all atomics on the object.
    fn is_initial(&self, store: usize) -> bool {
        let of_object = |e: usize| self.access(e).zip(self.access(store)).is_some_and(|(a, b)| a.object == b.object);
        let is_atomic = |e: &usize| matches!(self.access(*e).map(|a| a.mode), Some(AccessMode::Atomic(_)));
        let first = (0..self.summary.events.len()).find(|e| is_atomic(e) && of_object(*e)).unwrap_or(0);
        let is_shared = self.access(store).is_some_and(|a| self.kernel.objects[a.object].space == Space::Shared);
        is_shared
            && self.barriers().any(|b| {
                let barrier = &self.summary.events[b];
                let by_all = barrier.loops.is_empty() && self.terms.as_bool(barrier.guard) == Some(true);
                store < b && b < first && by_all
            })
    }

    /// True if an event that frees a lock belongs to the one that takes it: it stands behind it, in the loops around it but
    /// for one in which the thread waits.
    fn ends(&self, taken: usize, end: usize) -> bool {
        let (around, own) = (self.loops(end), self.loops(taken));
        taken < end && own.starts_with(around) && own.len() <= around.len() + 1
    }

    /// Whoever frees the lock has taken it; it has acquired what the holder before it has released, and passes it on.
    fn frees_its_own(&mut self, lock: &Lock, taken: usize, end: usize) -> Option<Proof> {
        let scope = self.needed(self.access(taken)?.object);
        if !self.is_strong(self.access(taken)?, scope) || !self.is_strong(self.access(end)?, scope) {
            return None;
        }
        let end = self.here(View::generic(self.summary), end);
        let known = self.known_of(&end);
        let readings = self.readings(&end);
        let taking = readings.iter().find(|r| r.read.event == taken && r.read.view.is_same(&end.view))?;
        self.rests_on.join(&taking.rests_on);
        let offset = self.access(end.event)?.offset;
        let offset = self.value(&end, offset);
        let holds = [self.terms.eq(taking.value, lock.free), taking.acquired, self.terms.eq(taking.offset, offset)];
        let same = Same { thread: self.terms.tru(), block: self.terms.tru() };
        let passed_on = self.released(&taking.read, &end, same, false);
        let holds = self.terms.and(&[&holds[..], &[passed_on]].concat());
        self.show([&known, &[]], holds, &[&end.view])
    }

    /// The access comes after the holder has taken the lock and before it frees it, with a fence on either side. The holder
    /// is the thread of the access, or one of its block.
    fn in_section(&mut self, known: &[TermId], lock: &Lock, taking: &Reading, access: &Instance) -> Option<Proof> {
        let &(_, end) = lock.sections.iter().find(|(taken, _)| *taken == taking.read.event)?;
        let holder = &taking.read.view;
        let counters = taking.read.counters[..self.loops(end).len()].to_vec();
        let end = Instance { view: holder.clone(), event: end, counters };
        let threads = [&access.view, holder];
        let holds = self.terms.eq(taking.value, lock.free);
        let holds = self.terms.and(&[holds, taking.acquired]);
        let mut proof = self.show([known, &taking.facts], holds, &threads)?;
        let same = Same { thread: self.terms.bool(holder.is_same(&access.view)), block: self.terms.tru() };
        let released = self.released(access, &end, same, self.other_fences(taking.read.event));
        let freed = self.guard(&end);
        proof.add(self.show([known, &[&taking.facts[..], &[freed]].concat()], released, &threads)?);
        Some(proof)
    }
}
