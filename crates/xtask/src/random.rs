//! Compares verdicts on random kernels with the truth found by execution.

use crate::truth::{self, Truth};
use anyhow::{anyhow, Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wp_base::SourceMap;
use wp_clang::Language;
use wp_engine::{KernelReport, Options, Property, Verdict};
use wp_gen::{Batch, Dialect, Program};
use wp_kir::{Dim, Kernel, Launch};

/// The kernels to compare, and how.
#[derive(Clone, Debug)]
pub struct Config {
    /// Number of kernels.
    pub count: usize,
    /// Seed of the first batch; the others follow.
    pub seed: u64,
    /// Kernels per file.
    pub batch: usize,
    /// Verify for every launch instead of the one that is executed; then only proofs can be compared.
    pub any_launch: bool,
    /// Only execute.
    pub truth_only: bool,
    /// The folder for kernels with a disagreement.
    pub out: PathBuf,
    /// Options of the engine; launch and timeout are set here.
    pub options: Options,
}

/// A verdict that the executions contradict.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement {
    /// The property.
    pub property: Property,
    /// True for a proof of what fails, false for a refutation of what holds.
    pub unsound: bool,
    /// The execution or the finding.
    pub detail: String,
}

/// Counts over all kernels.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Kernels that were compared.
    pub kernels: usize,
    /// Kernels that the front end refused, or that could not be executed, with the reason.
    pub failures: BTreeMap<String, usize>,
    /// Verdict on races by truth (`racy`, `race-free`, `unknown`).
    pub races: BTreeMap<(&'static str, &'static str), usize>,
    /// Verdict on divergence by truth (`divergent`, `uniform`, `unknown`).
    pub divergence: BTreeMap<(&'static str, &'static str), usize>,
    /// Why the verdict on races is neither proved nor refuted.
    pub reasons: BTreeMap<String, usize>,
    /// Kernels with a disagreement: their names and what it is.
    pub disagreements: Vec<(String, Disagreement)>,
    /// Number of executions.
    pub runs: usize,
}

/// One compared kernel.
struct Compared {
    truth: Truth,
    report: Option<KernelReport>,
}

/// A generated kernel after lowering and execution.
pub struct Prepared {
    /// The kernel.
    pub kernel: Kernel,
    /// The result of its executions.
    pub truth: Truth,
}

/// Runs the comparison; kernels with a disagreement are shrunk and saved.
pub fn compare(config: &Config, mut progress: impl FnMut(&Statistics)) -> Result<Statistics> {
    let mut statistics = Statistics::default();
    let mut done = 0;
    let mut seed = config.seed;
    while done < config.count {
        let batch = Batch::new(seed, config.batch.clamp(1, config.count - done));
        let results = run_batch(&batch, config).with_context(|| format!("batch of seed {seed}"))?;
        for (program, result) in batch.programs.iter().zip(results) {
            let compared = match result {
                Ok(compared) => compared,
                Err(error) => {
                    *statistics.failures.entry(error).or_default() += 1;
                    continue;
                }
            };
            count(&mut statistics, &compared);
            if let Some(found) = disagreement(&compared, config.any_launch) {
                let name = format!("seed{seed}_{}", program.name);
                save(&batch, program, &name, &found, config)?;
                statistics.disagreements.push((name, found));
            }
        }
        progress(&statistics);
        done += batch.programs.len();
        seed += 1;
    }
    Ok(statistics)
}

