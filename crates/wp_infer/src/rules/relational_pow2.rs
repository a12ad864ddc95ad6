//! r17, `relationalPow2`: of a variable that is doubled and one that is halved in lock-step, the product is a constant
//! power of two until the second becomes zero.

use super::pow2::{doubles, shifted};
use super::{Rule, Site};
use crate::Claim;
use wp_logic::TermId;

pub(crate) const RULE: Rule = Rule {
    name: "relationalPow2",
    number: Some(17),
    about: "the product of a doubled and a halved variable is a constant power of two",
    page: page!("relationalPow2"),
    suggest,
};

/// Exponents of the suggested products.
const EXPONENTS: std::ops::RangeInclusive<u32> = 0..=15;

fn suggest(site: &mut Site) {
    let all = shifted(site);
    let (up, down): (Vec<usize>, Vec<usize>) = all.into_iter().partition(|&v| doubles(site, v));
    for &i in &up {
        for &d in &down {
            let (inc, dec) = (site.variables()[i].value, site.variables()[d].value);
            for exponent in EXPONENTS.rev() {
                let (product, done) = relation(site, inc, dec, exponent);
                let either = site.terms.or(&[product, done]);
                site.suggest(Claim::Invariant(product));
                site.suggest(Claim::Invariant(either));
            }
        }
    }
}

/// `inc * dec == 2^e`, and `dec == 0 && inc == 2 * 2^e`.
fn relation(site: &mut Site, inc: TermId, dec: TermId, exponent: u32) -> (TermId, TermId) {
    let terms = &mut *site.terms;
    let (power, twice, zero) = (terms.int(1 << exponent), terms.int(2 << exponent), terms.int(0));
    let product = terms.mul(inc, dec);
    let product = terms.eq(product, power);
    let (gone, past) = (terms.eq(dec, zero), terms.eq(inc, twice));
    let done = terms.and(&[gone, past]);
    (product, done)
}
