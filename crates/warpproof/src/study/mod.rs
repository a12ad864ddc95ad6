//! `warpproof corpus DIR --study ..`: the experiments of Betts et al. 2017 on rules and refutation engines, over any
//! corpus.
//!
//! Every file is verified under every [`variant`] that it needs, each run in a process of its own; what came out is
//! kept as raw rows ([`store`]), from which tables and figures are computed ([`rules`], [`engines`]) and written
//! ([`document`], [`chart`]).

mod chart;
mod document;
mod engines;
mod engines_report;
mod record;
mod rules;
mod rules_report;
mod store;
#[cfg(test)]
mod tests;
mod variant;

pub use record::Record;

use crate::exit::Exit;
use crate::inference::InferenceArgs;
use crate::interrupt::interrupted;
use crate::output;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use store::{Header, Rows, Store};
use variant::{RulePlan, Variant, COMBINATIONS};

/// What can be studied.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Study {
    /// Rules that suggest invariants: how often, how well, to what use
    Rules,
    /// Refutation engines: what they refute, and what time they save
    Engines,
}

impl Study {
    fn name(self) -> &'static str {
        match self {
            Study::Rules => "rules",
            Study::Engines => "engines",
        }
    }
}

/// Options of a study.
#[derive(Args, Clone, Debug)]
pub struct StudyArgs {
    /// Study invariant inference instead: tables and figures go to a folder, see docs/study.md
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["csv", "json", "in_process"])]
    pub study: Option<Study>,
    /// Folder of the study; one that holds raw rows of the same study goes on where it was
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    pub study_dir: PathBuf,
    /// Draw the tables and figures again from the raw rows of a folder, without a run
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["study", "study_dir"])]
    pub study_from: Option<PathBuf>,
    /// Run each combination of engines so many times, and take the mean of the times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub study_repeats: u32,
    /// A kernel is slow when Houdini alone takes more than this
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = crate::settings::seconds)]
    pub study_slow: Duration,
}

/// One run of a study; `None` when Ctrl-C came first.
pub type Run<'a> = dyn Fn(&InferenceArgs, &[&str], &Path) -> Option<Record> + Sync + 'a;

/// The files that a study is about.
pub struct Corpus<'a> {
    /// The files: name in the tables, and path.
    pub files: &'a [(String, PathBuf)],
    /// Options that tell one corpus from another, such as its folder and the filter.
    pub arguments: Vec<String>,
    /// The options about inference that all runs share.
    pub inference: &'a InferenceArgs,
    /// Files at a time.
    pub jobs: usize,
}

/// Makes the missing runs of a study, and draws it.
pub fn run(study: Study, args: &StudyArgs, corpus: &Corpus<'_>, run_one: &Run<'_>) -> Result<Exit, String> {
    let inference = corpus.inference;
    if inference.no_inference
        || !inference.rules.is_empty()
        || !inference.engines.is_empty()
        || inference.parallel_engines
    {
        return Err("a study chooses rules and engines itself; leave out --rules, --engines, --parallel-engines and \
                    --no-inference"
            .to_owned());
    }
    let mut header = Header::new(study.name());
    header.arguments.clone_from(&corpus.arguments);
    header.no_acceleration = inference.no_acceleration;
    header.rules = rules::order();
    header.files = corpus.files.len();
    header.repeats = if study == Study::Engines { args.study_repeats } else { 1 };
    let (store, rows) = Store::open(&args.study_dir, &header)?;
    let known = rows.len();
    let shared = Shared { store, rows: Mutex::new(rows), run_one, inference };
    all_files(study, corpus, &header, &shared)?;
    let rows = shared.rows.into_inner().map_err(|_| "internal error".to_owned())?;
    let done = rows.len() - known;
    if interrupted() {
        output::print(&format!("interrupted after {done} runs; the same command goes on from here\n"))?;
        return Ok(Exit::Interrupted);
    }
    output::print(&format!("{done} runs, {known} known before\n"))?;
    draw(study, &header, &rows, &args.study_dir, args.study_slow)?;
    Ok(Exit::Success)
}

