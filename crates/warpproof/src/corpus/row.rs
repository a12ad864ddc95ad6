//! One row of the table: what was expected of a file and what came out.

use serde::{Deserialize, Serialize};
use wp_base::Severity;
use wp_engine::{FileReport, KernelReport, PropertyReport, Verdict};
use wp_report::{reason_code, Overall};

/// A row. The order of the fields is the order of the CSV columns.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Row {
    /// Path in the tree.
    pub file: String,
    /// The kernel that decides.
    pub kernel: String,
    /// `pass` or the code of the header.
    pub expected: String,
    /// The verdict on the file.
    pub verdict: String,
    /// `yes` or `no`.
    pub agrees: String,
    /// Wall seconds in all.
    pub seconds: f64,
    /// Wall seconds of Clang and decoding.
    pub clang_s: f64,
    /// Wall seconds of the rest, the solver included.
    pub engine_s: f64,
    /// Seconds of the solver, all kernels together.
    pub solver_s: f64,
    /// The reason of the verdict, in a form to count by.
    pub reason: String,
    /// The stage that decided: a property, or a stage of the front end.
    pub stage: String,
    /// Preconditions that were found.
    pub preconditions: String,
    /// `yes` or `no` for a file proved under them: whether the launch of its header satisfies them.
    pub header_satisfies: String,
    /// `yes` or `no` for such a file: whether one of them sets an extent to a number above 1.
    pub fixes_extent: String,
    /// `yes` or `no` for a refuted file: whether a finding has a replayed witness.
    pub witness_replayed: String,
    /// Questions to the solver whose answer an earlier run has left.
    pub solver_cached: u64,
    /// `yes` when the clock cut something off, so that the verdict may come out otherwise another time; else `no`.
    pub cut_off: String,
}

impl Row {
    /// A row for a file that has no report.
    pub fn error(file: String, expected: &str, stage: &str, reason: String) -> Self {
        Self {
            file,
            kernel: String::new(),
            expected: expected.to_owned(),
            verdict: Overall::Error.name().to_owned(),
            agrees: agrees(expected, Overall::Error).to_owned(),
            seconds: 0.0,
            clang_s: 0.0,
            engine_s: 0.0,
            solver_s: 0.0,
            reason: one_line(&reason),
            stage: stage.to_owned(),
            preconditions: String::new(),
            header_satisfies: String::new(),
            fixes_extent: String::new(),
            witness_replayed: String::new(),
            solver_cached: 0,
            cut_off: yes_no(false).to_owned(),
        }
    }

    /// The row of a report: the worst kernel decides.
    pub fn new(file: String, expected: &str, report: &FileReport, seconds: f64) -> Self {
        let verdict = Overall::of_file(report);
        let error = report.errors.iter().find(|d| d.severity == Severity::Error);
        let mut row = match error {
            Some(error) => {
                Self::error(file, expected, error_stage(error.code), format!("{}: {}", error.code, error.message))
            }
            None => Self::error(file, expected, "", String::new()),
        };
        row.verdict = verdict.name().to_owned();
        row.agrees = agrees(expected, verdict).to_owned();
        if verdict == Overall::ProvedUnder {
            row.is_proved_under(report);
        }
        if is_bounded(report) {
            BOUNDED.clone_into(&mut row.verdict);
            yes_no(expected == "pass").clone_into(&mut row.agrees);
        }
        row.seconds = round(seconds);
        row.clang_s = round(report.clang_seconds);
        row.engine_s = round((seconds - report.clang_seconds).max(0.0));
        row.solver_s = round(report.kernels.iter().fold(0.0, |sum, k| sum + k.times.solver));
        row.solver_cached = report.kernels.iter().map(|k| k.times.cached).sum();
        yes_no(report.kernels.iter().any(|k| k.times.late || k.times.cut_off > 0)).clone_into(&mut row.cut_off);
        let worst = report.kernels.iter().min_by_key(|k| Overall::of_kernel(k));
        if let (None, Some(kernel)) = (error, worst) {
            row.decide(kernel);
        }
        row
    }

