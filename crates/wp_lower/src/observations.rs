//! Assertions and invariants that the IR cannot express, because they contain real arithmetic, quantifiers or sums.
//!
//! The kernel with ghosts records the values in such a clause at its place: it stores them to a private object that no
//! other statement accesses. The stores are volatile. The clause becomes a claim about the recorded values, which is
//! proved like a contract (`wp_contract`). The kernel without ghosts contains no records.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use wp_base::Span;
use wp_kir::{AssertKind, ExprId, ExprKind, Init, Object, ObjectId, ObjectKind, Space, StmtKind, Type};
use wp_spec::{Array, Clause, Observation, Scalar, Term, TermKind};

impl Builder<'_> {
    fn record(&mut self, size: u64, span: Span) -> ObjectId {
        self.add_object(Object {
            name: "ghost record".into(),
            symbol: None,
            space: Space::Private,
            kind: ObjectKind::Declared,
            elem: Type::I64,
            size: Some(size),
            bytes: None,
            shape: Vec::new(),
            align: 8,
            init: Init::Undefined,
            is_reused: false,
            is_const: false,
            restrict: false,
            span,
        })
    }

    /// Replaces an array that is named by an unchanged pointer parameter by the object of this parameter.
    fn name_objects(&self, t: &mut Term) {
        if let TermKind::Element { array, .. } = &mut t.kind {
            if let Array::Pointer(e) = *array {
                if let ExprKind::Var(v) = *self.kind(e) {
                    let param = self.kernel().params.values().find(|p| p.var == v && self.is_assigned_once(v));
                    if let Some(object) = param.and_then(|p| p.object) {
                        *array = Array::Object(object);
                    }
                }
            }
        }
        for child in t.kind.children_mut() {
            self.name_objects(child);
        }
    }
}

impl Lowerer<'_> {
    /// Records the values in a clause, and notes the claim about them.
    pub(crate) fn record_clause(&mut self, clause: &Clause, kind: AssertKind) {
        let span = clause.span;
        if self.reads_ghost_array(&clause.condition) {
            return self.ir.unmodelled("a quantifier, a sum or real arithmetic over a ghost array", kind, span);
        }
        if self.unit.options.invariants_as_candidates
            || !matches!(kind, AssertKind::Assert | AssertKind::AllThreads | AssertKind::Invariant)
        {
            let what = format!("`{}` over quantifiers, sums or real arithmetic", clause.kind.name());
            return self.ir.unmodelled(&what, kind, span);
        }
        self.ghosts.meet();
        self.ghosts.add_clause(span);
        let mut clause = clause.clone();
        self.ir.name_objects(&mut clause.condition);
        let mut values = Vec::new();
        scalars(&clause.condition, &mut values);
        if values.is_empty() {
            values.push(self.ir.int(0, Type::I32, span));
        }
        let record = self.ir.record(values.len() as u64 * Observation::STRIDE, span);
        for (at, &value) in values.iter().enumerate() {
            let base = self.ir.address_of_object(record, span);
            let offset = self.ir.int(at as i128 * i128::from(Observation::STRIDE), Type::I64, span);
            let ptr = self.ir.expr(ExprKind::PtrAdd(base, offset), Type::Ptr, span);
            let ty = self.ir.ty(value);
            self.ir.emit(StmtKind::Store { ptr, value, ty, volatile: true }, span);
        }
        self.specs.observe(Observation { clause, record, values });
    }

    /// True if a pointer points into a record.
    pub(crate) fn is_record(&self, ptr: ExprId) -> bool {
        let object = wp_kir::address(self.ir.kernel(), ptr, &wp_kir::Known::new()).map(|(object, _)| object);
        object.is_some_and(|object| self.specs.is_record(object))
    }
}

/// The expressions of the kernel in a term, each once.
fn scalars(t: &Term, found: &mut Vec<ExprId>) {
    if let TermKind::Scalar(Scalar::Expr(e), _) = t.kind {
        if !found.contains(&e) {
            found.push(e);
        }
    }
    for child in t.kind.children() {
        scalars(child, found);
    }
}
