//! The results of the attempts on one kernel so far.
//!
//! An attempt summarises the kernel under one configuration, runs the clients and replays the open suspects. Every
//! attempt is an over-approximation of the same behaviours, so a suspect that one of them closes is closed: only
//! suspects that are open in all attempts stay open. The premises of a proof (assumptions, approximations, pointers
//! without an object) are the union over all attempts, because each may have closed a part.

use crate::arrays;
use crate::findings::finding_of;
use crate::inference::{InferenceReport, Known, Task};
use crate::ledger::{any_stmt, extend_assumptions};
use crate::preconditions::{classes, Question};
use crate::scalars::fixed_scalars;
use crate::shape::Shape;
use crate::verdicts::{asked_for, not_granted, property_of, Verdicts};
use crate::{Counts, Finding, KernelReport, Means, Options, Property, Role, Stage, Times, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use wp_base::{Id, Span};
use wp_check::witness::{some_run_satisfies_assumptions, Replayer};
use wp_check::{Context, Coverage, Effort, Limits, OpenCause, RaceKey, Rules, Stats, Suspect, SuspectKind};
use wp_kir::{AssertKind, Kernel, StmtKind};
use wp_logic::Terms;
use wp_solve::Solver;
use wp_spec::Clause;
use wp_summary::{summarise, BarrierInvariants, Config, LoopPolicy, ScanLaw, Summary};

/// The premises of attempts.
#[derive(Clone, Copy)]
pub(crate) struct Premises<'a> {
    /// Preconditions with quantifiers, which every run that counts satisfies.
    pub requires: &'a [Clause],
    /// True if proofs use them.
    pub as_laws: bool,
    /// The use of barrier invariants, if assertions are checked.
    pub invariants: BarrierInvariants,
}

/// The attempts so far, as one.
pub(crate) struct Progress<'a> {
    kernel: &'a Kernel,
    options: &'a Options,
    start: Instant,
    limits: Limits,
    /// The solver's counts before the first attempt.
    before: wp_solve::Stats,
    /// And after the last.
    after: wp_solve::Stats,
    /// The suspects that no attempt has closed or confirmed; `None` before the first.
    open: Option<Vec<Suspect>>,
    /// The confirmed findings.
    findings: Vec<Finding>,
    stats: Stats,
    assumptions: BTreeSet<&'static str>,
    approximations: BTreeSet<(String, Span)>,
    /// The construct that a summary could not hold; another may have closed an obligation without seeing it.
    incomplete: Option<String>,
    unresolved_writes: bool,
    unresolved_reads: bool,
    has_loops: bool,
    vacuous: bool,
    rests_on_races: bool,
    premises: Premises<'a>,
    /// Laws were used that no run was found to satisfy.
    laws_are_missed: bool,
    /// Loop invariants that were taken as facts.
    kept_invariants: BTreeSet<Span>,
    /// A barrier invariant, or one of a loop that was taken as a fact, was refuted.
    invariant_fails: bool,
    inference: InferenceReport,
    /// The runs of earlier attempts.
    replayer: Option<Replayer>,
    /// The properties closed so far, by stage.
    stages: Vec<Stage>,
    /// The contents of shared arrays after prefix sums.
    scans: Arc<[ScanLaw]>,
    /// The open and confirmed obligations, for the search for preconditions.
    questions: Vec<Question>,
    /// The objects that bounds are about.
    coverage: Coverage,
}

impl<'a> Progress<'a> {
    /// Before the first attempt.
    pub fn new(
        kernel: &'a Kernel,
        options: &'a Options,
        solver: &Solver,
        limits: Limits,
        premises: Premises<'a>,
    ) -> Self {
        Self {
            kernel,
            options,
            start: Instant::now(),
            limits,
            before: solver.stats(),
            after: solver.stats(),
            open: None,
            findings: Vec::new(),
            stats: Stats::default(),
            assumptions: BTreeSet::new(),
            approximations: BTreeSet::new(),
            incomplete: None,
            unresolved_writes: false,
            unresolved_reads: false,
            has_loops: false,
            vacuous: false,
            rests_on_races: false,
            premises,
            laws_are_missed: false,
            kept_invariants: BTreeSet::new(),
            invariant_fails: false,
            stages: Vec::new(),
            scans: Arc::from([]),
            questions: Vec::new(),
            coverage: Coverage::default(),
            replayer: None,
            inference: InferenceReport { shape: Shape::of(kernel), ..InferenceReport::default() },
        }
    }

