//! The report of a verification: verdicts per kernel and property, findings with witnesses, the assumption ledger.

mod finding;
mod proof;

pub use finding::{
    Action, Argument, Arguments, Cause, CauseGroup, Cure, Edit, Finding, Fix, Step, ThreadName, Timeline, Witness,
};
pub use proof::{ProofReport, ProofStep};

use crate::{InferenceReport, Options, Property, Stage};
use std::path::PathBuf;
use wp_base::{Assumption, Diagnostic, SourceMap, Span};
use wp_clang::ProjectHeader;
use wp_perf::Performance;
use wp_summary::Premises;

/// Why there is neither a proof nor a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// The time limit of the kernel was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// No solver is available.
    NoSolver,
    /// The solver gave up, died or was killed.
    Solver(String),
    /// No proof was found, and something that it depends on is over-approximated.
    Approximation(String),
    /// The assumptions are not satisfied by any launch that could be executed.
    Vacuous,
    /// No device can execute the launch that the options or the source ask for; the limit that it exceeds.
    NoLaunch(String),
    /// Only bugs were looked for, with at most so many iterations of every loop, and none was found.
    Bounded(u32),
    /// The verdict relies on a property that is not proved.
    RestsOn(Property),
    /// The verdict relies on the contract of a function, which is not proved.
    Contract(String),
}

/// The verdict on one property of one kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Holds, under the assumptions of the ledger.
    Proved,
    /// Holds under preconditions that were found, in source syntax.
    ProvedUnder(Vec<String>),
    /// Does not hold: at least one finding has a replayed witness.
    Refuted,
    /// Does not hold for some contents of input arrays, by a replayed witness; holds where these conditions do.
    DependsOnContents(Exclusion),
    /// Does not hold for some unusual launches, by a replayed witness; holds where these conditions do.
    UnusualLaunch(Exclusion),
    /// There is a candidate counterexample that was not confirmed.
    Possible,
    /// Not decided.
    Unknown(UnknownReason),
    /// Something is not modelled; the construct and its place.
    Unsupported(String, Span),
}

/// Conditions under which a property is proved that is refuted without them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    /// The conditions, in source syntax.
    pub conditions: Vec<String>,
    /// When each of them does not hold, in words.
    pub otherwise: Vec<String>,
}

impl Exclusion {
    /// The conditions as they stand in front of the kernel; `None` where none is known.
    pub fn requires(&self) -> Option<String> {
        let clauses: Vec<String> = self.conditions.iter().map(|c| format!("requires {c};")).collect();
        (!clauses.is_empty()).then(|| format!("//@ {}", clauses.join(" ")))
    }

    /// When the error happens, and what is known under the conditions.
    pub fn remark(&self, known: &str) -> String {
        match self.requires() {
            Some(requires) => format!("only if {}; {known} under {requires}", self.when()),
            None => format!("only if {}", self.when()),
        }
    }

    /// The condition for the error.
    pub fn when(&self) -> String {
        self.otherwise.join(", or ")
    }
}

impl Verdict {
    /// `proved`, `proved-under`, `unusual-launch`, `depends-on-contents`, `refuted`, `possible`, `unknown` or
    /// `unsupported`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::ProvedUnder(_) => "proved-under",
            Verdict::Refuted => "refuted",
            Verdict::DependsOnContents(_) => "depends-on-contents",
            Verdict::UnusualLaunch(_) => "unusual-launch",
            Verdict::Possible => "possible",
            Verdict::Unknown(_) => "unknown",
            Verdict::Unsupported(..) => "unsupported",
        }
    }
    /// The class of a verdict: a replayed misbehaviour, and what excludes it.
    pub fn exclusion(&self) -> Option<&Exclusion> {
        match self {
            Verdict::DependsOnContents(exclusion) | Verdict::UnusualLaunch(exclusion) => Some(exclusion),
            _ => None,
        }
    }
    /// Worst first: refuted 0, unsupported 1, unknown 2, possible 3, depends-on-contents 4, unusual-launch 5,
    /// proved-under 6, proved 7.
    pub fn rank(&self) -> u8 {
        match self {
            Verdict::Refuted => 0,
            Verdict::Unsupported(..) => 1,
            Verdict::Unknown(_) => 2,
            Verdict::Possible => 3,
            Verdict::DependsOnContents(_) => 4,
            Verdict::UnusualLaunch(_) => 5,
            Verdict::ProvedUnder(_) => 6,
            Verdict::Proved => 7,
        }
    }
}

