//! What every client needs: the kernel, its summary, the solver, the rules and the budget; obligations about one thread.

use crate::suspect::{Open, OpenCause, RaceKey, SuspectKind};
use std::collections::BTreeSet;
use std::time::Instant;
use wp_interp::AtomicRaces;
use wp_kir::Kernel;
use wp_logic::{Term, TermId, Terms};
use wp_prove::{
    Known, Lookup, Obligation, Outcome, Pair, PairKind, Patience, Place, Proof, ProofStep, Prover, QueryEffort,
    QuestionKind,
};
use wp_solve::{Method, Solver, UnknownCause};
use wp_spec::Clause;
use wp_summary::{seeded, Fault, Premises, Summary};

wp_base::limits! {
    /// Obligations on which the solver gives up before the others get less effort. While one obligation is open there is
    /// no proof, so what the others cost matters more than that each is decided; what more knowledge may close is asked
    /// again.
    const PATIENT_FOR: u32 = 2;
    /// The part of the effort of the others.
    const IMPATIENT_SHARE: u32 = 4;
    /// The part of the effort for one query that is given to what several obligations have in common.
    const PART_SHARE: u32 = 2;
    /// A question first gets the effort for one query divided by this, as long as small launches were not run.
    const BEFORE_RUNS_SHARE: u32 = 8;
    /// The part of the effort for a question that is asked again when more is taken for granted.
    const QUICK_SHARE: u32 = 32;
}

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
    /// Alignment of accesses.
    pub alignment: bool,
    /// Reads of elements that nothing wrote.
    pub initialised: bool,
    /// The kernels whose indices are looked at for operations that exceed 32 bits.
    pub index_width: IndexWidth,
    /// Bytes of the device's memory.
    pub device_memory: u64,
    /// Assertions.
    pub assertions: bool,
    /// A barrier does not wait for threads that have ended.
    pub exit_arrives: bool,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Seeded fault.
    pub fault: Option<Fault>,
}

/// The kernels that are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexWidth {
    /// None.
    Off,
    /// Those that compute an index in 64 bits somewhere, and launches of the program that give all sizes.
    Mixed,
    /// All.
    Every,
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
    /// Counts an obligation that this step has closed.
    pub(crate) fn count(&mut self, method: Method) {
        match method {
            Method::Structural => self.structural += 1,
            Method::Digits => self.digits += 1,
            Method::Smt => self.solver += 1,
        }
    }

    /// Adds the counts of another stretch of work.
    pub fn add(&mut self, more: Stats) {
        self.obligations += more.obligations;
        self.structural += more.structural;
        self.digits += more.digits;
        self.solver += more.solver;
        self.solver_seconds += more.solver_seconds;
    }
}

/// What is asked of the solver about an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A proof or a model.
    Full,
    /// A proof; without one the obligation is asked again later, when more is known.
    ProofOnly,
    /// The same with a small part of the effort.
    Quick,
}

/// The proof of an obligation by a step, with what it rests on; with the obligation in it if proofs are explained.
pub(crate) fn proof_by(
    terms: &Terms,
    conjuncts: &[TermId],
    (by, rests_on): (Method, Premises),
    explains: bool,
) -> Proof {
    let shown = |t: &TermId| terms.as_bool(*t) != Some(true);
    let steps = explains.then(|| ProofStep {
        conjuncts: conjuncts.iter().filter(|t| shown(t)).map(|&t| terms.display(t)).collect(),
        by,
        rests_on: rests_on.clone(),
    });
    Proof { by, rests_on, steps: steps.into_iter().collect() }
}

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
    /// Questions and answers.
    pub prover: Prover,
    /// Runs that may answer a question in place of the solver.
    pub runs: Option<&'a mut dyn Runs>,
}

