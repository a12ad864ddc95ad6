//! The steps of a witness's threads: the simulation that confirmed it is repeated with an observer.
//!
//! For display only: no verdict depends on it. It ends with the accesses of the finding, or where the simulation cannot
//! be observed further.

use crate::arrays::element;
use crate::{Action, Step, Timeline};
use std::collections::VecDeque;
use wp_base::Span;
use wp_check::witness::Confirmed;
use wp_interp::{run_observed, AccessKind, Config, Finding, ObservedAccess, Observer, Place, ThreadRef};
use wp_kir::{Kernel, ObjectId};

/// Steps that are kept; earlier ones are counted.
const KEPT: usize = 400;

/// The steps of the threads of a confirmed finding.
pub(crate) fn timeline(kernel: &Kernel, confirmed: &Confirmed) -> Timeline {
    let (threads, decisive) = subjects(&confirmed.finding);
    let mut watcher = Watcher {
        kernel,
        passed: vec![0; threads.len()],
        missing: decisive.len(),
        met: vec![false; decisive.len()],
        threads,
        decisive,
        steps: VecDeque::new(),
        omitted: 0,
    };
    // A watched run ends at its first finding, which need not be this one: races are not looked for.
    let config = Config { races: false, ..confirmed.config.clone() };
    run_observed(kernel, &confirmed.launch, &confirmed.inputs, &config, &mut watcher);
    Timeline { steps: watcher.steps.into(), omitted: watcher.omitted }
}

/// A step that a finding is about.
struct Decisive {
    thread: usize,
    span: Span,
    /// The access; a barrier has none.
    access: Option<(AccessKind, Option<(ObjectId, i64)>)>,
}

/// The threads of a finding, in the order of its witness, and their decisive steps.
fn subjects(finding: &Finding) -> (Vec<ThreadRef>, Vec<Decisive>) {
    let access =
        |thread, site: &wp_interp::AccessSite, at| Decisive { thread, span: site.span, access: Some((site.kind, at)) };
    match finding {
        Finding::Race { object, offset, first, second, .. } => {
            let at = Some((*object, *offset));
            (vec![first.thread, second.thread], vec![access(0, first, at), access(1, second, at)])
        }
        Finding::Divergence { barrier, arrived, missing, missing_at, .. } => {
            let mut decisive = vec![Decisive { thread: 0, span: *barrier, access: None }];
            decisive.extend(missing_at.map(|span| Decisive { thread: 1, span, access: None }));
            (vec![*arrived, *missing], decisive)
        }
        Finding::OutOfBounds { object, offset, site, .. }
        | Finding::Misaligned { object, offset, site, .. }
        | Finding::Unwritten { object, offset, site, .. } => {
            (vec![site.thread], vec![access(0, site, Some((*object, *offset)))])
        }
        Finding::BadPointer { site, .. } | Finding::ConstantWrite { site, .. } => {
            (vec![site.thread], vec![access(0, site, None)])
        }
        Finding::AssertFailed { thread, other, .. } => (std::iter::once(*thread).chain(*other).collect(), Vec::new()),
    }
}

struct Watcher<'a> {
    kernel: &'a Kernel,
    threads: Vec<ThreadRef>,
    decisive: Vec<Decisive>,
    met: Vec<bool>,
    /// Decisive steps that were not met yet.
    missing: usize,
    /// Barriers that each thread has arrived at.
    passed: Vec<usize>,
    steps: VecDeque<Step>,
    omitted: usize,
}

impl Watcher<'_> {
    /// Keeps a step.
    fn keep(&mut self, at: &Place, action: Action, span: Span, access: Option<&ObservedAccess>) {
        let Some(thread) = self.threads.iter().position(|t| *t == at.thread) else { return };
        let width = access.map_or(1, |a| self.kernel.objects[a.object].elem.size().max(1) as i64);
        let is_decisive = |d: &Decisive| {
            d.thread == thread
                && d.span == span
                && match (d.access, access) {
                    (None, None) => true,
                    (Some((kind, place)), Some(a)) => {
                        let same = |(object, offset)| {
                            object == a.object && (a.offset..a.offset.saturating_add(width)).contains(&offset)
                        };
                        kind == a.kind && place.is_none_or(same)
                    }
                    _ => false,
                }
        };
        // An access of several elements at once starts before the one in question.
        let number = self.decisive.iter().position(is_decisive);
        if let Some(met) = number.and_then(|n| self.met.get_mut(n)).filter(|met| !**met) {
            *met = true;
            self.missing -= 1;
        }
        if self.steps.len() == KEPT {
            self.steps.pop_front();
            self.omitted += 1;
        }
        let interval = self.passed[thread];
        self.steps.push_back(Step { thread, interval, action, span, decisive: number.is_some() });
    }
}

impl Observer for Watcher<'_> {
    fn watches(&self, thread: ThreadRef) -> bool {
        self.threads.contains(&thread)
    }

    /// The timeline is complete once all decisive steps were met; an assertion, which has none, ends the run itself.
    fn is_done(&self) -> bool {
        self.missing == 0 && !self.decisive.is_empty()
    }

    fn head(&mut self, _at: &Place) {}

    fn access(&mut self, at: &Place, access: &ObservedAccess) {
        let what = element(self.kernel, access.object, access.offset);
        let action = match access.kind {
            AccessKind::Read => Action::Read(what),
            AccessKind::Write => Action::Write(what),
            AccessKind::Atomic => Action::Atomic(what),
        };
        self.keep(at, action, access.span, Some(access));
    }

    fn barrier(&mut self, at: &Place, span: Span) {
        self.keep(at, Action::Barrier, span, None);
        if let Some(thread) = self.threads.iter().position(|t| *t == at.thread) {
            self.passed[thread] += 1;
        }
    }
}
