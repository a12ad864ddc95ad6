//! Comments that look like clauses without being clauses: the error, and the correct form. They are errors so that no
//! user takes them for checked.
//!
//! Such a comment begins with an `@` that does not stand directly behind `//` or `/*`, followed by text that parses as
//! a clause; or it has a colon behind the first word of a clause or behind `loop-invariant`, as headers of tools have;
//! or a splice makes it part of another comment or cuts its signs. Prose that does not parse is ignored.

use crate::parse::{parse, CLAUSES};
use wp_base::Spliced;

/// The error in a comment that looks like a clause, its opening signs included.
pub(crate) fn problem(comment: &str) -> Option<String> {
    let begins_clause = |text: &str| text.starts_with("//@") || text.starts_with("/*@");
    let joined = Spliced::new(comment);
    if begins_clause(joined.text()) && !begins_clause(comment) {
        return Some("a `\\` at the end of a line cuts the signs of this clause: write them in one line".to_owned());
    }
    if joined.text().starts_with("//") && comment.lines().skip(1).any(|line| begins_clause(line.trim_start())) {
        return Some("a `\\` at the end of a line makes a clause part of this comment: remove it".to_owned());
    }
    let inner = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*"))?;
    let sign = if comment.starts_with("//") { "//@" } else { "/*@" };
    let Some(line) = inner.strip_prefix('@') else {
        let body = inner.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '!'));
        let text = body.strip_prefix('@')?.trim_start_matches('@').trim_start();
        let text = text.strip_suffix("*/").unwrap_or(text);
        let (keyword, rest) = clause_of(text)?;
        let rest = rest.trim_start();
        parse(&format!("{keyword} {}", rest.strip_prefix(':').unwrap_or(rest))).ok()?;
        return Some(format!("this looks like a clause and is none: write `{sign} {keyword} ...`"));
    };
    let (keyword, rest) = invariant_of(line.trim_start()).or_else(|| clause_of(line.trim_start()))?;
    (sign == "//@" && rest.starts_with(':'))
        .then(|| format!("this looks like a clause and is none: write `{sign} {keyword} ...` without the colon"))
}

/// The word that begins a clause at the start of a text, or the one that is meant; and the rest.
fn clause_of(text: &str) -> Option<(&'static str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    Some((meant(&text[..end])?, &text[end..]))
}

/// The invariant that a word at the start of a text means (`invariant`, `loop-invariant`), and the rest.
fn invariant_of(text: &str) -> Option<(&'static str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).unwrap_or(text.len());
    let word = text[..end].to_ascii_lowercase();
    let keyword = if word.starts_with("barrier") { "barrier invariant" } else { "loop invariant" };
    word.ends_with("invariant").then_some((keyword, &text[end..]))
}

/// The word that begins a clause which a word is, but for capital letters and one letter that is wrong, missing or too
/// much.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let exact = CLAUSES.into_iter().find(|clause| *clause == word);
    exact.or_else(|| CLAUSES.into_iter().find(|clause| is_near(clause.as_bytes(), word.as_bytes())))
}

fn is_near(a: &[u8], b: &[u8]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < 4 || long.len() > short.len() + 1 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    match long.len() - short.len() {
        0 => short.get(same + 1..) == long.get(same + 1..),
        _ => short[same..] == long[same + 1..],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_clause_is_told_how_to_be_one() {
        let told = |comment: &str| problem(comment).unwrap_or_else(|| panic!("{comment}"));
        for comment in [
            "///@ assert n == 5;",
            "// @assert n == 5;",
            "//! @ Assert n == 5",
            "// @asert n == 5;",
            "// @assert: n == 5",
        ] {
            assert_eq!(told(comment), "this looks like a clause and is none: write `//@ assert ...`");
        }
        assert_eq!(told("/** @requires n > 0; */"), "this looks like a clause and is none: write `/*@ requires ...`");
        for comment in ["//@ assert: n == 5;", "//@ASSERT: n", "//@ asert: n"] {
            let text = "this looks like a clause and is none: write `//@ assert ...` without the colon";
            assert_eq!(told(comment), text);
        }
    }

    #[test]
    fn invariants_with_colons_are_no_headers() {
        for comment in ["//@ invariant: n == 5;", "//@ loop-invariant: n", "//@loop_invariant: n", "//@ Invariant: n"] {
            let text = "this looks like a clause and is none: write `//@ loop invariant ...` without the colon";
            assert_eq!(problem(comment).as_deref(), Some(text));
        }
        assert!(problem("//@ barrier-invariant: n").is_some_and(|text| text.contains("`//@ barrier invariant ...`")));
        for comment in ["//@ invariants: 3", "//@ invariant n;", "//@ invariant-count: 3"] {
            assert_eq!(problem(comment), None, "{comment}");
        }
    }

    #[test]
    fn splices_hide_no_clause() {
        for comment in ["/\\\n/@ assert a;", "//\\ \n@ assert a;", "/*\\\n@ assert a; */", "// a \\ \n  //@ assert a;"]
        {
            assert!(problem(comment).is_some(), "{comment}");
        }
        for comment in ["// a \\\n b", "//@ assert a && \\\n b;", "/* a \\\n //@ assert a; */"] {
            assert_eq!(problem(comment), None, "{comment}");
        }
    }

    #[test]
    fn prose_headers_and_clauses_are_left_alone() {
        for comment in [
            "//@ assert n == 5;",
            "//@ verdict: races=proved",
            "//@ kernel: k",
            "/*@ requires n > 0; */",
            "// @param n the count",
            "/// @requires a number that is not negative",
            "// assert n == 5",
            "// @invariant x > 0",
            "/* x @assert n */",
            "//@",
            "//",
        ] {
            assert_eq!(problem(comment), None, "{comment}");
        }
        assert_eq!(meant("requires"), Some("requires"));
        assert_eq!(meant("require"), Some("requires"));
        assert_eq!(meant("aserts"), None);
    }
}
