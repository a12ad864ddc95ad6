//! A loop executed once, for a symbolic counter, and left at the exit iteration.

use super::forms::At;
use super::induction::{Iteration, Unknowns};
use super::syntax::Loop;
use super::trial::{Form, Settled, Trial};
use super::trip::linear_le;
use crate::context::Context;
use crate::exec::Exec;
use crate::memory::heads::{known_behind, Head};
use crate::memory::interval::{may_store, Interval};
use crate::state::{join_live, strip, State, Value};
use crate::{seeded, ClosedForm, Fact, LoopInst};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_kir::{any_stmt, Block, LabelId, StmtKind, Type, VarId};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId, Terms};

/// A loop in the course of its execution.
struct Run<'l> {
    lp: Loop<'l>,
    trial: &'l Trial,
    settled: Settled,
    inst: LoopInst,
    /// The counter.
    k: TermId,
    /// State before the loop.
    entry: State,
    /// Counters of the loops around this one.
    outer_counters: Vec<TermId>,
    /// The condition under which the kernel has been left before the loop.
    outer_returned: TermId,
    /// The first event and the first claim of the loop.
    first: (usize, usize),
    /// The condition that iteration `k` is reached, if the continue condition at `k` does not imply it.
    reach: Option<TermId>,
}

/// The state that the one symbolic iteration left.
struct Executed {
    /// The condition under which the iteration begins.
    entered: TermId,
    /// The continue condition behind the head.
    condition: TermId,
    /// State behind the head where the condition fails.
    after_head: State,
    /// State at the end of the iteration.
    end: State,
    /// The condition under which the kernel is left in the iteration.
    returned: TermId,
    /// The number of states that waited at each label before the iteration.
    waiting: BTreeMap<LabelId, usize>,
}

/// What is carried behind the loop: the interval before it, the one of the last iteration, and what held throughout.
type Carried = (Interval, Interval, Vec<Fact>);

