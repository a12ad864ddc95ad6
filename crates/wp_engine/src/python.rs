//! Python files: the CUDA sources in their strings, each checked like a file of its own.
//!
//! The places of a source are those of the Python file (`wp_python`), so that the reports on the sources are put
//! together, and the text of the Python file is shown in place of theirs.

use crate::options::Excerpt;
use crate::{FileReport, Options};
use std::path::Path;
use std::sync::Arc;
use wp_base::{Diagnostic, SourceMap, Span};
use wp_clang::{CompileFlags, Language};
use wp_python::{Library, Program};

/// True if the file is one of Python, by its name.
pub fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("py"))
}

/// True if a Python file gives CUDA sources to a compiler, or may do so and cannot be read: that is an error of its check.
pub fn has_kernels(path: &Path) -> bool {
    let text = read(path);
    let is_unreadable = || std::fs::File::open(path).is_err();
    text.is_empty() && is_unreadable()
        || wp_python::may_have_sources(&text) && wp_python::read(&text).map_or(true, |found| !found.is_empty())
}

/// The text of a file; where it is no UTF-8, with a byte for a byte.
fn read(path: &Path) -> String {
    let mut sources = SourceMap::new();
    let file = sources.load(path);
    sources.file(file).map(|file| file.text.clone()).unwrap_or_default()
}

/// Verifies the CUDA sources of a Python file, each by `check`.
pub(crate) fn check(path: &Path, options: &Options, check: &dyn Fn(&Options) -> FileReport) -> FileReport {
    let text = read(path);
    let mut report = FileReport { path: path.to_owned(), ..FileReport::default() };
    let file = report.sources.add(path, text.clone());
    let span = |place: &std::ops::Range<usize>| {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file, start: offset(place.start), end: offset(place.end) }
    };
    let found = match wp_python::read(&text) {
        Ok(found) => found,
        Err(error) => {
            let error = Diagnostic::error("WP0503", format!("{} cannot be read: {error}", path.display()))
                .primary(span(&error.place), "from here on");
            report.errors.push(error);
            return report;
        }
    };
    if found.is_empty() {
        report.errors.push(no_source(path));
    }
    for rejected in &found.rejected {
        let error = Diagnostic::error("WP0503", format!("a CUDA source is not read: {}", rejected.why))
            .primary(span(&rejected.place), "this is no literal that is known")
            .help("give the source as a string literal, or as a name that is assigned one once; or check what the program gives to the compiler as a .cu file");
        report.errors.push(error);
    }
    let mut of_names: Vec<Vec<Diagnostic>> = Vec::new();
    for program in &found.programs {
        let flags = CompileFlags::translate(&program.flags, path.parent().unwrap_or(Path::new("")));
        if let Some(unread) = flags.unread.first() {
            let what = format!("a CUDA source is not read: cannot read {}, a file of its options", unread.display());
            report.errors.push(Diagnostic::error("WP0503", what).primary(span(&program.call), "compiled here"));
            continue;
        }
        let mut sources = report.sources.clone();
        sources.supersede(path, program.text.clone());
        let mut part = check(&of_program(program, flags, options, sources));
        let is_of_name = |error: &Diagnostic| error.code == "WP0506";
        of_names.push(part.errors.iter().filter(|error| is_of_name(error)).cloned().collect());
        part.errors.retain(|error| !is_of_name(error));
        add(&mut report, part);
    }
    // A name has to be that of a kernel in one of the sources.
    if let Some((first, others)) = of_names.split_first() {
        let is_in = |all: &Vec<Diagnostic>, error: &Diagnostic| all.iter().any(|other| other.message == error.message);
        report.errors.extend(first.iter().filter(|error| others.iter().all(|all| is_in(all, error))).cloned());
    }
    report.sources.show(path, &text);
    report
}

fn no_source(path: &Path) -> Diagnostic {
    let what = format!(
        "{} gives no CUDA source with a kernel to `load_inline`, `RawKernel`, `RawModule` or `SourceModule`",
        path.display()
    );
    Diagnostic::error("WP0503", what).help("kernels of Numba and Triton are not read")
}

/// The options for a source.
fn of_program(program: &Program, flags: CompileFlags, options: &Options, sources: SourceMap) -> Options {
    let mut own = options.clone();
    own.language = Some(Language::Cuda);
    own.excerpt = Some(Arc::new(Excerpt { text: program.text.clone(), sources }));
    own.defines.splice(0..0, flags.defines);
    own.includes.extend(flags.includes);
    own.clang_flags.extend(flags.extra);
    own.headers.extend(flags.headers);
    if program.library == Library::Torch {
        own.headers.push("torch/extension.h".to_owned());
    }
    own.instances.extend(program.instances.iter().cloned());
    // Nothing is inserted into literals, whose quotes and escapes would have to be regarded.
    own.fixes = false;
    own
}

/// Adds the report on a source to that on the file.
fn add(report: &mut FileReport, part: FileReport) {
    // A report on a file that could not be read has no sources.
    if part.sources.len() >= report.sources.len() {
        report.sources = part.sources;
    }
    report.kernels.extend(part.kernels);
    report.errors.extend(part.errors);
    report.functions.extend(part.functions);
    report.tasks.extend(part.tasks);
    report.clang_seconds += part.clang_seconds;
    extend(&mut report.missing_headers, part.missing_headers);
    extend(&mut report.project_headers, part.project_headers);
    extend(&mut report.built_in_headers, part.built_in_headers);
}

fn extend<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
