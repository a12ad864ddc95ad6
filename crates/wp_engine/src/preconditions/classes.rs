//! The class of a refutation: whether it takes an unusual launch, or particular contents of input arrays.
//!
//! Input: a report with refuted properties, and what was asked. A refuted property becomes [`Verdict::UnusualLaunch`]
//! where the full check proves it under conditions that every usual launch satisfies ([`super::usual`]), and
//! [`Verdict::DependsOnContents`] where that takes conditions on contents ([`super::contents`]) too. What is known of
//! the launch in host code stands in the kernel: where it contradicts such a condition, no run satisfies both, which
//! proves nothing, so a misbehaviour that the program reaches stays refuted. Exact: each class rests on a proof and on
//! a replayed run. Where every error that was found takes an unusual launch and the check under conditions that
//! exclude them neither proves nor refutes the property, the property has the verdict of that check, with the errors as
//! warnings.
//!
//! The conditions are chosen by the runs that they exclude: a run that no condition excludes ends the search for its
//! property. The search is limited by checks and by the effort of the solver; the clock is a last guard: where it ends
//! the search, a property of which only unusual launches are known to break it is unknown.

use super::contents::{self, Contents};
use super::reached;
use super::sample::valuation;
use super::usual;
use crate::attempts::{examine, Examined, Subject};
use crate::condition::{Condition, Usual};
use crate::findings::witness_of_run;
use crate::question::Question;
use crate::{
    Exclusion, Finding, KernelReport, Need, Options, Precondition, Property, PropertyReport, UnknownReason, Verdict,
};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use wp_base::Severity;
use wp_check::witness::Confirmed;
use wp_check::Limits;
use wp_kir::Kernel;
use wp_solve::Solver;
use wp_spec::Clause;

wp_base::limits! {
    /// Full checks, at most, to find conditions and to drop what is not needed of them.
    const MAX_CHECKS: u32 = 12;
    /// Conditions on contents, at most: what takes more is no condition that a caller has in mind.
    const MAX_CLAUSES: usize = 2;
    /// Effort of the solver for each of them, at least, in seconds of an idle machine.
    const LEAST_SECONDS: u64 = 2;
    /// The same as a multiple of what the check had.
    const TIMES_THE_CHECK: u64 = 2;
}

/// Conditions of classes under which all properties are proved together.
pub(crate) struct ProvedSet {
    /// Conditions on the launch.
    pub launch: Vec<Condition>,
    /// Conditions on contents, in source syntax, with a run that each excludes.
    pub contents: Vec<Precondition>,
    /// The report of the check under them.
    pub report: KernelReport,
    /// The errors that were confirmed, with no conditions or with some.
    pub runs: Vec<Confirmed>,
}

/// What the classes of a report require.
#[derive(Default)]
pub(crate) struct Required {
    /// The conditions on the launch.
    pub launch: Vec<Condition>,
    /// All conditions, if everything is proved under them and the options ask for preconditions.
    pub set: Option<ProvedSet>,
}

/// The effort for each check of a search, where the check without conditions has spent so much.
pub(crate) fn effort_of_check(spent: u64) -> u64 {
    wp_solve::resources(Duration::from_secs(LEAST_SECONDS.get())).max(spent.saturating_mul(TIMES_THE_CHECK.get()))
}

/// Finds the classes of what is refuted, with so much effort for each check.
pub(crate) fn classify(subject: Subject, solver: &Solver, limits: Limits, examined: &mut Examined) -> Required {
    let Subject { kernel, requires, options } = subject;
    let Examined { report, questions } = examined;
    // No check proves that elements are initialised, or indices exact.
    let has_class = |p: Property| !matches!(p, Property::Contract | Property::Initialised | Property::IndexWidth);
    let refuted = |p: &&PropertyReport| p.verdict == Verdict::Refuted && has_class(p.property);
    let open: Vec<Property> = report.properties.iter().filter(refuted).map(|p| p.property).collect();
    if open.is_empty() || !options.classifies_refutations() {
        return Required::default();
    }
    let runs: Vec<Confirmed> = questions.iter().flat_map(|q| q.confirmed.iter().cloned()).collect();
    let mut search = Search {
        kernel,
        requires,
        options,
        solver: solver.sibling(),
        deadline: limits.deadline,
        effort: limits.effort,
        checks: MAX_CHECKS.get(),
        usual: Vec::new(),
        reached: Vec::new(),
        known: runs.clone(),
        reports: Vec::new(),
        settled: Conditions::default(),
        first: report.properties.clone(),
    };
    search.learn_conditions(questions);
    let mut rest = open;
    if let Some(found) = search.close(&rest, runs, &[], report) {
        let found = search.without_unneeded(found);
        rest.retain(|p| !found.proved.contains(p));
        search.record(found, report);
    }
    for property in rest {
        match search.with_contents(property, questions, report) {
            Some(found) => search.record(found, report),
            None => search.record_open(property, report),
        }
    }
    let set = if options.preconditions { search.proved_together() } else { None };
    let launch = search.settled.launch.iter().flat_map(|&i| search.usual[i].conditions.clone()).collect();
    Required { launch, set }
}

