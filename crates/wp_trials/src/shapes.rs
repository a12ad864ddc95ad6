//! Extents of launches that are tried.
//!
//! Each search has a list of its own: what it compares in one run, and the time of that run, decide how many threads
//! are worth it.

use wp_interp::ConcreteLaunch;
use wp_kir::{Dim, Launch};
use wp_logic::{TermId, Terms};
use wp_summary::Summary;

/// Extents of a launch, used where none are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Threads per block.
    pub block: [u32; 3],
    /// Blocks.
    pub grid: [u32; 3],
}

/// For findings of any kind and for runs that satisfy preconditions.
pub const FOR_FINDINGS: [Shape; 4] = [
    shape([4, 2, 2], [2, 2, 2]),
    shape([2, 2, 2], [2, 2, 2]),
    shape([8, 2, 2], [3, 2, 2]),
    shape([64, 2, 2], [2, 2, 2]),
];

/// For launches that satisfy a condition just barely.
pub const FOR_CONDITIONS: [Shape; 6] = [
    shape([4, 2, 2], [2, 2, 2]),
    shape([2, 4, 1], [3, 2, 1]),
    shape([64, 1, 1], [2, 1, 1]),
    shape([8, 8, 1], [2, 3, 1]),
    shape([5, 3, 1], [2, 3, 1]),
    shape([16, 4, 1], [5, 3, 1]),
];

/// For postconditions; those that found most in relation to their size come first.
pub const FOR_CONTRACTS: [Shape; 12] = [
    shape([2, 2, 1], [2, 2, 1]),
    shape([1, 1, 1], [1, 1, 1]),
    shape([4, 1, 1], [1, 1, 1]),
    shape([3, 1, 1], [2, 1, 1]),
    shape([4, 2, 1], [1, 2, 1]),
    shape([2, 1, 1], [3, 1, 1]),
    shape([2, 3, 1], [2, 1, 1]),
    shape([4, 4, 1], [2, 1, 1]),
    shape([8, 1, 1], [2, 1, 1]),
    shape([3, 3, 1], [1, 3, 1]),
    shape([2, 2, 2], [1, 1, 2]),
    shape([16, 1, 1], [3, 1, 1]),
];

/// For differences of two kernels, small ones first.
pub const FOR_EQUIVALENCE: [Shape; 14] = [
    shape([2, 1, 1], [1, 1, 1]),
    shape([4, 1, 1], [1, 1, 1]),
    shape([4, 1, 1], [2, 1, 1]),
    shape([8, 1, 1], [2, 1, 1]),
    shape([2, 2, 1], [1, 1, 1]),
    shape([2, 1, 1], [1, 2, 1]),
    shape([4, 2, 1], [1, 1, 1]),
    shape([2, 4, 1], [1, 1, 1]),
    shape([2, 2, 1], [2, 2, 1]),
    shape([4, 4, 1], [1, 1, 1]),
    shape([2, 4, 1], [2, 1, 1]),
    shape([4, 4, 1], [2, 1, 1]),
    shape([2, 1, 1], [1, 1, 2]),
    shape([2, 1, 2], [1, 1, 1]),
];

/// Extents of blocks from which random shapes choose, by axis.
const BLOCKS: [&[u32]; 3] = [&[4, 8, 16, 32, 64, 7, 2, 1], &[2, 4, 1, 3, 8], &[1, 2, 3]];
/// Extents of grids from which random shapes choose, by axis.
const GRIDS: [&[u32]; 3] = [&[1, 2, 3, 4], &[1, 2, 3], &[1, 2]];

const fn shape(block: [u32; 3], grid: [u32; 3]) -> Shape {
    Shape { block, grid }
}

impl Shape {
    /// One thread.
    pub const SMALLEST: Shape = shape([1; 3], [1; 3]);

    /// A shape that a seed determines.
    pub fn at_random(seed: u64) -> Self {
        let choose = |choices: &[u32], salt: u64| choices[pick(seed, salt, choices.len() as u64) as usize];
        // Any two different salts.
        Self {
            block: [0, 1, 2].map(|axis| choose(BLOCKS[axis], 20 + axis as u64)),
            grid: [0, 1, 2].map(|axis| choose(GRIDS[axis], 30 + axis as u64)),
        }
    }

    /// The shape with an extent of 1 along each axis that is not used.
    pub fn along(self, used: [bool; 3]) -> Self {
        let along = |extents: [u32; 3]| [0, 1, 2].map(|axis| if used[axis] { extents[axis] } else { 1 });
        Self { block: along(self.block), grid: along(self.grid) }
    }

