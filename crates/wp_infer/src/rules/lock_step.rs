//! `lockStep`: two variables that move by fixed steps stay on a line.

use super::{Rule, Site};
use crate::Claim;
use wp_logic::TermId;
use wp_summary::Step;

pub(crate) const RULE: Rule = Rule {
    name: "lockStep",
    number: None,
    about: "of v in steps of s and w in steps of t, t*v - s*w is constant",
    page: page!("lockStep"),
    suggest,
};

fn suggest(site: &mut Site) {
    let moving: Vec<(TermId, TermId, TermId)> = (site.integers().into_iter())
        .filter_map(|i| match (&site.variables()[i], site.variables()[i].step) {
            (v, Some(Step::Add(step))) if site.is_invariant(step) => Some((v.value, v.initial, step)),
            _ => None,
        })
        .collect();
    // A chain of pairs implies all others.
    for pair in moving.windows(2) {
        let [(v, v0, s), (w, w0, t)] = [pair[0], pair[1]];
        let line = |site: &mut Site, v, w| {
            let (left, right) = (site.terms.mul(t, v), site.terms.mul(s, w));
            site.terms.sub(left, right)
        };
        let (now, before) = (line(site, v, w), line(site, v0, w0));
        let term = site.terms.eq(now, before);
        site.suggest(Claim::Invariant(term));
    }
}
