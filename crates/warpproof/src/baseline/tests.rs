//! Tests: what an entry accepts, and above all what it does not.

use super::*;
use std::fs;
use wp_base::Diagnostic;
use wp_engine::{KernelReport, Property, PropertyReport, Timeline, Verdict, Witness};

/// A report on a file in `folder` with a finding for each (code, marked text, which of its occurrences).
fn report(folder: &Path, name: &str, text: &str, findings: &[(&'static str, &str, usize)]) -> FileReport {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    let mut sources = SourceMap::new();
    let file = sources.add(&path, text.to_owned());
    let span = |marked: &str, nth: usize| {
        let (start, _) = text.match_indices(marked).nth(nth).unwrap();
        Span { file, start: start as u32, end: (start + marked.len()) as u32 }
    };
    let finding = |&(code, marked, nth): &(&'static str, &str, usize)| Finding {
        witness: Some(witness()),
        ..Finding::new(Property::Races, Diagnostic::error(code, "data race on `a`").primary(span(marked, nth), "here"))
    };
    let property = PropertyReport {
        besides: Verdict::Proved,
        findings: findings.iter().map(finding).collect(),
        ..PropertyReport::without_findings(Property::Races, Verdict::Refuted)
    };
    let kernel = KernelReport::new("k", Span::NONE, vec![property]);
    let functions = vec![Span { file, start: text.find("void").unwrap() as u32, end: text.len() as u32 }];
    FileReport { path, sources, kernels: vec![kernel], functions, ..FileReport::default() }
}

fn witness() -> Witness {
    Witness {
        block: [2, 1, 1],
        grid: [1, 1, 1],
        threads: Vec::new(),
        scalars: Vec::new(),
        arrays: Vec::new(),
        timeline: Timeline::default(),
        arguments: Err("not asked for"),
        inputs: wp_interp::Inputs::default(),
        replayed: true,
        warp_size: Some(32),
    }
}

fn unconfirmed(mut report: FileReport) -> FileReport {
    for finding in &mut report.kernels[0].properties[0].findings {
        finding.witness = None;
        finding.diagnostic.message.insert_str(0, "possible ");
    }
    report
}

/// A baseline with what is in the reports, as it is read from disk.
fn written(folder: &Path, reports: &mut [FileReport]) -> Baseline {
    let path = folder.join("accepted.toml");
    let mut baseline = Baseline::to_write(&path).unwrap();
    reports.iter_mut().for_each(|r| baseline.replace(r));
    baseline.write().unwrap();
    read(&path).unwrap()
}

/// The accepted findings, in order, and the warnings.
fn apply(baseline: &Baseline, report: &mut FileReport) -> (Vec<bool>, Vec<String>) {
    let warnings = baseline.apply(report, true);
    assert_eq!(report.kernels[0].properties[0].verdict, Verdict::Refuted, "no verdict changes");
    (report.kernels[0].properties[0].findings.iter().map(|f| f.accepted).collect(), warnings)
}

const KERNEL: &str = "__global__ void k(int *a) {\n  a[0] = 1;\n  sync();\n  a[1] = 2;\n  sync();\n}\n";

#[test]
fn edits_elsewhere_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let found = [("WP0101", "a[0]", 0), ("WP0201", "sync()", 1)];
    let baseline = written(dir.path(), &mut [report(dir.path(), "k.cu", KERNEL, &found)]);
    let moved = KERNEL.replace("__global__", "// more\n\n__global__").replace("  a[0] = 1;", "\ta[0]  =  1;\r");
    let moved = moved.replace("a[1] = 2", "a[1] = 3; a[2] = 4");
    assert_eq!(apply(&baseline, &mut report(dir.path(), "k.cu", &moved, &found)), (vec![true, true], vec![]));
}

#[test]
fn another_finding_is_not_accepted() {
    let dir = tempfile::tempdir().unwrap();
    let baseline = written(dir.path(), &mut [report(dir.path(), "k.cu", KERNEL, &[("WP0201", "sync()", 0)])]);
    let not_accepted = |name: &str, text: &str, found: &[(&'static str, &str, usize)]| {
        let (accepted, warnings) = apply(&baseline, &mut report(dir.path(), name, text, found));
        assert!(!accepted.contains(&true), "{name} {found:?}\n{text}");
        warnings
    };
    // Another code, another line, another place in the line, the other line of the same text, another file.
    let unused = not_accepted("k.cu", KERNEL, &[("WP0202", "sync()", 0)]);
    assert!(unused[0].contains("1 entry accepts more than there is to find in k.cu"), "{unused:?}");
    not_accepted("k.cu", KERNEL, &[("WP0201", "a[0]", 0)]);
    not_accepted("k.cu", KERNEL, &[("WP0201", "sync", 0)]);
    not_accepted("k.cu", KERNEL, &[("WP0201", "sync()", 1)]);
    assert_eq!(not_accepted("other.cu", KERNEL, &[("WP0201", "sync()", 0)]), [""; 0]);
    // A line of the same text more in the function: which one was meant is not known any more.
    let more = KERNEL.replace("  a[1]", "  sync();\n  a[1]");
    not_accepted("k.cu", &more, &[("WP0201", "sync()", 0)]);
    // The line itself has changed.
    not_accepted(
        "k.cu",
        &KERNEL.replace("  sync();\n  a[1]", "  if (a[0]) sync();\n  a[1]"),
        &[("WP0201", "sync()", 0)],
    );
    let mut other_kernel = report(dir.path(), "k.cu", KERNEL, &[("WP0201", "sync()", 0)]);
    other_kernel.kernels[0].name = "l".to_owned();
    assert_eq!(apply(&baseline, &mut other_kernel).0, [false]);
    let mut other_array = report(dir.path(), "k.cu", KERNEL, &[("WP0201", "sync()", 0)]);
    other_array.kernels[0].properties[0].findings[0].diagnostic.message = "data race on `b`".to_owned();
    assert_eq!(apply(&baseline, &mut other_array).0, [false]);
}

#[test]
fn more_of_the_same_are_not_accepted() {
    let dir = tempfile::tempdir().unwrap();
    let one = [("WP0101", "a[0]", 0)];
    let baseline = written(dir.path(), &mut [report(dir.path(), "k.cu", KERNEL, &one)]);
    let mut two = report(dir.path(), "k.cu", KERNEL, &[one[0], one[0]]);
    assert_eq!(apply(&baseline, &mut two).0, [false, false]);
    let notes = &two.kernels[0].properties[0].findings[0].diagnostic.notes;
    assert_eq!(notes[..], ["not accepted: the baseline accepts 1 like this, and there are 2"]);
    // Two that were accepted, of which one is left: the entry is too wide, which is said.
    let wide = written(dir.path(), &mut [two]);
    let (accepted, warnings) = apply(&wide, &mut report(dir.path(), "k.cu", KERNEL, &one));
    assert_eq!((accepted, warnings.len()), (vec![true], 1));
}

#[test]
fn what_a_run_confirms_was_not_accepted_unconfirmed() {
    let dir = tempfile::tempdir().unwrap();
    let confirmed = || report(dir.path(), "k.cu", KERNEL, &[("WP0101", "a[0]", 0)]);
    let possible = || unconfirmed(confirmed());
    let weak = written(dir.path(), &mut [possible()]);
    assert_eq!(apply(&weak, &mut possible()).0, [true]);
    let mut now = confirmed();
    assert_eq!(apply(&weak, &mut now).0, [false]);
    assert!(now.kernels[0].properties[0].findings[0].diagnostic.notes[0].contains("now a run confirms it"));
    let strong = written(dir.path(), &mut [confirmed()]);
    assert_eq!(apply(&strong, &mut possible()).0, [true]);
}

#[test]
fn a_finding_without_a_place_is_not_accepted() {
    let dir = tempfile::tempdir().unwrap();
    let mut lost = report(dir.path(), "k.cu", KERNEL, &[("WP0101", "a[0]", 0)]);
    lost.kernels[0].properties[0].findings[0].diagnostic.labels[0].span = Span::NONE;
    let baseline = written(dir.path(), &mut [lost.clone()]);
    assert!(baseline.entries.is_empty());
    assert_eq!(apply(&baseline, &mut lost).0, [false]);
}

#[test]
fn entries_of_files_that_are_not_checked_stay() {
    let dir = tempfile::tempdir().unwrap();
    let found = [("WP0101", "a[0]", 0)];
    let one = || report(dir.path(), "one.cu", KERNEL, &found);
    let mut two = report(dir.path(), "two.cu", KERNEL, &found);
    written(dir.path(), &mut [one(), two.clone()]);
    // A file that cannot be read now keeps its entries, one that is gone loses them.
    let mut broken = one();
    broken.kernels.clear();
    broken.errors.push(Diagnostic::error("WP0502", "broken"));
    assert_eq!(written(dir.path(), &mut [broken]).entries.len(), 2);
    two.kernels[0].properties[0].findings.clear();
    assert_eq!(written(dir.path(), &mut [two]).entries.len(), 1);
    fs::remove_file(dir.path().join("one.cu")).unwrap();
    assert!(written(dir.path(), &mut []).entries.is_empty());
}

#[test]
fn other_files_are_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("k.cu");
    fs::write(&path, KERNEL).unwrap();
    assert!(Baseline::to_write(&path).unwrap_err().contains("WP0508"));
    assert!(Baseline::to_write(&dir.path().join("no/such/folder.toml")).is_err());
    fs::write(&path, "[[accepted]]\ncode = \"WP0101\"\n").unwrap();
    assert!(read(&path).unwrap_err().diagnostic.message.contains("missing field"));
}

#[test]
fn ways_between_files() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("a/b")).unwrap();
    fs::write(dir.path().join("a/k.cu"), "").unwrap();
    let way = |folder: &str| relative(&dir.path().join(folder), &dir.path().join("a/k.cu"));
    assert_eq!([way("."), way("a"), way("a/b")], ["a/k.cu", "k.cu", "../k.cu"]);
}
