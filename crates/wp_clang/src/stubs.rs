//! Stand-ins for headers that do not exist: empty files, and those of the prelude. A header in a folder of PyTorch's
//! includes the prelude's declarations of it.
//!
//! A missing header is fatal in Clang and stops template instantiation. Names with `..` stay inside the scratch
//! folder because the stubs are searched from a folder nested deep in it.

use crate::error::ParseError;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// Most headers that are replaced in one file.
const MAX_STUBS: usize = 64;
/// The most `..` that a name may have.
const DEPTH: usize = 8;

/// The stubs of one run.
#[derive(Default)]
pub(crate) struct Stubs {
    folder: Option<TempDir>,
    /// Names as written, in the order in which Clang missed them.
    pub(crate) names: Vec<String>,
}

impl Stubs {
    /// Stubs of these names, which were created before.
    pub(crate) fn of(names: &[String]) -> Result<Self, ParseError> {
        let mut stubs = Self::default();
        for name in names {
            stubs.create(name)?;
        }
        Ok(stubs)
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
        let Some(name) = stderr.lines().find_map(missing) else { return Ok(false) };
        let path = Path::new(name);
        let parents = path.components().filter(|c| matches!(c, Component::ParentDir)).count();
        let unusable = path.is_absolute() || parents > DEPTH || path.file_name().is_none();
        if unusable || self.names.len() >= MAX_STUBS || self.names.iter().any(|n| n == name) {
            return Ok(false);
        }
        self.create(name)?;
        Ok(true)
    }

    fn create(&mut self, name: &str) -> Result<(), ParseError> {
        self.write(Path::new(name)).map_err(|e| ParseError::Workspace { detail: e.to_string() })?;
        self.names.push(name.to_owned());
        Ok(())
    }

    fn write(&mut self, name: &Path) -> io::Result<()> {
        if self.folder.is_none() {
            self.folder = Some(tempfile::Builder::new().prefix("warpproof-stubs-").tempdir()?);
        }
        let Some(base) = self.base() else { return Ok(()) };
        fs::create_dir_all(&base)?;
        let target = base.join(name);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        let is_torch = ["torch/", "ATen/", "c10/"].iter().any(|folder| name.starts_with(folder));
        fs::write(target, if is_torch { crate::prelude::OF_TORCH } else { "" })
    }
}

/// The headers that Clang found in the folder of the prelude that comes behind the user's, from its list of headers: a
/// line for each, with as many dots as it is nested deep.
pub(crate) fn built_in(stderr: &str, folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in stderr.lines().filter(|line| line.starts_with('.')) {
        let Some((_, path)) = line.split_once(' ') else { continue };
        let name = Path::new(path).strip_prefix(folder).ok().and_then(Path::to_str);
        names.extend(name.filter(|name| !names.iter().any(|known| known == name)).map(str::to_owned));
    }
    names
}

/// The header named by a message `'x.h' file not found`.
fn missing(line: &str) -> Option<&str> {
    let (_, "fatal error", text) = crate::messages::split(line)? else { return None };
    text.strip_prefix('\'')?.strip_suffix("' file not found")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_prelude_are_named_once() {
        let list = "a.cu:1:1: warning: x\n. /p/last/helper_math.h\n.. /p/last/cutil.h\n. ./own.h\n. /p/last/cutil.h\n";
        assert_eq!(built_in(list, Path::new("/p/last")), ["helper_math.h", "cutil.h"]);
    }

    #[test]
    fn missing_headers_are_stubbed_once_and_stay_inside() {
        let mut stubs = Stubs::default();
        assert!(stubs.add_missing("a.cu:1:10: fatal error: '../../x/y.h' file not found\n").unwrap());
        assert!(!stubs.add_missing("a.cu:1:10: fatal error: '../../x/y.h' file not found\n").unwrap());
        assert!(!stubs.add_missing("a.cu:1:10: fatal error: '/etc/y.h' file not found\n").unwrap());
        assert!(stubs.base().unwrap().join("../../x/y.h").is_file());
        assert_eq!(stubs.names, ["../../x/y.h"]);
    }
}
