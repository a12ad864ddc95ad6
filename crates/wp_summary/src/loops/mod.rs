//! Loops: unrolled, accelerated with closed forms, or havocked.
//!
//! One iteration is first executed on trial with a probe symbol for each variable the loop changes; the relation between
//! probes and results gives the recurrences. Then the loop is executed once for a symbolic counter `k`. What a guard says
//! about iteration `k`: the loop was entered, the continue condition holds at `k`, and (when the loop can be left from within
//! or its condition is not monotone) the reach predicate `r(k)`, which is downward closed in `k`. Nothing is assumed about
//! earlier iterations beyond that, so guards are exact up to the reach predicate.
//!
//! `syntax` reads the loop's text, `solve` makes the trial and finds closed forms, `trip` bounds the number of iterations.

mod bounded;
mod carried;
mod effects;
mod induction;
mod solve;
mod syntax;
mod trip;

pub(crate) use self::carried::{Head, Interval};
pub(crate) use self::effects::Effects;

use self::induction::{Iteration, Unknowns};
use self::syntax::{changed_vars, visit, Loop};

use crate::eval::{range_of, sort_of};
use crate::exec::{continue_label, Exec};
use crate::recurrence::{closed_form, may_step_back, Step};
use crate::state::{join_live, merge_pointers, strip, PtrAlt, State, Target, Value};
use crate::{Axiom, ClosedForm, Fault, LoopPolicy, LoopRecord};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_base::Span;
use wp_kir::{ObjectId, Stmt, StmtKind, Type, VarId};
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

/// Statements that may be executed in unrolled copies, per kernel.
const WORK_LIMIT: usize = 60_000;

