//! The order of attack on a conjunction, and the life of the solver process.

use crate::answer::{Answer, Method, Model, UnknownCause};
use crate::digits::refute;
use crate::encode::{encode, Bits, Script, Style};
use crate::find::find_solver;
use crate::float;
use crate::process::{Failure, Process};
use crate::sexpr::{parse, Sexpr};
use crate::simplify::{simplify, Simplified};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::time::Duration;
use wp_logic::{Sort, Term, TermId, Terms, Value};

/// Resource units the solver may spend for each millisecond of the query timeout. About the rate at which Z3 spends them on
/// this domain, halved, so that the deterministic limit strikes before the clock on an idle machine.
const RESOURCES_PER_MS: u128 = 4000;
/// The clock strikes after this multiple of the query timeout.
const CLOCK_FACTOR: u32 = 3;
const CLOCK_SLACK: Duration = Duration::from_secs(1);
/// A query that seeks a smaller model may spend this part of the effort for one query.
const MINIMISE_SHARE: u32 = 8;
/// A query for a model with the float operations of the standard, which cannot prove anything, may spend this part.
const FLOAT_SHARE: u32 = 4;
/// Bounds without a model after which a term is left as it is.
const MAX_FAILURES: usize = 6;
/// Bytes of scripts whose replies are kept.
const MAX_REMEMBERED: usize = 32 << 20;
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
        SolverConfig {
            program: None,
            disabled: false,
            query_timeout: Duration::from_secs(5),
            memory_mb: 2048,
            digits: true,
        }
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
    /// Scripts that were the same as an earlier one.
    pub repeated: u64,
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
    /// Replies to earlier scripts, for scripts that are the same letter by letter.
    replies: FxHashMap<(String, Strategy, u32), Reply>,
    /// Bytes of the scripts in `replies`.
    remembered: usize,
    stats: Stats,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Program {
    NotSought,
    Found(PathBuf),
    Missing,
}

/// Which of its engines the solver is to use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Strategy {
    Incremental,
    Full,
}

