//! One question to the further solvers of a portfolio, while Z3 works on it or after it gave up.
//!
//! Each solver gets a process of its own, which is killed with the race at the latest. An answer is `unsat`, or `sat`
//! with values that can be read; any other outcome (`unknown`, an error, a crash, too much time) is no answer, and the
//! other solvers go on. A `sat` without values still contradicts an `unsat`.

use crate::cache::Said;
use crate::encode::Script;
use crate::portfolio::{Further, Portfolio};
use crate::process::{Heard, Process, TICK};
use std::time::{Duration, Instant};

/// Output beyond this is not a model.
const MAX_OUTPUT: usize = 1 << 20;

/// The limits for each solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Processor time.
    pub effort: Duration,
    /// Time by the clock.
    pub patience: Duration,
    /// Memory.
    pub memory_mb: u64,
}

/// The further solvers at one question.
pub(crate) struct Race<'a> {
    portfolio: Portfolio,
    script: &'a Script,
    /// True if values can be read.
    readable: &'a dyn Fn(&str) -> bool,
    allowance: Allowance,
    start: Instant,
    runners: Vec<Runner>,
}

/// One of them.
struct Runner {
    /// Position in the portfolio.
    solver: usize,
    state: State,
    start: Instant,
    /// The lines that the solver has printed, without empty ones.
    lines: Vec<String>,
    /// Its length.
    printed: usize,
    said: Option<Said>,
}

enum State {
    Waiting,
    Running(Process),
    Done,
}

impl<'a> Race<'a> {
    /// Starts nothing yet: Z3 has a head start.
    pub fn new(
        portfolio: &Portfolio,
        script: &'a Script,
        readable: &'a dyn Fn(&str) -> bool,
        allowance: Allowance,
    ) -> Self {
        let start = Instant::now();
        let runner =
            |solver| Runner { solver, state: State::Waiting, start, lines: Vec::new(), printed: 0, said: None };
        let runners = (0..portfolio.solvers().len()).map(runner).collect();
        Race { portfolio: portfolio.clone(), script, readable, allowance, start, runners }
    }

    /// True if one has answered by now.
    pub fn is_won(&mut self) -> bool {
        if self.start.elapsed() >= self.portfolio.head_start() {
            self.begin();
        }
        self.look();
        self.answer().is_some()
    }

    fn look(&mut self) {
        for runner in &mut self.runners {
            runner.step(&self.allowance, self.readable);
        }
    }

    /// Waits until one has answered or all have ended. Z3 is not in the way any more.
    pub fn run(&mut self) {
        self.begin();
        while !self.is_won() && self.runners.iter().any(|r| matches!(r.state, State::Running(_))) {
            std::thread::sleep(TICK);
        }
    }

    /// The answer with the solver's position in the portfolio.
    pub fn answer(&self) -> Option<(usize, Said)> {
        self.runners.iter().find_map(|r| Some((r.solver, r.said.clone()?)))
    }

    /// Two that contradict each other by now, Z3 included, which has claimed this.
    pub fn contradiction(&mut self, first: Option<&Said>) -> Option<String> {
        self.look();
        let first = first.and_then(|said| match said {
            Said::Unsat => Some(false),
            Said::Sat(_) => Some(true),
            Said::Incomplete | Said::Limit => None,
        });
        let claims = std::iter::once(first).chain(self.runners.iter().map(|r| claim(&r.lines)));
        let claims: Vec<_> = self.portfolio.names().zip(claims).collect();
        let who = |claim: bool| claims.iter().find(|(_, c)| *c == Some(claim)).map(|(name, _)| *name);
        Some(format!("{} says `sat` and {} says `unsat` of the same question", who(true)?, who(false)?))
    }

    fn begin(&mut self) {
        for runner in &mut self.runners {
            if let (State::Waiting, Some(solver)) = (&runner.state, self.portfolio.solvers().get(runner.solver)) {
                runner.state = begin(solver, self.script, &self.allowance);
                runner.start = Instant::now();
            }
        }
    }
}

/// A process at work on the question, unless the solver cannot be asked it or cannot be started.
fn begin(solver: &Further, script: &Script, allowance: &Allowance) -> State {
    let Some(question) = solver.dialect.question(script) else { return State::Done };
    let cpu_seconds = allowance.effort.as_secs().saturating_add(2);
    match Process::start(&solver.program, solver.dialect.arguments(), allowance.memory_mb, cpu_seconds) {
        Ok(mut process) => {
            process.tell_all(question);
            State::Running(process)
        }
        Err(_) => State::Done,
    }
}

impl Runner {
    /// Takes the output that has arrived; ends the process when it has answered, cannot answer or has used up its time.
    fn step(&mut self, allowance: &Allowance, readable: &dyn Fn(&str) -> bool) {
        let State::Running(process) = &mut self.state else { return };
        loop {
            match process.hear() {
                Heard::Line(line) => {
                    self.printed += line.len() + 1;
                    let line = line.trim();
                    if !line.is_empty() {
                        self.lines.push(line.to_owned());
                    }
                    match claim(&self.lines) {
                        Some(false) => {
                            self.said = Some(Said::Unsat);
                            break;
                        }
                        None if !self.lines.is_empty() => break,
                        _ if self.printed > MAX_OUTPUT => break,
                        Some(true) | None => {}
                    }
                }
                Heard::End => {
                    if let (Some(true), [_, values @ ..]) = (claim(&self.lines), self.lines.as_slice()) {
                        let values = if values.is_empty() { "()".to_owned() } else { values.join(" ") };
                        self.said = readable(&values).then_some(Said::Sat(values));
                    }
                    break;
                }
                Heard::Nothing => {
                    let elapsed = self.start.elapsed();
                    let used = process.used().unwrap_or(elapsed);
                    if used >= allowance.effort || elapsed >= allowance.patience {
                        break;
                    }
                    return;
                }
            }
        }
        self.state = State::Done;
    }
}

/// Tests if the question can be satisfied, by the output of a solver.
fn claim(lines: &[String]) -> Option<bool> {
    match lines.first()?.as_str() {
        "sat" => Some(true),
        "unsat" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
#[path = "race/tests.rs"]
mod tests;
