//! r15, `pow2NotZero`: a variable that is doubled or halved is not zero.

use super::pow2::shifted;
use super::{Rule, Site};
use crate::Claim;

pub(crate) const RULE: Rule = Rule {
    name: "pow2NotZero",
    number: Some(15),
    about: "a variable that is doubled or halved is not zero",
    page: page!("pow2NotZero"),
    suggest,
};

fn suggest(site: &mut Site) {
    for variable in shifted(site) {
        let v = &site.variables()[variable];
        let zero = site.terms.int(0);
        let term = site.terms.ne(v.value, zero);
        site.suggest(Claim::Invariant(term));
    }
}
