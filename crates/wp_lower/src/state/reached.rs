//! The code that a kernel reaches. A compiler error in it is an error of the kernel.

use wp_base::Span;
use wp_clang::{Node, NodeId};

/// The code that was reached.
#[derive(Default)]
pub(crate) struct Reached {
    /// The functions whose bodies were reached, with their spans; the kernel is the first.
    functions: Vec<(NodeId, Span)>,
    /// The place of the first `RecoveryExpr` that was reached.
    recovery_expr: Option<Span>,
}

impl Reached {
    /// Notes that the body of a function is reached.
    pub(crate) fn add(&mut self, function: &Node) {
        self.functions.push((function.id, function.span));
    }

    /// The functions whose bodies were reached, with their spans; the kernel is the first.
    pub(crate) fn functions(&self) -> &[(NodeId, Span)] {
        &self.functions
    }

    /// True if a place lies in a function that was reached.
    pub(crate) fn contains(&self, at: Span) -> bool {
        self.functions.iter().any(|(_, span)| span.contains(at))
    }

    /// Notes the place of an expression with a compiler error.
    pub(crate) fn add_recovery_expr(&mut self, span: Span) {
        self.recovery_expr.get_or_insert(span);
    }

    /// The place of the first expression with a compiler error that was reached.
    pub(crate) fn recovery_expr(&self) -> Option<Span> {
        self.recovery_expr
    }
}
