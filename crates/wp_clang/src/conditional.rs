//! The comments that the compiler sees: conditionals of the preprocessor (`#if`) remove comments with their branch.
//!
//! The tree does not contain this information, so files that have specification comments and conditionals are
//! preprocessed with comments kept.

use rustc_hash::FxHashSet;
use std::path::PathBuf;
use wp_base::{FileId, SourceMap};

/// True if some file has specification comments that a conditional may leave out.
pub(crate) fn is_in_doubt(sources: &SourceMap) -> bool {
    let conditional =
        |line: &str| line.trim_start().strip_prefix('#').is_some_and(|l| l.trim_start().starts_with("if"));
    let specified = |text: &str| text.contains("//@") || text.contains("/*@");
    sources.files().any(|f| specified(&f.text) && f.text.lines().any(conditional))
}

/// The comments that the preprocessor kept.
#[derive(Clone, Debug, Default)]
pub struct SeenComments {
    files: FxHashSet<FileId>,
    lines: FxHashSet<(FileId, u32)>,
}

impl SeenComments {
    /// True if the compiler sees the comment that begins on a line, from 1, of a file. In a file that the preprocessor
    /// does not name it sees all: a specification that counts by mistake is noticed, one that is lost is not.
    pub fn contains(&self, file: FileId, line: u32) -> bool {
        !self.files.contains(&file) || self.lines.contains(&(file, line))
    }

    /// Reads the output of the preprocessor. Lines that only continue a comment, and other lines with the characters of
    /// a specification, may be among the kept ones.
    pub(crate) fn read(output: &str, sources: &SourceMap) -> Self {
        let mut seen = Self::default();
        let (mut file, mut line) = (None, 1);
        for text in output.lines() {
            if let Some(marker) = marker(text) {
                (file, line) = (sources.find(&marker.path), marker.line);
                seen.files.extend(file);
                continue;
            }
            if text.contains("//@") || text.contains("/*@") {
                seen.lines.extend(file.map(|id| (id, line)));
            }
            line += 1;
        }
        seen
    }
}

/// A line marker of the preprocessor about the lines that follow.
pub(crate) struct Marker {
    /// The number of the next line.
    pub line: u32,
    pub path: PathBuf,
    /// True if the lines are of a header of the system.
    pub is_system: bool,
}

/// `# 12 "path" 2`: the next line is line 12 of the file. Of the numbers behind the path 3 stands for the system.
pub(crate) fn marker(text: &str) -> Option<Marker> {
    let (line, rest) = text.strip_prefix("# ")?.split_once(" \"")?;
    let (path, flags) = rest.split_at(rest.rfind('"')?);
    let is_system = flags.split_whitespace().any(|flag| flag == "3");
    Some(Marker { line: line.parse().ok()?, path: unescape(path), is_system })
}

/// A path as Clang prints it: a backslash before quotes and backslashes, octal digits for bytes that are not ASCII.
fn unescape(text: &str) -> PathBuf {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((&first, tail)) = rest.split_first() {
        let octal = |b: &u8| (b'0'..=b'7').contains(b).then(|| u32::from(b - b'0'));
        let (byte, tail) = match (first, tail) {
            (b'\\', [a, b, c, tail @ ..]) if [a, b, c].iter().all(|d| octal(d).is_some()) => {
                let value = [a, b, c].iter().fold(0, |n, d| n * 8 + octal(d).unwrap_or(0));
                (u8::try_from(value).unwrap_or(b'?'), tail)
            }
            (b'\\', [b'n', tail @ ..]) => (b'\n', tail),
            (b'\\', [b't', tail @ ..]) => (b'\t', tail),
            (b'\\', [escaped, tail @ ..]) => (*escaped, tail),
            _ => (first, tail),
        };
        bytes.push(byte);
        rest = tail;
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn lines_follow_the_markers() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("a b.cu"), "//@ x\n#if 0\n#endif\n".to_owned());
        let two = sources.add(Path::new("c.cuh"), String::new());
        assert!(is_in_doubt(&sources));
        let output = "# 1 \"<built-in>\" 1\n//@ no\n# 1 \"a b.cu\" 2\n//@ x\n\n# 7 \"c.cuh\" 1\n\n /*@ y */\n# 9 \"a b.cu\" 2\n//@ z\n";
        let seen = SeenComments::read(output, &sources);
        assert_eq!(seen.lines, [(one, 1), (two, 8), (one, 9)].into_iter().collect());
        assert!(seen.contains(one, 9) && !seen.contains(one, 2));
    }

    #[test]
    fn a_file_that_is_not_named_is_seen_whole() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), String::new());
        let seen = SeenComments::read("# 1 \"./one.cu\" 1\n", &sources);
        assert!(seen.contains(one, 1));
    }

    #[test]
    fn paths_are_escaped() {
        assert_eq!(unescape(r#"a\303\251 \\ \"b\".cu"#), Path::new("aé \\ \"b\".cu"));
        assert_eq!(unescape("\\"), Path::new("\\"));
    }
}
