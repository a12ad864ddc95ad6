//! Ground truth of a generated kernel: it is executed with every value of its scalars and of its steering array.
//!
//! For a kernel that is `exact` this decides races, and divergence, for the launch: with the same control values a
//! race-free kernel does the same on every schedule. For others, and when there are too many values, what is found is
//! real and what is not found may still exist; then [`Truth::complete`] is false.

use wp_gen::{Program, Shape};
use wp_interp::{ConcreteLaunch, Config, End, Fill, Finding, Inputs, ObjectInput, Value};
use wp_kir::{Block, Kernel, ObjectId, ParamId, StmtKind};

/// Most executions of one kernel.
const MOST_RUNS: usize = 1200;
/// Most instructions of one execution.
const FUEL: u64 = 2_000_000;

/// The result of the executions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Truth {
    /// An execution with a race, in words.
    pub race: Option<String>,
    /// An execution with a divergent barrier.
    pub divergence: Option<String>,
    /// An execution with an access outside an object of known size, or before the start of one.
    pub bounds: Option<String>,
    /// True if what was not found does not exist.
    pub complete: bool,
    /// Why the kernel could not be executed.
    pub failure: Option<String>,
    /// Number of executions.
    pub runs: usize,
}

/// The launch of a shape.
pub fn launch(shape: Shape) -> ConcreteLaunch {
    ConcreteLaunch {
        block: [shape.block[0], shape.block[1], 1],
        grid: [shape.grid[0], shape.grid[1], 1],
        offset: [0; 3],
    }
}

/// Executes the kernel with all control values.
pub fn decide(kernel: &Kernel, program: &Program, shape: Shape) -> Truth {
    let mut truth = Truth { complete: program.exact, ..Truth::default() };
    let Some(inputs) = all_inputs(kernel, program) else {
        truth.failure = Some("the parameters of the lowered kernel are not those of the source".to_owned());
        truth.complete = false;
        return truth;
    };
    truth.complete &= inputs.complete;
    // A thread that returned counts as arrived; one that ran to the end past a conditional barrier does not.
    let config = Config { fuel: FUEL, max_findings: 60, exit_arrives: returns(&kernel.body), ..Config::default() };
    for (words, inputs) in inputs.values {
        let outcome = wp_interp::run(kernel, &launch(shape), &inputs, &config);
        truth.runs += 1;
        for finding in &outcome.findings {
            let slot = match finding {
                Finding::Race { .. } => &mut truth.race,
                Finding::Divergence { .. } => &mut truth.divergence,
                Finding::OutOfBounds { .. } | Finding::BadPointer { .. } | Finding::ConstantWrite { .. } => {
                    &mut truth.bounds
                }
                Finding::Misaligned { .. } | Finding::Unwritten { .. } | Finding::AssertFailed { .. } => continue,
            };
            slot.get_or_insert_with(|| format!("{words}: {finding:?}"));
        }
        match outcome.end {
            End::Completed => {}
            // The code behind the barrier was not executed.
            End::Diverged | End::TooManyFindings | End::PreconditionFailed | End::ObservationEnded | End::Aborted => {
                truth.complete = false
            }
            End::FuelExhausted => truth.failure = Some(format!("{words}: out of fuel")),
            End::Unsupported { what, .. } => truth.failure = Some(format!("unsupported: {what}")),
            End::AssumptionViolated { .. } => truth.failure = Some(format!("{words}: a precondition does not hold")),
        }
        if truth.failure.is_some() {
            truth.complete = false;
            break;
        }
        if truth.race.is_some() && truth.divergence.is_some() {
            break;
        }
    }
    truth
}

fn returns(block: &Block) -> bool {
    wp_kir::any_stmt(block, &|stmt| matches!(stmt, StmtKind::Return))
}

struct AllInputs {
    values: Vec<(String, Inputs)>,
    complete: bool,
}

fn all_inputs(kernel: &Kernel, program: &Program) -> Option<AllInputs> {
    let param = |name: &str| kernel.params.iter().find(|(_, p)| &*p.name == name);
    let scalars: Vec<(ParamId, i64, i64)> =
        program.scalars.iter().map(|s| Some((param(&s.name)?.0, s.low, s.high))).collect::<Option<_>>()?;
    let steering: Option<(ObjectId, u32, u32)> = match &program.selector {
        None => None,
        Some(selector) => {
            let array = &program.arrays[selector.array];
            // A parameter that nothing uses may have lost its object.
            let (_, param) = param(&array.name)?;
            param.object.map(|object| (object, array.size, selector.modulus))
        }
    };
    let mut combinations: Vec<(String, Inputs)> = vec![(String::new(), Inputs::default())];
    for (id, low, high) in scalars {
        combinations = combinations
            .into_iter()
            .flat_map(|(words, inputs)| {
                (low..=high).map(move |value| {
                    let mut inputs = inputs.clone();
                    inputs.params.insert(id, Value::Int(value.into()));
                    (format!("{words} {id}={value}"), inputs)
                })
            })
            .collect();
    }
    let fills: &[Fill] = if program.exact {
        &[Fill::Zero, Fill::Small(1)]
    } else {
        &[
            Fill::Zero,
            Fill::Index,
            Fill::Small(1),
            Fill::Small(2),
            Fill::Below { seed: 3, bound: 8 },
            Fill::Below { seed: 4, bound: 16 },
        ]
    };
    let patterns = steering.map_or(1, |(_, size, modulus)| u64::from(modulus).pow(size));
    let total = combinations.len() as u64 * patterns;
    let mut values = Vec::new();
    let stride = total.div_ceil(MOST_RUNS as u64).max(1);
    for number in (0..total).step_by(stride as usize) {
        let (words, inputs) = &combinations[(number / patterns) as usize];
        let pattern = number % patterns;
        // The contents of the other arrays steer nothing in an exact kernel: every fill is tried only now and then.
        let fills = if program.exact && number % 7 != 0 { &fills[..1] } else { fills };
        for (seed, fill) in fills.iter().enumerate() {
            let mut inputs = Inputs { seed: seed as u64, ..inputs.clone() };
            for (id, _) in kernel.objects.iter() {
                inputs.objects.insert(id, ObjectInput { fill: *fill, ..ObjectInput::default() });
            }
            let mut words = words.clone();
            if let Some((object, size, modulus)) = steering {
                let mut rest = pattern;
                let mut bytes = Vec::new();
                for _ in 0..size {
                    bytes.extend(((rest % u64::from(modulus)) as u32).to_le_bytes());
                    rest /= u64::from(modulus);
                }
                words += &format!(" sel={pattern}");
                let cells = [(0, bytes)].into_iter().collect();
                inputs.objects.insert(object, ObjectInput { cells, ..ObjectInput::default() });
            }
            values.push((words, inputs));
        }
    }
    Some(AllInputs { values, complete: stride == 1 })
}
