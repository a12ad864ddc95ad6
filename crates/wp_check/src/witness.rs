//! Witnesses: a concrete launch with inputs, made from a model and confirmed by running it in the interpreter.
//!
//! No property is refuted without such a simulation. The interpreter does not know the suspect: each of its errors is
//! matched with the suspects by place and kind, so one simulation may confirm several. The smallest launch is shown,
//! after attempts to make it smaller (`shrink`). The search is limited by instructions and by the effort of the solver;
//! the clock is a last guard.

mod obstacle;
mod shrink;

pub use obstacle::Obstacle;

use crate::context::{Context, OpenCause, Site, SiteKind, Suspect, SuspectKind};
use crate::expand::{admitted, is_of_unknown_size, small_contents, written_out};
use crate::patterns::patterned;
use crate::trust::{assumes, is_trustworthy};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use wp_interp::{
    random_inputs, run, AccessKind, Benign, ConcreteLaunch, Config, End, Fill, Finding, Inputs, NoteKind, ObjectInput,
    Outcome, PointerFault, ThreadRef, Value,
};
use wp_kir::{AssertKind, Block, Dialect, Dim, Kernel, Launch, ObjectId, ObjectKind, ParamId, Space, StmtKind, Type};
use wp_logic::{Term, TermId};
use wp_prove::PairKind;
use wp_solve::Model;
use wp_summary::Invalid;

/// Launches of at most this many threads are executed whole.
const WHOLE_LAUNCH: u64 = 4096;
/// Greatest number of threads of a launch that is executed whole because a slice of it is not closed.
const GREAT_LAUNCH: u64 = 1 << 17;
/// Instructions of one run.
const FUEL: u64 = 8_000_000;
/// Instructions of a first, short run: what misbehaves does so early, and unknown contents make for loops that hardly
/// end.
const SHORT_FUEL: u64 = FUEL / 32;
/// Instructions of all runs for one attempt at a kernel.
const STEPS: u64 = 8 * FUEL;
/// Instructions that setting up a thread counts for.
const STEPS_PER_THREAD: u64 = 64;
/// The solver's effort for smaller models, for one attempt at a kernel.
const MODEL_EFFORT: Duration = Duration::from_secs(6);

/// A confirmed misbehaviour.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The error that the interpreter reported.
    pub finding: Finding,
    /// The launch.
    pub launch: ConcreteLaunch,
    /// The inputs.
    pub inputs: Inputs,
    /// The configuration of the simulation.
    pub config: Config,
}

impl Confirmed {
    /// True if the confirmed error is the one that the suspect states.
    pub fn shows(&self, suspect: &Suspect) -> bool {
        shows(&self.finding, &suspect.kind)
    }
}

/// Races that are told of runs where not all pairs of accesses were compared.
const MOST_RACES: usize = 16;

/// A run that was made.
#[derive(PartialEq)]
struct Trial {
    launch: ConcreteLaunch,
    inputs: Inputs,
    threads: Vec<ThreadRef>,
    fuel: u64,
}

/// Runs launches and remembers what was seen.
pub struct Replayer {
    seen: Vec<Confirmed>,
    /// Runs that need not be made again, whether more fuel might show more, and the reason why they may show nothing.
    trials: Vec<(Trial, bool, Option<Obstacle>)>,
    /// Instructions left.
    steps: u64,
    /// The total effort of the solver at which the search ends.
    effort: u64,
    deadline: Instant,
    /// The reason for which the last run may have shown nothing.
    of_last_run: Option<Obstacle>,
    /// The first reason for which a run with the inputs of the current suspect shows nothing.
    of_suspect: Option<Obstacle>,
    /// Runs left for smaller launches.
    shrinking: u32,
    tried_at_random: bool,
    /// The objects by which threads of a kernel with fences may tell each other how far they are.
    flags: BTreeSet<ObjectId>,
}

impl Replayer {
    /// A replayer without results.
    pub fn new(ctx: &Context) -> Self {
        let effort = ctx.solver.stats().spent.saturating_add(wp_solve::resources(MODEL_EFFORT));
        let (seen, trials) = (Vec::new(), Vec::new());
        let flags = wp_interp::flags(ctx.kernel);
        let deadline = ctx.limits.deadline;
        Self {
            seen,
            trials,
            steps: STEPS,
            effort,
            deadline,
            of_last_run: None,
            of_suspect: None,
            shrinking: shrink::ALL_RUNS,
            tried_at_random: false,
            flags,
        }
    }

    /// For another attempt at the same kernel, with limits of its own: what was seen stays, and no run is made twice.
    pub fn again(self, ctx: &Context) -> Self {
        let Self { seen, trials, tried_at_random, .. } = self;
        Self { seen, trials, tried_at_random, ..Self::new(ctx) }
    }

