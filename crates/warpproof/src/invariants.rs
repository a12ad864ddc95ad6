//! `warpproof invariants`: what is known of each loop of a kernel, in the syntax of the source.

use crate::check::{Means, Setup};
use crate::cli::InvariantsArgs;
use crate::exit::Exit;
use crate::{check, inputs, output, verify};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use wp_base::{SourceMap, Span};
use wp_engine::{LoopInvariants, NoKernels, Options};
use wp_infer::{Candidate, Fate};
use wp_kir::Kernel;
use wp_report::Style;

/// The document of `--format json`, described in `docs/json-schema.md`.
#[derive(Serialize)]
struct Document {
    schema: &'static str,
    version: u32,
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    path: String,
    kernels: Vec<OfKernel>,
}

#[derive(Serialize)]
struct OfKernel {
    name: String,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    loops: Vec<OfLoop>,
}

#[derive(Serialize)]
struct OfLoop {
    line: Option<u32>,
    column: Option<u32>,
    depth: usize,
    unrolled: bool,
    closed_forms: Vec<String>,
    unknown: Vec<String>,
    holds: Vec<Invariant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Vec<Invariant>>,
}

#[derive(Serialize)]
struct Invariant {
    text: String,
    rule: &'static str,
    /// Number in the paper.
    number: Option<u8>,
    /// The engine that refuted the candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
}

/// Runs the command.
pub fn run(args: &InvariantsArgs) -> Result<Exit, String> {
    let json = args.check.output.is_json("invariants")?;
    for (is_given, option) in [
        (!args.check.also.is_empty(), "also"),
        (args.check.emit_repro.is_some(), "emit-repro"),
        (args.check.dump_vcs.is_some(), "dump-vcs"),
        (args.check.suggest_fixes, "suggest-fixes"),
        (args.check.explain_proof.is_some(), "explain-proof"),
        (args.check.perf, "perf"),
        (args.check.modular, "modular"),
        (args.check.preconditions || args.check.accept_preconditions, "preconditions"),
        (args.check.configuration.write_baseline.is_some(), "write-baseline"),
    ] {
        if is_given {
            return Err(format!("`--{option}` is for `check`; `invariants` checks nothing"));
        }
    }
    check::settings(&args.check, None, None)?;
    let means = Means::find(&args.check.limits)?;
    let mut document = Document { schema: "warpproof-invariants", version: 1, files: Vec::new() };
    let mut exit = Exit::Success;
    for path in &args.check.files {
        match file(args, &means, path)? {
            Some(file) => {
                if !json && args.check.output.file.is_none() {
                    output::print(&text(&file))?;
                }
                document.files.push(file);
            }
            None => exit = Exit::Error,
        }
    }
    let path = args.check.output.file.as_deref();
    if json {
        let json = serde_json::to_string_pretty(&document).map_err(|e| format!("cannot write JSON: {e}"))?;
        output::write(path, &(json + "\n"))?;
    } else if path.is_some() {
        output::write(path, &document.files.iter().map(text).collect::<String>())?;
    }
    Ok(exit)
}

/// One file; `None` when it could not be read, which has been said.
fn file(args: &InvariantsArgs, means: &Means, path: &Path) -> Result<Option<File>, String> {
    let loaded = match verify::precheck(path) {
        Err(error) => Err(NoKernels::from(error)),
        Ok(language) => match check::setup(&args.check, means, &inputs::job(&args.check, path)?, language) {
            Ok(Setup { options, warnings, .. }) => {
                warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
                verify::read_kernels(path, &options).map(|(kernels, sources)| (kernels, sources, options))
            }
            Err(report) => Err(NoKernels { sources: report.sources, errors: report.errors }),
        },
    };
    let (kernels, sources, options) = match loaded {
        Ok(loaded) => loaded,
        Err(NoKernels { sources, errors }) => {
            for error in &errors {
                eprint!("{}", wp_report::render_diagnostic(&sources, error, &[], Style::default()));
            }
            return Ok(None);
        }
    };
    let chosen = |k: &&Kernel| options.kernels.is_empty() || options.kernels.iter().any(|name| **name == *k.name);
    let kernels = kernels.iter().filter(chosen).map(|k| of_kernel(k, &options, &sources, args.all)).collect();
    Ok(Some(File { path: path.display().to_string(), kernels }))
}

