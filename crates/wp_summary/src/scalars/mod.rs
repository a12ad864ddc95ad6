//! Scalar replacement of private arrays: an array whose every access is at a known offset is a set of variables.
//!
//! Input: a well-formed kernel. Output: a well-formed kernel with the same behaviours of every thread, in which private
//! arrays that are accessed at known offsets only have become variables, or `None` where there is no such array. Loops
//! of known length are unrolled where that makes offsets known, and nowhere else. Exact: what the summary says of the
//! result it says of the kernel. Objects, parameters and what existed of variables keep their ids; variables,
//! expressions, labels and loops are added.
//!
//! | module | job |
//! |---|---|
//! | `candidates` | arrays whose address goes nowhere |
//! | `needed` | those whose contents decide something |
//! | `unroll` | copies of iterations, offsets as constants |
//! | `cells` | one variable for each cell |
//!
//! An array stays in memory when its address goes anywhere but into accesses (a pointer variable, a comparison, a
//! specification), when one of its accesses is volatile, atomic, outside of it (which is to be reported), at an offset
//! that is not known, or overlaps another of a different type or place; and, unless all contents are followed, when
//! nothing that is decided depends on what it holds. Loops that synchronise or carry invariants are never unrolled, and
//! a kernel with invariants of all its loops is left as it is. Scalar replacement of aggregates is as old as register
//! allocation (Callahan, Carr and Kennedy 1990, for arrays in loops); this one does no dependence analysis: offsets are
//! constants or they are not.

mod candidates;
mod cells;
mod needed;
#[cfg(test)]
mod tests;
mod unroll;

use crate::Contents;
use wp_kir::{visit, AssertKind, Block, Kernel, StmtKind};

/// The kernel with variables for the cells of private arrays, of all or of those that are needed; `None` where nothing is to be replaced.
pub(crate) fn replace_private_arrays(kernel: &Kernel, which: Contents) -> Option<Kernel> {
    let mut arrays = candidates::find(kernel);
    if which == Contents::Needed {
        arrays = needed::needed(kernel, &arrays);
    }
    if arrays.is_empty() || has_function_wide_invariant(&kernel.body) {
        return None;
    }
    // An array that stays makes some unrolling useless, so the next round starts from the source again.
    while !arrays.is_empty() {
        let unrolled = unroll::unroll(kernel, &arrays)?;
        let left = cells::irreplaceable(&unrolled, &arrays);
        if left.is_empty() {
            let mut replaced = cells::replace(unrolled, &arrays);
            wp_kir::drop_dead_declarations(&mut replaced);
            debug_assert_eq!(wp_kir::verify(&replaced), Ok(()));
            return Some(replaced);
        }
        arrays.retain(|array| !left.contains(array));
    }
    None
}

fn has_function_wide_invariant(block: &Block) -> bool {
    let mut found = false;
    visit(block, &mut |s| found |= matches!(s.kind, StmtKind::Assert { kind: AssertKind::FunctionWide, .. }));
    found
}
