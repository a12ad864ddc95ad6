//! A change is shown only after the file with it was checked again: read by the compiler as if it were saved, and
//! verified with all launches and instances of the kernel.
//!
//! The change is kept when
//! - the compiler says nothing new of the file, and reads the same kernels,
//! - at least the finding in question is gone, and there is no new finding,
//! - divergence is proved, since barriers order only where they do not diverge, and races are proved or nothing but
//!   findings that were there before stands in the way,
//! - what was proved is proved.
//!
//! A property that the second check does not decide within its limits speaks against the change.

use super::edit::Change;
use crate::file::{check_source, Source};
use crate::guard::Board;
use crate::{FileReport, Finding, KernelReport, Options, Property, PropertyReport, Verdict};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;
use wp_base::{Assumption, FileId};
use wp_check::Limits;

/// A finding by its property, message and places; positions are those in the text before the change.
pub(super) type Key = (Property, String, Vec<(FileId, u32, u32)>);

/// The result of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// The findings that are gone.
    pub gone: BTreeSet<Key>,
    /// The properties that are not proved with it.
    pub open: Vec<Property>,
    /// What the proofs rest on.
    pub assumptions: BTreeSet<Assumption>,
}

/// Checks changes of one kernel.
pub(super) struct Recheck<'a> {
    pub path: &'a Path,
    pub file: FileId,
    pub text: &'a str,
    /// The options, for this kernel alone.
    pub options: Options,
    pub before: Vec<&'a KernelReport>,
    pub errors: &'a [wp_base::Diagnostic],
    pub limits: Limits,
    /// The most effort for one check, in resource units of the solver.
    pub patience: u64,
    /// Checks that may still be made.
    pub left: usize,
    /// The changes that were tried, with their outcomes.
    pub tried: Vec<(Change, Option<Outcome>)>,
}

impl Recheck<'_> {
    /// The outcome of a change; `None` if the change must not be kept, or if no time is left for the check.
    pub fn outcome(&mut self, change: &Change) -> Option<Outcome> {
        if let Some((_, known)) = self.tried.iter().find(|(c, _)| c.replacements == change.replacements) {
            return known.clone();
        }
        if self.left == 0 || Instant::now() >= self.limits.deadline {
            return None;
        }
        self.left -= 1;
        // A check that takes long must leave effort for the others.
        let limits = Limits { effort: self.patience.min(self.limits.effort), ..self.limits };
        let text = change.applied(self.text);
        let (after, _) = check_source(self.path, Source::Text(&text), &self.options, limits, &Board::default());
        let outcome = self.compare(change, &after);
        self.tried.push((change.clone(), outcome.clone()));
        outcome
    }

    fn compare(&self, change: &Change, after: &FileReport) -> Option<Outcome> {
        let known = |error: &wp_base::Diagnostic| {
            self.errors.iter().any(|e| (e.code, &e.message) == (error.code, &error.message))
        };
        let same = |(a, b): (&&KernelReport, &KernelReport)| {
            a.name == b.name && a.launch.is_some() == b.launch.is_some() && a.properties.len() == b.properties.len()
        };
        let same = self.before.len() == after.kernels.len() && self.before.iter().zip(&after.kernels).all(same);
        if !same || !after.errors.iter().all(known) {
            return None;
        }
        let mut outcome = Outcome { gone: BTreeSet::new(), open: Vec::new(), assumptions: BTreeSet::new() };
        let mut left = BTreeSet::new();
        for (before, after) in self.before.iter().zip(&after.kernels) {
            for (old, new) in before.properties.iter().zip(&after.properties) {
                let old_keys: BTreeSet<Key> = old.findings.iter().map(key).collect();
                let places = |f: &Finding| self.place_before(change, f, &old_keys);
                let found: BTreeSet<Key> = new.findings.iter().map(places).collect::<Option<_>>()?;
                if !is_as_good(old, new) {
                    return None;
                }
                // A finding that disappears because something else prevents its proof is not gone.
                if new.verdict == Verdict::Proved || new.besides == Verdict::Proved {
                    outcome.gone.extend(old_keys.difference(&found).cloned());
                }
                left.extend(found);
                if new.verdict != Verdict::Proved && !outcome.open.contains(&new.property) {
                    outcome.open.push(new.property);
                }
            }
            outcome.assumptions.extend(after.assumptions.iter().filter(|a| !before.assumptions.contains(a)));
        }
        // A finding that remains in another launch or instance is not gone.
        outcome.gone = outcome.gone.difference(&left).cloned().collect();
        outcome.open.sort();
        Some(outcome)
    }

    /// The finding before the change to which a finding after it corresponds; `None` for a new finding.
    fn place_before(&self, change: &Change, finding: &Finding, before: &BTreeSet<Key>) -> Option<Key> {
        let (property, what, places) = key(finding);
        let moved = |&(file, start, end): &(FileId, u32, u32)| match file == self.file {
            true => change.moved(start, end).map(|(start, end)| (file, start, end)),
            false => Some((file, start, end)),
        };
        let is_it = |old: &&Key| {
            let now: Option<Vec<_>> = old.2.iter().map(moved).collect();
            (old.0, &old.1) == (property, &what) && now.as_ref() == Some(&places)
        };
        before.iter().find(is_it).cloned()
    }
}

