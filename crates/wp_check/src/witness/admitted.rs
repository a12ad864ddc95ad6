//! Whether some run satisfies the assumptions and preconditions of a kernel, so that its proof is not vacuous.

use super::inputs::{
    filled, inputs_of, launch_of, linear_in, random, repeated, satisfying, slice, small_launches, threads_of,
};
use super::{interpreter_config, leaves_chosen_size, minimised, RANDOM_INPUTS, WHOLE_LAUNCH};
use crate::context::Context;
use crate::expand::{admitted, small_contents, window, written_out};
use crate::patterns::patterned;
use crate::suspect::{OpenCause, Suspect, SuspectKind};
use wp_interp::{run, Benign, ConcreteLaunch, Config, End, Fill, Inputs, ThreadRef};
use wp_kir::{any_stmt, Block, Kernel, Launch, ParamId, StmtKind};
use wp_logic::TermId;
use wp_solve::{Answer, Model};

/// Numbers for [`with_equal_scalars`].
const EQUAL_SCALARS: [i128; 10] = [1, 2, 4, 32, 64, 100, 256, 512, 1000, 1024];

/// A model with the launch and scalars of this one, whose array contents satisfy the preconditions with quantifiers;
/// `None` if the kernel has no such preconditions, or no such model was found.
pub(super) fn completed(ctx: &mut Context, suspect: &Suspect, model: &Model) -> Option<Model> {
    if ctx.requires.is_empty() || ctx.solver.is_late() {
        return None;
    }
    let launch = launch_of(ctx, suspect, model)?;
    let inputs = inputs_of(ctx, &suspect.conjuncts, model, Fill::Zero, 0);
    let more = written_out(ctx, launch, &inputs)?;
    let all = [&suspect.conjuncts[..], &more].concat();
    // A value that is read is often used as an index, and a negative one leads out of every array.
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
    let search = Search::new(ctx);
    if search.random_run_satisfies(ctx, sizing) || search.computed_run_satisfies(ctx) {
        return true;
    }
    // Random inputs miss narrow preconditions; a model of the facts does not.
    let facts: Vec<TermId> = ctx.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
    if !ctx.requires.is_empty() {
        // The witness that is printed should be small.
        if let Some(small) = minimised(ctx, &without_goal(facts.clone())) {
            if search.model_run_satisfies(ctx, &small, facts.clone()) {
                return true;
            }
        }
    }
    match ctx.solver.check(ctx.terms, &facts) {
        Answer::Sat(model) if search.model_run_satisfies(ctx, &model, facts.clone()) => return true,
        Answer::Unsat(_) => return false,
        Answer::Sat(_) | Answer::Unknown(_) => {}
    }
    EQUAL_SCALARS.into_iter().any(|value| {
        let found = with_equal_scalars(ctx, &facts, value);
        found.is_some_and(|(model, conjuncts)| search.model_run_satisfies(ctx, &model, conjuncts))
    })
}

/// A search for a run that satisfies all assumptions.
struct Search<'k> {
    kernel: &'k Kernel,
    to_last_assumption: Kernel,
    config: Config,
}

impl<'k> Search<'k> {
    fn new(ctx: &Context<'k>) -> Self {
        // Races are not looked for, so no rule for tolerated races applies; with one, all possible values would be
        // followed.
        let config = Config { races: false, benign: Benign::Off, max_findings: usize::MAX, ..interpreter_config(ctx) };
        Self { kernel: ctx.kernel, to_last_assumption: up_to_last_assumption(ctx.kernel), config }
    }

    fn random_run_satisfies(&self, ctx: &Context, sizing: &Launch) -> bool {
        small_launches(ctx, sizing).into_iter().enumerate().any(|(n, launch)| {
            (0..RANDOM_INPUTS.get()).any(|seed| {
                // Any seeds that differ.
                let inputs = random(ctx, &launch, seed + 17 * n as u64);
                let inputs = admitted(self.kernel, ctx.requires, launch, &inputs);
                inputs.is_some_and(|inputs| self.is_satisfied(&launch, &inputs, &[]))
            })
        })
    }

    /// Tries launches and scalars that satisfy what is known of them.
    fn computed_run_satisfies(&self, ctx: &Context) -> bool {
        satisfying(ctx).into_iter().any(|(launch, inputs)| {
            let inputs = admitted(self.kernel, ctx.requires, launch, &inputs);
            inputs.is_some_and(|inputs| self.is_satisfied(&launch, &inputs, &[]))
        })
    }