    /// The configuration of an attempt with this loop policy.
    pub fn config(&self, policy: LoopPolicy) -> Config {
        let mut config = Config::new(self.options.launch);
        config.policy = policy;
        config.deadline = Some(self.limits.deadline);
        config.fault = self.options.fault;
        config.atomics_tolerated = self.options.atomic_races != wp_interp::AtomicRaces::default();
        config.lock_step = self.options.warp_sync.is_some_and(|n| n > 1);
        config.blocks_checked = !self.options.only_intra_group && !self.options.only_divergence;
        config.unchecked = arrays::unchecked(self.kernel, self.options);
        config.scalars = fixed_scalars(self.kernel, self.options);
        config.barrier_invariants = if self.options.only_divergence || !self.options.assertions {
            BarrierInvariants::Ignored
        } else {
            self.premises.invariants
        };
        config.unaccessed_kept = self.options.no_barrier_access_checks && self.options.grants("barrier-access");
        config.unused_dims_are_one = self.options.grants("unused-dims");
        config.launch_bounds = self.options.grants("launch-bounds");
        config.counters_stay = self.options.grants("no-counter-wrap");
        config.scans = self.scans.clone();
        config
    }

    /// Looks for what shared arrays hold after prefix sums, where something is open that depends on such arrays;
    /// whether there is anything to try again with.
    pub fn find_scans(&mut self, config: &Config) -> bool {
        let unknowns = self.open.iter().flatten().flat_map(|suspect| &suspect.unknowns);
        let read: BTreeSet<&str> = unknowns.filter_map(|name| name.strip_prefix("value in ")).collect();
        if read.is_empty() || self.options.findbugs.is_some() || Instant::now() >= self.limits.deadline {
            return false;
        }
        let mut laws = wp_scan::laws(self.kernel, config);
        laws.retain(|law| read.contains(&*self.kernel.objects[law.object].name));
        self.scans = laws.into();
        !self.scans.is_empty()
    }

