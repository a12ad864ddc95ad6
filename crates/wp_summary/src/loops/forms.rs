//! The values of the variables of a loop in iteration `k`: the forms that the continue condition bears out, and their
//! values.

use super::induction::{Unknown, Unknowns};
use super::trial::{Form, Probe, Settled, Trial};
use crate::context::Context;
use crate::recurrence::{closed_form, may_step_back, Step};
use crate::state::{merge_pointers, range_of, sort_of, PtrAlt, State, Target, Value};
use crate::{seeded, LoopPolicy};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_base::{Assumption, Span};
use wp_kir::{Type, VarId};
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

/// The purpose for which the variables of a loop are bound.
pub(super) struct At<'a> {
    pub entry: &'a State,
    pub trial: &'a Trial,
    pub forms: &'a BTreeMap<VarId, Form>,
    /// Counters that wrap around in their type.
    pub wrapped: &'a BTreeSet<VarId>,
    /// The iteration.
    pub k: TermId,
    /// The place at which approximations are recorded, if they are.
    pub record: Option<Span>,
}

impl Context<'_> {
    /// The forms that the continue condition bears out, with the condition and the bound that follow from them.
    ///
    /// A doubling that may leave its type is unknown. A counter narrower than `int` that may leave its type wraps,
    /// which is no undefined behaviour and so is not assumed away; neither is it of an unsigned one that is counted
    /// down without a condition that keeps it above zero, or without which the loop would not end. Sums over counters
    /// are unknown then.
    pub(super) fn settle(
        &mut self,
        entry: &State,
        trial: &Trial,
        mut forms: BTreeMap<VarId, Form>,
        unknowns: &mut Unknowns,
    ) -> Settled {
        let mut wrapped: BTreeSet<VarId> = BTreeSet::new();
        loop {
            let (at_trial, _) =
                self.bind(&At { entry, trial, forms: &forms, wrapped: &wrapped, k: trial.k, record: None }, unknowns);
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
            // A condition that only fails when its counter has wrapped around: `for (unsigned i = 5; i != 4; i++)`.
            let is_true = |terms: &Terms, t: TermId| matches!(terms.kind(t), Term::Bool(true));
            let endless = is_true(self.terms, cond_at_k) && !is_true(self.terms, trial.cond);
            for (&v, form) in &forms {
                let (Form::Closed(step @ (Step::Add(_) | Step::AddLinear(..))), Some(Value::Term(initial))) =
                    (*form, entry.get(v))
                else {
                    continue;
                };
                let Type::Int { bits, signed } = self.kernel.vars[v].ty else { continue };
                // Counting an unsigned variable down past zero ends many a loop. Modulo 2^bits a great step is a
                // backward one.
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
                // An unsigned variable beside the counters, a hash for one, wraps as it likes; a signed one must not.
                let kept = signed || trial.decides(v);
                let assumed = bits >= 32 && kept && !backward && (signed || !endless) && self.config.counters_stay;
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
            let (at_trial, _) =
                self.bind(&At { entry, trial, forms: &forms, wrapped: &wrapped, k: trial.k, record: None }, unknowns);
            let cond_at_k = self.substitute_probes(trial, &at_trial, trial.cond);
            let bound = self.is_dead(&trial.end).then_some(0);
            return Settled { forms, wrapped, cond_at_k, bound };
        }
    }

    /// Values of the changed variables at iteration `k`, and facts that they are in their type's range.
    pub(super) fn bind(&mut self, at: &At, unknowns: &mut Unknowns) -> (BTreeMap<VarId, Value>, Vec<TermId>) {
        let mut values = BTreeMap::new();
        let mut facts = Vec::new();
        for (&v, form) in at.forms {
            if let (Some(Value::Ptr(a)), Some(Value::Ptr(b))) =
                (at.entry.get(v), at.trial.swaps.get(&v).and_then(|&w| at.entry.get(w)))
            {
                let even = self.is_even(at.k);
                values.insert(v, merge_pointers(self.terms, even, a, b));
            } else if let Some(value) = self.value_at(at, v, form, unknowns, &mut facts) {
                values.insert(v, value);
            }
        }
        // A pointer without a probe (several targets) that the loop changes is unknown.
        for &v in at.forms.keys() {
            if let (Some(Value::Ptr(_)), false) = (at.entry.get(v), values.contains_key(&v)) {
                let value = self.unknown("pointer changed in a loop", Type::Ptr);
                values.insert(v, value);
            }
        }
        (values, facts)
    }

    /// The value of a variable of a form at iteration `k`, if it had one before the loop and has a probe.
    fn value_at(
        &mut self,
        at: &At,
        v: VarId,
        form: &Form,
        unknowns: &mut Unknowns,
        facts: &mut Vec<TermId>,
    ) -> Option<Value> {
        let (probe, before) = (*at.trial.probes.get(&v)?, at.entry.get(v).cloned()?);
        let ty = self.kernel.vars[v].ty;
        Some(match (form, before, probe) {
            (Form::Closed(step), Value::Term(initial), _) => {
                Value::Term(self.closed_value(at, v, initial, *step, facts))
            }
            (Form::Closed(step), Value::Ptr(alts), Probe::Pointer(target, _)) => {
                let offset = closed_form(self.terms, alts[0].offset, *step, at.k);
                Value::Ptr(Rc::from([PtrAlt { guard: alts[0].guard, target, offset }]))
            }
            (Form::Havoc(_), Value::Term(initial), _) if seeded!(self.config.fault, HavocKeepsInitial) => {
                Value::Term(initial)
            }
            (Form::Swap(other), before, _) => {
                let even = self.is_even(at.k);
                match (before, at.entry.get(*other).cloned()) {
                    (Value::Term(a), Some(Value::Term(b))) => Value::Term(self.terms.ite(even, a, b)),
                    (Value::Ptr(a), Some(Value::Ptr(b))) => merge_pointers(self.terms, even, &a, &b),
                    _ => self.unknown("exchanged in a loop", ty),
                }
            }
            (Form::Dead, Value::Term(_), _) => self.unknown(&self.kernel.vars[v].name.clone(), ty),
            (Form::Havoc(class), Value::Term(_), _) => {
                let name = self.kernel.vars[v].name.clone();
                if let (Some(span), false) = (at.record, ty.is_float()) {
                    self.record_approximation(&format!("`{name}` after some iterations of a loop"), span);
                }
                let unknown = Unknown { name: &name, sort: sort_of(ty), range: range_of(ty), class: *class };
                Value::Term(unknowns.value(self, v, unknown, at.k))
            }
            (_, Value::Ptr(alts), Probe::Pointer(target, _)) if same_object(&alts, at.trial.end.get(v), target) => {
                if let Some(span) = at.record {
                    self.record_approximation("pointer changed in a loop", span);
                }
                let name = self.kernel.vars[v].name.clone();
                let class = if let Form::Havoc(class) = form { *class } else { Class::Thread };
                let unknown = Unknown { name: &name, sort: Sort::Int, range: Range::ALL, class };
                let offset = unknowns.value(self, v, unknown, at.k);
                Value::Ptr(Rc::from([PtrAlt { guard: alts[0].guard, target, offset }]))
            }
            _ => {
                if let Some(span) = at.record {
                    self.record_approximation("pointer changed in a loop", span);
                }
                self.unknown("changed in a loop", ty)
            }
        })
    }

    /// The closed form of a number, modulo its type where it wraps; that it stays in its type is a fact otherwise.
    fn closed_value(&mut self, at: &At, v: VarId, initial: TermId, step: Step, facts: &mut Vec<TermId>) -> TermId {
        let ty = self.kernel.vars[v].ty;
        let step = match step {
            Step::Add(c) if seeded!(self.config.fault, StepSign) => Step::Add(self.terms.neg(c)),
            step => step,
        };
        let t = closed_form(self.terms, initial, step, at.k);
        let Type::Int { bits, signed } = ty else { return t };
        if at.wrapped.contains(&v) {
            return self.terms.wrap(bits, signed, t);
        }
        if !self.terms.range(t).within(bits, signed) && step.may_leave_type() {
            if at.record.is_some() {
                self.rest_on(if at.trial.decides(v) {
                    Assumption::NoCounterWrap
                } else {
                    Assumption::NoSignedOverflow
                });
            }
            let range = range_of(ty);
            let lo = self.terms.int(range.lo.unwrap_or(0));
            let hi = self.terms.int(range.hi.unwrap_or(0));
            facts.push(self.terms.le(lo, t));
            facts.push(self.terms.le(t, hi));
        }
        t
    }

    fn is_even(&mut self, k: TermId) -> TermId {
        let (zero, two) = (self.terms.int(0), self.terms.int(2));
        let parity = self.terms.modulo(k, two);
        self.terms.eq(parity, zero)
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
}

/// True if every value of a pointer in the loop stays in the object it had before.
fn same_object(before: &[PtrAlt], after: Option<&Value>, target: Target) -> bool {
    before.len() == 1 && matches!(after, Some(Value::Ptr(alts)) if alts.iter().all(|alt| alt.target == target))
}
