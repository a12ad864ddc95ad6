//! One file through the engine, guarded: input that is no kernel file is named as such, a panic costs only this file.

use crate::watch::Watch;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;
use wp_base::{Diagnostic, SourceMap, Stop};
use wp_clang::Language;
use wp_engine::{FileReport, KernelReport, NoKernels, Observer, Options};
use wp_kir::Kernel;

/// Checks that a path can be a kernel file, before anything expensive.
pub fn precheck(path: &Path) -> Result<Language, Diagnostic> {
    precheck_as(path, None)
}

/// [`precheck`] for a command that also reads Python files, or whose `language` is not that of the name.
pub fn precheck_source(path: &Path, language: Option<Language>) -> Result<Language, Diagnostic> {
    precheck_as(path, language.or_else(|| wp_engine::is_python(path).then_some(Language::Cuda)))
}

fn precheck_as(path: &Path, language: Option<Language>) -> Result<Language, Diagnostic> {
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
    let Some(language) = language.or_else(|| Language::of(path)) else {
        return bad(
            format!("{shown} is not a kernel file by its name"),
            "give a file that ends in .cu or .cuh (CUDA), .hip, or .cpp with an include of <hip/hip_runtime.h> (HIP), .cl \
             (OpenCL), or, for `check`, .py",
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
    caught(path, options, &Observer::default())
}

fn caught(path: &Path, options: &Options, observer: &Observer) -> FileReport {
    let result = catch_unwind(AssertUnwindSafe(|| wp_engine::check_watched(path, options, observer)));
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

/// What a verification tells while it works.
enum Told {
    Kernel(Box<KernelReport>),
    Done(Box<FileReport>),
}

/// Verifies a file on a thread of its own with a large stack; `None` when the caller ends it.
pub fn verify(path: &Path, options: &Options, watch: &mut dyn Watch) -> Result<Option<FileReport>, String> {
    let (sender, receiver) = channel();
    let of_kernels = sender.clone();
    let observer = Observer::new(move |kernel| {
        // The receiver is gone only when the run was interrupted.
        let _ = of_kernels.send(Told::Kernel(Box::new(kernel.clone())));
    });
    let stop = Stop::default();
    let (path_there, options_there) = (path.to_owned(), Options { stop: stop.clone(), ..options.clone() });
    std::thread::Builder::new()
        .name("verify".to_owned())
        .stack_size(wp_engine::STACK)
        .spawn(move || {
            // The receiver is gone only when the run was interrupted.
            let _ = sender.send(Told::Done(Box::new(caught(&path_there, &options_there, &observer))));
        })
        .map_err(|e| format!("cannot start a thread: {e}; free some memory and try again"))?;
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(Told::Done(report)) => return Ok(Some(*report)),
            Ok(Told::Kernel(kernel)) => watch.kernel(path, &kernel),
            Err(RecvTimeoutError::Timeout) if watch.is_interrupted() => {
                stop.request();
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(format!("the verification of {} ended without a result", path.display()))
            }
        }
    }
}

/// The kernels of a file. A kernel that cannot be read is left out with its message on standard error, as long as there
/// is another one.
pub fn read_kernels(path: &Path, options: &Options) -> Result<(Vec<Kernel>, SourceMap), NoKernels> {
    let read = wp_engine::read_kernels(path, options)?;
    for error in &read.outside {
        eprintln!("warning: {}", error.message);
    }
    let mut kernels = Vec::new();
    for result in read.kernels {
        match result.kernel {
            Ok(kernel) => kernels.push(kernel),
            Err(error) => eprintln!("warning: the kernel `{}` is left out: {}", result.name, error.message),
        }
    }
    Ok((kernels, read.sources))
}
