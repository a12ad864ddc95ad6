//! Which comments the compiler sees: conditionals of the preprocessor (`#if`) leave out what stands in them.
//!
//! The tree does not tell, so files that have specification comments and conditionals are preprocessed with comments kept.

use rustc_hash::FxHashSet;
use std::path::PathBuf;
use wp_base::{FileId, SourceMap};

/// Whether some file has specification comments that a conditional may leave out.
pub(crate) fn is_in_doubt(sources: &SourceMap) -> bool {
    let conditional =
        |line: &str| line.trim_start().strip_prefix('#').is_some_and(|l| l.trim_start().starts_with("if"));
    let specified = |text: &str| text.contains("//@") || text.contains("/*@");
    sources.files().any(|f| specified(&f.text) && f.text.lines().any(conditional))
}

/// The lines, from 1, on which comments begin in the output of the preprocessor. Lines that only continue a comment, and
/// other lines with these characters, may be among them.
pub(crate) fn lines(output: &str, sources: &SourceMap) -> FxHashSet<(FileId, u32)> {
    let mut found = FxHashSet::default();
    let (mut file, mut line) = (None, 1);
    for text in output.lines() {
        if let Some((at, path)) = marker(text) {
            (file, line) = (sources.find(&path), at);
            continue;
        }
        if text.contains("//@") || text.contains("/*@") {
            found.extend(file.map(|id| (id, line)));
        }
        line += 1;
    }
    found
}

/// `# 12 "path" 2`: the next line is line 12 of the file.
fn marker(text: &str) -> Option<(u32, PathBuf)> {
    let (line, rest) = text.strip_prefix("# ")?.split_once(" \"")?;
    let path = &rest[..rest.rfind('"')?];
    Some((line.parse().ok()?, PathBuf::from(path.replace("\\\\", "\\").replace("\\\"", "\""))))
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
        let found = lines(output, &sources);
        assert_eq!(found, [(one, 1), (two, 8), (one, 9)].into_iter().collect());
    }
}
