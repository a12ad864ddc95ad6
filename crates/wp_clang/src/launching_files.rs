//! Files of a project that launch the kernels of other files.
//!
//! Input: files that are checked. Output: further files of their projects with launches of the kernels that these files
//! define and none of them launches. Names are compared, as the source spells them; whether the kernels are the same is
//! for the reader of the files to tell. The files in the nearest folder above a kernel's that has such files below it are
//! taken, since several programs of a tree may have kernels of one name. Where a limit ends the search, nothing is found:
//! a part of the launches would say too much of the kernel.

use crate::project::{is_folder_of_builds, is_source_extension, Project};
use crate::{census, Language};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The most entries of folders that are looked at.
const MOST_ENTRIES: usize = 20_000;
/// The most bytes of files that are read.
const MOST_BYTES: u64 = 1 << 25;
/// The most files that are taken for the kernels of one file.
const MOST_FOUND: usize = 4;
/// A file with a launch has one of these words.
const LAUNCHING: [&str; 3] = ["<<<", "LaunchKernel", "LaunchCooperativeKernel"];

/// The files, each once, in the order of `files`; for each of these sources before headers, then by depth and path.
pub fn launching_files(files: &[&Path]) -> Vec<PathBuf> {
    let texts: Vec<(&Path, census::Names)> = files.iter().filter_map(|path| Some((*path, names(path)?))).collect();
    let launched: BTreeSet<&String> = texts.iter().flat_map(|(_, names)| &names.launched).collect();
    let checked = files.iter().filter_map(|f| f.canonicalize().ok()).collect();
    let mut search = Search { entries: MOST_ENTRIES, bytes: MOST_BYTES, checked, read: BTreeMap::new() };
    let mut found: Vec<PathBuf> = Vec::new();
    for (path, names) in &texts {
        let wanted: BTreeSet<&String> = names.defined.iter().filter(|name| !launched.contains(name)).collect();
        if !wanted.is_empty() {
            let nearest = search.nearest(path, &wanted).unwrap_or_default();
            let new: Vec<PathBuf> = nearest.into_iter().filter(|f| !found.contains(f)).collect();
            found.extend(new);
        }
    }
    found
}

/// The kernels that a file defines and launches; `None` for a file that has neither, or cannot be read.
fn names(path: &Path) -> Option<census::Names> {
    let text = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&text);
    let has_some = text.contains("__global__") || LAUNCHING.iter().any(|word| text.contains(word));
    // The language is asked for last, since that reads the file again.
    let is_read = has_some && Language::of(path).is_some_and(Language::is_cpp);
    is_read.then(|| census::names(&text))
}

/// A search in projects, and what was read in it.
struct Search {
    /// The entries of folders that may still be looked at.
    entries: usize,
    /// The bytes that may still be read.
    bytes: u64,
    /// The files that are checked.
    checked: BTreeSet<PathBuf>,
    /// The names in the files that were read.
    read: BTreeMap<PathBuf, Option<Rc<census::Names>>>,
}