    /// Tries the launch and the inputs of a model of these conjuncts, which speak of one thread.
    fn model_run_satisfies(&self, ctx: &mut Context, model: &Model, conjuncts: Vec<TermId>) -> bool {
        let suspect = without_goal(conjuncts);
        let completed = completed(ctx, &suspect, model);
        let model = completed.as_ref().unwrap_or(model);
        let Some(launch) = launch_of(ctx, &suspect, model) else { return false };
        let inputs = inputs_of(ctx, &[], model, Fill::Zero, 0);
        // What suits the thread of the model often suits the others, of which the model says nothing. Assumptions that
        // relate threads often say that an array is sorted.
        let sorted = filled(inputs_of(ctx, &[], model, Fill::Index, 0));
        let candidates = [inputs.clone(), repeated(&inputs, window(&launch)), sorted];
        let threads = threads_of(ctx, &suspect, model);
        // A run of its thread alone costs little, and most models that do not serve fail it.
        let alone: Vec<(u64, u64)> = threads.iter().map(|thread| linear_in(&launch, thread)).collect();
        let satisfies = |inputs: &Inputs| {
            self.is_completed(&launch, inputs, Some(alone.clone())) && self.is_satisfied(&launch, inputs, &threads)
        };
        candidates.iter().any(|inputs| {
            if completed.is_some() || ctx.requires.is_empty() {
                return admitted(self.kernel, ctx.requires, launch, inputs).is_some_and(|inputs| satisfies(&inputs));
            }
            let fills = [Fill::Zero, Fill::Index].into_iter();
            fills.filter_map(|fill| patterned(ctx, launch, inputs, fill)).any(|inputs| satisfies(&inputs))
        })
    }

    /// True if every thread of the launch satisfies the assumptions that it reaches. Of a great launch, the blocks of
    /// these threads are run, the first one and the last one.
    fn is_satisfied(&self, launch: &ConcreteLaunch, inputs: &Inputs, threads: &[ThreadRef]) -> bool {
        let blocks = [[0; 3], launch.grid.map(|extent| extent.saturating_sub(1))];
        let ends = blocks.map(|block| ThreadRef { block, thread: [0; 3] });
        let is_great = launch.threads_per_block().saturating_mul(launch.blocks()) > WHOLE_LAUNCH.get();
        self.is_completed(launch, inputs, is_great.then(|| slice(launch, &[threads, &ends].concat())))
    }

    /// True if the threads come to the end, and so have satisfied all assumptions that they reach. That a diverged run
    /// counts does no harm: the divergence is an error, so its kernel is not proved.
    fn is_completed(&self, launch: &ConcreteLaunch, inputs: &Inputs, slice: Option<Vec<(u64, u64)>>) -> bool {
        let outcome = run(&self.to_last_assumption, launch, inputs, &Config { slice, ..self.config.clone() });
        matches!(outcome.end, End::Completed | End::Diverged) && !leaves_chosen_size(self.kernel, &outcome)
    }
}

/// A suspect without a goal: its models are the models of the conjuncts.
fn without_goal(conjuncts: Vec<TermId>) -> Suspect {
    Suspect {
        kind: SuspectKind::Unsupported { what: String::new(), span: wp_base::Span::NONE },
        cause: OpenCause::Budget,
        conjuncts,
        second: None,
        unknowns: Vec::new(),
    }
}

/// A model in which all integer parameters but sizes of arrays are one small number, which makes products and masks
/// easy; with the conjuncts that it satisfies. All values of [`EQUAL_SCALARS`] together have the effort of one query.
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
        Answer::Sat(model) => Some((model, conjuncts)),
        Answer::Unsat(_) | Answer::Unknown(_) => None,
    }
}

/// The kernel without what stands behind its last assumption.
fn up_to_last_assumption(kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    cut_behind_last_assumption(&mut kernel.body);
    kernel
}

/// Cuts a block behind the last statement with an assumption, and this statement likewise. A loop stays whole: what
/// stands behind an assumption in its body is executed before the next one.
fn cut_behind_last_assumption(block: &mut Block) {
    let assumes = |kind: &StmtKind| matches!(kind, StmtKind::Assume { kind, .. } if kind.is_of_runs());
    let last = block.iter().rposition(|stmt| any_stmt(std::slice::from_ref(stmt), &assumes));
    block.truncate(last.map_or(0, |last| last + 1));
    if let Some(last) = block.last_mut().filter(|last| !matches!(last.kind, StmtKind::Loop { .. })) {
        last.kind.blocks_mut().into_iter().for_each(cut_behind_last_assumption);
    }
}
