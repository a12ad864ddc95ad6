//! Seeds faults into the verifier itself: each must make it prove something that an execution refutes, on the random
//! kernels or on the kernels of the test folder. It is the test of the tests.

use crate::{header, random, revisions};
use anyhow::Result;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wp_clang::Language;
use wp_engine::{Options, Property, Verdict};
use wp_gen::Batch;
use wp_kir::Kernel;
use wp_summary::Fault;

/// The faults and kernels to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Random kernels per fault, at most.
    pub count: usize,
    /// Seed of the first batch.
    pub seed: u64,
    /// Kernels per file.
    pub batch: usize,
    /// Folders of kernels with `//@ verdict:` lines.
    pub kernels: Vec<PathBuf>,
    /// Only these faults, by name; all when empty.
    pub only: Vec<String>,
    /// Options of the engine.
    pub options: Options,
}

/// The detection of a fault.
#[derive(Clone, Debug)]
pub struct Row {
    /// The fault.
    pub fault: Fault,
    /// The first random kernel that betrays it: how many were tried before, and its name.
    pub random: Option<(usize, String)>,
    /// The first kernel of the folder that betrays it; looked for when no random kernel does.
    pub directed: Option<String>,
}

impl Row {
    /// True if anything betrays the fault.
    pub fn caught(&self) -> bool {
        self.random.is_some() || self.directed.is_some()
    }
}

/// Runs all faults; `progress` hears of every batch.
pub fn run(config: &Config, mut progress: impl FnMut(usize, &[Row])) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Fault::ALL
        .iter()
        .filter(|f| config.only.is_empty() || config.only.iter().any(|name| *name == format!("{f:?}")))
        .map(|&fault| Row { fault, random: None, directed: None })
        .collect();
    let (mut done, mut seed) = (0, config.seed);
    while done < config.count && rows.iter().any(|r| r.random.is_none()) {
        let batch = Batch::new(seed, config.batch.clamp(1, config.count - done));
        let options = random::options(&batch, false, &config.options);
        let prepared = random::prepare(&batch, &options)?;
        // Only a kernel that misbehaves can be proved wrongly.
        let faulty: Vec<(String, &random::Prepared)> = batch
            .programs
            .iter()
            .zip(&prepared)
            .filter_map(|(program, p)| Some((program.name.clone(), p.as_ref().ok()?)))
            .filter(|(_, p)| p.truth.race.is_some() || p.truth.divergence.is_some() || p.truth.bounds.is_some())
            .collect();
        rows.par_iter_mut().filter(|row| row.random.is_none()).for_each(|row| {
            let sound = options.clone();
            let options = Options { fault: Some(row.fault), ..options.clone() };
            let unsound = |p: &random::Prepared, options: &Options| {
                let report = wp_engine::check_kernel(&p.kernel, options);
                random::contradiction(&p.truth, &report, false).is_some_and(|found| found.unsound)
            };
            // A verdict that is wrong without the fault too does not show the fault.
            let betrays = |p: &random::Prepared| unsound(p, &options) && !unsound(p, &sound);
            let found = faulty.iter().find(|(_, p)| betrays(p));
            row.random = found.map(|(name, _)| (done, format!("seed{seed}_{name}")));
        });
        done += batch.programs.len();
        seed += 1;
        progress(done, &rows);
    }
    directed(&config.kernels, &mut rows, &config.options)?;
    Ok(rows)
}

/// Kernels of the folders whose header says that a property is refuted, and that a fault lets pass as proved.
fn directed(folders: &[PathBuf], rows: &mut [Row], options: &Options) -> Result<()> {
    let mut files = Vec::new();
    for folder in folders {
        collect(folder, &mut files)?;
    }
    files.sort();
    let mut refuted: Vec<(PathBuf, Vec<Property>, Options)> = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let revisions = revisions::of(&text).map_err(|problem| anyhow::anyhow!("{}: {problem}", file.display()))?;
        if revisions.is_empty() {
            refuted.extend(refuted_properties(&file, &text, options));
        }
        for revision in revisions {
            let text = revisions::select(&text, &revision);
            let found = refuted_properties(&file, &text, options);
            refuted.extend(found.map(|(file, properties, mut options)| {
                options.defines.push(revision);
                (file, properties, options)
            }));
        }
    }
    let lowered: Vec<_> = refuted
        .into_par_iter()
        .filter_map(|(file, properties, options)| {
            let language = if file.extension().is_some_and(|e| e == "cl") { Language::OpenCl } else { Language::Cuda };
            let (_, kernels) = random::lower(&file, language, &options).ok()?;
            let kernels: Vec<Kernel> = kernels.into_iter().filter_map(|(_, kernel)| kernel.ok()).collect();
            Some((file, properties, options, kernels))
        })
        .collect();
    rows.par_iter_mut().filter(|row| !row.caught()).for_each(|row| {
        let found = lowered.iter().find(|(_, properties, options, kernels)| {
            let faulty = Options { fault: Some(row.fault), ..options.clone() };
            let proved = |kernel: &Kernel, options: &Options| {
                let report = wp_engine::check_kernel(kernel, options);
                report.properties.iter().any(|p| properties.contains(&p.property) && p.verdict == Verdict::Proved)
            };
            kernels.iter().any(|kernel| proved(kernel, &faulty) && !proved(kernel, options))
        });
        row.directed = found.and_then(|(file, ..)| Some(file.file_name()?.to_str()?.to_owned()));
    });
    Ok(())
}

/// The properties that the header of a file says are refuted, where there are any, and the options of the header.
fn refuted_properties(file: &Path, text: &str, options: &Options) -> Option<(PathBuf, Vec<Property>, Options)> {
    let verdicts = text.lines().take(5).find_map(|l| l.strip_prefix("//@ verdict:"))?;
    let properties: Vec<Property> = [
        ("races=refuted", Property::Races),
        ("divergence=refuted", Property::Divergence),
        ("bounds=refuted", Property::Bounds),
    ]
    .into_iter()
    .filter(|(word, _)| verdicts.split_whitespace().any(|w| w == *word))
    .map(|(_, property)| property)
    .collect();
    let header = header::read(text, file);
    let exit_arrives = !text.contains("--no-exit-arrives");
    let options = Options {
        launch: header.launch,
        defines: header.defines,
        includes: header.includes,
        exit_arrives,
        ..options.clone()
    };
    (!properties.is_empty() && header.unknown.is_none()).then(|| (file.to_owned(), properties, options))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "cu" || e == "cl") {
            files.push(path);
        }
    }
    Ok(())
}

/// The table in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::from("| fault | first random kernel | kernels of the test folder |\n|---|---|---|\n");
    for row in rows {
        let random = row.random.as_ref().map_or("-".to_owned(), |(before, name)| format!("{name} (after {before})"));
        let directed = row.directed.as_deref().unwrap_or("-");
        let _ = writeln!(text, "| {:?} | {random} | {directed} |", row.fault);
    }
    for row in rows.iter().filter(|r| !r.caught()) {
        let _ = writeln!(text, "\n**{:?} was not noticed.**", row.fault);
    }
    text
}
