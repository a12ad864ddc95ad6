//! r7, `guardMinusInitialIsUniform`: in a loop with barriers a variable of the condition moves alike in all threads of
//! a block, from wherever each started.

use super::{Rule, Site};
use crate::Claim;
use wp_logic::Class;

pub(crate) const RULE: Rule = Rule {
    name: "guardMinusInitialIsUniform",
    number: Some(7),
    about: "in a loop with barriers, a variable of the condition minus its initial value is uniform",
    page: page!("guardMinusInitialIsUniform"),
    suggest,
};

fn suggest(site: &mut Site) {
    if !site.synchronises() {
        return;
    }
    for variable in site.guard_variables() {
        if site.class(variable) == Class::Thread {
            let offset = site.variables()[variable].initial;
            site.suggest(Claim::Uniform { variable, offset });
        }
    }
}
