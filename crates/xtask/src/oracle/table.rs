//! Counts of judgements and the table of them.

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
}

impl Statistics {
    pub(super) fn count(&mut self, origin: &Origin, judgement: Judgement) {
        let family = self.families.entry(origin.family()).or_default();
        family.programs += 1;
        match judgement {
            Judgement::Equal => family.equal += 1,
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

    pub(super) fn add(&mut self, other: Statistics) {
        for (name, from) in other.families {
            let to = self.families.entry(name).or_default();
            to.programs += from.programs;
            to.equal += from.equal;
            to.too_long += from.too_long;
            to.native += from.native;
            to.times.add(from.times);
            to.disagreements.extend(from.disagreements);
            let counts = [
                (&mut to.rejected, from.rejected),
                (&mut to.approximated, from.approximated),
                (&mut to.undefined, from.undefined),
                (&mut to.not_built, from.not_built),
            ];
            for (to, from) in counts {
                for (what, count) in from {
                    *to.entry(what).or_default() += count;
                }
            }
        }
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
