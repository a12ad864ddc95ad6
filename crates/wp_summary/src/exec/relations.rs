//! Relations between two threads in specifications: `__other_int(e)`, `__uniform_int(e)`, `__all(e)`, `__same_group`,
//! ...; `context/others` has the values of the other thread.

use crate::exec::Exec;
use crate::state::{range_of, State};
use crate::OtherTerm;
use wp_kir::{ExprId, SpecOp, Type};
use wp_logic::{Sort, Term, TermId};

impl Exec<'_> {
    /// A relation over the expression in both threads.
    pub(crate) fn relation(&mut self, st: &mut State, op: &SpecOp, arg: ExprId) -> TermId {
        let mine = self.eval_term(st, arg);
        let other = self.other_thread(st, arg);
        if *op == SpecOp::Other {
            return other;
        }
        if matches!(op, SpecOp::Uniform | SpecOp::Distinct) {
            let same = self.cx.same_value(mine, other);
            return if *op == SpecOp::Uniform { same } else { self.cx.terms.not(same) };
        }
        let both = [mine, other].map(|t| match self.cx.terms.sort(t) {
            Sort::Int => {
                let zero = self.cx.terms.int(0);
                self.cx.terms.ne(t, zero)
            }
            Sort::Bool | Sort::Float(_) => t,
        });
        let all = self.cx.terms.and(&both);
        if *op == SpecOp::All {
            all
        } else {
            self.cx.terms.not(all)
        }
    }

    /// The value of the expression in the other thread of a pair.
    fn other_thread(&mut self, st: &mut State, arg: ExprId) -> TermId {
        let outer = std::mem::replace(&mut self.condition.of_other, true);
        let term = self.eval_term(st, arg);
        self.condition.of_other = outer;
        let absent = self.cx.truth_when_absent(arg).map(|truth| match self.cx.terms.sort(term) {
            Sort::Int => self.cx.terms.int(i128::from(truth)),
            Sort::Bool | Sort::Float(_) => self.cx.terms.bool(truth),
        });
        let when = if self.cx.same_everywhere(arg) { self.cx.terms.tru() } else { st.live };
        let certain = matches!(self.cx.terms.kind(when), Term::Bool(true));
        if certain && self.cx.terms.apps(&[term]).is_empty() {
            return term;
        }
        let ty: Type = self.cx.kernel.ty(arg);
        let apps = self.cx.terms.apps(&[term]);
        if certain && self.cx.trial == 0 && self.cx.counters.iter().all(|k| !apps.contains(k)) {
            return self.cx.other_everywhere(term, absent, range_of(ty));
        }
        let other = self.cx.unknown_term("value of the other thread", ty);
        if let (Term::App(f, _), 0) = (self.cx.terms.kind(other), self.cx.trial) {
            self.cx.out.functions.others.insert(*f, OtherTerm { term, when, absent, loops: self.cx.loops.clone() });
        }
        other
    }
}
