//! Launches of kernels with what the interpreter computes: inputs, final contents, and the ranges of values that a
//! device may have otherwise.
//!
//! A launch is taken only where its result does not depend on the device: no race or other finding, no construct that
//! is not modelled, no undefined operation, and the same final memory in several orders of the threads. Inputs are tried
//! by seed.

use std::collections::BTreeMap;
use wp_engine::{Argument, Arguments};
use wp_interp::{
    random_inputs, ConcreteLaunch, Config, End, Fill, Inputs, NoteKind, ObjectInput, OpenValue, Outcome, Schedule,
};
use wp_kir::{Dim, Init, Kernel, Launch, Object, ObjectId, ObjectKind, Type};

/// Most instructions of one run.
const FUEL: u64 = 3_000_000;
/// Inputs that are tried for a launch.
const TRIES: u64 = 8;
/// The orders of threads that must give the same result.
const ORDERS: [Schedule; 4] = [Schedule::Ascending, Schedule::Descending, Schedule::Seeded(1), Schedule::Seeded(2)];
/// Launches that are tried where the source does not say one: block and grid.
const LAUNCHES: [([u32; 3], [u32; 3]); 8] = [
    ([64, 1, 1], [2, 1, 1]),
    ([32, 1, 1], [1, 1, 1]),
    ([8, 8, 1], [2, 2, 1]),
    ([128, 1, 1], [3, 1, 1]),
    ([256, 1, 1], [1, 1, 1]),
    ([16, 16, 1], [1, 1, 1]),
    ([4, 4, 4], [1, 2, 2]),
    ([1, 1, 1], [1, 1, 1]),
];

/// A launch with its inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The kernel.
    pub kernel: String,
    /// Block and grid.
    pub launch: ConcreteLaunch,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u64,
    /// The arguments in order.
    pub arguments: Vec<CaseArgument>,
}

/// An argument of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseArgument {
    /// The name of the parameter.
    pub name: String,
    /// The value.
    pub value: Argument,
    /// The type of a scalar, or of the elements of an array.
    pub ty: Type,
    /// Runs of bytes of an array that the kernel changed, by offset.
    pub changed: Vec<(u64, Vec<u8>)>,
    /// Values that a device need not share.
    pub open: Vec<OpenValue>,
}

impl Case {
    /// Bytes of the arrays, as far as they are known to the program.
    pub fn bytes(&self) -> usize {
        let array = |a: &CaseArgument| match &a.value {
            Argument::Buffer { bytes, .. } => bytes.len() + a.changed.iter().map(|(_, run)| run.len()).sum::<usize>(),
            _ => 0,
        };
        self.arguments.iter().map(array).sum()
    }
}

