//! Sources: a listing of each file with what findings say of its lines, excerpts, and links into the listing.

use super::prose::prose;
use crate::fix;
use maud::{html, Markup};
use std::collections::BTreeMap;
use wp_base::{Diagnostic, Label, SourceFile, SourceMap, Span};
use wp_engine::{FileReport, Fix};

/// Lines shown before and after a label.
const CONTEXT: usize = 2;
/// Lines of one label that are shown at most.
const TALL: usize = 12;

/// The sources of a report, with their marks.
pub(super) struct Listing<'a> {
    /// Number of the report in the page.
    number: usize,
    sources: &'a SourceMap,
    /// Marked lines of each file, from 1.
    marked: Vec<(&'a SourceFile, BTreeMap<usize, bool>)>,
}

impl<'a> Listing<'a> {
    /// The lines that the findings and errors of a report mark.
    pub fn new(number: usize, report: &'a FileReport) -> Self {
        let mut listing = Self { number, sources: &report.sources, marked: Vec::new() };
        for diagnostic in &report.errors {
            listing.mark(diagnostic);
        }
        for kernel in &report.kernels {
            kernel.properties.iter().flat_map(|p| &p.findings).for_each(|f| listing.mark(&f.diagnostic));
            kernel.performance.iter().flat_map(|p| &p.notes).for_each(|d| listing.mark(d));
            listing.file(kernel.span);
        }
        listing
    }

    fn mark(&mut self, diagnostic: &'a Diagnostic) {
        for label in &diagnostic.labels {
            let Some(line) = self.line(label.span) else { continue };
            if let Some(i) = self.file(label.span) {
                *self.marked[i].1.entry(line).or_default() |= label.primary;
            }
        }
    }

    /// The file of a span, which is listed from now on.
    fn file(&mut self, span: Span) -> Option<usize> {
        let file = self.sources.file(span.file)?;
        let known = self.number_of(file);
        known.or_else(|| {
            self.marked.push((file, BTreeMap::new()));
            Some(self.marked.len() - 1)
        })
    }

    fn number_of(&self, file: &SourceFile) -> Option<usize> {
        self.marked.iter().position(|(f, _)| std::ptr::eq(*f, file))
    }

    fn line(&self, span: Span) -> Option<usize> {
        self.sources.line_col(span).map(|at| at.line as usize)
    }

    /// The identifier of a line in the page, where it is listed.
    fn anchor(&self, span: Span) -> Option<String> {
        let number = self.number_of(self.sources.file(span.file)?)?;
        Some(format!("f{}s{number}L{}", self.number, self.line(span)?))
    }

    /// The texts with their files.
    pub fn map(&self) -> &'a SourceMap {
        self.sources
    }

    /// The files in full.
    pub fn sources(&self) -> Markup {
        html! {
            @for (number, (file, marks)) in self.marked.iter().enumerate() {
                details.source {
                    summary { "Source: " (file.path.display()) }
                    pre {
                        @for (i, text) in file.text.lines().enumerate() {
                            @let class = match marks.get(&(i + 1)) { None => "line", Some(true) => "line main", Some(false) => "line other" };
                            span class=(class) id={ "f" (self.number) "s" (number) "L" (i + 1) } {
                                span.number { (i + 1) } " " (text) "\n"
                            }
                        }
                    }
                }
            }
        }
    }

    /// A change line by line, with its words.
    pub fn change(&self, fix: &Fix) -> Markup {
        let Some(file) = fix::file(self.sources, fix) else { return html! {} };
        html! {
            figure.change {
                figcaption {
                    "help: " (prose(&fix.title))
                    @if let Some(edit) = fix.edits.first() { " (" (link(self, edit.span)) ")" }
                }
                @for hunk in fix::hunks(file, fix) {
                    pre {
                        @for line in &hunk {
                            @match line {
                                fix::Line::Kept(n, text) => span.line { span.number { (n) } "   " (text) "\n" },
                                fix::Line::Removed(n, text) => span.line.removed { span.number { (n) } " - " (text) "\n" },
                                fix::Line::Added(text) => span.line.added { span.number { } " + " (text) "\n" },
                            }
                        }
                    }
                }
                p { (prose(&fix::checked(fix))) }
            }
        }
    }

    /// The lines around a label, with its text marked.
    pub fn excerpt(&self, label: &Label) -> Markup {
        let Some((file, at)) = self.sources.file(label.span.file).zip(self.sources.line_col(label.span)) else {
            return html! { p { (prose(&label.text)) " (position not known)" } };
        };
        let end = Span { start: label.span.end.max(label.span.start), ..label.span };
        let last = self.line(end).unwrap_or(at.line as usize).min(at.line as usize + TALL);
        let first = (at.line as usize).saturating_sub(CONTEXT).max(1);
        let class = if label.primary { "main" } else { "other" };
        html! {
            figure.excerpt {
                figcaption { (link(self, label.span)) ": " span class=(class) { (prose(&label.text)) } }
                pre {
                    @for (i, text) in file.text.lines().enumerate().skip(first - 1).take(last + CONTEXT + 1 - first) {
                        span.line {
                            span.number { (i + 1) } " "
                            @let (before, within, after) = cut(file, i, text, label.span);
                            (before) @if !within.is_empty() { mark class=(class) { (within) } } (after) "\n"
                        }
                    }
                }
            }
        }
    }
}

/// The part of a line before, within and after a span.
fn cut<'t>(file: &SourceFile, line: usize, text: &'t str, span: Span) -> (&'t str, &'t str, &'t str) {
    let start = file.line_start(line) as usize;
    let clamp = |at: u32| {
        let mut at = (at as usize).saturating_sub(start).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (from, to) = (clamp(span.start), clamp(span.end.max(span.start)));
    (&text[..from], &text[from..to], &text[to..])
}

/// A place, linked to its line where the page lists it.
pub(super) fn link(listing: &Listing, span: Span) -> Markup {
    let text = listing.sources.describe(span);
    match listing.anchor(span) {
        Some(anchor) => html! { a href={ "#" (anchor) } { (text) } },
        None => html! { (text) },
    }
}
