//! Every launch: both kernels as one, whose two copies of every output are shown equal by following values.
//!
//! Input: two kernels, or sequences of kernels, preconditions included in both, whose launches agree but for extents that a condition names for one of them. `Ok` when every element of every output is
//! equal for every launch, size and input that satisfies the preconditions: in every bit, or as real numbers under the assumption
//! `real-arithmetic`. Follows Li and Gopalakrishnan (PUGpara, sections IV-A to IV-E) with these differences: nothing is concretised; "some thread
//! writes this element" is shown by naming that thread, so there are no quantified formulas to drop; loops are what their iterations
//! make of variables (sums, products, least and greatest values), so they need no alignment; addresses are integers, not bit vectors.
//!
//! The kernels are fused ([`crate::fuse`]) and `wp_contract` shows the copies equal, by the value chase that proves contracts.
//!
//! Sound given the premises, which are proved first: no races, no divergence, no failing assertions, no accesses out of bounds in either kernel.
//! Incomplete: no atomics, nothing that depends on conditions on values which are not followed, no lanes where blocks have two shapes.

mod propose;

use crate::concrete::{Limits, Question};
use crate::fuse::{fuse, Parts};
use crate::pair::Pairing;
use crate::relation::Condition;
use crate::replay::{self, Patience};
use crate::report::{Reason, Report, Scope, Verdict};
use crate::sequence::Preconditions;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use wp_base::{Assumption, Client};
use wp_contract::{Effort, Knowledge};
use wp_engine::{
    configuration, inference_config, is_ordered_by_fences, missing, required_launch, Configuration, Options, Premise,
    Property, OF_VALUES,
};
use wp_interp::Benign;
use wp_kir::{visit, AssumeKind, Dim, Kernel, StmtKind};
use wp_logic::Terms;
use wp_prove::View;
use wp_solve::Solver;
use wp_summary::{dimensions_read, summarise, BarrierInvariants, Config, Summary};

wp_base::limits! {
    /// Comparisons in small launches before anything is proved, and the statements of each side of one; the others are tried when there is no proof. A run that
    /// shows a difference and a proof exclude each other but for rounding that real numbers do not have.
    const FIRST_COMPARISONS: usize = 60;
    const FIRST_STATEMENTS: u64 = 300_000;
    /// Comparisons when there is no proof.
    const LAST_COMPARISONS: usize = 2_000;
}

