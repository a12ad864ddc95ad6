//! Float operations that are rounded correctly in a chosen direction.
//!
//! Values of all float types are handled as `f64`, which holds them exactly. The result to nearest comes with the sign
//! of what was rounded away (error-free transformations of Dekker, Knuth, and Boldo and Muller), which tells whether a
//! directed rounding gives that result or its neighbour.

use crate::float::{from_f64, to_f64};
use crate::value::Ty;

/// The direction of a rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
}

impl Rounding {
    /// The direction that the suffix of a name asks for, and the name without it.
    pub fn of_name(name: &str) -> (&str, Rounding) {
        let suffixes =
            [("_rn", Rounding::Nearest), ("_rz", Rounding::Zero), ("_ru", Rounding::Up), ("_rd", Rounding::Down)];
        let found = suffixes.iter().find_map(|(s, r)| name.strip_suffix(s).map(|base| (base, *r)));
        found.unwrap_or((name, Rounding::Nearest))
    }

    /// The result of an operation whose result to nearest is `nearest`, where `error` has the sign of the exact result
    /// minus that.
    fn adjust(self, ty: Ty, nearest: f64, error: f64) -> f64 {
        let up = match self {
            Rounding::Nearest => return nearest,
            Rounding::Zero => nearest.is_sign_negative(),
            Rounding::Up => true,
            Rounding::Down => false,
        };
        if error != 0.0 && !error.is_nan() && (error > 0.0) == up {
            neighbour(ty, nearest, up)
        } else {
            nearest
        }
    }

    /// An operation on values of a type; those that it does not have count as 0.
    pub fn apply(self, op: Rounded, ty: Ty, [a, b, c]: [f64; 3]) -> f64 {
        let near = |v: f64| to_f64(ty, from_f64(ty, v));
        let nearest = match op {
            Rounded::Add => near(a + b),
            Rounded::Sub => near(a - b),
            Rounded::Mul => near(a * b),
            Rounded::Div => near(a / b),
            Rounded::Sqrt => near(a.sqrt()),
            Rounded::Fma if ty == Ty::F32 => f64::from((a as f32).mul_add(b as f32, c as f32)),
            Rounded::Fma => near(a.mul_add(b, c)),
        };
        if self == Rounding::Nearest || nearest.is_nan() {
            return nearest;
        }
        let operands = match op {
            Rounded::Sqrt => vec![a],
            Rounded::Fma => vec![a, b, c],
            _ => vec![a, b],
        };
        let finite = operands.iter().all(|v| v.is_finite());
        if nearest.is_infinite() {
            // An overflow has lost something; a result that is infinite by itself has not.
            let overflow = finite && !(op == Rounded::Div && b == 0.0);
            return if overflow { self.adjust(ty, nearest, -nearest) } else { nearest };
        }
        if !finite {
            return nearest;
        }
        // Where the exact result is 0, its sign is that of both operands, or the direction decides.
        let is_sum = matches!(op, Rounded::Add | Rounded::Sub | Rounded::Fma);
        let error = error(op, [a, b, c], nearest);
        if self == Rounding::Down && is_sum && nearest == 0.0 && error == 0.0 {
            let [x, y] = match op {
                Rounded::Sub => [a, -b],
                Rounded::Fma => [a * b, c],
                _ => [a, b],
            };
            let both_positive = x == 0.0 && y == 0.0 && x.is_sign_positive() && y.is_sign_positive();
            return if both_positive { 0.0 } else { -0.0 };
        }
        self.adjust(ty, nearest, error)
    }

    /// A conversion of an integer.
    pub fn of_int(self, ty: Ty, value: i128) -> f64 {
        let nearest = match ty {
            Ty::F32 => f64::from(value as f32),
            _ => to_f64(ty, from_f64(ty, value as f64)),
        };
        let error = match nearest.is_infinite() {
            true => -nearest,
            // Powers of two beyond the range of the integers do not occur: the integers have 64 bits.
            false => (value - nearest as i128).signum() as f64,
        };
        self.adjust(ty, nearest, error)
    }

    /// A conversion of a float.
    pub fn of_float(self, ty: Ty, value: f64) -> f64 {
        let nearest = to_f64(ty, from_f64(ty, value));
        if !value.is_finite() {
            return nearest;
        }
        self.adjust(ty, nearest, if nearest.is_infinite() { -nearest } else { value - nearest })
    }
}

/// An operation that [`Rounding::apply`] rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Rounded {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Fma,
}

