//! Launches and inputs for a run: those of a model, and others that the kernel admits.

use super::WHOLE_LAUNCH;
use crate::context::Context;
use crate::suspect::Suspect;
use std::collections::BTreeMap;
use wp_interp::{ConcreteLaunch, Fill, Inputs, ObjectInput, ThreadRef, Value};
use wp_kir::{Launch, ObjectId, ObjectKind, ParamId, Space, Type};
use wp_logic::{Term, TermId};
use wp_solve::Model;
use wp_trials::{of_model, Shape};

wp_base::limits! {
    /// Launches that satisfy equations, for one kernel.
    const SATISFYING: usize = 6;
}

pub(super) fn int(ctx: &Context, model: &Model, t: TermId) -> Option<i128> {
    match ctx.terms.kind(t) {
        Term::Int(v) => Some(*v),
        _ => model.int(t).or_else(|| model.eval(ctx.terms, t).and_then(|v| v.as_int())),
    }
}

/// The two threads of the model (one when the suspect has no second).
pub(super) fn threads_of(ctx: &Context, suspect: &Suspect, model: &Model) -> Vec<ThreadRef> {
    let launch = ctx.summary.launch;
    let get = |ids: [TermId; 3]| ids.map(|t| int(ctx, model, t).and_then(|v| u32::try_from(v).ok()).unwrap_or(0));
    let mut threads = vec![ThreadRef { block: get(launch.bid), thread: get(launch.tid) }];
    if let Some((tid, bid)) = suspect.second {
        threads.push(ThreadRef { block: get(bid), thread: get(tid) });
    }
    threads
}

/// The launch of the model; extents that it leaves open are just large enough.
pub(super) fn launch_of(ctx: &Context, suspect: &Suspect, model: &Model) -> Option<ConcreteLaunch> {
    let mut least = Shape::SMALLEST;
    for ThreadRef { block, thread } in threads_of(ctx, suspect, model) {
        for axis in 0..3 {
            least.block[axis] = least.block[axis].max(thread[axis].saturating_add(1));
            least.grid[axis] = least.grid[axis].max(block[axis].saturating_add(1));
        }
    }
    let launch = of_model(ctx.summary, least, |t| int(ctx, model, t))?;
    let given = ctx.summary.launch.bdim.iter().all(|&t| matches!(ctx.terms.kind(t), Term::Int(_)));
    (given || launch.threads_per_block() <= 1024).then_some(launch)
}

/// Scalars and array cells of the model. Cells that the conjuncts read and the model leaves out are zero like all
/// others, and named where they are.
pub(super) fn inputs_of(ctx: &Context, conjuncts: &[TermId], model: &Model, fill: Fill, seed: u64) -> Inputs {
    let mut inputs = Inputs { seed, ..Inputs::default() };
    for (&id, &t) in &ctx.summary.params {
        let value = match model.value(t).or_else(|| model.eval(ctx.terms, t)) {
            Some(value) => wp_trials::concrete(value),
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
        let (Some(&(object, ty)), [offset]) = (ctx.summary.functions.contents.get(f), &args[..]) else { continue };
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
        let (Some(&(object, ty)), [offset]) = (ctx.summary.functions.contents.get(f), &args[..]) else { continue };
        let Some(offset) = int(ctx, model, *offset).and_then(|o| u64::try_from(o).ok()) else { continue };
        if let Some(input) = inputs.objects.get_mut(&object) {
            input.cells.entry(offset).or_insert_with(|| vec![0; ty.size() as usize]);
        }
    }
    inputs
}

/// The inputs with the first known cell of each array in all of its first elements that are not known.
pub(super) fn repeated(inputs: &Inputs, elements: u64) -> Inputs {
    let mut inputs = inputs.clone();
    for input in inputs.objects.values_mut() {
        let Some(first) = input.cells.values().next().cloned() else { continue };
        let size = first.len() as u64;
        for element in 0..elements {
            input.cells.entry(element * size).or_insert_with(|| first.clone());
        }
    }
    inputs
}

/// The inputs without known cells: the arrays are as their fill says.
pub(super) fn filled(mut inputs: Inputs) -> Inputs {
    inputs.objects.values_mut().for_each(|input| input.cells.clear());
    inputs
}

/// Values of pointer parameters that the model makes other pointers; one that is another parameter has its value.
fn pointers_of(ctx: &Context, model: &Model) -> BTreeMap<ParamId, Option<ObjectId>> {
    let mut values: BTreeMap<ParamId, Option<ObjectId>> = BTreeMap::new();
    for v in &ctx.summary.memory.pointer_values {
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

/// Launches to try: the fixed extents, and small values for the free ones.
pub(crate) fn small_launches(ctx: &Context, sizing: &Launch) -> Vec<ConcreteLaunch> {
    let given = wp_trials::given(ctx.summary, ctx.terms, sizing);
    let block_is_given = ctx.summary.launch.bdim.iter().all(|&t| ctx.terms.as_int(t).is_some());
    let mut launches: Vec<ConcreteLaunch> = Vec::new();
    for launch in wp_trials::FOR_FINDINGS.map(|shape| shape.launch(&given)) {
        let ok = (block_is_given || launch.threads_per_block() <= 1024) && launch.blocks() <= 1 << 24;
        if ok && !launches.contains(&launch) {
            launches.push(launch);
        }
    }
    launches
}

/// Random inputs, with the scalars that the summary fixed.
pub(super) fn random(ctx: &Context, launch: &ConcreteLaunch, seed: u64) -> Inputs {
    wp_trials::inputs(ctx.kernel, launch, seed, ctx.summary, ctx.terms)
}

/// Launches that satisfy the equations that are known of them, with inputs.
pub(super) fn satisfying(ctx: &Context) -> Vec<(ConcreteLaunch, Inputs)> {
    let all = wp_trials::satisfying(ctx.summary, ctx.terms, SATISFYING.get());
    let all = all.into_iter().enumerate().map(|(n, s)| {
        let mut inputs = random(ctx, &s.launch, n as u64);
        wp_trials::set_scalars(ctx.summary, ctx.terms, &mut inputs, |t| s.value(ctx.terms, t));
        (s.launch, inputs)
    });
    all.collect()
}

/// Position of an id in a grid or block.
fn linear(id: [u32; 3], dim: [u32; 3]) -> u64 {
    u64::from(id[0]) + u64::from(dim[0]) * (u64::from(id[1]) + u64::from(dim[1]) * u64::from(id[2]))
}

/// A thread as linear block and linear thread.
pub(crate) fn linear_in(launch: &ConcreteLaunch, t: &ThreadRef) -> (u64, u64) {
    (linear(t.block, launch.grid), linear(t.thread, launch.block))
}

/// Both threads' whole blocks (the first two blocks when no thread is named), as linear ids.
pub(super) fn slice(launch: &ConcreteLaunch, threads: &[ThreadRef]) -> Vec<(u64, u64)> {
    let mut blocks: Vec<u64> = threads.iter().map(|t| linear(t.block, launch.grid)).collect();
    if blocks.is_empty() {
        blocks = vec![0, 1.min(launch.blocks() - 1)];
    }
    blocks.sort_unstable();
    blocks.dedup();
    let per_block = launch.threads_per_block().min(WHOLE_LAUNCH.get());
    blocks.into_iter().flat_map(|b| (0..per_block).map(move |t| (b, t))).collect()
}
