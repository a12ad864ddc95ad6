//! r16, `predicatedEquality`: in a loop with barriers a variable has the same value in all threads that are in the
//! loop.

use super::{Rule, Site};
use crate::Claim;
use wp_logic::Class;

pub(crate) const RULE: Rule = Rule {
    name: "predicatedEquality",
    number: Some(16),
    about: "in a loop with barriers, a variable has one value in all threads that are in the loop",
    page: page!("predicatedEquality"),
    suggest,
};

fn suggest(site: &mut Site) {
    if !site.synchronises() {
        return;
    }
    for variable in site.integers() {
        if site.class(variable) == Class::Thread {
            let offset = site.terms.int(0);
            site.suggest(Claim::Uniform { variable, offset });
        }
    }
}
