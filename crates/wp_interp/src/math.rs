//! Pure functions known by name.
//!
//! Integer functions are exact, as are float functions that IEEE 754 defines, in the direction of rounding that their
//! name states. The others are evaluated in double precision by a library that is the same on every machine, and
//! rounded once; [`crate::accuracy`] bounds the error of a device's result. The value of an unknown function is
//! determined by its name and arguments, and the caller records it.

use crate::float::{from_f64, to_f64};
use crate::ops::wrap;
use crate::random::mix;
use crate::rounding::{Rounded, Rounding};
use crate::value::Ty;

macro_rules! functions {
    ($($variant:ident = $($name:literal)|+;)*) => {
        /// A known function.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Fun { $($variant,)* Unknown(u64) }

        fn lookup(name: &str) -> Option<Fun> {
            match name { $($($name)|+ => Some(Fun::$variant),)* _ => None }
        }
    };
}

functions! {
    Sqrt = "sqrt"; Rsqrt = "rsqrt"; Cbrt = "cbrt"; Exp = "exp"; Exp2 = "exp2"; Exp10 = "exp10"; Expm1 = "expm1";
    Log = "log"; Log2 = "log2"; Log10 = "log10"; Log1p = "log1p";
    Sin = "sin"; Cos = "cos"; Tan = "tan"; Asin = "asin"; Acos = "acos"; Atan = "atan"; Atan2 = "atan2";
    Sinh = "sinh"; Cosh = "cosh"; Tanh = "tanh"; Asinh = "asinh"; Acosh = "acosh"; Atanh = "atanh";
    SinPi = "sinpi"; CosPi = "cospi"; Erf = "erf"; Erfc = "erfc"; Tgamma = "tgamma"; Convert = "int2float" | "uint2float" |
        "ll2float" | "ull2float" | "int2double" | "uint2double" | "ll2double" | "ull2double" | "double2float";
    Add = "fadd" | "dadd"; Sub = "fsub" | "dsub"; Mul = "fmul" | "dmul";
    Pow = "pow" | "pown" | "powi"; Powr = "powr"; Hypot = "hypot"; Fabs = "fabs"; Floor = "floor"; Ceil = "ceil"; Trunc = "trunc";
    Rint = "rint" | "nearbyint"; Round = "round"; Fmin = "fmin"; Fmax = "fmax"; Fmod = "fmod"; Fdim = "fdim";
    CopySign = "copysign"; Fma = "fma" | "mad" | "fmaf"; Recip = "rcp" | "recip" | "frcp" | "drcp"; Fdivide = "fdivide" | "divide" | "fdiv" | "ddiv";
    FastDivide = "fdividef";
    Saturate = "saturate"; Mix = "mix" | "lerp"; Step = "step"; Sign = "sign"; Degrees = "degrees"; Radians = "radians";
    IsNan = "isnan"; IsInf = "isinf"; IsFinite = "isfinite"; SignBit = "signbit"; Ldexp = "ldexp";
    Min = "min"; Max = "max"; Abs = "abs" | "llabs" | "labs"; Clamp = "clamp";
    Mul24 = "mul24" | "umul24"; Mad24 = "mad24" | "umad24";
    MulHi = "mulhi" | "mul_hi" | "umulhi" | "mul64hi" | "umul64hi";
    MadHi = "mad_hi"; Popc = "popc" | "popcll" | "popcount"; Clz = "clz" | "clzll"; Ctz = "ctz";
    Ffs = "ffs" | "ffsll"; Brev = "brev" | "brevll"; Rotate = "rotate"; AbsDiff = "abs_diff"; Sad = "sad" | "usad";
    HAdd = "hadd" | "uhadd"; RHAdd = "rhadd" | "urhadd"; AddSat = "add_sat"; SubSat = "sub_sat";
    BitSelect = "bitselect"; BytePerm = "byte_perm"; FunnelLeft = "funnelshift_l"; FunnelRight = "funnelshift_r";
    FunnelLeftClamped = "funnelshift_lc"; FunnelRightClamped = "funnelshift_rc";
}

/// A function in a direction of rounding, which few functions have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Function {
    pub fun: Fun,
    pub rounding: Rounding,
}