/// Draws the studies whose raw rows are in a folder.
pub fn redraw(folder: &Path, slow: Duration) -> Result<Exit, String> {
    let there = |s: &Study| store::path(folder, s.name()).exists();
    let found: Vec<Study> = [Study::Rules, Study::Engines].into_iter().filter(there).collect();
    if found.is_empty() {
        return Err(format!("{} holds no raw rows; name the --study-dir of a study", folder.display()));
    }
    for study in found {
        let (header, rows) = store::load(folder, study.name())?;
        draw(study, &header, &rows, folder, slow)?;
    }
    Ok(Exit::Success)
}

fn draw(study: Study, header: &Header, rows: &Rows, folder: &Path, slow: Duration) -> Result<(), String> {
    let settings = header.arguments.join(" ");
    let settings = format!("`{settings}`, {} files", header.files);
    let name = format!("{}.md", study.name());
    let document = match study {
        Study::Rules => rules_report::document(&rules::RuleStudy::new(header, rows), &settings)?,
        Study::Engines => {
            engines_report::document(&engines::EngineStudy::new(header, rows), slow.as_secs_f64(), &settings)?
        }
    };
    document.write(folder, &name)?;
    output::print(&format!("wrote {}\n", folder.join(name).display()))
}

/// The state that the threads of a study share.
struct Shared<'a> {
    store: Store,
    rows: Mutex<Rows>,
    run_one: &'a Run<'a>,
    inference: &'a InferenceArgs,
}

impl Shared<'_> {
    /// The row of a run, made now if there is none; `None` when interrupted.
    fn row(&self, (name, path): &(String, PathBuf), variant: &Variant, repeat: u32) -> Result<Option<Record>, String> {
        let key = variant.key();
        let rows = || self.rows.lock().map_err(|_| "internal error".to_owned());
        if let Some(row) = rows()?.get(name, &key, repeat) {
            return Ok(Some(row.clone()));
        }
        let inference = variant.arguments(self.inference);
        let more: &[&str] = if *variant == Variant::Bare { &["--ignore-invariants"] } else { &[] };
        let Some(mut row) = (self.run_one)(&inference, more, path) else { return Ok(None) };
        row.variant = key;
        row.repeat = repeat;
        self.store.add(&row)?;
        rows()?.insert(row.clone());
        Ok(Some(row))
    }

    /// All runs of a file.
    fn file(&self, study: Study, header: &Header, file: &(String, PathBuf)) -> Result<(), String> {
        let first = match study {
            Study::Rules => Variant::All,
            Study::Engines => Variant::Engines(&COMBINATIONS[0]),
        };
        let Some(row) = self.row(file, &first, 0)? else { return Ok(()) };
        if row.error.is_some() {
            return Ok(());
        }
        let rest = match study {
            Study::Rules => {
                let order: Vec<String> = header.rules.iter().map(|r| r.name.clone()).collect();
                let plan = RulePlan { order: &order, no_acceleration: header.no_acceleration };
                plan.needed(&row).into_iter().map(|v| (v, 0)).collect()
            }
            Study::Engines if row.triggered().is_empty() => Vec::new(),
            Study::Engines => engines::needed(header.repeats),
        };
        for (variant, repeat) in rest {
            if self.row(file, &variant, repeat)?.is_none() {
                break;
            }
        }
        Ok(())
    }
}

fn all_files(study: Study, corpus: &Corpus<'_>, header: &Header, shared: &Shared<'_>) -> Result<(), String> {
    let progress = ProgressBar::new(corpus.files.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (remaining {eta}) {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress.set_style(style);
    progress.enable_steady_tick(Duration::from_millis(500));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(corpus.jobs)
        .stack_size(wp_engine::STACK)
        .build()
        .map_err(|e| format!("cannot start threads: {e}"))?;
    let result = pool.install(|| {
        corpus.files.par_iter().try_for_each(|file| {
            if interrupted() {
                return Ok(());
            }
            let done = shared.file(study, header, file);
            progress.inc(1);
            progress.set_message(file.0.clone());
            done
        })
    });
    progress.finish_and_clear();
    result
}
