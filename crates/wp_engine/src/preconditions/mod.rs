//! Preconditions under which a kernel is proved, where it is not proved without.
//!
//! Input: a kernel and the obligations that its check left open. Output: at most [`MAX_SETS`] sets of at most
//! [`search::MAX_SIZE`] conditions over extents and integer parameters, weakest first. Under each set the full check
//! was repeated from scratch with the conditions as preconditions and everything was proved, and some run satisfies
//! them, so a set is as trustworthy as a proof ([`examine`]); the search itself proves nothing. Incomplete: the
//! candidates are those of [`candidates`].
//!
//! The first set is what the classes of refutations require ([`classes`]), where that proves everything. Further sets
//! are sought in three ways:
//! - from above (`search::above`): all upper bounds of extents are assumed at once, alone and then with one or two
//!   other candidates; what is not needed is dropped, and numbers are relaxed. It comes first, as it asks few
//!   questions.
//! - by costs ([`search`]), guided by counterexamples (implicit hitting sets): sets of candidates are tried in the
//!   order of their costs; a set must exclude every counterexample known, and one that fails adds a counterexample:
//!   from small concrete launches, or a model of an open obligation together with the set. It comes before further sets
//!   from above where a set that was found is narrow.
//! - by sizes of blocks (`with_size`), where neither found a set: a few fixed sizes for which the shared arrays may be
//!   made are checked in full, alone and in a grid of one. Loops may be unrolled then, which no question about an
//!   obligation tells.
//!
//! Kernels that ensure something, or have ghosts or records, are not searched for (`file`). The search is limited
//! by counts: sets that are tried, and what the solver spends. Where the clock ends it first, which it does as a last
//! guard, it finds less.

mod asserted;
mod candidates;
pub(crate) mod classes;
mod contents;
mod expressions;
mod fitting;
mod need;
mod reached;
mod sample;
mod search;
mod strides;
mod usual;

use crate::attempts::{examine, Examined, Subject};
use crate::condition::Condition;
use crate::configuration::solver_for;
use crate::{KernelReport, Need, Options, Precondition, PreconditionSet, UnknownReason, Verdict};
use classes::ProvedSet;
use search::Search;
use std::time::Instant;
use wp_check::witness::Confirmed;
use wp_check::{Limits, OpenCause};
use wp_kir::Kernel;
use wp_solve::Solver;

wp_base::limits! {
    /// Sets that are proposed, at most.
    const MAX_SETS: usize = 3;
    /// Full checks, at most.
    const MAX_CHECKS: usize = 5;
    /// Sizes of blocks that are checked in full where nothing else was found, at most.
    const MAX_FIXED: usize = 4;
    /// The part of the time in which the needs of conditions are shown.
    const PART_FOR_NEEDS: u32 = 5;
    /// The effort for a query of a check is so many times that for a query of the search.
    const QUERIES_FOR_ONE: u32 = 2;
}

/// True if conditions on the launch may be what is missing.
fn is_hopeful(report: &KernelReport, options: &Options) -> bool {
    let curable = |verdict: &Verdict| match verdict {
        Verdict::Proved | Verdict::Refuted | Verdict::Possible => true,
        Verdict::DependsOnContents(_) | Verdict::UnusualLaunch(_) => true,
        Verdict::Unknown(reason) => {
            matches!(reason, UnknownReason::Timeout | UnknownReason::Solver(_) | UnknownReason::RestsOn(_))
        }
        Verdict::ProvedUnder(_) | Verdict::Unsupported(..) => false,
    };
    let all_proved = report.properties.iter().all(|p| p.verdict == Verdict::Proved);
    options.findbugs.is_none() && !all_proved && report.properties.iter().all(|p| curable(&p.verdict))
}

/// A set with the report of the check under it.
type Proved = (Vec<Condition>, KernelReport);

