//! Instructions that each stage executes, counted by callgrind and compared with the counts in
//! `crates/xtask/instructions.txt`.
//!
//! A count does not depend on the load of the machine, so that a small loss of performance shows. It does depend on the
//! compiler and on Clang's tree, whose versions stand in the file's first line.

use crate::stages::{Stage, Subjects};
use anyhow::{bail, Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Most instructions beyond the stored count, in percent.
const MOST_PERCENT: u64 = 3;
/// A part of the name of `measured`, by which callgrind knows where to count.
const MEASURED: &str = "*instructions*measured*";

/// The stored counts and the versions that they belong to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The versions of the compiler and of Clang.
    pub versions: String,
    /// The count of each stage by its name.
    pub stages: BTreeMap<String, u64>,
}

impl Counts {
    /// Reads the text that [`Counts::print`] writes.
    ///
    /// # Errors
    /// A line that is not a name and a number.
    pub fn parse(text: &str) -> Result<Self> {
        let mut counts = Self::default();
        for line in text.lines() {
            match line.strip_prefix("# ") {
                Some(versions) => counts.versions = versions.to_owned(),
                None => {
                    let (name, count) = line.split_once(' ').with_context(|| format!("`{line}` has no count"))?;
                    let count = count.trim().parse().with_context(|| format!("`{line}` has no count"))?;
                    counts.stages.insert(name.to_owned(), count);
                }
            }
        }
        Ok(counts)
    }

    /// The text of the file.
    pub fn print(&self) -> String {
        let mut text = format!("# {}\n", self.versions);
        for (name, count) in &self.stages {
            let _ = writeln!(text, "{name} {count}");
        }
        text
    }

    /// The table of both, and the stages that are above the stored count by more than the limit.
    pub fn compare(&self, stored: &Self) -> (String, Vec<String>) {
        let mut table = String::new();
        let mut above = Vec::new();
        for (name, &count) in &self.stages {
            let was = stored.stages.get(name).copied();
            let change = |was: u64| format!("{:+.2} %", (count as f64 / was as f64 - 1.0) * 100.0);
            let words = was.map_or_else(|| "not stored".to_owned(), change);
            let _ = writeln!(table, "{name:10} {count:>14} instructions, {words}");
            if was.is_none_or(|was| count * 100 > was * (100 + MOST_PERCENT)) {
                above.push(name.clone());
            }
        }
        (table, above)
    }
}

/// The file of the stored counts.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// Counts the instructions of every stage, each in a process of its own under callgrind.
///
/// # Errors
/// No callgrind, or a stage that fails.
pub fn count() -> Result<Counts> {
    let mut counts = Counts { versions: versions()?, ..Counts::default() };
    for stage in Stage::ALL {
        counts.stages.insert(stage.name().to_owned(), count_stage(stage)?);
    }
    Ok(counts)
}

fn count_stage(stage: Stage) -> Result<u64> {
    let out = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--toggle-collect={MEASURED}")])
        .arg(format!("--callgrind-out-file={}", out.path().join("counts").display()))
        .arg(std::env::current_exe()?)
        .args(["stage", stage.name()])
        .output()
        .context("valgrind does not start; install the package valgrind")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("stage {} failed under callgrind:\n{messages}", stage.name());
    }
    let collected = messages.lines().find_map(|line| line.split_once("Collected : "));
    let count: u64 = collected
        .and_then(|(_, count)| count.trim().parse().ok())
        .with_context(|| format!("callgrind printed no count:\n{messages}"))?;
    if count == 0 {
        bail!("callgrind counted nothing in stage {}", stage.name());
    }
    Ok(count)
}

/// Runs a stage for callgrind, which counts in `measured` only.
///
/// # Errors
/// A stage that fails.
pub fn run(stage: Stage) -> Result<()> {
    measured(&Subjects::read()?, stage)
}

#[inline(never)]
fn measured(subjects: &Subjects, stage: Stage) -> Result<()> {
    subjects.run(stage)
}

fn versions() -> Result<String> {
    let first_line = |program: &str| -> Result<String> {
        let output =
            Command::new(program).arg("--version").output().with_context(|| format!("{program} is missing"))?;
        Ok(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned())
    };
    let profile = if cfg!(debug_assertions) { "development" } else { "release" };
    Ok(format!("{}, {}, {profile} profile", first_line("rustc")?, first_line("clang")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[(&str, u64)]) -> Counts {
        Counts {
            versions: "rustc 1, clang 2".to_owned(),
            stages: of.iter().map(|&(name, count)| (name.to_owned(), count)).collect(),
        }
    }

    #[test]
    fn a_count_is_read_back() {
        let stored = counts(&[("lower", 12), ("prove", 34)]);
        assert_eq!(Counts::parse(&stored.print()).unwrap(), stored);
        assert!(Counts::parse("lower many").is_err());
    }

    #[test]
    fn more_than_the_limit_and_what_is_not_stored_are_above() {
        let stored = counts(&[("lower", 1000), ("prove", 1000)]);
        let (_, above) = counts(&[("lower", 1030), ("prove", 1031), ("solve", 1)]).compare(&stored);
        assert_eq!(above, ["prove", "solve"]);
    }
}
