//! The table of comparisons: the lines `//@ equiv: FIRST SECOND OPTIONS => VERDICT ...` of files with the verdict and
//! the seconds of each.
//!
//! The whole command is timed, Clang included, without a cache. A line whose verdict is not the stated one is marked.

use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// One comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The file.
    pub file: PathBuf,
    /// The two kernels.
    pub kernels: [String; 2],
    /// Options, as they stand on the line.
    pub options: Vec<String>,
    /// The stated verdict.
    pub stated: String,
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The verdict, or `error`.
    pub verdict: String,
    /// The assumptions of the equality beyond those of every verdict: `real-arithmetic` and the like.
    pub equality: String,
    /// Wall clock of the command.
    pub seconds: f64,
}

impl Comparison {
    /// The comparison on a line, if it states one.
    pub fn parse(file: &Path, line: &str) -> Option<Self> {
        let (question, answer) = line.strip_prefix("//@ equiv: ")?.split_once("=>")?;
        let mut words = question.split_whitespace().map(str::to_owned);
        let kernels = [words.next()?, words.next()?];
        let stated = answer.split_whitespace().next()?.to_owned();
        Some(Self { file: file.to_owned(), kernels, options: words.collect(), stated })
    }

    /// True if the comparison is about every launch.
    pub fn is_parametric(&self) -> bool {
        !self.options.iter().any(|o| o.starts_with("--block"))
    }

    /// Runs it.
    pub fn run(&self, program: &Path) -> Result<Outcome> {
        let named = |kernel: &str| format!("{}:{kernel}", self.file.display());
        let mut command = Command::new(program);
        command.args(["equiv", &named(&self.kernels[0]), &named(&self.kernels[1]), "--format", "json", "--no-cache"]);
        let start = Instant::now();
        let output =
            command.args(&self.options).output().with_context(|| format!("{} does not start", program.display()))?;
        let seconds = start.elapsed().as_secs_f64();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let codes = report["assumptions"].as_array().cloned().unwrap_or_default();
        let equality = ["real-arithmetic", "nan-payload"]
            .into_iter()
            .find(|code| codes.iter().any(|c| c == code))
            .unwrap_or("")
            .to_owned();
        Ok(Outcome { verdict: report["verdict"].as_str().unwrap_or("error").to_owned(), equality, seconds })
    }
}

/// The table in Markdown, and how many lines have another verdict than the stated one.
pub fn render(rows: &[(Comparison, Outcome)]) -> (String, usize) {
    let mut out = "| file | first | second | options | verdict | equality | seconds |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut wrong = 0;
    for (comparison, outcome) in rows {
        let name = comparison.file.file_name().unwrap_or_default().to_string_lossy();
        let surprising = outcome.verdict != comparison.stated;
        wrong += usize::from(surprising);
        let mark = if surprising { format!(" (stated: {})", comparison.stated) } else { String::new() };
        let [first, second] = &comparison.kernels;
        let scope =
            if comparison.options.is_empty() { String::new() } else { format!("`{}`", comparison.options.join(" ")) };
        let _ = writeln!(
            out,
            "| `{name}` | {first} | {second} | {scope} | {}{mark} | {} | {:.2} |",
            outcome.verdict, outcome.equality, outcome.seconds
        );
    }
    for (scope, parametric) in [("every launch", true), ("given launches", false)] {
        let of = |verdict: &str| {
            rows.iter().filter(|(c, o)| c.is_parametric() == parametric && o.verdict == verdict).count()
        };
        let [equivalent, different, unknown] = ["equivalent", "different", "unknown"].map(of);
        let _ = writeln!(out, "\n{scope}: {equivalent} equivalent, {different} different, {unknown} unknown");
    }
    (out, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_state_comparisons() {
        let line = "//@ equiv: plain tiled --block 4 --set n=8 => equivalent in-bounds";
        let comparison = Comparison::parse(Path::new("a.cu"), line).unwrap();
        assert_eq!(comparison.kernels, ["plain", "tiled"]);
        assert_eq!(comparison.options.len(), 4);
        assert!(!comparison.is_parametric());
        assert_eq!(Comparison::parse(Path::new("a.cu"), "// equiv: a b => c"), None);
        let unknown = Outcome { verdict: "unknown".to_owned(), equality: String::new(), seconds: 0.5 };
        let (table, wrong) = render(&[(comparison, unknown)]);
        assert_eq!(wrong, 1);
        assert!(
            table.contains("unknown (stated: equivalent)") && table.contains("0 equivalent, 0 different, 1 unknown")
        );
    }
}