/// What one trial iteration showed.
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
    /// Whether a path leaves the loop from within.
    leaves: bool,
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
        let mut entering = self.entering.take();
        let unknown = Effects::default();
        let lp = Loop { id: *id, label: *label, head, cond: *cond, body, step, span: stmt.span, effects: &unknown };
        let effects = self.effects_of(st, &lp);
        let lp = Loop { effects: &effects, ..lp };
        if self.takes_loops_as_opaque() {
            return self.execute_loop(st, lp, entering);
        }
        if self.trial == 0 && !effects.are_none() {
            entering = Some(Interval { stores: self.own_stores.clone(), ..Interval::default() });
        }
        self.forget_changed(&effects);
        self.execute_loop(st, lp, entering);
        self.forget_changed(&effects);
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
        self.accelerate(st, lp, trial, forms, &memory, entering);
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

    fn accelerate(
        &mut self,
        st: &mut State,
        lp: Loop,
        trial: Trial,
        forms: BTreeMap<VarId, Form>,
        memory: &BTreeSet<ObjectId>,
        entering: Option<Interval>,
    ) {
        let entry = st.clone();
        let mut unknowns = Unknowns::default();
        let Settled { forms, wrapped, cond_at_k, mut bound } = self.settle(&entry, &trial, forms, &mut unknowns);
        let first_event = self.out.events.len();
        if self.config.fault == Some(Fault::FirstIterationOnly) {
            bound = Some(0);
        }
        if self.config.fault == Some(Fault::ShortTripCount) {
            bound = bound.map(|b| (b - 2).max(0));
        }

        let k = self.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: bound });
        let record = LoopRecord {
            id: lp.id,
            parent: self.loops.last().copied(),
            counter: k,
            bound,
            span: lp.span,
            exit: None,
            closed: Vec::new(),
            induction: None,
        };
        let inst = self.out.loops.push(record);
        let outer_counters = self.counters.clone();
        let outer_returned = self.returned;
        self.loops.push(inst);
        self.counters.push(k);
        self.effects.push(lp.effects.clone());
        let first_claim = self.out.claims.len();
        if entering.is_some() {
            self.heads.push(Head::at(self.loops.len()));
        }

        // Start of iteration k.
        let mut now = entry.clone();
        now.cells.retain(|(o, _), _| !memory.contains(o));
        let (values, in_range) = self.bind(&entry, &trial, &forms, &wrapped, k, Some(lp.span), &mut unknowns);
        for (v, value) in &values {
            now.set(*v, value.clone());
            if let (Some(Form::Closed(_)), Value::Term(value)) = (forms.get(v), value) {
                let name = self.kernel.vars[*v].name.to_string();
                self.out.loops[inst].closed.push(ClosedForm { name, value: *value });
            }
        }
        for v in forms.keys() {
            if !values.contains_key(v) {
                // It had no value before the loop, but an earlier iteration may have assigned it.
                let name = self.kernel.vars[*v].name.clone();
                let value = self.unknown(&name, self.kernel.vars[*v].ty);
                now.set(*v, value);
            }
        }
        let monotone = !trial.leaves && self.is_monotone(cond_at_k, trial.k);
        let reach = if monotone {
            None
        } else {
            let class = self.reach_class(&trial, &forms);
            Some(self.reach_predicate(class))
        };
        let mut entered = vec![entry.live];
        if let Some(reach) = reach {
            self.reach_axiom(reach, k, cond_at_k, trial.k);
            entered.push(reach);
        } else if !lp.head.is_empty() {
            // The head runs once more than the body: also when the condition has just failed.
            let (zero, one) = (self.terms.int(0), self.terms.int(1));
            let before = self.terms.sub(k, one);
            let map: FxHashMap<TermId, TermId> = [(trial.k, before)].into_iter().collect();
            let held = self.terms.substitute(cond_at_k, &map);
            let first = self.terms.eq(k, zero);
            entered.push(self.terms.or(&[first, held]));
        }
        let entered_live = self.terms.and(&entered);
        if !in_range.is_empty() {
            // The value of iteration k exists only when iteration k - 1 was executed.
            let (zero, one) = (self.terms.int(0), self.terms.int(1));
            let before = self.terms.sub(k, one);
            let map: FxHashMap<TermId, TermId> = [(trial.k, before)].into_iter().collect();
            let held = self.terms.substitute(cond_at_k, &map);
            let first = self.terms.eq(k, zero);
            let computed = self.terms.or(&[first, held]);
            let premise = self.terms.and(&[entered_live, computed]);
            for fact in in_range {
                self.fact(premise, fact);
            }
        }
        now.live = entered_live;
        if trial.leaves && self.returned_in_loop(lp) {
            let gone = self.unknown_term("returned in an earlier iteration", Type::Bool);
            let gone_live = self.terms.and(&[entry.live, gone]);
            self.returned = join_live(self.terms, outer_returned, gone_live);
        }
        let returned_at_head = self.returned;
        let pending_before = self.waiting();
        self.assert_function_wide(&mut now);
        self.block(&mut now, lp.head);
        let cond = self.eval_term(&mut now, lp.cond);
        let not_cond = self.terms.not(cond);
        let mut after_head = now.clone();
        after_head.live = self.terms.and(&[now.live, not_cond]);
        now.live = self.terms.and(&[now.live, cond]);
        let base = now.live;
        self.block(&mut now, lp.body);
        let continued = self.pending.remove(&continue_label(self.kernel, lp.label)).unwrap_or_default();
        self.join_pending(&mut now, continued, base);
        self.block(&mut now, lp.step);
        let returned_here = if self.returned == returned_at_head {
            self.terms.fls()
        } else {
            let r = self.returned;
            strip_disjunct(self.terms, r, returned_at_head)
        };
        if let (Some(reach), 0) = (reach, self.trial) {
            self.completion(reach, cond, now.live, entered_live);
        }
        let carried = entering.map(|entering| {
            let facts = self.claims_since(first_claim);
            self.carry_over(&entering, k, (first_event, first_claim));
            (entering, facts)
        });
        let carried = carried.filter(|_| self.takes_loops_as_opaque());
        let carried = carried.map(|(entering, facts)| (entering, self.take_interval(), facts));
        self.loops.pop();
        self.counters.pop();
        self.effects.pop();
        let iteration = Iteration { entry: &entry, head: entered_live, condition: cond, end: &now, reach, first_event };
        self.record_induction(inst, &trial, &unknowns, &iteration, k);

        // Leaving: the exit iteration x.
        let exit_class = self.reach_class(&trial, &forms);
        let args = vec![Sort::Int; outer_counters.len()];
        let exit_range = Range { lo: Some(0), hi: bound };
        let exit_function = self.terms.func("exit", &args, Sort::Int, exit_class, exit_range);
        self.out.note_shared(exit_function, exit_class);
        let x = self.terms.app(exit_function, &outer_counters);
        self.out.loops[inst].exit = Some(x);
        if let Some(induction) = &mut self.out.loops[inst].induction {
            induction.exit = Some(exit_function);
        }
        if let Some((entering, tail, facts)) = carried {
            if !trial.leaves {
                self.known_behind(lp, entering, tail, (k, x));
            }
            self.facts_behind(facts, (k, x));
        }
        let to_exit: FxHashMap<TermId, TermId> = [(k, x)].into_iter().collect();
        let mut left: Vec<State> = self.pending.remove(&lp.label).unwrap_or_default();
        let mut leaving: Vec<TermId> = vec![not_cond];
        for (label, states) in self.pending.iter_mut() {
            let from = pending_before.get(label).copied().unwrap_or(0);
            for state in states.iter_mut().skip(from) {
                leaving.push(state.live);
                substitute_state(self.terms, state, &entry, &to_exit);
            }
        }
        leaving.extend(left.iter().map(|s| s.live));
        leaving.push(returned_here);
        let returned_at_exit = self.terms.substitute(returned_here, &to_exit);
        self.returned = join_live(self.terms, outer_returned, returned_at_exit);
        substitute_state(self.terms, &mut after_head, &entry, &to_exit);
        for state in &mut left {
            substitute_state(self.terms, state, &entry, &to_exit);
        }
        // When the loop is left only through its condition, everybody who entered comes out.
        if !trial.leaves {
            after_head.live = entry.live;
        }
        self.exit_axioms(exit_function, &outer_counters, x, k, &leaving, cond_at_k, trial.k, entry.live, reach);
        *st = after_head;
        self.join_pending(st, left, entry.live);
        // Whoever entered comes out behind the loop, unless the body also returns or jumps further out.
        if matches!(self.terms.kind(returned_here), Term::Bool(false)) && self.waiting() == pending_before {
            st.live = entry.live;
        }
    }

    /// The forms that the continue condition bears out, with the condition and the bound that follow from them.
    ///
    /// A doubling that may leave its type is unknown. A counter narrower than `int` that may leave its type wraps, which is
    /// no undefined behaviour and so is not assumed away; neither is it of an unsigned one that is counted down without a
    /// condition that keeps it above zero. Sums over counters are unknown then.
    fn settle(
        &mut self,
        entry: &State,
        trial: &Trial,
        mut forms: BTreeMap<VarId, Form>,
        unknowns: &mut Unknowns,
    ) -> Settled {
        let mut wrapped: BTreeSet<VarId> = BTreeSet::new();
        loop {
            let (at_trial, _) = self.bind(entry, trial, &forms, &wrapped, trial.k, None, unknowns);
            let cond_at_k = self.substitute_probes(trial, &at_trial, trial.cond);
            let mut bound = self.trip_bound(cond_at_k, trial.k);
            if self.is_dead(&trial.end) {
                bound = Some(0);
            }
            let doublings = |forms: &BTreeMap<VarId, Form>| {
                forms.values().filter(|f| matches!(f, Form::Closed(Step::Shl(_)))).count()
            };
            let before = doublings(&forms);
            forms = self.check_doubling(entry, forms, cond_at_k, trial.k);
            let mut stable = doublings(&forms) == before;
            let counter = self.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: bound });
            for (&v, form) in &forms {
                let (Form::Closed(step @ (Step::Add(_) | Step::AddLinear(..))), Some(Value::Term(initial))) =
                    (*form, entry.get(v))
                else {
                    continue;
                };
                let Type::Int { bits, signed } = self.kernel.vars[v].ty else { continue };
                // Counting an unsigned variable down past zero ends many a loop. Modulo 2^bits a great step is a backward one.
                let backward = match step {
                    Step::Add(c) if !signed => match *self.terms.kind(c) {
                        Term::Int(c) if c < 0 => {
                            let at_k = closed_form(self.terms, *initial, step, trial.k);
                            !self.stays_above(cond_at_k, at_k, -c)
                        }
                        _ => may_step_back(self.terms, c),
                    },
                    _ => false,
                };
                let assumed = bits >= 32 && !backward && self.config.counters_stay;
                if assumed || wrapped.contains(&v) {
                    continue;
                }
                let t = closed_form(self.terms, *initial, step, counter);
                if !self.terms.range(t).within(bits, signed) {
                    wrapped.insert(v);
                    stable = false;
                }
            }
            if !wrapped.is_empty() {
                for form in forms.values_mut() {
                    if matches!(form, Form::Closed(Step::AddLinear(..))) {
                        *form = Form::Havoc(Class::Thread);
                        stable = false;
                    }
                }
            }
            if !stable {
                continue;
            }
            if self.config.policy != LoopPolicy::Havoc {
                return Settled { forms, wrapped, cond_at_k, bound };
            }
            let forms = self.forget_closed_forms(entry, trial, forms, &wrapped, unknowns);
            let (at_trial, _) = self.bind(entry, trial, &forms, &wrapped, trial.k, None, unknowns);
            let cond_at_k = self.substitute_probes(trial, &at_trial, trial.cond);
            let bound = self.is_dead(&trial.end).then_some(0);
            return Settled { forms, wrapped, cond_at_k, bound };
        }
    }

    fn returned_in_loop(&self, lp: Loop) -> bool {
        let mut found = false;
        visit(&lp, &mut |s| found |= matches!(s.kind, StmtKind::Return));
        found
    }

    /// Values of the changed variables at iteration `k`, and facts that they are in their type's range.
    #[allow(clippy::too_many_arguments)]
    fn bind(
        &mut self,
        entry: &State,
        trial: &Trial,
        forms: &BTreeMap<VarId, Form>,
        wrapped: &BTreeSet<VarId>,
        k: TermId,
        record: Option<Span>,
        unknowns: &mut Unknowns,
    ) -> (BTreeMap<VarId, Value>, Vec<TermId>) {
        let mut values = BTreeMap::new();
        let mut facts = Vec::new();
        for (&v, form) in forms {
            if let (Some(Value::Ptr(a)), Some(Value::Ptr(b))) =
                (entry.get(v), trial.swaps.get(&v).and_then(|&w| entry.get(w)))
            {
                let value = self.alternating(k, a, b);
                values.insert(v, value);
                continue;
            }
            let Some(probe) = trial.probes.get(&v) else { continue };
            let ty = self.kernel.vars[v].ty;
            let Some(before) = entry.get(v).cloned() else { continue };
            let value = match (form, before, *probe) {
                (Form::Closed(step), Value::Term(initial), _) => {
                    let step = &match *step {
                        Step::Add(c) if self.config.fault == Some(Fault::StepSign) => Step::Add(self.terms.neg(c)),
                        step => step,
                    };
                    let mut t = closed_form(self.terms, initial, *step, k);
                    if let Type::Int { bits, signed } = ty {
                        if wrapped.contains(&v) {
                            t = self.terms.wrap(bits, signed, t);
                        } else if !self.terms.range(t).within(bits, signed) && step.may_leave_type() {
                            if record.is_some() {
                                self.assume_code("no-counter-wrap");
                            }
                            let range = range_of(ty);
                            let lo = self.terms.int(range.lo.unwrap_or(0));
                            let hi = self.terms.int(range.hi.unwrap_or(0));
                            facts.push(self.terms.le(lo, t));
                            facts.push(self.terms.le(t, hi));
                        }
                    }
                    Value::Term(t)
                }
                (Form::Closed(step), Value::Ptr(alts), Probe::Pointer(target, _)) => {
                    let offset = closed_form(self.terms, alts[0].offset, *step, k);
                    Value::Ptr(Rc::from([PtrAlt { guard: alts[0].guard, target, offset }]))
                }
                (Form::Havoc(_), Value::Term(initial), _) if self.config.fault == Some(Fault::HavocKeepsInitial) => {
                    Value::Term(initial)
                }
                (Form::Swap(other), before, _) => {
                    let (zero, two) = (self.terms.int(0), self.terms.int(2));
                    let parity = self.terms.modulo(k, two);
                    let even = self.terms.eq(parity, zero);
                    match (before, entry.get(*other).cloned()) {
                        (Value::Term(a), Some(Value::Term(b))) => Value::Term(self.terms.ite(even, a, b)),
                        (Value::Ptr(a), Some(Value::Ptr(b))) => merge_pointers(self.terms, even, &a, &b),
                        _ => self.unknown("exchanged in a loop", ty),
                    }
                }
                (Form::Dead, Value::Term(_), _) => self.unknown(&self.kernel.vars[v].name.clone(), ty),
                (Form::Havoc(class), Value::Term(_), _) => {
                    let name = self.kernel.vars[v].name.clone();
                    if let (Some(span), false) = (record, ty.is_float()) {
                        self.record_approximation(&format!("`{name}` after some iterations of a loop"), span);
                    }
                    Value::Term(unknowns.value(self, v, &name, sort_of(ty), range_of(ty), *class, k))
                }
                (_, Value::Ptr(alts), Probe::Pointer(target, _)) if same_object(&alts, trial.end.get(v), target) => {
                    if let Some(span) = record {
                        self.record_approximation("pointer changed in a loop", span);
                    }
                    let name = self.kernel.vars[v].name.clone();
                    let class = if let Form::Havoc(class) = form { *class } else { Class::Thread };
                    let offset = unknowns.value(self, v, &name, Sort::Int, Range::ALL, class, k);
                    Value::Ptr(Rc::from([PtrAlt { guard: alts[0].guard, target, offset }]))
                }
                _ => {
                    if let Some(span) = record {
                        self.record_approximation("pointer changed in a loop", span);
                    }
                    self.unknown("changed in a loop", ty)
                }
            };
            values.insert(v, value);
        }
        // A pointer without a probe (several targets) that the loop changes is unknown.
        for &v in forms.keys() {
            if let (Some(Value::Ptr(_)), false) = (entry.get(v), values.contains_key(&v)) {
                let value = self.unknown("pointer changed in a loop", Type::Ptr);
                values.insert(v, value);
            }
        }
        (values, facts)
    }

    /// `a` in even iterations, `b` in odd ones.
    fn alternating(&mut self, k: TermId, a: &[PtrAlt], b: &[PtrAlt]) -> Value {
        let (zero, two) = (self.terms.int(0), self.terms.int(2));
        let parity = self.terms.modulo(k, two);
        let even = self.terms.eq(parity, zero);
        merge_pointers(self.terms, even, a, b)
    }

    /// A term over probes, over the values they are bound to.
    fn substitute_probes(&mut self, trial: &Trial, values: &BTreeMap<VarId, Value>, t: TermId) -> TermId {
        let mut map = FxHashMap::default();
        for (v, probe) in &trial.probes {
            match (probe, values.get(v)) {
                (Probe::Scalar(p), Some(Value::Term(t))) => drop(map.insert(*p, *t)),
                (Probe::Pointer(_, p), Some(Value::Ptr(alts))) if alts.len() == 1 => {
                    map.insert(*p, alts[0].offset);
                }
                _ => {}
            }
        }
        self.terms.substitute(t, &map)
    }

    /// What is known of the exit iteration `x`: it is left there, and the one before was completed.
    #[allow(clippy::too_many_arguments)]
    fn exit_axioms(
        &mut self,
        exit: wp_logic::FuncId,
        outer: &[TermId],
        x: TermId,
        k: TermId,
        leaving: &[TermId],
        cond_at_trial: TermId,
        trial_k: TermId,
        entry_live: TermId,
        reach: Option<TermId>,
    ) {
        if self.trial > 0 {
            return;
        }
        let to_exit: FxHashMap<TermId, TermId> = [(k, x)].into_iter().collect();
        let leaving: Vec<TermId> = leaving
            .iter()
            .map(|&l| {
                let l = strip(self.terms, l, entry_live);
                self.terms.substitute(l, &to_exit)
            })
            .collect();
        let left = self.terms.or(&leaving);
        let one = self.terms.int(1);
        let zero = self.terms.int(0);
        let before = self.terms.sub(x, one);
        let to_before: FxHashMap<TermId, TermId> = [(trial_k, before)].into_iter().collect();
        let held = self.terms.substitute(cond_at_trial, &to_before);
        let first = self.terms.eq(x, zero);
        let mut held = vec![held];
        if let Some(Term::App(r, _)) = reach.map(|r| self.terms.kind(r).clone()) {
            if let Some(completion) = self.out.completions.get(&r).map(|axiom| axiom.fact) {
                let to_before: FxHashMap<TermId, TermId> = [(k, before)].into_iter().collect();
                held.push(self.terms.substitute(completion, &to_before));
            }
        }
        let held = self.terms.and(&held);
        let held = self.terms.or(&[first, held]);
        let mut all = vec![left, held];
        all.extend(reach.map(|r| self.terms.substitute(r, &to_exit)));
        let both = self.terms.and(&all);
        let fact = self.terms.implies(entry_live, both);
        self.out.axioms.entry(exit).or_default().push(Axiom { formals: outer.to_vec(), fact });
    }
}

