//! The tree is tidy.

use std::path::Path;

#[test]
fn the_tree_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let findings = xtask::tidy::check(&root).unwrap();
    assert!(findings.errors.is_empty(), "{}", findings.errors.join("\n"));
}

#[test]
fn the_structure_is_within_its_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let report = xtask::shape::report(&root).unwrap();
    assert!(report.errors.is_empty(), "{}", report.errors.join("\n"));
}
