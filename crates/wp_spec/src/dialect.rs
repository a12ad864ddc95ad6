//! Declarations of programs for VeriCUDA, which no compiler accepts, rewritten as C++.
//!
//! Input: CUDA source text. Output: a text of the same length, so that positions stay, or none if there is nothing to
//! change. `__shared__ float tile[][];` leaves the extents open: it gets extents for the compiler, and a mark by which
//! they count as unknown. `declare_invariant("e");` becomes the comment that it stands for. Declarations that a
//! compiler accepts are never changed.

use std::ops::Range;
use wp_base::{pieces, Piece};

/// The declarations of the prelude that mark open extents, by how much shorter than `__shared__` they are.
const MARKS: [&str; 6] = ["__wp_open", "__wpopen", "__wpope", "__wpop", "__wpo", "__wp"];
/// The extent that the compiler is given, a name of the prelude.
const EXTENT: &str = "[$]";
/// Functions that stand for clauses.
const CLAUSES: [(&str, &str); 4] = [
    ("declare_invariant", "loop invariant"),
    ("declare_precondition", "requires"),
    ("declare_postcondition", "ensures"),
    ("declare_logic_param", "ghost"),
];

/// The text with such declarations in the form of C++.
pub fn in_cpp(source: &str) -> Option<String> {
    let has_open_arrays = may_leave_extent_open(source) && source.contains("__shared__");
    let has_clauses = source.contains("declare_");
    if !has_open_arrays && !has_clauses {
        return None;
    }
    let code = code_of(source);
    let mut changes = if has_open_arrays { shared_arrays(&code) } else { Vec::new() };
    if has_clauses {
        changes.extend(CLAUSES.iter().flat_map(|(call, clause)| calls(source, &code, call, clause)));
    }
    changes.sort_by_key(|(range, _)| range.start);
    let (mut out, mut at) = (String::with_capacity(source.len()), 0);
    for (range, text) in &changes {
        out.push_str(source.get(at..range.start)?);
        out.push_str(text);
        at = range.end;
    }
    out.push_str(source.get(at..)?);
    (!changes.is_empty() && out.len() == source.len()).then_some(out)
}

/// False if no bracket is closed behind nothing but blanks and comments.
fn may_leave_extent_open(source: &str) -> bool {
    let is_open = |pair: &[u8]| pair[0] == b'[' && (b"]/\\".contains(&pair[1]) || pair[1].is_ascii_whitespace());
    source.as_bytes().windows(2).any(is_open)
}

/// The text with comments, literals and lines of the preprocessor blanked; the quotes of literals stay.
fn code_of(source: &str) -> Vec<u8> {
    let mut code = source.as_bytes().to_vec();
    let blank = |code: &mut Vec<u8>, range: Range<usize>| code[range].iter_mut().for_each(|b| *b = b' ');
    for (range, piece) in pieces(source) {
        let inside = match piece {
            Piece::Comment => range,
            Piece::Literal => {
                let quote = source[range.clone()].find(['"', '\'']).map_or(range.end, |at| range.start + at);
                quote + 1..range.end.saturating_sub(1)
            }
        };
        if inside.start < inside.end {
            blank(&mut code, inside);
        }
    }
    let (mut start, mut continued) = (0, false);
    for line in source.split_inclusive('\n') {
        let directive = continued || line.trim_start_matches('\u{feff}').trim_start().starts_with('#');
        continued = directive && line.trim_end().ends_with('\\');
        if directive {
            blank(&mut code, start..start + line.len());
        }
        start += line.len();
    }
    code
}

/// The positions at which a word stands by itself.
fn words<'c>(code: &'c [u8], word: &'c str) -> impl Iterator<Item = usize> + 'c {
    let part = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let places = code.windows(word.len()).enumerate().filter(move |(_, w)| *w == word.as_bytes());
    let places = places.map(|(at, _)| at);
    places.filter(move |at| {
        let before = at.checked_sub(1).and_then(|b| code.get(b));
        !part(before) && !part(code.get(at + word.len()))
    })
}

