//! `conditionsImpliedByEnabledness`: a thread at the head of a loop satisfies each condition around the loop.

use super::{Rule, Site};
use crate::Claim;

pub(crate) const RULE: Rule = Rule {
    name: "conditionsImpliedByEnabledness",
    number: None,
    about: "a thread in a loop satisfies the conditions around the loop",
    page: page!("conditionsImpliedByEnabledness"),
    suggest,
};

fn suggest(site: &mut Site) {
    for condition in site.terms.conjuncts(site.induction.entry) {
        site.suggest(Claim::Invariant(condition));
    }
}
