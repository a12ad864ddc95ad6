//! Launches and inputs that satisfy the preconditions of a kernel.

use super::Task;
use rustc_hash::FxHashMap;
use wp_interp::{random_inputs, ConcreteLaunch, Inputs};
use wp_kir::{Kernel, Launch, Type};
use wp_logic::{FuncId, Term, TermId, Terms, Value};
use wp_solve::{Answer, Solver};
use wp_summary::Summary;
use wp_trials::{of_model, pick, set_scalars, Shape};

wp_base::limits! {
    /// Random inputs tried before the solver is asked for some that satisfy the preconditions.
    const TRIES: u64 = 32;
    /// Greatest number of threads of a block whose extents are not given.
    const MAX_THREADS: u64 = 512;
}

/// The launch and the inputs of a run, if any are found.
pub(super) fn choose(
    task: &Task,
    terms: &mut Terms,
    solver: &mut Solver,
    number: u64,
) -> Option<(ConcreteLaunch, Inputs)> {
    let summary = task.original;
    let facts: Vec<TermId> = summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
    let given = wp_trials::given(summary, terms, &Launch::ANY);
    let mut suggestion = None;
    for attempt in 0..TRIES.get() {
        let seed = number * TRIES.get() + attempt + 1;
        let launch = Shape::at_random(seed).launch(&given);
        let mut inputs = random_inputs(task.kernel, &launch, seed, None);
        enlarge(task.kernel, &launch, &mut inputs);
        set_scalars(summary, terms, &mut inputs, |_| None);
        let known = symbols(task.kernel, summary, terms, &launch, &inputs);
        let mut look = |f: FuncId, args: &[Value]| if args.is_empty() { known.get(&f).copied() } else { None };
        if launch.threads_per_block() <= MAX_THREADS.get().max(fixed_threads(summary, terms))
            && facts.iter().all(|&t| terms.eval(t, &mut look) != Some(Value::Bool(false)))
        {
            return Some((launch, inputs));
        }
        suggestion.get_or_insert((inputs, known));
    }
    let (mut inputs, suggested) = suggestion?;
    let model = solve(task, terms, solver, facts, &suggested)?;
    let launch = of_model(summary, Shape::SMALLEST, |t| model.eval(terms, t)?.as_int())?;
    set_scalars(summary, terms, &mut inputs, |t| model.eval(terms, t));
    Some((launch, inputs))
}

/// A model of the facts that agrees with as much of the suggestion as can be.
fn solve(
    task: &Task,
    terms: &mut Terms,
    solver: &mut Solver,
    mut facts: Vec<TermId>,
    suggested: &FxHashMap<FuncId, Value>,
) -> Option<wp_solve::Model> {
    let launch = task.original.launch;
    let extents = launch.bdim.into_iter().chain(launch.gdim);
    for t in extents.chain(task.original.params.values().copied()) {
        let Term::App(f, _) = *terms.kind(t) else { continue };
        let Some(Value::Int(value)) = suggested.get(&f).copied() else { continue };
        let value = terms.int(value);
        facts.push(terms.eq(t, value));
        if !matches!(solver.check(terms, &facts), Answer::Sat(_)) {
            facts.pop();
        }
    }
    match solver.check(terms, &facts) {
        Answer::Sat(model) if !model.approximate => Some(model),
        _ => None,
    }
}

/// Threads of a block whose extents are all given.
fn fixed_threads(summary: &Summary, terms: &Terms) -> u64 {
    let extents = summary.launch.bdim.map(|t| terms.as_int(t).unwrap_or(1));
    extents.into_iter().fold(1, |n: u64, e| n.saturating_mul(e.clamp(1, 1 << 16) as u64))
}

/// Makes every other integer parameter a multiple of the number of threads, or nearly: bounds of loops are often of
/// this size, and with smaller ones many a loop is not entered.
fn enlarge(kernel: &Kernel, launch: &ConcreteLaunch, inputs: &mut Inputs) {
    let threads = launch.threads_per_block().saturating_mul(launch.blocks()).min(MAX_THREADS.get() * 4);
    for (salt, (id, param)) in (50..).zip(kernel.params.iter()) {
        if matches!(param.ty, Type::Int { bits: 32.., .. }) && pick(inputs.seed, salt, 2) == 0 {
            let times = 1 + pick(inputs.seed, salt + 100, 3);
            let value = threads * times + pick(inputs.seed, salt + 200, 2);
            inputs.params.insert(id, wp_interp::Value::Int(i128::from(value)));
        }
    }
}

/// The values of the symbols of the launch and of the parameters.
pub(super) fn symbols(
    kernel: &Kernel,
    summary: &Summary,
    terms: &Terms,
    launch: &ConcreteLaunch,
    inputs: &Inputs,
) -> FxHashMap<FuncId, Value> {
    let mut out = FxHashMap::default();
    let mut set = |t: TermId, value: Value| {
        if let Term::App(f, args) = terms.kind(t) {
            if args.is_empty() {
                out.insert(*f, value);
            }
        }
    };
    for axis in 0..3 {
        set(summary.launch.bdim[axis], Value::Int(i128::from(launch.block[axis])));
        set(summary.launch.gdim[axis], Value::Int(i128::from(launch.grid[axis])));
        set(summary.launch.offset[axis], Value::Int(i128::from(launch.offset[axis])));
    }
    for (id, param) in kernel.params.iter() {
        let Some(&t) = summary.params.get(&id) else { continue };
        let given = inputs.params.get(&id).copied().unwrap_or(wp_interp::Value::Int(0));
        if let Some(value) = value_of(given, param.ty) {
            set(t, value);
        }
    }
    out
}

/// A value of a type as the value of a term; `None` when it is not one of the type.
pub(super) fn value_of(value: wp_interp::Value, ty: Type) -> Option<Value> {
    match (value, ty) {
        (wp_interp::Value::Bool(b), Type::Bool) => Some(Value::Bool(b)),
        (wp_interp::Value::Int(n), Type::Int { .. }) => {
            let (low, high) = ty.int_range()?;
            (low..=high).contains(&n).then_some(Value::Int(n))
        }
        (wp_interp::Value::Float(value), Type::Float { bits }) => Some(Value::Float { bits, value }),
        (wp_interp::Value::Ptr { object: Some(_), offset }, Type::Ptr) => Some(Value::Int(i128::from(offset))),
        _ => None,
    }
}
