//! Changes that make a finding go away: the words for them, and their lines, for every form of the output.

use crate::diagnostic::safe_range;
use crate::text::Style;
use annotate_snippets::{Level, Renderer, Snippet};
use std::ops::Range;
use wp_base::{Assumption, SourceFile, SourceMap, Span};
use wp_engine::{Edit, Fix};

/// Lines shown before and after a changed one.
const CONTEXT: usize = 2;

/// The result of the check of the changed source.
pub(crate) fn checked(fix: &Fix) -> String {
    let open: Vec<&str> = fix.open.iter().map(|p| p.name()).collect();
    let mut text = match &open[..] {
        [] => "checked again with this change: the finding is gone, and everything that was asked for is proved".to_owned(),
        open => format!(
            "checked again with this change: the finding is gone, nothing new is found, and what was proved still is; not \
             proved, as before: {}",
            open.join(", ")
        ),
    };
    if !fix.assumptions.is_empty() {
        text.push_str(&format!("; assuming {}", Assumption::codes(&fix.assumptions).join(", ")));
    }
    text
}

/// The file that is changed.
pub(crate) fn file<'s>(sources: &'s SourceMap, fix: &Fix) -> Option<&'s SourceFile> {
    sources.file(fix.edits.first()?.span.file)
}

/// The change in the manner of a diagnostic: removed and added lines.
pub(crate) fn render(sources: &SourceMap, fix: &Fix, style: Style) -> String {
    let Some(file) = file(sources, fix) else { return String::new() };
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let (text, added) = applied(&file.text, &fix.edits);
    let removed: Vec<Range<usize>> = fix.edits.iter().flat_map(|e| lines_in(&file.text, bytes(e.span))).collect();
    let added: Vec<Range<usize>> = added.into_iter().flat_map(|range| lines_in(&text, range)).collect();
    let (origin, checked) = (file.path.display().to_string(), checked(fix));
    let mut message = Level::Help.title(&fix.title);
    for (text, ranges, label) in [(&file.text, &removed, "removed"), (&text, &added, "added")] {
        if !ranges.is_empty() {
            let marks = ranges.iter().map(|range| Level::Warning.span(range.clone()).label(label));
            message = message.snippet(Snippet::source(text).origin(&origin).fold(true).annotations(marks));
        }
    }
    format!("{}\n", renderer.render(message.footer(Level::Note.title(&checked))))
}

fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The text with the change, and where the new text stands in it.
fn applied(text: &str, edits: &[Edit]) -> (String, Vec<Range<usize>>) {
    let (mut new, mut added, mut from) = (String::new(), Vec::new(), 0);
    for edit in edits {
        let range = bytes(edit.span);
        new.push_str(text.get(from..range.start).unwrap_or_default());
        added.push(new.len()..new.len() + edit.text.len());
        new.push_str(&edit.text);
        from = range.end;
    }
    new.push_str(text.get(from..).unwrap_or_default());
    (new, added)
}

/// The parts of a range line by line, without blanks around them; where nothing but blanks is, there is no part.
fn lines_in(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut at = range.start;
    let lines = text.get(range).unwrap_or_default().split_inclusive('\n').filter_map(|line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let end = start + line.trim().len();
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let span = Span { file: wp_base::Id::from_index(0), start: place(start), end: place(end) };
        (start < end).then(|| safe_range(text, span)).flatten()
    });
    lines.collect()
}

/// A line of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line<'t> {
    /// The line stays; with its number in the source as it is.
    Kept(usize, &'t str),
    /// The line is removed.
    Removed(usize, &'t str),
    /// The line is added.
    Added(String),
}

/// The change line by line with its context: the lines of each part of the source, in order.
pub(crate) fn hunks<'t>(file: &'t SourceFile, fix: &Fix) -> Vec<Vec<Line<'t>>> {
    let lines: Vec<&str> = file.text.lines().collect();
    let line = |n: usize| lines.get(n).copied().unwrap_or_default();
    let regions = regions(file, &fix.edits);
    let mut hunks: Vec<Vec<Line>> = Vec::new();
    let mut shown = 0;
    for (n, (range, new)) in regions.iter().enumerate() {
        let first = range.start.saturating_sub(CONTEXT);
        if n == 0 || first > shown {
            shown = first;
            hunks.push(Vec::new());
        }
        let next = regions.get(n + 1).map_or(lines.len(), |(next, _)| next.start).min(lines.len());
        let Some(hunk) = hunks.last_mut() else { continue };
        hunk.extend((shown..range.start).map(|n| Line::Kept(n + 1, line(n))));
        hunk.extend(range.clone().map(|n| Line::Removed(n + 1, line(n))));
        hunk.extend(new.iter().map(|new| Line::Added(new.clone())));
        shown = (range.end + CONTEXT).min(next);
        hunk.extend((range.end..shown).map(|n| Line::Kept(n + 1, line(n))));
    }
    hunks
}

