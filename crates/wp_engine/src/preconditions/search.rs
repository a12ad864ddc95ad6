//! The search for sets: implicit hitting sets over counterexamples. See [`super`].

mod above;

use super::candidates::{candidates, sizes_of_blocks};
use super::sample::{adjust, launch_of, rounded, valuation};
use crate::condition::{Condition, Monomial, Quantity, Valuation};
use crate::configuration::configuration;
use crate::question::Question;
use crate::Options;
use above::Above;
use std::collections::VecDeque;
use std::time::Instant;
use wp_check::witness::{Confirmed, Replayer};
use wp_check::{Context, Limits, OpenCause, Suspect};
use wp_interp::{ConcreteLaunch, Inputs};
use wp_kir::{Axis, ExprKind, Kernel, Launch, Special};
use wp_logic::TermId;
use wp_solve::{about_numbers, Answer, Solver};
use wp_summary::dimensions_named;
use wp_trials::FOR_CONDITIONS;

wp_base::limits! {
    /// Conditions of a set, at most.
    pub(super) const MAX_SIZE: usize = 4;
    /// Sets that are put to the solver, at most; and once one was found.
    const MAX_TRIES: u32 = 60;
    const MAX_TRIES_MORE: u32 = 12;
    /// Once a set was found, the search has the remaining effort divided by this.
    const HURRY: u32 = 4;
    /// Sets from above have the remaining effort divided by this.
    const FROM_ABOVE: u32 = 2;
    /// Conditions of a set that is built up, at most.
    const MAX_BUILT: usize = 3;
    /// The number of candidates, cheapest first, that pairs and triples are made of.
    const IN_PAIRS: usize = 80;
    const IN_TRIPLES: usize = 26;
    /// The cost of each further condition of a set.
    const COST_OF_ANOTHER: u32 = 1;
    /// The part of the effort for one query.
    const SHARE: u32 = 1;
    /// Obligations at whose border a model is sought, at most.
    const MAX_MODELS: usize = 3;
}

/// An error without preconditions, or with too weak ones.
struct Counterexample {
    valuation: Valuation,
    /// The run that showed it; absent for a model.
    run: Option<Confirmed>,
    /// True if the counterexample is one for sure; a model that the solver has approximated may be none.
    exact: bool,
}

/// The state of the search.
pub(super) struct Search<'a> {
    pub kernel: &'a Kernel,
    options: &'a Options,
    pub solver: &'a mut Solver,
    /// The limits of the search alone.
    limits: Limits,
    questions: Vec<Question>,
    candidates: Vec<Condition>,
    /// Positions of candidates, cheapest set first.
    sets: VecDeque<Vec<usize>>,
    /// Sets that exclude all counterexamples but doubtful ones. They are tried last.
    doubtful: VecDeque<Vec<usize>>,
    in_doubt: bool,
    above: Above,
    pool: Vec<Counterexample>,
    replayer: Replayer,
    tries: u32,
    /// True if the solver has given up on a set, so that no counterexample tells what else it needs.
    undecided: bool,
}

impl<'a> Search<'a> {
    /// Before the first set; small launches are run for counterexamples.
    pub fn new(
        kernel: &'a Kernel,
        options: &'a Options,
        solver: &'a mut Solver,
        limits: Limits,
        mut questions: Vec<Question>,
    ) -> Self {
        let candidates = candidates(kernel, &questions);
        let sets = sets(&candidates).into();
        let above = Above::new(&candidates);
        // The full check asks what there was no time to ask, and what is left out here: that values differ seldom
        // decides.
        for Question { terms, suspects, .. } in &mut questions {
            suspects.retain(|s| !s.conjuncts.is_empty());
            suspects.iter_mut().for_each(|s| s.conjuncts = about_numbers(terms, &s.conjuncts));
        }
        let limits = Limits { effort: limits.effort / 2, ..limits };
        solver.set_deadline(limits.deadline);
        let replayer = replayer(kernel, options, solver, limits, &mut questions);
        let mut search = Self {
            kernel,
            options,
            solver,
            limits,
            questions,
            candidates,
            sets,
            doubtful: VecDeque::new(),
            in_doubt: false,
            above,
            pool: Vec::new(),
            replayer,
            tries: MAX_TRIES.get(),
            undecided: false,
        };
        let runs: Vec<Confirmed> = search.questions.iter().flat_map(|q| q.confirmed.iter().cloned()).collect();
        runs.into_iter().for_each(|run| search.learn(run));
        search.probe(&[], None).into_iter().for_each(|run| search.learn(run));
        search
    }

