//! The table of what proofs of contracts ask of the solver, with and without simplification (Kojima et al., table 1).
//!
//! Every file is verified twice: as always, and with every question given to the solver as it stands. A row sums up the
//! clauses of a file. A clause is asked about only where races, divergence and bounds are proved before, which takes
//! simplification in many kernels: `asked` says how many clauses that left.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use wp_engine::{check_file, FileReport, Options};

/// The obligations of one file's proofs.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Row {
    /// Clauses that the solver was asked about.
    pub asked: usize,
    /// The clauses that are proved.
    pub proved: usize,
    /// Questions.
    pub tasks: usize,
    /// Seconds for making them.
    pub generation: f64,
    /// Seconds for their answers.
    pub solving: f64,
    /// Different subterms of the largest, before any simplification.
    pub largest: usize,
}

impl Row {
    fn of(report: &FileReport) -> Self {
        let traces = || report.tasks.iter().map(|clause| &clause.trace);
        Self {
            asked: report.tasks.len(),
            proved: report.tasks.iter().filter(|clause| clause.proved).count(),
            tasks: traces().map(|t| t.tasks.len()).sum(),
            generation: traces().map(|t| t.seconds - t.solving()).sum(),
            solving: traces().map(|t| t.solving()).sum(),
            largest: traces().flat_map(|t| &t.tasks).map(|t| t.nodes).max().unwrap_or(0),
        }
    }
}

/// The kernel files of folders, sorted; files stand for themselves.
pub fn files(paths: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                files.push(entry?.path());
            }
        } else {
            files.push(path.clone());
        }
    }
    files.retain(|f| matches!(f.extension().and_then(|e| e.to_str()), Some("cu" | "cl")));
    files.sort();
    Ok(files)
}

/// The rows of a file, with and without simplification.
pub fn measure(file: &Path, options: &Options) -> [Row; 2] {
    [true, false].map(|simplification| {
        let options = Options { simplification, cache: None, ..options.clone() };
        Row::of(&check_file(file, &options))
    })
}

/// The table in Markdown; seconds are left out where `counts` says that only counts are wanted.
pub fn render(rows: &[(String, [Row; 2])], counts: bool) -> String {
    let columns = |prefix: &str| {
        let seconds = if counts { String::new() } else { format!(" {prefix}generation (s) | {prefix}solving (s) |") };
        format!(" {prefix}asked | {prefix}proved | {prefix}questions |{seconds} {prefix}largest |")
    };
    let (with, without) = (columns(""), columns("plain: "));
    let mut out = format!("| file |{with}{without}\n|---|{}\n", "---|".repeat(if counts { 8 } else { 12 }));
    for (file, row) in rows {
        let _ = write!(out, "| `{file}` |");
        for r in row {
            let _ = write!(out, " {} | {} | {} |", r.asked, r.proved, r.tasks);
            if !counts {
                let _ = write!(out, " {:.2} | {:.2} |", r.generation, r.solving);
            }
            let _ = write!(out, " {} |", r.largest);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_there_or_not() {
        let row = Row { asked: 2, proved: 1, tasks: 30, generation: 0.5, solving: 1.25, largest: 99 };
        let rows = [("a.cu".to_owned(), [row, Row::default()])];
        let lines = |counts| render(&rows, counts).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(true)[2], "| `a.cu` | 2 | 1 | 30 | 99 | 0 | 0 | 0 | 0 |");
        assert_eq!(lines(false)[2], "| `a.cu` | 2 | 1 | 30 | 0.50 | 1.25 | 99 | 0 | 0 | 0 | 0.00 | 0.00 | 0 |");
        for counts in [true, false] {
            let cells: Vec<usize> = lines(counts).iter().map(|l| l.matches('|').count()).collect();
            assert!(cells.windows(2).all(|w| w[0] == w[1]), "{cells:?}");
        }
    }

    #[test]
    fn folders_stand_for_the_kernels_in_them() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.cu", "a.cl", "c.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = files(&[folder.path().to_owned()]).unwrap();
        assert_eq!(found, [folder.path().join("a.cl"), folder.path().join("b.cu")]);
    }
}
