//! Barrier invariants as facts: about the generic thread, the pair at hand, and other threads of the block.
//!
//! `exec/barriers` states the rules.

use crate::axiom::{instantiate, range_conditions};
use crate::context::Context;
use crate::{BarrierInvariants, Fact, Memory, Premise, Premises};
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_logic::{Class, Term, TermId};

/// The facts that a barrier invariant states about the generic thread, or about the pair at hand.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub term: TermId,
    /// When the barrier was executed.
    pub guard: TermId,
    /// When a thread had ended before it.
    pub returned: TermId,
    /// Where it is stated.
    pub at: Span,
}

impl Context<'_> {
    /// Takes an invariant of a loop about memory as a fact from here on: in the next iteration, and behind the loop. A
    /// claim that is open or refuted is treated like a barrier invariant that is.
    pub(crate) fn keep_invariant(&mut self, live: TermId, claim: TermId, span: Span) {
        let assumed = self.config.barrier_invariants == BarrierInvariants::Assumed && self.watches_reads;
        let shared = |s: &Self| {
            let mut apps = s.terms.apps(&[claim]).into_iter();
            apps.any(|app| matches!(s.terms.kind(app), Term::App(f, _) if s.out.functions.shared_reads.contains_key(f)))
        };
        if !assumed || self.trial > 0 || !shared(self) {
            return;
        }
        if !self.speaks_of_accesses(claim) && !self.out.functions.is_relation(self.terms, claim) {
            self.claim_known(live, claim, &of_claim(span));
        }
    }

    /// The thread, or the pair at hand.
    pub(crate) fn thread_itself(&mut self, claim: TermId) -> Vec<[TermId; 3]> {
        let own = self.out.launch.tid;
        if !self.out.functions.is_relation(self.terms, claim) {
            return vec![own];
        }
        vec![own, own.map(|index| self.in_the_other(index))]
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
        if self.out.functions.is_relation(self.terms, claim.term) {
            let &[_, second] = threads else { return None };
            for app in self.terms.apps(&[claim.term]) {
                let Term::App(f, _) = self.terms.kind(app) else { continue };
                if let Some(other) = self.out.functions.others.get(f).map(|o| o.term) {
                    if self.out.functions.is_relation(self.terms, other) {
                        return None;
                    }
                    let theirs = self.in_thread(other, second)?;
                    map.insert(app, theirs);
                }
            }
            if let Some(same) = self.out.functions.same_group {
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

    /// What barrier invariants said in this iteration.
    pub(crate) fn claims_since(&self, first_claim: usize) -> Vec<Fact> {
        let since = self.out.claims.get(first_claim..).unwrap_or_default();
        since.iter().filter(|f| f.loops == self.loops).cloned().collect()
    }

    /// Facts of barrier invariants in iteration `k` become facts of the next.
    pub(crate) fn carry_claims(&mut self, claims: &[Fact], k: TermId, first_event: usize) {
        let one = self.terms.int(1);
        let before = self.terms.sub(k, one);
        for claim in claims {
            let term = instantiate(self.terms, claim.term, &[k], &[before]);
            self.out.claims.push(Fact { term, from: first_event, ..claim.clone() });
        }
    }

    /// What barrier invariants said in iteration `k` of the loop around, to be told again of the last one.
    pub(crate) fn facts_behind(&mut self, facts: Vec<Fact>, (k, x): (TermId, TermId)) {
        let one = self.terms.int(1);
        let last = self.terms.sub(x, one);
        for fact in facts {
            let term = instantiate(self.terms, fact.term, &[k], &[last]);
            let always = self.terms.tru();
            self.claim_known(always, term, &fact.rests_on);
        }
    }
}

/// The premises of an invariant at a place that is taken as a fact for all threads: it is proved, the threads are all
/// behind the barrier, and none has changed what it speaks of.
fn of_claim(at: Span) -> Premises {
    Premises::of([Premise::Claim(at), Premise::NoDivergence, Premise::RaceFree(Memory::All)])
}
