//! From what stayed open and what was confirmed to verdicts, property by property.
//!
//! Order of the tests, worst first: a confirmed finding refutes; a construct without a model, or a summary that is cut
//! short, leaves nothing to say; an open obligation decides by its cause; then what the whole proof needs (pointers
//! that were resolved, assumptions that some run satisfies); then the premises of the proofs ([`crate::premises`]).

use crate::findings::{finding_of, Replay};
use crate::premises::{settle, NO_CONTRACTS};
use crate::{remedy, widths};
use crate::{Coverage, Finding, Options, Property, PropertyReport, UnknownReason, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{Assumption, Label};
use wp_check::witness::Obstacle;
use wp_check::{OpenCause, Suspect, SuspectKind};
use wp_kir::Kernel;
use wp_solve::UnknownCause;
use wp_summary::{Premise, Premises};

/// Everything the verdicts are made of.
pub(crate) struct Verdicts<'a> {
    pub options: &'a Options,
    pub open: &'a [Suspect],
    pub findings: Vec<Finding>,
    pub vacuous: bool,
    /// What the proofs of closed obligations rest on, by property.
    pub rests_on: &'a BTreeMap<Property, Premises>,
    pub incomplete: Option<String>,
    pub unresolved_writes: bool,
    pub unresolved_reads: bool,
    pub assumptions: &'a BTreeSet<Assumption>,
    /// The reasons for which counterexamples were not confirmed.
    pub obstacles: &'a FxHashMap<wp_check::SuspectKey, Obstacle>,
    pub coverage: &'a wp_check::Coverage,
    pub alignment: Alignment<'a>,
}

/// What is known of the accesses whose alignment is not evident.
#[derive(Clone, Copy)]
pub(crate) enum Alignment<'a> {
    /// All are aligned, which is a property with premises of its own.
    Proved,
    /// The alignment of these open ones is assumed.
    Assumed(&'a [Suspect]),
    /// No verdict is asked for, or it says nothing; it is assumed.
    NotAsked,
}

