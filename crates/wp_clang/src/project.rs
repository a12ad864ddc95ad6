//! Headers of the project that the given folders do not lead to.
//!
//! The project of a file is the nearest folder above it with a mark ([`MARKS`]); without one, the topmost folder that
//! is reached through folders with sources. An include is looked for in the folder of the file that includes it, in the
//! folders above it up to the project's, each with its usual subfolders ([`USUAL`]), and last among all headers of the
//! project, of which the nearest counts. Headers of different content that are equally near are none.
//!
//! Heuristic: the build may use another header of that name. So a header that is taken is an assumption of every
//! verdict (`project-headers`).

use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// Entries that mark the folder of a project.
const MARKS: [&str; 3] = [".git", "warpproof.toml", "compile_commands.json"];
/// Entries that a project's folder has beside its sources.
const BUILD_FILES: [&str; 8] =
    ["CMakeLists.txt", "LICENSE", "Makefile", "README.md", "configure", "meson.build", "pyproject.toml", "setup.py"];
/// Folders in which projects have their headers.
const USUAL: [&str; 7] = ["include", "includes", "inc", "src", "csrc", "source", "common"];
/// Folders that are not searched: their files are made by a build, or belong to other tools.
const SKIPPED: [&str; 8] = ["__pycache__", "bin", "build", "dist", "node_modules", "obj", "out", "target"];
/// Extensions of files that sources include.
const EXTENSIONS: [&str; 19] = [
    "c", "cc", "cl", "cpp", "cu", "cuh", "cxx", "def", "h", "hh", "hip", "hpp", "hxx", "inc", "inl", "ipp", "ocl",
    "tcc", "tpp",
];
/// The most entries of folders that are looked at. A greater project has no index.
const MAX_ENTRIES: usize = 100_000;
/// The most folders between a file and its project's folder.
const MAX_DEPTH: usize = 24;

/// The answer for an include.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// The header.
    Header(PathBuf),
    /// Headers of different content that are equally near.
    Several(Vec<PathBuf>),
    /// No header.
    Nothing,
}

/// The project of a file.
pub(crate) struct Project {
    root: PathBuf,
    /// False if the folder is no project's, but one of many things.
    is_searched: bool,
    /// Headers by file name, each list in the order of paths. Made when it is first needed.
    index: OnceLock<FxHashMap<String, Vec<PathBuf>>>,
}

impl Project {
    /// The project that a file belongs to.
    pub(crate) fn of(file: &Path) -> Self {
        let folder = folder_of(file);
        let marked = folder.ancestors().take(MAX_DEPTH).find(|a| MARKS.iter().any(|mark| a.join(mark).exists()));
        let root = marked.map_or_else(|| topmost(&folder), Path::to_owned);
        Self { is_searched: marked.is_some() || !is_of_many(&root), root, index: OnceLock::new() }
    }

    /// The header that an include of a file means, where the given folders have none of that name.
    pub(crate) fn find(&self, includer: &Path, name: &str) -> Found {
        // A name without an extension is one of the C++ library's.
        let is_header = Path::new(name).extension().and_then(|e| e.to_str()).is_some_and(is_source_extension);
        if !is_header || Path::new(name).is_absolute() || name.contains(['"', '\\', '\n']) {
            return Found::Nothing;
        }
        let includer = normal(&absolute(includer));
        let from = includer.parent().filter(|f| f.starts_with(&self.root)).unwrap_or(&self.root);
        for folder in from.ancestors().take_while(|a| a.starts_with(&self.root)).take(MAX_DEPTH) {
            let usual: Vec<PathBuf> = USUAL.iter().map(|usual| folder.join(usual)).collect();
            for bases in [&[folder.to_owned()][..], &usual] {
                let paths = bases.iter().map(|base| normal(&base.join(name)));
                let is_candidate = |path: &PathBuf| *path != includer && path.starts_with(&self.root) && path.is_file();
                match one(paths.filter(is_candidate).collect()) {
                    Found::Nothing => {}
                    found => return found,
                }
            }
        }
        self.search(&includer, from, name)
    }

