//! Checks every kernel of `tests/kernels` and compares the verdicts with the expectations in its header: as it is, without closed forms,
//! and, of some files, where the budget ends. The precondition of a class, pasted in front of the kernel, is one under which the property
//! is proved.

use crate::expectation;
use crate::expectation::{is_named, verdict_of, Expectation, UNREPORTED};
use crate::reading::Reading;
use crate::suite::{Case, Kind};
use std::time::Duration;
use wp_base::Assumption;
use wp_engine::{check_file, FileReport, KernelReport, Options, Property, PropertyReport, Verdict};

pub const KIND: Kind = Kind::new("kernels", "tests/kernels", differences);

/// Files of which the preconditions of classes are pasted.
const PASTED: [&str; 6] = ["contents.cu", "contents_bounds.cu", "fitting.cu", "grid.cu", "launch.cu", "warps.cu"];

fn differences(case: &Case) -> Vec<String> {
    let expect = match expectation::expected(case) {
        Ok(expect) => expect,
        Err(problem) => return vec![problem],
    };
    let reading = Reading::new(&case.path, &expect.options.parsing());
    let report = reading.check(&expect.options);
    let mut wrong = expectation::compare(&expect, &report);
    wrong.extend(reading.miscount());
    if case.file.strip_prefix("refutation_classes/").is_some_and(|name| PASTED.contains(&name)) {
        wrong.extend(report.kernels.iter().flat_map(|kernel| open_under_classes(case, kernel)));
    }
    let mut contradictions_with = |name: &str, options: Options| {
        let found = contradictions(&expect, &reading.check(&options));
        wrong.extend(found.into_iter().map(|w| format!("{name}: {w}")));
    };
    // Where everything that loops change is left to invariant inference, much stays open, but nothing turns into its opposite.
    let options = expect.options.clone();
    if report.kernels.iter().any(|kernel| kernel.inference.shape.loops > 0) {
        let effort = Some(Duration::from_secs(1));
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

/// Properties of a class that are not proved with the precondition of the class in front of the kernel, or whose finding
/// is none.
fn open_under_classes(case: &Case, kernel: &KernelReport) -> Vec<String> {
    let mut wrong = Vec::new();
    for property in &kernel.properties {
        let Some(exclusion) = property.verdict.exclusion() else { continue };
        let head = case.text.find(&format!("__global__ void {}(", kernel.name)).expect("the kernel's head");
        let requires = exclusion.requires().unwrap_or_default();
        let with = format!("{}{requires}\n{}", &case.text[..head], &case.text[head..]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("k.cu");
        std::fs::write(&path, with).expect("a file");
        let again = check_file(&path, &Options { kernels: vec![kernel.name.clone()], ..Options::default() });
        let is_of = |p: &&PropertyReport| p.property == property.property;
        let found: Vec<_> = again.kernels.iter().filter_map(|k| k.properties.iter().find(is_of)).collect();
        let is_replayed = property.findings.iter().any(|f| f.witness.as_ref().is_some_and(|w| w.replayed));
        if !is_replayed || found.is_empty() || found.iter().any(|p| p.verdict != Verdict::Proved) {
            let verdicts: Vec<&Verdict> = found.iter().map(|p| &p.verdict).collect();
            wrong.push(format!("{}: {verdicts:?} under {requires}; {:?}", kernel.name, again.errors));
        }
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
                let verdict = verdict_of(found);
                // A class of refutations is named when a proof under its condition is found.
                let class = ["depends-on-contents", "unusual-launch"].iter().any(|c| expected.accepts(c));
                let unclassified = verdict == "refuted" && class;
                // That all lanes come to a warp operation is checked where its guard is followed, and assumed by name elsewhere.
                let lanes_assumed = verdict == "proved"
                    && found.property == Property::Assertions
                    && kernel.assumptions.contains(&Assumption::WarpSync);
                // With less knowledge, something is no longer evident.
                let evident = verdict == "proved" && expected.accepts(UNREPORTED);
                let told = !unclassified && !lanes_assumed && !evident;
                if matches!(verdict, "proved" | "refuted") && !expected.accepts(verdict) && told {
                    wrong.push(format!("{}: {verdict} instead of {}", kernel.name, expected.value));
                }
            }
        }
    }
    wrong
}
