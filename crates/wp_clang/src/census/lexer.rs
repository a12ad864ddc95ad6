//! Tokens of source text for the census: words, punctuation and directives with their lines.
//!
//! Comments, characters and strings (raw ones too) are no tokens. Splices ([`Spliced`]) are removed from the text. This
//! lexer shares nothing with the reader of Clang's tree, so that one mistake does not hide a kernel from both.

use std::ops::Range;
use wp_base::Spliced;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An identifier, a keyword or a number.
    Word,
    /// A character, or `<<<`.
    Mark,
    /// A line that begins with `#` or `%:`.
    Directive,
}

/// A token and the line, from 1, that it begins on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub line: u32,
}

impl Token<'_> {
    pub fn is(&self, text: &str) -> bool {
        self.kind != Kind::Directive && self.text == text
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// The tokens of a text whose first line has the number `line`.
pub(super) fn tokens<'t>(source: &'t Spliced<'_>, line: u32) -> Vec<Token<'t>> {
    tokens_in(source, 0..source.text().len(), line)
}

/// The tokens of a part of a text; the part begins with a line, which has the number `line`.
pub(super) fn tokens_in<'t>(source: &'t Spliced<'_>, part: Range<usize>, line: u32) -> Vec<Token<'t>> {
    let mut lexer =
        Lexer { source, text: &source.text()[..part.end], at: part.start, line, fresh: true, out: Vec::new() };
    while lexer.at < part.end {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'t> {
    source: &'t Spliced<'t>,
    /// The text up to the end of the part.
    text: &'t str,
    at: usize,
    line: u32,
    /// True if nothing but blanks stands before on the line.
    fresh: bool,
    out: Vec<Token<'t>>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Goes on by so many bytes. Lines are those of the original.
    fn skip(&mut self, length: usize) {
        let next = self.at + length.min(self.text.len() - self.at);
        let passed = self.source.origin(self.at)..self.source.origin(next);
        self.line += self.source.original().as_bytes()[passed].iter().filter(|b| **b == b'\n').count() as u32;
        self.at = next;
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let text = self.text.get(self.at..self.at + length).unwrap_or_default();
        self.out.push(Token { kind, text, line: self.line });
        self.skip(length);
        self.fresh = false;
    }

    fn step(&mut self) {
        match self.rest() {
            [b'\n', ..] => {
                self.skip(1);
                self.fresh = true;
            }
            [b, ..] if b.is_ascii_whitespace() => self.skip(1),
            [b'/', b'/', ..] => self.skip(line_length(self.rest())),
            [b'/', b'*', ..] => self.skip(comment_length(self.rest())),
            [b'#', ..] | [b'%', b':', ..] if self.fresh => self.push(Kind::Directive, directive_length(self.rest())),
            [b'"' | b'\'', ..] => {
                self.skip(literal_length(self.rest()));
                self.fresh = false;
            }
            [b, ..] if is_word(*b) => self.word(),
            [b'<', b'<', b'<', ..] => self.push(Kind::Mark, 3),
            _ => self.push(Kind::Mark, 1),
        }
    }

    /// A word, or the prefix of a literal.
    fn word(&mut self) {
        let rest = self.rest();
        let is_number = rest[0].is_ascii_digit();
        let in_word = |i: usize| {
            // `1'000` is one number.
            is_word(rest[i]) || is_number && rest[i] == b'\'' && rest.get(i + 1).is_some_and(|b| is_word(*b))
        };
        let length = (0..rest.len()).find(|i| !in_word(*i)).unwrap_or(rest.len());
        match (&rest[..length], rest.get(length)) {
            (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => {
                let quote = self.source.origin(self.at + length);
                let end = quote + raw_length(&self.source.original().as_bytes()[quote..]);
                self.skip(self.source.position(end) - self.at);
                self.fresh = false;
            }
            (b"L" | b"u" | b"U" | b"u8", Some(b'"' | b'\'')) => self.skip(length),
            _ => self.push(Kind::Word, length),
        }
    }
}

/// Letters beyond ASCII count as parts of words.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// To the end of a line.
fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
}

fn comment_length(rest: &[u8]) -> usize {
    rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |i| i + 4)
}

/// A directive ends with its line; comments inside of it may have several.
fn directive_length(rest: &[u8]) -> usize {
    let end = line_length(rest);
    match rest[..end].windows(2).position(|w| w == b"/*" || w == b"//") {
        Some(at) if rest[at + 1] == b'*' => {
            let behind = at + comment_length(&rest[at..]);
            if behind <= end {
                end
            } else {
                behind + line_length(&rest[behind..])
            }
        }
        _ => end,
    }
}

/// A literal ends with its line at the latest.
fn literal_length(rest: &[u8]) -> usize {
    let mut i = 1;
    while i < rest.len() && rest[i] != rest[0] && rest[i] != b'\n' {
        i += 1 + usize::from(rest[i] == b'\\');
    }
    (i + 1).min(rest.len())
}

/// `"x(..)x"` behind an `R`.
fn raw_length(rest: &[u8]) -> usize {
    let Some(open) = rest.iter().take(18).position(|b| *b == b'(') else { return literal_length(rest) };
    let close = [b")", &rest[1..open], b"\""].concat();
    rest.windows(close.len()).skip(open).position(|w| w == close).map_or(rest.len(), |i| open + i + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, line: u32) -> Vec<(String, u32)> {
        tokens(&Spliced::new(text), line).into_iter().map(|t| (t.text.to_owned(), t.line)).collect()
    }

    fn words(text: &str) -> Vec<String> {
        found(text, 1).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn comments_and_literals_are_no_tokens() {
        assert_eq!(words("a // b\\\n c\n/* d\n*/ e \"f \\\" g\" 'h' 1'000"), ["a", "e", "1'000"]);
        assert_eq!(words("R\"x(a)\" b)x\" c LR\"(d)\" u8\"e\" L'f' Rg"), ["c", "Rg"]);
        assert_eq!(words("k<<<1, 2>>>(x)"), ["k", "<<<", "1", ",", "2", ">", ">", ">", "(", "x", ")"]);
        assert_eq!(words("/* open"), Vec::<String>::new());
        assert_eq!(words("é \\"), ["é", "\\"]);
    }

    #[test]
    fn splices_join_lines_outside_of_raw_literals() {
        assert_eq!(words("a /\\\n* b */ c /\\\r\n/ d \\ \n e\nf"), ["a", "c", "f"]);
        assert_eq!(words("R\"(a)\\\n\" b)\" c \"d\\ \ne\" f"), ["c", "f"]);
        let lines = [("kernel", 1), ("a", 3), ("b", 5)];
        assert_eq!(found("ker\\\nnel\na \\ \n\nb", 1), lines.map(|(text, line)| (text.to_owned(), line)));
    }

    #[test]
    fn lines_and_directives() {
        let directives = ("#define x   y", "# if 0 /* d\n */ e");
        let expected = [("a", 7), (directives.0, 8), ("b", 10), ("#", 10), ("c", 10), (directives.1, 11), ("f", 13)];
        let text = "a\n#define x \\\n  y\n b # c\n # if 0 /* d\n */ e\nf";
        assert_eq!(found(text, 7), expected.map(|(text, line)| (text.to_owned(), line)));
        assert_eq!(words("\u{feff}#if 0\n#endif"), ["#if 0", "#endif"]);
    }
}
