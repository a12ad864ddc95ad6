//! The mutation study: faults are seeded into kernels that are proved race-free, and the verifier must never prove a
//! mutant that races in an execution.
//!
//! A kernel takes part when its executions on random inputs show no race and the verifier proves its race freedom at
//! the same launch: the extents of its header where they are known and small, small ones elsewhere. A mutant counts
//! when at least one of its executions races.

use crate::header;
use crate::random;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wp_base::SourceMap;
use wp_clang::Language;
use wp_engine::{Options, Property, Verdict};
use wp_gen::{Fault, Mutant};
use wp_interp::{ConcreteLaunch, End};
use wp_kir::{Dim, Kernel, Launch};

/// The corpus and the options of the study.
#[derive(Clone, Debug)]
pub struct Config {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Most mutants per kernel and kind.
    pub per_kind: usize,
    /// Executions per kernel or mutant.
    pub runs: u64,
    /// Options of the engine; launch and front-end flags are set per file.
    pub options: Options,
}

/// One mutant with a concrete race.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Row {
    /// File and kernel.
    pub kernel: String,
    /// The fault.
    pub fault: Fault,
    /// The place in the source.
    pub place: String,
    /// Verdict on races.
    pub verdict: &'static str,
}

/// The result.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Kernels that took part.
    pub kernels: usize,
    /// Mutants without a race in any execution: equivalent ones, or faults that the inputs did not show.
    pub silent: usize,
    /// Kernels that did not take part, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// Mutants with a race.
    pub rows: Vec<Row>,
}

/// Runs the study.
pub fn run(config: &Config, progress: impl Fn(&Path) + Sync) -> Result<Study> {
    let mut files = Vec::new();
    for path in &config.paths {
        sources(path, &mut files).with_context(|| format!("{} cannot be read", path.display()))?;
    }
    files.sort();
    let parts: Vec<Study> = files
        .par_iter()
        .map(|file| {
            progress(file);
            study_file(file, config)
        })
        .collect();
    let mut study = Study::default();
    for part in parts {
        study.kernels += part.kernels;
        study.silent += part.silent;
        study.rows.extend(part.rows);
        for (reason, n) in part.left_out {
            *study.left_out.entry(reason).or_default() += n;
        }
    }
    study.rows.sort();
    Ok(study)
}

fn sources(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            sources(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|e| e == "cu" || e == "cl") {
        files.push(path.to_owned());
    }
    Ok(())
}

fn study_file(file: &Path, config: &Config) -> Study {
    let mut study = Study::default();
    let mut leave_out = |reason: &str| *study.left_out.entry(reason.to_owned()).or_default() += 1;
    let Ok(text) = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) else {
        leave_out("unreadable file");
        return study;
    };
    let header = header::read(&text, file);
    if header.unknown.is_some() {
        leave_out("an option in the header");
        return study;
    }
    let options = Options {
        defines: header.defines.clone(),
        includes: header.includes.clone(),
        bounds: false,
        ..config.options.clone()
    };
    let language = if file.extension().is_some_and(|e| e == "cl") { Language::OpenCl } else { Language::Cuda };
    let Ok((sources, kernels)) = random::lower(file, language, &options) else {
        leave_out("front end");
        return study;
    };
    for (name, kernel) in kernels {
        let result = match kernel {
            Ok(kernel) => {
                study_kernel(&kernel, &format!("{} {name}", file.display()), &header.launch, &sources, &options, config)
            }
            Err(_) => Err("front end"),
        };
        match result {
            Ok((rows, silent)) => {
                study.kernels += 1;
                study.silent += silent;
                study.rows.extend(rows);
            }
            Err(reason) => *study.left_out.entry(reason.to_owned()).or_default() += 1,
        }
    }
    study
}

/// Launches to try, smallest first. Known extents are kept in the second: a kernel may demand them.
pub(crate) fn launches(kernel: &Kernel, header: &Launch) -> Vec<ConcreteLaunch> {
    let extents = |dims: [Dim; 3], most: u32, any: [u32; 3]| {
        let mut out = [1; 3];
        for (out, (dim, any)) in out.iter_mut().zip(dims.into_iter().zip(any)) {
            *out = match dim {
                Dim::Known(n) => n.min(most),
                Dim::Any => any,
            };
        }
        out
    };
    let whole = |most_block, most_grid| ConcreteLaunch {
        block: match kernel.required_block {
            Some(block) => block,
            None => extents(header.block, most_block, [8, 1, 1]),
        },
        grid: extents(header.grid, most_grid, [2, 1, 1]),
        offset: [0; 3],
    };
    let mut all: Vec<ConcreteLaunch> = Vec::new();
    for launch in [whole(8, 2), whole(u32::MAX, 2), whole(u32::MAX, u32::MAX)] {
        if launch.threads_per_block() <= 1024
            && launch.blocks() * launch.threads_per_block() <= 8192
            && !all.contains(&launch)
        {
            all.push(launch);
        }
    }
    all
}

