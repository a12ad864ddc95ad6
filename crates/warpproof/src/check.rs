//! `warpproof check`: verifies files one after the other and prints each report when it is there.

use crate::cli::{CheckArgs, Color, Format, LimitArgs, RuleSet};
use crate::exit::Exit;
use crate::output;
use crate::settings::{Language, Settings};
use crate::tasks::Dump;
use crate::{gpuverify, header, verify};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wp_base::Diagnostic;
use wp_engine::{FileReport, Options};
use wp_report::Style;
use wp_solve::Version;

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Exit, String> {
    let color = match args.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            args.output.file.is_none() && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let verbose = args.gpuverify.given.iter().any(|(flag, _)| flag.name == "--verbose");
    let style = Style { color, times: verbose };
    // Options that make no sense whatever the file are a usage error, said once.
    settings(args, None)?;
    let means = Means::find(&args.limits)?;
    let mut reports = Vec::new();
    let mut text = String::new();
    let mut interrupted = false;
    let mut programs = BTreeSet::new();
    let mut dump = args.dump_vcs.as_deref().map(Dump::into_folder).transpose()?;
    for path in &args.files {
        let Some(report) = check_one(args, &means, path)? else {
            interrupted = true;
            break;
        };
        if args.output.format == Format::Text {
            let part = wp_report::render_text(&report, style);
            match args.output.file {
                Some(_) => text.push_str(&part),
                None => output::print(&part)?,
            }
        }
        if let Some(folder) = &args.emit_repro {
            write_reproducers(&report, path, folder, &mut programs)?;
        }
        if let Some(dump) = &mut dump {
            dump.add(&report)?;
        }
        reports.push(report);
    }
    match args.output.format {
        Format::Text => {
            text.push_str(&wp_report::render_summary(&reports));
            if interrupted {
                text.push_str(&format!("interrupted: {} of {} files done\n", reports.len(), args.files.len()));
            }
        }
        Format::Json => {
            text = wp_report::render_json(&reports, interrupted).map_err(|e| format!("cannot write JSON: {e}"))?;
        }
        Format::Sarif => {
            text = wp_report::render_sarif(&reports, interrupted).map_err(|e| format!("cannot write SARIF: {e}"))?;
        }
        Format::Html => text = wp_report::render_html(&reports, interrupted),
    }
    output::write(args.output.file.as_deref(), &text)?;
    Ok(if interrupted { Exit::Interrupted } else { Exit::of_reports(&reports) })
}

/// Writes a program for every confirmed finding that can be repeated, and says where there is none.
/// `written`: the names of this run's programs; two sources may have one name.
fn write_reproducers(
    report: &FileReport,
    path: &Path,
    folder: &Path,
    written: &mut BTreeSet<PathBuf>,
) -> Result<(), String> {
    // The programs lie elsewhere than the source that they include.
    let source = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (programs, missing) = wp_report::reproducers(report, &source);
    for why in missing {
        eprintln!("note: no reproducer for {why}");
    }
    let failed = |what: &Path, e: std::io::Error| format!("cannot write {}: {e}", what.display());
    if !programs.is_empty() {
        std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    }
    for program in programs {
        let mut file = folder.join(&program.name);
        for number in 2.. {
            if written.insert(file.clone()) {
                break;
            }
            file = folder.join(format!("{number}_{}", program.name));
        }
        std::fs::write(&file, program.text).map_err(|e| failed(&file, e))?;
    }
    Ok(())
}

/// The report on one file; `None` when interrupted.
fn check_one(args: &CheckArgs, means: &Means, path: &Path) -> Result<Option<FileReport>, String> {
    let language = match verify::precheck(path) {
        Ok(language) => language,
        Err(error) => return Ok(Some(verify::failed(path, error))),
    };
    let options = match options(args, means, path, language) {
        Ok((options, warnings)) => {
            for warning in warnings {
                eprintln!("warning: {warning}");
            }
            options
        }
        Err(error) => return Ok(Some(verify::failed(path, Diagnostic::error("WP0503", error)))),
    };
    let progress = ProgressBar::new_spinner();
    progress.set_style(ProgressStyle::default_spinner());
    progress.set_message(format!("verifying {}", path.display()));
    progress.enable_steady_tick(Duration::from_millis(200));
    let report = verify::verify(path, &options);
    progress.finish_and_clear();
    report
}

