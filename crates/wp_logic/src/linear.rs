//! The linear view of an integer term: a constant and monomials with coefficients.

use crate::{Term, TermId};

/// `constant + Σ coefficient * monomial`, sorted by monomial, coefficients not zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// Coefficients and monomials.
    pub items: Vec<(i128, TermId)>,
}

impl Linear {
    /// A constant.
    pub fn int(constant: i128) -> Self {
        Linear { constant, items: Vec::new() }
    }
    /// One monomial with coefficient 1.
    pub fn atom(monomial: TermId) -> Self {
        Linear { constant: 0, items: vec![(1, monomial)] }
    }
    /// The constant, if there is nothing else.
    pub fn as_int(&self) -> Option<i128> {
        self.items.is_empty().then_some(self.constant)
    }
    /// `self + factor * other`, unless a coefficient overflows.
    pub fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut items = Vec::with_capacity(self.items.len() + other.items.len());
        let (mut left, mut right) = (self.items.iter().peekable(), other.items.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&a), None) => {
                    items.push(a);
                    left.next();
                }
                (Some(&&a), Some(&&b)) if a.1 < b.1 => {
                    items.push(a);
                    left.next();
                }
                (Some(&&a), Some(&&b)) if a.1 == b.1 => {
                    let coefficient = a.0.checked_add(b.0.checked_mul(factor)?)?;
                    if coefficient != 0 {
                        items.push((coefficient, a.1));
                    }
                    left.next();
                    right.next();
                }
                (_, Some(&&b)) => {
                    let coefficient = b.0.checked_mul(factor)?;
                    if coefficient != 0 {
                        items.push((coefficient, b.1));
                    }
                    right.next();
                }
            }
        }
        Some(Linear { constant, items })
    }
    /// `factor * self`, unless a coefficient overflows.
    pub fn scale(&self, factor: i128) -> Option<Linear> {
        Linear::default().plus(factor, self)
    }
    /// Greatest common divisor of the coefficients of the monomials (not of the constant); 0 if there is none.
    pub fn content(&self) -> i128 {
        self.items.iter().fold(0, |g, &(c, _)| gcd(g, c))
    }
    /// Splits into `(q, r)` with `self = m * q + r`: items whose coefficient `m` divides go to `q`, and so does the
    /// part of the constant that `m` divides; the constant of `r` is in `0..m`. `m` must be positive.
    pub fn split(&self, m: i128) -> (Linear, Linear) {
        let mut quotient = Linear::int(self.constant.div_euclid(m));
        let mut rest = Linear::int(self.constant.rem_euclid(m));
        for &(c, t) in &self.items {
            if c % m == 0 {
                quotient.items.push((c / m, t));
            } else {
                rest.items.push((c, t));
            }
        }
        (quotient, rest)
    }
}

/// Greatest common divisor, not negative; `i128::MIN` counts as coprime to everything but 0.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (Some(mut a), Some(mut b)) = (a.checked_abs(), b.checked_abs()) else { return 1 };
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl crate::Terms {
    /// The linear view of an integer term.
    pub fn linear(&self, t: TermId) -> Linear {
        match self.kind(t) {
            Term::Int(value) => Linear::int(*value),
            Term::Sum { constant, items } => Linear { constant: *constant, items: items.to_vec() },
            _ => Linear::atom(t),
        }
    }
    /// The term of a linear view.
    pub fn from_linear(&mut self, linear: Linear) -> TermId {
        match linear.items.as_slice() {
            [] => self.int(linear.constant),
            [(1, t)] if linear.constant == 0 => *t,
            _ => self.intern(Term::Sum { constant: linear.constant, items: linear.items.into() }),
        }
    }
    /// The atoms of a monomial, sorted, with repetition.
    pub fn factors(&self, monomial: TermId) -> Vec<TermId> {
        self.factors_of(&monomial).to_vec()
    }

    /// [`Terms::factors`] without a copy.
    pub(crate) fn factors_of<'a>(&'a self, monomial: &'a TermId) -> &'a [TermId] {
        match self.kind(*monomial) {
            Term::Prod(factors) => factors,
            _ => std::slice::from_ref(monomial),
        }
    }
}
