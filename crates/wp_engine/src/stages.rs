//! The stages of a proof: each knows more of values than the ones before, and is asked only what they left open.
//!
//! What a stage takes as a fact is proved too: barrier invariants and invariants of loops about memory are assertions of the same kernel, and what was proved
//! with one that stays open is taken back (`progress`). Facts about memory hold up to the first misbehaviour of any kind, so that all stages together hold
//! always or not at all (`premises`).

use crate::inference::Known;
use crate::{KernelReport, Property, Verdict};
use wp_summary::{Config, LoopPolicy, Summary};

/// What a stage knows of the values that addresses and conditions depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Means {
    /// Variables of loops as functions of the iteration.
    ClosedForms,
    /// Loops of known length, written out.
    UnrolledLoops,
    /// Invariants of loops that were inferred.
    LoopInvariants,
    /// What barrier invariants, and invariants of loops about memory, say.
    BarrierInvariants,
    /// What preconditions with quantifiers say of arrays.
    Contents,
    /// What arrays hold after prefix sums and reductions.
    PrefixSums,
}

impl Means {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Means::ClosedForms => "closed forms",
            Means::UnrolledLoops => "unrolled loops",
            Means::LoopInvariants => "loop invariants",
            Means::BarrierInvariants => "barrier invariants",
            Means::Contents => "contents of arrays",
            Means::PrefixSums => "prefix sums",
        }
    }

    /// What the stage of a summary knows.
    pub(crate) fn of(config: &Config, summary: &Summary, known: Known) -> Vec<Means> {
        let loops = !summary.loops.is_empty();
        let unrolled = matches!(config.policy, LoopPolicy::UnrollFirst | LoopPolicy::Bounded(_));
        let used = [
            (Means::ClosedForms, loops && config.policy == LoopPolicy::AccelerateFirst),
            (Means::UnrolledLoops, unrolled),
            (Means::LoopInvariants, known != Known::Nothing),
            (Means::BarrierInvariants, !summary.claims.is_empty()),
            (Means::Contents, !summary.laws.is_empty()),
            (Means::PrefixSums, !config.scans.is_empty()),
        ];
        used.into_iter().filter(|(_, used)| *used).map(|(means, _)| means).collect()
    }
}

/// One stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it knows; nothing where addresses and conditions need nothing of the kind.
    pub means: Vec<Means>,
    /// The properties of which it closed what was still open.
    pub closed: Vec<Property>,
}

impl KernelReport {
    /// The stages that completed the proof of a property, each with these properties.
    pub fn proof_stages(&self) -> Vec<Stage> {
        let proved = |property: &Property| {
            let mut reports = self.properties.iter().filter(|p| p.property == *property);
            reports.any(|p| p.verdict == Verdict::Proved && !(p.is_partial() && p.coverage.checked.is_empty()))
        };
        let of_proofs = self.stages.iter().map(|stage| Stage {
            closed: stage.closed.iter().copied().filter(proved).collect(),
            means: stage.means.clone(),
        });
        of_proofs.filter(|stage| !stage.closed.is_empty()).collect()
    }

    /// Takes the stages in which the assertions were proved from another report.
    pub(crate) fn take_stages_of_assertions(&mut self, other: Vec<Stage>) {
        for stage in &mut self.stages {
            stage.closed.retain(|p| *p != Property::Assertions);
        }
        for mut stage in other {
            stage.closed.retain(|p| *p == Property::Assertions);
            match self.stages.iter_mut().find(|own| own.means == stage.means) {
                Some(own) => own.closed.extend(stage.closed),
                None => self.stages.push(stage),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PropertyReport;
    use wp_base::Span;

    fn stage(means: &[Means], closed: &[Property]) -> Stage {
        Stage { means: means.to_vec(), closed: closed.to_vec() }
    }

    #[test]
    fn only_what_is_proved_has_a_stage() {
        let of = PropertyReport::without_findings;
        let properties = vec![of(Property::Races, Verdict::Proved), of(Property::Bounds, Verdict::Possible)];
        let mut report = KernelReport::new("k", Span::NONE, properties);
        report.stages = vec![
            stage(&[Means::ClosedForms], &[Property::Bounds]),
            stage(&[Means::PrefixSums], &[Property::Races, Property::Assertions]),
        ];
        assert_eq!(report.proof_stages(), [stage(&[Means::PrefixSums], &[Property::Races])]);
    }

    #[test]
    fn assertions_are_those_of_the_kernel_with_ghosts() {
        let mut report = KernelReport::new("k", Span::NONE, Vec::new());
        report.stages = vec![stage(&[], &[Property::Races, Property::Assertions])];
        let other = vec![stage(&[], &[Property::Races]), stage(&[Means::ClosedForms], &[Property::Assertions])];
        report.take_stages_of_assertions(other);
        let expected = [stage(&[], &[Property::Races]), stage(&[Means::ClosedForms], &[Property::Assertions])];
        assert_eq!(report.stages, expected);
    }
}
