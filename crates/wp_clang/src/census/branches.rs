//! Kernels and launches in branches of the preprocessor (`#if` to `#else` to `#endif`) of which the compiler sees
//! nothing.

use super::lexer::{tokens, Kind, Token};
use super::scan;
use std::collections::BTreeSet;
use wp_base::Spliced;

/// Names, lines, and whether they are launches. `is_active`: whether the compiler sees something between two lines.
pub(super) fn left_out(text: &str, opencl: bool, is_active: &dyn Fn(u32, u32) -> bool) -> Vec<(String, u32, bool)> {
    if !text.contains('#') {
        return Vec::new();
    }
    let source = Spliced::new(text);
    let (plain, directives): (Vec<Token<'_>>, Vec<_>) =
        tokens(&source, 1).into_iter().partition(|t| t.kind != Kind::Directive);
    let branches = branches(&directives);
    let is_off = |line: u32| {
        let around = branches.iter().filter(|(first, last)| *first < line && line < *last);
        around.min_by_key(|(first, last)| last - first).is_some_and(|&(first, last)| !is_active(first + 1, last - 1))
    };
    let mut found: Vec<(String, u32, bool)> = Vec::new();
    let mut add = |name: usize, is_launch| {
        let token = plain[name];
        if is_off(token.line) {
            found.push((token.text.to_owned(), token.line, is_launch));
        }
    };
    scan::definitions(&plain, opencl).iter().for_each(|d| add(d.name, false));
    if !opencl {
        scan::launches(&plain).iter().filter_map(|l| l.name).for_each(|name| add(name, true));
    }
    found
}

/// The parts of a text by its lines, from 1.
pub(crate) struct Outline {
    /// The branches by the lines of the directives before and behind each.
    pub branches: Vec<(u32, u32)>,
    /// True if `#line` gives lines other numbers.
    pub renumbered: bool,
    /// True if a comment stands in front of a directive on its line: for a preprocessor that keeps comments, the line is
    /// no directive.
    pub behind_comment: bool,
    /// The lines on which tokens begin.
    pub code: BTreeSet<u32>,
}

/// The outline of a text.
pub(crate) fn outline(text: &str) -> Outline {
    let source = Spliced::new(text);
    let text = source.text();
    let (directives, plain): (Vec<Token<'_>>, Vec<_>) =
        tokens(&source, 1).into_iter().partition(|t| t.kind == Kind::Directive);
    let renumbers = |t: &Token<'_>| {
        let word = word(t);
        word.starts_with("line") || word.starts_with(|c: char| c.is_ascii_digit())
    };
    Outline {
        branches: branches(&directives),
        renumbered: directives.iter().any(renumbers),
        behind_comment: directives.iter().any(|t| {
            let at = t.text.as_ptr() as usize - text.as_ptr() as usize;
            text.get(..at).and_then(|before| before.rsplit('\n').next()).is_some_and(|line| !line.trim().is_empty())
        }),
        code: plain.iter().map(|t| t.line).collect(),
    }
}

/// The text of a directive from its name on.
fn word(directive: &Token<'_>) -> String {
    let mut rest = directive.text.trim_start_matches(['#', '%', ':']).trim_start();
    while let Some((_, behind)) = rest.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
        rest = behind.trim_start();
    }
    rest.to_owned()
}

/// The lines of the directives before and behind each branch.
fn branches(directives: &[Token<'_>]) -> Vec<(u32, u32)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for directive in directives {
        let word = word(directive);
        if word.starts_with("if") {
            open.push(directive.line);
        } else if word.starts_with("el") {
            if let Some(first) = open.last_mut() {
                found.push((*first, directive.line));
                *first = directive.line;
            }
        } else if word.starts_with("endif") {
            found.extend(open.pop().map(|first| (first, directive.line)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_branch_that_is_on_holds_is_left_out() {
        let text = "#ifndef H\n__global__ void a() {}\n#if X\n__global__ void b() {}\n#else\nvoid f() { c<<<1, 1>>>(); }\n#endif\n#endif\n#define D d<<<1, 1>>>()\n";
        let found = |active: &[u32]| -> Vec<String> {
            let is_active = |first: u32, last: u32| active.iter().any(|line| (first..=last).contains(line));
            left_out(text, false, &is_active).into_iter().map(|(name, ..)| name).collect()
        };
        assert_eq!(found(&[2, 4]), ["c"]);
        assert_eq!(found(&[2, 6]), ["b"]);
        assert_eq!(found(&[]), ["a", "b", "c"]);
    }
}
