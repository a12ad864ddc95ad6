//! Measures the limits of tuning (`wp_base::limits!`): each is halved and doubled on a fixed set of kernels, and a table
//! says which verdicts change and by how much the counted work changes.
//!
//! Every kernel file is a process of its own, which reads the file once and repeats the rest for each value. Only limits
//! that the check of the file reads are changed for it. Answers of the solver are kept on disk for the time of the
//! measurement and count as if they were new, so that the counts do not depend on the order of the trials. The clock
//! decides nothing and is not reported.

mod declared;
mod subject;
mod table;

use anyhow::{bail, Context, Result};
use rayon::prelude::*;
use serde_json::{json, Value};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use subject::{Outcome, Subject};
use wp_base::RegisteredLimit;

pub use table::markdown;

/// The kernels, a line each; `subject` reads the lines.
const KERNELS: &str = include_str!("kernels.txt");

/// The measurement that is asked for.
#[derive(Clone, Debug)]
pub struct Config {
    /// Limits by the end of their names; all where it is empty.
    pub limits: Vec<String>,
    /// Kernel files instead of the fixed set.
    pub files: Vec<PathBuf>,
    /// Processes at the same time.
    pub jobs: usize,
}

/// The effect of a value on the check of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The file, with what is asked of it.
    pub subject: String,
    /// The limit.
    pub limit: String,
    /// True if the limit is doubled, false if it is halved.
    pub doubled: bool,
    /// The verdicts that change, in words.
    pub changes: Vec<String>,
    /// Questions, effort and instructions with the value in the source, and with this value.
    pub work: [[u64; 3]; 2],
}

/// Measures the limits. Returns the trials, and problems: files that are left out, and limits that decide whether an
/// answer is right.
///
/// # Errors
/// The measurement cannot begin.
pub fn run(config: &Config, progress: impl Fn(&str) + Sync) -> Result<(Vec<Trial>, Vec<String>)> {
    let lines: Vec<String> = match &config.files[..] {
        [] => kernels().map(str::to_owned).collect(),
        files => files.iter().map(|file| file.display().to_string()).collect(),
    };
    let cache = tempfile::tempdir()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.jobs).build()?;
    let measured = pool.install(|| {
        lines.par_iter().map(|line| {
            progress(line);
            in_process(line, config, cache.path())
        })
    });
    let (mut trials, mut problems) = (Vec::new(), Vec::new());
    for of_file in pool.install(|| measured.collect::<Vec<_>>()) {
        match of_file {
            Ok(of_file) => {
                let changes = of_file.iter().flat_map(|t: &Trial| t.changes.iter().map(move |c| (t, c)));
                let wrong = changes.filter(|(_, change)| is_contradiction(change));
                problems.extend(
                    wrong.map(|(t, change)| format!("{} contradicts itself: {change}, by {}", t.subject, t.limit)),
                );
                trials.extend(of_file);
            }
            Err(problem) => problems.push(format!("{problem:#}")),
        }
    }
    Ok((trials, problems))
}

/// True if a change turns a proof into a refutation or the reverse, so that one of the two is wrong.
fn is_contradiction(change: &str) -> bool {
    let holds = |verdict: &str| match verdict {
        "proved" | "proved-in-part" | "equivalent" => Some(true),
        "refuted" | "depends-on-contents" | "unusual-launch" | "different" => Some(false),
        _ => None,
    };
    let verdicts = change.rsplit_once(": ").and_then(|(_, verdicts)| verdicts.split_once(" -> "));
    let answers = verdicts.and_then(|(a, b)| holds(a).zip(holds(b)));
    answers.is_some_and(|(a, b)| a != b)
}

/// The lines of the fixed set.
fn kernels() -> impl Iterator<Item = &'static str> {
    KERNELS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Measures the limits on one file, in a process of its own.
