//! Tokens of the printed IR.

use std::fmt;

/// A token. Words may hold one dot followed by a letter (`threadIdx.x`).
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'t> {
    Word(&'t str),
    Symbol(&'t str),
    Int(i128),
    /// The digits as written; the width is not known yet.
    Float(&'t str),
    /// A string without its quotes, escapes resolved.
    Text(String),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(text) | Token::Symbol(text) | Token::Float(text) => write!(f, "`{text}`"),
            Token::Int(number) => write!(f, "`{number}`"),
            Token::Text(_) => f.write_str("a string"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// Longest first, so that `<<` is not read as two tokens.
const SYMBOLS: [&str; 26] = [
    "<<", ">>", "<=", "==", "!=", "->", "{", "}", "(", ")", "[", "]", ";", ":", ",", "=", "+", "-", "*", "/", "%", "&",
    "|", "^", "<", ">",
];

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The text after the last token.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn starts_with_letter(&self, at: u32) -> bool {
        self.text.as_bytes().get(at as usize).is_some_and(u8::is_ascii_alphabetic)
    }

    pub(super) fn line_col(&self, at: u32) -> (u32, u32) {
        let before = &self.text.as_bytes()[..(at as usize).min(self.text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count();
        let column = before.iter().rev().take_while(|&&b| b != b'\n').count();
        (line as u32 + 1, column as u32 + 1)
    }

    /// The next token with its byte range, or an error with its place.
    pub(super) fn token(&mut self) -> Result<(Token<'t>, u32, u32), (u32, String)> {
        self.skip_blanks();
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok((Token::End, start as u32, start as u32)) };
        let second = rest.as_bytes().get(1).copied().unwrap_or(0);
        let token = if first.is_ascii_alphabetic() || first == '_' {
            Token::Word(self.word())
        } else if first.is_ascii_digit() || (first == '-' && second.is_ascii_digit()) {
            self.number().ok_or_else(|| (start as u32, "the number is too large".to_owned()))?
        } else if first == '"' {
            Token::Text(self.string().ok_or_else(|| (start as u32, "the string is not well formed".to_owned()))?)
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            self.at += symbol.len();
            Token::Symbol(symbol)
        } else {
            return Err((start as u32, format!("unexpected character {first:?}")));
        };
        Ok((token, start as u32, self.at as u32))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().take_while(|&b| accept(b)).count();
        self.at += length;
        // Only ASCII bytes are accepted by any caller, so the length is a character boundary.
        rest.get(..length).unwrap_or("")
    }

    fn word(&mut self) -> &'t str {
        let start = self.at;
        let in_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        self.take_while(in_word);
        let rest = self.rest().as_bytes();
        if rest.first() == Some(&b'.') && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
            self.take_while(in_word);
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    fn number(&mut self) -> Option<Token<'t>> {
        let start = self.at;
        let digit = |b: u8| b.is_ascii_digit();
        let mut is_float = false;
        self.at += usize::from(self.rest().starts_with('-'));
        self.take_while(digit);
        if self.rest().starts_with('.') {
            is_float = true;
            self.at += 1;
            self.take_while(digit);
        }
        if self.rest().starts_with(['e', 'E']) {
            is_float = true;
            self.at += 1;
            self.at += usize::from(self.rest().starts_with(['-', '+']));
            self.take_while(digit);
        }
        let text = self.text.get(start..self.at)?;
        if is_float {
            Some(Token::Float(text))
        } else {
            text.parse().ok().map(Token::Int)
        }
    }

    /// A string with the escapes of Rust's debug form.
    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    return Some(text);
                }
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    'r' => text.push('\r'),
                    't' => text.push('\t'),
                    '0' => text.push('\0'),
                    'u' => {
                        chars.next().filter(|(_, c)| *c == '{')?;
                        let mut code = 0u32;
                        loop {
                            let (_, c) = chars.next()?;
                            if c == '}' {
                                break;
                            }
                            code = code.checked_mul(16)?.checked_add(c.to_digit(16)?)?;
                        }
                        text.push(char::from_u32(code)?);
                    }
                    c @ ('"' | '\\' | '\'') => text.push(c),
                    _ => return None,
                },
                c => text.push(c),
            }
        }
        None
    }
}
