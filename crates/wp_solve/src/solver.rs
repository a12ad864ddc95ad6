//! The order of attack on a conjunction, and the life of the solver process.

use crate::answer::{Answer, Method, Model, UnknownCause};
use crate::digits::refute;
use crate::encode::{encode, Bits, Script};
use crate::find::find_solver;
use crate::process::{Failure, Process};
use crate::sexpr::{parse, Sexpr};
use std::path::PathBuf;
use std::time::Duration;
use wp_logic::{Sort, Term, TermId, Terms, Value};

/// Names of symbols that stand for float operations with a meaning of their own.
const FLOAT_OPERATIONS: [&str; 12] =
    ["fadd", "fsub", "fmul", "fdiv", "fneg", "flt", "fle", "feq", "fconst", "i2f", "f2i", "f2f"];
/// Resource units the solver may spend for each millisecond of the query timeout. About the rate at which Z3 spends them on
/// this domain, halved, so that the deterministic limit strikes before the clock on an idle machine.
const RESOURCES_PER_MS: u128 = 4000;
/// The clock strikes after this multiple of the query timeout.
const CLOCK_FACTOR: u32 = 3;
const CLOCK_SLACK: Duration = Duration::from_secs(1);
/// Crashes after which the solver is given up.
const MAX_CRASHES: u64 = 20;

/// How to solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverConfig {
    /// The Z3 to run, as [`find_solver`] returned it; `None` looks for one.
    pub program: Option<PathBuf>,
    /// Whether no solver is to be used.
    pub disabled: bool,
    /// Effort for one query: the deterministic resource limit is derived from it, and the clock is a last guard behind it.
    pub query_timeout: Duration,
    /// Memory of the solver process.
    pub memory_mb: u64,
    /// Whether to use the digit procedure.
    pub digits: bool,
}

impl Default for SolverConfig {
    fn default() -> Self {
        SolverConfig { program: None, disabled: false, query_timeout: Duration::from_secs(5), memory_mb: 2048, digits: true }
    }
}

/// What was done so far.
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
    /// Answered `unsat` by the solver.
    pub smt_unsat: u64,
    /// Answered `sat` by the solver.
    pub smt_sat: u64,
    /// Not decided.
    pub unknown: u64,
    /// Solver processes that were killed or died.
    pub restarts: u64,
}

