//! The examples of the pages that teach specifications and suggested fixes.

use crate::changes;
use crate::changes::{applied, findings, title};
use crate::suite;
use std::collections::BTreeMap;
use std::time::Duration;
use wp_engine::{check_file, Options, Verdict};

#[test]
fn examples_of_specifications_are_proved() {
    examples_are_proved("docs/specification.md", 10, &Options::default());
}

#[test]
fn examples_of_barrier_invariants_are_proved() {
    examples_are_proved("docs/barrier-invariants.md", 5, &Options::default());
}

#[test]
fn examples_of_extensions_are_proved() {
    examples_are_proved("docs/pytorch.md", 1, &Options::default());
}

#[test]
fn examples_of_hip_are_proved() {
    examples_are_proved("docs/hip.md", 2, &Options::default());
}

#[test]
fn examples_of_contracts_of_functions_are_proved() {
    examples_are_proved("docs/modular.md", 3, &Options { modular: true, ..Options::default() });
}

/// The message of the page on Python files is that on its example.
#[test]
fn the_example_of_python_has_its_message() {
    let page = std::fs::read_to_string(suite::folder("docs/python.md")).unwrap();
    let (code, rest) = page.split_once("```python\n").unwrap().1.split_once("```").unwrap();
    let place = rest.split_once("--> sums.py:").unwrap().1.lines().next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sums.py");
    std::fs::write(&file, code).unwrap();
    let report = check_file(&file, &Options::default());
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    let finding = report.kernels[0].findings().next().unwrap();
    let label = finding.diagnostic.labels.iter().find(|l| l.primary).unwrap().span;
    assert_eq!(finding.diagnostic.code, "WP0101");
    assert_eq!(report.sources.describe(label), format!("{}:{place}", file.display()));
    assert!(report.sources.text(label).starts_with("out[i / 2] = a[i] + b[i]"));
}

fn examples_are_proved(page: &str, least: usize, options: &Options) {
    let page = std::fs::read_to_string(suite::folder(page)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(page.matches("```cuda\n").count() >= least);
    for (number, example) in page.split("```cuda\n").skip(1).enumerate() {
        let (code, _) = example.split_once("```").unwrap();
        let file = folder.path().join(format!("example{number}.cu"));
        std::fs::write(&file, code).unwrap();
        let options = Options { query_timeout: Duration::from_secs(30), ..options.clone() };
        let report = check_file(&file, &options);
        assert!(report.errors.is_empty(), "{code}: {:?}", report.errors);
        for property in report.kernels.iter().flat_map(|k| &k.properties) {
            assert_eq!(property.verdict, Verdict::Proved, "{:?} of\n{code}", property.property);
        }
    }
}

/// The examples of the page have the changes that stand at their findings, and are proved with them.
#[test]
fn examples_of_fixes_have_the_changes_that_they_state() {
    let page = suite::folder("docs/fixes.md");
    let page = std::fs::read_to_string(page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut examples = 0;
    for fence in page.split("\n```").skip(1).step_by(2) {
        let (language, code) = fence.split_once('\n').unwrap();
        let ending = match language {
            "cuda" => "cu",
            "opencl" => "cl",
            _ => continue,
        };
        let code = format!("{code}\n");
        let path = folder.path().join(format!("{examples}.{ending}"));
        std::fs::write(&path, &code).unwrap();
        let mut options = changes::options();
        let flags = code.lines().next().unwrap().strip_prefix("// check --suggest-fixes").unwrap();
        if let Some(block) = flags.trim().strip_prefix("--block=") {
            options.launch.block = wp_engine::block_or_grid(block).unwrap();
        }
        let report = check_file(&path, &options);
        let mut found = BTreeMap::new();
        for finding in findings(&report) {
            let place = finding.diagnostic.labels.iter().find(|l| l.primary).unwrap().span;
            let line = report.sources.line_col(place).unwrap().line as usize;
            found.insert(line, finding.fix.as_ref().map_or_else(|| "none".to_owned(), title));
        }
        let expected = code.lines().zip(1..).filter_map(|(l, n)| Some((n, l.split_once("//~ ")?.1.to_owned())));
        assert_eq!(found, expected.collect(), "{code}");
        for fix in findings(&report).filter_map(|f| f.fix.as_ref()) {
            std::fs::write(&path, applied(&code, fix)).unwrap();
            let after = check_file(&path, &Options { fixes: false, ..options.clone() });
            let proved = |k: &wp_engine::KernelReport| k.properties.iter().all(|p| p.verdict == Verdict::Proved);
            assert!(after.errors.is_empty() && after.kernels.iter().all(proved), "{}", applied(&code, fix));
        }
        examples += 1;
    }
    assert!(examples >= 6);
}
