//! The comments that the compiler sees: conditionals of the preprocessor (`#if`) remove comments with their branch.
//!
//! The tree does not contain this information, so files that have specification comments and conditionals are
//! preprocessed with comments kept.

use crate::census;
use crate::line_markers::marker;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_base::{FileId, SourceMap};

/// True if some file has specification comments that a conditional may leave out.
pub(crate) fn is_in_doubt(sources: &SourceMap) -> bool {
    let conditional =
        |line: &str| line.trim_start().strip_prefix('#').is_some_and(|l| l.trim_start().starts_with("if"));
    let specified = |text: &str| text.contains("//@") || text.contains("/*@");
    sources.files().any(|f| specified(&f.text) && f.text.lines().any(conditional))
}

/// The comments that the preprocessor kept.
///
/// A comment counts as left out only if the preprocessor kept nothing of the innermost branch around it, or if the
/// branch has nothing but comments and not this one: lines that splices join and arguments of macros have other lines
/// in the preprocessor's output. The test errs towards keeping comments: the user notices a specification that counts
/// by mistake, but not one that is lost.
#[derive(Clone, Debug, Default)]
pub struct SeenComments {
    /// The files that the preprocessor names, and whose lines no `#line` renumbers.
    files: FxHashMap<FileId, Branches>,
}

/// Branches of a file by the lines of the directives around them, and the lines of which the preprocessor kept
/// something.
#[derive(Clone, Debug, Default)]
struct Branches {
    all: Vec<(u32, u32)>,
    kept: BTreeSet<u32>,
    /// True if `#line` gives the lines other numbers, so that `kept` tells nothing.
    renumbered: bool,
}

/// Whether the compiler sees a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// It does.
    Seen,
    /// A conditional leaves the comment out.
    LeftOut,
    /// A conditional may leave the comment out.
    Unknown,
}

impl SeenComments {
    /// Whether the compiler sees the comment that begins on a line, from 1, of a file.
    pub fn visibility(&self, file: FileId, line: u32) -> Visibility {
        let Some(Branches { all, kept, renumbered }) = self.files.get(&file) else { return Visibility::Seen };
        let around = all.iter().filter(|(first, last)| *first < line && line < *last);
        match around.min_by_key(|(first, last)| last - first) {
            None => Visibility::Seen,
            Some(_) if *renumbered => Visibility::Unknown,
            Some(&(first, last)) if kept.range(first + 1..last).next().is_some() => Visibility::Seen,
            Some(_) => Visibility::LeftOut,
        }
    }

    /// Reads the output of the preprocessor, comments included.
    pub(crate) fn read(output: &str, sources: &SourceMap) -> Self {
        let mut files: FxHashMap<FileId, Branches> = FxHashMap::default();
        let (mut file, mut line) = (None, 1);
        for text in output.lines() {
            if let Some(marker) = marker(text) {
                (file, line) = (sources.find(&marker.path), marker.line);
                file.map(|id| files.entry(id).or_default());
                continue;
            }
            if !text.trim().is_empty() {
                file.map(|id| files.entry(id).or_default().kept.insert(line));
            }
            line += 1;
        }
        files.retain(|id, branches| {
            let text = sources.file(*id).map_or("", |f| &f.text);
            (branches.all, branches.renumbered) = census::branches_of(text);
            !branches.all.is_empty()
        });
        Self { files }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn lines_follow_the_markers() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("a b.cu"), "//@ x\n#if 0\n//@ y\n#else\n//@ z\nint a;\n#endif\n".to_owned());
        assert!(is_in_doubt(&sources));
        let output =
            "# 1 \"<built-in>\" 1\n//@ no\n# 1 \"a b.cu\" 2\n//@ x\n# 6 \"a b.cu\"\nint a;\n# 3 \"c.cuh\" 1\nb\n";
        let seen = SeenComments::read(output, &sources);
        let seen: Vec<u32> = (1..7).filter(|line| seen.visibility(one, *line) == Visibility::Seen).collect();
        assert_eq!(seen, [1, 2, 4, 5, 6]);
    }

    #[test]
    fn of_renumbered_lines_branches_are_unknown() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), "#if 0\n//@ x\n#endif\n#line 9\n//@ y\n".to_owned());
        let seen = SeenComments::read("# 1 \"one.cu\" 1\n", &sources);
        assert_eq!([2, 5].map(|line| seen.visibility(one, line)), [Visibility::Unknown, Visibility::Seen]);
    }

    #[test]
    fn a_file_that_is_not_named_is_seen_whole() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), String::new());
        let seen = SeenComments::read("# 1 \"./one.cu\" 1\n", &sources);
        assert_eq!(seen.visibility(one, 1), Visibility::Seen);
    }
}