/// The verdict on one property, with its findings.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyReport {
    /// The property.
    pub property: Property,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict that the property would have without its findings: proved, or another obstacle to a proof. It is no
    /// statement about the kernel.
    pub besides: Verdict,
    /// Everything found, confirmed or not.
    pub findings: Vec<Finding>,
    /// For bounds and alignment, the arrays that the verdict covers and the arrays that it does not.
    pub coverage: Coverage,
    /// What the proofs of its obligations rest on.
    pub rests_on: Premises,
}

/// Arrays that a kernel accesses, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Arrays whose size is known; of alignment, those with an access whose alignment is proved or refuted.
    pub checked: Vec<String>,
    /// Arrays whose size is not known: accesses to them are not looked at. Of alignment, those with an access that is
    /// assumed to be aligned.
    pub unchecked: Vec<String>,
    /// Of alignment, the conditions on parameters, in source syntax, under which the accesses that are assumed to be
    /// aligned are, if that is known of all of them.
    pub conditions: Vec<String>,
}

impl PropertyReport {
    /// A verdict for which nothing was found.
    pub fn without_findings(property: Property, verdict: Verdict) -> Self {
        Self {
            property,
            besides: verdict.clone(),
            verdict,
            findings: Vec::new(),
            coverage: Coverage::default(),
            rests_on: Premises::NONE,
        }
    }

    /// True if the verdict counts for the kernel. Arrays of so many elements that an index needs 64 bits are none that
    /// a kernel is expected to have, unless the program shows them.
    pub fn is_decisive(&self) -> bool {
        self.property != Property::IndexWidth || self.verdict.exclusion().is_none()
    }

    /// True if bounds of some arrays are not checked.
    pub fn leaves_bounds_open(&self) -> bool {
        self.property == Property::Bounds && self.is_partial()
    }

    /// True if there is a proof or a finding, and accesses that the verdict is not about.
    pub fn is_partial(&self) -> bool {
        let decided = !matches!(self.verdict, Verdict::Unknown(_) | Verdict::Unsupported(..));
        decided && !self.coverage.unchecked.is_empty()
    }

    /// The name of the verdict; a proof that is not about every access is `proved-in-part`, or `not-checked` where it
    /// is about none.
    pub fn verdict_name(&self) -> &'static str {
        match (self.verdict == Verdict::Proved && self.is_partial(), self.coverage.checked.is_empty()) {
            (false, _) => self.verdict.name(),
            (true, false) => "proved-in-part",
            (true, true) => "not-checked",
        }
    }

    /// Takes a proof back, for this reason.
    pub(crate) fn withdraw(&mut self, reason: &UnknownReason) {
        for verdict in [&mut self.verdict, &mut self.besides] {
            if *verdict == Verdict::Proved {
                *verdict = Verdict::Unknown(reason.clone());
            }
        }
    }
}

/// The time of one kernel's parts, in wall seconds, and other figures that depend on the machine. Not part of what is
/// compared between runs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    /// Clang and decoding (whole file).
    pub clang: f64,
    /// Everything else, the solver included.
    pub engine: f64,
    /// The solver alone.
    pub solver: f64,
    /// Scripts sent to the solver.
    pub scripts: u64,
    /// Scripts whose answer was on disk.
    pub cached: u64,
    /// Answers of each solver of a portfolio, those on disk included; empty without a portfolio.
    pub answers: Vec<(String, u64)>,
    /// Scripts that the clock or the memory limit cut off: what they decide may differ in another run.
    pub cut_off: u64,
    /// The solver's effort, in its resource units.
    pub spent: u64,
    /// True if the time limit of the file was reached: the whole report on the kernel may differ in another run.
    pub late: bool,
}

