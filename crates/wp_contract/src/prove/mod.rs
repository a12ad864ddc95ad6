//! Proofs of clauses for every launch.
//!
//! | module | job |
//! |---|---|
//! | `goal` | clauses, quantifiers, who wrote an element last |
//! | `inside` | clauses at places in the kernel |
//! | `arrays` | two arrays that are equal at the end |
//! | `cuts` | equality at barriers in between |
//! | `blocking` | indices by their remainders |
//! | `witness` | `\exists` |
//! | `values` | values of the kernel over its inputs: loops |
//! | `reads` | the last store before a read |
//! | `invert` | which thread accesses an element |
//! | `counts` | elements that atomic additions change |
//! | `compare` | equality of values, congruence |
//! | `folds` | loop variables as sums, products, least and greatest values |
//! | `sums` | equality of sums and of products |
//! | `chains` | float operations one after the other |
//! | `extremes` | equality and order of least and greatest values |
//! | `real` | polynomials |
//! | `bits` | floats as bit patterns |
//! | `initial` | contents of memory at the launch |
//! | `questions` | questions to the solver, within limits |
//! | `session` | the state of an attempt, threads at points |
//!
//! Differs from the paper (section 3) in that nothing is generated statement by statement: the summary holds closed
//! forms of loops and guarded stores, and only the elements that a clause names are followed. `assign` elimination
//! (4.1) is the search for the last writer.

mod arrays;
mod bits;
mod blocking;
mod chains;
mod compare;
mod counts;
mod cuts;
mod extremes;
mod folds;
mod goal;
mod initial;
mod inside;
mod invert;
mod operators;
mod questions;
mod reads;
mod real;
mod scans;
mod session;
mod sums;
mod values;
mod witness;

use crate::{Floats, Trace};
use goal::Bound;
use questions::{unknown, Stop};
use session::Session;
use std::collections::BTreeSet;
use std::time::Instant;
use wp_base::{Assumption, Span};
use wp_kir::{Kernel, ObjectId};
use wp_logic::Terms;
use wp_solve::Solver;
use wp_spec::{Clause, Contract, Observation};
use wp_summary::{
    any_invariant, summarise, BarrierInvariants, Config, Contents, EventKind, LoopPolicy, Premise, Premises, Summary,
};

pub(crate) use bits::computes;

/// The solver's effort for a question, in one round of attempts after the other. Most questions of a proof are guesses
/// whose negation is satisfiable, which takes all the effort that there is; of the others most are refuted with little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A small part of the limit of a question.
    Little,
    /// All of it.
    Full,
}

impl Effort {
    /// One after the other.
    pub const ALL: [Effort; 2] = [Effort::Little, Effort::Full];

    fn divisor(self) -> u32 {
        match self {
            Effort::Little => 128,
            Effort::Full => 1,
        }
    }
}

/// The claim to be proved.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'a> {
    /// A clause about memory when the kernel has ended.
    AtEnd(&'a Clause),
    /// One about the state at a place, in a kernel that records it.
    Inside(&'a Observation),
}

/// The goal of an attempt.
#[derive(Clone, Copy)]
enum Task<'a> {
    Clause(Claim<'a>),
    /// Equality of two arrays when the kernel has ended; the pairs of arrays, these two among them.
    Same([ObjectId; 2], &'a [[ObjectId; 2]]),
}

/// The mode of a proof attempt.
#[derive(Clone, Copy)]
struct Mode {
    floats: Floats,
    /// True if two parts are compared barrier by barrier.
    aligned: bool,
}

/// The modes and efforts of the attempts, in their order.
#[derive(Clone, Copy)]
struct Plan<'a> {
    modes: &'a [Mode],
    efforts: &'a [Effort],
}

/// A summary on which a proof is tried.
#[derive(Clone, Copy)]
struct Stage {
    policy: LoopPolicy,
    /// True if barrier invariants and inferred loop invariants are among the facts.
    with_invariants: bool,
}

/// The kernel that a proof is about, and the facts that it may use besides the stores of the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// The configuration of summaries.
    pub config: &'a Config,
    /// The inference of loop invariants; without it there are none.
    pub inference: Option<&'a wp_infer::Config>,
    /// Places of invariants that are not proved, so that they are no facts.
    pub unproved: &'a BTreeSet<Span>,
}

impl Knowledge<'_> {
    /// A summary in which values are followed from store to store alone, or one with the invariants too; `None` where
    /// there are no invariants.
    fn summary(&self, requires: &[Clause], stage: Stage, solver: &mut Solver) -> Option<(Terms, Summary)> {
        let kernel = self.kernel;
        let mut terms = Terms::new();
        let barrier_invariants = match stage.with_invariants {
            true => self.config.barrier_invariants,
            false => BarrierInvariants::Ignored,
        };
        let config =
            Config { policy: stage.policy, contents: Contents::All, barrier_invariants, ..self.config.clone() };
        let mut summary = summarise(kernel, &mut terms, &config);
        wp_check::laws::add(kernel, requires, &mut summary, &mut terms, solver);
        if stage.with_invariants {
            summary.forget_claims(self.unproved);
            let has_unknowns = summary.loops.values().any(|l| l.induction.is_some());
            let inference = self.inference.filter(|_| has_unknowns);
            if let Some(inference) = inference {
                let budget = solver.budget();
                solver.set_budget(solver.budget_of_part(PART_OF_ATTEMPT.get()));
                summary = wp_infer::infer(kernel, &summary, &mut terms, solver, inference).summary;
                solver.set_budget(budget);
            }
            if inference.is_none() && summary.claims.is_empty() {
                return None;
            }
        }
        Some((terms, summary))
    }
}

wp_base::limits! {
    /// The part of the remaining budget that one attempt may spend.
    const PART_OF_ATTEMPT: u64 = 4;
}