/// Runs of launches that are made up.
pub trait Runs {
    /// True if they were made.
    fn are_made(&self) -> bool;
    /// Makes them.
    fn make(&mut self, ctx: &Context);
    /// True if one of them has shown that this happens.
    fn show(&self, subject: &SuspectKind) -> bool;
}

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
            prover: Prover::new(Patience { questions: PATIENT_FOR.get(), share: IMPATIENT_SHARE.get() }),
            runs: None,
        }
    }

    /// Whether the budget is spent.
    pub fn out_of_time(&self) -> bool {
        self.solver.stats().spent >= self.limits.effort || Instant::now() >= self.limits.deadline
    }

    /// The proof by a step of an obligation whose facts rest on these premises.
    fn proof(&self, conjuncts: &[TermId], by: Method, rests_on: Premises) -> Proof {
        let rests_on = rests_on.and(&self.summary.inferred.rests_on);
        proof_by(self.terms, conjuncts, (by, rests_on), self.explains)
    }

    /// The proof of an obligation that structure alone closes.
    pub(crate) fn closed_by_structure(&mut self, conjuncts: &[TermId], rests_on: Premises) -> Proof {
        self.stats.obligations += 1;
        self.stats.structural += 1;
        self.proof(conjuncts, Method::Structural, rests_on)
    }

    /// Tries to show that the conjunction has no model. The subject is what happens if it has one: where a run shows
    /// that it happens, the solver is not asked.
    pub(crate) fn discharge(&mut self, known: Known, subject: Option<&SuspectKind>) -> Result<Proof, Open> {
        let Known { conjuncts, rests_on } = known;
        match self.decide(&conjuncts, subject) {
            Ok(by) => Ok(self.proof(&conjuncts, by, rests_on)),
            Err(cause) => Err((cause, conjuncts)),
        }
    }

    /// The proof by the digit procedure alone, if there is one ([`Prover::refuted_by_digits`]).
    pub(crate) fn discharged_by_digits(&mut self, conjuncts: &[TermId], rests_on: Premises) -> Option<Proof> {
        if !self.prover.refuted_by_digits(self.terms, self.solver, conjuncts) {
            return None;
        }
        self.stats.obligations += 1;
        self.stats.digits += 1;
        Some(self.proof(conjuncts, Method::Digits, rests_on))
    }

    /// Tries to show that a conjunction that is a part of several obligations has no model, which closes all of them. It is asked once,
    /// with part of the effort: each obligation that it leaves open is asked as a whole.
    pub(crate) fn discharged_by_part(&mut self, known: Known) -> Option<Proof> {
        let effort = QueryEffort::part(self.share(PART_SHARE.get()));
        let outcome = self.outcome(&known.conjuncts, QuestionKind::Part, effort).ok()?;
        let Outcome::Proof(method) = outcome else { return None };
        self.stats.obligations += 1;
        self.stats.count(method);
        Some(self.proof(&known.conjuncts, method, known.rests_on))
    }

    /// The outcome of a conjunction, unless the budget is spent.
    fn outcome(&mut self, conjuncts: &[TermId], kind: QuestionKind, effort: QueryEffort) -> Result<Outcome, OpenCause> {
        let conjuncts = match self.prover.lookup(self.terms, conjuncts, effort) {
            Lookup::Known(outcome) => return Ok(outcome),
            Lookup::Question(conjuncts) => conjuncts,
        };
        if self.out_of_time() {
            return Err(OpenCause::Budget);
        }
        let (outcome, seconds) = self.prover.ask(self.terms, self.solver, Obligation { kind, conjuncts }, effort);
        self.stats.solver_seconds += seconds;
        Ok(outcome)
    }

    /// The outcome of an obligation. Its question first gets a small part of the effort. When the first one stays open
    /// with that, small launches are run, once; only then does it get the whole effort.
    fn decide(&mut self, conjuncts: &[TermId], subject: Option<&SuspectKind>) -> Result<Method, OpenCause> {
        self.stats.obligations += 1;
        if self.is_shown(subject) {
            return Err(OpenCause::Run);
        }
        let effort = QueryEffort { share: self.share(1), wants_model: self.effort == Effort::Full };
        let may_run = subject.is_some() && self.runs.as_ref().is_some_and(|runs| !runs.are_made());
        let share = if may_run { self.share(BEFORE_RUNS_SHARE.get()) } else { effort.share };
        let mut outcome = self.outcome(conjuncts, QuestionKind::Whole, QueryEffort { share, ..effort })?;
        if may_run && matches!(outcome, Outcome::Open(_)) {
            self.make_runs();
            if self.is_shown(subject) {
                return Err(OpenCause::Run);
            }
            outcome = self.outcome(conjuncts, QuestionKind::Whole, effort)?;
        }
        match outcome {
            Outcome::Proof(method) => {
                self.stats.count(method);
                Ok(method)
            }
            Outcome::Model(model) => {
                self.stats.solver += 1;
                Err(model.map_or(OpenCause::Solver(UnknownCause::Incomplete), |model| OpenCause::Model(*model)))
            }
            Outcome::Open(cause) => {
                self.stats.solver += 1;
                Err(OpenCause::Solver(cause))
            }
        }
    }

    /// The part of the effort for one query, as a divisor, that a question gets which is given this part at most.
    fn share(&self, most: u32) -> u32 {
        match self.effort {
            Effort::Full | Effort::ProofOnly => most,
            Effort::Quick => most.max(QUICK_SHARE.get()),
        }
    }

    /// True if a run has shown that this happens.
    fn is_shown(&self, subject: Option<&SuspectKind>) -> bool {
        let runs = self.runs.as_ref().zip(subject);
        runs.is_some_and(|(runs, subject)| runs.show(subject))
    }

    fn make_runs(&mut self) {
        if let Some(runs) = self.runs.take() {
            runs.make(self);
            self.runs = Some(runs);
        }
    }

    /// The kinds of pairs of threads that the launch has and the rules ask for.
    pub(crate) fn pair_kinds(&self) -> Vec<PairKind> {
        let single = |extents: [TermId; 3]| extents.iter().all(|&n| matches!(self.terms.kind(n), Term::Int(1)));
        let mut kinds = Vec::new();
        if !single(self.summary.launch.bdim) {
            kinds.push(PairKind::SameBlock);
        }
        let between = !self.rules.only_intra_group && !seeded!(self.rules.fault, NoInterBlock);
        if between && !single(self.summary.launch.gdim) {
            kinds.push(PairKind::OtherBlock);
        }
        kinds
    }

    /// `threadIdx` and `blockIdx` of the second thread.
    pub(crate) fn second_ids(&mut self, pair: &mut Pair) -> ([TermId; 3], [TermId; 3]) {
        let launch = self.summary.launch;
        (launch.tid.map(|t| pair.second(self.terms, t)), launch.bid.map(|t| pair.second(self.terms, t)))
    }

    /// The generic thread, as the first of a pair, for what is known of one thread.
    pub(crate) fn one_thread(&mut self) -> Pair<'a> {
        Pair::new(self.terms, self.summary, PairKind::SameBlock, &[])
    }

    /// An obligation about one thread at one event; `pair` is [`Context::one_thread`].
    pub(crate) fn single(
        &mut self,
        pair: &mut Pair,
        i: usize,
        conjuncts: Vec<TermId>,
        subject: Option<&SuspectKind>,
    ) -> Result<Proof, Open> {
        if self.out_of_time() {
            return Err((OpenCause::Budget, Vec::new()));
        }
        let known = pair.know(self.terms, conjuncts, [Some(Place::Event(i)), None]);
        self.discharge(known, subject)
    }

    /// Names of the unknowns in an obligation that stand for something that was not modelled.
    pub fn unknowns(&self, conjuncts: &[TermId]) -> Vec<String> {
        let mut names = Vec::new();
        for app in self.terms.apps(conjuncts) {
            let Term::App(f, args) = self.terms.kind(app) else { continue };
            let info = self.terms.func_info(*f);
            let is_input = self.summary.functions.contents.contains_key(f)
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
