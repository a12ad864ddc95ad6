//! Programs for a device: launches of kernels with the results of the interpreter, and reproducers of findings.
//!
//! `prepare` writes a folder that needs nothing of ours: `drive.py` in it compiles the programs with nvcc, runs them, and
//! compares. `cases` chooses launches whose result is determined, `program` writes them, `repro` writes the reproducers of
//! findings with the tool that should see them.

mod cases;
mod program;
mod repro;

pub use cases::{cases, Case, CaseArgument};
pub use program::Program;

use crate::{header, random, revisions};
use anyhow::{anyhow, Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wp_clang::Language;
use wp_engine::Options;

/// Cases of one kernel at most.
const CASES: usize = 2;
/// Bytes of the arrays of one kernel at most.
const LARGEST: usize = 1 << 18;

/// What to prepare.
#[derive(Clone, Debug)]
pub struct Config {
    /// Files and folders whose kernels are launched.
    pub kernels: Vec<PathBuf>,
    /// Files and folders whose findings are reproduced.
    pub findings: Vec<PathBuf>,
    /// Folders of headers of these, which become part of the programs.
    pub includes: Vec<PathBuf>,
    /// Reproducers at most for each kernel and property.
    pub each: usize,
    /// Where the programs go.
    pub out: PathBuf,
    /// Options of the engine for findings.
    pub options: Options,
}

/// What was prepared.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prepared {
    /// Programs with launches.
    pub programs: usize,
    /// Kernels that are launched.
    pub kernels: usize,
    /// Launches.
    pub cases: usize,
    /// Kernels that are not launched, by reason.
    pub left_out: BTreeMap<String, Vec<String>>,
    /// Reproducers.
    pub reproducers: usize,
    /// Findings without reproducer, by reason.
    pub without_reproducer: BTreeMap<String, usize>,
}

/// A source file in one revision.
struct Source {
    /// Name for files.
    name: String,
    path: PathBuf,
    text: String,
    options: Options,
}

/// Writes the programs.
pub fn prepare(config: &Config) -> Result<Prepared> {
    for folder in ["include", "cases", "repro/sources"] {
        std::fs::create_dir_all(config.out.join(folder))?;
    }
    let write = |name: &str, text: &str| std::fs::write(config.out.join(name), text);
    write("drive.py", include_str!("drive.py"))?;
    write("README", README)?;
    write("include/harness.h", include_str!("harness.h"))?;
    write("include/warpproof.h", include_str!("../../../../include/warpproof.h"))?;
    for folder in &config.includes {
        for entry in std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
            let path = entry?.path();
            if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                std::fs::copy(&path, config.out.join("include").join(name))?;
            }
        }
    }
    let mut prepared = Prepared::default();
    let sources = sources(&config.kernels, &config.options)?;
    let programs: Vec<(Program, LeftOut)> = sources.par_iter().map(launches).collect();
    for ((program, left_out), source) in programs.into_iter().zip(&sources) {
        for (kernel, why) in left_out {
            prepared.left_out.entry(why).or_default().push(format!("{}: {kernel}", source.path.display()));
        }
        if program.cases.is_empty() {
            continue;
        }
        prepared.programs += 1;
        prepared.cases += program.cases.len();
        prepared.kernels += program.kernels().len();
        write(&format!("cases/{}.cu", program.name), &program.text())?;
        write(&format!("cases/{}.json", program.name), &serde_json::to_string(&program.json())?)?;
    }
    let mut sources = self::sources(&config.findings, &config.options)?;
    // Where the header says the verdicts, there is nothing to find in the others.
    sources.retain(|s| !s.text.contains("//@ verdict:") || s.text.contains("=refuted"));
    sources.iter_mut().for_each(|s| s.options.includes.extend(config.includes.clone()));
    repro::prepare(&sources, config, &mut prepared)?;
    write("prepared.txt", &render(&prepared))?;
    Ok(prepared)
}

const README: &str = "\
Launches of CUDA kernels with the results of an interpreter, and reproducers of findings.

    python3 drive.py --out DIR

compiles all programs with nvcc, runs them on the device, and writes `results.json`, `summary.txt` and `outputs.zip` (the
final arrays of all launches) to DIR. `--limit SECONDS` ends the run early, `--jobs N` is the number of programs at a time,
`--only TEXT` chooses programs by name. `--compile` only compiles. `--self-check` compares the expected results with
themselves and with a change in each; it needs no device. `--judge outputs.zip` compares the arrays of an earlier run.
";

/// The sources in files and folders, each revision for itself. Files with options that are not read are left out.
fn sources(paths: &[PathBuf], options: &Options) -> Result<Vec<Source>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let revisions = revisions::of(&text).map_err(|problem| anyhow!("{}: {problem}", path.display()))?;
        let revisions = if revisions.is_empty() { vec![None] } else { revisions.into_iter().map(Some).collect() };
        for revision in revisions {
            let text = revision.as_deref().map_or(text.clone(), |r| revisions::select(&text, r));
            let header = header::read(&text, &path);
            if header.unknown.is_some() {
                continue;
            }
            let mut defines = header.defines;
            defines.extend(revision.clone());
            let words = path.components().rev().take(3).map(|c| c.as_os_str().to_string_lossy().into_owned());
            let mut name = words.collect::<Vec<_>>().into_iter().rev().chain(revision).collect::<Vec<_>>().join("_");
            name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            let options = Options { launch: header.launch, defines, includes: header.includes, ..options.clone() };
            all.push(Source { name, path: path.clone(), text, options });
        }
    }
    Ok(all)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|e| e == "cu") {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Kernels without launches, each with the reason.
type LeftOut = Vec<(String, String)>;

/// The launches of the kernels of a source.
fn launches(source: &Source) -> (Program, LeftOut) {
    let mut program = Program {
        name: source.name.clone(),
        origin: source.path.display().to_string(),
        source: source.text.clone(),
        defines: source.options.defines.clone(),
        cases: Vec::new(),
    };
    let mut left_out = Vec::new();
    let (_, kernels) = match random::lower(&source.path, Language::Cuda, &source.options) {
        Ok(lowered) => lowered,
        Err(_) => return (program, vec![(String::new(), "Clang rejects the file".to_owned())]),
    };
    for (name, kernel) in kernels {
        let found = kernel.map_err(|_| "unsupported".to_owned()).and_then(|kernel| {
            wp_kir::verify(&kernel).map_err(|_| "unsupported".to_owned())?;
            cases(&kernel, &source.options.launch, CASES)
        });
        match found {
            Ok(found) => program.cases.extend(found.into_iter().filter(|c| c.bytes() <= LARGEST)),
            Err(why) => left_out.push((name, why)),
        }
    }
    (program, left_out)
}

/// The counts in text.
pub fn render(prepared: &Prepared) -> String {
    let p = prepared;
    let mut out = format!(
        "{} programs with {} kernels and {} launches\n{} reproducers\n",
        p.programs, p.kernels, p.cases, p.reproducers
    );
    for (why, count) in &p.without_reproducer {
        let _ = writeln!(out, "no reproducer: {why}: {count}");
    }
    let mut reasons: Vec<_> = p.left_out.iter().collect();
    reasons.sort_by_key(|(why, kernels)| (std::cmp::Reverse(kernels.len()), *why));
    for (why, kernels) in &reasons {
        let _ = writeln!(out, "not launched: {}: {why}", kernels.len());
    }
    for (why, kernels) in reasons {
        for kernel in kernels {
            let _ = writeln!(out, "  {kernel}: {why}");
        }
    }
    out
}
