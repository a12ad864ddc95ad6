//! Host code of CUDA files: launches of kernels, of the same file or of others, and what holds at each of them.
//!
//! Input: the host functions in Clang's tree. Output: for every launch a [`LaunchSite`] with its extents, arguments and
//! guards as expressions over unknown host values ([`launches`] for the kernels of a file, [`foreign()`] for what files
//! that are checked together need of each other). [`specialise()`] turns a site into facts of a kernel, as conditions
//! in front of its body, so that every counterexample satisfies them. Over-approximate: a fact holds at every execution
//! of the launch, whatever calls the function and with whatever arguments; code that is not understood gives no fact. A
//! kernel that the file mentions anywhere else ([`Mention`]) must be checked for every launch as well. Allocations are
//! taken to succeed and `assert`s to be compiled in: the assumption `launch-site`.
//!
//! Where the device's compilation of the source may differ from the host's, host code is read in the tree of the latter
//! ([`wp_clang::TranslationUnit::host`]), in which nodes have other ids than in the tree that kernels are lowered from.
//! The lowering needs nothing of host code, and this crate nothing of the lowering: whoever checks a file joins both by
//! the definition of each kernel.
//!
//! # Modules
//!
//! - Results: `own_kernels` (kernels of the file), `foreign` (of other files), `specialise` (a site as facts of KIR).
//! - Lowest layer: `value` (expressions), `site`, `named` (places that name kernels), `forms` (questions about single
//!   nodes), `uses` (mentions of variables) with `callees` (references that functions only read and
//!   assign by name), `frame` (the function
//!   that is followed), and `state`, which holds what the analysis knows. Modules above `state` add one kind of step
//!   each, and import none of those that call them.
//! - `reading` chooses the functions that are followed and their order; `launch` finds the sites; `flow`, `eval`,
//!   `assign`, `joins` and `switches` follow the values of variables through statements and expressions.
//! - Values: `bindings` (structured ones), `lent` (variables that functions were given by address), `stepped` (loop
//!   variables that change in one direction), `least` (least values of loop variables), `calls` (allocations and other
//!   library calls), `globals` with `global_values` (their constants), `initial` (initialisers), `vectors` with
//!   `vector_forms` (lengths of `std::vector`), `tensors` with `tensor_forms` (of PyTorch), `floats` (constants of type
//!   `float` and `double`), `sizes` (of types).
//! - Memory: `contents` (known bytes of a buffer), `memory` (who accesses it), `buffers` (all that were met),
//!   `addresses` (buffers to which the analysis sees every store), `stores` (assignments, copies, launches), `fills`
//!   (loops over elements), `running` (stores behind a kernel that may still run), `reuse` (flags and counters that
//!   earlier launches left), `targets` (what pointers with several values may point into).
//! - Kernels as a launch finds them: `specialise`, and `cooperative` (barriers of the grid in other launches).
//! - Calls: `functions` (those that only compute), `references` (what their parameters refer
//!   to), `pointer_parameters` (those that are as good as references), `few_calls` with `known_calls` (those called in
//!   few places, and those that allocate),
//!   `closures` with `lambdas` and `makers` (lambdas), `wrappers` (those that are given a kernel).
//! - Not followed: `unseen` (code that runs without a call in the tree), `hidden_effects`, `errors` (statements that
//!   the compiler left out), `other_names` (of functions and variables, in assembler code), `mentions` (of kernels
//!   outside of launches; in files with errors with `dropped` and `macros`).
//!
//! # Deliberately absent
//!
//! A verdict on host code (leaks, wrong copies, launches that fail), aliasing of host pointers beyond buffers with a
//! name, concurrency of streams, and OpenCL's host interface.

mod addresses;
mod assign;
mod bindings;
mod buffers;
mod callees;
mod calls;
mod closures;
mod contents;
mod cooperative;
mod dropped;
mod errors;
mod eval;
mod few_calls;
mod fills;
mod floats;
mod flow;
mod foreign;
mod forms;
mod frame;
mod functions;
mod global_values;
mod globals;
mod hidden_effects;
mod initial;
mod joins;
mod known_calls;
mod lambdas;
mod launch;
mod least;
mod lent;
mod macros;
mod makers;
mod memory;
mod mentions;
mod named;
mod other_names;
mod own_kernels;
mod pointer_parameters;
mod reading;
mod references;
mod reuse;
mod running;
mod site;
mod sizes;
mod specialise;
mod state;
mod stepped;
mod stores;
mod switches;
mod targets;
mod tensor_forms;
mod tensors;
mod unseen;
mod uses;
mod value;
mod vector_forms;
mod vectors;
mod wrappers;

pub use cooperative::forbid_grid_barriers;
pub use foreign::{foreign, Export, Foreign, ForeignLaunch, HostCode, Signature};
pub use globals::Changed;
pub use named::Mention;
pub use own_kernels::{launches, KernelLaunches};
pub use site::{Argument, LaunchSite, Left};
pub use specialise::specialise;
pub use value::{Buffer, Expr, Float, Int, Kind, Symbol};
