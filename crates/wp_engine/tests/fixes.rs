//! Runs every kernel of `tests/fixes` and compares the changes that are suggested.
//!
//! The first lines of a file, `// fix: TITLE`, list the changes that its findings have, without repetition; `open: PROPERTIES` behind the
//! title says what is still not proved with it; `// fix: none` means that there are none. Every change is applied, and the file
//! checked again as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wp_engine::{check_file, FileReport, Finding, Fix, Options, Property, Verdict};

fn options() -> Options {
    Options { fixes: true, solver: wp_solve::find_solver(None).ok().map(|(program, _)| program), ..Options::default() }
}

fn findings(report: &FileReport) -> impl Iterator<Item = &Finding> {
    report.kernels.iter().flat_map(|k| &k.properties).flat_map(|p| &p.findings)
}

/// The title, and what is open.
fn in_words(fix: &Fix) -> String {
    let open: Vec<String> = fix.open.iter().map(|p| format!("{p:?}").to_lowercase()).collect();
    if open.is_empty() {
        fix.title.clone()
    } else {
        format!("{} open: {}", fix.title, open.join(", "))
    }
}

/// The text with a change.
fn applied(text: &str, fix: &Fix) -> String {
    let mut new = text.to_owned();
    for edit in fix.edits.iter().rev() {
        new.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    new
}

fn compare(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let expected: BTreeSet<&str> = text.lines().map_while(|l| l.strip_prefix("// fix: ")).collect();
    let report = check_file(path, &options());
    if !report.errors.is_empty() || findings(&report).next().is_none() {
        return Err(format!("{} errors, or no finding", report.errors.len()));
    }
    let fixes: BTreeMap<String, &Fix> =
        findings(&report).filter_map(|f| f.fix.as_ref()).map(|f| (in_words(f), f)).collect();
    let found: BTreeSet<&str> = fixes.keys().map(String::as_str).collect();
    let wanted = if expected == ["none"].into() { BTreeSet::new() } else { expected };
    if found != wanted {
        return Err(format!("found {found:#?}"));
    }
    for fix in fixes.into_values() {
        proves(path, &applied(&text, fix), &report, fix)?;
    }
    Ok(())
}

/// Checks the changed file on disk.
fn proves(path: &Path, text: &str, before: &FileReport, fix: &Fix) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let copy = folder.path().join(path.file_name().unwrap_or_default());
    fs::write(&copy, text).map_err(|e| e.to_string())?;
    let after = check_file(&copy, &Options { fixes: false, ..options() });
    let is_gone = |f: &&Finding| f.fix.as_ref() == Some(fix);
    let gone = findings(before).filter(is_gone).count();
    let (was, is) = (findings(before).count(), findings(&after).count());
    if is + gone > was || !after.errors.is_empty() {
        return Err(format!("{was} findings before, {is} with `{}`:\n{text}", fix.title));
    }
    for property in after.kernels.iter().flat_map(|k| &k.properties) {
        let is_open = property.verdict != Verdict::Proved;
        if is_open && (property.property == Property::Divergence || !fix.open.contains(&property.property)) {
            return Err(format!("{:?} is {:?} with:\n{text}", property.property, property.verdict));
        }
    }
    Ok(())
}

#[test]
fn kernels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    // `WP_KERNEL=tiles` runs only the files whose path contains `tiles`.
    if let Ok(part) = std::env::var("WP_KERNEL") {
        files.retain(|f| f.to_string_lossy().contains(&part));
    }
    files.sort();
    let wrong: Vec<String> = files
        .iter()
        .filter_map(|path| compare(path).err().map(|e| format!("{}: {e}", path.file_name().unwrap().to_string_lossy())))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The examples of the page have the changes that stand at their findings, and are proved with them.
#[test]
fn examples_of_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fixes.md");
    let page = fs::read_to_string(page).unwrap();
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
        fs::write(&path, &code).unwrap();
        let mut options = options();
        let flags = code.lines().next().unwrap().strip_prefix("// check --suggest-fixes").unwrap();
        if let Some(block) = flags.trim().strip_prefix("--block=") {
            options.launch.block = wp_engine::block_or_grid(block).unwrap();
        }
        let report = check_file(&path, &options);
        let mut found = BTreeMap::new();
        for finding in findings(&report) {
            let place = finding.diagnostic.labels.iter().find(|l| l.primary).unwrap().span;
            let line = report.sources.line_col(place).unwrap().line as usize;
            found.insert(line, finding.fix.as_ref().map_or_else(|| "none".to_owned(), in_words));
        }
        let expected = code.lines().zip(1..).filter_map(|(l, n)| Some((n, l.split_once("//~ ")?.1.to_owned())));
        assert_eq!(found, expected.collect(), "{code}");
        for fix in findings(&report).filter_map(|f| f.fix.as_ref()) {
            fs::write(&path, applied(&code, fix)).unwrap();
            let after = check_file(&path, &Options { fixes: false, ..options.clone() });
            let proved = |k: &wp_engine::KernelReport| k.properties.iter().all(|p| p.verdict == Verdict::Proved);
            assert!(after.errors.is_empty() && after.kernels.iter().all(proved), "{}", applied(&code, fix));
        }
        examples += 1;
    }
    assert!(examples >= 6);
}
