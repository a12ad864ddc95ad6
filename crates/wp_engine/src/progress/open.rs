//! What stays open from one attempt to the next: suspects, and which of them are asked again.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_check::{Context, Coverage, OpenCause, RaceKey, Suspect, SuspectKind};
use wp_prove::Proof;

/// True if a suspect stands for pairs of accesses that were not compared.
pub(super) fn is_rest(s: &Suspect) -> bool {
    matches!(s.kind, SuspectKind::NotCompared)
}

/// True if more knowledge may close the obligation.
pub(super) fn is_undecided(s: &Suspect) -> bool {
    matches!(s.cause, OpenCause::Model(_) | OpenCause::Solver(_))
}

/// True if the obligation of a suspect is known.
pub(super) fn is_asked(s: &Suspect) -> bool {
    !s.conjuncts.is_empty()
}

/// The open suspects, with the obligations of the same attempt at a lower level of knowledge if there was no time for
/// more.
pub(super) fn with_earlier_questions(rest: Vec<Suspect>, before: &[Suspect]) -> Vec<Suspect> {
    let mut known = FxHashMap::default();
    for b in before.iter().filter(|b| is_asked(b)) {
        known.entry(b.kind.key()).or_insert(b);
    }
    let earlier = |s: &Suspect| known.get(&s.kind.key()).copied();
    let with_question = |s: Suspect| match earlier(&s) {
        Some(b) if !is_asked(&s) => Suspect { conjuncts: b.conjuncts.clone(), second: b.second, ..s },
        _ => s,
    };
    rest.into_iter().map(with_question).collect()
}

/// An obligation that is open because nothing was asked about it.
pub(super) fn not_asked(kind: SuspectKind) -> Suspect {
    Suspect { kind, cause: OpenCause::Budget, conjuncts: Vec::new(), second: None, unknowns: Vec::new() }
}

/// What stays open of what was open before, and the proofs of what was closed.
pub(super) fn still_open(
    ctx: &mut Context,
    before: Option<&[Suspect]>,
    seen: &mut Coverage,
) -> (Vec<Suspect>, Vec<(SuspectKind, Proof)>) {
    // If some pairs were not compared before, any race may be among them, so all races are checked.
    let all_races = before.is_some_and(|suspects| suspects.iter().any(is_rest));
    let races = before.filter(|_| !all_races);
    ctx.races_of = races.map(|suspects| suspects.iter().filter_map(race_key).collect());
    let wp_check::Findings { mut suspects, proofs, coverage } = wp_check::check(ctx);
    seen.add(coverage);
    if let Some(before) = before {
        let open: FxHashSet<_> = before.iter().map(|s| s.kind.key()).collect();
        suspects.retain(|s| is_rest(s) || (all_races && race_key(s).is_some()) || open.contains(&s.kind.key()));
        if suspects.iter().any(is_rest) {
            // A race that was open and was not compared again stays open. It loses its obligation, whose terms may be
            // of another attempt.
            let listed: FxHashSet<_> = suspects.iter().map(|s| s.kind.key()).collect();
            let others = before.iter().filter(|b| race_key(b).is_some() && !listed.contains(&b.kind.key()));
            let without_question = |b: &Suspect| Suspect { unknowns: b.unknowns.clone(), ..not_asked(b.kind.clone()) };
            suspects.extend(others.map(without_question));
        }
    }
    (suspects, proofs)
}

fn race_key(s: &Suspect) -> Option<RaceKey> {
    match &s.kind {
        SuspectKind::Race { object, first, second, pair } => Some((*first, *second, *pair, *object)),
        _ => None,
    }
}
