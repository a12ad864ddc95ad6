//! Refutations with a class: the precondition in the report, pasted in front of the kernel, is one under which the property is proved.

use std::path::Path;
use wp_engine::{check_file, Options, PropertyReport, Rules, Verdict};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/refutation_classes")
}

#[test]
fn the_precondition_of_a_class_can_be_pasted() {
    let mut pasted = 0;
    for name in ["contents.cu", "contents_bounds.cu", "fitting.cu", "grid.cu", "launch.cu", "warps.cu"] {
        let file = root().join(name);
        let text = std::fs::read_to_string(&file).unwrap();
        let report = check_file(&file, &Options::default());
        for kernel in &report.kernels {
            for property in &kernel.properties {
                let Some(exclusion) = property.verdict.exclusion() else { continue };
                let head = text.find(&format!("__global__ void {}(", kernel.name)).expect("the kernel's head");
                let with = format!("{}{}\n{}", &text[..head], exclusion.requires(), &text[head..]);
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("k.cu");
                std::fs::write(&path, with).unwrap();
                let options = Options { kernels: vec![kernel.name.clone()], ..Options::default() };
                let again = check_file(&path, &options);
                let verdict = |p: &&PropertyReport| p.property == property.property;
                let verdicts: Vec<_> = again.kernels.iter().filter_map(|k| k.properties.iter().find(verdict)).collect();
                assert!(!verdicts.is_empty(), "{name}: {}: {:?}", kernel.name, again.errors);
                for found in verdicts {
                    assert_eq!(found.verdict, Verdict::Proved, "{name}: {}: {}", kernel.name, exclusion.requires());
                }
                assert!(property.findings.iter().any(|f| f.witness.as_ref().is_some_and(|w| w.replayed)));
                pasted += 1;
            }
        }
    }
    assert_eq!(pasted, 18);
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
