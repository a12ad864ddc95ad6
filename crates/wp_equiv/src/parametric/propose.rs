//! Preconditions under which kernels that differ are equivalent: single equations between extents or scalars, or that
//! there are enough threads; tried in order.
//!
//! A proposal is proved like any other equivalence, with little effort and where no small launch contradicts it; the
//! difference that was found without it shows that it, or something like it, is necessary. Incomplete: one condition of
//! these.

use super::{prove, EveryLaunch};
use crate::concrete::Question;
use crate::relation::{check, parse};
use crate::replay::{Patience, Search};
use crate::report::Proposal;
use crate::require;
use std::time::{Duration, Instant};
use wp_contract::Effort;
use wp_engine::Options;
use wp_interp::Benign;

wp_base::limits! {
    /// Equations that are tried, at most.
    const MAX_TRIED: usize = 4;
    /// The effort of the proof for each proposal, in seconds of an idle machine.
    const SECONDS: u64 = 2;
    /// Comparisons in small launches for each of them, and the statements of each side of one.
    const COMPARISONS: usize = 200;
    const STATEMENTS: u64 = 1_000_000;
}

/// The first equation that makes the kernels equivalent.
pub(super) fn find(question: &EveryLaunch, dims: [bool; 3], left: Duration) -> Option<Proposal> {
    let deadline = Instant::now().checked_add(left);
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut candidates: Vec<String> = Vec::new();
    if dims[1] {
        candidates.push("blockDim.x == blockDim.y".to_owned());
        candidates.push("gridDim.x == gridDim.y".to_owned());
    }
    let names: Vec<&str> = question
        .pairing
        .scalars
        .iter()
        .filter(|s| s.value.is_none() && s.types[0].is_some_and(wp_kir::Type::is_int))
        .filter_map(|s| s.names[0].as_deref())
        .collect();
    if !dims[1] {
        candidates.extend(names.iter().take(2).map(|name| format!("{name} <= gridDim.x * blockDim.x")));
    }
    for (i, first) in names.iter().enumerate() {
        candidates.extend(names[i + 1..].iter().map(|second| format!("{first} == {second}")));
    }
    candidates.into_iter().take(MAX_TRIED.get()).take_while(|_| !is_late()).find_map(|condition| {
        let mut sides = question.sides.map(<[_]>::to_vec);
        let relations = [question.relations, &parse(&condition).ok()?].concat();
        check(&relations, question.sides.map(<[_]>::len)).ok()?;
        for (side, kernels) in sides.iter_mut().enumerate() {
            for (stage, kernel) in kernels.iter_mut().enumerate() {
                require(kernel, &relations[question.relations.len()..], question.pairing, (side, stage)).ok()?;
            }
        }
        let sides = [&sides[0][..], &sides[1][..]];
        let concrete = Question {
            sides,
            requires: question.requires,
            launches: [&[]; 2],
            pairing: question.pairing,
            without: &[],
            assumptions: &[],
            tolerated: Benign::SameValue,
        };
        let patience = Patience { comparisons: COMPARISONS.get(), statements: STATEMENTS.get(), deadline };
        if Search::new(concrete, dims, &relations).next_difference(patience).is_some() {
            return None;
        }
        let timeout = deadline.map_or(left, |deadline| deadline.saturating_duration_since(Instant::now()));
        let options = Options { timeout, effort: Some(Duration::from_secs(SECONDS.get())), ..question.options.clone() };
        let assumptions = prove(sides, question.pairing, &relations, &options, &[Effort::Little]).ok()?;
        let granted = question.options.without.iter().all(|code| !assumptions.contains(code));
        granted.then_some(Proposal { condition, assumptions })
    })
}