/// `__shared__ float a[], b[][];`, which no compiler takes, unlike `extern __shared__ float a[];` and
/// `__shared__ int a[] = {1};`.
fn shared_arrays(code: &[u8]) -> Vec<(Range<usize>, String)> {
    let shared = "__shared__";
    let mut changes = Vec::new();
    for at in words(code, shared) {
        let start = code[..at].iter().rposition(|b| b";{}".contains(b)).map_or(0, |p| p + 1);
        let Some(length) = code[at..].iter().position(|b| b";{}=".contains(b)).filter(|n| code[at + n] == b';') else {
            continue;
        };
        let end = at + length;
        if words(&code[start..end], "extern").next().is_some() || words(&code[at + 1..end], shared).next().is_some() {
            continue;
        }
        let open = (at..end).filter(|&p| code[p] == b'[').filter_map(|p| {
            let inner = code[p + 1..end].iter().position(|b| *b != b' ')?;
            (code[p + 1 + inner] == b']').then_some(p..p + inner + 2)
        });
        let open: Vec<Range<usize>> = open.collect();
        let longer: usize = open.iter().map(|r| EXTENT.len().saturating_sub(r.len())).sum();
        // Blanks between the brackets leave room of their own.
        let mark = match longer {
            0 => None,
            n => MARKS.get(n - 1),
        };
        let Some(mark) = mark else { continue };
        changes.push((at..at + shared.len(), (*mark).to_owned()));
        changes.extend(open.into_iter().map(|r| {
            let text = format!("{EXTENT:<width$}", width = r.len());
            (r, text)
        }));
    }
    changes
}

/// `declare_invariant("e");` with one string.
fn calls(source: &str, code: &[u8], call: &str, clause: &str) -> Vec<(Range<usize>, String)> {
    let next = |from: usize, sign: u8| {
        let found = from + code.get(from..)?.iter().position(|b| !b.is_ascii_whitespace())?;
        (code[found] == sign).then_some(found)
    };
    let change = |at: usize| {
        let open = next(next(at + call.len(), b'(')? + 1, b'"')?;
        // Inside of a literal there are blanks only.
        let close = open + 1 + code.get(open + 1..)?.iter().position(|b| *b != b' ')?;
        if code[close] != b'"' {
            return None;
        }
        let end = next(next(close + 1, b')')? + 1, b';')? + 1;
        let text = source.get(open + 1..close).filter(|t| !t.contains(['\\', '\n']) && !t.contains("*/"))?;
        let begin = format!("{:<width$}", format!("/*@{clause} "), width = open + 1 - at);
        let rest = end - close;
        (begin.len() == open + 1 - at).then(|| (at..end, format!("{begin}{text}{:>rest$}", "*/")))
    };
    words(code, call).filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_extents_are_given_and_marked() {
        let of = |text: &str| in_cpp(text).map(|out| (out.len() == text.len(), out));
        assert_eq!(of("__shared__ float t[][];"), Some((true, "__wpopen float t[$][$];".to_owned())));
        assert_eq!(of("__shared__ int a[], b[ ][];"), Some((true, "__wpopen int a[$], b[$][$];".to_owned())));
        assert_eq!(of("{ int __shared__ a[]; }"), Some((true, "{ int __wp_open a[$]; }".to_owned())));
    }

    #[test]
    fn what_compilers_take_is_not_touched() {
        let same = [
            "extern __shared__ float t[];",
            "__shared__ extern float t[];",
            "__shared__ int t[] = {1, 2};",
            "__shared__ int t[] {1, 2};",
            "__shared__ int t[4];",
            "// __shared__ int t[];\\nint a[1];",
            "char *s = \"__shared__ int t[];\";",
            "#define T __shared__ int t[];\nT",
            "__shared__ int t[]",
            "void declare_invariant(const char *);",
            "declare_invariant(\"a\", \"b\");",
            "// declare_invariant(\"a\");",
            "declare_invariant(\"",
        ];
        for text in same {
            assert_eq!(in_cpp(text), None, "{text}");
        }
    }

    #[test]
    fn calls_become_comments() {
        let text = "{ declare_invariant(\"a[0] == 0\");\n declare_precondition(\"n > 0\") ; }";
        let out = in_cpp(text).unwrap();
        assert_eq!(out.len(), text.len());
        assert_eq!(out, "{ /*@loop invariant  a[0] == 0 */\n /*@requires           n > 0  */ }");
        assert_eq!(crate::comments(text).len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(words in proptest::collection::vec(proptest::prop_oneof![
            proptest::strategy::Just("__shared__"), proptest::strategy::Just("declare_invariant"), proptest::strategy::Just("("),
            proptest::strategy::Just("\""), proptest::strategy::Just("[]"), proptest::strategy::Just(";"), proptest::strategy::Just("é"),
            proptest::strategy::Just("/*"), proptest::strategy::Just("*/"), proptest::strategy::Just("\n#"), proptest::strategy::Just(" "),
            proptest::strategy::Just(")"), proptest::strategy::Just("'"), proptest::strategy::Just("\\"), proptest::strategy::Just("extern"),
        ], 0..30)) {
            let text = words.concat();
            if let Some(out) = in_cpp(&text) {
                proptest::prop_assert_eq!(out.len(), text.len());
            }
        }
    }
}
