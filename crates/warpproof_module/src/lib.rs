//! Warpproof as the module `warpproof._native` of Python: commands of the command line as functions.
//!
//! Input: words of the command line. Output: the JSON document of the command, which the
//! package in `python/warpproof` reads, and texts for people. The interpreter's lock is released while a command works;
//! the thread that called it takes the lock to tell results and to ask for signals, so that Ctrl-C ends the command.
//!
//! Deliberately absent: any conversion of results, and any option.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use warpproof::{Failure, Program, Watch};
use wp_engine::KernelReport;
use wp_report::Overall;

create_exception!(warpproof, Error, PyException, "A command has no results; the message is that of the command line.");
create_exception!(warpproof, UsageError, Error, "The arguments are not those of the command.");

/// The interval at which signals are asked for.
const INTERVAL: Duration = Duration::from_millis(50);

/// The results of `check`: exit code, JSON, summary, and the text about each file and about each of its kernels.
type Checked = (u8, String, String, Vec<(String, Vec<String>)>);

/// The caller in Python.
struct Caller {
    progress: Option<Py<PyAny>>,
    asked: Instant,
    /// The exception that ends the command: of a signal, or of the function that is told of the progress.
    raised: Option<PyErr>,
}

impl Caller {
    fn new(progress: Option<Py<PyAny>>) -> Self {
        Self { progress, asked: Instant::now(), raised: None }
    }

    /// Remembers the first exception.
    fn remember<T>(&mut self, result: PyResult<T>) {
        if let (Err(error), None) = (result, &self.raised) {
            self.raised = Some(error);
        }
    }

    /// The exception for a failure.
    fn exception(self, failure: Failure) -> PyErr {
        match (failure, self.raised) {
            (_, Some(raised)) => raised,
            (Failure::Usage(text), None) => UsageError::new_err(text),
            (Failure::Failed(text), None) => Error::new_err(text),
            (Failure::Interrupted, None) => Error::new_err("interrupted"),
        }
    }
}

impl Watch for Caller {
    fn kernel(&mut self, path: &Path, kernel: &KernelReport) {
        let Some(progress) = &self.progress else { return };
        let verdict = Overall::of_kernel(kernel).name();
        let told = Python::attach(|py| progress.call1(py, (path, &*kernel.name, verdict)).map(drop));
        self.remember(told);
    }

    fn is_interrupted(&mut self) -> bool {
        if self.raised.is_none() && self.asked.elapsed() >= INTERVAL {
            self.asked = Instant::now();
            let signals = Python::attach(|py| py.check_signals());
            self.remember(signals);
        }
        self.raised.is_some()
    }
}

/// Runs `check` with these words.
#[pyfunction]
#[pyo3(signature = (words, progress=None))]
fn check(py: Python<'_>, words: Vec<OsString>, progress: Option<Py<PyAny>>) -> PyResult<Checked> {
    let mut caller = Caller::new(progress);
    let result = py.detach(|| warpproof::check(&words, &mut caller));
    match result {
        Ok(_) if caller.raised.is_some() => Err(caller.exception(Failure::Interrupted)),
        Ok(done) => {
            let files = done.files.into_iter().map(|file| (file.text, file.kernels)).collect();
            Ok((done.exit_code, done.json, done.summary, files))
        }
        Err(failure) => Err(caller.exception(failure)),
    }
}

/// Runs `equiv` with these words: exit code and JSON.
#[pyfunction]
fn equiv(py: Python<'_>, words: Vec<OsString>) -> PyResult<(u8, String)> {
    let mut caller = Caller::new(None);
    let result = py.detach(|| warpproof::equiv(&words, &mut caller));
    result.map(|done| (done.exit_code, done.json)).map_err(|failure| caller.exception(failure))
}

/// Runs a whole command line, whose first word is the name of the program; returns the exit code. `again` are the words
/// that start it again, first the executable.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>, again: Vec<OsString>) -> u8 {
    let program = match again.split_first() {
        Some((program, words)) => Program::Host { program: PathBuf::from(program), words: words.to_vec() },
        None => Program::This,
    };
    py.detach(|| warpproof::main(words, program))
}

/// The module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("UsageError", module.py().get_type::<UsageError>())?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(equiv, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
