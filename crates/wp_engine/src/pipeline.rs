//! File to report.

use crate::kernel::{check_with, limits_of, solver_for};
use crate::verdicts::asked_for;
use crate::{arrays, contracts, launches, performance};
use crate::{FileReport, KernelReport, Options, PropertyReport, UnknownReason, Verdict};
use std::path::Path;
use wp_base::{Diagnostic, Severity, Span};
use wp_clang::{Language, Node, ParseError, ParseOptions};

/// Verifies every kernel of a file (or those that the options name).
pub fn check_file(path: &Path, options: &Options) -> FileReport {
    let mut report = FileReport { path: path.to_owned(), ..FileReport::default() };
    let limits = limits_of(options);
    let Some(language) = language_of(path) else {
        let message = format!("{} is neither a .cu nor a .cl file", path.display());
        report.errors.push(Diagnostic::error("WP0503", message).help("name a CUDA (.cu) or OpenCL (.cl) source file"));
        return report;
    };
    let parse_options = ParseOptions {
        defines: options.defines.clone(),
        includes: options.includes.clone(),
        extra: options.clang_flags.clone(),
    };
    let unit = match wp_clang::parse(path, language, &parse_options) {
        Ok(unit) => unit,
        Err(error) => {
            report.errors.push(front_end_error(&error));
            return report;
        }
    };
    report.clang_seconds = unit.seconds;
    let lowered = wp_lower::lower(&unit, &options.lowering());
    report.sources = unit.sources.clone();
    report.errors.extend(lowered.errors);
    let wanted = |name: &str| {
        let plain = name.split('<').next().unwrap_or(name);
        options.kernels.is_empty() || options.kernels.iter().any(|k| k == name || k == plain)
    };
    for name in &options.kernels {
        if !lowered.kernels.iter().any(|k| *k.name == **name || k.name.split('<').next() == Some(name)) {
            let known: Vec<&str> = lowered.kernels.iter().map(|k| &*k.name).collect();
            let message = format!("{} has no kernel named `{name}`", path.display());
            let help =
                if known.is_empty() { "it has no kernels".to_owned() } else { format!("it has: {}", known.join(", ")) };
            report.errors.push(Diagnostic::error("WP0506", message).help(help));
        }
    }
    let readable = lowered.kernels.iter().filter_map(|k| k.kernel.as_ref().ok());
    let missing = arrays::missing(readable, options);
    if !missing.is_empty() && !lowered.kernels.is_empty() {
        report.errors.extend(missing);
        return report;
    }
    let errors: Vec<&wp_clang::ClangMessage> =
        unit.messages.iter().filter(|m| m.severity != wp_clang::ClangSeverity::Warning).collect();
    if lowered.kernels.is_empty() {
        let diagnostic = match errors.first() {
            Some(first) => Diagnostic::error("WP0502", format!("no kernel could be read: {}", first.text))
                .primary(first.span, "reported by the front end"),
            None => Diagnostic::error("WP0503", format!("{} has no kernel", path.display()))
                .help("a kernel is a `__global__` (CUDA) or `__kernel` (OpenCL) function with a body"),
        };
        report.errors.push(diagnostic);
        return report;
    }
    let functions = function_spans(&unit.root);
    for message in errors {
        // Errors inside functions are judged kernel by kernel. One outside may have cost a kernel, or changed one.
        let inside = |s: &Span| s.file == message.span.file && s.start < message.span.start && message.span.end < s.end;
        // The first definition stays in force: `typedef unsigned size_t` in sources written for 32 bits.
        if message.text.starts_with("typedef redefinition") {
            let text =
                format!("a type is declared again as another one, and the first declaration counts: {}", message.text);
            let warning = Diagnostic::new("WP0502", Severity::Warning, text);
            report.errors.push(warning.primary(message.span, "this declaration is ignored").help(
                "where it is a type of the language, such as `size_t`, choose its width with `--pointer-bitwidth`",
            ));
            continue;
        }
        let open_ended = message.text.contains("unterminated") || message.text.contains("expected '}'");
        if open_ended || !functions.iter().any(inside) {
            let text = format!("the file does not compile: {}", message.text);
            let mut diagnostic = Diagnostic::error("WP0502", text).help("make the file compile, then check it again");
            if !message.span.is_none() {
                diagnostic = diagnostic.primary(message.span, "reported by the front end");
            }
            // The compiler names one place for each brace that is open there.
            if !report.errors.contains(&diagnostic) {
                report.errors.push(diagnostic);
            }
        }
    }
    let mut solver = solver_for(options);
    for result in lowered.kernels {
        if !wanted(&result.name) {
            continue;
        }
        match result.kernel {
            Ok(mut kernel) => {
                arrays::set_sizes(&mut kernel, options);
                // What a kernel ensures, it ensures for every launch that its contract admits; preconditions are not
                // searched for with it.
                let plain = result.contract.ensures_nothing();
                let sites = if plain { &result.launches[..] } else { &[] };
                let options = &Options { preconditions: options.preconditions && plain, ..options.clone() };
                for task in launches::tasks(kernel, sites, options) {
                    let mut kernel_report = check_with(&task.kernel, &task.options, &mut solver, limits);
                    contracts::check(
                        &mut kernel_report,
                        &task.kernel,
                        &result.contract,
                        options,
                        &mut solver,
                        &mut report.tasks,
                    );
                    if task.options.performance {
                        let notes = performance::examine(&task.kernel, &task.options, &kernel_report, &mut solver);
                        kernel_report.performance = Some(notes);
                    }
                    kernel_report.times.clang = report.clang_seconds;
                    empty_includes(&mut kernel_report, &unit.stubbed_includes, options);
                    external_calls(&mut kernel_report, options);
                    kernel_report.assumptions.extend(task.launch.as_ref().map(|_| "launch-site"));
                    kernel_report.launch = task.launch;
                    kernel_report.assumptions.sort_unstable();
                    kernel_report.assumptions.dedup();
                    report.kernels.push(kernel_report);
                }
            }
            Err(diagnostic) => {
                let what = diagnostic.message.clone();
                report.errors.push(diagnostic);
                report.kernels.push(unreadable(&result.name, result.span, &what, options));
            }
        }
    }
    report
}

