//! Suites of C programs, each of which is one file and returns 0 if it is compiled correctly.
//!
//! The native sides compile a file unchanged, as C, and also the form that the lowering reads ([`forms`]), as C++. What
//! a program prints becomes results.

mod forms;
mod items;
mod rewrites;

use super::program::{Origin, Program};
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C files below a folder, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The program of a file in each of its forms, the preferred one first.
pub fn programs(path: &Path) -> Result<Vec<Program>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let forms = forms::forms(&without_macros(&text)?).into_iter();
    let program = |form: forms::Form| Program {
        c: Some(path.to_owned()),
        assigns_statics: form.assigns_statics,
        ..Program::new(Origin::Suite(path.to_owned()), form.text)
    };
    Ok(forms.map(program).collect())
}

/// The text after preprocessing, without included files.
fn without_macros(text: &str) -> Result<String> {
    let is_include =
        |line: &&str| line.trim_start().strip_prefix('#').is_some_and(|l| l.trim_start().starts_with("include"));
    let own: String = text.lines().filter(|l| !is_include(l)).map(|l| format!("{l}\n")).collect();
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("program.c");
    std::fs::write(&file, own)?;
    let compiler = super::native::clang();
    let output = Command::new(&compiler)
        .args(["-E", "-P", "-x", "c", "-std=gnu11", "-w", "-DNULL=0", "-DEOF=(-1)"])
        .arg(&file)
        .output()
        .with_context(|| format!("{compiler} does not start"))?;
    if !output.status.success() {
        bail!("the preprocessor rejects the file");
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
