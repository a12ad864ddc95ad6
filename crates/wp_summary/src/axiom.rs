//! Instances of axioms and guards, with the ranges under which they hold.

use rustc_hash::FxHashMap;
use wp_logic::{TermId, Terms};

/// `fact[formals := args]`, guarded by the ranges of the formals, under which the fact was simplified.
pub fn instantiate(terms: &mut Terms, fact: TermId, formals: &[TermId], args: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(args.iter().copied()).collect();
    let mut premise = Vec::new();
    for (&formal, &arg) in formals.iter().zip(args) {
        if formal != arg {
            premise.extend(range_conditions(terms, formal, arg));
        }
    }
    let premise = terms.and(&premise);
    let fact = terms.substitute(fact, &map);
    terms.implies(premise, fact)
}

/// The conditions that `arg` lies in the range of `formal`.
pub fn range_conditions(terms: &mut Terms, formal: TermId, arg: TermId) -> Vec<TermId> {
    let range = terms.range(formal);
    let mut out = Vec::new();
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        out.push(terms.le(lo, arg));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        out.push(terms.le(arg, hi));
    }
    out
}

/// The guard at other counters, with the ranges under which it was simplified.
pub fn guard_at(terms: &mut Terms, guard: TermId, formals: &[TermId], counters: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(counters.iter().copied()).collect();
    let mut all = vec![terms.substitute(guard, &map)];
    for (&formal, &counter) in formals.iter().zip(counters) {
        if formal != counter {
            all.extend(range_conditions(terms, formal, counter));
        }
    }
    terms.and(&all)
}