    /// Summarises, checks what is still open, and replays what stays so.
    pub fn attempt(&mut self, solver: &mut Solver, config: &Config) {
        let (kernel, options) = (self.kernel, self.options);
        let mut terms = Terms::new();
        let limits = self.limits;
        let mut summary = summarise(kernel, &mut terms, config);
        let requires = self.premises.requires;
        if self.premises.as_laws {
            wp_check::laws::add(kernel, requires, &mut summary, &mut terms, solver);
        }
        let mut known = Known::Nothing;
        let task = Task { kernel, options };
        if config.policy == LoopPolicy::Havoc {
            // Without invariants hardly anything could be closed.
            let more = known.more(&task, &summary, &mut terms, solver, &mut self.inference);
            summary = more.unwrap_or(summary);
        }
        let mut stats = Stats::default();
        let mut open = self.open.take();
        let is_first = open.is_none();
        let mut rests_on_races = false;
        let mut asked_before = false;
        loop {
            let has_more = known.has_more(&summary, options);
            let mut ctx = Context::new(kernel, &summary, &mut terms, solver, rules(options), limits);
            ctx.effort = if has_more { Effort::ProofOnly } else { Effort::Full };
            let (rest, rests) = still_open(&mut ctx, open.as_deref(), &mut self.coverage);
            stats.add(ctx.stats);
            rests_on_races |= rests;
            let rest = match (&open, asked_before) {
                (Some(before), true) => with_earlier_questions(rest, before),
                _ => rest,
            };
            asked_before = true;
            let undecided = rest.iter().any(is_undecided);
            open = Some(rest);
            if !has_more || !undecided || Instant::now() >= limits.deadline {
                break;
            }
            let more = known.more(&task, &summary, &mut terms, solver, &mut self.inference);
            summary = more.unwrap_or(summary);
        }
        let mut suspects = open.unwrap_or_default();
        self.kept_invariants.extend(&summary.kept_invariants);
        let mut ctx = Context::new(kernel, &summary, &mut terms, solver, rules(options), limits);
        ctx.requires = requires;
        let mut replayer = match self.replayer.take() {
            Some(replayer) => replayer.again(&ctx),
            None => Replayer::new(&ctx),
        };
        if suspects.iter().any(is_rest) {
            let known: FxHashSet<_> = suspects.iter().map(key).collect();
            let races = replayer.races(&mut ctx, &options.launch);
            suspects.extend(races.into_iter().filter(|s| !known.contains(&key(s))));
        }
        let mut rest = Vec::new();
        let (mut asked, mut runs) = (Vec::new(), Vec::new());
        for suspect in suspects {
            match replayer.confirm(&mut ctx, &suspect, &options.launch) {
                Some(confirmed) => {
                    self.invariant_fails |= self.is_taken_as_fact(&suspect);
                    self.findings.push(finding_of(kernel, &suspect, Some(&confirmed), options.witness_details));
                    asked.push(suspect);
                    runs.push(confirmed);
                }
                None => rest.push(suspect),
            }
        }
        if is_first && !summary.laws.is_empty() {
            self.laws_are_missed = !some_run_satisfies_assumptions(&mut ctx, &options.launch);
        } else if is_first && has_assumptions(kernel) {
            ctx.requires = &[];
            self.vacuous = !some_run_satisfies_assumptions(&mut ctx, &options.launch);
        }
        self.replayer = Some(replayer);
        self.after = ctx.solver.stats();
        self.rests_on_races |= rests_on_races;
        self.add(stats, &summary);
        self.note_stage(Means::of(config, &summary, known), &rest);
        if options.preconditions || classes::are_wanted(options) {
            // A confirmed suspect is not asked again; what is still open is asked with what this attempt knows, if it
            // came to that.
            let not_asked: Vec<_> = rest.iter().filter(|s| !is_asked(s)).map(key).collect();
            self.questions.retain_mut(|q| q.keep(|s| not_asked.contains(&key(s))));
            let confirmed = asked.len();
            asked.extend(rest.iter().cloned());
            self.questions.push(Question::new(kernel, terms, summary, asked, confirmed, runs));
        }
        self.open = Some(rest);
    }

    /// Notes which properties have nothing left that is open or was refuted, behind a stage.
    fn note_stage(&mut self, means: Vec<Means>, open: &[Suspect]) {
        let before = self.stages.iter().flat_map(|stage| &stage.closed);
        let left = open.iter().filter_map(|s| property_of(&s.kind));
        let done: Vec<Property> = before.copied().chain(left).chain(self.findings.iter().map(|f| f.property)).collect();
        let closed = asked_for(self.options).into_iter().filter(|p| !done.contains(p)).collect();
        self.stages.push(Stage { means, closed });
    }

    /// The open and confirmed obligations, by attempts.
    pub fn take_questions(&mut self) -> Vec<Question> {
        std::mem::take(&mut self.questions)
    }

    /// Takes over what a proof by this summary rests on.
    fn add(&mut self, stats: Stats, summary: &Summary) {
        self.stats.add(stats);
        self.assumptions.extend(summary.assumptions.iter().copied());
        self.approximations.extend(summary.approximations.iter().cloned());
        self.incomplete = self.incomplete.take().or_else(|| summary.incomplete.clone());
        self.unresolved_writes |= !summary.unresolved_writes.is_empty();
        self.unresolved_reads |= !summary.unresolved_reads.is_empty();
        self.has_loops |= !summary.loops.is_empty();
    }

    /// True if an attempt that knows more of the loops may close what is open, and there is time for it.
    pub fn depends_on_loops(&self) -> bool {
        self.has_loops && self.open.iter().flatten().any(is_undecided) && !self.is_spent()
    }

    fn is_spent(&self) -> bool {
        self.after.spent >= self.limits.effort || Instant::now() >= self.limits.deadline
    }

    /// True if some run satisfies the preconditions with quantifiers, as far as they were used.
    pub fn laws_are_met(&self) -> bool {
        !self.laws_are_missed
    }

