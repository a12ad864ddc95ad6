//! The ladder of attempts at one kernel, then the verdicts. Each attempt makes a summary, checks the properties on it
//! and replays what stays open; it knows more than the attempts before it.

use crate::progress::{Given, Progress};
use crate::question::Question;
use crate::required;
use crate::shape::Shape;
use crate::{InferenceReport, KernelReport, Options, Rules, UnknownReason, Verdict};
use wp_base::Assumption;
use wp_check::Limits;
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS};
use wp_kir::{Block, Dim, Kernel, StmtKind};
use wp_solve::Solver;
use wp_spec::Clause;
use wp_summary::{BarrierInvariants, LoopPolicy};

/// What a check is about: a kernel with its preconditions, under options.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub kernel: &'a Kernel,
    /// The preconditions. The body of the kernel assumes those without quantifiers.
    pub requires: &'a [Clause],
    pub options: &'a Options,
}

/// A report, and the questions that are left if the options ask for a search that needs them.
pub(crate) struct Examined {
    pub report: KernelReport,
    pub questions: Vec<Question>,
}

impl From<KernelReport> for Examined {
    fn from(report: KernelReport) -> Self {
        Self { report, questions: Vec::new() }
    }
}

/// Verifies one kernel without a search for preconditions.
pub(crate) fn examine(subject: Subject, solver: &mut Solver, limits: Limits) -> Examined {
    let Subject { kernel, requires, options } = subject;
    if let Err(errors) = wp_kir::verify(kernel) {
        let what = errors.first().map_or_else(String::new, ToString::to_string);
        let what = format!("the lowered kernel is malformed: {what}");
        let verdict = Verdict::Unsupported(what, kernel.span);
        return without_analysis(kernel, options, &verdict).into();
    }
    if let Some(verdict) = unsupported(&kernel.body) {
        return without_analysis(kernel, options, &verdict).into();
    }
    if limits.effort == 0 {
        // The budget is zero, so nothing is checked.
        return without_analysis(kernel, options, &Verdict::Unknown(UnknownReason::Timeout)).into();
    }
    let resized;
    let mut kernel = kernel;
    if options.rules == Rules::GpuVerify && contradicts_source(kernel, options) {
        // GPUVerify checks the block size in its options, even if the source demands another one.
        resized = Kernel { required_block: None, ..kernel.clone() };
        kernel = &resized;
    }
    let fixed = required::launch(kernel, options.launch);
    let fixed = (fixed != options.launch).then(|| Options { launch: fixed, ..options.clone() });
    let options = fixed.as_ref().unwrap_or(options);
    if let Some(why) = impossible(kernel, options) {
        return without_analysis(kernel, options, &Verdict::Unknown(UnknownReason::NoLaunch(why))).into();
    }
    solver.set_deadline(limits.deadline);
    solver.set_budget(limits.effort);
    let quantified: Vec<Clause> = requires.iter().filter(|c| !c.condition.is_quantifier_free()).cloned().collect();
    let mut given = Given { requires: &quantified, as_laws: true, invariants: BarrierInvariants::Assumed };
    let mut first = attempts(kernel, options, solver, limits, given);
    if !first.laws_are_met {
        // Laws that contradict each other would prove anything.
        given.as_laws = false;
        first = attempts(kernel, options, solver, limits, given);
        first.examined.report.approximations.extend(quantified.first().map(|c| (LAWS_NOT_MET.to_owned(), c.span)));
    }
    first.examined
}

const LAWS_NOT_MET: &str =
    "preconditions with quantifiers are not used: no run was found that satisfies all preconditions";

/// The result of the attempts.
struct Outcome {
    examined: Examined,
    /// True if some run satisfies the preconditions with quantifiers that were used.
    laws_are_met: bool,
}

/// Summarises and checks under one configuration after the other.
fn attempts(kernel: &Kernel, options: &Options, solver: &mut Solver, limits: Limits, given: Given) -> Outcome {
    let mut progress = Progress::new(kernel, options, solver, limits, given);
    let first = match options.findbugs {
        Some(iterations) => LoopPolicy::Bounded(iterations),
        None if options.acceleration => LoopPolicy::AccelerateFirst,
        None => LoopPolicy::Havoc,
    };
    progress.attempt(solver, &progress.config(first));
    if progress.laws_are_met() && progress.take_sizes_to_fit() {
        progress.attempt(solver, &progress.config(first));
    }
    if progress.laws_are_met() && first == LoopPolicy::AccelerateFirst && progress.depends_on_loops() {
        progress.attempt(solver, &progress.config(LoopPolicy::UnrollFirst));
    }
    // The open obligations may depend on the contents of shared arrays. The attempts above do without these contents,
    // so that they do not slow a kernel that does not need them.
    if progress.laws_are_met() && progress.find_scans(&progress.config(first)) {
        progress.attempt(solver, &progress.config(first));
    }
    progress.withdraw(solver);
    progress.look_for_unwritten(solver);
    progress.look_for_widths(solver);
    let laws_are_met = progress.laws_are_met();
    let questions = progress.take_questions();
    Outcome { examined: Examined { report: progress.report(), questions }, laws_are_met }
}

