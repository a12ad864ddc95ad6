//! Kernels that are large in one way or the other, made here: what they cost is limited by counts, and what is cut off is open.

use std::fmt::Write;
use std::time::Duration;
use wp_engine::{check_file, FileReport, Options, Property, UnknownReason, Verdict};

fn check(text: &str, options: &Options) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.cu");
    std::fs::write(&file, text).unwrap();
    check_file(&file, options)
}

fn verdict(report: &FileReport, property: Property) -> &Verdict {
    &report.kernels[0].properties.iter().find(|p| p.property == property).expect("it is asked for").verdict
}

/// Many branches with accesses of their own, which make millions of pairs.
fn branches(number: usize) -> String {
    let mut text = "__global__ void k(int *o, int *in) {\n  int t = threadIdx.x, v = in[t];\n".to_owned();
    for i in 0..number {
        writeln!(text, "  if (in[t + {i}] > v) {{ v += {i}; o[t + {i}] = v; }} else {{ v -= in[t]; }}").unwrap();
    }
    text + "  o[t] = v;\n}\n"
}

#[test]
fn pairs_that_are_not_compared_are_open() {
    let effort = Some(Duration::from_millis(1));
    let report = check(&branches(120), &Options { effort, ..Options::default() });
    let verdict = verdict(&report, Property::Races);
    assert!(matches!(verdict, Verdict::Refuted | Verdict::Unknown(UnknownReason::Timeout)), "{verdict:?}");
    // The pairs are not told one by one.
    let races = report.kernels[0].properties.iter().find(|p| p.property == Property::Races).unwrap();
    assert!(races.findings.len() < 100, "{}", races.findings.len());
}

#[test]
fn a_kernel_with_something_unsupported_is_not_searched() {
    let asm = "  asm volatile(\"fence.proxy.async;\" ::: \"memory\");\n}\n";
    let text = branches(400);
    let text = text.strip_suffix("}\n").unwrap().to_owned() + asm;
    let report = check(&text, &Options::default());
    assert!(matches!(verdict(&report, Property::Races), Verdict::Unsupported(..)), "{report:?}");
    assert_eq!(report.kernels[0].counts.obligations, 0);
}

#[test]
fn nests_of_loops_end_with_the_clock() {
    let nest = |depth: usize| {
        let mut text = "__global__ void k(int *o, int n) {\n  int s = 0;\n".to_owned();
        (0..depth).for_each(|i| writeln!(text, "for (int i{i} = 0; i{i} < n; i{i}++) {{ s += o[i{i}];").unwrap());
        text + "o[threadIdx.x] = s;" + &"}".repeat(depth) + "}\n"
    };
    // Without a limit this takes minutes.
    let report = check(&nest(16), &Options { timeout: Duration::from_secs(1), ..Options::default() });
    assert!(report.kernels.iter().all(|k| k.properties.iter().all(|p| p.verdict != Verdict::Proved)));
    assert!(!report.kernels.is_empty() || !report.errors.is_empty());
}
