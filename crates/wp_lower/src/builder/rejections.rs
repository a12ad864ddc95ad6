//! Constructs that have no meaning in KIR, over-approximations, errors in specifications, and assumptions about the
//! model.

use super::Builder;
use crate::nodes::Refused;
use crate::spec_comments::spec_diagnostic;
use std::sync::Arc;
use wp_base::{Diagnostic, Span};
use wp_kir::{Approximation, AssumeKind, Stmt, StmtKind};

impl Builder<'_> {
    /// Records an over-approximation in the kernel.
    pub(crate) fn approximate(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let (what, span) = (what.into(), self.library_call.unwrap_or(span));
        if !self.kernel.approximations.iter().any(|a| a.what == what && a.span == span) {
            self.kernel.approximations.push(Approximation { what, span });
        }
    }

    /// Rejects the kernel, because the construct at this point has no meaning in KIR. In a specification, only the
    /// specification is rejected.
    pub(crate) fn unsupported(&mut self, what: impl Into<Arc<str>>, span: Span) {
        let what = what.into();
        if self.spec_depth == 0 {
            self.refuse(Refused { what: what.to_string(), span });
        }
        self.unsupported_here(what, span);
    }

    /// Rejects the kernel if this point is reachable.
    pub(crate) fn unsupported_here(&mut self, what: impl Into<Arc<str>>, span: Span) {
        self.emit(StmtKind::Unsupported { what: what.into() }, span);
    }

    /// Makes the kernel unsupported, even if the construct is in dead code.
    pub(crate) fn refuse(&mut self, refused: Refused) {
        let span = self.library_call.unwrap_or(refused.span);
        self.refused.push(Refused { span, ..refused });
    }

    /// The number of constructs that were refused.
    pub(crate) fn refusals(&self) -> usize {
        self.refused.len()
    }

    /// Forgets all refusals but the first `count`.
    pub(crate) fn forget_refusals(&mut self, count: usize) {
        self.refused.truncate(count);
    }

    /// Puts an `Unsupported` statement for the first refused construct in front of the kernel's body, where every
    /// execution reaches it. A construct in dead code counts too, because the code is dead only if the lowering has
    /// read the source correctly.
    pub(crate) fn report_refused(&mut self) {
        let Some(first) = self.refused.first() else { return };
        let mark = Stmt { kind: StmtKind::Unsupported { what: first.what.as_str().into() }, span: first.span };
        self.kernel.body.insert(0, mark);
    }

    /// Notes an assumption about the model that the whole kernel rests on.
    pub(crate) fn rest_on(&mut self, assumption: AssumeKind) {
        self.model_assumptions.insert(assumption);
    }

    /// Emits the assumptions about the model behind the preconditions at the start of the body.
    pub(super) fn emit_model_assumptions(&mut self, span: Span) {
        let at = self.current_block.iter().take_while(|s| matches!(s.kind, StmtKind::Assume { .. })).count();
        for kind in std::mem::take(&mut self.model_assumptions) {
            let cond = self.bool(true, span);
            self.current_block.insert(at, Stmt { kind: StmtKind::Assume { cond, kind }, span });
        }
    }

    /// Notes an error in a specification, if it is the first.
    pub(crate) fn spec_error(&mut self, message: &str, span: Span) {
        if self.spec_error.is_none() {
            self.spec_error = Some(spec_diagnostic(message, span));
        }
    }

    /// Notes a diagnostic for a specification, if it is the first.
    pub(crate) fn spec_diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.spec_error.get_or_insert_with(|| diagnostic.clone());
    }

    /// The first error in a specification.
    pub(crate) fn take_spec_error(&mut self) -> Option<Diagnostic> {
        self.spec_error.take()
    }
}
