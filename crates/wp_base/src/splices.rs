//! Source text as compilers read it: without the byte order mark in front, and with the lines joined that splices join.
//!
//! A splice is a backslash at the end of a line. As in Clang and GCC, blanks may stand behind the backslash. Exact, but
//! for raw literals, in which a splice is text: a lexer reads those in the original text.

use std::borrow::Cow;
use std::ops::Range;

/// A source text without the byte order mark and the splices, and the places where they were cut out.
#[derive(Clone, Debug)]
pub struct Spliced<'t> {
    original: &'t str,
    text: Cow<'t, str>,
    /// For each cut, its position in `text`, and the number of bytes that this cut and those before removed.
    cuts: Vec<(usize, usize)>,
}

impl<'t> Spliced<'t> {
    /// Removes the byte order mark and the splices.
    pub fn new(original: &'t str) -> Self {
        let bytes = original.as_bytes();
        let mark = original.starts_with('\u{feff}').then_some(0..'\u{feff}'.len_utf8());
        let backslashes = bytes.iter().enumerate().filter(|(_, b)| **b == b'\\').map(|(at, _)| at);
        let splices = backslashes.filter_map(|at| Some(at..at + splice_length(&bytes[at..])?));
        let (mut text, mut cuts, mut from, mut removed) = (String::new(), Vec::new(), 0, 0);
        for cut in mark.into_iter().chain(splices) {
            text.push_str(&original[from..cut.start]);
            removed += cut.len();
            cuts.push((text.len(), removed));
            from = cut.end;
        }
        let text = match cuts.is_empty() {
            true => Cow::Borrowed(original),
            false => Cow::Owned(text + &original[from..]),
        };
        Self { original, text, cuts }
    }

    /// The text without them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with them.
    pub fn original(&self) -> &'t str {
        self.original
    }

    /// Where the character at a position of the text stands in the original.
    pub fn origin(&self, at: usize) -> usize {
        at + self.removed(self.cuts.partition_point(|(cut, _)| *cut <= at))
    }

    /// The part of the original that a part of the text stems from. What was cut at its ends does not belong to it.
    pub fn origins(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.origin(range.start);
        let end = range.end + self.removed(self.cuts.partition_point(|(cut, _)| *cut < range.end));
        start..end.max(start)
    }

    /// The position in the text of a position in the original.
    pub fn position(&self, original: usize) -> usize {
        let before = self.cuts.partition_point(|(cut, removed)| cut + removed <= original);
        let next = self.cuts.get(before).map_or(usize::MAX, |(cut, _)| *cut);
        (original - self.removed(before)).min(next)
    }

    /// The number of bytes that the first `cuts` cuts removed.
    fn removed(&self, cuts: usize) -> usize {
        cuts.checked_sub(1).map_or(0, |last| self.cuts[last].1)
    }
}

/// The length of the splice that begins with this backslash.
fn splice_length(rest: &[u8]) -> Option<usize> {
    let blanks = rest.iter().skip(1).take_while(|b| matches!(b, b' ' | b'\t' | b'\x0b' | b'\x0c')).count();
    match rest[1 + blanks..] {
        [b'\r', b'\n', ..] => Some(blanks + 3),
        [b'\n' | b'\r', ..] => Some(blanks + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined() {
        for text in ["a\\\nb", "a\\\r\nb", "a\\ \t\nb", "\u{feff}ab", "a\\\n\\ \nb", "ab\\\n", "\u{feff}\\\nab"] {
            assert_eq!(Spliced::new(text).text(), "ab", "{text:?}");
        }
        for text in ["a\\ b\n", "a\nb", "\\", "a\\ ", "é\u{feff}"] {
            assert_eq!(Spliced::new(text).text(), text);
        }
    }

    #[test]
    fn positions_lead_there_and_back() {
        let original = "\u{feff}a\\\nb\\ \n\\\ncd\\\n";
        let spliced = Spliced::new(original);
        assert_eq!(spliced.text(), "abcd");
        for (at, c) in spliced.text().char_indices() {
            let origin = spliced.origin(at);
            assert!(original[origin..].starts_with(c));
            assert_eq!(spliced.position(origin), at);
            assert_eq!(&original[spliced.origins(&(at..at + 1))], c.to_string());
        }
        assert_eq!(&original[spliced.origins(&(0..2))], "a\\\nb");
        assert_eq!((spliced.origin(4), spliced.position(original.len())), (original.len(), 4));
        assert_eq!((spliced.position(0), spliced.position(5)), (0, 1));
    }
}
