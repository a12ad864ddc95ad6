//! Files of a project that launch the kernels of other files.
//!
//! Input: files that are checked. Output: further files of their projects with launches of the kernels that these files
//! define and none of them launches. Names are compared, as the source spells them; whether the kernels are the same is
//! for the reader of the files to tell. The files in the nearest folder above a kernel's that has such files below it are
//! taken, since several programs of a tree may have kernels of one name.

use crate::project::{is_folder_of_builds, is_source_extension, Project};
use crate::{census, Language};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The most files of a project that are read, and the most bytes of them.
const MOST_READ: (usize, usize) = (1_000, 1 << 25);
/// The most files that are taken for the kernels of one file.
const MOST_CALLERS: usize = 4;
/// A file with a launch has one of these words.
const LAUNCHING: [&str; 3] = ["<<<", "LaunchKernel", "LaunchCooperativeKernel"];

/// The files, each once, in the order of the files that they belong to; the nearest first.
pub fn callers(files: &[&Path]) -> Vec<PathBuf> {
    let texts: Vec<(&Path, census::Names)> = files.iter().filter_map(|path| Some((*path, names(path)?))).collect();
    let launched: BTreeSet<&String> = texts.iter().flat_map(|(_, names)| &names.launched).collect();
    let mut read = Read { left: MOST_READ, taken: files.iter().filter_map(|f| f.canonicalize().ok()).collect() };
    let mut found: Vec<PathBuf> = Vec::new();
    for (path, names) in &texts {
        let wanted: BTreeSet<&String> = names.defined.iter().filter(|name| !launched.contains(name)).collect();
        if !wanted.is_empty() {
            let new: Vec<PathBuf> = read.nearest(path, &wanted).into_iter().filter(|f| !found.contains(f)).collect();
            found.extend(new);
        }
    }
    found
}

/// The kernels that a file defines and launches; `None` for a file that has neither, or cannot be read.
fn names(path: &Path) -> Option<census::Names> {
    Language::of(path).filter(|language| language.is_cpp())?;
    let text = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&text);
    let has_some = text.contains("__global__") || LAUNCHING.iter().any(|word| text.contains(word));
    has_some.then(|| census::names(&text))
}

/// What may still be read, and the files that are known already.
struct Read {
    left: (usize, usize),
    taken: BTreeSet<PathBuf>,
}

impl Read {
    /// The files that launch one of the `wanted` kernels and do not define it.
    fn nearest(&mut self, path: &Path, wanted: &BTreeSet<&String>) -> Vec<PathBuf> {
        let project = Project::of(path);
        let mut below: Option<PathBuf> = None;
        for folder in project.folders_above(path) {
            let mut found: Vec<PathBuf> = Vec::new();
            let mut open = vec![folder.clone()];
            while let Some(at) = open.pop() {
                let mut entries: Vec<PathBuf> =
                    fs::read_dir(&at).into_iter().flatten().flatten().map(|e| e.path()).collect();
                entries.sort();
                for entry in entries {
                    let Some(name) = entry.file_name().and_then(|n| n.to_str()) else { continue };
                    if entry.is_symlink() || below.as_ref() == Some(&entry) {
                        continue;
                    }
                    if entry.is_dir() {
                        open.extend((!is_folder_of_builds(name)).then_some(entry));
                    } else if self.launches(&entry, wanted) {
                        found.push(entry);
                    }
                }
            }
            if !found.is_empty() {
                // Sources before headers, which are part of sources.
                found.sort_by_key(|file| (Language::is_header(file), file.components().count(), file.clone()));
                found.truncate(MOST_CALLERS);
                return found;
            }
            below = Some(folder);
        }
        Vec::new()
    }

    fn launches(&mut self, file: &Path, wanted: &BTreeSet<&String>) -> bool {
        let is_source = file.extension().and_then(|e| e.to_str()).is_some_and(is_source_extension);
        let Ok(size) = fs::metadata(file).map(|meta| meta.len() as usize) else { return false };
        if !is_source
            || self.left.0 == 0
            || self.left.1 < size
            || file.canonicalize().is_ok_and(|f| self.taken.contains(&f))
        {
            return false;
        }
        self.left = (self.left.0 - 1, self.left.1 - size);
        let Ok(bytes) = fs::read(file) else { return false };
        let text = String::from_utf8_lossy(&bytes);
        let may_launch = LAUNCHING.iter().any(|word| text.contains(word)) && wanted.iter().any(|n| text.contains(*n));
        may_launch
            && names(file).is_some_and(|names| {
                wanted.iter().any(|name| names.launched.contains(*name) && !names.defined.contains(*name))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "template <int N> __global__ void k(int *a) { a[N] = 1; }\n";
    const LAUNCH: &str = "void run(int *a) { k<3><<<1, 1>>>(a); }\n";

    fn found(files: &[(&str, &str)], checked: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let checked: Vec<PathBuf> = checked.iter().map(|file| folder.path().join(file)).collect();
        let found = callers(&checked.iter().map(PathBuf::as_path).collect::<Vec<_>>());
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
