//! `warpproof corpus`: verifies every kernel file of a tree that carries GPUVerify's header and compares with it.
//!
//! Each file is verified in a process of its own (unless `--in-process`), so that a crash, a hang or a lack of memory
//! costs one row. Rows are in the order of the paths, whatever finished first.

mod child;
mod row;
mod summary;

use crate::check::Means;
use crate::cli::{CorpusArgs, CorpusFileArgs, Rows};
use crate::exit::Exit;
use crate::interrupt::interrupted;
use crate::{gpuverify, header, output, settings, study, verify};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use row::Row;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use summary::Summary;

/// Runs the command.
pub fn run(args: &CorpusArgs) -> Result<Exit, String> {
    if let Some(folder) = &args.study.study_from {
        return study::redraw(folder, args.study.study_slow);
    }
    // The command line demands a tree when nothing is drawn again.
    let root = args.root.as_deref().unwrap_or(Path::new("."));
    let started = Instant::now();
    let found = collect(root)?;
    let mut without_header = 0;
    let mut files: Vec<PathBuf> = Vec::new();
    let mut passes: Vec<PathBuf> = Vec::new();
    for path in found {
        let matches = args.filter.as_ref().is_none_or(|part| path.to_string_lossy().contains(part.as_str()));
        if !matches {
            continue;
        }
        let header = match std::fs::read(&path) {
            Ok(bytes) => header::parse(&String::from_utf8_lossy(&bytes), &path),
            Err(error) => {
                eprintln!("warning: {} is left out: {error}", path.display());
                continue;
            }
        };
        match header {
            Some(header) => {
                if header.expected == header::Expected::Pass {
                    passes.push(path.clone());
                }
                files.push(path);
            }
            None => without_header += 1,
        }
    }
    if files.is_empty() {
        return Err(format!(
            "no kernel file with a header under {}{}; the first line of a file must say //pass or //xfail:CODE",
            root.display(),
            args.filter.as_ref().map(|f| format!(" matches `{f}`")).unwrap_or_default(),
        ));
    }
    let means = Means::find(&args.limits)?;
    if let Some(what) = args.study.study {
        return study_all(what, args, root, means, &passes);
    }
    let rows = verify_all(args, root, &means, &files)?;
    let stopped = interrupted();
    if let Some(path) = &args.csv {
        output::write(Some(path), &row::csv(&rows)?)?;
    }
    let summary = Summary::new(&rows, started.elapsed().as_secs_f64());
    if let Some(path) = &args.json {
        output::write(Some(path), &summary::json(&summary, &rows, stopped)?)?;
    }
    if args.csv.as_deref() != Some(Path::new("-")) && args.json.as_deref() != Some(Path::new("-")) {
        let mut text = String::new();
        for row in rows.iter().filter(|r| match args.rows {
            Rows::All => true,
            Rows::Disagreements => !r.agrees(),
            Rows::None => false,
        }) {
            text.push_str(&row.line());
        }
        text.push_str(&summary.text());
        if without_header > 0 {
            text.push_str(&format!("{without_header} kernel files without a header were left out\n"));
        }
        if stopped {
            text.push_str(&format!("interrupted: {} of {} files done\n", rows.len(), files.len()));
        }
        output::print(&text)?;
    }
    Ok(if stopped { Exit::Interrupted } else { Exit::Success })
}

