//! Further solvers that are asked beside Z3: the first answer counts.
//!
//! The first answer depends on the clock, so verdicts with a portfolio may differ from run to run; portfolios are used
//! only on request. Answers of every solver are trusted like those of Z3. If one solver answers `sat` and another one
//! `unsat` to the same question, one of them or the question is wrong, and no further answer is used.

use crate::dialect::Dialect;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The most solvers with statistics of their own, Z3 included.
pub const MAX_SOLVERS: usize = 4;
/// Name of the solver that is always asked.
const FIRST: &str = "z3";
/// Most questions are answered by Z3 in less than this; then no other process is started.
const HEAD_START: Duration = Duration::from_millis(50);

/// A solver beside Z3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Further {
    /// The program.
    pub program: PathBuf,
    /// The solver's name in reports.
    pub name: String,
    /// The version that the solver prints.
    pub version: String,
    pub(crate) dialect: Dialect,
}

/// The solvers beside Z3, and whether they were caught at contradicting each other. Clones are the same portfolio.
#[derive(Clone, Debug)]
pub struct Portfolio {
    solvers: Arc<[Further]>,
    head_start: Duration,
    disagreement: Arc<OnceLock<String>>,
}

impl Default for Portfolio {
    fn default() -> Self {
        Self { solvers: Arc::new([]), head_start: HEAD_START, disagreement: Arc::default() }
    }
}

impl Portfolio {
    /// These solvers; an error when there are too many. Those of one name are numbered.
    pub fn new(mut solvers: Vec<Further>) -> Result<Self, String> {
        if solvers.len() >= MAX_SOLVERS {
            return Err(format!("at most {} solvers are asked beside Z3", MAX_SOLVERS - 1));
        }
        let mut seen = vec![FIRST.to_owned()];
        for solver in &mut solvers {
            let number = 1 + seen.iter().filter(|name| **name == solver.name).count();
            seen.push(solver.name.clone());
            if number > 1 {
                solver.name = format!("{}#{number}", solver.name);
            }
        }
        Ok(Self { solvers: solvers.into(), ..Self::default() })
    }

    /// The same solvers, asked at once and not only when Z3 needs time.
    pub fn at_once(self) -> Self {
        Self { head_start: Duration::ZERO, ..self }
    }

    /// The solvers beside Z3.
    pub fn solvers(&self) -> &[Further] {
        &self.solvers
    }

    /// The names of all solvers, Z3 first: the order of positions in statistics.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(FIRST).chain(self.solvers.iter().map(|s| s.name.as_str()))
    }

    /// Two solvers that contradicted each other: no proof of this run can be trusted.
    pub fn disagreement(&self) -> Option<&str> {
        self.disagreement.get().map(String::as_str)
    }

    pub(crate) fn head_start(&self) -> Duration {
        self.head_start
    }

    pub(crate) fn report(&self, disagreement: String) {
        // The first one is as good as any other.
        let _ = self.disagreement.set(disagreement);
    }
}

/// The solver that a program is, by its `--version` output.
pub fn further_solver(program: &Path) -> Result<Further, String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|e| format!("{} cannot be run: {e}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let Some(first) = said.lines().next().filter(|_| output.status.success()) else {
        return Err(format!("{} does not state its version", program.display()));
    };
    let (dialect, known) = Dialect::recognise(&said);
    let (name, version) = match known {
        Some((name, version)) => (name.to_owned(), version),
        None => (program.file_stem().unwrap_or_default().to_string_lossy().into_owned(), first.trim().to_owned()),
    };
    Ok(Further { program: program.to_owned(), name, version, dialect })
}

/// The further solvers that are installed: `$WARPPROOF_CVC5`, which must be usable then, else the first `cvc5` of
/// `PATH`.
pub fn installed_solvers() -> Result<Vec<Further>, String> {
    if let Some(named) = std::env::var_os("WARPPROOF_CVC5").filter(|v| !v.is_empty()) {
        return further_solver(Path::new(&named)).map(|solver| vec![solver]);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|dir| dir.join("cvc5")).find(|program| program.is_file());
    Ok(found.and_then(|program| further_solver(&program).ok()).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Further {
        Further { program: name.into(), name: name.into(), version: "1".into(), dialect: Dialect::Standard }
    }

    #[test]
    fn solvers_have_names_of_their_own() {
        let portfolio = Portfolio::new(vec![named("cvc5"), named("z3"), named("cvc5")]).unwrap();
        assert_eq!(portfolio.names().collect::<Vec<_>>(), ["z3", "cvc5", "z3#2", "cvc5#2"]);
        let portfolio = Portfolio::new(["a", "a", "a"].map(named).to_vec()).unwrap();
        assert_eq!(portfolio.names().collect::<Vec<_>>(), ["z3", "a", "a#2", "a#3"]);
        assert!(Portfolio::new(["a", "b", "c", "d"].map(named).to_vec()).is_err());
    }

    #[test]
    fn a_disagreement_is_known_to_all_clones() {
        let portfolio = Portfolio::new(vec![named("cvc5")]).unwrap();
        let clone = portfolio.clone();
        clone.report("z3 and cvc5".to_owned());
        assert_eq!(portfolio.disagreement(), Some("z3 and cvc5"));
        assert_eq!(Portfolio::new(vec![named("cvc5")]).unwrap().disagreement(), None);
    }

    #[test]
    fn what_is_no_solver_is_explained() {
        assert!(further_solver(Path::new("no-such-folder/cvc5")).unwrap_err().contains("cannot be run"));
        assert!(further_solver(Path::new("/bin/false")).unwrap_err().contains("version"));
    }
}
