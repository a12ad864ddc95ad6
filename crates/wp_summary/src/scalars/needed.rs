//! Private arrays whose contents decide something that races, accesses, divergence or assertions are about.
//!
//! The contents of an accumulator of floats do not matter to them, and the loops that fill it are to stay loops. A
//! backward slice, without regard for the order of statements: addresses, conditions, assertions, atomics, barriers,
//! shuffles and integers that are stored where others may see them are needed; so is what flows into a variable or an
//! array that is needed. Floats are opaque in all of these but assertions, so that nothing flows through them in a
//! kernel where none has any.

use std::collections::BTreeSet;
use wp_kir::{address, visit, ExprId, ExprKind, Kernel, Known, ObjectId, Stmt, StmtKind, VarId};

/// The needed ones among the arrays whose address is in plain accesses only.
pub(super) fn needed(kernel: &Kernel, arrays: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
    let mut statements = Vec::new();
    visit(&kernel.body, &mut |s| statements.push(s));
    let floats = statements.iter().any(|s| matches!(s.kind, StmtKind::Assert { cond, .. } if has_floats(kernel, cond)));
    let mut slice = Slice { kernel, arrays, floats, vars: BTreeSet::new(), found: BTreeSet::new() };
    for s in &statements {
        slice.seed(s);
    }
    loop {
        let before = (slice.vars.len(), slice.found.len());
        for s in statements.iter().rev() {
            slice.flow(s);
        }
        if before == (slice.vars.len(), slice.found.len()) {
            return slice.found;
        }
    }
}

struct Slice<'a> {
    kernel: &'a Kernel,
    arrays: &'a BTreeSet<ObjectId>,
    /// True if anything flows through floats.
    floats: bool,
    vars: BTreeSet<VarId>,
    found: BTreeSet<ObjectId>,
}

impl Slice<'_> {
    /// The values that the statement itself needs.
    fn seed(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Assign { .. } => {}
            StmtKind::Load { ptr, .. } => self.add(*ptr),
            StmtKind::Store { ptr, value, .. } => {
                self.add(*ptr);
                if self.array(*ptr).is_none() {
                    self.add(*value);
                }
            }
            kind => {
                for e in kind.expressions() {
                    self.add(e);
                }
            }
        }
    }

    /// The values that flow into a needed value.
    fn flow(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Assign { var, value } if self.vars.contains(var) => self.add(*value),
            StmtKind::Load { var, ptr, .. } if self.vars.contains(var) => self.found.extend(self.array(*ptr)),
            StmtKind::Store { ptr, value, .. } if self.array(*ptr).is_some_and(|a| self.found.contains(&a)) => {
                self.add(*value);
            }
            _ => {}
        }
    }

    /// The variables of an expression.
    fn add(&mut self, e: ExprId) {
        if !self.floats && self.kernel.ty(e).is_float() {
            return;
        }
        let kind = &self.kernel.exprs[e].kind;
        if let ExprKind::Var(v) = kind {
            self.vars.insert(*v);
        }
        for child in kind.children() {
            self.add(child);
        }
    }

    fn array(&self, ptr: ExprId) -> Option<ObjectId> {
        let (object, _) = address(self.kernel, ptr, &Known::new())?;
        self.arrays.contains(&object).then_some(object)
    }
}

fn has_floats(kernel: &Kernel, e: ExprId) -> bool {
    kernel.ty(e).is_float() || kernel.exprs[e].kind.children().into_iter().any(|child| has_floats(kernel, child))
}
