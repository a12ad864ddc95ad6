//! Words of source text, with or without those in comments and literals.

use wp_base::pieces;

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

/// The text with comments and literals replaced by blanks, so that positions stay the same.
pub fn blank(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    pieces(text).into_iter().for_each(|(range, _)| out[range].fill(b' '));
    String::from_utf8_lossy(&out).into_owned()
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
