//! Divisors of what is executed are not 0, under the assumption `no-division-by-zero`.
//!
//! Only of divisions of the program ([`wp_kir::Kernel::executed_divisions`]) that the statement is certain to evaluate
//! where the thread is: an operand of `?:`, `&&` or `||` counts under the condition that reaches it.

use crate::exec::Exec;
use wp_base::Assumption;
use wp_logic::{Range, TermId};

/// Which divisions are executed.
#[derive(Debug, Default)]
pub(super) struct Divisors {
    /// True while operands of a statement are evaluated.
    executed: bool,
    /// Conditions under which the operand is evaluated.
    conditions: Vec<TermId>,
}

impl Exec<'_> {
    /// Evaluates operands of a statement that the thread executes.
    pub(super) fn executed<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let divisors = Divisors { executed: true, conditions: Vec::new() };
        let outer = std::mem::replace(&mut self.divisors, divisors);
        let result = run(self);
        self.divisors = outer;
        result
    }

    /// Evaluates an operand that counts only under a condition.
    pub(super) fn where_it_holds<T>(&mut self, condition: TermId, run: impl FnOnce(&mut Self) -> T) -> T {
        self.divisors.conditions.push(condition);
        let result = run(self);
        self.divisors.conditions.pop();
        result
    }

    /// States that the divisor is not 0 where it is evaluated. A divisor that is always 0 is left as it is.
    pub(super) fn divides_by(&mut self, live: TermId, divisor: TermId) {
        let range = self.cx.terms.range(divisor);
        let states = self.divisors.executed && self.cx.config.divisors_not_zero;
        if !states || !range.contains(0) || range == Range::point(0) {
            return;
        }
        self.cx.rest_on(Assumption::NoDivisionByZero);
        let zero = self.cx.terms.int(0);
        let other = self.cx.terms.ne(divisor, zero);
        let here = self.cx.terms.and(&[&[live], &self.divisors.conditions[..]].concat());
        self.cx.fact(here, other);
    }
}
