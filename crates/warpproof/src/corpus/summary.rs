//! The summary of a table: counts by verdict and by reason, agreement, times.

use super::row::{Row, BOUNDED};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use wp_report::Overall;

/// The summary.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Summary {
    files: usize,
    agree: usize,
    /// By verdict, worst first: name, expected to pass, expected to fail verification, expected to be refused.
    verdicts: Vec<VerdictCount>,
    /// Files expected to fail that are proved: each is a soundness bug or a wrong header.
    wrongly_proved: Vec<String>,
    /// Files expected to pass that are refuted: each is a bug found or a wrong witness.
    refuted_passes: Vec<String>,
    /// Refuted files without a replayed witness.
    not_replayed: Vec<String>,
    /// Files expected to pass that are proved under preconditions which their header's launch satisfies, and how many
    /// of them set an extent to a number above 1.
    proved_under: ProvedUnder,
    /// Most frequent reasons first.
    reasons: Vec<ReasonCount>,
    #[serde(skip)]
    times: SummaryTimes,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct VerdictCount {
    verdict: &'static str,
    pass: usize,
    not_all_verified: usize,
    refused: usize,
}

#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
struct ProvedUnder {
    satisfied: usize,
    fixing_an_extent: usize,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct ReasonCount {
    verdict: String,
    reason: String,
    count: usize,
}

#[derive(Serialize, Clone, Copy, PartialEq, Default, Debug)]
struct SummaryTimes {
    wall_seconds: f64,
    total_seconds: f64,
    median_seconds: f64,
    median_clang_seconds: f64,
    median_engine_seconds: f64,
    total_clang_seconds: f64,
    total_engine_seconds: f64,
    total_solver_seconds: f64,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: u32,
    interrupted: bool,
    summary: &'a Summary,
    rows: Vec<Decided<'a>>,
    times: DocumentTimes<'a>,
}

#[derive(Serialize)]
struct DocumentTimes<'a> {
    #[serde(flatten)]
    summary: SummaryTimes,
    files: Vec<FileTimes<'a>>,
}

/// A row without the columns that depend on the machine.
#[derive(Serialize)]
struct Decided<'a> {
    file: &'a str,
    kernel: &'a str,
    expected: &'a str,
    verdict: &'a str,
    agrees: &'a str,
    reason: &'a str,
    stage: &'a str,
    preconditions: &'a str,
    header_satisfies: &'a str,
    fixes_extent: &'a str,
    witness_replayed: &'a str,
}

/// The rest of it.
#[derive(Serialize)]
struct FileTimes<'a> {
    file: &'a str,
    seconds: f64,
    clang_s: f64,
    engine_s: f64,
    solver_s: f64,
    solver_cached: u64,
    cut_off: &'a str,
}

impl<'a> From<&'a Row> for Decided<'a> {
    fn from(r: &'a Row) -> Self {
        Self {
            file: &r.file,
            kernel: &r.kernel,
            expected: &r.expected,
            verdict: &r.verdict,
            agrees: &r.agrees,
            reason: &r.reason,
            stage: &r.stage,
            preconditions: &r.preconditions,
            header_satisfies: &r.header_satisfies,
            fixes_extent: &r.fixes_extent,
            witness_replayed: &r.witness_replayed,
        }
    }
}

impl<'a> From<&'a Row> for FileTimes<'a> {
    fn from(r: &'a Row) -> Self {
        Self {
            file: &r.file,
            seconds: r.seconds,
            clang_s: r.clang_s,
            engine_s: r.engine_s,
            solver_s: r.solver_s,
            solver_cached: r.solver_cached,
            cut_off: &r.cut_off,
        }
    }
}

