//! Division and remainder.

use crate::linear::gcd;
use crate::store::remove_factors;
use crate::{Linear, Term, TermId, Terms};

/// `k` such that every value of the range lies in `k*m .. (k+1)*m`.
fn window(range: crate::Range, m: i128) -> Option<i128> {
    let k = range.lo?.div_euclid(m);
    (range.hi?.div_euclid(m) == k).then_some(k)
}

impl Terms {
    /// Floor division `floor(a / b)`; unconstrained where `b` is 0.
    pub fn div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_int(b) {
            Some(0) => self.intern(Term::Div(a, b)),
            Some(m @ 1..) => {
                let linear = self.linear(a);
                self.div_const(linear, m)
            }
            Some(m) => match m.checked_neg() {
                Some(m) => {
                    let negated = self.neg(a);
                    let m = self.int(m);
                    self.div(negated, m)
                }
                None => self.intern(Term::Div(a, b)),
            },
            None => self.div_symbolic(a, b),
        }
    }

    fn div_const(&mut self, a: Linear, m: i128) -> TermId {
        if m == 1 {
            return self.from_linear(a);
        }
        if let Some(k) = window(self.range_of_linear(&a), m) {
            return self.int(k);
        }
        // floor((r + m*q) / m) = q + floor(r / m)
        let (quotient, rest) = a.split(m);
        let quotient = self.from_linear(quotient);
        let rest = self.div_rest(rest, m);
        self.add(quotient, rest)
    }

    fn div_rest(&mut self, a: Linear, m: i128) -> TermId {
        if let Some(k) = window(self.range_of_linear(&a), m) {
            return self.int(k);
        }
        // floor((r + g*q) / (g*n)) = floor(q / n) for 0 <= r < g.
        for g in divisors(&a, m) {
            let (quotient, rest) = a.split(g);
            if let Some(k) = window(self.range_of_linear(&rest), g) {
                let quotient = quotient.plus(1, &Linear::int(k));
                if let Some(quotient) = quotient {
                    return self.div_const(quotient, m / g);
                }
            }
        }
        // floor(floor(x / n) / m) = floor(x / (n*m)) for positive n, m.
        if let [(1, atom)] = a.items.as_slice() {
            if let &Term::Div(x, n) = self.kind(*atom) {
                if let (0, Some(n @ 1..)) = (a.constant, self.as_int(n)) {
                    if let Some(product) = n.checked_mul(m) {
                        let x = self.linear(x);
                        return self.div_const(x, product);
                    }
                }
            }
        }
        if let Some(mirrored) = mirror(&a, m) {
            // floor(a / m) = -floor((m - 1 - a) / m)
            let mirrored = self.from_linear(mirrored);
            let m = self.int(m);
            let quotient = self.intern(Term::Div(mirrored, m));
            return self.neg(quotient);
        }
        let a = self.from_linear(a);
        let m = self.int(m);
        self.intern(Term::Div(a, m))
    }

    fn div_symbolic(&mut self, a: TermId, b: TermId) -> TermId {
        let divisor = self.range(b);
        if !divisor.is_at_least(1) {
            return self.intern(Term::Div(a, b));
        }
        let (quotient, rest) = self.split_symbolic(a, b);
        let range = self.range(rest);
        let rest = if range.is_at_least(0) && range.hi.zip(divisor.lo).is_some_and(|(hi, lo)| hi < lo) {
            self.int(0)
        } else {
            self.intern(Term::Div(rest, b))
        };
        self.add(quotient, rest)
    }

    /// `(q, r)` with `a = b*q + r`: the monomials of `a` that the monomial `b` divides go to `q`. `b` must not be 0.
    fn split_symbolic(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let linear = self.linear(a);
        let divisor = self.linear(b);
        let (mut quotient, mut rest) = (Linear::default(), Linear::int(linear.constant));
        if let (0, &[(d, m)]) = (divisor.constant, divisor.items.as_slice()) {
            let factors = self.factors(m);
            for &(c, t) in &linear.items {
                let cofactors = remove_factors(&self.factors(t), &factors);
                match (cofactors, c.checked_rem(d)) {
                    (Some(cofactors), Some(0)) => {
                        let cofactor = self.product(cofactors);
                        let cofactor = self.linear(cofactor);
                        match quotient.plus(c / d, &cofactor) {
                            Some(sum) => quotient = sum,
                            None => rest.items.push((c, t)),
                        }
                    }
                    _ => rest.items.push((c, t)),
                }
            }
            return (self.from_linear(quotient), self.from_linear(rest));
        }
        // A divisor that is a sum: subtract the multiple of it that cancels its leading monomial, if all of it fits.
        if let Some(&(d, m)) = divisor.items.first() {
            let factors = self.factors(m);
            for &(c, t) in &linear.items {
                let Some(cofactors) = remove_factors(&self.factors(t), &factors) else { continue };
                if c.checked_rem(d) != Some(0) {
                    continue;
                }
                let cofactor = self.product(cofactors);
                let part = self.scale(c / d, cofactor);
                let multiple = self.mul(part, b);
                let remaining = self.sub(a, multiple);
                if self.linear(remaining).items.len() + divisor.items.len() <= linear.items.len() {
                    let (more, rest) = self.split_symbolic(remaining, b);
                    return (self.add(part, more), rest);
                }
            }
        }
        let zero = self.int(0);
        (zero, a)
    }

    /// Floor modulus `a - b*floor(a / b)`; unconstrained where `b` is 0.
    pub fn modulo(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_int(b) {
            Some(m @ 1..) => {
                let linear = self.linear(a);
                self.mod_const(linear, m)
            }
            Some(m) if m < 0 && m != i128::MIN => {
                // floor(a / -m) = floor(-a / m), so a mod -m = -((-a) mod m).
                let negated = self.neg(a);
                let m = self.int(-m);
                let modulus = self.modulo(negated, m);
                self.neg(modulus)
            }
            Some(_) => self.intern(Term::Mod(a, b)),
            None => self.mod_symbolic(a, b),
        }
    }

    fn mod_const(&mut self, a: Linear, m: i128) -> TermId {
        if m == 1 {
            return self.int(0);
        }
        if let Some(t) = self.mod_by_window(&a, m) {
            return t;
        }
        let a = self.strip_modulo(a, m);
        let (_, rest) = a.split(m);
        if let Some(t) = self.mod_by_window(&rest, m) {
            return t;
        }
        // (r + g*q) mod (g*n) = r + g*(q mod n) for 0 <= r < g.
        for g in divisors(&rest, m) {
            let (quotient, low) = rest.split(g);
            let Some(k) = window(self.range_of_linear(&low), g) else { continue };
            let (Some(low), Some(quotient)) =
                (k.checked_mul(g).and_then(|kg| low.plus(-1, &Linear::int(kg))), quotient.plus(1, &Linear::int(k)))
            else {
                continue;
            };
            let high = self.mod_const(quotient, m / g);
            let high = self.scale(g, high);
            let low = self.from_linear(low);
            return self.add(high, low);
        }
        let rest = balance(rest, m);
        if let Some(t) = self.mod_by_window(&rest, m) {
            return t;
        }
        let rest = Linear { constant: rest.constant.rem_euclid(m), ..rest };
        if let Some(mirrored) = mirror(&rest, m) {
            // a mod m = m - 1 - (m - 1 - a) mod m
            let mirrored = self.from_linear(mirrored);
            let modulus = self.int(m);
            let remainder = self.intern(Term::Mod(mirrored, modulus));
            let last = self.int(m - 1);
            return self.sub(last, remainder);
        }
        let a = self.from_linear(rest);
        let m = self.int(m);
        self.intern(Term::Mod(a, m))
    }

    fn mod_by_window(&mut self, a: &Linear, m: i128) -> Option<TermId> {
        let k = window(self.range_of_linear(a), m)?;
        let shifted = a.plus(-1, &Linear::int(k.checked_mul(m)?))?;
        Some(self.from_linear(shifted))
    }

    /// Replaces `x mod n` and wrapped `x` among the items by `x` where `m` divides `n` or `2^bits`: the same modulo
    /// `m`.
    pub(crate) fn strip_modulo(&mut self, a: Linear, m: i128) -> Linear {
        let mut result = Linear::int(a.constant);
        for &(c, t) in &a.items {
            let factors = self.factors(t);
            let stripped: Vec<TermId> = factors.iter().map(|&f| self.strip_atom(f, m)).collect();
            let item = if stripped == factors {
                Linear::atom(t)
            } else {
                let one = self.int(1);
                let product = stripped.into_iter().fold(one, |p, f| self.mul(p, f));
                self.linear(product)
            };
            // A coefficient matters only modulo m.
            match result.plus(c, &item).or_else(|| result.plus(c % m, &item)) {
                Some(sum) => result = sum,
                None => return a,
            }
        }
        result
    }

    fn strip_atom(&self, mut t: TermId, m: i128) -> TermId {
        loop {
            t = match *self.kind(t) {
                Term::Wrap { bits, arg, .. } if bits < 126 && (1i128 << bits) % m == 0 => arg,
                Term::Mod(a, n) if self.as_int(n).is_some_and(|n| n > 0 && n % m == 0) => a,
                _ => return t,
            }
        }
    }

    fn mod_symbolic(&mut self, a: TermId, b: TermId) -> TermId {
        let divisor = self.range(b);
        if !divisor.is_at_least(1) {
            return self.intern(Term::Mod(a, b));
        }
        let (_, rest) = self.split_symbolic(a, b);
        let range = self.range(rest);
        if range.is_at_least(0) && range.hi.zip(divisor.lo).is_some_and(|(hi, lo)| hi < lo) {
            return rest;
        }
        if let &Term::Mod(_, n) = self.kind(rest) {
            if n == b {
                return rest;
            }
        }
        if self.as_int(rest) == Some(0) {
            return rest;
        }
        self.intern(Term::Mod(rest, b))
    }

    /// C's `a / b`: rounds to zero. Unconstrained where `b` is 0.
    pub fn div_trunc(&mut self, a: TermId, b: TermId) -> TermId {
        self.truncating(a, b, Terms::div, true)
    }
    /// C's `a % b`: the sign of `a`. Unconstrained where `b` is 0.
    pub fn rem_trunc(&mut self, a: TermId, b: TermId) -> TermId {
        self.truncating(a, b, Terms::modulo, false)
    }

    /// `|a| op |b|` with the sign of `a` and, for the quotient, of `b`.
    fn truncating(
        &mut self,
        a: TermId,
        b: TermId,
        op: fn(&mut Terms, TermId, TermId) -> TermId,
        sign_of_b: bool,
    ) -> TermId {
        let zero = self.int(0);
        let a_negative = self.lt(a, zero);
        let b_negative = self.lt(b, zero);
        let cases = |terms: &mut Terms, b: TermId, negate: bool| {
            let sign = |terms: &mut Terms, t: TermId, negate: bool| if negate { terms.neg(t) } else { t };
            let lazily = terms.as_bool(a_negative);
            let plain = (lazily != Some(true)).then(|| {
                let t = op(terms, a, b);
                sign(terms, t, negate)
            });
            let mirrored = (lazily != Some(false)).then(|| {
                let a = terms.neg(a);
                let t = op(terms, a, b);
                sign(terms, t, !negate)
            });
            match (plain, mirrored) {
                (Some(plain), Some(mirrored)) => terms.ite(a_negative, mirrored, plain),
                (Some(t), None) | (None, Some(t)) => t,
                (None, None) => zero,
            }
        };
        match self.as_bool(b_negative) {
            Some(false) => cases(self, b, false),
            Some(true) => {
                let b = self.neg(b);
                cases(self, b, sign_of_b)
            }
            None => {
                let positive = cases(self, b, false);
                let b = self.neg(b);
                let negative = cases(self, b, sign_of_b);
                self.ite(b_negative, negative, positive)
            }
        }
    }
}

