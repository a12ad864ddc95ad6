//! The values and conditions of clauses of functions.

use crate::lowerer::Lowerer;
use crate::spec_terms::{Pass, Reading, Reads, Terms};
use wp_base::Span;
use wp_kir::ExprId;
use wp_spec::{Clause, Term, TermKind};

impl<'u> Lowerer<'u> {
    /// A translation of the terms of clauses, which read memory in a pass.
    fn terms_of_clause(&mut self, pass: Pass, olds: Vec<ExprId>) -> Terms<'_, 'u> {
        let reading = Reading::new(pass, self.modular.result_vars(), olds);
        Terms::new(&mut self.ir, Reads::Clause(reading))
    }

    /// The value of a term whose elements are loaded, at the entry of the function.
    pub(super) fn loaded_term(&mut self, term: &Term, span: Span, fits: &mut ExprId) -> Option<ExprId> {
        self.terms_of_clause(Pass::Loads, Vec::new()).value(term, span, fits)
    }

    /// Loads the elements that `\old` names in a clause, at the entry of the function.
    pub(super) fn load_old_values(&mut self, clause: &Clause) -> Option<Vec<ExprId>> {
        let span = clause.span;
        let result = self.modular.result_vars();
        let names_result = |index: &Term| index.any(&|t| self.ir.is_result(t, &result));
        let of_result = |t: &Term| matches!(&t.kind, TermKind::Element { old: true, index, .. } if names_result(index));
        if clause.condition.any(&of_result) {
            let text = "`\\old` is said of what is there when the function is entered, without `\\result`";
            self.ir.spec_error(text, span);
            return None;
        }
        if !clause.condition.any(&|t| matches!(t.kind, TermKind::Element { old: true, .. })) {
            return Some(Vec::new());
        }
        let mut fits = self.ir.bool(true, span);
        let mut terms = self.terms_of_clause(Pass::Before, Vec::new());
        terms.value(&clause.condition, span, &mut fits)?;
        Some(terms.into_olds())
    }

    /// The condition of a clause at the return of the function, and the condition that a value in it does not fit (see
    /// [`Terms::condition`]).
    pub(super) fn condition_at_return(
        &mut self,
        clause: &Clause,
        olds: Vec<ExprId>,
        loads: bool,
    ) -> Option<(ExprId, ExprId)> {
        let pass = if loads { Pass::Loads } else { Pass::Looks };
        self.terms_of_clause(pass, olds).condition(clause)
    }
}
