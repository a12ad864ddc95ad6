//! What a run has found so far, and the reason for which it stops.

use crate::api::{AccessKind, AccessSite, Config, End, Finding, Note, NoteKind, ThreadRef};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::{Id, Span};
use wp_kir::{AssertKind, ObjectId};

/// What makes a finding the same as an earlier one: its kind, its object, and the two places with their kinds.
type Key = (u8, ObjectId, Span, AccessKind, Span, AccessKind);

/// Findings, notes, invented values and covered places of a run.
#[derive(Default)]
pub struct Log {
    /// The errors that were found.
    pub findings: Vec<Finding>,
    seen: FxHashSet<Key>,
    most_findings: usize,
    /// The notes.
    pub notes: BTreeSet<Note>,
    /// The places where a value was invented, with what it stands for.
    pub havocked: BTreeSet<(Span, Arc<str>)>,
    unknown_calls: FxHashSet<u32>,
    /// By place whose coverage is counted, whether it was reached.
    pub covered: Vec<bool>,
    /// Why the run stops, if it does.
    pub halt: Option<End>,
    /// True if threads did not meet at a barrier.
    pub diverged: bool,
    aborted: bool,
}

impl Log {
    /// The log of a run at its start.
    pub fn new(config: &Config, covers: usize) -> Self {
        Self { most_findings: config.max_findings, covered: vec![false; covers], ..Self::default() }
    }

    /// Stops the run, unless it stops for another reason already.
    pub fn stop(&mut self, end: End) {
        self.halt.get_or_insert(end);
    }

    /// Stops the run if a thread has aborted the launch.
    pub fn stop_if_aborted(&mut self) {
        if self.aborted {
            self.stop(End::Aborted);
        }
    }

    /// Records a note.
    #[cold]
    pub fn note(&mut self, kind: NoteKind, span: Span) {
        self.notes.insert(Note { kind, span });
    }

    /// Records that a value was invented.
    #[cold]
    pub fn invent(&mut self, span: Span, what: Arc<str>) {
        self.havocked.insert((span, what));
    }

    /// Records a call of a function that is not known; `index` is that of the call in the code.
    pub fn unknown_call(&mut self, index: u32, name: &str, span: Span) {
        if self.unknown_calls.insert(index) {
            self.invent(span, format!("function {name}").into());
        }
    }

    /// Records a finding.
    pub fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
        if self.findings.len() >= self.most_findings {
            self.stop(End::TooManyFindings);
        }
    }

    /// Records a finding, unless one of its key was recorded before.
    pub fn find_once(&mut self, key: Key, finding: Finding) {
        if self.seen.insert(key) {
            self.find(finding);
        }
    }

    /// Records a finding about one access, unless one of its kind was recorded for the object and the place.
    #[cold]
    pub fn find_at(&mut self, kind: u8, object: ObjectId, site: &AccessSite, finding: Finding) {
        self.find_once((kind, object, site.span, site.kind, Span::NONE, AccessKind::Read), finding);
    }

    /// A checked condition is false for a thread, or for it and another one.
    #[cold]
    pub fn assertion_failed(&mut self, thread: ThreadRef, other: Option<ThreadRef>, (span, kind): (Span, AssertKind)) {
        let key = (16 + kind as u8, ObjectId::from_index(0), span, AccessKind::Read, Span::NONE, AccessKind::Read);
        self.find_once(key, Finding::AssertFailed { span, kind, thread, other });
        self.aborted |= kind == AssertKind::Abort;
        // Then the behaviour of the function is undefined, and the values that its contract invents mean nothing.
        if kind == AssertKind::Precondition {
            self.stop(End::PreconditionFailed);
        }
    }

    /// True if something went wrong, or the run is no longer one that a device may have.
    pub fn is_spoilt(&self) -> bool {
        !self.findings.is_empty() || !self.havocked.is_empty() || self.notes.iter().any(|n| !n.kind.is_behaviour())
    }

    /// The places, one for each counted one, that were reached or were not.
    pub fn places(&self, covers: &[Span], reached: bool) -> Vec<Span> {
        let chosen = covers.iter().zip(&self.covered).filter(|(_, &c)| c == reached);
        let mut spans: Vec<Span> = chosen.map(|(s, _)| *s).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_condition_is_reported_once() {
        let thread = ThreadRef { block: [0; 3], thread: [0; 3] };
        let mut log = Log::new(&Config::default(), 0);
        for _ in 0..2 {
            log.assertion_failed(thread, None, (Span::NONE, AssertKind::Assert));
        }
        assert_eq!((log.findings.len(), &log.halt), (1, &None));
        log.assertion_failed(thread, None, (Span::NONE, AssertKind::Abort));
        log.stop_if_aborted();
        assert_eq!((log.findings.len(), &log.halt), (2, &Some(End::Aborted)));
    }

    #[test]
    fn the_first_reason_to_stop_stays() {
        let mut log = Log::new(&Config { max_findings: 1, ..Config::default() }, 2);
        log.stop(End::FuelExhausted);
        log.stop(End::Diverged);
        assert_eq!(log.halt, Some(End::FuelExhausted));
        log.covered[1] = true;
        assert_eq!((log.places(&[Span::NONE; 2], true).len(), log.places(&[], false).len()), (1, 0));
    }
}