    /// The next set that closes every obligation and that is not known to be stronger than one that was found.
    pub fn next(&mut self, found: &[&[Condition]]) -> Option<Vec<Condition>> {
        loop {
            if self.sets.is_empty() && !std::mem::replace(&mut self.in_doubt, true) {
                self.sets = std::mem::take(&mut self.doubtful);
            }
            if self.is_spent() || self.is_hopeless() {
                return None;
            }
            let set = self.sets.pop_front()?;
            let conditions: Vec<Condition> = set.iter().map(|&i| self.candidates[i].clone()).collect();
            let larger = found.iter().any(|known| known.iter().all(|c| conditions.contains(c)));
            if larger || !self.excludes_all(&conditions, true) {
                continue;
            }
            if !self.excludes_all(&conditions, false) && !self.in_doubt {
                self.doubtful.push_back(set);
                continue;
            }
            let stronger = !self.is_minimal(&conditions) || found.iter().any(|known| self.implies(&conditions, known));
            if stronger || !self.is_possible(&conditions) {
                continue;
            }
            self.tries -= 1;
            if self.closes(&conditions) {
                return Some(conditions);
            }
        }
    }

    /// Sizes of blocks for which shared arrays may be made, each alone and with a single block.
    pub fn sizes_of_blocks(&self) -> Vec<Vec<Condition>> {
        let open = |q: Quantity| self.questions.iter().any(|question| question.symbols.contains_key(&q));
        let grid = Axis::ALL.map(Quantity::GridDim).into_iter().filter(|&q| open(q));
        let single: Vec<Condition> = grid.map(|q| Condition::Eq(Monomial::of(q), Monomial::constant(1))).collect();
        let mut sizes = sizes_of_blocks(self.kernel);
        sizes.retain(|set| set.iter().flat_map(Condition::quantities).all(open));
        let all = sizes.into_iter().flat_map(|set| [set.clone(), [&set[..], &single].concat()]);
        all.filter(|set| set.len() <= MAX_SIZE.get()).collect()
    }

    /// True if a set excludes every run known to go wrong.
    pub fn excludes_what_went_wrong(&self, set: &[Condition]) -> bool {
        self.excludes_all(set, true)
    }

    /// True if no candidate excludes some counterexample.
    fn is_hopeless(&self) -> bool {
        let stays = |x: &Counterexample| self.candidates.iter().all(|c| c.holds(&x.valuation) != Some(false));
        self.pool.iter().any(|x| x.exact && stays(x))
    }

    /// Reduces the limits of the search, after a set was found.
    pub fn hurry(&mut self) {
        self.tries = self.tries.min(MAX_TRIES_MORE.get());
        self.limits = self.part(HURRY.get());
        self.solver.set_deadline(self.limits.deadline);
    }

    /// Limits with the remaining effort divided by `part`.
    fn part(&self, part: u32) -> Limits {
        let spent = self.solver.stats().spent;
        let effort = spent + self.limits.effort.saturating_sub(spent) / u64::from(part);
        Limits { effort, ..self.limits }
    }

    fn is_spent(&self) -> bool {
        self.tries == 0 || self.solver.stats().spent >= self.limits.effort || Instant::now() >= self.limits.deadline
    }

    /// Adds a run that misbehaves to the counterexamples.
    pub fn learn(&mut self, run: Confirmed) {
        let valuation = valuation(self.kernel, &run.launch, &run.inputs);
        if self.pool.iter().all(|x| x.valuation != valuation) {
            self.pool.push(Counterexample { valuation, run: Some(run), exact: true });
        }
    }

    /// True if the set excludes all counterexamples, or all that are none by approximation only.
    fn excludes_all(&self, set: &[Condition], exact: bool) -> bool {
        let counted = self.pool.iter().filter(|x| x.exact || !exact);
        counted.into_iter().all(|x| set.iter().any(|c| c.holds(&x.valuation) == Some(false)))
    }

