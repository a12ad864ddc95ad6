//! Houdini (Flanagan and Leino 2001): the greatest set of candidates that is inductive.
//!
//! All candidates are assumed at once: conditions as axioms about the unknowns at loop heads, uniform and strided variables
//! as definitions of the unknowns by simpler ones. Those with a case that does not hold under these hypotheses are dropped,
//! until nothing changes. The hypotheses of the last round are the candidates that it confirmed, so they hold by induction
//! on the number of steps of a run; an answer "unknown" drops a candidate.

use crate::candidate::{Candidate, Claim, Fate, Outcome};
use crate::config::{Config, Engine};
use crate::obligation::{Case, Cases};
use crate::rules::{Site, RULES};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Instant;
use wp_kir::Kernel;
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId, Terms};
use wp_solve::Solver;
use wp_summary::define::{Definition, Definitions};
use wp_summary::{Axiom, LoopInst, Summary};

/// Part of the effort for one query that a case may take.
const SHARE: u32 = 2;

/// What was inferred.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The summary with everything that holds.
    pub summary: Summary,
    /// The candidates, in the order of the loops and rules, with what became of them.
    pub outcomes: Vec<Outcome>,
}

impl Inference {
    /// Whether anything is known that was not known before.
    pub fn is_useful(&self) -> bool {
        self.outcomes.iter().any(|o| o.fate == Fate::Kept)
    }
}

/// Candidates for every loop with unknown variables.
pub fn candidates(kernel: &Kernel, summary: &Summary, terms: &mut Terms, config: &Config) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (inst, record) in summary.loops.iter() {
        let Some(induction) = record.induction.as_deref() else { continue };
        let nest = summary.nest(inst);
        let warp_sync = config.warp_sync;
        let mut site = Site { kernel, summary, terms, inst, induction, nest, warp_sync, rule: "", found };
        for rule in RULES.iter().filter(|r| config.allows(r.name) || config.allows(&r.label())) {
            site.rule = rule.name;
            (rule.suggest)(&mut site);
        }
        found = site.found;
    }
    found
}

/// Infers invariants for the loops of a summary.
pub fn infer(kernel: &Kernel, summary: &Summary, terms: &mut Terms, solver: &mut Solver, config: &Config) -> Inference {
    let candidates = candidates(kernel, summary, terms, config);
    let mut fates: Vec<Option<Engine>> = vec![None; candidates.len()];
    let mut houdini = Houdini { kernel, original: summary, candidates: &candidates, known: FxHashMap::default() };
    let mut last = None;
    while last.is_none() {
        let hypotheses = houdini.assume(terms, &fates);
        if Instant::now() >= config.deadline {
            break;
        }
        let (failed, rests) = houdini.round(terms, solver, &hypotheses, &fates, config);
        for &i in &failed {
            fates[i] = Some(Engine::Houdini);
        }
        if failed.is_empty() {
            last = Some((hypotheses, rests));
        }
    }
    let summary = match last {
        Some((hypotheses, rests)) => hypotheses.into_summary(rests),
        // The budget was spent: nothing was confirmed.
        None => {
            fates.iter_mut().for_each(|f| *f = f.or(Some(Engine::Houdini)));
            summary.clone()
        }
    };
    let outcomes = candidates
        .into_iter()
        .zip(fates)
        .map(|(candidate, fate)| Outcome { candidate, fate: fate.map_or(Fate::Kept, Fate::Refuted) });
    Inference { summary, outcomes: outcomes.collect() }
}

struct Houdini<'a> {
    kernel: &'a Kernel,
    original: &'a Summary,
    candidates: &'a [Candidate],
    known: FxHashMap<Vec<TermId>, bool>,
}

/// A summary in which a set of candidates is assumed.
struct Hypotheses {
    summary: Summary,
    definitions: Definitions,
    /// Unknowns that stand for defined ones.
    introduced: Vec<FuncId>,
}

impl Hypotheses {
    fn into_summary(mut self, rests: bool) -> Summary {
        if rests {
            self.summary.shared_reads.extend(self.introduced);
        }
        self.summary
    }
}

