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
use crate::{gpuverify, header, output, settings, verify};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use row::Row;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use summary::Summary;

/// Runs the command.
pub fn run(args: &CorpusArgs) -> Result<Exit, String> {
    let started = Instant::now();
    let found = collect(&args.root)?;
    let mut without_header = 0;
    let mut files: Vec<PathBuf> = Vec::new();
    for path in found {
        let matches = args.filter.as_ref().is_none_or(|part| path.to_string_lossy().contains(part.as_str()));
        if !matches {
            continue;
        }
        match std::fs::read(&path) {
            Ok(bytes) if header::parse(&String::from_utf8_lossy(&bytes), &path).is_some() => files.push(path),
            Ok(_) => without_header += 1,
            Err(error) => eprintln!("warning: {} is left out: {error}", path.display()),
        }
    }
    if files.is_empty() {
        return Err(format!(
            "no kernel file with a header under {}{}; the first line of a file must say //pass or //xfail:CODE",
            args.root.display(),
            args.filter.as_ref().map(|f| format!(" matches `{f}`")).unwrap_or_default(),
        ));
    }
    let means = Means::find(&args.limits)?;
    let rows = verify_all(args, &means, &files)?;
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

/// Verifies one file and prints its row: the child's side of [`run`].
pub fn run_one(args: &CorpusFileArgs) -> Result<Exit, String> {
    let solver = args.limits.solver.clone().zip(args.solver_version);
    let means = Means { limits: args.limits.clone(), solver };
    let job = Job {
        root: &args.root,
        no_benign_tolerance: args.no_benign_tolerance,
        only_requires: args.only_requires,
        means: &means,
    };
    let row = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(verify::STACK);
        let handle =
            thread.spawn_scoped(scope, || job.verify(&args.file)).map_err(|e| format!("cannot start a thread: {e}"))?;
        handle.join().map_err(|_| "internal error".to_owned())
    })?;
    output::print(&format!("{}\n", serde_json::to_string(&row).map_err(|e| e.to_string())?))?;
    Ok(Exit::Success)
}

/// What is the same for all files of a run.
#[derive(Clone, Copy)]
struct Job<'a> {
    root: &'a Path,
    no_benign_tolerance: bool,
    only_requires: bool,
    means: &'a Means,
}

impl Job<'_> {
    /// The name of a file in the table: relative to the tree, with `/`.
    fn name(&self, file: &Path) -> String {
        let relative = file.strip_prefix(self.root).ok().filter(|p| !p.as_os_str().is_empty()).unwrap_or(file);
        relative.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    }

    /// Verifies a file with the options of its header. Everything that goes wrong becomes a row.
    fn verify(&self, file: &Path) -> Row {
        let name = self.name(file);
        let text = match std::fs::read(file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => return Row::error(name, "", "input", format!("cannot read the file: {error}")),
        };
        let Some(header) = header::parse(&text, file) else {
            return Row::error(name, "", "input", "no header".to_owned());
        };
        let expected = header.expected.name().to_owned();
        let language = match verify::precheck(file) {
            Ok(language) => language,
            Err(error) => return Row::error(name, &expected, "input", error.message),
        };
        let options = match self.options(&header, language) {
            Ok(options) => options,
            Err(error) => return Row::error(name, &expected, "options", error),
        };
        let start = Instant::now();
        let report = verify::verify_here(file, &options);
        Row::new(name, &expected, &report, start.elapsed().as_secs_f64())
    }

    fn options(&self, header: &header::Header, language: settings::Language) -> Result<wp_engine::Options, String> {
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
        settings.finish(language).map(|(options, _)| options)
    }
}

fn verify_all(args: &CorpusArgs, means: &Means, files: &[PathBuf]) -> Result<Vec<Row>, String> {
    let progress = ProgressBar::new(files.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (remaining {eta}) {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress.set_style(style);
    progress.enable_steady_tick(Duration::from_millis(500));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.map_or(0, usize::from))
        .stack_size(verify::STACK)
        .build()
        .map_err(|e| format!("cannot start threads: {e}"))?;
    let job = Job {
        root: &args.root,
        no_benign_tolerance: args.no_benign_tolerance,
        only_requires: args.only_requires,
        means,
    };
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
                Ok(_) if settings::Language::of(&path).is_some() && path.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}
