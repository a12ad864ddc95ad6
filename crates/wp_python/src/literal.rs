//! The characters of string literals, each with the place of its source text.

use std::ops::Range;

/// Characters with the places where they begin in the file, in the order of the string.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Text {
    pub chars: Vec<(usize, char)>,
    /// The end of the last character in the file.
    pub end: usize,
}

impl Text {
    pub fn string(&self) -> String {
        self.chars.iter().map(|(_, c)| *c).collect()
    }

    /// The place of the first character.
    pub fn start(&self) -> Option<usize> {
        self.chars.first().map(|(at, _)| *at)
    }

    /// Puts another text behind this one.
    pub fn append(&mut self, other: Text) {
        if !other.chars.is_empty() {
            self.chars.extend(other.chars);
            self.end = other.end;
        }
    }
}

/// The parts of a literal: its prefix without quotes, and the place of its content.
pub(crate) struct Literal<'a> {
    pub prefix: &'a str,
    pub content: Range<usize>,
}

/// The characters of a literal, or why they are not known.
pub(crate) fn characters(source: &str, literal: &Literal) -> Result<Text, String> {
    let has = |letter: char| literal.prefix.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    if let Some(odd) = literal.prefix.chars().find(|c| !"rRuUfF".contains(*c)) {
        return Err(format!("a string with the prefix `{odd}` is no text"));
    }
    let (raw, format) = (has('r'), has('f'));
    let mut at = literal.content.start;
    let mut text = Text::default();
    while let Some(rest) = source.get(at..literal.content.end).filter(|rest| !rest.is_empty()) {
        let (length, char) = next(rest, raw, format)?;
        text.chars.extend(char.map(|c| (at, c)));
        at += length;
        text.end = at;
    }
    Ok(text)
}

/// The length of what stands first in a literal, and its character if it has one.
fn next(rest: &str, raw: bool, format: bool) -> Result<(usize, Option<char>), String> {
    // Python reads each kind of end of line as one character.
    if rest.starts_with("\r\n") {
        return Ok((2, Some('\n')));
    }
    if format && (rest.starts_with("{{") || rest.starts_with("}}")) {
        return Ok((2, rest.chars().next()));
    }
    let Some(first) = rest.chars().next() else { return Ok((1, None)) };
    match first {
        '\r' => Ok((1, Some('\n'))),
        '\\' if !raw => escape(&rest[1..]).map(|(length, char)| (length + 1, char)),
        _ => Ok((first.len_utf8(), Some(first))),
    }
}

/// The length of an escape behind its backslash, and its character if it has one.
fn escape(rest: &str) -> Result<(usize, Option<char>), String> {
    let Some(first) = rest.chars().next() else { return Ok((0, Some('\\'))) };
    let plain = |c| Ok((1, Some(c)));
    match first {
        '\n' => Ok((1, None)),
        '\r' => Ok((if rest.starts_with("\r\n") { 2 } else { 1 }, None)),
        '\\' | '\'' | '"' => plain(first),
        'a' => plain('\u{7}'),
        'b' => plain('\u{8}'),
        'f' => plain('\u{c}'),
        'n' => plain('\n'),
        'r' => plain('\r'),
        't' => plain('\t'),
        'v' => plain('\u{b}'),
        '0'..='7' => {
            let length = rest.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            number(&rest[..length], 8).map(|char| (length, Some(char)))
        }
        'x' => digits(rest, 2),
        'u' => digits(rest, 4),
        'U' => digits(rest, 8),
        'N' => Err("a character is given by its name (`\\N`)".to_owned()),
        // Python leaves the backslash of an escape that it does not know.
        _ => Ok((0, Some('\\'))),
    }
}

/// The escape of a letter and so many hexadecimal digits.
fn digits(rest: &str, count: usize) -> Result<(usize, Option<char>), String> {
    let found = rest.get(1..1 + count).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
    let text = found.ok_or_else(|| "an escape lacks digits".to_owned())?;
    number(text, 16).map(|char| (1 + count, Some(char)))
}

fn number(text: &str, radix: u32) -> Result<char, String> {
    let code = u32::from_str_radix(text, radix).ok();
    let char = code.and_then(char::from_u32).filter(|c| *c != '\0');
    char.ok_or_else(|| "an escape names no character of a text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(prefix: &str, content: &str) -> Result<String, String> {
        characters(content, &Literal { prefix, content: 0..content.len() }).map(|text| text.string())
    }

    #[test]
    fn escapes() {
        assert_eq!(of("", r#"a\n\t\\\"\x41\u00e9\101\d"#).unwrap(), "a\n\t\\\"A\u{e9}A\\d");
        assert_eq!(of("", "a\\\nb").unwrap(), "ab");
        assert_eq!(of("r", r"a\n").unwrap(), r"a\n");
        assert_eq!(of("f", "{{a}}").unwrap(), "{a}");
        assert_eq!(of("Rf", r"{{\n}}").unwrap(), r"{\n}");
        assert_eq!(of("", "a\r\nb\rc").unwrap(), "a\nb\nc");
        for wrong in [r"\N{DASH}", r"\x4", r"\ud800", r"\0"] {
            assert!(of("", wrong).is_err(), "{wrong}");
        }
        assert!(of("b", "a").is_err());
    }

    #[test]
    fn places() {
        let text = characters(r"a\nb", &Literal { prefix: "", content: 0..4 }).unwrap();
        assert_eq!(text.chars, [(0, 'a'), (1, '\n'), (3, 'b')]);
        assert_eq!(text.end, 4);
    }
}
