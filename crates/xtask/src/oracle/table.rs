//! Counts of judgements and the table of them.

use super::features::{self, Part};
use super::program::Origin;
use super::reading::Times;
use super::{seconds, Judgement};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// Counts of one family of programs.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// Programs that were asked for.
    pub programs: usize,
    /// Lowered, with equal results.
    pub equal: usize,
    /// Not lowered, by construct.
    pub rejected: BTreeMap<String, usize>,
    /// Over-approximated, by operation.
    pub approximated: BTreeMap<String, usize>,
    /// Not interpreted to their end.
    pub too_long: usize,
    /// The native sides disagree, by how.
    pub undefined: BTreeMap<String, usize>,
    /// Not made or not compiled natively, by reason.
    pub not_built: BTreeMap<String, usize>,
    /// Disagreements, by program.
    pub disagreements: Vec<(Origin, String)>,
    /// Time of making, compiling and running natively.
    pub native: Duration,
    /// Time of our side.
    pub times: Times,
}

/// Counts by family.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The families, by name.
    pub families: BTreeMap<&'static str, Family>,
    /// How often the fragments of the generator of language features stood in a program with equal results, by the code around them.
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

    pub(super) fn spend(&mut self, origin: &Origin, native: Duration, times: Times) {
        let family = self.families.entry(origin.family()).or_default();
        family.native += native;
        family.times.add(times);
    }

    pub(super) fn sort(&mut self) {
        self.families.values_mut().for_each(|f| f.disagreements.sort());
    }

    /// All disagreements.
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

/// How often each fragment was compared, by the code around it, in Markdown: columns are kinds of surroundings.
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