impl Exec<'_> {
    pub(super) fn accelerate(
        &mut self,
        st: &mut State,
        lp: Loop,
        trial: &Trial,
        forms: BTreeMap<VarId, Form>,
        entering: Option<Interval>,
    ) -> Option<Interval> {
        let mut unknowns = Unknowns::default();
        let settled = self.cx.settle(st, trial, forms, &mut unknowns);
        let mut run = self.begin(st, lp, trial, settled, entering.is_some());
        let now = self.cx.start_of_iteration(&mut run, &mut unknowns);
        let done = self.iteration(&run, now);
        if let (Some(reach), 0) = (run.reach, self.cx.trial) {
            self.cx.completion(reach, done.condition, done.end.live, done.entered);
        }
        let carried = entering.map(|entering| {
            let claims = self.cx.claims_since(run.first.1);
            let head = self.memory.heads.pop();
            let tail = self.interval_of(lp);
            if let Some(head) = head {
                head.carry_over(&mut self.cx, &entering, &tail, run.k);
                self.cx.carry_claims(&claims, run.k, run.first.0);
            }
            (entering, tail, claims)
        });
        self.leave_loop();
        let iteration = Iteration {
            entry: &run.entry,
            head: done.entered,
            condition: done.condition,
            end: &done.end,
            reach: run.reach,
            first_event: run.first.0,
        };
        self.cx.record_induction(run.inst, trial, &unknowns, &iteration, run.k);
        let (behind, known) = self.leave(&run, done, carried);
        *st = behind;
        known
    }

    /// Records the loop and steps into it.
    fn begin<'l>(&mut self, st: &State, lp: Loop<'l>, trial: &'l Trial, mut settled: Settled, enters: bool) -> Run<'l> {
        let first_event = self.cx.out.events.len();
        if seeded!(self.cx.config.fault, FirstIterationOnly) {
            settled.bound = Some(0);
        }
        if seeded!(self.cx.config.fault, ShortTripCount) {
            settled.bound = settled.bound.map(|b| (b - 2).max(0));
        }
        let bound = settled.bound;
        let k = self.cx.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: bound });
        let (outer_counters, outer_returned) = (self.cx.counters.clone(), self.cx.returned);
        let inst = self.enter_loop(lp, k, bound);
        if enters {
            self.memory.heads.push(Head::at(self.cx.loops.len()));
        }
        let first = (first_event, self.cx.out.claims.len());
        Run { lp, trial, settled, inst, k, entry: st.clone(), outer_counters, outer_returned, first, reach: None }
    }

    /// Executes iteration `k`.
    fn iteration(&mut self, run: &Run, mut now: State) -> Executed {
        let (lp, entered) = (run.lp, now.live);
        let returned_at_head = self.cx.returned;
        let waiting = self.waiting();
        self.assert_function_wide(&mut now);
        self.block(&mut now, lp.head);
        let condition = self.eval_term(&mut now, lp.cond);
        let not_cond = self.cx.terms.not(condition);
        let mut after_head = now.clone();
        after_head.live = self.cx.terms.and(&[now.live, not_cond]);
        now.live = self.cx.terms.and(&[now.live, condition]);
        self.rest_of_iteration(&mut now, lp);
        let returned = if self.cx.returned == returned_at_head {
            self.cx.terms.fls()
        } else {
            let r = self.cx.returned;
            strip_disjunct(self.cx.terms, r, returned_at_head)
        };
        Executed { entered, condition, after_head, end: now, returned, waiting }
    }

    /// The state behind the loop, which is left in the exit iteration `x`.
    fn leave(&mut self, run: &Run, done: Executed, carried: Option<Carried>) -> (State, Option<Interval>) {
        let (lp, k) = (run.lp, run.k);
        let exit_class = self.cx.reach_class(run.trial, &run.settled.forms);
        let args = vec![Sort::Int; run.outer_counters.len()];
        let exit_range = Range { lo: Some(0), hi: run.settled.bound };
        let exit = self.cx.terms.func("exit", &args, Sort::Int, exit_class, exit_range);
        self.cx.out.functions.note_shared(exit, exit_class);
        let x = self.cx.terms.app(exit, &run.outer_counters);
        self.cx.out.loops[run.inst].exit = Some(x);
        // A loop around this one sees that each of its iterations changes a variable by the same amount. Elsewhere the
        // facts about the exit iteration serve better than its value, a conditional.
        let count = if self.cx.trial > 0 { self.cx.trip_count(run) } else { None };
        let exit_at = count.unwrap_or(x);
        if let Some(induction) = &mut self.cx.out.loops[run.inst].induction {
            induction.exit = Some(exit);
        }
        let mut known = None;
        if let Some((entering, tail, facts)) = carried {
            if !run.trial.leaves && !may_store(lp.head) {
                known = Some(known_behind(&mut self.cx, entering, tail, (k, x)));
            }
            self.cx.facts_behind(facts, (k, x));
        }
        let to_exit: FxHashMap<TermId, TermId> = [(k, exit_at)].into_iter().collect();
        let mut left: Vec<State> = self.pending.remove(&lp.label).unwrap_or_default();
        let mut leaving: Vec<TermId> = vec![self.cx.terms.not(done.condition)];
        for (label, states) in self.pending.iter_mut() {
            let from = done.waiting.get(label).copied().unwrap_or(0);
            for state in states.iter_mut().skip(from) {
                leaving.push(state.live);
                substitute_state(self.cx.terms, state, &run.entry, &to_exit);
            }
        }
        leaving.extend(left.iter().map(|s| s.live));
        leaving.push(done.returned);
        let returned_at_exit = self.cx.terms.substitute(done.returned, &to_exit);
        self.cx.returned = join_live(self.cx.terms, run.outer_returned, returned_at_exit);
        let mut behind = done.after_head;
        substitute_state(self.cx.terms, &mut behind, &run.entry, &to_exit);
        for state in &mut left {
            substitute_state(self.cx.terms, state, &run.entry, &to_exit);
        }
        // When the loop is left only through its condition, every thread that entered comes out.
        if !run.trial.leaves {
            behind.live = run.entry.live;
        }
        self.cx.exit_axioms(run, exit, x, &leaving);
        self.cx.join_pending(&mut behind, left, run.entry.live);
        // A thread that entered comes out behind the loop, unless the body also returns or jumps further out.
        if matches!(self.cx.terms.kind(done.returned), Term::Bool(false)) && self.waiting() == done.waiting {
            behind.live = run.entry.live;
        }
        (behind, known)
    }
}

