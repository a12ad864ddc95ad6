//! The statistics on hand-made rows.

use super::engines::{interval, jaccard, speedup, EngineStudy};
use super::record::{CandidateRecord, EngineRecord, KernelRecord, Record};
use super::rules::{Influence, RuleRow, RuleStudy};
use super::store::{Header, Rows, RuleName};
use super::variant::{RulePlan, Variant, COMBINATIONS, USER};
use super::{engines_report, rules_report};
use expect_test::expect_file;
use std::collections::BTreeSet;

fn kernel(verified: bool, candidates: &[(&str, &str)]) -> KernelRecord {
    KernelRecord {
        name: "k".to_owned(),
        verdict: if verified { "proved" } else { "unknown" }.to_owned(),
        loops: 2,
        depth: 1,
        preconditions: 1,
        front_s: 0.5,
        inference_s: 1.0,
        engine_s: 2.0,
        engines: vec![EngineRecord("H".to_owned(), Vec::new(), 0.25)],
        candidates: candidates.iter().map(|(r, f)| CandidateRecord((*r).to_owned(), (*f).to_owned())).collect(),
        ..KernelRecord::default()
    }
}

fn run(file: &str, variant: &Variant, kernel: KernelRecord) -> Record {
    let mut record = Record::failed(file.to_owned(), String::new(), 3.0);
    record.variant = variant.key();
    record.error = None;
    record.kernels = vec![kernel];
    record
}

fn set(rules: &[&str]) -> Variant {
    Variant::Rules(rules.iter().map(|r| (*r).to_owned()).collect())
}

fn header() -> Header {
    let name = |name: &str, label: &str| RuleName { name: name.to_owned(), label: label.to_owned() };
    let rules = vec![name(USER, USER), name("loopBound", "r9"), name("strided", "r10"), name("pow2", "r14")];
    Header {
        no_acceleration: true,
        arguments: vec!["corpus".to_owned(), "--no-acceleration".to_owned()],
        rules,
        files: 3,
        ..Header::new("rules")
    }
}

/// `a` needs the stride, without which a bound fails too; `b` verifies anyway; `c` has no loop.
fn rows() -> Rows {
    let mut rows = Rows::default();
    let mut add = |file: &str, variant: &Variant, kernel| rows.insert(run(file, variant, kernel));
    let (bound, strided) = (("loopBound", "true"), ("strided", "true"));
    let wrong = ("loopBound", "H");
    add("a", &Variant::All, kernel(true, &[bound, wrong, strided]));
    add("a", &Variant::Bare, kernel(false, &[]));
    add("a", &set(&["loopBound"]), kernel(false, &[wrong, wrong]));
    add("a", &set(&["strided"]), kernel(true, &[strided]));
    add("b", &Variant::All, kernel(true, &[bound]));
    add("a", &set(&[]), kernel(false, &[]));
    add("b", &Variant::Bare, kernel(true, &[]));
    add("b", &set(&[]), kernel(true, &[]));
    add("c", &Variant::All, KernelRecord { loops: 0, ..kernel(true, &[]) });
    rows
}

#[test]
fn hit_rate_essentiality_and_influence() {
    let (header, rows) = (header(), rows());
    let study = RuleStudy::new(&header, &rows);
    assert_eq!(study.subjects.iter().map(|s| s.trivial).collect::<Vec<_>>(), [false, true]);
    assert_eq!(study.left_out, [("c", "no loop".to_owned())]);
    let row = |non_trivial, trivial, hits, candidates, essential| RuleRow {
        non_trivial,
        trivial,
        candidates,
        hits,
        essential,
    };
    assert_eq!(study.rule("loopBound"), row(1, 1, 2, 3, 0));
    assert_eq!(study.rule("strided"), row(1, 0, 1, 1, 1));
    assert_eq!(study.rule("pow2"), row(0, 0, 0, 0, 0));
    assert_eq!(study.influence("strided", "loopBound"), Influence { falls: 1, rises: 0 });
    assert_eq!(study.influence("loopBound", "strided"), Influence::default());
    let verified: Vec<_> = (1..=4).map(|n| study.evolution(n)).map(|(t, o)| (t.verified, o.verified)).collect();
    assert_eq!(verified, [(1, 0), (1, 0), (1, 1), (1, 1)]);
    assert_eq!(study.evolution(1).1.seconds, 2.5);
}

#[test]
fn a_file_without_all_runs_is_left_out() {
    let header = header();
    let mut rows = Rows::default();
    rows.insert(run("a", &Variant::All, kernel(true, &[("loopBound", "true")])));
    let study = RuleStudy::new(&header, &rows);
    assert_eq!(study.left_out, [("a", "the run `bare` is missing".to_owned())]);
}

#[test]
fn inference_that_was_cut_short_counts_in_no_hit_rate() {
    let header = header();
    let mut rows = Rows::default();
    let cut = KernelRecord { cut_short: true, ..kernel(false, &[("loopBound", "H")]) };
    rows.insert(run("a", &Variant::All, cut));
    rows.insert(run("a", &Variant::Bare, kernel(false, &[])));
    rows.insert(run("a", &set(&[]), kernel(false, &[])));
    let study = RuleStudy::new(&header, &rows);
    let row = study.rule("loopBound");
    assert_eq!((row.non_trivial, row.candidates), (1, 0));
}

