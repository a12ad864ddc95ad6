//! Typed ids, arenas, source spans, the source map, comments and literals of source text, limits of
//! tuning, and diagnostics: the types that every other crate uses.
//!
//! This crate knows nothing of kernels, terms or files on disk, and has no dependencies. It decides no wording: a
//! [`Diagnostic`] carries the text that its author wrote.

mod arena;
mod assumption;
mod diagnostic;
mod folders;
mod limit;
mod memory;
mod names;
mod pieces;
mod source;
mod splices;
mod stop;
mod work;

pub use arena::{Arena, Id};
pub use assumption::{Assumption, Client, UnknownAssumption};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use folders::cache_roots;
pub use limit::Limit;
#[cfg(feature = "tuning")]
pub use limit::{is_tunable, registered_limits, RegisteredLimit};
pub use memory::{memory_in_use, memory_of_machine};
pub use names::lists;
pub use pieces::{pieces, Piece};
pub use source::{FileId, LineCol, SourceFile, SourceMap, Span};
pub use splices::Spliced;
pub use stop::Stop;
#[cfg(feature = "tuning")]
pub use work::work_done;
pub use work::{count_work, Work};
