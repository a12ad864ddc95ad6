//! The errors of float functions on a device, as the languages' documents bound them.
//!
//! CUDA: the tables of the programming guide, the greatest error of any version. OpenCL: the tables of relative errors
//! of the full profile; single precision divides and takes roots inexactly there. Over-approximate: bounds are rounded
//! up, and cover the error of the run's own evaluation.

use crate::float::{from_f64, to_f64};
use crate::math::Fun;
use crate::rounding::neighbour;
use crate::value::Ty;
use wp_kir::Dialect;

/// A bound on the distance of a device's result from that of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Accuracy {
    /// The results are equal.
    Exact,
    /// Units in the last place.
    Ulps(u32),
    /// Units in the last place, as many as this and this often the magnitude of the operand.
    UlpsOfOperand(u32, f64),
    /// An absolute error for operands of at most this magnitude, and none is stated for others.
    Absolute(f64, f64),
    /// No bound is stated.
    Unknown,
}

/// The accuracy of a function by its name in the kernel IR.
pub fn accuracy(name: &str, fun: Fun, ty: Ty, dialect: Dialect) -> Accuracy {
    let is_opencl = dialect == Dialect::OpenCl;
    if !ty.is_float() {
        return Accuracy::Exact;
    }
    if name.starts_with("native_") {
        return Accuracy::Unknown;
    }
    if name.starts_with("half_") {
        return Accuracy::Ulps(8192);
    }
    match name {
        "__sinf" | "__cosf" => return Accuracy::Absolute(2f64.powi(-20), std::f64::consts::PI),
        "__tanf" | "__powf" => return Accuracy::Unknown,
        "__expf" => return Accuracy::UlpsOfOperand(3, 1.173),
        "__exp10f" => return Accuracy::UlpsOfOperand(3, 2.97),
        // In 0.5..=2 the error is absolute, which the units in the last place near 1 do not bound.
        "__logf" | "__log2f" | "__log10f" => return Accuracy::Unknown,
        _ => {}
    }
    match fun {
        Fun::Sqrt | Fun::Fdivide | Fun::Recip if is_opencl && ty == Ty::F32 => Accuracy::Ulps(4),
        Fun::Mix => Accuracy::Unknown,
        Fun::Degrees | Fun::Radians | Fun::FastDivide => Accuracy::Ulps(3),
        Fun::Rsqrt | Fun::Cbrt | Fun::Log1p => Accuracy::Ulps(3),
        Fun::Exp | Fun::Exp2 | Fun::Exp10 | Fun::Expm1 | Fun::Log | Fun::Log2 | Fun::Log10 => Accuracy::Ulps(5),
        Fun::Sin | Fun::Cos | Fun::SinPi | Fun::CosPi | Fun::Asin | Fun::Acos | Fun::Hypot => Accuracy::Ulps(5),
        Fun::Tan | Fun::Atan | Fun::Sinh | Fun::Cosh | Fun::Tanh | Fun::Asinh | Fun::Acosh | Fun::Atanh => {
            Accuracy::Ulps(6)
        }
        Fun::Atan2 => Accuracy::Ulps(7),
        Fun::Pow | Fun::Powr | Fun::Erf | Fun::Erfc | Fun::Tgamma => Accuracy::Ulps(18),
        _ => Accuracy::Exact,
    }
}