    /// The folders from that of a file up to the project's; none if the folder is no project's.
    pub(crate) fn folders_above(&self, file: &Path) -> Vec<PathBuf> {
        let folder = folder_of(file);
        let above = folder.ancestors().take_while(|a| self.is_searched && a.starts_with(&self.root)).take(MAX_DEPTH);
        above.map(Path::to_owned).collect()
    }

    /// The nearest header whose path ends with the name of the include.
    fn search(&self, includer: &Path, from: &Path, name: &str) -> Found {
        let suffix: PathBuf = Path::new(name).components().filter(|c| matches!(c, Component::Normal(_))).collect();
        let file = suffix.file_name().and_then(|f| f.to_str()).unwrap_or_default();
        let all = self.index.get_or_init(|| if self.is_searched { index(&self.root) } else { FxHashMap::default() });
        let mut nearest = Vec::new();
        let mut least = None;
        for path in all.get(file).into_iter().flatten().filter(|p| p.ends_with(&suffix) && *p != includer) {
            let common = from.ancestors().find(|a| path.starts_with(a)).unwrap_or(&self.root);
            // The fewest steps up, then the fewest steps down.
            let key = (Reverse(common.components().count()), path.components().count());
            if least.is_none_or(|least| key < least) {
                least = Some(key);
                nearest.clear();
            }
            if least == Some(key) {
                nearest.push(path.clone());
            }
        }
        one(nearest)
    }
}

/// The one of several candidates, in the order of preference: the first if all have the same content.
fn one(candidates: Vec<PathBuf>) -> Found {
    let [first, others @ ..] = &candidates[..] else { return Found::Nothing };
    let content = |path: &PathBuf| fs::read(path).ok();
    match others.is_empty() || others.iter().all(|other| content(other) == content(first)) {
        true => Found::Header(first.clone()),
        false => Found::Several(candidates),
    }
}

/// The headers below a folder by file name. Links to folders are not followed, so that no circle is entered.
fn index(root: &Path) -> FxHashMap<String, Vec<PathBuf>> {
    let mut found: FxHashMap<String, Vec<PathBuf>> = FxHashMap::default();
    let mut open = vec![root.to_owned()];
    let mut entries = 0;
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            entries += 1;
            if entries > MAX_ENTRIES {
                return FxHashMap::default();
            }
            let path = entry.path();
            let (Some(name), Ok(kind)) = (path.file_name().and_then(|n| n.to_str()), entry.file_type()) else {
                continue;
            };
            if kind.is_dir() {
                let depth = path.components().count() - root.components().count();
                if depth <= MAX_DEPTH && !is_folder_of_builds(name) {
                    open.push(path);
                }
            } else if path.extension().and_then(|e| e.to_str()).is_some_and(is_source_extension) && path.is_file() {
                found.entry(name.to_owned()).or_default().push(path);
            }
        }
    }
    found.values_mut().for_each(|paths| paths.sort());
    found
}

/// True for a folder of that name that has no sources of a project: it is hidden, made by a build, or of other tools.
pub fn is_folder_of_builds(folder: &str) -> bool {
    folder.starts_with('.') || SKIPPED.contains(&folder) || folder.starts_with("bazel-") || folder.starts_with("cmake-")
}

pub(crate) fn is_source_extension(extension: &str) -> bool {
    EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str())
}

/// The topmost folder that is reached through folders that hold sources or are named like those that do.
fn topmost(folder: &Path) -> PathBuf {
    let belongs = |folder: &Path| {
        let is_usual = folder.file_name().and_then(|n| n.to_str()).is_some_and(|name| USUAL.contains(&name));
        is_usual || BUILD_FILES.iter().any(|file| folder.join(file).exists()) || has_sources(folder)
    };
    let above = folder.ancestors().skip(1).take(MAX_DEPTH).take_while(|above| !is_of_many(above) && belongs(above));
    above.last().unwrap_or(folder).to_owned()
}

fn has_sources(folder: &Path) -> bool {
    let is_source = |path: PathBuf| path.extension().and_then(|e| e.to_str()).is_some_and(is_source_extension);
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| is_source(entry.path()))
}