    /// True if no further run is to be started.
    fn is_spent(&self) -> bool {
        self.steps == 0 || Instant::now() >= self.deadline
    }

    /// Looks for a run that shows the suspect misbehaving, as small as is easily found.
    pub fn confirm(&mut self, ctx: &mut Context, suspect: &Suspect, launch: &Launch) -> Option<Confirmed> {
        self.of_suspect = None;
        let found = self.some_run(ctx, suspect, launch)?;
        Some(self.shrink(ctx, suspect, found))
    }

    /// The reason, if it is known, for which the runs for the last suspect showed nothing.
    pub fn obstacle(&self) -> Option<&Obstacle> {
        self.of_suspect.as_ref()
    }

    fn some_run(&mut self, ctx: &mut Context, suspect: &Suspect, launch: &Launch) -> Option<Confirmed> {
        if let Some(found) = self.matching(suspect) {
            return Some(found);
        }
        for (attempt, prefer_small) in [(0, true), (1, false)] {
            if self.is_spent() {
                return None;
            }
            let OpenCause::Model(model) = &suspect.cause else { break };
            let small;
            let model = if prefer_small && ctx.solver.stats().spent < self.effort {
                small = minimised(ctx, suspect);
                small.as_ref().unwrap_or(model)
            } else {
                model
            };
            let completed = completed(ctx, suspect, model);
            let model = completed.as_ref().unwrap_or(model);
            if let Some(found) = self.try_model(ctx, suspect, model, attempt) {
                return Some(found);
            }
        }
        self.run_at_random(ctx, launch);
        self.matching(suspect)
    }

    /// The errors in one launch.
    pub fn probe(&mut self, ctx: &Context, launch: ConcreteLaunch, inputs: Inputs) -> Vec<Confirmed> {
        let before = self.seen.len();
        if !self.is_spent() {
            self.execute(ctx, launch, inputs, &[], FUEL);
        }
        self.seen[before..].to_vec()
    }

    /// Some races of launches that were run, as suspects that these runs confirm: where not all pairs of accesses were
    /// compared.
    pub fn races(&mut self, ctx: &mut Context, launch: &Launch) -> Vec<Suspect> {
        self.run_at_random(ctx, launch);
        let races: Vec<SuspectKind> = self.seen.iter().filter_map(|c| race_of(&c.finding)).take(MOST_RACES).collect();
        let suspect = |kind| Suspect {
            kind,
            cause: OpenCause::Budget,
            conjuncts: Vec::new(),
            second: None,
            unknowns: Vec::new(),
        };
        races.into_iter().map(suspect).collect()
    }

    fn matching(&self, suspect: &Suspect) -> Option<Confirmed> {
        self.seen.iter().filter(|c| shows(&c.finding, &suspect.kind)).min_by_key(|c| shrink::size(c)).cloned()
    }

    /// The model's launch and inputs, with several contents for what the model leaves open.
    fn try_model(&mut self, ctx: &mut Context, suspect: &Suspect, model: &Model, attempt: u64) -> Option<Confirmed> {
        let launch = launch_of(ctx, suspect, model)?;
        let threads = threads_of(ctx, suspect, model);
        let fills = [Fill::Zero, Fill::Small(1 + attempt), Fill::Index, Fill::Any(7 + attempt)];
        let mut left: Vec<(u64, Fill)> = (0..).zip(fills).collect();
        for fuel in [SHORT_FUEL, FUEL] {
            let mut cut_short = Vec::new();
            for (n, fill) in left {
                if self.is_spent() {
                    return None;
                }
                let trial = Trial {
                    launch,
                    inputs: inputs_of(ctx, &suspect.conjuncts, model, fill, n),
                    threads: threads.clone(),
                    fuel,
                };
                let known = self.trials.iter().find(|(known, ..)| *known == trial);
                let (exhausted, met) =
                    known.map(|(_, exhausted, met)| (*exhausted, met.clone())).unwrap_or_else(|| {
                        let exhausted = self.execute(ctx, launch, trial.inputs.clone(), &threads, fuel);
                        let met = self.of_last_run.take();
                        self.trials.push((trial, exhausted, met.clone()));
                        (exhausted, met)
                    });
                self.of_suspect = self.of_suspect.take().or(met);
                if exhausted {
                    cut_short.push((n, fill));
                }
                if let Some(found) = self.matching(suspect) {
                    return Some(found);
                }
            }
            left = cut_short;
        }
        None
    }