fn of_kernel(kernel: &Kernel, options: &Options, sources: &SourceMap, all: bool) -> OfKernel {
    let options = &options.of_kernel(&kernel.name);
    let (loops, problem) = match wp_engine::invariants(kernel, options) {
        Ok(loops) => (loops, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    let loops = loops.iter().map(|l| of_loop(l, sources, all)).collect();
    OfKernel { name: kernel.name.to_string(), problem, loops }
}

fn of_loop(l: &LoopInvariants, sources: &SourceMap, all: bool) -> OfLoop {
    let place = |span: Span| sources.line_col(span);
    let invariants = |kept: bool| {
        let chosen = l.candidates.iter().filter(|(_, fate)| (*fate == Fate::Kept) == kept);
        chosen.map(|(candidate, fate)| invariant(candidate, *fate)).collect()
    };
    OfLoop {
        line: place(l.span).map(|at| at.line),
        column: place(l.span).map(|at| at.column),
        depth: l.depth,
        unrolled: l.unrolled,
        closed_forms: l.closed.clone(),
        unknown: l.unknown.clone(),
        holds: invariants(true),
        refuted: all.then(|| invariants(false)),
    }
}

fn invariant(candidate: &Candidate, fate: Fate) -> Invariant {
    let engine = match fate {
        Fate::Kept => None,
        Fate::Refuted(engine) => Some(engine.name()),
    };
    let number = wp_infer::rules::find(candidate.rule).and_then(|r| r.number);
    Invariant { text: candidate.text.clone(), rule: candidate.rule, number, engine }
}

fn text(file: &File) -> String {
    let mut out = String::new();
    for kernel in &file.kernels {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}: kernel `{}`", file.path, kernel.name);
        if let Some(problem) = &kernel.problem {
            let _ = writeln!(out, "  no answer: {problem}");
        } else if kernel.loops.is_empty() {
            out.push_str("  no loops\n");
        }
        for l in &kernel.loops {
            let indent = "  ".repeat(l.depth + 1);
            for line in loop_lines(l) {
                let _ = writeln!(out, "{indent}{line}");
            }
        }
    }
    out
}

/// The lines printed for a loop, without indentation and place.
pub fn lines(l: &LoopInvariants, sources: &SourceMap) -> Vec<String> {
    loop_lines(&OfLoop { line: None, ..of_loop(l, sources, false) })
}

fn loop_lines(l: &OfLoop) -> Vec<String> {
    let place = l.line.zip(l.column).map_or_else(String::new, |(line, column)| format!(" at {line}:{column}"));
    let mut lines = vec![format!("loop{place}{}", state(l))];
    lines.extend(l.closed_forms.iter().map(|equation| format!("  {equation}")));
    lines.extend(l.holds.iter().map(|i| format!("  {}  [{}]", i.text, source(i))));
    for i in l.refuted.iter().flatten() {
        let engine = i.engine.as_deref().unwrap_or_default();
        lines.push(format!("  not {}  [{}; {engine}]", i.text, source(i)));
    }
    lines
}

fn state(l: &OfLoop) -> String {
    if l.unrolled {
        ": unrolled".to_owned()
    } else if l.unknown.is_empty() {
        ": closed forms only, after k iterations".to_owned()
    } else {
        format!(": invariants of {}", l.unknown.join(", "))
    }
}

fn source(i: &Invariant) -> String {
    i.number.map_or_else(|| i.rule.to_owned(), |n| format!("{}, r{n}", i.rule))
}
