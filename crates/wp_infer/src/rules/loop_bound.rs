//! r9, `loopBound`: the initial value of a variable of the loop's condition bounds it from below or from above.

use super::{Rule, Site};
use crate::Claim;

pub(crate) const RULE: Rule = Rule {
    name: "loopBound",
    number: Some(9),
    about: "the initial value of a loop counter is its least or its greatest one",
    page: page!("loopBound"),
    suggest,
};

fn suggest(site: &mut Site) {
    let guards = site.guard_variables();
    for variable in site.integers() {
        let v = &site.variables()[variable];
        if guards.contains(&variable) || v.step.is_some() {
            let (above, below) = (site.terms.le(v.initial, v.value), site.terms.le(v.value, v.initial));
            site.suggest(Claim::Invariant(above));
            site.suggest(Claim::Invariant(below));
        }
    }
}
