//! Checks every program of `tests/programs` as it is, without options, and compares the verdicts with those that stand beside its kernels.
//!
//! A program has host and device code, as people write them, and beside its kernels at least one twin with a fault. A property that the
//! verifier cannot show today is `inconclusive`, with the cause in a comment.

use crate::expectation;
use crate::reading::Reading;
use crate::suite::{Case, Kind};

pub const KIND: Kind = Kind::new("programs", "tests/programs", differences);

fn differences(case: &Case) -> Vec<String> {
    let expect = match expectation::expected(case) {
        Ok(expect) => expect,
        Err(problem) => return vec![problem],
    };
    let reading = Reading::new(&case.path, &expect.options.parsing());
    let mut wrong = expectation::compare(&expect, &reading.check(&expect.options));
    wrong.extend(reading.miscount());
    if case.text.contains("//@ flags:") {
        wrong.push("programs are checked without options".to_owned());
    }
    let expects = |value: &str| expect.kernels.iter().flat_map(|(_, e)| e).any(|e| e.value == value);
    if !expects("refuted") || !expects("proved") {
        wrong.push("a program has a proved kernel and a refuted twin".to_owned());
    }
    wrong
}