impl Verdicts<'_> {
    /// The verdicts on what the options ask for, in the order of [`Property`].
    pub fn properties(mut self, kernel: &Kernel) -> Vec<PropertyReport> {
        let mut wanted = Property::asked_for(self.options);
        // Accesses that are wrong wherever they happen are reported even where bounds are not asked for.
        let invalid = self.open.iter().any(|s| matches!(s.kind, SuspectKind::Invalid { .. }))
            || self.findings.iter().any(|f| f.property == Property::Bounds);
        if invalid && !self.options.only_divergence && !wanted.contains(&Property::Bounds) {
            wanted.push(Property::Bounds);
        }
        let is_asked = !matches!(self.alignment, Alignment::NotAsked) && !self.coverage.unaligned.is_empty();
        if is_asked || self.findings.iter().any(|f| f.property == Property::Alignment) {
            wanted.push(Property::Alignment);
        }
        let by_runs = [Property::Initialised, Property::IndexWidth];
        wanted.extend(by_runs.into_iter().filter(|p| self.findings.iter().any(|f| f.property == *p)));
        let mut reports: Vec<PropertyReport> = wanted.into_iter().map(|p| self.property(kernel, p)).collect();
        settle(&mut reports, self.options, NO_CONTRACTS);
        reports.sort_by_key(|r| r.property);
        reports
    }

    /// What a proof of the property rests on: the premises of its obligations, all assumptions of the kernel, and
    /// uniform barriers where accesses are ordered by them.
    fn premises_of(&self, property: Property) -> Premises {
        let assumed = Premises::of(self.assumptions.iter().map(|&a| Premise::Assumption(a)));
        let mut rests_on = self.rests_on.get(&property).cloned().unwrap_or_default().and(&assumed);
        if property == Property::Races {
            rests_on.add(Premise::NoDivergence);
        }
        let is_premise = matches!(self.alignment, Alignment::Proved) && !self.coverage.unaligned.is_empty();
        if is_premise && property != Property::Alignment {
            rests_on.add(Premise::Aligned);
        }
        rests_on
    }

    fn property(&mut self, kernel: &Kernel, property: Property) -> PropertyReport {
        let (mut findings, others) =
            std::mem::take(&mut self.findings).into_iter().partition::<Vec<_>, _>(|f| f.property == property);
        self.findings = others;
        let besides = self.obstacle().or_else(|| self.doubt(property)).unwrap_or(Verdict::Proved);
        let verdict = match property {
            Property::IndexWidth => widths::verdict(&findings),
            _ => self.verdict(property, !findings.is_empty()),
        };
        // Iterations of an unrolled loop are suspects of their own; people see one place.
        let mut told: FxHashSet<(String, Vec<Label>)> = FxHashSet::default();
        let is_told =
            |s: &&Suspect| Property::of(&s.kind) == Some(property) && !matches!(s.kind, SuspectKind::NotCompared);
        for suspect in self.open.iter().filter(is_told) {
            let replay = Replay::Unconfirmed(self.obstacles.get(&suspect.kind.key()));
            let finding = finding_of(kernel, suspect, replay, false);
            if told.insert((finding.diagnostic.message.clone(), finding.diagnostic.labels.clone())) {
                findings.push(finding);
            }
        }
        remedy::repeat_advice_across_blocks(&mut findings);
        let coverage = match property {
            Property::Bounds => self.coverage_of(kernel),
            Property::Alignment => self.aligned(kernel),
            _ => Coverage::default(),
        };
        PropertyReport { property, verdict, besides, findings, coverage, rests_on: self.premises_of(property) }
    }

    /// The objects that bounds are about, by name.
    fn coverage_of(&self, kernel: &Kernel) -> Coverage {
        let names = |objects: &BTreeSet<wp_kir::ObjectId>| {
            let mut names: Vec<String> = objects.iter().map(|o| kernel.objects[*o].name.to_string()).collect();
            names.dedup();
            names
        };
        let (checked, unchecked) = (names(&self.coverage.checked), names(&self.coverage.unchecked));
        Coverage { checked, unchecked, conditions: Vec::new() }
    }

    /// The objects that alignment is about, by name.
    fn aligned(&self, kernel: &Kernel) -> Coverage {
        let mut assumed: BTreeSet<wp_kir::ObjectId> = BTreeSet::new();
        let mut multiples: BTreeMap<wp_kir::ParamId, i128> = BTreeMap::new();
        let mut by_conditions = true;
        let suspects = if let Alignment::Assumed(suspects) = self.alignment { suspects } else { &[] };
        for suspect in suspects {
            let SuspectKind::Alignment { object, when, .. } = &suspect.kind else { continue };
            assumed.insert(*object);
            by_conditions &= !when.is_empty();
            for &(param, multiple) in when {
                let known = multiples.entry(param).or_insert(1);
                // Both are powers of two.
                *known = multiple.max(*known);
            }
        }
        let name = |o: &wp_kir::ObjectId| kernel.objects[*o].name.to_string();
        let conditions = multiples.iter().map(|(p, multiple)| format!("{} % {multiple} == 0", kernel.params[*p].name));
        Coverage {
            checked: self.coverage.unaligned.difference(&assumed).map(name).collect(),
            unchecked: assumed.iter().map(name).collect(),
            conditions: if by_conditions { conditions.collect() } else { Vec::new() },
        }
    }

    fn verdict(&self, property: Property, refuted: bool) -> Verdict {
        if refuted {
            return Verdict::Refuted;
        }
        if let Some(obstacle) = self.obstacle() {
            return obstacle;
        }
        let mine: Vec<&Suspect> = self.open.iter().filter(|s| Property::of(&s.kind) == Some(property)).collect();
        let mut worst = Verdict::Proved;
        for suspect in mine {
            let verdict = match &suspect.cause {
                OpenCause::Model(_) | OpenCause::Run => Verdict::Possible,
                OpenCause::Budget => Verdict::Unknown(UnknownReason::Timeout),
                OpenCause::Solver(UnknownCause::NoSolver) => Verdict::Unknown(UnknownReason::NoSolver),
                OpenCause::Solver(UnknownCause::Timeout | UnknownCause::Incomplete) => {
                    Verdict::Unknown(UnknownReason::Solver("its limits were reached".to_owned()))
                }
                OpenCause::Solver(UnknownCause::Died(what)) => Verdict::Unknown(UnknownReason::Solver(what.clone())),
                OpenCause::Layout => Verdict::Unknown(UnknownReason::Approximation(
                    "the alignment that the compiler gives an array is not known".to_owned(),
                )),
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

    /// The verdict that holds for all obligations if a construct has no model or the summary was cut short.
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
            // The iterations that were cut off may misbehave.
            UnknownReason::Bounded(iterations)
        } else if self.unresolved_reads && property == Property::Bounds {
            approximation("a load through a pointer that could not be resolved")
        } else if self.unresolved_writes && matches!(property, Property::Races | Property::Bounds) {
            approximation("a store through a pointer that could not be resolved")
        } else if self.vacuous {
            UnknownReason::Vacuous
        } else {
            return None;
        };
        Some(Verdict::Unknown(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::{Diagnostic, Span};
    use wp_check::{Site, SiteKind};
    use wp_summary::Memory;

    fn suspect(kind: SuspectKind) -> Suspect {
        Suspect { kind, cause: OpenCause::Budget, conjuncts: Vec::new(), second: None, unknowns: Vec::new() }
    }

    /// The property of races where one was confirmed, with what stands in the way of proofs besides.
    fn races(change: impl Fn(&mut Verdicts)) -> PropertyReport {
        let open = [suspect(SuspectKind::Unsupported { what: "asm".to_owned(), span: Span::NONE })];
        let diagnostic = Diagnostic::error("WP0101", "race");
        let finding = Finding::new(Property::Races, diagnostic);
        let all = reports(&open, &BTreeMap::new(), |v| {
            v.findings.push(finding.clone());
            change(v);
        });
        all.into_iter().find(|p| p.property == Property::Races).unwrap()
    }

    /// What is said with these open obligations.
    fn reports(
        open: &[Suspect],
        rests_on: &BTreeMap<Property, Premises>,
        change: impl Fn(&mut Verdicts),
    ) -> Vec<PropertyReport> {
        let text = "kernel \"k\" cuda { loops 0; labels 0; body { return; } }";
        let kernel = wp_kir::parse_kernel(text).unwrap();
        let (options, assumptions, coverage) = (Options::default(), BTreeSet::new(), wp_check::Coverage::default());
        let mut verdicts = Verdicts {
            options: &options,
            open,
            findings: Vec::new(),
            vacuous: false,
            rests_on,
            incomplete: None,
            unresolved_writes: false,
            unresolved_reads: false,
            assumptions: &assumptions,
            coverage: &coverage,
            alignment: Alignment::NotAsked,
            obstacles: &FxHashMap::default(),
        };
        change(&mut verdicts);
        verdicts.properties(&kernel)
    }

    #[test]
    fn what_is_withdrawn_takes_along_what_rests_on_it() {
        let barrier = Site { span: Span::NONE, kind: SiteKind::Barrier };
        let diverges = [suspect(SuspectKind::Divergence { barrier })];
        let races = BTreeMap::from([(Property::Bounds, Premises::of([Premise::RaceFree(Memory::All)]))]);
        let none = BTreeMap::new();
        let verdicts = |rests_on| {
            let reports = reports(&diverges, rests_on, |_| {});
            let of = |property| reports.iter().find(|p| p.property == property).unwrap().verdict.clone();
            [Property::Races, Property::Bounds].map(of)
        };
        let rests = |property| Verdict::Unknown(UnknownReason::RestsOn(property));
        assert_eq!(verdicts(&none), [rests(Property::Divergence), Verdict::Proved]);
        assert_eq!(verdicts(&races), [rests(Property::Divergence), rests(Property::Races)]);
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
        assert_eq!(races(|_| {}).besides, Verdict::Unsupported("asm".to_owned(), Span::NONE));
    }
}