/// The next value of a type, upwards or downwards; NaN and the last infinity stay.
pub fn neighbour(ty: Ty, value: f64, up: bool) -> f64 {
    if value.is_nan() || value == (if up { f64::INFINITY } else { f64::NEG_INFINITY }) {
        return value;
    }
    let sign = 1u64 << (ty.bits() - 1);
    let bits = from_f64(ty, value);
    let bits = match bits & !sign {
        0 if up => 1,
        0 => sign | 1,
        _ if (bits & sign == 0) == up => bits + 1,
        _ => bits - 1,
    };
    to_f64(ty, bits)
}

/// A number with the sign of the exact result of an operation minus the one to nearest. The operands are finite.
///
/// Products that are too small or too large for the error-free transformations are scaled by powers of two first.
fn error(op: Rounded, [a, b, c]: [f64; 3], nearest: f64) -> f64 {
    match op {
        Rounded::Add | Rounded::Sub => {
            let (s, e) = two_sum(a, if op == Rounded::Sub { -b } else { b });
            if s == nearest {
                e
            } else {
                s - nearest
            }
        }
        Rounded::Mul => {
            let ((x, ex), (y, ey)) = (libm::frexp(a), libm::frexp(b));
            x.mul_add(y, -libm::ldexp(nearest, -(ex + ey)))
        }
        Rounded::Div => {
            let ((x, ex), (y, ey)) = (libm::frexp(a), libm::frexp(b));
            (-libm::ldexp(nearest, ey - ex)).mul_add(y, x) * y.signum()
        }
        Rounded::Sqrt => {
            let (_, e) = libm::frexp(a);
            let half = -(e / 2);
            let root = libm::ldexp(nearest, half);
            (-root).mul_add(root, libm::ldexp(a, 2 * half))
        }
        Rounded::Fma => fma_error([a, b, c], nearest),
    }
}

fn fma_error([a, b, c]: [f64; 3], nearest: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return c - nearest;
    }
    let ((x, ex), (y, ey)) = (libm::frexp(a), libm::frexp(b));
    let of_c = if c == 0.0 { i32::MIN / 2 } else { libm::frexp(c).1 };
    // Afterwards the greater of product and summand is near 1.
    let scale = -(ex + ey).max(of_c);
    let nearest = libm::ldexp(nearest, scale);
    // What lies below every digit of the others counts by its sign.
    let a = libm::ldexp(x, (ex + ey + scale).max(-600));
    let c = match c != 0.0 && of_c + scale < -600 {
        true => libm::ldexp(1.0, -600).copysign(c),
        false => libm::ldexp(c, scale),
    };
    let p = a * y;
    let (t, low) = two_sum(c, a.mul_add(y, -p));
    let (head, tail) = two_sum(p, t);
    ((head - nearest) + tail) + low
}

