//! Conditions by which a launch fits the constants that a kernel is written with, for the extents that its findings
//! speak of and that no host code in sight gives.
//!
//! - A grid along whose axis the kernel tells no blocks apart (it reads neither `blockIdx` nor `gridDim` there) has one
//!   block.
//! - An extent is at most the constant, or at least the constant, by which an index separates its identifier from
//!   others (`blockIdx.x * 64 + threadIdx.x`), and at most the extent of a shared array that it indexes. The conditions
//!   come from the addresses of confirmed findings alone, and only such an extent by itself is compared with a
//!   constant: `blockIdx.x * blockDim.x + threadIdx.x` that runs past a constant is a missing guard.
//! - Products of extents stay below what an index of the findings can hold.
//! - Blocks are powers of two where a loop halves or doubles what it steps by.
//!
//! A condition is only a suggestion: the class of a verdict rests on a proof under it ([`super::classes`]). A missing
//! barrier and a missing guard stay refuted, as the threads of a block that fits, or the last block, still show them.

use super::candidates;
use super::expressions::{constant, plain_variable, quantity};
use crate::condition::{Condition, Monomial, Quantity, Usual};
use crate::question::Question;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::device::{MAX_BLOCK_THREADS, MAX_GRID};
use wp_kir::{
    has_barrier, visit, AssumeKind, Axis, BinOp, Block, CastKind, ExprId, ExprKind, Kernel, Special, StmtKind, VarId,
};

wp_base::limits! {
    /// The least constant that blocks are made for: fewer threads along an axis are no block that needs a second thread to
    /// go wrong.
    const LEAST_BLOCK: i128 = 4;
    /// The least constant that grids are made for.
    const LEAST_GRID: i128 = 4;
    /// Bounds from here on keep indices from wrapping around; the least is that of blocks whose indices have 32 bits and a
    /// stride of a block.
    pub(super) const WRAPS: i128 = 1 << 20;
}

/// The conditions on extents that are `open`, in a fixed order. Block sizes that are multiples of a warp stay possible
/// where `by_warps`.
pub(super) fn conditions(
    kernel: &Kernel,
    questions: &[Question],
    by_warps: bool,
    open: &dyn Fn(Quantity) -> bool,
) -> Vec<Usual> {
    let mut out = Vec::new();
    let of_launch = facts_of_launch(kernel);
    let given = given_by_host(kernel, &of_launch);
    let open = |q: Quantity| open(q) && !given.contains(&q);
    let own: BTreeSet<ExprId> = wp_kir::influential(kernel).difference(&of_launch).copied().collect();
    let reads = |special| own.iter().any(|&e| kernel.exprs[e].kind == ExprKind::Special(special));
    let works_as_block = Axis::ALL.into_iter().any(|axis| reads(Special::BlockDim(axis))) || has_barrier(&kernel.body);
    for axis in Axis::ALL {
        let grid = Quantity::GridDim(axis);
        let tells_blocks_apart = [Special::BlockIdx(axis), Special::GridDim(axis)].into_iter().any(reads);
        if open(grid) && !tells_blocks_apart && works_as_block {
            let otherwise =
                format!("the grid has several blocks along {}, which the kernel does not tell apart", axis.letter());
            out.push(Usual::one(Condition::Eq(Monomial::of(grid), Monomial::constant(1)), otherwise));
        }
    }
    let mut bounds: BTreeMap<Quantity, Bounds> = BTreeMap::new();
    let mut wraps = Vec::new();
    for condition in candidates::confirmed_bounds(kernel, questions) {
        let Condition::Le(a, b) = &condition else { continue };
        match (extent(a), extent(b)) {
            _ if b.of.is_empty() && b.factor >= WRAPS.get() => {
                wraps.extend(a.of.iter().all(|&q| q.is_extent() && open(q)).then_some(condition));
            }
            (Some(q), None) if b.of.is_empty() && open(q) => bounds.entry(q).or_default().at_most(q, b.factor),
            (None, Some(q)) if a.of.is_empty() && open(q) => bounds.entry(q).or_default().at_least(q, a.factor),
            _ => {}
        }
    }
    let near = |c| Usual::one(c, "the launch is so great that indices wrap around".to_owned());
    out.extend(wraps.into_iter().map(near));
    for (q, Bounds { most, least }) in bounds {
        let (what, unit, axis) = match q {
            Quantity::GridDim(axis) => ("the grid has", "blocks", axis),
            Quantity::BlockDim(axis) if !by_warps => ("a block has", "threads", axis),
            _ => continue,
        };
        let least = least.filter(|&least| most.is_none_or(|most| least <= most));
        let (q, along) = (Monomial::of(q), axis.letter());
        let otherwise = |more: &str, n: i128| {
            format!("{what} {more} {unit} along {along} than the {n} that the kernel is written for")
        };
        out.extend(most.map(|n| {
            let condition = Condition::Le(q.clone(), Monomial::constant(n));
            Usual::one(condition, otherwise("more", n))
        }));
        // The counter of a loop reaches one more than its body sees.
        for n in least.into_iter().flat_map(|n| [n - 1, n]) {
            let condition = Condition::Le(Monomial::constant(n), q.clone());
            out.push(Usual::one(condition, otherwise("fewer", n)));
        }
    }
    let block = Quantity::BlockDim(Axis::X);
    if open(block) && reads(Special::BlockDim(Axis::X)) && steps_by_powers(&kernel.body, kernel, false) {
        out.push(Usual::one(Condition::Power(block), "the size of a block is no power of two".to_owned()));
    }
    out
}