impl Context<'_> {
    /// The state in which iteration `k` begins.
    fn start_of_iteration(&mut self, run: &mut Run, unknowns: &mut Unknowns) -> State {
        let mut now = run.entry.clone();
        now.cells.retain(|(o, _), _| !run.lp.changes.private.contains(o));
        let Settled { forms, wrapped, .. } = &run.settled;
        let at = At { entry: &run.entry, trial: run.trial, forms, wrapped, k: run.k, record: Some(run.lp.span) };
        let (values, in_range) = self.bind(&at, unknowns);
        for (v, value) in &values {
            now.set(*v, value.clone());
            if let (Some(Form::Closed(_)), Value::Term(value)) = (forms.get(v), value) {
                let name = self.kernel.vars[*v].name.to_string();
                self.out.loops[run.inst].closed.push(ClosedForm { name, value: *value });
            }
        }
        for v in forms.keys() {
            if !values.contains_key(v) {
                // The variable had no value before the loop, but an earlier iteration may have assigned it.
                let name = self.kernel.vars[*v].name.clone();
                let value = self.unknown(&name, self.kernel.vars[*v].ty);
                now.set(*v, value);
            }
        }
        now.live = self.entered(run);
        if !in_range.is_empty() {
            // The value of iteration k exists only when iteration k - 1 was executed.
            let computed = self.held_before(run);
            let premise = self.terms.and(&[now.live, computed]);
            for fact in in_range {
                self.fact(premise, fact);
            }
        }
        let returns = |block: &&Block| any_stmt(block, &|stmt| matches!(stmt, StmtKind::Return));
        if run.trial.leaves && [run.lp.head, run.lp.body, run.lp.step].iter().any(returns) {
            let gone = self.unknown_term("returned in an earlier iteration", Type::Bool);
            let gone_live = self.terms.and(&[run.entry.live, gone]);
            self.returned = join_live(self.terms, run.outer_returned, gone_live);
        }
        now
    }

    /// The condition under which iteration `k` begins.
    fn entered(&mut self, run: &mut Run) -> TermId {
        let (trial, cond_at_k) = (run.trial, run.settled.cond_at_k);
        let mut entered = vec![run.entry.live];
        if trial.leaves || !self.is_monotone(cond_at_k, trial.k) {
            let class = self.reach_class(trial, &run.settled.forms);
            let reach = self.reach_predicate(class);
            run.reach = Some(reach);
            self.reach_axiom(reach, run.k, cond_at_k, trial.k);
            entered.push(reach);
        } else if !run.lp.head.is_empty() {
            // The head runs once more than the body: also when the condition has just failed.
            entered.push(self.held_before(run));
        }
        self.terms.and(&entered)
    }

    /// This is the first iteration, or the continue condition held in the one before.
    fn held_before(&mut self, run: &Run) -> TermId {
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let before = self.terms.sub(run.k, one);
        let map: FxHashMap<TermId, TermId> = [(run.trial.k, before)].into_iter().collect();
        let held = self.terms.substitute(run.settled.cond_at_k, &map);
        let first = self.terms.eq(run.k, zero);
        self.terms.or(&[first, held])
    }

    /// The number of iterations of a loop that is left only where `a + k <= 0` fails: `max(0, 1 - a)`.
    fn trip_count(&mut self, run: &Run) -> Option<TermId> {
        if run.trial.leaves {
            return None;
        }
        let [condition] = self.terms.conjuncts(run.settled.cond_at_k)[..] else { return None };
        let (a, _) = linear_le(self.terms, condition, run.trial.k).filter(|&(_, b)| self.terms.as_int(b) == Some(1))?;
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let count = self.terms.sub(one, a);
        Some(self.terms.max(zero, count))
    }

    /// The facts about the exit iteration `x`: it is left there, and the one before was completed.
    fn exit_axioms(&mut self, run: &Run, exit: FuncId, x: TermId, leaving: &[TermId]) {
        if self.trial > 0 {
            return;
        }
        let to_exit: FxHashMap<TermId, TermId> = [(run.k, x)].into_iter().collect();
        let leaving: Vec<TermId> = leaving
            .iter()
            .map(|&l| {
                let l = strip(self.terms, l, run.entry.live);
                self.terms.substitute(l, &to_exit)
            })
            .collect();
        let left = self.terms.or(&leaving);
        let one = self.terms.int(1);
        let zero = self.terms.int(0);
        let before = self.terms.sub(x, one);
        let to_before: FxHashMap<TermId, TermId> = [(run.trial.k, before)].into_iter().collect();
        let held = self.terms.substitute(run.settled.cond_at_k, &to_before);
        let first = self.terms.eq(x, zero);
        let mut held = vec![held];
        if let Some(Term::App(r, _)) = run.reach.map(|r| self.terms.kind(r).clone()) {
            if let Some(completion) = self.out.axioms.completions.get(&r).map(|axiom| axiom.fact) {
                let to_before: FxHashMap<TermId, TermId> = [(run.k, before)].into_iter().collect();
                held.push(self.terms.substitute(completion, &to_before));
            }
        }
        let held = self.terms.and(&held);
        let held = self.terms.or(&[first, held]);
        let mut all = vec![left, held];
        all.extend(run.reach.map(|r| self.terms.substitute(r, &to_exit)));
        let both = self.terms.and(&all);
        let fact = self.terms.implies(run.entry.live, both);
        self.out.axioms.add(exit, run.outer_counters.clone(), fact);
    }
}

/// `or(a, b)` without the disjunct `base`: what was added to it.
fn strip_disjunct(terms: &mut Terms, t: TermId, base: TermId) -> TermId {
    if let Term::Bool(false) = terms.kind(base) {
        return t;
    }
    match terms.kind(t).clone() {
        Term::Or(items) => {
            let rest: Vec<TermId> = items.iter().copied().filter(|&i| i != base).collect();
            terms.or(&rest)
        }
        _ => t,
    }
}

/// Replaces the counter by the exit iteration in everything that differs from the state before the loop.
fn substitute_state(terms: &mut Terms, state: &mut State, entry: &State, map: &FxHashMap<TermId, TermId>) {
    state.live = terms.substitute(state.live, map);
    for (value, before) in state.env.iter_mut().zip(&entry.env) {
        if let Some(changed) = value.as_mut().filter(|value| before.as_ref() != Some(value)) {
            changed.substitute(terms, map);
        }
    }
    state.snapshots.retain(|object, taken| entry.snapshots.get(object) == Some(taken));
    state.cells.values_mut().for_each(|(_, value)| value.substitute(terms, map));
}
