//! Relations between two threads in specifications: `__other_int(e)`, `__uniform_int(e)`, `__all(e)`, `__same_group`,
//! ...
//!
//! The value of an expression in the other thread is a symbol; `wp_prove::Pair` gives it its meaning for a pair of
//! threads in the same iterations of the loops around it. If the other thread is at the same place, the value is the
//! generic thread's term, renamed. Elsewhere its variables have other values, which are unknown: over-approximate both
//! where a relation is checked and where it is assumed. Identifiers and constants have a value for the other thread
//! everywhere.

use crate::eval::range_of;
use crate::exec::Exec;
use crate::state::State;
use crate::{LoopInst, Summary};
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Type, UnOp};
use wp_logic::{Class, Range, Sort, Term, TermId};

/// The meaning of a symbol in the other thread of a pair.
#[derive(Clone, Debug)]
pub struct OtherTerm {
    /// The value, as a term of the generic thread.
    pub term: TermId,
    /// When the thread has that value: it is at this place, or always.
    pub when: TermId,
    /// The value that it has when it is elsewhere, where that is known.
    pub absent: Option<TermId>,
    /// Loops around it; the pair must share their counters.
    pub loops: Vec<LoopInst>,
}

impl Exec<'_> {
    /// A relation over the expression in both threads.
    pub(crate) fn relation(&mut self, st: &mut State, op: &SpecOp, arg: ExprId) -> TermId {
        let mine = self.eval_term(st, arg);
        let other = self.other_thread(st, arg);
        if *op == SpecOp::Other {
            return other;
        }
        if matches!(op, SpecOp::Uniform | SpecOp::Distinct) {
            let same = match self.terms.sort(mine) {
                Sort::Bool => self.terms.iff(mine, other),
                Sort::Int | Sort::Float(_) => self.terms.eq(mine, other),
            };
            return if *op == SpecOp::Uniform { same } else { self.terms.not(same) };
        }
        let both = [mine, other].map(|t| match self.terms.sort(t) {
            Sort::Int => {
                let zero = self.terms.int(0);
                self.terms.ne(t, zero)
            }
            Sort::Bool | Sort::Float(_) => t,
        });
        let all = self.terms.and(&both);
        if *op == SpecOp::All {
            all
        } else {
            self.terms.not(all)
        }
    }

    /// The value of the expression in the other thread of a pair.
    fn other_thread(&mut self, st: &mut State, arg: ExprId) -> TermId {
        let outer = std::mem::replace(&mut self.in_other, true);
        let term = self.eval_term(st, arg);
        self.in_other = outer;
        let absent = self.truth_when_absent(arg).map(|truth| match self.terms.sort(term) {
            Sort::Int => self.terms.int(i128::from(truth)),
            Sort::Bool | Sort::Float(_) => self.terms.bool(truth),
        });
        let when = if self.same_everywhere(arg) { self.terms.tru() } else { st.live };
        let certain = matches!(self.terms.kind(when), Term::Bool(true));
        if certain && self.terms.apps(&[term]).is_empty() {
            return term;
        }
        let ty: Type = self.kernel.ty(arg);
        let apps = self.terms.apps(&[term]);
        if certain && self.trial == 0 && self.counters.iter().all(|k| !apps.contains(k)) {
            return self.other_everywhere(term, absent, range_of(ty));
        }
        let other = self.unknown_term("value of the other thread", ty);
        if let (Term::App(f, _), 0) = (self.terms.kind(other), self.trial) {
            self.out.others.insert(*f, OtherTerm { term, when, absent, loops: self.loops.clone() });
        }
        other
    }

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
        self.out.others.insert(f, OtherTerm { term, when, absent: None, loops: self.loops.clone() });
        let counters = self.counters.clone();
        self.terms.app(f, &counters)
    }

    /// The symbol for what the other thread has whatever it does, in all iterations.
    fn other_everywhere(&mut self, term: TermId, absent: Option<TermId>, range: Range) -> TermId {
        if let Some(&known) = self.others_everywhere.get(&term) {
            return known;
        }
        let f = self.terms.func("value of the other thread", &[], self.terms.sort(term), Class::Thread, range);
        let when = self.terms.tru();
        self.out.others.insert(f, OtherTerm { term, when, absent, loops: Vec::new() });
        let other = self.terms.app(f, &[]);
        self.others_everywhere.insert(term, other);
        other
    }

    /// True if the expression has its value wherever the thread is: no variable occurs in it.
    fn same_everywhere(&self, e: ExprId) -> bool {
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
    fn truth_when_absent(&self, e: ExprId) -> Option<bool> {
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

    /// Tests if the two threads are of one block.
    pub(crate) fn same_group(&mut self) -> TermId {
        match self.out.same_group {
            Some(t) => t,
            None => {
                let t = self.terms.sym("threads of one block", Sort::Bool, Class::Launch, Range::ALL);
                self.out.same_group = Some(t);
                t
            }
        }
    }
}

impl Summary {
    /// True if the term speaks of two threads.
    pub fn is_relation(&self, terms: &wp_logic::Terms, t: TermId) -> bool {
        terms.apps(&[t]).into_iter().any(|app| match terms.kind(app) {
            Term::App(f, _) => self.others.contains_key(f) || self.same_group == Some(app),
            _ => false,
        })
    }
}
