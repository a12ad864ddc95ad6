//! Conditions that a kernel asserts of its launch before its first branch, loop and barrier:
//! `assert(blockDim.x == N * M);`.
//!
//! A launch with other extents violates the assertion. Assertions about anything but extents are not used: the kernel,
//! or the host code that computes sizes and extents, is to be verified for them.
//!
//! A condition is only a suggestion: the class of a verdict rests on a proof under it ([`super::classes`]).

use super::expressions::{constant, quantity};
use crate::condition::{Condition, Monomial, Quantity, Usual};
use wp_kir::{AssertKind, BinOp, CastKind, ExprId, ExprKind, Kernel, StmtKind};

/// The asserted conditions about an extent that is `open`, in the order of the source.
pub(super) fn conditions(kernel: &Kernel, open: &dyn Fn(Quantity) -> bool) -> Vec<Usual> {
    let mut found = Vec::new();
    for statement in &kernel.body {
        match statement.kind {
            StmtKind::Assert { cond, kind: AssertKind::Assert } => parts(kernel, cond, &mut found),
            // Each thread comes to the assertions in front of the first branch, loop and barrier.
            _ if !statement.kind.blocks().is_empty() || matches!(statement.kind, StmtKind::Barrier { .. }) => break,
            _ => {}
        }
    }
    let is_of_launch = |condition: &Condition| condition.quantities().all(|q| q.is_extent());
    found.retain(|condition| is_of_launch(condition) && condition.quantities().any(open));
    found
        .into_iter()
        .map(|c| Usual::one(c, "an assertion of the kernel about its extents does not hold".to_owned()))
        .collect()
}

/// The conditions in a conjunction that are comparisons of products.
fn parts(kernel: &Kernel, e: ExprId, found: &mut Vec<Condition>) {
    let ExprKind::Binary(op, a, b) = kernel.exprs[below(kernel, e)].kind else { return };
    let both = || Some((monomial(kernel, a)?, monomial(kernel, b)?));
    let condition = match op {
        BinOp::And => {
            parts(kernel, a, found);
            parts(kernel, b, found);
            None
        }
        BinOp::Eq => both().map(|(a, b)| Condition::Eq(a, b)).or_else(|| multiple(kernel, a, b)),
        BinOp::Le => both().map(|(a, b)| Condition::Le(a, b)),
        // `a < n` is `a <= n - 1`.
        BinOp::Lt => both().and_then(|(a, b)| match (a.of.is_empty(), b.of.is_empty()) {
            (false, true) => Some(Condition::Le(a, Monomial::constant(b.factor.checked_sub(1)?))),
            (true, false) => Some(Condition::Le(Monomial::constant(a.factor.checked_add(1)?), b)),
            _ => None,
        }),
        _ => None,
    };
    found.extend(condition);
}

/// `a % b == 0`
fn multiple(kernel: &Kernel, remainder: ExprId, zero: ExprId) -> Option<Condition> {
    let ExprKind::Binary(BinOp::Rem, a, b) = kernel.exprs[below(kernel, remainder)].kind else { return None };
    let by = constant(kernel, b).filter(|b| *b >= 1 && constant(kernel, zero) == Some(0))?;
    Some(Condition::Multiple(monomial(kernel, a)?, Monomial::constant(by)))
}

/// A product of constants and quantities.
fn monomial(kernel: &Kernel, e: ExprId) -> Option<Monomial> {
    if let Some(n) = constant(kernel, e) {
        return Some(Monomial::constant(n));
    }
    if let Some(q) = quantity(kernel, e) {
        return Some(Monomial::of(q));
    }
    match kernel.exprs[below(kernel, e)].kind {
        ExprKind::Binary(BinOp::Mul, a, b) => monomial(kernel, a)?.times(&monomial(kernel, b)?),
        _ => None,
    }
}

/// The expression below conversions between integers and truth values.
fn below(kernel: &Kernel, e: ExprId) -> ExprId {
    match kernel.exprs[e].kind {
        ExprKind::Cast(CastKind::IntToInt | CastKind::ToBool, inner) => below(kernel, inner),
        _ => e,
    }
}
