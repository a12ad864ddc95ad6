//! Oracle for the lowering: the same kernels compiled by Clang for the host must leave the same bytes in memory as the
//! interpreter leaves when it runs the lowered kernel, on random inputs.
//!
//! The host's side of the comparison does not use KIR, so it does not trust the lowering. The kernels in `host_oracle/`
//! are race-free, so their result does not depend on the schedule. All of them are compiled into one driver program
//! (`driver.cpp` with `shim.h`; `builtins.cl` for OpenCL), which receives the runs through a pipe. Signed overflow
//! wraps on both sides; floats are finite and moderate, and contraction is off.
//!
//! Besides the files of the folder there is a file of random kernels (`generate.rs`). `WP_SEED` and `WP_COUNT` choose
//! others than the default ones.
//!
//! Every array argument has [`ARRAY_BYTES`] bytes. A launch has two blocks of 32 threads unless the file's header says
//! `//@ block: x,y,z` or `//@ grid: x,y,z`. `//@ unsupported: kernel construct` names a kernel that the lowering does
//! not support today, with the construct; a wrong result cannot be recorded as known. `WP_KERNEL=part` runs only the
//! kernels whose name contains the part.

#[path = "host_oracle/generate.rs"]
mod generate;

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wp_clang::{Language, ParseOptions};
use wp_interp::{ConcreteLaunch, Config, End, Inputs, ObjectInput, Outcome, Value};
use wp_kir::{Kernel, ParamId, Type};
use wp_lower::{lower, LowerOptions};

const ARRAY_BYTES: usize = 8192;
const RUNS: u64 = 8;

/// A kernel of one of the files, lowered.
struct Case {
    file: String,
    name: String,
    launch: ConcreteLaunch,
    kernel: Kernel,
    /// The construct that the lowering is known not to support.
    gap: Option<String>,
}

/// An argument in the order of the kernel's parameters.
enum Argument {
    Array(Vec<u8>),
    Scalar(Vec<u8>, Value),
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host_oracle")
}

fn clang() -> String {
    std::env::var("WARPPROOF_CLANG").ok().filter(|c| !c.is_empty()).unwrap_or_else(|| "clang".to_owned())
}

/// The files of the folder, and the file of random kernels, which is written to the scratch folder.
fn source_files(scratch: &Path) -> Vec<PathBuf> {
    let number = |name, default| std::env::var(name).map_or(default, |v| v.parse().expect("a number"));
    let random = scratch.join("random.cu");
    std::fs::write(&random, generate::file(number("WP_SEED", 1), number("WP_COUNT", 30) as usize))
        .expect("room for a file");
    let entries = std::fs::read_dir(folder()).expect("the kernels are part of the repository");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable folder").path()).collect();
    files.retain(|f| {
        let extension = f.extension().and_then(|e| e.to_str());
        extension == Some("cu") || (extension == Some("cl") && f.file_stem().is_some_and(|s| s != "builtins"))
    });
    files.sort();
    files.push(random);
    files
}

fn extents(text: &str, key: &str, default: [u32; 3]) -> [u32; 3] {
    let prefix = format!("//@ {key}: ");
    let Some(line) = text.lines().find_map(|l| l.strip_prefix(&prefix)) else { return default };
    let mut out = [1; 3];
    for (slot, part) in out.iter_mut().zip(line.split(',')) {
        *slot = part.trim().parse().expect("an extent is a number");
    }
    out
}

fn lower_file(path: &Path, wrong: &mut String) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("readable kernels");
    let language = if path.extension().is_some_and(|e| e == "cl") { Language::OpenCl } else { Language::Cuda };
    let unit = wp_clang::parse(path, language, &ParseOptions::default()).expect("Clang reads the kernels");
    let file = path.file_name().expect("a file").to_string_lossy().into_owned();
    let launch = ConcreteLaunch {
        block: extents(&text, "block", [32, 1, 1]),
        grid: extents(&text, "grid", [2, 1, 1]),
        offset: [0; 3],
    };
    let mut cases = Vec::new();
    for result in lower(&unit, &LowerOptions::default()).kernels {
        let name = result.name.to_string();
        match result.kernel {
            Ok(kernel) => {
                if let Some(a) = kernel.approximations.first() {
                    let _ = writeln!(wrong, "{file}: {name}: approximated: {}", a.what);
                }
                let gap = text.lines().find_map(|l| {
                    let (kernel, construct) = l.strip_prefix("//@ unsupported: ")?.split_once(' ')?;
                    (kernel == name).then(|| construct.to_owned())
                });
                cases.push(Case { file: file.clone(), name, launch, kernel, gap });
            }
            Err(error) => {
                let _ = writeln!(wrong, "{file}: {name}: not lowered: {}", error.message);
            }
        }
    }
    cases
}