impl Summary {
    /// The summary of rows.
    pub fn new(rows: &[Row], wall_seconds: f64) -> Self {
        let mut names: Vec<&'static str> = Overall::ALL.iter().map(|v| v.name()).collect();
        names.insert(names.len() - 1, BOUNDED);
        let verdicts = names
            .into_iter()
            .map(|verdict| {
                let count =
                    |test: fn(&str) -> bool| rows.iter().filter(|r| r.verdict == verdict && test(&r.expected)).count();
                VerdictCount {
                    verdict,
                    pass: count(|e| e == "pass"),
                    not_all_verified: count(|e| e == "NOT_ALL_VERIFIED"),
                    refused: count(|e| e != "pass" && e != "NOT_ALL_VERIFIED"),
                }
            })
            .collect();
        let files = |test: &dyn Fn(&Row) -> bool| -> Vec<String> {
            rows.iter().filter(|r| test(r)).map(|r| r.file.clone()).collect()
        };
        let mut reasons: BTreeMap<(String, String), usize> = BTreeMap::new();
        for row in rows.iter().filter(|r| !r.reason.is_empty()) {
            *reasons.entry((row.verdict.clone(), generic(&row.reason))).or_default() += 1;
        }
        let mut reasons: Vec<ReasonCount> =
            reasons.into_iter().map(|((verdict, reason), count)| ReasonCount { verdict, reason, count }).collect();
        reasons.sort_by_key(|r| std::cmp::Reverse(r.count));
        let total = |of: fn(&Row) -> f64| rows.iter().map(of).sum();
        let median = |of: fn(&Row) -> f64| median(rows.iter().map(of).collect());
        Self {
            files: rows.len(),
            agree: rows.iter().filter(|r| r.agrees()).count(),
            verdicts,
            wrongly_proved: files(&|r| {
                r.expected != "pass"
                    && (r.verdict == Overall::Proved.name()
                        || (r.verdict == Overall::ProvedUnder.name() && r.header_satisfies == "yes"))
            }),
            refuted_passes: files(&|r| r.expected == "pass" && r.verdict == Overall::Refuted.name()),
            not_replayed: files(&|r| r.verdict == Overall::Refuted.name() && r.witness_replayed != "yes"),
            proved_under: ProvedUnder {
                satisfied: rows.iter().filter(|r| r.expected == "pass" && r.header_satisfies == "yes").count(),
                fixing_an_extent: rows
                    .iter()
                    .filter(|r| r.expected == "pass" && r.header_satisfies == "yes" && r.fixes_extent == "yes")
                    .count(),
            },
            reasons,
            times: SummaryTimes {
                wall_seconds,
                total_seconds: total(|r| r.seconds),
                median_seconds: median(|r| r.seconds),
                median_clang_seconds: median(|r| r.clang_s),
                median_engine_seconds: median(|r| r.engine_s),
                total_clang_seconds: total(|r| r.clang_s),
                total_engine_seconds: total(|r| r.engine_s),
                total_solver_seconds: total(|r| r.solver_s),
            },
        }
    }

