//! Reports as text for people: findings, a line per property, the assumption ledger, an honest summary.

use crate::diagnostic::render_diagnostic;
use crate::finding::{extent, is_confirmed, with_witness};
use crate::groups;
use crate::words::{
    assumption_words, case_words, header_remarks, plural, reason_of, verdict_words, FindingCount, HeaderRemark,
    Overall, Tally,
};
use std::fmt::Write;
use wp_base::{Diagnostic, SourceMap};
use wp_engine::{FileReport, Finding, KernelReport, Means, Need, PreconditionSet, Property, Role, Stage, Verdict};

/// Most kernels whose unchecked arrays the summary names.
const MOST_UNCHECKED: usize = 6;

/// The style of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Use terminal colours.
    pub color: bool,
    /// Print wall times and counts of obligations, and every finding in full.
    pub times: bool,
}

/// The report on one file.
pub fn render_text(report: &FileReport, style: Style) -> String {
    let mut out = String::new();
    for HeaderRemark { is_warning, text } in header_remarks(report) {
        let level = if is_warning { "warning" } else { "note" };
        let _ = writeln!(out, "{level}: {}: {text}\n", report.path.display());
    }
    for error in &report.errors {
        out.push_str(&render_diagnostic(&report.sources, error, &[], style));
        out.push('\n');
    }
    // Instances and launches of one kernel have the same findings.
    let mut shown: Vec<(&Finding, &str)> = Vec::new();
    for kernel in &report.kernels {
        add_kernel(&mut out, &report.sources, kernel, &mut shown, style);
    }
    out
}

/// The part of the report on a file that is about one of its kernels.
pub fn render_kernel(report: &FileReport, kernel: &KernelReport, style: Style) -> String {
    let mut out = String::new();
    add_kernel(&mut out, &report.sources, kernel, &mut Vec::new(), style);
    out
}

/// Adds a kernel. `shown` are the findings that stand above, with the kernels that they stand at.
fn add_kernel<'r>(
    out: &mut String,
    sources: &SourceMap,
    kernel: &'r KernelReport,
    shown: &mut Vec<(&'r Finding, &'r str)>,
    style: Style,
) {
    for group in kernel.causes() {
        let earlier = shown.iter().find(|(f, _)| is_same_place(f, group.head)).filter(|_| !style.times);
        if let Some((_, first)) = earlier {
            again(out, sources, group.head, first);
            continue;
        }
        shown.push((group.head, &kernel.name));
        let head = groups::head(sources, &group);
        finding(out, sources, group.head, &head, style);
        for other in group.others.iter().chain(&group.consequences).filter(|_| style.times) {
            finding(out, sources, other, &with_witness(other), style);
        }
    }
    for note in kernel.performance.iter().flat_map(|p| &p.notes) {
        out.push_str(&render_diagnostic(sources, note, &[], style));
        out.push('\n');
    }
    kernel_block(out, sources, kernel, style);
    out.push('\n');
}

/// A finding in full.
fn finding(
    out: &mut String,
    sources: &SourceMap,
    finding: &Finding,
    (diagnostic, notes): &(Diagnostic, Vec<String>),
    style: Style,
) {
    out.push_str(&render_diagnostic(sources, diagnostic, notes, style));
    if let Some(fix) = &finding.fix {
        out.push_str(&crate::fix::render(sources, fix, style));
    }
    out.push('\n');
}

/// True if two findings of kernels have the same text at the same places.
fn is_same_place(one: &Finding, other: &Finding) -> bool {
    let (a, b) = (&one.diagnostic, &other.diagnostic);
    is_confirmed(one) == is_confirmed(other)
        && one.accepted == other.accepted
        && (a.code, a.severity, &a.message, &a.labels) == (b.code, b.severity, &b.message, &b.labels)
}

