//! Loops: unrolled, accelerated with closed forms, or havocked.
//!
//! One iteration is first executed on trial with a probe symbol for each variable that the loop changes; the relation
//! between probes and results gives the recurrences. Then the loop is executed once for a symbolic counter `k`. The
//! guard of iteration `k` states: the loop was entered, the continue condition holds at `k`, and (if the loop can be
//! left from within or its condition is not monotone) the reach predicate `r(k)`, which is downward closed in `k`.
//! Guards state nothing else about earlier iterations, so they are exact up to the reach predicate.
//!
//! `syntax` reads the loop's text, `solve` makes the trial and finds closed forms, `forms` binds the variables to them,
//! `trip` bounds the number of iterations, `accelerate` executes the one iteration and leaves the loop.

mod accelerate;
mod bounded;
mod carried;
mod effects;
mod forms;
mod induction;
mod solve;
mod syntax;
mod trip;

pub(crate) use self::carried::{Head, Interval};
pub(crate) use self::effects::Effects;

use self::syntax::{changed_vars, Loop};
use crate::exec::{continue_label, Exec};
use crate::recurrence::Step;
use crate::state::{State, Target};
use crate::{Fault, LoopPolicy};
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{snapshots_of, Stmt, StmtKind, VarId};
use wp_logic::{Class, Term, TermId};

/// Statements that may be executed in unrolled copies, per kernel.
const WORK_LIMIT: usize = 60_000;

/// The result of one trial iteration.
struct Trial {
    /// Probe symbol of each changed variable that had a value before the loop.
    probes: BTreeMap<VarId, Probe>,
    /// Values of the probed numbers before the loop.
    initial: BTreeMap<VarId, TermId>,
    /// Counter symbol of the trial.
    k: TermId,
    /// State at the end of the iteration; dead when no path completes it.
    end: State,
    /// Continue condition over probes.
    cond: TermId,
    /// True if a path leaves the loop from within.
    leaves: bool,
    /// Probes of the variables that decide when the loop ends: its counters.
    deciding: BTreeSet<TermId>,
    /// Probes whose value the iteration read before assigning the variable.
    read: BTreeSet<TermId>,
    /// Pointers into two objects that every iteration exchanges; they have no probe.
    swaps: BTreeMap<VarId, VarId>,
}

/// Forms of the changed variables with what follows from them.
struct Settled {
    forms: BTreeMap<VarId, Form>,
    /// Counters that wrap around in their type.
    wrapped: BTreeSet<VarId>,
    /// Continue condition at the counter of the trial.
    cond_at_k: TermId,
    /// Greatest number of completed iterations, if known.
    bound: Option<i128>,
}

/// The probe of a variable.
#[derive(Clone, Copy)]
enum Probe {
    /// Value as a term.
    Scalar(TermId),
    /// Byte offset in a known object.
    Pointer(Target, TermId),
}

/// The form of a variable at the start of iteration `k`.
#[derive(Clone, Copy)]
enum Form {
    /// From `Value` before the loop, by a recognised step.
    Closed(Step),
    /// Exchanged with another variable in every iteration.
    Swap(VarId),
    /// Unknown in every iteration.
    Havoc(Class),
    /// Assigned before it is read in every iteration: unknown, but only what follows the loop can see it.
    Dead,
}

