//! Integer intervals with optional bounds.

use std::fmt;

/// The integers between two optional, inclusive bounds. An interval with `lo > hi` is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// Least value, if bounded below.
    pub lo: Option<i128>,
    /// Greatest value, if bounded above.
    pub hi: Option<i128>,
}

impl Range {
    /// All integers.
    pub const ALL: Range = Range { lo: None, hi: None };

    /// `lo ..= hi`
    pub const fn new(lo: i128, hi: i128) -> Self {
        Range { lo: Some(lo), hi: Some(hi) }
    }
    /// One value.
    pub const fn point(value: i128) -> Self {
        Range::new(value, value)
    }
    /// `lo` and above.
    pub const fn at_least(lo: i128) -> Self {
        Range { lo: Some(lo), hi: None }
    }
    /// `hi` and below.
    pub const fn at_most(hi: i128) -> Self {
        Range { lo: None, hi: Some(hi) }
    }
    /// The values of a machine integer type; all integers when `bits` is 0 or more than 126.
    pub const fn of_type(bits: u8, signed: bool) -> Self {
        match (bits, signed) {
            (0 | 127.., _) => Range::ALL,
            (_, true) => Range::new(-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            (_, false) => Range::new(0, (1i128 << bits) - 1),
        }
    }
    /// True if the value lies in the interval.
    pub fn contains(self, value: i128) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }
    /// True if no value lies in the interval.
    pub fn is_empty(self) -> bool {
        matches!((self.lo, self.hi), (Some(lo), Some(hi)) if lo > hi)
    }
    /// The values in both.
    pub fn intersect(self, other: Range) -> Range {
        Range {
            lo: match (self.lo, other.lo) {
                (Some(a), Some(b)) => Some(a.max(b)),
                (a, b) => a.or(b),
            },
            hi: match (self.hi, other.hi) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
    /// The smallest interval that holds both.
    pub fn hull(self, other: Range) -> Range {
        Range { lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)), hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)) }
    }
    /// True if every value of this interval lies in the other one.
    pub fn is_subset(self, other: Range) -> bool {
        other.lo.is_none_or(|o| self.lo.is_some_and(|s| s >= o))
            && other.hi.is_none_or(|o| self.hi.is_some_and(|s| s <= o))
    }
    /// True if every value is one of the machine integer type.
    pub fn within(self, bits: u8, signed: bool) -> bool {
        self.is_subset(Range::of_type(bits, signed))
    }
    /// True if every value is at least `bound`.
    pub fn is_at_least(self, bound: i128) -> bool {
        self.lo.is_some_and(|lo| lo >= bound)
    }
    /// True if every value is at most `bound`.
    pub fn is_at_most(self, bound: i128) -> bool {
        self.hi.is_some_and(|hi| hi <= bound)
    }
    /// The value, if there is only one.
    pub fn as_point(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo).flatten()
    }
    /// `{a + b}`; a bound that overflows is dropped.
    pub fn plus(self, other: Range) -> Range {
        Range {
            lo: self.lo.zip(other.lo).and_then(|(a, b)| a.checked_add(b)),
            hi: self.hi.zip(other.hi).and_then(|(a, b)| a.checked_add(b)),
        }
    }
    /// `{-a}`
    pub fn negate(self) -> Range {
        Range { lo: self.hi.and_then(i128::checked_neg), hi: self.lo.and_then(i128::checked_neg) }
    }
    /// `{factor * a}`; a bound that overflows is dropped.
    pub fn scale(self, factor: i128) -> Range {
        let times = |bound: Option<i128>| bound.and_then(|b| b.checked_mul(factor));
        match factor {
            0 => Range::point(0),
            1.. => Range { lo: times(self.lo), hi: times(self.hi) },
            _ => Range { lo: times(self.hi), hi: times(self.lo) },
        }
    }
    /// `{a * b}`
    pub fn times(self, other: Range) -> Range {
        if let Some(factor) = other.as_point() {
            return self.scale(factor);
        }
        if let Some(factor) = self.as_point() {
            return other.scale(factor);
        }
        if self.is_at_least(0) && other.is_at_least(0) {
            return Range {
                lo: self.lo.zip(other.lo).and_then(|(a, b)| a.checked_mul(b)).or(Some(0)),
                hi: self.hi.zip(other.hi).and_then(|(a, b)| a.checked_mul(b)),
            };
        }
        if self.is_at_most(0) {
            return self.negate().times_other(other).negate();
        }
        self.times_other(other)
    }
    fn times_other(self, other: Range) -> Range {
        // Finite corners only; a half-bounded interval with a sign change in the other factor has no bound, except
        // for the cases of constant sign.
        match (self.lo, self.hi, other.lo, other.hi) {
            (Some(a), Some(b), Some(c), Some(d)) => {
                let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
                if corners.iter().any(Option::is_none) {
                    return Range::ALL;
                }
                Range { lo: corners.iter().flatten().min().copied(), hi: corners.iter().flatten().max().copied() }
            }
            (Some(0..), _, Some(0..), _) => Range::at_least(0),
            (Some(0..), _, _, Some(..=0)) | (_, Some(..=0), Some(0..), _) => Range::at_most(0),
            (_, Some(..=0), _, Some(..=0)) => Range::at_least(0),
            _ => Range::ALL,
        }
    }
    /// `{floor(a / b)}`; all integers unless `b` is known positive.
    pub fn floor_div(self, other: Range) -> Range {
        let Some(least) = other.lo.filter(|&lo| lo >= 1) else { return Range::ALL };
        // For a >= 0 the quotient shrinks with the divisor, for a < 0 it grows towards -1.
        let lo = self.lo.map(|a| match other.hi {
            _ if a < 0 => a.div_euclid(least),
            Some(hi) => a.div_euclid(hi),
            None => 0,
        });
        let hi = self.hi.map(|a| match other.hi {
            _ if a >= 0 => a.div_euclid(least),
            Some(hi) => a.div_euclid(hi),
            None => -1,
        });
        Range { lo, hi }
    }
    /// `{a mod b}`; all integers unless `b` is known positive.
    pub fn floor_mod(self, other: Range) -> Range {
        let Some(least) = other.lo.filter(|&lo| lo >= 1) else { return Range::ALL };
        if self.is_at_least(0) {
            if self.is_at_most(least - 1) {
                return self;
            }
            let below = other.hi.map(|hi| hi - 1);
            let hi = match (self.hi, below) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            return Range { lo: Some(0), hi };
        }
        Range { lo: Some(0), hi: other.hi.map(|hi| hi - 1) }
    }
    /// Least `n` such that every value fits `n`-bit two's complement.
    fn signed_bits(self) -> Option<u32> {
        let bits = |v: i128| 129 - if v < 0 { v.leading_ones() } else { v.leading_zeros() };
        Some(bits(self.lo?).max(bits(self.hi?)))
    }
    fn of_bits(self, other: Range) -> Range {
        match (self.signed_bits(), other.signed_bits()) {
            (Some(a), Some(b)) if a.max(b) <= 126 => Range::of_type(a.max(b) as u8, true),
            _ => Range::ALL,
        }
    }
    /// `{a & b}`
    pub fn and_bits(self, other: Range) -> Range {
        match (self.is_at_least(0), other.is_at_least(0)) {
            (true, true) => {
                let hi = match (self.hi, other.hi) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                Range { lo: Some(0), hi }
            }
            (true, false) => Range { lo: Some(0), hi: self.hi },
            (false, true) => Range { lo: Some(0), hi: other.hi },
            (false, false) => self.of_bits(other),
        }
    }
    /// `{a | b}`
    pub fn or_bits(self, other: Range) -> Range {
        if self.is_at_least(0) && other.is_at_least(0) {
            let lo = self.lo.zip(other.lo).map(|(a, b)| a.max(b));
            return Range { lo, hi: self.of_bits(other).hi };
        }
        self.of_bits(other)
    }
    /// `{a ^ b}`
    pub fn xor_bits(self, other: Range) -> Range {
        let wide = self.of_bits(other);
        if self.is_at_least(0) && other.is_at_least(0) {
            return Range { lo: Some(0), hi: wide.hi };
        }
        wide
    }
    /// `{2^a}`; the value for a negative exponent is some positive number.
    pub fn pow2(self) -> Range {
        let power = |e: i128| (0..=126).contains(&e).then(|| 1i128 << e);
        match self.lo {
            Some(lo) if lo >= 0 => Range { lo: power(lo).or(Some(1)), hi: self.hi.and_then(power) },
            _ => Range::at_least(1),
        }
    }
}

/// `0..=7`, `0..`, `..=7`, `..`
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lo) = self.lo {
            write!(f, "{lo}")?;
        }
        f.write_str("..")?;
        if let Some(hi) = self.hi {
            write!(f, "={hi}")?;
        }
        Ok(())
    }
}