    fn decide(&mut self, kernel: &KernelReport) {
        self.kernel.clone_from(&kernel.name);
        let decisive = kernel.properties.iter().filter(|p| p.is_decisive());
        let Some(property) = decisive.min_by_key(|p| Overall::of_verdict(&p.verdict)) else {
            self.reason = "nothing was decided".to_owned();
            return;
        };
        property.property.name().clone_into(&mut self.stage);
        self.reason = one_line(&reason(property));
        if let (true, Some(partial)) =
            (self.reason.is_empty(), kernel.properties.iter().find(|p| p.leaves_bounds_open()))
        {
            let name = partial.property.name();
            self.reason = one_line(&format!("{name} {}", wp_report::unchecked_words(partial)));
        }
        let mut preconditions: Vec<&str> = Vec::new();
        for property in &kernel.properties {
            if let Verdict::ProvedUnder(conditions) = &property.verdict {
                preconditions = conditions.iter().map(String::as_str).collect();
            }
        }
        self.preconditions = one_line(&preconditions.join(" && "));
        if property.verdict == Verdict::Refuted || property.verdict.exclusion().is_some() {
            let replayed = property.findings.iter().any(|f| f.witness.as_ref().is_some_and(|w| w.replayed));
            yes_no(replayed).clone_into(&mut self.witness_replayed);
        }
    }

    /// Tests if the preconditions of a file admit its header's launch. It is proved as the header claims where they
    /// hold for it.
    fn is_proved_under(&mut self, report: &FileReport) {
        let accepted = |k: &'_ KernelReport| k.properties.iter().any(|p| matches!(p.verdict, Verdict::ProvedUnder(_)));
        let kernels = report.kernels.iter().filter(|k| accepted(k));
        let sets: Vec<_> = kernels
            .filter_map(|k| k.preconditions.iter().find(|s| s.satisfied == Some(true)).or(k.preconditions.first()))
            .collect();
        let satisfied = sets.iter().all(|set| set.satisfied == Some(true));
        yes_no(satisfied).clone_into(&mut self.header_satisfies);
        yes_no(sets.iter().any(|set| set.conditions.iter().any(|c| c.fixes))).clone_into(&mut self.fixes_extent);
        yes_no(satisfied == (self.expected == "pass")).clone_into(&mut self.agrees);
    }

    /// True if the kernel came out as expected.
    pub fn agrees(&self) -> bool {
        self.agrees == "yes"
    }

    /// The row for people.
    pub fn line(&self) -> String {
        let expected = if self.expected == "pass" { "pass" } else { "xfail" };
        let kernel = if self.kernel.is_empty() { String::new() } else { format!(" [{}]", self.kernel) };
        let stage = if self.stage.is_empty() { String::new() } else { format!("{}: ", self.stage) };
        format!(
            "{expected:<5} {:<12} {:>8.3} s  {}{kernel}  {stage}{}\n",
            self.verdict, self.seconds, self.file, self.reason
        )
    }
}

/// The verdict in the table on a file whose header asks for a bounded search, if the search found nothing. This is the
/// claim of such a `pass`, and no proof.
pub const BOUNDED: &str = "bounded";

/// True if a bounded search that found nothing is all that stands between the file and a proof.
fn is_bounded(report: &FileReport) -> bool {
    let verdicts = || report.kernels.iter().flat_map(|k| &k.properties).map(|p| &p.verdict);
    let bounded = |v: &Verdict| matches!(v, Verdict::Unknown(wp_engine::UnknownReason::Bounded(_)));
    Overall::of_file(report) == Overall::Unknown
        && verdicts().any(bounded)
        && verdicts().all(|v| bounded(v) || *v == Verdict::Proved)
}

/// Tests if a verdict is the expected one.
fn agrees(expected: &str, verdict: Overall) -> &'static str {
    yes_no(match expected {
        "pass" => verdict == Overall::Proved,
        "NOT_ALL_VERIFIED" => matches!(
            verdict,
            Overall::Refuted
                | Overall::DependsOnContents
                | Overall::UnusualLaunch
                | Overall::Possible
                | Overall::Unknown
        ),
        // All other codes say that a component before the verification refuses the file.
        _ => matches!(verdict, Overall::Error | Overall::Unsupported),
    })
}

fn yes_no(yes: bool) -> &'static str {
    if yes {
        "yes"
    } else {
        "no"
    }
}