/// The key by which findings are compared. It does not depend on whether a run confirms the finding.
pub(super) fn key(finding: &Finding) -> Key {
    let message = &finding.diagnostic.message;
    let message = message.strip_prefix("possible ").unwrap_or(message).to_owned();
    let places = finding.diagnostic.labels.iter().map(|l| (l.span.file, l.span.start, l.span.end)).collect();
    (finding.property, format!("{} {message}", finding.diagnostic.code), places)
}

/// True if the verdict on a property is no worse than before, given that no finding is new.
fn is_as_good(old: &PropertyReport, new: &PropertyReport) -> bool {
    let proved = new.verdict == Verdict::Proved;
    if old.property != new.property || (old.verdict == Verdict::Proved && !proved) {
        return false;
    }
    match new.property {
        Property::Divergence => proved,
        // Without what is found, everything is closed.
        Property::Races => proved || (!new.findings.is_empty() && new.besides == Verdict::Proved),
        Property::Bounds
        | Property::Alignment
        | Property::Initialised
        | Property::IndexWidth
        | Property::Assertions
        | Property::Contract => new.verdict.rank() >= old.verdict.rank(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::limits_of;
    use crate::fixes::edit::Replacement;
    use wp_base::Id;

    /// One race, which a barrier in front of the last statement removes.
    const RACY: &str =
        "__global__ void k(int *out, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  s[t] = t;\n  \
                        out[blockIdx.x * 64 + t] = s[63 - t];\n}\n";

    /// The outcome when `code` replaces the text `old`.
    fn outcome(text: &str, old: &str, code: &str, limit: impl Fn(&mut Recheck)) -> Option<Outcome> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("k.cu");
        std::fs::write(&path, text).unwrap();
        let mut options = Options { no_solver: true, ..Options::default() };
        options.launch.block = crate::block_or_grid("64").unwrap();
        let report = crate::check_file(&path, &options);
        assert!(report.kernels[0].properties[0].findings.iter().all(|f| f.property == Property::Races));
        let start = text.find(old).unwrap();
        let change = Change::silent(Replacement { start, end: start + old.len(), text: code.to_owned() });
        let mut recheck = Recheck {
            path: &path,
            file: FileId::from_index(0),
            text,
            options: options.clone(),
            before: report.kernels.iter().collect(),
            errors: &report.errors,
            limits: limits_of(&options),
            left: 1,
            patience: u64::MAX,
            tried: Vec::new(),
        };
        limit(&mut recheck);
        recheck.outcome(&change)
    }

    #[test]
    fn a_barrier_that_removes_the_race_is_kept() {
        let outcome = outcome(RACY, "out[", "__syncthreads(); out[", |_| {}).unwrap();
        assert_eq!((outcome.gone.len(), outcome.open), (1, vec![]));
    }

    #[test]
    fn whatever_is_not_better_is_not_kept() {
        let refused = |text: &str, old: &str, code: &str| {
            let outcome = outcome(text, old, code, |_| {});
            assert!(outcome.as_ref().is_none_or(|o| o.gone.is_empty()), "{code}: {outcome:?}");
        };
        refused(RACY, "s[t] = t;", "__syncthreads(); s[t] = t;");
        refused(RACY, "out[", "if (t < n) __syncthreads(); out[");
        // Another race instead of the one, an access out of bounds, no kernel of that name, another kernel, nothing
        // that compiles.
        refused(RACY, "s[t] = t;", "s[t / 2] = t; __syncthreads();");
        refused(RACY, "s[t] = t;", "s[t + 1] = t; __syncthreads();");
        refused(RACY, "void k(", "void l(");
        refused(RACY, "__global__", "__global__ void k(float *a) { }\n__global__");
        refused(RACY, "out[", "__syncthreads() out[");
        refused(RACY, "out[", "__syncthreads(); assert(t < 3); out[");
        refused(RACY, "out[", "__syncthreads(); asm volatile(\"bar.sync 1, 32;\"); out[");
    }

    #[test]
    fn what_is_not_decided_is_not_kept() {
        let change = ("out[", "__syncthreads(); out[");
        assert_eq!(outcome(RACY, change.0, change.1, |r| r.left = 0), None);
        assert_eq!(outcome(RACY, change.0, change.1, |r| r.limits.deadline = Instant::now()), None);
        let without = |r: &mut Recheck| r.options.without.push(Assumption::NoAlias);
        let text = RACY.replace("int *out", "int *out, int *in").replace("= t;", "= in[t];");
        assert_eq!(outcome(&text, change.0, change.1, without), None, "its proof rests on the assumption");
    }
}