/// The lines that are replaced, from 0, and their replacement.
fn regions(file: &SourceFile, edits: &[Edit]) -> Vec<(Range<usize>, Vec<String>)> {
    let text = &file.text;
    let line_of = |at: usize| text.as_bytes().iter().take(at).filter(|b| **b == b'\n').count();
    let mut regions: Vec<(Range<usize>, Vec<Edit>)> = Vec::new();
    for edit in edits {
        let range = bytes(edit.span);
        let starts_line = |at: usize| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
        let first = line_of(range.start);
        // Whole lines that come or go touch no other line.
        let whole =
            starts_line(range.start) && starts_line(range.end) && (edit.text.is_empty() || edit.text.ends_with('\n'));
        let lines = first..line_of(range.end) + usize::from(!whole);
        match regions.last_mut() {
            Some((last, of)) if lines.start < last.end => {
                last.end = last.end.max(lines.end);
                of.push(edit.clone());
            }
            _ => regions.push((lines, vec![edit.clone()])),
        }
    }
    let new = |(lines, edits): (Range<usize>, Vec<Edit>)| {
        let (start, end) = (file.line_start(lines.start), file.line_start(lines.end));
        let inside = edits
            .into_iter()
            .map(|e| Edit { span: Span { start: e.span.start - start, end: e.span.end - start, ..e.span }, ..e });
        let old = text.get(start as usize..end as usize).unwrap_or_default();
        let (new, _) = applied(old, &inside.collect::<Vec<_>>());
        (lines, new.lines().map(str::to_owned).collect())
    };
    regions.into_iter().map(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::path::Path;
    use wp_engine::Property;

    const TEXT: &str = "void k() {\n  if (t < n) {\n    a();\n    sync();\n    b();\n  }\n  c();\n  d();\n  e();\n}\n";

    /// A change of the text above.
    fn fix(sources: &mut SourceMap, edits: &[(&str, &str)]) -> Fix {
        let file = sources.add(Path::new("k.cu"), TEXT.to_owned());
        let edit = |&(old, new): &(&str, &str)| {
            let start = TEXT.find(old.trim_end_matches('|')).unwrap();
            let end = if old.ends_with('|') { start } else { start + old.len() };
            Edit { span: Span { file, start: start as u32, end: end as u32 }, text: new.to_owned() }
        };
        let title = "move `sync();`".to_owned();
        Fix {
            title,
            edits: edits.iter().map(edit).collect(),
            open: vec![Property::Bounds],
            assumptions: vec![Assumption::NoAlias],
        }
    }

    #[test]
    fn a_move_in_lines() {
        let mut sources = SourceMap::new();
        let fix = fix(&mut sources, &[("    sync();\n", ""), ("  c();|", "  sync();\n")]);
        expect![[r#"
            help: move `sync();`
             --> k.cu:4:5
              |
            4 |     sync();
              |     ------- removed
              |
             ::: k.cu:6:3
              |
            6 |   sync();
              |   ------- added
              |
              = note: checked again with this change: the finding is gone, nothing new is found, and what was proved still is; not proved, as before: bounds; assuming no-alias
        "#]]
        .assert_eq(&render(&sources, &fix, Style::default()));
        let shown = in_signs(&hunks(file(&sources, &fix).unwrap(), &fix));
        expect![[r"
            2   if (t < n) {
            3     a();
            4-    sync();
            5     b();
            6   }
             +  sync();
            7   c();
            8   d();
        "]]
        .assert_eq(&shown);
    }

    #[test]
    fn changes_inside_of_lines() {
        let mut sources = SourceMap::new();
        let apart = fix(&mut sources, &[("k() {|", "x "), ("  e();|", "  sync();\n")]);
        expect![[r"
            1-void k() {
             +void x k() {
            2   if (t < n) {
            3     a();
            ...
            7   c();
            8   d();
             +  sync();
            9   e();
            10 }
        "]]
        .assert_eq(&in_signs(&hunks(file(&sources, &apart).unwrap(), &apart)));
        let one = fix(&mut sources, &[("a();|", "{ "), ("();\n    sync|", "();  }")]);
        assert_eq!(in_signs(&hunks(file(&sources, &one).unwrap(), &one)).matches('+').count(), 1);
    }

    fn in_signs(hunks: &[Vec<Line>]) -> String {
        let sign = |line: &Line| match line {
            Line::Kept(n, line) => format!("{n} {line}\n"),
            Line::Removed(n, line) => format!("{n}-{line}\n"),
            Line::Added(line) => format!(" +{line}\n"),
        };
        hunks.iter().map(|hunk| hunk.iter().map(sign).collect::<String>()).collect::<Vec<_>>().join("...\n")
    }
}