fn count(statistics: &mut Statistics, compared: &Compared) {
    let truth = &compared.truth;
    statistics.kernels += 1;
    statistics.runs += truth.runs;
    if let Some(failure) = &truth.failure {
        *statistics.failures.entry(failure.clone()).or_default() += 1;
    }
    let races = match &truth.race {
        Some(_) => "racy",
        None if truth.complete => "race-free",
        None => "unknown",
    };
    let divergence = match &truth.divergence {
        Some(_) => "divergent",
        None if truth.complete => "uniform",
        None => "unknown",
    };
    let of = |property| compared.report.as_ref().and_then(|r| verdict(r, property));
    let races_verdict = of(Property::Races);
    *statistics.races.entry((races, races_verdict.map_or("-", Verdict::name))).or_default() += 1;
    let name = of(Property::Divergence).map_or("-", Verdict::name);
    *statistics.divergence.entry((divergence, name)).or_default() += 1;
    match races_verdict {
        Some(Verdict::Unknown(reason)) => *statistics.reasons.entry(format!("{reason:?}")).or_default() += 1,
        Some(Verdict::Unsupported(what, _)) => *statistics.reasons.entry(what.clone()).or_default() += 1,
        _ => {}
    }
}

fn verdict(report: &KernelReport, property: Property) -> Option<&Verdict> {
    report.properties.iter().find(|p| p.property == property).map(|p| &p.verdict)
}

fn disagreement(compared: &Compared, any_launch: bool) -> Option<Disagreement> {
    contradiction(&compared.truth, compared.report.as_ref()?, any_launch)
}

/// The first verdict that the executions contradict.
pub fn contradiction(truth: &Truth, report: &KernelReport, any_launch: bool) -> Option<Disagreement> {
    for (property, found) in
        [(Property::Races, &truth.race), (Property::Divergence, &truth.divergence), (Property::Bounds, &truth.bounds)]
    {
        let Some(verdict) = verdict(report, property) else { continue };
        match (verdict, found) {
            (Verdict::Proved, Some(execution)) => {
                return Some(Disagreement { property, unsound: true, detail: execution.clone() });
            }
            (Verdict::Refuted | Verdict::DependsOnContents(_) | Verdict::UnusualLaunch(_), None)
                if truth.complete && !any_launch =>
            {
                let findings = report.properties.iter().find(|p| p.property == property).map(|p| &p.findings);
                let detail = format!("{:?}", findings.and_then(|f| f.first()));
                return Some(Disagreement { property, unsound: false, detail });
            }
            _ => {}
        }
    }
    None
}

/// The options with the launch of a batch.
pub fn options(batch: &Batch, any_launch: bool, options: &Options) -> Options {
    let known = |extents: [u32; 2]| [Dim::Known(extents[0]), Dim::Known(extents[1]), Dim::Known(1)];
    let launch = if any_launch {
        let flat =
            |extents: [u32; 2]| [Dim::Any, if extents[1] == 1 { Dim::Known(1) } else { Dim::Any }, Dim::Known(1)];
        Launch { block: flat(batch.shape.block), grid: flat(batch.shape.grid), ..Launch::ANY }
    } else {
        Launch { block: known(batch.shape.block), grid: known(batch.shape.grid), ..Launch::ANY }
    };
    Options { launch, ..options.clone() }
}

/// The sources of a file, and its kernels by their names: each lowered, or why it could not be.
pub type LoweredFile = (SourceMap, Vec<(String, Result<Kernel, String>)>);

/// Kernels of a source file by their names.
pub fn lower(path: &Path, language: Language, options: &Options) -> Result<LoweredFile> {
    let unit = wp_clang::parse(path, language, &options.parsing()).map_err(|e| anyhow!("{e}"))?;
    let lowered =
        wp_lower::lower(&unit, &wp_lower::LowerOptions { pointer_bits: options.pointer_bits, ..Default::default() });
    let kernels = lowered.kernels.into_iter().map(|k| (k.name.to_string(), k.kernel.map_err(|d| d.message))).collect();
    Ok((unit.sources, kernels))
}