    /// True if each condition excludes a counterexample that no other one of the set does. Where the solver has given
    /// up there may be none to tell.
    fn is_minimal(&self, set: &[Condition]) -> bool {
        let only = |i: usize, x: &Counterexample| {
            set.iter().enumerate().all(|(j, c)| (c.holds(&x.valuation) == Some(false)) == (i == j))
        };
        self.undecided || set.len() < 2 || (0..set.len()).all(|i| self.pool.iter().any(|x| only(i, x)))
    }

    /// True if some launch satisfies the conditions and what the kernel requires, as far as is easily told.
    fn is_possible(&mut self, set: &[Condition]) -> bool {
        let inside: Vec<&Condition> = set.iter().collect();
        let sampled = !self.samples(&inside, None).is_empty();
        let Some(question) = self.questions.first_mut() else { return sampled };
        let terms = &mut question.terms;
        let facts = question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term);
        let mut conjuncts: Vec<TermId> = facts.collect();
        conjuncts.extend(set.iter().filter_map(|c| c.term(terms, &question.symbols)));
        match self.solver.check_within(terms, &conjuncts, SHARE.get()) {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown(_) => sampled,
        }
    }

    /// True if all obligations are closed under the conditions; else a counterexample is learned where there is one.
    fn closes(&mut self, set: &[Condition]) -> bool {
        let inside: Vec<&Condition> = set.iter().collect();
        if let Some(run) = self.probe(&inside, None) {
            self.learn(run);
            return false;
        }
        for number in 0..self.questions.len() {
            for at in 0..self.questions[number].suspects.len() {
                if self.is_spent() || !self.closes_one(number, at, set) {
                    // The same obligation is the first to be asked about the next set.
                    self.questions[number].suspects[..=at].rotate_right(1);
                    return false;
                }
            }
        }
        true
    }

    fn closes_one(&mut self, number: usize, at: usize, set: &[Condition]) -> bool {
        let question = &mut self.questions[number];
        let mut conjuncts = question.suspects[at].conjuncts.clone();
        for c in set {
            let Some(t) = c.term(&mut question.terms, &question.symbols) else { return false };
            conjuncts.push(t);
        }
        match self.solver.check_within(&mut question.terms, &conjuncts, SHARE.get()) {
            Answer::Unsat(_) => true,
            Answer::Sat(model) => {
                let value = |&t: &TermId| model.int(t).or_else(|| model.eval(&question.terms, t)?.as_int());
                let valuation: Valuation = question.symbols.iter().filter_map(|(&q, t)| Some((q, value(t)?))).collect();
                // A model that says nothing of the launch excludes nothing.
                self.undecided |= set.iter().any(|c| c.holds(&valuation).is_none());
                self.pool.push(Counterexample { valuation, run: None, exact: !model.approximate });
                false
            }
            Answer::Unknown(_) => {
                self.undecided = true;
                false
            }
        }
    }

    /// True if `set` implies `known`.
    pub fn implies(&mut self, set: &[Condition], known: &[Condition]) -> bool {
        let Some(question) = self.questions.first_mut() else { return false };
        let terms = &mut question.terms;
        let mut of = |set: &[Condition]| -> Option<Vec<TermId>> {
            set.iter().map(|c| c.term(terms, &question.symbols)).collect()
        };
        let (Some(mut premises), Some(known)) = (of(set), of(known)) else { return false };
        let all = terms.and(&known);
        premises.push(terms.not(all));
        premises.extend(question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term));
        self.solver.check_within(terms, &premises, SHARE.get()).is_unsat()
    }

    /// True if a set admits no block of two threads although the kernel reads thread identifiers and the block is open,
    /// or no positive value of a parameter that the set speaks of.
    pub fn is_trivial(&mut self, set: &[Condition]) -> bool {
        let kernel = self.kernel;
        let reads_threads = kernel.exprs.values().any(|e| matches!(e.kind, ExprKind::Special(Special::ThreadIdx(_))));
        let Some(question) = self.questions.first_mut() else { return false };
        let terms = &mut question.terms;
        let mut premises: Vec<TermId> = set.iter().filter_map(|c| c.term(terms, &question.symbols)).collect();
        premises.extend(question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term));
        let (one, two) = (terms.int(1), terms.int(2));
        let params = set.iter().flat_map(Condition::quantities).filter(|q| !q.is_extent());
        let positive: Vec<TermId> = params.filter_map(|q| question.symbols.get(&q).copied()).collect();
        premises.extend(positive.into_iter().map(|t| terms.le(one, t)));
        let named = dimensions_named(kernel).axes();
        let blocks = Axis::ALL.into_iter().filter(|axis| named[axis.index()]).map(Quantity::BlockDim);
        let blocks: Vec<TermId> = blocks.filter_map(|q| question.symbols.get(&q).copied()).collect();
        if reads_threads && !blocks.is_empty() {
            let several: Vec<TermId> = blocks.into_iter().map(|t| terms.le(two, t)).collect();
            premises.push(terms.or(&several));
        }
        self.solver.check_within(terms, &premises, SHARE.get()).is_unsat()
    }

    /// True if the conditions hold for every launch with the extents of another one.
    pub fn holds_for(&mut self, set: &[Condition], launch: &Launch) -> bool {
        let Some(question) = self.questions.first_mut() else { return false };
        let mut extents = Valuation::new();
        let mut premises = Vec::new();
        let all = Axis::ALL.into_iter().flat_map(|a| [Quantity::BlockDim(a), Quantity::GridDim(a)]);
        for quantity in all {
            let Some(n) = quantity.given(launch) else { continue };
            extents.insert(quantity, n);
            if let Some(&t) = question.symbols.get(&quantity) {
                let n = question.terms.int(n);
                premises.push(question.terms.eq(t, n));
            }
        }
        premises.extend(question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term));
        set.iter().all(|c| match c.holds(&extents) {
            Some(holds) => holds,
            None => {
                let Some(t) = c.term(&mut question.terms, &question.symbols) else { return false };
                let not = question.terms.not(t);
                let premises = [&premises[..], &[not]].concat();
                self.solver.check(&mut question.terms, &premises).is_unsat()
            }
        })
    }

    /// Small launches on the inner side of some conditions and the outer side of one.
    fn samples(&mut self, inside: &[&Condition], outside: Option<&Condition>) -> Vec<(ConcreteLaunch, Inputs)> {
        let Some(question) = self.questions.first_mut() else { return Vec::new() };
        let Question { terms, summary, symbols, .. } = question;
        let free = |q: Quantity| symbols.contains_key(&q);
        let given = wp_trials::given(summary, terms, &Launch::ANY);
        let mut samples: Vec<(ConcreteLaunch, Inputs)> = Vec::new();
        for (number, shape) in FOR_CONDITIONS.into_iter().enumerate() {
            let start = shape.launch(&given);
            let inputs = wp_trials::inputs(self.kernel, &start, number as u64, summary, terms);
            let before = valuation(self.kernel, &start, &inputs);
            let Some(v) = adjust(before.clone(), inside, outside, &free) else { continue };
            for v in [rounded(&v, &before), v] {
                let mut inputs = inputs.clone();
                let Some(launch) = launch_of(&v, start.offset, &mut inputs) else { continue };
                // Parameters take what fits their type.
                let v = valuation(self.kernel, &launch, &inputs);
                let good = inside.iter().all(|c| c.holds(&v) == Some(true))
                    && outside.is_none_or(|c| c.holds(&v) == Some(false));
                if good && !samples.iter().any(|(l, i)| *l == launch && i.params == inputs.params) {
                    samples.push((launch, inputs));
                }
            }
        }
        samples
    }

    /// Runs such launches and returns the first run that misbehaves.
    fn probe(&mut self, inside: &[&Condition], outside: Option<&Condition>) -> Option<Confirmed> {
        let samples = self.samples(inside, outside);
        let suspects: Vec<Suspect> = self.questions.iter().flat_map(|q| q.suspects.iter().cloned()).collect();
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = self.questions.first_mut()?;
        let ctx = Context::new(self.kernel, summary, terms, &mut *self.solver, rules, self.limits);
        samples.into_iter().find_map(|(launch, inputs)| {
            let runs = self.replayer.probe(&ctx, launch, inputs);
            runs.into_iter().find(|run| suspects.iter().any(|s| run.shows(s)))
        })
    }

    /// Sets the limits for showing the needs of conditions.
    pub fn extend(&mut self, limits: Limits) {
        self.limits = limits;
        self.solver.set_deadline(limits.deadline);
    }

    /// A run just outside of a condition, from small launches.
    pub fn probe_outside(&mut self, condition: &Condition, others: &[&Condition]) -> Option<Confirmed> {
        self.replayer = replayer(self.kernel, self.options, self.solver, self.limits, &mut self.questions);
        self.probe(others, Some(condition))
    }

    /// A counterexample of the search that is outside of a condition only.
    pub fn known_run(&self, condition: &Condition, others: &[&Condition]) -> Option<Confirmed> {
        let x = self.pool.iter().find(|x| x.run.is_some() && is_outside(&x.valuation, condition, others))?;
        x.run.clone()
    }

    /// A run from a model of an obligation, at the border of a condition if there is one, else anywhere outside.
    pub fn model_outside(&mut self, condition: &Condition, others: &[&Condition]) -> Option<Confirmed> {
        for at_border in [true, false] {
            for question in &mut self.questions {
                for at in 0..question.suspects.len().min(MAX_MODELS.get()) {
                    if self.solver.stats().spent >= self.limits.effort {
                        return None;
                    }
                    let terms = &mut question.terms;
                    let beyond = match at_border {
                        true => condition.outside(terms, &question.symbols)?,
                        false => {
                            let inside = condition.term(terms, &question.symbols)?;
                            terms.not(inside)
                        }
                    };
                    let mut suspect: Suspect = question.suspects[at].clone();
                    suspect.conjuncts.push(beyond);
                    for c in others {
                        suspect.conjuncts.push(c.term(terms, &question.symbols)?);
                    }
                    let Answer::Sat(model) = self.solver.check_within(terms, &suspect.conjuncts, SHARE.get()) else {
                        continue;
                    };
                    suspect.cause = OpenCause::Model(model);
                    let mut ctx = Context::new(
                        self.kernel,
                        &question.summary,
                        &mut question.terms,
                        &mut *self.solver,
                        configuration(self.kernel, self.options).rules,
                        self.limits,
                    );
                    let run = Replayer::new(&ctx).confirm(&mut ctx, &suspect, &self.options.launch);
                    let counts = |run: &Confirmed| {
                        is_outside(&valuation(self.kernel, &run.launch, &run.inputs), condition, others)
                    };
                    if let Some(run) = run.filter(counts) {
                        return Some(run);
                    }
                }
            }
        }
        None
    }
}

