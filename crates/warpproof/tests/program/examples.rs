//! Every example has the verdict that its first line states, and every page of a code has an example that raises it.

use crate::support::{root, warpproof};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The JSON report on a file.
fn check(path: &Path, options: &[&str]) -> (i32, Value) {
    let mut arguments = vec!["check", "--format=json", "--timeout=120", "--query-timeout=30"];
    arguments.extend(options);
    arguments.push(path.to_str().unwrap());
    let run = warpproof(&arguments);
    let report = serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr));
    (run.code, report)
}

/// The codes of all confirmed findings of a report.
fn confirmed(report: &Value) -> Vec<String> {
    let mut codes = Vec::new();
    for file in report["files"].as_array().unwrap() {
        for kernel in file["kernels"].as_array().unwrap() {
            for property in kernel["properties"].as_array().unwrap() {
                for finding in property["findings"].as_array().unwrap() {
                    if finding["confirmed"] == true {
                        codes.push(finding["code"].as_str().unwrap().to_owned());
                    }
                }
            }
        }
    }
    codes
}

#[test]
fn examples_have_the_verdict_they_state() {
    let mut names: Vec<_> = fs::read_dir(root().join("examples")).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|p| p.extension().is_some_and(|e| e == "cu" || e == "cl"));
    names.sort();
    assert!(names.len() >= 20);
    let mut wrong = String::new();
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().next().unwrap();
        let expected = line.strip_prefix("// warpproof: ").unwrap_or_else(|| panic!("{}: {line}", path.display()));
        let (expected, options) = expected.split_once(" with ").unwrap_or((expected, ""));
        let (verdict, code) = expected.split_once(' ').unwrap_or((expected, ""));
        let (exit, report) = check(&path, &options.split_whitespace().collect::<Vec<_>>());
        let codes = confirmed(&report);
        let exit_expected = match verdict {
            "proved" => 0,
            "refuted" => 1,
            _ => 3,
        };
        let found = code.is_empty() || codes.iter().any(|c| c == code);
        if report["verdict"] != verdict || exit != exit_expected || !found {
            wrong.push_str(&format!(
                "{}: expected {expected}, is {} {codes:?}, exit {exit}\n",
                path.display(),
                report["verdict"]
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn examples_of_the_code_pages_raise_the_code() {
    let dir = tempfile::tempdir().unwrap();
    let mut wrong = String::new();
    for code in wp_report::CODES {
        let example = code.page.split("\n## Example\n").nth(1).unwrap().split("\n## ").next().unwrap();
        let mut fence = example.split("```");
        let options = fence.next().unwrap().trim().strip_prefix("Checked with `").and_then(|o| o.strip_suffix("`."));
        let (language, kernel) = fence.next().unwrap().split_once('\n').unwrap();
        let ending = match language {
            "cuda" => "cu",
            "opencl" => "cl",
            // What cannot be shown by a kernel is covered by the tests of the command line.
            _ => continue,
        };
        let path = dir.path().join(format!("{}.{ending}", code.code));
        fs::write(&path, kernel).unwrap();
        let options: Vec<&str> = options.unwrap_or_default().split_whitespace().collect();
        let (_, report) = check(&path, &options);
        // Unsupported constructs and vacuous proofs are verdicts, not findings.
        let kernel = &report["files"][0]["kernels"][0];
        let raised = match code.code {
            "WP0501" => kernel["verdict"] == "unsupported" || report.to_string().contains("WP0501"),
            "WP0601" => report.to_string().contains("\"vacuous\""),
            "WP0502" | "WP0507" | "WP0509" | "WP0511" => report["files"][0]["errors"].to_string().contains(code.code),
            note if code.is_note() => {
                kernel["performance"]["notes"].as_array().is_some_and(|all| all.iter().any(|n| n["code"] == note))
            }
            other => confirmed(&report).iter().any(|c| c == other),
        };
        if !raised {
            wrong.push_str(&format!("{}: {report:#}\n", code.code));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
