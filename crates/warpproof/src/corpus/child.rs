//! One file in a process of its own, with a last guard on its time.

use super::{Job, Row};
use crate::header;
use crate::interrupt::interrupted;
use crate::program;
use crate::study::Record;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The time that a file may take beyond its time limit before its process is killed.
const GRACE: Duration = Duration::from_secs(10);

/// Verifies a file in a child process; `None` when Ctrl-C came first.
pub fn verify(job: &Job<'_>, file: &Path) -> Option<Row> {
    let name = job.name(file);
    let expected = std::fs::read(file)
        .ok()
        .and_then(|bytes| header::parse(&String::from_utf8_lossy(&bytes), file))
        .map(|header| header.expected.name().to_owned())
        .unwrap_or_default();
    let start = Instant::now();
    let mut row = match run(job, file, &[], start) {
        Ok(Some(row)) => return Some(row),
        Ok(None) => return None,
        Err(error) => Row::error(name, &expected, "internal", error),
    };
    row.seconds = start.elapsed().as_secs_f64();
    Some(row)
}

/// Verifies a file in a child process for a study; `None` when Ctrl-C came first.
pub fn record(job: &Job<'_>, file: &Path, more: &[&str]) -> Option<Record> {
    let start = Instant::now();
    let words = [&["--record"], more].concat();
    match run(job, file, &words, start) {
        Ok(record) => record,
        Err(error) => Some(Record::failed(job.name(file), error, start.elapsed().as_secs_f64())),
    }
}

/// The parsed output of the child, run with these further options.
fn run<T: DeserializeOwned>(job: &Job<'_>, file: &Path, more: &[&str], start: Instant) -> Result<Option<T>, String> {
    let mut command = program::again()?;
    command.arg("corpus-file").arg(job.root).arg(file);
    let limits = &job.means.limits;
    command.arg(format!("--timeout={}", limits.timeout().as_secs_f64()));
    command.args(limits.effort.map(|effort| format!("--effort={}", effort.as_secs_f64())));
    command.arg(format!("--query-timeout={}", limits.query_timeout.as_secs_f64()));
    match &job.means.solver {
        Some((program, version)) => {
            command.arg("--solver").arg(program).arg(format!("--solver-version={version}"));
        }
        None => {
            command.arg("--no-solver");
        }
    }
    for solver in job.means.portfolio.solvers() {
        let mut word = OsString::from("--portfolio=");
        word.push(&solver.program);
        command.arg(word);
    }
    match job.means.cache() {
        Some(folder) => command.arg("--cache-dir").arg(folder),
        None => command.arg("--no-cache"),
    };
    for assumption in &limits.without {
        command.arg("--without").arg(assumption.code());
    }
    command.args(limits.inference.words());
    if job.no_benign_tolerance {
        command.arg("--no-benign-tolerance");
    }
    if job.only_requires {
        command.arg("--only-requires");
    }
    if job.ignore_sizes {
        command.arg("--ignore-sizes");
    }
    command.args(more);
    // A group of its own, so that Clang and the solver end with it.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().map_err(|e| format!("cannot start a process: {e}"))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    // The search for preconditions may take as long as the check.
    let searches = 1 + u32::from(job.ignore_sizes);
    let limit = limits.timeout().saturating_mul(searches).saturating_add(GRACE);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if interrupted() => {
                end(&mut child);
                return Ok(None);
            }
            Ok(None) if start.elapsed() > limit => {
                end(&mut child);
                return Err(format!("killed after {:.0} s", limit.as_secs_f64()));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(error) => {
                end(&mut child);
                return Err(format!("cannot wait for a process: {error}"));
            }
        }
    };
    let stdout = stdout.join().unwrap_or_default();
    let stderr = stderr.join().unwrap_or_default();
    match stdout.lines().last().map(serde_json::from_str) {
        Some(Ok(found)) => Ok(Some(found)),
        _ => {
            let said = stderr.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("no message");
            Err(format!("the process ended without a result ({status}): {said}"))
        }
    }
}

/// Reads a pipe to its end on a thread, so that the child never blocks on it.
fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // Output that was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Kills a child with everything that it started.
fn end(child: &mut Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: `kill` takes no pointers; the group is that of a child that was not waited for, so it is not reused.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    // The child is gone after the kill; there is nothing to do about a failure to collect it.
    let _ = child.wait();
}
