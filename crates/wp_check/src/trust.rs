//! The simulations that count as evidence.

use wp_base::Span;
use wp_interp::{End, Finding, NoteKind, Outcome, PointerFault};
use wp_kir::{Block, Kernel, StmtKind};

/// A run counts only when nothing in it was made up: no unmodelled operation, no violated assumption, and (unless
/// bounds are the question) no access outside an object.
pub(crate) fn is_trustworthy(kernel: &Kernel, outcome: &Outcome, bounds: bool) -> bool {
    // An assumption that the interpreter could not evaluate may be violated.
    if !outcome.skipped_specs.is_empty() {
        let mut assumptions = Vec::new();
        assumption_spans(&kernel.body, &mut assumptions);
        if outcome.skipped_specs.iter().any(|s| assumptions.contains(s)) {
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

fn assumption_spans(block: &Block, out: &mut Vec<Span>) {
    for s in block {
        match &s.kind {
            StmtKind::Assume { kind, .. } if kind.is_of_runs() => out.push(s.span),
            StmtKind::If { then_block, else_block, .. } => {
                assumption_spans(then_block, out);
                assumption_spans(else_block, out);
            }
            StmtKind::Loop { head, body, step, .. } => {
                for part in [head, body, step] {
                    assumption_spans(part, out);
                }
            }
            StmtKind::Labelled { body, .. } => assumption_spans(body, out),
            _ => {}
        }
    }
}

/// True if the block assumes anything.
pub(crate) fn assumes(block: &Block) -> bool {
    let mut spans = Vec::new();
    assumption_spans(block, &mut spans);
    !spans.is_empty()
}
