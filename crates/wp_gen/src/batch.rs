//! Batches: many kernels in one file, so that the front end starts once for all of them.

use crate::program::{Dialect, Program, Shape};
use crate::rng::Rng;
use crate::{generate, print};

/// Kernels that share a file and a launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// Language.
    pub dialect: Dialect,
    /// Launch that the kernels are made for.
    pub shape: Shape,
    /// Kernels, named `k0`, `k1`, ...
    pub programs: Vec<Program>,
}

const BLOCKS: [[u32; 2]; 7] = [[4, 1], [8, 1], [4, 1], [3, 1], [2, 2], [6, 1], [4, 2]];
const GRIDS: [[u32; 2]; 6] = [[1, 1], [2, 1], [2, 1], [3, 1], [1, 1], [2, 2]];

impl Batch {
    /// The batch of a seed.
    pub fn new(seed: u64, count: usize) -> Self {
        let mut rng = Rng::new(seed);
        let dialect = if rng.chance(25) { Dialect::OpenCl } else { Dialect::Cuda };
        let shape = Shape { block: *rng.pick(&BLOCKS), grid: *rng.pick(&GRIDS) };
        let programs = (0..count).map(|i| generate::program(rng.bits(), &format!("k{i}"), dialect, shape)).collect();
        Self { dialect, shape, programs }
    }

    /// The batch with only one of its kernels.
    pub fn only(&self, program: Program) -> Self {
        Self { dialect: self.dialect, shape: self.shape, programs: vec![program] }
    }

    /// The source text.
    pub fn text(&self) -> String {
        print::file(&self.programs, self.dialect)
    }

    /// `cu` or `cl`.
    pub fn extension(&self) -> &'static str {
        match self.dialect {
            Dialect::Cuda => "cu",
            Dialect::OpenCl => "cl",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_batch() {
        for seed in 0..20 {
            assert_eq!(Batch::new(seed, 5), Batch::new(seed, 5));
        }
        assert_ne!(Batch::new(1, 5).text(), Batch::new(2, 5).text());
        // A larger batch begins with the same kernels.
        assert_eq!(Batch::new(3, 9).programs[..5], Batch::new(3, 5).programs[..]);
    }
}
