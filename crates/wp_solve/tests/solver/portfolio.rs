//! Further solvers beside Z3: small scripts that answer in different ways, and cvc5 where it is installed.

use crate::common::Pair;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wp_logic::{Class, Range, Sort, TermId, Value};
use wp_solve::{
    find_solver, further_solver, installed_solvers, Answer, Method, Portfolio, Solver, SolverConfig, UnknownCause,
};

/// A program that follows these lines of shell.
fn program(folder: &Path, name: &str, lines: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\ncase \"$1\" in --version) echo Fake 1; exit;; esac\n{lines}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file
}

/// Solvers with these habits. They are asked at once.
fn fakes(folder: &Path, habits: &[&str]) -> Portfolio {
    let of = |(i, habit): (usize, &&str)| {
        let file = program(folder, &format!("fake{i}"), habit);
        // Another thread may have started a process while the file was open.
        (0..100).find_map(|_| further_solver(&file).ok()).unwrap()
    };
    Portfolio::new(habits.iter().enumerate().map(of).collect()).unwrap().at_once()
}

fn solver(portfolio: &Portfolio, cache: Option<&Path>, milliseconds: u64) -> Solver {
    let (program, version) = find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    Solver::new(SolverConfig {
        program: Some(program),
        version: Some(version),
        portfolio: portfolio.clone(),
        cache: cache.map(Path::to_owned),
        digits: false,
        query_timeout: Duration::from_millis(milliseconds),
        ..SolverConfig::default()
    })
}

/// [`Pair::sum_of_cubes`] and its pair.
fn hopeless() -> (Pair, [TermId; 1]) {
    let mut p = Pair::new(true);
    let goal = p.sum_of_cubes();
    (p, [goal])
}

/// Whether one thread races with others, which Z3 knows at once.
fn easy(solver: &mut Solver, shift: i128) -> Answer {
    let mut p = Pair::new(false);
    p.dims(1);
    let i = p.global(0);
    let shift = p.t.int(shift);
    let shifted = p.t.add(i, shift);
    p.check(solver, shifted, i)
}

fn who(solver: &Solver) -> Vec<&str> {
    let names: Vec<&str> = solver.names().collect();
    solver.account().solvers().map(|i| names[i]).collect()
}

/// Says `unsat` of the hopeless question only.
const KNOWS: &str = "if grep -q 114; then echo unsat; else echo unknown; fi";

#[test]
fn the_first_answer_wins_and_z3_goes_on_with_the_next_question() {
    let folder = tempfile::tempdir().unwrap();
    let portfolio = fakes(folder.path(), &[KNOWS]);
    let mut solver = solver(&portfolio, None, 1000 * 1000);
    let (mut p, goal) = hopeless();
    assert_eq!(solver.refutes(&mut p.t, &goal, 1), Ok(Some(Method::Smt)));
    assert_eq!(who(&solver), ["fake0"]);
    let stats = solver.stats();
    assert_eq!((stats.answers, stats.restarts, stats.cut_off), ([0, 1, 0, 0], 0, 0));
    assert!(easy(&mut solver, 0).is_unsat());
    assert_eq!(who(&solver), ["z3"]);
    assert!(matches!(easy(&mut solver, 1), Answer::Sat(_)));
    assert_eq!(solver.stats().answers, [2, 1, 0, 0]);
}

#[test]
fn z3_is_ended_when_it_is_too_late() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let (z3, version) = find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    let lines = format!("echo $$ >{}\nexec {} \"$@\"", note.display(), z3.display());
    let wrapped = program(folder.path(), "wrapped", &lines);
    // Answers when Z3 has been started.
    let habit = format!("while ! [ -s {} ]; do :; done; echo unsat", note.display());
    let portfolio = fakes(folder.path(), &[&habit]);
    let mut solver = Solver::new(SolverConfig {
        program: Some(wrapped),
        version: Some(version),
        portfolio,
        query_timeout: Duration::from_secs(1000),
        ..SolverConfig::default()
    });
    let (mut p, goal) = hopeless();
    assert_eq!(solver.refutes(&mut p.t, &goal, 1), Ok(Some(Method::Smt)));
    let pid = std::fs::read_to_string(&note).unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "{pid}");
}

