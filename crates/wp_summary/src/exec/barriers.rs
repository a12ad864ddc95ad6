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

use crate::context::claims::Claim;
use crate::exec::{Condition, Exec};
use crate::memory::interval::Base;
use crate::state::State;
use crate::{BarrierInvariants, ScanPlace};
use wp_base::Span;
use wp_kir::{AssertKind, BarrierInvariant};

impl Exec<'_> {
    /// States the invariants as claims about memory when all have arrived.
    pub(crate) fn claim_invariants(&mut self, st: &mut State, invariants: &[BarrierInvariant], barrier: Span) {
        if invariants.is_empty() || self.cx.config.barrier_invariants == BarrierInvariants::Ignored {
            return;
        }
        // Not what a thread reads before the barrier: others may still store to what it does not access.
        self.memory.note_change(None);
        self.memory.scans.begin_at(&self.cx, ScanPlace::Barrier(barrier));
        for invariant in invariants {
            self.assert_stmt(st, invariant.cond, AssertKind::Barrier, invariant.span);
        }
    }

    /// Takes the invariants as facts behind the barrier.
    pub(crate) fn assume_invariants(&mut self, st: &mut State, invariants: &[BarrierInvariant]) {
        if self.cx.trial == 0 {
            self.memory.instances.open.clear();
        }
        let assumed = self.cx.config.barrier_invariants == BarrierInvariants::Assumed;
        if invariants.is_empty() || !assumed || self.cx.trial > 0 {
            return self.memory.forget_interval();
        }
        for invariant in invariants {
            self.assume_invariant(st, invariant);
        }
        let versions = &self.memory.versions;
        let here = versions
            .functions
            .iter()
            .filter(|((_, _, at, loops), _)| *at == versions.moment && *loops == self.cx.loops);
        let contents = here.map(|(&(object, ty, ..), &f)| ((object, ty), f)).collect();
        self.memory.forget_interval();
        if !self.cx.config.lock_step {
            self.memory.interval.base = Some(Base { guard: st.live, contents, counters: self.cx.counters.clone() });
        }
    }

    fn assume_invariant(&mut self, st: &mut State, invariant: &BarrierInvariant) {
        let (term, met) = self.evaluate(st, invariant.cond, Condition::default());
        let mut obstacle = met.obstacle;
        let mut instances = vec![self.cx.thread_itself(term)];
        for instance in &invariant.instances {
            let mut threads = Vec::new();
            for thread in instance {
                let mut indices = self.cx.out.launch.tid;
                for (index, &e) in indices.iter_mut().zip(thread) {
                    let (value, met) = self.evaluate(st, e, Condition::default());
                    *index = value;
                    obstacle = obstacle.or(met.obstacle);
                }
                threads.push(indices);
            }
            instances.push(threads);
        }
        if obstacle.is_some() || self.cx.speaks_of_accesses(term) {
            return;
        }
        let claim = Claim { term, guard: st.live, returned: self.cx.returned, at: invariant.span };
        for threads in instances {
            self.cx.use_claim(&claim, &threads);
        }
        if invariant.inferred {
            self.memory.instances.add(&mut self.cx, &self.memory.versions, claim);
        }
    }
}