/// Counts of what was done for one kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Obligations in all.
    pub obligations: usize,
    /// Closed by structure and simplification.
    pub structural: usize,
    /// Closed by the digit procedure.
    pub digits: usize,
    /// Sent to the solver.
    pub solver: usize,
}

/// The launch in host code that a report is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchedAt {
    /// The place in the source.
    pub span: Span,
    /// The function it stands in.
    pub function: String,
    /// Further launches of which the same is known.
    pub alike: Vec<Span>,
    /// The parameters that point into the same buffer as another one, if the launch has other cases where they do not.
    pub meeting: Vec<String>,
    /// The function without a body that is taken to launch, under the assumption `launcher`.
    pub launcher: Option<String>,
    /// True if the facts of the launch rest on the assumption `launcher`.
    pub assumes_launchers: bool,
}

/// Preconditions under which a kernel was proved from scratch.
#[derive(Clone, PartialEq, Debug)]
pub struct PreconditionSet {
    /// The conditions, all of which are required.
    pub conditions: Vec<Precondition>,
    /// What the proof rests on besides, sorted.
    pub assumptions: Vec<Assumption>,
    /// Whether the launch that the options name for reference satisfies them, if they name one.
    pub satisfied: Option<bool>,
    /// True if they admit no block of two threads, or no positive value of some parameter.
    pub is_trivial: bool,
}

impl PreconditionSet {
    /// The conditions as one.
    pub fn text(&self) -> String {
        let conditions: Vec<&str> = self.conditions.iter().map(|c| c.text.as_str()).collect();
        conditions.join(" && ")
    }
}

/// One condition of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Precondition {
    /// In the syntax of the source, over mathematical integers.
    pub text: String,
    /// True if the precondition sets an extent of the launch to a number above 1.
    pub fixes: bool,
    /// The simulation that shows that the other conditions do not suffice, if one was found.
    pub need: Option<Need>,
}

/// A replayed run that satisfies the other conditions of a set, and misbehaves.
#[derive(Clone, PartialEq, Debug)]
pub struct Need {
    /// The property that breaks.
    pub property: Property,
    /// The run.
    pub witness: Witness,
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// A kernel.
    #[default]
    Kernel,
    /// A device function with a contract, for all arguments that it admits.
    Function,
}

/// The report on one kernel, or on a function with a contract.
#[derive(Clone, PartialEq, Debug)]
pub struct KernelReport {
    /// Name.
    pub name: String,
    /// Position of the name.
    pub span: Span,
    /// The subject: a kernel, or a function with a contract.
    pub role: Role,
    /// The functions whose contracts stand for calls of them, sorted.
    pub contracts: Vec<String>,
    /// The launch that it is checked for. If absent, it is checked for every launch that the options leave open.
    pub launch: Option<LaunchedAt>,
    /// Verdicts in the order of [`Property`].
    pub properties: Vec<PropertyReport>,
    /// If not everything is proved: sets of preconditions under each of which everything is proved, weakest first.
    pub preconditions: Vec<PreconditionSet>,
    /// Notes on performance, where they were asked for. No verdict depends on them.
    pub performance: Option<Performance>,
    /// The knowledge and results of each stage of the check, in order.
    pub stages: Vec<Stage>,
    /// The proofs of obligations, where they were asked for, in the order of properties and places.
    pub proofs: Vec<ProofReport>,
    /// The assumptions that the proofs rest on, in their order.
    pub assumptions: Vec<Assumption>,
    /// Lanes of a warp or sub-group in the check; absent where nothing was checked.
    pub lanes: Option<u32>,
    /// What was over-approximated: text and place.
    pub approximations: Vec<(String, Span)>,
    /// Times.
    pub times: Times,
    /// Counts.
    pub counts: Counts,
    /// Loops and invariant inference.
    pub inference: InferenceReport,
}