/// What a premise has at least, where those before it took all the time.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// A question about every launch.
#[derive(Clone, Copy, Debug)]
pub struct EveryLaunch<'a> {
    /// The kernels of both sides in their order, with their preconditions.
    pub sides: [&'a [Kernel]; 2],
    /// Preconditions that the kernels do not assume themselves ([`crate::Sequence::requires`]). Proofs do without them.
    pub requires: [&'a Preconditions; 2],
    /// What corresponds to what, with values of scalars.
    pub pairing: &'a Pairing,
    /// Preconditions as they were given, for the report.
    pub conditions: &'a [String],
    /// The same conditions as they were read: those about one of the kernels, or about what is common, are preconditions of the kernels already.
    pub relations: &'a [Condition],
    /// Limits, the solver, and assumptions that may not be used.
    pub options: &'a Options,
    /// Whether nothing is to be proved: only small launches are tried.
    pub find_bugs: bool,
    /// Assumptions that the kernels rest on already.
    pub assumptions: &'a [Assumption],
}

/// Compares two kernels for every launch, or every pair of launches that conditions relate.
pub fn compare_every(question: &EveryLaunch) -> Report {
    let &EveryLaunch { sides, pairing, relations, options, .. } = question;
    let mut report = Report {
        verdict: Verdict::Equivalent,
        scope: Scope::Every(question.conditions.to_vec()),
        assumptions: question.assumptions.iter().copied().collect(),
        elements: 0,
        proposal: None,
        outputs: Vec::new(),
    };
    let requires = question.requires;
    // Threads that store one value to a place leave it, in whatever order: those of a dimension that only the other kernel reads do.
    let tolerated = Benign::SameValue;
    let concrete = Question { sides, requires, launches: [&[]; 2], pairing, without: &[], assumptions: &[], tolerated };
    let mut small = replay::Search::new(concrete, dimensions(sides), relations);
    // Most kernels that differ do so in the smallest launches.
    let begun = Instant::now();
    let deadline = begun.checked_add(options.timeout);
    let first = Patience { comparisons: FIRST_COMPARISONS.get(), statements: FIRST_STATEMENTS.get(), deadline };
    let mut difference = small.next_difference(first);
    let mut reason = Reason {
        code: "find-bugs",
        text: "no small launch shows a difference, and nothing was to be proved".to_owned(),
        place: None,
    };
    if difference.is_none() && !question.find_bugs {
        // What a proof of equivalence may not rest on is not granted to its parts either.
        let mut of_proof = options.clone();
        of_proof.without.extend(Assumption::ALL.iter().filter(|a| !a.serves(Client::Equivalence)));
        match prove(sides, pairing, relations, &of_proof, &Effort::ALL) {
            Ok(codes) => {
                report.assumptions.extend(codes);
                let refused = |a: &&Assumption| !options.grants(**a) || !a.serves(Client::Equivalence);
                let Some(code) = report.assumptions.iter().find(refused) else {
                    return report;
                };
                let text = match options.grants(*code) {
                    true => format!("the assumption `{code}` is none for proofs of equivalence"),
                    false => format!("the assumption `{code}` is switched off and the equivalence needs it"),
                };
                reason = Reason { code: "not-granted", text, place: None };
            }
            Err(why) => reason = why,
        }
    }
    // Whatever the proof has left.
    let left = options.timeout.saturating_sub(begun.elapsed()).max(LEAST_TIME.min(options.timeout));
    let rest = Patience {
        comparisons: LAST_COMPARISONS.get(),
        statements: Limits::default().statements,
        deadline: Instant::now().checked_add(left),
    };
    difference = difference.or_else(|| small.next_difference(rest));
    report.verdict = match difference {
        Some(difference) => {
            if !question.find_bugs {
                let left = options.timeout.saturating_sub(begun.elapsed());
                report.proposal = propose::find(question, dimensions(sides), left);
            }
            Verdict::Different(Box::new(difference))
        }
        None => Verdict::Unknown(reason),
    };
    report
}

/// Which dimensions of the launch a kernel reads.
fn dimensions(sides: [&[Kernel]; 2]) -> [bool; 3] {
    let read = sides.into_iter().flatten().map(|kernel| dimensions_read(kernel).axes());
    read.fold([false; 3], |a, b| [0, 1, 2].map(|axis| a[axis] || b[axis]))
}

/// Shows that two kernels are equal; the assumptions.
fn prove(
    sides: [&[Kernel]; 2],
    pairing: &Pairing,
    relations: &[Condition],
    options: &Options,
    efforts: &[Effort],
) -> Result<BTreeSet<Assumption>, Reason> {
    let begun = Instant::now();
    let (unused_dims, launch_bounds) =
        (options.grants(Assumption::UnusedDims), options.grants(Assumption::LaunchBounds));
    let fused =
        fuse(Parts { sides, pairing, relations, unused_dims, launch_bounds }).map_err(|what| not_followed(&what))?;
    let read = dimensions_read(&fused.kernel);
    let launch = required_launch(&fused.kernel, options.launch);
    let Configuration { summary: granted, solver, .. } =
        configuration(&fused.kernel, &Options { launch, ..options.clone() });
    let mut config = Config {
        barrier_invariants: match fused.blocks_differ || sides.iter().copied().flatten().any(may_return_early) {
            true => BarrierInvariants::Ignored,
            false => granted.barrier_invariants,
        },
        launch_bounds: launch_bounds && !fused.blocks_differ,
        scalars: fused.scalars.clone(),
        parts: fused.extents.clone(),
        deadline: begun.checked_add(options.timeout),
        ..granted
    };
    let mut assumptions = BTreeSet::new();
    if pairing.has_declared(&sides[0][0]) {
        assumptions.insert(Assumption::EqualGlobals);
    }
    if !fused.blocks_differ {
        config.scans = wp_scan::laws(fused.unguarded.as_ref().unwrap_or(&fused.kernel), &config).into();
    }
    let mut solver = Solver::new(solver);
    if let Some(deadline) = config.deadline {
        solver.set_deadline(deadline);
    }
    solver.set_budget(options.effort_in_all());
    let mut terms = Terms::new();
    let summary = summarise(&fused.kernel, &mut terms, &config);
    // Values that are not known are unknowns of each part; what the front end left out may be a difference.
    if let Some(approximation) = fused.kernel.approximations.first() {
        return Err(not_followed(&approximation.what));
    }
    let (mut conditional, mut external) = (false, false);
    visit(&fused.kernel.body, &mut |s| {
        if let StmtKind::Assume { kind, .. } = s.kind {
            conditional = true;
            external |= kind == AssumeKind::External;
        }
    });
    if external {
        return Err(not_followed("a function without a body may change what the thread itself sees"));
    }
    // Equal for no launch is nothing: preconditions, or extents that the sources fix, may exclude each other.
    if conditional && !some_launch(&mut terms, &mut solver, &summary) {
        let text = "no launch was found that satisfies the preconditions of both kernels".to_owned();
        return Err(Reason { code: "vacuous", text, place: None });
    }
    for (side, kernel) in sides.into_iter().enumerate().flat_map(|(side, s)| s.iter().map(move |k| (side, k))) {
        // What one source fixes of a common launch holds for the other kernel too.
        let left = options.timeout.saturating_sub(begun.elapsed());
        let mut common = Options { timeout: left.max(LEAST_TIME), ..options.clone() };
        if fused.extents.is_empty() {
            common.launch = config.launch;
            if let Some(block) = fused.kernel.required_block {
                common.launch.block = block.map(Dim::Known);
            }
            // A dimension is unused where neither kernel reads it: in the others a kernel has threads although it does not ask which.
            if unused_dims && dimensions_read(kernel) != read {
                assumptions.insert(Assumption::UnusedDims);
                common.without.push(Assumption::UnusedDims);
                for axis in 0..3 {
                    let close = |dim: &mut Dim, is_read: bool| {
                        if *dim == Dim::Any && !is_read {
                            *dim = Dim::Known(1);
                        }
                    };
                    close(&mut common.launch.block[axis], read.block[axis]);
                    close(&mut common.launch.grid[axis], read.grid[axis]);
                }
            }
        }
        assumptions.extend(premises(side, kernel, &common)?);
    }
    let written: Vec<_> =
        fused.twins.iter().filter(|pair| pair.iter().any(|o| summary.memory.written.contains(o))).collect();
    if written.is_empty() {
        let text = "neither kernel writes to an array that the other one has too".to_owned();
        return Err(Reason { code: "empty", text, place: None });
    }
    let inference = options.inference.enabled.then(|| inference_config(options));
    let (kernel, inference) = (&fused.kernel, inference.as_ref());
    let knowledge = Knowledge { kernel, config: &config, inference, unproved: &BTreeSet::new() };
    for &arrays in written {
        // `unproved` is empty: the comparison requires that all assertions hold, hence every invariant that is taken as
        // a fact.
        let proof = knowledge.prove_same(arrays, &fused.twins, efforts, &mut solver);
        assumptions.extend(proof.map_err(|why| not_followed(&why))?.assumptions());
    }
    if let Some(words) = options.portfolio.disagreement() {
        return Err(Reason { code: "solver", text: format!("internal error: {words}"), place: None });
    }
    Ok(assumptions)
}

/// True if the kernel has a `return` before its end. In the fused kernel such a thread goes on with the next part, so a
/// barrier invariant could be used for a thread that never came to the barrier.
fn may_return_early(kernel: &Kernel) -> bool {
    let mut returns = 0;
    visit(&kernel.body, &mut |s| returns += usize::from(matches!(s.kind, StmtKind::Return)));
    returns > usize::from(matches!(kernel.body.last().map(|s| &s.kind), Some(StmtKind::Return)))
}

fn not_followed(why: &str) -> Reason {
    let text = format!("the values of the two kernels cannot be followed for every launch: {why}");
    Reason { code: "value-chase", text, place: None }
}

/// Whether what both kernels take for granted can hold together.
fn some_launch(terms: &mut Terms, solver: &mut Solver, summary: &Summary) -> bool {
    // Whatever a thread that gets to the end has taken for granted on its way, in either kernel.
    let mut facts: Vec<_> = summary.facts_at(summary.events.len(), &[]).collect();
    facts.extend(View::generic(summary).exists(terms, summary));
    facts.retain(|&f| terms.as_bool(f) != Some(true));
    facts.is_empty() || solver.check(terms, &facts).model().is_some_and(|model| !model.approximate)
}

/// Shows that the premises of a comparison hold for a kernel: those of proofs about values, and that assertions hold, as what is asserted at barriers may have
/// been used as a fact. The result is the assumptions of the proofs.
fn premises(number: usize, kernel: &Kernel, options: &Options) -> Result<Vec<Assumption>, Reason> {
    let report = wp_engine::check_kernel(kernel, options);
    if is_ordered_by_fences(&report.properties, wp_summary::Memory::All) {
        let text = format!("`{}` orders accesses by fences, so what it leaves may depend on the schedule", kernel.name);
        return Err(Reason { code: "premise", text, place: Some((number, kernel.span)) });
    }
    let all = OF_VALUES.into_iter().chain([Premise::Asserted]);
    // The first in the order of properties.
    let Some(property) = all.filter_map(|premise| missing(&report.properties, premise)).min() else {
        return Ok(report.assumptions);
    };
    let what = match property {
        Property::Races => "free of data races",
        Property::Divergence => "free of barrier divergence",
        Property::Bounds => "free of accesses out of bounds",
        Property::Alignment => "free of misaligned accesses",
        Property::Initialised => "free of reads of elements that nothing wrote",
        Property::IndexWidth => "free of indices that exceed 32 bits",
        Property::Assertions => "free of failing assertions",
        Property::Contract => "true to its contract",
    };
    let verdict = report.properties.iter().find(|p| p.property == property).map_or("not checked", |p| p.verdict.name());
    let text = format!("`{}` is not shown to be {what} for every launch ({verdict})", kernel.name);
    Err(Reason { code: "premise", text, place: Some((number, kernel.span)) })
}