/// What the solver said to one script; values in the order of the script's names.
#[derive(Clone, Debug)]
enum Reply {
    Unsat,
    Sat(Vec<Value>),
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
        Solver { config, program, process: None, replies: FxHashMap::default(), remembered: 0, stats: Stats::default() }
    }

    /// Another solver with the same configuration, that has answered nothing yet.
    pub fn sibling(&self) -> Solver {
        let program = self.program.clone();
        let config = self.config.clone();
        Solver { config, program, process: None, replies: FxHashMap::default(), remembered: 0, stats: Stats::default() }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether the conjuncts can hold together.
    pub fn check(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Answer {
        self.stats.queries += 1;
        match self.prepare(terms, conjuncts) {
            Ok(Some(method)) => Answer::Unsat(method),
            // Everything satisfies it, so no solver is needed for the answer; the model is of no symbol.
            Ok(None) => Answer::Sat(Model::default()),
            Err((conjuncts, simplified)) => self.smt(terms, &conjuncts, simplified.as_ref()),
        }
    }

    /// What can be said without a solver: contradictory by some method, or true. Else the conjuncts, flat, and simplified
    /// where that changes them.
    #[allow(clippy::type_complexity)]
    fn prepare(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
    ) -> Result<Option<Method>, (Vec<TermId>, Option<Simplified>)> {
        let conjunction = terms.and(conjuncts);
        match terms.as_bool(conjunction) {
            Some(false) => {
                self.stats.structural += 1;
                return Ok(Some(Method::Structural));
            }
            Some(true) => return Ok(None),
            None => {}
        }
        let conjuncts = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
        if self.config.digits && refute(terms, &conjuncts) {
            self.stats.digits += 1;
            return Ok(Some(Method::Digits));
        }
        let simplified = simplify(terms, &conjuncts);
        if let Some(simplified) = &simplified {
            if matches!(simplified.conjuncts.as_slice(), [one] if terms.as_bool(*one) == Some(false)) {
                self.stats.structural += 1;
                return Ok(Some(Method::Structural));
            }
            if self.config.digits && refute(terms, &simplified.conjuncts) {
                self.stats.digits += 1;
                return Ok(Some(Method::Digits));
            }
        }
        Err((conjuncts, simplified))
    }

    /// Whether the conjuncts are shown to be contradictory with the effort for one query divided by `share`. No model is
    /// sought, so this is the cheaper question where none is wanted.
    pub fn refutes(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> Result<bool, UnknownCause> {
        self.stats.queries += 1;
        let conjuncts = match self.prepare(terms, conjuncts) {
            Ok(method) => return Ok(method.is_some()),
            Err((conjuncts, simplified)) => simplified.map_or(conjuncts, |s| s.conjuncts),
        };
        let script = encode(terms, &conjuncts, Style::default());
        match self.ask(terms, &script, Strategy::Incremental, share) {
            Reply::Unsat => {
                self.stats.smt_unsat += 1;
                Ok(true)
            }
            Reply::Sat(_) => {
                self.stats.smt_sat += 1;
                Ok(false)
            }
            Reply::Unknown(cause) => {
                self.stats.unknown += 1;
                Err(cause)
            }
        }
    }

    fn smt(&mut self, terms: &mut Terms, conjuncts: &[TermId], simplified: Option<&Simplified>) -> Answer {
        let answer = match simplified {
            None => self.attempts(terms, conjuncts, 1),
            Some(simplified) => self.lifted(terms, conjuncts, simplified, 1),
        };
        match &answer {
            Answer::Unsat(_) => self.stats.smt_unsat += 1,
            Answer::Sat(_) => self.stats.smt_sat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        answer
    }

    /// The attempts on the simplified conjuncts; a model is lifted to the original ones.
    fn lifted(&mut self, terms: &mut Terms, conjuncts: &[TermId], simplified: &Simplified, share: u32) -> Answer {
        let model = match self.attempts(terms, &simplified.conjuncts, share) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let entries = simplified.lift(terms, conjuncts, |f, args| model.function(f, args));
        let lifted = Model::new(terms, entries, model.approximate);
        let floats = || terms.subterms(conjuncts, |_| false).into_iter().any(|t| float_operation(terms, t).0);
        if satisfies(terms, conjuncts, &lifted) || model.approximate || floats() {
            return Answer::Sat(lifted);
        }
        // Functions that were replaced in some of their applications only may have left no model; ask for one directly.
        self.attempts(terms, conjuncts, share)
    }

    /// The attempts in order: the incremental core, then the full strategy, both with facts for bitwise and float operators;
    /// where a model rests on such facts, once more with the operators themselves. Each may spend the effort for one query
    /// divided by `share`.
    fn attempts(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> Answer {
        let script = encode(terms, conjuncts, Style::default());
        let mut reply = self.ask(terms, &script, Strategy::Incremental, share);
        if matches!(reply, Reply::Unknown(UnknownCause::Incomplete | UnknownCause::Timeout)) && share == 1 {
            reply = self.ask(terms, &script, Strategy::Full, share);
        }
        let entries = match reply {
            Reply::Unsat => return Answer::Unsat(Method::Smt),
            Reply::Unknown(cause) => return Answer::Unknown(cause),
            Reply::Sat(values) => script.entries(values),
        };
        let nodes = terms.subterms(conjuncts, |_| false);
        let floats = nodes.iter().any(|&t| float_operation(terms, t).0);
        let known = nodes.iter().all(|&t| float_operation(terms, t).1);
        let bitwise = nodes.iter().any(|&t| is_bitwise(terms, t));
        let model = Model::new(terms, entries, floats);
        let confirmed = satisfies(terms, conjuncts, &model);
        if confirmed && !floats {
            return Answer::Sat(model);
        }
        if bitwise || floats {
            let style = Style { bits: if bitwise { Bits::Vectors } else { Bits::Facts }, ieee: floats };
            let script = encode(terms, conjuncts, style);
            let share = if floats { share.max(FLOAT_SHARE) } else { share };
            match self.ask(terms, &script, Strategy::Full, share) {
                // Also with floats: the values of undefined operations (conversions out of range) stay free in the standard.
                Reply::Unsat if !floats => return Answer::Unsat(Method::Smt),
                Reply::Sat(values) => {
                    let entries = script.entries(values);
                    // Float operations cannot be evaluated here; the solver's word is taken for those it knows.
                    let exact = Model::new(terms, entries, !known);
                    if satisfies(terms, conjuncts, &exact) {
                        return Answer::Sat(exact);
                    }
                }
                Reply::Unsat | Reply::Unknown(_) => {}
            }
        }
        let mut model = model;
        model.approximate = true;
        Answer::Sat(model)
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

    fn ask(&mut self, terms: &Terms, script: &Script, strategy: Strategy, share: u32) -> Reply {
        if self.stats.restarts > MAX_CRASHES {
            return Reply::Unknown(UnknownCause::Died("the solver died too often".to_owned()));
        }
        // The text does not tell floats, which are their bit patterns, from integers.
        let names = script.names.iter().map(|(t, name)| format!(";{name}:{}", terms.sort(*t)));
        let key = (names.fold(script.text.clone(), |text, name| text + &name), strategy, share);
        if let Some(reply) = self.replies.get(&key) {
            self.stats.repeated += 1;
            return reply.clone();
        }
        match self.try_ask(terms, script, strategy, share) {
            Ok(reply) => {
                if self.remembered > MAX_REMEMBERED {
                    self.replies.clear();
                    self.remembered = 0;
                }
                self.remembered += key.0.len();
                self.replies.insert(key, reply.clone());
                reply
            }
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
    fn try_ask(
        &mut self,
        terms: &Terms,
        script: &Script,
        strategy: Strategy,
        share: u32,
    ) -> Result<Reply, UnknownCause> {
        let effort = self.config.query_timeout / share.max(1);
        let milliseconds = effort.as_millis().max(1);
        let allowed = effort * CLOCK_FACTOR + CLOCK_SLACK;
        let resources = (milliseconds * RESOURCES_PER_MS).min(u128::from(u32::MAX));
        let query = format!(
            "(reset)\n(set-option :timeout {})\n(set-option :rlimit {resources})\n{}{}(check-sat)",
            milliseconds.saturating_mul(u128::from(CLOCK_FACTOR)).min(u128::from(u32::MAX)),
            script.text,
            // A scope makes Z3 use its incremental core, which skips preprocessing that seldom pays here.
            if strategy == Strategy::Incremental { "(push)" } else { "" }
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

    /// [`Solver::check`], then makes the absolute values of the preferred terms small by further queries with bounds: first
    /// of all of them together, then of each in order. The model found last is the answer, so the first one when no smaller
    /// one is found.
    pub fn minimise(&mut self, terms: &mut Terms, conjuncts: &[TermId], prefer: &[TermId]) -> Answer {
        let mut answer = self.check(terms, conjuncts);
        let mut constraints = conjuncts.to_vec();
        for bound in [2, 4, 16, 64, 1024] {
            let Answer::Sat(model) = &answer else { return answer };
            if prefer.iter().all(|&t| size(terms, model, t).is_none_or(|v| v <= bound)) {
                break;
            }
            let within: Vec<TermId> = prefer.iter().map(|&t| within(terms, t, bound)).collect();
            let count = constraints.len();
            constraints.extend(within.into_iter().filter(|&t| terms.as_bool(t) != Some(false)));
            if let Some(smaller) = self.smaller(terms, &constraints) {
                answer = smaller;
                break;
            }
            constraints.truncate(count);
        }
        for &t in prefer {
            let Answer::Sat(model) = &answer else { return answer };
            let Some(mut best) = size(terms, model, t) else { continue };
            let mut failures = 0;
            for bound in std::iter::once(0).chain((0..126).map(|e| 1i128 << e)) {
                if bound >= best || failures == MAX_FAILURES {
                    break;
                }
                let small = within(terms, t, bound);
                if terms.as_bool(small) == Some(false) {
                    continue;
                }
                constraints.push(small);
                let smaller = self.smaller(terms, &constraints);
                constraints.pop();
                match smaller {
                    Some(Answer::Sat(smaller)) => {
                        best = size(terms, &smaller, t).unwrap_or(bound);
                        answer = Answer::Sat(smaller);
                    }
                    Some(_) => {}
                    None => failures += 1,
                }
            }
            constraints.push(within(terms, t, best));
        }
        answer
    }

    /// A model of the conjuncts, sought with little effort.
    fn smaller(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Option<Answer> {
        let conjunction = terms.and(conjuncts);
        if terms.as_bool(conjunction).is_some() {
            return None;
        }
        let conjuncts = match terms.kind(conjunction) {
            Term::And(items) => items.to_vec(),
            _ => vec![conjunction],
        };
        let answer = self.attempts(terms, &conjuncts, MINIMISE_SHARE);
        matches!(&answer, Answer::Sat(_)).then_some(answer)
    }
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

fn cause(failure: Failure) -> UnknownCause {
    match failure {
        Failure::Timeout => UnknownCause::Timeout,
        Failure::Died(words) => UnknownCause::Died(words),
    }
}

fn is_bitwise(terms: &Terms, t: TermId) -> bool {
    matches!(terms.kind(t), Term::BitAnd(..) | Term::BitOr(..) | Term::BitXor(..))
}

/// Whether the term computes with floats, and whether the floating-point theory has its operation.
fn float_operation(terms: &Terms, t: TermId) -> (bool, bool) {
    let Term::App(f, args) = terms.kind(t) else { return (false, true) };
    let func = terms.func_info(*f);
    if !float::is_operation(func) {
        return (false, true);
    }
    let names = vec![String::new(); args.len()];
    (true, float::operation(func, &func.args, &names).is_some())
}

/// Whether evaluation confirms the model.
fn satisfies(terms: &Terms, conjuncts: &[TermId], model: &Model) -> bool {
    conjuncts.iter().all(|&t| model.eval(terms, t) == Some(Value::Bool(true)))
}

/// Values in the order of the names asked for.
fn read_values(terms: &Terms, script: &Script, text: &str) -> Option<Vec<Value>> {
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
                Sort::Float(bits) => Value::Float { bits, value: float::value(bits, value)? },
            };
            Some(value)
        })
        .collect()
}
