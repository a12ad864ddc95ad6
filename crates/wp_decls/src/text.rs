//! Words of source text, with or without those in comments and literals.

/// The identifiers and numbers of a text with their positions in bytes, without those in comments and literals.
pub fn words(text: &str) -> Vec<(usize, &str)> {
    let blank = blank(text);
    split(&blank).into_iter().map(|(at, word)| (at, &text[at..at + word.len()])).collect()
}

/// The identifiers and numbers of a text with their positions in bytes, including those in comments and literals.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = text.as_ptr() as usize;
    text.split(|c| !in_word(c)).filter(|w| !w.is_empty()).map(|w| (w.as_ptr() as usize - start, w)).collect()
}

/// The text with comments and literals replaced by blanks, so that positions stay the same. A literal ends at the end
/// of its line at the latest; a raw literal ends at its delimiter.
pub fn blank(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while at < out.len() {
        let rest = &text.as_bytes()[at..];
        let after_word = at > 0 && (out[at - 1].is_ascii_alphanumeric() || out[at - 1] == b'_');
        let length = match rest {
            [b'/', b'/', ..] => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |i| i + 4),
            [b'R', b'"', ..] if !after_word => length_of_raw_literal(rest),
            [b'"', ..] => literal(rest),
            // Behind a word, as in `1'000`, the quote separates digits.
            [b'\'', ..] if !after_word => literal(rest),
            _ => 0,
        };
        out[at..at + length].fill(b' ');
        at += length.max(1);
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The length of the literal at the start of a text.
fn literal(rest: &[u8]) -> usize {
    let mut i = 1;
    while i < rest.len() && rest[i] != rest[0] && rest[i] != b'\n' {
        i += 1 + usize::from(rest[i] == b'\\');
    }
    (i + 1).min(rest.len())
}

/// The length of the raw literal `R"x(..)x"` at the start of a text.
fn length_of_raw_literal(rest: &[u8]) -> usize {
    let Some(open) = rest.iter().position(|&b| b == b'(') else { return literal(&rest[1..]) + 1 };
    let close = [b")", &rest[2..open], b"\""].concat();
    let end = rest[open..].windows(close.len()).position(|w| w == close);
    end.map_or(rest.len(), |i| open + i + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        words(text).into_iter().map(|(_, word)| word).collect()
    }

    #[test]
    fn comments_and_literals_have_no_words() {
        assert_eq!(of("a // b\n/* c * / */ d \"e \\\" f\" g"), ["a", "d", "g"]);
        assert_eq!(of("int n = 'x'; // n\n/* m */ k(\"n\\\"m\", n2); é n"), ["int", "n", "k", "n2", "é", "n"]);
        assert_eq!(of("k<<<1'000, 64>>>(a); b('c', 'd')"), ["k", "1", "000", "64", "a", "b"]);
        assert_eq!(of("a R\"x(b \" c)x\" d \"e\nf"), ["a", "d", "f"]);
        assert_eq!(of("/* a"), Vec::<&str>::new());
    }

    #[test]
    fn positions_stay() {
        assert_eq!(blank("a /*é*/ b").len(), "a /*é*/ b".len());
        assert_eq!(words("é+y1"), [(0, "é"), (3, "y1")]);
        assert_eq!(split("x 'y'"), [(0, "x"), (3, "y")]);
    }
}
