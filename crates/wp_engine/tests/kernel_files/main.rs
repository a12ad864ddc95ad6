//! A test for each kernel file below the folders of `tests`.

#[path = "../changes/mod.rs"]
mod changes;
mod contracts;
mod dumps;
mod engines;
#[path = "../expectation/mod.rs"]
mod expectation;
mod fixes;
mod kernels;
mod preconditions;
mod programs;
#[path = "../reading/mod.rs"]
mod reading;
#[path = "../../../../tests/suite/mod.rs"]
mod suite;

use std::process::ExitCode;

fn main() -> ExitCode {
    suite::run(&[
        contracts::KIND,
        dumps::KIND,
        engines::KIND,
        fixes::KIND,
        kernels::KIND,
        preconditions::KIND,
        programs::KIND,
    ])
}
