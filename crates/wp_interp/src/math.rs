//! Pure functions known by name.
//!
//! Integer functions are exact. Float functions use the host's library in double precision and round once; their last bit may
//! differ from a device's. An unknown name gives a value determined by name and arguments and is recorded by the caller.

use crate::code::Ty;
use crate::float::{from_f64, to_f64};
use crate::memory::mix;
use crate::ops::wrap;

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
    SinPi = "sinpi"; CosPi = "cospi";
    Pow = "pow" | "powr" | "pown" | "powi"; Hypot = "hypot"; Fabs = "fabs"; Floor = "floor"; Ceil = "ceil"; Trunc = "trunc";
    Rint = "rint" | "nearbyint"; Round = "round"; Fmin = "fmin"; Fmax = "fmax"; Fmod = "fmod"; Fdim = "fdim";
    CopySign = "copysign"; Fma = "fma" | "mad"; Recip = "rcp" | "recip"; Fdivide = "fdivide" | "divide" | "fdiv";
    Saturate = "saturate"; Mix = "mix" | "lerp"; Step = "step"; Sign = "sign"; Degrees = "degrees"; Radians = "radians";
    IsNan = "isnan"; IsInf = "isinf"; IsFinite = "isfinite"; SignBit = "signbit"; Ldexp = "ldexp";
    Min = "min"; Max = "max"; Abs = "abs" | "llabs" | "labs"; Clamp = "clamp";
    Mul24 = "mul24" | "umul24"; Mad24 = "mad24" | "umad24";
    MulHi = "mulhi" | "mul_hi" | "umulhi" | "mul64hi" | "umul64hi";
    MadHi = "mad_hi"; Popc = "popc" | "popcll" | "popcount"; Clz = "clz" | "clzll"; Ctz = "ctz";
    Ffs = "ffs" | "ffsll"; Brev = "brev" | "brevll"; Rotate = "rotate"; AbsDiff = "abs_diff"; Sad = "sad" | "usad";
    HAdd = "hadd" | "uhadd"; RHAdd = "rhadd" | "urhadd"; AddSat = "add_sat"; SubSat = "sub_sat";
    BitSelect = "bitselect"; BytePerm = "byte_perm";
}

impl Fun {
    /// The function of a name; leading underscores, `native_`, `half_` and a trailing `f` or rounding suffix are ignored.
    pub fn named(name: &str) -> Fun {
        let base = name.trim_start_matches('_');
        let base = base.strip_prefix("native_").or_else(|| base.strip_prefix("half_")).unwrap_or(base);
        let base = ["_rn", "_rz", "_ru", "_rd"].iter().find_map(|s| base.strip_suffix(s)).unwrap_or(base);
        lookup(base)
            .or_else(|| base.strip_suffix('f').and_then(lookup))
            .unwrap_or_else(|| Fun::Unknown(name.bytes().fold(0xcbf2_9ce4, |h, b| mix(h, u64::from(b)))))
    }
}

/// Applies a function; `None` when it is not known for these types.
pub fn apply(fun: Fun, ty: Ty, args: &[(u64, Ty)]) -> Option<u64> {
    let float_args = args.iter().any(|(_, t)| t.is_float());
    if ty.is_float() || float_args {
        float_function(fun, ty, args)
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
    crate::memory::small(ty, hash)
}

fn float_function(fun: Fun, ty: Ty, args: &[(u64, Ty)]) -> Option<u64> {
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
    let value = match fun {
        Fun::Sqrt => x.sqrt(),
        Fun::Rsqrt => 1.0 / x.sqrt(),
        Fun::Cbrt => x.cbrt(),
        Fun::Exp => x.exp(),
        Fun::Exp2 => x.exp2(),
        Fun::Exp10 => 10f64.powf(x),
        Fun::Expm1 => x.exp_m1(),
        Fun::Log => x.ln(),
        Fun::Log2 => x.log2(),
        Fun::Log10 => x.log10(),
        Fun::Log1p => x.ln_1p(),
        Fun::Sin => x.sin(),
        Fun::Cos => x.cos(),
        Fun::Tan => x.tan(),
        Fun::Asin => x.asin(),
        Fun::Acos => x.acos(),
        Fun::Atan => x.atan(),
        Fun::Atan2 => x.atan2(number(1)?),
        Fun::Sinh => x.sinh(),
        Fun::Cosh => x.cosh(),
        Fun::Tanh => x.tanh(),
        Fun::Asinh => x.asinh(),
        Fun::Acosh => x.acosh(),
        Fun::Atanh => x.atanh(),
        Fun::SinPi => (x * std::f64::consts::PI).sin(),
        Fun::CosPi => (x * std::f64::consts::PI).cos(),
        Fun::Pow => x.powf(number(1)?),
        Fun::Hypot => x.hypot(number(1)?),
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
        Fun::Fdim => (x - number(1)?).max(0.0),
        Fun::CopySign => x.copysign(number(1)?),
        Fun::Fma if ty == Ty::F32 => {
            return Some(u64::from((x as f32).mul_add(number(1)? as f32, number(2)? as f32).to_bits()))
        }
        Fun::Fma => x.mul_add(number(1)?, number(2)?),
        Fun::Recip => 1.0 / x,
        Fun::Fdivide => x / number(1)?,
        Fun::Saturate if x.is_nan() => 0.0,
        Fun::Saturate => x.clamp(0.0, 1.0),
        Fun::Mix => x + (number(1)? - x) * number(2)?,
        Fun::Step => f64::from(u8::from(number(1)? >= x)),
        Fun::Sign if x == 0.0 || x.is_nan() => 0.0,
        Fun::Sign => x.signum(),
        Fun::Degrees => x.to_degrees(),
        Fun::Radians => x.to_radians(),
        Fun::Ldexp => x * number(1)?.exp2(),
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
        apply(Fun::named(name), ty, &args).unwrap()
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
        assert_eq!(int("byte_perm", Ty::U32, &[0x0302_0100, 0x0706_0504, 0x7531]), 0x0705_0301);
    }

    #[test]
    fn float_functions() {
        let two = u64::from(2f32.to_bits());
        let four = u64::from(4f32.to_bits());
        assert_eq!(apply(Fun::named("sqrtf"), Ty::F32, &[(four, Ty::F32)]), Some(two));
        assert_eq!(apply(Fun::named("frobnicate"), Ty::F32, &[(four, Ty::F32)]), None);
    }
}