#[test]
fn others_may_be_silent_crash_or_talk_nonsense() {
    let folder = tempfile::tempdir().unwrap();
    for habits in [
        &["exec sleep 1000"][..],
        &["exit 1", "kill -9 $$"],
        &["echo maybe; echo unsat", "echo '(error \"x\")'; echo unsat"],
        &["echo unknown", "echo sat; echo nothing"],
    ] {
        let portfolio = fakes(folder.path(), habits);
        let mut solver = solver(&portfolio, None, 200);
        let (mut p, goal) = hopeless();
        assert!(matches!(solver.refutes(&mut p.t, &goal, 1), Err(UnknownCause::Timeout | UnknownCause::Incomplete)));
        assert_eq!(solver.stats().answers, [0; 4], "{habits:?}");
        assert!(matches!(easy(&mut solver, 1), Answer::Sat(_)), "{habits:?}");
        assert_eq!(portfolio.disagreement(), None);
    }
}

#[test]
fn values_of_another_solver_are_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    let portfolio = fakes(folder.path(), &["echo sat; echo '((f0 1) (f1 2) (f2 (- 3)))'"]);
    let (mut p, goal) = hopeless();
    let answer = solver(&portfolio, None, 1000 * 1000).check(&mut p.t, &goal);
    // 1 + 8 - 27 is not 114.
    assert!(answer.model().is_some_and(|model| model.approximate), "{answer:?}");
}

#[test]
fn after_a_contradiction_nothing_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("said");
    let first = format!("echo sat; touch {}", note.display());
    let second = format!("while ! [ -e {} ]; do :; done; sleep 0.2; echo unsat", note.display());
    let portfolio = fakes(folder.path(), &[&first, &second]);
    let mut solver = solver(&portfolio, None, 1000 * 1000);
    let (mut p, goal) = hopeless();
    let words = "fake0 says `sat` and fake1 says `unsat` of the same question";
    assert_eq!(solver.refutes(&mut p.t, &goal, 1), Err(UnknownCause::Died(words.to_owned())));
    assert_eq!(portfolio.disagreement(), Some(words));
    for solver in [&mut solver.sibling(), &mut solver.from_scratch(), &mut solver] {
        assert!(matches!(easy(solver, 0), Answer::Unknown(UnknownCause::Died(_))));
    }
}

#[test]
fn what_others_found_out_is_kept_for_portfolios_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (with, without) = (fakes(folder.path(), &[KNOWS]), Portfolio::default());
    let cache = folder.path().join("answers");
    let ask = |portfolio: &Portfolio| {
        let mut solver = solver(portfolio, Some(&cache), 100);
        let (mut p, goal) = hopeless();
        let refuted = matches!(solver.refutes(&mut p.t, &goal, 1), Ok(Some(_)));
        let who = who(&solver).join(" ");
        (refuted, who, solver.stats())
    };
    // What Z3 gave up on is no answer with a portfolio.
    let (refuted, _, before) = ask(&without);
    assert!(!refuted && before.scripts == 1);
    let (refuted, by, first) = ask(&with);
    assert!(refuted && by == "fake0" && first.answers == [0, 1, 0, 0], "{first:?}");
    // The second time nobody is asked.
    let (refuted, by, second) = ask(&with);
    assert!(refuted && by == "fake0" && second.scripts == 0 && second.cached == 1, "{second:?}");
    assert_eq!(second.spent, first.spent);
    // And a run without it is as it was.
    let (refuted, by, after) = ask(&without);
    assert!(!refuted && by.is_empty(), "{after:?}");
    assert_eq!(after.spent, before.spent);
}

#[test]
fn what_z3_answers_is_kept_for_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let (with, without) = (fakes(folder.path(), &["echo unknown"]), Portfolio::default());
    let cache = folder.path().join("answers");
    let mut first = solver(&with, Some(&cache), 2000);
    assert!(easy(&mut first, 0).is_unsat());
    for portfolio in [&without, &with] {
        let mut later = solver(portfolio, Some(&cache), 2000);
        assert!(easy(&mut later, 0).is_unsat());
        assert_eq!((later.stats().scripts, who(&later)), (0, vec!["z3"]));
        assert_eq!(later.stats().spent, first.stats().spent);
    }
}

