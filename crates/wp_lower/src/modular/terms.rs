//! Reads of the memory that clauses of functions name.
//!
//! If a call is replaced by a contract, the calling thread reads the elements that the clauses name. These reads are
//! loads like any others, under the conditions in the clause (`0 <= i < n ==> a[i] > 0` reads nothing for other `i`).
//! The elements that `\old` names are read at the entry of the function.

use crate::ctx::Lowerer;
use crate::state::{Pass, Reading};
use wp_base::Span;
use wp_kir::{ExprId, StmtKind, Type};
use wp_spec::{Array, BinOp, Clause, Scalar, Term, TermKind};

impl Reading {
    /// All elements are loaded, and these loads are accesses.
    pub(super) fn accesses() -> Self {
        Self { pass: Pass::Loads, guards: Vec::new(), olds: Vec::new(), used: 0 }
    }
}

impl Lowerer<'_> {
    /// Evaluates a term whose memory is read as `reading` says.
    pub(super) fn read_term<R>(
        &mut self,
        term: &Term,
        reading: Reading,
        evaluate: impl FnOnce(&mut Self, &Term) -> Option<R>,
    ) -> Option<R> {
        let outer = self.modular.reading.replace(reading);
        let made = evaluate(self, term);
        self.modular.reading = outer;
        made
    }

    /// Loads the elements that `\old` names in a clause, at the entry of the function.
    pub(super) fn load_old_values(&mut self, clause: &Clause) -> Option<Vec<ExprId>> {
        let of_result = |t: &Term| matches!(&t.kind, TermKind::Element { old: true, index, .. } if index.any(&|i| self.is_result(i)));
        if clause.condition.any(&of_result) {
            self.spec_error(
                "`\\old` is said of what is there when the function is entered, without `\\result`",
                clause.span,
            );
            return None;
        }
        if !clause.condition.any(&|t| matches!(t.kind, TermKind::Element { old: true, .. })) {
            return Some(Vec::new());
        }
        let reading = Reading { pass: Pass::Before, ..Reading::accesses() };
        self.read_term(&clause.condition, reading, |s, t| {
            let mut fits = s.bool(true, clause.span);
            s.spec_term(t, clause.span, &mut fits)?;
            s.modular.reading.take().map(|r| r.olds)
        })
    }

    /// The condition of a clause at the return of the function, and the condition that a value in it does not fit (see
    /// `spec_term_condition`).
    pub(super) fn condition_at_return(
        &mut self,
        clause: &Clause,
        olds: Vec<ExprId>,
        loads: bool,
    ) -> Option<(ExprId, ExprId)> {
        let pass = if loads { Pass::Loads } else { Pass::Looks };
        let reading = Reading { pass, olds, ..Reading::accesses() };
        self.read_term(&clause.condition, reading, |s, _| s.spec_term_condition(clause))
    }

    fn is_result(&self, t: &Term) -> bool {
        match t.kind {
            TermKind::Scalar(Scalar::Expr(e), _) => self.any_var(e, &|v| self.modular.result_vars.contains(&v)),
            _ => false,
        }
    }

    /// True if the value of a term is known at the entry of the function.
    fn is_settled(&self, term: &Term) -> bool {
        !term.any(&|t| matches!(t.kind, TermKind::Element { old: false, .. }) || self.is_result(t))
    }

    /// Notes that the right side of `op` matters only under a condition on the left side. The result is for
    /// [`Self::leave_guard`].
    pub(crate) fn enter_guard(&mut self, op: BinOp, left: (&Term, ExprId), span: Span) -> bool {
        let Some(reading) = &self.modular.reading else { return false };
        let known = reading.pass != Pass::Before || self.is_settled(left.0);
        let guard = match op {
            BinOp::And | BinOp::Implies => left.1,
            BinOp::Or => self.not(left.1, span),
            _ => return false,
        };
        self.push_guard(known.then_some(guard));
        true
    }

    /// The same for a branch of `c ? a : b`.
    pub(crate) fn enter_branch(&mut self, condition: (&Term, ExprId), taken: bool, span: Span) -> bool {
        let op = if taken { BinOp::And } else { BinOp::Or };
        self.enter_guard(op, condition, span)
    }

    fn push_guard(&mut self, guard: Option<ExprId>) {
        if let Some(reading) = &mut self.modular.reading {
            reading.guards.push(guard);
        }
    }

    /// Ends the part of a term under a guard. `entered` is the result of the function that entered it.
    pub(crate) fn leave_guard(&mut self, entered: bool) {
        if let (true, Some(reading)) = (entered, &mut self.modular.reading) {
            reading.guards.pop();
        }
    }

    /// The value of an element that a clause names. `Some(None)` means that it is to be read by a specification
    /// operation; `None` means that the IR cannot express the clause.
    pub(crate) fn clause_element(
        &mut self,
        (array, elem, old): (Array, Type, bool),
        index: &Term,
        span: Span,
        fits: &mut ExprId,
    ) -> Option<Option<ExprId>> {
        let Some(pass) = self.modular.reading.as_ref().map(|r| r.pass) else { return Some(None) };
        if !old && pass != Pass::Loads {
            // At the entry the value does not matter: `enter_guard` does not use a condition that contains it.
            return Some(if pass == Pass::Before { Some(self.zero(elem, span)) } else { None });
        }
        let index = self.spec_term(index, span, fits)?;
        if old && pass != Pass::Before {
            let reading = self.modular.reading.as_mut()?;
            let value = reading.olds.get(reading.used).copied();
            reading.used += 1;
            return Some(Some(value?));
        }
        let base = match array {
            Array::Object(object) => self.address_of_object(object, span),
            Array::Pointer(ptr) => ptr,
        };
        let at = self.ptr_index(base, index, elem.size(), span);
        let value = self.guarded_load(at, elem, span);
        if let (true, Some(reading)) = (old, self.modular.reading.as_mut()) {
            reading.olds.push(value);
        }
        Some(Some(value))
    }

    /// Loads an element under the conditions of the guards.
    fn guarded_load(&mut self, ptr: ExprId, elem: Type, span: Span) -> ExprId {
        let guards = self.modular.reading.as_ref().map(|r| r.guards.clone()).unwrap_or_default();
        if guards.iter().any(Option::is_none) {
            // The load may happen where the clause does not read the element. The `Havoc` keeps a simulation from
            // confirming an error.
            let var = self.temp(Type::Bool, span);
            self.emit(StmtKind::Havoc { var, reason: "a condition on what `\\old` names".into() }, span);
        }
        let mut all = self.bool(true, span);
        for guard in guards.into_iter().flatten() {
            all = self.bin(wp_kir::BinOp::And, all, guard, span);
        }
        if self.const_int(all) == Some(1) {
            return self.load_scalar(ptr, elem, false, span);
        }
        let var = self.kernel.var("%read", elem, span);
        let zero = self.zero(elem, span);
        self.emit(StmtKind::Assign { var, value: zero }, span);
        self.branch(all, span, |s| s.emit(StmtKind::Load { var, ty: elem, ptr, volatile: false }, span), |_| ());
        self.read(var, span)
    }
}
