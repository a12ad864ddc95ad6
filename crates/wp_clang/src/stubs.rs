//! Stand-ins for headers that the given folders do not have: files that include a header of the project, empty files,
//! and headers of the prelude. A header in a folder of PyTorch's includes the prelude's declarations of it.
//!
//! A missing header is fatal in Clang and stops template instantiation. The includes of the sources are followed before
//! Clang runs ([`Stubs::foreseen`]), because each header that Clang misses costs a run; those that only the preprocessor
//! knows are added when Clang misses them. Stubs come after all given folders, and what counts is those that Clang
//! reads: a stub for an include that it finds elsewhere or leaves out has no effect. `__has_include` sees stubs, so
//! empty ones are made beforehand only where no source has that word.
//!
//! Names with `..` stay inside the scratch folder because the stubs are searched from a folder nested deep in it.

use crate::ast::ProjectHeader;
use crate::census::includes;
use crate::error::ParseError;
use crate::project::{Found, Project};
use crate::{prelude, ParseOptions};
use rustc_hash::FxHashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// Most headers that Clang may miss in one file.
const MAX_MISSED: usize = 64;
/// Most files that are read for their includes.
const MAX_READ: usize = 1000;
/// The most `..` that a name may have.
const DEPTH: usize = 8;
/// Headers that Clang brings along.
const OF_CLANG: [&str; 10] = [
    "float.h",
    "iso646.h",
    "limits.h",
    "stdalign.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdnoreturn.h",
    "tgmath.h",
];

/// A stub.
struct Stub {
    /// The name as written.
    name: String,
    found: Found,
}

/// The stubs of one file.
pub(crate) struct Stubs {
    project: Project,
    folder: Option<TempDir>,
    made: Vec<Stub>,
    /// How many were made because Clang missed them.
    missed: usize,
}

impl Stubs {
    /// The stubs for a file, as far as they can be foreseen.
    pub(crate) fn foreseen(file: &Path, options: &ParseOptions) -> Result<Self, ParseError> {
        let mut stubs = Self { project: Project::of(file), folder: None, made: Vec::new(), missed: 0 };
        let text = options.text.clone().or_else(|| fs::read_to_string(file).ok()).unwrap_or_default();
        stubs.follow(file, text, &options.includes)?;
        Ok(stubs)
    }

    /// Creates stubs for the headers that the includes of a file with this text lead to.
    fn follow(&mut self, file: &Path, text: String, folders: &[PathBuf]) -> Result<(), ParseError> {
        let mut lacking: Vec<String> = Vec::new();
        let mut asks = false;
        let mut seen = FxHashSet::default();
        let mut open = vec![(file.to_owned(), text)];
        while let Some((path, text)) = open.pop() {
            asks |= text.contains("__has_include");
            for include in includes::all(&text) {
                let name = include.name;
                if prelude::stands_for(&name) || OF_CLANG.contains(&&*name) {
                    continue;
                }
                let beside = path.parent().filter(|_| include.is_quoted).map(Path::to_owned);
                let given = beside.into_iter().chain(folders.iter().cloned()).map(|folder| folder.join(&name));
                let next = match given.into_iter().find(|path| path.is_file()) {
                    Some(path) => Some(path),
                    None => match self.project.find(&path, &name) {
                        Found::Nothing => {
                            lacking.push(name);
                            None
                        }
                        found => self.add(name, found)?,
                    },
                };
                let text = next.filter(|path| seen.len() < MAX_READ && seen.insert(path.clone()));
                open.extend(text.and_then(|path| Some((path.clone(), fs::read_to_string(&path).ok()?))));
            }
        }
        for name in lacking.into_iter().filter(|_| !asks) {
            if !self.made.iter().any(|stub| stub.name == name) && is_usable(&name) {
                self.create(name, Found::Nothing)?;
            }
        }
        Ok(())
    }

    /// Notes what was found for a name; the header, if its includes are still to be followed. Stubs are known by name:
    /// where a name means different headers in different folders, none is taken.
    fn add(&mut self, name: String, found: Found) -> Result<Option<PathBuf>, ParseError> {
        if !is_usable(&name) {
            return Ok(None);
        }
        let header = if let Found::Header(path) = &found { Some(path.clone()) } else { None };
        let Some(at) = self.made.iter().position(|stub| stub.name == name) else {
            self.create(name, found)?;
            return Ok(header);
        };
        if self.made[at].found == found {
            return Ok(None);
        }
        let mut all: Vec<PathBuf> = [&self.made[at].found, &found].into_iter().flat_map(paths).collect();
        all.sort();
        all.dedup();
        self.write(&name, &Found::Nothing).map_err(failed)?;
        self.made[at].found = Found::Several(all);
        Ok(header)
    }