impl Accuracy {
    /// The least and the greatest result on a device where the run has `value` for operands `x` and `y` (the second, if
    /// any); `None` where nothing bounds it.
    pub fn range(self, fun: Fun, ty: Ty, value: f64, (x, y): (f64, Option<f64>)) -> Option<(f64, f64)> {
        if self == Accuracy::Unknown {
            return None;
        }
        if self == Accuracy::Exact || is_special(fun, value, x, y) {
            return Some((value, value));
        }
        // The bound of the fast division is stated for divisors that are normal numbers.
        if fun == Fun::FastDivide && y.is_some_and(|y| y.abs() < 2f64.powi(-126)) {
            return None;
        }
        let ulps = match self {
            Accuracy::Exact => return Some((value, value)),
            Accuracy::Ulps(n) => f64::from(n),
            Accuracy::UlpsOfOperand(n, factor) => f64::from(n) + (factor * x.abs()).floor(),
            Accuracy::Absolute(error, greatest) => {
                return (x.abs() <= greatest).then(|| {
                    let out = |v: f64| to_f64(ty, from_f64(ty, v));
                    (neighbour(ty, out(value - error), false), neighbour(ty, out(value + error), true))
                });
            }
            Accuracy::Unknown => return None,
        };
        if ulps > 65536.0 {
            return None;
        }
        if value.is_infinite() {
            // An overflow: the greatest finite values are as near.
            let mut finite = value;
            (0..ulps as u32 + 1).for_each(|_| finite = neighbour(ty, finite, value < 0.0));
            return Some((finite.min(value), finite.max(value)));
        }
        let (mut low, mut high) = (value, value);
        for _ in 0..ulps as u32 {
            low = neighbour(ty, low, false);
            high = neighbour(ty, high, true);
        }
        // Results do not leave the range of the function by an error.
        let (least, greatest) = match fun {
            Fun::Sin | Fun::Cos | Fun::SinPi | Fun::CosPi | Fun::Tanh | Fun::Erf => (-1.0, 1.0),
            Fun::Exp | Fun::Exp2 | Fun::Exp10 | Fun::Rsqrt | Fun::Hypot | Fun::Powr | Fun::Sqrt => (0.0, f64::INFINITY),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        Some((low.max(least).min(value), high.min(greatest).max(value)))
    }
}

/// True if the languages state the result itself.
fn is_special(fun: Fun, value: f64, x: f64, y: Option<f64>) -> bool {
    if value.is_nan() || !x.is_finite() || y.is_some_and(|y| !y.is_finite()) {
        return true;
    }
    match fun {
        Fun::Log | Fun::Log2 | Fun::Log10 => x == 1.0 || x == 0.0,
        Fun::Acos | Fun::Acosh => x == 1.0,
        Fun::Atan2 => x == 0.0 && y.is_some_and(|y| y > 0.0),
        Fun::Pow | Fun::Powr => x == 1.0 || x == 0.0 || y == Some(0.0),
        Fun::SinPi | Fun::CosPi => (2.0 * x).fract() == 0.0,
        Fun::Hypot | Fun::Fdivide => value == 0.0 && x == 0.0,
        // For divisors above 2^126 the result is stated, and it is 0.
        Fun::FastDivide => value == 0.0 && y.is_some_and(|y| y.abs() > 2f64.powi(126)),
        Fun::Erfc => false,
        _ => x == 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(name: &str, ty: Ty, value: f64, x: f64) -> Option<(f64, f64)> {
        let fun = Fun::named(name);
        accuracy(name, fun, ty, Dialect::Cuda).range(fun, ty, value, (x, None))
    }

    #[test]
    fn documented_values_are_exact_and_others_are_ranges() {
        assert_eq!(range("sqrt", Ty::F32, 2.0, 4.0), Some((2.0, 2.0)));
        assert_eq!(range("exp", Ty::F32, 1.0, 0.0), Some((1.0, 1.0)));
        let (low, high) = range("exp", Ty::F32, f64::from(1f32.exp()), 1.0).unwrap();
        assert!(low < 1f64.exp() && 1f64.exp() < high);
        let (low, high) = range("__sinf", Ty::F32, f64::from(0.5f32.sin()), 0.5).unwrap();
        assert!(low < 0.5f64.sin() - 4e-7 && 0.5f64.sin() + 4e-7 < high);
        assert_eq!(range("__sinf", Ty::F32, 0.0, 100.0), None);
        assert_eq!(range("exp", Ty::F32, f64::INFINITY, 89.0).map(|r| r.1), Some(f64::INFINITY));
        // `exp2(y * log2(x))` is no number where 0 and infinity meet, which `pow` gives 1.
        let pow = Fun::named("__powf");
        assert_eq!(accuracy("__powf", pow, Ty::F32, Dialect::Cuda).range(pow, Ty::F32, 1.0, (0.0, Some(0.0))), None);
        let divide = |y: f64, value: f64| {
            let fun = Fun::named("__fdividef");
            accuracy("__fdividef", fun, Ty::F32, Dialect::Cuda).range(fun, Ty::F32, value, (3.0, Some(y)))
        };
        assert_eq!((divide(2f64.powi(127), 0.0), divide(1e-40, f64::INFINITY)), (Some((0.0, 0.0)), None));
        assert!(divide(2.0, 1.5).is_some_and(|(low, high)| low < 1.5 && 1.5 < high));
        // Division is exact in CUDA, and in OpenCL not.
        let of_opencl = accuracy("fdivide", Fun::Fdivide, Ty::F32, Dialect::OpenCl);
        assert_eq!(of_opencl, Accuracy::Ulps(4));
    }
}
