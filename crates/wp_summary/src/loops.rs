//! Loops: unrolled, accelerated with closed forms, or havocked.
//!
//! One iteration is first executed on trial with a probe symbol for each variable the loop changes; the relation between
//! probes and results gives the recurrences. Then the loop is executed once for a symbolic counter `k`. What a guard says
//! about iteration `k`: the loop was entered, the continue condition holds at `k`, and (when the loop can be left from within
//! or its condition is not monotone) the reach predicate `r(k)`, which is downward closed in `k`. Nothing is assumed about
//! earlier iterations beyond that, so guards are exact up to the reach predicate.

use crate::eval::{range_of, sort_of};
use crate::exec::{continue_label, Exec};
use crate::recurrence::{closed_form, recognise, Step};
use crate::state::{join_live, merge_pointers, strip, PtrAlt, State, Target, Value};
use crate::summary::join_class;
use crate::{Axiom, Fault, LoopPolicy, LoopRecord};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_base::{Id, Span};
use wp_kir::{Block, ExprId, ExprKind, LabelId, LoopId, ObjectId, Space, Stmt, StmtKind, Type, VarId};
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

/// Statements that may be executed in unrolled copies, per kernel.
const WORK_LIMIT: usize = 60_000;

/// The parts of a loop statement.
#[derive(Clone, Copy)]
struct Loop<'k> {
    id: LoopId,
    label: LabelId,
    head: &'k Block,
    cond: ExprId,
    body: &'k Block,
    step: &'k Block,
    span: Span,
}

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
        let lp = Loop { id: *id, label: *label, head, cond: *cond, body, step, span: stmt.span };
        let changed = changed_vars(&lp);
        let memory = self.changed_private(&lp);
        let may_unroll = self.work < WORK_LIMIT && self.out.events.len() < self.config.event_limit;
        if self.config.policy == LoopPolicy::UnrollFirst && may_unroll && self.unroll(st, lp) {
            return;
        }
        let trial = self.trial_iteration(st, lp, &changed, &memory);
        let forms = self.solve(st, &trial, &changed);
        let affine = forms.values().all(|f| matches!(f, Form::Closed(Step::Same | Step::Add(_))))
            || self.only_irrelevant_havoc(&forms);
        if !affine && may_unroll && self.unroll(st, lp) {
            return;
        }
        self.accelerate(st, lp, trial, forms, &memory);
    }

    /// Executes the loop iteration by iteration as long as the continue condition is a constant. Undone when it is not
    /// within the limit.
    fn unroll(&mut self, st: &mut State, lp: Loop) -> bool {
        let saved = (st.clone(), self.pending.clone(), self.returned);
        let (events, facts) = (self.out.events.len(), self.out.facts.len());
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
        true
    }

    fn within_limits(&self) -> bool {
        self.work < WORK_LIMIT && self.out.events.len() < self.config.event_limit
    }

    /// Private objects that the loop may store to; all of them when a store's target is not obvious.
    fn changed_private(&self, lp: &Loop) -> BTreeSet<ObjectId> {
        let mut stores = false;
        visit(lp, &mut |s| stores |= matches!(s.kind, StmtKind::Store { .. } | StmtKind::Atomic { .. }));
        if !stores {
            return BTreeSet::new();
        }
        let private =
            self.kernel.objects.iter().filter(|(_, o)| o.space == Space::Private).map(|(id, _)| id).collect();
        let mut named = BTreeSet::new();
        let mut obvious = true;
        visit(lp, &mut |s| {
            if let StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } = &s.kind {
                match root_object(self.kernel, *ptr) {
                    Some(o) => drop(named.insert(o)),
                    None => obvious = false,
                }
            }
        });
        if obvious {
            named
        } else {
            private
        }
    }

    /// Executes one iteration from probes, without recording anything.
    fn trial_iteration(
        &mut self,
        st: &State,
        lp: Loop,
        changed: &BTreeSet<VarId>,
        memory: &BTreeSet<ObjectId>,
    ) -> Trial {
        self.trial += 1;
        let saved_pending = std::mem::take(&mut self.pending);
        let saved_returned = self.returned;
        let k = self.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: None });
        let record =
            LoopRecord { id: lp.id, parent: self.loops.last().copied(), counter: k, bound: None, span: lp.span };
        let inst = self.out.loops.push(record);
        self.loops.push(inst);
        self.counters.push(k);
        let mut now = st.clone();
        let mut probes = BTreeMap::new();
        for &v in changed {
            let ty = self.kernel.vars[v].ty;
            let name = self.kernel.vars[v].name.clone();
            match st.get(v) {
                None => {}
                Some(Value::Term(_)) => {
                    let p = self.terms.sym(&name, sort_of(ty), Class::Thread, range_of(ty));
                    probes.insert(v, Probe::Scalar(p));
                    now.set(v, Value::Term(p));
                }
                Some(Value::Ptr(alts)) => match &alts[..] {
                    [alt] if alt.target != Target::Unknown => {
                        let p = self.terms.sym(&name, Sort::Int, Class::Thread, Range::ALL);
                        let (guard, target) = (alt.guard, alt.target);
                        probes.insert(v, Probe::Pointer(target, p));
                        now.set(v, Value::Ptr(Rc::from([PtrAlt { guard, target, offset: p }])));
                    }
                    _ => {
                        let unknown = self.unknown("pointer changed in a loop", ty);
                        now.set(v, unknown);
                    }
                },
            }
        }
        now.cells.retain(|(o, _), _| !memory.contains(o));
        self.block(&mut now, lp.head);
        let cond = self.eval_term(&mut now, lp.cond);
        let base = self.terms.and(&[now.live, cond]);
        now.live = base;
        self.block(&mut now, lp.body);
        let continued = self.pending.remove(&continue_label(self.kernel, lp.label)).unwrap_or_default();
        self.join_pending(&mut now, continued, base);
        self.block(&mut now, lp.step);
        let leaves = self.pending.values().any(|p| !p.is_empty()) || self.returned != saved_returned;
        self.pending = saved_pending;
        self.returned = saved_returned;
        self.loops.pop();
        self.counters.pop();
        self.trial -= 1;
        let read = probes.values().map(|p| p.symbol()).filter(|p| self.probe_reads.contains(p)).collect();
        let initial = probes
            .iter()
            .filter_map(|(&v, _)| match st.get(v) {
                Some(Value::Term(t)) => Some((v, *t)),
                _ => None,
            })
            .collect();
        Trial { probes, initial, k, end: now, cond, leaves, read }
    }

    /// Finds the form of every changed variable, in rounds: a step may use what earlier rounds solved.
    fn solve(&mut self, st: &State, trial: &Trial, changed: &BTreeSet<VarId>) -> BTreeMap<VarId, Form> {
        let mut forms: BTreeMap<VarId, Form> = BTreeMap::new();
        let mut solved: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open: Vec<VarId> = trial.probes.keys().copied().collect();
        let dead = self.is_dead(&trial.end);
        loop {
            let before = open.len();
            let mut still = Vec::new();
            for &v in &open {
                let ty = self.kernel.vars[v].ty;
                let Some((probe, initial, next)) = self.recurrence_of(st, trial, v) else {
                    still.push(v);
                    continue;
                };
                if dead {
                    // No iteration is completed, so only the first one exists.
                    forms.insert(v, Form::Closed(Step::Same));
                    solved.insert(probe, initial);
                    continue;
                }
                let next = self.terms.substitute(next, &solved);
                let unsolved: BTreeSet<TermId> = trial.probes.values().map(|p| p.symbol()).collect();
                let k = trial.k;
                let invariant = |terms: &Terms, t: TermId| {
                    let apps = terms.apps(&[t]);
                    !apps.iter().any(|a| *a == k || unsolved.contains(a) || depends_on(terms, *a, k))
                };
                let int_type = if ty == Type::Ptr { Type::Int { bits: 64, signed: true } } else { ty };
                match recognise(self.terms, probe, initial, next, int_type, k, &invariant) {
                    Some(step) if self.step_is_safe(step, initial, ty) => {
                        let form = closed_form(self.terms, initial, step, k);
                        solved.insert(probe, form);
                        forms.insert(v, Form::Closed(step));
                    }
                    _ => still.push(v),
                }
            }
            open = still;
            if open.len() == before && self.solve_swaps(st, trial, &mut open, &mut forms, &mut solved) {
                continue;
            }
            if open.len() == before || open.is_empty() {
                break;
            }
        }
        // Who shares a havocked variable: optimistic start, raised until stable.
        let mut classes: BTreeMap<VarId, Class> = open.iter().map(|&v| (v, Class::Launch)).collect();
        loop {
            let mut stable = true;
            for &v in &open {
                let new = match self.recurrence_of(st, trial, v) {
                    None => Class::Thread,
                    Some((_, initial, next)) => {
                        let next = self.terms.substitute(next, &solved);
                        let of_next = self.class_with(trial, &classes, &[next]);
                        join_class(self.class_of(&[initial]), of_next)
                    }
                };
                let entry = classes.entry(v).or_insert(Class::Launch);
                if join_class(*entry, new) != *entry {
                    *entry = join_class(*entry, new);
                    stable = false;
                }
            }
            if stable {
                break;
            }
        }
        for v in open {
            let unread = trial.probes.get(&v).is_some_and(|p| !trial.read.contains(&p.symbol()));
            forms.insert(v, if unread { Form::Dead } else { Form::Havoc(classes[&v]) });
        }
        for &v in changed {
            forms.entry(v).or_insert(Form::Havoc(Class::Thread));
        }
        forms
    }

    /// Finds pairs of variables that an iteration exchanges (double buffering).
    fn solve_swaps(
        &mut self,
        st: &State,
        trial: &Trial,
        open: &mut Vec<VarId>,
        forms: &mut BTreeMap<VarId, Form>,
        solved: &mut FxHashMap<TermId, TermId>,
    ) -> bool {
        let becomes = |v: VarId, w: VarId| match (trial.end.get(v), trial.probes.get(&w)) {
            (Some(Value::Term(t)), Some(Probe::Scalar(p))) => t == p,
            (Some(Value::Ptr(alts)), Some(Probe::Pointer(target, p))) => {
                matches!(&alts[..], [alt] if alt.target == *target && alt.offset == *p)
            }
            _ => false,
        };
        let pairs = open.iter().flat_map(|&v| open.iter().map(move |&w| (v, w)));
        let Some((v, w)) = pairs.into_iter().find(|&(v, w)| v < w && becomes(v, w) && becomes(w, v)) else {
            return false;
        };
        for (v, w) in [(v, w), (w, v)] {
            forms.insert(v, Form::Swap(w));
            if let (Some(Value::Term(even)), Some(Value::Term(odd)), Some(Probe::Scalar(p))) =
                (st.get(v), st.get(w), trial.probes.get(&v))
            {
                let form = closed_form(self.terms, *even, Step::Alternate(*odd), trial.k);
                solved.insert(*p, form);
            }
        }
        open.retain(|&o| o != v && o != w);
        true
    }

    /// Probe, initial value and value after one iteration, when all are numbers (or offsets in one object).
    fn recurrence_of(&self, st: &State, trial: &Trial, v: VarId) -> Option<(TermId, TermId, TermId)> {
        match (*trial.probes.get(&v)?, st.get(v)?, trial.end.get(v)?) {
            (Probe::Scalar(p), Value::Term(initial), Value::Term(next)) => Some((p, *initial, *next)),
            (Probe::Pointer(target, p), Value::Ptr(initial), Value::Ptr(next)) => match (&initial[..], &next[..]) {
                ([i], [n]) if i.target == target && n.target == target => Some((p, i.offset, n.offset)),
                _ => None,
            },
            _ => None,
        }
    }

    fn class_with(&self, trial: &Trial, classes: &BTreeMap<VarId, Class>, roots: &[TermId]) -> Class {
        let mut class = Class::Launch;
        let counters: BTreeSet<TermId> = self.out.loops.values().map(|l| l.counter).collect();
        for app in self.terms.apps(roots) {
            if app == trial.k || counters.contains(&app) {
                continue;
            }
            let probe = trial.probes.iter().find(|(_, p)| p.symbol() == app).map(|(v, _)| *v);
            class = match probe {
                Some(v) => join_class(class, classes.get(&v).copied().unwrap_or(Class::Thread)),
                None => match self.terms.kind(app) {
                    Term::App(f, _) => join_class(class, self.terms.func_info(*f).class),
                    _ => class,
                },
            };
        }
        class
    }

    /// Doubling is exact only while it does not wrap, which the bound of the loop must show; that is checked when the
    /// loop is accelerated. Halving a negative number rounds differently from C's division and is left alone.
    fn step_is_safe(&self, step: Step, initial: TermId, ty: Type) -> bool {
        match step {
            Step::Shr(_) => self.terms.range(initial).lo.is_some_and(|lo| lo >= 0),
            Step::Shl(_) => ty.is_int() && self.terms.range(initial).lo.is_some_and(|lo| lo >= 0),
            _ => true,
        }
    }

    /// Whether the variables without closed form cannot matter for control flow or addresses: floats.
    fn only_irrelevant_havoc(&self, forms: &BTreeMap<VarId, Form>) -> bool {
        forms.iter().all(|(v, form)| match form {
            Form::Closed(Step::Same | Step::Add(_) | Step::AddLinear(..)) => true,
            Form::Closed(Step::Shl(_) | Step::Shr(_) | Step::Alternate(_)) | Form::Swap(_) => false,
            Form::Havoc(_) => self.kernel.vars[*v].ty.is_float(),
            Form::Dead => true,
        })
    }

    fn accelerate(
        &mut self,
        st: &mut State,
        lp: Loop,
        trial: Trial,
        forms: BTreeMap<VarId, Form>,
        memory: &BTreeSet<ObjectId>,
    ) {
        let entry = st.clone();
        let (at_trial, _) = self.bind(&entry, &trial, &forms, trial.k, None);
        let cond_at_k = self.substitute_probes(&trial, &at_trial, trial.cond);
        let mut bound = self.trip_bound(cond_at_k, trial.k);
        if self.is_dead(&trial.end) {
            bound = Some(0);
        }
        if self.config.fault == Some(Fault::FirstIterationOnly) {
            bound = Some(0);
        }
        if self.config.fault == Some(Fault::ShortTripCount) {
            bound = bound.map(|b| (b - 1).max(0));
        }
        let forms = self.check_doubling(&entry, forms, cond_at_k, trial.k);

        let k = self.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: bound });
        let record =
            LoopRecord { id: lp.id, parent: self.loops.last().copied(), counter: k, bound, span: lp.span };
        let inst = self.out.loops.push(record);
        let outer_counters = self.counters.clone();
        let outer_returned = self.returned;
        self.loops.push(inst);
        self.counters.push(k);

        // Start of iteration k.
        let mut now = entry.clone();
        now.cells.retain(|(o, _), _| !memory.contains(o));
        let (values, in_range) = self.bind(&entry, &trial, &forms, k, Some(lp.span));
        for (v, value) in &values {
            now.set(*v, value.clone());
        }
        for v in forms.keys() {
            if !values.contains_key(v) {
                now.env[v.index()] = None;
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
        let pending_before: BTreeMap<LabelId, usize> = self.pending.iter().map(|(l, p)| (*l, p.len())).collect();
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
        self.loops.pop();
        self.counters.pop();

        // Leaving: the exit iteration x.
        let exit_class = self.reach_class(&trial, &forms);
        let args = vec![Sort::Int; outer_counters.len()];
        let exit_range = Range { lo: Some(0), hi: bound };
        let exit_function = self.terms.func("exit", &args, Sort::Int, exit_class, exit_range);
        let x = self.terms.app(exit_function, &outer_counters);
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
        self.exit_axioms(exit_function, &outer_counters, x, k, &leaving, cond_at_k, trial.k, entry.live);
        *st = after_head;
        self.join_pending(st, left, entry.live);
        // Whoever entered comes out behind the loop, unless the body also returns or jumps further out.
        let stays = matches!(self.terms.kind(returned_here), Term::Bool(false))
            && self.pending.iter().all(|(l, p)| p.len() <= pending_before.get(l).copied().unwrap_or(0));
        if stays {
            st.live = entry.live;
        }
    }

    fn returned_in_loop(&self, lp: Loop) -> bool {
        let mut found = false;
        visit(&lp, &mut |s| found |= matches!(s.kind, StmtKind::Return));
        found
    }

    /// Values of the changed variables at iteration `k`, and facts that they are in their type's range.
    fn bind(
        &mut self,
        entry: &State,
        trial: &Trial,
        forms: &BTreeMap<VarId, Form>,
        k: TermId,
        record: Option<Span>,
    ) -> (BTreeMap<VarId, Value>, Vec<TermId>) {
        let mut values = BTreeMap::new();
        let mut facts = Vec::new();
        for (&v, form) in forms {
            let Some(probe) = trial.probes.get(&v) else { continue };
            let ty = self.kernel.vars[v].ty;
            let Some(before) = entry.get(v).cloned() else { continue };
            let value = match (form, before, *probe) {
                (Form::Closed(step), Value::Term(initial), _) => {
                    let step = &match *step {
                        Step::Add(c) if self.config.fault == Some(Fault::StepSign) => Step::Add(self.terms.neg(c)),
                        step => step,
                    };
                    let t = closed_form(self.terms, initial, *step, k);
                    if let Type::Int { bits, signed } = ty {
                        if !self.terms.range(t).within(bits, signed) && *step != Step::Same {
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
                (Form::Havoc(_), Value::Term(initial), _)
                    if self.config.fault == Some(Fault::HavocKeepsInitial) =>
                {
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
                    let args = vec![Sort::Int; self.counters.len()];
                    let f = self.terms.func(&name, &args, sort_of(ty), *class, range_of(ty));
                    let counters = self.counters.clone();
                    Value::Term(self.terms.app(f, &counters))
                }
                (_, Value::Ptr(alts), Probe::Pointer(target, _)) if same_object(&alts, trial.end.get(v), target) => {
                    if let Some(span) = record {
                        self.record_approximation("pointer changed in a loop", span);
                    }
                    let offset = self.unknown_term("offset of a pointer changed in a loop", Type::I64);
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

    /// Greatest number of completed iterations that the continue condition allows, from the ranges of its terms.
    ///
    /// A conjunct `a + b*k <= 0` with constant `b > 0` gives `k <= floor(-lo(a) / b)`, hence one more iteration at most.
    fn trip_bound(&mut self, cond: TermId, k: TermId) -> Option<i128> {
        let mut best: Option<i128> = None;
        for c in crate::state::conjuncts(self.terms, cond) {
            if let Some((a, 1)) = self.unit_disequality(c, k) {
                if let Term::Int(a) = *self.terms.kind(a) {
                    if a <= 0 {
                        best = Some(best.map_or(-a, |t: i128| t.min(-a)));
                    }
                }
            }
            let Some((a, b)) = linear_le(self.terms, c, k) else { continue };
            let (Term::Int(b), Some(lo)) = (self.terms.kind(b).clone(), self.terms.range(a).lo) else { continue };
            if b > 0 {
                let trips = lo.checked_neg().map_or(i128::MAX, |n| n.div_euclid(b)).saturating_add(1).max(0);
                if trips < 1 << 40 {
                    best = Some(best.map_or(trips, |t| t.min(trips)));
                }
            }
        }
        best
    }

    /// A conjunct `a + b*k != 0` with `b = 1` or `b = -1`; the sign is normalised so that `b = 1`.
    fn unit_disequality(&mut self, c: TermId, k: TermId) -> Option<(TermId, i128)> {
        let Term::Not(eq) = *self.terms.kind(c) else { return None };
        let Term::Eq(l, r) = *self.terms.kind(eq) else { return None };
        if self.terms.sort(l) != Sort::Int {
            return None;
        }
        let le = self.terms.le(l, r);
        if let Some((a, b)) = linear_le(self.terms, le, k) {
            match *self.terms.kind(b) {
                Term::Int(1) => return Some((a, 1)),
                Term::Int(-1) => return Some((self.terms.neg(a), 1)),
                _ => {}
            }
        }
        None
    }

    /// What reaching iteration `k` says: the condition held at `k - 1`, and a counter that starts at or below the value it
    /// must not have, and moves by one, has not jumped over it.
    fn reach_axiom(&mut self, reach: TermId, k: TermId, cond_at_trial: TermId, trial_k: TermId) {
        if self.trial > 0 {
            return;
        }
        let Term::App(f, args) = self.terms.kind(reach).clone() else { return };
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let before = self.terms.sub(k, one);
        let first = self.terms.eq(k, zero);
        let at = |terms: &mut Terms, t: TermId, value: TermId| {
            let map: FxHashMap<TermId, TermId> = [(trial_k, value)].into_iter().collect();
            terms.substitute(t, &map)
        };
        let held = at(self.terms, cond_at_trial, before);
        let mut facts = vec![self.terms.or(&[first, held])];
        for c in crate::state::conjuncts(self.terms, cond_at_trial) {
            if let Some((a, 1)) = self.unit_disequality(c, trial_k) {
                let here = self.terms.add(a, k);
                let below = self.terms.le(a, zero);
                let still_below = self.terms.le(here, zero);
                facts.push(self.terms.implies(below, still_below));
            }
        }
        let all = self.terms.and(&facts);
        let fact = self.terms.implies(reach, all);
        self.out.axioms.entry(f).or_default().push(Axiom { formals: args.to_vec(), fact });
        let start = self.terms.implies(first, reach);
        self.out.axioms.entry(f).or_default().push(Axiom { formals: args.to_vec(), fact: start });
    }

    /// Whether the condition at `k` implies it at every earlier iteration.
    fn is_monotone(&mut self, cond: TermId, k: TermId) -> bool {
        crate::state::conjuncts(self.terms, cond).into_iter().all(|c| {
            if !mentions(self.terms, c, k) {
                return true;
            }
            let Term::Le(l, r) = *self.terms.kind(c) else { return false };
            let difference = self.terms.sub(l, r);
            trend(self.terms, difference, k) == Some(Trend::Rises)
        })
    }

    /// Doubling needs an upper bound in the continue condition that keeps the next value in the type.
    fn check_doubling(
        &mut self,
        entry: &State,
        forms: BTreeMap<VarId, Form>,
        cond: TermId,
        k: TermId,
    ) -> BTreeMap<VarId, Form> {
        let mut out = BTreeMap::new();
        for (v, form) in forms {
            let keep = match (form, entry.get(v)) {
                (Form::Closed(Step::Shl(s)), Some(Value::Term(initial))) => {
                    let at_k = closed_form(self.terms, *initial, Step::Shl(s), k);
                    let limit = self.upper_bound(cond, at_k);
                    let max = self.kernel.vars[v].ty.int_range().map_or(0, |(_, hi)| hi);
                    // Signed doubling that leaves the type is undefined; unsigned doubling reaches 0.
                    let signed = matches!(self.kernel.vars[v].ty, Type::Int { bits: 32 | 64, signed: true });
                    if signed {
                        self.assume_code("no-signed-overflow");
                    }
                    signed || limit.is_some_and(|l| l.checked_mul(1 << s).is_some_and(|next| next <= max))
                }
                _ => true,
            };
            out.insert(v, if keep { form } else { Form::Havoc(Class::Thread) });
        }
        out
    }

    /// A constant that the condition puts above a term: a conjunct `t + rest <= 0` gives `t <= -lo(rest)`.
    fn upper_bound(&mut self, cond: TermId, t: TermId) -> Option<i128> {
        let mut best: Option<i128> = None;
        for c in crate::state::conjuncts(self.terms, cond) {
            let Term::Le(a, b) = *self.terms.kind(c) else { continue };
            let difference = self.terms.sub(a, b);
            let rest = self.terms.sub(difference, t);
            if terms_mention_term(self.terms, rest, t) {
                continue;
            }
            if let Some(limit) = self.terms.range(rest).lo.and_then(i128::checked_neg) {
                best = Some(best.map_or(limit, |b| b.min(limit)));
            }
        }
        best
    }

    /// `r(outer counters, k)`: iteration `k` is reached. Downward closed in `k`, true at 0.
    fn reach_predicate(&mut self, class: Class) -> TermId {
        let counters = self.counters.clone();
        let args = vec![Sort::Int; counters.len()];
        let f = self.terms.func("reached", &args, Sort::Bool, class, Range::ALL);
        if self.trial == 0 {
            self.out.reaches.insert(f);
        }
        self.terms.app(f, &counters)
    }

    /// Who shares the iteration count: everybody who shares all that decides about going on.
    fn reach_class(&mut self, trial: &Trial, forms: &BTreeMap<VarId, Form>) -> Class {
        let classes: BTreeMap<VarId, Class> = trial
            .probes
            .keys()
            .map(|&v| {
                let class = match forms.get(&v) {
                    Some(Form::Havoc(class)) => *class,
                    _ => Class::Launch,
                };
                (v, class)
            })
            .collect();
        let mut roots = vec![trial.cond];
        // Values before the loop decide too, and so does every path condition of the iteration.
        roots.push(trial.end.live);
        let of_conditions = self.class_with(trial, &classes, &roots);
        let initial = self.initial_class(trial, forms);
        join_class(of_conditions, initial)
    }

    fn initial_class(&mut self, trial: &Trial, forms: &BTreeMap<VarId, Form>) -> Class {
        // Only variables that the conditions mention matter; taking all changed integers is coarser and simpler.
        let mentioned = self.terms.apps(&[trial.cond, trial.end.live]);
        let mut class = Class::Launch;
        for (v, probe) in &trial.probes {
            if mentioned.contains(&probe.symbol()) {
                if let (Some(&initial), Some(_)) = (trial.initial.get(v), forms.get(v)) {
                    class = join_class(class, self.class_of(&[initial]));
                    match forms.get(v) {
                        Some(&Form::Closed(Step::Alternate(odd))) => class = join_class(class, self.class_of(&[odd])),
                        Some(Form::Swap(other)) => {
                            let of_other = trial.initial.get(other).map_or(Class::Thread, |&t| self.class_of(&[t]));
                            class = join_class(class, of_other);
                        }
                        Some(&Form::Closed(Step::Add(c))) => class = join_class(class, self.class_of(&[c])),
                        Some(&Form::Closed(Step::AddLinear(a, b))) => class = join_class(class, self.class_of(&[a, b])),
                        _ => {}
                    }
                } else {
                    class = Class::Thread;
                }
            }
        }
        class
    }

    /// What is known of the exit iteration `x`: it is left there, and the condition held just before.
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
        let held = self.terms.or(&[first, held]);
        let both = self.terms.and(&[left, held]);
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
    before.len() == 1
        && matches!(after, Some(Value::Ptr(alts)) if alts.iter().all(|alt| alt.target == target))
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
                    .map(|alt| PtrAlt { offset: terms.substitute(alt.offset, map), ..alt.clone() })
                    .collect();
                *alts = Rc::from(new);
            }
        }
    }
}

fn mentions(terms: &Terms, t: TermId, k: TermId) -> bool {
    terms.apps(&[t]).contains(&k)
}

fn terms_mention_term(terms: &Terms, t: TermId, what: TermId) -> bool {
    let inside = terms.apps(&[what]);
    let of_t = terms.apps(&[t]);
    inside.iter().any(|a| of_t.contains(a))
}

/// Whether an application has the counter among its arguments.
fn depends_on(terms: &Terms, app: TermId, k: TermId) -> bool {
    match terms.kind(app) {
        Term::App(_, args) => !args.is_empty() && terms.apps(args).contains(&k),
        _ => false,
    }
}

/// A conjunct `a + b*k <= 0` with `a`, `b` free of `k`.
fn linear_le(terms: &mut Terms, c: TermId, k: TermId) -> Option<(TermId, TermId)> {
    let Term::Le(l, r) = *terms.kind(c) else { return None };
    let d = terms.sub(l, r);
    let at = |terms: &mut Terms, n: i128| {
        let value = terms.int(n);
        let map: FxHashMap<TermId, TermId> = [(k, value)].into_iter().collect();
        terms.substitute(d, &map)
    };
    let (d0, d1) = (at(terms, 0), at(terms, 1));
    let b = terms.sub(d1, d0);
    let bk = terms.mul(b, k);
    let rebuilt = terms.add(d0, bk);
    (rebuilt == d && !mentions(terms, d0, k) && !mentions(terms, b, k)).then_some((d0, b))
}

/// How a term changes when the counter grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trend {
    Constant,
    /// Never falls.
    Rises,
    /// Never rises.
    Falls,
}

impl Trend {
    fn flipped(self) -> Self {
        match self {
            Trend::Constant => Trend::Constant,
            Trend::Rises => Trend::Falls,
            Trend::Falls => Trend::Rises,
        }
    }
    fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Trend::Constant, t) | (t, Trend::Constant) => Some(t),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// The trend of a term in the counter, when it is easily seen.
fn trend(terms: &Terms, t: TermId, k: TermId) -> Option<Trend> {
    if t == k {
        return Some(Trend::Rises);
    }
    if !mentions(terms, t, k) {
        return Some(Trend::Constant);
    }
    let non_negative = |t: TermId| terms.range(t).lo.is_some_and(|lo| lo >= 0);
    match terms.kind(t) {
        Term::Sum { items, .. } => {
            let mut all = Trend::Constant;
            for (c, item) in items.iter() {
                let of_item = trend(terms, *item, k)?;
                all = all.and(if *c < 0 { of_item.flipped() } else { of_item })?;
            }
            Some(all)
        }
        Term::Prod(factors) => {
            let mut moving = factors.iter().filter(|&&f| mentions(terms, f, k));
            let (first, second) = (moving.next()?, moving.next());
            let others_ok = factors.iter().all(|f| f == first || non_negative(*f));
            (second.is_none() && others_ok).then(|| trend(terms, *first, k)).flatten()
        }
        Term::Pow2(e) => trend(terms, *e, k),
        Term::Div(a, b) => match (trend(terms, *a, k)?, trend(terms, *b, k)?) {
            (of_a, Trend::Constant) if terms.range(*b).lo.is_some_and(|lo| lo > 0) => Some(of_a),
            (Trend::Constant, of_b) if non_negative(*a) && terms.range(*b).lo.is_some_and(|lo| lo > 0) => {
                Some(of_b.flipped())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Calls `f` for every statement of the loop, nested ones included.
fn visit(lp: &Loop, f: &mut dyn FnMut(&Stmt)) {
    for block in [lp.head, lp.body, lp.step] {
        visit_block(block, f);
    }
}

fn visit_block(block: &Block, f: &mut dyn FnMut(&Stmt)) {
    for s in block {
        f(s);
        match &s.kind {
            StmtKind::If { then_block, else_block, .. } => {
                visit_block(then_block, f);
                visit_block(else_block, f);
            }
            StmtKind::Loop { head, body, step, .. } => {
                visit_block(head, f);
                visit_block(body, f);
                visit_block(step, f);
            }
            StmtKind::Labelled { body, .. } => visit_block(body, f),
            _ => {}
        }
    }
}

/// Variables that an iteration may assign.
fn changed_vars(lp: &Loop) -> BTreeSet<VarId> {
    let mut changed = BTreeSet::new();
    visit(lp, &mut |s| match &s.kind {
        StmtKind::Assign { var, .. } | StmtKind::Load { var, .. } | StmtKind::Havoc { var, .. } => {
            changed.insert(*var);
        }
        StmtKind::Atomic { result: Some(var), .. } | StmtKind::Warp { result: Some(var), .. } => {
            changed.insert(*var);
        }
        _ => {}
    });
    changed
}

/// The object that an address expression names directly.
fn root_object(kernel: &wp_kir::Kernel, e: ExprId) -> Option<ObjectId> {
    match &kernel.exprs[e].kind {
        ExprKind::AddrOf(o) => Some(*o),
        ExprKind::PtrAdd(p, _) => root_object(kernel, *p),
        _ => None,
    }
}