/// The strictest bounds of an extent by constants.
#[derive(Default)]
struct Bounds {
    most: Option<i128>,
    least: Option<i128>,
}

impl Bounds {
    fn at_most(&mut self, q: Quantity, n: i128) {
        if range_of(q).contains(&n) {
            self.most = Some(self.most.map_or(n, |most| most.min(n)));
        }
    }

    fn at_least(&mut self, q: Quantity, n: i128) {
        if range_of(q).contains(&n) {
            self.least = Some(self.least.map_or(n, |least| least.max(n)));
        }
    }
}

fn range_of(q: Quantity) -> std::ops::RangeInclusive<i128> {
    match q {
        Quantity::GridDim(_) => LEAST_GRID.get()..=i128::from(MAX_GRID[1]),
        _ => LEAST_BLOCK.get()..=i128::from(MAX_BLOCK_THREADS),
    }
}

/// The extent that a monomial is.
fn extent(m: &Monomial) -> Option<Quantity> {
    match m.of[..] {
        [q] if m.factor == 1 && q.is_extent() => Some(q),
        _ => None,
    }
}

/// Expressions of the facts that host code tells of the launch.
fn facts_of_launch(kernel: &Kernel) -> BTreeSet<ExprId> {
    let mut found = BTreeSet::new();
    visit(&kernel.body, &mut |s| {
        if let StmtKind::Assume { cond, kind: AssumeKind::Launch | AssumeKind::Allocation | AssumeKind::Contiguous } =
            s.kind
        {
            let mut open = vec![cond];
            while let Some(e) = open.pop() {
                found.insert(e);
                open.extend(kernel.exprs[e].kind.children());
            }
        }
    });
    found
}

/// Extents that host code in sight gives as something other than a constant.
fn given_by_host(kernel: &Kernel, of_launch: &BTreeSet<ExprId>) -> BTreeSet<Quantity> {
    of_launch.iter().filter_map(|&e| quantity(kernel, e)).filter(|q| q.is_extent()).collect()
}

/// The parameters from which the extents of a launch are computed in host code in sight.
pub(super) fn sizes_of_launch(kernel: &Kernel) -> BTreeSet<Quantity> {
    let mut found = BTreeSet::new();
    visit(&kernel.body, &mut |s| {
        let StmtKind::Assume { cond, kind: AssumeKind::Launch } = s.kind else { return };
        let mut named = BTreeSet::new();
        let mut open = vec![cond];
        while let Some(e) = open.pop() {
            named.extend(quantity(kernel, e));
            open.extend(kernel.exprs[e].kind.children());
        }
        if named.iter().any(|q| q.is_extent()) {
            found.extend(named.into_iter().filter(|q| !q.is_extent()));
        }
    });
    found
}

/// True if a loop halves or doubles a variable.
fn steps_by_powers(block: &Block, kernel: &Kernel, in_loop: bool) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::Assign { var, value } if in_loop => is_power_step(kernel, *var, *value),
        kind => {
            let is_loop = in_loop || matches!(kind, StmtKind::Loop { .. });
            kind.blocks().into_iter().any(|b| steps_by_powers(b, kernel, is_loop))
        }
    })
}

fn is_power_step(kernel: &Kernel, var: VarId, value: ExprId) -> bool {
    match kernel.exprs[value].kind {
        ExprKind::Cast(CastKind::IntToInt, inner) => is_power_step(kernel, var, inner),
        ExprKind::Binary(op, a, b) => {
            let by = match op {
                BinOp::Mul | BinOp::Div => 2,
                BinOp::Shl | BinOp::Shr => 1,
                _ => return false,
            };
            plain_variable(kernel, a) == Some(var) && constant(kernel, b) == Some(by)
        }
        _ => false,
    }
}
