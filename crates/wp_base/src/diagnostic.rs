//! The one diagnostic type; rendering lives in `wp_report`.

use crate::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Background.
    Note,
    /// Suspicious, or an approximation worth knowing.
    Warning,
    /// A finding, or input that cannot be used.
    Error,
}

/// A labelled place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The place in the source.
    pub span: Span,
    /// The text of the label.
    pub text: String,
    /// True if the label is the main place.
    pub primary: bool,
}

/// A message for people: the error, its place, and the advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Code such as `WP0101`, explained by `warpproof explain`.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// One line.
    pub message: String,
    /// Places.
    pub labels: Vec<Label>,
    /// Further lines: the threads, the launch, the inputs.
    pub notes: Vec<String>,
    /// The advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without places.
    pub fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), labels: Vec::new(), notes: Vec::new(), help: None }
    }
    /// An error without places.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }
    /// Adds the main place.
    pub fn primary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: true });
        self
    }
    /// Adds a further place.
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }
    /// Adds a line of detail.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
    /// Sets the advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
