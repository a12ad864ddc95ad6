//! The oracle for the lowering: compares random and given C and C++ programs, lowered as kernels of one thread and
//! interpreted, with their native execution.
//!
//! - Programs (`program`) come from csmith (`csmith`), yarpgen (`yarpgen`), a suite of C programs (`suite`) and a
//!   generator of language features (`features`).
//! - The native side (`native`) is the programs that Clang and GCC make. A program on which the two differ has no
//!   single meaning and is discarded.
//! - Our side (`reading`) is the front end, the lowering and the interpreter. It must give the same results, or reject
//!   the program and name the construct.
//! - Judgements are counted in tables (`table`) and kept in a log (`log`).
//! - `faults` seeds faults into the lowering, which the oracle must notice. `kinds` makes the page of node kinds.

mod csmith;
pub mod faults;
mod features;
pub mod kinds;
mod log;
mod native;
mod program;
mod reading;
mod suite;
mod table;
mod yarpgen;

pub use features::{kinds as feature_kinds, rejected_kinds};
pub use native::available as compilers_available;
pub use program::{Origin, Program};
pub use reading::Times;
pub use table::{render, render_fragments, Family, Statistics};

use anyhow::{Context, Result};
use native::Native;
use rayon::prelude::*;
use reading::Reading;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The programs to compare, and how.
#[derive(Clone, Debug)]
pub struct Config {
    /// The number of programs of csmith.
    pub csmith: u64,
    /// The number of programs of yarpgen.
    pub yarpgen: u64,
    /// A folder of C programs that return 0.
    pub suite: Option<PathBuf>,
    /// The number of programs of the generator of language features.
    pub features: u64,
    /// The first seed of each generator.
    pub seed: u64,
    /// The number of batches that are compared at the same time.
    pub jobs: usize,
    /// The greatest number of programs in one file; `None` for the usual number of the family.
    pub batch: Option<usize>,
    /// The folder for programs with a disagreement.
    pub out: PathBuf,
    /// The log of judgements. Programs in it are counted and not run again.
    pub log: Option<PathBuf>,
}

/// The judgement on one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The results are equal.
    Equal,
    /// The lowering rejects this construct.
    Rejected(String),
    /// The execution reached this over-approximated operation.
    Approximated(String),
    /// The program was not executed to its end.
    TooLong,
    /// Discarded: the native sides disagree, or one of them fails, for this reason.
    Undefined(String),
    /// Discarded: the generator did not make the program, or it was not compiled natively, for this reason.
    NotBuilt(String),
    /// The lowered program does something else, which is described.
    Disagrees(String),
}

/// Whether csmith is installed.
pub fn csmith_available() -> bool {
    csmith::available()
}

/// The programs of a configuration, in order.
pub fn origins(config: &Config) -> Result<Vec<Origin>> {
    let seeds = |count: u64| config.seed..config.seed + count;
    let mut all: Vec<Origin> = seeds(config.features).map(Origin::Features).collect();
    if let Some(folder) = &config.suite {
        all.extend(suite::files(folder)?.into_iter().map(Origin::Suite));
    }
    all.extend(seeds(config.yarpgen).map(Origin::Yarpgen));
    all.extend(seeds(config.csmith).map(Origin::Csmith));
    Ok(all)
}

/// The program of an origin in each of its forms, the preferred one first.
fn make(origin: &Origin, scratch: &Path) -> Result<Vec<Program>> {
    match origin {
        Origin::Csmith(seed) => Ok(vec![csmith::program(*seed, scratch)?]),
        Origin::Yarpgen(seed) => Ok(vec![yarpgen::program(*seed, scratch)?]),
        Origin::Suite(path) => suite::programs(path),
        Origin::Features(seed) => Ok(vec![features::program(*seed)]),
    }
}

