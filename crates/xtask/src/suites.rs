//! The table of suites: how many kernels of folders outside the tree are read, and how many of them are decided.
//!
//! A suite is a folder; a seed draws files of it that define kernels. Each file is checked by the program with its
//! default options. A kernel is one definition: its instances and launches count once, with the worst verdict.

use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What the program said of a kernel, best first: of several instances the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Said {
    /// `proved`, or `proved-under` conditions.
    Proved,
    /// `unusual-launch` or `depends-on-contents`.
    Class,
    /// `refuted`.
    Refuted,
    /// `possible`.
    Possible,
    /// `unknown`.
    Unknown,
    /// `unsupported`: no instance was read.
    Unread,
}

/// One kernel with the reason, where it is not decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// `FILE: NAME`, without template arguments.
    pub name: String,
    /// The verdict.
    pub said: Said,
    /// Why it is not decided.
    pub reason: String,
}

/// The kernels of one file, and seconds of wall clock.
pub struct Checked {
    /// The file.
    pub file: PathBuf,
    /// Its kernels.
    pub kernels: Vec<Kernel>,
    /// What stopped the file.
    pub error: Option<String>,
    /// Seconds of the whole command.
    pub seconds: f64,
}

const EXTENSIONS: [&str; 4] = ["cu", "cl", "hip", "cuh"];

/// Files of the folder that define kernels, `count` of them drawn by the seed.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn draw(folder: &Path, count: usize, seed: u64) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).with_context(|| format!("{} cannot be read", at.display()))? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            let suits = path.extension().and_then(|e| e.to_str()).is_some_and(|e| EXTENSIONS.contains(&e));
            let text = if suits && kind.is_file() { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
            let text = String::from_utf8_lossy(&text);
            if ["__global__", "__kernel"].iter().any(|word| text.contains(word)) {
                files.push(path);
            }
        }
    }
    files.sort_by_cached_key(|path| {
        let mut hasher = DefaultHasher::new();
        (seed, path.strip_prefix(folder).unwrap_or(path)).hash(&mut hasher);
        (hasher.finish(), path.clone())
    });
    files.truncate(count);
    Ok(files)
}

