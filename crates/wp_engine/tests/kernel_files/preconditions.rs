//! Checks every file of `tests/preconditions` without sizes and compares the preconditions that are found.
//!
//! The first lines of a file, `// proved under: CONDITIONS` or `// proved under: none`, list sets that must be among those
//! that are found. Of every set that is found, expected or not: the kernel is proved with the printed line pasted in front
//! of it, and every run that is shown for a need is a replayed one.

use crate::suite::{Case, Kind};
use std::path::Path;
use wp_engine::{check_file, KernelReport, Options, Verdict};

pub const KIND: Kind =
    Kind::new("preconditions", "tests/preconditions", |case| compare(case).err().into_iter().collect());

fn options() -> Options {
    Options {
        preconditions: true,
        solver: wp_solve::find_solver(None).ok().map(|(program, _)| program),
        ..Options::default()
    }
}

fn check(path: &Path, options: &Options) -> Result<KernelReport, String> {
    let report = check_file(path, options);
    if !report.errors.is_empty() {
        return Err(format!("{:?}", report.errors));
    }
    report.kernels.into_iter().next().ok_or_else(|| "no kernel".to_owned())
}

fn compare(case: &Case) -> Result<(), String> {
    let text = &case.text;
    let expected: Vec<&str> = text.lines().map_while(|l| l.strip_prefix("// proved under: ")).collect();
    if expected.is_empty() {
        return Err("no line says what is to be found".to_owned());
    }
    let report = check(&case.path, &options())?;
    let found: Vec<String> = report.preconditions.iter().map(wp_engine::PreconditionSet::text).collect();
    if expected == ["none"] {
        return if found.is_empty() { Ok(()) } else { Err(format!("found {found:?}")) };
    }
    if let Some(missing) = expected.iter().find(|e| !found.iter().any(|f| f == *e)) {
        return Err(format!("`{missing}` is not among {found:?}"));
    }
    for set in &report.preconditions {
        for condition in &set.conditions {
            let need = condition.need.as_ref().ok_or(format!("no need shown for `{}`", condition.text))?;
            if !need.witness.replayed {
                return Err(format!("the need for `{}` is not replayed", condition.text));
            }
        }
        let pasted = format!("//@ requires {};\n{text}", set.text());
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let copy = folder.path().join(case.path.file_name().unwrap_or_default());
        std::fs::write(&copy, pasted).map_err(|e| e.to_string())?;
        // Preconditions do not keep indices within 32 bits.
        let index_width = wp_check::IndexWidth::Off;
        let again = check(&copy, &Options { preconditions: false, index_width, ..options() })?;
        if let Some(open) = again.properties.iter().find(|p| p.verdict != Verdict::Proved) {
            return Err(format!("with `{}` pasted: {:?} is {:?}", set.text(), open.property, open.verdict));
        }
    }
    Ok(())
}
