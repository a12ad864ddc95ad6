//! Smaller launches and arguments that show what a run has shown.
//!
//! Input: a confirmed run. Output: a run with smaller extents and arguments that confirms the same suspect, or the run
//! itself. Tried are common launches with one small number for all arguments, then each extent and argument by itself.
//! Exact: every run is executed like any other, so that what the kernel assumes holds in it. Limited by the number of
//! runs and their instructions.

use super::{Confirmed, Replayer, SHORT_FUEL, WHOLE_LAUNCH};
use crate::context::Context;
use crate::suspect::Suspect;
use wp_interp::{ConcreteLaunch, Inputs, Value};
use wp_kir::{Axis, ParamId, Type};
use wp_logic::Term;

wp_base::limits! {
    /// Runs for one finding, and for all of an attempt at a kernel, at most.
    const MOST_RUNS: u32 = 48;
    pub(super) const ALL_RUNS: u32 = 240;
    /// Extents up to here, and arguments up to here, are left as they are.
    const SMALL_EXTENT: i128 = 64;
    const SMALL_ARGUMENT: i128 = 1024;
}
/// Launches that are tried first, by the extents of blocks and grids.
const COMMON: [([u32; 3], [u32; 3]); 5] = [
    ([32, 1, 1], [1, 1, 1]),
    ([32, 1, 1], [2, 1, 1]),
    ([64, 1, 1], [2, 1, 1]),
    ([256, 1, 1], [2, 1, 1]),
    ([16, 16, 1], [2, 2, 1]),
];
/// Values of all arguments of these.
const ARGUMENTS: [i128; 3] = [64, 1024, 1];

/// A value that may be made smaller.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Block(Axis),
    Grid(Axis),
    Argument(ParamId),
}

/// The bits of all extents and integer arguments: what is smaller is easier to read.
pub(super) fn size(run: &Confirmed) -> u32 {
    let bits = |v: i128| 128 - v.unsigned_abs().leading_zeros();
    let extents = run.launch.block.iter().chain(&run.launch.grid).map(|&n| bits(i128::from(n)));
    let arguments = run.inputs.params.values().map(|v| match v {
        Value::Int(v) => bits(*v),
        _ => 0,
    });
    extents.chain(arguments).sum()
}

impl Replayer {
    /// The smallest run found that shows the suspect.
    pub(super) fn shrink(&mut self, ctx: &Context, suspect: &Suspect, run: Confirmed) -> Confirmed {
        let parts = parts(ctx);
        let great = |part: &Part| {
            let limit = if matches!(part, Part::Argument(_)) { SMALL_ARGUMENT.get() } else { SMALL_EXTENT.get() };
            value(&run, *part) > limit
        };
        if !parts.iter().any(great) {
            return run;
        }
        let mut best = run;
        let mut left = MOST_RUNS.get().min(self.shrinking);
        self.shrinking -= left;
        for (block, grid) in COMMON {
            for argument in ARGUMENTS {
                let mut tried = best.clone();
                for &part in &parts {
                    let value = match part {
                        Part::Block(axis) => i128::from(block[axis.index()]),
                        Part::Grid(axis) => i128::from(grid[axis.index()]),
                        Part::Argument(_) => argument,
                    };
                    set(&mut tried, part, value);
                }
                if size(&tried) < size(&best) {
                    best = self.tried(ctx, suspect, &tried, &mut left).unwrap_or(best);
                }
            }
        }
        for part in parts {
            let most = value(&best, part);
            let least = i128::from(!matches!(part, Part::Argument(_)));
            let values = [least, 1, 2, 4, 32, 64, 256, 1024, 1 << 16];
            for smaller in values.into_iter().filter(|&v| v < most) {
                let mut tried = best.clone();
                set(&mut tried, part, smaller);
                if let Some(found) = self.tried(ctx, suspect, &tried, &mut left) {
                    best = found;
                    break;
                }
            }
        }
        self.shrinking += left;
        best
    }

    fn tried(&mut self, ctx: &Context, suspect: &Suspect, run: &Confirmed, left: &mut u32) -> Option<Confirmed> {
        let threads = run.launch.threads_per_block().saturating_mul(run.launch.blocks());
        if threads > WHOLE_LAUNCH.get() || self.is_spent() {
            return None;
        }
        *left = left.checked_sub(1)?;
        let before = self.seen.len();
        self.execute(ctx, run.launch, run.inputs.clone(), &[], SHORT_FUEL.get());
        self.seen[before..].iter().find(|c| c.shows(suspect)).cloned()
    }
}

/// The extents and arguments that the summary leaves open.
fn parts(ctx: &Context) -> Vec<Part> {
    let terms = ctx.summary.launch;
    let open = |t| !matches!(ctx.terms.kind(t), Term::Int(_));
    let extents = Axis::ALL.into_iter().flat_map(|axis| {
        let i = axis.index();
        let grid = open(terms.gdim[i]).then_some(Part::Grid(axis));
        grid.into_iter().chain(open(terms.bdim[i]).then_some(Part::Block(axis)))
    });
    let integer = |id: &ParamId| matches!(ctx.kernel.params[*id].ty, Type::Int { .. });
    let arguments = ctx.summary.params.iter().filter(|(_, &t)| open(t)).map(|(&id, _)| id).filter(integer);
    extents.chain(arguments.map(Part::Argument)).collect()
}

fn value(run: &Confirmed, part: Part) -> i128 {
    match part {
        Part::Block(axis) => i128::from(run.launch.block[axis.index()]),
        Part::Grid(axis) => i128::from(run.launch.grid[axis.index()]),
        Part::Argument(id) => match run.inputs.params.get(&id) {
            Some(Value::Int(v)) => v.unsigned_abs().try_into().unwrap_or(i128::MAX),
            _ => 0,
        },
    }
}

fn set(run: &mut Confirmed, part: Part, value: i128) {
    let (launch, inputs): (&mut ConcreteLaunch, &mut Inputs) = (&mut run.launch, &mut run.inputs);
    let extent = u32::try_from(value).unwrap_or(1);
    match part {
        Part::Block(axis) => launch.block[axis.index()] = extent,
        Part::Grid(axis) => launch.grid[axis.index()] = extent,
        Part::Argument(id) => drop(inputs.params.insert(id, Value::Int(value))),
    }
}
