//! From what stayed open and what was confirmed to verdicts, property by property.
//!
//! Order of the tests, worst first: a confirmed finding refutes; a construct without a model, or a summary that is cut short,
//! leaves nothing to say; an open obligation decides by its cause; then what the whole proof rests on (pointers that were
//! resolved, assumptions that some run satisfies, assumptions that are not switched off, the other properties).

use crate::arrays;
use crate::findings::finding_of;
use crate::ledger::any_stmt;
use crate::{Coverage, Finding, Options, Property, PropertyReport, UnknownReason, Verdict};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use wp_base::Label;
use wp_check::{OpenCause, Suspect, SuspectKind};
use wp_kir::{AssertKind, Kernel, StmtKind};
use wp_solve::UnknownCause;

/// Everything the verdicts are made of.
pub(crate) struct Verdicts<'a> {
    pub options: &'a Options,
    pub open: &'a [Suspect],
    pub findings: Vec<Finding>,
    pub vacuous: bool,
    pub rests_on_races: bool,
    /// No barrier invariant, which everything else takes as a fact, is open or refuted.
    pub invariants_hold: bool,
    pub incomplete: Option<String>,
    pub unresolved_writes: bool,
    pub unresolved_reads: bool,
    pub assumptions: &'a BTreeSet<&'static str>,
    pub coverage: &'a wp_check::Coverage,
}

/// The properties that the options ask for, in their order.
pub(crate) fn asked_for(options: &Options) -> Vec<Property> {
    let all = !options.only_divergence;
    let asked = [
        (Property::Races, all && arrays::any_checked(options)),
        (Property::Divergence, true),
        (Property::Bounds, all && options.bounds),
        (Property::Assertions, all && options.assertions),
    ];
    asked.into_iter().filter(|(_, asked)| *asked).map(|(property, _)| property).collect()
}