    /// Random inputs on small launches that the sizing allows, once per kernel.
    fn run_at_random(&mut self, ctx: &Context, sizing: &Launch) {
        if std::mem::replace(&mut self.tried_at_random, true) {
            return;
        }
        for (n, launch) in small_launches(ctx, sizing).into_iter().enumerate() {
            for seed in 0..4u64 {
                if self.is_spent() {
                    return;
                }
                let mut inputs = random_inputs(ctx.kernel, &launch, seed * 31 + n as u64, None);
                fix_scalars(ctx, &mut inputs);
                self.execute(ctx, launch, inputs, &[], FUEL);
            }
        }
    }

    /// Runs a launch (or a closed slice of it) and keeps what was found. Returns whether more fuel might show more.
    ///
    /// Flags and tickets that are set before the launch tell threads of what nobody has done yet. A race where there
    /// are fences counts only where all start from zero.
    fn execute(
        &mut self,
        ctx: &Context,
        launch: ConcreteLaunch,
        inputs: Inputs,
        threads: &[ThreadRef],
        fuel: u64,
    ) -> bool {
        let mut cleared = inputs.clone();
        for (_, input) in cleared.objects.iter_mut().filter(|(object, _)| self.flags.contains(object)) {
            (input.fill, input.cells) = (Fill::Zero, BTreeMap::new());
        }
        if cleared == inputs {
            return self.execute_on(ctx, launch, inputs, threads, fuel);
        }
        let exhausted = self.execute_on(ctx, launch, cleared, threads, fuel);
        let before = self.seen.len();
        let and_here = self.execute_on(ctx, launch, inputs, threads, fuel);
        let mut at = 0;
        self.seen.retain(|confirmed| {
            at += 1;
            at <= before || !matches!(confirmed.finding, Finding::Race { .. })
        });
        exhausted || and_here
    }

    fn execute_on(
        &mut self,
        ctx: &Context,
        launch: ConcreteLaunch,
        inputs: Inputs,
        threads: &[ThreadRef],
        fuel: u64,
    ) -> bool {
        self.of_last_run = None;
        let Some(inputs) = admitted(ctx.kernel, ctx.requires, launch, &inputs) else { return false };
        let total = launch.threads_per_block().saturating_mul(launch.blocks());
        let mut config = Config { fuel, ..interpreter_config(ctx) };
        let mut exhausted = false;
        let mut counted = |config: &Config| {
            let threads = config.slice.as_ref().map_or(total, |s| s.len() as u64);
            let outcome = run(ctx.kernel, &launch, &inputs, config);
            self.steps = self.steps.saturating_sub(outcome.steps + threads * STEPS_PER_THREAD);
            exhausted |= matches!(outcome.end, End::FuelExhausted);
            outcome
        };
        let mut outcome = None;
        if total > WHOLE_LAUNCH {
            config.slice = Some(slice(&launch, threads));
            outcome = Some(counted(&config)).filter(|o| o.slice_closed);
        }
        if outcome.is_none() && total <= GREAT_LAUNCH {
            config.slice = None;
            outcome = Some(counted(&config));
        }
        self.of_last_run = outcome.as_ref().map_or(Some(Obstacle::TooLarge), |o| obstacle::of(ctx.kernel, o));
        // A run that was cut short has shown nothing of what comes later.
        let cut_short = outcome.as_ref().is_some_and(|o| matches!(o.end, End::FuelExhausted) && o.findings.is_empty());
        let counted_first = outcome.filter(|o| counts(ctx, o)).map(|o| (o, config.clone()));
        let mut evidence: Vec<(Outcome, Config)> = counted_first.into_iter().collect();
        let made_up = evidence.iter_mut().any(|(o, _)| drop_consequences(o));
        if (evidence.is_empty() || cut_short || made_up) && threads.len() == 2 && !assumes(&ctx.kernel.body) {
            // The behaviour of other threads, and after the error, may be undefined: the two threads may well run
            // before all others.
            config.slice = Some(threads.iter().map(|t| linear_in(&launch, t)).collect());
            let mut alone = counted(&config);
            let lanes_missing = alone.notes.iter().any(|n| n.kind == NoteKind::MissingLane);
            if !made_up {
                evidence.clear();
            }
            if alone.slice_closed && !lanes_missing && counts(ctx, &alone) {
                drop_consequences(&mut alone);
                evidence.push((alone, config));
            }
        }
        for (outcome, config) in evidence {
            for finding in outcome.findings {
                self.seen.push(Confirmed { finding, launch, inputs: inputs.clone(), config: config.clone() });
            }
        }
        exhausted
    }
}

