//! The code units of a string literal as Clang prints it.
//!
//! Input: the `value` of a `StringLiteral`, which Clang prints from the code units that the literal has after all
//! escapes and concatenations were read. Exact: a form that Clang does not print yields `None`.

/// The code units, without the terminating zero; `None` for a text that is no printed literal.
pub fn string_units(printed: &str) -> Option<Vec<u32>> {
    let start = printed.find('"')?;
    let utf16 = match &printed[..start] {
        "" | "L" | "U" | "u8" => false,
        "u" => true,
        _ => return None,
    };
    let mut rest = printed[start + 1..].chars();
    let mut out = Vec::new();
    loop {
        match rest.next()? {
            // The end, or a split behind a hexadecimal escape that a digit follows.
            '"' => match rest.as_str() {
                "" => return Some(out),
                _ if rest.next() == Some('"') => {}
                _ => return None,
            },
            '\\' => {
                let code = escape(&mut rest)?;
                match char::from_u32(code).filter(|_| utf16) {
                    Some(c) => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
                    None => out.push(code),
                }
            }
            c => out.push(u32::from(Some(c).filter(char::is_ascii)?)),
        }
    }
}

/// The value of an escape behind its backslash.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<u32> {
    let first = rest.next()?;
    let fixed = |rest: &mut std::str::Chars<'_>, radix: u32, digits: usize, start: u32| {
        (0..digits).try_fold(start, |value, _| Some(value * radix + rest.next()?.to_digit(radix)?))
    };
    Some(match first {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        '\\' | '"' => u32::from(first),
        '0'..='3' => fixed(rest, 8, 2, first.to_digit(8)?)?,
        'u' => fixed(rest, 16, 4, 0)?,
        'U' => fixed(rest, 16, 8, 0)?,
        'x' => {
            let digits = rest.as_str().find(|c: char| !c.is_ascii_hexdigit()).filter(|n| (1..=8).contains(n))?;
            fixed(rest, 16, digits, 0)?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::string_units;

    #[test]
    fn narrow() {
        assert_eq!(string_units(r#""\001\377\177\a\b\f\v\t\n\r""#), Some(vec![1, 255, 127, 7, 8, 12, 11, 9, 10, 13]));
        assert_eq!(string_units(r#""\0001x\"\\'?""#), Some(vec![0, 49, 120, 34, 92, 39, 63]));
        assert_eq!(string_units(r#"u8"\303\251""#), Some(vec![0xc3, 0xa9]));
        assert_eq!(string_units(r#""""#), Some(vec![]));
    }

    #[test]
    fn wide() {
        assert_eq!(string_units(r#"L"a\x1FF""b\351""#), Some(vec![97, 0x1ff, 98, 0xe9]));
        assert_eq!(string_units(r#"L"\xFFFFFFFF""#), Some(vec![u32::MAX]));
        assert_eq!(string_units(r#"u"\u20AC\xD800\U0001F600""#), Some(vec![0x20ac, 0xd800, 0xd83d, 0xde00]));
        assert_eq!(string_units(r#"U"\U0001F600""#), Some(vec![0x1f600]));
    }

    #[test]
    fn not_printed_by_clang() {
        for text in ["", "abc", "\"abc", "R\"abc\"", "\"\\q\"", "\"\\x\"", "\"a\"b\"", "\"\\9\"", "\"\u{e9}\""] {
            assert_eq!(string_units(text), None, "{text}");
        }
    }
}