impl Probe {
    fn symbol(self) -> TermId {
        match self {
            Probe::Scalar(t) | Probe::Pointer(_, t) => t,
        }
    }
}

/// Whether every value of a pointer in the loop stays in the object it had before.
fn same_object(before: &[PtrAlt], after: Option<&Value>, target: Target) -> bool {
    before.len() == 1 && matches!(after, Some(Value::Ptr(alts)) if alts.iter().all(|alt| alt.target == target))
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
        if value == before {
            continue;
        }
        match value {
            Some(Value::Term(t)) => *t = terms.substitute(*t, map),
            Some(Value::Ptr(alts)) => {
                let new: Vec<PtrAlt> = alts
                    .iter()
                    .map(|alt| PtrAlt {
                        guard: terms.substitute(alt.guard, map),
                        target: alt.target,
                        offset: terms.substitute(alt.offset, map),
                    })
                    .collect();
                *alts = Rc::from(new);
            }
            None => {}
        }
    }
    for (_, value) in state.cells.values_mut() {
        match value {
            Value::Term(t) => *t = terms.substitute(*t, map),
            Value::Ptr(alts) => {
                let new: Vec<PtrAlt> = alts
                    .iter()
                    .map(|alt| PtrAlt {
                        guard: terms.substitute(alt.guard, map),
                        target: alt.target,
                        offset: terms.substitute(alt.offset, map),
                    })
                    .collect();
                *alts = Rc::from(new);
            }
        }
    }
}
