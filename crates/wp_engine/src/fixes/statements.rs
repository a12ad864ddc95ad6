//! The statements of a function as they stand in the text, nested, each from its first character to its last.
//!
//! Input: Clang's tree and the text. Clang gives what comes out of a macro the position where the macro is used, so the
//! text is checked too: a block must have its brackets there and a loop its keyword, and the statements of a block must
//! follow one another. Otherwise the statement counts as one without parts. All that comes out of one macro counts as
//! one statement.

use wp_base::{FileId, Span};
use wp_clang::Node;

/// The kind of a statement.
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
    /// The kind of the statement.
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
    let (kind, parts) = match apart(parts, start, end, file) {
        Some(parts) => (kind, parts),
        None => (Kind::Plain, Vec::new()),
    };
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

/// The parts, if they follow one another in the text; `None` otherwise. Further statements out of one macro have the
/// place of the first one and belong to it.
fn apart<'u>(parts: Vec<Statement<'u>>, start: usize, end: usize, file: FileId) -> Option<Vec<Statement<'u>>> {
    let mut apart: Vec<Statement> = Vec::new();
    let mut from = start + 1;
    for part in parts {
        let last = part.end.unwrap_or(part.node.span.end as usize).max(part.start + 1);
        if part.node.span.file == file && from <= part.start && part.start < end.max(start + 1) {
            from = last;
            apart.push(part);
        } else if !apart.last().is_some_and(|before| before.start <= part.start && part.node.span.end as usize <= from)
        {
            return None;
        }
    }
    Some(apart)
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

    /// True if the whole statement lies in a text: the file may have changed since the compiler read it.
    pub fn fits(&self, text: &str) -> bool {
        let last = self.node.span.end as usize;
        let offsets = [self.start, last, self.end.unwrap_or(last)];
        offsets.iter().all(|&at| self.start <= at && text.is_char_boundary(at))
            && self.parts.iter().all(|p| p.fits(text))
    }

    /// True if a span lies in the statement.
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

/// One past the bracket that closes the bracket at an offset; `None` if a literal stands in between, because literals
/// are not parsed and may contain brackets.
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

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;

    const TEXT: &str =
        "#define MORE(x) a = x; b = x\nvoid f(int a, int b) {\n  { a++; }\n  if (a) b = 1; else { b = 2; }\n  \
                        for (;;) while (b) MORE(1); // é\n  do a--; while (a) ;\n  int c = a\n /* ; */ ;\n}\n";

    /// The statements of the text, as text, indented by depth.
    fn listed(statement: &Statement, depth: usize, out: &mut String) {
        let end = statement.end.map_or("?", |end| &TEXT[statement.start..end]);
        out.push_str(&format!("{}{:?} {}\n", "  ".repeat(depth), statement.kind, end.replace('\n', " ")));
        statement.parts.iter().for_each(|part| listed(part, depth + 1, out));
    }

    #[test]
    fn statements_are_nested_as_in_the_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.cu");
        std::fs::write(&path, TEXT).unwrap();
        let unit = wp_clang::parse(&path, wp_clang::Language::Cuda, &wp_clang::ParseOptions::default()).unwrap();
        let function = unit.root.inner.iter().find(|n| n.name.as_deref() == Some("f")).unwrap();
        let body = function.inner.iter().find(|n| &*n.kind == "CompoundStmt").unwrap();
        let body = read(body, FileId::from_index(0), TEXT);
        assert!(body.fits(TEXT) && !body.fits(&TEXT[..TEXT.len() - 4]));
        let mut found = String::new();
        body.parts.iter().for_each(|part| listed(part, 0, &mut found));
        let expected = "Block { a++; }\n  Plain a++;\nBranch if (a) b = 1; else { b = 2; }\n  Plain b = 1;\n  Block { b = 2; }\n    \
                        Plain b = 2;\nLoop for (;;) while (b) MORE(1);\n  Loop while (b) MORE(1);\n    Plain MORE(1);\n\
                        Loop do a--; while (a) ;\n  Plain a--;\nPlain int c = a  /* ; */ ;\n";
        assert_eq!(found, expected);
    }
}
