//! The kernels of a file, for comparison: an error of the compiler that may have changed one is an error.

use std::path::Path;
use std::sync::Arc;
use wp_base::{Assumption, Diagnostic, SourceMap};
use wp_engine::Options;
use wp_kir::Kernel;
use wp_lower::KernelResult;
use wp_spec::Clause;

/// A kernel with the preconditions that it does not assume itself: where some have quantifiers, all.
pub type WithRequires = (Kernel, Vec<Clause>);

/// A kernel of a file.
pub struct Candidate {
    /// Its name with namespaces and template arguments.
    pub name: Arc<str>,
    /// The types of its parameters, in parentheses.
    pub signature: Arc<str>,
    /// The kernel, or why it cannot be read.
    pub kernel: Result<WithRequires, String>,
}

/// Reads a file: its kernels, the sources, and what the reading assumes.
pub fn read(path: &Path, options: &Options) -> Result<(Vec<Candidate>, SourceMap, Vec<Assumption>), String> {
    let read = wp_engine::read_kernels(path, options).map_err(|none| listed(&none.errors, &none.sources))?;
    if !read.outside.is_empty() {
        return Err(listed(&read.outside, &read.sources));
    }
    let candidate = |result: KernelResult| {
        let requires = if result.contract.is_partly_assumed { result.contract.requires } else { Vec::new() };
        let kernel = result
            .kernel
            .map(|kernel| (kernel, requires))
            .map_err(|error| format!("[{}]: {}", error.code, error.message));
        if let Err(error) = &kernel {
            eprintln!("warning: the kernel `{}` is left out: {error}", result.name);
        }
        Candidate { name: result.name, signature: result.signature, kernel }
    };
    Ok((read.kernels.into_iter().map(candidate).collect(), read.sources, read.assumptions))
}

fn listed(errors: &[Diagnostic], sources: &SourceMap) -> String {
    let text = |error: &Diagnostic| {
        let place = error.labels.first().map(|label| format!(" ({})", sources.describe(label.span)));
        format!("[{}]: {}{}", error.code, error.message, place.unwrap_or_default())
    };
    errors.iter().map(text).collect::<Vec<_>>().join("; ")
}