/// Runs a study over the files that are expected to pass.
fn study_all(
    what: study::Study,
    args: &CorpusArgs,
    root: &Path,
    mut means: Means,
    passes: &[PathBuf],
) -> Result<Exit, String> {
    // Answers of earlier runs would make later ones look fast.
    means.limits.no_cache = true;
    let job = Job::new(args, root, &means);
    let files: Vec<(String, PathBuf)> = passes.iter().map(|path| (job.name(path), path.clone())).collect();
    let mut arguments = vec![root.display().to_string()];
    arguments.extend(args.filter.iter().map(|part| format!("--filter={part}")));
    arguments.extend(args.no_benign_tolerance.then(|| "--no-benign-tolerance".to_owned()));
    arguments.extend(args.only_requires.then(|| "--only-requires".to_owned()));
    arguments.push(format!("--timeout={}", args.limits.timeout().as_secs_f64()));
    arguments.extend(args.limits.effort.map(|effort| format!("--effort={}", effort.as_secs_f64())));
    arguments.push(format!("--query-timeout={}", args.limits.query_timeout.as_secs_f64()));
    arguments.extend(args.limits.no_solver.then(|| "--no-solver".to_owned()));
    arguments.extend(args.limits.no_simplification.then(|| "--no-simplification".to_owned()));
    arguments.extend(means.portfolio.solvers().iter().map(|s| format!("--portfolio={}", s.program.display())));
    arguments.extend(args.limits.without.iter().map(|assumption| format!("--without={assumption}")));
    arguments.extend(args.limits.inference.words());
    let jobs = args.jobs.map_or(0, usize::from);
    let corpus = study::Corpus { files: &files, arguments, inference: &means.limits.inference, jobs };
    study::run(what, &args.study, &corpus, &|inference, more, file| {
        let mut means = means.clone();
        means.limits.inference = inference.clone();
        child::record(&Job::new(args, root, &means), file, more)
    })
}

/// Verifies one file and prints its row: the child's side of [`run`].
pub fn run_one(args: &CorpusFileArgs) -> Result<Exit, String> {
    let solver = args.limits.solver.clone().zip(args.solver_version);
    let mut means = Means::new(&args.limits, solver);
    means.find_portfolio()?;
    let job = Job {
        root: &args.root,
        no_benign_tolerance: args.no_benign_tolerance,
        only_requires: args.only_requires,
        ignore_sizes: args.ignore_sizes,
        ignore_invariants: args.ignore_invariants,
        means: &means,
    };
    let line = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(wp_engine::STACK);
        let verify = || match args.record {
            true => serde_json::to_string(&job.record(&args.file)),
            false => serde_json::to_string(&job.verify(&args.file)),
        };
        let handle = thread.spawn_scoped(scope, verify).map_err(|e| format!("cannot start a thread: {e}"))?;
        handle.join().map_err(|_| "internal error".to_owned())
    })?;
    output::print(&format!("{}\n", line.map_err(|e| e.to_string())?))?;
    Ok(Exit::Success)
}

/// The settings that all files of a run share.
#[derive(Clone, Copy)]
struct Job<'a> {
    root: &'a Path,
    no_benign_tolerance: bool,
    only_requires: bool,
    ignore_sizes: bool,
    /// Loop invariants of the source are neither used nor checked when nothing is inferred.
    ignore_invariants: bool,
    means: &'a Means,
}

/// Why there is no report on a file.
struct Refusal {
    expected: String,
    stage: &'static str,
    reason: String,
}

impl<'a> Job<'a> {
    fn new(args: &CorpusArgs, root: &'a Path, means: &'a Means) -> Self {
        let CorpusArgs { no_benign_tolerance, only_requires, ignore_sizes, .. } = *args;
        Self { root, no_benign_tolerance, only_requires, ignore_sizes, ignore_invariants: false, means }
    }

    /// The name of a file in the table: relative to the tree, with `/`.
    fn name(&self, file: &Path) -> String {
        let relative = file.strip_prefix(self.root).ok().filter(|p| !p.as_os_str().is_empty()).unwrap_or(file);
        relative.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    }

    /// Verifies a file with the options of its header. Everything that goes wrong becomes a row.
    fn verify(&self, file: &Path) -> Row {
        let start = Instant::now();
        match self.report(file) {
            Ok((expected, report)) => Row::new(self.name(file), &expected, &report, start.elapsed().as_secs_f64()),
            Err(refusal) => Row::error(self.name(file), &refusal.expected, refusal.stage, refusal.reason),
        }
    }

