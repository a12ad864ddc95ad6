//! Baselines: findings that are accepted, so that they no longer make a run fail.
//!
//! An entry states the number of findings that it accepts, and how many of them may be confirmed, of one code and
//! message in one kernel at places with the same text. Line numbers are not compared, so edits elsewhere lose no entry.
//! An entry must not hide a new finding: if the text of a line occurs several times in a function, the entry states
//! which occurrence it means and how many there are; if there are more findings than it accepts, or more confirmed
//! ones, it accepts none. A finding without a place in the source is not accepted, since it cannot be identified. No
//! verdict changes.

use crate::config::ConfigError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use wp_base::{Label, Severity, SourceFile, SourceMap, Span};
use wp_engine::{FileReport, Finding};
use wp_report::is_confirmed;

/// The text above the entries.
const HEAD: &str = "# Findings that are accepted: they are reported, marked, and do not make `warpproof check` fail.\n\
                    # Written by `warpproof check --write-baseline`; docs/configuration.md explains the entries.\n\n";

/// The findings that are accepted, with the file they stand in.
#[derive(Clone, Debug)]
pub struct Baseline {
    path: PathBuf,
    entries: Vec<Entry>,
    /// Findings of this run that have no place.
    without_place: usize,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(default)]
    accepted: Vec<Entry>,
}

/// Findings that are accepted.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The checked file, from the folder of the baseline.
    file: String,
    kernel: String,
    code: String,
    message: String,
    /// The number of accepted findings.
    findings: usize,
    /// The number of accepted findings that may be confirmed.
    confirmed: usize,
    place: Vec<Place>,
}

/// A place of a finding.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
struct Place {
    /// The file, from the folder of the baseline, where it is not the checked one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line, with single blanks.
    line: String,
    /// The source text that the finding marks.
    marked: String,
    /// The number of the line among the lines of this text in its function, from 1, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    nth: Option<usize>,
    /// The number of such lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
}

/// The position of a finding in a report: kernel, property, finding.
type Position = (usize, usize, usize);

/// Reads a baseline.
pub fn read(path: &Path) -> Result<Baseline, Box<ConfigError>> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        let message = format!("cannot read the baseline {}: {}", path.display(), crate::verify::reason(&e));
        ConfigError::about(message, "`warpproof check --write-baseline FILE` writes one")
    })?;
    let form: Form = toml::from_str(&text).map_err(|e| {
        let help = "write it again with `--write-baseline`; docs/configuration.md explains the entries";
        ConfigError::at(path, &text, e.span().unwrap_or(0..0), e.message(), help)
    })?;
    Ok(Baseline { path: path.to_owned(), entries: form.accepted, without_place: 0 })
}

impl Baseline {
    /// A baseline to be written; entries of an earlier one about files that are not checked now stay.
    pub fn to_write(path: &Path) -> Result<Self, String> {
        if path.exists() {
            let refused = |error: Box<ConfigError>| format!("[WP0508]: {}", error.diagnostic.message);
            return read(path).map_err(refused);
        }
        if !folder(path).is_dir() {
            return Err(format!("cannot write {}: there is no such folder", path.display()));
        }
        Ok(Self { path: path.to_owned(), entries: Vec::new(), without_place: 0 })
    }

    /// Marks accepted findings, and adds notes to similar findings that are not accepted. Returns the errors of the
    /// baseline; `complete` is true if all kernels of the file were checked.
    pub fn apply(&self, report: &mut FileReport, complete: bool) -> Vec<String> {
        let found = entries(report, &self.path).0;
        let mut unused = 0;
        let file = relative(folder(&self.path), &report.path);
        for entry in self.entries.iter().filter(|e| e.file == file) {
            let now = found.iter().find(|(e, _)| e.is_about(entry));
            unused += usize::from(now.is_none_or(|(e, _)| e.findings < entry.findings));
        }
        for (entry, positions) in found {
            let known = self.entries.iter().filter(|e| e.is_about(&entry));
            let Some(widest) = known.max_by_key(|e| (e.confirmed, e.findings)) else { continue };
            let refusal = widest.refuses(&entry);
            for (kernel, property, finding) in positions {
                let finding = &mut report.kernels[kernel].properties[property].findings[finding];
                finding.accepted = refusal.is_none();
                finding.diagnostic.notes.extend(refusal.clone());
            }
        }
        let failed = report.errors.iter().any(|e| e.severity == Severity::Error);
        if unused == 0 || !complete || failed {
            return Vec::new();
        }
        let entries = if unused == 1 { "1 entry accepts" } else { &format!("{unused} entries accept") };
        let path = self.path.display();
        vec![format!("{path}: {entries} more than there is to find in {file}; write the baseline again")]
    }

    /// Takes all findings of a report instead of those of its file before, and marks them. A file that could not be read keeps
    /// its entries.
    pub fn replace(&mut self, report: &mut FileReport) {
        if report.errors.iter().any(|e| e.severity == Severity::Error) {
            self.apply(report, true);
            return;
        }
        let file = relative(folder(&self.path), &report.path);
        self.entries.retain(|e| e.file != file);
        let (found, without_place) = entries(report, &self.path);
        self.without_place += without_place;
        for (entry, positions) in found {
            for (kernel, property, finding) in positions {
                report.kernels[kernel].properties[property].findings[finding].accepted = true;
            }
            self.entries.push(entry);
        }
    }

