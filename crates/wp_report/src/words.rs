//! The words for properties, reasons and overall verdicts, in one place for every output form.

use crate::finding::is_confirmed;
use wp_base::{Assumption, Severity, SourceMap};
use wp_engine::{
    FileReport, Finding, KernelReport, LaunchedAt, ProjectHeader, Property, PropertyReport, UnknownReason, Verdict,
};

/// A property with its verdict in words: findings are counted, and what is not about every array names the others.
pub fn verdict_words(report: &PropertyReport) -> String {
    let mut words = report.verdict.name().to_owned();
    if !report.findings.is_empty() {
        words = format!("{words} ({})", FindingCount::of(&report.findings).words());
    }
    if !report.is_partial() {
        return words;
    }
    let unchecked = unchecked_words(report);
    match (&report.verdict, report.coverage.checked.is_empty()) {
        (Verdict::Proved, true) => unchecked,
        (Verdict::Proved | Verdict::ProvedUnder(_), false) => {
            format!("{words} for {}; {unchecked}", report.coverage.checked.join(", "))
        }
        _ => format!("{words}; {unchecked}"),
    }
}

/// The case of a launch in which parameters point into one buffer, in words behind the place of the launch; empty for
/// other launches.
pub fn case_words(launch: &LaunchedAt) -> String {
    let names: Vec<String> = launch.meeting.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [] => String::new(),
        [first @ .., last] => format!(" where {} and {last} share a buffer", first.join(", ")),
    }
}

/// The arrays of which bounds are not checked, or accesses to which are assumed to be aligned.
pub fn unchecked_words(report: &PropertyReport) -> String {
    let arrays = report.coverage.unchecked.join(", ");
    match (report.property, &report.coverage.conditions[..]) {
        (Property::Alignment, []) => format!("assumed: {arrays}"),
        (Property::Alignment, conditions) => {
            let clauses: Vec<String> = conditions.iter().map(|c| format!("requires {c};")).collect();
            format!("assumed: {arrays}; aligned under //@ {}", clauses.join(" "))
        }
        _ => format!("not checked: {arrays} (size unknown)"),
    }
}

/// An assumption of a kernel; `warp-size` with the number of lanes; `in-bounds` and `aligned` with the arrays that they
/// are about, where there is a verdict on the others.
pub fn assumption_words(kernel: &KernelReport, assumption: Assumption) -> String {
    if let (Assumption::WarpSize, Some(lanes)) = (assumption, kernel.lanes) {
        return format!("{assumption} ({lanes})");
    }
    let property = match assumption {
        Assumption::InBounds => Some(Property::Bounds),
        Assumption::Aligned => Some(Property::Alignment),
        _ => None,
    };
    let partial = property.and_then(|property| kernel.property(property)).filter(|p| p.is_partial());
    let Some(arrays) = partial.and_then(open_arrays) else { return assumption.to_string() };
    format!("{assumption} ({})", arrays.join(", "))
}

/// The arrays with accesses that are not proved to be within bounds, or aligned; `None` if an access is of no array.
fn open_arrays(report: &PropertyReport) -> Option<Vec<String>> {
    let mut arrays: Vec<String> = report.findings.iter().map(|f| f.object.clone()).collect::<Option<_>>()?;
    arrays.extend(report.coverage.unchecked.iter().cloned());
    let mut seen = std::collections::BTreeSet::new();
    arrays.retain(|array| seen.insert(array.clone()));
    Some(arrays)
}

/// The note on a witness that the interpreter reproduced.
pub const CONFIRMED: &str = "confirmed: reproduced by simulating this launch with these inputs";
/// The note on a witness that the interpreter did not reproduce.
pub const NOT_REPRODUCED: &str = "not confirmed: simulating this launch with these inputs did not reproduce it";

/// The numbers of errors and warnings, counted by cause: `2 errors, 1 warning, 1 of them accepted`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FindingCount {
    /// Causes whose finding is shown as an error: confirmed, and of no class that is a warning.
    pub errors: usize,
    /// The other causes.
    pub warnings: usize,
    /// Causes of both kinds all of whose findings are recorded in a baseline.
    pub accepted: usize,
}