fn is_outside(v: &Valuation, condition: &Condition, others: &[&Condition]) -> bool {
    condition.holds(v) == Some(false) && others.iter().all(|c| c.holds(v) == Some(true))
}

fn replayer(
    kernel: &Kernel,
    options: &Options,
    solver: &mut Solver,
    limits: Limits,
    questions: &mut [Question],
) -> Replayer {
    let mut terms = wp_logic::Terms::new();
    let summary = &questions[0].summary;
    Replayer::new(&Context::new(kernel, summary, &mut terms, solver, configuration(kernel, options).rules, limits))
}

/// Sets of at most [`MAX_BUILT`] candidates, cheapest first, then smallest, then in the order of the candidates.
fn sets(candidates: &[Condition]) -> Vec<Vec<usize>> {
    let costs: Vec<u32> = candidates.iter().map(Condition::cost).collect();
    let mut sets: Vec<Vec<usize>> = (0..candidates.len()).map(|i| vec![i]).collect();
    let mut last = sets.clone();
    for size in 2..=MAX_BUILT.get() {
        let among = if size == 2 { IN_PAIRS.get() } else { IN_TRIPLES.get() }.min(candidates.len());
        let grown = |set: &Vec<usize>| {
            let from = set.last().map_or(0, |&i| i + 1);
            (from..among).map(|i| [&set[..], &[i]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().filter(|set| set.iter().all(|&i| i < among)).flat_map(grown).collect();
        sets.extend(last.iter().cloned());
    }
    let cost = |set: &Vec<usize>| {
        let sum: u32 = set.iter().map(|&i| costs[i]).sum();
        sum + COST_OF_ANOTHER.get() * (set.len() as u32 - 1)
    };
    sets.sort_by_key(|set| (cost(set), set.len()));
    sets
}
