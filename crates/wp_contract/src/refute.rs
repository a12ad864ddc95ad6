//! Counterexamples by execution: small launches whose final memory breaks a clause.
//!
//! A simulation counts only if it completed, satisfied every precondition, reported no error, invented no value and
//! noted no undefined behaviour. A counterexample is a clause that is false in the final memory by more than rounding.
//! The number of simulations is limited by counts, so the result is deterministic.

use crate::inputs;
use crate::memory::Memory;
use crate::prove::computes;
use crate::Floats;
use wp_interp::{run, ConcreteLaunch, Config, End, Inputs, ObjectInput};
use wp_kir::{Kernel, Launch};
use wp_spec::{eval, explain, Contract, Explanation, Truth};

wp_base::limits! {
    /// Instructions of a run.
    const FUEL: u64 = 1_000_000;
    /// Instructions of all runs on a kernel.
    const ALL_FUEL: u64 = 12_000_000;
}

/// A run whose final memory breaks a clause.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The launch.
    pub launch: ConcreteLaunch,
    /// Its inputs.
    pub inputs: Inputs,
    /// The values that make the clause false.
    pub why: Explanation,
}

/// The result of the simulations.
#[derive(Clone, Debug)]
pub struct Runs {
    /// The first counterexample for each `ensures` clause.
    pub broken: Vec<Option<Counterexample>>,
    /// True if some run satisfied the preconditions and completed.
    pub some_completed: bool,
}

/// Runs a kernel on small launches.
///
/// Runs evaluate clauses without rounding: of floats as bit patterns they decide only clauses that do not compute with
/// floats.
pub fn refute(kernel: &Kernel, contract: &Contract, sizing: &Launch, floats: Floats) -> Runs {
    let mut runs = Runs { broken: vec![None; contract.ensures.len()], some_completed: false };
    let mut spent = 0;
    for number in 0..inputs::count() {
        if spent > ALL_FUEL.get() || runs.broken.iter().all(Option::is_some) {
            break;
        }
        let Some(memory) = inputs::inputs(kernel, contract, sizing, number) else { continue };
        let inputs = inputs_of(&memory, number);
        let config = Config {
            fuel: FUEL.get(),
            max_findings: 1,
            unset_values: true,
            contents_matter: true,
            ..Config::default()
        };
        let outcome = run(kernel, &memory.launch, &inputs, &config);
        spent += outcome.steps;
        let clean = outcome.end == End::Completed
            && outcome.findings.is_empty()
            && outcome.havocked.is_empty()
            && !outcome.skips_assumption
            && outcome.notes.iter().all(|n| n.kind.is_behaviour());
        if !clean {
            continue;
        }
        runs.some_completed = true;
        let after = memory.ended(&outcome);
        for (clause, broken) in contract.ensures.iter().zip(&mut runs.broken) {
            let decided = floats == Floats::Reals || !computes(&clause.condition);
            if broken.is_none() && decided && eval(&clause.condition, &after) == Truth::False {
                let why = explain(&clause.condition, &after);
                *broken = Some(Counterexample { launch: after.launch, inputs: inputs.clone(), why });
            }
        }
    }
    runs
}

fn inputs_of(memory: &Memory, seed: u64) -> Inputs {
    let arrays = memory.arrays.iter().map(|(&object, bytes)| {
        let size = memory.kernel.objects[object].size;
        let width = memory.kernel.objects[object].elem.size().max(1) as usize;
        let cells = bytes.chunks(width).enumerate().map(|(i, cell)| ((i * width) as u64, cell.to_vec())).collect();
        (object, ObjectInput { size, cells, ..ObjectInput::default() })
    });
    Inputs { params: memory.scalars.clone(), objects: arrays.collect(), seed, ..Inputs::default() }
}
