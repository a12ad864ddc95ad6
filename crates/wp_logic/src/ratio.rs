//! Exact rational numbers of bounded size, for coefficients of polynomials; arithmetic that leaves the bounds gives
//! nothing.

use crate::gcd;

/// A reduced fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// A whole number.
    pub const fn int(n: i128) -> Self {
        Ratio { num: n, den: 1 }
    }

    /// `num / den`; nothing for a denominator of 0.
    pub fn new(num: i128, den: i128) -> Option<Ratio> {
        if den == 0 {
            return None;
        }
        let g = gcd(num, den).max(1);
        let sign = if den < 0 { -1 } else { 1 };
        Some(Ratio { num: (num / g).checked_mul(sign)?, den: (den / g).checked_mul(sign)? })
    }

    /// The exact value of a finite float, unless it is too large or too small.
    pub fn of_float(value: f64) -> Option<Ratio> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = (bits & ((1 << 52) - 1)) as i128;
        let (mantissa, power) = match exponent {
            0 => (fraction, -1074),
            e => (fraction | 1 << 52, e - 1075),
        };
        if mantissa == 0 {
            return Some(Ratio::int(0));
        }
        let spare = mantissa.trailing_zeros() as i32;
        let (mantissa, power) = (mantissa >> spare, power + spare);
        let signed = if value < 0.0 { -mantissa } else { mantissa };
        match power {
            0..=60 => Some(Ratio::int(signed << power)),
            -100..=-1 => Ratio::new(signed, 1 << -power),
            _ => None,
        }
    }

    /// The whole number that this is.
    pub fn as_int(self) -> Option<i128> {
        (self.den == 1).then_some(self.num)
    }

    /// True if the ratio is 0.
    pub fn is_zero(self) -> bool {
        self.num == 0
    }

    /// True if the ratio is below 0.
    pub fn is_negative(self) -> bool {
        self.num < 0
    }

    /// Sum.
    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        let left = self.num.checked_mul(other.den)?;
        let right = other.num.checked_mul(self.den)?;
        Ratio::new(left.checked_add(right)?, self.den.checked_mul(other.den)?)
    }

    /// Product.
    pub fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }

    /// `-self`
    pub fn negated(self) -> Option<Ratio> {
        Some(Ratio { num: self.num.checked_neg()?, den: self.den })
    }

    /// `1 / self`; nothing for 0.
    pub fn inverse(self) -> Option<Ratio> {
        Ratio::new(self.den, self.num)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_exact() {
        assert_eq!(Ratio::of_float(0.75), Ratio::new(3, 4));
        assert_eq!(Ratio::of_float(-6.0), Ratio::new(-6, 1));
        assert_eq!(Ratio::of_float(0.0), Ratio::new(0, 1));
        assert_eq!(Ratio::of_float(f64::INFINITY), None);
        assert_eq!(Ratio::of_float(1e300), None);
        assert_ne!(Ratio::of_float(f64::from(0.1f32)), Ratio::new(1, 10));
    }

    #[test]
    fn arithmetic() {
        let (a, b) = (Ratio::new(1, 3).unwrap(), Ratio::new(-1, 6).unwrap());
        assert_eq!(a.plus(b), Ratio::new(1, 6));
        assert_eq!(a.times(b), Ratio::new(-1, 18));
        assert_eq!(b.inverse(), Ratio::new(-6, 1));
        assert_eq!(b.negated(), Ratio::new(1, 6));
        assert_eq!((a.as_int(), Ratio::new(8, -4).and_then(Ratio::as_int)), (None, Some(-2)));
        assert_eq!(Ratio::int(i128::MAX).plus(Ratio::int(1)), None);
        assert_eq!(Ratio::new(1, 0), None);
    }
}
