//! The refutation of a conjunction: the methods that refuted it, and the transformations before.

use crate::portfolio::MAX_SOLVERS;

/// A transformation of a conjunction before a solver sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Step {
    /// Cases of a mask (`masks`).
    Masks,
    /// Simplified (`simplify`).
    Simplified,
    /// Wraps and quotients decided by guards (`quotients`).
    Quotients,
    /// Only the members about numbers (`slice`).
    Slice,
    /// Cases of exponents (`split`).
    Split,
    /// Cases of conditions and small quotients (`cases`).
    Cases,
}

const STEPS: [(Step, &str); 6] = [
    (Step::Masks, "masks"),
    (Step::Simplified, "simplified"),
    (Step::Quotients, "quotients"),
    (Step::Slice, "slice"),
    (Step::Split, "split"),
    (Step::Cases, "cases"),
];

/// The refutation of a conjunction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Account {
    solvers: u8,
    steps: u8,
}

impl Account {
    /// The solvers that said `unsat`, as positions in [`crate::Portfolio::names`]; none where none was needed.
    pub fn solvers(self) -> impl Iterator<Item = usize> {
        (0..MAX_SOLVERS).filter(move |i| self.solvers & (1 << i) != 0)
    }

    /// The transformations that the conjunction went through, by name.
    pub fn steps(self) -> impl Iterator<Item = &'static str> {
        STEPS.into_iter().filter(move |(step, _)| self.steps & (1 << *step as u8) != 0).map(|(_, name)| name)
    }

    pub(crate) fn solved_by(self, solver: usize) -> Account {
        Account { solvers: self.solvers | 1 << solver, ..self }
    }

    pub(crate) fn after(self, step: Step) -> Account {
        Account { steps: self.steps | 1 << step as u8, ..self }
    }

    pub(crate) fn and(self, other: Account) -> Account {
        Account { solvers: self.solvers | other.solvers, steps: self.steps | other.steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_add_up() {
        let a = Account::default().solved_by(0).after(Step::Cases);
        let b = Account::default().solved_by(2).after(Step::Simplified);
        let both = a.and(b);
        assert_eq!(both.solvers().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(both.steps().collect::<Vec<_>>(), ["simplified", "cases"]);
    }
}