fn error_stage(code: &str) -> &'static str {
    match code {
        "WP0502" | "WP0504" => "clang",
        "WP0503" | "WP0506" => "input",
        "WP0505" => "solver",
        _ => "internal",
    }
}

fn reason(property: &PropertyReport) -> String {
    let finding = || property.findings.first().map(|f| format!("{}: {}", f.diagnostic.code, f.diagnostic.message));
    match &property.verdict {
        Verdict::Proved | Verdict::ProvedUnder(_) => String::new(),
        Verdict::DependsOnContents(e) | Verdict::UnusualLaunch(e) => format!("only if {}", e.when()),
        Verdict::Refuted => finding().unwrap_or_else(|| "no finding".to_owned()),
        Verdict::Possible => finding().unwrap_or_else(|| "no candidate".to_owned()),
        Verdict::Unsupported(what, _) => what.clone(),
        Verdict::Unknown(reason) => match reason {
            wp_engine::UnknownReason::Approximation(what) | wp_engine::UnknownReason::Solver(what) => {
                format!("{}: {what}", reason_code(reason))
            }
            wp_engine::UnknownReason::RestsOn(other) => format!("{}: {}", reason_code(reason), other.name()),
            _ => reason_code(reason).to_owned(),
        },
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Milliseconds are enough, and keep tables readable.
fn round(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10_000.0
}

/// The table as CSV.
pub fn csv(rows: &[Row]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|e| format!("cannot write CSV: {e}"))?;
    }
    let bytes = writer.into_inner().map_err(|e| format!("cannot write CSV: {e}"))?;
    String::from_utf8(bytes).map_err(|e| format!("cannot write CSV: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement() {
        for (expected, verdict, yes) in [
            ("pass", Overall::Proved, true),
            ("pass", Overall::ProvedUnder, false),
            ("pass", Overall::Unknown, false),
            ("NOT_ALL_VERIFIED", Overall::Refuted, true),
            ("NOT_ALL_VERIFIED", Overall::Possible, true),
            ("NOT_ALL_VERIFIED", Overall::Unknown, true),
            ("NOT_ALL_VERIFIED", Overall::Unsupported, false),
            ("NOT_ALL_VERIFIED", Overall::Proved, false),
            ("BUGLE_ERROR", Overall::Error, true),
            ("CLANG_ERROR", Overall::Unsupported, true),
            ("COMMAND_LINE_ERROR", Overall::Proved, false),
        ] {
            assert_eq!(agrees(expected, verdict), yes_no(yes), "{expected} {verdict:?}");
        }
    }

    #[test]
    fn a_bounded_search_agrees_with_a_pass_and_is_no_proof() {
        use wp_engine::{Property, UnknownReason};
        let row = |expected, reasons: &[UnknownReason]| {
            let unknown =
                |r: &UnknownReason| PropertyReport::without_findings(Property::Races, Verdict::Unknown(r.clone()));
            let kernel = KernelReport::new("k", wp_base::Span::NONE, reasons.iter().map(unknown).collect());
            Row::new("k.cl".to_owned(), expected, &FileReport { kernels: vec![kernel], ..FileReport::default() }, 0.0)
        };
        let bounded = UnknownReason::Bounded(2);
        let found_nothing = row("pass", &[bounded.clone(), bounded.clone()]);
        assert_eq!((found_nothing.verdict.as_str(), found_nothing.agrees()), ("bounded", true));
        assert!(!row("NOT_ALL_VERIFIED", std::slice::from_ref(&bounded)).agrees());
        let late = row("pass", &[bounded, UnknownReason::Timeout]);
        assert_eq!((late.verdict.as_str(), late.agrees()), ("unknown", false));
    }

    #[test]
    fn columns() {
        let row = Row::error("a/k.cl".to_owned(), "pass", "clang", "one,\n two".to_owned());
        let text = csv(&[row]).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("file,kernel,expected,verdict,agrees,seconds,clang_s,engine_s,solver_s,reason,stage,preconditions,header_satisfies,fixes_extent,witness_replayed,solver_cached,cut_off")
        );
        assert_eq!(lines.next(), Some("a/k.cl,,pass,error,no,0.0,0.0,0.0,0.0,\"one, two\",clang,,,,,0,no"));
    }
}