/// Notes includes that were not found and are taken as empty.
fn empty_includes(report: &mut KernelReport, names: &[String], options: &Options) {
    for name in names {
        report.approximations.push((format!("`{name}` was not found and is taken as an empty file"), report.span));
        report.assumptions.push("empty-includes");
        if !options.grants("empty-includes") {
            not_granted(report, &format!("`{name}` was not found and the assumption `empty-includes` is switched off"));
        }
    }
}

/// Calls of functions whose bodies are elsewhere, where nothing may be assumed of them.
fn external_calls(report: &mut KernelReport, options: &Options) {
    if report.assumptions.contains(&"external-calls") && !options.grants("external-calls") {
        not_granted(report, "a function without a body is called and the assumption `external-calls` is switched off");
    }
}

/// Withdraws what was proved.
fn not_granted(report: &mut KernelReport, what: &str) {
    for p in report.properties.iter_mut().filter(|p| p.verdict == Verdict::Proved) {
        p.verdict = Verdict::Unknown(UnknownReason::Approximation(what.to_owned()));
    }
}

/// Where function bodies stand, at any depth.
pub fn function_spans(root: &Node) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let is_function = matches!(
            &*node.kind,
            "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl"
        );
        if is_function {
            spans.push(node.span);
        } else {
            open.extend(node.inner.iter());
        }
    }
    spans
}

fn language_of(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "cu" | "cuh" => Some(Language::Cuda),
        "cl" | "ocl" => Some(Language::OpenCl),
        _ => None,
    }
}

/// A kernel that the front end could not read has no verdict on anything.
fn unreadable(name: &str, span: wp_base::Span, what: &str, options: &Options) -> KernelReport {
    let property = |property| PropertyReport {
        property,
        verdict: Verdict::Unsupported(format!("front end: {what}"), span),
        findings: Vec::new(),
    };
    KernelReport {
        name: name.to_owned(),
        span,
        launch: None,
        performance: None,
        preconditions: Vec::new(),
        properties: asked_for(options).into_iter().map(property).collect(),
        assumptions: Vec::new(),
        approximations: Vec::new(),
        times: Default::default(),
        counts: Default::default(),
        inference: Default::default(),
    }
}

fn front_end_error(error: &ParseError) -> Diagnostic {
    let code = match error {
        ParseError::ClangMissing { .. } | ParseError::ClangUnusable { .. } => "WP0504",
        _ => "WP0503",
    };
    Diagnostic::error(code, error.to_string())
}
