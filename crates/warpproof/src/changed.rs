//! `--changed-since REV`: the files that differ from a revision of git, and those that depend on them.
//!
//! Over-approximate: a file depends on every file of the repository whose path ends in the name of an `#include`, in
//! turn, whether the compiler takes that one or another. A file whose kernel is named in a changed file depends on it,
//! since that may launch the kernel. If a configuration changed, everything did. Files outside the repository are taken
//! to be the same.

use crate::launch_file::Job;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The name of a configuration, which applies to whole folders.
const CONFIGURATION: &str = "warpproof.toml";

/// What differs from a revision.
pub struct Changed {
    /// Changed files.
    files: BTreeSet<PathBuf>,
    /// Files of the repository, and changed ones that are gone, by their last name.
    by_name: BTreeMap<String, Vec<PathBuf>>,
}

impl Changed {
    /// Asks git, in the current folder.
    pub fn since(revision: &str) -> Result<Self, String> {
        if revision.is_empty() || revision.starts_with('-') {
            return Err(format!("`{revision}` is no revision of git"));
        }
        let root = PathBuf::from(git(Path::new("."), &["rev-parse", "--show-toplevel"])?.trim_end());
        let list = |words: &[&str]| -> Result<Vec<PathBuf>, String> {
            let names = git(&root, words)?;
            Ok(names.split('\0').filter(|name| !name.is_empty()).map(|name| root.join(name)).collect())
        };
        let mut files = list(&["diff", "--name-only", "--no-renames", "-z", revision, "--"])?;
        files.extend(list(&["ls-files", "-z", "--others", "--exclude-standard"])?);
        let all = list(&["ls-files", "-z"])?;
        Ok(Self::new(files.into_iter().collect(), all))
    }

    fn new(files: BTreeSet<PathBuf>, all: Vec<PathBuf>) -> Self {
        let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for path in all.into_iter().chain(files.iter().cloned()) {
            by_name.entry(last_name(&path)).or_default().push(path);
        }
        Self { files, by_name }
    }

    /// Whether each job is to be done. `settings` are the files with settings for all.
    pub fn of_jobs(&self, jobs: &[Job], settings: &[&Path]) -> Vec<bool> {
        let is_setting = |path: &PathBuf| last_name(path) == CONFIGURATION;
        if self.files.iter().any(is_setting) || settings.iter().any(|path| self.files.contains(&real(path))) {
            return vec![true; jobs.len()];
        }
        let mut changed: Vec<bool> = jobs.iter().map(|job| self.reaches(&real(&job.path))).collect();
        let text = |job: &Job| std::fs::read_to_string(&job.path).unwrap_or_default();
        let told: Vec<String> = jobs.iter().zip(&changed).filter(|(_, c)| **c).map(|(job, _)| text(job)).collect();
        let named: BTreeSet<&str> = told.iter().flat_map(|text| words(text)).collect();
        for (job, changed) in jobs.iter().zip(&mut changed) {
            *changed |= !*changed && kernels(&text(job)).iter().any(|kernel| named.contains(&**kernel));
        }
        changed
    }

    /// True if a file, or one that it may include, has changed.
    fn reaches(&self, path: &Path) -> bool {
        let mut seen: BTreeSet<PathBuf> = BTreeSet::from([path.to_owned()]);
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            if self.files.contains(&path) {
                return true;
            }
            for name in included(&std::fs::read_to_string(&path).unwrap_or_default()) {
                let parts: PathBuf =
                    Path::new(name).components().filter(|part| matches!(part, Component::Normal(_))).collect();
                let alike = self.by_name.get(&last_name(&parts)).into_iter().flatten();
                open.extend(alike.filter(|path| path.ends_with(&parts) && seen.insert((*path).clone())).cloned());
            }
        }
        false
    }
}

fn last_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The output of git in a folder.
fn git(folder: &Path, words: &[&str]) -> Result<String, String> {
    let failed = |why: &str| format!("`--changed-since`: git {} failed: {why}", words.join(" "));
    let output = Command::new("git").arg("-C").arg(folder).args(words).output().map_err(|e| failed(&e.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The names that a text includes.
fn included(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let close = if rest.starts_with('<') { '>' } else { '"' };
        rest.get(1..)?.split(close).next()
    })
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The names of the kernels of a CUDA source: what is called between `__global__` and the body.
fn kernels(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for declaration in text.split("__global__").skip(1) {
        let head = declaration.split(['{', ';']).next().unwrap_or_default();
        let mut depth = 0;
        for (at, c) in head.char_indices() {
            if c == '(' && depth == 0 {
                let name = words(&head[..at]).last().filter(|name| !name.starts_with("__"));
                found.extend(name.map(str::to_owned));
            }
            depth += i32::from(c == '(') - i32::from(c == ')');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kernels_and_includes() {
        let text = "template <int N> __global__ void __launch_bounds__(256) scale(float (&a)[N]) {}\n\
                    __global__ void copy(int *a);";
        assert_eq!(kernels(text), ["scale", "copy"]);
        let text = "#include \"a/b.h\"\n  # include <c.h>\n// #include \"d.h\"\n#define x\n";
        assert_eq!(included(text).collect::<Vec<_>>(), ["a/b.h", "c.h"]);
    }

    #[test]
    fn files_are_followed_through_what_they_include() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let all = vec![
            write("src/a.cu", "#include \"../inc/a.h\"\n__global__ void a() {}"),
            write("src/b.cu", "#include \"b.h\"\n__global__ void b() {}"),
            write("inc/a.h", "#include <deep.h>"),
            write("inc/deep/deep.h", ""),
            write("host.cu", "void f() { b<<<1, 1>>>(); }"),
            write("other.cu", "__global__ void other() {}"),
        ];
        let jobs: Vec<Job> =
            all.iter().filter(|p| p.extension().is_some_and(|e| e == "cu")).map(|p| Job::file(p)).collect();
        let changed = |names: &[&str], settings: &[&Path]| {
            let files = names.iter().map(|name| root.join(name)).collect();
            let kept = Changed::new(files, all.clone()).of_jobs(&jobs, settings);
            let names = jobs.iter().zip(kept).filter(|(_, kept)| *kept).map(|(job, _)| last_name(&job.path));
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(changed(&[], &[]), "");
        assert_eq!(changed(&["src/a.cu"], &[]), "a.cu");
        assert_eq!(changed(&["inc/deep/deep.h"], &[]), "a.cu");
        // A header that is gone.
        assert_eq!(changed(&["inc/b.h"], &[]), "b.cu");
        // What it launches depends on it.
        assert_eq!(changed(&["host.cu"], &[]), "b.cu host.cu");
        assert_eq!(changed(&["src/warpproof.toml"], &[]), "a.cu b.cu host.cu other.cu");
        let settings = write("accepted.toml", "");
        assert_eq!(changed(&["accepted.toml"], &[&settings]), "a.cu b.cu host.cu other.cu");
    }
}
