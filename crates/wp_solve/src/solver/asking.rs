//! One script to one answer: what was answered before, what lies on disk, the live process of Z3, and the other solvers
//! of a portfolio beside it.
//!
//! The answers of Z3 lie where they lie without a portfolio and are the same there. Those of the others lie apart,
//! where only runs with a portfolio look: a run without one never depends on what another one had the luck to find out.
//! What Z3 gave up on by its deterministic limit it is not asked again, and the others are.

use super::{Program, Solver, Store, MAX_CRASHES, MAX_REMEMBERED};
use crate::answer::UnknownCause;
use crate::cache::{self, Cache, Key, Record, Said};
use crate::encode::Script;
use crate::find::{find_solver, Version};
use crate::float;
use crate::limits::{resources, QueryLimits, CLOCK_SLACK, PATIENCE};
use crate::process::{Failure, Process, CPU_SECONDS};
use crate::race::{Allowance, Race};
use crate::sexpr::{parse, Sexpr};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wp_base::{count_work, Work};
use wp_logic::{Sort, Terms, Value};

/// Position of Z3 among the solvers.
const Z3: usize = 0;

/// The engine of the solver for a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Strategy {
    Incremental,
    Full,
}

/// The solver's answer to one script; values in the order of the script's names.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    Unsat,
    Sat(Vec<Value>),
    Unknown(UnknownCause),
}

/// The outcome of a question to Z3.
enum Heard {
    Said(Record),
    /// The clock or the memory cut it off.
    CutOff,
    /// Another solver was first.
    Outrun,
}

/// A question, with the limits of Z3 for it.
struct Question<'a> {
    terms: &'a Terms,
    script: &'a Script,
    strategy: Strategy,
    limits: QueryLimits,
}

impl Solver {
    /// Looks for the program, once.
    fn program(&mut self) -> Option<(PathBuf, Option<Version>)> {
        if self.program == Program::NotSought {
            self.program = find_solver(None).map_or(Program::Missing, |(path, v)| Program::Found(path, Some(v)));
        }
        match &self.program {
            Program::Found(path, version) => Some((path.clone(), *version)),
            Program::NotSought | Program::Missing => None,
        }
    }

    /// Starts the process if there is none.
    fn process(&mut self) -> Result<&mut Process, UnknownCause> {
        let process = match self.process.take() {
            Some(process) => process,
            None => {
                let (program, _) = self.program().ok_or(UnknownCause::NoSolver)?;
                let memory = self.config.memory_mb;
                Process::start(&program, &["-in", "-smt2"], memory, CPU_SECONDS).map_err(cause)?
            }
        };
        Ok(self.process.insert(process))
    }

    /// The answers on disk, opened when first needed.
    fn store(&mut self) -> Option<&mut Cache> {
        if matches!(self.store, Store::NotOpened) {
            self.store = self.open_store().map_or(Store::Off, Store::Open);
        }
        self.store.cache()
    }

    fn open_store(&mut self) -> Option<Cache> {
        let folder = self.config.cache.clone()?;
        let (program, version) = self.program()?;
        let version = match version {
            Some(version) => version,
            None => find_solver(Some(&program)).ok()?.1,
        };
        Some(Cache::new(&folder, &cache::identity("z3", &program, &version.to_string())?))
    }

    /// The answers of a further solver on disk.
    fn store_of(&mut self, further: usize) -> Option<&mut Cache> {
        let solver = self.config.portfolio.solvers().get(further)?;
        let place = self.others.get_mut(further)?;
        if matches!(place, Store::NotOpened) {
            // Never mistaken for one of Z3 alone, whatever the program is.
            let identity = cache::identity("beside z3", &solver.program, &solver.version);
            let cache = self.config.cache.as_ref().zip(identity);
            *place = cache.map_or(Store::Off, |(folder, identity)| Store::Open(Cache::new(folder, &identity)));
        }
        place.cache()
    }

