//! One file through the engine, guarded: input that is no kernel file is named as such, a panic costs only this file.

use crate::interrupt::interrupted;
use crate::settings::Language;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;
use wp_base::{Diagnostic, SourceMap};
use wp_clang::ParseError;

use wp_engine::{FileReport, Options};
use wp_kir::Kernel;

/// Checks that a path can be a kernel file, before anything expensive.
pub fn precheck(path: &Path) -> Result<Language, Diagnostic> {
    let bad = |what: String, help: &str| Err(Diagnostic::error("WP0503", what).help(help.to_owned()));
    let shown = path.display();
    match std::fs::metadata(path) {
        Err(error) => {
            return bad(format!("cannot read {shown}: {}", reason(&error)), "check the path and its permissions")
        }
        Ok(meta) if meta.is_dir() => {
            return bad(
                format!("{shown} is a folder"),
                "name the files to check, or use `warpproof corpus` for a tree of kernels with expectations",
            )
        }
        Ok(_) => {}
    }
    let Some(language) = Language::of(path) else {
        return bad(
            format!("{shown} is not a kernel file by its name"),
            "give a file that ends in .cu or .cuh (CUDA) or .cl (OpenCL)",
        );
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return bad(format!("cannot read {shown}: {}", reason(&error)), "check its permissions"),
    };
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return bad(format!("{shown} is empty"), "give a file that contains a kernel");
    }
    if bytes.contains(&0) {
        return bad(format!("{shown} is a binary file, not source text"), "give the source of the kernel");
    }
    Ok(language)
}

/// The cause of a failure to read, without numbers of the operating system.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// A report that contains only the reason why there is none.
pub fn failed(path: &Path, error: Diagnostic) -> FileReport {
    FileReport { path: path.to_owned(), errors: vec![error], ..FileReport::default() }
}

/// Verifies a file on the current thread. A panic becomes an error of this file.
pub fn verify_here(path: &Path, options: &Options) -> FileReport {
    let result = catch_unwind(AssertUnwindSafe(|| wp_engine::check_file(path, options)));
    result.unwrap_or_else(|payload| {
        let what = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let error = Diagnostic::error("WP0501", format!("internal error: {what}"))
            .help("this is a bug of Warpproof: please report it with the file");
        failed(path, error)
    })
}

fn no_kernels(path: &Path, options: &Options) -> Diagnostic {
    if options.kernels.is_empty() {
        Diagnostic::error("WP0503", format!("{} contains no kernel", path.display()))
            .help("a kernel is a `__global__` function (CUDA) or a `__kernel` function (OpenCL); templates count when the file uses an instance")
    } else {
        Diagnostic::error("WP0506", format!("{} has no kernel named {}", path.display(), options.kernels.join(" or ")))
            .help("leave out `--kernel` to check all kernels of the file")
    }
}

/// Verifies a file on a thread of its own with a large stack; `None` when Ctrl-C came first.
pub fn verify(path: &Path, options: &Options) -> Result<Option<FileReport>, String> {
    let (sender, receiver) = channel();
    let (path_there, options_there) = (path.to_owned(), options.clone());
    std::thread::Builder::new()
        .name("verify".to_owned())
        .stack_size(wp_engine::STACK)
        .spawn(move || {
            // The receiver is gone only when the run was interrupted.
            let _ = sender.send(verify_here(&path_there, &options_there));
        })
        .map_err(|e| format!("cannot start a thread: {e}; free some memory and try again"))?;
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(report) => return Ok(Some(report)),
            Err(RecvTimeoutError::Timeout) if interrupted() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(format!("the verification of {} ended without a result", path.display()))
            }
        }
    }
}

/// The kernels of a file, through the front end; or the errors that stopped it. A kernel that cannot be read is left
/// out with its message on standard error, as long as there is another one.
pub fn front_end(
    path: &Path,
    language: Language,
    options: &Options,
) -> Result<(Vec<Kernel>, SourceMap), (SourceMap, Vec<Diagnostic>)> {
    let language = match language {
        Language::Cuda => wp_clang::Language::Cuda,
        Language::OpenCl => wp_clang::Language::OpenCl,
    };
    let unit = wp_clang::parse(path, language, &options.parsing()).map_err(|error| {
        let code = match error {
            ParseError::ClangMissing { .. } | ParseError::ClangUnusable { .. } => "WP0504",
            _ => "WP0502",
        };
        (SourceMap::new(), vec![Diagnostic::error(code, error.to_string())])
    })?;
    let lowered = wp_lower::lower(&unit, &options.lowering());
    let (mut kernels, mut errors) = (Vec::new(), Vec::new());
    for result in lowered.kernels {
        match result.kernel {
            Ok(kernel) => kernels.push(kernel),
            Err(error) => errors.push(error),
        }
    }
    if kernels.is_empty() {
        let compiler = unit.messages.iter().find(|m| m.severity != wp_clang::ClangSeverity::Warning);
        errors
            .extend(compiler.map(|m| Diagnostic::error("WP0502", m.text.clone()).primary(m.span, "reported by Clang")));
        if errors.is_empty() {
            errors.push(no_kernels(path, options));
        }
        return Err((unit.sources, errors));
    }
    for error in errors {
        eprintln!("warning: a kernel is left out: {}", error.message);
    }
    Ok((kernels, unit.sources))
}
