//! A set of candidates as hypotheses: the summary in which they are assumed.
//!
//! Conditions become axioms about the unknowns at loop heads, guarded by the condition under which the head is reached;
//! uniform and strided variables become definitions of the unknowns by simpler ones. This is exact where the candidates
//! hold, since values in iterations that are never reached do not matter.

use crate::candidate::{Candidate, Claim};
use std::collections::BTreeSet;
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId, Terms};
use wp_summary::define::{Definition, Definitions};
use wp_summary::{LoopInst, Premises, QuietHead, Summary};

/// A summary in which a set of candidates is assumed.
pub(crate) struct Hypotheses {
    pub summary: Summary,
    pub definitions: Definitions,
}

impl Hypotheses {
    /// Adds a claim about accesses that was shown to hold.
    pub fn learn(&mut self, terms: &mut Terms, c: &Candidate) {
        match c.claim {
            Claim::Access { event, term } => {
                let term = self.definitions.apply(terms, term);
                self.summary.inferred.lemmas.entry(event).or_default().push(term);
            }
            // Within a warp the race client knows as much.
            Claim::NoAccess { object, kind, warp: None } => {
                self.summary.inferred.quiet.push(QuietHead { at: c.at, object, kind });
            }
            _ => {}
        }
    }

    /// The summary; what holds in it rests on these premises.
    pub fn into_summary(mut self, rests_on: &Premises) -> Summary {
        self.summary.inferred.rests_on.join(rests_on);
        self.summary
    }
}

/// The summary in which these candidates are assumed, but for those about accesses, which no other one rests on.
pub(crate) fn assume(original: &Summary, alive: &[&Candidate], terms: &mut Terms) -> Hypotheses {
    let mut summary = original.clone();
    let mut definitions = Definitions::default();
    let mut ranges: Vec<(LoopInst, TermId)> = Vec::new();
    for (inst, record) in original.loops.iter() {
        let Some(induction) = record.induction.as_deref() else { continue };
        let here: Vec<&Candidate> = alive.iter().copied().filter(|c| c.at == inst).collect();
        let formals: Vec<TermId> = original.nest(inst).into_iter().map(|l| original.loops[l].counter).collect();
        for (i, v) in induction.variables.iter().enumerate() {
            let Some(term) = defined_as(original, terms, &here, i, v.function, v.initial, &formals) else {
                continue;
            };
            definitions.insert(v.function, Definition { formals: formals.clone(), term });
            if let (Some((lo, hi)), Sort::Int) = (v.ty.int_range(), terms.sort(v.value)) {
                let (lo, hi) = (terms.int(lo), terms.int(hi));
                let (above, below) = (terms.le(lo, v.value), terms.le(v.value, hi));
                ranges.push((inst, terms.and(&[above, below])));
            }
        }
        if here.iter().any(|c| c.claim == Claim::UniformControl) {
            own_control(terms, &mut summary, induction);
            share_control(terms, induction, &formals, &mut definitions);
        }
    }
    summary.define(terms, &mut definitions);
    let conditions = alive.iter().filter_map(|c| match c.claim {
        Claim::Invariant(t) => Some((c.at, t)),
        _ => None,
    });
    for (at, t) in conditions.chain(ranges) {
        add_axiom(terms, &mut summary, &mut definitions, at, t);
    }
    Hypotheses { summary, definitions }
}

/// The definition of a variable that is uniform, strided, or both, by a function of the same name.
fn defined_as(
    summary: &Summary,
    terms: &mut Terms,
    here: &[&Candidate],
    variable: usize,
    function: FuncId,
    initial: TermId,
    formals: &[TermId],
) -> Option<TermId> {
    let uniform = here.iter().find_map(|c| match c.claim {
        Claim::Uniform { variable: v, offset } if v == variable => Some(offset),
        _ => None,
    });
    let strided = here.iter().find_map(|c| match c.claim {
        Claim::Strided { variable: v, stride } if v == variable => Some(stride),
        _ => None,
    });
    let info = terms.func_info(function).clone();
    let of_stride = strided.map(|s| summary.class_of(terms, &[s]));
    match (uniform, strided) {
        (None, None) => None,
        (offset, Some(stride)) => {
            // A stride that threads do not share leaves the quotient their own.
            let class = match (offset, of_stride) {
                (Some(_), Some(Class::Launch | Class::Block)) => Class::Block,
                _ => info.class,
            };
            let q = terms.func(&info.name, &info.args, Sort::Int, class, Range::ALL);
            let steps = terms.app(q, formals);
            let moved = terms.mul(stride, steps);
            Some(terms.add(initial, moved))
        }
        (Some(offset), None) => {
            let range = if terms.as_int(offset) == Some(0) { info.range } else { Range::ALL };
            let d = terms.func(&info.name, &info.args, Sort::Int, Class::Block, range);
            let moved = terms.app(d, formals);
            Some(terms.add(offset, moved))
        }
    }
}

/// The facts that follow for a thread from reaching an iteration hold for threads that enter the loop. That is no news
/// as long as every thread has a reach predicate of its own; a shared one may hold because of others.
fn own_control(terms: &mut Terms, summary: &mut Summary, induction: &wp_summary::Induction) {
    let Some(Term::App(f, _)) = induction.reach.map(|r| terms.kind(r).clone()) else { return };
    for axiom in summary.axioms.of_mut(f) {
        axiom.fact = terms.implies(induction.entry, axiom.fact);
    }
}

/// Reaching iteration `k`, and the number of iterations, as functions that the threads of a block share.
fn share_control(
    terms: &mut Terms,
    induction: &wp_summary::Induction,
    formals: &[TermId],
    definitions: &mut Definitions,
) {
    let outer = &formals[..formals.len().saturating_sub(1)];
    let reach = induction.reach.and_then(|r| match terms.kind(r) {
        Term::App(f, _) => Some(*f),
        _ => None,
    });
    for (function, formals) in [(reach, formals), (induction.exit, outer)] {
        let Some(f) = function else { continue };
        let info = terms.func_info(f).clone();
        let shared = terms.func(&info.name, &info.args, info.result, Class::Block, info.range);
        let term = terms.app(shared, formals);
        definitions.insert(f, Definition { formals: formals.to_vec(), term });
    }
}

/// Adds a condition at a loop head to the axioms of the unknowns in it.
fn add_axiom(terms: &mut Terms, summary: &mut Summary, definitions: &mut Definitions, at: LoopInst, condition: TermId) {
    let formals: Vec<TermId> = summary.nest(at).into_iter().map(|l| summary.loops[l].counter).collect();
    let Some(induction) = summary.loops[at].induction.as_deref() else { return };
    let condition = definitions.apply(terms, condition);
    let fact = terms.implies(induction.head, condition);
    let mut functions: BTreeSet<FuncId> = BTreeSet::new();
    for app in terms.apps(&[condition]) {
        if let Term::App(f, args) = terms.kind(app) {
            if args[..] == formals[..] {
                functions.insert(*f);
            }
        }
    }
    for f in functions {
        summary.axioms.add(f, formals.clone(), fact);
    }
}
