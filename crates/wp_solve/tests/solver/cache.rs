//! A later run of the same questions needs no solver, and answers the same.

use crate::common::Pair;
use std::time::Duration;
use wp_logic::{TermId, Value};
use wp_solve::{find_solver, Answer, Solver, SolverConfig};

fn solver(cache: &std::path::Path) -> Solver {
    let (program, version) = find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    Solver::new(SolverConfig {
        program: Some(program),
        version: Some(version),
        cache: Some(cache.to_owned()),
        digits: false,
        query_timeout: Duration::from_millis(500),
        ..SolverConfig::default()
    })
}

/// What can be said of a pair of accesses to `i + shift` and `i`, and of a hopeless equation.
fn questions(solver: &mut Solver) -> Vec<String> {
    let mut said = Vec::new();
    for shift in 0..3 {
        let mut p = Pair::new(false);
        p.dims(1);
        let i = p.global(0);
        let shift = p.t.int(shift);
        let shifted = p.t.add(i, shift);
        let answer = p.check(solver, shifted, i);
        said.push(show(&p, &answer));
    }
    let mut p = Pair::new(true);
    let goal = p.sum_of_cubes();
    let answer = solver.check(&mut p.t, &[goal]);
    said.push(show(&p, &answer));
    said
}

fn show(p: &Pair, answer: &Answer) -> String {
    match answer {
        Answer::Sat(model) => {
            let entries: Vec<(String, Value)> =
                model.entries.iter().map(|&(t, v): &(TermId, Value)| (p.t.display(t), v)).collect();
            format!("sat {entries:?}")
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn a_later_run_asks_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = solver(dir.path());
    let said = questions(&mut first);
    assert!(said[0].starts_with("Unsat") && said[1].starts_with("sat"), "{said:?}");
    let mut second = solver(dir.path());
    assert_eq!(questions(&mut second), said);
    let (first, second) = (first.stats(), second.stats());
    assert!(first.scripts > 0 && first.cached == 0, "{first:?}");
    // What the clock cut off is not kept; there is none on a machine that is not stopped.
    assert_eq!(second.scripts, first.cut_off, "{second:?}");
    assert_eq!(second.spent, first.spent);
}

#[test]
fn without_a_solver_nothing_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let config = SolverConfig { disabled: true, cache: Some(dir.path().to_owned()), ..SolverConfig::default() };
    let mut solver = Solver::new(config);
    questions(&mut solver);
    let stats = solver.stats();
    assert_eq!((stats.scripts, stats.cached), (0, 0));
    // The terms that the questions are made of are effort too.
    assert!(stats.spent > 0);
}

#[test]
fn another_limit_is_another_question() {
    let dir = tempfile::tempdir().unwrap();
    questions(&mut solver(dir.path()));
    let (program, _) = find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    let mut other = Solver::new(SolverConfig {
        program: Some(program),
        cache: Some(dir.path().to_owned()),
        digits: false,
        query_timeout: Duration::from_millis(250),
        ..SolverConfig::default()
    });
    questions(&mut other);
    assert_eq!(other.stats().cached, 0);
}
