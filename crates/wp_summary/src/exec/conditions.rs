//! Assertions and assumptions.

use super::{AccessChoice, Exec};
use crate::state::{State, Value};
use crate::EventKind;
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_kir::{AssertKind, AssumeKind, ExprId};
use wp_logic::{Term, TermId};

impl Exec<'_> {
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
        self.spec_obstacle = None;
        self.access_choice = None;
        let looks = self.watches_reads || !self.config.scans.is_empty();
        self.in_condition = looks && kind != AssertKind::Barrier && self.trial == 0;
        let c = self.eval_term(st, cond);
        self.in_condition = false;
        let obstacle = self.spec_obstacle.take();
        let live = st.live;
        let first = self.out.events.len();
        if let Some(AccessChoice { guards, .. }) = self.access_choice.take() {
            self.assert_by_object(st, cond, kind, span, guards);
        } else {
            let (cond, obstacle) = match obstacle {
                None => (Some(c), String::new()),
                Some(what) => (None, what),
            };
            self.event(EventKind::Assert { cond, kind, obstacle }, live, span);
            if let (Some(cond), AssertKind::Invariant) = (cond, kind) {
                self.keep_invariant(live, cond, span);
            }
        }
        let reads = std::mem::take(&mut self.condition_reads);
        if !reads.is_empty() {
            self.out.condition_reads.extend((first..self.out.events.len()).map(|event| (event, reads.clone())));
        }
    }

    /// Asserts that a mask names the lane, if the mask is computed from the launch alone. Of masks that come from
    /// elsewhere, as from other warp operations, that is part of the assumption `warp-sync`.
    fn assert_lane(&mut self, st: &mut State, cond: ExprId, span: Span) {
        let cond = self.eval_term(st, cond);
        let launch = &self.out.launch;
        let of_launch = [launch.tid, launch.bid, launch.bdim, launch.gdim].concat();
        let is_known = |app: &TermId| {
            of_launch.contains(app) || self.counters.contains(app) || self.out.params.values().any(|param| param == app)
        };
        if self.terms.apps(&[cond]).iter().all(is_known) {
            let kind = AssertKind::LaneOfMask;
            self.event(EventKind::Assert { cond: Some(cond), kind, obstacle: String::new() }, st.live, span);
        }
    }

    /// An assertion about the accesses through a pointer into several objects, one after the other.
    fn assert_by_object(&mut self, st: &mut State, cond: ExprId, kind: AssertKind, span: Span, guards: Vec<TermId>) {
        let live = st.live;
        for (n, &guard) in guards.iter().enumerate() {
            self.access_choice = Some(AccessChoice { guards: guards.clone(), chosen: Some(n) });
            let c = self.eval_term(st, cond);
            self.access_choice = None;
            let obstacle = self.spec_obstacle.take();
            let cond = obstacle.is_none().then_some(c);
            let here = self.terms.and(&[live, guard]);
            self.event(EventKind::Assert { cond, kind, obstacle: obstacle.unwrap_or_default() }, here, span);
        }
    }

    pub(super) fn assume_stmt(&mut self, st: &mut State, cond: ExprId, kind: AssumeKind) {
        self.spec_obstacle = None;
        let c = self.eval_term(st, cond);
        // An assumption that holds something unmodelled is not used: fewer facts, never wrong ones.
        if self.spec_obstacle.take().is_none() && !self.speaks_of_accesses(c) {
            if let Some(assumption) = kind.assumption() {
                self.rest_on(assumption);
            }
            let live = st.live;
            self.fact(live, c);
            let first = matches!(kind, AssumeKind::Requires | AssumeKind::Launch | AssumeKind::Allocation);
            if first && matches!(self.terms.kind(live), Term::Bool(true)) {
                self.fix_parameters(st, c);
                self.unify_pointers(st, c);
            }
        }
    }

    /// True if the condition holds an access predicate.
    pub(crate) fn speaks_of_accesses(&self, c: TermId) -> bool {
        self.terms.apps(&[c]).into_iter().any(|app| match self.terms.kind(app) {
            Term::App(f, _) => self.out.access_symbols.contains_key(f),
            _ => false,
        })
    }

    /// A precondition `parameter == constant` replaces the parameter from here on, so that loops can be unrolled.
    fn fix_parameters(&mut self, st: &mut State, precondition: TermId) {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for c in self.terms.conjuncts(precondition) {
            let Term::Eq(a, b) = *self.terms.kind(c) else { continue };
            for (symbol, value) in [(a, b), (b, a)] {
                let parameter = self.out.params.iter().find(|(_, &t)| t == symbol).map(|(id, _)| *id);
                if let (Some(id), Term::Int(v)) = (parameter, self.terms.kind(value)) {
                    if self.kernel.params[id].ty.int_range().is_some_and(|(lo, hi)| (lo..=hi).contains(v)) {
                        map.insert(symbol, value);
                        self.out.params.insert(id, value);
                    }
                }
            }
        }
        if map.is_empty() {
            return;
        }
        for value in st.env.iter_mut().flatten() {
            if let Value::Term(t) = value {
                *t = self.terms.substitute(*t, &map);
            }
        }
    }
}