/// The set that proves what has a class, if there is one, then the sets found, weakest first. The first may imply
/// others: it is kept where a later set is weaker.
pub(crate) fn find(
    subject: Subject,
    solver: &Solver,
    limits: Limits,
    examined: &mut Examined,
    of_classes: Option<ProvedSet>,
) -> Vec<PreconditionSet> {
    let Subject { kernel, options, .. } = subject;
    let questions = std::mem::take(&mut examined.questions);
    let (mut found, known): (Vec<Proved>, Vec<Confirmed>) = match of_classes {
        // The search has no conditions on contents, so it adds no further sets.
        Some(set) if !set.contents.is_empty() => return vec![with_contents(kernel, options, set)],
        Some(set) => (vec![(set.launch, set.report)], set.runs),
        None => (Vec::new(), Vec::new()),
    };
    let suspects = || questions.iter().flat_map(|q| &q.suspects);
    let nothing_asked = suspects().all(|s| s.conjuncts.is_empty());
    let hopeless = suspects().any(|s| matches!(s.cause, OpenCause::Specification(_)));
    if questions.is_empty() || found.is_empty() && (nothing_asked || hopeless || !is_hopeful(&examined.report, options))
    {
        return Vec::new();
    }
    // Conditions that keep indices within 32 bits are not what is looked for.
    let options = &Options { index_width: wp_check::IndexWidth::Off, ..options.clone() };
    // Many sets are tried, so each question gets less than in a check.
    let hurried = Options { query_timeout: options.query_timeout / QUERIES_FOR_ONE.get(), ..options.clone() };
    let mut of_search = solver_for(kernel, &hurried);
    // What is found is executed or checked in full.
    of_search.leave_floats_open();
    // Part of the time is left for showing the needs.
    let rest = limits.deadline.saturating_duration_since(Instant::now()) / PART_FOR_NEEDS.get();
    let of_sets = Limits { deadline: limits.deadline.checked_sub(rest).unwrap_or(limits.deadline), ..limits };
    let mut checks = Checks { kernel, options, solver: solver.sibling(), limits: of_sets };
    let mut search = Search::new(kernel, options, &mut of_search, of_sets, questions);
    known.into_iter().for_each(|run| search.learn(run));
    add_sets(&mut found, &mut search, &mut checks);
    if found.is_empty() {
        found.extend(checks.with_size(&mut search));
    }
    search.extend(Limits { effort: search.solver.stats().spent.saturating_add(limits.effort / 2), ..limits });
    presented(found, &mut search, options)
}

/// Adds sets that are found and proved to those that are known.
fn add_sets(found: &mut Vec<Proved>, search: &mut Search, checks: &mut Checks) {
    let first = found.len();
    if first > 0 {
        search.hurry();
    }
    for _ in 0..MAX_CHECKS.get() {
        if found.len() >= MAX_SETS.get() {
            return;
        }
        let known: Vec<&[Condition]> = found.iter().map(|(set, _)| &set[..]).collect();
        // A set that is found from above satisfies some bound; where it is narrow, something else may be asked for.
        let narrow = known.iter().any(|set| set.iter().any(Condition::is_narrow));
        let next = match narrow {
            false => search.next_from_above(&known).or_else(|| search.next(&known)),
            true => search.next(&known).or_else(|| search.next_from_above(&known)),
        };
        let Some(set) = next else { return };
        let (set, proof) = match checks.weakest_proof(set, search) {
            Ok(found) => found,
            Err(runs) => {
                if !runs.is_empty() {
                    search.retry();
                }
                // An error under a set of conditions is an error without the conditions too.
                runs.into_iter().for_each(|run| search.learn(run));
                continue;
            }
        };
        // A set that is stronger than the new one adds nothing.
        let mut searched = found.split_off(first);
        searched.retain(|(known, _)| !search.implies(known, &set));
        found.append(&mut searched);
        let narrow = set.iter().any(Condition::is_narrow);
        found.push((set, proof));
        // Weaker alternatives are cheap to find once one is known, or not at all.
        if !narrow {
            search.hurry();
        }
    }
}

/// The sets as they are reported, with the need for each condition; trivial ones only where there are no others.
fn presented(found: Vec<Proved>, search: &mut Search, options: &Options) -> Vec<PreconditionSet> {
    let needs: Vec<_> = found.iter().map(|(set, _)| need::needs(search, set)).collect();
    let reference = options.reference.as_ref();
    let mut sets = Vec::new();
    for ((set, proof), needs) in found.into_iter().zip(needs) {
        let satisfied = reference.map(|launch| search.holds_for(&set, launch));
        let is_trivial = search.is_trivial(&set);
        let conditions = set.iter().zip(needs).map(|(c, need)| precondition(search.kernel, c, need)).collect();
        sets.push(PreconditionSet { conditions, assumptions: proof.assumptions, satisfied, is_trivial });
    }
    if sets.iter().any(|set| !set.is_trivial) {
        sets.retain(|set| !set.is_trivial);
    }
    sets
}

