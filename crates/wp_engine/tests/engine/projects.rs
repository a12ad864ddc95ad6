//! Files of `tests/projects/tree`, a project whose headers lie in folders that no option names.

use crate::suite;
use wp_base::Assumption;
use wp_engine::{check_file, FileReport, KernelReport, Options, Property, Verdict};

fn check(name: &str, options: &Options) -> FileReport {
    check_file(&suite::folder(&format!("tests/projects/tree/src/kernels/{name}")), options)
}

fn kernel<'r>(report: &'r FileReport, name: &str) -> &'r KernelReport {
    report.kernels.iter().find(|k| k.name == name).expect("a kernel of the file")
}

fn races(kernel: &KernelReport) -> &Verdict {
    &kernel.properties.iter().find(|p| p.property == Property::Races).expect("asked for").verdict
}

/// The names of headers, each with the ends of its candidates.
fn headers(report: &FileReport) -> Vec<(String, Vec<String>)> {
    let root = std::fs::canonicalize(suite::folder("tests/projects/tree")).unwrap();
    let shown = |path: &std::path::PathBuf| {
        let path = std::fs::canonicalize(path).unwrap();
        path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()
    };
    report.project_headers.iter().map(|h| (h.name.clone(), h.candidates.iter().map(shown).collect())).collect()
}

#[test]
fn headers_of_the_project_are_read_and_named() {
    let report = check("found.cu", &Options::default());
    let found = headers(&report);
    let found: Vec<(&str, &str)> = found.iter().map(|(name, paths)| (name.as_str(), paths[0].as_str())).collect();
    let wanted = [
        ("colour.h", "common/colour.h"),
        ("deep.h", "lib/deep/deep.h"),
        ("tree/sizes.h", "include/tree/sizes.h"),
        ("tree/index.h", "include/tree/index.h"),
    ];
    assert_eq!(found, wanted);
    assert!(report.missing_headers.is_empty() && report.errors.is_empty(), "{:?}", report.errors);
    assert_eq!(*races(kernel(&report, "fill")), Verdict::Proved);
    assert_eq!(*races(kernel(&report, "shift")), Verdict::Refuted);
    assert!(kernel(&report, "fill").assumptions.contains(&Assumption::ProjectHeaders));
}

#[test]
fn nothing_is_proved_without_the_assumption() {
    let options = Options { without: vec![Assumption::ProjectHeaders], ..Options::default() };
    let report = check("found.cu", &options);
    assert!(report.kernels.iter().flat_map(|k| &k.properties).all(|p| p.verdict != Verdict::Proved));
}

#[test]
fn an_error_in_a_header_costs_the_kernels_that_use_what_it_is_about() {
    let report = check("broken.cu", &Options::default());
    assert_eq!(*races(kernel(&report, "sound")), Verdict::Proved);
    assert_eq!(kernel(&report, "lost").properties.iter().filter(|p| p.verdict == Verdict::Proved).count(), 0);
}

#[test]
fn of_headers_that_are_equally_near_none_is_taken() {
    let report = check("ambiguous.cu", &Options::default());
    let candidates = ["first/detail/twice.h", "second/detail/twice.h"].map(str::to_owned).to_vec();
    assert_eq!(headers(&report), [("twice.h".to_owned(), candidates)]);
    assert_eq!(report.missing_headers, ["twice.h"]);
    let other = kernel(&report, "needs_not");
    assert_eq!(*races(other), Verdict::Proved);
    assert!(other.assumptions.contains(&Assumption::EmptyIncludes));
    assert!(!other.assumptions.contains(&Assumption::ProjectHeaders));
}
