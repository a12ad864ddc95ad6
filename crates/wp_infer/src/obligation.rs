//! The cases of an induction over one loop, as conjunctions to be shown unsatisfiable.
//!
//! Hypotheses are already in the summary: conditions as axioms about the unknowns, uniform and strided variables as
//! their definitions. For a claim `I` over the values at the head:
//!
//! ```text
//! base:  facts && entry && !I[value := initial, k := 0]
//! step:  facts && head && end && !I[value := next, k := k + 1]
//! ```
//!
//! A claim about two threads of a block takes both sides twice, with the counters of the loop and of those around it
//! shared. The claim that no access is in flight at the head is proved for one thread that accesses and one that
//! arrives, by the barriers between them.

use crate::candidate::{Candidate, Claim};
use rustc_hash::FxHashMap;
use wp_kir::Kernel;
use wp_logic::{TermId, Terms};
use wp_prove::order::{executed_together, in_flight, Arrival};
use wp_prove::warp::same_warp;
use wp_prove::{Known, Outcome, Pair, PairKind, Place, Prover, QueryEffort};
use wp_solve::Solver;
use wp_summary::define::Definitions;
use wp_summary::{Induction, LoopInst, Premises, QuietHead, Summary};

/// One of the cases of an induction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Case {
    Base,
    Step,
}

impl Case {
    /// The place of a thread whose value at the head of the loop is in question.
    fn place(self, at: LoopInst) -> Place {
        match self {
            Case::Base => Place::Entry(at),
            Case::Step => Place::End(at),
        }
    }
}

/// The answer about a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The case holds.
    Holds,
    /// The case does not hold: under all that is assumed, the claim can be false.
    Fails,
    /// The solver does not know.
    Unknown,
}

/// Everything the cases are made of.
pub(crate) struct Cases<'a> {
    pub kernel: &'a Kernel,
    /// The summary as the rules saw it; claims are about its terms.
    pub original: &'a Summary,
    /// The summary with the hypotheses.
    pub summary: &'a Summary,
    /// Definitions that lead from one to the other.
    pub definitions: &'a mut Definitions,
    pub terms: &'a mut Terms,
    pub solver: &'a mut Solver,
    /// Effort for one question is that of a query divided by this.
    pub share: u32,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Questions and answers so far.
    pub prover: &'a mut Prover,
    /// What answers rest on.
    pub rests_on: Premises,
}

