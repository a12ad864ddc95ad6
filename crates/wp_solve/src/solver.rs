//! The order of attack on a conjunction.

pub(crate) mod asking;
mod attempts;
mod models;

use crate::account::{Account, Step};
use crate::answer::{Answer, Method, Model, UnknownCause};
use crate::cache::{Cache, Key};
use crate::cases::Leaves;
use crate::divisions;
use crate::find::Version;
use crate::float;
use crate::masks;
use crate::portfolio::{Portfolio, MAX_SOLVERS};
use crate::process::Process;
use crate::quotients;
use crate::simplify::{simplify, Simplified};
use crate::slice::{self, members};
use crate::split;
use asking::Reply;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wp_base::{count_work, Stop, Work};
use wp_logic::{Term, TermId, Terms, Value};

wp_base::limits! {
    /// A query that seeks a smaller model may spend this part of the effort for one query.
    const MINIMISE_SHARE: u32 = 8;
    /// The part of the effort for a model query with the float operations of the standard, which cannot prove anything.
    const FLOAT_SHARE: u32 = 4;
    /// A query about a part of a conjunction may spend this part of the effort for one query.
    const SLICE_SHARE: u32 = 8;
    /// A query with quotients or remainders by symbols, which solvers seldom decide, may spend this part of the effort.
    const SYMBOLIC_DIVISION_SHARE: u32 = 8;
    /// A query about a case of a conjunction may spend this part of the effort for one query.
    const LEAF_SHARE: u32 = 4;
    /// Bounds without a model after which a term is left as it is.
    const MAX_FAILURES: usize = 6;
    /// Replies that are kept in memory.
    const MAX_REMEMBERED: usize = 1 << 16;
}
/// Crashes after which the solver is given up.
const MAX_CRASHES: u64 = 20;

/// The configuration of a solver.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// The Z3 to run, as [`crate::find_solver`] returned it; `None` looks for one.
    pub program: Option<PathBuf>,
    /// Version of `program`, where it is known already.
    pub version: Option<Version>,
    /// Solvers that are asked too.
    pub portfolio: Portfolio,
    /// Folder that keeps answers for later runs; none when absent.
    pub cache: Option<PathBuf>,
    /// True if no solver is to be used.
    pub disabled: bool,
    /// Effort for one query: the deterministic resource limit is derived from it, and the clock is a last guard behind
    /// it.
    pub query_timeout: Duration,
    /// Memory of the solver process.
    pub memory_mb: u64,
    /// True if to use the digit procedure.
    pub digits: bool,
    /// True if a conjunction is simplified before the solver is asked; otherwise the solver gets it as it stands,
    /// without the digit procedure.
    pub simplification: bool,
    /// True if models that rest on operations on floats are sought once more with the operations themselves; without,
    /// they are approximate.
    pub exact_floats: bool,
    /// A request to end: every question that is open then stays open.
    pub stop: Stop,
}

impl Default for SolverConfig {
    fn default() -> Self {
        SolverConfig {
            program: None,
            version: None,
            portfolio: Portfolio::default(),
            cache: None,
            disabled: false,
            query_timeout: Duration::from_secs(5),
            memory_mb: 2048,
            digits: true,
            simplification: true,
            exact_floats: true,
            stop: Stop::default(),
        }
    }
}

/// Counts of the work so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Conjunctions asked about.
    pub queries: u64,
    /// Refuted by simplification.
    pub structural: u64,
    /// Refuted by the digit procedure.
    pub digits: u64,
    /// Scripts sent to the solver.
    pub scripts: u64,
    /// Scripts that were the same as an earlier one.
    pub repeated: u64,
    /// Scripts whose answer an earlier run has left on disk.
    pub cached: u64,
    /// Scripts that the clock or the memory cut off before the deterministic limit.
    pub cut_off: u64,
    /// Resource units spent: by the solver on scripts, in this run or in the one that left the answer on disk, and for the terms that were made
    /// between questions. The deterministic measure of effort.
    pub spent: u64,
    /// Answered `unsat` by the solver.
    pub smt_unsat: u64,
    /// Answered `sat` by the solver.
    pub smt_sat: u64,
    /// Not decided.
    pub unknown: u64,
    /// Solver processes that were killed or died.
    pub restarts: u64,
    /// Scripts of which a solver has said `sat` or `unsat`, by positions in [`Portfolio::names`]; not those that were
    /// repeated.
    pub answers: [u64; MAX_SOLVERS],
}

