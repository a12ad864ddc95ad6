//! Exact rational numbers of bounded size; arithmetic that leaves the bounds gives nothing.

/// A reduced fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// 1
    pub const ONE: Ratio = Ratio { num: 1, den: 1 };
    /// -1
    pub const MINUS_ONE: Ratio = Ratio { num: -1, den: 1 };

    /// `num / den`; nothing for a denominator of 0.
    pub fn new(num: i128, den: i128) -> Option<Ratio> {
        if den == 0 {
            return None;
        }
        let g = gcd(num.checked_abs()?, den.checked_abs()?);
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
            return Ratio::new(0, 1);
        }
        let spare = mantissa.trailing_zeros() as i32;
        let (mantissa, power) = (mantissa >> spare, power + spare);
        let signed = if value < 0.0 { -mantissa } else { mantissa };
        match power {
            0..=60 => Ratio::new(signed << power, 1),
            -100..=-1 => Ratio::new(signed, 1 << -power),
            _ => None,
        }
    }

    /// True if the ratio is 0.
    pub fn is_zero(self) -> bool {
        self.num == 0
    }

    /// Sum.
    pub fn add(self, other: Ratio) -> Option<Ratio> {
        let left = self.num.checked_mul(other.den)?;
        let right = other.num.checked_mul(self.den)?;
        Ratio::new(left.checked_add(right)?, self.den.checked_mul(other.den)?)
    }

    /// Product.
    pub fn mul(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }

    /// `1 / self`; nothing for 0.
    pub fn invert(self) -> Option<Ratio> {
        Ratio::new(self.den, self.num)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    match (a, b) {
        (0, 0) => 1,
        (a, 0) => a,
        (a, b) => gcd(b, a % b),
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
        assert_eq!(a.add(b), Ratio::new(1, 6));
        assert_eq!(a.mul(b), Ratio::new(-1, 18));
        assert_eq!(b.invert(), Ratio::new(-6, 1));
        assert_eq!(Ratio::new(i128::MAX, 1).unwrap().add(Ratio::ONE), None);
    }
}
