//! Renders reports as text for people, JSON for programs and SARIF for code scanning, HTML for browsers, in the types of
//! the Language Server Protocol for editors, and holds the registries of codes and assumptions.
//!
//! Input: a [`wp_engine::FileReport`], taken as it is: nothing here changes a verdict.
//! Output: deterministic; wall times appear only where they are asked for (text) or in the `times` object (JSON).

mod assumptions;
mod codes;
mod diagnostic;
pub mod editor;
mod finding;
mod fix;
#[cfg(test)]
mod fixture;
mod groups;
mod html;
mod json;
mod repro;
mod sarif;
mod text;
mod words;

pub use assumptions::{assumption, Assumption, ASSUMPTIONS};
pub use codes::{code, Code, CODES};
pub use diagnostic::render_diagnostic;
pub use finding::is_confirmed;
pub use html::render_html;
pub use json::{render_json, JsonReport, SCHEMA, SCHEMA_VERSION};
pub use repro::{reproducers, Reproducer};
pub use sarif::render_sarif;
pub use text::{render_summary, render_text, Style};
pub use words::{property_name, reason_code, reason_text, unchecked_words, Overall, Tally};
