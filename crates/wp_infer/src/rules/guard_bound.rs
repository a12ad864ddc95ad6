//! `guardBound`: a variable that the condition bounds passes the bound by less than one step.

use super::loop_counter_is_strided::stride;
use super::offsets::linear_in;
use super::{Rule, Site};
use crate::Claim;
use wp_logic::Term;

pub(crate) const RULE: Rule = Rule {
    name: "guardBound",
    number: None,
    about: "a counter under a condition v < n, in steps of s, is at most n + s - 1 at the head",
    page: page!("guardBound"),
    suggest,
};

fn suggest(site: &mut Site) {
    for conjunct in site.terms.conjuncts(site.induction.condition) {
        let Term::Le(left, right) = *site.terms.kind(conjunct) else { continue };
        let excess = site.terms.sub(left, right);
        for variable in site.guard_variables() {
            let value = site.variables()[variable].value;
            let Some((scale, rest)) = linear_in(site, excess, value) else { continue };
            let (Some(step), true) = (stride(site, variable), site.is_invariant(rest)) else { continue };
            // scale * v + rest <= 0 held before the step, so it is at most scale * step after it
            let slack = site.terms.mul(scale, step);
            if site.terms.as_int(slack).is_some_and(|s| s <= 0) {
                continue;
            }
            let term = site.terms.le(excess, slack);
            site.suggest(Claim::Invariant(term));
        }
    }
}