/// The cases of a kernel, `most` at most, or why there are none.
pub fn cases(kernel: &Kernel, launch: &Launch, most: usize) -> Result<Vec<Case>, String> {
    if let Some(a) = kernel.approximations.first() {
        return Err(format!("approximated: {}", a.what));
    }
    // A device starts with the initialiser of a variable, which the kernel IR does not have.
    let is_variable = |o: &Object| o.space.is_of_device() && o.kind == ObjectKind::Declared && o.init == Init::Input;
    if kernel.objects.values().any(is_variable) {
        return Err("a variable of the source may hold anything".to_owned());
    }
    let mut found: Vec<Case> = Vec::new();
    let mut problem = None;
    for launch in launches(launch) {
        for seed in 0..TRIES {
            match case(kernel, &launch, seed) {
                Ok(case) if found.contains(&case) => {}
                Ok(case) => found.push(case),
                Err(why) => problem = problem.or(Some(why)),
            }
            if found.len() >= most {
                return Ok(found);
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    match problem {
        Some(why) if found.is_empty() => Err(why),
        _ => Ok(found),
    }
}

/// The extents that the source leaves open are those of each launch that is tried.
fn launches(launch: &Launch) -> Vec<ConcreteLaunch> {
    let known = |dims: [Dim; 3], usual: [u32; 3]| {
        let mut out = usual;
        for (out, dim) in out.iter_mut().zip(dims) {
            if let Dim::Known(n) = dim {
                *out = n;
            }
        }
        out
    };
    let mut all: Vec<ConcreteLaunch> = Vec::new();
    for (block, grid) in LAUNCHES {
        let next = ConcreteLaunch { block: known(launch.block, block), grid: known(launch.grid, grid), offset: [0; 3] };
        if !all.contains(&next) && next.threads_per_block() <= 1024 && next.blocks() <= 256 {
            all.push(next);
        }
    }
    all
}

fn inputs(kernel: &Kernel, launch: &ConcreteLaunch, seed: u64) -> Inputs {
    let mut inputs = random_inputs(kernel, launch, seed, None);
    inputs.objects.retain(|id, _| matches!(kernel.objects[*id].kind, ObjectKind::Param(_)));
    for input in inputs.objects.values_mut().filter(|_| seed % 2 == 1) {
        *input = ObjectInput { fill: Fill::Any(seed), ..input.clone() };
    }
    inputs
}

fn case(kernel: &Kernel, launch: &ConcreteLaunch, seed: u64) -> Result<Case, String> {
    let inputs = inputs(kernel, launch, seed);
    let config = Config { fuel: FUEL, max_findings: 1, open_contents: true, ..Config::default() };
    let mut outcomes =
        ORDERS.iter().map(|&schedule| wp_interp::run(kernel, launch, &inputs, &Config { schedule, ..config.clone() }));
    let Some(outcome) = outcomes.next() else { return Err("no run".to_owned()) };
    if let Some(why) = problem(&outcome) {
        return Err(why);
    }
    if outcomes.any(|other| problem(&other).is_some() || other.memory != outcome.memory) {
        return Err("the result depends on the order of the threads".to_owned());
    }
    let arguments = wp_engine::arguments(kernel, launch, &inputs, &config).map_err(str::to_owned)?;
    let case = with_results(kernel, launch, arguments, &outcome);
    if case.arguments.iter().all(|a| a.changed.is_empty()) {
        return Err("the kernel changes nothing that can be compared".to_owned());
    }
    Ok(case)
}

/// The reason why a run does not tell what a device does.
fn problem(outcome: &Outcome) -> Option<String> {
    if outcome.end != End::Completed {
        let text = format!("{:?}", outcome.end);
        return Some(text.split([' ', '{']).next().unwrap_or_default().to_owned());
    }
    if let Some(finding) = outcome.findings.first() {
        let text = format!("{finding:?}");
        return Some(format!("finding {}", text.split([' ', '{']).next().unwrap_or_default()));
    }
    if let Some((what, _)) = outcome.havocked.first() {
        return Some(format!("not modelled: {what}"));
    }
    // A device saturates where a float is outside of the range of 32 bits.
    let allowed = |kind: NoteKind| matches!(kind, NoteKind::ExitedBeforeBarrier | NoteKind::FloatToInt);
    outcome.notes.iter().find(|n| !allowed(n.kind)).map(|n| format!("{:?}", n.kind))
}

fn with_results(kernel: &Kernel, launch: &ConcreteLaunch, arguments: Arguments, outcome: &Outcome) -> Case {
    let mut list = Vec::new();
    for (name, value) in arguments.values {
        let param = kernel.params.values().find(|p| *p.name == *name);
        let object = param.and_then(|p| p.object);
        let ty = match (object, &value) {
            (Some(object), Argument::Buffer { .. }) => kernel.objects[object].elem,
            _ => param.map_or(Type::I32, |p| p.ty),
        };
        let (mut changed, mut open) = (Vec::new(), Vec::new());
        if let (Some(object), Argument::Buffer { size, bytes }) = (object, &value) {
            changed = changes(bytes, *size, outcome, object);
            open = outcome.open.get(&object).cloned().unwrap_or_default();
        }
        list.push(CaseArgument { name, value, ty, changed, open });
    }
    Case { kernel: kernel.name.to_string(), launch: *launch, dynamic_shared: arguments.dynamic_shared, arguments: list }
}

/// Runs of bytes that differ from the start.
fn changes(start: &[u8], size: u64, outcome: &Outcome, object: ObjectId) -> Vec<(u64, Vec<u8>)> {
    let mut runs: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    for (&page, bytes) in outcome.memory.get(&object).iter().flat_map(|c| &c.pages) {
        for (i, &byte) in bytes.iter().enumerate() {
            let Ok(at) = u64::try_from(page + i as i64) else { continue };
            if at >= size || start.get(at as usize).copied().unwrap_or(0) == byte {
                continue;
            }
            match runs.range_mut(..at).next_back() {
                Some((&from, run)) if from + run.len() as u64 == at => run.push(byte),
                _ => drop(runs.insert(at, vec![byte])),
            }
        }
    }
    runs.into_iter().collect()
}
