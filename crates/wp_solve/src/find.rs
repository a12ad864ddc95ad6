//! Finds the solver program and checks its version.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest version that is good enough: earlier ones leave most hard queries of this domain open.
pub const MINIMUM: Version = Version { major: 4, minor: 15, patch: 0 };

/// Version of the solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// Major number.
    pub major: u32,
    /// Minor number.
    pub minor: u32,
    /// Patch number.
    pub patch: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl std::str::FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('.').map(|p| p.parse::<u32>().map_err(|_| format!("`{text}` is no version")));
        let mut part = || parts.next().transpose();
        let (major, minor) = (part()?, part()?);
        let (Some(major), Some(minor)) = (major, minor) else { return Err(format!("`{text}` is no version")) };
        Ok(Version { major, minor, patch: part()?.unwrap_or(0) })
    }
}

/// No usable solver was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no usable Z3 found ({MINIMUM} or newer is needed){}; install one with `pip install z3-solver` (which brings a `z3` \
     program), put it on PATH, or name it in the environment variable WARPPROOF_Z3",
    describe(.rejected)
)]
pub struct SolverMissing {
    /// Programs that were found and why they will not do.
    pub rejected: Vec<(PathBuf, String)>,
}

fn describe(rejected: &[(PathBuf, String)]) -> String {
    let list: Vec<String> = rejected.iter().map(|(path, why)| format!("{}: {why}", path.display())).collect();
    if list.is_empty() {
        String::new()
    } else {
        format!(" [{}]", list.join("; "))
    }
}

/// The solver to use: the given program, else `$WARPPROOF_Z3`, else the one that was installed with the running program
/// (`../libexec/warpproof/z3` from its folder), else the first good `z3` of PATH, of the folder
/// `.warpproof/z3/bin` of the current directory or of an ancestor of the running program, or of the user's cache. A
/// program that is named explicitly or by the environment is the only candidate.
pub fn find_solver(program: Option<&Path>) -> Result<(PathBuf, Version), SolverMissing> {
    let mut rejected = Vec::new();
    for path in candidates(program) {
        match version_of(&path) {
            Ok(version) if version >= MINIMUM => return Ok((path, version)),
            Ok(version) => rejected.push((path, format!("version {version} is too old"))),
            Err(why) => rejected.push((path, why)),
        }
    }
    Err(SolverMissing { rejected })
}

fn candidates(program: Option<&Path>) -> Vec<PathBuf> {
    if let Some(program) = program {
        return vec![program.to_owned()];
    }
    if let Some(named) = std::env::var_os("WARPPROOF_Z3").filter(|v| !v.is_empty()) {
        return vec![named.into()];
    }
    let exe = std::env::current_exe().ok();
    let prefix = exe.as_deref().and_then(Path::parent).and_then(Path::parent);
    let mut paths: Vec<PathBuf> = prefix.map(|prefix| prefix.join("libexec/warpproof/z3")).into_iter().collect();
    if let Some(path) = std::env::var_os("PATH") {
        paths.extend(std::env::split_paths(&path).map(|dir| dir.join("z3")));
    }
    let tool = Path::new(".warpproof/z3/bin/z3");
    if let Ok(here) = std::env::current_dir() {
        paths.push(here.join(tool));
    }
    if let Some(exe) = &exe {
        paths.extend(exe.ancestors().skip(1).map(|dir| dir.join(tool)));
    }
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")));
    if let Some(cache) = cache {
        paths.push(cache.join("warpproof/z3/bin/z3"));
    }
    paths.retain(|path| path.is_file());
    paths
}

fn version_of(program: &Path) -> Result<Version, String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    parse_version(&text).ok_or_else(|| "does not state its version as Z3 does".to_owned())
}

/// `Z3 version 4.15.4 - 64 bit`
fn parse_version(text: &str) -> Option<Version> {
    let number = text.trim().strip_prefix("Z3 version ")?.split_whitespace().next()?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        let version = parse_version("Z3 version 4.15.4 - 64 bit\n").unwrap();
        assert_eq!(version.to_string(), "4.15.4");
        assert!(version >= MINIMUM);
        assert!(parse_version("Z3 version 4.8.12 - 64 bit").unwrap() < MINIMUM);
        assert_eq!(parse_version("something else"), None);
        assert_eq!(version.to_string().parse(), Ok(version));
    }

    #[test]
    fn a_missing_program_is_explained() {
        let error = find_solver(Some(Path::new("no-such-folder/z3"))).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("4.15.0") && text.contains("no-such-folder") && text.contains("WARPPROOF_Z3"), "{text}");
    }
}
