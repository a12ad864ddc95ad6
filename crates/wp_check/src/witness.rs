//! Witnesses: a concrete launch with inputs, made from a model and confirmed by running it in the interpreter.
//!
//! No property is refuted without such a simulation. The interpreter does not know the suspect: each of its errors is
//! matched with the suspects by place and kind, so one simulation may confirm several. The smallest launch is shown,
//! after attempts to make it smaller (`shrink`). The search is limited by instructions and by the effort of the solver;
//! the clock is a last guard.

mod admitted;
mod inputs;
mod obstacle;
mod shrink;

pub use obstacle::Obstacle;

pub use admitted::some_run_satisfies_assumptions;

use crate::context::{Context, Runs};
use crate::expand::{admitted, is_of_unknown_size};
use crate::races::suspect_of;
use crate::registry::CLIENTS;
use crate::suspect::{OpenCause, Suspect, SuspectKind};
use crate::trust::{assumes, is_trustworthy};
use admitted::completed;
use inputs::{inputs_of, launch_of, random, satisfying, slice, threads_of};
pub(crate) use inputs::{linear_in, small_launches};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use wp_interp::{
    run, AccessKind, Benign, ConcreteLaunch, Config, End, Fill, Finding, Inputs, NoteKind, Outcome, ThreadRef,
};
use wp_kir::{any_stmt, Block, Kernel, Launch, ObjectId, StmtKind};
use wp_logic::{Term, TermId};
use wp_solve::Model;

wp_base::limits! {
    /// Launches of at most this many threads are executed whole.
    const WHOLE_LAUNCH: u64 = 4096;
    /// Greatest number of threads of a launch that is executed whole because a slice of it is not closed.
    const GREAT_LAUNCH: u64 = 1 << 17;
    /// Instructions of one run.
    const FUEL: u64 = 8_000_000;
    /// The part of the instructions of a run, as a divisor, for one in which flags are set before the launch.
    const SET_FLAGS_SHARE: u64 = 16;
    /// Instructions of a first, short run: what misbehaves does so early, and unknown contents make for loops that hardly
    /// end.
    const SHORT_FUEL: u64 = 250_000;
    /// Instructions of all runs for one attempt at a kernel.
    const STEPS: u64 = 64_000_000;
    /// Instructions that setting up a thread counts for.
    const STEPS_PER_THREAD: u64 = 64;
    /// Instructions of all runs that are made before the solver is asked further.
    const EARLY_STEPS: u64 = 4_000_000;
    /// Random inputs for each small launch.
    const RANDOM_INPUTS: u64 = 4;
    /// The solver's effort for smaller models, for one attempt at a kernel, in seconds of an idle machine.
    const MODEL_SECONDS: u64 = 6;
}

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

wp_base::limits! {
    /// Races that are told of runs where not all pairs of accesses were compared.
    const MOST_RACES: usize = 16;
}

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
    has_run_early: bool,
    /// The objects by which threads of a kernel with fences may tell each other how far they are.
    flags: BTreeSet<ObjectId>,
}

impl Replayer {
    /// A replayer without results.
    pub fn new(ctx: &Context) -> Self {
        let effort =
            ctx.solver.stats().spent.saturating_add(wp_solve::resources(Duration::from_secs(MODEL_SECONDS.get())));
        let (seen, trials) = (Vec::new(), Vec::new());
        let flags = wp_interp::flags(ctx.kernel);
        let deadline = ctx.limits.deadline;
        Self {
            seen,
            trials,
            steps: STEPS.get(),
            effort,
            deadline,
            of_last_run: None,
            of_suspect: None,
            shrinking: shrink::ALL_RUNS.get(),
            tried_at_random: false,
            has_run_early: false,
            flags,
        }
    }

