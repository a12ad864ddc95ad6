//! The syntax tree of a kernel file, which is read once for all checks of the file.

#![allow(dead_code)] // Every test program uses a part of this module.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{ClangSeverity, Language, ParseOptions, TranslationUnit};
use wp_engine::{check_file, check_tree, FileReport, Options};

/// A file that was read with the options for the compiler.
pub struct Reading<'a> {
    path: &'a Path,
    /// `None` where the file is no text for the compiler, or the compiler does not end.
    unit: Option<Arc<TranslationUnit>>,
}

impl<'a> Reading<'a> {
    pub fn new(path: &'a Path, options: &ParseOptions) -> Self {
        let unit = Language::of(path).and_then(|language| wp_clang::parse(path, language, options).ok());
        Self { path, unit: unit.map(Arc::new) }
    }

    /// The report with options that read the file alike.
    pub fn check(&self, options: &Options) -> FileReport {
        match &self.unit {
            Some(unit) => check_tree(self.path, unit.clone(), options),
            None => check_file(self.path, options),
        }
    }

    /// Where the compiler finds nothing wrong, it sees the kernels and launches that stand in the source: else their
    /// numbers.
    pub fn miscount(&self) -> Option<String> {
        let unit = self.unit.as_deref()?;
        if unit.messages.iter().any(|m| m.severity != ClangSeverity::Warning) {
            return None;
        }
        let lowered = wp_lower::lower(unit, &wp_lower::LowerOptions::default());
        // Instances of a template are one definition; one line may define several kernels in a file that is included
        // several times.
        let templates = lowered.templates.iter().map(|(name, span)| (name.as_ref(), *span));
        let kernels = lowered.kernels.iter().map(|k| (k.name.as_ref(), k.span));
        let definitions: BTreeSet<(&str, Span)> =
            kernels.chain(templates).map(|(name, span): (&str, Span)| (bare(name), span)).collect();
        let launches: usize = lowered.seen.launches.iter().map(|l| l.count).sum();
        let (own, found) = ((definitions.len(), launches), (unit.census.kernels.len(), unit.census.launches.len()));
        (own != found).then(|| format!("{}: {own:?} in the tree, {found:?} in the source", self.path.display()))
    }
}

/// A kernel's name without its scope and template arguments.
fn bare(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}
