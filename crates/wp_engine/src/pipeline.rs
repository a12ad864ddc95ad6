//! File to report.

use crate::kernel::{check_with, limits_of, solver_for};
use crate::launches::Task;
use crate::options::is_named;
use crate::verdicts::asked_for;
use crate::{arrays, contracts, fixes, launches, performance, schedule};
use crate::{ContractTasks, FileReport, KernelReport, Options, PropertyReport, UnknownReason, Verdict};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use wp_base::{Diagnostic, Severity, Span};
use wp_check::Limits;
use wp_clang::{Language, Node, ParseError, ParseOptions};
use wp_kir::Kernel;
use wp_lower::host::LaunchSite;
use wp_spec::Contract;

/// Verifies every kernel of a file (or those that the options name). Where solvers contradicted each other nothing is reported
/// but that.
pub fn check_file(path: &Path, options: &Options) -> FileReport {
    let report = check_text(path, None, options, limits_of(options));
    match options.portfolio.disagreement() {
        None => report,
        Some(words) => FileReport {
            path: path.to_owned(),
            errors: vec![Diagnostic::error("WP0501", format!("internal error: {words}"))
                .help("one of the solvers is wrong, or Warpproof is: please report it with the file; without `--portfolio` only Z3 is asked")],
            ..FileReport::default()
        },
    }
}