impl KernelReport {
    /// A report with verdicts and nothing else.
    pub fn new(name: impl Into<String>, span: Span, properties: Vec<PropertyReport>) -> Self {
        Self {
            name: name.into(),
            span,
            role: Role::Kernel,
            contracts: Vec::new(),
            launch: None,
            properties,
            preconditions: Vec::new(),
            performance: None,
            stages: Vec::new(),
            proofs: Vec::new(),
            assumptions: Vec::new(),
            lanes: None,
            approximations: Vec::new(),
            times: Times::default(),
            counts: Counts::default(),
            inference: InferenceReport::default(),
        }
    }

    /// A report with one verdict for every property that is asked for.
    pub(crate) fn with_one_verdict(name: &str, span: Span, options: &Options, verdict: &Verdict) -> Self {
        let property = |property| PropertyReport::without_findings(property, verdict.clone());
        Self::new(name, span, Property::asked_for(options).into_iter().map(property).collect())
    }

    /// The report on a kernel that the front end could not read.
    pub(crate) fn unreadable(name: &str, span: Span, what: &str, options: &Options) -> Self {
        Self::with_one_verdict(name, span, options, &Verdict::Unsupported(format!("front end: {what}"), span))
    }

    /// All findings, in the order of the properties.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.properties.iter().flat_map(|p| &p.findings)
    }

    /// The findings by cause, in the order of those that stand for them.
    pub fn causes(&self) -> Vec<CauseGroup<'_>> {
        let heads = self.findings().filter(|f| f.cause.is_head || f.cause.number == 0);
        let group = |head| CauseGroup { head, others: Vec::new(), consequences: Vec::new() };
        let mut groups: Vec<CauseGroup> = heads.map(group).collect();
        for finding in self.findings().filter(|f| !f.cause.is_head && f.cause.number > 0) {
            let group = groups.iter_mut().find(|g| g.head.cause.number == finding.cause.number);
            match group {
                Some(group) if finding.cause.is_consequence => group.consequences.push(finding),
                Some(group) => group.others.push(finding),
                // The finding that represented this one was removed.
                None => groups.push(CauseGroup { head: finding, others: Vec::new(), consequences: Vec::new() }),
            }
        }
        groups
    }

    /// The report on a property, if it was asked for.
    pub fn property(&self, property: Property) -> Option<&PropertyReport> {
        self.properties.iter().find(|p| p.property == property)
    }

    pub(crate) fn property_mut(&mut self, property: Property) -> Option<&mut PropertyReport> {
        self.properties.iter_mut().find(|p| p.property == property)
    }

    /// True if a property is proved.
    pub fn is_proved(&self, property: Property) -> bool {
        self.property(property).is_some_and(|p| p.verdict == Verdict::Proved)
    }

    /// Names further assumptions that proofs rest on.
    pub(crate) fn name_assumptions(&mut self, assumptions: impl IntoIterator<Item = Assumption>) {
        self.assumptions.extend(assumptions);
        self.assumptions.sort_unstable();
        self.assumptions.dedup();
    }

    /// The worst verdict of all properties that decide.
    pub fn worst(&self) -> Option<&Verdict> {
        self.properties.iter().filter(|p| p.is_decisive()).map(|p| &p.verdict).min_by_key(|v| v.rank())
    }

    /// The stages that completed the proof of a property, each with these properties.
    pub fn proof_stages(&self) -> Vec<Stage> {
        let proved = |property: &Property| {
            let mut reports = self.properties.iter().filter(|p| p.property == *property);
            reports.any(|p| p.verdict == Verdict::Proved && !(p.is_partial() && p.coverage.checked.is_empty()))
        };
        let of_proofs = self.stages.iter().map(|stage| Stage {
            closed: stage.closed.iter().copied().filter(proved).collect(),
            means: stage.means.clone(),
        });
        of_proofs.filter(|stage| !stage.closed.is_empty()).collect()
    }

    /// Takes the stages in which the assertions were proved from another report.
    pub(crate) fn take_stages_of_assertions(&mut self, other: Vec<Stage>) {
        for stage in &mut self.stages {
            stage.closed.retain(|p| *p != Property::Assertions);
        }
        for mut stage in other {
            stage.closed.retain(|p| *p == Property::Assertions);
            match self.stages.iter_mut().find(|own| own.means == stage.means) {
                Some(own) => own.closed.extend(stage.closed),
                None => self.stages.push(stage),
            }
        }
    }
}

