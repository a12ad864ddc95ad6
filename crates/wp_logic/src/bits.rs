//! Bitwise operators of infinite two's complement, and wrapping to machine integers.

use crate::divide::balance;
use crate::{Linear, Range, Term, TermId, Terms};

wp_base::limits! {
    /// A mask of at most this many runs of ones becomes arithmetic.
    const MAX_RUNS: usize = 4;
}

/// The runs `[from, to)` of ones of a mask that is not negative.
fn runs(mask: i128) -> Option<Vec<(u32, u32)>> {
    let mut runs = Vec::new();
    let mut rest = mask;
    while rest != 0 {
        if runs.len() == MAX_RUNS.get() {
            return None;
        }
        let from = rest.trailing_zeros();
        let to = from + (rest >> from).trailing_ones();
        runs.push((from, to));
        // Masks that reach bit 127 would be negative, so `to` is at most 127.
        rest = if to >= 127 { 0 } else { rest >> to << to };
    }
    runs.iter().all(|&(_, to)| to <= 126).then_some(runs)
}

impl Terms {
    /// `a & mask`, as arithmetic: `Σ over runs [i,j) of (a mod 2^j) - (a mod 2^i)`.
    fn mask(&mut self, a: TermId, mask: i128) -> Option<TermId> {
        if mask < 0 {
            let cleared = self.mask(a, !mask)?;
            return Some(self.sub(a, cleared));
        }
        let runs = runs(mask)?;
        let mut result = self.int(0);
        for (from, to) in runs {
            for (power, sign) in [(to, 1), (from, -1)] {
                let modulus = self.int(1 << power);
                let part = self.modulo(a, modulus);
                let part = self.scale(sign, part);
                result = self.add(result, part);
            }
        }
        Some(result)
    }

    /// True if every value of both terms is 0 or 1.
    fn both_flags(&self, a: TermId, b: TermId) -> bool {
        let flag = Range::new(0, 1);
        self.range(a).is_subset(flag) && self.range(b).is_subset(flag)
    }
    fn flags(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let one = self.int(1);
        (self.eq(a, one), self.eq(b, one))
    }
    fn flag_of(&mut self, c: TermId) -> TermId {
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(c, one, zero)
    }