impl Function {
    /// The function of a name, see [`Fun::named`], in the direction that its suffix asks for.
    pub fn named(name: &str) -> Function {
        Function { fun: Fun::named(name), rounding: Rounding::of_name(name).1 }
    }
}

impl Fun {
    /// The function of a name; leading underscores, `native_`, `half_` and a trailing `f` or rounding suffix are ignored.
    pub fn named(name: &str) -> Fun {
        let base = name.trim_start_matches('_');
        let base = base.strip_prefix("native_").or_else(|| base.strip_prefix("half_")).unwrap_or(base);
        let (base, _) = Rounding::of_name(base);
        // The forms with a direction begin with the letter of their type: `__fsqrt_rn`, `__dsqrt_rn`.
        let of_type = || base.strip_prefix(['f', 'd']).filter(|b| matches!(*b, "sqrt" | "rsqrt")).and_then(lookup);
        if base == "fdividef" && !name.starts_with("__") {
            return Fun::Fdivide;
        }
        lookup(base)
            .or_else(|| base.strip_suffix('f').and_then(lookup))
            .or_else(of_type)
            .unwrap_or_else(|| Fun::Unknown(name.bytes().fold(0xcbf2_9ce4, |h, b| mix(h, u64::from(b)))))
    }
}

/// Applies a function, in a direction of rounding where it has one; `None` when it is not known for these types.
pub fn apply(Function { fun, rounding }: Function, ty: Ty, args: &[(u64, Ty)]) -> Option<u64> {
    let float_args = args.iter().any(|(_, t)| t.is_float());
    if fun == Fun::Convert {
        let &(bits, from) = args.first().filter(|_| ty.is_float())?;
        let value = match (from.is_float(), from.signed()) {
            (true, _) => rounding.of_float(ty, to_f64(from, bits)),
            (false, true) => rounding.of_int(ty, i128::from(bits as i64)),
            (false, false) => rounding.of_int(ty, i128::from(bits)),
        };
        return Some(from_f64(ty, value));
    }
    if ty.is_float() || float_args {
        float_function(fun, rounding, ty, args)
    } else {
        int_function(fun, ty, args)
    }
}

/// The value of an unknown function, or of one that is an input of the kernel and so depends on the seed.
pub fn unknown(seed: u64, fun: Fun, ty: Ty, args: &[(u64, Ty)]) -> u64 {
    let name = match fun {
        Fun::Unknown(hash) => hash,
        _ => 1,
    };
    let hash = args.iter().fold(mix(seed, name), |h, (v, _)| mix(h, *v));
    crate::random::small(ty, hash)
}