/// The C++ text of the driver: all CUDA files, prototypes of the OpenCL kernels, and the table.
fn driver_source(cases: &[Case], files: &[PathBuf]) -> String {
    let mut out = String::from("#include \"shim.h\"\n");
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "cu")) {
        let space = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("readable kernels");
        let _ = writeln!(out, "namespace cu_{space} {{");
        for line in text.lines() {
            // All `extern __shared__` arrays are one block of memory.
            match line.trim().strip_prefix("extern __shared__ ").and_then(|l| l.strip_suffix("[];")) {
                Some(declaration) => {
                    let (ty, name) = declaration.rsplit_once(' ').expect("a type and a name");
                    let _ = writeln!(out, "{ty} *{name} = ({ty} *)shim::dynamic_shared;");
                }
                None => {
                    let _ = writeln!(out, "{}", line.replace("template __global__", "template"));
                }
            }
        }
        let _ = writeln!(out, "}}");
    }
    for case in cases.iter().filter(|c| c.file.ends_with(".cl")) {
        let types: Vec<&str> = case.kernel.params.iter().map(|(_, p)| c_type(p.ty)).collect();
        let _ = writeln!(out, "extern \"C\" void {}({});", case.name, types.join(", "));
    }
    out.push_str("static const shim::Entry entries[] = {\n");
    for case in cases {
        let space = case.file.strip_suffix(".cu").map_or(String::new(), |s| format!("cu_{s}::"));
        let name = format!("{space}{}", case.name);
        let _ = writeln!(out, "{{\"{name}\", [](std::vector<shim::Argument> &a) {{ shim::execute(&{name}, a); }}}},");
    }
    out.push_str("};\nint main() { return shim::serve(entries, sizeof entries / sizeof *entries); }\n");
    out
}

fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::Ptr => "void *",
        Type::Bool => "bool",
        Type::Int { bits: 8, signed: true } => "int8_t",
        Type::Int { bits: 8, signed: false } => "uint8_t",
        Type::Int { bits: 16, signed: true } => "int16_t",
        Type::Int { bits: 16, signed: false } => "uint16_t",
        Type::Int { bits: 32, signed: true } => "int32_t",
        Type::Int { bits: 32, signed: false } => "uint32_t",
        Type::Int { signed: true, .. } => "int64_t",
        Type::Int { signed: false, .. } => "uint64_t",
        Type::Float { bits: 32 } => "float",
        Type::Float { .. } => "double",
    }
}

fn run_clang(arguments: &[&str], what: &str) {
    let output = Command::new(clang()).args(arguments).output().expect("Clang starts");
    assert!(output.status.success(), "{what} does not compile:\n{}", String::from_utf8_lossy(&output.stderr));
}

