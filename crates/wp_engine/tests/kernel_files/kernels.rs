//! Checks every kernel of `tests/kernels` and compares the verdicts with the expectations in its header: as it is, without closed forms,
//! and, of some files, where the budget ends.

use crate::expectation;
use crate::expectation::{is_named, Expectation};
use crate::suite::{Case, Kind};
use std::time::Duration;
use wp_base::Assumption;
use wp_engine::{check_file, FileReport, Options, Property};

pub const KIND: Kind = Kind::new("kernels", "tests/kernels", differences);

fn differences(case: &Case) -> Vec<String> {
    let expect = match expectation::expected(case) {
        Ok(expect) => expect,
        Err(problem) => return vec![problem],
    };
    let report = check_file(&case.path, &expect.options);
    let mut wrong = expectation::compare(&expect, &report);
    let mut contradictions_with = |name: &str, options: Options| {
        let found = contradictions(&expect, &check_file(&case.path, &options));
        wrong.extend(found.into_iter().map(|w| format!("{name}: {w}")));
    };
    // Where everything that loops change is left to invariant inference, much stays open, but nothing turns into its opposite.
    let options = expect.options.clone();
    if report.kernels.iter().any(|kernel| kernel.inference.shape.loops > 0) {
        let effort = Some(Duration::from_secs(3));
        contradictions_with("without acceleration", Options { acceleration: false, effort, ..options.clone() });
    }
    // Wherever the budget ends, between pairs of accesses too, an obligation that was not asked about is open.
    let number = case.number();
    if number % 27 == 0 {
        let milliseconds = [2, 20, 200][number / 27 % 3];
        let effort = Some(Duration::from_millis(milliseconds));
        contradictions_with(&format!("effort of {milliseconds} ms"), Options { effort, ..options });
    }
    wrong
}

/// Answers that exclude the expected one.
fn contradictions(expect: &Expectation, report: &FileReport) -> Vec<String> {
    let mut wrong = Vec::new();
    for kernel in &report.kernels {
        let own = expect.kernels.iter().find(|(name, _)| is_named(report, kernel, name)).map(|(_, e)| e);
        for expected in own.unwrap_or(&expect.file) {
            for found in kernel.properties.iter().filter(|p| p.property == expected.property) {
                let verdict = found.verdict.name();
                // A class of refutations is named when a proof under its condition is found.
                let class = ["depends-on-contents", "unusual-launch"].iter().any(|c| expected.accepts(c));
                let unclassified = verdict == "refuted" && class;
                // That all lanes come to a warp operation is checked where its guard is followed, and assumed by name elsewhere.
                let lanes_assumed = verdict == "proved"
                    && found.property == Property::Assertions
                    && kernel.assumptions.contains(&Assumption::WarpSync);
                let told = !unclassified && !lanes_assumed;
                if matches!(verdict, "proved" | "refuted") && !expected.accepts(verdict) && told {
                    wrong.push(format!("{}: {verdict} instead of {}", kernel.name, expected.value));
                }
            }
        }
    }
    wrong
}
