//! The native side: compiles a batch of programs for the host with Clang and with GCC, and runs them.
//!
//! The two compilers evaluate operands in different orders and give uninitialised variables different values. Clang's
//! code traps where integer arithmetic is undefined. So a program with one meaning gives the same results with both
//! compilers. A program of a C file is compiled as C, alone.
//!
//! The environment variables `WARPPROOF_CLANG` and `ORACLE_GCC` name the compilers.

use super::program::{host_file, Program, WORDS};
use anyhow::{bail, Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};

/// The outcome of a program on the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// Both executables compute these results.
    Results(Vec<u64>),
    /// The executables disagree or one of them fails, for this reason: the program has undefined or unspecified
    /// behaviour.
    Undefined(String),
    /// Both executables run out of time.
    TooLong,
    /// A compiler rejects the program.
    Rejected(String),
}

/// The outcome of one executable.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Run {
    Results(Vec<u64>),
    Failed,
    TooLong,
}

struct Compiler {
    program: String,
    /// Flags for both languages.
    flags: &'static [&'static str],
    /// Flags for C++.
    cpp: &'static [&'static str],
}

/// The command that runs Clang.
pub fn clang() -> String {
    variable_or("WARPPROOF_CLANG", "clang")
}

/// The value of an environment variable, or a default if it is not set.
fn variable_or(variable: &str, usual: &str) -> String {
    std::env::var(variable).ok().filter(|c| !c.is_empty()).unwrap_or_else(|| usual.to_owned())
}

fn compilers() -> [Compiler; 2] {
    [
        Compiler {
            program: clang(),
            flags: &[
                "-fbracket-depth=1024",
                "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
                "-fsanitize-trap=all",
                "-ftrivial-auto-var-init=pattern",
            ],
            cpp: &["--driver-mode=g++", "-Wno-c++11-narrowing"],
        },
        // GCC gives uninitialised variables no pattern before version 12.
        Compiler { program: variable_or("ORACLE_GCC", "g++"), flags: &[], cpp: &["-fpermissive", "-Wno-narrowing"] },
    ]
}

/// True if both compilers can be run.
pub fn available() -> bool {
    compilers().iter().all(|c| {
        let run = Command::new(&c.program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|s| s.success())
    })
}

/// Compiles and runs a batch.
pub fn run(programs: &[Program], scratch: &Path) -> Result<Vec<Native>> {
    if programs.iter().all(|p| p.c.is_none()) {
        return run_together(programs, scratch);
    }
    programs.iter().map(|program| in_both_languages(program, scratch)).collect()
}

/// The outcome of a C file. It is `Undefined` if the form that the lowering reads, compiled natively as C++, computes
/// something else: `sizeof(!a)` is 4 in C and 1 in C++.
fn in_both_languages(program: &Program, scratch: &Path) -> Result<Native> {
    let result = run_c(program, scratch)?;
    let form = Program { c: None, ..program.clone() };
    let differs = match (&result, &run_together(&[form], scratch)?[..]) {
        (Native::Results(c), [Native::Results(cpp)]) => c != cpp,
        _ => false,
    };
    Ok(if differs { Native::Undefined("the results as C and as C++ differ".to_owned()) } else { result })
}

/// Compiles and runs the programs as one file. If a compiler rejects the file, each half of the batch is compiled
/// separately, until every rejected program is alone.
fn run_together(programs: &[Program], scratch: &Path) -> Result<Vec<Native>> {
    let mut sides = Vec::new();
    for compiler in compilers() {
        match run_with(&compiler, programs, scratch)? {
            Ok(runs) => sides.push(runs),
            Err(message) if programs.len() <= 1 => {
                return Ok(programs.iter().map(|_| Native::Rejected(message.clone())).collect())
            }
            Err(_) => {
                let (first, second) = programs.split_at(programs.len() / 2);
                let mut all = run_together(first, scratch)?;
                all.extend(run_together(second, scratch)?);
                return Ok(all);
            }
        }
    }
    let [clang, gcc] = &sides[..] else { bail!("two compilers are needed") };
    Ok(clang.iter().zip(gcc).map(|(a, b)| compare_sides(a, b)).collect())
}