    pub(super) fn ask(&mut self, terms: &Terms, script: &Script, strategy: Strategy, share: u32) -> Reply {
        if let Some(disagreement) = self.config.portfolio.disagreement() {
            return Reply::Unknown(UnknownCause::Died(disagreement.to_owned()));
        }
        let limits = QueryLimits::new(self.config.query_timeout / share.max(1));
        let key = key(terms, script, strategy, &limits, self.config.memory_mb);
        if let Some((reply, by)) = self.replies.get(&key).cloned() {
            self.stats.repeated += 1;
            self.note(&reply, by);
            return reply;
        }
        let question = Question { terms, script, strategy, limits };
        let stored = self.store().and_then(|store| store.get(&key));
        let answer = if self.config.portfolio.solvers().is_empty() {
            self.alone(&question, &key, stored)
        } else {
            self.beside_others(&question, &key, stored)
        };
        let (reply, by) = match answer {
            Ok(answer) => answer,
            Err(cause) => return Reply::Unknown(cause),
        };
        if !matches!(reply, Reply::Unknown(_)) {
            self.stats.answers[by] += 1;
        }
        self.note(&reply, by);
        if self.replies.len() >= MAX_REMEMBERED.get() {
            self.replies.clear();
        }
        self.replies.insert(key, (reply.clone(), by));
        reply
    }

    /// Takes down who has refuted something.
    fn note(&mut self, reply: &Reply, by: usize) {
        if matches!(reply, Reply::Unsat) {
            self.account = self.account.solved_by(by);
        }
    }

    /// The answer of Z3.
    fn alone(
        &mut self,
        question: &Question,
        key: &Key,
        stored: Option<Record>,
    ) -> Result<(Reply, usize), UnknownCause> {
        let record = match stored {
            Some(record) => self.count_cached(record),
            None => match self.heard_and_kept(question, key, None)? {
                Heard::Said(record) => record,
                Heard::CutOff | Heard::Outrun => return Err(UnknownCause::Timeout),
            },
        };
        Ok((reply_of(question, &record.said), Z3))
    }

    /// The first answer of all solvers, or why Z3 has none.
    fn beside_others(
        &mut self,
        question: &Question,
        key_here: &Key,
        stored: Option<Record>,
    ) -> Result<(Reply, usize), UnknownCause> {
        let decided = |record: &Record| matches!(record.said, Said::Unsat | Said::Sat(_));
        // Operations on floats leave values open that solvers may fix differently: no contradiction, and no proof
        // either.
        if stored.as_ref().is_some_and(decided) || question.script.style.ieee {
            return self.alone(question, key_here, stored);
        }
        // The others know nothing of the engines of Z3.
        let Question { terms, script, ref limits, .. } = *question;
        let general = key(terms, script, Strategy::Incremental, limits, self.config.memory_mb);
        for further in 0..self.others.len() {
            if let Some(record) = self.store_of(further).and_then(|store| store.get(&general)) {
                let record = self.count_cached(record);
                return Ok((reply_of(question, &record.said), further + 1));
            }
        }
        if self.tried.contains(&general) {
            return self.alone(question, key_here, stored);
        }
        let readable = |values: &str| read_values(terms, script, values).is_some();
        let effort = limits.effort;
        let allowance = Allowance { effort, patience: self.patience(effort), memory_mb: self.config.memory_mb };
        let mut race = Race::new(&self.config.portfolio, script, &readable, allowance);
        let before = self.stats.spent;
        let first = match stored {
            Some(record) => Ok(Heard::Said(self.count_cached(record))),
            None => self.heard_and_kept(question, key_here, Some(&mut race)),
        };
        let said = match &first {
            Ok(Heard::Said(record)) => Some(record.said.clone()),
            Ok(Heard::CutOff | Heard::Outrun) => None,
            Err(UnknownCause::NoSolver) => return Err(UnknownCause::NoSolver),
            Err(_) => None,
        };
        let open = !matches!(said, Some(Said::Unsat | Said::Sat(_)));
        if open {
            race.run();
        }
        if let Some(disagreement) = race.contradiction(said.as_ref()) {
            self.config.portfolio.report(disagreement.clone());
            return Err(UnknownCause::Died(disagreement));
        }
        match race.answer().filter(|_| open) {
            Some((further, said)) => {
                let record = Record { said, spent: self.stats.spent - before };
                let reply = reply_of(question, &record.said);
                if let Some(store) = self.store_of(further) {
                    store.put(&general, record);
                }
                Ok((reply, further + 1))
            }
            None => {
                if open {
                    if self.tried.len() >= MAX_REMEMBERED.get() {
                        self.tried.clear();
                    }
                    self.tried.insert(general);
                }
                match first? {
                    Heard::Said(record) => Ok((reply_of(question, &record.said), Z3)),
                    Heard::CutOff | Heard::Outrun => Err(UnknownCause::Timeout),
                }
            }
        }
    }

