//! Equality of sums, and of products.
//!
//! A sum over several variables is one over a range when the variables are its digits:
//! `Σ_{x<m} Σ_{y<n} f(x, y) = Σ_{z<l} g(z)` when `m*n >= l`, `f(x, y) = g(n*x + y)` where `n*x + y < l`, and
//! `f(x, y) = 0` elsewhere; in any order of the variables; where `m*n = l` also backwards,
//! `f(x, y) = g(l - 1 - n*x - y)`. With one variable this compares two ranges. Products likewise, with 1 for 0.
//! (Splitting and merging of sums; Kojima et al. leave it to annotations.)

use super::questions::Stop;
use super::real::{Atom, Poly};
use super::session::Session;
use wp_logic::{Ratio, TermId};

wp_base::limits! {
    /// Parts that a sum is split into.
    const MAX_RESIDUES: i128 = 64;
    /// Multiples that the solver is asked for.
    const MAX_ASKED: i128 = 8;
}
/// Orders of the variables that are tried.
const ORDERS: [&[&[usize]]; 3] =
    [&[&[0]], &[&[0, 1], &[1, 0]], &[&[0, 1, 2], &[2, 0, 1], &[1, 0, 2], &[0, 2, 1], &[1, 2, 0], &[2, 1, 0]]];

impl Session<'_> {
    /// Tests if two sums, or two products, are equal.
    pub fn same_folds(&mut self, a: &Atom, b: &Atom, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let (m, n) = (levels(a).len(), levels(b).len());
        let (deep, flat, more) = if m >= n { (a, b, m - n) } else { (b, a, n - m) };
        if self.regrouped(deep, flat, more + 1, known, depth)? {
            return Ok(true);
        }
        // The longer of two ranges has to be the first.
        Ok(more == 0 && self.regrouped(flat, deep, 1, known, depth)?)
    }

    /// Tests if the outermost variables of a sum are the digits of that of another one.
    fn regrouped(
        &mut self,
        deep: &Atom,
        flat: &Atom,
        count: usize,
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        let all = levels(deep);
        let Atom::Fold(fold, first, last, variable, g) = flat else { return Ok(false) };
        let (Some(orders), Some((.., body))) = (ORDERS.get(count - 1), all.get(count - 1)) else { return Ok(false) };
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let lengths: Vec<TermId> = all[..count].iter().map(|&(lo, hi, ..)| self.terms.sub(hi, lo)).collect();
        let apps = self.terms.apps(&lengths);
        if all[..count].iter().any(|(_, _, k, _)| apps.contains(k)) {
            return Ok(false);
        }
        if count > 1 {
            for &n in &lengths {
                let positive = self.terms.le(zero, n);
                if !self.holds(known, positive)? {
                    return Ok(false);
                }
            }
        }
        let product = lengths.iter().fold(one, |p, &n| self.terms.mul(p, n));
        let length = self.terms.sub(*last, *first);
        let exact = self.same_term(product, length, known)?;
        let enough = self.terms.le(length, product);
        if !exact && !self.holds(known, enough)? {
            return Ok(false);
        }
        let digits: Vec<TermId> = lengths.iter().map(|&n| self.index(n)).collect();
        let mut facts = known.to_vec();
        let mut body = Some((*body).clone());
        let mut values = Vec::new();
        for (i, &(lo, _, k, _)) in all[..count].iter().enumerate() {
            facts.push(self.terms.le(zero, digits[i]));
            facts.push(self.terms.lt(digits[i], lengths[i]));
            let x = self.terms.add(lo, digits[i]);
            values.push((k, x));
            body = body.and_then(|b| self.replaced(&b, k, x));
        }
        let Some(body) = body else { return Ok(false) };
        facts.extend(self.given(&values));
        // Backwards the numbers are the same ones, where there are as many.
        let directions: &[bool] = if exact { &[false, true] } else { &[false] };
        let attempts = directions.iter().flat_map(|&backwards| orders.iter().map(move |&order| (backwards, order)));
        'attempts: for (backwards, order) in attempts {
            let mut z = zero;
            for &i in order {
                let high = self.terms.mul(z, lengths[i]);
                z = self.terms.add(high, digits[i]);
            }
            let at = if backwards {
                let end = self.terms.sub(*last, one);
                self.terms.sub(end, z)
            } else {
                self.terms.add(*first, z)
            };
            let Some(difference) = self.replaced(g, *variable, at).and_then(|g| body.plus(Ratio::int(-1), &g)) else {
                return Ok(false);
            };
            let inside = self.terms.lt(z, length);
            let outside = self.terms.not(inside);
            let Some(alone) = body.plus(Ratio::int(-1), &fold.neutral()) else { return Ok(false) };
            for (where_, p) in [(inside, &difference), (outside, &alone)] {
                if where_ == outside && exact {
                    continue;
                }
                let of_flat = if where_ == inside { self.given(&[(*variable, at)]) } else { Vec::new() };
                if !self.vanishes(p.clone(), &[&facts[..], &of_flat, &[where_]].concat(), depth - 1)? {
                    continue 'attempts;
                }
            }
            return Ok(true);
        }
        Ok(false)
    }
}

