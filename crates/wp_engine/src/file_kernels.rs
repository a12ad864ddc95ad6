//! The kernels of a file for a command that needs no report on the file: `run`, `invariants`, `equiv`, the editor.
//!
//! Errors of the compiler are judged as `check` judges them, and their messages are the same.

use crate::{file, file_errors, Options};
use std::path::Path;
use wp_base::{Assumption, Diagnostic, Severity, SourceMap};
use wp_lower::KernelResult;

/// The kernels of a file.
#[derive(Debug)]
pub struct FileKernels {
    /// One entry a kernel, or an instance of a template; at least one of them can be read.
    pub kernels: Vec<KernelResult>,
    /// The files with their text.
    pub sources: SourceMap,
    /// What their reading assumes.
    pub assumptions: Vec<Assumption>,
    /// Errors outside of functions, each of which may have cost a kernel, or changed one.
    pub outside: Vec<Diagnostic>,
}

/// Why no kernel of a file can be read.
#[derive(Debug)]
pub struct NoKernels {
    /// The files with their text, as far as they were read.
    pub sources: SourceMap,
    /// At least one error.
    pub errors: Vec<Diagnostic>,
}

impl From<Diagnostic> for NoKernels {
    fn from(error: Diagnostic) -> Self {
        Self { sources: SourceMap::new(), errors: vec![error] }
    }
}

/// Reads the kernels of a file.
///
/// # Errors
/// A file without a kernel that can be read.
pub fn read_kernels(path: &Path, options: &Options) -> Result<FileKernels, NoKernels> {
    let language = options.language_of(path).ok_or_else(|| file_errors::no_language(path))?;
    let unit = wp_clang::parse(path, language, &options.parsing()).map_err(|e| file_errors::unparsed(&e))?;
    let lowered = wp_lower::lower(&unit, &options.lowering());
    if lowered.kernels.iter().all(|k| k.kernel.is_err()) {
        let mut errors: Vec<Diagnostic> = lowered.kernels.into_iter().filter_map(|k| k.kernel.err()).collect();
        if errors.is_empty() {
            errors.push(file_errors::no_kernel(path, &unit, &lowered.templates, None));
        }
        return Err(NoKernels { sources: unit.sources, errors });
    }
    let mut outside = file_errors::outside_of_functions(&unit, &file::function_spans(&unit.root));
    outside.retain(|d| d.severity == Severity::Error);
    let assumptions = file::of_includes(&unit.stubbed_includes, &unit.project_includes);
    Ok(FileKernels { kernels: lowered.kernels, sources: unit.sources, assumptions, outside })
}
