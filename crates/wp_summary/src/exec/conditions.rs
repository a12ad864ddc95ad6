//! Assertions and assumptions.

use crate::exec::{AccessChoice, Condition, Exec};
use crate::state::State;
use crate::EventKind;
use wp_base::Span;
use wp_kir::{AssertKind, AssumeKind, ExprId};
use wp_logic::{Term, TermId};

impl Exec<'_> {
    /// Evaluates a condition that is read in this way. Returns its term, and the condition with what was met in it.
    pub(super) fn evaluate(&mut self, st: &mut State, cond: ExprId, reading: Condition) -> (TermId, Condition) {
        let outer = std::mem::replace(&mut self.condition, reading);
        let term = self.eval_term(st, cond);
        (term, std::mem::replace(&mut self.condition, outer))
    }

    /// Checks the invariants of the whole function at the head of a loop.
    pub(crate) fn assert_function_wide(&mut self, st: &mut State) {
        for (cond, span) in self.function_wide.clone() {
            self.assert_stmt(st, cond, AssertKind::Invariant, span);
        }
    }

    pub(crate) fn assert_stmt(&mut self, st: &mut State, cond: ExprId, kind: AssertKind, span: Span) {
        if kind == AssertKind::FunctionWide {
            self.function_wide.push((cond, span));
            return;
        }
        if kind == AssertKind::LaneOfMask {
            return self.assert_lane(st, cond, span);
        }
        let claimed = kind == AssertKind::Barrier;
        let looks = self.cx.watches_reads || !self.cx.config.scans.is_empty() || self.cx.has_copies;
        let reads = (looks && !claimed && self.cx.trial == 0).then(Vec::new);
        let (c, met) = self.evaluate(st, cond, Condition { claimed, reads, ..Condition::default() });
        let live = st.live;
        let first = self.cx.out.events.len();
        // What is in flight at a barrier is not followed.
        let is_excluded = claimed && self.cx.has_copies;
        if let Some(AccessChoice { guards, .. }) = met.choice.filter(|_| !is_excluded) {
            self.assert_by_object(st, cond, kind, span, guards);
        } else {
            let (cond, obstacle) = match met.obstacle {
                None if is_excluded => (None, "asynchronous copies".to_owned()),
                None => (Some(c), String::new()),
                Some(what) => (None, what),
            };
            self.cx.event(EventKind::Assert { cond, kind, obstacle }, live, span);
            if let (Some(cond), AssertKind::Invariant) = (cond, kind) {
                self.cx.keep_invariant(live, cond, span);
            }
        }
        if let Some(reads) = met.reads.filter(|reads| !reads.is_empty()) {
            self.cx.out.condition_reads.extend((first..self.cx.out.events.len()).map(|event| (event, reads.clone())));
        }
    }

    /// Asserts that a mask names the lane, if the mask is computed from the launch alone. Of masks that come from
    /// elsewhere, as from other warp operations, that is part of the assumption `warp-sync`.
    fn assert_lane(&mut self, st: &mut State, cond: ExprId, span: Span) {
        let cond = self.eval_term(st, cond);
        let launch = &self.cx.out.launch;
        let of_launch = [launch.tid, launch.bid, launch.bdim, launch.gdim].concat();
        let is_known = |app: &TermId| {
            of_launch.contains(app)
                || self.cx.counters.contains(app)
                || self.cx.out.params.values().any(|param| param == app)
        };
        if self.cx.terms.apps(&[cond]).iter().all(is_known) {
            let kind = AssertKind::LaneOfMask;
            self.cx.event(EventKind::Assert { cond: Some(cond), kind, obstacle: String::new() }, st.live, span);
        }
    }

    /// An assertion about the accesses through a pointer into several objects, one after the other.
    fn assert_by_object(&mut self, st: &mut State, cond: ExprId, kind: AssertKind, span: Span, guards: Vec<TermId>) {
        let live = st.live;
        for (n, &guard) in guards.iter().enumerate() {
            let choice = Some(AccessChoice { guards: guards.clone(), chosen: Some(n) });
            let claimed = kind == AssertKind::Barrier;
            let (c, met) = self.evaluate(st, cond, Condition { claimed, choice, ..Condition::default() });
            let cond = met.obstacle.is_none().then_some(c);
            let here = self.cx.terms.and(&[live, guard]);
            self.cx.event(EventKind::Assert { cond, kind, obstacle: met.obstacle.unwrap_or_default() }, here, span);
        }
    }

    pub(super) fn assume_stmt(&mut self, st: &mut State, cond: ExprId, kind: AssumeKind) {
        let (c, met) = self.evaluate(st, cond, Condition::default());
        // An assumption that holds something unmodelled is not used: fewer facts, never wrong ones.
        if met.obstacle.is_none() && !self.cx.speaks_of_accesses(c) {
            if let Some(assumption) = kind.assumption() {
                self.cx.rest_on(assumption);
            }
            let live = st.live;
            self.cx.fact(live, c);
            let first = matches!(
                kind,
                AssumeKind::Requires | AssumeKind::Launch | AssumeKind::Allocation | AssumeKind::Contiguous
            );
            if first && matches!(self.cx.terms.kind(live), Term::Bool(true)) {
                self.cx.fix_parameters(st, c);
                self.cx.unify_pointers(st, c);
            }
        }
    }
}
