//! Kernel to report: summary, clients, replay, verdicts.

use crate::findings::finding_of;
use crate::{Counts, KernelReport, Options, Property, PropertyReport, Times, UnknownReason, Verdict};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use wp_base::{SourceMap, Span};
use wp_check::witness::{some_run_satisfies_assumptions, Replayer};
use wp_check::{Context, Limits, OpenCause, RaceKey, Rules, Stats, Suspect, SuspectKind};
use wp_kir::{Dialect, Dim, Kernel, StmtKind};
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig, UnknownCause};
use wp_summary::{summarise, Config, LoopPolicy, Summary};

/// Threads of a block and its extent in z, at most, on all current devices.
const MAX_BLOCK_THREADS: u32 = 1024;
const MAX_BLOCK_Z: u32 = 64;
/// Time for concrete runs, per kernel and loop policy.
const REPLAY_TIME: Duration = Duration::from_secs(3);

/// Verifies one kernel that was lowered before.
pub fn check_kernel(kernel: &Kernel, _sources: &SourceMap, options: &Options) -> KernelReport {
    let mut solver = Solver::new(SolverConfig {
        program: options.solver.clone(),
        disabled: options.no_solver,
        query_timeout: options.query_timeout,
        ..SolverConfig::default()
    });
    check_with(kernel, options, &mut solver, Instant::now() + options.timeout)
}

/// Verifies one kernel with a given solver.
pub(crate) fn check_with(kernel: &Kernel, options: &Options, solver: &mut Solver, deadline: Instant) -> KernelReport {
    let start = Instant::now();
    if let Err(errors) = wp_kir::verify(kernel) {
        let what = errors.first().map_or_else(String::new, ToString::to_string);
        let what = format!("the lowered kernel is malformed: {what}");
        return without_analysis(kernel, options, &Verdict::Unsupported(what, kernel.span));
    }
    if is_impossible(kernel, options) {
        return without_analysis(kernel, options, &Verdict::Unknown(UnknownReason::Vacuous));
    }
    let rules = Rules {
        benign_same_value: options.benign_same_value,
        only_intra_group: options.only_intra_group,
        only_divergence: options.only_divergence,
        bounds: options.bounds,
        assertions: options.assertions,
        exit_arrives: options.exit_arrives,
        warp_sync: options.warp_sync,
        fault: options.fault,
    };
    let mut stats = Stats::default();
    let mut assumptions: BTreeSet<&'static str> = BTreeSet::new();
    let mut findings = Vec::new();
    let mut open: Option<Vec<Suspect>> = None;
    let mut approximations = BTreeSet::new();
    let mut incomplete = None;
    let mut unresolved = false;
    let mut unresolved_reads = false;
    let mut vacuous = false;
    let mut rests = false;
    for policy in [LoopPolicy::AccelerateFirst, LoopPolicy::UnrollFirst] {
        let mut terms = Terms::new();
        let mut config = Config::new(options.launch);
        config.policy = policy;
        config.deadline = Some(deadline);
        config.fault = options.fault;
        config.blocks_checked = !options.only_intra_group && !options.only_divergence;
        config.scalars = fixed_scalars(kernel, options);
        let summary = summarise(kernel, &mut terms, &config);
        let limits = Limits { deadline };
        let mut ctx = Context::new(kernel, &summary, &mut terms, solver, rules, limits);
        ctx.races_of = open.as_ref().map(|suspects| suspects.iter().filter_map(race_key).collect());
        let wp_check::Findings { mut suspects, rests_on_races } = wp_check::check(&mut ctx);
        rests |= rests_on_races;
        // What one loop policy has closed is closed.
        if let Some(earlier) = &open {
            suspects.retain(|s| earlier.iter().any(|e| key(e) == key(s)));
        }
        let mut replayer = Replayer::new(deadline.min(Instant::now() + REPLAY_TIME));
        let mut rest = Vec::new();
        for suspect in suspects {
            match replayer.confirm(&mut ctx, &suspect, &options.launch) {
                Some(confirmed) => findings.push(finding_of(kernel, &suspect, Some(&confirmed))),
                None => rest.push(suspect),
            }
        }
        if policy == LoopPolicy::AccelerateFirst && has_assumptions(kernel) {
            vacuous = !some_run_satisfies_assumptions(&mut ctx, &options.launch);
        }
        add(&mut stats, ctx.stats);
        assumptions.extend(summary.assumptions.iter().copied());
        approximations.extend(summary.approximations.iter().cloned());
        // What one summary could not hold, the other may have closed without seeing it.
        incomplete = incomplete.or_else(|| summary.incomplete.clone());
        unresolved |= !summary.unresolved_writes.is_empty();
        unresolved_reads |= !summary.unresolved_reads.is_empty();
        let again = policy == LoopPolicy::AccelerateFirst
            && rest.iter().any(|s| matches!(s.cause, OpenCause::Model(_) | OpenCause::Solver(_)))
            && unrolling_may_help(kernel, &summary)
            && Instant::now() < deadline;
        open = Some(rest);
        if !again {
            break;
        }
    }
    let open = open.unwrap_or_default();
    extend_assumptions(kernel, options, &mut assumptions);
    let mut verdicts = Verdicts {
        options,
        open: &open,
        findings,
        vacuous,
        rests_on_races: rests,
        incomplete,
        unresolved,
        unresolved_reads,
        assumptions: &assumptions,
    };
    let properties = verdicts.properties(kernel);
    // Without a proof that accesses stay in their objects, order and distinctness are shown only for those that do.
    let in_bounds = properties.iter().any(|p| p.property == Property::Bounds && p.verdict == Verdict::Proved);
    if !in_bounds {
        assumptions.insert("in-bounds");
    }
    KernelReport {
        name: kernel.name.to_string(),
        span: kernel.span,
        properties,
        assumptions: assumptions.into_iter().collect(),
        approximations: approximations.into_iter().collect(),
        times: Times { clang: 0.0, engine: start.elapsed().as_secs_f64(), solver: stats.solver_seconds },
        counts: Counts {
            obligations: stats.obligations,
            structural: stats.structural,
            digits: stats.digits,
            solver: stats.solver,
        },
    }
}

