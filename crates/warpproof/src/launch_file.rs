//! Files of launches (`.json`): GPUVerify's descriptions of launches that were recorded from an OpenCL host.
//!
//! An array of objects, each with a kernel file, an entry point, sizes and arguments; each becomes the corresponding
//! options of GPUVerify. Other members of the objects (contents of arrays, calls of the host) are not read.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use wp_clang::{CompileFlags, Language};

/// A file to check, and the launch to check it for.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The kernel file.
    pub path: PathBuf,
    /// For a launch: its kernel.
    pub kernel: Option<String>,
    /// For a launch: options of GPUVerify.
    pub words: Vec<String>,
    /// The options of its build, where they are known.
    pub flags: Option<CompileFlags>,
}

impl Job {
    /// A file, for any launch.
    pub fn file(path: &Path) -> Self {
        Self { path: path.to_owned(), kernel: None, words: Vec::new(), flags: None }
    }

    /// The language, if it is not that of the name.
    pub fn language(&self) -> Option<Language> {
        self.flags.as_ref().and_then(|flags| flags.language).flatten()
    }
}

#[derive(Deserialize)]
struct Recorded {
    language: String,
    kernel_file: PathBuf,
    entry_point: String,
    global_size: Vec<u64>,
    local_size: Option<Vec<u64>>,
    global_offset: Option<Vec<u64>>,
    #[serde(default)]
    compiler_flags: String,
    #[serde(default)]
    kernel_arguments: Vec<Argument>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Argument {
    Scalar { value: Option<String> },
    Array { size: Option<u64> },
    Image,
    Sampler,
}

/// Replaces files of launches by the launches in them; those that are described twice stand once.
pub fn expand(files: &[PathBuf]) -> Result<Vec<Job>, String> {
    let mut jobs: Vec<Job> = Vec::new();
    for file in files {
        if file.extension().is_none_or(|e| !e.eq_ignore_ascii_case("json")) {
            jobs.push(Job::file(file));
            continue;
        }
        let shown = file.display();
        let text =
            std::fs::read_to_string(file).map_err(|e| format!("cannot read {shown}: {}", crate::verify::reason(&e)))?;
        for job in launches(&text, file).map_err(|e| format!("{shown}: {e}"))? {
            if !jobs.contains(&job) {
                jobs.push(job);
            }
        }
    }
    Ok(jobs)
}

fn launches(text: &str, file: &Path) -> Result<Vec<Job>, String> {
    let recorded: Vec<Recorded> = serde_json::from_str(text).map_err(|e| {
        format!("not a description of launches: {e}; give an array of objects with language, kernel_file, entry_point and global_size")
    })?;
    if recorded.is_empty() {
        return Err("it describes no launch".to_owned());
    }
    let numbered = recorded.into_iter().enumerate();
    numbered.map(|(i, launch)| job(launch, file).map_err(|e| format!("launch {}: {e}", i + 1))).collect()
}

fn job(launch: Recorded, file: &Path) -> Result<Job, String> {
    if launch.language != "OpenCL" {
        return Err(format!("the language is `{}`; only OpenCL launches can be recorded", launch.language));
    }
    let local = launch.local_size.ok_or("local_size is missing: which work-groups the runtime chose is not known")?;
    let sizes = |name: &str, sizes: &[u64]| {
        let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
        format!("--{name}=[{}]", sizes.join(","))
    };
    let mut words = vec![sizes("local_size", &local), sizes("global_size", &launch.global_size)];
    if let Some(offset) = launch.global_offset.filter(|o| o.iter().any(|&n| n > 0)) {
        words.push(sizes("global_offset", &offset));
    }
    let mut flags = launch.compiler_flags.split_whitespace();
    while let Some(flag) = flags.next() {
        match flag {
            "-D" | "-I" => words.push(format!("{flag}{}", flags.next().ok_or(format!("`{flag}` lacks its value"))?)),
            _ if flag.starts_with("-D") || flag.starts_with("-I") => words.push(flag.to_owned()),
            _ => words.push(format!("--clang-opt={flag}")),
        }
    }
    let mut scalars = Vec::new();
    let mut arrays = Some(Vec::new());
    for argument in &launch.kernel_arguments {
        match argument {
            Argument::Scalar { value } => scalars.push(value.clone().unwrap_or_else(|| "*".to_owned())),
            Argument::Array { size } => match (size, &mut arrays) {
                (Some(size), Some(sizes)) => sizes.push(size.to_string()),
                _ => arrays = None,
            },
            Argument::Image | Argument::Sampler => {}
        }
    }
    let kernel = launch.entry_point;
    if !scalars.is_empty() {
        words.push(format!("--kernel-args={kernel},{}", scalars.join(",")));
    }
    if let Some(sizes) = arrays.filter(|sizes| !sizes.is_empty()) {
        words.push(format!("--kernel-arrays={kernel},{}", sizes.join(",")));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    Ok(Job { path: folder.join(launch.kernel_file), kernel: Some(kernel), words, flags: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<Job>, String> {
        launches(text, Path::new("folder/launches.json"))
    }

    #[test]
    fn a_launch_becomes_options() {
        let jobs = of(r#"[{"language": "OpenCL", "kernel_file": "a.cl", "entry_point": "f", "global_size": [64, 2],
            "local_size": [32, 1], "global_offset": [0, 0], "compiler_flags": "-D N=4 -Iinc -cl-fast-relaxed-math",
            "kernel_arguments": [{"type": "array", "size": 256, "flags": "x"}, {"type": "scalar", "value": "0x10"},
            {"type": "sampler"}, {"type": "scalar"}], "host_api_calls": []}]"#)
        .unwrap();
        assert_eq!(jobs[0].path, Path::new("folder/a.cl"));
        assert_eq!(jobs[0].kernel.as_deref(), Some("f"));
        assert_eq!(
            jobs[0].words,
            [
                "--local_size=[32,1]",
                "--global_size=[64,2]",
                "-DN=4",
                "-Iinc",
                "--clang-opt=-cl-fast-relaxed-math",
                "--kernel-args=f,0x10,*",
                "--kernel-arrays=f,256",
            ]
        );
        crate::gpuverify::parse_words(&jobs[0].words).unwrap();
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fails = |text: &str, part: &str| {
            let error = of(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        fails("[]", "no launch");
        fails("{}", "array of objects");
        fails(r#"[{"language": "OpenCL", "kernel_file": "a.cl", "global_size": [1]}]"#, "entry_point");
        let launch =
            |rest: &str| format!(r#"[{{"kernel_file": "a.cl", "entry_point": "f", "global_size": [1]{rest}}}]"#);
        fails(&launch(r#", "language": "CUDA", "local_size": [1]"#), "launch 1: the language is `CUDA`");
        fails(&launch(r#", "language": "OpenCL""#), "local_size is missing");
        fails(&launch(r#", "language": "OpenCL", "local_size": [1], "compiler_flags": "-D""#), "lacks its value");
    }
}
