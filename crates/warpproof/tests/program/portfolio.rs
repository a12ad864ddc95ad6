//! `--portfolio` from outside, with solvers that are small scripts.

use crate::support::{root, warpproof};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::tempdir;

/// Only a solver decides whether two threads store to one element.
const SQUARES: &str =
    "__global__ void squares(float *a) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i * i] = 1.0f;\n}\n";
/// What a Z3 says that never answers.
const SILENT: (&str, &str) = ("Z3 version 4.15.0 - 64 bit", "exec sleep 1000");

/// A program in this folder that states its version and then follows lines of shell.
fn program(folder: &Path, name: &str, (version, lines): (&str, &str)) -> String {
    let file = folder.join(name);
    fs::write(&file, format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit; fi\n{lines}\n"))
        .unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file.to_str().unwrap().to_owned()
}

/// A check with a cvc5 of this name.
fn with_cvc5(cvc5: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warpproof"));
    command.args(["check", "--no-cache"]).args(arguments).env("WARPPROOF_CVC5", cvc5).current_dir(root());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn what_another_solver_refutes_is_proved() {
    let folder = tempdir().unwrap();
    let kernel = folder.path().join("k.cu");
    fs::write(&kernel, SQUARES).unwrap();
    let silent = program(folder.path(), "silent", SILENT);
    let fake = program(folder.path(), "fake", ("Fake 1", "cat >/dev/null; echo unsat"));
    let (solver, portfolio) = (format!("--solver={silent}"), format!("--portfolio={fake}"));
    let words = ["check", "--no-cache", "--format=json", kernel.to_str().unwrap(), &solver, &portfolio];
    let run = warpproof(&words);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.code, 0, "{report:#}");
    let answers = &report["times"][0]["kernels"][0]["solver_answers"];
    assert!(answers["z3"] == 0 && answers["fake"].as_u64() > Some(0), "{answers}");
}

#[test]
fn a_contradiction_is_an_internal_error() {
    let folder = tempdir().unwrap();
    let kernel = folder.path().join("k.cu");
    fs::write(&kernel, SQUARES).unwrap();
    let silent = program(folder.path(), "silent", SILENT);
    let note = folder.path().join("said");
    let first = program(folder.path(), "first", ("First 1", &format!("echo sat; touch {}", note.display())));
    let lines = format!("while ! [ -e {} ]; do :; done; sleep 0.2; echo unsat", note.display());
    let second = program(folder.path(), "second", ("Second 1", &lines));
    let [solver, first, second] = [("solver", silent), ("portfolio", first), ("portfolio", second)]
        .map(|(option, program)| format!("--{option}={program}"));
    let run = warpproof(&["check", "--no-cache", kernel.to_str().unwrap(), &solver, &first, &second]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    let said = "internal error: first says `sat` and second says `unsat` of the same question";
    assert!(run.stdout.contains("WP0501") && run.stdout.contains(said), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("proved"), "{}", run.stdout);
}

#[test]
fn the_configuration_asks_for_what_is_installed() {
    let folder = tempdir().unwrap();
    let kernel = folder.path().join("k.cu");
    fs::copy(root().join("examples/vector_add.cu"), &kernel).unwrap();
    let kernel = kernel.to_str().unwrap();
    let fake = program(folder.path(), "fake", ("This is cvc5 version 9.9.9", "echo unknown"));
    let answers = |options: &[&str]| {
        let (code, stdout, stderr) = with_cvc5(&fake, &[&[kernel, "--format=json"], options].concat());
        assert_eq!(code, Some(0), "{stdout}{stderr}");
        serde_json::from_str::<Value>(&stdout).unwrap()["times"][0]["kernels"][0]["solver_answers"].clone()
    };
    assert_eq!(answers(&[]), Value::Null);
    let asked = answers(&["--portfolio"]);
    assert!(asked["z3"].is_u64() && asked["cvc5"] == 0, "{asked}");
    fs::write(folder.path().join("warpproof.toml"), "portfolio = true\n").unwrap();
    assert_eq!(answers(&[]), asked);
    assert_eq!(answers(&["--no-config"]), Value::Null);
    let (code, stdout, stderr) = with_cvc5("/bin/false", &[kernel]);
    assert!(code == Some(2) && stdout.contains("WP0505"), "{stdout}{stderr}");
    fs::write(folder.path().join("warpproof.toml"), "portfolio = \"cvc5\"\n").unwrap();
    let (code, stdout, stderr) = with_cvc5(&fake, &[kernel]);
    assert!(code == Some(2) && stdout.contains("WP0508"), "{stdout}{stderr}");
}

#[test]
fn tables_say_who_refuted_what() {
    let folder = tempdir().unwrap();
    let dumped = |file: &str, kernel: &str| {
        let folder = folder.path().join(kernel);
        let (kernel, dump) = (format!("--kernel={kernel}"), format!("--dump-vcs={}", folder.display()));
        let run = warpproof(&["check", "--no-cache", file, &kernel, &dump]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        move |name: &str| {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            text.lines().map(|l| l.split(',').map(str::to_owned).collect::<Vec<_>>()).collect::<Vec<_>>()
        }
    };
    let tasks = dumped("tests/contracts/open_extents.cu", "copied_by_tiles")("tasks.csv");
    assert_eq!(tasks[0], ["script", "refuted", "seconds", "nodes", "solver", "after"]);
    for row in &tasks[1..] {
        let by: Vec<&str> = row[4].split('+').collect();
        let known = by.iter().all(|by| ["structure", "digits", "z3"].contains(by));
        assert!(if row[1] == "true" { known } else { row[4].is_empty() && row[5].is_empty() }, "{row:?}");
    }
    assert!(tasks.iter().any(|row| row[4] == "z3" && row[5].contains("quotients")), "{tasks:?}");
    let clauses = dumped("tests/contracts/vector_add.cu", "vector_add")("clauses.csv");
    // Conjunctions with a false member, or two that negate each other, are no questions.
    assert_eq!((clauses[0][8].as_str(), clauses[1][8].as_str()), ("solver", "z3"));
}