fn float_function(fun: Fun, rounding: Rounding, ty: Ty, args: &[(u64, Ty)]) -> Option<u64> {
    let number = |i: usize| -> Option<f64> {
        let &(bits, t) = args.get(i)?;
        Some(if t.is_float() {
            to_f64(t, bits)
        } else if t.signed() {
            bits as i64 as f64
        } else {
            bits as f64
        })
    };
    let x = number(0)?;
    let exact = |op, operands| ty.is_float().then(|| from_f64(ty, rounding.apply(op, ty, operands)));
    let value = match fun {
        Fun::Sqrt => return exact(Rounded::Sqrt, [x, 0.0, 0.0]),
        Fun::Add => return exact(Rounded::Add, [x, number(1)?, 0.0]),
        Fun::Sub => return exact(Rounded::Sub, [x, number(1)?, 0.0]),
        Fun::Mul => return exact(Rounded::Mul, [x, number(1)?, 0.0]),
        Fun::Fdivide => return exact(Rounded::Div, [x, number(1)?, 0.0]),
        Fun::Recip => return exact(Rounded::Div, [1.0, x, 0.0]),
        Fun::Fma => return exact(Rounded::Fma, [x, number(1)?, number(2)?]),
        // Documented: 0 for divisors above 2^126.
        Fun::FastDivide if number(1)?.abs() > 2f64.powi(126) && number(1)?.is_finite() => match x.is_infinite() {
            true => f64::NAN,
            false => 0.0,
        },
        Fun::FastDivide => x / number(1)?,
        Fun::Rsqrt => 1.0 / x.sqrt(),
        Fun::Cbrt => libm::cbrt(x),
        Fun::Exp => libm::exp(x),
        Fun::Exp2 => libm::exp2(x),
        Fun::Exp10 => libm::exp10(x),
        Fun::Expm1 => libm::expm1(x),
        Fun::Log => libm::log(x),
        Fun::Log2 => libm::log2(x),
        Fun::Log10 => libm::log10(x),
        Fun::Log1p => libm::log1p(x),
        Fun::Sin => libm::sin(x),
        Fun::Cos => libm::cos(x),
        Fun::Tan => libm::tan(x),
        Fun::Asin => libm::asin(x),
        Fun::Acos => libm::acos(x),
        Fun::Atan => libm::atan(x),
        Fun::Atan2 => libm::atan2(x, number(1)?),
        Fun::Sinh => libm::sinh(x),
        Fun::Cosh => libm::cosh(x),
        Fun::Tanh => libm::tanh(x),
        Fun::Asinh => libm::asinh(x),
        Fun::Acosh => libm::acosh(x),
        Fun::Atanh => libm::atanh(x),
        Fun::Erf => libm::erf(x),
        Fun::Erfc => libm::erfc(x),
        Fun::Tgamma => libm::tgamma(x),
        Fun::SinPi => sin_pi(x),
        Fun::CosPi => cos_pi(x),
        Fun::Powr if x < 0.0 || x.is_nan() => f64::NAN,
        // Unlike `pow`, undefined where the laws of exponents contradict each other.
        Fun::Powr if number(1)?.is_nan() => f64::NAN,
        Fun::Powr if number(1)? == 0.0 && (x == 0.0 || x.is_infinite()) => f64::NAN,
        Fun::Powr if x == 1.0 && number(1)?.is_infinite() => f64::NAN,
        Fun::Pow | Fun::Powr => libm::pow(x, number(1)?),
        Fun::Hypot => libm::hypot(x, number(1)?),
        Fun::Fabs | Fun::Abs => x.abs(),
        Fun::Floor => x.floor(),
        Fun::Ceil => x.ceil(),
        Fun::Trunc => x.trunc(),
        Fun::Rint => x.round_ties_even(),
        Fun::Round => x.round(),
        Fun::Fmin | Fun::Min => x.min(number(1)?),
        Fun::Fmax | Fun::Max => x.max(number(1)?),
        Fun::Clamp => x.max(number(1)?).min(number(2)?),
        Fun::Fmod => x % number(1)?,
        Fun::Fdim if x.is_nan() || number(1)?.is_nan() => f64::NAN,
        Fun::Fdim if x <= number(1)? => 0.0,
        Fun::Fdim => x - number(1)?,
        Fun::CopySign => x.copysign(number(1)?),
        // Positive zero for both zeros (CUDA Math API, `__saturatef`).
        Fun::Saturate if x.is_nan() || x <= 0.0 => 0.0,
        Fun::Saturate => x.min(1.0),
        Fun::Mix => x + (number(1)? - x) * number(2)?,
        Fun::Step => f64::from(u8::from(number(1)? >= x)),
        Fun::Sign if x == 0.0 || x.is_nan() => 0.0,
        Fun::Sign => x.signum(),
        Fun::Degrees => x.to_degrees(),
        Fun::Radians => x.to_radians(),
        Fun::Ldexp => libm::ldexp(x, number(1)?.clamp(-5000.0, 5000.0) as i32),
        Fun::IsNan | Fun::IsInf | Fun::IsFinite | Fun::SignBit => {
            let holds = match fun {
                Fun::IsNan => x.is_nan(),
                Fun::IsInf => x.is_infinite(),
                Fun::IsFinite => x.is_finite(),
                _ => x.is_sign_negative(),
            };
            return (!ty.is_float()).then_some(u64::from(holds));
        }
        _ => return None,
    };
    ty.is_float().then(|| from_f64(ty, value))
}

/// `sin(pi * x)`: exact at multiples of one half.
fn sin_pi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    // The remainder is exact, so that multiples of pi do not lose their distance to zero.
    let r = x % 2.0;
    let folded = match r.abs() {
        r if r <= 0.5 => r,
        r if r <= 1.5 => 1.0 - r,
        r => r - 2.0,
    };
    match folded {
        0.0 => 0.0f64.copysign(x),
        0.5 => 1f64.copysign(x),
        -0.5 => -(1f64.copysign(x)),
        f => libm::sin(f * std::f64::consts::PI) * x.signum(),
    }
}

