//! Equality of polynomials under what is known.
//!
//! Atoms are identified when the solver shows their parts equal (congruence, Kojima et al., section 4.4); sums when they run over ranges of
//! one length with equal bodies, and a sum of sums with one sum: `Σ_{t<m} Σ_{k<B} f(t, k) = Σ_{j<m*B} g(j)` when
//! `f(t, k) = g(B*t + k)`. Sound, incomplete.

use super::real::{Atom, Poly, Ratio};
use super::session::{Session, Stop};
use wp_logic::{Class, Range, Sort, TermId};

/// Sums inside of sums.
const MAX_DEPTH: usize = 4;
/// Constant ranges up to this length are written out where nothing else helps.
const WRITTEN_OUT: i128 = 64;

impl Session<'_> {
    /// Whether two polynomials are equal; `false` when that is not shown.
    pub fn equal(&mut self, a: &Poly, b: &Poly, known: &[TermId]) -> Result<bool, Stop> {
        let Some(difference) = a.plus(Ratio::int(-1), b) else { return Ok(false) };
        if self.vanishes(difference.clone(), known, MAX_DEPTH)? {
            return Ok(true);
        }
        match self.written_out(&difference)? {
            Some(difference) => self.vanishes(difference, known, MAX_DEPTH),
            None => Ok(false),
        }
    }

    fn vanishes(&mut self, mut p: Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        'again: loop {
            if p.is_zero() {
                return Ok(true);
            }
            if p.as_constant().is_some() {
                return Ok(false);
            }
            let atoms = p.atoms();
            for (i, x) in atoms.iter().enumerate() {
                for y in &atoms[i + 1..] {
                    if self.same(x, y, known, depth)? {
                        let Some(merged) = p.map(&mut |a| Poly::atom(if a == y { x.clone() } else { a.clone() }))
                        else {
                            return Ok(false);
                        };
                        p = merged;
                        continue 'again;
                    }
                }
            }
            // Integer terms may vanish together.
            return self.integers_vanish(&p, known);
        }
    }

    /// Whether a polynomial of integer terms alone is 0.
    fn integers_vanish(&mut self, p: &Poly, known: &[TermId]) -> Result<bool, Stop> {
        let mut items = Vec::new();
        for (monomial, c) in &p.0 {
            let Some(c) = c.as_int() else { return Ok(false) };
            let mut product = self.terms.int(c);
            for a in monomial {
                let t = match a {
                    Atom::Term(t) => *t,
                    Atom::Read(f, offset) => self.terms.app(*f, &[*offset]),
                    _ => return Ok(false),
                };
                if self.terms.sort(t) != Sort::Int {
                    return Ok(false);
                }
                product = self.terms.mul(product, t);
            }
            items.push(product);
        }
        let sum = self.terms.sum(&items);
        let zero = self.terms.int(0);
        let equal = self.terms.eq(sum, zero);
        self.holds(known, equal)
    }

    pub fn same_term(&mut self, a: TermId, b: TermId, known: &[TermId]) -> Result<bool, Stop> {
        if self.terms.sort(a) != self.terms.sort(b) {
            return Ok(false);
        }
        let equal = self.terms.eq(a, b);
        self.holds(known, equal)
    }

    fn same(&mut self, a: &Atom, b: &Atom, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        match (a, b) {
            (Atom::Read(f, x), Atom::Read(g, y)) => Ok(f == g && self.same_term(*x, *y, known)?),
            (Atom::Term(x), Atom::Term(y)) => self.same_term(*x, *y, known),
            (Atom::Term(x), Atom::Read(f, y)) | (Atom::Read(f, y), Atom::Term(x)) => {
                let y = self.terms.app(*f, &[*y]);
                self.same_term(*x, y, known)
            }
            (Atom::Call(f, xs), Atom::Call(g, ys)) if f == g && xs.len() == ys.len() && depth > 0 => {
                for (x, y) in xs.iter().zip(ys) {
                    let Some(difference) = x.plus(Ratio::int(-1), y) else { return Ok(false) };
                    if !self.vanishes(difference, known, depth - 1)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Atom::Sum(lo, hi, k, f), Atom::Sum(lo2, hi2, k2, g)) if depth > 0 => {
                if self.merged(a, b, known, depth)? || self.merged(b, a, known, depth)? {
                    return Ok(true);
                }
                let (n, m) = (self.terms.sub(*hi, *lo), self.terms.sub(*hi2, *lo2));
                if self.same_term(n, m, known)? {
                    let zero = self.terms.int(0);
                    let i = self.index(n);
                    let mut facts = known.to_vec();
                    facts.push(self.terms.le(zero, i));
                    facts.push(self.terms.lt(i, n));
                    let (x, y) = (self.terms.add(*lo, i), self.terms.add(*lo2, i));
                    let (f, g) = (self.replaced(f, *k, x), self.replaced(g, *k2, y));
                    let Some(difference) = f.zip(g).and_then(|(f, g)| f.plus(Ratio::int(-1), &g)) else {
                        return Ok(false);
                    };
                    return self.vanishes(difference, &facts, depth - 1);
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    /// Whether a sum of sums is one sum.
    fn merged(&mut self, nested: &Atom, flat: &Atom, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let (Atom::Sum(lo, hi, t, body), Atom::Sum(first, last, j, g)) = (nested, flat) else { return Ok(false) };
        let Some(([Atom::Sum(inner_lo, inner_hi, k, f)], c)) =
            body.0.iter().next().map(|(m, c)| (m.as_slice(), *c)).filter(|_| body.0.len() == 1)
        else {
            return Ok(false);
        };
        let (m, b) = (self.terms.sub(*hi, *lo), self.terms.sub(*inner_hi, *inner_lo));
        if c != Ratio::int(1) || self.terms.apps(&[b]).contains(t) || is_nested(g) {
            return Ok(false);
        }
        let zero = self.terms.int(0);
        let all = self.terms.mul(m, b);
        let length = self.terms.sub(*last, *first);
        let positive = [self.terms.le(zero, m), self.terms.le(zero, b)];
        for condition in positive {
            if !self.holds(known, condition)? {
                return Ok(false);
            }
        }
        if !self.same_term(all, length, known)? {
            return Ok(false);
        }
        let (outer, inner) = (self.index(m), self.index(b));
        let mut facts = known.to_vec();
        for (i, n) in [(outer, m), (inner, b)] {
            facts.push(self.terms.le(zero, i));
            facts.push(self.terms.lt(i, n));
        }
        let (x, y) = (self.terms.add(*lo, outer), self.terms.add(*inner_lo, inner));
        let row = self.terms.mul(b, outer);
        let z = self.terms.sum(&[*first, row, inner]);
        let f = self.replaced(f, *t, x).and_then(|f| self.replaced(&f, *k, y));
        let g = self.replaced(g, *j, z);
        match f.zip(g).and_then(|(f, g)| f.plus(Ratio::int(-1), &g)) {
            Some(difference) => self.vanishes(difference, &facts, depth - 1),
            None => Ok(false),
        }
    }

    /// A fresh variable for `0..n`.
    fn index(&mut self, n: TermId) -> TermId {
        let hi = self.terms.range(n).hi.map(|hi| (hi - 1).max(0));
        self.terms.sym("j", Sort::Int, Class::Launch, Range { lo: Some(0), hi })
    }

    /// A polynomial with a term for a variable.
    pub fn replaced(&mut self, p: &Poly, k: TermId, by: TermId) -> Option<Poly> {
        let map = [(k, by)].into_iter().collect();
        let mut ok = true;
        let result = p.map(&mut |a| {
            Poly::atom(match a {
                Atom::Term(t) => Atom::Term(self.terms.substitute(*t, &map)),
                Atom::Read(f, t) => Atom::Read(*f, self.terms.substitute(*t, &map)),
                Atom::Head(f) => Atom::Head(*f),
                Atom::Call(f, args) => {
                    let args: Option<Vec<Poly>> = args.iter().map(|p| self.replaced(p, k, by)).collect();
                    ok &= args.is_some();
                    Atom::Call(f.clone(), args.unwrap_or_default())
                }
                Atom::Sum(lo, hi, v, body) => {
                    let body = self.replaced(body, k, by);
                    ok &= body.is_some();
                    let (lo, hi) = (self.terms.substitute(*lo, &map), self.terms.substitute(*hi, &map));
                    Atom::Sum(lo, hi, *v, Box::new(body.unwrap_or_default()))
                }
            })
        });
        result.filter(|_| ok)
    }

    /// Sums over short constant ranges, written out; `None` where there are none.
    fn written_out(&mut self, p: &Poly) -> Result<Option<Poly>, Stop> {
        let mut any = false;
        let mut failed = false;
        let result = p.map(&mut |a| {
            if let Atom::Sum(lo, hi, k, body) = a {
                if let (Some(from), Some(to)) = (self.terms.as_int(*lo), self.terms.as_int(*hi)) {
                    if to - from <= WRITTEN_OUT {
                        any = true;
                        let mut sum = Poly::default();
                        for i in from..to {
                            let i = self.terms.int(i);
                            match self.replaced(body, *k, i).and_then(|b| sum.plus(Ratio::int(1), &b)) {
                                Some(next) => sum = next,
                                None => failed = true,
                            }
                        }
                        return sum;
                    }
                }
            }
            Poly::atom(a.clone())
        });
        Ok(result.filter(|_| any && !failed))
    }
}

/// Whether a polynomial is one sum.
fn is_nested(p: &Poly) -> bool {
    p.0.keys().all(|m| matches!(m.as_slice(), [Atom::Sum(..)]))
}