/// The report on one file.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    /// The file as given.
    pub path: PathBuf,
    /// The file that includes this one and launches its kernels, if this one was read as a part of it.
    pub included_in: Option<PathBuf>,
    /// True for a file of HIP.
    pub is_hip: bool,
    /// Sources for rendering.
    pub sources: SourceMap,
    /// Kernels in source order.
    pub kernels: Vec<KernelReport>,
    /// Headers that were not found and are taken as empty files.
    pub missing_headers: Vec<String>,
    /// Headers that the given folders do not have and the project has.
    pub project_headers: Vec<ProjectHeader>,
    /// Headers that were not found and that built-in declarations stand for.
    pub built_in_headers: Vec<String>,
    /// The errors that stopped the file or a kernel of it: bad input, a failing front end.
    pub errors: Vec<Diagnostic>,
    /// The places of the source's functions, with their bodies.
    pub functions: Vec<Span>,
    /// Wall seconds of Clang and decoding.
    pub clang_seconds: f64,
    /// The obligations that the proofs of contracts sent to the solver, by clause.
    pub tasks: Vec<ContractTasks>,
}

impl FileReport {
    /// Makes errors of the findings that take particular contents or an unusual launch.
    pub fn be_strict(&mut self) {
        let properties = self.kernels.iter_mut().flat_map(|k| &mut k.properties);
        for property in properties.filter(|p| p.verdict.exclusion().is_some()) {
            let confirmed = property.findings.iter_mut().filter(|f| f.witness.is_some());
            confirmed.for_each(|f| f.diagnostic.severity = wp_base::Severity::Error);
        }
    }
}

/// The obligations that the proof of a clause sent to the solver.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractTasks {
    /// The kernel.
    pub kernel: String,
    /// The number of the clause, from 1: postconditions first, then asserts and loop invariants that are proved like
    /// them.
    pub clause: usize,
    /// True if the clause is proved.
    pub proved: bool,
    /// The tasks.
    pub trace: wp_contract::Trace,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Means;
    use wp_base::Span;

    fn stage(means: &[Means], closed: &[Property]) -> Stage {
        Stage { means: means.to_vec(), closed: closed.to_vec() }
    }

    #[test]
    fn only_what_is_proved_has_a_stage() {
        let of = PropertyReport::without_findings;
        let properties = vec![of(Property::Races, Verdict::Proved), of(Property::Bounds, Verdict::Possible)];
        let mut report = KernelReport::new("k", Span::NONE, properties);
        report.stages = vec![
            stage(&[Means::ClosedForms], &[Property::Bounds]),
            stage(&[Means::PrefixSums], &[Property::Races, Property::Assertions]),
        ];
        assert_eq!(report.proof_stages(), [stage(&[Means::PrefixSums], &[Property::Races])]);
    }

    #[test]
    fn assertions_are_those_of_the_kernel_with_ghosts() {
        let mut report = KernelReport::new("k", Span::NONE, Vec::new());
        report.stages = vec![stage(&[], &[Property::Races, Property::Assertions])];
        let other = vec![stage(&[], &[Property::Races]), stage(&[Means::ClosedForms], &[Property::Assertions])];
        report.take_stages_of_assertions(other);
        let expected = [stage(&[], &[Property::Races]), stage(&[Means::ClosedForms], &[Property::Assertions])];
        assert_eq!(report.stages, expected);
    }
}
