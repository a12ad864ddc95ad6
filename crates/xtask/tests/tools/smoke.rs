//! A few random kernels: what is proved does not fail in any execution, and what is refuted does in one.

use std::time::Duration;
use wp_engine::Options;
use xtask::random::{compare, render, Config};

#[test]
fn verdicts_agree_with_executions() {
    let out = tempfile::tempdir().unwrap();
    let config = Config {
        count: 60,
        seed: 1,
        batch: 30,
        any_launch: false,
        truth_only: false,
        out: out.path().to_owned(),
        options: Options { timeout: Duration::from_secs(20), ..Options::default() },
    };
    let statistics = compare(&config, |_| {}).unwrap();
    assert!(statistics.disagreements.is_empty(), "{}", render(&statistics));
    assert!(statistics.failures.is_empty(), "{}", render(&statistics));
    let with = |truth: &str| statistics.races.iter().filter(|((t, _), _)| *t == truth).map(|(_, n)| n).sum::<usize>();
    // The comparison says something only when both kinds of kernels are there.
    assert!(with("racy") >= 12 && with("race-free") >= 20, "{}", render(&statistics));
}
