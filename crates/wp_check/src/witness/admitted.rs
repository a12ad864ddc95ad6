//! Runs that the assumptions and preconditions of a kernel admit.

use super::inputs::{inputs_of, launch_of, linear_in, random, slice, small_launches, threads_of};
use super::{interpreter_config, leaves_chosen_size, minimised, WHOLE_LAUNCH};
use crate::context::Context;
use crate::expand::{admitted, small_contents, written_out};
use crate::patterns::patterned;
use crate::suspect::{OpenCause, Suspect, SuspectKind};
use wp_interp::{run, Benign, ConcreteLaunch, Config, End, Fill, Inputs, ThreadRef};
use wp_kir::{any_stmt, AssertKind, Block, Kernel, Launch, ParamId, StmtKind};
use wp_logic::TermId;
use wp_solve::Model;

/// A model of the suspect with the launch and the scalars of this one, in which the preconditions with quantifiers hold
/// of all cells; `None` when there are none, or none such was found.
pub(super) fn completed(ctx: &mut Context, suspect: &Suspect, model: &Model) -> Option<Model> {
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
    // Races do not matter here, nor therefore which of them are tolerated, for which all values would be followed.
    let config = Config { races: false, benign: Benign::Off, max_findings: usize::MAX, ..interpreter_config(ctx) };
    // A run that is cut short has met all assumptions only when they stand before the first loop and call: fuel ends in
    // loops, and a run at the precondition of a function that does not hold.
    let first = assumptions_come_first(&ctx.kernel.body, &mut false);
    let (kernel, requires) = (ctx.kernel, ctx.requires);
    let to_last = up_to_last_assumption(kernel);
    let ends = |launch: &ConcreteLaunch, inputs: &Inputs, config: &Config| {
        let outcome = run(&to_last, launch, inputs, config);
        let completed = matches!(outcome.end, End::Completed | End::Diverged);
        let cut_short = matches!(outcome.end, End::FuelExhausted | End::TooManyFindings | End::Aborted);
        !leaves_chosen_size(kernel, &outcome) && (completed || (first && cut_short))
    };
    let satisfied = |launch: &ConcreteLaunch, inputs: &Inputs, config: &Config| {
        admitted(kernel, requires, *launch, inputs).is_some_and(|inputs| ends(launch, &inputs, config))
    };
    for (n, launch) in small_launches(ctx, sizing).into_iter().enumerate() {
        for seed in 0..4u64 {
            let inputs = random(ctx, &launch, seed + 17 * n as u64);
            let threads = [ThreadRef { block: [0; 3], thread: [0; 3] }];
            let mut config = config.clone();
            if launch.threads_per_block().saturating_mul(launch.blocks()) > WHOLE_LAUNCH.get() {
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

/// The kernel without what stands behind its last assumption: a run that comes to its end has met all of them.
fn up_to_last_assumption(kernel: &Kernel) -> Kernel {
    let assumes = |kind: &StmtKind| matches!(kind, StmtKind::Assume { kind, .. } if kind.is_of_runs());
    let last = kernel.body.iter().rposition(|stmt| any_stmt(std::slice::from_ref(stmt), &assumes));
    Kernel { body: kernel.body.iter().take(last.map_or(0, |last| last + 1)).cloned().collect(), ..kernel.clone() }
}

/// True if no assumption stands in a loop or behind one, or behind the precondition of a call: a run that has ended
/// there has met all assumptions.
fn assumptions_come_first(block: &Block, may_end: &mut bool) -> bool {
    block.iter().all(|s| match &s.kind {
        StmtKind::Assume { kind, .. } => !kind.is_of_runs() || !*may_end,
        StmtKind::Assert { kind: AssertKind::Abort | AssertKind::Precondition, .. } => {
            *may_end = true;
            true
        }
        kind => {
            *may_end |= matches!(kind, StmtKind::Loop { .. });
            kind.blocks().into_iter().all(|b| assumptions_come_first(b, may_end))
        }
    })
}
