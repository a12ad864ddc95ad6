//! What every client needs: the kernel, its summary, the solver, the rules and the budget.

use crate::obligation_text::{Obligation, Question};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Instant;
use wp_base::Span;
use wp_interp::AtomicRaces;
use wp_kir::{AssertKind, Kernel, ObjectId};
use wp_logic::{TermId, Terms};
use wp_solve::{Answer, Method, Model, Solver, UnknownCause};
use wp_spec::Clause;
use wp_summary::pair::PairKind;
use wp_summary::{Fault, Invalid, Premises, Summary};

/// Questions that the solver may give up on before it is given less effort. While one obligation is open there is no proof,
/// so what the others cost matters more than that each is decided; what more knowledge may close is asked again.
const PATIENCE: u32 = 2;
/// The part of the effort for one query that is given then.
const IMPATIENT_SHARE: u32 = 4;
/// The part of the effort for one query that is given to what several obligations have in common.
const PART_SHARE: u32 = 2;

/// Which misbehaviour is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Writes of one value to one cell, and reads of the value that is written, do not race (GPUVerify's rules).
    pub benign_same_value: bool,
    /// Which plain accesses race with atomics.
    pub atomic_races: AtomicRaces,
    /// Only races within a block.
    pub only_intra_group: bool,
    /// Only barrier divergence.
    pub only_divergence: bool,
    /// Array bounds.
    pub bounds: bool,
    /// Assertions.
    pub assertions: bool,
    /// A barrier does not wait for threads that have ended.
    pub exit_arrives: bool,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Seeded fault.
    pub fault: Option<Fault>,
}

/// Budgets of one kernel.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Resource units of the solver after which nothing new is started ([`wp_solve::Stats::spent`]): the deterministic limit.
    pub effort: u64,
    /// Nothing new is started after this instant: the last guard.
    pub deadline: Instant,
}

/// Counts of obligations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// In all.
    pub obligations: usize,
    /// Closed by structure and simplification.
    pub structural: usize,
    /// Closed by the digit procedure.
    pub digits: usize,
    /// Sent to the solver.
    pub solver: usize,
    /// Seconds in the solver.
    pub solver_seconds: f64,
}

impl Stats {
    /// Adds the counts of another stretch of work.
    pub fn add(&mut self, more: Stats) {
        self.obligations += more.obligations;
        self.structural += more.structural;
        self.digits += more.digits;
        self.solver += more.solver;
        self.solver_seconds += more.solver_seconds;
    }
}

/// Kind of place in a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SiteKind {
    /// Plain load.
    Read,
    /// Plain store.
    Write,
    /// Atomic.
    Atomic,
    /// Barrier.
    Barrier,
    /// Assertion.
    Assert,
}

/// A place with the event that stands there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: SiteKind,
}

/// What may be wrong: the subject of obligations.
#[derive(Clone, Debug)]
pub enum SuspectKind {
    /// Two unordered conflicting accesses.
    Race {
        /// The object.
        object: ObjectId,
        /// First access.
        first: Site,
        /// Second access.
        second: Site,
        /// How the threads relate.
        pair: PairKind,
    },
    /// A barrier that not all threads reach.
    Divergence {
        /// The barrier.
        barrier: Site,
    },
    /// Pairs of accesses that were not compared before the budget ended.
    NotCompared,
    /// An access outside its object.
    Bounds {
        /// The object.
        object: ObjectId,
        /// The access.
        site: Site,
    },
    /// An access that is wrong wherever it happens.
    Invalid {
        /// Why.
        fault: Invalid,
        /// The access.
        site: Site,
    },
    /// A condition that may not hold.
    Assertion {
        /// The check.
        site: Site,
        /// Its kind.
        kind: AssertKind,
    },
    /// A construct without a model is reached.
    Unsupported {
        /// Its name.
        what: String,
        /// Where.
        span: Span,
    },
}

/// Why an obligation is open.
#[derive(Clone, Debug)]
pub enum OpenCause {
    /// There is a model.
    Model(Model),
    /// The solver gave none.
    Solver(UnknownCause),
    /// The budget was spent before.
    Budget,
    /// A specification operation is not modelled.
    Specification(String),
}

/// An obligation that stayed open.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// What may be wrong.
    pub kind: SuspectKind,
    /// Why it is open.
    pub cause: OpenCause,
    /// The obligation, to be asked again for smaller models.
    pub conjuncts: Vec<TermId>,
    /// `threadIdx` and `blockIdx` of the second thread, if there is one.
    pub second: Option<([TermId; 3], [TermId; 3])>,
    /// Unknowns in the obligation that stand for something not modelled.
    pub unknowns: Vec<String>,
}

/// What is asked of the solver about an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A proof or a model.
    Full,
    /// A proof; without one the obligation is asked again later, when more is known.
    ProofOnly,
}

/// A discharged obligation, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The step that closed it: of several obligations, the last in the order of attack.
    pub by: Method,
    /// What it rests on besides the assumptions of the summary.
    pub rests_on: Premises,
    /// The obligations with their steps, where the context explains its proofs.
    pub steps: Vec<ProofStep>,
}

