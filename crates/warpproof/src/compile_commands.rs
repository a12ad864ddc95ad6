//! `compile_commands.json`: the options that the build of a project gives to each file.
//!
//! Of several entries for a file the first counts. Files are compared by what their paths lead to.

use crate::cli::CheckArgs;
use crate::launch_file::Job;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use wp_clang::{split_command, CompileFlags};

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The options of a build.
pub struct CompileCommands {
    /// Each file with its options, in the order of the build.
    files: Vec<(PathBuf, CompileFlags)>,
}

impl CompileCommands {
    /// Those that a command line asks for.
    pub fn of(args: &CheckArgs) -> Result<Option<Self>, String> {
        args.build.as_deref().map(Self::read).transpose()
    }

    /// Reads the file of that path, or that of a folder.
    fn read(path: &Path) -> Result<Self, String> {
        let file = if path.is_dir() { path.join("compile_commands.json") } else { path.to_owned() };
        let shown = file.display();
        let text = std::fs::read_to_string(&file)
            .map_err(|e| format!("cannot read {shown}: {}", crate::verify::reason(&e)))?;
        // Some programs of builds write relative folders.
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self::parse(&text, &folder).map_err(|e| format!("{shown}: {e}"))
    }

    fn parse(text: &str, folder: &Path) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let mut files: Vec<(PathBuf, CompileFlags)> = Vec::new();
        for entry in entries {
            let directory = folder.join(&entry.directory);
            let path = real(&directory.join(&entry.file));
            if files.iter().any(|(known, _)| *known == path) {
                continue;
            }
            let words = match (entry.arguments, entry.command) {
                (Some(words), _) => words,
                (None, Some(command)) => split_command(&command),
                (None, None) => return Err(format!("{} has neither `command` nor `arguments`", entry.file.display())),
            };
            files.push((path, CompileFlags::translate(&words, &directory)));
        }
        Ok(Self { files })
    }

    /// The files that are compiled as CUDA, HIP or OpenCL, with paths from the current folder where they lie in it.
    pub fn kernel_files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let here = std::env::current_dir().map(|folder| real(&folder)).unwrap_or_default();
        let is_of_kernels = |(path, flags): &&(PathBuf, CompileFlags)| match flags.language {
            Some(given) => given.is_some(),
            None => crate::inputs::is_kernel_file(path),
        };
        self.files
            .iter()
            .filter(is_of_kernels)
            .map(move |(path, _)| path.strip_prefix(&here).unwrap_or(path).to_owned())
    }

    /// Gives the files of jobs the options of the build.
    pub fn add_to(&self, jobs: &mut [Job]) {
        for job in jobs {
            let path = real(&job.path);
            job.flags = self.files.iter().find(|(known, _)| *known == path).map(|(_, flags)| flags.clone());
            if job.flags.is_none() && !wp_engine::is_python(&job.path) {
                eprintln!("note: {} is no file of the build; it is read without options of it", job.path.display());
            }
        }
    }
}

/// The path without links, where it leads to something.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_clang::Language;

    #[test]
    fn entries() {
        let text = r#"[
            {"directory": "/p/build", "file": "../a.cu", "command": "nvcc -DA -I../inc -c ../a.cu -o a.o"},
            {"directory": "/p", "file": "b.cpp", "arguments": ["clang++", "-x", "cuda", "-DB=\"x y\"", "b.cpp"]},
            {"directory": "/p", "file": "c.cpp", "arguments": ["c++", "c.cpp"]},
            {"directory": "/p", "file": "b.cpp", "arguments": ["c++", "b.cpp"]}
        ]"#;
        let commands = CompileCommands::parse(text, Path::new("/")).unwrap();
        let files: Vec<PathBuf> = commands.kernel_files().collect();
        assert_eq!(files, [PathBuf::from("/p/build/../a.cu"), PathBuf::from("/p/b.cpp")]);
        let mut jobs = [Job::file(Path::new("/p/b.cpp"))];
        commands.add_to(&mut jobs);
        let flags = jobs[0].flags.as_ref().unwrap();
        assert_eq!((&flags.defines[..], jobs[0].language()), (&["B=\"x y\"".to_owned()][..], Some(Language::Cuda)));
        let text = concat!(
            r#"[{"directory": "/p", "file": "d.cpp", "command": "hipcc -x hip --hip-link -fgpu-rdc "#,
            r#"--offload-arch=gfx1100 -D__HIP_PLATFORM_AMD__ -o d.o -c d.cpp"}]"#
        );
        let commands = CompileCommands::parse(text, Path::new("/")).unwrap();
        let mut jobs = [Job::file(Path::new("/p/d.cpp"))];
        commands.add_to(&mut jobs);
        assert_eq!(commands.kernel_files().count(), 1);
        assert_eq!(jobs[0].language(), Some(Language::Hip));
        assert_eq!(jobs[0].flags.as_ref().and_then(|flags| flags.warp_size), Some(32));
        assert!(CompileCommands::parse(r#"[{"directory": "/", "file": "a.cu"}]"#, Path::new("/")).is_err());
    }
}