/// Conditions of classes.
#[derive(Clone, Default)]
struct Conditions {
    /// Positions in the list of usual conditions.
    launch: BTreeSet<usize>,
    contents: Vec<Contents>,
}

/// Conditions with the report of the check under them.
struct Found {
    /// Positions in the list of usual conditions.
    launch: BTreeSet<usize>,
    contents: Vec<Contents>,
    /// The properties that were refuted and are proved under the conditions.
    proved: Vec<Property>,
    report: KernelReport,
}

struct Search<'a> {
    kernel: &'a Kernel,
    requires: &'a [Clause],
    options: &'a Options,
    solver: Solver,
    deadline: Instant,
    /// The solver's effort for one check.
    effort: u64,
    checks: u32,
    usual: Vec<Usual>,
    /// Conditions that launches in sight break.
    reached: Vec<Usual>,
    /// The errors that were confirmed, with no conditions or with some.
    known: Vec<Confirmed>,
    /// The reports of the checks under conditions on the launch alone.
    reports: Vec<(BTreeSet<usize>, KernelReport)>,
    /// The conditions of the classes that were given, on the launch and on contents.
    settled: Conditions,
    /// The findings of the check without conditions, with the smallest runs.
    first: Vec<PropertyReport>,
}

impl Search<'_> {
    /// Takes up the usual conditions that the findings speak of, unless launches in sight break them.
    fn learn_conditions(&mut self, questions: &mut [Question]) {
        for usual in usual::conditions(self.kernel, self.options, questions) {
            if !self.usual.contains(&usual) && !self.reached.contains(&usual) {
                match reached::is_reached(self.kernel, &usual, questions, &mut self.solver) {
                    true => self.reached.push(usual),
                    false => self.usual.push(usual),
                }
            }
        }
    }

    /// Conditions on contents, and on the launch where they are needed, under which a property is proved.
    fn with_contents(
        &mut self,
        property: Property,
        questions: &[Question],
        report: &mut KernelReport,
    ) -> Option<Found> {
        let candidates = contents::conditions(self.kernel, self.requires, questions, property);
        if candidates.is_empty() {
            return None;
        }
        let found = self.close(&[property], Vec::new(), &candidates, report)?;
        let found = self.without_unneeded(found);
        let few = found.contents.len() <= MAX_CLAUSES.get();
        few.then(|| self.with_lengths(found, questions))
    }

    /// The full check under conditions, with the runs that it found; `None` where no more checks are left.
    fn check(&mut self, launch: &BTreeSet<usize>, contents: &[Contents]) -> Option<(KernelReport, Vec<Confirmed>)> {
        self.checks = self.checks.checked_sub(1)?;
        if Instant::now() >= self.deadline {
            return None;
        }
        let mut kernel = self.kernel.clone();
        let required = launch.iter().flat_map(|&i| &self.usual[i].conditions);
        required.rev().for_each(|c| c.require(&mut kernel));
        let clauses = self.requires.iter().cloned().chain(contents.iter().map(|c| c.clause.clone()));
        let clauses: Vec<Clause> = clauses.collect();
        let limits = Limits { effort: self.solver.stats().spent.saturating_add(self.effort), deadline: self.deadline };
        let subject = Subject { kernel: &kernel, requires: &clauses, options: self.options };
        let Examined { report, mut questions } = examine(subject, &mut self.solver, limits);
        if contents.is_empty() {
            self.reports.push((launch.clone(), report.clone()));
        }
        // An error under the conditions may involve other constants than the errors without them.
        self.learn_conditions(&mut questions);
        Some((report, questions.into_iter().flat_map(|q| q.confirmed).collect()))
    }

    /// Conditions on the launch, chosen by the runs that they exclude, under which some of the properties are proved
    /// together with the conditions on contents. Findings of the last check stand for those in the report that they
    /// repeat: their launches are usual as far as was asked.
    fn close(
        &mut self,
        wanted: &[Property],
        mut runs: Vec<Confirmed>,
        contents: &[Contents],
        report: &mut KernelReport,
    ) -> Option<Found> {
        let mut open = wanted.to_vec();
        let mut launch = BTreeSet::new();
        loop {
            let mut chosen = BTreeSet::new();
            for run in &runs {
                let property = Property::of_error(&run.finding);
                let excluding = self.excluding(run);
                match excluding.is_empty() {
                    true => open.retain(|p| *p != property),
                    false if open.contains(&property) => chosen.extend(excluding),
                    false => {}
                }
            }
            if open.is_empty() {
                return None;
            }
            let before = launch.len();
            launch.extend(chosen);
            if launch.len() == before && !(launch.is_empty() && !contents.is_empty() && runs.is_empty()) {
                if launch.len() == self.usual.len() {
                    return None;
                }
                // An open obligation shows no simulation: all conditions together are the last that may close it.
                launch.extend(0..self.usual.len());
            }
            let (checked, found) = self.check(&launch, contents)?;
            if contents.is_empty() {
                take_over_findings(report, &checked, &open);
            }
            let proved: Vec<Property> = open.iter().copied().filter(|p| checked.is_proved(*p)).collect();
            if !proved.is_empty() {
                return Some(Found { launch, contents: contents.to_vec(), proved, report: checked });
            }
            if launch.len() == self.usual.len() {
                return None;
            }
            runs = found;
            runs.retain(|run| open.contains(&Property::of_error(&run.finding)));
            self.known.extend(runs.iter().cloned());
        }
    }

    /// The conditions that exclude a run.
    fn excluding(&self, run: &Confirmed) -> BTreeSet<usize> {
        let v = valuation(self.kernel, &run.launch, &run.inputs);
        (0..self.usual.len()).filter(|&i| self.usual[i].excludes(&v)).collect()
    }

    /// True if a confirmed run shows that a condition on the launch is needed: the run breaks a property that is proved
    /// under the conditions, and no other one of them excludes the run. Conditions on contents are not evaluated, so a
    /// set with such conditions shows nothing.
    fn is_needed(&self, i: usize, found: &Found) -> bool {
        let shows = |run: &&Confirmed| {
            found.contents.is_empty()
                && found.proved.contains(&Property::of_error(&run.finding))
                && self.excluding(run).intersection(&found.launch).eq([&i])
        };
        self.known.iter().any(|run| shows(&run))
    }

    /// Drops conditions while everything stays proved, those on contents first.
    fn without_unneeded(&mut self, mut found: Found) -> Found {
        for at in (0..found.contents.len()).rev() {
            if found.contents.len() + found.launch.len() > 1 {
                let mut contents = found.contents.clone();
                contents.remove(at);
                found = self.still_proves(&found, found.launch.clone(), contents).unwrap_or(found);
            }
        }
        for i in found.launch.clone().into_iter().rev() {
            if found.contents.len() + found.launch.len() > 1 && !self.is_needed(i, &found) {
                let mut launch = found.launch.clone();
                launch.remove(&i);
                found = self.still_proves(&found, launch, found.contents.clone()).unwrap_or(found);
            }
        }
        found
    }

    /// Conditions on contents about no more elements than a parameter counts, where that suffices.
    fn with_lengths(&mut self, mut found: Found, questions: &[Question]) -> Found {
        for at in 0..found.contents.len() {
            for weaker in found.contents[at].weaker(self.kernel, questions) {
                let mut contents = found.contents.clone();
                contents[at] = weaker;
                if let Some(better) = self.still_proves(&found, found.launch.clone(), contents) {
                    found = better;
                    break;
                }
            }
        }
        found
    }

    /// Notes the conditions of a class, and gives the properties that are proved under them their verdict.
    fn record(&mut self, found: Found, report: &mut KernelReport) {
        self.settled.launch.extend(&found.launch);
        let new = found.contents.iter().filter(|c| !self.settled.contents.contains(c)).cloned().collect::<Vec<_>>();
        self.settled.contents.extend(new);
        let proved = report.properties.iter_mut().filter(|p| found.proved.contains(&p.property));
        proved.for_each(|property| self.restore_first_findings(property));
        found.give_verdicts(self.kernel, &self.usual, report);
    }

    /// Gives a property back what was found without conditions, where no usual launch shows it.
    fn restore_first_findings(&self, property: &mut PropertyReport) {
        if let Some(first) = self.first.iter().find(|p| p.property == property.property) {
            property.findings.clone_from(&first.findings);
        }
    }

    /// The conditions of all classes, if everything is proved under them.
    fn proved_together(&mut self) -> Option<ProvedSet> {
        let Conditions { launch, contents } = self.settled.clone();
        if launch.is_empty() && contents.is_empty() {
            return None;
        }
        self.checks = self.checks.max(1);
        let known = self.reports.iter().find(|(known, _)| *known == launch && contents.is_empty());
        let report = match known.map(|(_, report)| report.clone()) {
            Some(report) => report,
            None => self.check(&launch, &contents)?.0,
        };
        if report.properties.iter().any(|p| p.verdict != Verdict::Proved) {
            return None;
        }
        let several = contents.len() + launch.len() > 1;
        let conditions = contents.iter().map(|c| Precondition {
            text: if several { format!("({})", c.text) } else { c.text.clone() },
            fixes: false,
            need: self.excluded_by_contents(&launch).filter(|_| contents.len() == 1),
        });
        let conditions = conditions.collect();
        let launch = launch.iter().flat_map(|&i| self.usual[i].conditions.clone()).collect();
        Some(ProvedSet { launch, contents: conditions, report, runs: self.known.clone() })
    }

    /// A run that no condition on the launch excludes.
    fn excluded_by_contents(&self, launch: &BTreeSet<usize>) -> Option<Need> {
        let run = self.known.iter().find(|run| self.excluding(run).is_disjoint(launch))?;
        Some(Need { property: Property::of_error(&run.finding), witness: witness_of_run(self.kernel, run) })
    }

    /// The conditions that exclude every error that was found of a property, if there is one for each.
    fn excluding_all(&self, property: Property) -> Option<BTreeSet<usize>> {
        let runs = self.known.iter().filter(|run| Property::of_error(&run.finding) == property);
        let excluding: Vec<BTreeSet<usize>> = runs.map(|run| self.excluding(run)).collect();
        let all = !excluding.is_empty() && !excluding.iter().any(BTreeSet::is_empty);
        all.then(|| excluding.into_iter().flatten().collect())
    }

    /// The conditions that exclude every error that was found, with the report of the check under them, where that does
    /// not refute the property either.
    fn check_without_found_errors(&mut self, property: Property) -> Option<(BTreeSet<usize>, KernelReport)> {
        loop {
            let launch = self.excluding_all(property)?;
            let report = match self.reports.iter().find(|(known, _)| *known == launch) {
                Some((_, report)) => report.clone(),
                None => {
                    let (report, runs) = self.check(&launch, &[])?;
                    self.known.extend(runs);
                    report
                }
            };
            if Instant::now() >= self.deadline {
                return None;
            }
            let under = report.property(property).map(|p| &p.verdict);
            match under {
                Some(Verdict::Refuted) => {}
                // Host code in sight makes no other launches.
                Some(Verdict::Unknown(UnknownReason::Vacuous | UnknownReason::NoLaunch(_))) | None => return None,
                Some(_) => return Some((launch, report)),
            }
            let known = self.known.iter().filter(|run| Property::of_error(&run.finding) == property);
            if known.flat_map(|run| self.excluding(run)).all(|i| launch.contains(&i)) {
                return None;
            }
        }
    }

    /// Gives a property the verdict of the check under usual conditions where only unusual launches were found to break
    /// it.
    fn record_open(&mut self, property: Property, report: &mut KernelReport) {
        let found = match self.check_without_found_errors(property) {
            Some((launch, KernelReport { properties, assumptions, .. })) => {
                let under = properties.into_iter().find(|p| p.property == property);
                under.map(|under| (launch, under, assumptions))
            }
            // Where the clock ends the search, no usual launch is known to misbehave.
            None if Instant::now() >= self.deadline => self.excluding_all(property).and_then(|launch| {
                let verdict = Verdict::Unknown(UnknownReason::Timeout);
                let of_property = report.property(property)?.clone();
                let under = PropertyReport { verdict, findings: Vec::new(), ..of_property };
                Some((launch, under, report.assumptions.clone()))
            }),
            None => None,
        };
        let Some((launch, under, assumptions)) = found else { return };
        let conditions = || launch.iter().map(|&i| &self.usual[i]);
        let exclusion = Exclusion {
            conditions: conditions().flat_map(|u| &u.conditions).map(|c| c.text(self.kernel)).collect(),
            otherwise: conditions().map(|u| u.otherwise.clone()).collect(),
        };
        let note = exclusion.remark("open");
        let Some(property) = report.property_mut(property) else { return };
        self.restore_first_findings(property);
        for finding in &mut property.findings {
            finding.diagnostic.severity = Severity::Warning;
            finding.diagnostic.notes.push(note.clone());
        }
        let shown: Vec<_> = property.findings.iter().map(|f| f.diagnostic.labels.clone()).collect();
        property.findings.extend(under.findings.into_iter().filter(|f| !shown.contains(&f.diagnostic.labels)));
        property.verdict = match under.verdict {
            Verdict::Proved => Verdict::UnusualLaunch(exclusion),
            open => open,
        };
        report.name_assumptions(assumptions);
    }

    fn still_proves(&mut self, found: &Found, launch: BTreeSet<usize>, contents: Vec<Contents>) -> Option<Found> {
        let (report, _) = self.check(&launch, &contents)?;
        let all = found.proved.iter().all(|p| report.is_proved(*p));
        all.then(|| Found { launch, contents, proved: found.proved.clone(), report })
    }
}

