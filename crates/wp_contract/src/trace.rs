//! The obligations of a proof of a clause that the solver was asked about: for tables and for other solvers.

use wp_logic::{TermId, Terms};
use wp_solve::{Method, Solver};

/// The refutation of a conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// `structure`, `digits`, or the names of the solvers that were needed.
    pub by: Vec<String>,
    /// The transformations of the conjunction before.
    pub after: Vec<&'static str>,
}

impl Proof {
    /// The method of the solver's last answer.
    pub(crate) fn of(solver: &Solver, method: Method) -> Self {
        let (names, account): (Vec<&str>, _) = (solver.names().collect(), solver.account());
        let mut by: Vec<String> = account.solvers().filter_map(|i| names.get(i)).map(|&name| name.to_owned()).collect();
        if by.is_empty() {
            by.push(if method == Method::Structural { "structure" } else { "digits" }.to_owned());
        }
        Self { by, after: account.steps().collect() }
    }
}

/// A conjunction that was to be refuted.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The method that refuted it, if it was refuted.
    pub refuted: Option<Proof>,
    /// Seconds that the answer took.
    pub seconds: f64,
    /// Different subterms of the conjunction.
    pub nodes: usize,
    /// The conjunction as SMT-LIB, where that is kept: unsatisfiable if it was refuted.
    pub script: Option<String>,
}

/// The tasks of a clause.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// True if scripts are kept.
    pub scripts: bool,
    /// The tasks in order. A failed attempt leaves its tasks too.
    pub tasks: Vec<Task>,
    /// Seconds for everything, the solver included.
    pub seconds: f64,
}

impl Trace {
    /// Seconds that the solver took.
    pub fn solving(&self) -> f64 {
        self.tasks.iter().map(|t| t.seconds).sum()
    }

    pub(crate) fn note(&mut self, terms: &Terms, conjuncts: &[TermId], refuted: Option<Proof>, seconds: f64) {
        let nodes = terms.subterms(conjuncts, |_| false).len();
        let script = self.scripts.then(|| wp_solve::script(terms, conjuncts));
        self.tasks.push(Task { refuted, seconds, nodes, script });
    }
}
