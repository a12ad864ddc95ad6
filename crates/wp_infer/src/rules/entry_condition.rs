//! `entryCondition`: what is known of the values before the loop holds of those at its head.

use super::{Rule, Site};
use crate::Claim;
use rustc_hash::FxHashMap;
use wp_logic::TermId;

wp_base::limits! {
    /// Most conditions that are suggested for a loop.
    const MAX_CONDITIONS: usize = 16;
}

pub(crate) const RULE: Rule = Rule {
    name: "entryCondition",
    number: None,
    about: "a condition on the values before the loop holds at its head",
    page: page!("entryCondition"),
    suggest,
};

fn suggest(site: &mut Site) {
    let to_head: FxHashMap<TermId, TermId> = site
        .integers()
        .into_iter()
        .map(|i| &site.variables()[i])
        .filter(|v| site.terms.as_int(v.initial).is_none())
        .map(|v| (v.initial, v.value))
        .collect();
    if to_head.is_empty() {
        return;
    }
    let outer = &site.nest[..site.nest.len() - 1];
    let facts =
        site.summary.facts.iter().filter(|f| f.from <= site.induction.first_event && outer.starts_with(&f.loops));
    let known: Vec<TermId> = facts.map(|f| f.term).chain([site.induction.entry]).collect();
    let mut suggested = 0;
    for condition in known {
        for condition in site.terms.conjuncts(condition) {
            let at_head = site.terms.substitute(condition, &to_head);
            if at_head != condition && suggested < MAX_CONDITIONS.get() {
                site.suggest(Claim::Invariant(at_head));
                suggested += 1;
            }
        }
    }
}
