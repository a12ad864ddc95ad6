//! Blocks of elements: a quantified index is split by its remainder, if one thread writes several neighbours by several
//! stores.
//!
//! If every address of a store moves by `n` elements along an index (`(n*row + r)*width + col` along rows), each store
//! reaches one remainder of the index, and only all stores together reach every element. `∀i. P(i)` is `P(n*q + r)` for
//! every `q` and every `r` in `0..n`. The split is sound for any `n`; the `n` that is read off the addresses makes the
//! writer of an element unique.

use super::goal::Bound;
use super::invert::without_wraps;
use super::session::Session;
use std::collections::BTreeMap;
use wp_logic::{gcd, Class, Range, Sort, Term as Logic, TermId};
use wp_spec::{Array, Quantifier, Term, TermKind, Var};

wp_base::limits! {
    /// Elements along one index that a thread writes, at most.
    const MAX_BLOCK: i128 = 16;
}

/// The coefficient of an index in an address: a constant and the factors beside the index.
type Coefficient = (i128, Vec<TermId>);

impl Session<'_> {
    /// True if a goal is shown for every value of an index, one remainder after the other.
    pub fn show_remainders(&mut self, var: Var, name: &str, goal: &Term, bound: &Bound, known: &[TermId]) -> bool {
        let Some(block) = self.block_along(var, goal, bound) else { return false };
        let quotient = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
        (0..block).all(|remainder| {
            let (high, low) = (self.terms.scale(block, quotient), self.terms.int(remainder));
            let mut bound = bound.clone();
            bound.insert(var, self.terms.add(high, low));
            self.questions.next_part().and_then(|()| self.show(goal, &bound, known)).is_ok()
        })
    }

    /// The step of the addresses of all stores along an index.
    fn block_along(&mut self, var: Var, goal: &Term, bound: &Bound) -> Option<i128> {
        let mut indices: BTreeMap<Var, TermId> = BTreeMap::new();
        let mut all = bound.clone();
        let mut inner = goal;
        indices.insert(var, self.terms.sym("i", Sort::Int, Class::Launch, Range::ALL));
        while let TermKind::Quantified(Quantifier::Forall, v, _, body) = &inner.kind {
            indices.insert(*v, self.terms.sym("i", Sort::Int, Class::Launch, Range::ALL));
            inner = body;
        }
        all.extend(&indices);
        let mut elements = Vec::new();
        written_elements(inner, &mut elements);
        let mut block = 0;
        for element in elements {
            let TermKind::Element { array: Array::Object(object), elem, index, .. } = &element.kind else { continue };
            if !self.summary.memory.written.contains(object) {
                continue;
            }
            let Some(index) = self.plain(index, &all) else { continue };
            let offset = self.terms.scale(i128::from(elem.size()), index);
            let along: Vec<TermId> = all.values().copied().collect();
            let coefficients = self.coefficients(offset, &along);
            let own = indices[&var];
            let (_, (unit, beside)) = coefficients.iter().find(|(v, _)| *v == own)?.clone();
            let stores = self.stores(*object, *elem).ok()?;
            for store in &stores {
                let address = without_wraps(self.terms, store.access.offset);
                let step = self.step_along(address, &beside, &coefficients)?;
                block = gcd(block, if step % unit == 0 { step / unit } else { 1 });
            }
            if i128::try_from(stores.len()).is_ok_and(|stores| stores < block) {
                return None;
            }
        }
        (2..=MAX_BLOCK.get()).contains(&block).then_some(block)
    }

    /// The coefficients of the indices in an address that is linear in them.
    fn coefficients(&mut self, address: TermId, indices: &[TermId]) -> Vec<(TermId, Coefficient)> {
        let mut found = Vec::new();
        for (c, monomial) in self.terms.linear(address).items {
            let factors = self.terms.factors(monomial);
            if let Some(&index) = factors.iter().find(|f| indices.contains(f)) {
                let beside = factors.into_iter().filter(|&f| f != index).collect();
                found.push((index, (c, beside)));
            }
        }
        found
    }

    /// The greatest number that divides the coefficients of all coordinates and counters that move an address along an
    /// index. A coordinate moves along the index with which it has the most factors in common. `None` where the address
    /// is no sum of products.
    fn step_along(
        &mut self,
        address: TermId,
        beside: &[TermId],
        coefficients: &[(TermId, Coefficient)],
    ) -> Option<i128> {
        let mut step = 0;
        for (c, monomial) in self.terms.linear(address).items {
            let factors = self.terms.factors(monomial);
            let owned = self.terms.apps(&[monomial]).into_iter().any(|app| match self.terms.kind(app) {
                Logic::App(f, _) => self.terms.func_info(*f).class != Class::Launch,
                _ => false,
            });
            if !owned {
                continue;
            }
            let fitting = coefficients.iter().filter(|(_, (_, others))| others.iter().all(|o| factors.contains(o)));
            let (_, (_, most)) = fitting.max_by_key(|(_, (_, others))| others.len())?;
            if most.as_slice() == beside {
                step = gcd(step, c);
            }
        }
        Some(step)
    }
}

/// The elements in a term whose value is asked for as it is at the end.
fn written_elements<'t>(t: &'t Term, found: &mut Vec<&'t Term>) {
    if matches!(t.kind, TermKind::Element { old: false, .. }) {
        found.push(t);
    }
    for child in t.kind.children() {
        written_elements(child, found);
    }
}