/// Programs per file: the compilers start once for all of them.
fn batch_size(origin: &Origin) -> usize {
    match origin {
        Origin::Csmith(_) => 48,
        Origin::Yarpgen(_) => 40,
        Origin::Suite(_) => 20,
        Origin::Features(_) => 40,
    }
}

/// The CUDA files of the programs of a configuration, one after the other as one text for reading.
pub fn print(config: &Config) -> Result<String> {
    let scratch = tempfile::tempdir()?;
    let mut out = String::new();
    for origin in origins(config)? {
        out.push_str(&format!("// {origin}\n{}", program::device_file(&make(&origin, scratch.path())?)));
    }
    Ok(out)
}

/// Runs the comparison; programs with a disagreement are saved.
pub fn compare(config: &Config, progress: impl Fn(&Statistics) + Sync) -> Result<Statistics> {
    let known = config.log.as_deref().map(log::read).transpose()?.unwrap_or_default();
    let mut total = Statistics::default();
    let mut batches: Vec<Vec<Origin>> = Vec::new();
    for origin in origins(config)? {
        if let Some(judgement) = known.get(&origin.to_string()) {
            total.count(&origin, judgement.clone());
            continue;
        }
        match batches.last_mut() {
            Some(batch)
                if batch[0].family() == origin.family()
                    && batch.len() < config.batch.unwrap_or_else(|| batch_size(&origin)) =>
            {
                batch.push(origin);
            }
            _ => batches.push(vec![origin]),
        }
    }
    let total = Mutex::new(total);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.jobs.max(1)).build()?;
    pool.install(|| {
        batches.par_iter().try_for_each(|batch| -> Result<()> {
            let judged = compare_batch(batch, config).with_context(|| format!("the batch from {}", batch[0]))?;
            let mut total = total.lock().unwrap_or_else(|e| e.into_inner());
            if let Some(path) = &config.log {
                log::append(path, &judged.programs)?;
            }
            for (origin, judgement) in judged.programs {
                total.count(&origin, judgement);
            }
            total.add_times(&batch[0], judged.native, judged.times);
            progress(&total);
            Ok(())
        })
    })?;
    let mut total = total.into_inner().unwrap_or_else(|e| e.into_inner());
    total.sort();
    Ok(total)
}

/// The judgements of a batch, and the time of each side.
#[derive(Default)]
struct Judged {
    programs: Vec<(Origin, Judgement)>,
    native: Duration,
    times: Times,
}

/// Judges the programs of a batch, which share the files they are compiled from.
fn compare_batch(batch: &[Origin], config: &Config) -> Result<Judged> {
    let scratch = tempfile::tempdir()?;
    let mut judged = Judged::default();
    let (mut programs, mut others) = (Vec::new(), BTreeMap::new());
    let start = Instant::now();
    for origin in batch {
        match make(origin, scratch.path()) {
            Ok(forms) => {
                let mut forms = forms.into_iter();
                programs.extend(forms.next());
                others.insert(origin.clone(), forms);
            }
            Err(error) => judged.programs.push((origin.clone(), Judgement::NotBuilt(format!("{error:#}")))),
        }
    }
    let native = native::run(&programs, scratch.path())?;
    judged.native = start.elapsed();
    // A program without native results cannot be compared, and reading it may take long.
    let mut kept = Vec::new();
    let mut expected = Vec::new();
    for (program, native) in programs.into_iter().zip(native) {
        let judgement = match native {
            Native::Results(results) => {
                kept.push(program);
                expected.push(results);
                continue;
            }
            Native::Undefined(why) => Judgement::Undefined(why),
            Native::TooLong => Judgement::TooLong,
            Native::Rejected(why) => Judgement::NotBuilt(why),
        };
        judged.programs.push((program.origin, judgement));
    }
    if kept.is_empty() {
        return Ok(judged);
    }
    let (mut readings, spent) = reading::run(&kept, scratch.path())?;
    judged.times = spent;
    // Clang prints types of several programs in one file alike if they have the same name, so that a program may be
    // rejected because of another one. Programs of csmith and yarpgen are excepted: their types have unique names.
    if kept.len() > 1 {
        for (program, reading) in kept.iter().zip(&mut readings) {
            let shares = !matches!(program.origin, Origin::Csmith(_) | Origin::Yarpgen(_));
            if shares && matches!(reading, Reading::Rejected(_)) {
                let (alone, spent) = reading::run(std::slice::from_ref(program), scratch.path())?;
                *reading = alone.into_iter().next().unwrap_or(Reading::TooLong);
                judged.times.add(spent);
            }
        }
    }
    for ((program, expected), reading) in kept.into_iter().zip(&expected).zip(readings) {
        let mut judgement = judge(expected, reading);
        let mut program = program;
        while matches!(judgement, Judgement::Rejected(_) | Judgement::Approximated(_)) {
            let Some(form) = others.get_mut(&program.origin).and_then(Iterator::next) else { break };
            let (readings, spent) = reading::run(std::slice::from_ref(&form), scratch.path())?;
            judged.times.add(spent);
            // If no form can be compared, the judgement of the preferred form remains.
            if let Some(other) = readings.into_iter().next().map(|r| judge(expected, r)) {
                if matches!(other, Judgement::Equal | Judgement::Disagrees(_)) {
                    (judgement, program) = (other, form);
                }
            }
        }
        if matches!(judgement, Judgement::Disagrees(_)) {
            save(&program, config)?;
        }
        judged.programs.push((program.origin, judgement));
    }
    Ok(judged)
}

