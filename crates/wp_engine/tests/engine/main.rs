//! Tests of the engine that are no kernel file each.

mod census;
#[path = "../changes/mod.rs"]
mod changes;
mod classes;
#[path = "../expectation/mod.rs"]
mod expectation;
mod expectations;
mod ghosts;
mod hip;
mod limits;
mod pages;
mod performance;
mod projects;
#[path = "../reading/mod.rs"]
mod reading;
mod reports;
#[path = "../../../../tests/suite/mod.rs"]
mod suite;