/// True if a run counts as evidence.
fn counts(ctx: &Context, outcome: &Outcome) -> bool {
    is_trustworthy(ctx.kernel, outcome, ctx.rules.bounds) && !leaves_chosen_size(ctx.kernel, outcome)
}

/// Drops what was found behind a read out of bounds, whose value was made up, other than further such accesses; whether
/// something was dropped. What stands in front of an array of open size is as good as any contents.
fn drop_consequences(outcome: &mut Outcome) -> bool {
    let reads = |f: &Finding| match f {
        Finding::OutOfBounds { site, size: Some(_), .. } | Finding::BadPointer { site, .. } => {
            site.kind != AccessKind::Write
        }
        _ => false,
    };
    let Some(first) = outcome.findings.iter().position(reads) else { return false };
    let before = outcome.findings.len();
    let mut at = 0;
    outcome.findings.retain(|f| {
        at += 1;
        let invalid = matches!(f, Finding::OutOfBounds { .. } | Finding::BadPointer { .. });
        at <= first + 1 || invalid
    });
    outcome.findings.len() < before
}

/// True if a run leaves an array whose size was chosen for it ([`admitted`]): it might as well have been greater.
fn leaves_chosen_size(kernel: &Kernel, outcome: &Outcome) -> bool {
    let leaves = |f: &Finding| match f {
        Finding::OutOfBounds { object, size: Some(_), .. } => is_of_unknown_size(kernel, *object),
        _ => false,
    };
    outcome.findings.iter().any(leaves)
}

/// A model of the suspect with the launch and the scalars of this one, in which the preconditions with quantifiers hold
/// of all cells; `None` when there are none, or none such was found.
fn completed(ctx: &mut Context, suspect: &Suspect, model: &Model) -> Option<Model> {
    if ctx.requires.is_empty() || ctx.solver.is_late() {
        return None;
    }
    let launch = launch_of(ctx, suspect, model)?;
    let inputs = inputs_of(ctx, &suspect.conjuncts, model, Fill::Zero, 0);
    let more = written_out(ctx, launch, &inputs)?;
    let all = [&suspect.conjuncts[..], &more].concat();
    // A value that is read is often an index: those below the start of an array lead nowhere.
    let small = small_contents(ctx, &all);
    for conjuncts in [[&all[..], &small].concat(), all] {
        if let Some(model) = ctx.solver.model(ctx.terms, &conjuncts, 1) {
            return Some(model);
        }
    }
    None
}

/// True if some launch and inputs that the sizing allows satisfy every assumption of the kernel, and every precondition
/// with quantifiers.
pub fn some_run_satisfies_assumptions(ctx: &mut Context, sizing: &Launch) -> bool {
    let config = Config { races: false, max_findings: usize::MAX, ..interpreter_config(ctx) };
    // A run that is cut short has met all assumptions only when they stand before the first loop and call: fuel ends in
    // loops, and a run at the precondition of a function that does not hold.
    let first = assumptions_come_first(&ctx.kernel.body, &mut false);
    let (kernel, requires) = (ctx.kernel, ctx.requires);
    let ends = |launch: &ConcreteLaunch, inputs: &Inputs, config: &Config| {
        let outcome = run(kernel, launch, inputs, config);
        let completed = matches!(outcome.end, End::Completed | End::Diverged);
        let cut_short = matches!(outcome.end, End::FuelExhausted | End::TooManyFindings | End::Aborted);
        !leaves_chosen_size(kernel, &outcome) && (completed || (first && cut_short))
    };
    let satisfied = |launch: &ConcreteLaunch, inputs: &Inputs, config: &Config| {
        admitted(kernel, requires, *launch, inputs).is_some_and(|inputs| ends(launch, &inputs, config))
    };
    for (n, launch) in small_launches(ctx, sizing).into_iter().enumerate() {
        for seed in 0..4u64 {
            let mut inputs = random_inputs(ctx.kernel, &launch, seed + 17 * n as u64, None);
            fix_scalars(ctx, &mut inputs);
            let threads = [ThreadRef { block: [0; 3], thread: [0; 3] }];
            let mut config = config.clone();
            if launch.threads_per_block().saturating_mul(launch.blocks()) > WHOLE_LAUNCH {
                config.slice = Some(slice(&launch, &threads));
            }
            if satisfied(&launch, &inputs, &config) {
                return true;
            }
        }
    }
    // Random inputs miss narrow preconditions; a model of the facts does not. It speaks of one thread, which runs
    // alone.
    let facts: Vec<TermId> = ctx.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
    let runs = |ctx: &mut Context, model: &Model, conjuncts: Vec<TermId>| {
        let nobody = nobody(conjuncts);
        let completed = completed(ctx, &nobody, model);
        let model = completed.as_ref().unwrap_or(model);
        let Some(launch) = launch_of(ctx, &nobody, model) else { return false };
        let inputs = inputs_of(ctx, &[], model, Fill::Zero, 0);
        let mut config = config.clone();
        let alone = threads_of(ctx, &nobody, model);
        config.slice = alone.first().map(|t| vec![linear_in(&launch, t)]);
        if completed.is_none() && !requires.is_empty() {
            let mut shows =
                |fill| patterned(ctx, launch, &inputs, fill).is_some_and(|inputs| ends(&launch, &inputs, &config));
            return shows(Fill::Zero) || shows(Fill::Index);
        }
        satisfied(&launch, &inputs, &config)
    };
    if !requires.is_empty() {
        // The witness that is printed should be small.
        if let Some(small) = minimised(ctx, &nobody(facts.clone())) {
            if runs(ctx, &small, facts.clone()) {
                return true;
            }
        }
    }
    match ctx.solver.check(ctx.terms, &facts) {
        wp_solve::Answer::Sat(model) if runs(ctx, &model, facts.clone()) => return true,
        wp_solve::Answer::Unsat(_) => return false,
        wp_solve::Answer::Sat(_) | wp_solve::Answer::Unknown(_) => {}
    }
    EQUAL_SCALARS.into_iter().any(|value| {
        with_equal_scalars(ctx, &facts, value).is_some_and(|(model, conjuncts)| runs(ctx, &model, conjuncts))
    })
}

