//! Finds Clang and asks for its version, once per process and program.

use crate::error::ParseError;
use crate::process::{self, Failure, Limits};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A usable Clang.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub(crate) program: PathBuf,
    /// The whole answer to `--version`; part of every cache key.
    pub(crate) version: String,
}

/// Tools found so far, by requested program.
static FOUND: Mutex<Vec<(Option<OsString>, Tool)>> = Mutex::new(Vec::new());

/// `$WARPPROOF_CLANG`, else `clang`, else `clang-21` down to `clang-14`.
pub(crate) fn find() -> Result<Tool, ParseError> {
    let wanted = env::var_os("WARPPROOF_CLANG").filter(|w| !w.is_empty());
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tool)) = found.iter().find(|(w, _)| *w == wanted) {
        return Ok(tool.clone());
    }
    let names: Vec<OsString> = match &wanted {
        Some(program) => vec![program.clone()],
        None => std::iter::once("clang".into()).chain((14..=21).rev().map(|v| format!("clang-{v}").into())).collect(),
    };
    for name in &names {
        if let Some(tool) = probe(Path::new(name), wanted.is_some())? {
            found.push((wanted, tool.clone()));
            return Ok(tool);
        }
    }
    let tried = names.iter().map(|n| n.to_string_lossy()).collect::<Vec<_>>().join(", ");
    Err(ParseError::ClangMissing { tried })
}

/// The version, or `None` when the program does not exist.
fn probe(program: &Path, required: bool) -> Result<Option<Tool>, ParseError> {
    let unusable = |detail: String| ParseError::ClangUnusable { program: program.display().to_string(), detail };
    let limits = Limits { seconds: 30, output_bytes: 1 << 20, memory: None };
    match process::run(program, &["--version".into()], &limits) {
        Ok(output) => {
            let version = String::from_utf8_lossy(&output.stdout).into_owned();
            if output.status.success() && version.contains("clang version") {
                Ok(Some(Tool { program: program.to_owned(), version }))
            } else if required {
                Err(unusable(format!("`--version` printed {:?}", version.lines().next().unwrap_or(""))))
            } else {
                Ok(None)
            }
        }
        Err(Failure::Start(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(Failure::Start(error)) => Err(unusable(error.to_string())),
        Err(Failure::TimedOut | Failure::TooMuchOutput) => Err(unusable("`--version` gave no answer".to_owned())),
    }
}
