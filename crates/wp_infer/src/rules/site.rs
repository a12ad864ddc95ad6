//! Where a rule looks: one loop of a summary.

use crate::print::{self, Printer};
use crate::{Candidate, Claim};
use std::collections::BTreeSet;
use wp_kir::{Kernel, Type};
use wp_logic::{Class, Term, TermId, Terms};
use wp_summary::{Event, EventKind, HeadVariable, Induction, LoopInst, Summary};

/// One loop, with what rules ask about it.
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
    /// Suggests a claim; a constant one is no news.
    pub fn suggest(&mut self, claim: Claim) {
        if let Claim::Invariant(t) | Claim::Access { term: t, .. } = claim {
            if self.terms.as_bool(t).is_some() {
                return;
            }
        }
        if self.found.iter().any(|c| c.rule == self.rule && c.at == self.inst && c.claim == claim) {
            return;
        }
        let text = print::claim(&Printer::new(self.kernel, self.summary, self.terms), self.inst, &claim);
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

    /// Who shares a variable.
    pub fn class(&self, variable: usize) -> Class {
        self.terms.func_info(self.variables()[variable].function).class
    }

    /// The events of the loop with their positions.
    pub fn events(&self) -> impl Iterator<Item = (usize, &'a Event)> + 'a {
        let summary = self.summary;
        let range = self.induction.first_event..self.induction.last_event.min(summary.events.len());
        range.map(move |i| (i, &summary.events[i]))
    }

    /// Whether the loop synchronises, or threads of a warp run in lock-step.
    pub fn synchronises(&self) -> bool {
        self.warp_sync.is_some() || self.events().any(|(_, e)| matches!(e.kind, EventKind::Barrier { .. }))
    }

    /// What a condition is assigned by one iteration: the leaves of its conditionals.
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

    /// Whether the loop leaves a term as it is: no unknown of its own iterations occurs in it.
    pub fn is_invariant(&self, t: TermId) -> bool {
        let k = self.summary.loops[self.inst].counter;
        !self.terms.subterms(&[t], |_| false).contains(&k)
    }
}
