//! What a proof of a clause asked of the solver: for tables and for other solvers.

use wp_logic::{TermId, Terms};

/// A conjunction that was to be refuted.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Whether it was.
    pub refuted: bool,
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
    /// Whether scripts are kept.
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

    pub(crate) fn note(&mut self, terms: &Terms, conjuncts: &[TermId], refuted: bool, seconds: f64) {
        let nodes = terms.subterms(conjuncts, |_| false).len();
        let script = self.scripts.then(|| wp_solve::script(terms, conjuncts));
        self.tasks.push(Task { refuted, seconds, nodes, script });
    }
}