/// Everything the verdicts are made of.
struct Verdicts<'a> {
    options: &'a Options,
    open: &'a [Suspect],
    findings: Vec<crate::Finding>,
    vacuous: bool,
    rests_on_races: bool,
    incomplete: Option<String>,
    unresolved: bool,
    unresolved_reads: bool,
    assumptions: &'a BTreeSet<&'static str>,
}

impl Verdicts<'_> {
    fn properties(&mut self, kernel: &Kernel) -> Vec<PropertyReport> {
        let mut wanted = vec![Property::Divergence];
        if !self.options.only_divergence {
            wanted.push(Property::Races);
            // Accesses that are wrong wherever they happen are reported even where bounds are not asked for.
            let invalid = self.open.iter().any(|s| matches!(s.kind, SuspectKind::Invalid { .. }))
                || self.findings.iter().any(|f| f.property == Property::Bounds);
            if self.options.bounds || invalid {
                wanted.push(Property::Bounds);
            }
            if self.options.assertions {
                wanted.push(Property::Assertions);
            }
        }
        let mut reports: Vec<PropertyReport> = wanted.into_iter().map(|p| self.property(kernel, p)).collect();
        let divergence_proved =
            reports.iter().any(|r| r.property == Property::Divergence && r.verdict == Verdict::Proved);
        let races_proved = reports.iter().any(|r| r.property == Property::Races && r.verdict == Verdict::Proved);
        for r in &mut reports {
            if r.verdict != Verdict::Proved {
                continue;
            }
            // Order by barriers is order only when the barriers are uniform; what threads read alike they read alike
            // only without races. Both proofs together hold up to the first misbehaviour, hence always.
            if r.property == Property::Races && !divergence_proved {
                r.verdict = Verdict::Unknown(UnknownReason::RestsOn(Property::Divergence));
            } else if r.property != Property::Races && self.rests_on_races && !races_proved {
                r.verdict = Verdict::Unknown(UnknownReason::RestsOn(Property::Races));
            }
        }
        reports.sort_by_key(|r| r.property);
        reports
    }

    fn property(&mut self, kernel: &Kernel, property: Property) -> PropertyReport {
        let (mut findings, others) =
            std::mem::take(&mut self.findings).into_iter().partition::<Vec<_>, _>(|f| f.property == property);
        self.findings = others;
        let verdict = self.verdict(property, !findings.is_empty());
        for suspect in self.open.iter().filter(|s| property_of(&s.kind) == Some(property)) {
            findings.push(finding_of(kernel, suspect, None));
        }
        PropertyReport { property, verdict, findings }
    }

    fn verdict(&self, property: Property, refuted: bool) -> Verdict {
        if refuted {
            return Verdict::Refuted;
        }
        for suspect in self.open {
            if let SuspectKind::Unsupported { what, span } = &suspect.kind {
                return Verdict::Unsupported(what.clone(), *span);
            }
        }
        if let Some(what) = &self.incomplete {
            return Verdict::Unknown(UnknownReason::Approximation(what.clone()));
        }
        let mine: Vec<&Suspect> = self.open.iter().filter(|s| property_of(&s.kind) == Some(property)).collect();
        let mut worst = Verdict::Proved;
        for suspect in mine {
            let verdict = match &suspect.cause {
                OpenCause::Model(_) => Verdict::Possible,
                OpenCause::Budget => Verdict::Unknown(UnknownReason::Timeout),
                OpenCause::Solver(UnknownCause::NoSolver) => Verdict::Unknown(UnknownReason::NoSolver),
                OpenCause::Solver(UnknownCause::Timeout | UnknownCause::Incomplete) => {
                    Verdict::Unknown(UnknownReason::Solver("the solver gave no answer within its limits".to_owned()))
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
        if self.unresolved_reads && property == Property::Bounds {
            let what = "a load through a pointer that could not be resolved";
            return Verdict::Unknown(UnknownReason::Approximation(what.to_owned()));
        }
        if self.unresolved && matches!(property, Property::Races | Property::Bounds) {
            let what = "a store through a pointer that could not be resolved";
            return Verdict::Unknown(UnknownReason::Approximation(what.to_owned()));
        }
        if self.vacuous {
            return Verdict::Unknown(UnknownReason::Vacuous);
        }
        if let Some(code) = self.options.without.iter().find(|w| self.assumptions.contains(w.as_str())) {
            let what = format!("the assumption `{code}` is switched off and the proof needs it");
            return Verdict::Unknown(UnknownReason::Approximation(what));
        }
        Verdict::Proved
    }
}

fn property_of(kind: &SuspectKind) -> Option<Property> {
    match kind {
        SuspectKind::Race { .. } => Some(Property::Races),
        SuspectKind::Divergence { .. } => Some(Property::Divergence),
        SuspectKind::Bounds { .. } | SuspectKind::Invalid { .. } => Some(Property::Bounds),
        SuspectKind::Assertion { .. } => Some(Property::Assertions),
        SuspectKind::Unsupported { .. } => None,
    }
}

fn race_key(s: &Suspect) -> Option<RaceKey> {
    match &s.kind {
        SuspectKind::Race { object, first, second, pair } => Some((*first, *second, *pair, *object)),
        _ => None,
    }
}

/// What identifies a suspect across loop policies.
fn key(s: &Suspect) -> (u8, Span, Span, usize) {
    use wp_base::Id;
    match &s.kind {
        SuspectKind::Race { object, first, second, pair } => {
            (*pair as u8, first.span, second.span, object.index() * 9 + first.kind as usize * 3 + second.kind as usize)
        }
        SuspectKind::Divergence { barrier } => (10, barrier.span, Span::NONE, 0),
        SuspectKind::Bounds { object, site } => (11, site.span, Span::NONE, object.index()),
        SuspectKind::Invalid { fault, site } => (14, site.span, Span::NONE, *fault as usize),
        SuspectKind::Assertion { site, .. } => (12, site.span, Span::NONE, 0),
        SuspectKind::Unsupported { span, .. } => (13, *span, Span::NONE, 0),
    }
}

fn add(total: &mut Stats, more: Stats) {
    total.obligations += more.obligations;
    total.structural += more.structural;
    total.digits += more.digits;
    total.solver += more.solver;
    total.solver_seconds += more.solver_seconds;
}

fn unrolling_may_help(kernel: &Kernel, summary: &Summary) -> bool {
    kernel.loop_count > 0 && !summary.loops.is_empty()
}

fn has_assumptions(kernel: &Kernel) -> bool {
    any_stmt(&kernel.body, &|kind| matches!(kind, StmtKind::Assume { .. }))
}

fn any_stmt(block: &wp_kir::Block, test: &dyn Fn(&StmtKind) -> bool) -> bool {
    block.iter().any(|s| {
        test(&s.kind)
            || match &s.kind {
                StmtKind::If { then_block, else_block, .. } => any_stmt(then_block, test) || any_stmt(else_block, test),
                StmtKind::Loop { head, body, step, .. } => {
                    any_stmt(head, test) || any_stmt(body, test) || any_stmt(step, test)
                }
                StmtKind::Labelled { body, .. } => any_stmt(body, test),
                _ => false,
            }
    })
}

/// Assumptions that rest on the rules and on the shape of the kernel, not on the summary.
fn extend_assumptions(kernel: &Kernel, options: &Options, assumptions: &mut BTreeSet<&'static str>) {
    if !options.bounds || kernel.objects.values().any(|o| o.size.is_none() && o.space != wp_kir::Space::Private) {
        assumptions.insert("in-bounds");
    }
    if kernel.loop_count > 0 {
        assumptions.insert("terminates");
    }
    if options.benign_same_value {
        assumptions.insert("benign-same-value");
    }
    let warp_barrier =
        |kind: &StmtKind| matches!(kind, StmtKind::Barrier { scope: wp_kir::BarrierScope::Warp { .. }, .. });
    if options.warp_sync.is_some() || any_stmt(&kernel.body, &warp_barrier) {
        assumptions.insert("warp-sync");
    }
    let barrier = |kind: &StmtKind| matches!(kind, StmtKind::Barrier { .. });
    let exits = |kind: &StmtKind| matches!(kind, StmtKind::Return);
    if options.exit_arrives
        && kernel.dialect == Dialect::Cuda
        && any_stmt(&kernel.body, &barrier)
        && any_stmt(&kernel.body, &exits)
    {
        assumptions.insert("exit-arrives");
    }
    // A pointer parameter may point to another one's array or into a global array of the file.
    let may_overlap = |o: &&wp_kir::Object| match o.kind {
        wp_kir::ObjectKind::Param(_) => true,
        wp_kir::ObjectKind::Declared => o.space == wp_kir::Space::Global,
        wp_kir::ObjectKind::DynamicShared => false,
    };
    if kernel.objects.values().filter(may_overlap).count() < 2 {
        assumptions.remove("no-alias");
    }
}

fn fixed_scalars(kernel: &Kernel, options: &Options) -> std::collections::BTreeMap<wp_kir::ParamId, i128> {
    let mut out = std::collections::BTreeMap::new();
    for (name, values) in &options.kernel_args {
        if **name != *kernel.name {
            continue;
        }
        // A parameter of the source is one or several scalars: those of a struct share its name in front of their path.
        let mut groups: Vec<Vec<(wp_kir::ParamId, &wp_kir::Param)>> = Vec::new();
        for (id, param) in kernel.params.iter() {
            match groups.last_mut() {
                Some(group) if group.last().is_some_and(|(_, last)| root(&last.name) == root(&param.name)) => {
                    group.push((id, param));
                }
                _ => groups.push(vec![(id, param)]),
            }
        }
        let scalars = groups.iter().filter(|g| g.iter().any(|(_, p)| p.object.is_none()));
        for (group, value) in scalars.zip(values) {
            let Some(value) = value else { continue };
            // Every scalar lies at the next multiple of its size, as C lays out a struct of scalars.
            let mut offset = 0;
            for (id, param) in group {
                let size = param.ty.size();
                offset = u64::next_multiple_of(offset, size.max(1));
                if let (Some((lo, hi)), true) = (param.ty.int_range(), offset < 16) {
                    let mask = hi - lo;
                    let bits = (value >> (8 * offset)) & mask;
                    out.insert(*id, if bits > hi { bits - mask - 1 } else { bits });
                }
                offset += size;
            }
        }
    }
    out
}

/// The name of a source parameter in that of one of its scalars.
fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}

/// Whether no device can launch the kernel with the given extents: they contradict the source, or exceed the limits.
fn is_impossible(kernel: &Kernel, options: &Options) -> bool {
    let given = options.launch.block.map(|d| match d {
        Dim::Known(n) => Some(n),
        Dim::Any => None,
    });
    let contradicts = |required: [u32; 3]| given.iter().zip(required).any(|(g, r)| g.is_some_and(|g| g != r));
    if kernel.required_block.is_some_and(contradicts) {
        return true;
    }
    // GPUVerify knows no limits.
    if options.rules == crate::Rules::GpuVerify || options.without.iter().any(|w| w == "launch-bounds") {
        return false;
    }
    let threads: u64 = given.iter().map(|g| u64::from(g.unwrap_or(1))).product();
    let most = u64::from(kernel.max_threads.unwrap_or(MAX_BLOCK_THREADS)).min(u64::from(MAX_BLOCK_THREADS));
    threads > most || given[2].is_some_and(|z| z > MAX_BLOCK_Z)
}

/// A report with one verdict for everything.
fn without_analysis(kernel: &Kernel, options: &Options, verdict: &Verdict) -> KernelReport {
    let mut properties = vec![Property::Races, Property::Divergence];
    if options.bounds {
        properties.push(Property::Bounds);
    }
    KernelReport {
        name: kernel.name.to_string(),
        span: kernel.span,
        properties: properties
            .into_iter()
            .map(|property| PropertyReport { property, verdict: verdict.clone(), findings: Vec::new() })
            .collect(),
        assumptions: Vec::new(),
        approximations: Vec::new(),
        times: Times::default(),
        counts: Counts::default(),
    }
}