/// Decides conjunctions. Holds one process of Z3, started when first needed.
#[derive(Debug)]
pub struct Solver {
    config: SolverConfig,
    program: Program,
    process: Option<Process>,
    /// Replies to earlier questions, for questions that are the same letter by letter.
    replies: FxHashMap<Key, (Reply, usize)>,
    /// The answers of Z3 on disk.
    store: Store,
    /// The stores of the further solvers.
    others: Vec<Store>,
    /// Questions that none of the further solvers has answered.
    tried: FxHashSet<Key>,
    /// The refutation of the last conjunction.
    account: Account,
    /// When the caller runs out of time.
    deadline: Option<Instant>,
    /// The budget for all questions, in resource units.
    budget: u64,
    /// The work on terms when the last question was asked ([`Terms::work`]).
    work_before: u64,
    stats: Stats,
}

/// The answers on disk.
#[derive(Debug)]
enum Store {
    NotOpened,
    Off,
    Open(Cache),
}

impl Store {
    fn cache(&mut self) -> Option<&mut Cache> {
        match self {
            Store::Open(cache) => Some(cache),
            Store::NotOpened | Store::Off => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Program {
    NotSought,
    /// With its version, where it is known.
    Found(PathBuf, Option<Version>),
    Missing,
}

/// A conjunction that is open without a solver.
struct Open {
    /// Flat.
    conjuncts: Vec<TermId>,
    /// Simplified, where that changes them.
    simplified: Option<Simplified>,
    /// A conjunction that the conjuncts imply and that is easier to refute, if there is one.
    decided: Option<Vec<TermId>>,
    /// The first case that is open, and the others.
    leaves: Option<(Vec<TermId>, Leaves)>,
}

impl Open {
    /// The conjuncts to be refuted.
    fn core(&self) -> &[TermId] {
        let simplified = self.simplified.as_ref().map_or(&self.conjuncts, |s| &s.conjuncts);
        self.decided.as_ref().unwrap_or(simplified)
    }
}

impl Solver {
    /// A solver; nothing is started yet.
    pub fn new(config: SolverConfig) -> Solver {
        let config = SolverConfig { digits: config.digits && config.simplification, ..config };
        let program = match (&config.program, config.disabled) {
            (_, true) => Program::Missing,
            (Some(path), _) => Program::Found(path.clone(), config.version),
            (None, _) => Program::NotSought,
        };
        let others = config.portfolio.solvers().iter().map(|_| Store::NotOpened).collect();
        Solver {
            config,
            program,
            process: None,
            replies: FxHashMap::default(),
            store: Store::NotOpened,
            others,
            tried: FxHashSet::default(),
            account: Account::default(),
            deadline: None,
            budget: u64::MAX,
            work_before: 0,
            stats: Stats::default(),
        }
    }

    /// Another solver with the same configuration, that has answered nothing yet.
    pub fn sibling(&self) -> Solver {
        self.successor(self.config.clone())
    }

    /// [`Solver::sibling`] that does not look at the answers on disk either.
    pub fn from_scratch(&self) -> Solver {
        let config = SolverConfig { cache: None, ..self.config.clone() };
        self.successor(config)
    }

    /// A solver that has answered nothing yet, with the remaining time and budget.
    fn successor(&self, config: SolverConfig) -> Solver {
        let budget = self.budget.saturating_sub(self.stats.spent);
        Solver { program: self.program.clone(), deadline: self.deadline, budget, ..Solver::new(config) }
    }

    /// No query is waited for beyond this instant, give or take a second.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// The deadline, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Sets the budget for all questions, in resource units: a count, so that it decides the same on every machine. A
    /// caller with many questions checks [`Solver::is_late`] between them.
    pub fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// The budget for all questions.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// The budget that grants one part in `part` of the remaining budget.
    pub fn budget_of_part(&self, part: u64) -> u64 {
        let spent = self.stats.spent;
        spent.saturating_add(self.budget.saturating_sub(spent) / part.max(1))
    }

    /// True if the budget is spent or, as a last guard, the deadline has passed, or if the work is asked to end.
    pub fn is_late(&self) -> bool {
        self.stats.spent >= self.budget
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.config.stop.is_requested()
    }

    /// From here on operations on floats are uninterpreted, and models that rest on them approximate.
    pub fn leave_floats_open(&mut self) {
        self.config.exact_floats = false;
    }

    /// Counts of the work so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The refutation of the last conjunction, if it was refuted.
    pub fn account(&self) -> Account {
        self.account
    }

    /// The names of the solvers, by their positions in accounts and statistics.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.config.portfolio.names()
    }

    /// Counts the work on terms since the last question as effort: obligations, axioms, case splits and the digit
    /// procedure are work without being scripts.
    fn charge(&mut self, terms: &Terms) {
        let done = terms.work().saturating_sub(self.work_before);
        self.work_before = terms.work();
        self.spend(done.saturating_mul(crate::limits::RESOURCES_PER_TERM));
    }

    /// Counts effort.
    fn spend(&mut self, effort: u64) {
        self.stats.spent = self.stats.spent.saturating_add(effort);
        count_work(Work::Effort, effort);
    }

    /// Whether the conjuncts can hold together.
    pub fn check(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Answer {
        self.check_within(terms, conjuncts, 1)
    }

    /// [`Solver::check`] with the effort for one query divided by `share`.
    pub fn check_within(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> Answer {
        if let Some(cases) = self.masks(terms, conjuncts) {
            let mut answer = Answer::Unsat(Method::Structural);
            let mut account = Account::default();
            for case in cases {
                answer = self.check_within(terms, &[conjuncts, &[case]].concat(), share);
                account = account.and(self.account);
                if !matches!(answer, Answer::Unsat(_)) {
                    break;
                }
            }
            self.account = account.after(Step::Masks);
            return answer;
        }
        self.stats.queries += 1;
        self.charge(terms);
        match self.prepare(terms, conjuncts) {
            Ok(Some(method)) => Answer::Unsat(method),
            // Everything satisfies it, so no solver is needed for the answer; the model is of no symbol.
            Ok(None) => Answer::Sat(Model::default()),
            Err(mut open) => {
                if !self.config.simplification {
                    return self.smt(terms, &open.conjuncts, None, share);
                }
                let share = if divisions::by_symbols(terms, open.core()) {
                    share.saturating_mul(SYMBOLIC_DIVISION_SHARE.get())
                } else {
                    share
                };
                if let Some(Ok(Some(method))) = self.refutes_cases(terms, open.core(), share) {
                    return Answer::Unsat(method);
                }
                if self.refutes_slice(terms, open.core(), share) || self.refutes_leaves(terms, &mut open, share) {
                    return Answer::Unsat(Method::Smt);
                }
                if let Some(decided) = &open.decided {
                    if let Ok(Some(method)) = self.ask_plainly(terms, decided, share) {
                        return Answer::Unsat(method);
                    }
                }
                // Models are sought of the question itself.
                self.account = of_simplified(open.simplified.as_ref());
                self.smt(terms, &open.conjuncts, open.simplified.as_ref(), share)
            }
        }
    }

    /// The cases of a mask, where there is one to take apart.
    fn masks(&self, terms: &mut Terms, conjuncts: &[TermId]) -> Option<[TermId; 2]> {
        self.config.simplification.then(|| masks::cases(terms, conjuncts)).flatten()
    }

    /// The conjuncts with one quotient for divisions that differ by multiples of the divisor.
    fn with_shared_divisions(&self, terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
        if self.config.simplification {
            divisions::unify(terms, conjuncts)
        } else {
            conjuncts.to_vec()
        }
    }

    /// The answer without a solver: contradictory by some method, or true; otherwise the open conjunction.
    fn prepare(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Result<Option<Method>, Box<Open>> {
        self.account = Account::default();
        let conjunction = terms.and(conjuncts);
        match terms.as_bool(conjunction) {
            Some(false) => {
                self.stats.structural += 1;
                return Ok(Some(Method::Structural));
            }
            Some(true) => return Ok(None),
            None => {}
        }
        if !self.config.simplification {
            let conjuncts = conjuncts.to_vec();
            return Err(Box::new(Open { conjuncts, simplified: None, decided: None, leaves: None }));
        }
        let conjuncts = members(terms, conjunction);
        // Without a budget only the simplifier is left: its work is bounded by the size of the question.
        let digits = self.config.digits && !self.is_late();
        if digits && slice::refuted(terms, &conjuncts) {
            self.stats.digits += 1;
            return Ok(Some(Method::Digits));
        }
        let simplified = simplify(terms, &conjuncts);
        self.account = of_simplified(simplified.as_ref());
        if let Some(simplified) = &simplified {
            if matches!(simplified.conjuncts.as_slice(), [one] if terms.as_bool(*one) == Some(false)) {
                self.stats.structural += 1;
                return Ok(Some(Method::Structural));
            }
            if digits && slice::refuted(terms, &simplified.conjuncts) {
                self.stats.digits += 1;
                return Ok(Some(Method::Digits));
            }
        }
        let core = simplified.as_ref().map_or(&conjuncts, |s| &s.conjuncts);
        // With a number for a power of two most of what follows is decided.
        let by_sizes = if digits { split::refuted_by_sizes(terms, core) } else { None };
        if by_sizes == Some(true) {
            self.account = self.account.after(Step::Split);
            self.stats.digits += 1;
            return Ok(Some(Method::Digits));
        }
        let decided = quotients::decide(terms, core);
        let decided = decided.map(|decided| simplify(terms, &decided).map_or(decided, |s| s.conjuncts));
        if let Some(decided) = &decided {
            self.account = self.account.after(Step::Quotients);
            if digits && slice::refuted(terms, decided) {
                self.stats.digits += 1;
                return Ok(Some(Method::Digits));
            }
        }
        let mut leaves = None;
        // A conjunction that is open with numbers is open without them.
        let splits = digits && by_sizes.is_none();
        if let (Some(mut all), true) = (Leaves::of(terms, decided.as_ref().unwrap_or(core)), splits) {
            let Some(open) = all.next_open(terms) else {
                self.account = self.account.after(Step::Cases);
                self.stats.digits += 1;
                return Ok(Some(Method::Digits));
            };
            leaves = Some((open, all));
        }
        Err(Box::new(Open { conjuncts, simplified, decided, leaves }))
    }

    /// True if the digit procedure shows the conjuncts to be contradictory as they stand: the cheapest question.
    pub fn refuted_by_digits(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> bool {
        self.account = Account::default();
        let conjunction = terms.and(conjuncts);
        let conjuncts = members(terms, conjunction);
        let refuted = self.config.digits && slice::refuted(terms, &conjuncts);
        self.stats.queries += u64::from(refuted);
        self.stats.digits += u64::from(refuted);
        refuted
    }

    /// Refutes the conjuncts with the effort for one query divided by `share`; `None` when they are not. No model is
    /// sought, so this is the cheaper question where none is wanted.
    pub fn refutes(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
        share: u32,
    ) -> Result<Option<Method>, UnknownCause> {
        if let Some(cases) = self.masks(terms, conjuncts) {
            let mut method = Method::Structural;
            let mut account = Account::default();
            for case in cases {
                match self.refutes(terms, &[conjuncts, &[case]].concat(), share)? {
                    Some(of_case) => method = method.max(of_case),
                    None => return Ok(None),
                }
                account = account.and(self.account);
            }
            self.account = account.after(Step::Masks);
            return Ok(Some(method));
        }
        self.stats.queries += 1;
        self.charge(terms);
        let mut open = match self.prepare(terms, conjuncts) {
            Ok(method) => return Ok(method),
            Err(open) => open,
        };
        if !self.config.simplification {
            return self.ask_plainly(terms, &open.conjuncts, share);
        }
        if self.refutes_slice(terms, open.core(), share) {
            return Ok(Some(Method::Smt));
        }
        match self.refutes_cases(terms, open.core(), share) {
            Some(answer) => answer,
            None if self.refutes_leaves(terms, &mut open, share) => Ok(Some(Method::Smt)),
            None => self.ask_plainly(terms, open.core(), share),
        }
    }
}

/// The account of a conjunction that was perhaps simplified and is still open.
fn of_simplified(simplified: Option<&Simplified>) -> Account {
    simplified.map_or(Account::default(), |_| Account::default().after(Step::Simplified))
}

/// `|t| <= bound`
fn within(terms: &mut Terms, t: TermId, bound: i128) -> TermId {
    let (low, high) = (terms.int(-bound), terms.int(bound));
    let (low, high) = (terms.le(low, t), terms.le(t, high));
    terms.and(&[low, high])
}

/// The absolute value of the term in the model.
fn size(terms: &Terms, model: &Model, t: TermId) -> Option<i128> {
    model.eval(terms, t)?.as_int()?.checked_abs()
}

fn is_bitwise(terms: &Terms, t: TermId) -> bool {
    matches!(terms.kind(t), Term::BitAnd(..) | Term::BitOr(..) | Term::BitXor(..))
}

/// Tests if the term computes with floats, and whether the floating-point theory has its operation.
fn float_operation(terms: &Terms, t: TermId) -> (bool, bool) {
    let Term::App(f, args) = terms.kind(t) else { return (false, true) };
    let func = terms.func_info(*f);
    if !float::is_operation(func) {
        return (false, true);
    }
    let names = vec![String::new(); args.len()];
    (true, float::operation(func, &func.args, &names).is_some())
}

/// True if evaluation confirms the model.
fn satisfies(terms: &Terms, conjuncts: &[TermId], model: &Model) -> bool {
    conjuncts.iter().all(|&t| model.eval(terms, t) == Some(Value::Bool(true)))
}
