//! Where a rule looks: one loop of a summary.

use crate::print::{self, Printer};
use crate::{Candidate, Claim};
use std::collections::BTreeSet;
use wp_kir::{Kernel, ObjectId, Space, Type};
use wp_logic::{Class, Range, Term, TermId, Terms};
use wp_summary::{AccessKind, Event, EventKind, HeadVariable, Induction, LoopInst, Summary};

/// One loop, with the data that rules need.
pub(crate) struct Site<'a> {
    pub kernel: &'a Kernel,
    pub summary: &'a Summary,
    pub terms: &'a mut Terms,
    pub inst: LoopInst,
    pub induction: &'a Induction,
    /// The loop with those around it, outermost first.
    pub nest: Vec<LoopInst>,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Name of the rule that is being applied.
    pub rule: &'static str,
    pub found: Vec<Candidate>,
}

impl<'a> Site<'a> {
    /// Suggests a claim; a constant is no claim, and a value that is not settled at the head is no invariant.
    pub fn suggest(&mut self, claim: Claim) {
        let about = match &claim {
            Claim::Invariant(t) | Claim::Strided { stride: t, .. } | Claim::Uniform { offset: t, .. } => Some(*t),
            Claim::UniformControl | Claim::Access { .. } | Claim::NoAccess { .. } => None,
        };
        let settled = about.is_none_or(|t| self.summary.settled_at_head(self.terms, self.inst, t));
        if settled && !matches!(claim, Claim::Invariant(t) if self.terms.as_bool(t).is_some()) {
            let text = print::claim(&Printer::new(self.kernel, self.summary, self.terms), self.inst, &claim);
            self.push(claim, text);
        }
    }

    /// Suggests a condition on the offset of an access whenever it is made; the condition is given the offset.
    pub fn suggest_access(&mut self, event: usize, condition: impl FnOnce(&mut Terms, TermId) -> TermId) {
        if let EventKind::Access(access) = &self.summary.events[event].kind {
            self.about(event, "_offset_bytes", access.offset, condition);
        }
    }

    /// The same of the value that is written.
    pub fn suggest_value(&mut self, event: usize, condition: impl FnOnce(&mut Terms, TermId) -> TermId, value: TermId) {
        self.about(event, "_value", value, condition);
    }

    /// Conditions are printed over a name for their subject.
    fn about(&mut self, event: usize, what: &str, value: TermId, condition: impl FnOnce(&mut Terms, TermId) -> TermId) {
        let EventKind::Access(access) = &self.summary.events[event].kind else { return };
        let name = format!("__{}{what}({})", print::mode(access.mode), self.kernel.objects[access.object].name);
        let sort = self.terms.sort(value);
        let symbol = self.terms.sym(&name, sort, Class::Thread, Range::ALL);
        let condition = condition(self.terms, symbol);
        if self.terms.as_bool(condition).is_some() {
            return;
        }
        let printer = Printer::new(self.kernel, self.summary, self.terms);
        let text = print::access(&printer, access, condition);
        let term = self.terms.substitute(condition, &[(symbol, value)].into_iter().collect());
        self.push(Claim::Access { event, term }, text);
    }

    fn push(&mut self, claim: Claim, text: String) {
        if self.found.iter().any(|c| c.rule == self.rule && c.at == self.inst && c.claim == claim) {
            return;
        }
        self.found.push(Candidate { rule: self.rule, at: self.inst, claim, text });
    }

    /// The unknown variables.
    pub fn variables(&self) -> &'a [HeadVariable] {
        &self.induction.variables
    }

    /// Positions of the unknown integers.
    pub fn integers(&self) -> Vec<usize> {
        let ints = self.variables().iter().enumerate();
        ints.filter(|(_, v)| matches!(v.ty, Type::Int { .. } | Type::Ptr)).map(|(i, _)| i).collect()
    }

    /// Positions of the unknown integers that decide whether the loop goes on.
    pub fn guard_variables(&self) -> Vec<usize> {
        let mentioned: BTreeSet<TermId> =
            self.terms.apps(&[self.induction.condition, self.induction.end]).into_iter().collect();
        self.integers().into_iter().filter(|&i| mentioned.contains(&self.variables()[i].value)).collect()
    }

    /// The threads that share a variable.
    pub fn class(&self, variable: usize) -> Class {
        self.terms.func_info(self.variables()[variable].function).class
    }

    /// The events of the loop with their positions.
    pub fn events(&self) -> impl Iterator<Item = (usize, &'a Event)> + 'a {
        let summary = self.summary;
        let range = self.induction.first_event..self.induction.last_event.min(summary.events.len());
        range.map(move |i| (i, &summary.events[i]))
    }

    /// True if a barrier stands in the loop.
    pub fn has_barrier(&self) -> bool {
        self.events().any(|(_, e)| matches!(e.kind, EventKind::Barrier { .. } | EventKind::NamedBarrier(_)))
    }

    /// Objects that the loop accesses and that the kernel writes, if it makes an access of this kind to them.
    pub fn accessed(&self, kind: AccessKind) -> BTreeSet<ObjectId> {
        let access = |e: &'a Event| match &e.kind {
            EventKind::Access(a) if self.kernel.objects[a.object].space != Space::Private => Some(a),
            _ => None,
        };
        let here: BTreeSet<ObjectId> = self.events().filter_map(|(_, e)| access(e)).map(|a| a.object).collect();
        let of_kind = self.summary.events.iter().filter_map(access).filter(|a| kind.covers(a.mode)).map(|a| a.object);
        of_kind.filter(|o| here.contains(o) && self.summary.memory.written.contains(o)).collect()
    }

    /// True if the loop synchronises, or threads of a warp run in lock-step.
    pub fn synchronises(&self) -> bool {
        self.warp_sync.is_some() || self.has_barrier()
    }

    /// The terms that one iteration assigns to a condition: the leaves of its conditionals.
    pub fn leaves(&self, t: TermId) -> Vec<TermId> {
        let mut out = Vec::new();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            match self.terms.kind(t) {
                Term::Ite(_, a, b) => todo.extend([*b, *a]),
                Term::Wrap { arg, .. } => todo.push(*arg),
                _ if out.contains(&t) => {}
                _ => out.push(t),
            }
            if out.len() > 16 {
                break;
            }
        }
        out
    }

    /// True if the loop leaves a term as it is: no unknown of its own iterations occurs in it.
    pub fn is_invariant(&self, t: TermId) -> bool {
        let k = self.summary.loops[self.inst].counter;
        !self.terms.subterms(&[t], |_| false).contains(&k)
    }
}
