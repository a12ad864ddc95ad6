//! Float operations in the floating-point theory of SMT-LIB, and float values of models.
//!
//! Exact for the IEEE-754 operations, rounding to nearest even, up to the payload of a NaN (the theory has one NaN).
//! What C leaves undefined (conversion of a value that does not fit) is left open, and so is which zero is the lesser
//! one. Other operations stay uninterpreted.

use crate::sexpr::Sexpr;
use wp_logic::{Func, Sort};

/// True if a symbol computes with floats, so that leaving it uninterpreted allows too much. Reading an array of floats
/// at an integer index does not.
pub(crate) fn is_operation(func: &Func) -> bool {
    func.args.iter().any(|s| matches!(s, Sort::Float(_))) || (&*func.name == "i2f" && !func.args.is_empty())
}

/// Bits of exponent and significand (with the hidden bit).
fn format_of(bits: u8) -> (u32, u32) {
    match bits {
        16 => (5, 11),
        32 => (8, 24),
        _ => (11, 53),
    }
}

/// The sort.
pub(crate) fn sort_name(bits: u8) -> &'static str {
    match bits {
        16 => "(_ FloatingPoint 5 11)",
        32 => "(_ FloatingPoint 8 24)",
        _ => "(_ FloatingPoint 11 53)",
    }
}

/// The constant with this bit pattern.
pub(crate) fn constant(bits: u8, value: u64) -> String {
    let (exponent, significand) = format_of(bits);
    let width = (exponent + significand) as usize;
    let pattern = format!("{value:0width$b}");
    let pattern = &pattern[pattern.len() - width..];
    let (sign, rest) = pattern.split_at(1);
    let (power, fraction) = rest.split_at(exponent as usize);
    if !power.contains('0') && fraction.contains('1') {
        return format!("(_ NaN {exponent} {significand})");
    }
    format!("(fp #b{sign} #b{power} #b{fraction})")
}

/// The application as an operation of the theory, if its meaning is known.
pub(crate) fn operation(func: &Func, sorts: &[Sort], args: &[String]) -> Option<String> {
    let floats = sorts.iter().all(|s| matches!(s, Sort::Float(_)));
    let rounded = |op: &str| format!("({op} RNE {})", args.join(" "));
    let plain = |op: &str| format!("({op} {})", args.join(" "));
    Some(match (&*func.name, args, floats) {
        ("fadd", [_, _], true) => rounded("fp.add"),
        ("fsub", [_, _], true) => rounded("fp.sub"),
        ("fmul", [_, _], true) => rounded("fp.mul"),
        ("fdiv", [_, _], true) => rounded("fp.div"),
        ("fneg", [_], true) => plain("fp.neg"),
        ("flt", [_, _], true) => plain("fp.lt"),
        ("fle", [_, _], true) => plain("fp.leq"),
        ("feq", [_, _], true) => plain("fp.eq"),
        ("fmin", [_, _], true) => plain("fp.min"),
        ("fmax", [_, _], true) => plain("fp.max"),
        ("f2f", [_], true) | ("i2f", [_], false) => {
            let Sort::Float(bits) = func.result else { return None };
            let (exponent, significand) = format_of(bits);
            let arg = if floats { args[0].clone() } else { format!("(to_real {})", args[0]) };
            format!("((_ to_fp {exponent} {significand}) RNE {arg})")
        }
        ("f2i", [arg], true) => format!("(to_int (fp.to_real (fp.roundToIntegral RTZ {arg})))"),
        _ => return None,
    })
}

/// The bit pattern of a value of a model: an integer, or a constant of the theory.
pub(crate) fn value(bits: u8, value: &Sexpr) -> Option<u64> {
    if let Some(pattern) = value.int() {
        return u64::try_from(pattern).ok();
    }
    let Sexpr::List(items) = value else { return None };
    let (exponent, significand) = format_of(bits);
    let infinity = ((1u64 << exponent) - 1) << (significand - 1);
    let sign = 1u64 << (exponent + significand - 1);
    match items.as_slice() {
        [Sexpr::Atom(fp), sign, power, fraction] if fp == "fp" => {
            let (sign, power, fraction) = (literal(sign)?, literal(power)?, literal(fraction)?);
            Some(sign << (exponent + significand - 1) | power << (significand - 1) | fraction)
        }
        [_, Sexpr::Atom(name), ..] => match name.as_str() {
            "+zero" => Some(0),
            "-zero" => Some(sign),
            "+oo" => Some(infinity),
            "-oo" => Some(sign | infinity),
            "NaN" => Some(infinity | 1 << (significand - 2)),
            _ => None,
        },
        _ => None,
    }
}

/// `#b01` or `#x0f`
fn literal(value: &Sexpr) -> Option<u64> {
    let Sexpr::Atom(text) = value else { return None };
    match (text.strip_prefix("#b"), text.strip_prefix("#x")) {
        (Some(binary), _) => u64::from_str_radix(binary, 2).ok(),
        (_, Some(hex)) => u64::from_str_radix(hex, 16).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::parse;

    #[test]
    fn constants_are_written_and_read_back() {
        for x in [0.0f32, -0.0, 1.5, -3.25e20, f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
            let pattern = u64::from(x.to_bits());
            let text = constant(32, pattern);
            assert_eq!(value(32, &parse(&text).unwrap()), Some(pattern), "{text}");
        }
        assert_eq!(constant(32, u64::from(f32::NAN.to_bits())), "(_ NaN 8 24)");
        let nan = value(64, &parse("(_ NaN 11 53)").unwrap()).unwrap();
        assert!(f64::from_bits(nan).is_nan());
        assert_eq!(value(32, &parse("(_ -zero 8 24)").unwrap()), Some(0x8000_0000));
        assert_eq!(value(64, &parse("(_ +oo 11 53)").unwrap()), Some(f64::INFINITY.to_bits()));
    }
}