impl Exec<'_> {
    pub(crate) fn loop_stmt(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Loop { id, label, head, cond, body, step, .. } = &stmt.kind else { return };
        // Few kernels take any.
        let taken: BTreeSet<_> = match self.snapshot_objects.is_empty() {
            true => BTreeSet::new(),
            false => [head, body, step].into_iter().flat_map(snapshots_of).collect(),
        };
        self.forget_snapshots(st, &taken);
        let mut entering = self.entering.take();
        let unknown = Effects::default();
        let lp = Loop { id: *id, label: *label, head, cond: *cond, body, step, span: stmt.span, effects: &unknown };
        let effects = self.effects_of(st, &lp);
        let lp = Loop { effects: &effects, ..lp };
        if self.takes_loops_as_opaque() {
            self.execute_loop(st, lp, entering);
        } else {
            if self.trial == 0 && !effects.are_none() {
                entering = Some(Interval { stores: self.own_stores.clone(), ..Interval::default() });
            }
            self.forget_changed(&effects);
            self.execute_loop(st, lp, entering);
            self.forget_changed(&effects);
        }
        self.forget_snapshots(st, &taken);
    }

    fn execute_loop(&mut self, st: &mut State, lp: Loop, entering: Option<Interval>) {
        if let LoopPolicy::Bounded(limit) = self.config.policy {
            return self.bounded(st, lp, limit);
        }
        let changed = changed_vars(&lp);
        let memory = self.changed_private(st, &lp, &changed);
        let may_unroll = self.work < WORK_LIMIT && self.out.events.len() < self.config.event_limit;
        if self.config.policy == LoopPolicy::UnrollFirst && may_unroll && self.unroll(st, lp, &entering) {
            return;
        }
        let trial = self.trial_of(st, lp, &changed, &memory);
        let forms = self.solve(st, &trial, &changed);
        let affine = forms.values().all(|f| matches!(f, Form::Closed(Step::Same | Step::Add(_))))
            || self.only_irrelevant_havoc(&forms);
        let forget = self.config.policy == LoopPolicy::Havoc;
        if !affine && !forget && may_unroll && self.unroll(st, lp, &entering) {
            return;
        }
        self.accelerate(st, lp, &trial, forms, &memory, entering);
    }

    /// Executes the loop iteration by iteration as long as the continue condition is a constant. Undone when it is not
    /// within the limit.
    fn unroll(&mut self, st: &mut State, lp: Loop, entering: &Option<Interval>) -> bool {
        let saved = (st.clone(), self.pending.clone(), self.returned);
        let (events, facts, claims) = (self.out.events.len(), self.out.facts.len(), self.out.claims.len());
        if self.takes_loops_as_opaque() {
            self.set_interval(entering.clone().unwrap_or_default());
        }
        let entry_live = st.live;
        let mut exits: Vec<State> = Vec::new();
        for count in 0.. {
            self.assert_function_wide(st);
            self.block(st, lp.head);
            if self.is_dead(st) {
                break;
            }
            let c = self.eval_term(st, lp.cond);
            match self.terms.kind(c) {
                Term::Bool(false) => break,
                Term::Bool(true) if count < self.config.unroll_limit && self.within_limits() => {}
                _ => {
                    (*st, self.pending, self.returned) = saved;
                    // Other entries of the summary are only what is known of symbols, used or not.
                    self.out.events.truncate(events);
                    self.out.facts.truncate(facts);
                    self.out.claims.truncate(claims);
                    self.forget_changed(lp.effects);
                    return false;
                }
            }
            if self.config.fault == Some(Fault::FirstIterationOnly) && count > 0 {
                break;
            }
            let iteration_live = st.live;
            self.block(st, lp.body);
            let continued = self.pending.remove(&continue_label(self.kernel, lp.label)).unwrap_or_default();
            self.join_pending(st, continued, iteration_live);
            self.block(st, lp.step);
            exits.extend(self.pending.remove(&lp.label).unwrap_or_default());
        }
        self.join_pending(st, exits, entry_live);
        if self.takes_loops_as_opaque() && entering.is_some() {
            self.leaving = Some(self.take_interval());
        }
        true
    }

    fn within_limits(&self) -> bool {
        self.work < WORK_LIMIT && self.out.events.len() < self.config.event_limit
    }
}

impl Trial {
    /// True if the loop's end hangs on the variable.
    fn decides(&self, v: VarId) -> bool {
        self.probes.get(&v).is_some_and(|p| self.deciding.contains(&p.symbol()))
    }
}

impl Probe {
    fn symbol(self) -> TermId {
        match self {
            Probe::Scalar(t) | Probe::Pointer(_, t) => t,
        }
    }
}
