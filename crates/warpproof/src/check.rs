//! `warpproof check`: verifies files one after the other and prints each report when it is there.

use crate::baseline::{self, Baseline};
use crate::changed::Changed;
use crate::cli::{CheckArgs, Color, Format, LimitArgs, RuleSet};
use crate::config::{self, Config};
use crate::exit::Exit;
use crate::inputs;
use crate::launch_file::Job;
use crate::output;
use crate::settings::Settings;
use crate::tasks::Dump;
use crate::watch::{User, Watch};
use crate::{gpuverify, header, suppress, verify};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use wp_base::Diagnostic;
use wp_clang::Language;
use wp_engine::{Elsewhere, FileReport, Options};
use wp_report::Style;
use wp_solve::{Further, Portfolio, Version};

/// Runs the command for the user of the program.
pub fn run(args: &CheckArgs) -> Result<Exit, String> {
    // A person who waits sees every file when it is done.
    let style = style(args);
    let is_shown = args.output.format == Format::Text && args.output.file.is_none();
    let results = results(args, &mut Shown { is_shown, style, user: User })?;
    if is_shown {
        output::print(&results.summary())?;
    } else {
        output::write(args.output.file.as_deref(), &results.render(args.output.format, style)?)?;
    }
    Ok(results.exit(args))
}

/// The user, who is shown each report when it is there.
struct Shown {
    is_shown: bool,
    style: Style,
    user: User,
}

impl Watch for Shown {
    fn file(&mut self, report: &FileReport) -> Result<(), String> {
        match self.is_shown {
            true => output::print(&wp_report::render_text(report, self.style)),
            false => Ok(()),
        }
    }

    fn is_interrupted(&mut self) -> bool {
        self.user.is_interrupted()
    }
}

/// The style of the text.
fn style(args: &CheckArgs) -> Style {
    let color = match args.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            args.output.file.is_none() && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let verbose = args.gpuverify.given.iter().any(|(flag, _)| flag.name == "--verbose");
    Style { color, times: verbose }
}

/// Runs the command without showing the results; everything else that it writes is written.
pub fn results(args: &CheckArgs, watch: &mut dyn Watch) -> Result<Results, String> {
    let outputs: Vec<&PathBuf> = args.output.file.iter().chain(args.also.iter().map(|also| &also.file)).collect();
    if let Some(taken) =
        outputs.iter().enumerate().find(|(n, file)| outputs[..*n].contains(file) || args.files.contains(file))
    {
        return Err(format!("{} would be written over; give another place", taken.1.display()));
    }
    // Options that make no sense whatever the file are a usage error, said once.
    settings(args, None, None)?;
    let means = Means::find(&args.limits)?;
    let mut reports = Vec::new();
    let mut interrupted = false;
    let mut programs = BTreeSet::new();
    let mut dump = args.dump_vcs.as_deref().map(Dump::into_folder).transpose()?;
    let jobs = inputs::jobs(args)?;
    let mut accepted = args.configuration.write_baseline.as_deref().map(Baseline::to_write).transpose()?;
    let elsewhere = launched_in(args, &means, &jobs);
    let chosen = changed(args, &jobs)?;
    let is_chosen = |n: usize| chosen.as_ref().is_none_or(|chosen| chosen[n]);
    let wanted = (0..jobs.len()).filter(|n| is_chosen(*n)).count();
    for (_, job) in jobs.iter().enumerate().filter(|(n, _)| is_chosen(*n)) {
        let path = &job.path;
        let Some(mut report) = check_one(args, &means, job, &elsewhere, watch)? else {
            interrupted = true;
            break;
        };
        if report.kernels.is_empty() && report.errors.is_empty() {
            // Host code, which was read for the others.
            continue;
        }
        if args.strict {
            report.be_strict();
        }
        if let Some(accepted) = &mut accepted {
            accepted.replace(&mut report);
        }
        watch.file(&report)?;
        if let Some(folder) = &args.emit_repro {
            write_reproducers(&report, path, folder, &mut programs)?;
        }
        if let Some(dump) = &mut dump {
            dump.add(&report)?;
        }
        reports.push(report);
    }
    let unchanged = chosen.is_some() && wanted == 0;
    let results = Results { reports, interrupted, unchanged, files: wanted };
    for also in &args.also {
        output::write(Some(&also.file), &results.render(also.format, Style { color: false, ..style(args) })?)?;
    }
    if let (Some(accepted), false) = (accepted, interrupted) {
        eprintln!("{}", accepted.write()?);
    }
    Ok(results)
}