/// True if a verdict is open only because one of these properties is not proved.
fn rests_on_one_of(verdict: &Verdict, properties: &[Property]) -> bool {
    matches!(verdict, Verdict::Unknown(UnknownReason::RestsOn(p)) if properties.contains(p))
}

/// Puts findings of a check under conditions in place of those that they repeat.
fn take_over_findings(report: &mut KernelReport, checked: &KernelReport, properties: &[Property]) {
    for property in report.properties.iter_mut().filter(|p| properties.contains(&p.property)) {
        let Some(other) = checked.property(property.property) else { continue };
        for finding in property.findings.iter_mut().filter(|f| f.witness.is_some()) {
            let alike = |f: &&Finding| {
                let (one, other) = (&f.diagnostic, &finding.diagnostic);
                f.witness.is_some() && one.code == other.code && one.labels == other.labels
            };
            if let Some(usual) = other.findings.iter().find(alike) {
                *finding = usual.clone();
            }
        }
    }
}

impl Found {
    /// Gives what is proved its class; what was open only because of it is proved under the same conditions.
    fn give_verdicts(self, kernel: &Kernel, usual: &[Usual], report: &mut KernelReport) {
        let launch = || self.launch.iter().map(|&i| &usual[i]);
        let of_launch = launch().flat_map(|u| &u.conditions).map(|c| c.text(kernel));
        let conditions: Vec<String> = of_launch.chain(self.contents.iter().map(|c| c.text.clone())).collect();
        let of_contents = self.contents.iter().map(Contents::otherwise);
        let otherwise = of_contents.chain(launch().map(|u| u.otherwise.clone())).collect();
        let exclusion = Exclusion { conditions: conditions.clone(), otherwise };
        for property in &mut report.properties {
            if self.proved.contains(&property.property) {
                let note = exclusion.remark("proved");
                for finding in &mut property.findings {
                    finding.diagnostic.severity = Severity::Warning;
                    finding.diagnostic.notes.push(note.clone());
                }
                property.verdict = match self.contents.is_empty() {
                    true => Verdict::UnusualLaunch(exclusion.clone()),
                    false => Verdict::DependsOnContents(exclusion.clone()),
                };
            } else if rests_on_one_of(&property.verdict, &self.proved) && self.report.is_proved(property.property) {
                property.verdict = Verdict::ProvedUnder(conditions.clone());
            }
        }
        report.name_assumptions(self.report.assumptions);
    }
}