/// Lowers and executes the kernels of a batch, in its order; an error where a kernel could not be lowered.
pub fn prepare(batch: &Batch, options: &Options) -> Result<Vec<Result<Prepared, String>>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(format!("batch.{}", batch.extension()));
    std::fs::write(&path, batch.text())?;
    let language = match batch.dialect {
        Dialect::Cuda => Language::Cuda,
        Dialect::OpenCl => Language::OpenCl,
    };
    let (_, kernels) = lower(&path, language, options)?;
    let kernels = batch.programs.par_iter().map(|program| {
        let Some((_, kernel)) = kernels.iter().find(|(name, _)| *name == program.name) else {
            return Err("the front end did not find the kernel".to_owned());
        };
        let kernel = kernel.as_ref().map_err(|message| format!("front end: {message}"))?;
        if let Err(errors) = wp_kir::verify(kernel) {
            return Err(format!("ill-formed: {}", errors.first().map(ToString::to_string).unwrap_or_default()));
        }
        Ok(Prepared { kernel: kernel.clone(), truth: truth::decide(kernel, program, batch.shape) })
    });
    Ok(kernels.collect())
}

/// The results of a batch, in the order of its kernels.
fn run_batch(batch: &Batch, config: &Config) -> Result<Vec<Result<Compared, String>>> {
    let options = options(batch, config.any_launch, &config.options);
    let compared = prepare(batch, &options)?.into_par_iter().map(|prepared| {
        let Prepared { kernel, truth } = prepared?;
        let report = (!config.truth_only).then(|| wp_engine::check_kernel(&kernel, &options));
        Ok(Compared { truth, report })
    });
    Ok(compared.collect())
}

fn save(batch: &Batch, program: &Program, name: &str, found: &Disagreement, config: &Config) -> Result<()> {
    let fails = |candidates: &[Program]| -> Vec<bool> {
        let mut named = batch.only(program.clone());
        named.programs = candidates.to_vec();
        for (number, candidate) in named.programs.iter_mut().enumerate() {
            candidate.name = format!("k{number}");
        }
        let Ok(results) = run_batch(&named, config) else { return vec![false; candidates.len()] };
        results
            .into_iter()
            .map(|result| {
                let Ok(compared) = result else { return false };
                let bounds = found.property != Property::Bounds && compared.truth.bounds.is_some();
                disagreement(&compared, config.any_launch)
                    .is_some_and(|d| !bounds && d.property == found.property && d.unsound == found.unsound)
            })
            .collect()
    };
    let small = wp_gen::shrink(program, 60, fails);
    let mut text = String::new();
    let kind = if found.unsound { "proved, but an execution fails" } else { "refuted, but no execution fails" };
    let _ = writeln!(text, "// {:?}: {kind}", found.property);
    let _ = writeln!(
        text,
        "// block {:?}, grid {:?}, any launch: {}",
        batch.shape.block, batch.shape.grid, config.any_launch
    );
    let _ = writeln!(text, "// {}", found.detail.replace('\n', " "));
    std::fs::create_dir_all(&config.out)?;
    let write = |name: String, program: &Program| {
        std::fs::write(config.out.join(name), format!("{text}{}", batch.only(program.clone()).text()))
    };
    write(format!("{name}.{}", batch.extension()), &small)?;
    write(format!("{name}_whole.{}", batch.extension()), program)?;
    Ok(())
}

/// The statistics as text.
pub fn render(statistics: &Statistics) -> String {
    let mut text = String::new();
    let share = |n: usize| 100.0 * n as f64 / statistics.kernels.max(1) as f64;
    let _ = writeln!(text, "{} kernels, {} executions", statistics.kernels, statistics.runs);
    for (title, table) in [("races", &statistics.races), ("divergence", &statistics.divergence)] {
        let _ = writeln!(text, "{title}: truth, verdict, kernels, share");
        for ((truth, verdict), n) in table {
            let _ = writeln!(text, "  {truth:10} {verdict:12} {n:6} {:5.1} %", share(*n));
        }
    }
    for (title, table) in [("reasons", &statistics.reasons), ("failures", &statistics.failures)] {
        for (reason, n) in table {
            let _ = writeln!(text, "{title}: {n:5} {reason}");
        }
    }
    for (name, found) in &statistics.disagreements {
        let kind = if found.unsound { "PROVED BUT FAILS" } else { "REFUTED BUT HOLDS" };
        let _ = writeln!(text, "{kind}: {name} {:?}", found.property);
    }
    text
}