/// Decides conjunctions. Holds one solver process, started when first needed.
#[derive(Debug)]
pub struct Solver {
    config: SolverConfig,
    program: Program,
    process: Option<Process>,
    stats: Stats,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Program {
    NotSought,
    Found(PathBuf),
    Missing,
}

/// What the solver said to one script.
enum Reply {
    Unsat,
    Sat(Vec<(TermId, Value)>),
    Unknown(UnknownCause),
}

impl Solver {
    /// A solver; nothing is started yet.
    pub fn new(config: SolverConfig) -> Solver {
        let program = match (&config.program, config.disabled) {
            (_, true) => Program::Missing,
            (Some(path), _) => Program::Found(path.clone()),
            (None, _) => Program::NotSought,
        };
        Solver { config, program, process: None, stats: Stats::default() }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether the conjuncts can hold together.
    pub fn check(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Answer {
        self.stats.queries += 1;
        let conjunction = terms.and(conjuncts);
        match terms.as_bool(conjunction) {
            Some(false) => {
                self.stats.structural += 1;
                return Answer::Unsat(Method::Structural);
            }
            Some(true) => {
                // Everything satisfies it, so no solver is needed for the answer; the model is of no symbol.
                return Answer::Sat(Model::default());
            }
            None => {}
        }
        let conjuncts = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
        if self.config.digits && refute(terms, &conjuncts) {
            self.stats.digits += 1;
            return Answer::Unsat(Method::Digits);
        }
        self.smt(terms, &conjuncts)
    }

    fn smt(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Answer {
        let script = encode(terms, conjuncts, Bits::Facts);
        let entries = match self.ask(terms, &script) {
            Reply::Unsat => return self.count(Answer::Unsat(Method::Smt)),
            Reply::Unknown(cause) => return self.count(Answer::Unknown(cause)),
            Reply::Sat(entries) => entries,
        };
        let floats = terms.subterms(conjuncts, |_| false).into_iter().any(|t| is_float_operation(terms, t));
        let model = Model::new(terms, entries, floats);
        if satisfies(terms, conjuncts, &model) {
            return self.count(Answer::Sat(model));
        }
        // The facts about bitwise operators allow too much: decide with the operators themselves.
        if terms.subterms(conjuncts, |_| false).iter().any(|&t| is_bitwise(terms, t)) {
            let script = encode(terms, conjuncts, Bits::Vectors);
            match self.ask(terms, &script) {
                Reply::Unsat => return self.count(Answer::Unsat(Method::Smt)),
                Reply::Sat(entries) => {
                    let model = Model::new(terms, entries, floats);
                    if satisfies(terms, conjuncts, &model) {
                        return self.count(Answer::Sat(model));
                    }
                }
                Reply::Unknown(_) => {}
            }
        }
        let mut model = model;
        model.approximate = true;
        self.count(Answer::Sat(model))
    }

    fn count(&mut self, answer: Answer) -> Answer {
        match &answer {
            Answer::Unsat(_) => self.stats.smt_unsat += 1,
            Answer::Sat(_) => self.stats.smt_sat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        answer
    }

    /// Starts the process if there is none.
    fn process(&mut self) -> Result<&mut Process, UnknownCause> {
        if self.program == Program::NotSought {
            self.program = find_solver(None).map_or(Program::Missing, |(path, _)| Program::Found(path));
        }
        let Program::Found(program) = &self.program else { return Err(UnknownCause::NoSolver) };
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(program, self.config.memory_mb).map_err(cause)?,
        };
        Ok(self.process.insert(process))
    }

    fn ask(&mut self, terms: &Terms, script: &Script) -> Reply {
        if self.stats.restarts > MAX_CRASHES {
            return Reply::Unknown(UnknownCause::Died("the solver died too often".to_owned()));
        }
        match self.try_ask(terms, script) {
            Ok(reply) => reply,
            Err(failure) => {
                self.process = None;
                if matches!(failure, UnknownCause::Died(_)) {
                    self.stats.restarts += 1;
                }
                Reply::Unknown(failure)
            }
        }
    }

    /// An error means that the process cannot be used further.
    fn try_ask(&mut self, terms: &Terms, script: &Script) -> Result<Reply, UnknownCause> {
        let milliseconds = self.config.query_timeout.as_millis().max(1);
        let allowed = self.config.query_timeout * CLOCK_FACTOR + CLOCK_SLACK;
        let resources = (milliseconds * RESOURCES_PER_MS).min(u128::from(u32::MAX));
        let query = format!(
            "(reset)\n(set-option :timeout {})\n(set-option :rlimit {resources})\n{}(check-sat)",
            milliseconds.saturating_mul(u128::from(CLOCK_FACTOR)).min(u128::from(u32::MAX)),
            script.text
        );
        self.stats.scripts += 1;
        let process = self.process()?;
        let lines = process.exchange(&query, allowed).map_err(cause)?;
        // An error in the script means that assertions are missing or worse: no verdict may be used.
        if let Some(error) = lines.iter().find(|l| l.starts_with("(error")) {
            return Err(UnknownCause::Died(error.clone()));
        }
        match lines.as_slice() {
            [one] if one == "unsat" => Ok(Reply::Unsat),
            [one] if one == "timeout" => Ok(Reply::Unknown(UnknownCause::Timeout)),
            [one] if one == "unknown" => {
                let reason = process.exchange("(get-info :reason-unknown)", allowed).map_err(cause)?.join(" ");
                let limited = ["timeout", "canceled", "resource", "memory"].iter().any(|word| reason.contains(word));
                Ok(Reply::Unknown(if limited { UnknownCause::Timeout } else { UnknownCause::Incomplete }))
            }
            [one] if one == "sat" => {
                if script.names.is_empty() {
                    return Ok(Reply::Sat(Vec::new()));
                }
                let names: Vec<&str> = script.names.iter().map(|(_, n)| n.as_str()).collect();
                let lines = process.exchange(&format!("(get-value ({}))", names.join(" ")), allowed).map_err(cause)?;
                let entries = read_values(terms, script, &lines.join("\n"));
                // Values beyond 128 bits cannot be read; the process is fine.
                Ok(entries.map_or(Reply::Unknown(UnknownCause::Incomplete), Reply::Sat))
            }
            _ => Err(UnknownCause::Died(format!("unexpected answer: {}", lines.join(" ")))),
        }
    }

    /// [`Solver::check`], then makes the values of the preferred terms small, in order, by further queries with bounds.
    /// The first model is the answer when no smaller one is found.
    pub fn minimise(&mut self, terms: &mut Terms, conjuncts: &[TermId], prefer: &[TermId]) -> Answer {
        let mut answer = self.check(terms, conjuncts);
        let mut constraints = conjuncts.to_vec();
        for &t in prefer {
            let Answer::Sat(model) = &answer else { return answer };
            let Some(current) = model.eval(terms, t).and_then(Value::as_int) else { continue };
            let mut bounds = vec![0i128];
            bounds.extend((0..126).map(|e| 1i128 << e));
            let mut best = current;
            for bound in bounds.into_iter().take_while(|&b| b < current) {
                let limit = terms.int(bound);
                let below = terms.le(t, limit);
                if terms.as_bool(below) == Some(false) {
                    continue;
                }
                constraints.push(below);
                let smaller = self.check(terms, &constraints);
                constraints.pop();
                if let Answer::Sat(smaller) = smaller {
                    best = smaller.eval(terms, t).and_then(Value::as_int).unwrap_or(bound);
                    answer = Answer::Sat(smaller);
                    break;
                }
            }
            let limit = terms.int(best);
            constraints.push(terms.le(t, limit));
        }
        answer
    }
}

fn cause(failure: Failure) -> UnknownCause {
    match failure {
        Failure::Timeout => UnknownCause::Timeout,
        Failure::Died(words) => UnknownCause::Died(words),
    }
}

fn is_bitwise(terms: &Terms, t: TermId) -> bool {
    matches!(terms.kind(t), Term::BitAnd(..) | Term::BitOr(..) | Term::BitXor(..))
}

fn is_float_operation(terms: &Terms, t: TermId) -> bool {
    match terms.kind(t) {
        Term::App(f, args) => !args.is_empty() && FLOAT_OPERATIONS.contains(&&*terms.func_info(*f).name),
        _ => false,
    }
}

/// Whether evaluation confirms the model.
fn satisfies(terms: &Terms, conjuncts: &[TermId], model: &Model) -> bool {
    conjuncts.iter().all(|&t| model.eval(terms, t) == Some(Value::Bool(true)))
}

/// Values in the order of the names asked for.
fn read_values(terms: &Terms, script: &Script, text: &str) -> Option<Vec<(TermId, Value)>> {
    let Sexpr::List(pairs) = parse(text)? else { return None };
    if pairs.len() != script.names.len() {
        return None;
    }
    script
        .names
        .iter()
        .zip(&pairs)
        .map(|(&(t, _), pair)| {
            let Sexpr::List(pair) = pair else { return None };
            let [_, value] = pair.as_slice() else { return None };
            let value = match terms.sort(t) {
                Sort::Bool => Value::Bool(value.truth()?),
                Sort::Int => Value::Int(value.int()?),
                Sort::Float(bits) => Value::Float { bits, value: u64::try_from(value.int()?).ok()? },
            };
            Some((t, value))
        })
        .collect()
}