impl Cases<'_> {
    /// Tests if the case of a candidate holds.
    pub fn answer(&mut self, candidate: &Candidate, case: Case) -> Answer {
        let at = candidate.at;
        let original = self.original;
        let Some(induction) = original.loops[at].induction.as_deref() else { return Answer::Unknown };
        match &candidate.claim {
            Claim::Invariant(t) => self.one_thread(at, induction, *t, case),
            Claim::Strided { variable, stride } => {
                let v = &induction.variables[*variable];
                let moved = self.terms.sub(v.value, v.initial);
                let rest = self.terms.modulo(moved, *stride);
                let zero = self.terms.int(0);
                let divides = self.terms.eq(rest, zero);
                self.one_thread(at, induction, divides, case)
            }
            Claim::Uniform { variable, offset } => {
                let v = &induction.variables[*variable];
                let value = match case {
                    Case::Base => v.initial,
                    Case::Step => v.next,
                };
                let moved = self.terms.sub(value, *offset);
                self.two_threads(at, case, moved)
            }
            Claim::UniformControl => match case {
                Case::Base => Answer::Holds,
                Case::Step => self.same_end(at),
            },
            Claim::Access { event, term } => match case {
                Case::Base => Answer::Holds,
                Case::Step => self.access(*event, *term),
            },
            Claim::NoAccess { object, kind, warp } => {
                let quiet = QuietHead { at, object: *object, kind: *kind };
                let events = original.events.iter().enumerate().filter(|(_, e)| quiet.covers(e));
                let positions: Vec<usize> = events.map(|(i, _)| i).collect();
                let answers = positions.into_iter().map(|e| self.separated(&quiet, e, *warp, case));
                answers.into_iter().find(|a| *a != Answer::Holds).unwrap_or(Answer::Holds)
            }
        }
    }

    /// An executed barrier lies between an access of one thread and the arrival of another at the head: at the first
    /// one for all accesses before it; at the one after iteration `k` for those of iteration `k`, since the hypothesis
    /// is about the others. The threads may be the same one.
    fn separated(&mut self, quiet: &QuietHead, e: usize, warp: Option<u32>, case: Case) -> Answer {
        let summary = self.summary;
        let nest = summary.nest(quiet.at);
        let event = &summary.events[e];
        if case == Case::Step && !event.loops.starts_with(&nest) {
            return Answer::Holds;
        }
        let terms = &mut *self.terms;
        let mut pair = Pair::new(terms, summary, PairKind::SameBlock, &[]);
        let mut conjuncts = vec![event.guard];
        let formals: Vec<TermId> = nest.iter().map(|&l| summary.loops[l].counter).collect();
        let mut arrival: Vec<TermId> = formals.iter().map(|&t| pair.second(terms, t)).collect();
        if case == Case::Step {
            let same = formals.iter().zip(&arrival).map(|(&a, &b)| terms.eq(a, b)).collect::<Vec<_>>();
            conjuncts.extend(same);
        }
        if let Some(k) = arrival.last_mut() {
            let one = terms.int(1);
            *k = if case == Case::Base { terms.int(0) } else { terms.add(*k, one) };
        }
        let space = self.kernel.objects[quiet.object].space;
        conjuncts.extend(in_flight(terms, &mut pair, e, Arrival { head: quiet.at, counters: arrival }, space));
        if let Some(size) = warp {
            conjuncts.push(same_warp(terms, &mut pair, size));
            if self.warp_sync == warp {
                // Lock-step orders what both threads execute together with all that follows.
                let together = executed_together(terms, &mut pair, e);
                conjuncts.push(terms.not(together));
            }
        }
        let known = pair.know(terms, conjuncts, [Some(Place::Visit(e)), Some(case.place(quiet.at))]);
        self.refutes(known)
    }

    /// A claim about one thread at the head.
    fn one_thread(&mut self, at: LoopInst, induction: &Induction, claim: TermId, case: Case) -> Answer {
        let k = self.original.loops[at].counter;
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for v in &induction.variables {
            map.insert(v.value, if case == Case::Base { v.initial } else { v.next });
        }
        map.insert(k, if case == Case::Base { zero } else { self.terms.add(k, one) });
        let claim = self.terms.substitute(claim, &map);
        let claim = self.definitions.apply(self.terms, claim);
        let fails = self.terms.not(claim);
        self.of_one_thread(vec![fails], case.place(at))
    }

    /// The answer about conjuncts that one thread satisfies at a place.
    fn of_one_thread(&mut self, conjuncts: Vec<TermId>, place: Place) -> Answer {
        let mut pair = Pair::new(self.terms, self.summary, PairKind::SameThread, &[]);
        let known = pair.know(self.terms, conjuncts, [Some(place), None]);
        self.refutes(known)
    }

    /// A term that is the same for two threads of a block in the case.
    fn two_threads(&mut self, at: LoopInst, case: Case, value: TermId) -> Answer {
        let value = self.definitions.apply(self.terms, value);
        let summary = self.summary;
        let mut nest = summary.nest(at);
        if case == Case::Base {
            nest.pop();
        }
        let mut pair = Pair::new(self.terms, summary, PairKind::SameBlock, &nest);
        let other = pair.second(self.terms, value);
        let conjuncts = vec![pair.distinct(self.terms), self.terms.ne(value, other)];
        let known = pair.know(self.terms, conjuncts, [Some(case.place(at)); 2]);
        self.refutes(known)
    }

    /// One thread completes an iteration that both began, the other does not.
    fn same_end(&mut self, at: LoopInst) -> Answer {
        let summary = self.summary;
        let Some(induction) = summary.loops[at].induction.as_deref() else { return Answer::Unknown };
        let nest = summary.nest(at);
        let mut pair = Pair::new(self.terms, summary, PairKind::SameBlock, &nest);
        let other_end = pair.second(self.terms, induction.end);
        let conjuncts = vec![induction.end, self.terms.not(other_end)];
        let known = pair.know(self.terms, conjuncts, [Some(Place::Head(at)); 2]);
        self.refutes(known)
    }

    /// A condition that holds whenever an access is made.
    fn access(&mut self, event: usize, term: TermId) -> Answer {
        let summary = self.summary;
        let term = self.definitions.apply(self.terms, term);
        let fails = self.terms.not(term);
        self.of_one_thread(vec![summary.events[event].guard, fails], Place::Visit(event))
    }

    /// Tests if the conjuncts are contradictory, so that the case holds.
    fn refutes(&mut self, known: Known) -> Answer {
        match self.prover.outcome(self.terms, self.solver, &known.conjuncts, QueryEffort::part(self.share)) {
            Outcome::Proof(_) => {
                self.rests_on.join(&self.summary.inferred.rests_on);
                self.rests_on.join(&known.rests_on);
                Answer::Holds
            }
            Outcome::Model(_) => Answer::Fails,
            Outcome::Open(_) => Answer::Unknown,
        }
    }
}
