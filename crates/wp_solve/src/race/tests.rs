//! Solvers that are small scripts, each with a habit of its own.

use super::*;
use crate::encode::Style;
use crate::portfolio::further_solver;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Keeps the script file alive while nothing else is written in this process: a file that is open for writing cannot be run.
fn fakes(folder: &Path, habits: &[&str]) -> Portfolio {
    let of = |(i, habit): (usize, &&str)| {
        let file = folder.join(format!("fake{i}"));
        let text = format!("#!/bin/sh\ncase \"$1\" in --version) echo Fake 1; exit;; esac\n{habit}\n");
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        (0..100).find_map(|_| further_solver(&file).ok()).unwrap()
    };
    Portfolio::new(habits.iter().enumerate().map(of).collect()).unwrap()
}

/// The answer of a race, and what contradicts what, `first` being what Z3 says.
fn race(habits: &[&str], first: Option<&Said>) -> (Option<(usize, Said)>, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let script = Script { text: "(assert true)\n".to_owned(), names: Vec::new(), style: Style::default() };
    let readable = |values: &str| values == "((f0 5))" || values == "()";
    let allowance = Allowance { effort: Duration::from_secs(60), patience: Duration::from_secs(60), memory_mb: 1000 };
    let portfolio = fakes(folder.path(), habits);
    let mut race = Race::new(&portfolio, &script, &readable, allowance);
    race.run();
    (race.answer(), race.contradiction(first))
}

#[test]
fn answers_are_read() {
    assert_eq!(race(&["cat >/dev/null; echo unsat"], None), (Some((0, Said::Unsat)), None));
    assert_eq!(race(&["echo unsat; echo '(error \"no model\")'"], None), (Some((0, Said::Unsat)), None));
    // White space is only a separator.
    let model = Said::Sat("((f0 5))".to_owned());
    assert_eq!(race(&["echo; echo sat; echo '((f0'; echo ' 5))'"], None), (Some((0, model)), None));
    assert_eq!(race(&["echo sat"], None).0, Some((0, Said::Sat("()".to_owned()))));
}

#[test]
fn whatever_else_is_said_is_no_answer() {
    for habit in [
        "echo unknown",
        "exit 3",
        "kill -9 $$",
        "echo lorem ipsum; echo unsat",
        "echo '(error \"line 1\")'; echo unsat",
        "echo unsatisfiable",
        "echo unsat, or so it seems",
        "echo sat; echo '(error \"no model\")'",
        "echo sat; exec yes",
        "exec yes ''",
        "exec yes sat",
    ] {
        assert_eq!(race(&[habit], None), (None, None), "{habit}");
        // The others go on.
        assert_eq!(
            race(&[habit, "echo unknown", "cat >/dev/null; echo unsat"], None).0,
            Some((2, Said::Unsat)),
            "{habit}"
        );
    }
}

#[test]
fn the_question_is_put_as_a_whole() {
    let expected = "(set-option :produce-models true) (set-logic ALL) (assert true) (check-sat) (exit)";
    let habit = format!("if [ \"$(tr '\\n' ' ')\" = \"{expected} \" ]; then echo unsat; else echo unknown; fi");
    assert_eq!(race(&[&habit], None).0, Some((0, Said::Unsat)));
}

#[test]
fn contradictions_are_noticed() {
    let words = "z3 says `sat` and fake0 says `unsat` of the same question";
    let z3 = Said::Sat("()".to_owned());
    assert_eq!(race(&["echo unsat"], Some(&z3)).1.as_deref(), Some(words));
    assert_eq!(race(&["echo unsat"], Some(&Said::Unsat)).1, None);
    assert_eq!(race(&["echo unsat"], Some(&Said::Limit)).1, None);
    // Also a claim without values contradicts.
    let words = "fake0 says `sat` and z3 says `unsat` of the same question";
    assert_eq!(race(&["echo sat; echo nonsense"], Some(&Said::Unsat)).1.as_deref(), Some(words));
    assert_eq!(race(&["echo sat"], Some(&Said::Unsat)).1.as_deref(), Some(words));
}

#[test]
fn no_process_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let habit = format!("echo $$ >{0}.new; mv {0}.new {0}; exec sleep 1000", note.display());
    let portfolio = fakes(folder.path(), &[&habit]).at_once();
    let script = Script { text: String::new(), names: Vec::new(), style: Style::default() };
    let allowance = Allowance { effort: Duration::MAX, patience: Duration::MAX, memory_mb: 1000 };
    let mut race = Race::new(&portfolio, &script, &|_| true, allowance);
    let pid = loop {
        assert!(!race.is_won());
        if let Ok(pid) = std::fs::read_to_string(&note) {
            break pid.trim().parse().unwrap();
        }
        std::thread::yield_now();
    };
    // SAFETY: signal 0 is sent to nobody; only whether the process exists is asked.
    let lives = || unsafe { libc::kill(pid, 0) } == 0;
    assert!(lives());
    drop(race);
    assert!(!lives());
}

#[test]
fn who_takes_too_long_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let script = Script { text: String::new(), names: Vec::new(), style: Style::default() };
    for (habit, effort, patience) in [("exec sleep 1000", 1000, 0), ("while :; do :; done", 0, 1000)] {
        let portfolio = fakes(folder.path(), &[habit]);
        let [effort, patience] = [effort, patience].map(Duration::from_secs);
        let mut race = Race::new(&portfolio, &script, &|_| true, Allowance { effort, patience, memory_mb: 1000 });
        race.run();
        assert_eq!(race.answer(), None);
        assert!(race.runners.iter().all(|r| matches!(r.state, State::Done)));
    }
}
