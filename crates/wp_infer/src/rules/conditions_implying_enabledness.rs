//! r5, `conditionsImplyingEnabledness`: a thread in the loop that satisfies its condition executes the body to the end.
//!
//! In GPUVerify a thread that has left is in the loop still, disabled. Here the claim is that nothing but the condition
//! makes threads leave.

use super::{Rule, Site};
use crate::Claim;

pub(crate) const RULE: Rule = Rule {
    name: "conditionsImplyingEnabledness",
    number: Some(5),
    about: "the loop's condition alone decides who is enabled in it",
    page: page!("conditionsImplyingEnabledness"),
    suggest,
};

fn suggest(site: &mut Site) {
    let (condition, head) = (site.induction.condition, site.terms.conjuncts(site.induction.head));
    let mut completes = site.terms.conjuncts(site.induction.end);
    completes.retain(|c| !head.contains(c));
    let completes = site.terms.and(&completes);
    let claim = site.terms.implies(condition, completes);
    site.suggest(Claim::Invariant(claim));
}