impl FindingCount {
    /// Counts findings of one kernel.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let findings: Vec<&Finding> = findings.into_iter().collect();
        let is_open = |cause: usize| findings.iter().any(|f| f.cause.number == cause && !f.accepted);
        let mut count = Self::default();
        for finding in &findings {
            let cause = finding.cause;
            if !cause.is_head && cause.number != 0 {
                continue;
            }
            let is_error = is_confirmed(finding) && finding.diagnostic.severity == Severity::Error;
            count.errors += usize::from(is_error);
            count.warnings += usize::from(!is_error);
            count.accepted += usize::from(finding.accepted && (cause.number == 0 || !is_open(cause.number)));
        }
        count
    }

    /// Counts the findings of several kernels.
    pub fn of_kernels<'a>(kernels: impl IntoIterator<Item = &'a KernelReport>) -> Self {
        kernels.into_iter().map(|k| Self::of(k.findings())).fold(Self::default(), |a, b| Self {
            errors: a.errors + b.errors,
            warnings: a.warnings + b.warnings,
            accepted: a.accepted + b.accepted,
        })
    }

    /// The counts that are not zero, of the findings of one property.
    pub fn words(self) -> String {
        let mut parts = Vec::new();
        if self.errors + self.warnings == 0 {
            parts.push("same cause as another finding".to_owned());
        }
        parts.extend((self.errors > 0).then(|| plural(self.errors, "error")));
        parts.extend((self.warnings > 0).then(|| plural(self.warnings, "warning")));
        parts.extend(self.accepted_words());
        parts.join(", ")
    }

    /// The same words with the condition that makes an error.
    pub fn explained(self) -> String {
        let mut parts = Vec::new();
        match self.errors {
            0 => {}
            1 => parts.push("1 error, confirmed by simulating the counterexample".to_owned()),
            n => parts.push(format!("{n} errors, each confirmed by simulating its counterexample")),
        }
        parts.extend((self.warnings > 0).then(|| plural(self.warnings, "warning")));
        parts.extend(self.accepted_words());
        parts.join("; ")
    }

    fn accepted_words(self) -> Option<String> {
        match (self.accepted, self.errors + self.warnings) {
            (0, _) => None,
            (1, 1) => Some("accepted".to_owned()),
            (n, all) if n == all => Some("all accepted".to_owned()),
            (n, _) => Some(format!("{n} of them accepted")),
        }
    }
}

