//! The proofs of obligations that were discharged, by subject, over all attempts on a kernel.
//!
//! Invariant: a subject in the table has no open obligation, and its proof has the premises of all its obligations. A
//! subject whose proof rests on nothing may be absent.

use crate::premises::words;
use crate::{Options, ProofReport, ProofStep, Property};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_check::{Suspect, SuspectKey, SuspectKind};
use wp_kir::Kernel;
use wp_prove::Proof;
use wp_summary::Premises;

/// Proofs by subject.
#[derive(Default)]
pub(crate) struct Discharged(BTreeMap<SuspectKey, (SuspectKind, Proof)>);

impl Discharged {
    /// Adds the proofs of one check of a summary, for subjects that were open before the check (`before`; all subjects
    /// if it is `None`, in the first check) and are not open after it (`open`).
    pub fn note(&mut self, proofs: Vec<(SuspectKind, Proof)>, before: Option<&[Suspect]>, open: &[Suspect]) {
        let open: FxHashSet<SuspectKey> = open.iter().map(|s| s.kind.key()).collect();
        let before: Option<FxHashSet<SuspectKey>> =
            before.map(|suspects| suspects.iter().map(|s| s.kind.key()).collect());
        // If some pairs of accesses were not compared, any race may be among them, so all races count as open.
        let all_races = before.as_ref().is_some_and(|b| b.contains(&SuspectKind::NotCompared.key()));
        for (subject, proof) in proofs {
            let key = subject.key();
            let is_race = matches!(subject, SuspectKind::Race { .. });
            let was_open = before.as_ref().is_none_or(|b| b.contains(&key)) || is_race && all_races;
            if was_open && !open.contains(&key) {
                self.0.entry(key).or_insert_with(|| (subject, Proof::of_nothing())).1.add(proof);
            }
        }
    }

    /// The invariants that proofs used as facts and that are not proved: those at the places `unproved`, and those
    /// whose own proof used such an invariant.
    pub fn broken_claims(&self, unproved: &BTreeSet<Span>) -> BTreeSet<Span> {
        let used: BTreeSet<Span> = self.0.values().flat_map(|(_, proof)| proof.rests_on.claims()).collect();
        let mut broken: BTreeSet<Span> = used.intersection(unproved).copied().collect();
        loop {
            let resting = self.0.values().filter(|(_, proof)| rests_on_one_of(proof, &broken));
            let claims = resting.filter_map(|(subject, _)| match subject {
                SuspectKind::Assertion { site, .. } => Some(site.span),
                _ => None,
            });
            let more: Vec<Span> = claims.filter(|at| used.contains(at) && !broken.contains(at)).collect();
            if more.is_empty() {
                return broken;
            }
            broken.extend(more);
        }
    }

    /// Removes the proofs that used one of these invariants, and returns their subjects.
    pub fn withdraw(&mut self, claims: &BTreeSet<Span>) -> Vec<SuspectKind> {
        let resting = self.0.iter().filter(|(_, (_, proof))| rests_on_one_of(proof, claims));
        let keys: Vec<SuspectKey> = resting.map(|(key, _)| *key).collect();
        keys.iter().filter_map(|key| self.0.remove(key)).map(|(subject, _)| subject).collect()
    }

    /// The premises of the proofs of each property.
    pub fn premises(&self, options: &Options) -> BTreeMap<Property, Premises> {
        let mut rests_on: BTreeMap<Property, Premises> = BTreeMap::new();
        for (subject, proof) in self.0.values() {
            // That a construct without a model is not reached is part of every proof.
            let properties =
                Property::of(subject).map_or_else(|| Property::asked_for(options), |property| vec![property]);
            for property in properties {
                rests_on.entry(property).or_default().join(&proof.rests_on);
            }
        }
        rests_on
    }

    /// The proofs whose steps were kept, by property.
    pub fn reports(self, kernel: &Kernel) -> Vec<ProofReport> {
        let all = self.0.into_values();
        let mut reports: Vec<ProofReport> =
            all.filter_map(|(subject, proof)| report(kernel, &subject, proof)).collect();
        reports.sort_by_key(|report| report.property);
        reports
    }
}

fn rests_on_one_of(proof: &Proof, claims: &BTreeSet<Span>) -> bool {
    proof.rests_on.claims().any(|at| claims.contains(&at))
}

fn report(kernel: &Kernel, subject: &SuspectKind, proof: Proof) -> Option<ProofReport> {
    let property = Property::of(subject)?;
    let step = |step: wp_prove::ProofStep| ProofStep {
        conjuncts: step.conjuncts,
        by: step.by,
        rests_on: step.rests_on.iter().map(|premise| words(premise, kernel)).collect(),
    };
    let steps: Vec<ProofStep> = proof.steps.into_iter().map(step).collect();
    (!steps.is_empty()).then_some(ProofReport { property, places: subject.places(), steps })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_check::{OpenCause, Site, SiteKind};
    use wp_kir::AssertKind;
    use wp_summary::Premise;

    fn at(start: u32) -> Span {
        Span { start, end: start + 1, ..Span::NONE }
    }

    fn claim(start: u32) -> SuspectKind {
        SuspectKind::Assertion { site: Site { span: at(start), kind: SiteKind::Assert }, kind: AssertKind::Barrier }
    }

    fn barrier(start: u32) -> SuspectKind {
        SuspectKind::Divergence { barrier: Site { span: at(start), kind: SiteKind::Barrier } }
    }

    fn resting_on(claims: &[u32]) -> Proof {
        let rests_on = Premises::of(claims.iter().map(|&start| Premise::Claim(at(start))));
        Proof { rests_on, ..Proof::of_nothing() }
    }

    fn open(kind: SuspectKind) -> Suspect {
        Suspect { kind, cause: OpenCause::Budget, conjuncts: Vec::new(), second: None, unknowns: Vec::new() }
    }

    #[test]
    fn what_an_open_invariant_proved_is_taken_back_with_what_that_proved() {
        let mut known = Discharged::default();
        // The invariant at 2 was proved by the one at 1; the barrier at 9 needs it, the one at 8 another one.
        let proofs = [(claim(2), &[1][..]), (barrier(9), &[2]), (barrier(8), &[3])];
        known.note(proofs.map(|(subject, claims)| (subject, resting_on(claims))).to_vec(), None, &[]);
        let broken = known.broken_claims(&BTreeSet::from([at(1)]));
        assert_eq!(broken, BTreeSet::from([at(1), at(2)]));
        let taken: Vec<SuspectKey> = known.withdraw(&broken).iter().map(SuspectKind::key).collect();
        assert_eq!(taken, [barrier(9).key(), claim(2).key()]);
        assert!(known.broken_claims(&BTreeSet::from([at(1), at(2)])).is_empty());
        assert_eq!(known.withdraw(&BTreeSet::from([at(3)])).len(), 1);
    }

    #[test]
    fn open_subjects_have_no_proof_and_closed_ones_keep_theirs() {
        let mut known = Discharged::default();
        let proofs = || vec![(barrier(1), resting_on(&[7])), (barrier(2), resting_on(&[8]))];
        known.note(proofs(), None, &[open(barrier(2))]);
        assert_eq!(known.premises(&Options::default())[&Property::Divergence], resting_on(&[7]).rests_on);
        // A later look proves both again, and only one of them was open.
        known.note(
            vec![(barrier(1), resting_on(&[9])), (barrier(2), resting_on(&[8]))],
            Some(&[open(barrier(2))]),
            &[],
        );
        assert_eq!(known.premises(&Options::default())[&Property::Divergence], resting_on(&[7, 8]).rests_on);
    }
}
