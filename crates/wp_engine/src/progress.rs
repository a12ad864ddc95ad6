//! The results of the attempts on one kernel so far.
//!
//! An attempt summarises the kernel under one configuration, runs the clients and replays what stays open. Every
//! attempt is an over-approximation of the same behaviours, so what one of them closes is closed: only what is open in
//! all attempts stays open. What a proof rests on (assumptions, approximations, pointers without an object) is the
//! union over all attempts, because each may have closed a part. A proof of an obligation carries its premises; those
//! that used an invariant which is not proved in the end are taken back and asked for again without it
//! ([`Progress::withdraw`]).

mod open;

use self::open::{is_asked, is_rest, is_undecided, not_asked, still_open, with_earlier_questions};
use crate::configuration::configuration;
use crate::discharged::Discharged;
use crate::findings::{finding_of, Replay};
use crate::inference::{InferenceReport, Known, Task};
use crate::ledger::extend_assumptions;
use crate::premises::{settle, NO_CONTRACTS};
use crate::question::Question;
use crate::shape::Shape;
use crate::verdicts::{Alignment, Verdicts};
use crate::widths;
use crate::{Counts, Finding, KernelReport, Means, Options, Property, PropertyReport, Stage, Times, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use wp_base::{Assumption, Span};
use wp_check::witness::{some_run_satisfies_assumptions, Confirmed, Obstacle, Replayer, SmallLaunches};
use wp_check::{Context, Coverage, Effort, Limits, OpenCause, Stats, Suspect, SuspectKind};
use wp_kir::{any_stmt, AssumeKind, Kernel, StmtKind};
use wp_logic::Terms;
use wp_solve::Solver;
use wp_spec::Clause;
use wp_summary::{summarise, BarrierInvariants, Config, EventKind, LoopPolicy, Premise, Premises, ScanLaw, Summary};

/// What attempts are given besides the kernel.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
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
    /// The solver's counts after the last attempt.
    after: wp_solve::Stats,
    /// The suspects that no attempt has closed or confirmed; `None` before the first.
    open: Option<Vec<Suspect>>,
    /// The confirmed findings.
    findings: Vec<Finding>,
    stats: Stats,
    assumptions: BTreeSet<Assumption>,
    approximations: BTreeSet<(String, Span)>,
    /// A construct that a summary could not express. Another summary may have closed an obligation without reaching the
    /// construct, so it counts for all.
    incomplete: Option<String>,
    unresolved_writes: bool,
    unresolved_reads: bool,
    has_loops: bool,
    sizes_may_wrap: bool,
    /// True if unsigned sums and products of sizes are taken not to wrap around.
    sizes_fit: bool,
    /// True if one of them does in every launch that is known.
    sizes_never_fit: bool,
    vacuous: bool,
    given: Given<'a>,
    /// Proofs of closed obligations.
    proofs: Discharged,
    /// Where assertions were refuted.
    refuted_assertions: BTreeSet<Span>,
    /// True if laws were used that no run was found to satisfy.
    laws_are_missed: bool,
    inference: InferenceReport,
    /// The runs of earlier attempts.
    replayer: Option<Replayer>,
    /// The reasons for which counterexamples were not confirmed.
    obstacles: FxHashMap<wp_check::SuspectKey, Obstacle>,
    /// The properties closed so far, by stage.
    stages: Vec<Stage>,
    /// The contents of shared arrays after prefix sums.
    scans: Arc<[ScanLaw]>,
    /// The summaries of the attempts with what is open or was confirmed.
    questions: Vec<Question>,
    /// The objects that bounds are about.
    coverage: Coverage,
}

