//! `shiftedProduct`: of a variable that is doubled and one that is halved in lock-step, the product is that of the
//! values before the loop until the second becomes zero.

use super::pow2::{doubles, shifted};
use super::{Rule, Site};
use crate::Claim;

pub(crate) const RULE: Rule = Rule {
    name: "shiftedProduct",
    number: None,
    about: "the product of a doubled and a halved variable is the one before the loop",
    page: page!("shiftedProduct"),
    suggest,
};

fn suggest(site: &mut Site) {
    let all = shifted(site);
    let (up, down): (Vec<usize>, Vec<usize>) = all.into_iter().partition(|&v| doubles(site, v));
    for &i in &up {
        for &d in &down {
            let (inc, dec) = (&site.variables()[i], &site.variables()[d]);
            let (now, before) = (site.terms.mul(inc.value, dec.value), site.terms.mul(inc.initial, dec.initial));
            let same = site.terms.eq(now, before);
            let zero = site.terms.int(0);
            let done = site.terms.eq(dec.value, zero);
            let either = site.terms.or(&[same, done]);
            site.suggest(Claim::Invariant(same));
            site.suggest(Claim::Invariant(either));
        }
    }
}
