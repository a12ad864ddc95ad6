//! The kernels of a file, for comparison: an error of the compiler that may have changed one is an error.

use crate::settings::Language;
use std::path::Path;
use std::sync::Arc;
use wp_base::{SourceMap, Span};
use wp_clang::ClangSeverity;
use wp_engine::Options;
use wp_kir::Kernel;
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

/// Reads a file: its kernels, the sources, and the includes that were not found.
pub fn read(
    path: &Path,
    language: Language,
    options: &Options,
) -> Result<(Vec<Candidate>, SourceMap, Vec<String>), String> {
    let language = match language {
        Language::Cuda => wp_clang::Language::Cuda,
        Language::OpenCl => wp_clang::Language::OpenCl,
    };
    let unit = wp_clang::parse(path, language, &options.parsing()).map_err(|e| format!("[WP0502]: {e}"))?;
    let functions = wp_engine::function_spans(&unit.root);
    for message in unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning) {
        // Errors inside functions are judged kernel by kernel. One outside may have cost a kernel, or changed one.
        let inside = |s: &Span| s.file == message.span.file && s.start < message.span.start && message.span.end < s.end;
        let open_ended = message.text.contains("unterminated") || message.text.contains("expected '}'");
        if open_ended || !functions.iter().any(inside) {
            return Err(format!("[WP0502]: {} ({})", message.text, unit.sources.describe(message.span)));
        }
    }
    let lowered = wp_lower::lower(&unit, &options.lowering());
    let mut kernels = Vec::new();
    for result in lowered.kernels {
        let requires = if result.contract.is_partly_assumed { result.contract.requires } else { Vec::new() };
        let kernel = result
            .kernel
            .map(|kernel| (kernel, requires))
            .map_err(|error| format!("[{}]: {}", error.code, error.message));
        if let Err(error) = &kernel {
            eprintln!("warning: the kernel `{}` is left out: {error}", result.name);
        }
        kernels.push(Candidate { name: result.name, signature: result.signature, kernel });
    }
    if kernels.iter().all(|k| k.kernel.is_err()) {
        let why = kernels.iter().find_map(|k| k.kernel.as_ref().err());
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        return Err(format!("[WP0503]: {} has no kernel that can be read{why}", path.display()));
    }
    Ok((kernels, unit.sources, unit.stubbed_includes))
}