/// The options for one file, with warnings.
pub fn options(
    args: &CheckArgs,
    means: &Means,
    path: &Path,
    language: Language,
) -> Result<(Options, Vec<String>), String> {
    settings(args, Some((means, path)))?.finish(language)
}

/// The settings of the command line, after those of the file's header where that was asked for.
pub fn settings(args: &CheckArgs, file: Option<(&Means, &Path)>) -> Result<Settings, String> {
    let header = match file {
        Some((_, path)) if args.gpuverify_header => {
            let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
            header::parse(&String::from_utf8_lossy(&bytes), path)
        }
        _ => None,
    };
    let mut settings = match (args.conventions, &header) {
        (RuleSet::Warpproof, None) => Settings::new(),
        _ => Settings::gpuverify(),
    };
    if let Some((means, _)) = file {
        means.apply(&mut settings.options);
    }
    if let Some(header) = header {
        for (flag, value) in gpuverify::parse_words(&header.words)? {
            settings.apply(flag, value.as_deref())?;
        }
    }
    for (flag, value) in &args.gpuverify.given {
        settings.apply(flag, value.as_deref())?;
    }
    if let Some(block) = &args.block {
        settings.set_block(block)?;
    }
    if let Some(grid) = &args.grid {
        settings.set_grid(grid)?;
    }
    let options = &mut settings.options;
    args.preprocessor.add_to(options);
    options.kernels.clone_from(&args.kernels);
    options.benign_same_value |= args.benign_same_value;
    options.ignore_host = args.ignore_host;
    options.witness_details = args.output.format == Format::Html || args.emit_repro.is_some();
    options.bounds &= !args.no_bounds;
    options.assertions &= !args.no_assertions;
    options.contract_scripts = args.dump_vcs.is_some();
    options.preconditions = args.preconditions || args.accept_preconditions;
    options.accept_preconditions = args.accept_preconditions;
    options.performance = args.perf;
    Ok(settings)
}

/// The limits and the solver of a run, sought once.
#[derive(Clone, Debug)]
pub struct Means {
    /// As asked for.
    pub limits: LimitArgs,
    /// The solver, if there is one.
    pub solver: Option<(PathBuf, Version)>,
}

impl Means {
    /// Looks for the solver. One that was asked for and cannot be used is an error; one that is not found costs what only it
    /// can decide.
    pub fn find(limits: &LimitArgs) -> Result<Self, String> {
        let mut means = Self { limits: limits.clone(), solver: None };
        if limits.no_solver {
            return Ok(means);
        }
        match (wp_solve::find_solver(limits.solver.as_deref()), &limits.solver) {
            (Ok(found), _) => means.solver = Some(found),
            (Err(error), Some(program)) => {
                return Err(format!("[WP0505]: `--solver={}` cannot be used: {error}", program.display()))
            }
            (Err(error), None) => {
                eprintln!("warning[WP0505]: {error}; what only a solver can decide stays unknown");
            }
        }
        Ok(means)
    }

    /// Sets them in the options.
    pub fn apply(&self, options: &mut Options) {
        let limits = &self.limits;
        options.timeout = limits.timeout;
        options.query_timeout = limits.query_timeout;
        options.solver = self.solver.as_ref().map(|(program, _)| program.clone());
        options.solver_version = self.solver.as_ref().map(|(_, version)| *version);
        options.no_solver = self.solver.is_none();
        options.cache = self.cache();
        options.without.clone_from(&limits.without);
        limits.inference.apply(options);
    }

    /// The folder for answers of the solver.
    pub fn cache(&self) -> Option<PathBuf> {
        if self.limits.no_cache {
            return None;
        }
        let usual = || wp_base::cache_roots().into_iter().next().map(|root| root.join("answers"));
        self.limits.cache_dir.clone().or_else(usual)
    }
}
