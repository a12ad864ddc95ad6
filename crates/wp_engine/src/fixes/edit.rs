//! Changes of a text that put a statement somewhere, move it, or close a condition around it, as a person would write
//! them.
//!
//! A statement gets a line of its own with the indentation of its neighbour, if that has one; comments and pragmas stay
//! with the statement that they stand above. The body of a loop that has no brackets gets some.

use super::statements::{Kind, Statement};

/// A range of the text, in bytes, and what replaces it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Replacement {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// A part of a change, in words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Part {
    /// The position in the text.
    at: usize,
    what: String,
    place: String,
}

/// A change with what it does, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// In the order of the text.
    parts: Vec<Part>,
    /// In the order of the text; none touches another.
    pub replacements: Vec<Replacement>,
}

impl Change {
    /// A change whose description states only its place.
    fn of(replacements: Vec<Replacement>, place: String) -> Self {
        let at = replacements.first().map_or(0, |r| r.start);
        Self { parts: vec![Part { at, what: String::new(), place }], replacements }
    }

    /// A change without a description.
    pub fn silent(replacement: Replacement) -> Self {
        Self { parts: Vec::new(), replacements: vec![replacement] }
    }

    /// Sets the description of the change.
    pub fn that(mut self, what: &str) -> Self {
        self.parts.iter_mut().for_each(|part| what.clone_into(&mut part.what));
        self
    }

    /// Both changes as one, if they do not touch each other.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let mut replacements: Vec<Replacement> = self.replacements.iter().chain(&other.replacements).cloned().collect();
        replacements.sort();
        replacements.dedup();
        let apart = replacements.windows(2).all(|w| w[0].end <= w[1].start && w[0].start < w[1].start);
        let mut parts: Vec<Part> = self.parts.iter().chain(&other.parts).cloned().collect();
        parts.sort();
        parts.dedup();
        apart.then_some(Self { parts, replacements })
    }

    /// The number of edits.
    pub fn size(&self) -> usize {
        self.parts.len()
    }

    /// The title of the change, in one line: `insert X here, there and there`.
    pub fn title(&self) -> String {
        let of_one_kind = |parts: &[Part]| {
            let places: Vec<&str> = parts.iter().map(|part| part.place.as_str()).collect();
            let places = match places.split_last() {
                Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
                _ => places.concat(),
            };
            format!("{} {places}", parts[0].what)
        };
        let all: Vec<String> = self.parts.chunk_by(|a, b| a.what == b.what).map(of_one_kind).collect();
        all.join("; ")
    }

    /// The text with the change.
    pub fn applied(&self, text: &str) -> String {
        let mut new = String::with_capacity(text.len() + 64);
        let mut from = 0;
        for replacement in &self.replacements {
            new.push_str(&text[from..replacement.start]);
            new.push_str(&replacement.text);
            from = replacement.end;
        }
        new.push_str(&text[from..]);
        new
    }

    /// The position of a range of the text after the change; none where the change reaches into it.
    pub fn moved(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let (mut by, mut longer) = (0i64, 0i64);
        for r in &self.replacements {
            let grown = r.text.len() as i64 - (r.end - r.start) as i64;
            let (from, to) = (r.start as i64, r.end as i64);
            if to <= i64::from(start) {
                by += grown;
            } else if from < i64::from(end) {
                // Something that is put inside of a statement makes it longer; what is replaced there is gone.
                if from < to {
                    return None;
                }
                longer += grown;
            }
        }
        let place = |at: i64| u32::try_from(at).ok();
        Some((place(i64::from(start) + by)?, place(i64::from(end) + by + longer)?))
    }
}

/// Makes changes of one text. Offsets are those of statements in it.
#[derive(Clone, Copy)]
pub(super) struct Editor<'t> {
    pub text: &'t str,
}