    /// `a & b`
    pub fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.as_int(a).is_some() { (b, a) } else { (a, b) };
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => return self.int(x & y),
            (None, Some(mask)) => {
                if let Some(t) = self.mask(a, mask) {
                    return t;
                }
            }
            _ => {}
        }
        if a == b {
            return a;
        }
        if self.both_flags(a, b) {
            let (a, b) = self.flags(a, b);
            let both = self.and(&[a, b]);
            return self.flag_of(both);
        }
        // x & (2^e - 1) = x mod 2^e for e >= 0.
        for (x, mask) in [(a, b), (b, a)] {
            let linear = self.linear(mask);
            if let (-1, &[(c, power)]) = (linear.constant, linear.items.as_slice()) {
                if let &Term::Pow2(e) = self.kind(power) {
                    if c > 0 && c.count_ones() == 1 && self.range(e).is_at_least(0) {
                        let modulus = self.scale(c, power);
                        return self.modulo(x, modulus);
                    }
                }
            }
        }
        let (a, b) = (a.min(b), a.max(b));
        self.intern(Term::BitAnd(a, b))
    }

    /// True if no bit can be set in both: one is a multiple of a power of two that bounds the other.
    fn disjoint_bits(&mut self, a: TermId, b: TermId) -> bool {
        [(a, b), (b, a)].into_iter().any(|(low, high)| {
            let range = self.range(low);
            let (true, Some(hi)) = (range.is_at_least(0), range.hi) else { return false };
            let bits = 128 - hi.leading_zeros();
            if bits > 64 {
                return false;
            }
            let modulus = self.int(1 << bits);
            let remainder = self.modulo(high, modulus);
            self.as_int(remainder) == Some(0)
        })
    }

    /// `a | b`
    pub fn bit_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.as_int(a).is_some() { (b, a) } else { (a, b) };
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => return self.int(x | y),
            (None, Some(mask)) => {
                // a | c = a + c - (a & c)
                if let Some(common) = self.mask(a, mask) {
                    let sum = self.add(a, b);
                    return self.sub(sum, common);
                }
            }
            _ => {}
        }
        if a == b {
            return a;
        }
        if self.both_flags(a, b) {
            let (a, b) = self.flags(a, b);
            let either = self.or(&[a, b]);
            return self.flag_of(either);
        }
        if self.disjoint_bits(a, b) {
            return self.add(a, b);
        }
        let (a, b) = (a.min(b), a.max(b));
        self.intern(Term::BitOr(a, b))
    }

    /// `a ^ b`
    pub fn bit_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.as_int(a).is_some() { (b, a) } else { (a, b) };
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => return self.int(x ^ y),
            (None, Some(mask)) => {
                // a ^ c = a + c - 2*(a & c)
                if let Some(common) = self.mask(a, mask) {
                    let sum = self.add(a, b);
                    let twice = self.scale(2, common);
                    return self.sub(sum, twice);
                }
            }
            _ => {}
        }
        if a == b {
            return self.int(0);
        }
        if self.both_flags(a, b) {
            let (a, b) = self.flags(a, b);
            let differ = self.iff(a, b);
            let differ = self.not(differ);
            return self.flag_of(differ);
        }
        if self.disjoint_bits(a, b) {
            return self.add(a, b);
        }
        // (x ^ y) ^ y = x
        for (x, y) in [(a, b), (b, a)] {
            if let &Term::BitXor(p, q) = self.kind(x) {
                if p == y {
                    return q;
                }
                if q == y {
                    return p;
                }
            }
        }
        let (a, b) = (a.min(b), a.max(b));
        self.intern(Term::BitXor(a, b))
    }

    /// `~a = -a - 1`
    pub fn bit_not(&mut self, a: TermId) -> TermId {
        let one = self.int(1);
        let negated = self.neg(a);
        self.sub(negated, one)
    }

    /// The value of the machine integer type that is congruent to `t` modulo `2^bits`; `t` itself for types that no
    /// machine has (0 or more than 64 bits are the caller's mistake and are not wrapped).
    pub fn wrap(&mut self, bits: u8, signed: bool, t: TermId) -> TermId {
        debug_assert!((1..=64).contains(&bits));
        if !(1..=64).contains(&bits) {
            return t;
        }
        let linear = self.linear(t);
        if let Some(t) = self.wrap_by_window(bits, signed, &linear) {
            return t;
        }
        // + - * are ring homomorphisms modulo 2^bits, so wraps to at least that width inside are without effect.
        let modulus = 1i128 << bits;
        let stripped = self.strip_modulo(linear, modulus);
        if let Some(t) = self.wrap_by_window(bits, signed, &stripped) {
            return t;
        }
        let reduced = balance(stripped, modulus);
        if let Some(t) = self.wrap_by_window(bits, signed, &reduced) {
            return t;
        }
        let arg = self.from_linear(reduced);
        if let &Term::Ite(c, a, b) = self.kind(arg) {
            // One side must need no wrap, so that this is linear in the depth of nested conditionals.
            let fits = |terms: &mut Terms, t: TermId| {
                let linear = terms.linear(t);
                terms.wrap_by_window(bits, signed, &linear).is_some()
            };
            if fits(self, a) || fits(self, b) {
                let then = self.wrap(bits, signed, a);
                let other = self.wrap(bits, signed, b);
                return self.ite(c, then, other);
            }
        }
        self.intern(Term::Wrap { bits, signed, arg })
    }

    /// `t - k * 2^bits`, if every value of `t` lies in the `k`-th copy of the type's range.
    fn wrap_by_window(&mut self, bits: u8, signed: bool, t: &Linear) -> Option<TermId> {
        let modulus = 1i128 << bits;
        let offset = if signed { modulus / 2 } else { 0 };
        let range = self.range_of_linear(t);
        let k = range.lo?.checked_add(offset)?.div_euclid(modulus);
        if range.hi?.checked_add(offset)?.div_euclid(modulus) != k {
            return None;
        }
        let shifted = t.plus(-1, &Linear::int(k.checked_mul(modulus)?))?;
        Some(self.from_linear(shifted))
    }
}
