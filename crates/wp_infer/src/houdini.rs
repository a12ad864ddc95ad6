//! Houdini (Flanagan and Leino 2001): the greatest set of candidates that is inductive.
//!
//! All candidates are assumed at once ([`assume`]), except those on which no other candidate depends. Candidates with a
//! case that fails under these hypotheses are dropped, until nothing changes. The last round confirms all of its
//! hypotheses, so they hold by induction on the number of steps of an execution; an answer "unknown" drops a candidate.
//! Candidates that other engines refute meanwhile are dropped at the next round; a round is the last only if it
//! confirmed every candidate that it assumed.
//!
//! The greatest inductive set is unique, in whatever order candidates are dropped, as long as the solver decides all
//! cases: a case that fails under some hypotheses fails under fewer. This is not so for the answer "unknown": the
//! candidates that it drops depend on the current hypotheses, and so on the order. The engines that run the same
//! procedure with some of the cases ([`Engine::SBase`], [`Engine::SStep`]) therefore drop only candidates with a
//! failing case.

use crate::candidate::{Candidate, Claim};
use crate::config::Engine;
use crate::engines::{EngineRun, Pool, Task};
use crate::hypotheses::{assume, Hypotheses};
use crate::obligation::{Answer, Case, Cases};
use wp_logic::Terms;
use wp_prove::{Patience, Prover};
use wp_solve::Solver;
use wp_summary::define::Definitions;
use wp_summary::{Premises, Summary};

wp_base::limits! {
    /// Part of the effort for one query that a case may take.
    const SHARE: u32 = 2;
    /// Questions on which the solver gives up before the other candidates get less effort.
    const PATIENT_FOR: u32 = 6;
    /// Their part of the effort.
    const IMPATIENT_SHARE: u32 = 4;
    /// Part of the remaining budget that candidates may take that no other one rests on.
    const LEAVES_SHARE: u64 = 8;
}

/// A set of candidates whose cases all hold when all of them are assumed.
pub(crate) struct Confirmed {
    pub hypotheses: Hypotheses,
    /// What answers rest on.
    pub rests_on: Premises,
    /// By candidate, whether it is in the set.
    pub members: Vec<bool>,
}

/// Drops candidates until the cases of all others hold.
pub(crate) struct Fixpoint<'a> {
    task: &'a Task<'a>,
    engine: Engine,
    kinds: &'a [Case],
    prover: Prover,
}

impl<'a> Fixpoint<'a> {
    /// For an engine that looks at these cases.
    pub fn new(task: &'a Task<'a>, engine: Engine, kinds: &'a [Case]) -> Self {
        Fixpoint {
            task,
            engine,
            kinds,
            prover: Prover::new(Patience { questions: PATIENT_FOR.get(), share: IMPATIENT_SHARE.get() }),
        }
    }

    /// The candidates that remain in the pool, unless the engine had to stop before the fixpoint.
    pub fn run(mut self, pool: &Pool, terms: &mut Terms, solver: &mut Solver) -> (Option<Confirmed>, EngineRun) {
        let mut run = EngineRun::start(self.engine);
        loop {
            let members: Vec<bool> = pool.fates().iter().map(Option::is_none).collect();
            let alive = self.task.candidates.iter().zip(&members).filter(|(_, &m)| m).map(|(c, _)| c);
            let hypotheses = assume(self.task.original, &alive.collect::<Vec<_>>(), terms);
            let Some((failed, rests_on)) = self.round(terms, solver, &hypotheses, &members, pool) else {
                return (None, run.end(false));
            };
            if failed.is_empty() {
                let mut confirmed = Confirmed { hypotheses, rests_on, members };
                let (failed, asked_all) = self.leaves(terms, solver, &mut confirmed, pool);
                run.refuted.extend(failed.into_iter().filter(|&i| pool.refute(i, self.engine)));
                return (Some(confirmed), run.end(asked_all));
            }
            run.refuted.extend(failed.into_iter().filter(|&i| pool.refute(i, self.engine)));
        }
    }