/// Checks a file with the program.
///
/// # Errors
///
/// If the program does not start.
pub fn check(program: &Path, file: &Path, timeout: u64) -> Result<Checked> {
    let start = Instant::now();
    let output = Command::new(program)
        .args(["check", "--format", "json", "--no-cache", "--timeout", &timeout.to_string()])
        .arg(file)
        .output()
        .with_context(|| format!("{} does not start", program.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let mut kernels: BTreeMap<(String, u64), Vec<Kernel>> = BTreeMap::new();
    let mut error = files.is_empty().then(|| "no report".to_owned());
    for part in &files {
        error = error.or_else(|| part["errors"][0]["message"].as_str().map(str::to_owned));
        for kernel in part["kernels"].as_array().into_iter().flatten().filter(|k| k["role"].is_null()) {
            let name = kernel["name"].as_str().unwrap_or_default();
            let name = name.split('<').next().unwrap_or_default().to_owned();
            let line = kernel["place"]["line"].as_u64().unwrap_or(0);
            let (said, reason) = said(kernel);
            let kernel = Kernel { name: format!("{}: {name}", file.display()), said, reason };
            kernels.entry((name, line)).or_default().push(kernel);
        }
    }
    let kernels = kernels.into_values().filter_map(of_definition).collect();
    Ok(Checked { file: file.to_owned(), kernels, error, seconds })
}

/// The worst instance among those that were read.
fn of_definition(mut instances: Vec<Kernel>) -> Option<Kernel> {
    instances.sort_by_key(|k| (k.said == Said::Unread, std::cmp::Reverse(k.said)));
    instances.into_iter().next()
}

fn said(kernel: &Value) -> (Said, String) {
    let said = match kernel["verdict"].as_str().unwrap_or_default() {
        "proved" | "proved-under" => Said::Proved,
        "unusual-launch" | "depends-on-contents" => Said::Class,
        "refuted" => Said::Refuted,
        "possible" => Said::Possible,
        "unknown" => Said::Unknown,
        _ => Said::Unread,
    };
    let properties = kernel["properties"].as_array().cloned().unwrap_or_default();
    let open = properties.iter().find(|p| p["verdict"] == kernel["verdict"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let reason = open.map_or_else(String::new, |p| match said {
        Said::Unknown | Said::Unread => format!("{}: {}", text(&p["property"]), text(&p["reason"]["text"])),
        _ => format!("{}: {}", text(&p["property"]), text(&p["findings"][0]["message"])),
    });
    (said, reason)
}

/// The table in Markdown, then each kernel that is not proved with its reason, if `list` is set.
pub fn render(suites: &[(String, Vec<Checked>)], list: bool) -> String {
    let mut out =
        "| suite | files | stopped | kernels | read | decided of these | proved | classes | refuted | possible \
                   | unknown | seconds |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    let all: Vec<&Checked> = suites.iter().flat_map(|(_, files)| files).collect();
    for (name, files) in suites {
        row(&mut out, name, &files.iter().collect::<Vec<_>>());
    }
    row(&mut out, "all", &all);
    if list {
        for checked in all {
            let file = checked.file.display();
            if let Some(error) = checked.error.as_ref().filter(|_| checked.kernels.is_empty()) {
                let _ = writeln!(out, "stopped {file}: {error}");
            }
            for kernel in checked.kernels.iter().filter(|k| k.said != Said::Proved) {
                let _ = writeln!(out, "{:?} {}: {}", kernel.said, kernel.name, kernel.reason);
            }
            let _ = writeln!(out, "seconds {file}: {:.1}", checked.seconds);
        }
    }
    out
}

fn row(out: &mut String, name: &str, files: &[&Checked]) {
    let kernels: Vec<&Kernel> = files.iter().flat_map(|f| &f.kernels).collect();
    let of = |said: &[Said]| kernels.iter().filter(|k| said.contains(&k.said)).count();
    let read = kernels.len() - of(&[Said::Unread]);
    let decided = of(&[Said::Proved, Said::Class, Said::Refuted]);
    let percent = |part: usize, whole: usize| (100 * part).checked_div(whole).unwrap_or(0);
    let stopped = files.iter().filter(|f| f.kernels.is_empty()).count();
    let seconds: f64 = files.iter().map(|f| f.seconds).sum();
    let _ = writeln!(
        out,
        "| {name} | {} | {stopped} | {} | {read} ({}%) | {decided} ({}%) | {} | {} | {} | {} | {} | {seconds:.0} |",
        files.len(),
        kernels.len(),
        percent(read, kernels.len()),
        percent(decided, read),
        of(&[Said::Proved]),
        of(&[Said::Class]),
        of(&[Said::Refuted]),
        of(&[Said::Possible]),
        of(&[Said::Unknown]),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_counts_with_its_worst_instance_that_was_read() {
        let kernel = |said| Kernel { name: String::new(), said, reason: String::new() };
        let of = |all: &[Said]| of_definition(all.iter().map(|s| kernel(*s)).collect()).unwrap().said;
        assert_eq!(of(&[Said::Proved, Said::Possible, Said::Unread]), Said::Possible);
        assert_eq!(of(&[Said::Unread]), Said::Unread);
    }

    #[test]
    fn a_draw_depends_on_the_seed_alone() {
        let folder = tempfile::tempdir().unwrap();
        for name in 0..20 {
            std::fs::write(folder.path().join(format!("{name}.cu")), "__global__ void k() {}").unwrap();
        }
        std::fs::write(folder.path().join("host.cu"), "int main() {}").unwrap();
        let [first, again, other] = [1, 1, 2].map(|seed| draw(folder.path(), 5, seed).unwrap());
        assert_eq!(first, again);
        assert_ne!(first, other);
        assert_eq!(draw(folder.path(), 50, 1).unwrap().len(), 20);
    }
}
