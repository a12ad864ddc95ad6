//! A short run of the oracle for the lowering: every fragment of the generator of language features alone and some programs of several, and programs
//! of csmith where it is installed.

use xtask::oracle::{
    compare, compilers_available, csmith_available, feature_kinds, judge_text, render, Config, Judgement,
};

#[test]
fn lowered_programs_compute_what_compilers_compute() {
    if !compilers_available() {
        eprintln!("no second compiler: nothing is compared");
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let kinds = feature_kinds();
    let csmith = if csmith_available() { 6 } else { 0 };
    let config = Config {
        csmith,
        yarpgen: 0,
        suite: None,
        features: kinds.len() as u64,
        seed: 0,
        jobs: 2,
        out: out.path().to_owned(),
    };
    let statistics = compare(&config, |_| {}).unwrap();
    let table = render(&statistics);
    assert_eq!(statistics.disagreements(), 0, "{table}");
    let features = &statistics.families["features"];
    assert!(features.equal * 10 >= features.programs * 7, "{table}");
    assert_eq!(features.undefined.values().sum::<usize>(), 0, "{table}");
    assert_eq!(features.not_built.values().sum::<usize>(), 0, "{table}");
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