/// A suspect that stands for the mere existence of a thread.
fn nobody(conjuncts: Vec<TermId>) -> Suspect {
    Suspect {
        kind: SuspectKind::Unsupported { what: String::new(), span: wp_base::Span::NONE },
        cause: OpenCause::Budget,
        conjuncts,
        second: None,
        unknowns: Vec::new(),
    }
}

/// Numbers for [`with_equal_scalars`].
const EQUAL_SCALARS: [i128; 10] = [1, 2, 4, 32, 64, 100, 256, 512, 1000, 1024];

/// A model in which all integers that the kernel or the host is given are one small number, with what it satisfies:
/// products and masks are easy then. Sizes of arrays stay what the facts say. All the numbers together have the effort
/// of one query.
fn with_equal_scalars(ctx: &mut Context, facts: &[TermId], value: i128) -> Option<(Model, Vec<TermId>)> {
    let sizes: Vec<ParamId> = ctx.kernel.objects.iter().filter_map(|(_, object)| object.bytes).collect();
    let params = ctx.kernel.params.iter().map(|(id, _)| id).filter(|id| !sizes.contains(id));
    let scalars: Vec<TermId> = params.filter_map(|id| ctx.summary.params.get(&id).copied()).collect();
    let scalars: Vec<TermId> = scalars.into_iter().filter(|&t| ctx.terms.sort(t) == wp_logic::Sort::Int).collect();
    let value = ctx.terms.int(value);
    let map = scalars.iter().map(|&t| (t, value)).collect();
    let mut conjuncts: Vec<TermId> = facts.iter().map(|&f| ctx.terms.substitute(f, &map)).collect();
    conjuncts.extend(scalars.iter().map(|&t| ctx.terms.eq(t, value)));
    match ctx.solver.check_within(ctx.terms, &conjuncts, EQUAL_SCALARS.len() as u32) {
        wp_solve::Answer::Sat(model) => Some((model, conjuncts)),
        wp_solve::Answer::Unsat(_) | wp_solve::Answer::Unknown(_) => None,
    }
}

/// True if no assumption stands in a loop or behind one, or behind the precondition of a call: a run that has ended
/// there has met all assumptions.
fn assumptions_come_first(block: &Block, may_end: &mut bool) -> bool {
    block.iter().all(|s| match &s.kind {
        StmtKind::Assume { kind, .. } => !kind.is_of_runs() || !*may_end,
        StmtKind::If { then_block, else_block, .. } => {
            assumptions_come_first(then_block, may_end) && assumptions_come_first(else_block, may_end)
        }
        StmtKind::Assert { kind: AssertKind::Abort | AssertKind::Precondition, .. } => {
            *may_end = true;
            true
        }
        StmtKind::Loop { head, body, step, .. } => {
            *may_end = true;
            [head, body, step].into_iter().all(|b| assumptions_come_first(b, may_end))
        }
        StmtKind::Labelled { body, .. } => assumptions_come_first(body, may_end),
        _ => true,
    })
}