/// The rounded sum, and the rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let from_b = s - a;
    (s, (a - (s - from_b)) + (b - from_b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_op(op: Rounded, rounding: Rounding, args: [f32; 3]) -> f32 {
        rounding.apply(op, Ty::F32, args.map(f64::from)) as f32
    }

    #[test]
    fn directed_results_enclose_the_exact_one() {
        let third = |r| f32_op(Rounded::Div, r, [1.0, 3.0, 0.0]);
        assert!(third(Rounding::Down) < third(Rounding::Up));
        assert_eq!(third(Rounding::Zero), third(Rounding::Down));
        assert_eq!(f32_op(Rounded::Div, Rounding::Down, [-1.0, 3.0, 0.0]), -third(Rounding::Up));
        let root = |r| f32_op(Rounded::Sqrt, r, [2.0, 0.0, 0.0]);
        assert_eq!(root(Rounding::Up).to_bits() - root(Rounding::Down).to_bits(), 1);
        // An exact result is the same in every direction.
        assert_eq!(f32_op(Rounded::Add, Rounding::Up, [1.5, 0.25, 0.0]), 1.75);
        assert_eq!(f32_op(Rounded::Sqrt, Rounding::Up, [4.0, 0.0, 0.0]), 2.0);
        assert_eq!(f32_op(Rounded::Div, Rounding::Up, [1.0, 0.0, 0.0]), f32::INFINITY);
    }

    #[test]
    fn small_summands_and_overflow_count() {
        assert_eq!(f32_op(Rounded::Add, Rounding::Up, [1.0, 1e-30, 0.0]), 1.0 + f32::EPSILON);
        assert_eq!(f32_op(Rounded::Fma, Rounding::Down, [1.0, 1.0, -1e-30]), 1.0 - f32::EPSILON / 2.0);
        assert_eq!(f32_op(Rounded::Mul, Rounding::Zero, [f32::MAX, 2.0, 0.0]), f32::MAX);
        assert_eq!(Rounding::Up.apply(Rounded::Add, Ty::F64, [1.0, 1e-300, 0.0]), 1.0 + f64::EPSILON);
        assert_eq!(Rounding::Down.apply(Rounded::Fma, Ty::F64, [1.0, 1.0, -1e-300]), 1.0 - f64::EPSILON / 2.0);
    }

    #[test]
    fn results_too_small_for_the_type_keep_their_direction() {
        let op = |op, rounding: Rounding, args| rounding.apply(op, Ty::F64, args);
        let least = f64::from_bits(1);
        assert_eq!(op(Rounded::Mul, Rounding::Up, [1e-300, 1e-300, 0.0]), least);
        assert_eq!(op(Rounded::Mul, Rounding::Down, [1e-300, -1e-300, 0.0]), -least);
        assert_eq!(op(Rounded::Mul, Rounding::Down, [1e-300, 1e-300, 0.0]), 0.0);
        assert_eq!(op(Rounded::Div, Rounding::Up, [1e-300, 1e300, 0.0]), least);
        // Three halves of the least number.
        assert_eq!(op(Rounded::Div, Rounding::Down, [3.0 * least, 2.0, 0.0]), least);
        assert_eq!(op(Rounded::Div, Rounding::Up, [3.0 * least, 2.0, 0.0]), 2.0 * least);
        assert_eq!(op(Rounded::Fma, Rounding::Up, [1e-300, 1e-300, 0.0]), least);
        assert_eq!(op(Rounded::Fma, Rounding::Down, [1e-200, -1e-200, 1.0]), 1.0 - f64::EPSILON / 2.0);
        assert_eq!(op(Rounded::Fma, Rounding::Up, [1e-200, 1e-200, least]), 2.0 * least);
        let (down, up) = ([Rounding::Down, Rounding::Up].map(|r| op(Rounded::Sqrt, r, [3.0 * least, 0.0, 0.0]))).into();
        assert_eq!(f64::to_bits(up) - f64::to_bits(down), 1);
        // The product alone is too large for the type.
        assert_eq!(op(Rounded::Fma, Rounding::Up, [2.0, f64::MAX, -f64::MAX]), f64::MAX);
        let rest = -1e300 * f64::EPSILON;
        assert_eq!(op(Rounded::Fma, Rounding::Up, [1.0 + f64::EPSILON, 1e300, rest]), 1e300);
        let above = op(Rounded::Fma, Rounding::Up, [1.0, 1e300, 1e-300]);
        assert_eq!(above, neighbour(Ty::F64, 1e300, true));
        // Exact results are the same in all directions.
        assert_eq!(op(Rounded::Mul, Rounding::Up, [least, 4.0, 0.0]), 4.0 * least);
        assert_eq!(op(Rounded::Sqrt, Rounding::Up, [2f64.powi(-1072), 0.0, 0.0]), 2f64.powi(-536));
    }

    #[test]
    fn a_sum_of_nothing_has_the_sign_of_its_direction() {
        let sign = |op, rounding: Rounding, args| rounding.apply(op, Ty::F64, args).is_sign_negative();
        for direction in [Rounding::Nearest, Rounding::Up, Rounding::Zero] {
            assert!(!sign(Rounded::Add, direction, [1.0, -1.0, 0.0]));
        }
        assert!(sign(Rounded::Add, Rounding::Down, [1.0, -1.0, 0.0]));
        assert!(sign(Rounded::Sub, Rounding::Down, [0.0, 0.0, 0.0]));
        assert!(!sign(Rounded::Add, Rounding::Down, [0.0, 0.0, 0.0]));
        assert!(sign(Rounded::Fma, Rounding::Down, [2.0, 3.0, -6.0]));
        assert!(!sign(Rounded::Fma, Rounding::Down, [0.0, 3.0, 0.0]));
        assert!(sign(Rounded::Add, Rounding::Up, [-0.0, -0.0, 0.0]));
    }

    #[test]
    fn conversions_round_in_their_direction() {
        assert_eq!(Rounding::Zero.of_int(Ty::F32, (1 << 24) + 1), f64::from(1 << 24));
        assert_eq!(Rounding::Up.of_int(Ty::F32, (1 << 24) + 1), f64::from((1 << 24) + 2));
        assert_eq!(Rounding::Down.of_int(Ty::F32, -(1 << 24) - 1), -f64::from((1 << 24) + 2));
        assert!(Rounding::Up.of_float(Ty::F32, 0.1) > Rounding::Down.of_float(Ty::F32, 0.1));
    }
}
