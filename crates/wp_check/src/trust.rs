//! The simulations that count as evidence.

use wp_interp::{End, Finding, NoteKind, Outcome, PointerFault};
use wp_kir::{any_stmt, Block, Kernel, StmtKind};

/// A run counts only when nothing in it was made up: no unmodelled operation, no violated assumption, and (unless
/// bounds are the question) no access outside an object.
pub(crate) fn is_trustworthy(kernel: &Kernel, outcome: &Outcome, bounds: bool) -> bool {
    // An assumption that the interpreter could not evaluate may be violated.
    if !outcome.skipped_specs.is_empty() {
        let mut skipped = false;
        wp_kir::visit(&kernel.body, &mut |stmt| {
            skipped |= is_assumption(&stmt.kind) && outcome.skipped_specs.contains(&stmt.span);
        });
        if skipped {
            return false;
        }
    }
    let ended = !matches!(outcome.end, End::AssumptionViolated { .. } | End::Unsupported { .. });
    let outside = outcome.findings.iter().any(|f| match f {
        Finding::OutOfBounds { .. } => true,
        Finding::BadPointer { fault, .. } => *fault != PointerFault::Null,
        _ => false,
    });
    let wild = outside && !bounds;
    // An execution that the source leaves undefined is excluded by the named assumptions, so it shows nothing.
    let undefined = outcome
        .notes
        .iter()
        .any(|n| matches!(n.kind, NoteKind::SignedOverflow | NoteKind::DivisionByZero | NoteKind::ShiftAmount));
    ended && !wild && outcome.havocked.is_empty() && !undefined
}

fn is_assumption(stmt: &StmtKind) -> bool {
    matches!(stmt, StmtKind::Assume { kind, .. } if kind.is_of_runs())
}

/// True if the block assumes anything.
pub(crate) fn assumes(block: &Block) -> bool {
    any_stmt(block, &is_assumption)
}