impl Verdicts<'_> {
    /// The verdicts on what the options ask for, in the order of [`Property`].
    pub fn properties(mut self, kernel: &Kernel) -> Vec<PropertyReport> {
        let mut wanted = asked_for(self.options);
        // Accesses that are wrong wherever they happen are reported even where bounds are not asked for.
        let invalid = self.open.iter().any(|s| matches!(s.kind, SuspectKind::Invalid { .. }))
            || self.findings.iter().any(|f| f.property == Property::Bounds);
        if invalid && !self.options.only_divergence && !wanted.contains(&Property::Bounds) {
            wanted.push(Property::Bounds);
        }
        let mut reports: Vec<PropertyReport> = wanted.into_iter().map(|p| self.property(kernel, p)).collect();
        let about_all = speaks_of_all_threads(kernel);
        // What is withdrawn may be what others rest on.
        while let Some((at, missing)) = self.unfounded(&reports, about_all) {
            reports[at].withdraw(&UnknownReason::RestsOn(missing));
        }
        reports.sort_by_key(|r| r.property);
        reports
    }

    /// A proof whose premise is not proved, with the premise.
    fn unfounded(&self, reports: &[PropertyReport], about_all: bool) -> Option<(usize, Property)> {
        let is_open = |property| !reports.iter().any(|r| r.property == property && r.verdict == Verdict::Proved);
        let missing = |property: Property| match property {
            // What holds up to a barrier invariant that fails may not hold behind it.
            _ if !self.invariants_hold && property != Property::Assertions => Some(Property::Assertions),
            // Order by barriers is order only when the barriers are uniform, and all threads are behind a barrier only then.
            Property::Races if is_open(Property::Divergence) => Some(Property::Divergence),
            Property::Assertions if about_all && is_open(Property::Divergence) => Some(Property::Divergence),
            Property::Races => None,
            // What threads read alike they read alike only without races. Both proofs together hold up to the first misbehaviour, hence always.
            _ => (self.rests_on_races && is_open(Property::Races)).then_some(Property::Races),
        };
        let rests = |r: &PropertyReport| r.verdict == Verdict::Proved || r.besides == Verdict::Proved;
        reports.iter().enumerate().find_map(|(at, r)| Some((at, missing(r.property).filter(|_| rests(r))?)))
    }

    fn property(&mut self, kernel: &Kernel, property: Property) -> PropertyReport {
        let (mut findings, others) =
            std::mem::take(&mut self.findings).into_iter().partition::<Vec<_>, _>(|f| f.property == property);
        self.findings = others;
        let besides = self.obstacle().or_else(|| self.doubt(property)).unwrap_or(Verdict::Proved);
        let verdict = self.verdict(property, !findings.is_empty());
        // Iterations of an unrolled loop are suspects of their own; people see one place.
        let mut told: FxHashSet<(String, Vec<Label>)> = FxHashSet::default();
        let is_told =
            |s: &&Suspect| property_of(&s.kind) == Some(property) && !matches!(s.kind, SuspectKind::NotCompared);
        for suspect in self.open.iter().filter(is_told) {
            let finding = finding_of(kernel, suspect, None, false);
            if told.insert((finding.diagnostic.message.clone(), finding.diagnostic.labels.clone())) {
                findings.push(finding);
            }
        }
        let coverage = if property == Property::Bounds { self.coverage_of(kernel) } else { Coverage::default() };
        PropertyReport { property, verdict, besides, findings, coverage }
    }

    /// The objects that bounds are about, by name.
    fn coverage_of(&self, kernel: &Kernel) -> Coverage {
        let names = |objects: &BTreeSet<wp_kir::ObjectId>| {
            let mut names: Vec<String> = objects.iter().map(|o| kernel.objects[*o].name.to_string()).collect();
            names.dedup();
            names
        };
        Coverage { checked: names(&self.coverage.checked), unchecked: names(&self.coverage.unchecked) }
    }

    fn verdict(&self, property: Property, refuted: bool) -> Verdict {
        if refuted {
            return Verdict::Refuted;
        }
        if let Some(obstacle) = self.obstacle() {
            return obstacle;
        }
        let mine: Vec<&Suspect> = self.open.iter().filter(|s| property_of(&s.kind) == Some(property)).collect();
        let mut worst = Verdict::Proved;
        for suspect in mine {
            let verdict = match &suspect.cause {
                OpenCause::Model(_) => Verdict::Possible,
                OpenCause::Budget => Verdict::Unknown(UnknownReason::Timeout),
                OpenCause::Solver(UnknownCause::NoSolver) => Verdict::Unknown(UnknownReason::NoSolver),
                OpenCause::Solver(UnknownCause::Timeout | UnknownCause::Incomplete) => {
                    Verdict::Unknown(UnknownReason::Solver("its limits were reached".to_owned()))
                }
                OpenCause::Solver(UnknownCause::Died(what)) => Verdict::Unknown(UnknownReason::Solver(what.clone())),
                OpenCause::Specification(what) => Verdict::Unknown(UnknownReason::Approximation(format!(
                    "the specification operation `{what}` is not modelled"
                ))),
            };
            if verdict.rank() < worst.rank() {
                worst = verdict;
            }
        }
        if worst != Verdict::Proved {
            return worst;
        }
        self.doubt(property).unwrap_or(Verdict::Proved)
    }

    /// What leaves nothing to say of any obligation.
    fn obstacle(&self) -> Option<Verdict> {
        let unsupported = self.open.iter().find_map(|suspect| match &suspect.kind {
            SuspectKind::Unsupported { what, span } => Some(Verdict::Unsupported(what.clone(), *span)),
            _ => None,
        });
        let incomplete = || self.incomplete.clone().map(|what| Verdict::Unknown(UnknownReason::Approximation(what)));
        unsupported.or_else(incomplete)
    }

    /// Why there is no proof although every obligation is closed.
    fn doubt(&self, property: Property) -> Option<Verdict> {
        let approximation = |what: &str| UnknownReason::Approximation(what.to_owned());
        let reason = if let Some(iterations) = self.options.findbugs {
            // What was cut off may misbehave.
            UnknownReason::Bounded(iterations)
        } else if self.unresolved_reads && property == Property::Bounds {
            approximation("a load through a pointer that could not be resolved")
        } else if self.unresolved_writes && matches!(property, Property::Races | Property::Bounds) {
            approximation("a store through a pointer that could not be resolved")
        } else if self.vacuous {
            UnknownReason::Vacuous
        } else {
            let switched_off = self.options.without.iter().find(|w| self.assumptions.contains(w.as_str()));
            not_granted(switched_off?)
        };
        Some(Verdict::Unknown(reason))
    }
}

/// Whether something is asserted of all threads of a block, which is checked of those that come to its place.
fn speaks_of_all_threads(kernel: &Kernel) -> bool {
    any_stmt(&kernel.body, &|kind| match kind {
        StmtKind::Assert { kind, .. } => *kind == AssertKind::AllThreads,
        StmtKind::Barrier { invariants, .. } => !invariants.is_empty(),
        _ => false,
    })
}

