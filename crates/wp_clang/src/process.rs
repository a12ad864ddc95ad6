//! Runs a program without a shell, under a time limit and a limit on what it prints.

use crate::error::ParseError;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Address space that Clang takes before it reads anything.
const BASE_MEMORY: u64 = 512 << 20;

/// Limits of one run of Clang.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most seconds.
    pub seconds: u64,
    /// Most bytes of AST.
    pub output_bytes: u64,
    /// Most bytes of memory that Clang may request beyond those of its start.
    pub memory: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: 120, output_bytes: 2 << 30, memory: None }
    }
}

/// The output of a program.
pub(crate) struct Output {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

type Stream = Box<dyn Read + Send>;

/// Why a program gave no output.
pub(crate) enum Failure {
    Start(io::Error),
    TimedOut,
    TooMuchOutput,
}

/// Runs the program to its end.
pub(crate) fn run(program: &Path, arguments: &[OsString], limits: &Limits) -> Result<Output, Failure> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Messages are parsed, so they must not be translated.
    command.env("LC_ALL", "C").env_remove("CCC_OVERRIDE_OPTIONS").env_remove("CPATH").env_remove("CPLUS_INCLUDE_PATH");
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
        if let Some(memory) = limits.memory {
            let most = memory.saturating_add(BASE_MEMORY) as libc::rlim_t;
            let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
            // SAFETY: the closure calls only setrlimit, which is async-signal-safe and reads the struct during the
            // call. A limit that cannot be set, because a stricter one is in force, is no reason not to run.
            unsafe {
                command.pre_exec(move || {
                    libc::setrlimit(libc::RLIMIT_AS, &limit);
                    Ok(())
                });
            }
        }
    }
    let mut child = command.spawn().map_err(Failure::Start)?;

    let (sender, receiver) = mpsc::channel();
    // Messages beyond 16 MiB are cut: the first ones matter.
    let streams = [
        (true, child.stdout.take().map(|s| Box::new(s) as Stream), limits.output_bytes),
        (false, child.stderr.take().map(|s| Box::new(s) as Stream), 16 << 20),
    ];
    for (is_stdout, stream, limit) in streams {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut full = false;
            if let Some(mut stream) = stream {
                let read = (&mut stream).take(limit).read_to_end(&mut bytes).unwrap_or(0);
                full = read as u64 >= limit;
                if full && !is_stdout {
                    // Keep draining, so that the program does not block on a full pipe.
                    let _ = io::copy(&mut stream, &mut io::sink());
                }
            }
            // The receiver is gone only after a failure that was already reported.
            let _ = sender.send((is_stdout, bytes, full));
        });
    }

    let deadline = Instant::now() + Duration::from_secs(limits.seconds);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((true, _, true)) => {
                kill(&mut child);
                return Err(Failure::TooMuchOutput);
            }
            Ok((true, bytes, false)) => stdout = bytes,
            Ok((false, bytes, _)) => stderr = bytes,
            Err(_) => {
                kill(&mut child);
                return Err(Failure::TimedOut);
            }
        }
    }
    // Both streams are closed, so the program is at its end.
    let status = child.wait().map_err(Failure::Start)?;
    Ok(Output { status, stdout, stderr })
}

/// Ends the program and everything it started, and reaps it.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(child.id()) {
        // SAFETY: `kill` takes plain integers; the group is the one this child leads and it is not reaped yet.
        unsafe { libc::kill(-id, libc::SIGKILL) };
    }
    let _ = child.kill();
    let _ = child.wait();
}

impl Failure {
    /// The typed error for a run on `path`.
    pub(crate) fn into_error(self, program: &Path, path: &Path, limits: &Limits) -> ParseError {
        match self {
            Failure::Start(error) => {
                ParseError::ClangUnusable { program: program.display().to_string(), detail: error.to_string() }
            }
            Failure::TimedOut => ParseError::TimedOut { path: path.to_owned(), seconds: limits.seconds },
            Failure::TooMuchOutput => ParseError::OutputTooLarge { path: path.to_owned(), limit: limits.output_bytes },
        }
    }
}

/// The end of a program's output, as text.
pub(crate) fn tail(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(2000)..]);
    text.trim().to_owned()
}
