//! The words for properties, reasons and overall verdicts, in one place for every output form.

use wp_engine::{FileReport, KernelReport, Property, PropertyReport, UnknownReason, Verdict};

/// The name of a property: `races`, `divergence`, `bounds`, `assertions` or `contract`.
pub fn property_name(property: Property) -> &'static str {
    match property {
        Property::Races => "races",
        Property::Divergence => "divergence",
        Property::Bounds => "bounds",
        Property::Assertions => "assertions",
        Property::Contract => "contract",
    }
}

/// A property with its verdict in words: what is proved in part says of which arrays, and what is not checked.
pub fn verdict_words(report: &PropertyReport) -> String {
    let name = report.verdict.name();
    if !report.is_partial() {
        return name.to_owned();
    }
    let unchecked = unchecked_words(report);
    match (&report.verdict, report.coverage.checked.is_empty()) {
        (Verdict::Proved, true) => unchecked,
        (_, true) => format!("{name}; {unchecked}"),
        _ => format!("{name} for {}; {unchecked}", report.coverage.checked.join(", ")),
    }
}

/// The arrays of which bounds are not checked.
pub fn unchecked_words(report: &PropertyReport) -> String {
    format!("not checked: {} (size unknown)", report.coverage.unchecked.join(", "))
}

/// An assumption of a kernel; `in-bounds` with the arrays that it is about, where there is a proof for the others.
pub fn assumption_words(kernel: &KernelReport, code: &str) -> String {
    let partial = kernel.properties.iter().find(|p| p.is_partial()).filter(|_| code == "in-bounds");
    partial.map_or_else(|| code.to_owned(), |p| format!("{code} ({})", p.coverage.unchecked.join(", ")))
}

/// A stable word for a reason, to count by.
pub fn reason_code(reason: &UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Timeout => "timeout",
        UnknownReason::Memory => "memory",
        UnknownReason::NoSolver => "no-solver",
        UnknownReason::Solver(_) => "solver",
        UnknownReason::Approximation(_) => "approximation",
        UnknownReason::Vacuous => "vacuous",
        UnknownReason::Bounded(_) => "bounded",
        UnknownReason::RestsOn(_) => "rests-on",
        UnknownReason::Contract(_) => "contract",
    }
}

/// What stood in the way, in one clause.
pub fn reason_text(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Timeout => "the time limit was reached; raise it with --timeout".to_owned(),
        UnknownReason::Memory => "the memory limit was reached; raise it with --memory".to_owned(),
        UnknownReason::NoSolver => {
            "no solver is available; see `warpproof explain WP0505` for how to get one".to_owned()
        }
        UnknownReason::Solver(what) => format!("the solver did not answer: {what}"),
        UnknownReason::Approximation(what) => what.clone(),
        UnknownReason::Vacuous => {
            "no run satisfies the assumptions, so a proof would say nothing; see `warpproof explain WP0601`".to_owned()
        }
        UnknownReason::Bounded(iterations) => {
            let plural = if *iterations == 1 { "" } else { "s" };
            format!("the bounded search found nothing up to {iterations} iteration{plural} of each loop; leave `--findbugs` and `--loop-unwind` out for a proof")
        }
        UnknownReason::RestsOn(property) => {
            format!("it rests on the property `{}`, which is not proved", property_name(*property))
        }
        UnknownReason::Contract(name) => format!("it rests on the contract of `{name}`, which is not proved"),
    }
}

/// The verdict on something as a whole: a kernel, a file, a run. Worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overall {
    /// It could not be examined.
    Error,
    /// A replayed counterexample.
    Refuted,
    /// A construct that is not modelled.
    Unsupported,
    /// Not decided.
    Unknown,
    /// A counterexample that was not confirmed.
    Possible,
    /// Misbehaves for particular contents of input arrays only.
    DependsOnContents,
    /// Misbehaves in unusual launches only.
    UnusualLaunch,
    /// Holds under preconditions that were found.
    ProvedUnder,
    /// Holds.
    Proved,
}

impl Overall {
    /// `error`, `refuted`, `unsupported`, `unknown`, `possible`, `depends-on-contents`, `unusual-launch`, `proved-under` or `proved`.
    pub fn name(self) -> &'static str {
        match self {
            Overall::Error => "error",
            Overall::Refuted => "refuted",
            Overall::Unsupported => "unsupported",
            Overall::Unknown => "unknown",
            Overall::Possible => "possible",
            Overall::DependsOnContents => "depends-on-contents",
            Overall::UnusualLaunch => "unusual-launch",
            Overall::ProvedUnder => "proved-under",
            Overall::Proved => "proved",
        }
    }

    /// The overall verdict that a verdict on one property stands for.
    pub fn of_verdict(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Proved => Overall::Proved,
            Verdict::ProvedUnder(_) => Overall::ProvedUnder,
            Verdict::Refuted => Overall::Refuted,
            Verdict::DependsOnContents(_) => Overall::DependsOnContents,
            Verdict::UnusualLaunch(_) => Overall::UnusualLaunch,
            Verdict::Possible => Overall::Possible,
            Verdict::Unknown(_) => Overall::Unknown,
            Verdict::Unsupported(..) => Overall::Unsupported,
        }
    }

    /// The worst property decides. A kernel on which nothing was decided is unknown, never proved.
    pub fn of_kernel(kernel: &KernelReport) -> Self {
        kernel.worst().map_or(Overall::Unknown, Self::of_verdict)
    }

    /// An error or else the worst kernel decides. A file without kernels is an error, never proved.
    pub fn of_file(report: &FileReport) -> Self {
        if report.errors.iter().any(|d| d.severity == wp_base::Severity::Error) {
            return Overall::Error;
        }
        report.kernels.iter().map(Self::of_kernel).min().unwrap_or(Overall::Error)
    }

    /// All verdicts, worst first.
    pub const ALL: [Overall; 9] = [
        Overall::Error,
        Overall::Refuted,
        Overall::Unsupported,
        Overall::Unknown,
        Overall::Possible,
        Overall::DependsOnContents,
        Overall::UnusualLaunch,
        Overall::ProvedUnder,
        Overall::Proved,
    ];
}

/// Counts by overall verdict.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    counts: [usize; 9],
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, verdict: Overall) {
        self.counts[verdict as usize] += 1;
    }
    /// How many have this verdict.
    pub fn of(&self, verdict: Overall) -> usize {
        self.counts[verdict as usize]
    }
    /// How many in all.
    pub fn total(&self) -> usize {
        self.counts.iter().sum()
    }
    /// `2 refuted, 1 proved`: the nonzero counts, worst first.
    pub fn describe(&self) -> String {
        let parts: Vec<String> =
            Overall::ALL.iter().filter(|v| self.of(**v) > 0).map(|v| format!("{} {}", self.of(*v), v.name())).collect();
        if parts.is_empty() {
            "nothing was examined".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_examined_is_never_proved() {
        assert_eq!(Overall::of_file(&FileReport::default()), Overall::Error);
        let mut tally = Tally::default();
        assert_eq!(tally.describe(), "nothing was examined");
        tally.add(Overall::Proved);
        tally.add(Overall::Refuted);
        tally.add(Overall::Refuted);
        assert_eq!(tally.describe(), "2 refuted, 1 proved");
        assert_eq!(tally.total(), 3);
    }

    #[test]
    fn order_is_worst_first() {
        let mut sorted = Overall::ALL;
        sorted.sort();
        assert_eq!(sorted, Overall::ALL);
    }
}