/// A finding that was shown for an earlier kernel.
fn again(out: &mut String, sources: &SourceMap, finding: &Finding, first: &str) {
    let (diagnostic, _) = with_witness(finding);
    let severity = if diagnostic.severity == wp_base::Severity::Error { "error" } else { "warning" };
    let place = diagnostic
        .labels
        .iter()
        .find(|l| l.primary)
        .map_or_else(String::new, |l| format!(" ({})", sources.describe(l.span)));
    let (code, message) = (diagnostic.code, &diagnostic.message);
    let _ = writeln!(out, "{severity}[{code}]: {message}{place}: as for `{first}` above (in full with `--verbose`)\n");
}

/// The last line of a run: the number of kernels with each verdict, and a sentence about the result.
pub fn render_summary(reports: &[FileReport]) -> String {
    let mut tally = Tally::default();
    let (mut broken, mut functions) = (0, 0);
    for report in reports {
        if report.kernels.is_empty() || Overall::of_file(report) == Overall::Error {
            broken += 1;
        }
        for kernel in &report.kernels {
            tally.add(Overall::of_kernel(kernel));
            functions += usize::from(kernel.role == Role::Function);
        }
    }
    let findings = FindingCount::of_kernels(reports.iter().flat_map(|r| &r.kernels));
    let mut subject = plural(tally.total() - functions, "kernel");
    if functions > 0 {
        let _ = write!(subject, " and {}", plural(functions, "function"));
    }
    let mut line = format!("{subject}: {}", tally.describe());
    if findings != FindingCount::default() {
        let _ = write!(line, "; {}", findings.explained());
    }
    if broken > 0 {
        let _ = write!(line, "; {} with errors", plural(broken, "file"));
    }
    let unchecked = unchecked_line(reports);
    if tally.total() == 0 {
        line.push('.');
    } else if broken == 0 && tally.of(Overall::Proved) == tally.total() {
        // A warning or a note says what was left out.
        let whole = reports.iter().all(|r| r.errors.is_empty()) && unchecked.is_none();
        let subject = if whole { "Everything" } else { "What was checked" };
        let _ = write!(line, ". {subject} holds under the assumptions listed.");
    } else {
        line.push('.');
        let inconclusive = [Overall::Unsupported, Overall::Unknown, Overall::Possible].map(|v| tally.of(v));
        let inconclusive: usize = inconclusive.into_iter().sum();
        if inconclusive > 0 {
            let _ = write!(line, " {} inconclusive; reasons above.", plural(inconclusive, "kernel"));
        }
    }
    line.push('\n');
    line.push_str(&unchecked.unwrap_or_default());
    line
}

