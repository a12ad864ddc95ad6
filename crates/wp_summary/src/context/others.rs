//! Values of the other thread of a pair, of which relations in specifications speak.
//!
//! The value of an expression in the other thread is a symbol; `wp_prove::Pair` gives it its meaning for a pair of
//! threads in the same iterations of the loops around it. If the other thread is at the same place, the value is the
//! generic thread's term, renamed. Elsewhere its variables have other values, which are unknown: over-approximate both
//! where a relation is checked and where it is assumed. Identifiers and constants have a value for the other thread
//! everywhere.

use crate::context::Context;
use crate::OtherTerm;
use rustc_hash::FxHashMap;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Type, UnOp};
use wp_logic::{Class, Range, Sort, Term, TermId};

impl Context<'_> {
    /// The symbol for a number of the generic thread in the other thread of a pair: whatever that does, the term has a
    /// value for it.
    pub(crate) fn in_the_other(&mut self, term: TermId) -> TermId {
        let apps = self.terms.apps(&[term]);
        if apps.is_empty() {
            return term;
        }
        if self.counters.iter().all(|k| !apps.contains(k)) {
            return self.other_everywhere(term, None, Range::ALL);
        }
        let args = vec![Sort::Int; self.counters.len()];
        let f = self.terms.func("value of the other thread", &args, self.terms.sort(term), Class::Thread, Range::ALL);
        let when = self.terms.tru();
        self.out.functions.others.insert(f, OtherTerm { term, when, absent: None, loops: self.loops.clone() });
        let counters = self.counters.clone();
        self.terms.app(f, &counters)
    }

    /// The symbol for what the other thread has whatever it does, in all iterations.
    pub(crate) fn other_everywhere(&mut self, term: TermId, absent: Option<TermId>, range: Range) -> TermId {
        if let Some(&known) = self.symbols.others.get(&term) {
            return known;
        }
        let f = self.terms.func("value of the other thread", &[], self.terms.sort(term), Class::Thread, range);
        let when = self.terms.tru();
        self.out.functions.others.insert(f, OtherTerm { term, when, absent, loops: Vec::new() });
        let other = self.terms.app(f, &[]);
        self.symbols.others.insert(term, other);
        other
    }

    /// Tests if the two threads are of one block.
    pub(crate) fn same_group(&mut self) -> TermId {
        match self.out.functions.same_group {
            Some(t) => t,
            None => {
                let t = self.terms.sym("threads of one block", Sort::Bool, Class::Launch, Range::ALL);
                self.out.functions.same_group = Some(t);
                t
            }
        }
    }

    /// The cell as one of the thread that names it: where a condition on pairs reads what the other thread names, that
    /// is the generic one, as both are at the same place; a cell that takes both of them may be any.
    pub(crate) fn as_seen_by_one(&mut self, offset: TermId) -> TermId {
        let (mut to_own, mut own) = (FxHashMap::default(), false);
        for app in self.terms.apps(&[offset]) {
            let Term::App(f, _) = self.terms.kind(app) else { continue };
            match self.out.functions.others.get(f) {
                Some(other) => _ = to_own.insert(app, other.term),
                None => own |= self.terms.func_info(*f).class == Class::Thread && !self.counters.contains(&app),
            }
        }
        if own && !to_own.is_empty() {
            return self.unknown_term("cell that two threads name", Type::I64);
        }
        self.terms.substitute(offset, &to_own)
    }

    /// True if the expression has its value wherever the thread is: no variable occurs in it.
    pub(crate) fn same_everywhere(&self, e: ExprId) -> bool {
        match &self.kernel.exprs[e].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null | ExprKind::Special(_) => true,
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => self.same_everywhere(*a),
            ExprKind::Binary(_, a, b) => self.same_everywhere(*a) && self.same_everywhere(*b),
            ExprKind::Select(c, a, b) => [c, a, b].into_iter().all(|&e| self.same_everywhere(e)),
            ExprKind::Spec(SpecOp::Enabled, _) => true,
            _ => false,
        }
    }

    /// The truth of the expression in a thread that is elsewhere, where `__enabled()` being false decides it, as in
    /// `__implies(__enabled(), e)`.
    pub(crate) fn truth_when_absent(&self, e: ExprId) -> Option<bool> {
        let expr = &self.kernel.exprs[e];
        match &expr.kind {
            ExprKind::Spec(SpecOp::Enabled, _) => Some(false),
            ExprKind::Int(v) if expr.ty == Type::Bool => Some(*v != 0),
            ExprKind::Unary(UnOp::Not, a) => self.truth_when_absent(*a).map(|t| !t),
            ExprKind::Cast(CastKind::ToBool | CastKind::IntToInt, a) => self.truth_when_absent(*a),
            ExprKind::Binary(op @ (BinOp::Or | BinOp::And), a, b) if expr.ty == Type::Bool => {
                let decisive = *op == BinOp::Or;
                match (self.truth_when_absent(*a), self.truth_when_absent(*b)) {
                    (Some(t), _) | (_, Some(t)) if t == decisive => Some(decisive),
                    (Some(_), Some(_)) => Some(!decisive),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
