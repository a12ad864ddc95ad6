//! Checks every program of `tests/programs` as it is, without options, and compares the verdicts with what stands beside its kernels.
//!
//! A program has host and device code, as people write them, and beside its kernels at least one twin with a fault. What the verifier
//! cannot show today is `inconclusive`, with the cause in a comment.

mod expectation;

use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let entries = std::fs::read_dir(root).expect("the programs are part of the repository");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable folder").path()).collect();
    // `WP_KERNEL=scan` runs only the files whose path contains `scan`.
    if let Ok(part) = std::env::var("WP_KERNEL") {
        files.retain(|f| f.to_string_lossy().contains(&part));
    }
    files.sort();
    files
}

#[test]
fn every_program_has_a_faulty_twin_and_no_options() {
    for file in programs() {
        let text = std::fs::read_to_string(&file).expect("readable program");
        let expect = expectation::parse(&text).expect("well-formed expectations");
        assert!(!text.contains("//@ flags:"), "{}: programs are checked without options", expectation::short(&file));
        let refuted = expect.kernels.iter().flat_map(|(_, e)| e).any(|e| e.value == "refuted");
        let proved = expect.kernels.iter().flat_map(|(_, e)| e).any(|e| e.value == "proved");
        assert!(refuted && proved, "{}: a program has a proved kernel and a twin", expectation::short(&file));
    }
}

#[test]
fn verdicts_are_the_true_ones() {
    expectation::verdicts_are_the_true_ones(&programs());
}
