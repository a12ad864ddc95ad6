//! Loops: unrolled, accelerated with closed forms, or havocked.
//!
//! One iteration is first executed on trial with a probe symbol for each variable that the loop changes; the relation
//! between probes and results gives the recurrences. Then the loop is executed once for a symbolic counter `k`. The
//! guard of iteration `k` states: the loop was entered, the continue condition holds at `k`, and (if the loop can be
//! left from within or its condition is not monotone) the reach predicate `r(k)`, which is downward closed in `k`.
//! Guards state nothing else about earlier iterations, so they are exact up to the reach predicate.
//!
//! `syntax` and `effects` read the loop's text, `trial` executes the trial iteration, `solve` finds closed forms, `forms`
//! binds the variables to them, `trip` bounds the number of iterations, `accelerate` executes the one iteration and
//! leaves the loop. Of these only `trial` and `accelerate` execute statements, as `unroll` and `bounded` do.

mod accelerate;
mod bounded;
mod effects;
mod forms;
mod induction;
mod solve;
mod syntax;
mod trial;
mod trip;

use self::syntax::{Changes, Loop};
use self::trial::Form;
use crate::exec::{continue_label, Exec};
use crate::memory::interval::Interval;
use crate::recurrence::Step;
use crate::state::State;
use crate::{seeded, LoopInst, LoopPolicy, LoopRecord};
use std::collections::BTreeSet;
use wp_kir::{snapshots_of, Stmt, StmtKind};
use wp_logic::{Term, TermId};

impl Exec<'_> {
    /// Executes a loop. `entering` is the interval before it, if what is known of that is carried into the iterations;
    /// returns the interval behind the loop, if it is known.
    pub(crate) fn loop_stmt(&mut self, st: &mut State, stmt: &Stmt, entering: Option<Interval>) -> Option<Interval> {
        let StmtKind::Loop { id, label, head, cond, body, step, .. } = &stmt.kind else { return None };
        // Few kernels take any.
        let taken: BTreeSet<_> = match self.cx.snapshot_objects.is_empty() {
            true => BTreeSet::new(),
            false => [head, body, step].into_iter().flat_map(snapshots_of).collect(),
        };
        st.snapshots.retain(|object, _| !taken.contains(object));
        let unknown = Changes::default();
        let lp = Loop { id: *id, label: *label, head, cond: *cond, body, step, span: stmt.span, changes: &unknown };
        let changes = self.cx.changes_of(st, &lp);
        let lp = Loop { changes: &changes, ..lp };
        let known = if self.cx.takes_loops_as_opaque() {
            self.execute_loop(st, lp, entering)
        } else {
            let follows = self.cx.trial == 0 && !changes.shared.are_none();
            let entering = follows.then(|| self.memory.interval.stores_to(&changes.shared));
            self.memory.forget_changed(&changes.shared);
            let known = self.execute_loop(st, lp, entering);
            self.memory.forget_changed(&changes.shared);
            known
        };
        st.snapshots.retain(|object, _| !taken.contains(object));
        known
    }

    fn execute_loop(&mut self, st: &mut State, lp: Loop, entering: Option<Interval>) -> Option<Interval> {
        let policy = self.cx.config.policy;
        if let LoopPolicy::Bounded(limit) = policy {
            self.bounded(st, lp, limit);
            return None;
        }
        let may_unroll = self.limits.leave_room(&self.cx);
        if policy == LoopPolicy::UnrollFirst && may_unroll {
            if let Some(behind) = self.unroll(st, lp, &entering) {
                return behind;
            }
        }
        let trial = self.trial_of(st, lp);
        let forms = self.cx.solve(st, &trial, &lp.changes.vars);
        let affine = forms.values().all(|f| matches!(f, Form::Closed(Step::Same | Step::Add(_))))
            || self.cx.only_irrelevant_havoc(&forms);
        if !affine && policy != LoopPolicy::Havoc && may_unroll {
            if let Some(behind) = self.unroll(st, lp, &entering) {
                return behind;
            }
        }
        self.accelerate(st, lp, &trial, forms, entering)
    }

    /// Executes the loop iteration by iteration as long as the continue condition is a constant. Undone when it is not
    /// within the limit; else returns the interval behind the loop, if it is known.
    fn unroll(&mut self, st: &mut State, lp: Loop, entering: &Option<Interval>) -> Option<Option<Interval>> {
        let saved = (st.clone(), self.pending.clone(), self.cx.returned);
        let (events, facts, claims) = (self.cx.out.events.len(), self.cx.out.facts.len(), self.cx.out.claims.len());
        if let Some(entering) = entering {
            self.memory.interval.append(entering.clone());
        }
        let entry_live = st.live;
        let mut exits: Vec<State> = Vec::new();
        for count in 0.. {
            self.assert_function_wide(st);
            self.block(st, lp.head);
            if self.cx.is_dead(st) {
                break;
            }
            let c = self.eval_term(st, lp.cond);
            match self.cx.terms.kind(c) {
                Term::Bool(false) => break,
                Term::Bool(true) if count < self.cx.config.unroll_limit && self.limits.leave_room(&self.cx) => {}
                _ => {
                    (*st, self.pending, self.cx.returned) = saved;
                    // Other entries of the summary are only what is known of symbols, used or not.
                    self.cx.out.events.truncate(events);
                    self.cx.out.facts.truncate(facts);
                    self.cx.out.claims.truncate(claims);
                    self.memory.forget_changed(&lp.changes.shared);
                    return None;
                }
            }
            if seeded!(self.cx.config.fault, FirstIterationOnly) && count > 0 {
                break;
            }
            self.rest_of_iteration(st, lp);
            exits.extend(self.pending.remove(&lp.label).unwrap_or_default());
        }
        self.cx.join_pending(st, exits, entry_live);
        Some(entering.is_some().then(|| self.interval_of(lp)))
    }

    /// Executes the body and the step of a loop.
    fn rest_of_iteration(&mut self, st: &mut State, lp: Loop) {
        let base = st.live;
        self.block(st, lp.body);
        let continued = self.pending.remove(&continue_label(self.cx.kernel, lp.label)).unwrap_or_default();
        self.cx.join_pending(st, continued, base);
        self.block(st, lp.step);
    }

    /// Steps into a loop that is not unrolled.
    fn enter_loop(&mut self, lp: Loop, counter: TermId, bound: Option<i128>) -> LoopInst {
        let (parent, closed) = (self.cx.loops.last().copied(), Vec::new());
        let record =
            LoopRecord { id: lp.id, parent, counter, bound, span: lp.span, exit: None, closed, induction: None };
        let inst = self.cx.out.loops.push(record);
        self.cx.loops.push(inst);
        self.cx.counters.push(counter);
        self.memory.versions.effects.push(lp.changes.shared.clone());
        inst
    }

    /// What the thread knows at the end of a loop's last iteration of the memory that the loop may change.
    fn interval_of(&mut self, lp: Loop) -> Interval {
        if self.cx.takes_loops_as_opaque() {
            return self.memory.take_interval();
        }
        self.memory.interval.stores_to(&lp.changes.shared)
    }

    fn leave_loop(&mut self) {
        self.cx.loops.pop();
        self.cx.counters.pop();
        self.memory.versions.effects.pop();
    }
}
