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
}

impl SeenComments {
    /// True if the compiler sees the comment that begins on a line, from 1, of a file.
    pub fn contains(&self, file: FileId, line: u32) -> bool {
        let Some(Branches { all, kept }) = self.files.get(&file) else { return true };
        let around = all.iter().filter(|(first, last)| *first < line && line < *last);
        let innermost = around.min_by_key(|(first, last)| last - first);
        innermost.is_none_or(|&(first, last)| kept.range(first + 1..last).next().is_some())
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
            let found = sources.file(*id).and_then(|file| census::branches_of(&file.text));
            branches.all = found.unwrap_or_default();
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
        let seen: Vec<u32> = (1..7).filter(|line| seen.contains(one, *line)).collect();
        assert_eq!(seen, [1, 2, 4, 5, 6]);
    }

    #[test]
    fn renumbered_lines_are_seen() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), "#if 0\n//@ x\n#endif\n#line 9\n".to_owned());
        assert!(SeenComments::read("# 1 \"one.cu\" 1\n", &sources).contains(one, 2));
    }

    #[test]
    fn a_file_that_is_not_named_is_seen_whole() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), String::new());
        let seen = SeenComments::read("# 1 \"./one.cu\" 1\n", &sources);
        assert!(seen.contains(one, 1));
    }
}
