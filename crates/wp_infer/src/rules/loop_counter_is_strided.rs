//! r10, `loopCounterIsStrided`: a variable that moves by `c` differs from its initial value by a multiple of `c`.

use super::{Rule, Site};
use crate::Claim;
use wp_logic::{gcd, Range, Term, TermId};
use wp_summary::Step;

pub(crate) const RULE: Rule = Rule {
    name: "loopCounterIsStrided",
    number: Some(10),
    about: "a variable that moves in steps of c differs from its initial value by a multiple of c",
    page: page!("loopCounterIsStrided"),
    suggest,
};

fn suggest(site: &mut Site) {
    for variable in site.integers() {
        let Some(stride) = stride(site, variable) else { continue };
        // Everything is a multiple of one.
        if !site.terms.range(stride).is_subset(Range::new(-1, 1)) {
            site.suggest(Claim::Strided { variable, stride });
        }
    }
}

/// The step of a variable, or the greatest common divisor of constant steps on different paths.
pub(super) fn stride(site: &mut Site, variable: usize) -> Option<TermId> {
    let v = &site.variables()[variable];
    if let Some(Step::Add(c)) = v.step {
        return site.is_invariant(c).then_some(c);
    }
    let mut common: i128 = 0;
    for leaf in site.leaves(v.next) {
        let delta = site.terms.sub(leaf, v.value);
        match *site.terms.kind(delta) {
            Term::Int(c) => common = gcd(common, c.abs()),
            _ if common == 0 && site.leaves(v.next).len() == 1 && site.is_invariant(delta) => return Some(delta),
            _ => return None,
        }
    }
    (common > 1).then(|| site.terms.int(common))
}
