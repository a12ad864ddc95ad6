//! Words and signs of specification texts.

use crate::syntax::At;
use crate::Error;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token {
    /// A name, with components and scopes: `threadIdx.x`, `a::n`, `::n`; with a backslash for words of the language: `\forall`.
    Word(String),
    /// An integer.
    Int(i128),
    /// A number with a fraction or an exponent.
    Real(f64),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// Longest first.
const SIGNS: [&str; 38] = [
    "<==>", "==>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "+=", "-=", "*=", "<", ">", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!", "?", ":", ";", ",", "(", ")", "[", "]", "=", "{", "}", "@",
];

/// The tokens of a text with their places.
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, At)>, Error> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (token, len) =
            if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
                number(rest, at)?
            } else if first.is_ascii_alphabetic() || matches!(first, '_' | '\\') || scope_len(rest, 0) > 0 {
                let len = word_len(rest);
                if len == 1 && first == '\\' {
                    return Err(Error::new(at..at + 1, "a word is expected after `\\`"));
                }
                (Token::Word(rest[..len].to_owned()), len)
            } else if rest.starts_with("..") {
                (Token::Sign(".."), 2)
            } else if first == '.' {
                // `forall i. e`
                (Token::Sign(";"), 1)
            } else {
                match SIGNS.iter().find(|s| rest.starts_with(**s)) {
                    Some(sign) => (Token::Sign(sign), sign.len()),
                    None => {
                        return Err(Error::new(at..at + first.len_utf8(), format!("`{first}` is not understood")));
                    }
                }
            };
        found.push((token, at..at + len));
        at += len;
    }
    Ok(found)
}

/// The length of `::` directly in front of a name.
fn scope_len(text: &str, at: usize) -> usize {
    let name = text.get(at..).and_then(|rest| rest.strip_prefix("::"));
    if name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')) {
        2
    } else {
        0
    }
}

/// Length of a name with components and scopes: a `.` counts when a letter follows directly.
fn word_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut len = scope_len(text, 0).max(1);
    while let Some(&b) = bytes.get(len) {
        let scope = scope_len(text, len);
        if scope > 0 {
            len += scope;
            continue;
        }
        let component = b == b'.' && bytes.get(len + 1).is_some_and(|c| c.is_ascii_alphabetic());
        if b.is_ascii_alphanumeric() || b == b'_' || component {
            len += 1;
        } else {
            break;
        }
    }
    len
}

fn number(text: &str, at: usize) -> Result<(Token, usize), Error> {
    let bytes = text.as_bytes();
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let digits = |from: usize, hex: bool| {
        bytes[from..].iter().take_while(|b| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() }).count()
    };
    let start = if hex { 2 } else { 0 };
    let mut len = start + digits(start, hex);
    let mut real = false;
    if !hex {
        // `0..n` is a range.
        if bytes.get(len) == Some(&b'.') && bytes.get(len + 1) != Some(&b'.') {
            real = true;
            len += 1 + digits(len + 1, false);
        }
        if matches!(bytes.get(len), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits((len + 1 + sign).min(bytes.len()), false);
            if exponent > 0 {
                real = true;
                len += 1 + sign + exponent;
            }
        }
    }
    let suffix = bytes[len..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let (body, tail) = (&text[..len], &text[len..len + suffix]);
    let whole = at..at + len + suffix;
    let wrong = || Error::new(whole.clone(), format!("`{}` is no number", &text[..len + suffix]));
    let token = if real || (tail == "f" && !hex) {
        matches!(tail, "" | "f" | "F").then_some(()).ok_or_else(wrong)?;
        // In C the suffix makes it a constant of single precision, rounded once.
        let value = match tail {
            "" => body.parse().map_err(|_| wrong())?,
            _ => f64::from(body.parse::<f32>().map_err(|_| wrong())?),
        };
        Token::Real(value)
    } else {
        tail.bytes().all(|b| matches!(b, b'u' | b'U' | b'l' | b'L')).then_some(()).ok_or_else(wrong)?;
        let value = match body.strip_prefix('0') {
            _ if hex => i128::from_str_radix(&body[2..], 16),
            Some(octal) if !octal.is_empty() => i128::from_str_radix(octal, 8),
            _ => body.parse(),
        };
        // Products of such numbers must stay in reach.
        let value = value.ok().filter(|v| *v < 1 << 64).ok_or_else(wrong)?;
        Token::Int(value)
    };
    Ok((token, len + suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_those_of_c() {
        let number = |text: &str| number(text, 0).ok().map(|(token, _)| token);
        assert_eq!(number("010"), Some(Token::Int(8)));
        assert_eq!(number("0"), Some(Token::Int(0)));
        assert_eq!(number("00u"), Some(Token::Int(0)));
        assert_eq!(number("0x10"), Some(Token::Int(16)));
        assert_eq!(number("08"), None);
        assert_eq!(number("08.5"), Some(Token::Real(8.5)));
        let signs: Vec<Token> = tokens("0..n").unwrap().into_iter().map(|(token, _)| token).collect();
        assert_eq!(signs, [Token::Int(0), Token::Sign(".."), Token::Word("n".to_owned())]);
        let words: Vec<Token> = tokens("c ? a::b : ::n").unwrap().into_iter().map(|(token, _)| token).collect();
        let word = |text: &str| Token::Word(text.to_owned());
        assert_eq!(words, [word("c"), Token::Sign("?"), word("a::b"), Token::Sign(":"), word("::n")]);
        assert_eq!(number("7.038531e-26f"), Some(Token::Real(f64::from(7.038531e-26f32))));
    }
}