fn interpreter_config(ctx: &Context) -> Config {
    Config {
        fuel: FUEL,
        check_bounds: true,
        benign: if ctx.rules.benign_same_value { Benign::SameValue } else { Benign::Off },
        // A thread that ends without a `return` has skipped the barrier: that is divergence under every rule.
        exit_arrives: ctx.rules.exit_arrives && ctx.kernel.dialect == Dialect::Cuda && returns(&ctx.kernel.body),
        atomic_races: ctx.rules.atomic_races,
        warp_sync: ctx.rules.warp_sync,
        intra_block_only: ctx.rules.only_intra_group,
        unset_values: true,
        ..Config::default()
    }
}

/// True if a statement of the block ends the thread early.
pub fn returns(block: &Block) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::Return => true,
        StmtKind::If { then_block, else_block, .. } => returns(then_block) || returns(else_block),
        StmtKind::Loop { head, body, step, .. } => returns(head) || returns(body) || returns(step),
        StmtKind::Labelled { body, .. } => returns(body),
        _ => false,
    })
}

/// The race of a suspect that the interpreter reported.
fn race_of(finding: &Finding) -> Option<SuspectKind> {
    let Finding::Race { first, second, object, same_block, .. } = finding else { return None };
    let site = |access: &wp_interp::AccessSite| Site {
        span: access.span,
        kind: match access.kind {
            AccessKind::Read => SiteKind::Read,
            AccessKind::Write => SiteKind::Write,
            AccessKind::Atomic => SiteKind::Atomic,
        },
    };
    let (a, b) = (site(first), site(second));
    let pair = if *same_block { PairKind::SameBlock } else { PairKind::OtherBlock };
    Some(SuspectKind::Race { object: *object, first: a.min(b), second: a.max(b), pair })
}

/// True if what the interpreter saw is what the suspect says.
fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    match (finding, kind) {
        (
            Finding::Race { first: a, second: b, object: o, same_block, .. },
            SuspectKind::Race { first, second, object, pair },
        ) => {
            let is = |site: &Site, access: &wp_interp::AccessSite| {
                site.span == access.span
                    && match site.kind {
                        SiteKind::Read => access.kind == AccessKind::Read,
                        SiteKind::Write => access.kind == AccessKind::Write,
                        SiteKind::Atomic => access.kind == AccessKind::Atomic,
                        SiteKind::Barrier | SiteKind::Assert => false,
                    }
            };
            let related = *same_block == (*pair == PairKind::SameBlock);
            related && o == object && ((is(first, a) && is(second, b)) || (is(first, b) && is(second, a)))
        }
        // Threads that wait at two barriers diverge at both.
        (Finding::Divergence { barrier: span, missing_at, .. }, SuspectKind::Divergence { barrier }) => {
            barrier.span == *span || Some(barrier.span) == *missing_at
        }
        (Finding::OutOfBounds { object: o, site: at, .. }, SuspectKind::Bounds { object, site }) => {
            o == object && at.span == site.span
        }
        (Finding::BadPointer { fault: PointerFault::Null, site: at }, SuspectKind::Invalid { fault, site }) => {
            *fault == Invalid::Null && at.span == site.span
        }
        (Finding::ConstantWrite { site: at, .. }, SuspectKind::Invalid { fault, site }) => {
            *fault == Invalid::ConstantWrite && at.span == site.span
        }
        (Finding::AssertFailed { span, kind: failed, .. }, SuspectKind::Assertion { site, kind }) => {
            let of_lanes = |kind: &AssertKind| *kind == AssertKind::LanesArrive;
            *span == site.span && *kind != AssertKind::Candidate && of_lanes(kind) == of_lanes(failed)
        }
        _ => false,
    }
}

/// A model with small extents, counters and parameters, if one is found.
fn minimised(ctx: &mut Context, suspect: &Suspect) -> Option<Model> {
    let mut prefer: Vec<TermId> = Vec::new();
    let launch = ctx.summary.launch;
    for t in launch.gdim.into_iter().chain(launch.bdim) {
        if !matches!(ctx.terms.kind(t), Term::Int(_)) {
            prefer.push(t);
        }
    }
    prefer.extend(ctx.summary.params.values().copied().filter(|&p| ctx.terms.sort(p) == wp_logic::Sort::Int));
    let present = ctx.terms.apps(&suspect.conjuncts);
    prefer.retain(|p| present.contains(p));
    if prefer.is_empty() {
        return None;
    }
    prefer.truncate(8);
    match ctx.solver.minimise(ctx.terms, &suspect.conjuncts, &prefer) {
        wp_solve::Answer::Sat(model) => Some(model),
        wp_solve::Answer::Unsat(_) | wp_solve::Answer::Unknown(_) => None,
    }
}

