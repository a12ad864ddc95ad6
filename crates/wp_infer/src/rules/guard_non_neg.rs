//! r8, `guardNonNeg`: a signed variable that the loop's condition depends on is not negative.

use super::{Rule, Site};
use crate::Claim;
use wp_kir::Type;

pub(crate) const RULE: Rule = Rule {
    name: "guardNonNeg",
    number: Some(8),
    about: "a signed variable of the loop's condition is not negative",
    page: page!("guardNonNeg"),
    suggest,
};

fn suggest(site: &mut Site) {
    for variable in site.guard_variables() {
        let v = &site.variables()[variable];
        if matches!(v.ty, Type::Int { signed: true, .. }) {
            let zero = site.terms.int(0);
            let term = site.terms.le(zero, v.value);
            site.suggest(Claim::Invariant(term));
        }
    }
}
