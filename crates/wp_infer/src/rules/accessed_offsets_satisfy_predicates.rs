//! r1, `accessedOffsetsSatisfyPredicates`: accesses in strides keep the remainder of the first one.

use super::loop_counter_is_strided::stride;
use super::offsets::linear_in;
use super::{Rule, Site};
use rustc_hash::FxHashMap;

pub(crate) const RULE: Rule = Rule {
    name: "accessedOffsetsSatisfyPredicates",
    number: Some(1),
    about: "the offset of an access that moves in strides keeps its remainder by the stride",
    page: page!("accessedOffsetsSatisfyPredicates"),
    suggest,
};

fn suggest(site: &mut Site) {
    for offset in site.offsets() {
        for variable in site.integers() {
            let v = &site.variables()[variable];
            let Some((scale, rest)) = linear_in(site, offset.term, v.value) else { continue };
            if !offset.is_fixed(site, scale) || !offset.is_fixed(site, rest) {
                continue;
            }
            let Some(step) = stride(site, variable) else { continue };
            let mut modulus = site.terms.mul(scale, step);
            match site.terms.as_int(modulus) {
                Some(-1..=1) => continue,
                Some(m) => modulus = site.terms.int(m.abs()),
                None => {}
            }
            let start = [(v.value, v.initial)].into_iter().collect::<FxHashMap<_, _>>();
            let first = site.terms.substitute(offset.term, &start);
            site.suggest_access(offset.event, |terms, w| {
                let (rest, of_first) = (terms.modulo(w, modulus), terms.modulo(first, modulus));
                terms.eq(rest, of_first)
            });
        }
    }
}