#[test]
fn runs_that_cannot_differ_are_one() {
    let order: Vec<String> = [USER, "loopBound", "strided", "pow2"].map(str::to_owned).to_vec();
    let plan = RulePlan { order: &order, no_acceleration: true };
    let all = run("a", &Variant::All, kernel(true, &[("loopBound", "true"), ("strided", "true")]));
    assert_eq!(plan.without(&all, "pow2"), Variant::All);
    assert_eq!(plan.first(&all, 1), set(&[]));
    assert_eq!(plan.first(&all, 3), Variant::All);
    assert_eq!(plan.needed(&all), [Variant::Bare, set(&["strided"]), set(&["loopBound"]), set(&[])]);
    // With a second attempt, a rule that suggested nothing in the first may do so there.
    let accelerated = RulePlan { no_acceleration: false, ..plan };
    assert_eq!(accelerated.without(&all, "strided"), set(&["loopBound", "pow2"]));
    assert_eq!(accelerated.first(&all, 2), set(&["loopBound"]));
    // Invariants of the source are checked although nothing is inferred.
    let annotated = KernelRecord { invariants: 1, ..kernel(true, &[]) };
    let all = run("a", &Variant::All, annotated);
    let plan = RulePlan { order: &order, no_acceleration: true };
    assert_eq!(plan.needed(&all), [Variant::Bare]);
    let nothing = run("a", &Variant::All, KernelRecord { engines: Vec::new(), ..kernel(true, &[]) });
    assert_eq!(plan.needed(&nothing), []);
}

#[test]
fn similarity_and_speedups() {
    let set = |values: &[u32]| values.iter().copied().collect::<BTreeSet<u32>>();
    assert_eq!(jaccard(&set(&[1, 2]), &set(&[2, 3])), Some(1.0 / 3.0));
    assert_eq!(jaccard(&set(&[1]), &set(&[1])), Some(1.0));
    assert_eq!(jaccard(&set(&[]), &set(&[])), None);
    for (baseline, seconds, expected, at) in [
        (10.0, 2.0, 5.0, 4),
        (10.0, 5.0, 2.0, 3),
        (10.0, 8.0, 1.25, 3),
        (10.0, 9.9, 1.0, 2),
        (0.0002, 0.0009, 1.0, 2),
        (8.0, 10.0, -1.25, 1),
        (5.0, 10.0, -2.0, 1),
        (2.0, 10.0, -5.0, 0),
    ] {
        let s = speedup(baseline, seconds);
        assert_eq!((s, interval(s)), (expected, at), "{baseline} to {seconds}");
    }
}

#[test]
fn rules_as_a_document() {
    let (header, rows) = (header(), rows());
    let document = rules_report::document(&RuleStudy::new(&header, &rows), "`corpus`, 3 files").unwrap();
    expect_file!["golden/rules.txt"].assert_eq(&document.dump());
    expect_file!["golden/influence.svg"].assert_eq(document.file("influence.svg"));
    expect_file!["golden/evolution-verified.svg"].assert_eq(document.file("evolution-verified.svg"));
}

/// One kernel, four candidates of which three are false; SBASE finds two of them, DYN one.
fn engine_rows() -> Rows {
    let mut rows = Rows::default();
    for (combination, seconds, fates) in COMBINATIONS.iter().zip([1.0, 0.25, 0.5, 3.0, 1.0, 0.4]).map(|(c, s)| {
        let first = c.engines.first().map(|e| e.name()).unwrap_or_default();
        let refuted = match first.as_str() {
            "DYN" => vec![1],
            "SBASE" | "LU(1)" => vec![1, 2],
            _ => Vec::new(),
        };
        (c, s, (first, refuted))
    }) {
        let (first, refuted) = fates;
        let mut k = kernel(true, &[("r9", "true"), ("r9", "H"), ("r9", "H"), ("r9", "H")]);
        k.inference_s = seconds;
        let rest = (1..4).filter(|i| !refuted.contains(i)).collect();
        k.engines.clear();
        if !first.is_empty() {
            k.engines.push(EngineRecord(first, refuted, 0.125));
        }
        k.engines.push(EngineRecord("H".to_owned(), rest, 0.25));
        rows.insert(run("a", &Variant::Engines(combination), k));
    }
    rows.insert(run("b", &Variant::Engines(&COMBINATIONS[0]), kernel(true, &[])));
    rows
}

#[test]
fn engines_as_a_document() {
    let rows = engine_rows();
    let header = Header { files: 2, ..Header::new("engines") };
    let study = EngineStudy::new(&header, &rows);
    let document = engines_report::document(&study, 0.1, "`corpus`, 2 files").unwrap();
    expect_file!["golden/engines.txt"].assert_eq(&document.dump());
    expect_file!["golden/speedup-dyn.svg"].assert_eq(document.file("speedup-dyn.svg"));
}
