//! Renders one diagnostic in the manner of rustc, with all its labelled places.
//!
//! Spans come from Clang's output and from macros, so they are made safe before they reach the renderer: clamped to
//! their file, moved to character boundaries, cut to one line and at least one character wide.

use crate::text::Style;
use annotate_snippets::{Level, Renderer, Snippet};
use std::ops::Range;
use wp_base::{Diagnostic, FileId, Label, Severity, SourceMap, Span};

/// Labels of one file with their ranges in it.
type Places<'a> = Vec<(&'a Label, Range<usize>)>;

/// Renders a diagnostic, with `extra` notes after its own and before its help.
pub fn render_diagnostic(sources: &SourceMap, diagnostic: &Diagnostic, extra: &[String], style: Style) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let level = level(diagnostic.severity);
    let mut files: Vec<(FileId, String, Places<'_>)> = Vec::new();
    let mut unplaced = Vec::new();
    // The file of the main place comes first; the rest keep the order of the labels.
    let mut labels: Vec<&Label> = diagnostic.labels.iter().collect();
    labels.sort_by_key(|l| !l.primary);
    for label in labels {
        let range = sources.file(label.span.file).and_then(|file| safe_range(&file.text, label.span));
        match (sources.file(label.span.file), range) {
            (Some(file), Some(range)) => match files.iter_mut().find(|(id, ..)| *id == label.span.file) {
                Some((.., places)) => places.push((label, range)),
                None => files.push((label.span.file, file.path.display().to_string(), vec![(label, range)])),
            },
            _ => unplaced.push(format!("{} (position not known)", label.text)),
        }
    }
    let mut message = level.title(&diagnostic.message).id(diagnostic.code);
    for (id, origin, places) in &files {
        let text = sources.file(*id).map_or("", |f| f.text.as_str());
        let mut snippet = Snippet::source(text).origin(origin).fold(true);
        for (label, range) in places {
            let mark = if label.primary { Level::Error } else { Level::Warning };
            snippet = snippet.annotation(mark.span(range.clone()).label(&label.text));
        }
        message = message.snippet(snippet);
    }
    let notes = diagnostic.notes.iter().chain(unplaced.iter()).chain(extra);
    message = message.footers(notes.map(|note| Level::Note.title(note)));
    if let Some(help) = &diagnostic.help {
        message = message.footer(Level::Help.title(help));
    }
    format!("{}\n", renderer.render(message))
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Note => Level::Note,
        Severity::Warning => Level::Warning,
        Severity::Error => Level::Error,
    }
}

/// A range of one line of `text` on character boundaries, at least one character wide where the line has one; `None`
/// when there is no position or no text.
pub(crate) fn safe_range(text: &str, span: Span) -> Option<Range<usize>> {
    if span.is_none() || text.is_empty() {
        return None;
    }
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |n| start + n);
    let mut end = (span.end as usize).clamp(start, line_end);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    if end == start {
        end = text[start..line_end].chars().next().map_or(start, |c| start + c.len_utf8());
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::path::Path;

    fn span(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    #[test]
    fn two_places_in_two_files() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("k.cu"), "__global__ void k(int *a) {\n  set(a, 1);\n}\n".to_owned());
        let two = sources.add(Path::new("set.h"), "void set(int *a, int v) { a[0] = v; }\n".to_owned());
        let diagnostic = Diagnostic::error("WP0101", "two threads write `a[0]`")
            .secondary(span(one, 30, 39), "called here")
            .primary(span(two, 26, 34), "written here")
            .help("guard the write");
        let text = render_diagnostic(&sources, &diagnostic, &["launch: 1 block of 2 threads".into()], Style::default());
        expect![[r#"
            error[WP0101]: two threads write `a[0]`
             --> set.h:1:27
              |
            1 | void set(int *a, int v) { a[0] = v; }
              |                           ^^^^^^^^ written here
              |
             ::: k.cu:2:3
              |
            2 |   set(a, 1);
              |   --------- called here
              |
              = note: launch: 1 block of 2 threads
              = help: guard the write
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn odd_spans_do_not_break_rendering() {
        let mut sources = SourceMap::new();
        let file = sources.add(Path::new("k.cu"), "// é\r\nint x;\n\n".to_owned());
        let empty = sources.add(Path::new("gone.cu"), String::new());
        for (start, end) in
            [(0, 0), (4, 4), (4, 900), (900, 1000), (0, 12), (5, 6), (14, 15), (13, 2), (6, 7), (14, 14)]
        {
            let diagnostic = Diagnostic::error("WP0502", "odd").primary(span(file, start, end), "here");
            assert!(render_diagnostic(&sources, &diagnostic, &[], Style::default()).contains("odd"));
        }
        let nowhere =
            Diagnostic::error("WP0502", "odd").primary(span(empty, 3, 4), "here").primary(Span::NONE, "there");
        let text = render_diagnostic(&sources, &nowhere, &[], Style::default());
        assert!(text.contains("here (position not known)") && text.contains("there (position not known)"), "{text}");
    }

    #[test]
    fn both_places_on_one_line() {
        let mut sources = SourceMap::new();
        let file = sources.add(Path::new("k.cu"), "a[i] = a[i + 1];\n".to_owned());
        let diagnostic = Diagnostic::error("WP0102", "race on `a`")
            .primary(span(file, 0, 4), "written by thread 1")
            .secondary(span(file, 7, 15), "read by thread 0");
        let text = render_diagnostic(&sources, &diagnostic, &[], Style::default());
        expect![[r#"
            error[WP0102]: race on `a`
             --> k.cu:1:1
              |
            1 | a[i] = a[i + 1];
              | ^^^^   -------- read by thread 0
              | |
              | written by thread 1
              |
        "#]]
        .assert_eq(&text);
    }
}