impl Session<'_> {
    /// The long sums as sums of sums over the residues of a number that is as many times as long as another sum:
    /// `Σ_{z<n*l} g(z) = Σ_{r<n} Σ_{k<l} g(n*k + r)` for a constant `n`, the outer one written out; `None` where there
    /// are none.
    ///
    /// The length is seen to be such a multiple, or known facts imply it. Every `z` in `0..n*l` is `n*k + r` for
    /// exactly one pair; where `l` is not positive there is nothing on either side. Products likewise.
    pub fn residues(&mut self, p: &Poly, known: &[TermId]) -> Result<Option<Poly>, Stop> {
        let atoms = p.atoms();
        let mut lengths = Vec::new();
        for atom in &atoms {
            if let Atom::Fold(_, lo, hi, ..) = atom {
                lengths.push(self.terms.sub(*hi, *lo));
            }
        }
        let mut parts: Vec<(Atom, i128, TermId)> = Vec::new();
        for atom in &atoms {
            let Atom::Fold(_, lo, hi, ..) = atom else { continue };
            let own = self.terms.sub(*hi, *lo);
            let found = (2..=MAX_RESIDUES.get()).find_map(|n| {
                let exact = |&&l: &&TermId| self.terms.scale(n, l) == own && self.terms.as_int(l).is_none();
                lengths.iter().find(exact).map(|l| (n, *l))
            });
            match found {
                Some((n, length)) => parts.push((atom.clone(), n, length)),
                None => parts.extend(self.known_multiple(own, &lengths, known)?.map(|(n, l)| (atom.clone(), n, l))),
            }
        }
        let (mut any, mut failed) = (false, false);
        let result = p.map(&mut |a| {
            let part = parts.iter().find(|(whole, ..)| whole == a);
            let (Atom::Fold(fold, lo, _, k, body), Some(&(_, n, length))) = (a, part) else {
                return Poly::atom(a.clone());
            };
            any = true;
            let mut all = fold.neutral();
            for r in 0..n {
                let (zero, r, j) = (self.terms.int(0), self.terms.int(r), self.index(length));
                let high = self.terms.scale(n, j);
                let z = self.terms.sum(&[*lo, high, r]);
                let part = self.replaced(body, *k, z).map(|b| Atom::Fold(*fold, zero, length, j, Box::new(b)));
                match part.and_then(|part| fold.apply(&all, &Poly::atom(part))) {
                    Some(next) => all = next,
                    None => failed = true,
                }
            }
            all
        });
        Ok(result.filter(|_| any && !failed))
    }
}

impl Session<'_> {
    /// A length that divides a length by a small factor, under the known facts.
    fn known_multiple(
        &mut self,
        own: TermId,
        lengths: &[TermId],
        known: &[TermId],
    ) -> Result<Option<(i128, TermId)>, Stop> {
        for &length in lengths.iter().filter(|&&l| l != own) {
            if self.terms.as_int(length).is_some() {
                continue;
            }
            for n in 2..=MAX_ASKED.get() {
                let multiple = self.terms.scale(n, length);
                if self.same_term(own, multiple, known)? {
                    return Ok(Some((n, length)));
                }
            }
        }
        Ok(None)
    }
}

impl Session<'_> {
    /// Sums as sums of two parts, where the first is as long as another sum:
    /// `Σ_{z<m+n} g(z) = Σ_{z<m} g(z) + Σ_{z<n} g(m + z)`.
    ///
    /// `m` and `n` are shown not to be negative. Each sum is split once, the way that the lengths of others suggest;
    /// `None` where none is.
    pub fn split_sums(&mut self, p: &Poly, known: &[TermId]) -> Result<Option<Poly>, Stop> {
        let atoms: Vec<Atom> = p.atoms().into_iter().filter(|a| matches!(a, Atom::Fold(..))).collect();
        let mut lengths = Vec::new();
        for atom in &atoms {
            let all: Vec<TermId> = levels(atom).iter().map(|&(lo, hi, ..)| self.terms.sub(hi, lo)).collect();
            let one = self.terms.int(1);
            lengths.push(all.into_iter().fold(one, |product, n| self.terms.mul(product, n)));
        }
        let mut parts: Vec<(Atom, Poly)> = Vec::new();
        for atom in &atoms {
            let &Atom::Fold(fold, lo, hi, k, ref body) = atom else { continue };
            let whole = self.terms.sub(hi, lo);
            for &first in &lengths {
                if !self.is_proper_part(first, whole, known)? {
                    continue;
                }
                let middle = self.terms.add(lo, first);
                let part = |lo, hi| Poly::atom(Atom::Fold(fold, lo, hi, k, body.clone()));
                if let Some(both) = fold.apply(&part(lo, middle), &part(middle, hi)) {
                    parts.push((atom.clone(), both));
                    break;
                }
            }
        }
        if parts.is_empty() {
            return Ok(None);
        }
        let part_of = |a: &Atom| parts.iter().find(|(whole, _)| whole == a).map(|(_, both)| both.clone());
        Ok(p.map(&mut |a| part_of(a).unwrap_or_else(|| Poly::atom(a.clone()))))
    }

    /// Tests if `0 <= first <= whole`, and neither side is nothing by its form.
    fn is_proper_part(&mut self, first: TermId, whole: TermId, known: &[TermId]) -> Result<bool, Stop> {
        let rest = self.terms.sub(whole, first);
        let zero = self.terms.int(0);
        if first == whole || self.terms.as_int(first) == Some(0) {
            return Ok(false);
        }
        let (starts, ends) = (self.terms.le(zero, first), self.terms.le(zero, rest));
        Ok(self.holds(known, starts)? && self.holds(known, ends)?)
    }
}

/// The variables of a sum of sums (a product of products), outermost first, with their ranges and the summand of each.
fn levels(sum: &Atom) -> Vec<(TermId, TermId, TermId, &Poly)> {
    let Atom::Fold(fold, lo, hi, k, body) = sum else { return Vec::new() };
    let mut found = vec![(*lo, *hi, *k, &**body)];
    if let Some(inner @ Atom::Fold(same, ..)) = body.as_atom() {
        if same == fold {
            found.extend(levels(inner));
        }
    }
    found
}
