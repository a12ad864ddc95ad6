//! How a term reads the memory that it names.
//!
//! If a call is replaced by a contract, the calling thread reads the elements that the clauses name. These reads are
//! loads like any others, under the conditions in the clause (`0 <= i < n ==> a[i] > 0` reads nothing for other `i`).
//! The elements that `\old` names are read at the entry of the function.

use super::Terms;
use crate::builder::{Blocks, Builder};
use wp_base::Span;
use wp_kir::{ExprId, SpecOp, StmtKind, Type, Unknown, VarId};
use wp_spec::{Array, BinOp, Scalar, Term, TermKind};

/// How a term reads memory.
pub(crate) enum Reads {
    /// By specification operations, which are no accesses.
    Looks,
    /// By loads of the thread.
    Loads,
    /// As a clause of a function.
    Clause(Reading),
}

/// How a clause of a function reads the memory that it names.
pub(crate) struct Reading {
    pass: Pass,
    /// The variables that `\result` means.
    result: Vec<VarId>,
    /// The conditions under which the current subterm matters; `None` for a condition that has no value before the
    /// call.
    guards: Vec<Option<ExprId>>,
    /// The values of the elements that `\old` names, in the order of the term.
    olds: Vec<ExprId>,
    /// The number of elements of `olds` that were used.
    used: usize,
}

/// The elements that a clause of a function loads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// At the entry of the function: only the elements that `\old` names are loaded, and kept in `olds`.
    Before,
    /// At the return of the function: all other elements are loaded, and these loads are accesses of the thread.
    Loads,
    /// At the return of the function: all other elements are read by specification operations, which are no accesses.
    Looks,
}

impl Reading {
    /// `result` are the variables that `\result` means, and `olds` the values of the elements that `\old` names.
    pub(crate) fn new(pass: Pass, result: Vec<VarId>, olds: Vec<ExprId>) -> Self {
        Self { pass, result, guards: Vec::new(), olds, used: 0 }
    }

    /// True if the value of a term is known at the entry of the function.
    fn is_settled(&self, term: &Term, ir: &Builder<'_>) -> bool {
        !term.any(&|t| matches!(t.kind, TermKind::Element { old: false, .. }) || ir.is_result(t, &self.result))
    }
}

impl Builder<'_> {
    /// True if a term is one of the variables that `\result` means.
    pub(crate) fn is_result(&self, t: &Term, result: &[VarId]) -> bool {
        match t.kind {
            TermKind::Scalar(Scalar::Expr(e), _) => self.any_var(e, &|v| result.contains(&v)),
            _ => false,
        }
    }
}

impl<'a, 'u> Terms<'a, 'u> {
    pub(crate) fn new(ir: &'a mut Builder<'u>, reads: Reads) -> Self {
        Self { ir, reads }
    }

    /// A translation that makes no accesses.
    pub(crate) fn looking(ir: &'a mut Builder<'u>) -> Self {
        Self::new(ir, Reads::Looks)
    }

    /// The values of the elements that `\old` names, which a clause of a function has loaded.
    pub(crate) fn into_olds(self) -> Vec<ExprId> {
        match self.reads {
            Reads::Clause(reading) => reading.olds,
            Reads::Looks | Reads::Loads => Vec::new(),
        }
    }

    /// Notes that the right side of `op` matters only under a condition on the left side. The result is for
    /// [`Self::leave_guard`].
    pub(super) fn enter_guard(&mut self, op: BinOp, left: (&Term, ExprId), span: Span) -> bool {
        let Reads::Clause(reading) = &mut self.reads else { return false };
        let known = reading.pass != Pass::Before || reading.is_settled(left.0, self.ir);
        let guard = match op {
            BinOp::And | BinOp::Implies => left.1,
            BinOp::Or => self.ir.not(left.1, span),
            _ => return false,
        };
        reading.guards.push(known.then_some(guard));
        true
    }

    /// Notes that a branch of `c ? a : b` matters only if the condition has the value `taken`. The result is for
    /// [`Self::leave_guard`].
    pub(super) fn enter_branch(&mut self, condition: (&Term, ExprId), taken: bool, span: Span) -> bool {
        let op = if taken { BinOp::And } else { BinOp::Or };
        self.enter_guard(op, condition, span)
    }

    /// Ends the part of a term under a guard. `entered` is the result of the function that entered it.
    pub(super) fn leave_guard(&mut self, entered: bool) {
        if let (true, Reads::Clause(reading)) = (entered, &mut self.reads) {
            reading.guards.pop();
        }
    }

    /// The value of an element, without a conversion; `None` if the IR cannot express it.
    pub(super) fn element(
        &mut self,
        (array, elem, old): (Array, Type, bool),
        index: &Term,
        span: Span,
        fits: &mut ExprId,
    ) -> Option<ExprId> {
        let pass = match &self.reads {
            Reads::Clause(reading) => Some(reading.pass),
            Reads::Looks | Reads::Loads => None,
        };
        match (pass, old) {
            // At the entry the value does not matter: `enter_guard` does not use a condition that contains it.
            (Some(Pass::Before), false) => return Some(self.ir.zero(elem, span)),
            (None, true) => return None,
            _ => {}
        }
        let index = self.value(index, span, fits)?;
        if let (Reads::Clause(reading), true, Some(Pass::Loads | Pass::Looks)) = (&mut self.reads, old, pass) {
            let value = reading.olds.get(reading.used).copied();
            reading.used += 1;
            return value;
        }
        let base = match array {
            Array::Object(object) => self.ir.address_of_object(object, span),
            Array::Pointer(ptr) => ptr,
        };
        let at = self.ir.ptr_index(base, index, elem.size(), span);
        match &mut self.reads {
            Reads::Looks | Reads::Clause(Reading { pass: Pass::Looks, .. }) => {
                Some(self.ir.spec(SpecOp::Load, vec![at], elem, span))
            }
            Reads::Loads => Some(self.ir.load_scalar(at, elem, false, span)),
            Reads::Clause(reading) => {
                let value = guarded_load(self.ir, &reading.guards, at, elem, span);
                if old {
                    reading.olds.push(value);
                }
                Some(value)
            }
        }
    }
}

/// Loads an element under the conditions of guards.
fn guarded_load(ir: &mut Builder<'_>, guards: &[Option<ExprId>], ptr: ExprId, elem: Type, span: Span) -> ExprId {
    if guards.iter().any(Option::is_none) {
        // The load may happen where the clause does not read the element. The `Havoc` keeps a simulation from
        // confirming an error.
        let var = ir.temp(Type::Bool, span);
        ir.emit(
            StmtKind::Havoc { var, reason: "a condition on what `\\old` names".into(), unknown: Unknown::Behaviour },
            span,
        );
    }
    let mut all = ir.bool(true, span);
    for guard in guards.iter().flatten() {
        all = ir.bin(wp_kir::BinOp::And, all, *guard, span);
    }
    if ir.const_int(all) == Some(1) {
        return ir.load_scalar(ptr, elem, false, span);
    }
    let var = ir.var("%read", elem, span);
    let zero = ir.zero(elem, span);
    ir.emit(StmtKind::Assign { var, value: zero }, span);
    ir.branch(all, span, |ir| ir.emit(StmtKind::Load { var, ty: elem, ptr, volatile: false }, span), |_| ());
    ir.read(var, span)
}