    /// For another attempt at the same kernel, with limits of its own: what was seen stays, and no run is made twice.
    pub fn again(self, ctx: &Context) -> Self {
        let Self { seen, trials, tried_at_random, has_run_early, .. } = self;
        Self { seen, trials, tried_at_random, has_run_early, ..Self::new(ctx) }
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
            self.execute(ctx, launch, inputs, &[], FUEL.get());
        }
        self.seen[before..].to_vec()
    }

    /// Some races of launches that were run, as suspects that these runs confirm: where not all pairs of accesses were
    /// compared.
    pub fn races(&mut self, ctx: &mut Context, launch: &Launch) -> Vec<Suspect> {
        self.run_at_random(ctx, launch);
        let races: Vec<SuspectKind> =
            self.seen.iter().filter_map(|c| suspect_of(&c.finding)).take(MOST_RACES.get()).collect();
        races.into_iter().map(Suspect::not_asked).collect()
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
        for fuel in [SHORT_FUEL.get(), FUEL.get()] {
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
        if !std::mem::replace(&mut self.tried_at_random, true) {
            self.run_small_launches(ctx, sizing, FUEL.get());
        }
    }

    fn run_small_launches(&mut self, ctx: &Context, sizing: &Launch, fuel: u64) {
        for (launch, inputs) in satisfying(ctx) {
            if self.is_spent() {
                return;
            }
            self.execute(ctx, launch, inputs, &[], fuel);
        }
        for (n, launch) in small_launches(ctx, sizing).into_iter().enumerate() {
            for seed in 0..RANDOM_INPUTS.get() {
                if self.is_spent() {
                    return;
                }
                // Any seeds that differ.
                let inputs = random(ctx, &launch, seed * 31 + n as u64);
                self.execute(ctx, launch, inputs, &[], fuel);
            }
            for pattern in 0..wp_trials::EXTENTS {
                if self.is_spent() {
                    return;
                }
                let inputs = wp_trials::small_extents(ctx.kernel, &launch, pattern, ctx.summary, ctx.terms);
                self.execute(ctx, launch, inputs, &[], fuel);
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
        // Threads that wait for a flag or a lock that was set before the launch may wait for ever.
        self.execute_on(ctx, launch, inputs, threads, fuel / SET_FLAGS_SHARE.get());
        let mut at = 0;
        self.seen.retain(|confirmed| {
            at += 1;
            at <= before || !matches!(confirmed.finding, Finding::Race { .. })
        });
        exhausted
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
            self.steps = self.steps.saturating_sub(outcome.steps + threads * STEPS_PER_THREAD.get());
            exhausted |= matches!(outcome.end, End::FuelExhausted);
            outcome
        };
        let mut outcome = None;
        if total > WHOLE_LAUNCH.get() {
            config.slice = Some(slice(&launch, threads));
            outcome = Some(counted(&config)).filter(|o| o.slice_closed);
        }
        if outcome.is_none() && total <= GREAT_LAUNCH.get() {
            config.slice = None;
            outcome = Some(counted(&config));
        }
        self.of_last_run = outcome.as_ref().map_or(Some(Obstacle::TooLarge), |o| obstacle::of(ctx.kernel, o));
        // A run that was cut short has shown nothing of what comes later.
        let cut_short = outcome.as_ref().is_some_and(|o| matches!(o.end, End::FuelExhausted) && o.findings.is_empty());
        let stops = outcome.as_ref().filter(|o| ctx.rules.alignment && counts_up_to_misaligned(ctx, o));
        for finding in stops.map(misaligned).unwrap_or_default() {
            self.seen.push(Confirmed { finding, launch, inputs: inputs.clone(), config: config.clone() });
        }
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
            for finding in outcome.findings.into_iter().filter(|f| !matches!(f, Finding::Misaligned { .. })) {
                self.seen.push(Confirmed { finding, launch, inputs: inputs.clone(), config: config.clone() });
            }
        }
        exhausted
    }
}

/// Short runs on small launches, for questions that the solver does not answer soon.
pub struct SmallLaunches {
    /// What was seen.
    pub replayer: Replayer,
    /// The extents that are given.
    pub sizing: Launch,
}

impl Runs for SmallLaunches {
    fn are_made(&self) -> bool {
        self.replayer.has_run_early
    }

    fn make(&mut self, ctx: &Context) {
        let Self { replayer, sizing } = self;
        replayer.has_run_early = true;
        let later = replayer.steps.saturating_sub(EARLY_STEPS.get());
        replayer.steps -= later;
        replayer.run_small_launches(ctx, sizing, SHORT_FUEL.get());
        replayer.steps += later;
    }

    fn show(&self, subject: &SuspectKind) -> bool {
        self.replayer.seen.iter().any(|c| shows(&c.finding, subject))
    }
}

/// True if a run counts as evidence.
fn counts(ctx: &Context, outcome: &Outcome) -> bool {
    // No run has a misaligned access where accesses are taken to be aligned, as all of them can be.
    let is_taken = ctx.summary.takes_alignment && ctx.summary.alignment.values().all(|a| a.is_taken);
    let is_possible = !is_taken || !obstacle::is_misaligned(outcome);
    is_possible && counts_up_to_misaligned(ctx, outcome)
}

/// True if a run counts as evidence of misaligned accesses, at which the device stops.
fn counts_up_to_misaligned(ctx: &Context, outcome: &Outcome) -> bool {
    is_trustworthy(ctx.kernel, outcome, ctx.rules.bounds) && !leaves_chosen_size(ctx.kernel, outcome)
}

/// The misaligned accesses of a run, up to the first access whose value was made up.
fn misaligned(outcome: &Outcome) -> Vec<Finding> {
    let is_invalid = |f: &&Finding| !matches!(f, Finding::OutOfBounds { .. } | Finding::BadPointer { .. });
    let real = outcome.findings.iter().take_while(is_invalid);
    real.filter(|f| matches!(f, Finding::Misaligned { .. })).cloned().collect()
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
pub(crate) fn leaves_chosen_size(kernel: &Kernel, outcome: &Outcome) -> bool {
    let leaves = |f: &Finding| match f {
        Finding::OutOfBounds { object, size: Some(_), .. } => is_of_unknown_size(kernel, *object),
        _ => false,
    };
    outcome.findings.iter().any(leaves)
}

pub(crate) fn interpreter_config(ctx: &Context) -> Config {
    Config {
        fuel: FUEL.get(),
        check_bounds: true,
        benign: if ctx.rules.benign_same_value { Benign::SameValue } else { Benign::Off },
        // A thread that ends without a `return` has skipped the barrier: that is divergence under every rule.
        exit_arrives: ctx.rules.exit_arrives && ctx.kernel.dialect.is_cpp() && returns(&ctx.kernel.body),
        atomic_races: ctx.rules.atomic_races,
        warp_sync: ctx.rules.warp_sync,
        intra_block_only: ctx.rules.only_intra_group,
        unset_values: true,
        ..Config::default()
    }
}

/// True if a statement of the block ends the thread early.
pub fn returns(block: &Block) -> bool {
    any_stmt(block, &|stmt| matches!(stmt, StmtKind::Return))
}

/// True if what the interpreter saw is what the suspect says.
fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    CLIENTS.iter().any(|client| (client.shows)(finding, kind))
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
