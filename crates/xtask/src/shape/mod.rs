//! Measures of the structure of the sources, with limits that a test enforces (long parameter lists, wide structures,
//! circles of imports in each crate, long files, repeated code), and the modules that have each mechanism.
//!
//! Input: the sources of the crates; items that are compiled for tests only do not count. Output: [`Report`]. The
//! limits are in `limits`, the mechanisms in `mechanisms`.

mod circles;
mod items;
mod limits;
mod mechanisms;
mod repeats;

use circles::Paths;
use items::Items;
use limits::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A measure of the structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// The name, with the crate if the measure is of one crate.
    pub name: String,
    /// The number.
    pub value: usize,
    /// The greatest number that the test accepts, if there is a limit.
    pub limit: Option<usize>,
    /// The number to be reached; equal to the limit once it is.
    pub wanted: Option<usize>,
    /// The places that count most.
    pub places: Vec<String>,
}

/// The measures of a tree, and what violates a rule that has no number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The measures, in the order of the table of limits.
    pub measures: Vec<Measure>,
    /// Mechanisms with the modules that have them.
    pub mechanisms: Vec<String>,
    /// Violated rules.
    pub errors: Vec<String>,
}

/// A source file of a crate, without its tests.
pub(crate) struct Source {
    /// The crate.
    pub package: String,
    /// The module by its path in the crate: empty for `lib.rs`.
    pub module: Vec<String>,
    /// The path in the tree.
    pub path: PathBuf,
    /// The text, tests included.
    pub text: String,
    /// The syntax, without items under `#[cfg(test)]`.
    pub syntax: syn::File,
}

/// Measures the sources under `root`.
pub fn report(root: &Path) -> io::Result<Report> {
    let sources = sources(root)?;
    let mut items = Items::default();
    sources.iter().for_each(|source| items.read(source));
    let (mechanisms, mut errors) = mechanisms::check(&sources);
    let mut measures = Vec::new();
    for limit in limits::ALL {
        let (value, places) = match limit.kind {
            Kind::Parameters => items.long_parameter_lists(),
            Kind::ParametersInTuples => items.long_parameter_lists_with_tuples(),
            Kind::Fields => items.widest_shared_structure(),
            Kind::Lines => items.longest_files(),
            Kind::Allowed => items.allowed_arguments(),
            Kind::Repeated => repeats::repeated_lines(&sources),
        };
        let (name, limit, wanted) = (limit.name.to_owned(), Some(limit.most), Some(limit.wanted));
        measures.push(Measure { name, value, limit, wanted, places });
    }
    measures.extend(circles_of_crates(&sources));
    measures.push(own_lines(&sources));
    for Measure { name, value, limit, places, .. } in &measures {
        if let Some(most) = limit.filter(|most| value > most) {
            errors.push(format!("{name}: {value}, the most is {most}: {}", places.join(", ")));
        }
    }
    Ok(Report { measures, mechanisms, errors })
}

/// The largest circle of imports of each crate that has one, with its limit. Then the largest circle of any crate if
/// all paths count (`Paths::OfAll`).
fn circles_of_crates(sources: &[Source]) -> Vec<Measure> {
    let crates: BTreeSet<&str> = sources.iter().map(|s| s.package.as_str()).collect();
    let mut measures = Vec::new();
    let mut by_all_paths = Vec::new();
    for package in crates {
        let circles = circles::circles(sources, package, Paths::Absolute);
        let own_limit = limits::CIRCLES.iter().find(|(of, _)| *of == package).map(|(_, most)| *most);
        if !circles.is_empty() || own_limit.is_some() {
            measures.push(Measure {
                name: format!("modules in the largest circle of imports inside {package}"),
                value: circles.first().map_or(0, Vec::len),
                limit: Some(own_limit.unwrap_or(limits::CIRCLE)),
                wanted: Some(limits::CIRCLE),
                places: circles.iter().map(|circle| circle.join(", ")).collect(),
            });
        }
        let most = circles::circles(sources, package, Paths::OfAll).first().map_or(0, Vec::len);
        if most > limits::CIRCLE {
            by_all_paths.push((most, package));
        }
    }
    by_all_paths.sort_by(|a, b| b.cmp(a));
    measures.push(Measure {
        name: "modules in the largest circle, with paths of modules into their own parts".to_owned(),
        value: by_all_paths.first().map_or(0, |(most, _)| *most),
        limit: None,
        wanted: None,
        places: by_all_paths.iter().map(|(most, package)| format!("{package}: {most}")).collect(),
    });
    measures
}

/// The lines of all crates without tests.
fn own_lines(sources: &[Source]) -> Measure {
    let mut by_crate: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        *by_crate.entry(&source.package).or_default() += items::lines_without_tests(&source.text);
    }
    Measure {
        name: "lines of crates without tests".to_owned(),
        value: by_crate.values().sum(),
        limit: None,
        wanted: None,
        places: by_crate.iter().map(|(package, lines)| format!("{package}: {lines}")).collect(),
    }
}

/// The report as text.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for Measure { name, value, limit, wanted, places } in &report.measures {
        let short = match (limit, wanted) {
            (Some(limit), Some(wanted)) if limit > wanted => format!(" (limit {limit}, wanted {wanted})"),
            (Some(limit), _) => format!(" (limit {limit})"),
            (None, _) => String::new(),
        };
        out.push_str(&format!("{name}: {value}{short}\n"));
        places.iter().for_each(|place| out.push_str(&format!("    {place}\n")));
    }
    out.push_str("mechanisms:\n");
    report.mechanisms.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
    out
}

fn sources(root: &Path) -> io::Result<Vec<Source>> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("crates"))?.filter_map(|e| Some(e.ok()?.path())).collect();
    folders.sort();
    let mut found = Vec::new();
    for folder in folders {
        let package = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        let mut files = Vec::new();
        rust_files(&folder.join("src"), &mut files);
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file)?;
            let unread = |e: syn::Error| io::Error::other(format!("{}: {e}", file.display()));
            let mut syntax = syn::parse_file(&text).map_err(unread)?;
            if syntax.attrs.iter().any(items::is_of_tests) {
                continue;
            }
            syntax.items.retain(|item| !items::is_test(item));
            let module = module_of(file.strip_prefix(folder.join("src")).unwrap_or(&file));
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            let path = file.strip_prefix(root).unwrap_or(&file).to_owned();
            found.push(Source { package: package.clone(), module, path, text, syntax });
        }
    }
    Ok(found)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// `a/b/mod.rs` and `a/b.rs` are the module `a::b`; `lib.rs` and `main.rs` are the root.
fn module_of(relative: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        relative.with_extension("").components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}
