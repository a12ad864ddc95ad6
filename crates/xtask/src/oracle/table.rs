//! Counts judgements, and prints the tables of the counts.

use super::features::{self, Part};
use super::program::Origin;
use super::reading::Times;
use super::{seconds, Judgement};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// The counts of one family of programs.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// The number of programs that were requested.
    pub programs: usize,
    /// The number of programs with equal results.
    pub equal: usize,
    /// The numbers of programs that are not lowered, by construct.
    pub rejected: BTreeMap<String, usize>,
    /// The numbers of programs that reach an over-approximated operation, by operation.
    pub approximated: BTreeMap<String, usize>,
    /// The number of programs that were not executed to their end.
    pub too_long: usize,
    /// The numbers of programs on which the native sides disagree, by reason.
    pub undefined: BTreeMap<String, usize>,
    /// The numbers of programs that were not made or not compiled natively, by reason.
    pub not_built: BTreeMap<String, usize>,
    /// The programs with a disagreement, and its description.
    pub disagreements: Vec<(Origin, String)>,
    /// The time for making the programs, and for compiling and running them natively.
    pub native: Duration,
    /// The time of our side.
    pub times: Times,
}

/// Counts by family.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The families, by name.
    pub families: BTreeMap<&'static str, Family>,
    /// For each fragment of the generator of language features, the numbers of its uses in programs with equal results,
    /// by the surroundings.
    pub fragments: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
}

impl Statistics {
    pub(super) fn count(&mut self, origin: &Origin, judgement: Judgement) {
        let family = self.families.entry(origin.family()).or_default();
        family.programs += 1;
        match judgement {
            Judgement::Equal => {
                family.equal += 1;
                if let Origin::Features(seed) = origin {
                    for Part { kind, around } in features::parts(*seed) {
                        *self.fragments.entry(kind).or_default().entry(around).or_default() += 1;
                    }
                }
            }
            Judgement::TooLong => family.too_long += 1,
            Judgement::Rejected(what) => *family.rejected.entry(what).or_default() += 1,
            Judgement::Approximated(what) => *family.approximated.entry(what).or_default() += 1,
            Judgement::Undefined(what) => *family.undefined.entry(what).or_default() += 1,
            Judgement::NotBuilt(what) => *family.not_built.entry(what).or_default() += 1,
            Judgement::Disagrees(what) => family.disagreements.push((origin.clone(), what)),
        }
    }

    pub(super) fn add_times(&mut self, origin: &Origin, native: Duration, times: Times) {
        let family = self.families.entry(origin.family()).or_default();
        family.native += native;
        family.times.add(times);
    }

    pub(super) fn sort(&mut self) {
        self.families.values_mut().for_each(|f| f.disagreements.sort());
    }

    /// The number of all disagreements.
    pub fn disagreements(&self) -> usize {
        self.families.values().map(|f| f.disagreements.len()).sum()
    }
}

fn sum(counts: &BTreeMap<String, usize>) -> usize {
    counts.values().sum()
}

/// The tables in Markdown.
pub fn render(statistics: &Statistics) -> String {
    let mut out = String::from(
        "| programs of | programs | equal | rejected | over-approximated | too long | native sides disagree | not built | disagreements |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for (name, f) in &statistics.families {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
            f.programs,
            f.equal,
            sum(&f.rejected),
            sum(&f.approximated),
            f.too_long,
            sum(&f.undefined),
            sum(&f.not_built),
            f.disagreements.len()
        );
    }
    out.push_str("\n| programs of | why there is no comparison | programs |\n|---|---|---|\n");
    for (name, f) in &statistics.families {
        let kinds = [
            ("rejected", &f.rejected),
            ("over-approximated", &f.approximated),
            ("native sides disagree", &f.undefined),
            ("not built", &f.not_built),
        ];
        for (kind, counts) in kinds {
            let mut rows: Vec<(&String, &usize)> = counts.iter().collect();
            rows.sort_by_key(|(what, count)| (std::cmp::Reverse(**count), *what));
            for (what, count) in rows {
                let _ = writeln!(out, "| {name} | {kind}: {} | {count} |", what.replace('|', "\\|"));
            }
        }
    }
    out.push_str(
        "\n| programs of | native | parse | lower | interpret | seconds per program |\n|---|---|---|---|---|---|\n",
    );
    for (name, f) in &statistics.families {
        let t = f.times;
        let all = f.native + t.parse + t.lower + t.interpret;
        let each = all.as_secs_f64() / f.programs.max(1) as f64;
        let parts = [f.native, t.parse, t.lower, t.interpret].map(seconds).join(" | ");
        let _ = writeln!(out, "| {name} | {parts} | {each:.3} |");
    }
    for (origin, what) in statistics.families.values().flat_map(|f| &f.disagreements) {
        let _ = writeln!(out, "\n**DISAGREEMENT** {origin}: {what}");
    }
    out
}

/// A table in Markdown with the number of comparisons of each fragment, with a column for each kind of surroundings.
pub fn render_fragments(statistics: &Statistics) -> String {
    let mut columns: Vec<&str> = statistics.fragments.values().flat_map(|counts| counts.keys().copied()).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut out = format!("| fragment | all | {} |\n|---|---|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
    for kind in features::kinds() {
        let counts = statistics.fragments.get(kind);
        let all: usize = counts.map_or(0, |c| c.values().sum());
        let cells = columns.iter().map(|c| counts.and_then(|all| all.get(c)).copied().unwrap_or(0).to_string());
        let _ = writeln!(out, "| {kind} | {all} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    out
}
