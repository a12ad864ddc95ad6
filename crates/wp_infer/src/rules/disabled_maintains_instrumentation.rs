//! r6, `disabledMaintainsInstrumentation`: a thread that is not in an iteration makes no access in it.

use super::{Rule, Site};

pub(crate) const RULE: Rule = Rule {
    name: "disabledMaintainsInstrumentation",
    number: Some(6),
    about: "a thread that does not arrive in an iteration makes no access in it",
    page: page!("disabledMaintainsInstrumentation"),
    suggest,
};

fn suggest(site: &mut Site) {
    let head = site.induction.head;
    for (event, _) in site.accesses() {
        site.suggest_access(event, |_, _| head);
    }
}