/// The outcome of a program by the outcomes of its two executables.
fn compare_sides(clang: &Run, gcc: &Run) -> Native {
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

const FLAGS: [&str; 5] = ["-O0", "-w", "-pipe", "-ffp-contract=off", "-fno-strict-aliasing"];

/// Compiles and runs the programs with one compiler; the inner error is the compiler's first error.
fn run_with(compiler: &Compiler, programs: &[Program], scratch: &Path) -> Result<Result<Vec<Run>, String>> {
    let (source, binary) = (scratch.join("host.cpp"), scratch.join("host"));
    std::fs::write(&source, host_file(programs))?;
    let mut build = Command::new(&compiler.program);
    build.arg("-std=c++17").args(FLAGS).args(compiler.flags).args(compiler.cpp);
    match run_compiler(build.arg("-o").args([&binary, &source]))? {
        Ok(()) => Ok(Ok(execute(&binary, programs.len(), scratch)?)),
        Err(error) => Ok(Err(error)),
    }
}

/// The outcome of a program that is compiled from its C file.
fn run_c(program: &Program, scratch: &Path) -> Result<Native> {
    let Some(file) = &program.c else { bail!("a batch is of one language") };
    let mut sides = Vec::new();
    for (i, compiler) in compilers().iter().enumerate() {
        let (support, object) = (scratch.join(format!("support{i}.o")), scratch.join("program.o"));
        if !support.exists() {
            let source = scratch.join("support.cpp");
            let driver = include_str!("driver.h");
            let text = include_str!("suite/native.cpp").replace("#include \"driver.h\"", driver);
            std::fs::write(&source, format!("#define ORACLE_WORDS {WORDS}\n{text}"))?;
            let mut build = Command::new(&compiler.program);
            build.args(["-std=c++17", "-O0", "-c", "-fno-builtin"]).args(compiler.cpp);
            if let Err(error) = run_compiler(build.arg("-o").args([&support, &source]))? {
                bail!("the support of C programs is not compiled: {error}");
            }
        }
        let mut build = Command::new(&compiler.program);
        build.args(["-x", "c", "-std=gnu11", "-fno-builtin", "-Dmain=oracle_main", "-c"]).args(FLAGS);
        if let Err(error) = run_compiler(build.args(compiler.flags).arg("-o").args([&object, file]))? {
            return Ok(Native::Rejected(error));
        }
        let binary = scratch.join("program");
        let mut link = Command::new(&compiler.program);
        link.args(compiler.cpp).arg("-o").args([&binary, &object, &support]).arg("-lm");
        if let Err(error) = run_compiler(&mut link)? {
            return Ok(Native::Rejected(error));
        }
        sides.extend(execute(&binary, 1, scratch)?);
    }
    let [clang, gcc] = &sides[..] else { bail!("two compilers are needed") };
    Ok(compare_sides(clang, gcc))
}

/// Runs a compiler. The inner error is the text of its first error message.
fn run_compiler(command: &mut Command) -> Result<Result<(), String>> {
    let output = command.output().with_context(|| format!("{:?} does not start", command.get_program()))?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    let error = messages.lines().find_map(|l| l.split_once("error: ")).map_or("no reason given", |(_, e)| e);
    Ok(Err(error.to_owned()))
}

/// Runs an executable with `programs` programs, and reads their outcomes (see `driver.h`).
fn execute(binary: &Path, programs: usize, folder: &Path) -> Result<Vec<Run>> {
    let output = Command::new(binary).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    if !output.status.success() {
        bail!("the driver ended with {}", output.status);
    }
    let mut words = output.stdout.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap_or_default()));
    let mut runs = Vec::new();
    for _ in 0..programs {
        let (Some(failed), Some(count)) = (words.next(), words.next()) else { bail!("results are missing") };
        runs.push(match failed {
            0 => Run::Results(words.by_ref().take(count as usize).collect()),
            1 => Run::Failed,
            _ => Run::TooLong,
        });
    }
    Ok(runs)
}
