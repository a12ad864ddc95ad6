//! The pipeline: from a file to the report on it.
//!
//! `check_file`: parse (Clang), lower (KIR), and for each kernel, several at a time, `check_with`: verify the IR,
//! summarise, run the clients of the summary (the properties), confirm suspects by replay, and turn the rest into
//! verdicts with their assumptions.
//!
//! # Modules
//!
//! In layers: a module imports modules of its own layer and of those above it in this list, and there is no circle of
//! imports. Data stands in front of the functions that need it.
//!
//! 1. Options: `options`, `configuration` (of summary, solver and clients; limits), `elsewhere` (host code of other
//!    files), `extents`, `required`, `arrays` and `scalars` (facts from preconditions and options), `shape`.
//! 2. Reports, which are data: `report`, `properties`, `stages` (knowledge and results of each attempt), `inference`
//!    (of loop invariants, and what became of candidates).
//! 3. Launches: `launches` (a task for each launch of a kernel), `linking` (launches in other files),
//!    `lost_launches` (those that the compiler has left out).
//! 4. Findings and verdicts: `findings`, `arguments`, `timeline`, `wraps` (wrap-around by name), `remedy` (advice),
//!    `causes` (grouping of findings), `ledger` (assumptions), `discharged` (proofs by subject), `premises` (the
//!    fixpoint over premises), `verdicts`.
//! 5. The check of one kernel: `attempts` (the ladder), `progress` (their results with growing knowledge), `question`
//!    (obligations that an attempt leaves open, over the quantities of `condition`), `invariants` (of loops, for
//!    people).
//! 6. Searches that repeat the check: `preconditions`, with `preconditions::classes` (classes of refutations) over
//!    `usual` (`asserted`, `fitting`, `strides`), `reached` and `contents`; `kernel` (the check of a kernel with these
//!    searches).
//! 7. What else is asked of a kernel: `contracts`, `observations`, `ghosts`, `modular` (contracts of functions),
//!    `performance`.
//! 8. Files: `file` (text to report), `file_errors`, `census` (kernels and launches that only the source has are
//!    errors), `made_up` (instances of templates that nothing instantiates), `file_kernels` (the kernels of a file for commands without a report), `schedule` (verifications side by
//!    side, each with a solver of its own and a share of the time), `guard` (limits of time and memory).
//! 9. Files checked again and again: `fixes` (`statements`, `places`, `edit`, `recheck`), `pipeline`.
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
//! - When a guard stops a check, the report holds the finished results; everything else is unknown. The limit of memory
//!   applies to the whole process.
//! - A kernel with preconditions is proved only when some concrete execution satisfies them.
//! - A kernel with an unsupported construct that no condition guards has its verdict at once, without a summary.
//! - A bounded search (`--findbugs`, `--loop-unwind`) proves nothing: its open obligations are unknown with the reason
//!   `bounded`.
//!
//! # Deliberately absent
//!
//! Output formats and wording of reports (`wp_report`), the command line, equivalence of kernels (`wp_equiv`), and
//! knowledge of threads or terms, which belongs to the clients.

// 1. Options.
mod arrays;
mod configuration;
mod elsewhere;
mod extents;
mod options;
mod required;
mod scalars;
mod shape;

// 2. Reports.
mod inference;
mod properties;
mod report;
mod stages;

// 3. Launches.
mod launches;
mod linking;
mod lost_launches;

// 4. Findings and verdicts.
mod arguments;
mod causes;
mod discharged;
mod findings;
mod ledger;
mod premises;
mod remedy;
mod timeline;
mod verdicts;
mod widths;
mod wraps;

// 5. The check of one kernel.
mod attempts;
mod condition;
mod invariants;
mod progress;
mod question;

// 6. Searches that repeat the check.
mod kernel;
mod preconditions;

// 7. What else is asked of a kernel.
mod contracts;
mod ghosts;
mod modular;
mod observations;
mod observer;
mod performance;

// 8. Files.
mod census;
mod file;
mod file_errors;
mod file_kernels;
mod guard;
mod made_up;
mod schedule;

// 9. Files checked again and again.
mod fixes;
mod pipeline;
mod python;

pub use arguments::arguments;
pub use configuration::{configuration, Configuration};
pub use elsewhere::Elsewhere;
pub use extents::{block_or_grid, dims, extents, Extents};
pub use file_kernels::{read_kernels, FileKernels, NoKernels};
pub use findings::assertion;
pub use inference::{config as inference_config, CandidateReport, EngineReport, InferenceReport};
pub use invariants::{invariants, LoopInvariants};
pub use kernel::check_kernel;
pub use linking::launched_in;
pub use observer::Observer;
pub use options::{is_named, template_name, Excerpt, Inference, KernelLaunch, Options, Rules};
pub use pipeline::{check_file, check_tree, check_watched};
pub use premises::{is_ordered_by_fences, missing, OF_VALUES};
pub use properties::Property;
pub use python::{has_kernels as python_has_kernels, is_python};
pub use report::{
    Action, Argument, Arguments, Cause, CauseGroup, ContractTasks, Counts, Coverage, Cure, Edit, Exclusion, FileReport,
    Finding, Fix, KernelReport, LaunchedAt, Need, Precondition, PreconditionSet, ProofReport, ProofStep,
    PropertyReport, Role, Step, ThreadName, Timeline, Times, UnknownReason, Verdict, Witness,
};
pub use required::launch as required_launch;
pub use schedule::STACK;
pub use shape::Shape;
pub use stages::{Means, Stage};
pub use wp_check::IndexWidth;
pub use wp_clang::ProjectHeader;
pub use wp_contract::Floats;
pub use wp_infer::{Engine, Fate};
pub use wp_interp::AtomicRaces;
pub use wp_lower::Annotations;
pub use wp_perf::Performance;
pub use wp_solve::Method;
pub use wp_summary::{Memory, Premise, Premises};