    /// The launch with the extents and the offset that are given; the others are those of the shape, and 0.
    pub fn launch(self, given: &Launch) -> ConcreteLaunch {
        let known = |dim: Dim, free: u32| match dim {
            Dim::Known(n) => n,
            Dim::Any => free,
        };
        ConcreteLaunch {
            block: [0, 1, 2].map(|axis| known(given.block[axis], self.block[axis])),
            grid: [0, 1, 2].map(|axis| known(given.grid[axis], self.grid[axis])),
            offset: given.offset.map(|dim| u64::from(known(dim, 0))),
        }
    }
}

/// The extents and the offset that a summary fixes. Those that it leaves open are as in `otherwise`.
pub fn given(summary: &Summary, terms: &Terms, otherwise: &Launch) -> Launch {
    let known = |t: TermId, dim: Dim| {
        let constant = terms.as_int(t).and_then(|n| u32::try_from(n).ok());
        constant.map_or(dim, Dim::Known)
    };
    let all = |terms: [TermId; 3], dims: [Dim; 3]| [0, 1, 2].map(|axis| known(terms[axis], dims[axis]));
    let of = summary.launch;
    Launch {
        block: all(of.bdim, otherwise.block),
        grid: all(of.gdim, otherwise.grid),
        offset: all(of.offset, otherwise.offset),
    }
}

/// The launch of a model. Extents without a value are those of `least`; `None` if the model gives an extent below
/// `least`.
pub fn of_model(summary: &Summary, least: Shape, value: impl Fn(TermId) -> Option<i128>) -> Option<ConcreteLaunch> {
    let extents = |terms: [TermId; 3], least: [u32; 3]| -> Option<[u32; 3]> {
        let extent = |axis: usize| match value(terms[axis]) {
            Some(n) => u32::try_from(n).ok().filter(|n| *n >= least[axis]),
            None => Some(least[axis]),
        };
        Some([extent(0)?, extent(1)?, extent(2)?])
    };
    let of = summary.launch;
    Some(ConcreteLaunch {
        block: extents(of.bdim, least.block)?,
        grid: extents(of.gdim, least.grid)?,
        offset: of.offset.map(|t| value(t).and_then(|n| u64::try_from(n).ok()).unwrap_or(0)),
    })
}

/// One of `count` choices, which a seed determines.
pub fn pick(seed: u64, salt: u64, count: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % count.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_has_what_is_given() {
        let given = Launch {
            block: [Dim::Known(32), Dim::Any, Dim::Any],
            grid: [Dim::Any, Dim::Known(7), Dim::Any],
            offset: [Dim::Known(5), Dim::Any, Dim::Known(0)],
        };
        let launch = shape([4, 2, 2], [2, 2, 2]).launch(&given);
        assert_eq!((launch.block, launch.grid, launch.offset), ([32, 2, 2], [2, 7, 2], [5, 0, 0]));
    }

    #[test]
    fn a_model_that_is_too_small_makes_no_launch() {
        let text = "kernel \"k\" cuda { loops 0; labels 0; body { } }";
        let (kernel, mut terms) = (wp_kir::parse_kernel(text).unwrap(), Terms::new());
        let summary = wp_summary::summarise(&kernel, &mut terms, &wp_summary::Config::new(Launch::ANY));
        let x = summary.launch.bdim[0];
        let with = |n: i128, least| of_model(&summary, least, |t| (t == x).then_some(n)).map(|launch| launch.block);
        assert_eq!(with(8, Shape::SMALLEST), Some([8, 1, 1]));
        assert_eq!(with(8, shape([8, 2, 1], [1; 3])), Some([8, 2, 1]));
        assert_eq!(with(8, shape([9, 1, 1], [1; 3])), None);
        assert_eq!(with(-1, Shape::SMALLEST), None);
    }

    #[test]
    fn a_shape_along_axes_is_1_elsewhere() {
        assert_eq!(shape([4, 2, 2], [2, 3, 2]).along([true, false, true]), shape([4, 1, 2], [2, 1, 2]));
    }

    #[test]
    fn random_shapes_depend_on_the_seed_alone() {
        let shapes: Vec<Shape> = (0..20).map(Shape::at_random).collect();
        assert_eq!(shapes, (0..20).map(Shape::at_random).collect::<Vec<_>>());
        assert!(shapes.iter().any(|s| *s != shapes[0]));
    }
}