impl Houdini<'_> {
    /// The candidates that fail under the hypotheses, and whether the others rest on values read alike. Definitions are
    /// tried first: when one fails, everything else would be tried in vain.
    fn round(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
        hypotheses: &Hypotheses,
        fates: &[Option<Engine>],
        config: &Config,
    ) -> (Vec<usize>, bool) {
        let mut definitions = hypotheses.definitions.clone();
        let mut cases = Cases {
            kernel: self.kernel,
            original: self.original,
            summary: &hypotheses.summary,
            definitions: &mut definitions,
            terms,
            solver,
            share: SHARE,
            known: &mut self.known,
            rests: false,
        };
        let defines =
            |c: &Candidate| matches!(c.claim, Claim::Strided { .. } | Claim::Uniform { .. } | Claim::UniformControl);
        let mut failed = Vec::new();
        for phase in [true, false] {
            for case in [Case::Base, Case::Step] {
                for (i, c) in self.candidates.iter().enumerate() {
                    if fates[i].is_some() || defines(c) != phase || failed.contains(&i) {
                        continue;
                    }
                    if Instant::now() >= config.deadline || !cases.holds(c, case) {
                        failed.push(i);
                    }
                }
                if !failed.is_empty() {
                    return (failed, false);
                }
            }
        }
        (failed, cases.rests)
    }

    /// The summary with the candidates that are still alive.
    fn assume(&self, terms: &mut Terms, fates: &[Option<Engine>]) -> Hypotheses {
        let alive: Vec<&Candidate> =
            self.candidates.iter().zip(fates).filter(|(_, f)| f.is_none()).map(|(c, _)| c).collect();
        let mut summary = self.original.clone();
        let mut definitions = Definitions::default();
        let mut introduced = Vec::new();
        let mut ranges: Vec<(LoopInst, TermId)> = Vec::new();
        for (inst, record) in self.original.loops.iter() {
            let Some(induction) = record.induction.as_deref() else { continue };
            let here: Vec<&Candidate> = alive.iter().copied().filter(|c| c.at == inst).collect();
            let formals: Vec<TermId> =
                self.original.nest(inst).into_iter().map(|l| self.original.loops[l].counter).collect();
            for (i, v) in induction.variables.iter().enumerate() {
                let Some((term, function)) = defined_as(terms, &here, i, v.function, v.initial, &formals) else {
                    continue;
                };
                definitions.insert(v.function, Definition { formals: formals.clone(), term });
                introduced.push(function);
                if let (Some((lo, hi)), Sort::Int) = (v.ty.int_range(), terms.sort(v.value)) {
                    let (lo, hi) = (terms.int(lo), terms.int(hi));
                    let (above, below) = (terms.le(lo, v.value), terms.le(v.value, hi));
                    ranges.push((inst, terms.and(&[above, below])));
                }
            }
            if here.iter().any(|c| c.claim == Claim::UniformControl) {
                introduced.extend(share_control(terms, induction, &formals, &mut definitions));
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
        for c in &alive {
            if let Claim::Access { event, term } = c.claim {
                let term = definitions.apply(terms, term);
                summary.lemmas.entry(event).or_default().push(term);
            }
        }
        Hypotheses { summary, definitions, introduced }
    }
}

/// The definition of a variable that is uniform, strided, or both, and the function that it introduces.
fn defined_as(
    terms: &mut Terms,
    here: &[&Candidate],
    variable: usize,
    function: FuncId,
    initial: TermId,
    formals: &[TermId],
) -> Option<(TermId, FuncId)> {
    let uniform = here.iter().find_map(|c| match c.claim {
        Claim::Uniform { variable: v, offset } if v == variable => Some(offset),
        _ => None,
    });
    let strided = here.iter().find_map(|c| match c.claim {
        Claim::Strided { variable: v, stride } if v == variable => Some(stride),
        _ => None,
    });
    let info = terms.func_info(function).clone();
    let of_stride = strided.map(|s| shared_by(terms, s));
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
            Some((terms.add(initial, moved), q))
        }
        (Some(offset), None) => {
            let range = if terms.as_int(offset) == Some(0) { info.range } else { Range::ALL };
            let d = terms.func(&info.name, &info.args, Sort::Int, Class::Block, range);
            let moved = terms.app(d, formals);
            Some((terms.add(offset, moved), d))
        }
    }
}

/// Reaching iteration `k`, and the number of iterations, as functions that the threads of a block share.
fn share_control(
    terms: &mut Terms,
    induction: &wp_summary::Induction,
    formals: &[TermId],
    definitions: &mut Definitions,
) -> Vec<FuncId> {
    let mut introduced = Vec::new();
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
        introduced.push(shared);
    }
    introduced
}

/// Who shares a term, counters apart.
fn shared_by(terms: &Terms, t: TermId) -> Class {
    let classes = terms.apps(&[t]).into_iter().filter_map(|app| match terms.kind(app) {
        Term::App(f, _) => Some(terms.func_info(*f).class),
        _ => None,
    });
    let mut all = Class::Launch;
    for class in classes {
        all = match (all, class) {
            (Class::Thread, _) | (_, Class::Thread) => Class::Thread,
            (Class::Block, _) | (_, Class::Block) => Class::Block,
            _ => Class::Launch,
        };
    }
    all
}

/// Adds a condition at a loop head to what is known of the unknowns in it.
fn add_axiom(terms: &mut Terms, summary: &mut Summary, definitions: &mut Definitions, at: LoopInst, condition: TermId) {
    let formals: Vec<TermId> = summary.nest(at).into_iter().map(|l| summary.loops[l].counter).collect();
    let Some(induction) = summary.loops[at].induction.as_deref() else { return };
    let condition = definitions.apply(terms, condition);
    let fact = terms.implies(induction.head, condition);
    let mut by_function: BTreeMap<FuncId, ()> = BTreeMap::new();
    for app in terms.apps(&[condition]) {
        if let Term::App(f, args) = terms.kind(app) {
            if args[..] == formals[..] {
                by_function.insert(*f, ());
            }
        }
    }
    for f in by_function.into_keys() {
        summary.axioms.entry(f).or_default().push(Axiom { formals: formals.clone(), fact });
    }
}
