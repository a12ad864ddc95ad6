//! Programs of the oracle, and the source files for a batch of them.

use std::fmt::Write;
use std::path::PathBuf;

/// The number of words for the results of a program. The first word is the number of results.
pub const WORDS: usize = 1 << 16;

/// The origin of a program, from which it can be made again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// csmith with a seed.
    Csmith(u64),
    /// yarpgen with a seed.
    Yarpgen(u64),
    /// A file of a suite.
    Suite(PathBuf),
    /// The generator of language features with a seed.
    Features(u64),
}

impl Origin {
    /// The name of the family in tables.
    pub fn family(&self) -> &'static str {
        match self {
            Origin::Csmith(_) => "csmith",
            Origin::Yarpgen(_) => "yarpgen",
            Origin::Suite(_) => "suite",
            Origin::Features(_) => "features",
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Suite(path) => {
                write!(f, "suite {}", path.file_name().unwrap_or_default().to_string_lossy())
            }
            Origin::Csmith(seed) | Origin::Yarpgen(seed) | Origin::Features(seed) => {
                write!(f, "{} {seed}", self.family())
            }
        }
    }
}

/// A program: C++ text that defines `void run(uint64_t *out)`. It is put into a namespace of its own.
#[derive(Clone, Debug)]
pub struct Program {
    /// Where it comes from.
    pub origin: Origin,
    /// Its text.
    pub text: String,
    /// For a program of a suite, the C file that the native sides compile in place of the text.
    pub c: Option<PathBuf>,
    /// True if the program assigns its variables of static storage before it uses them.
    pub assigns_statics: bool,
}

impl Program {
    /// A program that both sides read.
    pub fn new(origin: Origin, text: String) -> Self {
        Self { origin, text, c: None, assigns_statics: false }
    }
}

fn head() -> String {
    format!("#define ORACLE_WORDS {WORDS}\n{}", include_str!("runtime.h"))
}

fn bodies(programs: &[Program]) -> String {
    let mut out = String::new();
    for (i, program) in programs.iter().enumerate() {
        let _ = writeln!(out, "namespace program_{i} {{\n{}\n}}", program.text);
    }
    out
}

/// The name of the kernel of a program.
pub fn kernel_name(index: usize) -> String {
    format!("oracle_{index}")
}

/// The CUDA file of a batch: a kernel of one thread for each program.
pub fn device_file(programs: &[Program]) -> String {
    let mut out = format!("#pragma clang force_cuda_host_device begin\n{}{}", head(), bodies(programs));
    for i in 0..programs.len() {
        let name = kernel_name(i);
        let _ = writeln!(out, "__global__ void {name}(uint64_t *out) {{ program_{i}::run(out); }}");
    }
    out.push_str("#pragma clang force_cuda_host_device end\n");
    out
}

/// The C++ file of a batch, for an executable that runs all of its programs.
pub fn host_file(programs: &[Program]) -> String {
    let driver = include_str!("driver.h");
    let mut out = format!("#define ORACLE_WORDS {WORDS}\n{driver}#define __device__\n{}", head());
    out.push_str(&bodies(programs));
    out.push_str("static void (*const programs[])(unsigned long *) = {\n");
    for i in 0..programs.len() {
        let _ = writeln!(out, "program_{i}::run,");
    }
    out.push_str("};\nint main() { return oracle_serve(programs, sizeof programs / sizeof *programs); }\n");
    out
}
