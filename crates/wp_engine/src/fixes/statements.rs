//! The statements of a function as they stand in the text, nested, each from its first character to its last.
//!
//! Input: Clang's tree and the text. Clang gives what comes out of a macro the position where the macro is used, so the text is
//! asked too: a block has its brackets there, a loop its keyword, and the statements of a block follow one another. What does
//! not is one statement that has no inside.

use wp_base::{FileId, Span};
use wp_clang::Node;

/// What a statement is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Statements in brackets.
    Block,
    /// `if`: one part, or two with `else`.
    Branch,
    /// A loop: its body is the one part.
    Loop,
    /// Anything else.
    Plain,
}

/// A statement with those inside of it.
pub(super) struct Statement<'u> {
    /// As the compiler reads it.
    pub node: &'u Node,
    /// Offset of the first character.
    pub start: usize,
    /// One past the last character, the semicolon included; none where a macro hides it.
    pub end: Option<usize>,
    /// What it is made of.
    pub kind: Kind,
    /// The statements inside of it.
    pub parts: Vec<Statement<'u>>,
}

/// Reads the body of a function in a file.
pub(super) fn read<'u>(node: &'u Node, file: FileId, text: &str) -> Statement<'u> {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let begins = |word: &str| node.span.file == file && text.get(start..).is_some_and(|t| t.starts_with(word));
    let read_all = |nodes: &'u [Node]| nodes.iter().map(|n| read(n, file, text)).collect::<Vec<_>>();
    let inner = &node.inner[..];
    let (kind, parts) = match &*node.kind {
        "AttributedStmt" | "ExprWithCleanups" if !inner.is_empty() => return read(&inner[inner.len() - 1], file, text),
        "CompoundStmt" if begins("{") && end > start + 1 && text.as_bytes().get(end - 1) == Some(&b'}') => {
            (Kind::Block, read_all(inner))
        }
        "IfStmt" if begins("if") => {
            let branches = inner.len().min(1 + usize::from(node.flag("hasElse")));
            (Kind::Branch, read_all(&inner[inner.len() - branches..]))
        }
        "ForStmt" | "WhileStmt" | "CXXForRangeStmt" if !inner.is_empty() && (begins("for") || begins("while")) => {
            (Kind::Loop, read_all(&inner[inner.len() - 1..]))
        }
        "DoStmt" if begins("do") && !inner.is_empty() => (Kind::Loop, read_all(&inner[..1])),
        _ => (Kind::Plain, Vec::new()),
    };
    let follow = |parts: &[Statement]| {
        let mut from = start + 1;
        parts.iter().all(|part| {
            let follows = from <= part.start && part.start < end.max(start + 1) && part.node.span.file == file;
            from = part.end.unwrap_or(part.node.span.end as usize).max(part.start + 1);
            follows
        })
    };
    let (kind, parts) = if follow(&parts) { (kind, parts) } else { (Kind::Plain, Vec::new()) };
    let end = match kind {
        Kind::Block => Some(end),
        Kind::Branch | Kind::Loop if &*node.kind != "DoStmt" => parts.last().and_then(|part| part.end),
        _ if matches!(&*node.kind, "SwitchStmt" | "CompoundStmt") => {
            text.get(..end).is_some_and(|t| t.ends_with('}')).then_some(end)
        }
        _ => terminated(text, end),
    };
    Statement { node, start, end, kind, parts }
}

impl<'u> Statement<'u> {
    /// The way to the innermost statement that holds a span: at each level, which part.
    pub fn way_to(&self, span: Span) -> Vec<usize> {
        let mut way = Vec::new();
        let mut here = self;
        while let Some(next) = here.parts.iter().position(|part| part.holds(span)) {
            way.push(next);
            here = &here.parts[next];
        }
        way
    }

    /// Whether a span lies in the statement.
    pub fn holds(&self, span: Span) -> bool {
        let end = self.end.unwrap_or(self.node.span.end as usize);
        self.node.span.file == span.file && self.start <= span.start as usize && span.end as usize <= end
    }

    /// The statement at the end of a way.
    pub fn at(&self, way: &[usize]) -> &Statement<'u> {
        way.iter().fold(self, |here, &next| &here.parts[next])
    }

    /// The condition of a branch that declares nothing.
    pub fn condition(&self) -> Option<&'u Node> {
        let plain = self.kind == Kind::Branch && !self.node.flag("hasInit") && !self.node.flag("hasVar");
        self.node.inner.first().filter(|_| plain)
    }
}

/// The end of a statement that ends in a semicolon, from the end that the compiler gives, which may be in front of it.
fn terminated(text: &str, end: usize) -> Option<usize> {
    if text.get(..end)?.ends_with(';') {
        return Some(end);
    }
    let mut at = skip_blank(text, end);
    // A macro with arguments ends, for the compiler, with its name.
    if text[at..].starts_with('(') {
        at = skip_blank(text, skip_brackets(text, at)?);
    }
    text[at..].starts_with(';').then_some(at + 1)
}

/// The offset of what comes after blanks and comments.
fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        let comment = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |n| n + 2)
        } else {
            return at;
        };
        at += comment;
    }
}

/// One past the bracket that closes the one at an offset. Literals that hold brackets are not understood: nothing then.
fn skip_brackets(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (n, byte) in text[at..].bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + n + 1),
            b')' => depth -= 1,
            b'"' | b'\'' => return None,
            _ => {}
        }
    }
    None
}
