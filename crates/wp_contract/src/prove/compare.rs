//! Equality of polynomials under known facts.
//!
//! Atoms are identified when the solver shows their parts equal (congruence, Kojima et al., section 4.4), sums and
//! products as in [`super::sums`], least and greatest values as in [`super::extremes`], chains of operations as in
//! [`super::chains`]; conditions are decided both ways. Sound, incomplete.

use super::bits::commutes;
use super::questions::Stop;
use super::real::{Atom, Fold, Part, Poly};
use super::session::Session;
use wp_base::Assumption;
use wp_logic::{Class, Range, Ratio, Sort, TermId};

wp_base::limits! {
    /// Sums inside of sums.
    const MAX_DEPTH: usize = 4;
    /// Constant ranges up to this length are written out where nothing else helps.
    const WRITTEN_OUT: i128 = 64;
}

impl Session<'_> {
    /// Tests if two polynomials are equal; `false` when that is not shown.
    pub fn equal(&mut self, a: &Poly, b: &Poly, known: &[TermId]) -> Result<bool, Stop> {
        let Some(difference) = a.plus(Ratio::int(-1), b) else { return Ok(false) };
        if self.vanishes(difference.clone(), known, MAX_DEPTH.get())? {
            return Ok(true);
        }
        if let Some(difference) = self.residues(&difference, known)? {
            if self.vanishes(difference, known, MAX_DEPTH.get())? {
                return Ok(true);
            }
        }
        if let Some(difference) = self.split_sums(&difference, known)? {
            if self.vanishes(difference, known, MAX_DEPTH.get())? {
                return Ok(true);
            }
        }
        match self.written_out(&difference)? {
            Some(difference) => self.vanishes(difference, known, MAX_DEPTH.get()),
            None => Ok(false),
        }
    }

    pub fn vanishes(&mut self, mut p: Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        'again: loop {
            if p.is_zero() {
                return Ok(true);
            }
            if p.as_constant().is_some() {
                return Ok(false);
            }
            let atoms = p.atoms();
            if let Some(&Atom::Cond(c)) = atoms.iter().find(|a| matches!(a, Atom::Cond(_))) {
                return self.vanishes_either_way(&p, c, known, depth);
            }
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
            return Ok(self.integers_vanish(&p, known)?
                || depth > 0 && (self.counts(&p, known, depth)? || self.is_extreme(&p, known, depth)?));
        }
    }

    /// Tests if a polynomial is 0 where a condition holds, and where it does not.
    fn vanishes_either_way(&mut self, p: &Poly, c: TermId, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let not = self.terms.not(c);
        for (fact, value) in [(c, 1), (not, 0)] {
            let facts = [known, &[fact]].concat();
            if self.refuted(&facts)? {
                continue;
            }
            let value = Poly::constant(Ratio::int(value));
            let Some(case) = p.map(&mut |a| if *a == Atom::Cond(c) { value.clone() } else { Poly::atom(a.clone()) })
            else {
                return Ok(false);
            };
            if !self.vanishes(case, &facts, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tests if a polynomial is a sum with what it is taken from as `Σ 1`.
    fn counts(&mut self, p: &Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let sums = p.0.iter().filter(|(m, _)| m.iter().any(|a| matches!(a, Atom::Fold(Fold::Sum, ..))));
        let sums: Vec<_> = sums.map(|(m, c)| (m.clone(), *c)).collect();
        let [(monomial, c)] = sums.as_slice() else { return Ok(false) };
        let ([sum], Some(c)) = (monomial.as_slice(), c.inverse()) else { return Ok(false) };
        // `sum + rest / c == 0`
        let rest = Poly(p.0.iter().filter(|(m, _)| *m != monomial).map(|(m, c)| (m.clone(), *c)).collect());
        let Some(count) = c.negated().and_then(|c| Poly::default().plus(c, &rest)) else { return Ok(false) };
        let Some(count) = self.integer(&count) else { return Ok(false) };
        let zero = self.terms.int(0);
        let positive = self.terms.le(zero, count);
        if !self.holds(known, positive)? {
            return Ok(false);
        }
        let j = self.index(count);
        let ones = Atom::Fold(Fold::Sum, zero, count, j, Box::new(Poly::constant(Ratio::int(1))));
        self.same_folds(sum, &ones, known, depth)
    }

    /// Tests if a polynomial of integer terms alone is 0.
    fn integers_vanish(&mut self, p: &Poly, known: &[TermId]) -> Result<bool, Stop> {
        let Some(sum) = self.integer(p) else { return Ok(false) };
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
                if self.same_all(xs.iter().zip(ys), known, depth)? {
                    return Ok(true);
                }
                if !commutes(f) || !self.same_all(xs.iter().rev().zip(ys), known, depth)? {
                    return Ok(false);
                }
                self.assumptions.insert(Assumption::NanPayload);
                Ok(true)
            }
            (Atom::Fold(f, ..), Atom::Fold(g, ..)) if f == g && depth > 0 => self.same_folds(a, b, known, depth),
            (Atom::Chain(a), Atom::Chain(b)) if depth > 0 => self.same_chains(a, b, known, depth),
            (Atom::Extreme(x, a), Atom::Extreme(y, b)) if depth > 0 => {
                Ok(x == y && self.same_extremes(*x, a, b, known, depth - 1)?)
            }
            _ => Ok(false),
        }
    }

    fn same_all<'p>(
        &mut self,
        pairs: impl Iterator<Item = (&'p Poly, &'p Poly)>,
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        for (x, y) in pairs {
            let Some(difference) = x.plus(Ratio::int(-1), y) else { return Ok(false) };
            if !self.vanishes(difference, known, depth - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A fresh variable for `0..n`.
    pub fn index(&mut self, n: TermId) -> TermId {
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
                Atom::Cond(t) => Atom::Cond(self.terms.substitute(*t, &map)),
                Atom::Head(f, k) => Atom::Head(*f, *k),
                Atom::Call(f, args) => {
                    let args: Option<Vec<Poly>> = args.iter().map(|p| self.replaced(p, k, by)).collect();
                    ok &= args.is_some();
                    Atom::Call(f.clone(), args.unwrap_or_default())
                }
                Atom::Fold(fold, lo, hi, v, body) => {
                    let body = self.replaced(body, k, by);
                    ok &= body.is_some();
                    let (lo, hi) = (self.terms.substitute(*lo, &map), self.terms.substitute(*hi, &map));
                    Atom::Fold(*fold, lo, hi, *v, Box::new(body.unwrap_or_default()))
                }
                Atom::Chain(chain) => {
                    let replaced = self.replaced_chain(chain, k, by);
                    ok &= replaced.is_some();
                    Atom::Chain(replaced.map_or_else(|| chain.clone(), Box::new))
                }
                Atom::Extreme(which, parts) => {
                    let parts: Option<Vec<Part>> = parts.iter().map(|p| self.replaced_part(p, k, by)).collect();
                    ok &= parts.is_some();
                    Atom::Extreme(*which, parts.unwrap_or_default())
                }
            })
        });
        result.filter(|_| ok)
    }

    /// A part with a term for a variable that is not its own, or whose range is of no more use.
    pub fn replaced_part(&mut self, part: &Part, k: TermId, by: TermId) -> Option<Part> {
        let map = [(k, by)].into_iter().collect();
        let value = self.replaced(&part.value, k, by)?;
        let mut of = |t: TermId| self.terms.substitute(t, &map);
        let ranges = part.ranges.iter().map(|&(lo, hi, v)| (of(lo), of(hi), v)).collect();
        let guards = part.guards.iter().map(|&g| of(g)).collect();
        Some(Part { ranges, guards, value })
    }

    /// Sums and products over short constant ranges, written out; `None` where there are none.
    fn written_out(&mut self, p: &Poly) -> Result<Option<Poly>, Stop> {
        let mut any = false;
        let mut failed = false;
        let result = p.map(&mut |a| {
            if let Atom::Fold(fold, lo, hi, k, body) = a {
                if let (Some(from), Some(to)) = (self.terms.as_int(*lo), self.terms.as_int(*hi)) {
                    if to - from <= WRITTEN_OUT.get() {
                        any = true;
                        let mut sum = fold.neutral();
                        for i in from..to {
                            let i = self.terms.int(i);
                            match self.replaced(body, *k, i).and_then(|b| fold.apply(&sum, &b)) {
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