fn int(ctx: &Context, model: &Model, t: TermId) -> Option<i128> {
    match ctx.terms.kind(t) {
        Term::Int(v) => Some(*v),
        _ => model.int(t).or_else(|| model.eval(ctx.terms, t).and_then(|v| v.as_int())),
    }
}

/// The two threads of the model (one when the suspect has no second).
fn threads_of(ctx: &Context, suspect: &Suspect, model: &Model) -> Vec<ThreadRef> {
    let launch = ctx.summary.launch;
    let get = |ids: [TermId; 3]| ids.map(|t| int(ctx, model, t).and_then(|v| u32::try_from(v).ok()).unwrap_or(0));
    let mut threads = vec![ThreadRef { block: get(launch.bid), thread: get(launch.tid) }];
    if let Some((tid, bid)) = suspect.second {
        threads.push(ThreadRef { block: get(bid), thread: get(tid) });
    }
    threads
}

/// The launch of the model; extents that it leaves open are just large enough.
fn launch_of(ctx: &Context, suspect: &Suspect, model: &Model) -> Option<ConcreteLaunch> {
    let threads = threads_of(ctx, suspect, model);
    let terms = ctx.summary.launch;
    let extent = |t: TermId, ids: &dyn Fn(&ThreadRef) -> u32| -> Option<u32> {
        let needed = threads.iter().map(ids).max().unwrap_or(0) + 1;
        match int(ctx, model, t) {
            Some(v) => u32::try_from(v).ok().filter(|&v| v >= needed),
            None => Some(needed),
        }
    };
    let mut launch = ConcreteLaunch { block: [1; 3], grid: [1; 3], offset: [0; 3] };
    for i in 0..3 {
        launch.block[i] = extent(terms.bdim[i], &|t| t.thread[i])?;
        launch.grid[i] = extent(terms.gdim[i], &|t| t.block[i])?;
        launch.offset[i] = int(ctx, model, terms.offset[i]).and_then(|v| u64::try_from(v).ok()).unwrap_or(0);
    }
    let given = terms.bdim.iter().all(|&t| matches!(ctx.terms.kind(t), Term::Int(_)));
    (given || launch.threads_per_block() <= 1024).then_some(launch)
}

/// Scalars and array cells of the model. Cells that the conjuncts read and the model leaves out are zero like all
/// others, and named where they are.
fn inputs_of(ctx: &Context, conjuncts: &[TermId], model: &Model, fill: Fill, seed: u64) -> Inputs {
    let mut inputs = Inputs { seed, ..Inputs::default() };
    for (&id, &t) in &ctx.summary.params {
        let value = match model.value(t).or_else(|| model.eval(ctx.terms, t)) {
            Some(wp_logic::Value::Int(v)) => Value::Int(v),
            Some(wp_logic::Value::Bool(b)) => Value::Bool(b),
            Some(wp_logic::Value::Float { value, .. }) => Value::Float(value),
            None => match ctx.kernel.params[id].ty {
                Type::Bool => Value::Bool(seed % 2 == 1),
                Type::Float { bits: 32 } => Value::Float(u64::from(1.5f32.to_bits())),
                Type::Float { .. } => Value::Float(1.5f64.to_bits()),
                // A value that the obligation does not mention may still bound a loop on the way.
                _ => Value::Int([4, 64, 1, 1000][seed as usize % 4]),
            },
        };
        inputs.params.insert(id, value);
    }
    for (param, object) in pointers_of(ctx, model) {
        inputs.params.insert(param, Value::Ptr { object, offset: 0 });
    }
    for (object, o) in ctx.kernel.objects.iter() {
        if o.space == Space::Private || matches!(o.init, wp_kir::Init::Bytes(_)) {
            continue;
        }
        inputs.objects.insert(object, ObjectInput { size: None, fill, cells: Default::default() });
    }
    for &(t, value) in &model.entries {
        let Term::App(f, args) = ctx.terms.kind(t) else { continue };
        let (Some(&(object, ty)), [offset]) = (ctx.summary.contents.get(f), &args[..]) else { continue };
        let Some(offset) = int(ctx, model, *offset).and_then(|o| u64::try_from(o).ok()) else { continue };
        let raw: u64 = match value {
            wp_logic::Value::Int(v) => v as u64,
            wp_logic::Value::Bool(b) => u64::from(b),
            wp_logic::Value::Float { value, .. } => value,
        };
        if let Some(input) = inputs.objects.get_mut(&object) {
            input.cells.insert(offset, raw.to_le_bytes()[..ty.size() as usize].to_vec());
        }
    }
    for app in ctx.terms.apps(conjuncts).into_iter().filter(|_| fill == Fill::Zero) {
        let Term::App(f, args) = ctx.terms.kind(app) else { continue };
        let (Some(&(object, ty)), [offset]) = (ctx.summary.contents.get(f), &args[..]) else { continue };
        let Some(offset) = int(ctx, model, *offset).and_then(|o| u64::try_from(o).ok()) else { continue };
        if let Some(input) = inputs.objects.get_mut(&object) {
            input.cells.entry(offset).or_insert_with(|| vec![0; ty.size() as usize]);
        }
    }
    inputs
}