    /// True if the claim that a suspect is about was a fact for others.
    fn is_taken_as_fact(&self, s: &Suspect) -> bool {
        match &s.kind {
            SuspectKind::Assertion { kind: AssertKind::Barrier, .. } => true,
            SuspectKind::Assertion { kind: AssertKind::Invariant, site } => self.kept_invariants.contains(&site.span),
            _ => false,
        }
    }

    /// True if no invariant that was taken as a fact is open or refuted.
    pub fn invariants_hold(&self) -> bool {
        let broken = self.invariant_fails || self.open.iter().flatten().any(|s| self.is_taken_as_fact(s));
        !broken || self.premises.invariants != BarrierInvariants::Assumed
    }

    /// The verdicts with what they rest on.
    pub fn report(self) -> KernelReport {
        let invariants_hold = self.invariants_hold();
        let open = self.open.unwrap_or_default();
        let mut assumptions = self.assumptions;
        extend_assumptions(self.kernel, self.options, &mut assumptions);
        if !self.coverage.unaligned.is_empty() {
            assumptions.insert("aligned");
        }
        let verdicts = Verdicts {
            options: self.options,
            open: &open,
            findings: self.findings,
            vacuous: self.vacuous,
            rests_on_races: self.rests_on_races,
            invariants_hold,
            incomplete: self.incomplete,
            unresolved_writes: self.unresolved_writes,
            unresolved_reads: self.unresolved_reads,
            assumptions: &assumptions,
            coverage: &self.coverage,
        };
        let mut properties = verdicts.properties(self.kernel);
        // Without a proof that accesses stay in their objects, order and distinctness are shown only for those that do.
        let in_bounds = properties.iter().any(|p| p.property == Property::Bounds && p.verdict == Verdict::Proved);
        if !in_bounds {
            assumptions.insert("in-bounds");
            if !self.options.grants("in-bounds") {
                properties.iter_mut().for_each(|p| p.withdraw(&not_granted("in-bounds")));
            }
        }
        let mut approximations = self.approximations;
        let may_race = |s: &Suspect| matches!((&s.kind, &s.cause), (SuspectKind::Race { .. }, OpenCause::Model(_)));
        if let Some(fence) = first_fence(self.kernel).filter(|_| open.iter().any(may_race)) {
            approximations.insert((ORDER_BY_FENCES.to_owned(), fence));
        }
        let stats = self.stats;
        let portfolio = &self.options.portfolio;
        let answers = portfolio.names().zip(self.after.answers.iter().zip(&self.before.answers));
        let answers = answers.map(|(name, (after, before))| (name.to_owned(), after - before));
        let answers = if portfolio.solvers().is_empty() { Vec::new() } else { answers.collect() };
        KernelReport {
            name: self.kernel.name.to_string(),
            span: self.kernel.span,
            role: Role::Kernel,
            contracts: Vec::new(),
            launch: None,
            performance: None,
            preconditions: Vec::new(),
            properties,
            stages: self.stages,
            assumptions: assumptions.into_iter().collect(),
            approximations: approximations.into_iter().collect(),
            times: Times {
                clang: 0.0,
                engine: self.start.elapsed().as_secs_f64(),
                solver: stats.solver_seconds,
                scripts: self.after.scripts - self.before.scripts,
                cached: self.after.cached - self.before.cached,
                answers,
                cut_off: self.after.cut_off - self.before.cut_off,
                spent: self.after.spent - self.before.spent,
                late: Instant::now() >= self.limits.deadline,
            },
            counts: Counts {
                obligations: stats.obligations,
                structural: stats.structural,
                digits: stats.digits,
                solver: stats.solver,
            },
            inference: self.inference,
        }
    }
}

pub(crate) fn rules(options: &Options) -> Rules {
    Rules {
        benign_same_value: options.benign_same_value,
        only_intra_group: options.only_intra_group,
        only_divergence: options.only_divergence,
        bounds: options.bounds,
        assertions: options.assertions,
        exit_arrives: options.exit_arrives(),
        warp_sync: options.warp_sync,
        atomic_races: options.atomic_races,
        fault: options.fault,
    }
}

/// The reason for a race that fences may exclude.
const ORDER_BY_FENCES: &str = "ordering by fences and atomics is not modelled yet";

