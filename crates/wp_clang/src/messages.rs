//! Clang's messages as values: severity, position, text.

use crate::ast::{ClangMessage, ClangSeverity};
use std::path::Path;
use wp_base::{SourceMap, Span};

/// Errors after which Clang's tree is complete: restrictions that other compilers do not have. They become warnings.
const TOLERATED: [&str; 3] = [
    "struct kernel parameters may not contain pointers",
    "cannot be used as the type of a kernel parameter",
    // A plain global variable used on the device is what `__device__` would make it.
    "reference to __host__ variable",
];

fn is_tolerated(place: &str, text: &str, sources: &mut SourceMap) -> bool {
    if TOLERATED.iter().any(|t| text.contains(t)) {
        return true;
    }
    // `__shared__ alignas(16) float tile[64]`: the variable is in the tree, without the alignment.
    if text.contains("an attribute list cannot appear here") {
        let span = position(place, sources);
        let text = sources
            .file(span.file)
            .filter(|_| !span.is_none())
            .and_then(|f| f.text.split_at_checked(span.start as usize));
        return text.is_some_and(|(before, at)| {
            at.starts_with("alignas")
                && ["__shared__", "__constant__", "__device__"].iter().any(|word| before.trim_end().ends_with(word))
        });
    }
    // `__device__ __shared__` on a local: the second attribute stays. Alone, the variable would wrongly look private.
    text.contains("are not allowed on non-static local variables") && {
        let span = position(place, sources);
        let rest = sources.file(span.file).filter(|_| !span.is_none()).and_then(|f| f.text.get(span.start as usize..));
        rest.and_then(|r| r.split([';', '\n']).next()).is_some_and(|declaration| declaration.contains("__shared__"))
    }
}

/// Parses Clang's error output. Notes are appended to the message they belong to.
pub(crate) fn parse(text: &str, sources: &mut SourceMap) -> Vec<ClangMessage> {
    let mut messages: Vec<ClangMessage> = Vec::new();
    for line in text.lines() {
        let Some((place, kind, rest)) = split(line) else { continue };
        let severity = match kind {
            "note" => {
                // Errors inside a template are placed in its body; the note names the use that asked for it.
                let at = position(place, sources);
                if let Some(last) = messages.last_mut() {
                    last.notes.push(at);
                    if last.text.len() < 2000 {
                        last.text.push_str("; note: ");
                        last.text.push_str(rest);
                    }
                }
                continue;
            }
            "warning" => ClangSeverity::Warning,
            "error" if is_tolerated(place, rest, sources) => ClangSeverity::Warning,
            "error" => ClangSeverity::Error,
            _ => ClangSeverity::Fatal,
        };
        let span = position(place, sources);
        messages.push(ClangMessage { severity, span, text: rest.to_owned(), notes: Vec::new(), in_tree: false });
    }
    messages
}

/// Splits `place: kind: text`; the place is empty for messages of the driver.
pub(crate) fn split(line: &str) -> Option<(&str, &str, &str)> {
    const KINDS: [&str; 4] = ["fatal error", "error", "warning", "note"];
    KINDS
        .iter()
        .filter_map(|kind| {
            let pattern = format!("{kind}: ");
            let at = line.find(&pattern)?;
            let place = match &line[..at] {
                "" => "",
                head => head.strip_suffix(": ")?,
            };
            Some((place, *kind, &line[at + pattern.len()..]))
        })
        .min_by_key(|(place, ..)| place.len())
}

/// The span of `file:line:column`.
fn position(place: &str, sources: &mut SourceMap) -> Span {
    let resolve = || {
        let (head, column) = place.rsplit_once(':')?;
        let (file, line) = head.rsplit_once(':')?;
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        Some((file, line, column))
    };
    let Some((file, line, column)) = resolve() else { return Span::NONE };
    let id = sources.load(Path::new(file));
    let Some(text) = sources.file(id).map(|f| f.text.as_str()) else { return Span::NONE };
    let Some(start) = line_start(text, line).map(|s| s + column.saturating_sub(1)) else { return Span::NONE };
    if start > text.len() {
        return Span::NONE;
    }
    // The word at the position.
    let word = text.as_bytes()[start..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count().max(1);
    Span { file: id, start: start as u32, end: (start + word).min(text.len()) as u32 }
}

/// Byte offset of a line, counted from 1.
fn line_start(text: &str, line: usize) -> Option<usize> {
    match line {
        0 => None,
        1 => Some(0),
        _ => text.bytes().enumerate().filter(|&(_, b)| b == b'\n').nth(line - 2).map(|(i, _)| i + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_place_kind_and_text() {
        assert_eq!(split("a.cu:3:4: error: no: warning: x"), Some(("a.cu:3:4", "error", "no: warning: x")));
        assert_eq!(split("error: unknown argument"), Some(("", "error", "unknown argument")));
        assert_eq!(
            split("a.cu:1:1: fatal error: 'x.h' file not found"),
            Some(("a.cu:1:1", "fatal error", "'x.h' file not found"))
        );
        assert_eq!(split("1 error generated."), None);
    }

    #[test]
    fn positions_become_byte_spans() {
        let mut sources = SourceMap::new();
        let file = sources.add(Path::new("a.cu"), "int a;\nint foo;\n".to_owned());
        let found = parse("a.cu:2:5: error: unknown foo\na.cu:1:5: note: did you mean a\n", &mut sources);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].span, Span { file, start: 11, end: 14 });
        assert_eq!(found[0].text, "unknown foo; note: did you mean a");
    }
}