impl<'t> Editor<'t> {
    fn line_start(self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |n| n + 1)
    }

    /// One past the end of the line, the line end included.
    fn line_end(self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |n| at + n + 1)
    }

    /// The blanks at the start of the line.
    fn indent(self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..at];
        &line[..line.len() - line.trim_start().len()]
    }

    /// The line ending of the text.
    fn line_break(self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// True if nothing stands in front of it in its line.
    fn leads(self, at: usize) -> bool {
        self.text[self.line_start(at)..at].trim().is_empty()
    }

    /// The end of the line, where nothing but a comment of that line comes behind an offset.
    fn trails(self, at: usize) -> Option<usize> {
        let end = self.line_end(at);
        let rest = self.text[at..end].trim();
        let comment = rest.starts_with("//") || (rest.starts_with("/*") && rest.find("*/") == Some(rest.len() - 2));
        ((rest.is_empty() || comment) && self.text[..end].ends_with('\n')).then_some(end)
    }

    /// Puts code in front of a statement of a block; `floor` is where the one before it, or the bracket, ends.
    pub fn before(self, statement: &Statement, floor: usize, code: &str) -> Option<Change> {
        let place = format!("in front of `{}`", self.name(statement));
        let at = statement.start;
        if !self.leads(at) {
            return Some(Change::of(vec![insert(at, format!("{code} "))], place));
        }
        let text = format!("{}{code}{}", self.indent(at), self.line_break());
        Some(Change::of(vec![insert(self.line_above(at, floor), text)], place))
    }

    /// The start of the line of a statement, or of comments and pragmas above it that are not above `floor`.
    fn line_above(self, at: usize, floor: usize) -> usize {
        let mut line = self.line_start(at);
        while line > 0 {
            let above = self.line_start(line - 1);
            let words = self.text[above..line].trim();
            if above < floor || !(words.starts_with("//") || words.starts_with("#pragma")) {
                break;
            }
            line = above;
        }
        line
    }

    /// Puts code behind a statement of a block.
    pub fn behind(self, statement: &Statement, code: &str) -> Option<Change> {
        let place = format!("behind `{}`", self.name(statement));
        let end = statement.end?;
        let edit = match self.trails(end) {
            Some(line) => insert(line, format!("{}{code}{}", self.indent(statement.start), self.line_break())),
            None => insert(end, format!(" {code}")),
        };
        Some(Change::of(vec![edit], place))
    }

    /// Puts code at the start or at the end of the body of a loop.
    pub fn in_body(self, of: &Statement, at_end: bool, code: &str) -> Option<Change> {
        let body = of.parts.first().filter(|_| of.kind == Kind::Loop)?;
        let (which, first, last) = match body.kind {
            Kind::Block => (if at_end { "end" } else { "start" }, body.parts.first()?, body.parts.last()?),
            _ => (if at_end { "end" } else { "start" }, body, body),
        };
        let place = format!("at the {which} of the body of `{}`", self.name(of));
        let change = match (body.kind, at_end) {
            (Kind::Block, true) => self.behind(last, code)?,
            (Kind::Block, false) => self.before(first, body.start + 1, code)?,
            (_, at_end) => Change::of(self.bracketed(of, body, at_end, code)?, String::new()),
        };
        let at = if at_end { change.replacements.last() } else { change.replacements.first() }?.start;
        Some(Change { parts: vec![Part { at, what: String::new(), place }], ..change })
    }

    /// Brackets around the only statement of a loop, with code behind it or in front of it.
    fn bracketed(self, of: &Statement, only: &Statement, at_end: bool, code: &str) -> Option<Vec<Replacement>> {
        let end = only.end?;
        let head_end = self.text[..only.start].trim_end().len();
        let head = &self.text[self.line_start(head_end)..head_end];
        // A comment behind the head would swallow a bracket.
        let apart = self.leads(only.start) && self.leads(of.start) && !head.contains("//") && !head.ends_with("*/");
        if let (true, Some(line)) = (apart, self.trails(end)) {
            let (outer, inner, br) = (self.indent(of.start), self.indent(only.start), self.line_break());
            let (first, last) = match at_end {
                true => (" {".to_owned(), format!("{inner}{code}{br}{outer}}}{br}")),
                false => (format!(" {{{br}{inner}{code}"), format!("{outer}}}{br}")),
            };
            return Some(vec![insert(head_end, first), insert(line, last)]);
        }
        let (first, last) = match at_end {
            true => ("{ ".to_owned(), format!(" {code} }}")),
            false => (format!("{{ {code} "), " }".to_owned()),
        };
        Some(vec![insert(only.start, first), insert(end, last)])
    }

    /// Takes a statement of a block away, with its line if it has one of its own.
    pub fn without(self, statement: &Statement) -> Option<Replacement> {
        let end = statement.end?;
        let line = self.line_end(end);
        let alone = self.leads(statement.start) && self.text[end..line].trim().is_empty();
        Some(match alone {
            true => Replacement { start: self.line_start(statement.start), end: line, text: String::new() },
            false => Replacement { start: statement.start, end, text: String::new() },
        })
    }

    /// Closes a branch in front of one of the statements of its block and opens it again behind it.
    pub fn split(self, branch: &Statement, statement: &Statement) -> Option<Change> {
        let (end, body) = (statement.end?, branch.parts.first()?);
        let head = self.text.get(branch.start..body.start)?.trim_end();
        let code = &self.text[statement.start..end];
        let (outer, br) = (self.indent(branch.start), self.line_break());
        let own_line = self.leads(statement.start) && self.leads(branch.start);
        let edit = match (own_line, self.trails(end)) {
            (true, Some(_)) => Replacement {
                start: self.line_start(statement.start),
                end,
                text: format!("{outer}}}{br}{outer}{code}{br}{outer}{head} {{"),
            },
            _ => Replacement { start: statement.start, end, text: format!("}} {code} {head} {{") },
        };
        let (name, code) = (self.name(branch), self.name(statement));
        Some(Change::of(vec![edit], format!("`{name}` in front of `{code}` and open it again behind it")))
    }

    /// Closes a branch in front of one of the statements of its block, puts code there, and opens the branch again.
    pub fn between_halves(self, branch: &Statement, statement: &Statement, floor: usize, code: &str) -> Option<Change> {
        let head = self.text.get(branch.start..branch.parts.first()?.start)?.trim_end();
        let (outer, br, at) = (self.indent(branch.start), self.line_break(), statement.start);
        let edit = match self.leads(at) && self.leads(branch.start) {
            true => {
                let text = format!("{outer}}}{br}{outer}{code}{br}{outer}{head} {{{br}");
                insert(self.line_above(at, floor), text)
            }
            false => insert(at, format!("}} {code} {head} {{ ")),
        };
        let (name, place) = (self.name(branch), self.name(statement));
        let place = format!("in front of `{place}`, where `{name}` is closed and opened again");
        Some(Change::of(vec![edit], place))
    }

    /// Replaces a branch by the statement in it.
    pub fn only(self, branch: &Statement, statement: &Statement) -> Option<Change> {
        let text = self.text[statement.start..statement.end?].to_owned();
        let edit = Replacement { start: branch.start, end: branch.end?, text };
        Some(Change::of(vec![edit], format!("`{}` around `{}`", self.name(branch), self.name(statement))))
    }

    /// A statement in a few words: its head, or its first line.
    pub fn name(self, statement: &Statement) -> String {
        let end = match (statement.kind, statement.parts.first()) {
            (Kind::Loop | Kind::Branch, Some(part)) if part.start > statement.start => part.start,
            _ => statement.end.unwrap_or(statement.node.span.end as usize),
        };
        let text = &self.text[statement.start..end];
        // A comment behind the head is no part of its name.
        let text = text.split("//").next().unwrap_or(text);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.replace('`', "'");
        match words.char_indices().nth(LONGEST_NAME) {
            Some((cut, _)) => format!("{}...", words[..cut].trim_end()),
            None => words,
        }
    }

    /// The end of what stands in front of a part of a block: the part before it, or the bracket.
    pub fn floor(self, block: &Statement, part: usize) -> usize {
        let before = part.checked_sub(1).and_then(|n| block.parts.get(n));
        let end = before.map_or(block.start + 1, |b| b.end.unwrap_or(b.node.span.end as usize));
        // A comment behind it in its line belongs to it.
        self.trails(end).unwrap_or(end)
    }
}

/// Characters of a statement that are shown at most.
const LONGEST_NAME: usize = 60;

fn insert(at: usize, text: String) -> Replacement {
    Replacement { start: at, end: at, text }
}
