//! The form of every variable that a loop changes, found from a trial iteration.

use super::trial::{becomes, Form, Probe, Trial};
use crate::context::Context;
use crate::recurrence::{closed_form, recognise, Recurrence, Step};
use crate::state::{State, Value};
use crate::summary::join_class;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::{Type, VarId};
use wp_logic::{Class, Term, TermId, Terms};

impl Context<'_> {
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
                let Some(found) = self.recurrence_of(st, trial, v) else {
                    still.push(v);
                    continue;
                };
                let Recurrence { probe, initial, .. } = found;
                if dead {
                    // No iteration is completed, so only the first one exists.
                    forms.insert(v, Form::Closed(Step::Same));
                    solved.insert(probe, initial);
                    replaced = solved.clone();
                    continue;
                }
                let next = self.terms.substitute_cached(found.next, &mut replaced);
                let k = trial.k;
                let invariant = |terms: &Terms, t: TermId| terms.occurring(&variant, &[t]).is_empty();
                let int_type = if ty == Type::Ptr { Type::Int { bits: 64, signed: true } } else { ty };
                match recognise(self.terms, Recurrence { next, ..found }, int_type, k, &invariant) {
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
                    Some(Recurrence { initial, next, .. }) => {
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
    pub(super) fn recurrence_of(&self, st: &State, trial: &Trial, v: VarId) -> Option<Recurrence> {
        match (*trial.probes.get(&v)?, st.get(v)?, trial.end.get(v)?) {
            (Probe::Scalar(probe), &Value::Term(initial), &Value::Term(next)) => {
                Some(Recurrence { probe, initial, next })
            }
            (Probe::Pointer(target, probe), Value::Ptr(initial), Value::Ptr(next)) => match (&initial[..], &next[..]) {
                ([i], [n]) if i.target == target && n.target == target => {
                    Some(Recurrence { probe, initial: i.offset, next: n.offset })
                }
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
