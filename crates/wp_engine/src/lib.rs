//! The pipeline as one readable function: file to report.
//!
//! `check_file`: parse (Clang), lower (KIR), and for each kernel, several at a time, `check_with`: verify the IR,
//! summarise, run the clients, confirm suspects by replay, and turn the rest into verdicts with their assumptions.
//!
//! # Modules
//!
//! - Files: `pipeline`, `schedule` (verifications side by side, each with a solver of its own and a share of the time),
//!   `guard` (limits of time and memory), `census` (kernels and launches that only the source has are errors),
//!   `launches` and `elsewhere` (launches in this file and in others), `file_errors`, `file_kernels` (the kernels of a file
//!   for commands without a report).
//! - One kernel: `kernel`, `progress` (attempts with growing knowledge), `stages` (knowledge and results of each
//!   attempt), `inference` and `invariants` (loops), `required`, `arrays` and `scalars` (facts from preconditions and
//!   options), `ghosts`, `observations`, `contracts`, `modular`.
//! - Verdicts: `properties`, `verdicts`, `discharged` (proofs by subject), `premises` (the fixpoint over premises),
//!   `ledger` (assumptions), `findings`, `causes` (grouping of findings), `remedy` (advice), `wraps` (wrap-around by
//!   name), `timeline`, `arguments`, `report`.
//! - Searches: `preconditions` (`candidates`, `condition`, `search`, `sample`, `need`), `preconditions/classes` with
//!   `usual`, `reached`, `fitting` and `contents` (classes of refutations), `fixes` (`statements`, `places`, `edit`,
//!   `recheck`), `performance`.
//! - Options: `options`, `configuration` (of summary, solver and clients), `extents`, `shape`.
//!
//! # Invariants
//!
//! - Every attempt over-approximates the same behaviours, so an obligation that one attempt closes stays closed. An
//!   attempt has one configuration of the summary (closed forms, small loops unrolled, laws of prefix sums). Within it,
//!   open obligations are asked again with inferred invariants, then with relations between neighbouring iterations
//!   (`inference::Known`); models are sought at the last level only. After two obligations on which the solver gave up,
//!   the others get a quarter of the effort.
//! - A result of a search (preconditions, classes of refutations, fixes) is reported only after the full check was
//!   repeated with it: on the kernel with the conditions, or on the changed source text.
//! - Limits that decide are counts (solver resource units, candidates, comparisons, instructions, events). The clock is
//!   a last guard, and a report says when it struck.
//! - When a guard stops a check, the report holds the finished results; everything else is unknown. Memory is that of
//!   the process.
//! - A kernel with preconditions is proved only when some concrete execution satisfies them.
//! - A kernel with an unsupported construct that no condition guards has its verdict at once, without a summary.
//! - A bounded search (`--findbugs`, `--loop-unwind`) proves nothing: its open obligations are unknown with the reason
//!   `bounded`.
//!
//! # Deliberately absent
//!
//! Output formats and wording of reports (`wp_report`), the command line, equivalence of kernels (`wp_equiv`), and
//! knowledge of threads or terms, which belongs to the clients.

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
mod file_kernels;
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
mod properties;
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

pub use arguments::arguments;
pub use configuration::{configuration, Configuration};
pub use discharged::{ProofReport, ProofStep};
pub use elsewhere::{launched_in, Elsewhere};
pub use extents::{block_or_grid, dims, extents, Extents};
pub use file_kernels::{read_kernels, FileKernels, NoKernels};
pub use findings::assertion;
pub use inference::{config as inference_config, CandidateReport, EngineReport, InferenceReport};
pub use invariants::{invariants, LoopInvariants};
pub use kernel::check_kernel;
pub use options::{is_named, Inference, KernelLaunch, Options, Rules};
pub use pipeline::check_file;
pub use premises::{missing, OF_VALUES};
pub use properties::Property;
pub use report::{
    Action, Argument, Arguments, Cause, CauseGroup, ContractTasks, Counts, Coverage, Cure, Edit, Exclusion, FileReport,
    Finding, Fix, KernelReport, LaunchedAt, Need, Precondition, PreconditionSet, PropertyReport, Role, Step,
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
