//! Where refutations have no class, and what they are under `--strict`.

use std::path::Path;
use wp_engine::{check_file, Options, Rules, Verdict};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/refutation_classes")
}

/// Without a file's own words callers may do what they want under GPUVerify's rules, and a bounded search proves nothing.
#[test]
fn some_checks_have_no_classes() {
    let file = root().join("contents.cu");
    let kernels = vec!["scatter".to_owned()];
    for options in [
        Options { kernels: kernels.clone(), rules: Rules::GpuVerify, ..Options::default() },
        Options { kernels, findbugs: Some(2), ..Options::default() },
    ] {
        let report = check_file(&file, &options);
        assert_eq!(report.kernels[0].worst(), Some(&Verdict::Refuted));
    }
}

#[test]
fn strict_makes_errors_of_findings_with_a_class() {
    let options = Options { kernels: vec!["strided".to_owned()], ..Options::default() };
    let mut report = check_file(&root().join("launch.cu"), &options);
    let severities = |report: &wp_engine::FileReport| {
        let findings = report.kernels.iter().flat_map(|k| &k.properties).flat_map(|p| &p.findings);
        findings.map(|f| f.diagnostic.severity).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(severities(&report), [wp_base::Severity::Warning].into());
    report.be_strict();
    assert_eq!(severities(&report), [wp_base::Severity::Error].into());
}
