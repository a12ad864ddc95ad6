//! Ring operations, kept as polynomials with integer coefficients while they are small.

use crate::{Linear, Term, TermId, Terms};

wp_base::limits! {
    /// Products of sums are multiplied out up to this many monomials.
    const MAX_PRODUCT: usize = 48;
    /// Monomials of at most this degree arise by multiplying out.
    const MAX_DEGREE: usize = 12;
}

impl Terms {
    /// `a + b`
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.combine(a, 1, b)
    }
    /// `a - b`
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.combine(a, -1, b)
    }
    /// `-a`
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.scale(-1, a)
    }
    /// `Σ terms`
    pub fn sum(&mut self, terms: &[TermId]) -> TermId {
        let zero = self.int(0);
        terms.iter().fold(zero, |sum, &t| self.add(sum, t))
    }

    fn combine(&mut self, a: TermId, factor: i128, b: TermId) -> TermId {
        if let Some(linear) = self.linear(a).plus(factor, &self.linear(b)) {
            return self.from_linear(linear);
        }
        // A coefficient overflows: keep both operands as opaque monomials.
        if a == b {
            let c = self.int(1 + factor);
            return self.product(vec![c, a]);
        }
        let mut items = vec![(1, a), (factor, b)];
        items.sort_unstable_by_key(|&(_, t)| t);
        self.intern(Term::Sum { constant: 0, items: items.into() })
    }

    /// `factor * t`
    pub fn scale(&mut self, factor: i128, t: TermId) -> TermId {
        if factor == 1 {
            return t;
        }
        if let Some(linear) = self.linear(t).scale(factor) {
            return self.from_linear(linear);
        }
        let factor = self.int(factor);
        self.product(vec![factor, t])
    }

    /// `a * b`
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(c) = self.as_int(a) {
            return self.scale(c, b);
        }
        if let Some(c) = self.as_int(b) {
            return self.scale(c, a);
        }
        let (left, right) = (self.linear(a), self.linear(b));
        self.mul_linear(&left, &right).unwrap_or_else(|| self.product(vec![a, b]))
    }

    fn mul_linear(&mut self, left: &Linear, right: &Linear) -> Option<TermId> {
        if (left.items.len() + 1) * (right.items.len() + 1) > MAX_PRODUCT.get() {
            return None;
        }
        let mut result = Linear::int(left.constant.checked_mul(right.constant)?);
        result = result.plus(left.constant, &Linear { constant: 0, items: right.items.clone() })?;
        result = result.plus(right.constant, &Linear { constant: 0, items: left.items.clone() })?;
        for &(c, t) in &left.items {
            for &(d, u) in &right.items {
                let mut factors = self.factors(t);
                factors.extend(self.factors(u));
                if factors.len() > MAX_DEGREE.get() {
                    return None;
                }
                let product = self.product(factors);
                result = result.plus(c.checked_mul(d)?, &Linear::atom(product))?;
            }
        }
        Some(self.from_linear(result))
    }

    /// The product of atoms, not multiplied out.
    pub(crate) fn product(&mut self, mut factors: Vec<TermId>) -> TermId {
        factors.sort_unstable();
        match factors.as_slice() {
            [] => self.int(1),
            [one] => *one,
            _ => self.intern(Term::Prod(factors.into())),
        }
    }

    /// The lesser one.
    pub fn min(&mut self, a: TermId, b: TermId) -> TermId {
        let c = self.le(a, b);
        self.ite(c, a, b)
    }
    /// The greater one.
    pub fn max(&mut self, a: TermId, b: TermId) -> TermId {
        let c = self.le(a, b);
        self.ite(c, b, a)
    }

    /// `2^a`
    pub fn pow2(&mut self, a: TermId) -> TermId {
        let linear = self.linear(a);
        if let Some(exponent) = linear.as_int() {
            return match exponent {
                0..=126 => self.int(1 << exponent),
                _ => self.intern(Term::Pow2(a)),
            };
        }
        // 2^(c + x) = 2^c * 2^x for x >= 0, c >= 0.
        let rest = Linear { constant: 0, items: linear.items };
        if (1..=64).contains(&linear.constant) && self.range_of_linear(&rest).is_at_least(0) {
            let rest = self.from_linear(rest);
            let power = self.intern(Term::Pow2(rest));
            return self.scale(1 << linear.constant, power);
        }
        self.intern(Term::Pow2(a))
    }
    /// `a * 2^amount`
    pub fn shl(&mut self, a: TermId, amount: TermId) -> TermId {
        let power = self.pow2(amount);
        self.mul(a, power)
    }
    /// `floor(a / 2^amount)`
    pub fn shr(&mut self, a: TermId, amount: TermId) -> TermId {
        let power = self.pow2(amount);
        self.div(a, power)
    }
}