fn precondition(kernel: &Kernel, condition: &Condition, need: Option<Need>) -> Precondition {
    Precondition { text: condition.text(kernel), fixes: fixes(condition), need }
}

/// The set of classes that speak of contents. Of a launch for reference the contents are not known.
fn with_contents(kernel: &Kernel, options: &Options, set: ProvedSet) -> PreconditionSet {
    let of_launch = set.launch.iter().map(|c| precondition(kernel, c, None));
    PreconditionSet {
        conditions: of_launch.chain(set.contents).collect(),
        assumptions: set.report.assumptions,
        satisfied: options.reference.as_ref().map(|_| false),
        is_trivial: false,
    }
}

/// Full checks of a kernel under conditions.
struct Checks<'a> {
    kernel: &'a Kernel,
    options: &'a Options,
    solver: Solver,
    limits: Limits,
}

impl Checks<'_> {
    /// The report of the full check with the conditions as preconditions, when that proves everything; else the runs
    /// that show the opposite.
    fn proof_under(&mut self, set: &[Condition]) -> Result<KernelReport, Vec<Confirmed>> {
        if Instant::now() >= self.limits.deadline {
            return Err(Vec::new());
        }
        let mut kernel = self.kernel.clone();
        set.iter().rev().for_each(|c| c.require(&mut kernel));
        let subject = Subject { kernel: &kernel, requires: &[], options: self.options };
        let Examined { report, questions } = examine(subject, &mut self.solver, self.limits);
        let proved = report.properties.iter().all(|p| p.verdict == Verdict::Proved);
        // The properties that were checked before are checked now: a property that is not checked is not proved.
        if proved && !report.properties.is_empty() {
            return Ok(report);
        }
        Err(questions.into_iter().flat_map(|q| q.confirmed).collect())
    }

    /// The weakest form of a set under which everything is proved; else the runs of the last check.
    fn weakest_proof(&mut self, set: Vec<Condition>, search: &mut Search) -> Result<Proved, Vec<Confirmed>> {
        let weaker = search.weaken(&set);
        let of_threads = search.of_threads(&weaker);
        let mut outcome = Err(Vec::new());
        for set in of_threads.into_iter().chain([weaker.clone()]) {
            outcome = self.proof_under(&set).map(|proof| (set, proof));
            if outcome.is_ok() {
                break;
            }
        }
        if matches!(&outcome, Err(runs) if runs.is_empty()) && weaker != set {
            outcome = self.proof_under(&set).map(|proof| (set, proof));
        }
        outcome
    }

    /// A size of blocks with which everything is proved, when loops can be unrolled for it: no question of the search
    /// can tell.
    fn with_size(&mut self, search: &mut Search) -> Option<Proved> {
        let mut checks = 0;
        for set in search.sizes_of_blocks() {
            if checks == MAX_FIXED.get() || !search.excludes_what_went_wrong(&set) {
                continue;
            }
            checks += 1;
            match self.proof_under(&set) {
                Ok(proof) => return Some((set, proof)),
                Err(runs) => runs.into_iter().for_each(|run| search.learn(run)),
            }
        }
        None
    }
}

/// True if a condition sets an extent to a number above 1.
fn fixes(condition: &Condition) -> bool {
    match condition {
        Condition::Eq(a, b) => b.of.is_empty() && b.factor > 1 && matches!(&a.of[..], [q] if q.is_extent()),
        _ => false,
    }
}

/// The proved sets as verdicts: what is not proved without is proved under one of them: the first, or the first that
/// the launch for reference satisfies. No trivial set is an answer.
pub(crate) fn accept(report: &mut KernelReport) {
    let sets = || report.preconditions.iter().filter(|s| !s.is_trivial);
    let Some(set) = sets().find(|s| s.satisfied == Some(true)).or(sets().next()) else { return };
    let conditions: Vec<String> = set.conditions.iter().map(|c| c.text.clone()).collect();
    let assumptions = set.assumptions.clone();
    for p in report.properties.iter_mut().filter(|p| p.verdict != Verdict::Proved) {
        p.verdict = Verdict::ProvedUnder(conditions.clone());
        p.findings.clear();
    }
    report.name_assumptions(assumptions);
}
