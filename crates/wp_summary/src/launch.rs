//! Identifiers and extents of a launch, and the known facts about them.

use crate::{Config, LaunchTerms, Summary};
use std::collections::BTreeSet;
use wp_base::Assumption;
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};
use wp_kir::{Axis, Dim, ExprKind, Kernel, ParamId, Special};
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

/// Identifiers and extents of a launch with what is known of them, and the assumptions this took.
pub(crate) fn launch_terms(
    kernel: &Kernel,
    terms: &mut Terms,
    config: &Config,
) -> (LaunchTerms, Vec<TermId>, BTreeSet<Assumption>) {
    let mut facts = Vec::new();
    let mut codes = BTreeSet::new();
    let used = dimensions_read(kernel);
    // Without `launch-bounds`, what `launch-size` leaves.
    let most = (1i128 << 31) - 1;
    let most_threads = i128::from(kernel.max_threads.unwrap_or(MAX_BLOCK_THREADS));
    let limit = |of_device: [u32; 3]| if config.launch_bounds { of_device.map(i128::from) } else { [most; 3] };
    let axis_limit_block = limit(MAX_BLOCK.map(|n| n.min(kernel.max_threads.unwrap_or(n)).max(1)));
    let axis_limit_grid = limit(MAX_GRID);
    let unknown_is_one = |used: bool| config.unused_dims_are_one && !used;
    let mut extent = |name: String, dim: Dim, limit: i128, used: bool, terms: &mut Terms| match dim {
        Dim::Known(n) => terms.int(i128::from(n)),
        Dim::Any if unknown_is_one(used) => {
            codes.insert(Assumption::UnusedDims);
            terms.int(1)
        }
        Dim::Any => {
            if config.launch_bounds {
                codes.insert(Assumption::LaunchBounds);
            }
            terms.sym(&name, Sort::Int, Class::Launch, Range::new(1, limit))
        }
    };
    let mut bdim = [terms.int(1); 3];
    let mut gdim = [terms.int(1); 3];
    for axis in Axis::ALL {
        let i = axis.index();
        let block = kernel.required_block.map_or(config.launch.block[i], |b| Dim::Known(b[i]));
        bdim[i] = extent(format!("blockDim.{}", axis.letter()), block, axis_limit_block[i], used.block[i], terms);
        let grid = config.launch.grid[i];
        gdim[i] = extent(format!("gridDim.{}", axis.letter()), grid, axis_limit_grid[i], used.grid[i], terms);
    }
    let mut tid = bdim;
    let mut bid = gdim;
    let mut offset = bdim;
    for axis in Axis::ALL {
        let i = axis.index();
        tid[i] = identifier(terms, format!("threadIdx.{}", axis.letter()), bdim[i], Class::Thread, &mut facts);
        bid[i] = identifier(terms, format!("blockIdx.{}", axis.letter()), gdim[i], Class::Block, &mut facts);
        offset[i] = match config.launch.offset[i] {
            Dim::Known(n) => terms.int(i128::from(n)),
            Dim::Any => terms.sym(
                &format!("globalOffset.{}", axis.letter()),
                Sort::Int,
                Class::Launch,
                Range::new(0, (1 << 31) - 1),
            ),
        };
        // Assumption `launch-size`: the number of threads along an axis fits 31 bits.
        if !matches!((terms.kind(bdim[i]), terms.kind(gdim[i])), (Term::Int(_), Term::Int(_))) {
            codes.insert(Assumption::LaunchSize);
            let total = terms.mul(gdim[i], bdim[i]);
            terms.assume_range(total, Range::new(1, (1 << 31) - 1));
            let limit = terms.int((1 << 31) - 1);
            facts.push(terms.le(total, limit));
            let first = terms.mul(bid[i], bdim[i]);
            terms.assume_range(first, Range::new(0, (1 << 31) - 2));
            let global = terms.add(first, tid[i]);
            terms.assume_range(global, Range::new(0, (1 << 31) - 2));
            let bound = terms.sub(total, global);
            terms.assume_range(bound, Range::new(1, (1 << 31) - 1));
        }
    }
    let xy = terms.mul(bdim[0], bdim[1]);
    let threads = terms.mul(xy, bdim[2]);
    if config.launch_bounds && !matches!(terms.kind(threads), Term::Int(_)) {
        let limit = terms.int(most_threads);
        facts.push(terms.le(threads, limit));
        terms.assume_range(threads, Range::new(1, most_threads));
        terms.assume_range(xy, Range::new(1, most_threads));
    }
    let launch = LaunchTerms { lanes: kernel.lanes, tid, bid, bdim, gdim, offset };
    (launch, facts, codes)
}