impl Search {
    /// The files that launch one of the `wanted` kernels and do not define it; `None` where a limit is reached.
    fn nearest(&mut self, path: &Path, wanted: &BTreeSet<&String>) -> Option<Vec<PathBuf>> {
        let project = Project::of(path);
        let mut below: Option<PathBuf> = None;
        for folder in project.folders_above(path) {
            let mut found: Vec<PathBuf> = Vec::new();
            let mut open = vec![folder.clone()];
            while let Some(at) = open.pop() {
                for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
                    self.entries = self.entries.checked_sub(1)?;
                    let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
                    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
                    if kind.is_dir() {
                        let is_new = !is_folder_of_builds(name) && below.as_ref() != Some(&path);
                        open.extend(is_new.then_some(path));
                    } else if kind.is_file() && self.launches(&path, wanted)? {
                        found.push(path);
                    }
                }
            }
            if !found.is_empty() {
                // Sources before headers, which are part of sources.
                found.sort_by_key(|file| (Language::is_header(file), file.components().count(), file.clone()));
                return (found.len() <= MOST_FOUND).then_some(found);
            }
            below = Some(folder);
        }
        Some(Vec::new())
    }

    /// True if a file launches one of the kernels and does not define it; `None` where a limit is reached.
    fn launches(&mut self, file: &Path, wanted: &BTreeSet<&String>) -> Option<bool> {
        if !file.extension().and_then(|e| e.to_str()).is_some_and(is_source_extension) {
            return Some(false);
        }
        let known = match self.read.get(file) {
            Some(known) => known.clone(),
            None => {
                let size = fs::metadata(file).map_or(0, |meta| meta.len());
                self.bytes = self.bytes.checked_sub(size)?;
                let is_checked = file.canonicalize().is_ok_and(|file| self.checked.contains(&file));
                let known = if is_checked { None } else { names(file).map(Rc::new) };
                self.read.insert(file.to_owned(), known.clone());
                known
            }
        };
        Some(known.is_some_and(|names| {
            wanted.iter().any(|name| names.launched.contains(*name) && !names.defined.contains(*name))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    const KERNEL: &str = "template <int N> __global__ void k(int *a) { a[N] = 1; }\n";
    const LAUNCH: &str = "void run(int *a) { k<3><<<1, 1>>>(a); }\n";

    fn found(files: &[(&str, &str)], checked: &[&str]) -> Vec<String> {
        let files: Vec<String> = files.iter().map(|(path, text)| format!("{path}={text}")).collect();
        let folder = project(&files.iter().map(String::as_str).collect::<Vec<_>>());
        let checked: Vec<PathBuf> = checked.iter().map(|file| folder.path().join(file)).collect();
        let found = launching_files(&checked.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        found.iter().map(|f| f.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_nearest_files_with_launches_are_taken() {
        let files =
            [("src/kernels/k.cuh", KERNEL), ("src/run.cu", LAUNCH), ("tests/t.cu", LAUNCH), ("src/other.cu", "int a;")];
        assert_eq!(found(&files, &["src/kernels/k.cuh"]), ["src/run.cu"]);
        assert_eq!(found(&files[..1], &["src/kernels/k.cuh"]), [""; 0]);
    }

    #[test]
    fn a_part_of_many_launching_files_is_not_taken() {
        let names: Vec<String> = (0..5).map(|n| format!("run{n}.cu")).collect();
        let mut files: Vec<(&str, &str)> = names.iter().map(|name| (&**name, LAUNCH)).collect();
        files.push(("k.cuh", KERNEL));
        assert_eq!(found(&files, &["k.cuh"]), [""; 0]);
        assert_eq!(found(&files[1..], &["k.cuh"]).len(), 4);
    }

    #[test]
    fn a_kernel_that_a_checked_file_launches_needs_no_other() {
        let files = [("k.cuh", KERNEL), ("run.cu", LAUNCH), ("more.cu", LAUNCH)];
        assert_eq!(found(&files, &["k.cuh", "run.cu"]), [""; 0]);
        assert_eq!(found(&[("k.cu", &format!("{KERNEL}{LAUNCH}")), ("run.cu", LAUNCH)], &["k.cu"]), [""; 0]);
    }

    #[test]
    fn a_file_with_a_kernel_of_that_name_launches_its_own() {
        let both = format!("{KERNEL}{LAUNCH}");
        assert_eq!(found(&[("k.cuh", KERNEL), ("other.cu", &both)], &["k.cuh"]), [""; 0]);
        assert_eq!(found(&[("k.cuh", KERNEL), ("notes.cu", "// k<3><<<1, 1>>>(a);\n")], &["k.cuh"]), [""; 0]);
        assert_eq!(found(&[("k.cuh", KERNEL), ("build/run.cu", LAUNCH)], &["k.cuh"]), [""; 0]);
    }
}
