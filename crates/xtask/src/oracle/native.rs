//! The native side: a batch of programs compiled by Clang and by GCC for the host, and what they compute.
//!
//! The two compilers evaluate operands in different orders and fill uninitialised variables with different values. Clang's code traps where integer
//! arithmetic is undefined. A program with one meaning gives the same results with both.

use super::program::{host_file, Program};
use anyhow::{bail, Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};

/// What a program does on the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// Both compilers' programs compute this.
    Results(Vec<u64>),
    /// They disagree or one of them fails: the program has undefined or unspecified behaviour.
    Undefined(String),
    /// Both compilers' programs run out of time.
    TooLong,
    /// A compiler rejects the program.
    Rejected(String),
}

/// One run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Run {
    Results(Vec<u64>),
    Failed,
    TooLong,
}

struct Compiler {
    program: String,
    flags: &'static [&'static str],
}

fn compilers() -> [Compiler; 2] {
    let named = |variable, usual: &str| {
        std::env::var(variable).ok().filter(|c| !c.is_empty()).unwrap_or_else(|| usual.to_owned())
    };
    [
        Compiler {
            program: named("WARPPROOF_CLANG", "clang"),
            flags: &[
                "--driver-mode=g++",
                "-fbracket-depth=1024",
                "-Wno-c++11-narrowing",
                "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
                "-fsanitize-trap=all",
                "-ftrivial-auto-var-init=pattern",
            ],
        },
        // GCC gives uninitialised variables no pattern before version 12.
        Compiler { program: named("ORACLE_GCC", "g++"), flags: &["-fpermissive", "-Wno-narrowing"] },
    ]
}

/// Whether both compilers are there.
pub fn available() -> bool {
    compilers().iter().all(|c| {
        let run = Command::new(&c.program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|s| s.success())
    })
}

/// Compiles and runs a batch. A batch that a compiler rejects is divided until the rejected programs are alone.
pub fn run(programs: &[Program], scratch: &Path) -> Result<Vec<Native>> {
    let mut sides = Vec::new();
    for compiler in compilers() {
        match run_with(&compiler, programs, scratch)? {
            Ok(runs) => sides.push(runs),
            Err(message) if programs.len() <= 1 => {
                return Ok(programs.iter().map(|_| Native::Rejected(message.clone())).collect())
            }
            Err(_) => {
                let (first, second) = programs.split_at(programs.len() / 2);
                let mut all = run(first, scratch)?;
                all.extend(run(second, scratch)?);
                return Ok(all);
            }
        }
    }
    let [clang, gcc] = &sides[..] else { bail!("two compilers are needed") };
    Ok(clang.iter().zip(gcc).map(|(a, b)| judge(a, b)).collect())
}

fn judge(clang: &Run, gcc: &Run) -> Native {
    match (clang, gcc) {
        (Run::Results(a), Run::Results(b)) if a == b => Native::Results(a.clone()),
        (Run::Results(_), Run::Results(_)) => Native::Undefined("the results of Clang and GCC differ".to_owned()),
        (Run::TooLong, Run::TooLong) => Native::TooLong,
        (Run::Failed, Run::Failed) => Native::Undefined("both programs fail".to_owned()),
        (Run::Failed, _) => Native::Undefined("Clang's program fails".to_owned()),
        (_, Run::Failed) => Native::Undefined("GCC's program fails".to_owned()),
        _ => Native::Undefined("one of the programs runs out of time".to_owned()),
    }
}

/// The results of every program, or the compiler's first error.
fn run_with(compiler: &Compiler, programs: &[Program], scratch: &Path) -> Result<Result<Vec<Run>, String>> {
    let (source, binary) = (scratch.join("host.cpp"), scratch.join("host"));
    std::fs::write(&source, host_file(programs))?;
    let built = Command::new(&compiler.program)
        .args(["-std=c++17", "-O0", "-w", "-pipe", "-ffp-contract=off", "-fno-strict-aliasing"])
        .args(compiler.flags)
        .arg("-o")
        .args([&binary, &source])
        .output()
        .with_context(|| format!("{} does not start", compiler.program))?;
    if !built.status.success() {
        let messages = String::from_utf8_lossy(&built.stderr);
        let error = messages.lines().find_map(|l| l.split_once("error: ")).map_or("no reason given", |(_, e)| e);
        return Ok(Err(error.to_owned()));
    }
    let output = Command::new(&binary).stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    if !output.status.success() {
        bail!("the program of {} ended with {}", compiler.program, output.status);
    }
    let mut words = output.stdout.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap_or_default()));
    let mut runs = Vec::new();
    for _ in programs {
        let (Some(failed), Some(count)) = (words.next(), words.next()) else { bail!("results are missing") };
        runs.push(match failed {
            0 => Run::Results(words.by_ref().take(count as usize).collect()),
            1 => Run::Failed,
            _ => Run::TooLong,
        });
    }
    Ok(Ok(runs))
}
