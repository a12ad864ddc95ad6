//! The text for the compiler: the tokens of a source at the places that they have in the Python file.
//!
//! Input: characters with increasing places. Output: a text of the length of the file or less, with the same tokens. An
//! escape is longer than its character, and quotes stand between the parts of a string. What is missing is made up by
//! white space at the next place where there is white space anyway, outside of literals: there more of it changes
//! nothing. Until then tokens stand too early, by the length of the escapes in front of them.

use crate::literal::Text;
use std::ops::Range;
use wp_base::{pieces, Piece};

/// The text of these characters in a file; an error if they do not stand in the order of the file.
pub(crate) fn compose(source: &str, text: &Text) -> Result<String, String> {
    if text.chars.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err("its parts stand in another order than they are put together".to_owned());
    }
    let whole = text.string();
    let literals: Vec<Range<usize>> =
        pieces(&whole).into_iter().filter(|(_, piece)| *piece == Piece::Literal).map(|(range, _)| range).collect();
    let mut inside = literals.iter().peekable();
    let mut out = String::with_capacity(source.len());
    let (mut before, mut splices) = ('\n', false);
    let mut at = 0;
    for &(origin, char) in &text.chars {
        while inside.next_if(|range| range.end <= at).is_some() {}
        let is_inside = inside.peek().is_some_and(|range| range.start < at);
        if out.len() < origin && !is_inside && (at == 0 || is_neutral(before, splices, char)) {
            // Behind the end of a line there may be empty lines, so that lines have their numbers.
            let lines = before == '\n' && !splices;
            let missing = source.as_bytes().get(out.len()..origin).unwrap_or_default();
            out.extend(missing.iter().map(|b| if *b == b'\n' && lines { '\n' } else { ' ' }));
        }
        if char == '\n' {
            // Compilers also take a backslash with blanks behind it for one at the end of the line.
            splices = out.trim_end_matches([' ', '\t', '\r']).ends_with('\\');
        }
        out.push(char);
        before = char;
        at += char.len_utf8();
    }
    out.push('\n');
    Ok(out)
}

/// True if white space between two characters changes no token: it stands beside white space, and is not part of a
/// backslash at the end of a line.
fn is_neutral(before: char, splices: bool, next: char) -> bool {
    let is_white = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    match before {
        '\\' => false,
        _ if is_white(next) => true,
        '\n' => !splices,
        _ => is_white(before),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::{characters, Literal};

    /// The composed text of parts of a file, which stand between `<` and `>`.
    fn of(source: &str) -> String {
        let mut text = Text::default();
        for (start, _) in source.match_indices('<') {
            let end = start + source[start..].find('>').unwrap();
            text.append(characters(source, &Literal { prefix: "", content: start + 1..end }).unwrap());
        }
        compose(source, &text).unwrap()
    }

    #[test]
    fn tokens_keep_their_places() {
        assert_eq!(of("x = <a b>"), "     a b\n");
        assert_eq!(of("x\n = <a\nb> y"), " \n    a\nb\n");
        // The place of `c` is right again behind white space.
        assert_eq!(of(r"<a\tb c>"), " a\t b c\n");
        assert_eq!(of("<a\\n>\n  <b>"), " a\n  \n   b\n");
        // Parts of a token stay together.
        assert_eq!(of("<a> <b c>"), " ab    c\n");
        // Literals keep their contents.
        assert_eq!(of(r#"<f("\\n \\n", x y)>"#), " f(\"\\n \\n\",   x y)\n");
    }

    #[test]
    fn a_backslash_at_the_end_of_a_line_stays_there() {
        assert_eq!(of("<a \\\\ \\nb c>\n <d>"), " a \\  \nb  cd\n");
        assert_eq!(of("<#define A \\\\\n  b\nc>"), " #define A \\\n   b\nc\n");
    }

    #[test]
    fn other_orders_are_rejected() {
        let text = Text { chars: vec![(5, 'a'), (1, 'b')], end: 6 };
        assert!(compose("abcdefg", &text).is_err());
    }
}