/// `0 <= id < extent`, the constant 0 when the extent is 1.
fn identifier(terms: &mut Terms, name: String, extent: TermId, class: Class, facts: &mut Vec<TermId>) -> TermId {
    if let Term::Int(1) = terms.kind(extent) {
        return terms.int(0);
    }
    let hi = terms.range(extent).hi.map(|h| h - 1);
    let id = terms.sym(&name, Sort::Int, class, Range { lo: Some(0), hi });
    if !matches!(terms.kind(extent), Term::Int(_)) {
        facts.push(terms.lt(id, extent));
    }
    id
}

/// Axes of blocks and of the grid. For [`dimensions_read`], whose identifiers or extents may influence what the kernel
/// does; there the first axis always counts: to forget `blockIdx.x` is a mistake that launches show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimensions {
    /// Axes of blocks.
    pub block: [bool; 3],
    /// Axes of the grid.
    pub grid: [bool; 3],
}

impl Dimensions {
    /// The axes of either.
    pub fn axes(self) -> [bool; 3] {
        [0, 1, 2].map(|axis| self.block[axis] || self.grid[axis])
    }
}

/// The axes along which a launch may have an extent: those that a kernel names, and the first ones. The position in a
/// warp names none: in blocks of one dimension it follows from `threadIdx.x`.
pub fn dimensions_read(kernel: &Kernel) -> Dimensions {
    let Dimensions { block: [_, by, bz], grid: [_, gy, gz] } = dimensions_named(kernel);
    Dimensions { block: [true, by, bz], grid: [true, gy, gz] }
}

/// The axes that a kernel names, other than for variables that nothing reads.
pub fn dimensions_named(kernel: &Kernel) -> Dimensions {
    let mut used = Dimensions { block: [false; 3], grid: [false; 3] };
    for expr in wp_kir::influential(kernel) {
        match kernel.exprs[expr].kind {
            ExprKind::Special(Special::ThreadIdx(a) | Special::BlockDim(a)) => used.block[a.index()] = true,
            ExprKind::Special(Special::BlockIdx(a) | Special::GridDim(a)) => used.grid[a.index()] = true,
            ExprKind::Special(Special::GlobalOffset(a)) => {
                used.block[a.index()] = true;
                used.grid[a.index()] = true;
            }
            _ => {}
        }
    }
    used
}

/// Threads of parts have positions that are at most those of the whole launch, whose number fits 31 bits
/// (`launch-size`).
pub(crate) fn confine_parts(terms: &mut Terms, config: &Config, summary: &Summary) {
    let launch = summary.launch;
    let extent =
        |own: Option<ParamId>, whole: TermId| own.and_then(|p| summary.params.get(&p).copied()).unwrap_or(whole);
    let most = (1i128 << 31) - 1;
    for part in &config.parts {
        for (i, (&block, &grid)) in part[0].iter().zip(&part[1]).enumerate() {
            let [block, grid] = [extent(block, launch.bdim[i]), extent(grid, launch.gdim[i])];
            for value in [block, grid] {
                terms.assume_range(value, Range::new(1, most));
            }
            let total = terms.mul(grid, block);
            terms.assume_range(total, Range::new(1, most));
            let first = terms.mul(launch.bid[i], block);
            terms.assume_range(first, Range::new(0, most - 1));
            let global = terms.add(first, launch.tid[i]);
            terms.assume_range(global, Range::new(0, most - 1));
        }
    }
}