fn build_driver(cases: &[Case], files: &[PathBuf], at: &Path) -> PathBuf {
    let shim = folder();
    let (source, opencl) = (at.join("kernels.cpp"), at.join("kernels.cl"));
    std::fs::write(&source, driver_source(cases, files)).expect("room for the driver");
    let mut all = format!("#include \"{}\"\n", shim.join("builtins.cl").display());
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "cl")) {
        let _ = writeln!(all, "#include \"{}\"", path.display());
    }
    std::fs::write(&opencl, all).expect("room for the driver");
    let text = |p: &Path| p.to_string_lossy().into_owned();
    let (object, driver) = (text(&at.join("kernels.o")), at.join("driver"));
    let header = ["-Xclang", "-finclude-default-header"];
    // The target keeps OpenCL code for the host; address spaces are all alike there.
    let target = ["-x", "cl", "-cl-std=CL1.2", "-target", "x86_64-unknown-linux-gnu"];
    let exact = ["-O0", "-w", "-fwrapv", "-ffp-contract=off"];
    let mut arguments: Vec<&str> = [&target[..], &header, &exact].concat();
    let (opencl, output) = (text(&opencl), text(&driver));
    arguments.extend(["-c", opencl.as_str(), "-o", object.as_str()]);
    run_clang(&arguments, "the OpenCL half of the driver");
    let (source, main, include) = (text(&source), text(&shim.join("driver.cpp")), format!("-I{}", shim.display()));
    let mut arguments: Vec<&str> = vec!["--driver-mode=g++", "-std=c++17"];
    arguments.extend(exact);
    arguments.extend([include.as_str(), source.as_str(), main.as_str(), object.as_str(), "-o", output.as_str()]);
    run_clang(&arguments, "the driver");
    driver
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The bytes of a random value: small, medium, extreme or arbitrary integers; finite floats in eighths.
    fn element(&mut self, ty: Type) -> Vec<u8> {
        let size = ty.size() as usize;
        let bits = match ty {
            Type::Bool => self.next() & 1,
            Type::Float { bits } => {
                let value = (self.next() % 8001) as f64 / 8.0 - 500.0;
                if bits == 32 {
                    u64::from((value as f32).to_bits())
                } else {
                    value.to_bits()
                }
            }
            _ => match self.next() % 6 {
                0 | 1 => (self.next() % 24).wrapping_sub(8),
                2 => (self.next() % 4001).wrapping_sub(2000),
                3 => {
                    let top = 1u64 << (size * 8 - 1);
                    [0, 1, u64::MAX, top, top - 1, top + 1, 127, 128][(self.next() % 8) as usize]
                }
                _ => self.next(),
            },
        };
        bits.to_le_bytes()[..size].to_vec()
    }

    fn array(&mut self, ty: Type) -> Vec<u8> {
        let mut out = Vec::with_capacity(ARRAY_BYTES);
        while out.len() < ARRAY_BYTES {
            out.extend(self.element(if ty == Type::Ptr { Type::I64 } else { ty }));
        }
        out
    }
}

fn random_arguments(kernel: &Kernel, random: &mut Random) -> Vec<(ParamId, Argument)> {
    let one = |(id, param): (ParamId, &wp_kir::Param)| {
        let argument = match param.object {
            Some(object) => Argument::Array(random.array(kernel.objects[object].elem)),
            None => {
                let bytes = random.element(param.ty);
                let mut wide = [0; 8];
                wide[..bytes.len()].copy_from_slice(&bytes);
                let bits = u64::from_le_bytes(wide);
                let value = match param.ty {
                    Type::Float { .. } => Value::Float(bits),
                    Type::Bool => Value::Bool(bits != 0),
                    _ => Value::Int(i128::from(bits)),
                };
                Argument::Scalar(bytes, value)
            }
        };
        (id, argument)
    };
    kernel.params.iter().map(one).collect()
}

fn encode(index: usize, launch: &ConcreteLaunch, arguments: &[(ParamId, Argument)]) -> Vec<u8> {
    let mut out = Vec::new();
    let header = [&[index as u32][..], &launch.block, &launch.grid, &[arguments.len() as u32]].concat();
    out.extend(header.iter().flat_map(|n| n.to_le_bytes()));
    for (_, argument) in arguments {
        let (kind, bytes) = match argument {
            Argument::Array(bytes) => (1u32, bytes),
            Argument::Scalar(bytes, _) => (0, bytes),
        };
        out.extend(kind.to_le_bytes());
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    }
    out
}

fn interpret(case: &Case, arguments: &[(ParamId, Argument)]) -> Outcome {
    let mut inputs = Inputs::default();
    for (id, argument) in arguments {
        match argument {
            Argument::Scalar(_, value) => {
                inputs.params.insert(*id, *value);
            }
            Argument::Array(bytes) => {
                let object = case.kernel.params[*id].object.expect("an array belongs to an object");
                let cells = [(0, bytes.clone())].into_iter().collect();
                inputs
                    .objects
                    .insert(object, ObjectInput { size: Some(bytes.len() as u64), cells, ..Default::default() });
            }
        }
    }
    wp_interp::run(&case.kernel, &case.launch, &inputs, &Config::default())
}

