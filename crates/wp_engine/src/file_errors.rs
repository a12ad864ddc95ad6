//! The errors of a file outside its kernels.

use crate::linking::Undefined;
use crate::options::is_named;
use crate::{KernelReport, UnknownReason};
use std::path::Path;
use std::sync::Arc;
use wp_base::{Diagnostic, Severity, Span};
use wp_clang::{ParseError, SourceKernel, TranslationUnit};
use wp_lower::KernelResult;

/// The advice about templates without instances.
const INSTANTIATE: &str = "name an instance to look at, as in a launch: `--instantiate 'scale<float, 256>'`";

/// The name of the file tells no language.
pub(crate) fn no_language(path: &Path) -> Diagnostic {
    let message = format!("{} is neither a .cu nor a .cl file", path.display());
    Diagnostic::error("WP0503", message).help("name a CUDA (.cu) or OpenCL (.cl) source file")
}

/// The compiler gave no tree.
pub(crate) fn unparsed(error: &ParseError) -> Diagnostic {
    let code = match error {
        ParseError::ClangMissing { .. } | ParseError::ClangUnusable { .. } => "WP0504",
        _ => "WP0503",
    };
    Diagnostic::error(code, error.to_string())
}

/// The check was cut off before the kernels of the file were known.
pub(crate) fn cut_off(path: &Path, step: &str, reason: &UnknownReason) -> Diagnostic {
    let (limit, option) = match reason {
        UnknownReason::Memory => ("memory", "--memory"),
        _ => ("time", "--timeout"),
    };
    let step = if step.is_empty() { "reading" } else { step };
    let what =
        format!("the {limit} limit was reached during the {step} of {}: its kernels are not known", path.display());
    Diagnostic::error("WP0510", what).help(format!("raise the limit with `{option}`"))
}

/// No thread could be started for the check.
pub(crate) fn no_thread(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("WP0510", format!("no thread can be started for {}: {error}", path.display()))
        .help("free some memory and try again")
}

/// Names of kernels that were asked for and are not there.
pub(crate) fn unknown_names<'a>(
    path: &'a Path,
    names: &'a [String],
    kernels: &'a [KernelResult],
    unread: &'a [KernelReport],
) -> impl Iterator<Item = Diagnostic> + 'a {
    let all = || kernels.iter().map(|k| &*k.name).chain(unread.iter().map(|k| &*k.name));
    names.iter().filter(move |name| !all().any(|k| is_named(k, name))).map(move |name| {
        let known: Vec<&str> = all().collect();
        let help = match known.is_empty() {
            true => "it has no kernels".to_owned(),
            false => format!("it has: {}", known.join(", ")),
        };
        Diagnostic::error("WP0506", format!("{} has no kernel named `{name}`", path.display())).help(help)
    })
}

/// The error for a file without anything to check. `undefined`: a kernel that the file launches and none of the given
/// files defines.
pub(crate) fn no_kernel(
    path: &Path,
    unit: &TranslationUnit,
    templates: &[(Arc<str>, Span)],
    undefined: Option<Undefined>,
) -> Diagnostic {
    let first = unit.errors().next();
    match (first, undefined) {
        (None, Some(Undefined { name, span, has_other_types: true })) if templates.is_empty() => {
            let what = format!("the given files define the kernel `{name}` with parameters of other types only");
            Diagnostic::error("WP0503", what)
                .primary(span, "launched here")
                .help("declare the kernel with the types of its definition")
        }
        (None, Some(Undefined { name, span, .. })) if templates.is_empty() => {
            Diagnostic::error("WP0503", format!("none of the given files defines the kernel `{name}`"))
                .primary(span, "launched here")
                .help("give the file that defines the kernel, too")
        }
        (Some(first), _) => Diagnostic::error("WP0502", format!("no kernel could be read: {}", first.text))
            .primary(first.span, "reported by the front end"),
        (None, _) if !templates.is_empty() => {
            Diagnostic::error("WP0503", format!("{} has only templates of kernels", path.display())).help(INSTANTIATE)
        }
        (None, _) => Diagnostic::error("WP0503", format!("{} has no kernel", path.display()))
            .help("a kernel is a `__global__` (CUDA) or `__kernel` (OpenCL) function with a body"),
    }
}

/// A kernel template is launched, in functions that nothing makes an instance of.
pub(crate) fn never_made(kernel: &SourceKernel) -> Diagnostic {
    let what =
        format!("the kernel template `{}` is launched only where no instance is made, and is not checked", kernel.name);
    Diagnostic::error("WP0509", what).primary(kernel.span, "no instance of this template").help(INSTANTIATE)
}

/// A warning for templates of kernels of which there is nothing to check.
pub(crate) fn without_instance(templates: &[(Arc<str>, Span)]) -> Option<Diagnostic> {
    let (first, rest) = templates.split_first()?;
    let names: Vec<String> = templates.iter().map(|(name, _)| format!("`{name}`")).collect();
    let what = match rest.is_empty() {
        true => "a template of a kernel has no instance and is not checked",
        false => "templates of kernels have no instances and are not checked",
    };
    let text = format!("{what}: {}", names.join(", "));
    Some(Diagnostic::new("WP0503", Severity::Warning, text).primary(first.1, "never launched here").help(INSTANTIATE))
}

/// Errors of the compiler outside of functions, each of which may have cost a kernel, or changed one. Those inside are
/// judged kernel by kernel.
pub(crate) fn outside_of_functions(unit: &TranslationUnit, functions: &[Span]) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for message in unit.errors() {
        let inside = |s: &Span| s.file == message.span.file && s.start < message.span.start && message.span.end < s.end;
        let open_ended = message.text.contains("unterminated") || message.text.contains("expected '}'");
        // The first definition stays in force: `typedef unsigned size_t` in sources written for 32 bits.
        let diagnostic = if message.redeclares_type(&unit.sources) {
            let text =
                format!("a type is declared again as another one, and the first declaration counts: {}", message.text);
            let warning = Diagnostic::new("WP0502", Severity::Warning, text);
            warning.primary(message.span, "this declaration is ignored").help(
                "where it is a type of the language, such as `size_t`, choose its width with `--pointer-bitwidth`",
            )
        } else if open_ended || !functions.iter().any(inside) {
            let text = format!("the file does not compile: {}", message.text);
            let diagnostic = Diagnostic::error("WP0502", text).help("make the file compile, then check it again");
            match message.span.is_none() {
                true => diagnostic,
                false => diagnostic.primary(message.span, "reported by the front end"),
            }
        } else {
            continue;
        };
        // The compiler names one place for each brace that is open there.
        if !found.contains(&diagnostic) {
            found.push(diagnostic);
        }
    }
    found
}