/// Values of pointer parameters that the model makes other pointers; one that is another parameter has its value.
fn pointers_of(ctx: &Context, model: &Model) -> BTreeMap<ParamId, Option<ObjectId>> {
    let mut values: BTreeMap<ParamId, Option<ObjectId>> = BTreeMap::new();
    for v in &ctx.summary.pointer_values {
        if model.value(v.equal) == Some(wp_logic::Value::Bool(true)) {
            values.insert(v.param, v.object);
        }
    }
    for _ in 0..values.len() {
        for param in values.keys().copied().collect::<Vec<_>>() {
            let Some(Some(object)) = values.get(&param).copied() else { continue };
            let ObjectKind::Param(other) = ctx.kernel.objects[object].kind else { continue };
            if let (Some(&value), true) = (values.get(&other), other != param) {
                values.insert(param, value);
            }
        }
    }
    values
}

/// Random inputs, with the scalars that the summary fixed.
pub fn some_inputs(ctx: &Context, launch: &ConcreteLaunch, seed: u64) -> Inputs {
    let mut inputs = random_inputs(ctx.kernel, launch, seed, None);
    fix_scalars(ctx, &mut inputs);
    inputs
}

/// Scalars that the summary fixed keep their values in random inputs.
fn fix_scalars(ctx: &Context, inputs: &mut Inputs) {
    for (&id, &t) in &ctx.summary.params {
        match ctx.terms.kind(t) {
            Term::Int(v) => drop(inputs.params.insert(id, Value::Int(*v))),
            Term::Bool(b) => drop(inputs.params.insert(id, Value::Bool(*b))),
            _ => {}
        }
    }
}

/// Launches to try: the fixed extents, and small values for the free ones.
fn small_launches(ctx: &Context, sizing: &Launch) -> Vec<ConcreteLaunch> {
    let terms = ctx.summary.launch;
    let fixed = |t: TermId, dim: Dim| match (ctx.terms.kind(t), dim) {
        (Term::Int(v), _) => u32::try_from(*v).ok(),
        (_, Dim::Known(v)) => Some(v),
        _ => None,
    };
    let mut launches: Vec<ConcreteLaunch> = Vec::new();
    for (block, grid) in [(4u32, 2u32), (2, 2), (8, 3), (64, 2)] {
        let mut launch = ConcreteLaunch { block: [1; 3], grid: [1; 3], offset: [0; 3] };
        for i in 0..3 {
            let small = if i == 0 { block } else { 2 };
            launch.block[i] = fixed(terms.bdim[i], sizing.block[i]).unwrap_or(small);
            launch.grid[i] = fixed(terms.gdim[i], sizing.grid[i]).unwrap_or(grid.min(if i == 0 { 8 } else { 2 }));
        }
        let given = terms.bdim.iter().all(|&t| matches!(ctx.terms.kind(t), Term::Int(_)));
        let ok = (given || launch.threads_per_block() <= 1024) && launch.blocks() <= 1 << 24;
        if ok && !launches.contains(&launch) {
            launches.push(launch);
        }
    }
    launches
}

/// Position of an id in a grid or block.
fn linear(id: [u32; 3], dim: [u32; 3]) -> u64 {
    u64::from(id[0]) + u64::from(dim[0]) * (u64::from(id[1]) + u64::from(dim[1]) * u64::from(id[2]))
}

/// A thread as linear block and linear thread.
fn linear_in(launch: &ConcreteLaunch, t: &ThreadRef) -> (u64, u64) {
    (linear(t.block, launch.grid), linear(t.thread, launch.block))
}

/// Both threads' whole blocks (the first two blocks when no thread is named), as linear ids.
fn slice(launch: &ConcreteLaunch, threads: &[ThreadRef]) -> Vec<(u64, u64)> {
    let mut blocks: Vec<u64> = threads.iter().map(|t| linear(t.block, launch.grid)).collect();
    if blocks.is_empty() {
        blocks = vec![0, 1.min(launch.blocks() - 1)];
    }
    blocks.sort_unstable();
    blocks.dedup();
    let per_block = launch.threads_per_block().min(WHOLE_LAUNCH);
    blocks.into_iter().flat_map(|b| (0..per_block).map(move |t| (b, t))).collect()
}