/// What is wrong with an execution apart from the final memory.
fn check_outcome(outcome: &Outcome) -> Option<String> {
    if outcome.end != End::Completed {
        return Some(format!("ended with {:?}", outcome.end));
    }
    if let Some(finding) = outcome.findings.first() {
        return Some(format!("finding {finding:?}"));
    }
    outcome.havocked.first().map(|(reason, _)| format!("havocked: {reason}"))
}

fn compare(case: &Case, arguments: &[(ParamId, Argument)], outcome: &Outcome, mut host: &[u8]) -> Option<String> {
    for (id, argument) in arguments {
        let Argument::Array(initial) = argument else { continue };
        let (expected, rest) = host.split_at(initial.len());
        host = rest;
        let param = &case.kernel.params[*id];
        let mut found = initial.clone();
        if let Some(contents) = param.object.and_then(|o| outcome.memory.get(&o)) {
            for (&start, bytes) in &contents.pages {
                for (i, &byte) in bytes.iter().enumerate() {
                    if let Some(slot) = usize::try_from(start).ok().and_then(|s| found.get_mut(s + i)) {
                        *slot = byte;
                    }
                }
            }
        }
        if let Some(at) = (0..found.len()).find(|&i| found[i] != expected[i]) {
            let elem = param.object.map_or(Type::I32, |o| case.kernel.objects[o].elem);
            let from = at / elem.size() as usize * elem.size() as usize;
            let to = from + elem.size() as usize;
            let bytes = |b: &[u8]| b[from..to].iter().rev().fold(String::from("0x"), |s, x| s + &format!("{x:02x}"));
            let index = from / elem.size() as usize;
            let (was, is, should) = (bytes(initial), bytes(&found), bytes(expected));
            return Some(format!("{}[{index}] was {was}, is {is}, on the host {should}", param.name));
        }
    }
    None
}

#[test]
fn lowered_kernels_compute_what_clang_computes() {
    let mut wrong = String::new();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let files = source_files(scratch.path());
    let cases: Vec<Case> = files.iter().flat_map(|f| lower_file(f, &mut wrong)).collect();
    let driver = build_driver(&cases, &files, scratch.path());
    let mut child =
        Command::new(driver).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the driver starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    let only = std::env::var("WP_KERNEL").unwrap_or_default();
    for (index, case) in cases.iter().enumerate().filter(|(_, c)| c.name.contains(&only)) {
        for run in 0..RUNS {
            let arguments = random_arguments(&case.kernel, &mut Random(index as u64 * 1000 + run));
            input.write_all(&encode(index, &case.launch, &arguments)).expect("the driver listens");
            input.flush().expect("the driver listens");
            let arrays = arguments.iter().filter(|(_, a)| matches!(a, Argument::Array(_))).count();
            let mut host = vec![0; arrays * ARRAY_BYTES];
            output.read_exact(&mut host).unwrap_or_else(|e| panic!("the driver died in {}: {e}", case.name));
            let outcome = interpret(case, &arguments);
            let problem = match (&case.gap, &outcome.end) {
                (Some(gap), End::Unsupported { what, .. }) if **what == **gap => break,
                (Some(gap), _) => {
                    Some(format!("`{gap}` is no longer what is unsupported: remove or correct the header"))
                }
                (None, _) => check_outcome(&outcome).or_else(|| compare(case, &arguments, &outcome, &host)),
            };
            if let Some(problem) = problem {
                let _ = writeln!(wrong, "{}: {}: run {run}: {problem}", case.file, case.name);
                break;
            }
        }
    }
    drop(input);
    let status = child.wait().expect("the driver ends");
    assert!(status.success(), "the driver ended with {status}");
    assert!(cases.len() > 55, "only {} kernels were found", cases.len());
    assert!(wrong.is_empty(), "the lowering disagrees with Clang\n{wrong}");
}
