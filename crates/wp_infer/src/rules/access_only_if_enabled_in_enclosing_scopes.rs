//! r4, `accessOnlyIfEnabledInEnclosingScopes`: a thread that makes an access satisfies each condition around the loop.
//!
//! Guards of a summary never lose a conjunct, so this holds of every one; it is decided like any other claim.

use super::{Rule, Site};

pub(crate) const RULE: Rule = Rule {
    name: "accessOnlyIfEnabledInEnclosingScopes",
    number: Some(4),
    about: "an access in a loop is made only under the conditions around the loop",
    page: page!("accessOnlyIfEnabledInEnclosingScopes"),
    suggest,
};

fn suggest(site: &mut Site) {
    let conditions = site.terms.conjuncts(site.induction.entry);
    for (event, _) in site.accesses() {
        for &condition in &conditions {
            site.suggest_access(event, |_, _| condition);
        }
    }
}
