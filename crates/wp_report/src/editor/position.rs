//! Positions and names of files as the Language Server Protocol has them.

use crate::diagnostic::safe_range;
use lsp_types::{Position, Range, Uri};
use percent_encoding::{utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::str::FromStr;
use wp_base::{SourceFile, SourceMap, Span};

/// The characters that a path keeps in a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The units of columns.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of 16 bits.
    #[default]
    Utf16,
}

/// The range of a span as the text output shows it: on one line, at least one character; `None` where there is no
/// place.
pub fn range(sources: &SourceMap, span: Span, encoding: Encoding) -> Option<Range> {
    let file = sources.file(span.file)?;
    let bytes = safe_range(&file.text, span)?;
    let at = |offset: usize| position(file, u32::try_from(offset).unwrap_or(u32::MAX), encoding);
    Some(Range { start: at(bytes.start), end: at(bytes.end) })
}

/// The position of a byte, moved to the start of its character.
pub(super) fn position(file: &SourceFile, offset: u32, encoding: Encoding) -> Position {
    let mut offset = (offset as usize).min(file.text.len());
    while !file.text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &file.text[..offset];
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count();
    let column = match encoding {
        Encoding::Utf8 => offset - start,
        Encoding::Utf16 => before[start..].encode_utf16().count(),
    };
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position { line: number(line), character: number(column) }
}

/// A file as a URI; `None` where the current folder is not known.
pub fn uri(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?.display().to_string().replace('\\', "/");
    let path = utf8_percent_encode(path.trim_start_matches('/'), PATH).to_string();
    Uri::from_str(&format!("file:///{path}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_both_units() {
        let mut sources = SourceMap::new();
        let text = "/* é𝄞 */ a[0] =\n  b;\n";
        let file = sources.add(Path::new("k.cu"), text.to_owned());
        let start = u32::try_from(text.find("a[0]").unwrap()).unwrap();
        let at = |end, encoding| range(&sources, Span { file, start, end }, encoding).unwrap();
        assert_eq!(at(start + 4, Encoding::Utf8), Range::new(Position::new(0, 13), Position::new(0, 17)));
        assert_eq!(at(start + 4, Encoding::Utf16), Range::new(Position::new(0, 10), Position::new(0, 14)));
        // Cut at the end of the line, as in the text output.
        assert_eq!(at(text.len() as u32, Encoding::Utf16).end, Position::new(0, 16));
        assert_eq!(range(&sources, Span::NONE, Encoding::Utf8), None);
        let inside = Span { file, start: 4, end: 5 };
        assert_eq!(range(&sources, inside, Encoding::Utf16).unwrap().start, Position::new(0, 3));
    }

    #[test]
    fn names_of_files() {
        let uri = uri(Path::new("/a b/é#1.cu")).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A9%231.cu");
    }
}
