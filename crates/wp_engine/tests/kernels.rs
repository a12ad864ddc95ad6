//! Runs every kernel of `tests/kernels` and compares the verdicts with the expectations in its header.

mod expectation;

use expectation::{is_named, parse, short, Expectation, Expected, Marker};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wp_base::Assumption;
use wp_engine::{check_file, FileReport, Options, Property, UnknownReason, Verdict};
use wp_kir::{Dim, Launch};

fn kernel_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
    let mut files = Vec::new();
    for group in ["proved", "refuted", "inconclusive", "rejected"] {
        let entries = std::fs::read_dir(root.join(group)).expect("the kernels are part of the repository");
        files.extend(entries.map(|e| e.expect("readable folder").path()));
    }
    files.retain(|f| matches!(f.extension().and_then(|e| e.to_str()), Some("cu" | "cl")));
    // `WP_KERNEL=scan` runs only the files whose path contains `scan`.
    if let Ok(part) = std::env::var("WP_KERNEL") {
        files.retain(|f| f.to_string_lossy().contains(&part));
    }
    files.sort();
    files
}

#[test]
fn headers_are_well_formed() {
    let mut wrong = Vec::new();
    for file in kernel_files() {
        let text = std::fs::read_to_string(&file).expect("readable kernel");
        match parse(&text) {
            Err(error) => wrong.push(format!("{}: {error}", short(&file))),
            Ok(expect) => {
                let bad = |m: &&Marker| m.property().is_none() && !m.what.starts_with("WP");
                wrong.extend(expect.markers.iter().filter(bad).map(|m| format!("{}: marker {m:?}", short(&file))));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verdicts_are_the_true_ones() {
    expectation::verdicts_are_the_true_ones(&kernel_files());
}

/// The table of Chong et al. (figure 12): blocks of every power of two that there is an index for, far beyond those of devices.
#[test]
fn stream_compaction_is_free_of_races_in_blocks_of_every_power_of_two() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/proved/contents_compaction.cu");
    let races = |threads: u32, grid: Dim| {
        let launch = Launch {
            block: [Dim::Known(threads), Dim::Any, Dim::Any],
            grid: [grid, Dim::Any, Dim::Any],
            ..Launch::ANY
        };
        let options = Options {
            launch,
            without: vec![Assumption::LaunchBounds],
            kernels: vec!["compact".into()],
            ..Options::default()
        };
        let report = check_file(&file, &options);
        let property = report.kernels[0].properties.iter().find(|p| p.property == Property::Races);
        property.expect("asked for").verdict.clone()
    };
    for power in 2..31 {
        assert_eq!(races(1 << power, Dim::Any), Verdict::Proved, "2^{power} threads");
    }
    assert_eq!(races(1 << 31, Dim::Known(1)), Verdict::Proved);
    // In grids of more than one such block there are too many threads for `launch-size`, so nothing is to be said of any grid.
    assert!(matches!(races(1 << 31, Dim::Any), Verdict::Unknown(UnknownReason::NoLaunch(_))));
}

/// A barrier invariant that fails names the thread, or the pair of threads.
#[test]
fn the_threads_that_break_a_barrier_invariant_are_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/refuted");
    for (name, kernel, threads) in [
        ("barrier_clause_permutation.cu", "last", vec![[7, 0, 0]]),
        ("barrier_clause_uniform.cu", "uniform", vec![[0, 0, 0], [31, 0, 0]]),
        ("barrier_clause_rows.cu", "pairs", vec![[0, 0, 0], [0, 1, 0]]),
        ("barrier_invariant_pair.cu", "pairs", vec![[0, 0, 0], [31, 0, 0]]),
    ] {
        let file = root.join(name);
        let expect = parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let report = check_file(&file, &expect.options);
        let kernel = report.kernels.iter().find(|k| k.name == kernel).expect("a kernel of the file");
        let findings: Vec<_> = kernel.properties.iter().flat_map(|p| &p.findings).collect();
        let finding = findings.iter().find(|f| f.diagnostic.code == "WP0403").expect("an invariant that fails");
        let shown: Vec<[u32; 3]> = finding.witness.iter().flat_map(|w| &w.threads).map(|t| t.thread).collect();
        assert_eq!(shown, threads, "{name}");
    }
}

/// Where everything that loops change is left to invariant inference, much stays open, but nothing turns into its opposite.
#[test]
fn nothing_is_wrong_without_acceleration() {
    let wrong: Vec<String> = kernel_files()
        .par_iter()
        .flat_map_iter(|file| {
            let text = std::fs::read_to_string(file).expect("readable kernel");
            let Ok(expect) = parse(&text) else { return Vec::new() };
            let effort = Some(Duration::from_secs(10));
            let options = Options { acceleration: false, effort, ..expect.options.clone() };
            contradictions(&expect, &check_file(file, &options)).into_iter().map(|w| short(file) + ": " + &w).collect()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Wherever the budget ends, between pairs of accesses too, what was not asked about is open: nothing turns into its opposite.
#[test]
fn nothing_is_wrong_where_the_budget_ends() {
    let wrong: Vec<String> = kernel_files()
        .par_iter()
        .enumerate()
        .filter(|(number, _)| number % 27 == 0)
        .flat_map_iter(|(number, file)| {
            let text = std::fs::read_to_string(file).expect("readable kernel");
            let Ok(expect) = parse(&text) else { return Vec::new() };
            let effort = Some(Duration::from_millis([2, 20, 200][number / 27 % 3]));
            let options = Options { effort, ..expect.options.clone() };
            contradictions(&expect, &check_file(file, &options)).into_iter().map(|w| short(file) + ": " + &w).collect()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
                if matches!(verdict, "proved" | "refuted") && !expected.accepts(verdict) && !unclassified {
                    wrong.push(format!("{}: {verdict} instead of {}", kernel.name, expected.value));
                }
            }
        }
    }
    wrong
}

#[test]
fn expectations_accept_what_they_say() {
    let accepts = |value: &str, verdict| Expected::parse(&format!("races={value}")).unwrap().accepts(verdict);
    assert!(accepts("proved", "proved") && !accepts("proved", "proved-under"));
    assert!(accepts("inconclusive", "unknown") && !accepts("inconclusive", "refuted"));
    assert!(accepts("!refuted", "proved") && !accepts("!refuted", "refuted"));
    assert!(accepts("possible|refuted", "refuted") && !accepts("possible|refuted", "proved"));
    assert!(Expected::parse("races=fine").is_err() && Expected::parse("speed=proved").is_err());
    assert!(parse("//@ verdict: races=refuted\n//@ gap: races=proved no").is_err());
    let with_marker = parse("//@ verdict: races=refuted\na[0] = 1; //~ ERROR race\n").unwrap();
    assert_eq!(with_marker.markers, [Marker { what: "race".to_owned(), line: 2 }]);
}
