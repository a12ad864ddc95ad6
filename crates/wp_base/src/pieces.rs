//! Comments and literals of C++ and OpenCL C source text.
//!
//! Raw literals, prefixes of literals, digit separators (`1'000`) and splices ([`Spliced`]) count as in the language. A
//! literal that is not closed ends with its line, a comment or a raw literal with the text.

use crate::Spliced;
use std::ops::Range;

/// The kind of a piece of source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// `// ...` without the end of the line, or `/* ... */`.
    Comment,
    /// A string or a character with its prefix (`L"x"`).
    Literal,
}

/// The comments and literals of a text, in order, by ranges of bytes.
pub fn pieces(source: &str) -> Vec<(Range<usize>, Piece)> {
    let spliced = Spliced::new(source);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = spliced.text().as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
        let (length, piece) = match rest {
            [b'/', b'/', ..] => (line_length(rest), Some(Piece::Comment)),
            [b'/', b'*', ..] => (comment_length(rest), Some(Piece::Comment)),
            [b'"' | b'\'', ..] => (literal_length(rest), Some(Piece::Literal)),
            [b, ..] if is_word(*b) => {
                let length = word_length(rest);
                let literal = &rest[length..];
                match (&rest[..length], literal.first()) {
                    (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => {
                        let quote = spliced.origin(at + length);
                        let end = quote + raw_length(&source.as_bytes()[quote..]);
                        (spliced.position(end) - at, Some(Piece::Literal))
                    }
                    (b"L" | b"u" | b"U" | b"u8", Some(b'"' | b'\'')) => {
                        (length + literal_length(literal), Some(Piece::Literal))
                    }
                    _ => (length, None),
                }
            }
            _ => (1, None),
        };
        found.extend(piece.map(|piece| (spliced.origins(&(at..at + length)), piece)));
        at += length;
    }
    found
}

/// Letters beyond ASCII count as parts of words.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length of an identifier or a number, in which a quote may separate digits.
fn word_length(rest: &[u8]) -> usize {
    let is_number = rest[0].is_ascii_digit();
    let in_word =
        |i: usize| is_word(rest[i]) || is_number && rest[i] == b'\'' && rest.get(i + 1).is_some_and(|b| is_word(*b));
    (0..rest.len()).find(|i| !in_word(*i)).unwrap_or(rest.len())
}

/// The length up to the end of a line.
fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
}

fn comment_length(rest: &[u8]) -> usize {
    rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |i| i + 4)
}

fn literal_length(rest: &[u8]) -> usize {
    let mut i = 1;
    while i < rest.len() && rest[i] != rest[0] && rest[i] != b'\n' {
        i += 1 + usize::from(rest[i] == b'\\');
    }
    match rest.get(i) {
        Some(b'\n') => i,
        _ => (i + 1).min(rest.len()),
    }
}

/// The length of `"x(..)x"` behind an `R`; the delimiter has at most 16 characters.
fn raw_length(rest: &[u8]) -> usize {
    let Some(open) = rest.iter().take(18).position(|b| *b == b'(') else { return literal_length(rest) };
    let close = [b")", &rest[1..open], b"\""].concat();
    rest[open..].windows(close.len()).position(|w| w == close).map_or(rest.len(), |i| open + i + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        pieces(text).into_iter().map(|(range, _)| &text[range]).collect()
    }

    #[test]
    fn comments_and_literals() {
        assert_eq!(of("a // b\n/* c * / */ d \"e \\\" f\" g"), ["// b", "/* c * / */", "\"e \\\" f\""]);
        assert_eq!(of("k<<<1'000, 0x1'f>>>(a); b('c', 'd')"), ["'c'", "'d'"]);
        assert_eq!(of("// a \\\n b\nc // d"), ["// a \\\n b", "// d"]);
        assert_eq!(of("\"a\\\nb\" c"), ["\"a\\\nb\""]);
    }

    #[test]
    fn splices() {
        assert_eq!(of("// a \\ \n b\nc // d"), ["// a \\ \n b", "// d"]);
        assert_eq!(of("a /\\\n* b */ c /\\\n/ d\n*\\\n/"), ["/\\\n* b */", "/\\\n/ d"]);
        assert_eq!(of("/* a *\\\n/ b \"\\\\\n\" c"), ["/* a *\\\n/", "\"\\\\\n\" c"]);
        assert_eq!(of("R\"(a)\\\n\" b)\" // c"), ["R\"(a)\\\n\" b)\"", "// c"]);
        assert_eq!(of("\u{feff}// a"), ["// a"]);
    }

    #[test]
    fn prefixes() {
        assert_eq!(of("L'\"' u'\"' u8'\"' U\"'\" a"), ["L'\"'", "u'\"'", "u8'\"'", "U\"'\""]);
        assert_eq!(of("R\"x(b \" c)x\" u8R\"(a\"b)\" // d"), ["R\"x(b \" c)x\"", "u8R\"(a\"b)\"", "// d"]);
        assert_eq!(of("aR\"(b\" c"), ["\"(b\""]);
    }

    #[test]
    fn pieces_that_are_not_closed() {
        assert_eq!(of("/* a"), ["/* a"]);
        assert_eq!(of("\"a\nb 'c"), ["\"a", "'c"]);
        assert_eq!(of("R\"(a"), ["R\"(a"]);
        assert_eq!(of("\""), ["\""]);
        assert_eq!(of("é 'ü' \\"), ["'ü'"]);
    }
}
