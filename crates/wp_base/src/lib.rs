//! Typed ids, arenas, spans, the source map and diagnostics: what every other crate builds on.

mod arena;
mod assumption;
mod diagnostic;
mod folders;
mod memory;
mod source;

pub use arena::{Arena, Id};
pub use assumption::{Assumption, Client, UnknownAssumption};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use folders::cache_roots;
pub use memory::{memory_in_use, memory_of_machine};
pub use source::{FileId, LineCol, SourceFile, SourceMap, Span};
