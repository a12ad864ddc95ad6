//! Checks every file of `tests/fixes` and compares the changes that are suggested.
//!
//! The first lines of a file, `// fix: TITLE`, list the changes that its findings have, without repetition; `open: PROPERTIES` behind the
//! title says what is still not proved with it; `// fix: none` means that there are none. Every change is applied, and the file
//! checked again as a whole.

use crate::changes::{applied, by_title, findings, options};
use crate::suite::{Case, Kind};
use std::collections::BTreeSet;
use std::path::Path;
use wp_engine::{check_file, FileReport, Finding, Fix, Options, Property, Verdict};

pub const KIND: Kind = Kind::new("fixes", "tests/fixes", |case| compare(case).err().into_iter().collect());

fn compare(case: &Case) -> Result<(), String> {
    let expected: BTreeSet<&str> = case.text.lines().map_while(|l| l.strip_prefix("// fix: ")).collect();
    let report = check_file(&case.path, &options());
    if !report.errors.is_empty() || findings(&report).next().is_none() {
        return Err(format!("{} errors, or no finding", report.errors.len()));
    }
    let fixes = by_title(&report);
    let found: BTreeSet<&str> = fixes.keys().map(String::as_str).collect();
    let wanted = if expected == ["none"].into() { BTreeSet::new() } else { expected };
    if found != wanted {
        return Err(format!("found {found:#?}"));
    }
    for fix in fixes.into_values() {
        proves(&case.path, &applied(&case.text, fix), &report, fix)?;
    }
    Ok(())
}

/// Checks the changed file on disk.
fn proves(path: &Path, text: &str, before: &FileReport, fix: &Fix) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let copy = folder.path().join(path.file_name().unwrap_or_default());
    std::fs::write(&copy, text).map_err(|e| e.to_string())?;
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