fn in_process(line: &str, config: &Config, cache: &Path) -> Result<Vec<Trial>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["budget-of", line, "--cache"]).arg(cache);
    if config.files.is_empty() {
        command.current_dir(root());
    }
    command.args(config.limits.iter().flat_map(|limit| ["--limit", limit]));
    let output = command.output().context("the process does not start")?;
    let mut trials = Vec::new();
    for row in String::from_utf8_lossy(&output.stdout).lines() {
        let trial = serde_json::from_str(row).ok().and_then(|row| trial(line, &row));
        trials.push(trial.with_context(|| format!("{line}: no trial: {row}"))?);
    }
    if !output.status.success() {
        let last = trials.last().map_or("the first limit", |t| &t.limit);
        bail!("{line}: the process ended after {last}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(trials)
}

/// The folder that the lines of the list start from.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn trial(subject: &str, row: &Value) -> Option<Trial> {
    let work = |row: &Value| -> Option<[u64; 3]> { Some([row[0].as_u64()?, row[1].as_u64()?, row[2].as_u64()?]) };
    let changes = row["changes"].as_array()?.iter().filter_map(|c| Some(c.as_str()?.to_owned()));
    Some(Trial {
        subject: subject.to_owned(),
        limit: row["limit"].as_str()?.to_owned(),
        doubled: row["doubled"].as_bool()?,
        changes: changes.collect(),
        work: [work(&row["work"][0])?, work(&row["work"][1])?],
    })
}

/// The work of a process: prints a line for each trial on one file.
///
/// # Errors
/// A file that cannot be read, or whose check is not the same when it is repeated.
pub fn measure(line: &str, cache: &Path, limits: &[String]) -> Result<()> {
    let (line, only) = line.split_once(" --for ").unwrap_or((line, ""));
    let only: Vec<&str> = only.split_whitespace().collect();
    let subject = Subject::read(line, cache)?;
    let first = subject.run();
    let usual = subject.run();
    if first != usual {
        bail!("a repeated check differs: {:?}", usual.changes(&first));
    }
    // A panic is an outcome; its message is of no use here.
    std::panic::set_hook(Box::new(|_| {}));
    let chosen = |limit: &RegisteredLimit| {
        let asked = limits.is_empty() || limits.iter().any(|name| limit.name.ends_with(name));
        asked && (only.is_empty() || only.contains(&limit.name))
    };
    for limit in wp_base::registered_limits().into_iter().filter(chosen) {
        let values = [(false, limit.value / 2), (true, limit.value.saturating_mul(2))];
        for (doubled, value) in values.into_iter().filter(|(_, value)| *value > 0) {
            limit.set(value);
            let outcome = catch_unwind(AssertUnwindSafe(|| subject.run())).unwrap_or_else(|_| Outcome::panic());
            limit.set(limit.value);
            let work = [usual.work, outcome.work];
            let changes = outcome.changes(&usual);
            println!("{}", json!({ "limit": limit.name, "doubled": doubled, "changes": changes, "work": work }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_and_refutations_contradict_each_other() {
        for (change, expected) in [
            ("k (0) races: proved -> refuted", true),
            ("equivalence: different -> equivalent", true),
            ("races: proved -> unknown", false),
            ("races: refuted -> depends-on-contents", false),
            ("preconditions: n > 0 -> -", false),
        ] {
            assert_eq!(is_contradiction(change), expected, "{change}");
        }
    }

    #[test]
    fn the_files_of_the_set_exist_and_each_line_is_there_once() {
        let lines: Vec<&str> = kernels().collect();
        for (number, line) in lines.iter().enumerate() {
            let file = line.split_whitespace().next().unwrap();
            assert!(root().join(file).is_file(), "{file}");
            assert!(!lines[..number].contains(line), "{line}");
        }
    }

    #[test]
    fn a_repeated_check_has_the_same_outcome_and_names_its_limits() {
        let cache = tempfile::tempdir().unwrap();
        let line = root().join("examples/reduce_tree.cu").display().to_string();
        let subject = Subject::read(&line, cache.path()).unwrap();
        let first = subject.run();
        assert_eq!(subject.run().changes(&first), [""; 0]);
        let read = wp_base::registered_limits();
        assert!(read.iter().any(|limit| limit.name == "wp_solve::digits::MAX_STEPS"), "{read:?}");
    }
}