/// The kernels of a file as if it had another text.
pub(crate) fn check_text(path: &Path, text: Option<&str>, options: &Options, limits: Limits) -> FileReport {
    let mut report = FileReport { path: path.to_owned(), ..FileReport::default() };
    let Some(language) = language_of(path) else {
        let message = format!("{} is neither a .cu nor a .cl file", path.display());
        report.errors.push(Diagnostic::error("WP0503", message).help("name a CUDA (.cu) or OpenCL (.cl) source file"));
        return report;
    };
    let parse_options = ParseOptions { text: text.map(str::to_owned), ..options.parsing() };
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
    let wanted = |kernel: &str| options.kernels.is_empty() || options.kernels.iter().any(|k| is_named(kernel, k));
    for name in &options.kernels {
        if !lowered.kernels.iter().any(|k| is_named(&k.name, name)) {
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
            None if !lowered.templates.is_empty() => {
                Diagnostic::error("WP0503", format!("{} has only templates of kernels", path.display()))
                    .help(INSTANTIATE)
            }
            None => Diagnostic::error("WP0503", format!("{} has no kernel", path.display()))
                .help("a kernel is a `__global__` (CUDA) or `__kernel` (OpenCL) function with a body"),
        };
        report.errors.push(diagnostic);
        return report;
    }
    report.errors.extend(without_instance(&lowered.templates));
    report.functions = function_spans(&unit.root);
    for message in errors {
        // Errors inside functions are judged kernel by kernel. One outside may have cost a kernel, or changed one.
        let inside = |s: &Span| s.file == message.span.file && s.start < message.span.start && message.span.end < s.end;
        // The first definition stays in force: `typedef unsigned size_t` in sources written for 32 bits.
        if message.redeclares_type() {
            let text =
                format!("a type is declared again as another one, and the first declaration counts: {}", message.text);
            let warning = Diagnostic::new("WP0502", Severity::Warning, text);
            report.errors.push(warning.primary(message.span, "this declaration is ignored").help(
                "where it is a type of the language, such as `size_t`, choose its width with `--pointer-bitwidth`",
            ));
            continue;
        }
        let open_ended = message.text.contains("unterminated") || message.text.contains("expected '}'");
        if open_ended || !report.functions.iter().any(inside) {
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
    let file = File { options, stubbed: &unit.stubbed_includes, clang_seconds: report.clang_seconds };
    let mut parts = Vec::new();
    for result in lowered.kernels.into_iter().filter(|k| wanted(&k.name)) {
        match result.kernel {
            Ok(kernel) => parts.extend(file.parts(kernel, result.contract, &result.launches, result.mentioned)),
            Err(diagnostic) => {
                let unreadable = unreadable(&result.name, result.span, &diagnostic.message, options);
                parts.push(Part::Unreadable(Box::new(unreadable)));
                report.errors.push(diagnostic);
            }
        }
    }
    for (kernel, tasks) in schedule::run(&parts, limits, |part, limits| file.report(part, limits)) {
        report.kernels.push(kernel);
        report.tasks.extend(tasks);
    }
    if options.fixes {
        fixes::suggest(&mut report, &unit, language, options);
    }
    report
}

/// What to do about templates without instances.
const INSTANTIATE: &str = "name an instance to look at, as in a launch: `--instantiate 'scale<float, 256>'`";

/// A warning for templates of kernels of which there is nothing to check.
fn without_instance(templates: &[(Arc<str>, Span)]) -> Option<Diagnostic> {
    let (first, rest) = templates.split_first()?;
    let names: Vec<String> = templates.iter().map(|(name, _)| format!("`{name}`")).collect();
    let what = match rest.is_empty() {
        true => "a template of a kernel has no instance and is not checked",
        false => "templates of kernels have no instances and are not checked",
    };
    let text = format!("{what}: {}", names.join(", "));
    Some(Diagnostic::new("WP0503", Severity::Warning, text).primary(first.1, "never launched here").help(INSTANTIATE))
}

/// What the verifications of a file share.
struct File<'a> {
    options: &'a Options,
    stubbed: &'a [String],
    clang_seconds: f64,
}

/// What the report on a file has one entry for.
enum Part {
    Unreadable(Box<KernelReport>),
    Readable(Box<Verification>),
}

/// One verification: a kernel for a launch of the file, or for any launch.
struct Verification {
    task: Task,
    contract: Arc<Contract>,
    /// Whether the configuration fixes its launch.
    configured: bool,
}

impl File<'_> {
    fn parts(
        &self,
        mut kernel: Kernel,
        contract: Contract,
        launches: &[LaunchSite],
        mentioned: Option<Span>,
    ) -> Vec<Part> {
        let options = self.options.of_kernel(&kernel.name);
        let configured = matches!(options, Cow::Owned(_));
        arrays::set_sizes(&mut kernel, &options);
        // What a kernel ensures, it ensures for every launch that its contract admits; preconditions are not searched for
        // with it.
        let plain = contract.ensures_nothing();
        let sites = if plain { launches } else { &[] };
        let options = &Options { preconditions: options.preconditions && plain, ..options.into_owned() };
        let contract = Arc::new(contract);
        let tasks = launches::tasks(kernel, sites, mentioned, options);
        let verification = |task| Verification { task, contract: contract.clone(), configured };
        tasks.into_iter().map(|task| Part::Readable(Box::new(verification(task)))).collect()
    }

    /// The report, what the proofs of contracts asked, and whether time was lacking.
    fn report(&self, part: &Part, limits: Limits) -> ((KernelReport, Vec<ContractTasks>), bool) {
        match part {
            Part::Unreadable(report) => ((KernelReport::clone(report), Vec::new()), false),
            Part::Readable(verification) => self.verify(verification, limits),
        }
    }

    fn verify(&self, verification: &Verification, limits: Limits) -> ((KernelReport, Vec<ContractTasks>), bool) {
        let Verification { task, contract, configured } = verification;
        let options = &task.options;
        let mut solver = solver_for(options);
        let mut tasks = Vec::new();
        let mut report = check_with(&task.kernel, &task.options, &mut solver, limits);
        contracts::excluded(&mut report, &task.kernel, contract);
        contracts::check(&mut report, &task.kernel, contract, options, &mut solver, &mut tasks);
        if options.performance {
            report.performance = Some(performance::examine(&task.kernel, options, &report, &mut solver));
        }
        report.times.clang = self.clang_seconds;
        empty_includes(&mut report, self.stubbed, options);
        external_calls(&mut report, options);
        report.assumptions.extend(task.launch.as_ref().map(|_| "launch-site"));
        report.assumptions.extend(configured.then_some("configured-launch"));
        if let Some(span) = task.elsewhere {
            let what = format!("launches of `{}` that were not read: here is every launch", report.name);
            report.approximations.push((what, span));
        }
        report.launch.clone_from(&task.launch);
        report.assumptions.sort_unstable();
        report.assumptions.dedup();
        let late = report.properties.iter().any(|p| p.verdict == Verdict::Unknown(UnknownReason::Timeout));
        ((report, tasks), late)
    }
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
    let reason = UnknownReason::Approximation(what.to_owned());
    report.properties.iter_mut().for_each(|p| p.withdraw(&reason));
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
    let verdict = || Verdict::Unsupported(format!("front end: {what}"), span);
    let property = |property| PropertyReport::without_findings(property, verdict());
    KernelReport::new(name, span, asked_for(options).into_iter().map(property).collect())
}

fn front_end_error(error: &ParseError) -> Diagnostic {
    let code = match error {
        ParseError::ClangMissing { .. } | ParseError::ClangUnusable { .. } => "WP0504",
        _ => "WP0503",
    };
    Diagnostic::error(code, error.to_string())
}
