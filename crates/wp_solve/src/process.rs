//! A live solver process behind pipes, with limits on its memory, its processor time and the time of each exchange.
//!
//! One thread writes and one reads, so that neither a full pipe nor a silent solver can block the caller for longer
//! than the time it allows: processor time where the system tells it, so that a busy machine changes no answer, and a
//! multiple of it by the clock in any case. A process that was too slow, crashed or broke the protocol is killed and
//! must be replaced.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};

/// Why an exchange failed. The process is dead then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No answer within the time allowed.
    Timeout,
    /// No caller waits for the answer any more.
    Outrun,
    /// The process could not be started, ended or closed its output; its last words.
    Died(String),
}

/// Processor time after which the kernel ends a solver process that answers many questions, as a last guard against
/// orphans.
pub const CPU_SECONDS: u64 = 4 * 3600;
/// The least time between two looks at the processor time.
pub const TICK: Duration = Duration::from_millis(5);
/// Address space that the program itself takes before it solves anything.
const BASE_MEMORY_MB: u64 = 256;

/// A running solver.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` when nothing more is said.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    exchanges: u64,
}

/// A message from a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// Nothing more will come.
    End,
}

impl Process {
    /// Starts the program with arguments that make it read SMT-LIB from its input. The kernel ends it after
    /// `cpu_seconds` of processor time.
    pub fn start(program: &Path, arguments: &[&str], memory_mb: u64, cpu_seconds: u64) -> Result<Process, Failure> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        limit(&mut command, memory_mb, cpu_seconds);
        let mut child =
            command.spawn().map_err(|error| Failure::Died(format!("cannot run {}: {error}", program.display())))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Died("the solver has no pipes".to_owned()));
        };
        let (input, scripts) = channel::<String>();
        let (lines, output) = channel::<String>();
        // Both threads end when the process does, or when this value is dropped.
        std::thread::spawn(move || {
            for script in scripts {
                if stdin.write_all(script.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input: Some(input), output, exchanges: 0 })
    }

    /// Sends a script and ends the input.
    pub fn tell_all(&mut self, script: String) {
        if let Some(input) = self.input.take() {
            // A process that has ended is noticed where its output is read.
            let _ = input.send(script);
        }
    }

    /// The next message that has arrived so far.
    pub fn hear(&mut self) -> Heard {
        match self.output.try_recv() {
            Ok(line) => Heard::Line(line),
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::End,
        }
    }

    /// Processor time that was used, where the system tells it.
    pub fn used(&self) -> Option<Duration> {
        processor_time(&self.child)
    }

    /// Sends a script and returns the lines that the solver prints for it. It may take `allowed` of processor time, and
    /// `patience` by the clock.
    pub fn exchange(&mut self, script: &str, allowed: Duration, patience: Duration) -> Result<Vec<String>, Failure> {
        self.exchange_unless(script, allowed, patience, None)
    }

    /// [`Process::exchange`] that is given up as soon as `outrun`, which is asked every now and then while nothing
    /// comes.
    pub fn exchange_unless(
        &mut self,
        script: &str,
        allowed: Duration,
        patience: Duration,
        mut outrun: Option<&mut dyn FnMut() -> bool>,
    ) -> Result<Vec<String>, Failure> {
        self.exchanges += 1;
        let sentinel = format!("end-of-exchange-{}", self.exchanges);
        let mut lines: Vec<String> = Vec::new();
        let died = |lines: &[String]| Failure::Died(lines.last().cloned().unwrap_or_else(|| "no output".to_owned()));
        let told = self.input.as_ref().is_some_and(|i| i.send(format!("{script}\n(echo \"{sentinel}\")\n")).is_ok());
        if !told {
            return Err(died(&lines));
        }
        let (start, used_before) = (Instant::now(), self.used());
        let mut wait = allowed.min(patience);
        loop {
            let rest = wait.saturating_sub(start.elapsed());
            let rest = if outrun.is_some() { rest.min(TICK) } else { rest };
            match self.output.recv_timeout(rest) {
                Ok(line) if line.trim_matches('"') == sentinel => return Ok(lines),
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout) => {
                    if outrun.as_mut().is_some_and(|outrun| outrun()) {
                        self.kill();
                        return Err(Failure::Outrun);
                    }
                    let elapsed = start.elapsed();
                    let used = self.used().zip(used_before).map_or(elapsed, |(now, before)| now.saturating_sub(before));
                    let left = allowed.saturating_sub(used);
                    if left.is_zero() || elapsed >= patience {
                        self.kill();
                        return Err(Failure::Timeout);
                    }
                    wait = (elapsed + left.max(TICK)).min(patience);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.kill();
                    return Err(died(&lines));
                }
            }
        }
    }

    fn kill(&mut self) {
        // The process may have ended by itself; there is nothing to do about other errors.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Processor time that a process has used, where the system tells it.
#[cfg(target_os = "linux")]
fn processor_time(child: &Child) -> Option<Duration> {
    let pid = libc::pid_t::try_from(child.id()).ok()?;
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both calls write to the value that they are given a pointer to, and only during the call.
    let told = unsafe { libc::clock_getcpuclockid(pid, &mut clock) == 0 && libc::clock_gettime(clock, &mut time) == 0 };
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    told.then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(not(target_os = "linux"))]
fn processor_time(_child: &Child) -> Option<Duration> {
    None
}

#[cfg(unix)]
fn limit(command: &mut Command, memory_mb: u64, cpu_seconds: u64) {
    use std::os::unix::process::CommandExt;
    let memory = (memory_mb.saturating_add(BASE_MEMORY_MB)).saturating_mul(1 << 20);
    let set = move || {
        for (resource, value) in [(libc::RLIMIT_AS, memory), (libc::RLIMIT_CPU, cpu_seconds), (libc::RLIMIT_CORE, 0)] {
            let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
            // SAFETY: setrlimit is async-signal-safe and reads the struct only during the call. A limit that cannot be
            // set (because a stricter one is in force) is no reason not to run.
            unsafe {
                libc::setrlimit(resource, &limit);
            }
        }
        Ok(())
    };
    // SAFETY: the closure calls only setrlimit and allocates nothing.
    unsafe {
        command.pre_exec(set);
    }
}

#[cfg(not(unix))]
fn limit(_command: &mut Command, _memory_mb: u64, _cpu_seconds: u64) {}
