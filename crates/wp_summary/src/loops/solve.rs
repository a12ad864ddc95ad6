//! One trial iteration from probes, and the form of every variable that the loop changes.

use super::syntax::Loop;
use super::{Form, Probe, Trial};
use crate::eval::{range_of, sort_of};
use crate::exec::{continue_label, Exec};
use crate::recurrence::{closed_form, recognise, Step};
use crate::state::{PtrAlt, State, Target, Value};
use crate::summary::join_class;
use crate::LoopRecord;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_base::Assumption;
use wp_kir::{ObjectId, Type, VarId};
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

impl Exec<'_> {
    /// A trial iteration that holds for every iteration. A pointer that the loop moves to another object is unknown in
    /// it: what the first iteration does with the object before the loop says nothing of the later ones. Pointers that
    /// are exchanged whichever of the two objects they start in are found on the way.
    pub(super) fn trial_of(
        &mut self,
        st: &State,
        lp: Loop,
        changed: &BTreeSet<VarId>,
        memory: &BTreeSet<ObjectId>,
    ) -> Trial {
        let mut start: BTreeMap<VarId, Target> = BTreeMap::new();
        let first = self.trial_iteration(st, lp, changed, memory, &start);
        let mut moved = self.moved_pointers(&first);
        if moved.is_empty() {
            return first;
        }
        let mut swaps: BTreeMap<VarId, VarId> = BTreeMap::new();
        for &v in &moved {
            if let Some(&w) = moved.iter().find(|&&w| w != v && becomes(&first, v, w) && becomes(&first, w, v)) {
                swaps.insert(v, w);
                if let Some(Probe::Pointer(target, _)) = first.probes.get(&w) {
                    start.insert(v, *target);
                }
            }
        }
        if swaps.len() == moved.len() {
            let other = self.trial_iteration(st, lp, changed, memory, &start);
            if !swaps.iter().all(|(&v, &w)| becomes(&other, v, w)) {
                swaps.clear();
            }
        } else {
            swaps.clear();
        }
        loop {
            start = moved.iter().map(|&v| (v, Target::Unknown)).collect();
            let mut trial = self.trial_iteration(st, lp, changed, memory, &start);
            let more = self.moved_pointers(&trial);
            if more.is_empty() {
                trial.swaps = swaps;
                return trial;
            }
            swaps.clear();
            moved.extend(more);
        }
    }

    /// Pointers with a probe that end a completed iteration in another object.
    fn moved_pointers(&self, trial: &Trial) -> BTreeSet<VarId> {
        if self.is_dead(&trial.end) {
            return BTreeSet::new();
        }
        let moves = |v: VarId, probe: &Probe| match (probe, trial.end.get(v)) {
            (Probe::Scalar(_), _) => false,
            (Probe::Pointer(target, _), Some(Value::Ptr(alts))) => alts.iter().any(|alt| alt.target != *target),
            (Probe::Pointer(..), _) => true,
        };
        trial.probes.iter().filter(|(&v, probe)| moves(v, probe)).map(|(&v, _)| v).collect()
    }

    /// Executes one iteration from probes, without recording anything. Pointers in `start` start in that object, others
    /// in the one before the loop.
    fn trial_iteration(
        &mut self,
        st: &State,
        lp: Loop,
        changed: &BTreeSet<VarId>,
        memory: &BTreeSet<ObjectId>,
        start: &BTreeMap<VarId, Target>,
    ) -> Trial {
        if self.trial == 0 {
            self.recorded_loops = self.loops.len();
        }
        self.trial += 1;
        let saved_pending = std::mem::take(&mut self.pending);
        let saved_returned = self.returned;
        let k = self.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: None });
        let record = LoopRecord {
            id: lp.id,
            parent: self.loops.last().copied(),
            counter: k,
            bound: None,
            span: lp.span,
            exit: None,
            closed: Vec::new(),
            induction: None,
        };
        let inst = self.out.loops.push(record);
        self.loops.push(inst);
        self.counters.push(k);
        self.effects.push(lp.effects.clone());
        let mut now = st.clone();
        let mut probes = BTreeMap::new();
        for &v in changed {
            let ty = self.kernel.vars[v].ty;
            let name = self.kernel.vars[v].name.clone();
            match st.get(v) {
                // An earlier iteration may have assigned it.
                None => {
                    let unknown = self.unknown(&name, ty);
                    now.set(v, unknown);
                }
                Some(Value::Term(_)) => {
                    let p = self.terms.sym(&name, sort_of(ty), Class::Thread, range_of(ty));
                    probes.insert(v, Probe::Scalar(p));
                    now.set(v, Value::Term(p));
                }
                Some(Value::Ptr(alts)) => match &alts[..] {
                    [alt] if alt.target != Target::Unknown && start.get(&v) != Some(&Target::Unknown) => {
                        let p = self.terms.sym(&name, Sort::Int, Class::Thread, Range::ALL);
                        let (guard, target) = (alt.guard, start.get(&v).copied().unwrap_or(alt.target));
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
        let mut ends = vec![cond, self.returned];
        ends.extend(self.pending.values().flatten().map(|state| state.live));
        let deciding = self.terms.occurring(&probes.values().map(|p| p.symbol()).collect(), &ends);
        self.pending = saved_pending;
        self.returned = saved_returned;
        self.loops.pop();
        self.counters.pop();
        self.effects.pop();
        self.trial -= 1;
        let read: BTreeSet<TermId> =
            probes.values().map(|p| p.symbol()).filter(|p| self.probe_reads.contains(p)).collect();
        if self.trial > 0 {
            // A variable that the first iteration of an inner loop reads is read by an iteration of the outer loop.
            let values = probes.iter().filter(|(_, p)| read.contains(&p.symbol())).filter_map(|(&v, _)| st.get(v));
            self.probe_reads
                .extend(values.filter_map(|value| if let Value::Term(t) = value { Some(*t) } else { None }));
        }
        let initial = probes
            .iter()
            .filter_map(|(&v, _)| match st.get(v) {
                Some(Value::Term(t)) => Some((v, *t)),
                _ => None,
            })
            .collect();
        Trial { probes, initial, k, end: now, cond, leaves, deciding, read, swaps: BTreeMap::new() }
    }

    /// Finds the form of every changed variable, in rounds: a step may use what earlier rounds solved.
    pub(super) fn solve(&mut self, st: &State, trial: &Trial, changed: &BTreeSet<VarId>) -> BTreeMap<VarId, Form> {
        let mut forms: BTreeMap<VarId, Form> = BTreeMap::new();
        let mut solved: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open: Vec<VarId> = trial.probes.keys().copied().collect();
        let dead = self.is_dead(&trial.end);
        let variant: BTreeSet<TermId> = trial.probes.values().map(|p| p.symbol()).chain([trial.k]).collect();
        loop {
            let before = open.len();
            let mut still = Vec::new();
            // The replacements for one variable serve the others, until one more is solved.
            let mut replaced = solved.clone();
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
                    replaced = solved.clone();
                    continue;
                }
                let next = self.terms.substitute_cached(next, &mut replaced);
                let k = trial.k;
                let invariant = |terms: &Terms, t: TermId| terms.occurring(&variant, &[t]).is_empty();
                let int_type = if ty == Type::Ptr { Type::Int { bits: 64, signed: true } } else { ty };
                match recognise(self.terms, probe, initial, next, int_type, k, &invariant) {
                    Some(step) if self.step_is_safe(step, initial, ty) => {
                        let form = closed_form(self.terms, initial, step, k);
                        solved.insert(probe, form);
                        replaced = solved.clone();
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
        let classes = self.shared_by(st, trial, &open, &solved);
        for v in open {
            let unread = trial.probes.get(&v).is_some_and(|p| !trial.read.contains(&p.symbol()));
            forms.insert(v, if unread { Form::Dead } else { Form::Havoc(classes[&v]) });
        }
        for &v in changed {
            if let Some(&w) = trial.swaps.get(&v) {
                forms.insert(v, Form::Swap(w));
            }
            forms.entry(v).or_insert(Form::Havoc(Class::Thread));
        }
        forms
    }

    /// The threads that share variables that are unknown in a loop: optimistic start, raised until stable.
    pub(super) fn shared_by(
        &mut self,
        st: &State,
        trial: &Trial,
        open: &[VarId],
        solved: &FxHashMap<TermId, TermId>,
    ) -> BTreeMap<VarId, Class> {
        let mut classes: BTreeMap<VarId, Class> = open.iter().map(|&v| (v, Class::Launch)).collect();
        loop {
            let mut stable = true;
            for &v in open {
                let new = match self.recurrence_of(st, trial, v) {
                    None => Class::Thread,
                    Some((_, initial, next)) => {
                        let next = self.terms.substitute(next, solved);
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
                return classes;
            }
        }
    }

    /// Finds pairs of variables that an iteration exchanges (double buffering).
    pub(super) fn solve_swaps(
        &mut self,
        st: &State,
        trial: &Trial,
        open: &mut Vec<VarId>,
        forms: &mut BTreeMap<VarId, Form>,
        solved: &mut FxHashMap<TermId, TermId>,
    ) -> bool {
        let pairs = open.iter().flat_map(|&v| open.iter().map(move |&w| (v, w)));
        let Some((v, w)) = pairs.into_iter().find(|&(v, w)| v < w && becomes(trial, v, w) && becomes(trial, w, v))
        else {
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
    pub(super) fn recurrence_of(&self, st: &State, trial: &Trial, v: VarId) -> Option<(TermId, TermId, TermId)> {
        match (*trial.probes.get(&v)?, st.get(v)?, trial.end.get(v)?) {
            (Probe::Scalar(p), Value::Term(initial), Value::Term(next)) => Some((p, *initial, *next)),
            (Probe::Pointer(target, p), Value::Ptr(initial), Value::Ptr(next)) => match (&initial[..], &next[..]) {
                ([i], [n]) if i.target == target && n.target == target => Some((p, i.offset, n.offset)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn class_with(&self, trial: &Trial, classes: &BTreeMap<VarId, Class>, roots: &[TermId]) -> Class {
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
    pub(super) fn step_is_safe(&self, step: Step, initial: TermId, ty: Type) -> bool {
        match step {
            Step::Shr(_) => self.terms.range(initial).lo.is_some_and(|lo| lo >= 0),
            Step::Shl(_) => ty.is_int() && self.terms.range(initial).lo.is_some_and(|lo| lo >= 0),
            _ => true,
        }
    }

    /// True if the variables without closed form cannot matter for control flow or addresses: floats.
    pub(super) fn only_irrelevant_havoc(&self, forms: &BTreeMap<VarId, Form>) -> bool {
        forms.iter().all(|(v, form)| match form {
            Form::Closed(Step::Same | Step::Add(_) | Step::AddLinear(..)) => true,
            Form::Closed(
                Step::Shl(_) | Step::ShlToZero(..) | Step::Shr(_) | Step::Alternate(_) | Step::AddModulo(..),
            )
            | Form::Swap(_) => false,
            Form::Havoc(_) => self.kernel.vars[*v].ty.is_float(),
            Form::Dead => true,
        })
    }

    /// The threads that share the iteration count: those that share all values that decide about the next iteration.
    pub(super) fn reach_class(&mut self, trial: &Trial, forms: &BTreeMap<VarId, Form>) -> Class {
        let classes: BTreeMap<VarId, Class> = trial
            .probes
            .keys()
            .map(|&v| {
                let class = match forms.get(&v) {
                    Some(Form::Havoc(class)) => *class,
                    // A condition can mention it only merged with what some paths assign.
                    Some(Form::Dead) => Class::Thread,
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

    pub(super) fn initial_class(&mut self, trial: &Trial, forms: &BTreeMap<VarId, Form>) -> Class {
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
                        Some(&Form::Closed(Step::Add(c) | Step::AddModulo(c, _))) => {
                            class = join_class(class, self.class_of(&[c]))
                        }
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

    /// Doubling needs an upper bound in the continue condition that keeps the next value in the type.
    pub(super) fn check_doubling(
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
                        self.rest_on(Assumption::NoSignedOverflow);
                    }
                    signed || limit.is_some_and(|l| l.checked_mul(1 << s).is_some_and(|next| next <= max))
                }
                _ => true,
            };
            // With or without a wrap, the step depends on nothing but the variable's first value.
            let class = match entry.get(v) {
                Some(Value::Term(initial)) => self.class_of(&[*initial]),
                _ => Class::Thread,
            };
            let wraps = match (form, entry.get(v), self.kernel.vars[v].ty) {
                (Form::Closed(Step::Shl(s)), Some(&Value::Term(initial)), Type::Int { bits, signed: false }) => {
                    let power = self.terms.as_int(initial).is_some_and(|v| v > 0 && v.count_ones() == 1);
                    power.then_some(Form::Closed(Step::ShlToZero(s, bits)))
                }
                _ => None,
            };
            out.insert(v, if keep { form } else { wraps.unwrap_or(Form::Havoc(class)) });
        }
        out
    }
}

/// True if the iteration gives `v` the value that `w` had.
fn becomes(trial: &Trial, v: VarId, w: VarId) -> bool {
    match (trial.end.get(v), trial.probes.get(&w)) {
        (Some(Value::Term(t)), Some(Probe::Scalar(p))) => t == p,
        (Some(Value::Ptr(alts)), Some(Probe::Pointer(target, p))) => {
            matches!(&alts[..], [alt] if alt.target == *target && alt.offset == *p)
        }
        _ => false,
    }
}
