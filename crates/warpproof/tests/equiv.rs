//! Pairs of kernels in `tests/equiv` with their verdicts.
//!
//! A line `//@ equiv: FIRST SECOND OPTIONS => VERDICT WORDS` compares two kernels of its file. `VERDICT` is `equivalent`, `different`
//! or `unknown`; the words that follow must be among the assumptions (`equivalent`), be the code of the reason
//! (`unknown`), or the condition that is proposed (`different`). A difference must have been replayed. The exit code must fit.

#[path = "../../../tests/suite/mod.rs"]
mod suite;
mod support;

use serde_json::Value;
use std::process::ExitCode;
use suite::{Case, Kind};
use support::warpproof;

fn main() -> ExitCode {
    suite::run(&[Kind::new("equiv", "tests/equiv", differences)])
}

fn differences(case: &Case) -> Vec<String> {
    let path = case.path.to_str().expect("paths of the repository are UTF-8");
    let lines: Vec<&str> = case.headers().filter(|(key, _)| *key == "equiv").map(|(_, line)| line).collect();
    if lines.is_empty() {
        return vec!["no line `//@ equiv:`".to_owned()];
    }
    lines.into_iter().filter_map(|line| Some(format!("{line}\n{}", check(path, line)?))).collect()
}

/// A wrong answer on a line, in words.
fn check(path: &str, line: &str) -> Option<String> {
    let Some((question, expected)) = line.split_once("=>") else {
        return Some("no `=>`".to_owned());
    };
    let words: Vec<&str> = question.split_whitespace().collect();
    let (kernels, options) = words.split_at(2);
    let [first, second] = [0, 1].map(|i: usize| format!("{path}:{}", kernels[i]));
    // No verdict may depend on the load of the machine.
    let mut arguments = vec!["equiv", &first, &second, "--format", "json", "--timeout=600", "--effort=60"];
    arguments.extend(options);
    let run = warpproof(&arguments);
    let Ok(report) = serde_json::from_str::<Value>(&run.stdout) else {
        return Some(format!("no report: {}{}", run.stdout, run.stderr));
    };
    let mut expected = expected.split_whitespace();
    let verdict = expected.next().unwrap_or_default();
    let code = match verdict {
        "equivalent" => 0,
        "different" => 1,
        _ => 3,
    };
    let fits = |word: &str| match verdict {
        "different" => report["proposal"]["condition"].as_str().is_some_and(|c| c.replace(' ', "") == word),
        "equivalent" => report["assumptions"].as_array().is_some_and(|codes| codes.iter().any(|c| c == word)),
        _ => report["reason"]["code"] == word,
    };
    let replayed = report["difference"].is_null() || report["difference"]["replayed"] == true;
    let right = report["verdict"] == verdict && run.code == code && expected.all(fits) && replayed;
    (!right).then(|| format!("exit code {}: {report:#}", run.code))
}
