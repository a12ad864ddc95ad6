//! A test for each kernel file below a folder of `tests`, or for each revision of a file.
//!
//! The name of a test is its kind and the path of the file inside of the folder, with `#REVISION` behind it if the file
//! has revisions. nextest starts a process for every test, with the whole name of the test as the filter. Then only the
//! file of this test is read.

#![allow(dead_code)] // Every test program uses a part of this module.

pub mod revisions;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// One kernel file, or one revision of it.
pub struct Case {
    /// Path of the file inside of its folder, with `/`.
    pub file: String,
    pub path: PathBuf,
    /// The text in which the headers and markers of other revisions are plain comments.
    pub text: String,
    /// The macro that the file is read with.
    pub revision: Option<String>,
}

impl Case {
    pub fn name(&self) -> String {
        match &self.revision {
            Some(revision) => format!("{}#{revision}", self.file),
            None => self.file.clone(),
        }
    }

    /// The lines `//@ KEY: VALUE`.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        headers(&self.text)
    }

    /// True if the header states this verdict for some kernel and property.
    pub fn states(&self, verdict: &str) -> bool {
        let verdicts = self.headers().filter(|(key, _)| matches!(*key, "verdict" | "kernel"));
        let mut stated = verdicts.flat_map(|(_, rest)| rest.split_whitespace()).filter_map(|word| word.split_once('='));
        stated.any(|(_, value)| value == verdict)
    }

    /// A number that depends only on the name of the file, by which a check selects a part of the files.
    pub fn number(&self) -> usize {
        let name = self.path.file_name().unwrap_or_default();
        name.as_encoded_bytes().iter().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)))
    }
}

/// The lines `//@ KEY: VALUE` of a text. A line with a colon behind several words is a specification, not a header.
pub fn headers(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ ")?.split_once(':'));
    lines.filter(|(key, _)| !key.contains(' ')).map(|(key, rest)| (key, rest.trim()))
}

/// The file or folder of that path in the workspace.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The kernel files below a folder of the workspace, by their paths inside of it.
pub fn files(root: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&folder(root), "", &mut found);
    assert!(!found.is_empty(), "{root} has no kernel file");
    found.sort();
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder is part of the repository") {
        let entry = entry.expect("readable folder");
        let name = entry.file_name().into_string().expect("names of kernel files are ASCII");
        let path = entry.path();
        match path.extension().and_then(|e| e.to_str()) {
            Some("cu" | "hip" | "cl" | "py") => found.push(format!("{prefix}{name}")),
            None if path.is_dir() => collect(&path, &format!("{prefix}{name}/"), found),
            _ => {}
        }
    }
}

/// The cases of a file.
pub fn cases(root: &str, file: &str) -> Result<Vec<Case>, String> {
    let path = folder(root).join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let case = |text, revision| Case { file: file.to_owned(), path: path.clone(), text, revision };
    let revisions = revisions::of(&text)?;
    if revisions.is_empty() {
        return Ok(vec![case(text, None)]);
    }
    Ok(revisions.into_iter().map(|r| case(revisions::select(&text, &r), Some(r))).collect())
}

/// Tests of one kind, one for each case of the files below a folder.
pub struct Kind {
    /// The first part of the names of its tests.
    pub name: &'static str,
    /// The folder, in the workspace.
    pub root: &'static str,
    /// False for cases that have no test of this kind.
    pub is_one: fn(&Case) -> bool,
    /// The test, which fails with the lines that it returns, or when it panics.
    pub test: fn(&Case) -> Vec<String>,
}

impl Kind {
    /// A kind with a test for every case.
    pub const fn new(name: &'static str, root: &'static str, test: fn(&Case) -> Vec<String>) -> Self {
        Self { name, root, is_one: |_| true, test }
    }

    /// Adds the tests of this kind. If `exact` is given, only the file of the test with this name is read.
    fn add(&self, exact: Option<&str>, trials: &mut Vec<Trial>) {
        let Self { name: kind, is_one, test, .. } = *self;
        for file in files(self.root) {
            let full = format!("{kind}/{file}");
            let is_asked = |name: &str| name.strip_prefix(&full).is_some_and(|r| r.is_empty() || r.starts_with('#'));
            if exact.is_some_and(|name| !is_asked(name)) {
                continue;
            }
            match cases(self.root, &file) {
                Err(problem) => trials.push(Trial::test(full, move || Err(Failed::from(problem)))),
                Ok(cases) => trials.extend(cases.into_iter().filter(is_one).map(|case| {
                    Trial::test(format!("{kind}/{}", case.name()), move || match &test(&case)[..] {
                        [] => Ok(()),
                        wrong => Err(Failed::from(wrong.join("\n"))),
                    })
                })),
            }
        }
    }
}

/// Runs tests as the arguments of the program say.
pub fn run(kinds: &[Kind]) -> ExitCode {
    let arguments = Arguments::from_args();
    let exact = arguments.filter.as_deref().filter(|_| arguments.exact);
    let mut trials = Vec::new();
    kinds.iter().for_each(|kind| kind.add(exact, &mut trials));
    libtest_mimic::run(&arguments, trials).exit_code()
}