/// True for a folder that is no project's: the root, the folder of temporary files, a home.
fn is_of_many(folder: &Path) -> bool {
    let is = |other: Option<PathBuf>| other.is_some_and(|other| other == folder);
    folder.parent().is_none() || is(Some(std::env::temp_dir())) || is(std::env::var_os("HOME").map(PathBuf::from))
}

fn folder_of(file: &Path) -> PathBuf {
    let path = normal(&absolute(file));
    path.parent().map_or_else(|| path.clone(), Path::to_owned)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A project with these files; each holds its own path, or what stands behind `=`.
    pub(crate) fn project(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for file in files {
            let (path, text) = file.split_once('=').unwrap_or((file, file));
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn find(files: &[&str], includer: &str, name: &str) -> Vec<String> {
        let folder = project(files);
        let includer = folder.path().join(includer);
        let shown = |path: PathBuf| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned();
        match Project::of(&includer).find(&includer, name) {
            Found::Header(path) => vec![shown(path)],
            Found::Several(paths) => paths.into_iter().map(shown).collect(),
            Found::Nothing => vec![],
        }
    }

    #[test]
    fn headers_lie_in_the_usual_folders_above_a_file() {
        assert_eq!(find(&["include/a.h", "x/y/a.h"], "src/k/k.cu", "a.h"), ["include/a.h"]);
        assert_eq!(find(&["src/a.h", "include/a.h"], "src/k/k.cu", "a.h"), ["src/a.h"]);
        assert_eq!(find(&["lib/include/p/a.h", "include/p/a.h"], "lib/k.cu", "p/a.h"), ["lib/include/p/a.h"]);
        assert_eq!(find(&["common/a.h"], "src/k.cu", "../common/a.h"), ["common/a.h"]);
    }

    #[test]
    fn the_nearest_header_of_the_tree_is_taken() {
        assert_eq!(find(&["a/x/h.h", "b/x/h.h"], "b/k/k.cu", "h.h"), ["b/x/h.h"]);
        assert_eq!(find(&["a/x/y/h.h", "b/x/h.h"], "k/k.cu", "x/h.h"), ["b/x/h.h"]);
        assert_eq!(find(&["a/x/h.h"], "k.cu", "y/h.h"), [""; 0]);
        assert_eq!(find(&["a/h.h", "k.cu"], "k.cu", "missing.h"), [""; 0]);
    }

    #[test]
    fn headers_that_are_equally_near_are_none_unless_they_are_alike() {
        assert_eq!(find(&["a/x/h.h", "b/x/h.h"], "k/k.cu", "h.h"), ["a/x/h.h", "b/x/h.h"]);
        assert_eq!(find(&["a/x/h.h=1", "b/x/h.h=1"], "k/k.cu", "h.h"), ["a/x/h.h"]);
        assert_eq!(find(&["inc/h.h", "include/h.h"], "k.cu", "h.h"), ["include/h.h", "inc/h.h"]);
    }

    #[test]
    fn products_of_builds_names_of_the_library_and_the_file_itself_are_no_headers() {
        assert_eq!(find(&["build/x/h.h", ".git/x/h.h"], "k.cu", "h.h"), [""; 0]);
        assert_eq!(find(&["include/vector"], "k.cu", "vector"), [""; 0]);
        assert_eq!(find(&["a/h.h"], "a/h.h", "h.h"), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn circles_of_links_are_not_entered() {
        let folder = project(&["a/b/h.h"]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/circle")).unwrap();
        let includer = folder.path().join("k/k.cu");
        let found = Project::of(&includer).find(&includer, "h.h");
        assert_eq!(found, Found::Header(folder.path().join("a/b/h.h")));
    }

    #[test]
    fn a_project_without_a_mark_reaches_as_far_as_its_sources() {
        let folder = project(&["top/p/README.md", "top/p/src/k/k.cu", "top/p/include/h.h", "top/other/h.h"]);
        fs::remove_dir(folder.path().join(".git")).unwrap();
        let includer = folder.path().join("top/p/src/k/k.cu");
        assert_eq!(Project::of(&includer).root, folder.path().join("top/p"));
    }
}
