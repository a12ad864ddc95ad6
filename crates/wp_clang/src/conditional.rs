//! Which comments the compiler sees: conditionals (`#if`) remove comments with their branch.
//!
//! Clang's tree has no comments, so a file with specification comments and conditionals is preprocessed once more, with
//! comments kept.

use crate::census;
use crate::line_markers::marker;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_base::{FileId, SourceMap};

/// True if some file has specification comments that a conditional may leave out.
pub(crate) fn is_in_doubt(sources: &SourceMap) -> bool {
    let specified = |text: &str| text.contains("//@") || text.contains("/*@");
    sources.files().any(|f| specified(&f.text) && !census::outline(&f.text).branches.is_empty())
}

/// The comments that the preprocessor kept.
///
/// A comment counts as left out only if the output has nothing of the innermost branch around it. A test of the
/// comment's own line would not do, since spliced lines and arguments of macros have other numbers in the output. The
/// test errs towards keeping: a specification that counts by mistake is noticed by the user, one that is lost is not.
/// Of a file that is included several times, a branch that only some inclusions keep is unknown; an inclusion that
/// keeps neither code nor a branch, as behind an include guard, does not count.
#[derive(Clone, Debug, Default)]
pub struct SeenComments {
    /// The files with conditionals that the preprocessor names.
    files: FxHashMap<FileId, Branches>,
    /// True if a directive stands behind a comment on its line. A preprocessor that keeps comments does not read it as
    /// a directive, so its output tells nothing of any file.
    is_misread: bool,
}

/// The lines that one inclusion of a file keeps.
type Kept = BTreeSet<u32>;

/// The conditionals of a file, and what the preprocessor kept of it.
#[derive(Clone, Debug, Default)]
struct Branches {
    /// The lines of the directives before and behind each branch.
    branches: Vec<(u32, u32)>,
    inclusions: Vec<Kept>,
    /// True if a `#line` in it gives the lines other numbers, or one elsewhere gives lines of another file the name of
    /// this one, so that `inclusions` tells nothing.
    renumbered: bool,
}

/// Whether the compiler sees a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// It does.
    Seen,
    /// A conditional leaves the comment out.
    LeftOut,
    /// A conditional may leave the comment out; the text says why this is not known.
    Unknown(&'static str),
}

/// Why it is not known what conditionals leave out of a file with `#line`, or that a `#line` of another file names.
const RENUMBERED: &str =
    "in a file with `#line`, or which a `#line` names, whether a conditional leaves this out is not known; move it out of the `#if`";
/// Why it is not known what conditionals leave out if a directive stands behind a comment.
const BEHIND_COMMENT: &str =
    "where a directive stands behind a comment on its line, what conditionals leave out is not known; move the comment";
/// Why it is not known what conditionals leave out of a file that is included several times.
const INCLUDED_TWICE: &str =
    "the file is included several times, and only some inclusions keep this; move it out of the `#if`";

impl SeenComments {
    /// Whether the compiler sees the comment that begins on a line, from 1, of a file.
    pub fn visibility(&self, file: FileId, line: u32) -> Visibility {
        let Some(of_file) = self.files.get(&file) else { return Visibility::Seen };
        let around = of_file.branches.iter().filter(|(first, last)| *first < line && line < *last);
        let Some(branch) = around.min_by_key(|(first, last)| last - first) else { return Visibility::Seen };
        if of_file.renumbered {
            return Visibility::Unknown(RENUMBERED);
        }
        if self.is_misread {
            return Visibility::Unknown(BEHIND_COMMENT);
        }
        let keepers = of_file.inclusions.iter().filter(|kept| keeps(kept, branch)).count();
        match keepers {
            0 => Visibility::LeftOut,
            n if n == of_file.inclusions.len() => Visibility::Seen,
            _ => Visibility::Unknown(INCLUDED_TWICE),
        }
    }

    /// Reads the output of the preprocessor, comments included.
    pub(crate) fn read(output: &str, sources: &SourceMap) -> Self {
        let mut seen = Self::default();
        for (id, mut file) in kept_lines(output, sources) {
            let outline = census::outline(sources.file(id).map_or("", |f| &f.text));
            seen.is_misread |= outline.behind_comment;
            let branches = outline.branches;
            if file.inclusions.len() > 1 {
                // An inclusion may keep a clause alone, for code that follows in another file.
                let keeps_branch = |kept: &Kept| branches.iter().any(|branch| keeps(kept, branch));
                file.inclusions.retain(|kept| !kept.is_disjoint(&outline.code) || keeps_branch(kept));
            }
            if !branches.is_empty() {
                let renumbered = file.renumbered || outline.renumbered;
                seen.files.insert(id, Branches { branches, renumbered, ..file });
            }
        }
        seen
    }
}

/// True if something between the directives of a branch is kept.
fn keeps(kept: &Kept, &(first, last): &(u32, u32)) -> bool {
    kept.range(first + 1..last).next().is_some()
}