impl<'a> Progress<'a> {
    /// The state before the first attempt.
    pub fn new(kernel: &'a Kernel, options: &'a Options, solver: &Solver, limits: Limits, given: Given<'a>) -> Self {
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
            sizes_may_wrap: false,
            sizes_fit: false,
            sizes_never_fit: false,
            vacuous: false,
            given,
            proofs: Discharged::default(),
            refuted_assertions: BTreeSet::new(),
            laws_are_missed: false,
            stages: Vec::new(),
            scans: Arc::from([]),
            questions: Vec::new(),
            coverage: Coverage::default(),
            replayer: None,
            obstacles: FxHashMap::default(),
            inference: InferenceReport { shape: Shape::of(kernel), ..InferenceReport::default() },
        }
    }

    /// The configuration of an attempt with this loop policy.
    pub fn config(&self, policy: LoopPolicy) -> Config {
        let (scans, deadline) = (self.scans.clone(), Some(self.limits.deadline));
        let summary = configuration(self.kernel, self.options).summary;
        let barrier_invariants = match summary.barrier_invariants {
            BarrierInvariants::Ignored => BarrierInvariants::Ignored,
            _ => self.given.invariants,
        };
        Config { policy, deadline, scans, barrier_invariants, sizes_fit: self.sizes_fit, ..summary }
    }

    /// Looks for the contents of shared arrays after prefix sums, if something that depends on such arrays is open.
    /// Returns true if they were found, so that another attempt may close more.
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

    /// Summarises, checks what is still open, and replays what stays open. If sizes may be taken to fit their types
    /// (`no-unsigned-wrap`), the first attempt only closes what is easily closed without that: questions about sums that
    /// may wrap around are hard, and their answers are launches of billions of threads.
    pub fn attempt(&mut self, solver: &mut Solver, config: &Config) {
        let (kernel, options) = (self.kernel, self.options);
        let rules = configuration(kernel, options).rules;
        let mut terms = Terms::new();
        let limits = self.limits;
        let mut summary = summarise(kernel, &mut terms, config);
        if !wp_check::sizes::may_fit(&summary, &mut terms, solver) {
            self.sizes_fit = false;
            self.sizes_never_fit = true;
            let exact = self.config(config.policy);
            terms = Terms::new();
            summary = summarise(kernel, &mut terms, &exact);
        }
        let requires = self.given.requires;
        if self.given.as_laws {
            wp_check::laws::add(kernel, requires, &mut summary, &mut terms, solver);
        }
        let mut known = Known::Nothing;
        let task = Task { kernel, options };
        if config.policy == LoopPolicy::Havoc {
            // This policy leaves all variables of loops unknown, so hardly anything could be closed without invariants.
            let more = known.more(&task, &summary, &mut terms, solver, &mut self.inference);
            summary = more.unwrap_or(summary);
        }
        let mut stats = Stats::default();
        let mut open = self.open.take();
        let is_first = open.is_none();
        let asked = open.as_ref().map_or(0, Vec::len);
        let mut asked_before = false;
        let may_fit = summary.fits.sizes_may_wrap && self.grants_sizes();
        let is_quick = is_first && may_fit;
        loop {
            let has_more = !is_quick && known.has_more(&summary, options);
            let mut ctx = Context::new(kernel, &summary, &mut terms, solver, rules, limits);
            ctx.effort = match (is_quick, has_more) {
                (true, _) => Effort::Quick,
                (false, true) => Effort::ProofOnly,
                (false, false) => Effort::Full,
            };
            ctx.explains = options.explains(&kernel.name);
            ctx.requires = requires;
            let mut runs = SmallLaunches { replayer: self.replayer(&ctx), sizing: options.launch };
            ctx.runs = Some(&mut runs);
            let (rest, proofs) = still_open(&mut ctx, open.as_deref(), &mut self.coverage);
            stats.add(ctx.stats);
            self.replayer = Some(runs.replayer);
            self.proofs.note(proofs, open.as_deref(), &rest);
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
        let mut ctx = Context::new(kernel, &summary, &mut terms, solver, rules, limits);
        ctx.requires = requires;
        let shown = |s: &Suspect| !is_quick || matches!(s.cause, OpenCause::Run);
        let (replayed, left): (Vec<_>, Vec<_>) = open.unwrap_or_default().into_iter().partition(shown);
        let Replayed { mut rest, confirmed, runs } = self.replay(&mut ctx, replayed);
        rest.extend(left);
        if is_first && !summary.laws.is_empty() {
            self.laws_are_missed = !some_run_satisfies_assumptions(&mut ctx, &options.launch);
        } else if is_first && has_assumptions(kernel) && !options.may_not_happen {
            ctx.requires = &[];
            self.vacuous = !some_run_satisfies_assumptions(&mut ctx, &options.launch);
        }
        self.after = ctx.solver.stats();
        if self.sizes_fit && rest.len() >= asked {
            // Nothing was closed, so nothing rests on what this attempt alone took for granted.
            summary.assumptions.remove(&Assumption::NoUnsignedWrap);
        }
        self.add(stats, &summary);
        self.note_stage(Means::of(config, &summary, known), &rest);
        // Earlier questions lose what was confirmed since, and what this attempt asks with more knowledge. They keep
        // what is open and was not asked in this attempt.
        self.keep_questions(&rest);
        let mut question = Question::new(kernel, terms, summary);
        question.ask(confirmed, runs, &rest);
        self.questions.push(question);
        self.open = Some(rest);
    }

    /// Keeps of the open suspects of earlier questions only those that are in `rest` without an obligation of the
    /// latest attempt.
    fn keep_questions(&mut self, rest: &[Suspect]) {
        let not_asked: Vec<_> = rest.iter().filter(|s| !is_asked(s)).map(|s| s.kind.key()).collect();
        self.questions.iter_mut().for_each(|q| q.keep(|s| not_asked.contains(&s.kind.key())));
    }

    /// The runs so far, for another attempt.
    fn replayer(&mut self, ctx: &Context) -> Replayer {
        match self.replayer.take() {
            Some(replayer) => replayer.again(ctx),
            None => Replayer::new(ctx),
        }
    }

    /// Looks for runs that confirm what is open.
    fn replay(&mut self, ctx: &mut Context, mut suspects: Vec<Suspect>) -> Replayed {
        let (kernel, options) = (self.kernel, self.options);
        let mut replayer = self.replayer(ctx);
        if suspects.iter().any(is_rest) {
            let known: FxHashSet<_> = suspects.iter().map(|s| s.kind.key()).collect();
            let races = replayer.races(ctx, &options.launch);
            suspects.extend(races.into_iter().filter(|s| !known.contains(&s.kind.key())));
        }
        let mut replayed = Replayed { rest: Vec::new(), confirmed: Vec::new(), runs: Vec::new() };
        for suspect in suspects {
            // No run counts for it.
            if matches!(suspect.kind, SuspectKind::Alignment { is_misplaced: false, .. }) {
                replayed.rest.push(suspect);
                continue;
            }
            match replayer.confirm(ctx, &suspect, &options.launch) {
                Some(confirmed) => {
                    if let SuspectKind::Assertion { site, .. } = &suspect.kind {
                        self.refuted_assertions.insert(site.span);
                    }
                    self.findings.push(finding_of(
                        kernel,
                        &suspect,
                        Replay::Confirmed(&confirmed),
                        options.witness_details,
                    ));
                    replayed.confirmed.push(suspect);
                    replayed.runs.push(confirmed);
                }
                None => {
                    if let Some(obstacle) = replayer.obstacle() {
                        self.obstacles.insert(suspect.kind.key(), obstacle.clone());
                    }
                    replayed.rest.push(suspect);
                }
            }
        }
        self.replayer = Some(replayer);
        replayed
    }

    /// Takes back the proofs that used invariants which are not proved, and checks these obligations again without the
    /// invariants, on each summary that was made. All other proofs stand, and no summary is made again.
    pub fn withdraw(&mut self, solver: &mut Solver) {
        let mut given_up = BTreeSet::new();
        loop {
            let open = self.open.iter().flatten().filter_map(|s| match &s.kind {
                SuspectKind::Assertion { site, .. } => Some(site.span),
                _ => None,
            });
            let unproved = open.chain(self.refuted_assertions.iter().copied()).collect();
            given_up.extend(self.proofs.broken_claims(&unproved));
            let taken = self.proofs.withdraw(&given_up);
            if taken.is_empty() {
                return;
            }
            self.open.get_or_insert_with(Vec::new).extend(taken.into_iter().map(not_asked));
            let mut questions = std::mem::take(&mut self.questions);
            for question in &mut questions {
                question.summary.forget_claims(&given_up);
                self.ask_again(question, solver);
            }
            self.questions = questions;
        }
    }

    /// Checks what is open once more, on the summary of a question, which has changed.
    fn ask_again(&mut self, question: &mut Question, solver: &mut Solver) {
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = question;
        let mut ctx = Context::new(self.kernel, summary, terms, solver, rules, self.limits);
        ctx.requires = self.given.requires;
        ctx.explains = self.options.explains(&self.kernel.name);
        let before = self.open.take();
        let (open, proofs) = still_open(&mut ctx, before.as_deref(), &mut self.coverage);
        self.proofs.note(proofs, before.as_deref(), &open);
        self.stats.add(ctx.stats);
        let Replayed { rest, confirmed, runs } = self.replay(&mut ctx, open);
        self.after = ctx.solver.stats();
        question.ask(confirmed, runs, &rest);
        self.open = Some(rest);
    }

    /// Runs the kernel for reads of elements that nothing wrote, unless something is refuted already.
    pub fn look_for_unwritten(&mut self, solver: &mut Solver) {
        let Some(question) = self.questions.last_mut().filter(|_| self.findings.is_empty()) else { return };
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = question;
        let ctx = Context::new(self.kernel, summary, terms, solver, rules, self.limits);
        let ctx = Context { requires: self.given.requires, ..ctx };
        for (suspect, run) in wp_check::initialised::errors(&ctx, &self.options.launch) {
            let replay = Replay::Confirmed(&run);
            self.findings.push(finding_of(self.kernel, &suspect, replay, self.options.witness_details));
        }
    }

    /// Looks for launches in which 32-bit arithmetic of an index exceeds its type.
    pub fn look_for_widths(&mut self, solver: &mut Solver) {
        let Some(question) = self.questions.last_mut() else { return };
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = question;
        let ctx = Context::new(self.kernel, summary, terms, solver, rules, self.limits);
        let ctx = Context { requires: self.given.requires, ..ctx };
        for found in wp_check::index_width::errors(&ctx) {
            self.findings.push(widths::finding(self.kernel, &found, self.options.device_memory));
        }
    }

    /// Notes the properties of which nothing is open and nothing was refuted after a stage.
    fn note_stage(&mut self, means: Vec<Means>, open: &[Suspect]) {
        let before = self.stages.iter().flat_map(|stage| &stage.closed);
        let left = open.iter().filter_map(|s| Property::of(&s.kind));
        let done: Vec<Property> = before.copied().chain(left).chain(self.findings.iter().map(|f| f.property)).collect();
        let closed = Property::asked_for(self.options).into_iter().filter(|p| !done.contains(p)).collect();
        self.stages.push(Stage { means, closed });
    }

    /// What is open or was confirmed, by attempts, if a search needs it.
    pub fn take_questions(&mut self) -> Vec<Question> {
        let mut questions = std::mem::take(&mut self.questions);
        let wanted = self.options.preconditions || self.options.classifies_refutations();
        let mut left = questions.len();
        questions.retain(|q| {
            left -= 1;
            wanted && (left == 0 || !q.suspects.is_empty())
        });
        questions
    }

    /// Adds what a proof by this summary rests on.
    fn add(&mut self, stats: Stats, summary: &Summary) {
        self.stats.add(stats);
        let object = |at: &usize| match &summary.events[*at].kind {
            EventKind::Access(a) => Some(a.object),
            _ => None,
        };
        self.coverage.unaligned.extend(summary.alignment.keys().filter_map(object));
        self.assumptions.extend(summary.assumptions.iter().copied());
        self.approximations.extend(summary.approximations.iter().cloned());
        self.incomplete = self.incomplete.take().or_else(|| summary.incomplete.clone());
        self.unresolved_writes |= !summary.memory.unresolved_writes.is_empty();
        self.unresolved_reads |= !summary.memory.unresolved_reads.is_empty();
        self.has_loops |= !summary.loops.is_empty();
        self.sizes_may_wrap |= summary.fits.sizes_may_wrap;
    }

    /// True if an attempt that knows more of the loops may close what is open, and there is time for it.
    pub fn depends_on_loops(&self) -> bool {
        self.has_loops && self.open.iter().flatten().any(is_undecided) && !self.is_spent()
    }

    /// Takes unsigned sums and products of sizes not to wrap around from here on, if the options grant that and what is
    /// open may depend on it. Returns true if so and there is time for another attempt.
    pub fn take_sizes_to_fit(&mut self) -> bool {
        let serves = self.sizes_may_wrap && self.open.iter().flatten().any(is_undecided) && !self.is_spent();
        self.sizes_fit = serves && self.grants_sizes() && !self.sizes_never_fit;
        serves && self.grants_sizes()
    }

    fn grants_sizes(&self) -> bool {
        self.options.grants(Assumption::NoUnsignedWrap) && self.options.findbugs.is_none()
    }

    fn is_spent(&self) -> bool {
        let stop = &self.options.stop;
        self.after.spent >= self.limits.effort || Instant::now() >= self.limits.deadline || stop.is_requested()
    }

    /// True if some run satisfies the preconditions with quantifiers, as far as they were used.
    pub fn laws_are_met(&self) -> bool {
        !self.laws_are_missed
    }

    /// True if all accesses whose alignment is not evident are proved to be aligned, with nothing of the kernel left out.
    fn is_aligned(&self, open: &[Suspect]) -> bool {
        let by_contract = |kind: &StmtKind| matches!(kind, StmtKind::Assume { kind: AssumeKind::Contract, .. });
        self.options.alignment
            && !self.coverage.unaligned.is_empty()
            && !open.iter().any(|s| matches!(s.kind, SuspectKind::Alignment { .. }))
            && !self.findings.iter().any(|f| f.property == Property::Alignment)
            && !self.unresolved_reads
            && !self.unresolved_writes
            && !any_stmt(&self.kernel.body, &by_contract)
    }

    /// The verdicts, with all assumptions, given what is known of alignment. A proof of it that does not stand is none.
    fn verdicts(&self, open: &[Suspect], alignment: Alignment) -> (BTreeSet<Assumption>, Vec<PropertyReport>) {
        let mut assumptions = self.assumptions.clone();
        extend_assumptions(self.kernel, self.options, &mut assumptions);
        let mut rests_on = self.proofs.premises(self.options);
        match alignment {
            // The fact that accesses are aligned is then a premise of its own.
            Alignment::Proved => {
                let taken = |p: &Premise| *p != Premise::Assumption(Assumption::Aligned);
                rests_on.values_mut().for_each(|premises| *premises = Premises::of(premises.iter().filter(taken)));
            }
            _ if self.coverage.unaligned.is_empty() => {}
            Alignment::Assumed(_) | Alignment::NotAsked => drop(assumptions.insert(Assumption::Aligned)),
        }
        assumptions.extend(rests_on.values().flat_map(|premises| premises.assumptions()));
        let verdicts = Verdicts {
            options: self.options,
            open,
            findings: self.findings.clone(),
            vacuous: self.vacuous,
            rests_on: &rests_on,
            incomplete: self.incomplete.clone(),
            unresolved_writes: self.unresolved_writes,
            unresolved_reads: self.unresolved_reads,
            assumptions: &assumptions,
            coverage: &self.coverage,
            alignment,
            obstacles: &self.obstacles,
        };
        let properties = verdicts.properties(self.kernel);
        (assumptions, properties)
    }

    /// The verdicts with what they rest on.
    pub fn report(mut self) -> KernelReport {
        let mut open = self.open.take().unwrap_or_default();
        let (mut assumptions, mut properties) = (BTreeSet::new(), Vec::new());
        if self.is_aligned(&open) {
            (assumptions, properties) = self.verdicts(&open, Alignment::Proved);
        }
        let is_aligned = properties.iter().any(|p| p.property == Property::Alignment && p.verdict == Verdict::Proved);
        if !is_aligned {
            let granted = self.options.grants(Assumption::Aligned);
            let is_assumed = |s: &Suspect| granted && matches!(s.kind, SuspectKind::Alignment { .. });
            let (assumed, others) = open.into_iter().partition::<Vec<_>, _>(is_assumed);
            open = others;
            let is_asked = self.options.alignment && !self.unresolved_reads && !self.unresolved_writes;
            let alignment = if is_asked { Alignment::Assumed(&assumed) } else { Alignment::NotAsked };
            (assumptions, properties) = self.verdicts(&open, alignment);
        }
        // Without a proof that accesses stay in their objects, order and distinctness are shown only for those that do.
        let in_bounds = properties.iter().any(|p| p.property == Property::Bounds && p.verdict == Verdict::Proved);
        if !in_bounds {
            assumptions.insert(Assumption::InBounds);
            properties.iter_mut().for_each(|p| p.rests_on.add(Premise::Assumption(Assumption::InBounds)));
            settle(&mut properties, self.options, NO_CONTRACTS);
        }
        let mut approximations = self.approximations;
        let may_race = |s: &Suspect| matches!((&s.kind, &s.cause), (SuspectKind::Race { .. }, OpenCause::Model(_)));
        let diverges = |s: &Suspect| matches!(s.kind, SuspectKind::Divergence { .. });
        if open.iter().any(may_race) {
            let fence = first(self.kernel, &StmtKind::orders_accesses);
            approximations.extend(fence.map(|at| (ORDER_BY_FENCES.to_owned(), at)));
        }
        if open.iter().any(|s| may_race(s) || diverges(s)) {
            let barrier = first(self.kernel, &|kind| matches!(kind, StmtKind::NamedBarrier(_)));
            approximations.extend(barrier.map(|at| (NAMED_BARRIERS.to_owned(), at)));
        }
        let stats = self.stats;
        let portfolio = &self.options.portfolio;
        let answers = portfolio.names().zip(self.after.answers.iter().zip(&self.before.answers));
        let answers = answers.map(|(name, (after, before))| (name.to_owned(), after - before));
        let answers = if portfolio.solvers().is_empty() { Vec::new() } else { answers.collect() };
        KernelReport {
            stages: self.stages,
            proofs: self.proofs.reports(self.kernel),
            assumptions: assumptions.into_iter().collect(),
            lanes: Some(self.kernel.lanes),
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
            ..KernelReport::new(&*self.kernel.name, self.kernel.span, properties)
        }
    }
}

/// The reason for a race that fences may exclude.
const ORDER_BY_FENCES: &str = "fences and atomics may order these accesses in a way that is not recognised";

/// The reason for a race or a divergence at named barriers.
const NAMED_BARRIERS: &str = "named barriers may bring threads together in a way that is not recognised";

/// The first place of a statement that passes the test.
fn first(kernel: &Kernel, test: &dyn Fn(&StmtKind) -> bool) -> Option<Span> {
    let mut places = Vec::new();
    wp_kir::visit(&kernel.body, &mut |s| {
        if test(&s.kind) {
            places.push(s.span);
        }
    });
    places.into_iter().min()
}

/// The outcome of replays.
struct Replayed {
    /// What is open.
    rest: Vec<Suspect>,
    /// What was confirmed.
    confirmed: Vec<Suspect>,
    /// The runs that confirmed it.
    runs: Vec<Confirmed>,
}

fn has_assumptions(kernel: &Kernel) -> bool {
    any_stmt(&kernel.body, &|kind| matches!(kind, StmtKind::Assume { kind, .. } if kind.is_of_runs()))
}
