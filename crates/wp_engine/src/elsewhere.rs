//! Host code of other files than the one that defines a kernel, as files that are checked together know it of each
//! other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wp_base::SourceMap;
use wp_clang::ParseOptions;
use wp_host::{Changed, HostCode};

/// Launches, mentions and changes in a file that concern kernels and variables of others.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The file.
    pub path: PathBuf,
    pub(crate) code: HostCode,
    pub(crate) sources: SourceMap,
    /// How the file is compiled.
    pub(crate) parsing: ParseOptions,
}

/// The properties of the other files that matter for host code in a file.
#[derive(Default)]
pub(crate) struct Others {
    /// Names for the linker of the variables that they may change and of the functions that they may call.
    pub changed: Changed,
    /// Names of the functions that have a body in them.
    pub functions: BTreeSet<Arc<str>>,
}

impl Others {
    /// The properties of the files other than `path`.
    pub fn of(path: &Path, files: &[Elsewhere]) -> Self {
        let mut others = Self::default();
        for file in files.iter().filter(|file| file.path != path) {
            others.changed.extend(file.code.changes.iter().cloned());
            others.functions.extend(file.code.functions.iter().cloned());
        }
        others
    }
}
