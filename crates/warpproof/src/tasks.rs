//! `check --dump-vcs DIR`: the obligations that proofs of contracts send to the solver, as SMT-LIB, with a table of
//! tasks and one of clauses.
//!
//! Both tables name the solver that refuted each task, and the first one the transformations before. A script is
//! unsatisfiable if its task is marked as refuted; it is the conjunction before any simplification.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wp_engine::FileReport;

/// The folder with its tables.
pub struct Dump {
    folder: PathBuf,
    tasks: csv::Writer<std::fs::File>,
    clauses: csv::Writer<std::fs::File>,
}

impl Dump {
    /// Starts the tables in a folder.
    pub fn into_folder(folder: &Path) -> Result<Self, String> {
        std::fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
        let table = |name: &str, columns: &[&str]| {
            let path = folder.join(name);
            let mut writer = csv::Writer::from_path(&path).map_err(|e| failed(&path, &e))?;
            writer.write_record(columns).map_err(|e| failed(&path, &e))?;
            Ok::<_, String>(writer)
        };
        let tasks = table("tasks.csv", &["script", "refuted", "seconds", "nodes", "solver", "after"])?;
        let columns = ["file", "kernel", "clause", "proved", "tasks", "generation", "solving", "largest", "solver"];
        let clauses = table("clauses.csv", &columns)?;
        Ok(Self { folder: folder.to_owned(), tasks, clauses })
    }

    /// Adds the tasks of a file.
    pub fn add(&mut self, report: &FileReport) -> Result<(), String> {
        let file = report.path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        for clause in &report.tasks {
            let kernel: String =
                clause.kernel.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            for (number, task) in clause.trace.tasks.iter().enumerate() {
                let name = format!("{file}-{kernel}-{}-{}.smt2", clause.clause, number + 1);
                let path = self.folder.join(&name);
                if let Some(script) = &task.script {
                    std::fs::write(&path, script).map_err(|e| failed(&path, &e))?;
                }
                let (by, after) =
                    task.refuted.as_ref().map_or_else(Default::default, |p| (p.by.join("+"), p.after.join("+")));
                let row = [
                    name,
                    task.refuted.is_some().to_string(),
                    format!("{:.4}", task.seconds),
                    task.nodes.to_string(),
                    by,
                    after,
                ];
                self.tasks.write_record(row).map_err(|e| failed(&path, &e))?;
            }
            let trace = &clause.trace;
            let largest = trace.tasks.iter().map(|t| t.nodes).max().unwrap_or(0);
            let by: BTreeSet<&str> =
                trace.tasks.iter().filter_map(|t| t.refuted.as_ref()).flat_map(|p| &p.by).map(String::as_str).collect();
            let row = [
                file.clone(),
                clause.kernel.clone(),
                clause.clause.to_string(),
                clause.proved.to_string(),
                trace.tasks.len().to_string(),
                format!("{:.4}", trace.seconds - trace.solving()),
                format!("{:.4}", trace.solving()),
                largest.to_string(),
                by.into_iter().collect::<Vec<_>>().join("+"),
            ];
            self.clauses.write_record(row).map_err(|e| failed(&self.folder, &e))?;
        }
        self.tasks.flush().and_then(|()| self.clauses.flush()).map_err(|e| failed(&self.folder, &e))
    }
}

fn failed(what: &Path, why: &dyn std::fmt::Display) -> String {
    format!("cannot write {}: {why}", what.display())
}
