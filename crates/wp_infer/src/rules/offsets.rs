//! The offset of an access, taken apart.
//!
//! Conversions are looked through: whether something wraps around is for the proof of a claim to say, not for its
//! guess.

use super::Site;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_logic::{Linear, Term, TermId};
use wp_summary::{Access, EventKind};

/// An access whose offset is a sum of monomials, some of which no iteration changes.
pub(super) struct Offset {
    /// Position of the access in the summary.
    pub event: usize,
    /// The offset without conversions.
    pub term: TermId,
    /// Counters of the loop and of those in it that the access is in.
    varying: BTreeSet<TermId>,
    linear: Linear,
}

impl<'a> Site<'a> {
    /// Accesses of which this loop is the innermost one with unknown variables.
    pub(super) fn accesses(&self) -> Vec<(usize, &'a Access)> {
        let innermost = |loops: &[wp_summary::LoopInst]| {
            loops.iter().rev().find(|&&l| self.summary.loops[l].induction.is_some()) == Some(&self.inst)
        };
        let accesses = self.events().filter_map(|(i, e)| match &e.kind {
            EventKind::Access(a) if innermost(&e.loops) => Some((i, a)),
            _ => None,
        });
        accesses.collect()
    }

    /// The accesses whose offsets depend on an unknown; other offsets need no lemma.
    pub(super) fn offsets(&mut self) -> Vec<Offset> {
        let unknown: BTreeSet<TermId> = self.variables().iter().map(|v| v.value).collect();
        let mut out = Vec::new();
        for (event, access) in self.accesses() {
            if !self.terms.apps(&[access.offset]).iter().any(|t| unknown.contains(t)) {
                continue;
            }
            let loops = &self.summary.events[event].loops;
            let varying = loops.iter().skip(self.nest.len() - 1).map(|&l| self.summary.loops[l].counter).collect();
            let term = unwrapped(self, access.offset);
            out.push(Offset { event, term, varying, linear: self.terms.linear(term) });
        }
        out
    }
}

impl Offset {
    /// True if a term is the same in all iterations.
    pub fn is_fixed(&self, site: &Site, t: TermId) -> bool {
        !site.terms.subterms(&[t], |_| false).iter().any(|s| self.varying.contains(s))
    }

    /// The sum of the loop-invariant summands, with the constant.
    pub fn fixed(&self, site: &mut Site) -> TermId {
        let items = self.linear.items.iter().copied().filter(|&(_, m)| self.is_fixed(site, m)).collect();
        site.terms.from_linear(Linear { constant: self.linear.constant, items })
    }
}

/// The term without conversions between integers.
fn unwrapped(site: &mut Site, t: TermId) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for s in site.terms.subterms(&[t], |_| false) {
        let new = site.terms.rebuild(s, |c| done[&c]);
        let new = if let Term::Wrap { arg, .. } = *site.terms.kind(new) { arg } else { new };
        done.insert(s, new);
    }
    done[&t]
}

/// `coefficient` and `rest` with `t = coefficient * symbol + rest`, neither with the symbol in it; `None` when it is
/// not linear in the symbol, or does not have it.
pub(super) fn linear_in(site: &mut Site, t: TermId, symbol: TermId) -> Option<(TermId, TermId)> {
    let linear = site.terms.linear(t);
    let (mut coefficient, mut rest) = (Vec::new(), Linear::int(linear.constant));
    for &(c, monomial) in &linear.items {
        let mut factors = site.terms.factors(monomial);
        let Some(at) = factors.iter().position(|&f| f == symbol) else {
            if site.terms.subterms(&[monomial], |_| false).contains(&symbol) {
                return None;
            }
            rest.items.push((c, monomial));
            continue;
        };
        factors.remove(at);
        if site.terms.subterms(&factors, |_| false).contains(&symbol) {
            return None;
        }
        let mut product = site.terms.int(c);
        for f in factors {
            product = site.terms.mul(product, f);
        }
        coefficient.push(product);
    }
    if coefficient.is_empty() {
        return None;
    }
    Some((site.terms.sum(&coefficient), site.terms.from_linear(rest)))
}