/// The accesses that no verdict covers: one line for all kernels.
fn unchecked_line(reports: &[FileReport]) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for kernel in reports.iter().flat_map(|r| &r.kernels) {
        for property in kernel.properties.iter().filter(|p| p.leaves_bounds_open()) {
            let part = format!("`{}`: {}", kernel.name, property.coverage.unchecked.join(", "));
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    let more = parts.len().saturating_sub(MOST_UNCHECKED);
    let shown = parts.get(..MOST_UNCHECKED.min(parts.len())).filter(|shown| !shown.is_empty())?.join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Some(format!(
        "Bounds are not checked for arrays of unknown size: {shown}{more}. `--strict` does not accept that.\n"
    ))
}

/// The properties that a stage proved and the knowledge that it used.
fn stage_text(stage: &Stage) -> String {
    let proved: Vec<&str> = stage.closed.iter().map(|p| p.name()).collect();
    let means: Vec<&str> = stage.means.iter().map(|m| m.name()).collect();
    match means.is_empty() {
        true => proved.join(", "),
        false => format!("{} by {}", proved.join(", "), means.join(", ")),
    }
}

fn kernel_block(out: &mut String, sources: &SourceMap, kernel: &KernelReport, style: Style) {
    let overall = Overall::of_kernel(kernel);
    let noun = if kernel.role == Role::Function { "function" } else { "kernel" };
    let _ = write!(out, "{noun} `{}` ({})", kernel.name, sources.describe(kernel.span));
    if let Some(launch) = &kernel.launch {
        let _ = write!(out, " launched in `{}` ({})", launch.function, sources.describe(launch.span));
        if !launch.alike.is_empty() {
            let _ = write!(out, " and {} like it", plural(launch.alike.len(), "site"));
        }
        if let Some(launcher) = &launch.launcher {
            let _ = write!(out, " by `{launcher}`, a function without a body");
        }
        out.push_str(&case_words(launch));
    }
    let _ = writeln!(out, ": {}", overall.name());
    let mut reasons: Vec<String> = Vec::new();
    for property in &kernel.properties {
        let mut line = format!("  {:<12} {}", property.property.name(), verdict_words(property));
        match &property.verdict {
            Verdict::Unknown(_) | Verdict::Unsupported(..) => {
                let why = reason_of(property, sources).unwrap_or_default();
                let told = reasons.contains(&why);
                let _ = if told { write!(line, " (same reason)") } else { write!(line, ": {why}") };
                reasons.push(why);
            }
            Verdict::ProvedUnder(conditions) => {
                let _ = write!(line, ": {}", conditions.join(" && "));
            }
            _ => {}
        }
        let _ = writeln!(out, "{line}");
        if let Some(exclusion) = property.verdict.exclusion() {
            let _ = writeln!(out, "  {:<12} only if {}", "", exclusion.when());
            if let Some(requires) = exclusion.requires() {
                let _ = writeln!(out, "  {:<12} proved under {requires}", "");
            }
        }
    }
    for (number, set) in kernel.preconditions.iter().enumerate() {
        let label = if number == 0 { "proved under" } else { "or under" };
        precondition_set(out, label, set);
    }
    if !kernel.contracts.is_empty() {
        let _ = writeln!(out, "  {:<12} {}", "by contract", kernel.contracts.join(", "));
    }
    let stages = kernel.proof_stages();
    let memory = [Means::BarrierInvariants, Means::Contents, Means::PrefixSums];
    let shown = style.times && !stages.is_empty();
    if shown || stages.iter().any(|s| s.means.iter().any(|m| memory.contains(m))) {
        let stages: Vec<String> = stages.iter().map(stage_text).collect();
        let _ = writeln!(out, "  {:<12} {}", "stages", stages.join("; "));
    }
    if !kernel.assumptions.is_empty() {
        let assumptions: Vec<String> = kernel.assumptions.iter().map(|a| assumption_words(kernel, *a)).collect();
        let _ = writeln!(out, "  {:<12} {}", "assuming", assumptions.join(", "));
    }
    for (what, span) in &kernel.approximations {
        let _ = writeln!(out, "  {:<12} {what} ({})", "approximated", sources.describe(*span));
    }
    crate::proofs::write(out, kernel, sources);
    if let Some(performance) = &kernel.performance {
        let _ = writeln!(out, "  {:<12} {}", "performance", plural(performance.notes.len(), "note"));
        for (what, span) in &performance.not_analysed {
            let _ = writeln!(out, "  {:<12} {what} ({})", "not analysed", sources.describe(*span));
        }
    }
    if style.times {
        let t = &kernel.times;
        let c = kernel.counts;
        let _ = writeln!(
            out,
            "  {:<12} clang {:.3} s, engine {:.3} s, of it solver {:.3} s; {}: {} by structure, {} by digits, {} sent to \
             the solver",
            "took",
            t.clang,
            t.engine,
            t.solver,
            plural(c.obligations, "obligation"),
            c.structural,
            c.digits,
            c.solver
        );
        if !t.answers.is_empty() {
            let answers: Vec<String> = t.answers.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let _ = writeln!(out, "  {:<12} {}", "answered", answers.join(", "));
        }
    }
}

/// A set of preconditions as a line to be pasted, and why each is needed.
fn precondition_set(out: &mut String, label: &str, set: &PreconditionSet) {
    let _ = writeln!(out, "  {label:<12} {}", requires_line(set));
    for condition in &set.conditions {
        let which = if set.conditions.len() > 1 { format!(" `{}`", condition.text) } else { String::new() };
        let why = match &condition.need {
            Some(Need { property, witness }) => {
                let several = matches!(property, Property::Races | Property::Bounds | Property::Assertions);
                let verb = if several { "fail" } else { "fails" };
                let mut launch = format!("grid {}, block {}", extent(witness.grid), extent(witness.block));
                let scalars = witness.scalars.iter().map(|(name, value)| format!(", {name} = {value}"));
                launch.extend(scalars);
                format!("needed{which}: without it, {} {verb} with {launch} (confirmed by simulation)", property.name())
            }
            None => {
                format!("no counterexample was found without{}", if which.is_empty() { " it" } else { &which })
            }
        };
        let _ = writeln!(out, "  {:<12} {why}", "");
    }
}

/// A set as it stands in the source, in front of the kernel.
pub fn requires_line(set: &PreconditionSet) -> String {
    format!("//@ requires {};", set.text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use expect_test::expect;
    use wp_base::Assumption;
    use wp_engine::PropertyReport;

    #[test]
    fn a_refuted_kernel() {
        expect![[r#"
            error[WP0101]: two threads write different values to `a[0]`
             --> k.cu:2:3
              |
            2 |   a[0] = threadIdx.x;
              |   ^^^^ both threads write here
              |
              = note: threads: block 0, thread 0 (warp 0, lane 0) and block 0, thread 1 (warp 0, lane 1)
              = note: launch: grid (1, 1, 1), block (2, 1, 1)
              = note: inputs: n = 4, b[3] = 7
              = note: confirmed: reproduced by simulating this launch with these inputs
              = help: let one thread write, or give each thread a cell of its own

            kernel `k` (k.cu:1:17): refuted
              races        refuted (1 error)
              divergence   proved
              bounds       unknown: the time limit was reached; raise it with `--timeout`
              assuming     launch-bounds, no-alias
              approximated float guard (k.cu:2:3)

        "#]]
        .assert_eq(&render_text(&fixture::refuted(), Style::default()));
    }

    #[test]
    fn an_unconfirmed_finding_is_a_warning() {
        let mut report = fixture::refuted();
        let finding = &mut report.kernels[0].properties[0].findings[0];
        if let Some(witness) = &mut finding.witness {
            witness.replayed = false;
        }
        let text = render_text(&report, Style::default());
        assert!(text.starts_with("warning[WP0101]"), "{text}");
        assert!(text.contains("not confirmed"), "{text}");
    }

    #[test]
    fn summaries_are_honest() {
        expect!["1 kernel: 1 refuted; 1 error, confirmed by simulating the counterexample.\n"]
            .assert_eq(&render_summary(&[fixture::refuted()]));
        expect!["1 kernel: 1 proved. Everything holds under the assumptions listed.\n"]
            .assert_eq(&render_summary(&[fixture::proved()]));
        expect!["0 kernels: nothing was examined; 1 file with errors.\n"]
            .assert_eq(&render_summary(&[FileReport::default()]));
    }

    #[test]
    fn what_was_not_checked_is_no_plain_proof() {
        let mut report = fixture::proved();
        let Some(bounds) = report.kernels[0].properties.iter_mut().find(|p| p.property == Property::Bounds) else {
            panic!("no bounds");
        };
        bounds.coverage.unchecked = vec!["a".to_owned(), "out".to_owned()];
        report.kernels[0].assumptions = vec![Assumption::InBounds, Assumption::NoAlias];
        let text = render_text(&report, Style::default());
        assert!(text.contains("  bounds       not checked: a, out (size unknown)\n"), "{text}");
        assert!(text.contains("  assuming     in-bounds (a, out), no-alias\n"), "{text}");
        expect![[r#"
            1 kernel: 1 proved. What was checked holds under the assumptions listed.
            Bounds are not checked for arrays of unknown size: `k`: a, out. `--strict` does not accept that.
        "#]]
        .assert_eq(&render_summary(&[report.clone()]));
        if let Some(bounds) = report.kernels[0].properties.iter_mut().find(|p| p.property == Property::Bounds) {
            bounds.coverage.checked = vec!["s_tile".to_owned()];
        }
        let text = render_text(&report, Style::default());
        assert!(text.contains("  bounds       proved for s_tile; not checked: a, out (size unknown)\n"), "{text}");
    }

    #[test]
    fn what_is_assumed_to_be_aligned_is_named_with_its_condition() {
        let mut report = fixture::proved();
        let mut alignment = PropertyReport::without_findings(Property::Alignment, Verdict::Proved);
        alignment.coverage.unchecked = vec!["x".to_owned()];
        report.kernels[0].properties.push(alignment);
        report.kernels[0].assumptions = vec![Assumption::Aligned];
        let text = render_text(&report, Style::default());
        assert!(text.contains("  alignment    assumed: x\n"), "{text}");
        assert!(text.contains("  assuming     aligned (x)\n"), "{text}");
        assert!(!render_summary(&[report.clone()]).contains("not checked"));
        if let Some(alignment) = report.kernels[0].properties.last_mut() {
            alignment.coverage.conditions = vec!["n % 4 == 0".to_owned()];
            alignment.coverage.checked = vec!["y".to_owned()];
        }
        let text = render_text(&report, Style::default());
        let line = "  alignment    proved for y; assumed: x; aligned under //@ requires n % 4 == 0;\n";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn what_was_not_checked_is_named_beside_findings() {
        let mut report = fixture::refuted();
        let kernel = &mut report.kernels[0];
        let finding = Finding { object: Some("s".to_owned()), ..kernel.properties[0].findings[0].clone() };
        let Some(bounds) = kernel.properties.iter_mut().find(|p| p.property == Property::Bounds) else {
            panic!("no bounds");
        };
        bounds.verdict = Verdict::Refuted;
        bounds.findings.push(finding);
        bounds.coverage.unchecked = vec!["data".to_owned()];
        kernel.assumptions = vec![Assumption::InBounds];
        let text = render_text(&report, Style::default());
        assert!(text.contains("  bounds       refuted (1 error); not checked: data (size unknown)\n"), "{text}");
        assert!(text.contains("  assuming     in-bounds (s, data)\n"), "{text}");
        assert!(render_summary(&[report]).contains("not checked for arrays of unknown size: `k`: data."));
    }

    #[test]
    fn instances_of_a_kernel_show_a_finding_in_full_once() {
        let mut report = fixture::refuted();
        let mut other = report.kernels[0].clone();
        other.name = "k<2>".to_owned();
        report.kernels.push(other);
        let again = "error[WP0101]: two threads write different values to `a[0]` (k.cu:2:3): as for `k` above (in full with `--verbose`)\n";
        let text = render_text(&report, Style::default());
        assert_eq!((text.matches("both threads write here").count(), text.matches(again).count()), (1, 1), "{text}");
        let text = render_text(&report, Style { times: true, ..Style::default() });
        assert_eq!((text.matches("both threads write here").count(), text.matches(again).count()), (2, 0), "{text}");
    }

    #[test]
    fn a_reason_is_told_once() {
        let mut report = fixture::proved();
        for property in &mut report.kernels[0].properties[1..] {
            property.verdict = Verdict::Unknown(wp_engine::UnknownReason::Vacuous);
        }
        let text = render_text(&report, Style::default());
        assert_eq!(text.matches("vacuous: no launch was found that satisfies the preconditions").count(), 1, "{text}");
        assert!(text.contains("  bounds       unknown (same reason)\n"), "{text}");
    }

    #[test]
    fn long_inputs_are_cut() {
        let mut report = fixture::refuted();
        if let Some(witness) = &mut report.kernels[0].properties[0].findings[0].witness {
            witness.arrays = vec![("b".to_owned(), (0..20).map(|i| (i, i.to_string())).collect())];
        }
        assert!(render_text(&report, Style::default()).contains("b[15] = 15, and 4 more of b"));
    }
}
