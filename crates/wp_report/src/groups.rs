//! Findings by cause: the one that stands for the others in full, the rest as counts and lines, for every output form.

use crate::finding::with_witness;
use crate::words::plural;
use std::collections::BTreeSet;
use wp_base::{Diagnostic, SourceMap};
use wp_engine::{CauseGroup, Finding, Property};

/// Places of further findings that a note names; more are counted.
const SHOWN_PLACES: usize = 6;

/// The finding that stands for a group, with the notes of its witness and those that count the rest.
pub(crate) fn head(sources: &SourceMap, group: &CauseGroup) -> (Diagnostic, Vec<String>) {
    let (diagnostic, mut notes) = with_witness(group.head);
    notes.extend(rest(sources, group));
    (diagnostic, notes)
}

/// The notes on the rest of a group: a line about the findings with the same cause, and one about consequences.
fn rest(sources: &SourceMap, group: &CauseGroup) -> Vec<String> {
    let mut notes = Vec::new();
    if !group.others.is_empty() {
        let noun = match group.head.property {
            Property::Races => "more conflicting pair",
            Property::Bounds | Property::Alignment => "more access",
            _ => "more finding",
        };
        let count = plural(group.others.len(), noun);
        let places = places(sources, group.head, &group.others);
        notes.push(format!("same cause: {count} {places} (listed with `--verbose`)"));
    }
    if !group.consequences.is_empty() {
        let count = plural(group.consequences.len(), "more finding");
        let object = group.head.object.as_deref().unwrap_or("memory");
        let verb = if group.consequences.len() == 1 { "depends" } else { "depend" };
        let places = places(sources, group.head, &group.consequences);
        notes.push(format!(
            "consequences: {count} {places} {verb} on the contents of `{object}` (listed with `--verbose`)"
        ));
    }
    notes
}

/// The lines of findings: `at line 3`, `at lines 3 and 7, 5 and 7`.
fn places(sources: &SourceMap, head: &Finding, findings: &[&Finding]) -> String {
    let own = lines(sources, head);
    let all: BTreeSet<Vec<u32>> = findings.iter().map(|f| lines(sources, f)).filter(|l| !l.is_empty()).collect();
    if all.is_empty() || all.len() == 1 && all.contains(&own) {
        return "at the same place".to_owned();
    }
    let shown: Vec<String> = all.iter().take(SHOWN_PLACES).map(|l| joined(l)).collect();
    let single = all.len() == 1 && all.iter().all(|l| l.len() == 1);
    let more = if all.len() > SHOWN_PLACES { ", ..." } else { "" };
    format!("at {} {}{more}", if single { "line" } else { "lines" }, shown.join(", "))
}

fn joined(lines: &[u32]) -> String {
    lines.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
}

/// The lines of a finding, each once.
fn lines(sources: &SourceMap, finding: &Finding) -> Vec<u32> {
    let lines: BTreeSet<u32> =
        finding.diagnostic.labels.iter().filter_map(|l| Some(sources.line_col(l.span)?.line)).collect();
    lines.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use wp_engine::Cause;

    #[test]
    fn the_rest_is_counted_with_its_lines() {
        let mut report = fixture::refuted();
        let findings = &mut report.kernels[0].properties[0].findings;
        let cause = |is_head, is_consequence| Cause { number: 1, is_head, is_consequence };
        let mut other = findings[0].clone();
        findings[0].cause = cause(true, false);
        findings[0].object = Some("a".to_owned());
        other.cause = cause(false, false);
        findings.push(other.clone());
        let kernel = report.kernels[0].clone();
        let groups = kernel.causes();
        assert_eq!(groups.len(), 1);
        let (_, notes) = head(&report.sources, &groups[0]);
        let last = notes.last().map(String::as_str);
        assert_eq!(last, Some("same cause: 1 more conflicting pair at the same place (listed with `--verbose`)"));
        other.diagnostic.labels[0].span.start = 16;
        other.cause = cause(false, true);
        report.kernels[0].properties[0].findings.push(other);
        let (_, notes) = head(&report.sources, &report.kernels[0].causes()[0]);
        let last = notes.last().map(String::as_str);
        let expected =
            "consequences: 1 more finding at line 1 depends on the contents of `a` (listed with `--verbose`)";
        assert_eq!(last, Some(expected));
    }
}