/// One obligation of a proof, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofStep {
    /// The conjuncts that were shown to exclude each other.
    pub conjuncts: Vec<String>,
    /// The step that closed it.
    pub by: Method,
    /// What it rests on besides the assumptions of the summary.
    pub rests_on: Premises,
}

impl Proof {
    /// The proof of no obligation.
    pub fn of_nothing() -> Self {
        Self { by: Method::Structural, rests_on: Premises::NONE, steps: Vec::new() }
    }

    /// Adds the proof of further obligations.
    pub fn add(&mut self, more: Proof) {
        self.by = self.by.max(more.by);
        self.rests_on.join(&more.rests_on);
        self.steps.extend(more.steps);
    }
}

/// An obligation that was not discharged: the cause and the conjuncts.
pub(crate) type Open = (OpenCause, Vec<TermId>);

/// Everything that the clients share.
pub struct Context<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// Its summary.
    pub summary: &'a Summary,
    /// The term store of the summary.
    pub terms: &'a mut Terms,
    /// The solver.
    pub solver: &'a mut Solver,
    /// The rules.
    pub rules: Rules,
    /// The budget.
    pub limits: Limits,
    /// Counts.
    pub stats: Stats,
    /// Whether proofs have steps for people.
    pub explains: bool,
    /// When set, only these pairs of places are checked for races: the others are closed already.
    pub races_of: Option<BTreeSet<RaceKey>>,
    /// What is asked of the solver.
    pub effort: Effort,
    /// Preconditions that runs have to satisfy, as far as the kernel does not assume them.
    pub requires: &'a [Clause],
    /// The conjunctions that the solver was asked about, in order; `None` where nobody wants to know.
    pub asked: Option<Vec<Obligation>>,
    /// Whether conjunctions were refuted; of what obligations have in common also that they were not.
    answered: FxHashMap<Vec<TermId>, bool>,
    /// Whether the digit procedure alone refuted a conjunction.
    by_digits: FxHashMap<TermId, bool>,
    /// Questions that the solver gave up on.
    undecided: u32,
}

/// What identifies a pair of racing places: the two sites in order, how the threads relate, the object.
pub type RaceKey = (Site, Site, PairKind, ObjectId);

impl<'a> Context<'a> {
    /// A context without counts.
    pub fn new(
        kernel: &'a Kernel,
        summary: &'a Summary,
        terms: &'a mut Terms,
        solver: &'a mut Solver,
        rules: Rules,
        limits: Limits,
    ) -> Self {
        Self {
            kernel,
            summary,
            terms,
            solver,
            rules,
            limits,
            stats: Stats::default(),
            explains: false,
            races_of: None,
            effort: Effort::Full,
            requires: &[],
            asked: None,
            answered: FxHashMap::default(),
            by_digits: FxHashMap::default(),
            undecided: 0,
        }
    }

    /// Whether the budget is spent.
    pub fn out_of_time(&self) -> bool {
        self.solver.stats().spent >= self.limits.effort || Instant::now() >= self.limits.deadline
    }

    /// The proof by a step of an obligation whose facts rest on these premises.
    fn proof(&self, conjuncts: &[TermId], by: Method, rests_on: Premises) -> Proof {
        let rests_on = rests_on.and(&self.summary.inferred_from);
        let shown = |t: &TermId| self.terms.as_bool(*t) != Some(true);
        let steps = self.explains.then(|| ProofStep {
            conjuncts: conjuncts.iter().filter(|t| shown(t)).map(|&t| self.terms.display(t)).collect(),
            by,
            rests_on: rests_on.clone(),
        });
        Proof { by, rests_on, steps: steps.into_iter().collect() }
    }

    /// The proof of an obligation that structure alone closes.
    pub(crate) fn closed_by_structure(&mut self, conjuncts: &[TermId], rests_on: Premises) -> Proof {
        self.stats.obligations += 1;
        self.stats.structural += 1;
        self.proof(conjuncts, Method::Structural, rests_on)
    }

    /// Tries to show that the conjunction, whose facts rest on these premises, has no model.
    pub(crate) fn discharge(&mut self, conjuncts: Vec<TermId>, rests_on: Premises) -> Result<Proof, Open> {
        match self.decide(&conjuncts) {
            Ok(by) => Ok(self.proof(&conjuncts, by, rests_on)),
            Err(cause) => Err((cause, conjuncts)),
        }
    }

    /// Whether the digit procedure alone shows that the conjunction has no model. Worth asking before what is known of the
    /// conjuncts is gathered, which costs more.
    pub(crate) fn discharged_by_digits(&mut self, conjuncts: &[TermId], rests_on: Premises) -> Option<Proof> {
        // Accesses at a constant distance make many pairs of the same distance, which are one question.
        let conjunction = self.terms.and(conjuncts);
        let refuted = match self.by_digits.get(&conjunction) {
            Some(&refuted) => refuted,
            None => {
                let refuted = self.solver.refuted_by_digits(self.terms, conjuncts);
                if refuted {
                    self.note(Question::Digits, conjuncts);
                }
                refuted
            }
        };
        self.by_digits.insert(conjunction, refuted);
        if !refuted {
            return None;
        }
        self.stats.obligations += 1;
        self.stats.digits += 1;
        Some(self.proof(conjuncts, Method::Digits, rests_on))
    }