/// The common divisors greater than 1 of `m` and some coefficient, greatest first.
fn divisors(a: &Linear, m: i128) -> Vec<i128> {
    let mut divisors: Vec<i128> = a.items.iter().map(|&(c, _)| gcd(c, m)).filter(|&g| g > 1).collect();
    divisors.sort_unstable_by(|a, b| b.cmp(a));
    divisors.dedup();
    divisors
}

/// `m - 1 - a`, if that is the form of the two to be kept, for `a` with a constant in `0..m`. It is the one with more
/// positive coefficients, else the one with the smaller constant: neither depends on the names of the symbols. So C's
/// ways to write a floor, a ceiling and a division of a negative number become the same term.
fn mirror(a: &Linear, m: i128) -> Option<Linear> {
    let (positive, negative) =
        a.items.iter().fold((0, 0), |(p, n), &(c, _)| if c > 0 { (p + 1, n) } else { (p, n + 1) });
    let constant = m - 1 - a.constant;
    let leads = a.items.first().is_none_or(|&(c, _)| c > 0);
    let keep = (positive, constant, leads) >= (negative, a.constant, true);
    let mirrored = if keep { None } else { a.scale(-1)?.plus(1, &Linear::int(m - 1)) };
    mirrored.filter(|mirrored| mirrored.constant == constant)
}

/// Coefficients reduced to `-m/2 < c <= m/2`.
pub(crate) fn balance(a: Linear, m: i128) -> Linear {
    let reduce = |c: i128| {
        let c = c.rem_euclid(m);
        if c > m / 2 {
            c - m
        } else {
            c
        }
    };
    let items = a.items.into_iter().map(|(c, t)| (reduce(c), t)).filter(|&(c, _)| c != 0).collect();
    Linear { constant: reduce(a.constant), items }
}