/// The lines that the output has of each inclusion of each file. Of `#line`, only those count here that name another
/// file; branches are not known here.
fn kept_lines(output: &str, sources: &SourceMap) -> FxHashMap<FileId, Branches> {
    let mut files: FxHashMap<FileId, Branches> = FxHashMap::default();
    // The inclusions that are open, innermost last: the file and the number of its inclusion.
    let mut open: Vec<Option<(FileId, usize)>> = Vec::new();
    let mut line = 1;
    for text in output.lines() {
        let Some(marker) = marker(text) else {
            if let (Some(Some((id, inclusion))), false) = (open.last(), text.trim().is_empty()) {
                if let Some(kept) = files.get_mut(id).and_then(|file| file.inclusions.get_mut(*inclusion)) {
                    kept.insert(line);
                }
            }
            line += 1;
            continue;
        };
        line = marker.line;
        let file = sources.find(&marker.path);
        if marker.returns {
            open.pop();
        }
        if !marker.enters && open.last().is_some_and(|top| top.map(|(id, _)| id) == file) {
            continue;
        }
        let inclusion = file.map(|id| {
            let Branches { inclusions, renumbered, .. } = files.entry(id).or_default();
            // `#line 1 "a.cu"` in another file.
            *renumbered |= !marker.enters && !marker.returns && !open.is_empty();
            if marker.enters || inclusions.is_empty() {
                inclusions.push(Kept::new());
            }
            (id, inclusions.len() - 1)
        });
        if !marker.enters {
            open.pop();
        }
        open.push(inclusion);
    }
    files
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
        let unknown = Visibility::Unknown(RENUMBERED);
        assert_eq!([2, 5].map(|line| seen.visibility(one, line)), [unknown, Visibility::Seen]);
    }

    #[test]
    fn inclusions_that_keep_other_lines_are_told_apart() {
        let mut sources = SourceMap::new();
        let header = sources.add(Path::new("h.cuh"), "#ifdef A\n//@ x\n#endif\nint a;\n".to_owned());
        sources.add(Path::new("one.cu"), String::new());
        let first = "# 1 \"one.cu\"\n# 1 \"h.cuh\" 1\n\n//@ x\n\nint a;\n# 2 \"one.cu\" 2\nb\n";
        let visibility = |output: &str| SeenComments::read(output, &sources).visibility(header, 2);
        assert_eq!(visibility(first), Visibility::Seen);
        let twice = format!("{first}# 1 \"h.cuh\" 1\n\n\n\nint a;\n# 4 \"one.cu\" 2\n");
        assert_eq!(visibility(&twice), Visibility::Unknown(INCLUDED_TWICE));
        let alone = "# 1 \"h.cuh\" 1\n\n//@ x\n\n\n# 2 \"one.cu\" 2\n# 1 \"h.cuh\" 1\n\n\n\nint a;\n";
        assert_eq!(visibility(alone), Visibility::Unknown(INCLUDED_TWICE));
        // Behind an include guard nothing is left.
        let guarded = format!("{first}# 1 \"h.cuh\" 1\n\n\n\n\n# 4 \"one.cu\" 2\n");
        assert_eq!(visibility(&guarded), Visibility::Seen);
    }

    #[test]
    fn directives_are_those_of_the_preprocessor() {
        for directive in ["#if 0", "#\\\nif 0", "%:if 0", "/**/ # if 0", "# /* */ if 0", "#i\\\nf 0"] {
            let text = format!("{directive}\n//@ x\n#endif\n");
            let outline = census::outline(&text);
            assert_eq!(
                (outline.branches.len(), outline.behind_comment),
                (1, directive.starts_with("/*")),
                "{directive}"
            );
        }
        assert!(census::outline("int a; // #if 0\n\"\\\n#if\";\n").branches.is_empty());
    }

    #[test]
    fn a_line_directive_of_another_file_makes_lines_unknown() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), "#include \"two.cuh\"\n#if 0\n//@ x\n#endif\n".to_owned());
        sources.add(Path::new("two.cuh"), "#line 3 \"one.cu\"\nint a;\n".to_owned());
        let begin = "# 1 \"one.cu\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 1 \"one.cu\" 2\n# 1 \"two.cuh\" 1\n";
        let seen = |rest: &str| SeenComments::read(&format!("{begin}{rest}"), &sources).visibility(one, 3);
        assert_eq!(seen("# 3 \"one.cu\"\nint a;\n# 2 \"one.cu\" 2\n"), Visibility::Unknown(RENUMBERED));
        assert_eq!(seen("int a;\n# 2 \"one.cu\" 2\n"), Visibility::LeftOut);
    }

    #[test]
    fn a_file_that_is_not_named_is_seen_whole() {
        let mut sources = SourceMap::new();
        let one = sources.add(Path::new("one.cu"), String::new());
        let seen = SeenComments::read("# 1 \"./one.cu\" 1\n", &sources);
        assert_eq!(seen.visibility(one, 1), Visibility::Seen);
    }
}
