//! The table of limits: a line each, with the effect of half and double its value.

use super::{declared, Trial};
use anyhow::{bail, Result};
use std::fmt::Write;

/// Changed verdicts that are told of one value.
const TOLD: usize = 2;

/// The table in Markdown, a part for each crate; all changed verdicts are told where `all` says so. Limits whose names
/// end with none of the given ones are left out.
///
/// # Errors
/// A trial of a limit that the sources do not declare, or sources that cannot be read.
pub fn markdown(trials: &[Trial], names: &[String], all: bool) -> Result<String> {
    let declared = declared::limits()?;
    if let Some(trial) = trials.iter().find(|t| declared.iter().all(|d| d.name != t.limit)) {
        bail!("{} is not found in the sources", trial.limit);
    }
    let mut text = String::new();
    let mut part = "";
    for limit in declared.iter().filter(|d| names.is_empty() || names.iter().any(|n| d.name.ends_with(n))) {
        let (of, name) = limit.name.split_once("::").unwrap_or(("", &limit.name));
        if of != part {
            let _ = write!(text, "\n## `{of}`\n\n| limit | value | files | half | double |\n|---|---|---|---|---|\n");
            part = of;
        }
        let [half, double] = [false, true].map(|doubled| {
            let of_value: Vec<&Trial> =
                trials.iter().filter(|t| t.limit == limit.name && t.doubled == doubled).collect();
            (of_value.len(), cell(&of_value, if all { usize::MAX } else { TOLD }))
        });
        let _ = writeln!(text, "| `{name}` | {} | {} | {} | {} |", limit.value, half.0.max(double.0), half.1, double.1);
    }
    Ok(text)
}

/// The effect of a value on all files.
fn cell(trials: &[&Trial], told: usize) -> String {
    if trials.is_empty() {
        return "-".to_owned();
    }
    let mut parts = Vec::new();
    let changes: Vec<String> = trials
        .iter()
        .flat_map(|t| {
            let file = t.subject.split(" --for ").next().unwrap_or_default().trim_start_matches("tests/");
            t.changes.iter().map(move |change| format!("{file}: {change}"))
        })
        .collect();
    parts.extend(changes.iter().take(told).cloned());
    if changes.len() > told {
        parts.push(format!("and {} more", changes.len() - told));
    }
    for (kind, name) in ["questions", "effort", "instructions"].into_iter().enumerate() {
        let sum = |with: usize| trials.iter().map(|t| t.work[with][kind]).sum::<u64>();
        let (usual, now) = (sum(0), sum(1));
        if usual != now {
            let percent = 100.0 * (now as f64 - usual as f64) / (usual.max(1) as f64);
            parts.push(format!("{name} {percent:+.1}%"));
        }
    }
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    parts.join("; ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(changes: &[&str], work: [[u64; 3]; 2]) -> Trial {
        let changes = changes.iter().map(|&c| c.to_owned()).collect();
        Trial { subject: "tests/kernels/a.cu".to_owned(), limit: String::new(), doubled: true, changes, work }
    }

    #[test]
    fn a_cell_tells_changes_and_work() {
        let (same, less) = (trial(&[], [[4, 10, 0]; 2]), trial(&["races: proved -> unknown"], [[4, 10, 0], [3, 9, 0]]));
        assert_eq!(cell(&[], 2), "-");
        assert_eq!(cell(&[&same], 2), "nothing");
        let told = "kernels/a.cu: races: proved -> unknown; questions -12.5%; effort -5.0%";
        assert_eq!(cell(&[&same, &less], 2), told);
        assert_eq!(cell(&[&less], 0), "and 1 more; questions -25.0%; effort -10.0%");
    }
}
