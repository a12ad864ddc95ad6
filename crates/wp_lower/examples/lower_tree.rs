//! Lowers files, or all kernels below folders, and prints what stood in the way: per file and counted by reason.
//!
//! `--dump` prints the lowered kernels, `--only TEXT` keeps the files whose path holds the text, `--quiet` prints only
//! the totals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseOptions};
use wp_kir::{Block, Kernel, StmtKind, Storage};

fn main() {
    let mut files = Vec::new();
    let (mut dump, mut quiet, mut only) = (false, false, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--dump" => dump = true,
            "--quiet" => quiet = true,
            "--only" => only = arguments.next(),
            _ => collect(Path::new(&argument), &mut files),
        }
    }
    files.sort();
    if let Some(only) = only {
        files.retain(|f| f.to_string_lossy().contains(&only));
    }
    let mut totals = Totals::default();
    for file in &files {
        one_file(file, dump, quiet, &mut totals);
    }
    println!("\n{:>6}  reason", "count");
    let mut reasons: Vec<_> = totals.reasons.iter().collect();
    reasons.sort_by_key(|(text, n)| (usize::MAX - **n, (*text).clone()));
    for (reason, n) in reasons {
        println!("{n:>6}  {reason}");
    }
    println!("\n{:>6}  over-approximation", "count");
    let mut reasons: Vec<_> = totals.approximations.iter().collect();
    reasons.sort_by_key(|(text, n)| (usize::MAX - **n, (*text).clone()));
    for (reason, n) in reasons {
        println!("{n:>6}  {reason}");
    }
    println!(
        "{} files ({} without a kernel, {} not parsed); {} kernels: {} lowered fully, {} unsupported, {} with compiler errors",
        files.len(),
        totals.empty,
        totals.failed,
        totals.kernels,
        totals.full,
        totals.unsupported,
        totals.errors
    );
}

#[derive(Default)]
struct Totals {
    kernels: usize,
    full: usize,
    unsupported: usize,
    errors: usize,
    empty: usize,
    failed: usize,
    reasons: BTreeMap<String, usize>,
    approximations: BTreeMap<String, usize>,
}

fn one_file(file: &Path, dump: bool, quiet: bool, totals: &mut Totals) {
    let language = if file.extension().is_some_and(|e| e == "cl") { Language::OpenCl } else { Language::Cuda };
    let unit = match wp_clang::parse(file, language, &header_options(file)) {
        Ok(unit) => unit,
        Err(error) => {
            totals.failed += 1;
            println!("FAIL  {}: {error}", file.display());
            return;
        }
    };
    let lowered = wp_lower::lower(&unit, &wp_lower::LowerOptions::default());
    if lowered.kernels.is_empty() {
        totals.empty += 1;
        println!("EMPTY {}", file.display());
    }
    for result in &lowered.kernels {
        totals.kernels += 1;
        match &result.kernel {
            Err(error) => {
                totals.errors += 1;
                *totals.reasons.entry(format!("error: {}", error.message)).or_default() += 1;
                let at = error.labels.first().map_or(String::new(), |l| unit.sources.describe(l.span));
                if !quiet {
                    println!("ERROR {} {}: {} at {at}", file.display(), result.name, error.message);
                }
            }
            Ok(kernel) => {
                let mut found = Vec::new();
                collect_problems(&kernel.body, &mut found, &mut totals.approximations);
                if !quiet {
                    print_declarations(kernel, &unit, file);
                }
                for a in &kernel.approximations {
                    *totals.approximations.entry(a.what.to_string()).or_default() += 1;
                }
                if let Err(errors) = wp_kir::verify(kernel) {
                    for e in errors {
                        println!("BAD   {} {}: {e:?}", file.display(), result.name);
                        *totals.reasons.entry("malformed KIR".to_owned()).or_default() += 1;
                    }
                }
                found.sort();
                found.dedup_by(|a, b| a.0 == b.0);
                for (what, span) in &found {
                    *totals.reasons.entry(what.clone()).or_default() += 1;
                    if !quiet {
                        println!(
                            "UNSUP {} {}: {what} at {}",
                            file.display(),
                            result.name,
                            unit.sources.describe(*span)
                        );
                    }
                }
                if found.is_empty() {
                    totals.full += 1;
                } else {
                    totals.unsupported += 1;
                }
                if dump {
                    println!("{kernel}");
                }
            }
        }
    }
}

/// Declarations without initial value that may be noticed.
fn print_declarations(kernel: &Kernel, unit: &wp_clang::TranslationUnit, file: &Path) {
    wp_kir::visit(&kernel.body, &mut |s| {
        let StmtKind::Declare { storage } = s.kind else { return };
        let name = match storage {
            Storage::Var(var) => &kernel.vars[var].name,
            Storage::Object(object) => &kernel.objects[object].name,
        };
        println!("DECL  {} {}: {name} at {}", file.display(), kernel.name, unit.sources.describe(s.span));
    });
}

fn collect_problems(block: &Block, out: &mut Vec<(String, wp_base::Span)>, soft: &mut BTreeMap<String, usize>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Unsupported { what } => out.push((what.to_string(), stmt.span)),
            StmtKind::Havoc { reason, .. } => *soft.entry(format!("unknown: {reason}")).or_default() += 1,
            StmtKind::Declare { .. } => *soft.entry("declaration without value".to_owned()).or_default() += 1,
            StmtKind::If { then_block, else_block, .. } => {
                collect_problems(then_block, out, soft);
                collect_problems(else_block, out, soft);
            }
            StmtKind::Loop { head, body, step, .. } => {
                [head, body, step].into_iter().for_each(|b| collect_problems(b, out, soft));
            }
            StmtKind::Labelled { body, .. } => collect_problems(body, out, soft),
            _ => {}
        }
    }
}

/// Takes `-D`, `-I` and sizes from the second comment line, as the corpora's headers give them.
fn header_options(file: &Path) -> ParseOptions {
    let mut options = ParseOptions::default();
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let first = text.lines().next().unwrap_or("").to_ascii_lowercase();
    if first.contains("pass") || first.contains("xfail") {
        let target = if file.extension().is_some_and(|e| e == "cl") { "--target=spir" } else { "--target=i386--" };
        options.extra.push(target.to_owned());
        options.defines.push("__WARP_SIZE=32".to_owned());
    }
    let Some(line) = text.lines().nth(1).and_then(|l| l.trim().strip_prefix("//")) else { return options };
    for word in line.split_whitespace() {
        if let Some(define) = word.strip_prefix("-D") {
            options.defines.push(define.to_owned());
        } else if let Some(folder) = word.strip_prefix("-I") {
            options.includes.push(file.parent().unwrap_or(Path::new(".")).join(folder));
        } else if let Some((kind, value)) = word.trim_start_matches('-').split_once('=') {
            for (axis, size) in value.trim_matches(['[', ']']).split(',').enumerate() {
                let macro_name = match kind {
                    "blockDim" => "__BLOCK_DIM",
                    "gridDim" => "__GRID_DIM",
                    "local_size" => "__LOCAL_SIZE",
                    "num_groups" => "__NUM_GROUPS",
                    "global_size" => "__GLOBAL_SIZE",
                    _ => continue,
                };
                options.defines.push(format!("{macro_name}_{axis}={size}"));
            }
        }
    }
    options
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let entry = entry.path();
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "cu" || e == "cl") {
            collect(&entry, files);
        }
    }
}