/// The results of a run of the command.
pub struct Results {
    /// The reports on the files that are done.
    pub reports: Vec<FileReport>,
    /// True if the caller ended the run.
    pub interrupted: bool,
    /// True if no file has changed, so that none is checked.
    unchanged: bool,
    /// The number of files to be checked.
    files: usize,
}

impl Results {
    /// The outcome.
    pub fn exit(&self, args: &CheckArgs) -> Exit {
        match self.interrupted {
            true => Exit::Interrupted,
            false if self.unchanged => Exit::Success,
            false => Exit::of_reports(&self.reports, args.strict).failing_on(args.fail_on),
        }
    }

    /// All of it in one form.
    pub fn render(&self, format: Format, style: Style) -> Result<String, String> {
        let (reports, interrupted) = (&self.reports, self.interrupted);
        match format {
            Format::Text => {
                let parts: String = reports.iter().map(|report| wp_report::render_text(report, style)).collect();
                Ok(parts + &self.summary())
            }
            Format::Json => wp_report::render_json(reports, interrupted).map_err(|e| format!("cannot write JSON: {e}")),
            Format::Sarif => {
                wp_report::render_sarif(reports, interrupted).map_err(|e| format!("cannot write SARIF: {e}"))
            }
            Format::Html => Ok(wp_report::render_html(reports, interrupted)),
        }
    }

    /// The last lines of the text.
    pub fn summary(&self) -> String {
        if self.unchanged {
            return "No kernel file has changed.\n".to_owned();
        }
        let mut text = wp_report::render_summary(&self.reports);
        if self.interrupted {
            text.push_str(&format!("interrupted: {} of {} files done\n", self.reports.len(), self.files));
        }
        text
    }
}

/// The jobs whose files have changed; `None` where all are to be done.
fn changed(args: &CheckArgs, jobs: &[Job]) -> Result<Option<Vec<bool>>, String> {
    let Some(revision) = &args.changed_since else { return Ok(None) };
    let given = &args.configuration;
    let settings: Vec<&Path> = [&given.config, &given.baseline].into_iter().flatten().map(PathBuf::as_path).collect();
    Ok(Some(Changed::since(revision)?.of_jobs(jobs, &settings)))
}