    fn base(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|f| (0..DEPTH).fold(f.path().to_owned(), |p, _| p.join("d")))
    }

    /// The flags that make Clang find the stubs after everything else.
    pub(crate) fn flags(&self) -> Vec<OsString> {
        self.base().map_or_else(Vec::new, |base| vec!["-idirafter".into(), base.into()])
    }

    /// Creates a stub for the header that Clang missed; false when there is none to create.
    pub(crate) fn add_missing(&mut self, stderr: &str) -> Result<bool, ParseError> {
        let Some((includer, name)) = stderr.lines().find_map(missing) else { return Ok(false) };
        if !is_usable(name) || self.missed >= MAX_MISSED || self.made.iter().any(|stub| stub.name == name) {
            return Ok(false);
        }
        self.missed += 1;
        self.create(name.to_owned(), self.project.find(includer, name))?;
        Ok(true)
    }

    fn create(&mut self, name: String, found: Found) -> Result<(), ParseError> {
        self.write(&name, &found).map_err(failed)?;
        self.made.push(Stub { name, found });
        Ok(())
    }

    fn write(&mut self, name: &str, found: &Found) -> io::Result<()> {
        if self.folder.is_none() {
            self.folder = Some(tempfile::Builder::new().prefix("warpproof-stubs-").tempdir()?);
        }
        let Some(base) = self.base() else { return Ok(()) };
        fs::create_dir_all(&base)?;
        let target = base.join(name);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        let text = match found {
            Found::Header(path) => format!("#include \"{}\"\n", path.display()),
            Found::Nothing if is_of_torch(name) => prelude::OF_TORCH.to_owned(),
            Found::Several(_) | Found::Nothing => String::new(),
        };
        fs::write(target, text)
    }

    /// The stubs that Clang read, from its list of headers.
    fn read<'s>(&'s self, stderr: &str) -> Vec<&'s Stub> {
        let names = self.base().map_or_else(Vec::new, |base| listed(stderr, &base));
        names.iter().filter_map(|name| self.made.iter().find(|stub| stub.name == *name)).collect()
    }

    /// The names of the empty files that Clang read.
    pub(crate) fn empty(&self, stderr: &str) -> Vec<String> {
        let is_empty = |stub: &&&Stub| !matches!(stub.found, Found::Header(_));
        self.read(stderr).iter().filter(is_empty).map(|stub| stub.name.clone()).collect()
    }

    /// The headers of the project that Clang read, and those that it might have read.
    pub(crate) fn of_project(&self, stderr: &str) -> Vec<ProjectHeader> {
        let headers = self.read(stderr).into_iter().map(|stub| ProjectHeader {
            name: stub.name.clone(),
            candidates: paths(&stub.found).iter().map(|path| shown(path)).collect(),
        });
        headers.filter(|header| !header.candidates.is_empty()).collect()
    }
}

fn is_of_torch(name: &str) -> bool {
    ["torch/", "ATen/", "c10/"].iter().any(|folder| name.starts_with(folder))
}

fn failed(error: io::Error) -> ParseError {
    ParseError::Workspace { detail: error.to_string() }
}

fn paths(found: &Found) -> Vec<PathBuf> {
    match found {
        Found::Header(path) => vec![path.clone()],
        Found::Several(paths) => paths.clone(),
        Found::Nothing => Vec::new(),
    }
}

/// The path as seen from the current folder.
fn shown(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

/// True if a stub of this name can be found in the folder of the stubs.
fn is_usable(name: &str) -> bool {
    let path = Path::new(name);
    let parents = path.components().filter(|c| matches!(c, Component::ParentDir)).count();
    !path.is_absolute() && parents <= DEPTH && path.file_name().is_some() && !name.ends_with('/')
}

/// The headers below a folder that Clang read, from its list of headers: a line for each, with as many dots as it is
/// nested deep.
pub(crate) fn listed(stderr: &str, folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in stderr.lines().filter(|line| line.starts_with('.')) {
        let Some((_, path)) = line.split_once(' ') else { continue };
        let name = Path::new(path).strip_prefix(folder).ok().and_then(Path::to_str);
        names.extend(name.filter(|name| !names.iter().any(|known| known == name)).map(str::to_owned));
    }
    names
}

/// The file with the include and the header of a message `'x.h' file not found`.
fn missing(line: &str) -> Option<(&Path, &str)> {
    let (place, "fatal error", text) = crate::messages::split(line)? else { return None };
    let name = text.strip_prefix('\'')?.strip_suffix("' file not found")?;
    let file = place.rsplitn(3, ':').nth(2).unwrap_or_default();
    Some((Path::new(file), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_prelude_are_named_once() {
        let list = "a.cu:1:1: warning: x\n. /p/last/helper_math.h\n.. /p/last/cutil.h\n. ./own.h\n. /p/last/cutil.h\n";
        assert_eq!(listed(list, Path::new("/p/last")), ["helper_math.h", "cutil.h"]);
    }

    #[test]
    fn missing_headers_are_stubbed_once_and_stay_inside() {
        let folder = tempfile::tempdir().unwrap();
        let mut stubs = Stubs::foreseen(&folder.path().join("a.cu"), &ParseOptions::default()).unwrap();
        let message =
            |name: &str| format!("{}/a.cu:1:10: fatal error: '{name}' file not found\n", folder.path().display());
        assert!(stubs.add_missing(&message("../../x/y.h")).unwrap());
        assert!(!stubs.add_missing(&message("../../x/y.h")).unwrap());
        assert!(!stubs.add_missing(&message("/etc/y.h")).unwrap());
        let stub = stubs.base().unwrap().join("../../x/y.h");
        assert!(stub.is_file());
        assert_eq!(stubs.empty(""), [""; 0]);
        assert_eq!(stubs.empty(&format!(". {}\n", stub.display())), ["../../x/y.h"]);
    }
}
