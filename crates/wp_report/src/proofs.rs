//! Proofs of obligations as text: by property and subject, each obligation with the step that discharged it and its premises.

use std::fmt::Write;
use wp_base::SourceMap;
use wp_engine::{KernelReport, Method, ProofStep};

/// The name of a step of the order of attack.
fn step_name(method: Method) -> &'static str {
    match method {
        Method::Structural => "structure",
        Method::Digits => "the digit procedure",
        Method::Smt => "the solver",
    }
}

/// Writes the proofs that a report holds.
pub(crate) fn write(out: &mut String, kernel: &KernelReport, sources: &SourceMap) {
    // Writing to a string does not fail.
    for proof in &kernel.proofs {
        let places: Vec<String> = proof.places.iter().map(|&place| sources.describe(place)).collect();
        let _ = writeln!(out, "  {:<12} {} at {}", "proof", proof.property.name(), places.join(" and "));
        for step in &proof.steps {
            let _ = writeln!(out, "  {:<12}   by {}{}", "", step_name(step.by), premises(step, sources));
            for conjunct in &step.conjuncts {
                let _ = writeln!(out, "  {:<12}     {conjunct}", "");
            }
        }
    }
}

fn premises(step: &ProofStep, sources: &SourceMap) -> String {
    let words = step.rests_on.iter().map(|(text, place)| match place {
        Some(place) => format!("{text} ({})", sources.describe(*place)),
        None => text.clone(),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(", resting on {}", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::refuted;
    use wp_engine::{ProofReport, Property};

    #[test]
    fn obligations_are_listed_with_step_and_premises() {
        let mut report = refuted();
        let place = report.kernels[0].span;
        let step = ProofStep {
            conjuncts: vec!["tid < n".to_owned(), "n <= tid".to_owned()],
            by: Method::Digits,
            rests_on: vec![("no barrier divergence".to_owned(), None), ("an invariant".to_owned(), Some(place))],
        };
        let steps = vec![step, ProofStep { conjuncts: Vec::new(), by: Method::Structural, rests_on: Vec::new() }];
        report.kernels[0].proofs = vec![ProofReport { property: Property::Races, places: vec![place], steps }];
        let mut text = String::new();
        write(&mut text, &report.kernels[0], &report.sources);
        let at = report.sources.describe(place);
        let expected = format!(
            "  proof        races at {at}\n                 by the digit procedure, resting on no barrier divergence, an \
             invariant ({at})\n                   tid < n\n                   n <= tid\n                 by structure\n"
        );
        assert_eq!(text, expected);
    }
}