    /// The same for a study.
    fn record(&self, file: &Path) -> study::Record {
        let start = Instant::now();
        match self.report(file) {
            Ok((_, report)) => study::Record::new(self.name(file), &report, start.elapsed().as_secs_f64()),
            Err(refusal) => study::Record::failed(self.name(file), refusal.reason, start.elapsed().as_secs_f64()),
        }
    }

    /// The expectation in the header of a file, and the report.
    fn report(&self, file: &Path) -> Result<(String, wp_engine::FileReport), Refusal> {
        let refuse = |expected: &str, stage, reason| Refusal { expected: expected.to_owned(), stage, reason };
        let bytes = std::fs::read(file).map_err(|e| refuse("", "input", format!("cannot read the file: {e}")))?;
        let text = String::from_utf8_lossy(&bytes);
        let header = header::parse(&text, file).ok_or_else(|| refuse("", "input", "no header".to_owned()))?;
        let expected = header.expected.name();
        let language = verify::precheck(file).map_err(|e| refuse(expected, "input", e.message))?;
        let options = self.options(&header, language).map_err(|e| refuse(expected, "options", e))?;
        Ok((expected.to_owned(), verify::verify_here(file, &options)))
    }

    fn options(&self, header: &header::Header, language: wp_clang::Language) -> Result<wp_engine::Options, String> {
        let mut settings = settings::Settings::gpuverify();
        for (flag, value) in gpuverify::parse_words(&header.words)? {
            settings.apply(flag, value.as_deref())?;
        }
        self.means.apply(&mut settings.options);
        if self.no_benign_tolerance {
            settings.options.benign_same_value = false;
        }
        // `--no-annotations` in a header asks for more.
        if self.only_requires && settings.options.annotations == wp_engine::Annotations::All {
            settings.options.annotations = wp_engine::Annotations::OnlyRequires;
        }
        settings.options.invariants_as_candidates |= self.ignore_invariants;
        settings.ignore_sizes = self.ignore_sizes;
        settings.finish(language).map(|(options, _)| options)
    }
}

fn verify_all(args: &CorpusArgs, root: &Path, means: &Means, files: &[PathBuf]) -> Result<Vec<Row>, String> {
    let progress = ProgressBar::new(files.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (remaining {eta}) {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress.set_style(style);
    progress.enable_steady_tick(Duration::from_millis(500));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.map_or(0, usize::from))
        .stack_size(wp_engine::STACK)
        .build()
        .map_err(|e| format!("cannot start threads: {e}"))?;
    let job = Job::new(args, root, means);
    let rows: Vec<Option<Row>> = pool.install(|| {
        files
            .par_iter()
            .map(|file| {
                if interrupted() {
                    return None;
                }
                let row = if args.in_process { Some(job.verify(file)) } else { child::verify(&job, file) };
                progress.inc(1);
                if let Some(row) = &row {
                    progress.set_message(format!("{} {}", row.verdict, row.file));
                }
                row
            })
            .collect()
    });
    progress.finish_and_clear();
    Ok(rows.into_iter().flatten().collect())
}

/// All kernel files under a folder, sorted. Links to folders are not followed, so there are no cycles.
fn collect(root: &Path) -> Result<Vec<PathBuf>, String> {
    let meta = std::fs::metadata(root).map_err(|e| {
        format!("cannot read {}: {}; give the folder of the kernels", root.display(), verify::reason(&e))
    })?;
    if !meta.is_dir() {
        return Err(format!(
            "{} is not a folder; to check one file use `warpproof check --gpuverify-header`",
            root.display()
        ));
    }
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if folder == root => {
                return Err(format!("cannot read {}: {error}; check its permissions", root.display()))
            }
            Err(error) => {
                eprintln!("warning: {} is left out: {error}", folder.display());
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(_) if wp_clang::Language::of(&path).is_some() && path.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}