    /// Writes the file; returns a line that says so. Entries of files that are gone are left out.
    pub fn write(mut self) -> Result<String, String> {
        self.entries.retain(|e| folder(&self.path).join(&e.file).is_file());
        self.entries.sort();
        let count: usize = self.entries.iter().map(|e| e.findings).sum();
        let form = Form { accepted: self.entries };
        let text = toml::to_string(&form).map_err(|e| format!("cannot write TOML: {e}"))?;
        crate::output::write(Some(&self.path), &format!("{HEAD}{text}"))?;
        let left = match self.without_place {
            0 => String::new(),
            n => format!("; {n} without a place in the source cannot be accepted"),
        };
        let plural = if count == 1 { "" } else { "s" };
        Ok(format!("{}: {count} accepted finding{plural}{left}", self.path.display()))
    }
}

impl Entry {
    /// True if both are about the same.
    fn is_about(&self, other: &Entry) -> bool {
        let what = |e: &Entry| (e.file.clone(), e.kernel.clone(), e.code.clone(), e.message.clone(), e.place.clone());
        what(self) == what(other)
    }

    /// The reason why the entry does not accept a finding.
    fn refuses(&self, found: &Entry) -> Option<String> {
        if found.findings > self.findings {
            let (accepted, now) = (self.findings, found.findings);
            Some(format!("not accepted: the baseline accepts {accepted} like this, and there are {now}"))
        } else if found.confirmed > self.confirmed {
            Some("not accepted: the baseline accepts it unconfirmed, and now a run confirms it".to_owned())
        } else {
            None
        }
    }
}

/// The findings of a report as entries of a baseline, and how many have no place.
fn entries(report: &FileReport, baseline: &Path) -> (Vec<(Entry, Vec<Position>)>, usize) {
    let mut found: BTreeMap<Entry, (usize, Vec<Position>)> = BTreeMap::new();
    let mut without_place = 0;
    for (k, kernel) in report.kernels.iter().enumerate() {
        for (p, property) in kernel.properties.iter().enumerate() {
            // What the source allows needs no entry.
            let open = |(_, finding): &(usize, &Finding)| finding.allowed.is_none();
            for (f, finding) in property.findings.iter().enumerate().filter(open) {
                let Some(entry) = entry(report, folder(baseline), &kernel.name, finding) else {
                    without_place += 1;
                    continue;
                };
                let (confirmed, positions) = found.entry(entry).or_default();
                *confirmed += usize::from(is_confirmed(finding));
                positions.push((k, p, f));
            }
        }
    }
    let counted = found
        .into_iter()
        .map(|(entry, (confirmed, positions))| (Entry { findings: positions.len(), confirmed, ..entry }, positions));
    (counted.collect(), without_place)
}

/// The entry for a finding, not yet counted; `None` where a place is not known.
fn entry(report: &FileReport, folder: &Path, kernel: &str, finding: &Finding) -> Option<Entry> {
    let diagnostic = &finding.diagnostic;
    let place = diagnostic.labels.iter().map(|label| place(report, folder, label)).collect::<Option<Vec<_>>>()?;
    if place.is_empty() {
        return None;
    }
    // A finding is the same whether it is confirmed or not.
    let message = diagnostic.message.strip_prefix("possible ").unwrap_or(&diagnostic.message).to_owned();
    let file = relative(folder, &report.path);
    let code = diagnostic.code.to_owned();
    Some(Entry { file, kernel: kernel.to_owned(), code, message, findings: 0, confirmed: 0, place })
}

fn place(report: &FileReport, folder: &Path, label: &Label) -> Option<Place> {
    let sources = &report.sources;
    let file = sources.file(label.span.file)?;
    let at = sources.line_col(label.span)?;
    let number = at.line as usize - 1;
    let line = normal(file.text.lines().nth(number)?);
    if line.is_empty() {
        return None;
    }
    let (nth, of) = match occurrence(report, file, label.span, number, &line) {
        Some((nth, of)) if of > 1 => (Some(nth), Some(of)),
        _ => (None, None),
    };
    let other = (file.path != report.path).then(|| relative(folder, &file.path));
    Some(Place { file: other, line, marked: normal(sources.text(label.span)), nth, of })
}

/// The number of a line among the lines of its text in its function, and how many there are.
fn occurrence(report: &FileReport, file: &SourceFile, span: Span, number: usize, line: &str) -> Option<(usize, usize)> {
    let around = report.functions.iter().filter(|f| f.file == span.file && f.start <= span.start && span.start < f.end);
    let function = around.min_by_key(|f| f.end - f.start)?;
    let lines =
        |sources: &SourceMap, at: u32| Some(sources.line_col(Span { start: at, ..*function })?.line as usize - 1);
    let (first, last) = (lines(&report.sources, function.start)?, lines(&report.sources, function.end)?);
    let inside = file.text.lines().enumerate().skip(first).take(last + 1 - first);
    let alike: Vec<usize> = inside.filter(|(_, text)| normal(text) == line).map(|(n, _)| n).collect();
    let nth = alike.iter().position(|n| *n == number)? + 1;
    Some((nth, alike.len()))
}

/// A text with single blanks.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The way from a folder to a file, with slashes.
fn relative(folder: &Path, file: &Path) -> String {
    let real = |p: &Path| p.canonicalize().or_else(|_| std::path::absolute(p)).unwrap_or_else(|_| p.to_owned());
    let (folder, file) = (real(folder), real(file));
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let parts = up.chain(file.components().skip(shared)).map(|c| c.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests;
