//! The tree is tidy.

use std::path::Path;

#[test]
fn the_tree_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let findings = xtask::tidy::check(&root).unwrap();
    assert!(findings.errors.is_empty(), "{}", findings.errors.join("\n"));
}
