//! r11, `loopPredicateEquality`: all threads of a block that enter a loop with barriers make the same number of
//! iterations.

use super::{Rule, Site};
use crate::Claim;
use wp_logic::{Class, Term};

pub(crate) const RULE: Rule = Rule {
    name: "loopPredicateEquality",
    number: Some(11),
    about: "all threads that enter a loop with barriers make the same number of iterations",
    page: page!("loopPredicateEquality"),
    suggest,
};

fn suggest(site: &mut Site) {
    let Some(reach) = site.induction.reach else { return };
    let Term::App(f, _) = site.terms.kind(reach) else { return };
    if site.terms.func_info(*f).class == Class::Thread && site.synchronises() {
        site.suggest(Claim::UniformControl);
    }
}
