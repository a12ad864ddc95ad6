//! Every finding stands in all forms of the output with the same code, words and places; the page works in a browser.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::warpproof;

/// Findings of several codes, each with two places or one, in kernels of two languages.
const FILES: [&str; 6] = [
    "examples/reduce_tree_racy.cu",
    "examples/stencil_1d_racy.cu",
    "examples/vector_add.cl",
    "tests/kernels/refuted/divergence_until_stable.cu",
    "tests/kernels/inconclusive/bounds_unknown_extent.cu",
    "tests/kernels/rejected/syntax_error.cu",
];

fn report(form: &str) -> String {
    report_on(&FILES, &["--block=64"], form)
}

fn report_on(files: &[&str], options: &[&str], form: &str) -> String {
    let run = warpproof(&[&["check", "--no-cache", "--format", form], options, files].concat());
    assert_eq!(run.code, 1, "kernels are refuted: {}", run.stderr);
    run.stdout
}

/// The text that markup stands for.
fn unescaped(page: &str) -> String {
    ["&lt; <", "&gt; >", "&quot; \"", "&amp; &"].iter().fold(page.to_owned(), |text, pair| {
        let (from, to) = pair.split_once(' ').unwrap();
        text.replace(from, to)
    })
}

/// Compares the forms of a report; the SARIF log, and the codes in the order of the report.
fn all_tell_the_same(files: &[&str], options: &[&str]) -> (Value, Vec<String>) {
    let report = |form| report_on(files, options, form);
    let (text, page) = (report("text"), unescaped(&report("html")));
    let json: Value = serde_json::from_str(&report("json")).unwrap();
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let kernels = || json["files"].as_array().unwrap().iter().flat_map(|f| f["kernels"].as_array().unwrap());
    let of_kernel = |k: &'static str, kernel: &Value| kernel[k].as_array().cloned().unwrap_or_default();
    let findings: Vec<Value> = kernels()
        .flat_map(|k| {
            let found = of_kernel("properties", k).into_iter().flat_map(|p| of_kernel("findings", &p));
            found.chain(of_kernel("notes", &k["performance"])).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(findings.len(), results.len());
    for (finding, result) in findings.iter().zip(results) {
        let code = finding["code"].as_str().unwrap();
        let message = finding["message"].as_str().unwrap();
        assert_eq!(result["ruleId"], code);
        let told = result["message"]["text"].as_str().unwrap();
        assert!(told.starts_with(message) && text.contains(message) && page.contains(message), "{message}");
        assert!(text.contains(&format!("[{code}]: {message}")), "{code}");
        for note in finding["notes"].as_array().unwrap().iter().chain([&finding["help"]]).filter_map(Value::as_str) {
            assert!(told.contains(note) && text.contains(note) && page.contains(note), "{note}");
        }
        let others = result["relatedLocations"].as_array().unwrap();
        let places = finding["places"].as_array().unwrap();
        assert_eq!(places.len(), 1 + others.len());
        for label in places {
            let place = &label["place"];
            let line = place["line"].as_u64().unwrap();
            let words = label["text"].as_str().unwrap();
            assert!(text.contains(words) && page.contains(words), "{words}");
            assert!(
                page.contains(&format!("{}:{line}:{}", place["file"].as_str().unwrap(), place["column"])),
                "{place}"
            );
            let at = |l: &Value| l["physicalLocation"]["region"]["startLine"] == line;
            assert!(at(&result["locations"][0]) || others.iter().any(at), "{place}");
        }
    }
    let codes = findings.iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect();
    (sarif, codes)
}

#[test]
fn all_forms_tell_the_same() {
    let (sarif, codes) = all_tell_the_same(&FILES, &["--block=64"]);
    assert!(codes.len() >= 5, "{codes:?}");
    let failed = sarif["runs"][0]["invocations"][0]["executionSuccessful"].as_bool().unwrap();
    assert!(!failed, "a file does not compile");
}

/// Notes on performance stand in all forms too, behind the findings of their kernel, and the findings are those without them.
#[test]
fn all_forms_tell_the_same_of_performance() {
    let files = ["examples/transpose_naive.cu", "examples/transpose_tiled_racy.cu"];
    let (_, plain) = all_tell_the_same(&files, &[]);
    let (sarif, codes) = all_tell_the_same(&files, &["--perf"]);
    let (notes, findings): (Vec<String>, Vec<String>) = codes.into_iter().partition(|c| c.starts_with("WP07"));
    assert_eq!(findings, plain);
    assert!(notes.iter().any(|c| c == "WP0702"), "{notes:?}");
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let is_note = result["ruleId"].as_str().unwrap().starts_with("WP07");
        assert_eq!(result["level"] == "note", is_note, "{result}");
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
}

/// The browser that `WARPPROOF_BROWSER` names, or one that is installed.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("WARPPROOF_BROWSER") {
        return Some(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH")?;
    let mut folders = std::env::split_paths(&path).map(|f| f.join("chromium"));
    folders.find(|program| program.is_file())
}

/// What a person does: opens the page, follows links, steps through a timeline by button and key.
const VISIT: &str = include_str!("inputs/visit.js");

/// Runs only where there is a browser; continuous integration names one.
#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().unwrap();
    let page = report("html").replace("</body>", &format!("<script>{VISIT}</script></body>"));
    let file = dir.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    for dark in [false, true] {
        let (dom, log) = visit(&browser, &file, dark);
        assert!(dom.contains("<title>all is well</title>"), "{}", dom.lines().take(12).collect::<String>());
        assert!(!log.contains("CONSOLE"), "{log}");
    }
}

fn visit(browser: &Path, file: &Path, dark: bool) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,900"]);
    command.args(["--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    if dark {
        command.arg("--blink-settings=preferredColorScheme=0");
    }
    let output = command.arg(format!("file://{}", file.display())).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}