/// `1 kernel`, `2 kernels`.
pub fn plural(count: usize, noun: &str) -> String {
    let end = match (count, noun.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {noun}{end}")
}

/// A remark about the headers of a file, or about the file that includes it.
pub struct HeaderRemark {
    /// True if the file may mean something else than it does for the ordinary compiler.
    pub is_warning: bool,
    /// The remark.
    pub text: String,
}

/// What there is to say about headers that the given folders do not have.
pub fn header_remarks(report: &FileReport) -> Vec<HeaderRemark> {
    let warning = |text: String| HeaderRemark { is_warning: true, text };
    let note = |text: String| HeaderRemark { is_warning: false, text };
    let missing = report.missing_headers.iter().map(|name| warning(missing_header(name, &report.project_headers)));
    let built_in = report.built_in_headers.iter().map(|name| note(built_in_header(name)));
    let taken = taken_headers(&report.project_headers).into_iter().map(note);
    let included = report.included_in.as_ref().map(|by| {
        note(format!("read as part of {}, which includes it and launches its kernels (docs/projects.md)", by.display()))
    });
    included.into_iter().chain(missing).chain(taken).chain(built_in).collect()
}

/// The first sentence about a header that was not found, and the headers of which none was taken for it.
fn missing_header(name: &str, project: &[ProjectHeader]) -> String {
    let candidates = project.iter().filter(|header| header.name == name).flat_map(|header| &header.candidates);
    let candidates: Vec<String> = candidates.map(|path| path.display().to_string()).collect();
    let several = match candidates.is_empty() {
        true => String::new(),
        false => format!("; the project has several that differ: {}", candidates.join(", ")),
    };
    format!("header `{name}` not found; treated as an empty file (add its folder with `-I DIR`){several}")
}

/// The first sentence about a header that was not found and that built-in declarations stand for.
fn built_in_header(name: &str) -> String {
    format!("header `{name}` not found; the built-in declarations stand for it (docs/language.md#headers)")
}

/// One sentence about all headers that were taken from the project.
fn taken_headers(project: &[ProjectHeader]) -> Option<String> {
    let taken = project.iter().filter_map(|header| header.taken().map(|path| (&header.name, path)));
    let taken: Vec<String> = taken.map(|(name, path)| format!("`{name}` ({})", path.display())).collect();
    let are = if taken.len() == 1 { "header that is" } else { "headers that are" };
    (!taken.is_empty()).then(|| {
        format!("{are} not in the given folders, taken from the project (docs/projects.md): {}", taken.join(", "))
    })
}

/// Why properties without findings are not proved, each reason once: the properties, the verdict and the reason.
pub fn open_reasons(kernel: &KernelReport, sources: &SourceMap) -> Vec<(Vec<Property>, &'static str, String)> {
    let mut reasons: Vec<(Vec<Property>, &'static str, String)> = Vec::new();
    for property in &kernel.properties {
        let Some(why) = reason_of(property, sources) else { continue };
        let verdict = property.verdict_name();
        match reasons.iter_mut().find(|(_, v, w)| *v == verdict && *w == why) {
            Some((properties, ..)) => properties.push(property.property),
            None => reasons.push((vec![property.property], verdict, why)),
        }
    }
    reasons
}

/// The reason of a property that is unknown or unsupported, with its place.
pub fn reason_of(property: &PropertyReport, sources: &SourceMap) -> Option<String> {
    match &property.verdict {
        Verdict::Unknown(reason) => Some(reason_text(reason)),
        Verdict::Unsupported(what, span) => Some(format!("{what} ({})", sources.describe(*span))),
        _ => None,
    }
}

/// The names of properties, with commas.
pub fn property_names(properties: &[Property]) -> String {
    properties.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ")
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
        UnknownReason::NoLaunch(_) => "no-launch",
        UnknownReason::Bounded(_) => "bounded",
        UnknownReason::RestsOn(_) => "rests-on",
        UnknownReason::Contract(_) => "contract",
    }
}

/// The reason of an inconclusive verdict, in one clause.
pub fn reason_text(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Timeout => "the time limit was reached; raise it with `--timeout`".to_owned(),
        UnknownReason::Memory => "the memory limit was reached; raise it with `--memory`".to_owned(),
        UnknownReason::NoSolver => {
            "no solver is available; see `warpproof explain WP0505` for how to get one".to_owned()
        }
        UnknownReason::Solver(what) => format!("the solver gave no answer: {what}"),
        UnknownReason::Approximation(what) => what.clone(),
        UnknownReason::Vacuous => {
            "vacuous: no launch was found that satisfies the preconditions; see `warpproof explain WP0601`".to_owned()
        }
        UnknownReason::Bounded(iterations) => {
            let plural = if *iterations == 1 { "" } else { "s" };
            format!("the bounded search found nothing up to {iterations} iteration{plural} of each loop; leave `--findbugs` and `--loop-unwind` out for a proof")
        }
        UnknownReason::RestsOn(property) => {
            format!("skipped: requires {}", property.requirement())
        }
        UnknownReason::Contract(name) => format!("requires the contract of `{name}`, which is not proved"),
        UnknownReason::NoLaunch(why) => why.clone(),
    }
}

/// The verdict on something as a whole: a kernel, a file, a run. Worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overall {
    /// The kernel could not be checked.
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
    /// The number with this verdict.
    pub fn of(&self, verdict: Overall) -> usize {
        self.counts[verdict as usize]
    }
    /// The total number.
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