    /// The summary for people.
    pub fn text(&self) -> String {
        // Writing to a string does not fail.
        let mut out = String::new();
        let _ = writeln!(out, "\n{:<14}{:>8}{:>18}{:>10}", "verdict", "pass", "not-all-verified", "refused");
        let sum = |of: fn(&VerdictCount) -> usize| self.verdicts.iter().map(of).sum::<usize>();
        for v in &self.verdicts {
            let _ = writeln!(out, "{:<14}{:>8}{:>18}{:>10}", v.verdict, v.pass, v.not_all_verified, v.refused);
        }
        let passes = sum(|v| v.pass);
        let _ =
            writeln!(out, "{:<14}{:>8}{:>18}{:>10}", "all", passes, sum(|v| v.not_all_verified), sum(|v| v.refused));
        let _ = writeln!(
            out,
            "\n{} files, {} agree with their header ({})",
            self.files,
            self.agree,
            percent(self.agree, self.files)
        );
        let proved = self.verdicts.iter().filter(|v| v.verdict == Overall::Proved.name()).map(|v| v.pass).sum();
        let _ = writeln!(out, "{proved} of {passes} passes proved ({})", percent(proved, passes));
        let under = self.proved_under;
        if under.satisfied > 0 {
            let both = proved + under.satisfied;
            let _ = writeln!(
                out,
                "{} more proved under preconditions that the launch of the header satisfies ({} together); {} of them set \
                 an extent to a number above 1",
                under.satisfied,
                percent(both, passes),
                under.fixing_an_extent
            );
        }
        for (what, files) in [
            ("expected to fail, but proved", &self.wrongly_proved),
            ("expected to pass, but refuted", &self.refuted_passes),
            ("refuted without a replayed witness", &self.not_replayed),
        ] {
            let _ = writeln!(out, "{}: {}", what, files.len());
            for file in files {
                let _ = writeln!(out, "    {file}");
            }
        }
        if !self.reasons.is_empty() {
            let _ = writeln!(out, "\nreasons");
            for r in self.reasons.iter().take(40) {
                let _ = writeln!(out, "{:>6}  {:<12} {}", r.count, r.verdict, r.reason);
            }
            if self.reasons.len() > 40 {
                let _ = writeln!(out, "        and {} more", self.reasons.len() - 40);
            }
        }
        let t = &self.times;
        let _ = writeln!(out, "\n{:<10}{:>12}{:>12}{:>12}{:>12}", "seconds", "in all", "clang", "engine", "solver");
        let _ = writeln!(
            out,
            "{:<10}{:>12.3}{:>12.3}{:>12.4}{:>12}",
            "median", t.median_seconds, t.median_clang_seconds, t.median_engine_seconds, ""
        );
        let _ = writeln!(
            out,
            "{:<10}{:>12.1}{:>12.1}{:>12.1}{:>12.1}",
            "total", t.total_seconds, t.total_clang_seconds, t.total_engine_seconds, t.total_solver_seconds
        );
        let _ = writeln!(out, "wall clock of the run: {:.1} s", t.wall_seconds);
        out
    }
}

/// The summary and the rows as JSON; see `docs/json-schema.md`.
pub fn json(summary: &Summary, rows: &[Row], interrupted: bool) -> Result<String, String> {
    let document = Document {
        schema: "warpproof-corpus",
        version: 2,
        interrupted,
        summary,
        rows: rows.iter().map(Decided::from).collect(),
        times: DocumentTimes { summary: summary.times, files: rows.iter().map(FileTimes::from).collect() },
    };
    let mut text = serde_json::to_string_pretty(&document).map_err(|e| format!("cannot write JSON: {e}"))?;
    text.push('\n');
    Ok(text)
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        "none".to_owned()
    } else {
        format!("{:.1}%", 100.0 * part as f64 / whole as f64)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// A reason without the names in it, so that equal causes count together.
fn generic(reason: &str) -> String {
    reason.split('`').enumerate().map(|(i, part)| if i % 2 == 0 { part } else { "`_`" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, expected: &str, verdict: &str, seconds: f64) -> Row {
        let mut row = Row::error(file.to_owned(), expected, "races", String::new());
        row.verdict = verdict.to_owned();
        row.agrees = if expected == "pass" && verdict == "proved" { "yes" } else { "no" }.to_owned();
        row.seconds = seconds;
        row
    }

    #[test]
    fn alarms_are_listed() {
        let rows = [
            row("a", "pass", "proved", 1.0),
            row("b", "NOT_ALL_VERIFIED", "proved", 3.0),
            row("c", "pass", "refuted", 2.0),
        ];
        let summary = Summary::new(&rows, 4.0);
        assert_eq!(summary.wrongly_proved, ["b"]);
        assert_eq!(summary.refuted_passes, ["c"]);
        assert_eq!(summary.not_replayed, ["c"]);
        assert_eq!(summary.times.median_seconds, 2.0);
        let text = summary.text();
        assert!(text.contains("1 of 2 passes proved (50.0%)"), "{text}");
        assert!(text.contains("expected to fail, but proved: 1"), "{text}");
    }

    #[test]
    fn reasons_are_counted_without_names() {
        assert_eq!(generic("race on `a[1]` and `b`"), "race on `_` and `_`");
        assert_eq!(median(vec![4.0, 1.0]), 2.5);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
