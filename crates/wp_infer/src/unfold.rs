//! One step back: facts about the unknowns of a loop in iteration `k` that follow from iteration `k - 1`.
//!
//! Invariants do not relate neighbouring iterations. An access of the last iteration that is parallel to an access
//! behind the loop needs such a relation (`d = 0` behind the loop, so `d = 1` in the last iteration). Exact: these are
//! facts of the transition system. They are instantiated like all axioms, for the iterations in an obligation.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_logic::{FuncId, Sort, Term, TermId, Terms};
use wp_summary::Summary;

wp_base::limits! {
    /// A step whose terms are larger is left out.
    const MAX_NODES: usize = 300;
}

/// The summary with the steps of its loops as axioms about their unknowns.
pub fn unfold(terms: &mut Terms, summary: &Summary) -> Summary {
    let mut out = summary.clone();
    for (inst, record) in summary.loops.iter() {
        let Some(induction) = record.induction.as_deref() else { continue };
        let formals: Vec<TermId> = summary.nest(inst).into_iter().map(|l| summary.loops[l].counter).collect();
        let k = record.counter;
        let one = terms.int(1);
        let before = terms.sub(k, one);
        let map: FxHashMap<TermId, TermId> = [(k, before)].into_iter().collect();
        let later = terms.le(one, k);
        let premise = terms.and(&[later, induction.head]);
        let zero = terms.int(0);
        let is_first = terms.eq(k, zero);
        for v in &induction.variables {
            if terms.sort(v.value) != Sort::Int
                || terms.subterms(&[v.next, induction.end], |_| false).len() > MAX_NODES.get()
            {
                continue;
            }
            // The value is that of `k`, everything on the other side that of `k - 1`.
            let next = terms.substitute(v.next, &map);
            let stepped = terms.eq(v.value, next);
            let ended = terms.substitute(induction.end, &map);
            let holds = terms.and(&[stepped, ended]);
            let later = terms.implies(premise, holds);
            let starts = terms.eq(v.value, v.initial);
            let first = terms.and(&[is_first, induction.head]);
            let first = terms.implies(first, starts);
            let fact = terms.and(&[first, later]);
            for f in functions_at(terms, &formals, v.value) {
                out.axioms.add(f, formals.clone(), fact);
            }
        }
    }
    out
}

/// Functions in the value of a variable that are applied to the counters.
fn functions_at(terms: &Terms, formals: &[TermId], value: TermId) -> BTreeSet<FuncId> {
    let apps = terms.apps(&[value]).into_iter();
    let at = apps.filter_map(|app| match terms.kind(app) {
        Term::App(f, args) if args[..] == formals[..] => Some(*f),
        _ => None,
    });
    at.collect()
}
