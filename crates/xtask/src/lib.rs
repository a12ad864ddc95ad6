//! Developer tasks as a library, so that tests can run them too.

pub mod faults;
pub mod header;
pub mod oracle;
pub mod pairs;
pub mod random;
#[path = "../../../tests/suite/revisions.rs"]
mod revisions;
pub mod study;
pub mod tasks;
pub mod tidy;
pub mod truth;