impl Knowledge<'_> {
    /// Proves a clause with what is known of the kernel; the premises, assumptions among them, or why there is no
    /// proof.
    ///
    /// Premises, which the caller has established: no races, no divergence, no accesses out of bounds, preconditions
    /// that some launch satisfies.
    pub fn prove(
        &self,
        contract: &Contract,
        claim: Claim<'_>,
        floats: Floats,
        solver: &mut Solver,
        trace: &mut Trace,
    ) -> Result<Premises, String> {
        let start = Instant::now();
        let modes = [Mode { floats, aligned: false }];
        let plan = Plan { modes: &modes, efforts: &Effort::ALL };
        let proof = self.attempts(contract, Task::Clause(claim), plan, solver, trace);
        trace.seconds += start.elapsed().as_secs_f64();
        proof
    }

    /// Proves that two arrays are equal when a kernel has ended, where the contents of the arrays of each pair of
    /// `twins` (this one among them; no array is in two) were equal at the launch: bit by bit, or else as real numbers
    /// under `real-arithmetic`.
    ///
    /// If the kernel consists of two parts with a barrier of the grid between them, these may be compared barrier by
    /// barrier. Premises as for [`Self::prove`].
    pub fn prove_same(
        &self,
        arrays: [ObjectId; 2],
        twins: &[[ObjectId; 2]],
        efforts: &[Effort],
        solver: &mut Solver,
    ) -> Result<Premises, String> {
        let modes = [Floats::Bits, Floats::Reals]
            .into_iter()
            .flat_map(|floats| [true, false].map(|aligned| Mode { floats, aligned }))
            .collect::<Vec<Mode>>();
        let task = Task::Same(arrays, twins);
        let plan = Plan { modes: &modes, efforts };
        self.attempts(&Contract::default(), task, plan, solver, &mut Trace::default())
    }

    fn attempts(
        &self,
        contract: &Contract,
        task: Task<'_>,
        Plan { modes, efforts }: Plan<'_>,
        solver: &mut Solver,
        trace: &mut Trace,
    ) -> Result<Premises, String> {
        let kernel = self.kernel;
        // Invariants come last: most proofs do without them, and in a summary with barrier invariants every loop counts
        // as changing all memory.
        let mut stages = vec![Stage { policy: LoopPolicy::AccelerateFirst, with_invariants: false }];
        if kernel.loop_count > 0 {
            stages.push(Stage { policy: LoopPolicy::UnrollFirst, with_invariants: false });
        }
        if kernel.loop_count > 0 || any_invariant(kernel) {
            stages.push(Stage { policy: LoopPolicy::AccelerateFirst, with_invariants: true });
        }
        let budget = solver.budget();
        let mut left = efforts.len() * stages.len() * modes.len();
        let mut summaries: Vec<Option<(Terms, Summary)>> = Vec::new();
        let mut why = String::new();
        for effort in efforts {
            for (number, &stage) in stages.iter().enumerate() {
                if summaries.len() == number {
                    summaries.push(self.summary(&contract.requires, stage, solver));
                }
                let Some((terms, summary)) = &mut summaries[number] else {
                    left -= modes.len();
                    continue;
                };
                for &mode in modes {
                    left -= 1;
                    // No attempt but the last spends what all others need.
                    solver.set_budget(if left == 0 { budget } else { solver.budget_of_part(PART_OF_ATTEMPT.get()) });
                    let mut session = Session::new(kernel, summary, terms, solver, trace);
                    session.floats = mode.floats;
                    session.questions.effort_divisor = effort.divisor();
                    session.names_values = stage.with_invariants;
                    let proof = attempt(session, contract, task, mode.aligned);
                    solver.set_budget(budget);
                    match proof {
                        Ok(premises) => return Ok(premises),
                        Err(_) if solver.is_late() => return Err("no time is left (`--timeout` gives more)".to_owned()),
                        Err(Stop::Unknown(text)) if number == 0 && !mode.aligned => why = text,
                        Err(_) => {}
                    }
                }
            }
        }
        Err(why)
    }
}

fn attempt(mut session: Session<'_>, contract: &Contract, task: Task<'_>, aligned: bool) -> Result<Premises, Stop> {
    let summary = session.summary;
    if let Some(what) = &summary.incomplete {
        return unknown(what.clone());
    }
    if !summary.memory.unresolved_writes.is_empty() {
        return unknown("a store through a pointer that could not be resolved");
    }
    for event in &summary.events {
        match &event.kind {
            EventKind::Unsupported(what) => return unknown(what.clone()),
            EventKind::Invalid { .. } => return unknown("an access that is invalid"),
            _ => {}
        }
    }
    if let Task::Same(_, twins) = task {
        session.initial.identify(twins);
    }
    let mut known = session.launch_facts();
    session.at_launch = true;
    for clause in &contract.requires {
        known.extend(session.premises(&clause.condition, &Bound::new()));
    }
    session.at_launch = false;
    match task {
        Task::Clause(Claim::AtEnd(clause)) => session.show(&clause.condition, &Bound::new(), &known)?,
        Task::Clause(Claim::Inside(observation)) => session.show_inside(observation, &known)?,
        Task::Same(arrays, _) => {
            if aligned {
                let Some(cuts) = session.find_cuts() else { return unknown("the barriers are not aligned") };
                session.align(cuts, &known)?;
            }
            session.show_same(arrays, None, &known)?;
        }
    }
    let mut assumptions = std::mem::take(&mut session.assumptions);
    if !contract.requires.is_empty() {
        assumptions.insert(Assumption::Requires);
    }
    let assumed = Premises::of(assumptions.into_iter().map(Premise::Assumption));
    Ok(session.rests_on.and(&assumed))
}