#[derive(PartialEq, Eq)]
enum Runs {
    Race,
    Clean,
    /// No execution came to an end with its preconditions satisfied.
    Nothing,
}

fn execute(kernel: &Kernel, launch: &ConcreteLaunch, runs: u64) -> Runs {
    let config = wp_interp::Config { fuel: 20_000_000, max_findings: 20, check_bounds: false, ..Default::default() };
    let mut result = Runs::Nothing;
    for seed in 0..runs {
        let inputs = wp_interp::random_inputs(kernel, launch, seed, None);
        let outcome = wp_interp::run(kernel, launch, &inputs, &config);
        let real = outcome.havocked.is_empty();
        match outcome.end {
            End::AssumptionViolated { .. } | End::Unsupported { .. } | End::FuelExhausted => continue,
            _ if outcome.has_race() && real => return Runs::Race,
            _ => result = Runs::Clean,
        }
    }
    result
}

fn study_kernel(
    kernel: &Kernel,
    name: &str,
    header: &Launch,
    sources: &SourceMap,
    options: &Options,
    config: &Config,
) -> std::result::Result<(Vec<Row>, usize), &'static str> {
    let launch = launches(kernel, header)
        .into_iter()
        .find(|launch| execute(kernel, launch, config.runs) == Runs::Clean)
        .ok_or("no launch small enough with a clean execution")?;
    let known = |extents: [u32; 3]| extents.map(Dim::Known);
    let launch_options = Options {
        launch: Launch { block: known(launch.block), grid: known(launch.grid), ..Launch::ANY },
        ..options.clone()
    };
    let verdict = |kernel: &Kernel| {
        let report = wp_engine::check_kernel(kernel, &launch_options);
        report.properties.into_iter().find(|p| p.property == Property::Races).map(|p| p.verdict)
    };
    if verdict(kernel) != Some(Verdict::Proved) {
        return Err("not proved");
    }
    let mut silent = 0;
    let mut rows = Vec::new();
    for Mutant { kernel, fault, span } in wp_gen::mutants(kernel, config.per_kind) {
        if execute(&kernel, &launch, config.runs) != Runs::Race {
            silent += 1;
            continue;
        }
        let verdict = verdict(&kernel).as_ref().map_or("none", Verdict::name);
        let place = sources.line_col(span).map_or_else(String::new, |at| format!("{}:{}", at.line, at.column));
        rows.push(Row { kernel: name.to_owned(), fault, place, verdict });
    }
    Ok((rows, silent))
}

/// Mutants that are proved although they race.
pub fn missed(study: &Study) -> Vec<&Row> {
    study.rows.iter().filter(|row| row.verdict == "proved").collect()
}

const VERDICTS: [&str; 6] = ["refuted", "possible", "unknown", "unsupported", "proved-under", "proved"];

/// The table per kind of fault, in Markdown.
pub fn markdown(study: &Study) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} kernels, {} mutants with a race, {} without\n",
        study.kernels,
        study.rows.len(),
        study.silent
    );
    let _ = writeln!(text, "| fault | mutants | {} |", VERDICTS.join(" | "));
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(VERDICTS.len()));
    for fault in Fault::ALL {
        let of = |verdict: &str| study.rows.iter().filter(|r| r.fault == fault && r.verdict == verdict).count();
        let all = study.rows.iter().filter(|r| r.fault == fault).count();
        let counts: Vec<String> = VERDICTS.iter().map(|v| of(v).to_string()).collect();
        let _ = writeln!(text, "| {fault} | {all} | {} |", counts.join(" | "));
    }
    if !study.left_out.is_empty() {
        let _ = writeln!(text);
    }
    for (reason, n) in &study.left_out {
        let _ = writeln!(text, "- left out: {n}, {reason}");
    }
    for row in missed(study) {
        let _ = writeln!(text, "- **proved although it races**: {}, {} at {}", row.kernel, row.fault, row.place);
    }
    text
}

/// One line per mutant.
pub fn csv(study: &Study) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["kernel", "fault", "place", "verdict"])?;
    for row in &study.rows {
        writer.write_record([&*row.kernel, &row.fault.to_string(), &row.place, row.verdict])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