/// The judgement on a program with native results.
fn judge(expected: &[u64], reading: Reading) -> Judgement {
    match reading {
        Reading::Results(found) if found == expected => Judgement::Equal,
        Reading::Results(found) => {
            let at = found.iter().zip(expected).position(|(a, b)| a != b).unwrap_or(found.len().min(expected.len()));
            let word = |all: &[u64]| all.get(at).map_or("none".to_owned(), |w| format!("{w:#x}"));
            Judgement::Disagrees(format!("result {at} is {}, natively {}", word(&found), word(expected)))
        }
        Reading::Rejected(what) => Judgement::Rejected(what),
        Reading::Approximated(what) => Judgement::Approximated(what),
        Reading::TooLong => Judgement::TooLong,
        Reading::Misbehaves(what) => Judgement::Disagrees(what),
    }
}

/// Saves a program as a CUDA file and as a C++ file.
fn save(program: &Program, config: &Config) -> Result<()> {
    std::fs::create_dir_all(&config.out).with_context(|| format!("{} cannot be made", config.out.display()))?;
    let name = program.origin.to_string().replace(' ', "_");
    let one = std::slice::from_ref(program);
    std::fs::write(config.out.join(format!("{name}.cu")), program::device_file(one))?;
    std::fs::write(config.out.join(format!("{name}.cpp")), program::host_file(one))?;
    Ok(())
}

/// Judges one program that is given as text. Tests of the oracle use it, and `--program` for programs that are being
/// reduced.
pub fn judge_text(text: &str) -> Result<Judgement> {
    let scratch = tempfile::tempdir()?;
    let programs = [Program::new(Origin::Features(0), text.to_owned())];
    let native = native::run(&programs, scratch.path())?;
    let expected = match native.into_iter().next() {
        Some(Native::Results(results)) => results,
        Some(Native::Undefined(why)) => return Ok(Judgement::Undefined(why)),
        Some(Native::TooLong) => return Ok(Judgement::TooLong),
        Some(Native::Rejected(why)) => return Ok(Judgement::NotBuilt(why)),
        None => return Ok(Judgement::NotBuilt("no program".to_owned())),
    };
    let (readings, _) = reading::run(&programs, scratch.path())?;
    Ok(readings.into_iter().next().map_or(Judgement::NotBuilt("no program".to_owned()), |r| judge(&expected, r)))
}

/// Seconds with two digits.
fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}