fn first_fence(kernel: &Kernel) -> Option<Span> {
    let mut fences = Vec::new();
    wp_kir::visit(&kernel.body, &mut |s| {
        if let StmtKind::MemFence { .. } = s.kind {
            fences.push(s.span);
        }
    });
    fences.into_iter().min()
}

/// True if it stands for pairs of accesses that were not compared.
fn is_rest(s: &Suspect) -> bool {
    matches!(s.kind, SuspectKind::NotCompared)
}

/// True if more knowledge may close the obligation.
fn is_undecided(s: &Suspect) -> bool {
    matches!(s.cause, OpenCause::Model(_) | OpenCause::Solver(_))
}

/// True if its obligation is known.
fn is_asked(s: &Suspect) -> bool {
    !s.conjuncts.is_empty()
}

/// The open suspects, with the obligations of the same attempt at a lower level of knowledge if there was no time for
/// more.
fn with_earlier_questions(rest: Vec<Suspect>, before: &[Suspect]) -> Vec<Suspect> {
    let mut known = FxHashMap::default();
    for b in before.iter().filter(|b| is_asked(b)) {
        known.entry(key(b)).or_insert(b);
    }
    let earlier = |s: &Suspect| known.get(&key(s)).copied();
    let with_question = |s: Suspect| match earlier(&s) {
        Some(b) if !is_asked(&s) => Suspect { conjuncts: b.conjuncts.clone(), second: b.second, ..s },
        _ => s,
    };
    rest.into_iter().map(with_question).collect()
}

/// The suspects that stay open of those open before, and whether the other proofs rest on race freedom.
fn still_open(ctx: &mut Context, before: Option<&[Suspect]>, seen: &mut Coverage) -> (Vec<Suspect>, bool) {
    // Pairs that were not compared before are open, whichever they are.
    let all_races = before.is_some_and(|suspects| suspects.iter().any(is_rest));
    let races = before.filter(|_| !all_races);
    ctx.races_of = races.map(|suspects| suspects.iter().filter_map(race_key).collect());
    let wp_check::Findings { mut suspects, rests_on_races, coverage } = wp_check::check(ctx);
    seen.add(coverage);
    if let Some(before) = before {
        let open: FxHashSet<_> = before.iter().map(key).collect();
        suspects.retain(|s| is_rest(s) || (all_races && race_key(s).is_some()) || open.contains(&key(s)));
        if suspects.iter().any(is_rest) {
            // A suspect that was open and was not compared again is open; the terms of its question may be of another
            // attempt.
            let listed: FxHashSet<_> = suspects.iter().map(key).collect();
            let others = before.iter().filter(|b| race_key(b).is_some() && !listed.contains(&key(b)));
            let without_question = |b: &Suspect| Suspect {
                kind: b.kind.clone(),
                cause: OpenCause::Budget,
                conjuncts: Vec::new(),
                second: None,
                unknowns: b.unknowns.clone(),
            };
            suspects.extend(others.map(without_question));
        }
    }
    (suspects, rests_on_races)
}

fn has_assumptions(kernel: &Kernel) -> bool {
    any_stmt(&kernel.body, &|kind| matches!(kind, StmtKind::Assume { kind, .. } if kind.is_of_runs()))
}

fn race_key(s: &Suspect) -> Option<RaceKey> {
    match &s.kind {
        SuspectKind::Race { object, first, second, pair } => Some((*first, *second, *pair, *object)),
        _ => None,
    }
}

/// The identity of a suspect across attempts.
fn key(s: &Suspect) -> (u8, Span, Span, usize) {
    match &s.kind {
        SuspectKind::Race { object, first, second, pair } => {
            (*pair as u8, first.span, second.span, object.index() * 9 + first.kind as usize * 3 + second.kind as usize)
        }
        SuspectKind::NotCompared => (15, Span::NONE, Span::NONE, 0),
        SuspectKind::Divergence { barrier } => (10, barrier.span, Span::NONE, 0),
        SuspectKind::Bounds { object, site } => (11, site.span, Span::NONE, object.index()),
        SuspectKind::Invalid { fault, site } => (14, site.span, Span::NONE, *fault as usize),
        SuspectKind::Assertion { site, .. } => (12, site.span, Span::NONE, 0),
        SuspectKind::Unsupported { span, .. } => (13, *span, Span::NONE, 0),
    }
}