/// Writes a program for every confirmed finding that can be repeated, and reports those without one. `written`: the
/// names of this run's programs; two sources may have one name.
fn write_reproducers(
    report: &FileReport,
    path: &Path,
    folder: &Path,
    written: &mut BTreeSet<PathBuf>,
) -> Result<(), String> {
    if wp_engine::is_python(path) {
        eprintln!("note: no reproducers for {}: a program cannot include strings of a Python file", path.display());
        return Ok(());
    }
    if let Some(by) = &report.included_in {
        eprintln!("note: no reproducers for {}, which was read as part of {}", path.display(), by.display());
        return Ok(());
    }
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

/// The host code that the checked files share: launches and changes of variables, also in files of the project that are
/// not checked.
fn launched_in(args: &CheckArgs, means: &Means, jobs: &[Job]) -> Arc<Vec<Elsewhere>> {
    let read = |job: &Job| {
        // An error in a checked file is reported by its own check.
        let language = verify::precheck_source(&job.path, job.language()).ok()?;
        setup(args, means, job, language).ok().map(|setup| (job.path.clone(), setup.options))
    };
    let checked: Vec<(PathBuf, Options)> = jobs.iter().filter_map(read).collect();
    let paths: Vec<&Path> = jobs.iter().map(|job| &*job.path).collect();
    let are_launches_followed = checked.iter().any(|(_, options)| options.follows_launches());
    let found = if are_launches_followed { wp_clang::launching_files(&paths) } else { Vec::new() };
    // Launches of a part of these files would say too much of the kernels.
    let unchecked = found.iter().map(|path| read(&inputs::job(args, path).ok()?)).collect::<Option<Vec<_>>>();
    let unchecked = unchecked.unwrap_or_default();
    match checked.len() + unchecked.len() {
        0 | 1 => Arc::default(),
        _ => Arc::new(wp_engine::launched_in(&checked, &unchecked)),
    }
}

/// The report on one file; `None` when interrupted.
fn check_one(
    args: &CheckArgs,
    means: &Means,
    job: &Job,
    elsewhere: &Arc<Vec<Elsewhere>>,
    watch: &mut dyn Watch,
) -> Result<Option<FileReport>, String> {
    let path = &*job.path;
    let language = match verify::precheck_source(path, job.language()) {
        Ok(language) => language,
        Err(error) => return Ok(Some(verify::failed(path, error))),
    };
    let Setup { mut options, warnings, accepted } = match setup(args, means, job, language) {
        Ok(setup) => setup,
        Err(report) => return Ok(Some(*report)),
    };
    options.checked_together = elsewhere.clone();
    for warning in warnings {
        eprintln!("warning: {warning}");
    }
    let progress = ProgressBar::new_spinner();
    progress.set_style(ProgressStyle::default_spinner());
    progress.set_message(format!("verifying {}", path.display()));
    progress.enable_steady_tick(Duration::from_millis(200));
    let report = verify::verify(path, &options, watch);
    progress.finish_and_clear();
    let mut report = report?;
    let complete = args.kernels.is_empty();
    if let (Some(accepted), Some(report)) = (accepted, &mut report) {
        for warning in accepted.apply(report, complete) {
            eprintln!("warning: {warning}");
        }
    }
    if let Some(report) = &mut report {
        suppress::apply(report, complete);
    }
    Ok(report)
}

/// The setup for the check of one file.
pub struct Setup {
    /// The options.
    pub options: Options,
    /// Warnings about settings that are ignored.
    pub warnings: Vec<String>,
    /// The accepted findings.
    pub accepted: Option<Baseline>,
}

/// The setup for the check of one file, by its configuration, its header and the command line; or the report with the
/// reason why there is none.
pub fn setup(args: &CheckArgs, means: &Means, job: &Job, language: Language) -> Result<Setup, Box<FileReport>> {
    let (path, given) = (&*job.path, &args.configuration);
    let config =
        config::of(path, given.config.as_deref(), given.no_config).map_err(|error| Box::new(error.report(path)))?;
    let finished = settings(args, Some((means, job)), config.as_ref()).and_then(|settings| settings.finish(language));
    let failed = |code, why| Box::new(verify::failed(path, Diagnostic::error(code, why)));
    let (mut options, warnings) = finished.map_err(|e| failed("WP0503", e))?;
    if config.as_ref().is_some_and(|c| c.portfolio) {
        means.add_installed(&mut options).map_err(|e| failed("WP0505", e))?;
    }
    let configured = config.as_ref().and_then(|c| c.baseline.as_ref());
    let accepted = match (&given.write_baseline, given.baseline.as_ref().or(configured)) {
        (None, Some(file)) => Some(baseline::read(file).map_err(|error| Box::new(error.report(path)))?),
        _ => None,
    };
    Ok(Setup { options, warnings, accepted })
}

/// The settings of the command line, after those of the file's header where that was asked for, and of the
/// configuration.
pub fn settings(args: &CheckArgs, file: Option<(&Means, &Job)>, config: Option<&Config>) -> Result<Settings, String> {
    let header = match file {
        Some((_, Job { path, .. })) if args.gpuverify_header => {
            let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
            header::parse(&String::from_utf8_lossy(&bytes), path)
        }
        _ => None,
    };
    let conventions = args.conventions.or(config.and_then(|c| c.conventions)).unwrap_or(RuleSet::Warpproof);
    let mut settings = match (conventions, &header) {
        (RuleSet::Warpproof, None) => Settings::new(),
        _ => Settings::gpuverify(),
    };
    if let Some((means, job)) = file {
        means.apply(&mut settings.options);
        for (flag, value) in gpuverify::parse_words(&job.words)? {
            settings.apply(flag, value.as_deref())?;
        }
    }
    if let Some(config) = config {
        config.apply(&mut settings.options, &args.limits);
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
    let (block_given, grid_given) = settings.sizes_given();
    let options = &mut settings.options;
    if let Some((_, Job { flags: Some(flags), .. })) = file {
        if let Some(unread) = flags.unread.first() {
            return Err(format!("cannot read {}, a file of options of the build", unread.display()));
        }
        options.defines.extend(flags.defines.iter().cloned());
        options.includes.extend(flags.includes.iter().cloned());
        options.clang_flags.extend(flags.extra.iter().cloned());
        options.headers.clone_from(&flags.headers);
        options.warp_size = flags.warp_size;
    }
    options.language = file.and_then(|(_, job)| job.language());
    args.preprocessor.add_to(options);
    match file.and_then(|(_, job)| job.kernel.clone()) {
        Some(kernel) => options.kernels = vec![kernel],
        None => options.kernels.clone_from(&args.kernels),
    }
    options.benign_same_value |= args.benign_same_value;
    options.ignore_host = args.ignore_host;
    let is_page = |format| format == Format::Html;
    let pages = is_page(args.output.format) || args.also.iter().any(|also| is_page(also.format));
    options.witness_details = pages || args.emit_repro.is_some();
    options.bounds &= !args.no_bounds;
    options.alignment &= !args.no_alignment;
    options.initialised &= !args.no_initialised;
    args.widths.apply(options);
    options.assertions &= !args.no_assertions;
    options.floats = args.float.into();
    options.contract_scripts = args.dump_vcs.is_some();
    options.preconditions = args.preconditions || args.accept_preconditions;
    options.accept_preconditions = args.accept_preconditions;
    options.modular = args.modular;
    options.explain_proof.clone_from(&args.explain_proof);
    options.fixes = args.suggest_fixes;
    options.performance = args.perf;
    if let Some(config) = config {
        config.apply_last(options, block_given, grid_given);
    }
    Ok(settings)
}

/// The limits and the solver of a run, sought once.
#[derive(Clone, Debug)]
pub struct Means {
    /// As asked for.
    pub limits: LimitArgs,
    /// The solver, if there is one.
    pub solver: Option<(PathBuf, Version)>,
    /// The solvers that are asked beside it.
    pub portfolio: Portfolio,
    /// The installed solvers, once they were searched for.
    installed: OnceLock<Result<Portfolio, String>>,
}

impl Means {
    /// With this solver alone.
    pub fn new(limits: &LimitArgs, solver: Option<(PathBuf, Version)>) -> Self {
        Self { limits: limits.clone(), solver, portfolio: Portfolio::default(), installed: OnceLock::new() }
    }

    /// Searches for the solver. A requested solver that cannot be used is an error; without a solver, properties that
    /// need one are unknown.
    pub fn find(limits: &LimitArgs) -> Result<Self, String> {
        let mut means = Self::new(limits, None);
        if limits.no_solver {
            return Ok(means);
        }
        means.find_portfolio()?;
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

    /// Looks for the solvers of the portfolio that is asked for.
    pub fn find_portfolio(&mut self) -> Result<(), String> {
        let mut solvers = Vec::new();
        for program in &self.limits.portfolio {
            if program.is_empty() {
                solvers.extend(installed().map_err(|why| format!("[WP0505]: {why}"))?);
            } else {
                let unusable =
                    |why| format!("[WP0505]: `--portfolio={}` cannot be used: {why}", program.to_string_lossy());
                solvers.push(wp_solve::further_solver(Path::new(program)).map_err(unusable)?);
            }
        }
        self.portfolio = Portfolio::new(solvers).map_err(|why| format!("`--portfolio`: {why}"))?;
        Ok(())
    }

    /// Takes the further solvers that are installed, as a configuration wants, where none are given.
    fn add_installed(&self, options: &mut Options) -> Result<(), String> {
        if !self.limits.portfolio.is_empty() || options.no_solver {
            return Ok(());
        }
        let installed = self.installed.get_or_init(|| installed().and_then(Portfolio::new));
        options.portfolio = installed.clone()?;
        Ok(())
    }

    /// Sets them in the options.
    pub fn apply(&self, options: &mut Options) {
        let limits = &self.limits;
        options.timeout = limits.timeout();
        options.effort = limits.effort;
        options.memory = limits.memory();
        options.query_timeout = limits.query_timeout;
        options.solver = self.solver.as_ref().map(|(program, _)| program.clone());
        options.solver_version = self.solver.as_ref().map(|(_, version)| *version);
        options.portfolio = self.portfolio.clone();
        options.no_solver = self.solver.is_none();
        options.simplification = !limits.no_simplification;
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

/// The further solvers that are installed; a warning where there are none.
fn installed() -> Result<Vec<Further>, String> {
    let found = wp_solve::installed_solvers().map_err(|why| format!("the portfolio cannot be used: {why}"))?;
    if found.is_empty() {
        eprintln!("warning[WP0505]: no solver is found beside z3: install cvc5, or name one by `--portfolio=PROGRAM`");
    }
    Ok(found)
}