/// The extents of blocks that are given.
fn given_block(options: &Options) -> [Option<u32>; 3] {
    options.launch.block.map(|d| match d {
        Dim::Known(n) => Some(n),
        Dim::Any => None,
    })
}

/// True if the given extents are not those that the source demands.
fn contradicts_source(kernel: &Kernel, options: &Options) -> bool {
    let given = given_block(options);
    let contradicts = |required: [u32; 3]| given.iter().zip(required).any(|(g, r)| g.is_some_and(|g| g != r));
    kernel.required_block.is_some_and(contradicts)
}

/// The first construct that the lowering could not express and that no condition guards: then the kernel is not
/// analysed. A guarded construct is decided with the rest, because the lowering makes guards too (for launches for
/// which something is not modelled).
fn unsupported(block: &Block) -> Option<Verdict> {
    block.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Unsupported { what } => Some(Verdict::Unsupported(what.to_string(), stmt.span)),
        StmtKind::Labelled { body, .. } => unsupported(body),
        StmtKind::Loop { head, body, step, .. } => [head, body, step].into_iter().find_map(unsupported),
        _ => None,
    })
}

/// Advice on launches beyond the limits of devices.
const HOW_TO_LIFT: &str = "`--without launch-bounds` lifts it";

/// Why no device can launch the kernel with the given extents: they contradict the source, or exceed a limit.
fn impossible(kernel: &Kernel, options: &Options) -> Option<String> {
    let given = given_block(options);
    if let Some([x, y, z]) = kernel.required_block.filter(|_| contradicts_source(kernel, options)) {
        return Some(format!("the given block size is not the one that the source requires, ({x}, {y}, {z})"));
    }
    if let Some(why) = exceeds_size(options) {
        return Some(why);
    }
    // GPUVerify has no limits of devices.
    if options.rules == Rules::GpuVerify || !options.grants(Assumption::LaunchBounds) {
        return None;
    }
    let threads: u64 = given.iter().map(|g| u64::from(g.unwrap_or(1))).product();
    let of_source = kernel.max_threads.filter(|n| *n < MAX_BLOCK_THREADS);
    let most = of_source.unwrap_or(MAX_BLOCK_THREADS);
    if threads > u64::from(most) {
        let whose = if of_source.is_some() { " of the source's `__launch_bounds__`" } else { "" };
        return Some(format!("{threads} threads per block exceed the limit of {most}{whose}; {HOW_TO_LIFT}"));
    }
    let z = given[2].filter(|z| *z > MAX_BLOCK[2])?;
    Some(format!("blockDim.z = {z} exceeds the limit of {}; {HOW_TO_LIFT}", MAX_BLOCK[2]))
}

/// The message for a given extent that alone exceeds what `launch-size` admits along its axis, so that no value is left
/// for the open extent of this axis. If both extents of an axis are given, `launch-size` assumes nothing about them.
fn exceeds_size(options: &Options) -> Option<String> {
    let too_large = |axes: [Dim; 2]| match axes {
        [Dim::Known(n), Dim::Any] | [Dim::Any, Dim::Known(n)] => Some(n).filter(|n| *n > i32::MAX as u32),
        _ => None,
    };
    let extent = (0..3).find_map(|i| too_large([options.launch.block[i], options.launch.grid[i]]))?;
    Some(format!("an extent of {extent} exceeds the limit of {} threads along an axis", i32::MAX))
}

/// A report with one verdict for everything.
pub(crate) fn without_analysis(kernel: &Kernel, options: &Options, verdict: &Verdict) -> KernelReport {
    let inference = InferenceReport { shape: Shape::of(kernel), ..InferenceReport::default() };
    KernelReport { inference, ..KernelReport::with_one_verdict(&kernel.name, kernel.span, options, verdict) }
}
