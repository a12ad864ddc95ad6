//! The files that a command line names: files, folders, files of launches, and those of a build.
//!
//! In a folder, CUDA, HIP and OpenCL files with a kernel or a launch are taken, and Python files that give CUDA sources
//! to a compiler; what is left out by its content is said once. Folders of builds, hidden ones, virtual environments of
//! Python, and links to folders are not entered.

use crate::cli::CheckArgs;
use crate::compile_commands::CompileCommands;
use crate::launch_file::{self, Job};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wp_clang::Language;

/// The jobs of a command line, in its order; those of a folder in the order of their paths.
pub fn jobs(args: &CheckArgs) -> Result<Vec<Job>, String> {
    let build = CompileCommands::of(args)?;
    let mut files = Vec::new();
    let mut without = Vec::new();
    for path in &args.files {
        if path.is_dir() {
            of_folder(path, &args.exclude, &mut files, &mut without);
        } else if !is_excluded(path, &args.exclude) {
            files.push(path.clone());
        }
    }
    if args.files.is_empty() {
        let all = build.iter().flat_map(CompileCommands::kernel_files);
        files.extend(all.filter(|path| !is_excluded(path, &args.exclude)));
    }
    let mut known = BTreeSet::new();
    files.retain(|path| known.insert(path.clone()));
    if !without.is_empty() {
        let names: Vec<String> = without.iter().map(|path| path.display().to_string()).collect();
        eprintln!("note: without kernels and launches, and left out: {}", names.join(", "));
    }
    if files.is_empty() {
        return Err("there is no file to be checked: no kernel file is left of what is given".to_owned());
    }
    let mut jobs = launch_file::expand(&files)?;
    if let Some(build) = &build {
        build.add_to(&mut jobs);
    }
    Ok(jobs)
}

/// The job for one file.
pub fn job(args: &CheckArgs, path: &Path) -> Result<Job, String> {
    let mut job = [Job::file(path)];
    if let Some(build) = CompileCommands::of(args)? {
        build.add_to(&mut job);
    }
    let [job] = job;
    Ok(job)
}

/// The kernel files below a folder, and those that are left out because they have no kernels.
fn of_folder(root: &Path, excluded: &[String], files: &mut Vec<PathBuf>, without: &mut Vec<PathBuf>) {
    let mut open = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            // As a file it is an error, so that it is in the report.
            files.push(folder);
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if is_excluded(&path, excluded) {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let name = entry.file_name();
                let is_left_out = wp_clang::is_folder_of_builds(&name.to_string_lossy()) || is_environment(&path);
                open.extend((!is_left_out).then_some(path));
            } else if path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    for path in found {
        match content(&path) {
            Content::Kernels => files.push(path),
            Content::Nothing => without.push(path),
            Content::Other => {}
        }
    }
}

/// True for a virtual environment of Python, which has the files of other projects.
fn is_environment(folder: &Path) -> bool {
    folder.join("pyvenv.cfg").is_file()
}

/// True if a file is one of kernels: by its name, or, where C++ files have such names, by its content.
pub fn is_kernel_file(path: &Path) -> bool {
    matches!(content(path), Content::Kernels | Content::Nothing) && !wp_engine::is_python(path)
}

/// Extensions of files that should have kernels.
const NAMED_FOR_KERNELS: [&str; 4] = ["cl", "cu", "hip", "ocl"];

/// What a file in a folder has.
enum Content {
    Kernels,
    /// It is a source of a kernel language, and has neither kernels nor launches.
    Nothing,
    /// It is no source of kernels, or a header, which is part of the files that include it.
    Other,
}

fn content(path: &Path) -> Content {
    if wp_engine::is_python(path) {
        return if wp_engine::python_has_kernels(path) { Content::Kernels } else { Content::Other };
    }
    let is_header = Language::is_header(path);
    let words: &[&str] = match Language::of(path) {
        Some(Language::Cuda) if !is_header => &["__global__", "<<<"],
        Some(Language::Hip) if !is_header => &["__global__", "<<<", "hipLaunchKernelGGL"],
        Some(Language::OpenCl) => &["kernel"],
        _ => return Content::Other,
    };
    // A file that cannot be read is an error of its check.
    let has_kernels = std::fs::read(path).map_or(true, |bytes| {
        let text = String::from_utf8_lossy(&bytes);
        words.iter().any(|word| text.contains(word))
    });
    if has_kernels {
        Content::Kernels
    } else if !NAMED_FOR_KERNELS.iter().any(|name| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(name))) {
        // Host code of HIP in C++.
        Content::Other
    } else {
        Content::Nothing
    }
}

/// True if a pattern fits the path, or a part of it between separators.
fn is_excluded(path: &Path, patterns: &[String]) -> bool {
    let parts: Vec<String> = path.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    patterns.iter().any(|pattern| {
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        let ends = |start: usize| (start + 1..=parts.len()).map(move |end| (start, end));
        let mut ranges = (0..parts.len()).flat_map(ends);
        ranges.any(|(start, end)| fits(pattern.as_bytes(), parts[start..end].join("/").as_bytes()))
            || path.to_string_lossy() == pattern
    })
}

/// True if a pattern fits a whole text: `?` is a character, `*` any of them but separators, `**` any.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    // The positions of the text up to which the part of the pattern so far fits.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    let mut at = 0;
    while at < pattern.len() {
        let deep = pattern[at..].starts_with(b"**");
        let mut next = vec![false; text.len() + 1];
        for i in 0..=text.len() {
            if pattern[at] == b'*' {
                next[i] = reached[i] || i > 0 && next[i - 1] && (deep || text[i - 1] != b'/');
            } else if i > 0 && reached[i - 1] {
                next[i] = text[i - 1] == pattern[at] || pattern[at] == b'?' && text[i - 1] != b'/';
            }
        }
        reached = next;
        at += if deep { 2 } else { 1 };
    }
    reached[text.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let excluded = |path: &str, pattern: &str| is_excluded(Path::new(path), &[pattern.to_owned()]);
        assert!(excluded("a/third_party/k.cu", "third_party"));
        assert!(excluded("a/third_party/k.cu", "a/third_party/"));
        assert!(excluded("a/b/k_test.cu", "*_test.cu"));
        assert!(excluded("a/b/k.cu", "a/*/k.cu"));
        assert!(excluded("a/b/c/k.cu", "a/**/k.cu"));
        assert!(!excluded("a/b/c/k.cu", "a/*/k.cu"));
        assert!(!excluded("a/party/k.cu", "third_party"));
        assert!(!excluded("a/k.cu", "k"));
        assert!(excluded("./a/k.cu", "./a"));
        assert!(excluded("a/k1.cu", "k?.cu"));
    }
}
