//! A short run of the oracle for the lowering: every fragment of the generator of language features alone, some
//! programs of several fragments, and programs of csmith if it is installed.

use std::path::Path;
use xtask::oracle::{
    compare, compilers_available, csmith_available, feature_kinds, judge_text, kinds, rejected_kinds, render,
    render_fragments, Config, Judgement, Statistics,
};

/// The number of programs that combine several fragments.
const MIXES: u64 = 12;

#[test]
fn lowered_programs_compute_what_compilers_compute() {
    if !compilers_available() {
        eprintln!("no second compiler: nothing is compared");
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let kinds = feature_kinds();
    let csmith = if csmith_available() { 6 } else { 0 };
    let log = out.path().join("log");
    let config = Config {
        csmith,
        yarpgen: 0,
        suite: None,
        features: kinds.len() as u64 + MIXES,
        seed: 0,
        jobs: 2,
        batch: None,
        out: out.path().to_owned(),
        log: Some(log.clone()),
    };
    let statistics = compare(&config, |_| {}).unwrap();
    let table = render(&statistics);
    assert_eq!(statistics.disagreements(), 0, "{table}");
    let features = &statistics.families["features"];
    assert_eq!(features.undefined.values().sum::<usize>(), 0, "{table}");
    assert_eq!(features.not_built.values().sum::<usize>(), 0, "{table}");
    let judged = std::fs::read_to_string(&log).unwrap();
    let rejected = rejected_kinds();
    for (seed, kind) in kinds.iter().enumerate() {
        let is_equal = judged.contains(&format!("features {seed}\tequal\t"));
        assert_eq!(is_equal, !rejected.contains(kind), "the mark `!` of {kind} in features.txt is wrong");
    }
    assert!(features.equal >= kinds.len() - rejected.len() + MIXES as usize / 2, "{table}");
    // A second run finds all of it in the log.
    let again = compare(&config, |_| {}).unwrap();
    assert_eq!(again.families["features"].equal, features.equal);
    assert_eq!(render_fragments(&again), render_fragments(&statistics));
    // Programs that share a file have no part in each other's judgement.
    if csmith > 0 {
        let alone = compare(&Config { features: 0, batch: Some(1), log: None, ..config }, |_| {}).unwrap();
        let judged = |all: &Statistics| (all.families["csmith"].equal, all.families["csmith"].rejected.clone());
        assert_eq!(judged(&alone), judged(&statistics));
    }
}

#[test]
fn every_kind_that_is_lowered_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tests = kinds::tests(&root).unwrap();
    let untested: Vec<&str> = kinds::lowered().filter(|row| tests.is_untested(row)).map(|row| row.kind).collect();
    assert_eq!(untested, kinds::WITHOUT_TEST);
    let page = std::fs::read_to_string(root.join("docs/node-kinds.md")).unwrap();
    let same = page == kinds::markdown(&tests);
    assert!(
        same || !kinds::is_clang_14(),
        "docs/node-kinds.md differs: write the output of `cargo xtask node-kinds` there"
    );
}

#[test]
fn the_oracle_notices_what_it_should() {
    if !compilers_available() {
        return;
    }
    // The two compilers evaluate arguments in different orders.
    let unspecified = "static int two(int a, int b) { return a * 10 + b; }\n\
        void run(uint64_t *out) { int i = 1; emit(out, two(i++, i++)); }";
    assert!(matches!(judge_text(unspecified).unwrap(), Judgement::Undefined(_)));
    let overflow = "void run(uint64_t *out) { int i = 2147483647; emit(out, i + 1); }";
    assert!(matches!(judge_text(overflow).unwrap(), Judgement::Undefined(_)));
    let no_program = "void run(uint64_t *out) { emit(out, undeclared); }";
    assert!(matches!(judge_text(no_program).unwrap(), Judgement::NotBuilt(_)));
    let endless = "void run(uint64_t *out) { volatile int i = 0; while (i < 1) emit(out, i); }";
    assert_eq!(judge_text(endless).unwrap(), Judgement::TooLong);
    // What only the device has is where the sides differ.
    let device = "void run(uint64_t *out) {\n#ifdef __CUDACC__\nemit(out, 1);\n#else\nemit(out, 2);\n#endif\n}";
    assert_eq!(judge_text(device).unwrap(), Judgement::Disagrees("result 0 is 0x1, natively 0x2".to_owned()));
    let fine = "void run(uint64_t *out) { for (int i = 0; i < 3; i++) emit(out, i * i); }";
    assert_eq!(judge_text(fine).unwrap(), Judgement::Equal);
}

#[test]
fn every_fault_of_the_lowering_is_noticed() {
    if !compilers_available() {
        return;
    }
    let rows = xtask::oracle::faults::run().unwrap();
    let missed = rows.iter().filter(|r| r.noticed.is_empty()).count();
    assert!(rows.len() >= 30 && missed == 0, "{}", xtask::oracle::faults::markdown(&rows));
}