    /// Tries to show that a conjunction that is a part of several obligations has no model, which closes all of them. It is asked once,
    /// with part of the effort: each obligation that it leaves open is asked as a whole.
    pub(crate) fn discharged_by_part(&mut self, part: &[TermId], rests_on: Premises) -> Option<Proof> {
        let method = self.refutes_part(part)?;
        self.stats.obligations += 1;
        self.count(method);
        Some(self.proof(part, method, rests_on))
    }

    fn refutes_part(&mut self, part: &[TermId]) -> Option<Method> {
        let Some(flat) = self.flat(part) else { return Some(Method::Structural) };
        match self.answered.get(&flat) {
            Some(true) => return Some(Method::Structural),
            Some(false) => return None,
            None if self.out_of_time() => return None,
            None => {}
        }
        self.note(Question::Part, &flat);
        let start = Instant::now();
        let method = self.solver.refutes(self.terms, &flat, PART_SHARE).ok().flatten();
        self.stats.solver_seconds += start.elapsed().as_secs_f64();
        self.answered.insert(flat, method.is_some());
        method
    }

    fn note(&mut self, question: Question, conjuncts: &[TermId]) {
        if let Some(asked) = &mut self.asked {
            asked.push(Obligation { question, conjuncts: conjuncts.to_vec() });
        }
    }

    fn count(&mut self, method: Method) {
        match method {
            Method::Structural => self.stats.structural += 1,
            Method::Digits => self.stats.digits += 1,
            Method::Smt => self.stats.solver += 1,
        }
    }

    /// The members of the conjunction in order; `None` when one of them is false, or negates another.
    fn flat(&mut self, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
        let mut flat: Vec<TermId> = Vec::new();
        for &c in conjuncts {
            match self.terms.kind(c) {
                wp_logic::Term::Bool(true) => {}
                wp_logic::Term::Bool(false) => return None,
                wp_logic::Term::And(items) => flat.extend(items.iter().copied()),
                _ => flat.push(c),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let contradicts = flat.iter().any(|&c| {
            let negated = self.terms.not(c);
            flat.binary_search(&negated).is_ok()
        });
        (!contradicts).then_some(flat)
    }

    fn decide(&mut self, conjuncts: &[TermId]) -> Result<Method, OpenCause> {
        self.stats.obligations += 1;
        let flat = self.flat(conjuncts).filter(|flat| self.answered.get(flat) != Some(&true));
        let Some(flat) = flat else {
            self.stats.structural += 1;
            return Ok(Method::Structural);
        };
        if self.out_of_time() {
            return Err(OpenCause::Budget);
        }
        self.note(Question::Whole, &flat);
        let start = Instant::now();
        let share = if self.undecided < PATIENCE { 1 } else { IMPATIENT_SHARE };
        let answer = match self.effort {
            Effort::Full => self.solver.check_within(self.terms, &flat, share),
            Effort::ProofOnly => match self.solver.refutes(self.terms, &flat, share) {
                Ok(Some(method)) => Answer::Unsat(method),
                Ok(None) => Answer::Unknown(UnknownCause::Incomplete),
                Err(cause) => Answer::Unknown(cause),
            },
        };
        self.stats.solver_seconds += start.elapsed().as_secs_f64();
        match answer {
            Answer::Unsat(method) => {
                self.count(method);
                self.answered.insert(flat, true);
                Ok(method)
            }
            Answer::Sat(model) => {
                self.stats.solver += 1;
                Err(OpenCause::Model(model))
            }
            Answer::Unknown(cause) => {
                self.stats.solver += 1;
                self.undecided += u32::from(cause == UnknownCause::Timeout);
                Err(OpenCause::Solver(cause))
            }
        }
    }

    /// Names of the unknowns in an obligation that stand for something that was not modelled.
    pub fn unknowns(&self, conjuncts: &[TermId]) -> Vec<String> {
        let mut names = Vec::new();
        for app in self.terms.apps(conjuncts) {
            let wp_logic::Term::App(f, args) = self.terms.kind(app) else { continue };
            let info = self.terms.func_info(*f);
            let is_input = self.summary.contents.contains_key(f)
                || self.summary.params.values().any(|&p| p == app)
                || self.summary.loops.values().any(|l| l.counter == app);
            let name = info.name.trim_end_matches('\'').to_owned();
            let plain = args.is_empty()
                && (name.starts_with("threadIdx") || name.contains("Dim.") || name.starts_with("blockIdx"));
            if !is_input && !plain && name != "k" && name != "exit" && name != "reached" && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
