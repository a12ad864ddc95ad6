//! Source files and positions in them.

use crate::define_id;
use crate::{Arena, Id};
use std::path::{Path, PathBuf};

define_id!(
    /// A source file of a [`SourceMap`].
    FileId,
    "file"
);

/// A byte range `start..end` of a source file. [`Span::NONE`] stands for "no position".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The absent position: an empty range of file 0.
    pub const NONE: Span = Span { file: FileId(0), start: 0, end: 0 };

    /// True if this is no position.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// True if the place `at` begins in this one.
    pub fn contains(self, at: Span) -> bool {
        self.file == at.file && self.start <= at.start && at.start < self.end
    }

    /// The smallest span that holds both, if both lie in one file; else `self`.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() || other.file != self.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A position for people: both numbers start at 1; columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineCol {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// One source file with its text (lossily decoded) and line table.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path as given or as the compiler printed it.
    pub path: PathBuf,
    /// The text; empty when it could not be read.
    pub text: String,
    line_starts: Vec<u32>,
    /// Which file of the disk it is; `None` if there is none at the path.
    identity: Option<Identity>,
}

impl SourceFile {
    /// Byte offset of a line, from 0; that of the end of the text for one that is not there.
    pub fn line_start(&self, line: usize) -> u32 {
        self.line_starts.get(line).copied().unwrap_or(self.text.len() as u32)
    }
}

/// Where the lines of a text start.
fn line_starts(text: &str) -> Vec<u32> {
    let ends = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
    std::iter::once(0).chain(ends).collect()
}

/// What tells the files of a disk apart: device and number, so that links to one file are one.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|m| (m.dev(), m.ino()))
}
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    std::fs::canonicalize(path).ok()
}

/// All source files of one verification.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Arena<FileId, SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file with its text, or returns the id it already has.
    pub fn add(&mut self, path: &Path, text: String) -> FileId {
        if let Some(id) = self.find(path) {
            return id;
        }
        self.supersede(path, text)
    }

    /// Adds a text that is the file of this path from now on. Positions in the text that was it before stay valid.
    pub fn supersede(&mut self, path: &Path, text: String) -> FileId {
        let line_starts = line_starts(&text);
        self.files.push(SourceFile { path: path.to_owned(), text, line_starts, identity: identity(path) })
    }

    /// Puts a text in place of all those of a path, for people: bytes have the same offsets in it.
    pub fn show(&mut self, path: &Path, text: &str) {
        for file in self.files.values_mut().filter(|file| file.path == path) {
            file.text = text.to_owned();
            file.line_starts = line_starts(text);
        }
    }

    /// Adds a file, reading its text from disk (empty when unreadable, lossy when not UTF-8).
    pub fn load(&mut self, path: &Path) -> FileId {
        if let Some(id) = self.find(path) {
            return id;
        }
        let bytes = std::fs::read(path).unwrap_or_default();
        // Lossy decoding could move byte offsets; keep one byte per input byte when the file is not UTF-8.
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => error.into_bytes().iter().map(|&b| if b < 128 { b as char } else { '?' }).collect(),
        };
        self.add(path, text)
    }

    /// The id of a path that was added before, in this spelling or in another one: as for the compiler, several paths
    /// that lead to one file name one source.
    pub fn find(&self, path: &Path) -> Option<FileId> {
        let known = |test: &dyn Fn(&SourceFile) -> bool| self.files.iter().filter(|(_, f)| test(f)).last().map(|f| f.0);
        known(&|f| f.path == path).or_else(|| {
            let wanted = identity(path)?;
            known(&|f| f.identity.as_ref() == Some(&wanted))
        })
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id)
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.values()
    }

    /// All files with their ids.
    pub fn numbered(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }

    /// Line and column of the start of a span.
    pub fn line_col(&self, span: Span) -> Option<LineCol> {
        if span.is_none() {
            return None;
        }
        let file = self.file(span.file)?;
        let line = file.line_starts.partition_point(|&s| s <= span.start);
        let start = file.line_starts.get(line.checked_sub(1)?)?;
        Some(LineCol { line: line as u32, column: span.start - start + 1 })
    }

    /// The text of a span, empty when out of range.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).and_then(|f| f.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// `path:line:column` of the start of a span.
    pub fn describe(&self, span: Span) -> String {
        match (self.file(span.file), self.line_col(span)) {
            (Some(file), Some(at)) => format!("{}:{}:{}", file.path.display(), at.line, at.column),
            _ => "<unknown>".to_owned(),
        }
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True if no file was added.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file of index 0, the one `Span::NONE` nominally points into.
    pub fn root(&self) -> Option<FileId> {
        (!self.files.is_empty()).then(|| FileId::from_index(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_start_at_one() {
        let mut map = SourceMap::new();
        let file = map.add(Path::new("a.cu"), "ab\ncd\n".to_owned());
        let at = |start| map.line_col(Span { file, start, end: start + 1 }).unwrap();
        assert_eq!(at(1), LineCol { line: 1, column: 2 });
        assert_eq!(at(3), LineCol { line: 2, column: 1 });
        assert_eq!(map.text(Span { file, start: 3, end: 5 }), "cd");
        assert_eq!(map.describe(Span { file, start: 4, end: 5 }), "a.cu:2:2");
    }

    #[test]
    fn a_text_takes_the_place_of_another() {
        let mut map = SourceMap::new();
        let path = Path::new("a.py");
        let old = map.add(path, "a\nb\n".to_owned());
        let new = map.supersede(path, "   b\n".to_owned());
        assert_eq!((map.find(path), map.add(path, String::new())), (Some(new), new));
        assert_eq!(map.describe(Span { file: old, start: 2, end: 3 }), "a.py:2:1");
        map.show(path, "ab\nb\n");
        assert_eq!(map.describe(Span { file: new, start: 3, end: 4 }), "a.py:2:1");
        assert_eq!(map.text(Span { file: old, start: 0, end: 2 }), "ab");
    }

    #[test]
    fn spellings_of_one_path_are_one_file() {
        let mut map = SourceMap::new();
        let file = map.load(Path::new("src/source.rs"));
        assert_eq!(map.load(Path::new("src/../src/source.rs")), file);
        assert_ne!(map.load(Path::new("src/lib.rs")), file);
        assert_ne!(map.load(Path::new("src/none.rs")), map.load(Path::new("src/../src/none.rs")));
        assert_eq!(map.len(), 4);
    }
}
