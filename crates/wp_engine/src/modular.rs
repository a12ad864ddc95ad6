//! Contracts of device functions: first each function by itself, then the kernels; what rests on a contract that is not
//! proved is not proved either.
//!
//! A function is checked as a kernel of one thread ([`wp_lower`]). Only the bounds of its accesses and its assertions
//! are checked; together they are the property `contract`. For recursion, this is partial correctness: a function may
//! use its own contract, under the assumption `terminates`, and some run has to end without a recursive call. What a
//! contract says of memory rests on the freedom from races of the kernels that use it.

use crate::premises::NO_CONTRACTS;
use crate::{KernelReport, Options, Property, Role, Rules, UnknownReason, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_interp::{random_inputs, run, ConcreteLaunch, Config, End, Inputs, Value};
use wp_kir::{Dim, Kernel, Launch, Space};
use wp_summary::{Memory, Premise, Premises};

/// How a function is checked.
pub(crate) fn options(options: &Options) -> Options {
    let one = [Dim::Known(1); 3];
    Options {
        launch: Launch { block: one, grid: one, offset: options.launch.offset },
        kernel_launches: Vec::new(),
        kernel_args: Vec::new(),
        kernel_arrays: Vec::new(),
        rules: Rules::Warpproof,
        bounds: true,
        assertions: true,
        only_divergence: false,
        race_arrays: None,
        preconditions: false,
        accept_preconditions: false,
        performance: false,
        fixes: false,
        reference: None,
        ..options.clone()
    }
}

/// Makes a report that of a function that the front end could not read.
pub(crate) fn of_unreadable(report: &mut KernelReport) {
    report.role = Role::Function;
    of_contract(report);
}

/// Keeps of the properties only those that a function has: its accesses are in bounds and aligned, and it keeps its
/// contract.
fn of_contract(report: &mut KernelReport) {
    report.properties.retain(|p| matches!(p.property, Property::Bounds | Property::Alignment | Property::Assertions));
    for property in &mut report.properties {
        // Kernels that use the contract answer for races and divergence.
        let of_kernels = |p: &Premise| matches!(p, Premise::RaceFree(_) | Premise::NoDivergence);
        property.rests_on = Premises::of(property.rests_on.iter().filter(|p| !of_kernels(p)));
    }
    for property in report.properties.iter_mut().filter(|p| p.property == Property::Assertions) {
        property.property = Property::Contract;
        property.findings.iter_mut().for_each(|f| f.property = Property::Contract);
    }
}

/// Makes the report on the kernel of one thread that on the function.
pub(crate) fn of_function(report: &mut KernelReport, kernel: &Kernel, given: &Options) {
    report.role = Role::Function;
    of_contract(report);
    // Callers show the preconditions, that arrays differ, and that what the contract names lies in them.
    report.assumptions.retain(|a| ![Assumption::Requires, Assumption::NoAlias, Assumption::InBounds].contains(a));
    if kernel.params.values().any(|p| p.name.starts_with("blockDim.") || p.name.starts_with("gridDim.")) {
        report.name_assumptions([Assumption::LaunchBounds]);
    }
    if kernel.params.values().any(|p| p.name.starts_with("blockIdx.")) {
        report.name_assumptions([Assumption::LaunchSize]);
    }
    report.rest_on(&Premises::of(report.assumptions.iter().map(|&a| Premise::Assumption(a))));
    report.settle(given, NO_CONTRACTS);
    if let Some(doubt) = unstable(kernel, given) {
        report.properties.iter_mut().for_each(|p| p.withdraw(&doubt));
    }
}

/// The reason why the check of a function alone tells nothing of memory, if the rules let memory change although no
/// race is found.
fn unstable(kernel: &Kernel, options: &Options) -> Option<UnknownReason> {
    speaks_of_memory(kernel).then(|| crate::contracts::weaker_rules(options)).flatten()
}

/// True if a function, or its contract, may speak of memory that others may change.
fn speaks_of_memory(kernel: &Kernel) -> bool {
    kernel.objects.values().any(|o| o.space != Space::Private && o.space != Space::Constant)
}

/// A function as the kernels that use its contract see it.
pub(crate) struct Stage {
    /// The index of its report among those of the file; `None` if there is none.
    pub report: Option<usize>,
    /// The functions whose contracts its own proof uses.
    pub relies: Vec<usize>,
    /// True if it may speak of memory that others may change.
    pub memory: bool,
    /// The kernel of one thread.
    pub kernel: Option<Kernel>,
}

impl Stage {
    /// A function as it was read.
    pub fn new(report: Option<usize>, relies: Vec<usize>, kernel: Option<Kernel>) -> Self {
        Self { report, relies, memory: kernel.as_ref().is_none_or(speaks_of_memory), kernel }
    }
}

/// Lets proofs rest on the contracts that they use, and withdraws those whose premises do not hold; `relies` has for
/// every report the functions whose contracts it uses.
pub(crate) fn settle(reports: &mut [KernelReport], functions: &[Stage], relies: &[Vec<usize>], given: &Options) {
    recursion(reports, functions, given);
    for (at, used) in relies.iter().enumerate() {
        if used.is_empty() {
            continue;
        }
        let all = reachable(used, functions);
        let mut names: Vec<String> = used.iter().map(|&i| name_of(reports, functions, i)).collect();
        names.sort_unstable();
        let memory = all.iter().any(|&i| functions.get(i).is_none_or(|f| f.memory));
        let inherited: BTreeSet<Assumption> =
            all.iter().filter_map(|&i| functions.get(i)?.report).flat_map(|r| reports[r].assumptions.clone()).collect();
        let is_own = |i: usize| functions.get(i).is_some_and(|f| f.report == Some(at));
        let mut premises = Premises::of(all.iter().filter(|&&i| !is_own(i)).map(|&i| Premise::Contract(i)));
        let Some(report) = reports.get_mut(at) else { continue };
        report.contracts = names;
        report.name_assumptions(inherited);
        if report.role == Role::Kernel {
            // A contract says something only of calls whose preconditions hold, and of memory only where nobody else
            // changes it.
            premises.add(Premise::Asserted);
            if memory {
                premises.add(Premise::RaceFree(Memory::All));
            }
        }
        report.rest_on(&premises);
    }
    let is_proved = |reports: &[KernelReport], i: usize| {
        let report = functions.get(i).and_then(|f| f.report).and_then(|r| reports.get(r));
        report.is_some_and(|r| r.properties.iter().all(|p| p.verdict == Verdict::Proved) && !r.properties.is_empty())
    };
    loop {
        // The reasons in a round name contracts that were not proved before the round, so that they are near the cause.
        let unproved: BTreeMap<usize, UnknownReason> = (0..functions.len())
            .filter(|&i| !is_proved(reports, i))
            .map(|i| (i, UnknownReason::Contract(name_of(reports, functions, i))))
            .collect();
        let contract = |i: usize| match i < functions.len() {
            true => unproved.get(&i).cloned(),
            false => Some(UnknownReason::Contract("a function".to_owned())),
        };
        let mut changed = false;
        for report in reports.iter_mut().filter(|r| !r.contracts.is_empty()) {
            changed |= report.settle(given, &contract);
        }
        if !changed {
            return;
        }
    }
}

/// Marks the proof of a function whose own contract replaces a call in it: it holds for executions that end.
fn recursion(reports: &mut [KernelReport], functions: &[Stage], given: &Options) {
    for (i, function) in functions.iter().enumerate() {
        let Some(report) = function.report.and_then(|r| reports.get_mut(r)) else { continue };
        if !reachable(&function.relies, functions).contains(&i) {
            continue;
        }
        report.assume(Assumption::Terminates);
        if !some_call_ends(&function.kernel) {
            report.properties.iter_mut().for_each(|p| p.withdraw(&UnknownReason::Vacuous));
        }
        report.settle(given, NO_CONTRACTS);
    }
}

/// True if the function ends without calling itself for some arguments that satisfy its preconditions. Otherwise its
/// contract may hold only because no call of it ends.
fn some_call_ends(kernel: &Option<Kernel>) -> bool {
    let Some(kernel) = kernel else { return false };
    let launch = ConcreteLaunch::linear(1, 1);
    let config = Config { fuel: FUEL.get(), races: false, max_findings: usize::MAX, ..Config::default() };
    let ends = |inputs: &Inputs| {
        let outcome = run(kernel, &launch, inputs, &config);
        outcome.end == End::Completed && outcome.havocked.is_empty() && outcome.findings.is_empty()
    };
    let same = |value: i128| {
        let mut inputs = random_inputs(kernel, &launch, 0, None);
        for (id, param) in kernel.params.iter() {
            if let Some((least, most)) = param.ty.int_range() {
                // Extents of the launch are at least one.
                let least = if param.name.contains("Dim.") { 1 } else { least };
                inputs.params.insert(id, Value::Int(value.clamp(least, most)));
            }
        }
        inputs
    };
    (-1..=9).any(|value| ends(&same(value))) || (0..64).any(|seed| ends(&random_inputs(kernel, &launch, seed, None)))
}

wp_base::limits! {
    /// The limit of instructions of a run of a function.
    const FUEL: u64 = 100_000;
}

fn name_of(reports: &[KernelReport], functions: &[Stage], i: usize) -> String {
    let report = functions.get(i).and_then(|f| f.report).and_then(|r| reports.get(r));
    report.map_or_else(|| "a function".to_owned(), |r| r.name.clone())
}

/// The functions whose contracts are used, and those that these use.
fn reachable(used: &[usize], functions: &[Stage]) -> Vec<usize> {
    let mut all: Vec<usize> = used.to_vec();
    let mut at = 0;
    while let Some(&i) = all.get(at) {
        for &next in functions.get(i).map(|f| f.relies.as_slice()).unwrap_or_default() {
            if !all.contains(&next) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}
