//! Specification comments in C source text: `//@ ...` and `/*@ ... */`.
//!
//! Comments inside of strings, characters and other comments do not count. Lines of the form `//@ word: ...` are
//! headers of tools (no clause begins so) and are left out. Other comments that look like clauses ([`crate::stray`])
//! are kept, as errors. Consecutive `//@` lines are one text, so that a clause may go on in the next line; a line that
//! begins with the name of a clause begins a new one whether or not the last one ended in `;`.

use crate::syntax::Text;
use crate::{stray, Error};
use std::ops::Range;
use wp_base::{pieces, Piece};

/// A run of specification comments that only white space separates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Byte range in the source, comment signs included.
    pub range: Range<usize>,
    /// The text, as long as the range: everything else is blanked, so that positions in it are those of the source.
    pub text: String,
    /// Why it is none although it looks like one.
    problem: Option<String>,
}

impl Comment {
    /// The comment as one that cannot be read, for this reason.
    #[must_use]
    pub fn rejected(self, problem: &str) -> Self {
        Self { text: " ".repeat(self.range.len()), problem: Some(problem.to_owned()), ..self }
    }

    /// The clauses and definitions in it.
    pub fn parse(&self) -> Result<Text, Error> {
        match &self.problem {
            Some(problem) => Err(Error::new(0..self.text.len(), problem.as_str())),
            None => crate::parse(&self.text),
        }
    }
}

/// The specification comments of a source text, in order.
pub fn comments(source: &str) -> Vec<Comment> {
    let in_cpp = crate::dialect::in_cpp(source);
    let source = in_cpp.as_deref().unwrap_or(source);
    let mut found: Vec<Comment> = Vec::new();
    if !source.contains('@') {
        return found;
    }
    visit(source, |range| {
        let text = &source[range.clone()];
        if let Some(problem) = stray::problem(text) {
            found.push(Comment { text: String::new(), range, problem: None }.rejected(&problem));
            return;
        }
        let inner = range.start + 3;
        let len = match (text.strip_prefix("//@"), text.strip_prefix("/*@")) {
            (Some(line), _) if is_header(line) => return,
            // A comment in the comment ends it.
            (Some(line), _) => line.find("//").unwrap_or(line.len()),
            (_, Some(block)) => block.rfind("*/").unwrap_or(block.len()),
            _ => return,
        };
        let inner = inner..inner + len;
        add(source, &mut found, range, inner);
    });
    found
}

/// True if a piece of source, which begins outside of comments and literals, has one of these characters outside of
/// comments.
pub fn has_code(source: &str, characters: &[char]) -> bool {
    let mut at = 0;
    let mut found = false;
    visit(source, |range| {
        found |= source[at..range.start].contains(characters);
        at = range.end;
    });
    found || source[at..].contains(characters)
}

/// The ranges of all comments.
pub(crate) fn visit(source: &str, comment: impl FnMut(Range<usize>)) {
    let comments = pieces(source).into_iter().filter(|(_, piece)| *piece == Piece::Comment);
    comments.map(|(range, _)| range).for_each(comment);
}

/// `word: ...`
fn is_header(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).unwrap_or(text.len());
    word > 0 && text[word..].starts_with(':')
}

fn add(source: &str, found: &mut Vec<Comment>, range: Range<usize>, inner: Range<usize>) {
    let blank = |text: &str| text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect::<String>();
    let mut text = blank(&source[range.start..inner.start]);
    // Continuation lines of block comments may begin with `@` or `*`.
    let mut fresh = false;
    for c in source[inner.clone()].chars() {
        match c {
            '@' if fresh => text.push(' '),
            c => {
                text.push(c);
                fresh = c == '\n' || fresh && c.is_whitespace();
            }
        }
    }
    text.push_str(&blank(&source[inner.end..range.end]));
    if let Some(last) = found.last_mut() {
        if last.problem.is_none() && source[last.range.end..range.start].trim().is_empty() {
            last.text.push_str(&source[last.range.end..range.start]);
            last.text.push_str(&text);
            last.range.end = range.end;
            return;
        }
    }
    found.push(Comment { range, text, problem: None });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_count() {
        let source = "//@ verdict: x\nchar *s = \"//@ a\"; char c = '\"'; // //@ b\n/* /*@ c */ int n = 1'000;\n  //@ d // x\n//@ e\nint x; /*@ f\n @ g */";
        let found = comments(source);
        let texts: Vec<String> =
            found.iter().map(|c| c.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(texts, ["d e", "f g"]);
        assert!(found.iter().all(|c| c.text.len() == c.range.len()));
    }

    #[test]
    fn what_is_not_closed_ends_with_the_text() {
        assert_eq!(comments("/*@ a").len(), 1);
        assert_eq!(comments("/*@").len(), 1);
        assert_eq!(comments("\"//@ a").len(), 0);
    }
}
