//! Small launches of both sides that the sources and the conditions admit.

use crate::concrete::Question;
use crate::pair::Pairing;
use crate::relation::{self, Condition, Whose};
use std::collections::BTreeMap;
use wp_engine::required_launch;
use wp_interp::{ConcreteLaunch, Value};
use wp_kir::{Axis, Dim, Kernel, Launch, Special};
use wp_trials::FOR_EQUIVALENCE;

/// A launch for every kernel of the two sides.
pub(super) type Launches = [Vec<ConcreteLaunch>; 2];

/// The value of a name in a condition.
pub(super) fn number(name: &str, pairing: &Pairing, launches: &Launches) -> Option<i128> {
    match relation::extent(name) {
        Some((whose, special)) => {
            let (side, stage) = match whose {
                Whose::All => (0, 0),
                Whose::Side(side) => (side, 0),
                Whose::Stage(side, stage) => (side, stage),
            };
            extent_of(*launches[side].get(stage)?, special).map(i128::from)
        }
        None => match pairing.scalars.iter().find(|s| s.names.iter().flatten().any(|n| n == name))?.value? {
            Value::Int(value) => Some(value),
            Value::Bool(value) => Some(i128::from(value)),
            Value::Float(_) | Value::Ptr { .. } => None,
        },
    }
}

/// Small launches that the sources admit, which differ only in extents that conditions name for some of them.
pub(super) fn launches(question: &Question, dims: [bool; 3], relations: &[Condition]) -> Vec<Launches> {
    let own = relation::separate(relations);
    let mut found = Vec::new();
    for shape in FOR_EQUIVALENCE.into_iter().filter(|shape| *shape == shape.along(dims)) {
        let one = shape.launch(&Launch::ANY);
        let mut choices: Vec<Launches> = vec![question.sides.map(|kernels| vec![one; kernels.len()])];
        for (&special, differs_within) in &own {
            for side in [0, 1] {
                // All kernels of a side are chosen for together, unless they differ.
                let count = question.sides[side].len();
                let groups: Vec<Vec<usize>> = match differs_within[side] {
                    true => (0..count).map(|stage| vec![stage]).collect(),
                    false => vec![(0..count).collect()],
                };
                for group in groups {
                    if choices.len() > MAX_CHOICES.get() {
                        break;
                    }
                    let with = |launches: &Launches, n: u32| {
                        let mut launches = launches.clone();
                        group.iter().for_each(|&stage| set_extent(&mut launches[side][stage], special, n));
                        launches
                    };
                    choices = choices.iter().flat_map(|l| OWN_EXTENTS.map(|n| with(l, n))).collect();
                }
            }
        }
        for mut launches in choices {
            if fix_extents(question, &own, &mut launches) {
                // Conditions without scalars are decided by the launches.
                let holds =
                    |c: &Condition| c.holds(&|name| number(name, &Pairing::default(), &launches)) != Some(false);
                if relations.iter().all(holds) && !found.contains(&launches) {
                    found.push(launches);
                }
            }
        }
    }
    found
}

/// Gives launches the extents that the sources and their preconditions fix; whether that is possible and the sources
/// admit them.
fn fix_extents(question: &Question, own: &BTreeMap<Special, [bool; 2]>, launches: &mut Launches) -> bool {
    let kernels =
        || (0..2).flat_map(|side: usize| question.sides[side].iter().enumerate().map(move |(i, k)| (side, i, k)));
    for special in Axis::ALL.into_iter().flat_map(|x| [Special::BlockDim(x), Special::GridDim(x)]) {
        // An extent that all kernels share is fixed if one of them fixes it.
        let common = kernels().find_map(|(.., k)| fixed_extent(k, special)).filter(|_| !own.contains_key(&special));
        for (side, stage, kernel) in kernels() {
            let launch = &mut launches[side][stage];
            match (common, fixed_extent(kernel, special)) {
                (Some(n), Some(m)) if n != m => return false,
                (_, Some(n)) | (Some(n), None) => set_extent(launch, special, n),
                (None, None) => {}
            }
        }
    }
    kernels().all(|(side, stage, kernel)| {
        kernel.max_threads.is_none_or(|most| launches[side][stage].threads_per_block() <= u64::from(most))
    })
}

/// An extent that the source of a kernel or its preconditions fix.
fn fixed_extent(kernel: &Kernel, special: Special) -> Option<u32> {
    let launch = required_launch(kernel, Launch::ANY);
    let dim = match special {
        Special::BlockDim(axis) => match kernel.required_block {
            Some(block) => Dim::Known(block[axis.index()]),
            None => launch.block[axis.index()],
        },
        Special::GridDim(axis) => launch.grid[axis.index()],
        _ => Dim::Any,
    };
    match dim {
        Dim::Known(n) => Some(n),
        Dim::Any => None,
    }
}

fn extent_of(launch: ConcreteLaunch, special: Special) -> Option<u32> {
    match special {
        Special::BlockDim(axis) => Some(launch.block[axis.index()]),
        Special::GridDim(axis) => Some(launch.grid[axis.index()]),
        _ => None,
    }
}

fn set_extent(launch: &mut ConcreteLaunch, special: Special, n: u32) {
    match special {
        Special::BlockDim(axis) => launch.block[axis.index()] = n,
        Special::GridDim(axis) => launch.grid[axis.index()] = n,
        _ => {}
    }
}

/// Extents that are tried where the launches may differ.
const OWN_EXTENTS: [u32; 5] = [1, 2, 4, 8, 16];

wp_base::limits! {
    /// Choices of launches from which no further ones are made.
    const MAX_CHOICES: usize = 1000;
}
