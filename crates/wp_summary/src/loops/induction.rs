//! Loops as transition systems over the variables that are unknown at their heads: the input of invariant inference.
//!
//! Under [`LoopPolicy::Havoc`](crate::LoopPolicy::Havoc) no closed form is used. The assumption `no-counter-wrap` is
//! then a fact about the step; otherwise it is one about the closed form.

use super::trial::{Form, Probe, Trial};
use crate::context::Context;
use crate::recurrence::Step;
use crate::state::{State, Value};
use crate::{HeadVariable, Induction, LoopInst, LoopPolicy};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::{Type, VarId};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};

/// Functions of the counters that stand for unknown variables of one loop.
#[derive(Default)]
pub(super) struct Unknowns {
    functions: BTreeMap<VarId, FuncId>,
    /// The steps of variables whose closed forms were forgotten.
    pub steps: BTreeMap<VarId, Step>,
}

/// The properties of an unknown value.
pub(super) struct Unknown<'a> {
    pub name: &'a str,
    pub sort: Sort,
    pub range: Range,
    /// The threads that share the value.
    pub class: Class,
}

/// The result of executing iteration `k`.
pub(super) struct Iteration<'a> {
    pub entry: &'a State,
    pub head: TermId,
    pub condition: TermId,
    pub end: &'a State,
    pub reach: Option<TermId>,
    pub first_event: usize,
}

impl Unknowns {
    /// The value of a variable in iteration `k` of a loop, inside of loops with the given counters.
    pub fn value(&mut self, cx: &mut Context, v: VarId, unknown: Unknown<'_>, k: TermId) -> TermId {
        let Unknown { name, sort, range, class } = unknown;
        let mut args = cx.counters.clone();
        if args.last() != Some(&k) {
            args.push(k);
        }
        let f = *self
            .functions
            .entry(v)
            .or_insert_with(|| cx.terms.func(name, &vec![Sort::Int; args.len()], sort, class, range));
        cx.out.functions.note_shared(f, class);
        cx.terms.app(f, &args)
    }
}

impl Context<'_> {
    /// Under the policy that uses no closed forms: the forms without them.
    pub(super) fn forget_closed_forms(
        &mut self,
        entry: &State,
        trial: &Trial,
        forms: BTreeMap<VarId, Form>,
        wrapped: &BTreeSet<VarId>,
        unknowns: &mut Unknowns,
    ) -> BTreeMap<VarId, Form> {
        if self.config.policy != LoopPolicy::Havoc {
            return forms;
        }
        let mut kept = BTreeMap::new();
        let mut solved: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open = Vec::new();
        for (v, form) in forms {
            match form {
                Form::Closed(Step::Same) => {
                    if let (Some(Probe::Scalar(p)), Some(Value::Term(t))) = (trial.probes.get(&v), entry.get(v)) {
                        solved.insert(*p, *t);
                    }
                    kept.insert(v, form);
                }
                Form::Closed(step) => {
                    if !wrapped.contains(&v) {
                        unknowns.steps.insert(v, step);
                    }
                    open.push(v);
                }
                Form::Havoc(_) => open.push(v),
                Form::Swap(_) | Form::Dead => drop(kept.insert(v, form)),
            }
        }
        for (v, class) in self.shared_by(entry, trial, &open, &solved) {
            kept.insert(v, Form::Havoc(class));
        }
        kept
    }

    /// Records the loop as a transition system; nothing when all its variables have closed forms, nor in a trial, whose
    /// loops are executed once more.
    pub(super) fn record_induction(
        &mut self,
        inst: LoopInst,
        trial: &Trial,
        unknowns: &Unknowns,
        iteration: &Iteration,
        k: TermId,
    ) {
        if self.trial > 0 {
            return;
        }
        let mut variables = Vec::new();
        let mut step_facts = Vec::new();
        let mut args = self.counters.clone();
        args.push(k);
        for (&v, &function) in &unknowns.functions {
            let var = &self.kernel.vars[v];
            let (initial, mut next) = match (trial.probes.get(&v), iteration.entry.get(v), iteration.end.get(v)) {
                (Some(Probe::Scalar(_)), Some(Value::Term(initial)), Some(Value::Term(next))) => (*initial, *next),
                (Some(Probe::Pointer(target, _)), Some(Value::Ptr(initial)), Some(Value::Ptr(next))) => {
                    match (&initial[..], &next[..]) {
                        ([i], [n]) if i.target == *target && n.target == *target => (i.offset, n.offset),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let step = unknowns.steps.get(&v).copied();
            if let (true, Some(Step::Add(_)), Type::Int { .. }) = (self.config.counters_stay, step, var.ty) {
                if let Term::Wrap { arg, .. } = *self.terms.kind(next) {
                    self.rest_on(Assumption::NoCounterWrap);
                    next = arg;
                }
            }
            if let (Some((lo, hi)), true) = (var.ty.int_range(), var.ty != Type::Bool) {
                // Signed arithmetic does not overflow, counters do not wrap, everything else is wrapped explicitly.
                let (lo, hi) = (self.terms.int(lo), self.terms.int(hi));
                step_facts.push(self.terms.le(lo, next));
                step_facts.push(self.terms.le(next, hi));
            }
            let value = self.terms.app(function, &args);
            let name = var.name.to_string();
            variables.push(HeadVariable { var: v, name, ty: var.ty, function, value, initial, next, step });
        }
        if variables.is_empty() {
            return;
        }
        self.out.loops[inst].induction = Some(Box::new(Induction {
            variables,
            entry: iteration.entry.live,
            head: iteration.head,
            condition: iteration.condition,
            end: iteration.end.live,
            step_facts,
            reach: iteration.reach,
            exit: None,
            first_event: iteration.first_event,
            last_event: self.out.events.len(),
        }));
    }
}
