//! Developer tasks as a library, so that tests can run them too: checks of the tree, comparison of random kernels with
//! executions, the oracle for the lowering, programs for a device, mutants, seeded faults, effects of limits, tables of
//! studies and of suites of real code.
//!
//! Deliberately absent: anything that ships, and any part of a verdict.

mod anchors;
pub mod budget;
pub mod device;
pub mod faults;
pub mod header;
pub mod instructions;
pub mod oracle;
pub mod pairs;
pub mod random;
#[path = "../../../tests/suite/revisions.rs"]
mod revisions;
pub mod shape;
pub mod stages;
pub mod study;
pub mod suites;
pub mod tasks;
pub mod tidy;
pub mod truth;
