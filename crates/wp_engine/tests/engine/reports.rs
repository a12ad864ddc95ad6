//! Reports of single kernels of the tree, beyond the verdicts that their headers state.

use crate::expectation;
use crate::suite;
use std::time::Duration;
use wp_engine::{check_file, Options, Property, UnknownReason, Verdict};
use wp_kir::{Dim, Launch};

/// The table of Chong et al. (figure 12): blocks of every power of two that there is an index for, far beyond those of devices.
#[test]
fn stream_compaction_is_free_of_races_in_blocks_of_every_power_of_two() {
    let file = suite::folder("tests/kernels/contents/compaction.cu");
    let races = |threads: u32, grid: Dim| {
        let launch = Launch {
            block: [Dim::Known(threads), Dim::Any, Dim::Any],
            grid: [grid, Dim::Any, Dim::Any],
            ..Launch::ANY
        };
        let options = Options {
            launch,
            without: vec![wp_base::Assumption::LaunchBounds],
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
    for (name, kernel, threads) in [
        ("tests/kernels/barrier_invariants/clause_permutation_wrong.cu", "last", vec![[7, 0, 0]]),
        ("tests/kernels/barrier_invariants/clause_uniform_wrong.cu", "uniform", vec![[0, 0, 0], [31, 0, 0]]),
        ("tests/kernels/barrier_invariants/clause_rows_wrong.cu", "pairs", vec![[0, 0, 0], [0, 1, 0]]),
        ("tests/kernels/barrier_invariants/invariant_pair.cu", "pairs", vec![[0, 0, 0], [31, 0, 0]]),
    ] {
        let file = suite::folder(name);
        let expect = expectation::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let report = check_file(&file, &expect.options);
        let kernel = report.kernels.iter().find(|k| k.name == kernel).expect("a kernel of the file");
        let findings: Vec<_> = kernel.properties.iter().flat_map(|p| &p.findings).collect();
        let finding = findings.iter().find(|f| f.diagnostic.code == "WP0403").expect("an invariant that fails");
        let shown: Vec<[u32; 3]> = finding.witness.iter().flat_map(|w| &w.threads).map(|t| t.thread).collect();
        assert_eq!(shown, threads, "{name}");
    }
}

/// Without simplification less is proved, and nothing is wrong: what was proved is proved or unknown, what is wrong is not proved.
#[test]
fn without_simplification_nothing_turns_into_its_opposite() {
    let (mut proved, mut asked_plainly) = (0, 0);
    for file in ["tests/contracts/vector_add.cu", "tests/contracts/elementwise.cu"] {
        let [with, without] = [true, false].map(|simplification| {
            let options = Options { simplification, query_timeout: Duration::from_secs(1), ..Options::default() };
            let report = check_file(&suite::folder(file), &options);
            assert!(report.errors.is_empty(), "{:?}", report.errors);
            let by_digits: usize = report.kernels.iter().map(|k| k.counts.digits).sum();
            assert_eq!(by_digits > 0, simplification, "{file}: the digit procedure");
            report
        });
        for proof in without.tasks.iter().flat_map(|c| &c.trace.tasks).filter_map(|t| t.refuted.as_ref()) {
            assert_eq!(proof.after, [""; 0], "{file}");
            assert!(!proof.by.iter().any(|by| by == "digits"), "{file}");
            asked_plainly += 1;
        }
        for (with, without) in with.kernels.iter().zip(&without.kernels) {
            for (a, b) in with.properties.iter().zip(&without.properties) {
                let fits = match a.verdict {
                    Verdict::Proved => matches!(b.verdict, Verdict::Proved | Verdict::Unknown(_)),
                    _ => b.verdict != Verdict::Proved,
                };
                assert!(fits, "{file}: {}: {:?}: {:?}, then {:?}", with.name, a.property, a.verdict, b.verdict);
                proved += usize::from(b.verdict == Verdict::Proved);
            }
        }
    }
    assert!(proved > 0 && asked_plainly > 0, "{proved} {asked_plainly}");
}

/// The report says where a launch in the source is not used, and of no other kernel.
#[test]
fn launches_that_postconditions_leave_unused_are_named() {
    let report = check_file(&suite::folder("tests/kernels/host_code/unused_for_ensures.cu"), &Options::default());
    let line = |span| report.sources.line_col(span).map(|at| at.line);
    let named = report.kernels.iter().map(|kernel| {
        let said = kernel.approximations.iter().filter(|(what, _)| what.contains("`ensures`"));
        (kernel.name.as_str(), said.map(|(_, span)| line(*span)).collect::<Vec<_>>())
    });
    assert_eq!(named.collect::<Vec<_>>(), [("fill", vec![Some(12)]), ("plain", Vec::new())]);
}
