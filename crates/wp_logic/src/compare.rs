//! Equality and order, kept as a coprime linear part against a constant.

use crate::store::remove_factors;
use crate::{Linear, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Comparisons are pushed into conditionals nested at most this deep.
    const MAX_ITE_DEPTH: usize = 8;
}

impl Terms {
    /// `a = b`; of floats: the same value, not the IEEE comparison.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.tru();
        }
        match self.sort(a) {
            Sort::Bool => self.iff(a, b),
            Sort::Int => match self.linear(a).plus(-1, &self.linear(b)) {
                Some(difference) => self.eq_zero(difference, 0),
                None => {
                    let (a, b) = (a.min(b), a.max(b));
                    self.intern(Term::Eq(a, b))
                }
            },
            Sort::Float(_) => {
                if let (Term::Float { .. }, Term::Float { .. }) = (self.kind(a), self.kind(b)) {
                    return self.fls();
                }
                if let Some(pushed) = self.eq_float_ite(a, b) {
                    return pushed;
                }
                let (a, b) = (a.min(b), a.max(b));
                self.intern(Term::Eq(a, b))
            }
        }
    }

    fn eq_float_ite(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        for (x, y) in [(a, b), (b, a)] {
            if let &Term::Ite(c, then, other) = self.kind(x) {
                if then == y
                    || other == y
                    || (matches!(self.kind(then), Term::Float { .. }) && matches!(self.kind(y), Term::Float { .. }))
                {
                    let then = self.eq(then, y);
                    let other = self.eq(other, y);
                    return Some(self.ite(c, then, other));
                }
            }
        }
        None
    }

    /// `a != b`
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }
    /// `a <= b`
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        match self.linear(a).plus(-1, &self.linear(b)) {
            Some(difference) => self.le_zero(difference, 0),
            None => self.intern(Term::Le(a, b)),
        }
    }
    /// `a < b`
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let one = self.int(1);
        let above = self.add(a, one);
        self.le(above, b)
    }
    /// `a >= b`
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }
    /// `a > b`
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    /// Divides out the factors common to all monomials that are known not to be 0 (for `positive`: known positive).
    fn cancel_factors(&mut self, mut p: Linear, positive: bool) -> Linear {
        if p.constant != 0 {
            return p;
        }
        let Some(&(_, first)) = p.items.first() else { return p };
        for factor in self.factors(first) {
            let range = self.range(factor);
            if !(range.is_at_least(1) || (!positive && range.is_at_most(-1))) {
                continue;
            }
            let cofactors: Option<Vec<_>> = p
                .items
                .iter()
                .map(|&(c, t)| remove_factors(&self.factors(t), &[factor]).map(|rest| (c, rest)))
                .collect();
            if let Some(cofactors) = cofactors {
                let mut quotient = Linear::default();
                for (c, rest) in cofactors {
                    let monomial = self.product(rest);
                    let monomial = self.linear(monomial);
                    match quotient.plus(c, &monomial) {
                        Some(sum) => quotient = sum,
                        None => return p,
                    }
                }
                p = quotient;
                if p.constant != 0 || p.items.is_empty() {
                    return p;
                }
            }
        }
        p
    }

    /// `p = 0`
    fn eq_zero(&mut self, p: Linear, depth: usize) -> TermId {
        let p = self.cancel_factors(p, false);
        if let Some(value) = p.as_int() {
            return self.bool(value == 0);
        }
        let g = p.content();
        if p.constant.checked_rem(g) != Some(0) {
            return self.fls();
        }
        let leading = p.items[0].0;
        let divisor = if leading < 0 { -g } else { g };
        // Exact division; only i128::MIN could overflow, and then the equation stays as it is.
        let reduced = divide_exact(&p, divisor).unwrap_or(p);
        if !self.range_of_linear(&reduced).contains(0) {
            return self.fls();
        }
        if self.range_of_linear(&reduced).as_point() == Some(0) {
            return self.tru();
        }
        if let Some(pushed) = self.push_into_ite(&reduced, depth, Terms::eq_zero) {
            return pushed;
        }
        // x * y = 0 has a factor that is 0.
        if let ([(_, t)], 0) = (reduced.items.as_slice(), reduced.constant) {
            if let Term::Prod(factors) = self.kind(*t) {
                let factors = factors.clone();
                let zero = self.int(0);
                let cases: Vec<TermId> = factors.iter().map(|&f| self.eq(f, zero)).collect();
                return self.or(&cases);
            }
        }
        let Some(constant) = reduced.constant.checked_neg() else {
            let (t, zero) = (self.from_linear(reduced), self.int(0));
            return self.intern(Term::Eq(t, zero));
        };
        let left = self.from_linear(Linear { constant: 0, items: reduced.items });
        // A sum of several monomials may itself have a declared range.
        if !self.range(left).contains(constant) {
            return self.fls();
        }
        if let Some(value) = self.residue(left, constant) {
            return match value {
                Some((arg, value)) => {
                    let value = self.int(value);
                    self.eq(arg, value)
                }
                None => self.fls(),
            };
        }
        let right = self.int(constant);
        self.intern(Term::Eq(left, right))
    }

    /// `p <= 0`
    fn le_zero(&mut self, p: Linear, depth: usize) -> TermId {
        // m*q <= 0 iff q <= 0, and m*q < 0 iff q < 0, for positive m.
        let p = match p.constant {
            0 => self.cancel_factors(p, true),
            1 => {
                let cancelled = self.cancel_factors(Linear { constant: 0, items: p.items.clone() }, true);
                cancelled.plus(1, &Linear::int(1)).unwrap_or(p)
            }
            _ => p,
        };
        if let Some(value) = p.as_int() {
            return self.bool(value <= 0);
        }
        let g = p.content();
        let reduced = match p.constant.checked_neg() {
            // g*x + c <= 0 iff x <= floor(-c / g)
            Some(bound) => {
                let bound = bound.div_euclid(g);
                let items = p.items.iter().map(|&(c, t)| (c / g, t)).collect();
                match bound.checked_neg() {
                    Some(constant) => Linear { constant, items },
                    None => p,
                }
            }
            None => p,
        };
        let range = self.range_of_linear(&reduced);
        if range.is_at_most(0) {
            return self.tru();
        }
        if range.is_at_least(1) {
            return self.fls();
        }
        if let Some(pushed) = self.push_into_ite(&reduced, depth, Terms::le_zero) {
            return pushed;
        }
        let Some(bound) = reduced.constant.checked_neg() else {
            let (t, zero) = (self.from_linear(reduced), self.int(0));
            return self.intern(Term::Le(t, zero));
        };
        match *reduced.items.as_slice() {
            [(1, t)] => {
                if let Some(split) = self.residue_at_most(t, bound) {
                    return split;
                }
            }
            // -t <= b iff not t <= -b - 1
            [(-1, t)] => {
                if let Some(split) = bound.checked_neg().and_then(|b| self.residue_at_most(t, b.checked_sub(1)?)) {
                    return self.not(split);
                }
            }
            _ => {}
        }
        let left = self.from_linear(Linear { constant: 0, items: reduced.items });
        let right = self.int(bound);
        self.intern(Term::Le(left, right))
    }

    /// A residue `t`: its argument, the modulus and the least residue.
    fn as_residue(&self, t: TermId) -> Option<(TermId, i128, i128)> {
        match *self.kind(t) {
            Term::Mod(a, m) => Some((a, self.as_int(m).filter(|&m| m > 1)?, 0)),
            Term::Wrap { bits, signed, arg } => {
                let modulus = 1i128 << bits;
                Some((arg, modulus, if signed { -(modulus / 2) } else { 0 }))
            }
            _ => None,
        }
    }

    /// For a residue `t` of a bounded argument: the argument and the only value it can have when `t = value`, if there
    /// is at most one. The outer `None` means unknown, the inner one that there is no such value.
    fn residue(&self, t: TermId, value: i128) -> Option<Option<(TermId, i128)>> {
        let (arg, modulus, _) = self.as_residue(t)?;
        let range = self.range(arg);
        let (lo, hi) = (range.lo?, range.hi?);
        let first = lo.checked_add(value.checked_sub(lo)?.rem_euclid(modulus))?;
        if first > hi {
            return Some(None);
        }
        (first.checked_add(modulus)? > hi).then_some(Some((arg, first)))
    }

    /// `t <= bound` for a residue `t` whose argument lies in the window of the residues and one of its neighbours,
    /// where the part of the neighbour is decided.
    fn residue_at_most(&mut self, t: TermId, bound: i128) -> Option<TermId> {
        let (arg, modulus, least) = self.as_residue(t)?;
        let range = self.range(arg);
        let (lo, hi) = (range.lo?, range.hi?);
        let end = least.checked_add(modulus)?;
        if bound < least || bound >= end {
            return None;
        }
        let (first, last, least_term) = (self.int(bound), self.int(end), self.int(least));
        if lo < least && lo >= least.checked_sub(modulus)? && hi < end && lo.checked_add(modulus)? > bound {
            // The values below the window become residues above the bound.
            let (above, below) = (self.le(least_term, arg), self.le(arg, first));
            return Some(self.and(&[above, below]));
        }
        if lo >= least && hi >= end && hi < end.checked_add(modulus)? && hi.checked_sub(modulus)? <= bound {
            // The values above the window become residues up to the bound.
            let (below, above) = (self.le(arg, first), self.le(last, arg));
            return Some(self.or(&[below, above]));
        }
        None
    }

    /// `cmp(c * ite(b, x, y) + k) = ite(b, cmp(c*x + k), cmp(c*y + k))`, where one of the two is decided.
    fn push_into_ite(
        &mut self,
        p: &Linear,
        depth: usize,
        compare: fn(&mut Terms, Linear, usize) -> TermId,
    ) -> Option<TermId> {
        if depth > MAX_ITE_DEPTH.get() {
            return None;
        }
        let position = p.items.iter().position(|&(_, t)| matches!(self.kind(t), Term::Ite(..)))?;
        let (c, t) = p.items[position];
        let &Term::Ite(condition, then, other) = self.kind(t) else { return None };
        let mut rest = p.clone();
        rest.items.remove(position);
        let then = rest.plus(c, &self.linear(then))?;
        let other = rest.plus(c, &self.linear(other))?;
        // One side must be decided by its range, so that this is linear in the depth of nested conditionals.
        let decided = |terms: &Terms, p: &Linear| {
            let range = terms.range_of_linear(p);
            range.as_point().is_some() || !range.contains(0)
        };
        if !decided(self, &then) && !decided(self, &other) {
            return None;
        }
        let then = compare(self, then, depth + 1);
        let other = compare(self, other, depth + 1);
        if self.as_bool(then).is_none() && self.as_bool(other).is_none() {
            return None;
        }
        Some(self.ite(condition, then, other))
    }
}

fn divide_exact(p: &Linear, divisor: i128) -> Option<Linear> {
    let items = p.items.iter().map(|&(c, t)| Some((c.checked_div(divisor)?, t))).collect::<Option<_>>()?;
    Some(Linear { constant: p.constant.checked_div(divisor)?, items })
}