#[test]
fn operations_on_floats_are_for_z3_alone() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    // x + 1.0f < 2.5f
    let mut p = Pair::new(true);
    let float = Sort::Float(32);
    let add = p.t.func("fadd", &[float, float], float, Class::Launch, Range::ALL);
    let less = p.t.func("flt", &[float, float], Sort::Bool, Class::Launch, Range::ALL);
    let x = p.t.sym("x", float, Class::Launch, Range::ALL);
    let [one, limit] = [1f32, 2.5].map(|value| p.t.float(32, u64::from(value.to_bits())));
    let sum = p.t.app(add, &[x, one]);
    let guard = p.t.app(less, &[sum, limit]);
    // What is asked of all, the operations being unknown functions.
    let silent = program(folder.path(), "silent", "exec sleep 1000");
    let portfolio = fakes(folder.path(), &[&format!("cat >>{}; echo unsat", log.display())]);
    let config = SolverConfig { program: Some(silent), portfolio, ..SolverConfig::default() };
    assert!(Solver::new(config).check(&mut p.t, &[guard]).is_unsat());
    assert!(std::fs::read_to_string(&log).unwrap().contains("fadd"));
    // What is asked of Z3.
    let portfolio = fakes(folder.path(), &[&format!("cat >>{}; echo unknown", log.display())]);
    let answer = solver(&portfolio, None, 20000).check(&mut p.t, &[guard]);
    assert!(answer.model().is_some_and(|model| !model.approximate), "{answer:?}");
    assert!(!std::fs::read_to_string(&log).unwrap().contains("fp."));
}

/// cvc5 alone, beside a Z3 that never says a word; `None` where it is not installed. Continuous integration names one.
fn cvc5(folder: &Path) -> Option<Solver> {
    let solvers = installed_solvers().unwrap_or_else(|why| panic!("{why}"));
    assert!(solvers.iter().all(|s| s.name == "cvc5"), "{solvers:?}");
    if solvers.is_empty() {
        return None;
    }
    Some(Solver::new(SolverConfig {
        program: Some(program(folder, "silent", "exec sleep 1000")),
        portfolio: Portfolio::new(solvers).unwrap().at_once(),
        digits: false,
        query_timeout: Duration::from_secs(60),
        ..SolverConfig::default()
    }))
}

#[test]
fn cvc5_proves_and_finds_models() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut solver) = cvc5(folder.path()) else { return };
    assert!(easy(&mut solver, 0).is_unsat());
    assert_eq!(who(&solver), ["cvc5"]);
    let mut p = Pair::new(true);
    p.dims(1);
    let one = p.t.int(1);
    let next = p.t.add(p.tid[0], one);
    let conjuncts = p.race(p.tid[0], next);
    let Answer::Sat(model) = solver.check(&mut p.t, &conjuncts) else { panic!() };
    assert!(!model.approximate);
    for &c in &conjuncts {
        assert_eq!(model.eval(&p.t, c), Some(Value::Bool(true)), "{}", p.t.display(c));
    }
    assert_eq!(solver.stats().answers[0], 0);
}

#[test]
fn cvc5_knows_bitwise_operators() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut solver) = cvc5(folder.path()) else { return };
    // x & y = 6 and x | y = 15 has models, and they need more than facts about the operators.
    let mut p = Pair::new(true);
    let (x, y) = (p.param("x", 0, 255), p.param("y", 0, 255));
    let (and, or) = (p.t.bit_and(x, y), p.t.bit_or(x, y));
    let (six, fifteen) = (p.t.int(6), p.t.int(15));
    let both = [p.t.eq(and, six), p.t.eq(or, fifteen)];
    let Answer::Sat(model) = solver.check(&mut p.t, &both) else { panic!() };
    assert!(!model.approximate);
    let (x, y) = (model.int(x).unwrap(), model.int(y).unwrap());
    assert_eq!((x & y, x | y), (6, 15));
}
