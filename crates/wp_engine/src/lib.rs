//! The pipeline as one readable function: file to report.
//!
//! `check_file`: parse (Clang), lower (KIR), and for each kernel, several at a time, `check_with`: verify the IR, summarise, run the clients,
//! confirm suspects by replay, and turn what is left into verdicts with their assumptions.

mod arguments;
mod arrays;
mod causes;
mod census;
mod configuration;
mod contracts;
mod discharged;
mod elsewhere;
mod extents;
mod file_errors;
mod findings;
mod fixes;
mod ghosts;
mod guard;
mod inference;
mod invariants;
mod kernel;
mod launches;
mod ledger;
mod modular;
mod observations;
mod options;
mod performance;
mod pipeline;
mod preconditions;
mod premises;
mod progress;
mod remedy;
mod report;
mod required;
mod scalars;
mod schedule;
mod shape;
mod stages;
mod timeline;
mod verdicts;
mod wraps;

pub use configuration::{configuration, Configuration};
pub use discharged::{ProofReport, ProofStep};
pub use elsewhere::{launched_in, Elsewhere};
pub use extents::{block_or_grid, dims, extents, Extents};
pub use inference::{CandidateReport, EngineReport, InferenceReport};
pub use invariants::{invariants, LoopInvariants};
pub use kernel::check_kernel;
pub use options::{is_named, Inference, KernelLaunch, Options, Rules};
pub use pipeline::{check_file, function_spans};
pub use premises::{missing, OF_VALUES};
pub use report::{
    Action, Argument, Arguments, Cause, CauseGroup, ContractTasks, Counts, Coverage, Cure, Edit, Exclusion, FileReport,
    Finding, Fix, KernelReport, LaunchedAt, Need, Precondition, PreconditionSet, Property, PropertyReport, Role, Step,
    ThreadName, Timeline, Times, UnknownReason, Verdict, Witness,
};
pub use required::launch as required_launch;
pub use schedule::STACK;
pub use shape::Shape;
pub use stages::{Means, Stage};
pub use wp_contract::Floats;
pub use wp_infer::{Engine, Fate};
pub use wp_interp::AtomicRaces;
pub use wp_lower::Annotations;
pub use wp_perf::Performance;
pub use wp_solve::Method;
pub use wp_summary::{Memory, Premise, Premises};