/// `cos(pi * x)`: exact at multiples of one half.
fn cos_pi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let r = (x % 2.0).abs();
    if r == 0.5 || r == 1.5 {
        return 0.0;
    }
    sin_pi(r + 0.5)
}

fn int_function(fun: Fun, ty: Ty, args: &[(u64, Ty)]) -> Option<u64> {
    let cell = |i: usize| args.get(i).map(|a| a.0);
    let &(a, at) = args.first()?;
    let number = |i: usize| -> Option<i128> {
        let &(v, t) = args.get(i)?;
        Some(if t.signed() { i128::from(v as i64) } else { i128::from(v) })
    };
    let x = number(0)?;
    let bits = at.bits();
    let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let plain = a & mask;
    let saturate = |v: i128| match (ty.signed(), ty.bits()) {
        (true, n) => v.clamp(-(1i128 << (n - 1)), (1i128 << (n - 1)) - 1),
        (false, n) => v.clamp(0, (1i128 << n) - 1),
    };
    let low24 = |v: u64| if ty.signed() { ((v << 40) as i64 >> 40) as u64 } else { v & 0xff_ffff };
    let value: i128 = match fun {
        Fun::Min => x.min(number(1)?),
        Fun::Max => x.max(number(1)?),
        Fun::Abs | Fun::Fabs => x.abs(),
        Fun::Clamp => x.max(number(1)?).min(number(2)?),
        Fun::Sign => x.signum(),
        Fun::Mul24 => i128::from(low24(a).wrapping_mul(low24(cell(1)?)) as i64),
        Fun::Mad24 => i128::from(low24(a).wrapping_mul(low24(cell(1)?)).wrapping_add(cell(2)?) as i64),
        Fun::MulHi | Fun::MadHi => {
            let high = if at.signed() {
                (x * number(1)?) >> bits
            } else {
                ((u128::from(a) * u128::from(cell(1)?)) >> bits) as i128
            };
            high + if fun == Fun::MadHi { number(2)? } else { 0 }
        }
        Fun::Fma => i128::from(a.wrapping_mul(cell(1)?).wrapping_add(cell(2)?) as i64),
        Fun::Popc => i128::from(plain.count_ones()),
        Fun::Clz => i128::from(plain.leading_zeros() + bits) - 64,
        Fun::Ctz if plain == 0 => i128::from(bits),
        Fun::Ctz => i128::from(plain.trailing_zeros()),
        Fun::Ffs if plain == 0 => 0,
        Fun::Ffs => i128::from(plain.trailing_zeros() + 1),
        Fun::Brev => i128::from((plain.reverse_bits() >> (64 - bits)) as i64),
        Fun::Rotate => {
            let by = (cell(1)? % u64::from(bits)) as u32;
            let rotated = if by == 0 { plain } else { plain << by | plain >> (bits - by) };
            i128::from(rotated as i64)
        }
        Fun::AbsDiff => (x - number(1)?).abs(),
        Fun::Sad => (x - number(1)?).abs() + number(2)?,
        Fun::HAdd => (x + number(1)?) >> 1,
        Fun::RHAdd => (x + number(1)? + 1) >> 1,
        Fun::AddSat => saturate(x + number(1)?),
        Fun::SubSat => saturate(x - number(1)?),
        Fun::BitSelect => {
            let c = cell(2)?;
            i128::from(((a & !c) | (cell(1)? & c)) as i64)
        }
        Fun::FunnelLeft | Fun::FunnelRight | Fun::FunnelLeftClamped | Fun::FunnelRightClamped => {
            let both = (cell(0)? & 0xffff_ffff) | cell(1)? << 32;
            let amount = cell(2)? & 0xffff_ffff;
            let amount = match fun {
                Fun::FunnelLeft | Fun::FunnelRight => amount % 32,
                _ => amount.min(32),
            };
            i128::from(match fun {
                Fun::FunnelLeft | Fun::FunnelLeftClamped => both << amount >> 32,
                _ => both >> amount & 0xffff_ffff,
            })
        }
        Fun::BytePerm => {
            let bytes = (cell(0)? & 0xffff_ffff) | cell(1)? << 32;
            let selector = cell(2)?;
            let pick = |i: u64| (bytes >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
            i128::from((0..4).map(pick).sum::<u64>() as i64)
        }
        _ => return None,
    };
    Some(wrap(ty, value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: &str, ty: Ty, args: &[u64]) -> u64 {
        let args: Vec<_> = args.iter().map(|&a| (wrap(ty, a), ty)).collect();
        apply(Function::named(name), ty, &args).unwrap()
    }

    #[test]
    fn bit_functions() {
        assert_eq!(int("clz", Ty::I32, &[1]), 31);
        assert_eq!(int("clz", Ty::U32, &[0]), 32);
        assert_eq!(int("__popc", Ty::U32, &[0xff00]), 8);
        assert_eq!(int("ffs", Ty::I32, &[8]), 4);
        assert_eq!(int("brev", Ty::U32, &[1]), 1 << 31);
        assert_eq!(int("mulhi", Ty::U32, &[1 << 31, 4]), 2);
        assert_eq!(int("mulhi", Ty::I32, &[-1i64 as u64, 4]), -1i64 as u64);
        assert_eq!(int("rotate", Ty::U32, &[0x8000_0001, 1]), 3);
        let words = [0x89ab_cdef, 0x0123_4567];
        let funnel = |name, amount| int(name, Ty::U32, &[words[0], words[1], amount]);
        assert_eq!((funnel("funnelshift_l", 8), funnel("funnelshift_r", 8)), (0x2345_6789, 0x6789_abcd));
        assert_eq!((funnel("funnelshift_l", 32), funnel("funnelshift_r", 32)), (words[1], words[0]));
        assert_eq!((funnel("funnelshift_lc", 40), funnel("funnelshift_rc", 40)), (words[0], words[1]));
        assert_eq!(int("byte_perm", Ty::U32, &[0x0302_0100, 0x0706_0504, 0x7531]), 0x0705_0301);
    }

    fn float(name: &str, args: &[f64]) -> f64 {
        let args: Vec<_> = args.iter().map(|&a| (from_f64(Ty::F64, a), Ty::F64)).collect();
        to_f64(Ty::F64, apply(Function::named(name), Ty::F64, &args).unwrap())
    }

    #[test]
    fn float_functions() {
        let two = u64::from(2f32.to_bits());
        let four = u64::from(4f32.to_bits());
        let known = |name| apply(Function::named(name), Ty::F32, &[(four, Ty::F32)]);
        assert_eq!(known("sqrtf"), Some(two));
        assert_eq!(known("frobnicate"), None);
        assert_eq!(float("ldexp", &[1e-300, 1100.0]), 1e-300 * 2f64.powi(1000) * 2f64.powi(100));
        assert!(float("powr", &[-2.0, 2.0]).is_nan());
        assert_eq!(float("pow", &[-2.0, 2.0]), 4.0);
        assert!(float("fdim", &[f64::NAN, 1.0]).is_nan() && float("fdim", &[1.0, f64::NAN]).is_nan());
        assert_eq!(float("fdim", &[f64::INFINITY, f64::INFINITY]), 0.0);
        assert_eq!((float("fdim", &[3.0, 1.0]), float("fdim", &[1.0, 3.0])), (2.0, 0.0));
        assert!(float("__ddiv_rd", &[1.0, 3.0]) < float("__ddiv_ru", &[1.0, 3.0]));
        assert_eq!(float("__drcp_rz", &[3.0]), float("__ddiv_rd", &[1.0, 3.0]));
    }

    #[test]
    fn functions_of_multiples_of_pi_are_exact_at_halves() {
        for n in -8i32..=8 {
            let x = f64::from(n);
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            assert_eq!(float("sinpi", &[x]), 0.0);
            assert_eq!(float("cospi", &[x]), sign);
            assert_eq!(float("sinpi", &[x + 0.5]), sign);
            assert_eq!(float("cospi", &[x + 0.5]), 0.0);
            let quarter = std::f64::consts::FRAC_1_SQRT_2;
            assert!((float("sinpi", &[x + 0.25]) - sign * quarter).abs() < 1e-15, "{x}");
            assert!((float("cospi", &[x + 0.25]) - sign * quarter).abs() < 1e-15, "{x}");
        }
    }
}