    fn count_cached(&mut self, record: Record) -> Record {
        self.stats.cached += 1;
        count_work(Work::Questions, 1);
        self.spend(record.spent);
        record
    }

    /// The time by the clock that may pass for this processor time.
    fn patience(&self, allowed: Duration) -> Duration {
        let patience = match self.deadline {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()).saturating_add(CLOCK_SLACK),
            None => Duration::MAX,
        };
        patience.min(allowed.saturating_mul(PATIENCE))
    }

    /// [`Solver::heard`], with the answer stored on disk.
    fn heard_and_kept(
        &mut self,
        question: &Question,
        key: &Key,
        race: Option<&mut Race>,
    ) -> Result<Heard, UnknownCause> {
        let heard = self.heard(question, race)?;
        if let (Heard::Said(record), Some(store)) = (&heard, self.store()) {
            store.put(key, record.clone());
        }
        Ok(heard)
    }

    /// Z3's answer within the deterministic limit, with its counts.
    fn heard(&mut self, question: &Question, race: Option<&mut Race>) -> Result<Heard, UnknownCause> {
        let start = Instant::now();
        let most = question.limits.resources;
        let result = self.try_ask(question, race);
        if matches!(result, Err(UnknownCause::NoSolver)) {
            return Err(UnknownCause::NoSolver);
        }
        self.stats.scripts += 1;
        count_work(Work::Questions, 1);
        self.spend(match &result {
            Ok(Heard::Said(record)) => record.spent,
            // The resource units that correspond to the elapsed time.
            Ok(Heard::Outrun) => resources(start.elapsed()).min(most),
            // It has taken all the processor time that it may take.
            Ok(Heard::CutOff) | Err(UnknownCause::Timeout) => resources(question.limits.allowed),
            Err(_) => most,
        });
        match &result {
            Ok(Heard::Said(_)) => {}
            Ok(Heard::CutOff) => self.stats.cut_off += 1,
            Ok(Heard::Outrun) => self.process = None,
            Err(failure) => {
                self.process = None;
                match failure {
                    UnknownCause::Timeout => self.stats.cut_off += 1,
                    _ => self.stats.restarts += 1,
                }
            }
        }
        result
    }

    /// Z3's answer. An error means that the process cannot be used further, and so does that another solver was first.
    fn try_ask(&mut self, question: &Question, race: Option<&mut Race>) -> Result<Heard, UnknownCause> {
        if self.config.stop.is_requested() {
            return Err(UnknownCause::Timeout);
        }
        if self.stats.restarts > MAX_CRASHES {
            return Err(UnknownCause::Died("the solver died too often".to_owned()));
        }
        let Question { script, strategy, ref limits, .. } = *question;
        let query = format!(
            "(reset)\n(set-option :timeout {})\n(set-option :rlimit {})\n{}{}(check-sat)\n(get-info :rlimit)",
            limits.clock_ms,
            limits.resources,
            script.text,
            // A scope makes Z3 use its incremental core, which skips preprocessing that seldom pays here.
            if strategy == Strategy::Incremental { "(push)" } else { "" }
        );
        let patience = self.patience(limits.allowed);
        let process = self.process()?;
        let result = match race {
            None => process.exchange(&query, limits.allowed, patience),
            Some(race) => process.exchange_unless(&query, limits.allowed, patience, Some(&mut || race.is_won())),
        };
        let lines = match result {
            Err(Failure::Outrun) => return Ok(Heard::Outrun),
            result => result.map_err(cause)?,
        };
        // An error in the script means that assertions are missing or worse: no verdict may be used.
        if let Some(error) = lines.iter().find(|l| l.starts_with("(error")) {
            if is_limit(error) {
                let spent = lines.last().and_then(|line| spent_in(line)).unwrap_or(0);
                return Ok(match spent >= limits.resources {
                    true => Heard::Said(Record { said: Said::Limit, spent }),
                    false => Heard::CutOff,
                });
            }
            return Err(UnknownCause::Died(error.clone()));
        }
        let unexpected = || UnknownCause::Died(format!("unexpected answer: {}", lines.join(" ")));
        let [word, spent] = lines.as_slice() else { return Err(unexpected()) };
        let spent = spent_in(spent).ok_or_else(unexpected)?;
        let said = match word.as_str() {
            "unsat" => Said::Unsat,
            "timeout" => return Ok(Heard::CutOff),
            "unknown" => {
                let reason =
                    process.exchange("(get-info :reason-unknown)", limits.allowed, patience).map_err(cause)?.join(" ");
                let limited = ["timeout", "canceled", "resource", "memory"].iter().any(|word| reason.contains(word));
                match limited {
                    false => Said::Incomplete,
                    true if spent >= limits.resources => Said::Limit,
                    true => return Ok(Heard::CutOff),
                }
            }
            "sat" if script.names.is_empty() => Said::Sat("()".to_owned()),
            "sat" => {
                let names: Vec<&str> = script.names.iter().map(|(_, n)| n.as_str()).collect();
                let query = format!("(get-value ({}))", names.join(" "));
                let values = process.exchange(&query, limits.allowed, patience).map_err(cause)?.join(" ");
                if values.starts_with("(error") {
                    return Err(UnknownCause::Died(values));
                }
                Said::Sat(values)
            }
            _ => return Err(unexpected()),
        };
        Ok(Heard::Said(Record { said, spent }))
    }
}

