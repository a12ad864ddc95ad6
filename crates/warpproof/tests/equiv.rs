//! Pairs of kernels in `tests/equiv` with their verdicts.
//!
//! A line `//@ equiv: FIRST SECOND OPTIONS => VERDICT WORDS` compares two kernels of its file. `VERDICT` is `equivalent`, `different`
//! or `unknown`; the words that follow must be among the assumptions (`equivalent`), be the code of the reason
//! (`unknown`), or the condition that is proposed (`different`). A difference must have been replayed. The exit code must fit.

mod support;

use serde_json::Value;
use std::fs;
use std::sync::Mutex;
use support::{root, warpproof};

/// What is wrong with the answer on a line, if anything is.
fn check(path: &str, line: &str) -> Option<String> {
    let (question, expected) = line.split_once("=>")?;
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
    let verdict = expected.next()?;
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

#[test]
fn pairs_have_the_stated_verdicts() {
    let mut files: Vec<_> = fs::read_dir(root().join("tests/equiv")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut lines = Vec::new();
    for file in &files {
        let path = file.to_str().unwrap().to_owned();
        for line in fs::read_to_string(file).unwrap().lines() {
            if let Some(line) = line.strip_prefix("//@ equiv: ") {
                lines.push((path.clone(), line.to_owned()));
            }
        }
    }
    assert!(lines.len() > 40);
    let wrong = Mutex::new(Vec::new());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some((path, line)) = lines.get(index) else { return };
                if let Some(what) = check(path, line) {
                    wrong.lock().unwrap().push(format!("{path}: {line}\n{what}"));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn bad_input_is_said_in_one_message() {
    let file = "tests/equiv/elementwise.cu";
    let refused = |arguments: &[&str], part: &str| {
        let run = warpproof(arguments);
        assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(part), "no `{part}` in {}", run.stderr);
    };
    let (plain, average) = (format!("{file}:plain"), format!("{file}:average"));
    refused(&["equiv", &plain, "no/such.cu:k", "--block", "4"], "WP0503");
    refused(&["equiv", &plain, &format!("{file}:nobody"), "--block", "4"], "WP0506");
    refused(&["equiv", &plain, file, "--block", "4"], "several kernels");
    refused(&["equiv", &plain, &average, "--block", "4"], "elements of type");
    refused(&["equiv", &plain, &plain, "--block", "4", "--map", "out=n"], "one is an array");
    refused(&["equiv", &plain, &plain, "--block", "4", "--set", "m=3"], "has a scalar parameter `m`");
    let file = "tests/equiv/sequences.cu";
    let (two, both) = (format!("{file}:scale,mirror"), format!("{file}:both"));
    refused(&["equiv", &format!("{file}:scale,"), &both, "--block", "4"], "a name of a kernel is missing");
    refused(&["equiv", &format!("{file}:scale,mirror(tmp)"), &both, "--block", "4"], "has no kernel `mirror(tmp)`");
    refused(&["equiv", &format!("{file}:scale(m=n),mirror"), &both, "--block", "4"], "has no parameter `m`");
    refused(&["equiv", &format!("{file}:scale,mirror(tmp=n)"), &both, "--block", "4"], "does not have the type");
    refused(&["equiv", &two, &both, "--block-a", "4", "--block-a", "4", "--block-a", "4"], "3 sizes are given");
    refused(&["equiv", &two, &both, "--requires", "b2.gridDim.x == 1"], "has 1 kernel(s)");
    refused(&["equiv", &two, &both, "--requires", "a.gridDim.x == a2.gridDim.x"], "say `a1.gridDim.x`");
    refused(
        &["equiv", &format!("{file}:partial,total"), &format!("{file}:serial"), "--block", "4"],
        "say with --requires",
    );
}
