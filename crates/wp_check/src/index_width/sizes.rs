//! Launches and scalars for which an index may need more than 32 bits.
//!
//! Few sizes are great and the others are small: two that are equal, one by itself beside small ones, or all alike. The
//! numbers are such that products of great ones exceed 2^31 or 2^32 by little, so that arrays of so many elements fit a
//! device. An extent of the grid that is free covers a great size with threads or with blocks.

use crate::context::Context;
use wp_interp::ConcreteLaunch;
use wp_kir::ParamId;
use wp_logic::TermId;
use wp_trials::Choices;

/// Scalars that are made great, at most.
const MOST_SIZES: usize = 8;
/// Launches of one pattern, at most.
const MOST_GRIDS: usize = 16;
/// Blocks by the number of axes beside the first that a kernel names.
const BLOCKS: [[u32; 3]; 3] = [[256, 1, 1], [16, 16, 1], [8, 8, 4]];
/// One less than the number of threads along an axis, at most (assumption `launch-size`).
const THREADS: i128 = 1 << 31;

/// Sizes that are great by themselves, with the others beside them. Products with constants of the kernel from 2 to
/// 100,000 exceed 32 bits by little with one of them.
const ALONE: [(i128, i128); 8] = [
    (1_200_000_000, 1),
    (1_200_000_000, 5),
    (70_000, 1),
    (100_000_000, 1),
    (20_000_000, 1),
    (5_000_000, 1),
    (1_000_000, 1),
    (300_000, 1),
];

/// A launch with its scalars.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    pub launch: ConcreteLaunch,
    /// Integers and truth values.
    pub scalars: Vec<(ParamId, i128)>,
    /// The great size.
    pub great: i128,
}

/// The great scalars, their value, and that of the others.
struct Pattern {
    great: Vec<usize>,
    value: i128,
    others: i128,
}

impl Pattern {
    fn of(&self, position: usize) -> i128 {
        if self.great.contains(&position) {
            self.value
        } else {
            self.others
        }
    }
}

/// The patterns for so many scalars, the most common ones first.
fn patterns(count: usize) -> Vec<Pattern> {
    let mut all = Vec::new();
    let mut add = |great: Vec<usize>, value, others| all.push(Pattern { great, value, others });
    let pairs = |count: usize| (0..count).flat_map(move |i| (i + 1..count).map(move |j| vec![i, j]));
    pairs(count).for_each(|pair| add(pair, 50_000, 1));
    for value in [1300, 220, 50_000] {
        add((0..count).collect(), value, value);
    }
    for (value, others) in ALONE {
        (0..count.max(1)).for_each(|i| add(vec![i], value, others));
    }
    pairs(count).for_each(|pair| add(pair, 70_000, 1));
    for value in [1700, 260, 70_000] {
        add((0..count).collect(), value, value);
    }
    all
}

/// The launches, in order, until `visit` is satisfied; whether the program determines all of it is the other argument.
/// With `only_given` there are no others.
pub(super) fn each(ctx: &Context, only_given: bool, visit: &mut dyn FnMut(&Sizes, bool) -> bool) {
    let (kernel, summary, terms) = (ctx.kernel, ctx.summary, &*ctx.terms);
    let choices = Choices::new(summary, terms);
    let free: Vec<TermId> = choices.free().collect();
    let launch = summary.launch;
    let holds_bytes: Vec<TermId> =
        kernel.objects.values().filter_map(|o| summary.params.get(&o.bytes?).copied()).collect();
    let is_extent = |t: TermId| [launch.bdim, launch.gdim, launch.offset].as_flattened().contains(&t);
    let sizes: Vec<TermId> =
        free.iter().copied().filter(|&t| !is_extent(t) && !holds_bytes.contains(&t)).take(MOST_SIZES).collect();
    let named = wp_summary::dimensions_named(kernel);
    let [_, y, z] = named.block;
    let block = BLOCKS[usize::from(y) + usize::from(z)];
    let block = if z && !y { [block[0], 1, block[1]] } else { block };
    let is_given = sizes.is_empty() && !free.iter().any(|&t| is_extent(t));
    if only_given && !is_given {
        return;
    }
    let device = i128::from(ctx.rules.device_memory);
    for pattern in patterns(sizes.len()) {
        for grid in grids(&pattern, &free, launch.gdim, named.axes(), block) {
            let draw = |_: usize, t: TermId| {
                let axis = |of: [TermId; 3]| of.iter().position(|&extent| extent == t);
                match (axis(launch.bdim), axis(launch.gdim), sizes.iter().position(|&size| size == t)) {
                    (Some(axis), ..) => i128::from(block[axis]),
                    (_, Some(axis), _) => grid[axis],
                    (.., Some(position)) => pattern.of(position),
                    _ if holds_bytes.contains(&t) => device,
                    _ => 0,
                }
            };
            let Some(found) = choices.with(draw) else { continue };
            let values = summary.params.iter().filter_map(|(&id, &t)| {
                let value = found.value(terms, t)?;
                let number = value.as_int().or_else(|| value.as_bool().map(i128::from))?;
                Some((id, number))
            });
            let scalars: Vec<(ParamId, i128)> = values.collect();
            let fits = |&(id, n): &(ParamId, i128)| {
                kernel.params[id].ty.int_range().is_none_or(|(min, max)| min <= n && n <= max)
            };
            if !scalars.iter().all(fits) {
                continue;
            }
            let next = Sizes { launch: found.launch, scalars, great: pattern.value };
            if visit(&next, is_given) {
                return;
            }
        }
        if is_given {
            return;
        }
    }
}

/// Extents of the grid: along an axis that is free and named, so many blocks that their threads are as many as the
/// great size, as many blocks, or as many as the small size.
fn grids(pattern: &Pattern, free: &[TermId], gdim: [TermId; 3], axes: [bool; 3], block: [u32; 3]) -> Vec<[i128; 3]> {
    let mut all = vec![[1; 3]];
    for axis in 0..3 {
        if !free.contains(&gdim[axis]) || (axis > 0 && !axes[axis]) {
            continue;
        }
        let threads = i128::from(block[axis]);
        let (value, others) = (pattern.value, pattern.others);
        let covering = value.div_euclid(threads) + i128::from(value % threads != 0);
        let mut extents = vec![covering, value, others];
        extents.retain(|&blocks| blocks * threads < THREADS && (axis == 0 || blocks <= 65_535));
        extents.dedup();
        all = all
            .iter()
            .flat_map(|grid| {
                extents.iter().map(move |&blocks| {
                    let mut grid = *grid;
                    grid[axis] = blocks;
                    grid
                })
            })
            .collect();
    }
    all.truncate(MOST_GRIDS);
    all
}
