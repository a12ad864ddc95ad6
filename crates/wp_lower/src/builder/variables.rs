//! Variables, and expressions that keep their value.

use super::{Builder, Storage};
use crate::values::Place;
use wp_base::{Id, Span};
use wp_kir::{ExprId, ExprKind, StmtKind, Type, VarId};

impl Builder<'_> {
    /// A new temporary. The caller assigns it once, before every use.
    pub(crate) fn temp(&mut self, ty: Type, span: Span) -> VarId {
        let var = self.unnamed_var(ty, span);
        self.assigned_once.insert(var);
        var
    }

    /// The value of a variable as an expression.
    pub(crate) fn read(&mut self, var: VarId, span: Span) -> ExprId {
        let ty = self.kernel.vars[var].ty;
        self.kernel.expr(ExprKind::Var(var), ty, span)
    }

    /// An expression with the present value of `e` that later assignments do not change: `e` itself, or a temporary.
    pub(crate) fn freeze_expr(&mut self, e: ExprId, span: Span) -> ExprId {
        if !self.mentions_mutable(e) {
            return e;
        }
        let ty = self.kernel.ty(e);
        let var = self.temp(ty, span);
        self.emit(StmtKind::Assign { var, value: e }, span);
        self.read(var, span)
    }

    /// Notes that the variables of a place are assigned once, before all their uses.
    pub(crate) fn never_reassigned(&mut self, place: &Place) {
        if let Place::Vars { vars, .. } = place {
            self.assigned_once.extend(vars.iter().copied());
        }
    }

    /// True if a variable is assigned once, before every use.
    pub(crate) fn is_assigned_once(&self, var: VarId) -> bool {
        self.assigned_once.contains(&var)
    }

    /// True if an expression reads a variable that may be assigned again.
    ///
    /// A specification assigns no memory, and no variables except those of the functions that it calls.
    pub(crate) fn mentions_mutable(&self, e: ExprId) -> bool {
        let first = if self.spec_depth > 0 { self.spec_start } else { 0 };
        self.any_var(e, &|v| v.index() >= first && !self.assigned_once.contains(&v))
    }

    /// True if an expression reads a variable that satisfies `test`. Outside of specifications, a specification
    /// operation counts as reading such a variable.
    pub(crate) fn any_var(&self, e: ExprId, test: &dyn Fn(VarId) -> bool) -> bool {
        match &self.kernel.exprs[e].kind {
            ExprKind::Var(v) => test(*v),
            // The memory below a specification load may change too, but not while a specification is evaluated.
            ExprKind::Spec(..) if self.spec_depth == 0 => true,
            kind => kind.children().into_iter().any(|c| self.any_var(c, test)),
        }
    }

    /// Number of nodes of an expression as a tree, counted up to a limit.
    pub(crate) fn expr_size(&self, e: ExprId, limit: usize) -> usize {
        if limit == 0 {
            return 1;
        }
        let parts = self.kernel.exprs[e].kind.children();
        parts.iter().fold(1, |n, &p| if n > limit { n } else { n + self.expr_size(p, limit - n.min(limit)) })
    }

    /// Which variables belong to declarations, and which declarations must have memory.
    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    pub(crate) fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }
}