/// The digest of everything that the answer depends on.
pub(crate) fn key(terms: &Terms, script: &Script, strategy: Strategy, limits: &QueryLimits, memory_mb: u64) -> Key {
    let head = format!("{strategy:?} {} {memory_mb}", limits.resources);
    // The text does not tell floats, which are their bit patterns, from integers.
    let names = script.names.iter().map(|(t, name)| format!("{name}:{}", terms.sort(*t)));
    let names = names.collect::<Vec<_>>().join(" ");
    // Names of symbols stand in comments, and nothing else does.
    let lines = script.text.lines().map(|line| line.split_once(';').map_or(line, |(code, _)| code));
    cache::digest([head.as_str(), names.as_str()].into_iter().chain(lines))
}

fn reply_of(question: &Question, said: &Said) -> Reply {
    match said {
        Said::Unsat => Reply::Unsat,
        // Values beyond 128 bits cannot be read.
        Said::Sat(values) => {
            let values = read_values(question.terms, question.script, values);
            values.map_or(Reply::Unknown(UnknownCause::Incomplete), Reply::Sat)
        }
        Said::Incomplete => Reply::Unknown(UnknownCause::Incomplete),
        Said::Limit => Reply::Unknown(UnknownCause::Timeout),
    }
}

/// The resource units of a question, as Z3 tells them.
fn spent_in(line: &str) -> Option<u64> {
    line.strip_prefix("(:rlimit ")?.strip_suffix(')')?.parse().ok()
}

/// True if the limit was reached before the question was asked, while the script was read.
fn is_limit(error: &str) -> bool {
    ["canceled", "max. resource limit exceeded"].iter().any(|words| error.contains(words))
}

fn cause(failure: Failure) -> UnknownCause {
    match failure {
        Failure::Timeout | Failure::Outrun => UnknownCause::Timeout,
        Failure::Died(words) => UnknownCause::Died(words),
    }
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