    /// The candidates that fail under the hypotheses, and the premises of the others; `None` when there was
    /// no time to ask about all of them. Definitions are tried first: when one fails, everything else would be tried in vain.
    fn round(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
        hypotheses: &Hypotheses,
        members: &[bool],
        pool: &Pool,
    ) -> Option<(Vec<usize>, Premises)> {
        let (engine, task, kinds) = (self.engine, self.task, self.kinds);
        let mut definitions = hypotheses.definitions.clone();
        let mut cases = self.cases(terms, solver, &hypotheses.summary, &mut definitions);
        let mut failed = Vec::new();
        for phase in [true, false] {
            for &case in kinds {
                for (i, c) in task.candidates.iter().enumerate() {
                    if !members[i] || is_leaf(c) || defines(c) != phase || failed.contains(&i) {
                        continue;
                    }
                    if pool.is_stopped() || cases.solver.is_late() {
                        return None;
                    }
                    // A candidate that was assumed and refuted elsewhere leaves the round without a result.
                    if pool.is_refuted(i) || drops(engine, cases.answer(c, case)) {
                        failed.push(i);
                    }
                }
                if !failed.is_empty() {
                    return Some((failed, Premises::NONE));
                }
            }
        }
        Some((failed, cases.rests_on))
    }

    /// Candidates on which no other one depends need no further round: those that hold are added to the facts, the
    /// others are returned, with a flag if all were asked about. When the time for them is over, the remaining ones
    /// count as failed.
    fn leaves(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
        confirmed: &mut Confirmed,
        pool: &Pool,
    ) -> (Vec<usize>, bool) {
        let budget = solver.budget();
        solver.set_budget(solver.budget_of_part(LEAVES_SHARE.get()));
        let (engine, task, kinds) = (self.engine, self.task, self.kinds);
        let mut definitions = confirmed.hypotheses.definitions.clone();
        let mut cases = self.cases(terms, solver, &confirmed.hypotheses.summary, &mut definitions);
        let (mut failed, mut held, mut asked_all) = (Vec::new(), Vec::new(), true);
        for (i, c) in task.candidates.iter().enumerate().filter(|(i, c)| confirmed.members[*i] && is_leaf(c)) {
            let over = pool.is_stopped() || cases.solver.is_late();
            asked_all &= !over;
            if over && engine != Engine::Houdini {
                break;
            }
            if over || pool.is_refuted(i) || kinds.iter().any(|&case| drops(engine, cases.answer(c, case))) {
                failed.push(i);
            } else {
                held.push(c);
            }
        }
        confirmed.rests_on.join(&cases.rests_on);
        solver.set_budget(budget);
        failed.iter().for_each(|&i| confirmed.members[i] = false);
        held.into_iter().for_each(|c| confirmed.hypotheses.learn(terms, c));
        (failed, asked_all)
    }

    fn cases<'b>(
        &'b mut self,
        terms: &'b mut Terms,
        solver: &'b mut Solver,
        summary: &'b Summary,
        definitions: &'b mut Definitions,
    ) -> Cases<'b> {
        Cases {
            kernel: self.task.kernel,
            original: self.task.original,
            summary,
            definitions,
            terms,
            solver,
            share: SHARE.get(),
            warp_sync: self.task.config.warp_sync,
            prover: &mut self.prover,
            rests_on: Premises::NONE,
        }
    }
}

/// True if an answer drops the candidate.
fn drops(engine: Engine, answer: Answer) -> bool {
    match answer {
        Answer::Holds => false,
        Answer::Fails => true,
        Answer::Unknown => engine == Engine::Houdini,
    }
}

/// True if no other claim is decided with the help of this one.
fn is_leaf(c: &Candidate) -> bool {
    matches!(c.claim, Claim::Access { .. } | Claim::NoAccess { .. })
}

/// True if the claim, when assumed, replaces unknowns by other ones.
fn defines(c: &Candidate) -> bool {
    matches!(c.claim, Claim::Strided { .. } | Claim::Uniform { .. } | Claim::UniformControl)
}