/// A proof is there, but it needs an assumption that is switched off.
pub(crate) fn not_granted(code: &str) -> UnknownReason {
    UnknownReason::Approximation(format!("the assumption `{code}` is switched off and the proof needs it"))
}

pub(crate) fn property_of(kind: &SuspectKind) -> Option<Property> {
    match kind {
        SuspectKind::Race { .. } | SuspectKind::NotCompared => Some(Property::Races),
        SuspectKind::Divergence { .. } => Some(Property::Divergence),
        SuspectKind::Bounds { .. } | SuspectKind::Invalid { .. } => Some(Property::Bounds),
        SuspectKind::Assertion { .. } => Some(Property::Assertions),
        SuspectKind::Unsupported { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::{Diagnostic, Span};
    use wp_check::{Site, SiteKind};

    fn suspect(kind: SuspectKind) -> Suspect {
        Suspect { kind, cause: OpenCause::Budget, conjuncts: Vec::new(), second: None, unknowns: Vec::new() }
    }

    /// The property of races where one was confirmed, with what stands in the way of proofs besides.
    fn races(change: impl Fn(&mut Verdicts)) -> PropertyReport {
        let open = [suspect(SuspectKind::Unsupported { what: "asm".to_owned(), span: Span::NONE })];
        let diagnostic = Diagnostic::error("WP0101", "race");
        let finding = Finding::new(Property::Races, diagnostic);
        let all = reports(&open, |v| {
            v.findings.push(finding.clone());
            change(v);
        });
        all.into_iter().find(|p| p.property == Property::Races).unwrap()
    }

    /// What is said with these open obligations.
    fn reports(open: &[Suspect], change: impl Fn(&mut Verdicts)) -> Vec<PropertyReport> {
        let text = "kernel \"k\" cuda { loops 0; labels 0; body { return; } }";
        let kernel = wp_kir::parse_kernel(text).unwrap();
        let (options, assumptions, coverage) = (Options::default(), BTreeSet::new(), wp_check::Coverage::default());
        let mut verdicts = Verdicts {
            options: &options,
            open,
            findings: Vec::new(),
            vacuous: false,
            rests_on_races: false,
            invariants_hold: true,
            incomplete: None,
            unresolved_writes: false,
            unresolved_reads: false,
            assumptions: &assumptions,
            coverage: &coverage,
        };
        change(&mut verdicts);
        verdicts.properties(&kernel)
    }

    #[test]
    fn what_is_withdrawn_takes_along_what_rests_on_it() {
        let barrier = Site { span: Span::NONE, kind: SiteKind::Barrier };
        let diverges = [suspect(SuspectKind::Divergence { barrier })];
        let verdicts = |rests_on_races| {
            let reports = reports(&diverges, |v| v.rests_on_races = rests_on_races);
            let of = |property| reports.iter().find(|p| p.property == property).unwrap().verdict.clone();
            [Property::Races, Property::Bounds].map(of)
        };
        let rests = |property| Verdict::Unknown(UnknownReason::RestsOn(property));
        assert_eq!(verdicts(false), [rests(Property::Divergence), Verdict::Proved]);
        assert_eq!(verdicts(true), [rests(Property::Divergence), rests(Property::Races)]);
    }

    #[test]
    fn what_stands_in_the_way_besides_findings_is_kept() {
        let besides = |change: &dyn Fn(&mut Verdicts)| {
            let report = races(|v| {
                v.open = &[];
                change(v);
            });
            assert_eq!((report.verdict, report.findings.len()), (Verdict::Refuted, 1));
            report.besides
        };
        assert_eq!(besides(&|_| {}), Verdict::Proved);
        assert!(matches!(besides(&|v| v.unresolved_writes = true), Verdict::Unknown(UnknownReason::Approximation(_))));
        let incomplete = besides(&|v| v.incomplete = Some("too large".to_owned()));
        assert_eq!(incomplete, Verdict::Unknown(UnknownReason::Approximation("too large".to_owned())));
        assert_eq!(besides(&|v| v.vacuous = true), Verdict::Unknown(UnknownReason::Vacuous));
        let broken = besides(&|v| v.invariants_hold = false);
        assert_eq!(broken, Verdict::Unknown(UnknownReason::RestsOn(Property::Assertions)));
        assert_eq!(races(|_| {}).besides, Verdict::Unsupported("asm".to_owned(), Span::NONE));
    }
}
